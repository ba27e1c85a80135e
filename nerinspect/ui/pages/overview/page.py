"""The page Overview: scores of all systems, what F1 hides, what training explains, charts."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Final

from nerinspect.charts.buckets import BucketScores, count_buckets, n_counted
from nerinspect.charts.scores import BY_BUCKET, BY_KIND, BY_TYPE, ONE_ATTRIBUTE, Scored, shown_in
from nerinspect.events.kinds import KIND_TABLE
from nerinspect.events.relation_events import has_relations
from nerinspect.events.segment_events import ERROR_KINDS, KINDS
from nerinspect.events.study import Study, shown_name
from nerinspect.glossary import meaning
from nerinspect.io.writing.origins import OF_RELATIONS, BucketsOrigin, RelationsOrigin, ScoresOrigin
from nerinspect.lists.table import Table
from nerinspect.quantities import counted, grouped
from nerinspect.query.counts.buckets import toggle_bucket
from nerinspect.query.fields.attributes import read_bucket_value
from nerinspect.query.filters import Filter
from nerinspect.query.language.parser import parse_query, query_text
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import EVERY_EVENT, WHOLE, Doors, KeptScores, MentionBase, doors_to
from nerinspect.settings import BucketChoice
from nerinspect.tables import paper
from nerinspect.tables.tough import composition_layout
from nerinspect.training.retention import RETENTION
from nerinspect.ui.charts.demerits import DEMERITS, DemeritsView, printed_demerits, segments_of
from nerinspect.ui.charts.figure import DrawnFigure
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.desk.status import sum_pieces
from nerinspect.ui.kit.doors import Door, DoorLabel, Piece
from nerinspect.ui.kit.jobs import Derived
from nerinspect.ui.kit.pages.choice import Counted, PageHead
from nerinspect.ui.kit.pages.page import Page
from nerinspect.ui.kit.pages.parts import AS_BARS, AS_GAPS, AS_NUMBERS, Awaited, LackingPart, Part
from nerinspect.ui.kit.pages.pictures import Drawable, DrawnWidget
from nerinspect.ui.kit.pages.take_away import Source
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import Cell, Column, RowGroup, TableRow, count_cell, recall_alone
from nerinspect.ui.pages.overview.charts import BucketCharts, KindsPart, TypesPart
from nerinspect.ui.pages.overview.counting import (
    NAME_COLUMNS,
    SCORE_COLUMNS,
    Scores,
    n_scored,
    score_all,
    score_columns,
    score_groups,
)
from nerinspect.ui.pages.overview.relations import (
    JOINT,
    MENTION_PROFILE,
    RELATION_PROFILE,
    RELATIONS,
    ProfilePart,
    Profiles,
    RelationsPart,
    profiles,
)
from nerinspect.ui.pages.overview.schemes import SCHEMES_TITLE, SchemesPart
from nerinspect.ui.pages.overview.training import REPEATED, SEEN, TOUGH, RepeatedPart, SeenPart, ToughPart

HIDES: Final = "What F1 hides"
COUNTED_COLUMNS: Final = ("System", "Counted")
KIND_COLUMNS: Final = (
    Column("", "What is counted by kind of event", widest="Reference mentions"),
    *(Column(KIND_TABLE[kind].short_name, meaning(kind), kind, "9,999,999") for kind in KINDS),
    Column("", widest="="),
    Column("Sum", "Over all kinds", widest="9,999,999"),
)


def kind_groups(system: str, scores: KeptScores, doors: Doors) -> list[RowGroup]:
    """Four groups of one row: a prediction's events, the mentions of both sides in them, and the demerits.

    `system` names the prediction in copies of the rows.
    """
    tally, sums = scores.tally, scores.sums
    has_no = "A {} event has no {} mention."
    events = [
        count_cell(int(n), doors.of_kinds(kind), meaning(kind)) for kind, n in zip(KINDS, tally.kinds, strict=True)
    ]
    reference = [
        _cell(n, doors.reference_in(kind), kind, "fp", has_no.format("spurious", "reference"))
        for kind, n in zip(KINDS, sums.reference, strict=True)
    ]
    predicted = [
        _cell(n, doors.predicted_in(kind), kind, "fn", has_no.format("missed", "predicted"))
        for kind, n in zip(KINDS, sums.predicted, strict=True)
    ]
    demerits = [
        _cell(int(n), doors.of_kinds(kind), kind, "tp", "A correct event has no demerits.")
        for kind, n in zip(KINDS, tally.kind_demerits, strict=True)
    ]
    return [
        _group(system, "Events", events, int(tally.kinds.sum()), doors.either, "events"),
        _group(system, "Reference mentions", reference, sums.n_reference, doors.reference, "reference_mentions"),
        _group(system, "Predicted mentions", predicted, sums.n_predicted, doors.predicted, "predicted_mentions"),
        _group(system, "Demerits", demerits, tally.demerits, doors.of_kinds(*ERROR_KINDS), "demerits"),
    ]


def _cell(count: int, door: Filter, kind: str, never: str, why: str) -> Cell:
    """Return a count; a 0 that cannot be anything else is no door."""
    return count_cell(count, None if kind == never else door, why if kind == never else meaning(kind))


def _group(system: str, name: str, cells: list[Cell], total: int, door: Filter, key: str) -> RowGroup:
    row = (*cells, Cell("=", "="), count_cell(total, door, meaning(key)))
    return RowGroup(name, TableRow(name, (system, name), lambda: row))


class HidesPart(Part):
    """Shows one prediction's events and demerits."""

    def __init__(self) -> None:
        self.table = NumberTable(KIND_COLUMNS, COUNTED_COLUMNS, HIDES)
        self._demerits, self._reference, self._predicted = (DoorLabel(words="text2") for _ in range(3))
        self.sums, self.bars = (self._demerits, self._reference, self._predicted), DemeritsView()
        super().__init__(HIDES, self.table, *self.sums, self.bars, small=self.sums)

    def show_scores(self, system: str, scores: KeptScores, doors: Doors) -> None:
        """Show events and demerits of a prediction; `system` is its name in copies."""
        self.table.numbers.set_groups(kind_groups(system, scores, doors))
        self.bars.show_segments(segments_of(scores, doors))
        self.bars.setVisible(bool(self.bars.segments))
        tally, sums, reference, predicted = scores.tally, scores.sums, doors.reference_in, doors.predicted_in
        overall = tally.overall
        self._demerits.show_pieces(
            (
                Piece("Demerits "),
                _door(grouped(tally.demerits), doors.of_kinds(*ERROR_KINDS), "demerits"),
                Piece(" = "),
                _door(counted(overall.false_positives, "false positive"), predicted(*ERROR_KINDS), "false_positives"),
                Piece(" + "),
                _door(counted(overall.false_negatives, "false negative"), reference(*ERROR_KINDS), "false_negatives"),
                Piece(". Every mention lies in exactly one event."),
            )
        )
        self._reference.show_pieces(
            sum_pieces(
                "reference", sums.reference, query_text(doors.reference), lambda kind: query_text(reference(kind))
            )
        )
        self._predicted.show_pieces(
            sum_pieces(
                "predicted", sums.predicted, query_text(doors.predicted), lambda kind: query_text(predicted(kind))
            )
        )


def _door(text: str, door: Filter, key: str) -> Piece:
    return Piece(text, query_text(door), meaning(key))


_UNTRAINED: Final = "Recall on tough mentions, scores on seen and on unseen ones, sentences that repeat."
_NO_PREDICTION: Final = "There is no prediction: open one with this reference to see scores."
_CANCELLED: Final = "The scores were not counted. To count them, switch to another page and back."
_NEEDS_TRAINING: Final = "Tables of relations for papers need training data: open training data first."
_RECALL_ALONE: Final = "Recall only: a spurious mention belongs to no tough subset."

LAYOUTS: Final[dict[str, dict[str, Callable[[Study], Table]]]] = {
    "Scores": {"Scores by system": paper.scores},
    SCHEMES_TITLE: {"F1 by scheme": paper.schemes},
    TOUGH: {f"{TOUGH}, composition": composition_layout, f"{TOUGH}, recall": paper.tough},
    SEEN: {"F1 on seen and unseen": paper.retention},
    RELATIONS: {"F1 on exact, partial and new relations": paper.relations},
    JOINT: {"Scores of mentions and relations": paper.joint},
}
"""Tables that can also be copied and saved as papers print them, for the whole test set."""

_LAYOUTS: Final = {title: lay_out for layouts in LAYOUTS.values() for title, lay_out in layouts.items()}


class OverviewPage(Page):
    """Shows all scores of a study; every number opens the events behind it."""

    name, charts = "Overview", (BY_BUCKET, ONE_ATTRIBUTE, BY_TYPE, BY_KIND, DEMERITS)
    looks_at = frozenset({"prediction", "analysis"})
    awaited = (
        Awaited("Scores", "Precision, recall and F1 of each system, in all and by type.", AS_NUMBERS),
        Awaited(HIDES, "How many errors there are of each kind, and how often F1 counts each.", AS_BARS),
        Awaited(
            "F1 by bucket", "Where systems are strong and weak: by length, frequency and other attributes.", AS_GAPS
        ),
    )
    window_alone = (HIDES, REPEATED, DEMERITS)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, PageHead("Count", Counted()))
        self._origin: ScoresOrigin | None = None  # of the scores on screen
        self._shown: Scores | None = None  # likewise
        self._prediction = self._opened = -1  # whose scores and whose types are on screen
        self._scored: Scored | None = None  # what charts are drawn from
        self._scores = Derived(score_all, self, "The scores could not be counted", n_scored)
        self._buckets: Derived[BucketScores] = Derived(
            count_buckets,
            self,
            "The buckets could not be counted",
            lambda study, base, *_: n_counted(study, base, self._buckets.value),
        )
        self._table = NumberTable(SCORE_COLUMNS, NAME_COLUMNS, "Scores")
        self._score_part, self._hides, self._schemes = Part("Scores", self._table), HidesPart(), SchemesPart()
        self._tough, self._seen_part, self._repeated = ToughPart(), SeenPart(), RepeatedPart()
        self._relations = RelationsPart()
        self._untrained = LackingPart("What training explains", AS_GAPS, _UNTRAINED, "Open training data…")
        self._untrained.set_caption("needs the training data")
        self._profiles = ProfilePart(MENTION_PROFILE), ProfilePart(RELATION_PROFILE)
        self._averages: Derived[Profiles] = Derived(
            profiles, self, "The averages could not be computed", lambda study: n_scored(study, WHOLE)
        )
        self._bucket_charts = BucketCharts(desk.document, self)
        self._types, self._kinds = TypesPart(), KindsPart()
        self.add(self._score_part)
        self.add(self._hides, charts=(DEMERITS,))
        of_relations = self._relations, self._relations.joint
        lower = self._schemes, self._tough, self._seen_part, *of_relations, *self._profiles
        for part in (*lower, self._repeated, self._untrained):
            self.add(part)
        self.add(self._bucket_charts.every, is_wide=True, charts=(BY_BUCKET,))
        self.add(self._bucket_charts.one, charts=(ONE_ATTRIBUTE,))
        self.add(self._types, charts=(BY_TYPE,))
        self.add(self._kinds, charts=(BY_KIND,))
        for work in (self._scores, self._schemes.counts, self._relations.counts, self._averages, self._buckets):
            self.derive(work, "steps")
        self._connect()

    def choose(self, choice: BucketChoice) -> None:
        self._bucket_charts.show_choice(choice)

    def forget(self) -> None:
        self._origin = self._shown = self._scored = None
        self._prediction = self._opened = -1

    def refresh(self, look: Look) -> None:
        self.say("" if look.study.predictions else _NO_PREDICTION, wants_prediction=True)
        if look.study.predictions:
            self._scores.ask(look.study, self.base)

    def layouts(self, title: str) -> Sequence[str]:
        return [*LAYOUTS.get(title, ())]

    def table(self, title: str) -> Table:
        if title in _LAYOUTS and self._origin is not None:
            study = self._origin.study
            if title in LAYOUTS[SCHEMES_TITLE]:
                return paper.schemes(study, weights=self._schemes.weights_for(study))
            return _LAYOUTS[title](study)
        return super().table(title)

    def source(self, title: str) -> Source | None:
        """Return the source of a table or chart; layouts for papers count the whole test set."""
        origin, charts = self._origin, self._bucket_charts
        if origin is None or self._scored is None:
            return None
        if title in OF_RELATIONS and title in _LAYOUTS and origin.study.training is None:
            self.desk.message.say(_NEEDS_TRAINING)
            return None
        if title in OF_RELATIONS:
            origin = RelationsOrigin(origin.study, origin.request, origin.kept, self._relations.setting)
        if title in (SCHEMES_TITLE, *LAYOUTS[SCHEMES_TITLE]):
            origin = replace(origin, weights=self._schemes.weights_for(origin.study))
        if title in _LAYOUTS:
            request = replace(origin.request, retention=RETENTION in origin.study.systems)
            origin = replace(origin, request=request, kept=None)
        elif title in (MENTION_PROFILE, RELATION_PROFILE):
            origin = replace(origin, kept=None)
        elif title in self.charts and title != DEMERITS:
            request = replace(origin.request, retention=RETENTION in self._scored.systems)
            origin = replace(origin, request=request)
            if title in (BY_BUCKET, ONE_ATTRIBUTE) and (made := self._buckets.value) is not None:
                attributes = (charts.attribute,) if title == ONE_ATTRIBUTE else charts.named_attributes
                origin = BucketsOrigin(origin.study, request, origin.kept, attributes, made.n_wanted)
        return Source(
            origin, self._systems_in(title, self._scored), title in self.tables and self.tables[title].numbers.is_long
        )

    def _systems_in(self, title: str, scored: Scored) -> Sequence[str]:
        if title in (HIDES, REPEATED, SCHEMES_TITLE, DEMERITS):
            return (scored.names[scored.prediction],)
        if title == TOUGH or title in _LAYOUTS:
            return scored.study.systems
        if title in (BY_TYPE, BY_KIND):
            return [scored.names[number] for number in scored.drawn]
        drawn = {BY_BUCKET: self._bucket_charts.all_systems, ONE_ATTRIBUTE: self._bucket_charts.systems}
        return drawn.get(title, scored.names)

    def picture(self, title: str, systems: Sequence[str] = ()) -> Drawable | None:
        if title == DEMERITS:
            return DrawnWidget(printed_demerits(self._hides.bars))
        if title == BY_TYPE:
            figure = self._types.figure(systems)
        elif title == BY_KIND:
            figure = self._kinds.figure(systems)
        else:
            figure = self._bucket_charts.figure(title, systems)
        return None if figure is None else DrawnFigure(figure)

    def open_number(self, query: str, prediction: int = -1, beside: int = -1) -> None:
        """Open what a number counts; relation events are matched as those on show."""
        assert self.look is not None, "its numbers are on show"
        study = self.look.study
        of_relations = has_relations(study) and parse_query(query, Vocabulary.of(study)).asks_of_relations
        self.desk.open(Door(query, prediction, beside, of_relations))
        if of_relations:
            self.desk.matching_requested.emit(replace(study.relation_choice, setting=self._relations.setting))

    def on_cancelled(self) -> None:
        """Keep the old numbers, or say that there are none."""
        if self._origin is None:
            self.say(_CANCELLED)

    def _connect(self) -> None:
        charts = self._bucket_charts
        self._scores.made.connect(self._show)
        self._averages.made.connect(self._show_averages)
        for label in self._hides.sums:
            label.query_requested.connect(self.open_number)
        self._hides.bars.door_opened.connect(self.open_number)
        for grid in (charts.small, charts.large, self._types.grid, self._kinds.grid):
            grid.door_opened.connect(self.open_number)
        for grid in (charts.small, charts.large):
            grid.picked.connect(self._pick_bucket)
        charts.choice_changed.connect(self.choice_changed)
        self._untrained.button.clicked.connect(lambda: self.desk.menus.action("training").trigger())
        self._buckets.begun.connect(charts.wait)
        self._buckets.ended.connect(charts.end_waiting)
        self._buckets.made.connect(self._show_buckets)

    def _show(self, found: Scores) -> None:
        look = self.look
        assert look is not None, "only a study is scored"
        kept = None if self._origin is None else self._origin.kept  # another one may keep the same mentions
        is_new = found is not self._shown or look.prediction != self._prediction or kept != self.kept
        if is_new:
            self._shown, self._prediction = found, look.prediction
            self._origin = ScoresOrigin(look.study, look.request, self.kept)
            self._show_scores(look.study, found)
        assert self._scored is not None, "scores are on show"
        self._scored = replace(self._scored, with_retention=look.analysis.has_retention)
        is_first = not self._types.grid.charts
        lower = (self._show_schemes, self._show_other_tables) if is_new or is_first else ()
        self.show_in_turns(is_first, *lower, self._draw, self._count_buckets)

    def _show_scores(self, study: Study, found: Scores) -> None:
        base, scores, _ = found
        names = tuple(shown_name(study, number) for number in range(len(scores)))
        name, current, types = names[self._prediction], scores[self._prediction], base.types_of(study)
        doors, said = doors_to(base, types), base_caption(base, types, current)
        self._scored = Scored(names, scores, self._prediction, types, doors, study, said)
        self.head.show_summary(summary_pieces(study, base, current))
        columns = score_columns(has_runs=len(study.systems) < len(study.predictions))
        groups = score_groups(study, base, scores)
        if base.has_recall_alone:
            columns, groups = recall_alone(columns, groups)
        is_open = None if self._opened == self._prediction else {str(self._prediction)}
        self._opened = self._prediction
        self._table.show_rows(columns, groups, is_open)
        self._score_part.set_caption(", ".join(filter(None, ("exact match, micro-averaged, percent", said))))
        self._score_part.set_note(_RECALL_ALONE if base.has_recall_alone else "")
        self._hides.show_scores(name, current, doors)
        self._hides.set_caption(", ".join(filter(None, (name, said))))
        for part in (self._score_part, self._hides):
            part.show()

    @property
    def _now(self) -> tuple[Scored, Scores]:
        assert self._scored, "scores are on show"
        assert self._shown, "likewise"
        return self._scored, self._shown

    def _show_schemes(self) -> None:
        (scored, (base, *_)), place = self._now, self._prediction
        self._schemes.show_scores(scored.study, base, place, scored.names[place], scored.counted)
        self._schemes.show()

    def _show_other_tables(self) -> None:
        scored, (base, scores, training) = self._now
        study, said = scored.study, scored.counted
        self._relations.show_scores(study, self.kept, None if base.has_recall_alone else (scores, scored.doors))
        self._averages.ask(study)
        if training:
            self._tough.show_counts(study, training, self._prediction, said)
            self._seen_part.show_counts(study, training, said)
            self._repeated.show_counts(study, training[self._prediction].repeated, base, self._prediction, said)
        for part in (self._tough, self._seen_part, self._repeated):
            part.setVisible(bool(training))
        self._untrained.setVisible(not training and self.desk.document.awaited is None)

    def _show_averages(self, found: Profiles) -> None:
        assert self.look is not None, "averages are of a study"
        name = PurePath(self.look.study.reference.source.path).name
        for part, values in zip(self._profiles, found, strict=True):
            part.show_averages(name, values)

    def _draw(self) -> None:
        scored, _ = self._now
        self._types.show_scores(scored)
        self._kinds.show_scores(scored)
        for part in (self._bucket_charts.every, self._types, self._kinds):
            part.show()

    def _count_buckets(self) -> None:
        assert self.look is not None, "something is scored"
        scored, analysis = self._now[0], self.look.analysis
        self._buckets.ask(scored.study, scored.doors.base, analysis.n_buckets, analysis.has_columns)

    def _show_buckets(self, scores: BucketScores) -> None:
        assert self._scored is not None, "buckets are counted of what is scored"
        self._bucket_charts.show_scores(scores, shown_in(self._scored), self._scored.counted)

    def _pick_bucket(self, pick: str) -> None:
        """Add a bucket to the filter, or remove it."""
        if self.look is not None and (value := read_bucket_value(pick)):
            added = toggle_bucket(self.look.selection, value.attribute, value.bucket, value.n_wanted)
            self.desk.open(Door(added.text))


def base_caption(base: MentionBase, types: Sequence[str], scores: KeptScores) -> str:
    """Name the base of the rates, such as `1,469 ORG mentions`; empty if everything is counted.

    `scores` belong to the prediction on show, `types` to the counted mentions.
    """
    if base.is_everything:
        return ""
    text = base.caption(scores.tally.overall.reference, types)
    return text if base.condition == EVERY_EVENT else f"{text} where {query_text(base.condition)}"


def summary_pieces(study: Study, base: MentionBase, scores: KeptScores) -> list[Piece]:
    """Pieces that say how much is counted, by the scores of the prediction on show.

    Only the reference mentions are a door: documents, sentences and tokens hold more than events.
    """
    types = base.types_of(study)
    n_reference = scores.tally.overall.reference
    query = query_text(doors_to(base, types).reference)
    mentions = Piece(counted(n_reference, "reference mention"), query, meaning("reference_mentions"))
    if not base.is_everything:
        return [mentions, Piece(f" of {grouped(len(study.reference.mentions))}")]
    text = study.text
    sizes = ((text.n_documents, "document"), (text.n_sentences, "sentence"), (text.n_tokens, "token"))
    size = ", ".join(counted(n, noun) for n, noun in sizes)
    return [Piece(f"{size}, "), mentions]
