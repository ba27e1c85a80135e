"""Relations on the overview: scores by part, type and setting, beside those of mentions, and the data-set profile."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.events.relation_events import CORRECT, RELATION_KINDS, has_relations, relation_types
from nerinspect.events.scores import UNDEFINED, Counts
from nerinspect.events.study import RELATION_SETTINGS, RelationChoice, RelationSetting, Study, shown_name
from nerinspect.glossary import meaning
from nerinspect.lists.table import Ratio, Value
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted, grouped
from nerinspect.query.counts.relations import PART_FIELDS, SIDE_FIELDS, RelationBase, count_relations
from nerinspect.query.filters import Filter, Term, all_of, any_of, negated
from nerinspect.query.rates import Doors, KeptScores
from nerinspect.query.selection import Selection
from nerinspect.tables.retention import (
    PROFILE_COLUMNS,
    RELATION_PROFILE_COLUMNS,
    profile_table,
    relation_profile_table,
)
from nerinspect.tables.runs import predictions_by_system
from nerinspect.training.known_relations import RELATION_PARTS, has_relation_parts
from nerinspect.training.retention import RETENTION, with_relation_choice
from nerinspect.ui.desk.changing import relations_size
from nerinspect.ui.kit.jobs import Derived
from nerinspect.ui.kit.pages.choice import Choice
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import (
    Cell,
    Column,
    RowGroup,
    TableRow,
    count_cell,
    percent_columns,
    score_text,
)
from nerinspect.ui.pages.overview.counting import MEMORY, PartDoors, mean_rates, score_cells
from nerinspect.ui.pages.overview.training import SEEN_NAMES, Names, PartRows, part_columns

RELATIONS: Final = "Relations"
JOINT: Final = "Mentions and relations"
MENTION_PROFILE: Final = "Profile of mentions"
RELATION_PROFILE: Final = "Profile of relations"

_SIDES: Final = ("Relations of the reference.", "Relations of the system’s output.", meaning("relation_correct"))
_ARE_CORRECT: Final = Term("relkind", (RELATION_KINDS[CORRECT],))


@dataclass(frozen=True, eq=False)
class RelationScores:
    """Relations of all predictions, counted under each setting."""

    study: Study
    base: RelationBase
    counts: Mapping[RelationSetting, AnyIntArray]  # by setting, as `count_relations` gives them

    def of(self, setting: RelationSetting, run: int, parts: Names = (), type_name: str | None = None) -> Counts:
        """Add up the counts of a prediction, in some parts or all, of a type or of all."""
        own, types = self.counts[setting][run], relation_types(self.study)
        own = own if type_name is None else own[:, [types.index(type_name)]]
        places = [place for place, part in enumerate(RELATION_PARTS) if not parts or part in parts]
        return Counts(*own[:, :, places].sum(axis=(1, 2)).tolist())

    def doors(self, parts: Names = (), type_name: str | None = None) -> PartDoors:
        """Filter the relation events behind such counts."""
        types = relation_types(self.study)
        part = parts[0] if parts else None
        reference, predicted = (self.base.holding(side, types, type_name, part) for side in ("reference", "predicted"))
        return PartDoors(reference, predicted, all_of(reference, _ARE_CORRECT), any_of(reference, predicted))


def score_relations(study: Study, kept: Selection | None, checkpoint: Checkpoint) -> RelationScores | None:
    """Count the relations of all predictions, or those a selection keeps; None if there are none."""
    if not has_relations(study):
        return None
    base, counts = RelationBase.of(kept or Selection()), dict[RelationSetting, AnyIntArray]()
    for done, setting in enumerate(RELATION_SETTINGS):
        checkpoint(done, len(RELATION_SETTINGS))
        choice = RelationChoice(setting, study.relation_choice.symmetric)
        counts[setting] = count_relations(with_relation_choice(study, choice), base)
    return RelationScores(study, base, counts)


def relation_groups(scores: RelationScores, setting: RelationSetting) -> list[RowGroup]:
    """Rows for a setting: all relations and, with training relations, each part."""
    study = scores.study
    parts = {part: ((part,), meaning(f"part_{part}")) for part in RELATION_PARTS} if has_relation_parts(study) else {}
    types = scores.base.types_of(relation_types(study))
    of: Callable[[int, Names, str | None], Counts] = partial(scores.of, setting)
    return PartRows(study, setting, parts, types, of, scores.doors, "relation", _SIDES).groups()


def joint_groups(
    scores: RelationScores, setting: RelationSetting, mentions: Sequence[KeptScores], doors: Doors
) -> list[RowGroup]:
    """One row for each system: scores of its mentions and of its relations; the mean comes before its runs."""
    study = scores.study

    def counts(run: int) -> tuple[Counts, Counts]:
        return mentions[run].tally.overall, scores.of(setting, run)

    def cells(run: int) -> tuple[Cell, ...]:
        own, related = counts(run)
        return *score_cells(own, doors), *score_cells(related, scores.doors(), "relation")

    def means(runs: Sequence[int]) -> tuple[Cell, ...]:
        own, related = zip(*map(counts, runs), strict=True)
        return *mean_rates(own), *mean_rates(related)

    def row(run: int) -> TableRow:
        name = shown_name(study, run)
        note = MEMORY if study.predictions[run].system == RETENTION else ""
        return TableRow(name, (name, setting), partial(cells, run), note, prediction=run, is_dim=bool(note))

    groups = []
    for system, runs in predictions_by_system(study).items():
        if len(runs) == 1:
            groups.append(RowGroup(system, row(runs[0])))
            continue
        head = TableRow(
            system, (f"{system}, mean", setting), partial(means, runs), f"mean of {counted(len(runs), 'run')}"
        )
        groups.append(RowGroup(system, head, lambda runs=runs: tuple(map(row, runs))))  # type: ignore[misc]
    return groups


def _joint_columns(has_runs: bool) -> tuple[Column, ...]:
    return (
        Column("System", meaning("system")),
        *percent_columns(has_runs, of="Mention"),
        *percent_columns(has_runs, "relation", "Relation"),
    )


class RelationsPart(Part):
    """Shows the scores of relations under a setting; with `joint`, beside those of mentions."""

    def __init__(self) -> None:
        self._setting = Choice("Setting", RELATION_SETTINGS, [meaning(f"setting_{one}") for one in RELATION_SETTINGS])
        self.table = NumberTable((Column("System"),), SEEN_NAMES, RELATIONS)
        super().__init__(RELATIONS, self.table, beside=self._setting)
        self.joint_table = NumberTable((Column("System"),), ("System", "Setting"), JOINT)
        self.joint = Part(JOINT, self.joint_table)
        self.counts = Derived(
            score_relations, self, "The relations could not be counted", lambda study, _kept: relations_size(study)
        )
        self._mentions: tuple[Sequence[KeptScores], Doors] | None = None
        self._kept: Selection | None = None
        self.counts.made.connect(self._show)
        self._setting.chosen.connect(lambda _place: self._show(self.counts.value))

    @property
    def setting(self) -> RelationSetting:
        return RELATION_SETTINGS[self._setting.place]

    def show_scores(
        self, study: Study, kept: Selection | None, mentions: tuple[Sequence[KeptScores], Doors] | None
    ) -> None:
        """Show scores of what a selection keeps, beside those of mentions and their doors, if any."""
        self._mentions, self._kept = mentions, kept
        if self.counts.value is None:
            self._setting.choose(RELATION_SETTINGS.index(study.relation_choice.setting))
        self.counts.ask(study, kept)

    def _show(self, scores: RelationScores | None) -> None:
        for part in (self, self.joint):
            part.setVisible(scores is not None and (part is self or self._mentions is not None))
        if scores is None:
            return
        study, setting = scores.study, self.setting
        has_runs, base = len(study.systems) < len(study.predictions), scores.base
        columns = part_columns(meaning("relation_part"), _SIDES, has_runs, "relation")
        self.table.show_rows(columns, relation_groups(scores, setting))
        types = "" if base == RelationBase() else f"counted: {', '.join(base.types_of(relation_types(study)))}"
        counted = [types, f"in events that match {base.events.text}" if base.events.terms else ""]
        self.set_caption(", ".join(filter(None, (f"percent, arguments: {setting}", *counted))))
        if self._mentions is not None:
            self.joint_table.show_rows(_joint_columns(has_runs), joint_groups(scores, setting, *self._mentions))
            self.joint.set_caption(f"exact match, micro-averaged, percent; arguments: {setting}")


Profiles: TypeAlias = tuple[Sequence[Value], Sequence[Value]]
"""Averages over the reference mentions and over the reference relations; empty if there are none."""


def profiles(study: Study, checkpoint: Checkpoint) -> Profiles:
    """Average the reference mentions and relations by the training data, if there are any."""
    if study.training is None:
        return (), ()
    [of_mentions] = profile_table(study)
    checkpoint(1, 2)
    [of_relations] = relation_profile_table(study) if has_relations(study) and has_relation_parts(study) else [()]
    return of_mentions, of_relations


_HEADS: Final = {"mentions": "Mentions", "relations": "Relations"}
_LENGTHS: Final = ("eLen", "aLen", "aDist")
_MENTIONS: Final = negated(Term("ref", (None,)))
_RELATED: Final = negated(Term(SIDE_FIELDS["reference"], (None,)))
_OF_SOME: Final[Mapping[str, Filter]] = {
    "eCon*": Term("reftough", ("seen",)),
    "rCon*": Term(PART_FIELDS["reference"], ("exact",)),
}
"""Averages over some of the mentions or relations alone, and which these are."""


_PROFILES: Final = {
    MENTION_PROFILE: (PROFILE_COLUMNS, _MENTIONS),
    RELATION_PROFILE: (RELATION_PROFILE_COLUMNS, _RELATED),
}


def _profile_columns(names: Sequence[str]) -> tuple[Column, ...]:
    return (
        Column("Data set", "The file of the reference"),
        *(
            Column(_HEADS.get(name, name), _told(name), widest="9,999", is_percent=name not in (*_LENGTHS, *_HEADS))
            for name in names
        ),
    )


def _told(name: str) -> str:
    return "How many there are." if name in _HEADS else f"Average over the reference. {meaning(name.lower())}"


def _average(name: str, value: Value, door: Filter) -> Cell:
    """Return an average; it opens what it was taken over."""
    if isinstance(value, int):
        return count_cell(value, door, _told(name))
    number = value.value if isinstance(value, Ratio) else value
    if not isinstance(number, float):
        return Cell(UNDEFINED, tooltip=f"{_told(name)}\n{UNDEFINED}: there is none.")
    return Cell(grouped(number, 2) if name in _LENGTHS else score_text(value), value, door, _told(name))


class ProfilePart(Part):
    """Shows one row of how the mentions or relations of the test set depend on the training data."""

    def __init__(self, title: str) -> None:
        self._names, self._whole = _PROFILES[title]
        self.table = NumberTable(_profile_columns(self._names), ("Data set",), title)
        super().__init__(title, self.table)
        self.set_caption("averages of the whole test set; lengths in tokens, others in percent")

    def show_averages(self, name: str, values: Sequence[Value]) -> None:
        """Show averages; hidden without any."""
        named = zip(self._names, values, strict=False)  # or there are none
        cells = tuple(_average(name, value, _OF_SOME.get(name, self._whole)) for name, value in named)
        row = TableRow(name, (name,), lambda: cells)
        self.table.numbers.set_groups([RowGroup(row.name, row)] if values else [])
        self.setVisible(bool(values))
