"""The page Review: before it begins, progress, estimates from a sample, decisions whose event is gone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QAction, QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from nerinspect.decisions.adjudication import lacking_words
from nerinspect.decisions.sampling import SampleShares, Share, sample_words
from nerinspect.events.decision import VERDICTS, Reading
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study, shown_name
from nerinspect.glossary import meaning
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.io.writing.origins import ReviewProgressOrigin
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Spans, Table
from nerinspect.progress import Checkpoint
from nerinspect.quantities import grouped, percent
from nerinspect.query.filters import Everything, Filter, Term, all_of, negated
from nerinspect.query.language.parser import query_text
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.language.words import term_label, verdict_words
from nerinspect.query.review_progress import LACKS_CORRECTION, ReviewProgress, Sampled, review_progress, shares_in
from nerinspect.query.selection import Selection
from nerinspect.ui.deciding.saved_selections import selections_of
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.doors import Door, Piece
from nerinspect.ui.kit.jobs import Derived
from nerinspect.ui.kit.layout import FlowLayout, fill
from nerinspect.ui.kit.pages.choice import Counted, PageHead
from nerinspect.ui.kit.pages.page import Page
from nerinspect.ui.kit.pages.parts import AS_BARS, AS_GAPS, AS_INTERVALS, Awaited, Part, Shape, set_small
from nerinspect.ui.kit.pages.pictures import Drawable
from nerinspect.ui.kit.pages.take_away import Source
from nerinspect.ui.kit.screen_text import announce
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.places import PlaceCell, PlaceColumn, Places, PlaceTable
from nerinspect.ui.kit.tables.sheet import Cell, Column, RowGroup, TableRow, count_cell, ratio_cell
from nerinspect.ui.pages.review.corrected_scores import (
    CONFLICTS_TITLE,
    CORRECTED_TITLE,
    ConflictsPart,
    CorrectedScoresPart,
)
from nerinspect.ui.pages.review.selections import SelectionsPart
from nerinspect.ui.pages.review.verdicts_and_causes import (
    CHART,
    MENTION_TITLES,
    RELATION_TITLES,
    CausesPart,
    ProgressParts,
    ProgressRows,
    relation_kinds,
    share_words,
)
from nerinspect.ui.theme.marks import key_cap_size, paint_key_cap, thin_scroll_bars
from nerinspect.ui.theme.themes import current_theme

if TYPE_CHECKING:
    from nerinspect.lists.sorts import EventSort
    from nerinspect.review.attaching import StoredDecision, StoredEvent
    from nerinspect.ui.deciding.reviewing import Reviewing


NAME_COLUMNS: Final = ("Of", "Name")
_DECIDED: Final = negated(Term("verdict", (None,)))
_ANY_CAUSE: Final = "any cause"
_UNDEFINED: Final = "no event of the sample is decided"


@dataclass(frozen=True)
class SampleRows:
    """Rows of the shares found in a sample."""

    shares: SampleShares
    sampled: Sampled
    wording: Wording

    @property
    def columns(self) -> tuple[Column, ...]:
        names = [_name_of(name, self.wording) for name, _ in (*self.shares.verdicts, *self.shares.causes)]
        return (
            Column("", "Verdicts and causes of the decided events of the sample", widest=max(names, key=len)),
            Column("Sample", "Decided events of the sample that have it", widest="9,999"),
            Column("Share", meaning("sample_share"), is_percent=True),
            Column("95\u00a0% from", meaning("sample_interval"), is_percent=True, copied="Share from"),
            Column("to", meaning("sample_interval"), is_percent=True, copied="Share to"),
            Column("Whole list", meaning("sample_estimate"), widest="9,999,999"),
            Column("from", meaning("sample_estimate"), widest="999,999", is_extra=True, copied="Whole list from"),
            Column("to", meaning("sample_estimate"), widest="999,999", is_extra=True, copied="Whole list to"),
        )

    @property
    def groups(self) -> list[RowGroup]:
        """What the shares are taken of; the verdicts; any cause, and each cause."""
        return [RowGroup(" ".join(row.copied_names), row) for row in self._rows()]

    def _rows(self) -> Iterator[TableRow]:
        drawn = self.sampled.drawn
        yield TableRow("Decided", ("verdict", "any verdict"), self._totals, is_total=True, tooltip="With a verdict")
        for name, share in self.shares.verdicts:
            about = self.wording.meaning(name) if name in VERDICTS else meaning("own_verdict")
            door = all_of(drawn, Term("verdict", (name,)))
            yield self._row(_name_of(name, self.wording), ("verdict", name), share, door, about)
        if self.shares.causes:
            causes = tuple(name for name, _ in self.shares.causes)
            door = all_of(drawn, _DECIDED, Term("cause", causes))
            yield self._row("Any cause", ("cause", _ANY_CAUSE), self.shares.with_cause, door, is_total=True)
        for name, share in self.shares.causes:
            door = all_of(drawn, _DECIDED, Term("cause", (name,)))
            yield self._row(name, ("cause", name), share, door, meaning("decision_cause"), depth=1)

    def _row(
        self,
        name: str,
        copied: tuple[str, str],
        share: Share,
        door: Filter,
        about: str = "",
        is_total: bool = False,
        depth: int = 0,
    ) -> TableRow:
        make = partial(_share_cells, share, door, self._decided)
        return TableRow(name, copied, make, is_total=is_total, depth=depth, tooltip=about)

    @property
    def _decided(self) -> Filter:
        return all_of(self.sampled.drawn, _DECIDED)

    def _totals(self) -> tuple[Cell, ...]:
        blank, shares = Cell(""), self.shares
        whole = self.sampled.whole.filter if self.sampled.whole.terms else Term("kind", KINDS)
        counts = count_cell(shares.n_decided, self._decided), count_cell(shares.n_whole, whole)
        return counts[0], blank, blank, blank, counts[1], blank, blank


def _name_of(name: str, wording: Wording) -> str:
    words = verdict_words(name, wording) if name in VERDICTS else name
    return f"{words[:1].upper()}{words[1:]}" if name in VERDICTS else words


def _share_cells(share: Share, door: Filter, decided: Filter) -> tuple[Cell, ...]:
    """Return a count, its share, and the estimate for the whole list; numbers open the events they rest on."""
    low, high = share.interval
    ends = share.estimate_interval or (None, None)
    return (
        count_cell(share.count, door),
        ratio_cell(share.count, share.n_decided, decided, meaning("sample_share"), _UNDEFINED),
        *(_fraction_cell(end, decided) for end in (low, high)),
        _estimate_cell(share.estimate, decided),
        *(_estimate_cell(end, decided) for end in ends),
    )


def _fraction_cell(fraction: float, decided: Filter) -> Cell:
    if fraction != fraction:  # nan
        return Cell("–", None, tooltip=f"–: {_UNDEFINED}.")
    return Cell(percent(fraction), fraction, decided, meaning("sample_interval"))


def _estimate_cell(estimate: int | None, decided: Filter) -> Cell:
    if estimate is None:
        return Cell("–", None, tooltip=f"–: {_UNDEFINED}.")
    return Cell(grouped(estimate), estimate, decided, meaning("sample_estimate"), is_dim=not estimate)


SAMPLE: Final = "Shares estimated from a sample"
_NO_SAMPLE: Final = (
    "Too many to review? Review > Draw a sample… picks events at random; once you have decided them, the shares among"
    " all events are estimated here."
)
_CountedSample: TypeAlias = tuple[Study, Sampled, SampleShares | None]


class SamplePart(Part):
    """Shows shares of verdicts and causes in the sample drawn by the filter, with 95 % intervals."""

    def __init__(self, draw: QAction) -> None:
        self._line = QLabel(wordWrap=True)
        self.table = NumberTable((Column(""),), NAME_COLUMNS, SAMPLE)
        self.table.hide()
        draw.setIconText("Draw a sample…")
        super().__init__(SAMPLE, self._line, self.table, action=draw, small=(self._line,))
        self.work = Derived(_counted, self, "Nothing was counted", lambda study, *_: len(study.events), keeps=0)
        self.work.made.connect(self._show)

    @property
    def words(self) -> str:
        return self._line.text()

    def refresh(self, look: Look) -> None:
        self.show()
        self.work.ask(look.study, look.prediction, Sampled.of(look.selection))

    def _show(self, counted: _CountedSample) -> None:
        study, sampled, shares = counted
        self._line.setText(_NO_SAMPLE if shares is None else sample_words(shares))
        if shares is not None:
            rows = SampleRows(shares, sampled, study.wording)
            self.table.show_rows(rows.columns, rows.groups)
        self.table.setVisible(shares is not None)


def _counted(study: Study, prediction: int, sampled: Sampled, checkpoint: Checkpoint) -> _CountedSample:
    return study, sampled, shares_in(study, prediction, sampled, checkpoint)


_NO_REVIEW: Final = (
    "A review keeps what you decide about events in one file, beside the data, which never changes. Make one here, or"
    " press the key of a verdict at an event: the first decision asks where to save the review."
)


_PROGRESS: Final = Shape(
    tuple((left, row, width) for row in (0.5, 0.72, 0.94) for left, width in ((0.0, 0.42), (0.58, 0.2))),
    ((0.0, 0.12, 0.26), (0.26, 0.12, 0.74)),
)


class BeginningPart(Part):
    """Explains what a review is, with the keys of verdicts and a button that creates one."""

    def __init__(self, new_review: QAction) -> None:
        self.button, self._inside = QPushButton("New review…"), QWidget()
        self.button.clicked.connect(new_review.trigger)
        self._keys = FlowLayout()
        self._rows = fill(QVBoxLayout(self._inside), QLabel(_NO_REVIEW, wordWrap=True), self._keys)
        self._rows.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        super().__init__("No review yet", self._inside)

    def show_keys(self, wording: Wording) -> None:
        while (item := self._keys.takeAt(0)) is not None and (label := item.widget()) is not None:
            label.deleteLater()
        for name, key in wording.verdict_keys.items():
            self._keys.addWidget(_KeyLabel(wording.name(name), key))

    def _restyle(self) -> None:
        super()._restyle()
        self._rows.setSpacing(round(12 * self.unit))
        self._keys.setSpacing(round(16 * self.unit))


class _KeyLabel(Styled, QLabel):
    """A label after the cap of its key."""

    def __init__(self, words: str, key: str) -> None:
        super().__init__(words)
        self._key = key
        self.setAccessibleName(f"{words}, key {key}")

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        size = key_cap_size(self.font(), self._key)
        cap = QRectF(QPointF(0, (self.height() - size.height()) // 2), size)
        paint_key_cap(QPainter(self), current_theme(), self.font(), cap, self._key)

    def _restyle(self) -> None:
        self.setContentsMargins(round(key_cap_size(self.font(), self._key).width() + 6 * self.unit), 0, 0, 0)


LOST: Final = "Decisions without an event"
_WHY: Final = (
    "The files have changed, or those with these events are not open. The decisions are kept in the review, and shown"
    " with their events again once these are back."
)
_MOST_ROWS: Final = 12


def lost_places(lost: "Sequence[StoredDecision]", wording: Wording) -> Places:
    """List decisions with what is known of their events.

    Each leads to the first token of its event in the sentence: the text around it is gone.
    """

    def write(row: int) -> tuple[PlaceCell, ...]:
        event, decision = lost[row]
        correction = "" if decision.correction is None else reading_text(event, decision.correction)
        verdict = verdict_words(decision.verdict or None, wording)
        name = wording.name(event.kind.replace(":", "_"))  # of a relation event; a key of the glossary
        kind = (
            PlaceCell(name) if event.is_of_relations else PlaceCell(wording.tag(event.kind), False, (event.kind,), name)
        )
        texts = (
            reading_text(event, event.reference_spans),
            reading_text(event, event.predicted_spans),
            f"{verdict}, flagged" if decision.flag else verdict,
            ", ".join(decision.causes),
            " ".join(decision.note.split()),
            correction,
            decision.decided.replace("T", " ").removesuffix("Z"),
            decision.who,
        )
        system = f"{event.system} {event.run}" if event.run > 1 else event.system
        place = f"{grouped(event.sentence)}: {event.start + 1}–{event.end}"
        return (PlaceCell(place), PlaceCell(system), kind, PlaceCell(event.text), *map(PlaceCell, texts))

    return Places(_columns(wording), len(lost), write, lambda row: lost[row].event.start)


class LostTable(PlaceTable):
    """Lists decisions whose event is gone; rows can be copied and lead nowhere."""

    def __init__(self) -> None:
        super().__init__(LOST, Places(_columns(JUDGED)))
        self.horizontalHeader().setStretchLastSection(True)

    def show_lost(self, lost: "Sequence[StoredDecision]", wording: Wording) -> None:
        self.show_places(lost_places(tuple(lost), wording))
        bar = self.horizontalScrollBar().sizeHint().height()
        self.setFixedHeight(self._height_of(min(len(lost), _MOST_ROWS)) + bar + 1)

    def as_table(self) -> Table:
        rows = [tuple(cell.text for cell in self.places.write(row)) for row in range(self.places.n_rows)]
        return Table(tuple(column.title for column in self.places.columns), rows)


class LostPart(Part):
    """Shows decisions whose event is gone, and why they are kept; hidden if there are none."""

    def __init__(self) -> None:
        self.table, self._why = LostTable(), QLabel(_WHY, wordWrap=True)
        super().__init__(LOST, self.table, self._why)

    def show_lost(self, lost: "Sequence[StoredDecision]", wording: Wording) -> None:
        self.table.show_lost(lost, wording)
        self.setVisible(bool(lost))

    def _restyle(self) -> None:
        super()._restyle()
        set_small(self._why)


def reading_text(event: "StoredEvent", reading: Reading | Spans) -> str:
    """Format an annotation with the words of its mentions, where the event's text has them.

    For a relation event these are head and tail; its text is not that of its tokens.
    """
    words = event.text.split(" ")
    is_known = len(words) == event.end - event.start and not event.is_of_relations

    def surface(start: int, end: int) -> str:
        is_inside = event.start <= start < end <= event.end
        if is_known and is_inside:
            return " ".join(words[start - event.start : end - event.start])
        return f"{start + 1}–{end}"

    separator = " → " if event.is_of_relations else ", "
    return separator.join(f"{surface(start, end)} {name}" for start, end, name in reading) or "none"


def _columns(wording: Wording) -> tuple[PlaceColumn, ...]:
    return (
        PlaceColumn("Place", "Sentence, and tokens in it, when it was decided", "9,999: 99–99"),
        PlaceColumn("System", "", "conll-large"),
        PlaceColumn("Kind", wording.said("How the two sides differ"), "==== LBE"),
        PlaceColumn("Text", "Its tokens, or its relation", "Port of Harwick Authority"),
        PlaceColumn(wording.said("Reference"), wording.said("The reference annotation"), "Port of Harwick ORG"),
        PlaceColumn(wording.said("Prediction"), wording.said("The prediction"), "Port of Harwick ORG"),
        PlaceColumn("Verdict", wording.meaning("verdict"), "prediction wrong, flagged"),
        PlaceColumn("Causes", wording.meaning("decision_cause"), "typo, guideline-gap"),
        PlaceColumn("Note", wording.meaning("decision_note"), "see page 3 of the guidelines"),
        PlaceColumn("Correction", "Its correct annotation, where one was given", "Port of Harwick ORG"),
        PlaceColumn("Decided", "When, in UTC", "2026-11-22 03:00:00"),
        PlaceColumn("Who", "Who decided", "Anna"),
    )


_COUNTED_MEANINGS: Final = ("Every event of the current system.", "Only events that meet all terms of the filter.")
_NO_PREDICTION: Final = "There is no prediction: open one with this reference to have events to decide."
_READING: Final = "Decisions are being read."
_OF_ALL_SYSTEMS: Final = (
    *(*MENTION_TITLES.of_all_systems, *RELATION_TITLES.of_all_systems),
    *(CORRECTED_TITLE, CONFLICTS_TITLE, LOST),
)
_Counted: TypeAlias = tuple[ReviewProgress, ReviewProgress | None, int]
"""Progress, progress with relations if there are any, and the number of missing corrections."""
_LACKING: Final = "Nothing is corrected there yet: T accepts the system’s annotation, M marks your own."
_NO_PICTURE: Final = "There is nothing to draw: no event that is counted has a cause."


class ReviewPage(Page):
    """Shows the progress of a review; every number opens the events behind it."""

    name, charts = "Review", (CHART,)
    looks_at = frozenset({"prediction", "selection"})
    awaited = (
        Awaited(
            "Progress",
            "How many events of each kind are decided, and what was decided. Each number opens its events.",
            _PROGRESS,
        ),
        Awaited("Causes", "Words of your own for why both sides differ, and how often each comes.", AS_BARS),
        Awaited(
            "Scores with corrections",
            "F1 of every system against the corrected reference, beside F1 as it is.",
            AS_GAPS,
            judges=True,
        ),
        Awaited(
            "Shares estimated from a sample",
            "Decide some events drawn at random, and estimate the shares among all of them, with intervals.",
            AS_INTERVALS,
        ),
    )

    def __init__(self, desk: Desk) -> None:
        action = desk.menus.action
        self._write = QPushButton()
        self._write.clicked.connect(action("write_reference").trigger)
        head = PageHead("Count", Counted("all events", _COUNTED_MEANINGS), button=self._write)
        super().__init__(desk, head)
        self._reviewing: Reviewing | None = None
        self._has_counts = self._wants_lost = False
        self._counted = Derived(_count, self, "The decisions could not be counted", keeps=0)
        self._beginning = BeginningPart(action("new_review"))
        self._sections: list[CorrectedScoresPart | SamplePart | SelectionsPart | ConflictsPart] = []
        self._to_make = [ReviewPage._make_progress, ReviewPage._make_selections, ReviewPage._make_others]
        self.grid.add_part(self._beginning)
        self.derive(self._counted, "events")
        self._counted.made.connect(self._show)
        selections_of(desk.document).changed.connect(self.look_again)
        for part in (head, self._beginning):  # until it is known whether there is a review
            part.hide()

    def _make_next(self) -> None:
        """Create the next parts; they stay hidden until everything is counted."""
        n_before = len(self._added)
        self._to_make.pop(0)(self)
        for part in self._added[n_before:]:
            thin_scroll_bars(part)

    def _make_progress(self) -> None:
        action = self.desk.menus.action
        self._progress_parts, self._causes = ProgressParts("Progress", MENTION_TITLES), CausesPart(action("causes"))
        scores, sample = CorrectedScoresPart(), SamplePart(action("draw_sample"))
        by_kind, *others = self._progress_parts.parts
        for part in (by_kind, self._causes, scores, sample, *others):
            self.add(part, charts=(CHART,) if part is self._causes else ())
        for line in (self._progress_parts.line, scores.line):
            line.query_requested.connect(self.open_number)
        self._add_sections(scores, sample)

    def _make_selections(self) -> None:
        selections, conflicts = SelectionsPart(self.desk), ConflictsPart()
        for part in (selections, selections.compared, conflicts):
            self.add(part)
        self._add_sections(selections, conflicts)
        self.derive(selections.compared.work, "events")

    def _make_others(self) -> None:
        self._relation_parts, self._lost = ProgressParts("Progress with relations", RELATION_TITLES), LostPart()
        for part in self._relation_parts.parts:
            self.add(part, opens=self._open_relations)
        self._relation_parts.line.query_requested.connect(self._open_relations)
        self.add(self._lost, is_wide=True, drawn=(LOST,))
        self._lost.table.installEventFilter(self)

    def _add_sections(self, *sections: CorrectedScoresPart | SamplePart | SelectionsPart | ConflictsPart) -> None:
        """Add parts that count for themselves."""
        for section in sections:
            self._sections.append(section)
            self.derive(section.work, "events")

    def follow(self, reviewing: "Reviewing") -> None:
        """Show the review of the window, and follow its decisions."""
        self._reviewing = reviewing
        for changed in (reviewing.changed, reviewing.relations_changed, reviewing.ready_changed):
            changed.connect(self.look_again)
        self.look_again()

    @property
    def is_complete(self) -> bool:
        return self._has_counts and super().is_complete

    def forget(self) -> None:
        self._has_counts = False

    def refresh(self, look: Look) -> None:
        """Count the decisions, or say why there is nothing to count."""
        reviewing = self._reviewing
        has_review, lacking = reviewing is not None and reviewing.file is not None, ""
        if not look.study.predictions:
            lacking = _NO_PREDICTION
        elif reviewing is not None and has_review and reviewing.is_reading:
            lacking = _READING
        had_focus = self._beginning.button.hasFocus()
        self.say(lacking, wants_prediction=not look.study.predictions)
        self._beginning.show_keys(look.study.wording)
        self._beginning.setVisible(not has_review and not lacking)
        self.show_awaited(not has_review and lacking != _READING, look.study.wording.is_neutral)
        if had_focus and self._beginning.isHidden():
            self.setFocus()
        is_counted = has_review and not lacking
        self.head.setVisible(is_counted)
        if is_counted:
            self.head.show_filter(() if self.kept is None else _filter_pieces(look.study, self.kept))
            ask = partial(self._counted.ask, look.study, look.prediction, self._filter)
            self.show_in_turns(bool(self._to_make), *[self._make_next] * len(self._to_make), ask)
        else:
            self._show_nothing()

    def show_lost(self) -> None:
        """Scroll to the decisions whose event is gone, now or once all numbers are shown."""
        self._wants_lost = not self._has_counts or self._counted.is_running
        if not self._wants_lost:
            self._lost.table.setFocus()
            QTimer.singleShot(0, self, lambda: self.area.ensureWidgetVisible(self._lost))  # once it is laid out

    def source(self, title: str) -> Source | None:
        look = self.look
        if look is None or not self._has_counts:
            return None
        kept = Selection.from_filter(Sampled.of(look.selection).drawn) if title == SAMPLE else self.kept
        sort: EventSort = MENTIONS
        if title in RELATION_TITLES:
            from nerinspect.lists.relations import RELATIONS  # most studies have no relations

            sort = RELATIONS
        systems = _names(look.study) if title in _OF_ALL_SYSTEMS else [shown_name(look.study, look.prediction)]
        return Source(ReviewProgressOrigin(look.study, look.request, kept, self.desk.document.review, sort), systems)

    def picture(self, title: str, systems: Sequence[str] = ()) -> Drawable | None:
        figure = self._causes.figure() if self._has_counts else None
        if figure is None:
            if self._has_counts:
                self.desk.message.say(_NO_PICTURE)
            return None
        from nerinspect.ui.charts.figure import DrawnFigure  # imported late: only saving needs it

        return DrawnFigure(figure)

    @property
    def titles(self) -> Sequence[str]:
        lost = (LOST,) if self._has_counts and not self._lost.isHidden() else ()
        return sorted((*super().titles, *lost), key=lambda title: title != self.focused)

    def table(self, title: str) -> Table:
        return self._lost.table.as_table() if title == LOST else super().table(title)

    def open_number(self, query: str, prediction: int = -1, beside: int = -1) -> None:
        """Open what a number counts, even with a type that is gone, which typed queries may not name."""
        selections = selections_of(self.desk.document)
        if selections.read("", query).warning:
            selections.put_in_force(query)
        else:
            super().open_number(query, prediction, beside)

    def _open_relations(self, query: str, prediction: int = -1, beside: int = -1) -> None:
        self.desk.open(Door(query, prediction, beside, of_relations=True))

    @property
    def _filter(self) -> Filter:
        return Everything() if self.kept is None else self.kept.filter

    def _show_nothing(self) -> None:
        self._has_counts = False
        for work in self._works:
            work.cancel()
        self.show_parts(False)

    def _show(self, counted: _Counted) -> None:
        look, reviewing = self.look, self._reviewing
        assert look is not None, "its events were counted"
        assert reviewing is not None, "its decisions were counted"
        study, (progress, of_relations, n_lacking) = look.study, counted
        rows = ProgressRows(progress, study.wording, self._filter)
        words, names = share_words(progress, study.wording), _names(study)
        self._has_counts = True
        self._progress_parts.show_progress(rows, names)
        self._causes.show_progress(rows, look.prediction)
        if of_relations is None:
            self._relation_parts.hide()
        else:
            of_all = ProgressRows(of_relations, study.wording, self._filter, kinds := relation_kinds())
            self._relation_parts.show_progress(of_all, names)
            words = f"{words}; {share_words(of_relations, study.wording, kinds.about)}"
        for section in self._sections:
            section.refresh(look)
        self._lost.show_lost(reviewing.lost, study.wording)
        self._tell(look, reviewing, n_lacking)
        announce(self, words)
        if self.hasFocus():
            self._take_focus(Qt.FocusReason.OtherFocusReason)
        if self._wants_lost:
            self.show_lost()

    def _tell(self, look: Look, reviewing: "Reviewing", n_lacking: int) -> None:
        """Say in the head what is counted, and offer to write the corrected reference, or A."""
        study = look.study
        self._write.setText("Write adjudicated annotation…" if study.is_of_annotators else "Write corrected reference…")
        self._write.setEnabled(not reviewing.aside)
        side = "B " if study.wording.is_neutral else ""
        summary = [Piece(f"of {side}{shown_name(study, look.prediction)}")]
        if n_lacking:
            summary += [Piece("  ·  "), Piece(lacking_words(study, n_lacking), query_text(LACKS_CORRECTION), _LACKING)]
        self.head.show_summary(summary)

    def _take_focus(self, reason: Qt.FocusReason) -> None:
        taker = self.tables.get(MENTION_TITLES.by_kind) if self._beginning.isHidden() else self._beginning.button
        if taker is not None and taker.isVisibleTo(self):
            taker.setFocus(reason)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus to the first table, or to the button that creates a review."""
        self._take_focus(event.reason())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn and watched is self._lost.table:
            self.focused = LOST
            return False
        return super().eventFilter(watched, event)


def _names(study: Study) -> list[str]:
    return [shown_name(study, number) for number in range(len(study.predictions))]


def _filter_pieces(study: Study, selection: Selection) -> list[Piece]:
    terms = ", ".join(term_label(term, study) for term in selection.terms)
    return [Piece("Only events that meet "), Piece(terms, is_bold=True)] if terms else [Piece("There is no filter.")]


def _count(study: Study, prediction: int, kept: Filter, checkpoint: Checkpoint) -> _Counted:
    progress = review_progress(study, prediction, kept, checkpoint)
    is_kept = (LACKS_CORRECTION if kept == Everything() else all_of(LACKS_CORRECTION, kept)).mask(study)
    n_lacking = int(np.count_nonzero(is_kept[study.rows_of(prediction)]))
    if not Vocabulary.of(study, may_wait=False).has_relations:
        return progress, None, n_lacking
    from nerinspect.query.review_progress import relation_progress  # most studies have none

    return progress, relation_progress(study, prediction, kept, checkpoint), n_lacking
