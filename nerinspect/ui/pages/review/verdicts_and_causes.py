"""How far a review is: events by verdict and by cause, for each kind, cause and system."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QAction, QColor, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from nerinspect.charts.values import Bar, Chart, Figure
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.events.decision import VERDICTS
from nerinspect.events.kinds import KIND_TABLE
from nerinspect.events.scores import percent_text
from nerinspect.events.segment_events import KINDS
from nerinspect.glossary import meaning
from nerinspect.glossary.wording import Wording
from nerinspect.io.colours import VERDICT_INKS
from nerinspect.quantities import counted, grouped
from nerinspect.query.filters import Filter, Term, all_of, any_of, negated
from nerinspect.query.language.parser import query_text
from nerinspect.query.language.values import Pattern
from nerinspect.query.review_progress import ReviewProgress
from nerinspect.ui.kit.doors import DoorLabel, Piece
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.screen_text import draw_text
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import Cell, Column, RowGroup, TableRow, count_cell, ratio_cell
from nerinspect.ui.theme.fonts import DETAIL, scaled_font
from nerinspect.ui.theme.marks import key_cap_size, paint_key_cap
from nerinspect.ui.theme.themes import current_theme


class Titles(NamedTuple):
    """Titles of the tables of verdicts, by what their rows are about."""

    by_kind: str
    by_cause: str
    by_system: str
    by_annotator: str

    @property
    def of_all_systems(self) -> tuple[str, str]:
        """Those that count every system."""
        return self.by_system, self.by_annotator


MENTION_TITLES: Final = Titles("Verdicts by kind", "Verdicts by cause", "Verdicts by system", "Verdicts by annotator")
RELATION_TITLES: Final = Titles(
    "Relation verdicts by kind",
    "Relation verdicts by cause",
    "Relation verdicts by system",
    "Relation verdicts by annotator",
)


class ReviewedKinds(NamedTuple):
    """Kinds of the reviewed events."""

    field: str
    names: tuple[str, ...]  # as in queries, correct events first
    keys: tuple[str, ...]  # of the same kinds in the glossary
    about: str = ""  # what an error is about, before the word; empty for mentions

    def term(self, *names: str) -> Term:
        return Term(self.field, names)

    @property
    def correct(self) -> Term:
        return self.term(self.names[0])


OF_MENTIONS: Final = ReviewedKinds("kind", KINDS, KINDS)


def relation_kinds() -> ReviewedKinds:
    from nerinspect.events.relation_events import RELATION_KINDS  # most studies have none
    from nerinspect.query.fields.relations import RELATION_KIND

    keys = tuple(f"relation_{name}" for name in RELATION_KINDS)
    return ReviewedKinds(RELATION_KIND.name, RELATION_KINDS, keys, "relation")


UNDECIDED: Final = Term("verdict", (None,))  # events without a verdict
DECIDED: Final = negated(UNDECIDED)
_MOST_OWN: Final = 3  # columns for custom verdicts; the rest share one


class VerdictColumn(NamedTuple):
    """A column of one verdict, or of several custom ones."""

    title: str
    meaning: str
    verdicts: tuple[str, ...]
    places: tuple[int, ...]
    key: str = ""


@dataclass(frozen=True)
class ProgressRows:
    """Rows of the progress of a review."""

    progress: ReviewProgress
    wording: Wording
    kept: Filter  # part of all doors
    kinds: ReviewedKinds = OF_MENTIONS

    @property
    def verdict_columns(self) -> tuple[VerdictColumn, ...]:
        """The four built-in verdicts, the most frequent custom ones, and one column for the rest."""
        verdicts, wording = self.progress.verdicts, self.wording
        keys = wording.verdict_keys
        usual = [VerdictColumn(wording.name(name), wording.meaning(name), (name,), (), keys[name]) for name in VERDICTS]
        own = verdicts[len(VERDICTS) :]
        alone = own if len(own) <= _MOST_OWN + 1 else own[:_MOST_OWN]
        usual += [VerdictColumn(f"“{name}”", meaning("own_verdict"), (name,), ()) for name in alone]
        if rest := own[len(alone) :]:
            usual.append(VerdictColumn("Others", f"Other custom verdicts: {', '.join(rest)}", rest, ()))
        place = {name: number for number, name in enumerate(verdicts, start=1)}
        return tuple(one._replace(places=tuple(place[name] for name in one.verdicts)) for one in usual)

    def columns(self, about: str, widest: str = "") -> tuple[Column, ...]:
        """Columns of counts; `widest` is the longest name to make room for."""
        number = "99,999"
        return (
            Column("", about, widest=widest),
            Column("Decided", "Events with a verdict", widest=number),
            Column("", "Decided of all", widest="", is_extra=True),
            Column("%", "Decided of all, in percent", is_percent=True, is_extra=True, copied="Decided of all"),
            Column("Undecided", "Events without a verdict", widest=number),
            *(
                Column(one.title, one.meaning, widest=number, is_extra=not one.key, key=one.key)
                for one in self.verdict_columns
            ),
            Column("Sum", "All of the row: decided and undecided", widest=number),
        )

    @property
    def of_kinds(self) -> list[RowGroup]:
        """Rows of the kinds and their sum, leaving out correct events while none is decided."""
        counts = self.progress.by_kind
        wants_correct = self.progress.wants_correct
        kinds = self.kinds
        rows = [
            self._row(
                self.wording.name(kinds.keys[n]),
                counts[n],
                kinds.term(kind),
                needs_verdict=n > 0 or wants_correct,
                kind=kind if kinds is OF_MENTIONS and not self.wording.is_neutral else "",
            )
            for n, kind in enumerate(kinds.names)
            if n > 0 or counts[n].any()  # correct ones stand first
        ]
        total = self._row("All", counts.sum(axis=0), self._counted, is_total=True)
        return [RowGroup(row.name, row) for row in (*rows, total)]

    @property
    def of_causes(self) -> list[RowGroup]:
        counts = zip(self.progress.causes, self.progress.by_cause, strict=True)
        rows = [self._row(cause, row, Term("cause", (cause,))) for cause, row in counts]
        return [RowGroup(row.name, row) for row in rows]

    def of_systems(self, names: Sequence[str]) -> list[RowGroup]:
        counts = enumerate(zip(names, self.progress.by_prediction, strict=True))
        rows = [self._row(name, row, self._counted, prediction=number) for number, (name, row) in counts]
        return [RowGroup(str(row.prediction), row) for row in rows]

    @property
    def wanted(self) -> Filter:
        kinds = self.kinds
        return kinds.term(*kinds.names) if self.progress.wants_correct else negated(kinds.correct)

    @property
    def correct_name(self) -> str:
        """Name for what needs no decision."""
        return self.wording.name(self.kinds.keys[0])

    @property
    def _counted(self) -> Filter:
        """Events to decide, and any others with a verdict."""
        return self.wanted if self.progress.wants_correct else any_of(self.wanted, DECIDED)

    def _row(
        self,
        name: str,
        counts: AnyIntArray,
        among: Filter,
        *,
        needs_verdict: bool = True,
        is_total: bool = False,
        prediction: int = -1,
        kind: str = "",
    ) -> TableRow:
        """One row; correct events, which need no verdict, are listed only if they have one."""
        whole = among if needs_verdict else all_of(among, DECIDED)
        total, undecided = int(counts.sum()), int(counts[0])
        decided = all_of(self.kept, among, DECIDED)
        waiting = Cell("–", None, tooltip=f"No verdict is needed where all is {self.correct_name}.", is_dim=True)
        cells = (
            count_cell(total - undecided, decided, "Events with a verdict"),
            Cell("", bar=(total - undecided) / total if total else 0.0),
            ratio_cell(total - undecided, total, decided, "Decided of all", "there is no event"),
            count_cell(undecided, all_of(self.kept, among, UNDECIDED), "Undecided") if needs_verdict else waiting,
            *(
                count_cell(int(counts[list(one.places)].sum()), self._of(one, among), one.meaning)
                for one in self.verdict_columns
            ),
            count_cell(total, all_of(self.kept, whole), "Decided and undecided"),
        )
        return TableRow(name, (name,), lambda: cells, is_total=is_total, prediction=prediction, kind=kind)

    def _of(self, column: VerdictColumn, among: Filter) -> Filter:
        return all_of(self.kept, among, Term("verdict", column.verdicts))


def share_words(progress: ReviewProgress, wording: Wording, about: str = "") -> str:
    """Say how much is decided, of events about mentions or `about` something else."""
    noun = "event" if progress.wants_correct else "disagreement" if wording.is_neutral else "error"
    share = percent_text(progress.n_wanted_decided, progress.n_wanted)
    words = f"{grouped(progress.n_wanted_decided)} of {counted(progress.n_wanted, f'{about} {noun}'.strip())} decided"
    return f"{words}, {share} %" if progress.n_wanted else words


_OF_EACH_CAUSE: Final = "an event with several counts for each"
CAUSES: Final = "Causes"
CHART: Final = "Causes of decided events"
_CAUSE_HEADS: Final = (Column("", "Why both sides differ"), *(Column("", kind=kind) for kind in KINDS))
"""Titles before there are causes; they announce symbols in the head."""
_MOST_BARS: Final = 12  # causes that fit side by side in print; the table has all


class CausesPart(Part):
    """Shows causes by kind, each with a bar; hidden if there are none."""

    def __init__(self, edit: QAction) -> None:
        self._table = NumberTable(_CAUSE_HEADS, ("Cause",), CAUSES)
        edit.setIconText("Edit causes…")
        super().__init__(CAUSES, self._table, action=edit)
        self.set_caption(_OF_EACH_CAUSE)
        self._shown: tuple[ProgressRows, int] | None = None

    def show_progress(self, rows: ProgressRows, prediction: int) -> None:
        causes = rows.progress.causes
        self._shown = (rows, prediction) if causes else None
        self.setVisible(bool(causes))
        if causes:
            self._table.show_rows(_cause_columns(rows, max(causes, key=len)), _cause_groups(rows))

    def figure(self) -> Figure | None:
        if self._shown is None:
            return None
        rows, prediction = self._shown
        progress, totals = rows.progress, rows.progress.cause_kinds.sum(axis=1).tolist()
        bars = tuple(
            Bar(cause, total / totals[0], grouped(total), _cause_door(rows, cause), partial(_bar_words, rows, place))
            for place, (cause, total) in enumerate(zip(progress.causes[:_MOST_BARS], totals, strict=False))
        )
        n_left_out = max(len(progress.causes) - _MOST_BARS, 0)
        note = f"{grouped(n_left_out)} more in the table" if n_left_out else ""
        return Figure((Chart("Events by cause", note, bars, prediction),))


def _cause_door(rows: ProgressRows, cause: str, *more: Filter) -> Filter:
    return all_of(rows.kept, Term("cause", (cause,)), *more)


def _bar_words(rows: ProgressRows, place: int) -> str:
    counts = rows.progress.cause_kinds[place]
    kinds = ", ".join(
        f"{grouped(n)} {rows.wording.name(kind)}" for kind, n in zip(KINDS, counts.tolist(), strict=True) if n
    )
    return f"{rows.progress.causes[place]}: {counted(int(counts.sum()), 'event')} ({kinds})"


def _cause_columns(rows: ProgressRows, widest: str) -> Sequence[Column]:
    wording = rows.wording
    names = {kind: wording.name(kind) if wording.is_neutral else KIND_TABLE[kind].short_name for kind in KINDS}
    return (
        Column("", "Why both sides differ", widest=widest),
        *(Column(names[kind], wording.meaning(kind), kind, "9,999", is_extra=kind == "tp") for kind in KINDS),
        Column("Sum", "Over all kinds", widest="99,999"),
        Column("", "Over all kinds", widest="", is_extra=True),
    )


def _cause_groups(rows: ProgressRows) -> list[RowGroup]:
    most = int(rows.progress.cause_kinds.sum(axis=1).max())
    return [_cause_row(rows, place, most) for place in range(len(rows.progress.causes))]


def _cause_row(rows: ProgressRows, place: int, most: int) -> RowGroup:
    """One cause; the longest bar is `most` events."""
    cause, counts = rows.progress.causes[place], rows.progress.cause_kinds[place].tolist()
    door, total = _cause_door(rows, cause), sum(counts)
    cells = (
        *(
            count_cell(count, _cause_door(rows, cause, Term("kind", (kind,))), rows.wording.meaning(kind))
            for kind, count in zip(KINDS, counts, strict=True)
        ),
        count_cell(total, door, "Over all kinds"),
        Cell("", None, door, _bar_words(rows, place), total / most),
    )
    return RowGroup(cause, TableRow(cause, (cause,), lambda: cells))


_ABOUT = ("Kind", "Cause", "System", "Annotator")  # subjects of the rows, in the order of `Titles`
_DOT = Piece("  ·  ")


_BAR, _LINE, _SIGN, _GAP, _BETWEEN, _WIDEST = 13, 22, 11, 5, 14, 620  # at a font of 13 pixels


class VerdictBar(Styled, QWidget):
    """Paints the verdicts as one bar, with its legend below."""

    def __init__(self) -> None:
        super().__init__()
        self._total, self._verdicts = 0, list[tuple[str, str, int]]()

    def show_verdicts(self, rows: ProgressRows) -> None:
        counts = rows.progress.by_kind.sum(axis=0)
        columns = [one for one in rows.verdict_columns if one.key or counts[list(one.places)].any()]
        self._total = int(counts.sum())
        self._verdicts = [(one.key, one.title, int(counts[list(one.places)].sum())) for one in columns]
        self.setAccessibleName("Verdicts")
        self.setAccessibleDescription(", ".join(f"{words} {grouped(number)}" for _, words, number in self._verdicts))
        self._restyle()

    def _ink(self, place: int) -> QColor | None:
        return QColor(VERDICT_INKS[place][current_theme().is_dark]) if place < len(VERDICT_INKS) else None

    def _sign(self, painter: QPainter, rect: QRectF, place: int) -> None:
        if ink := self._ink(place):
            painter.fillRect(rect, ink)
        else:
            painter.setPen(current_theme().text3)
            painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))

    def _corners(self) -> list[QPointF]:
        """Return the upper left corner of each verdict in the legend, and the end of all."""
        unit, small = self.unit, QFontMetricsF(scaled_font(self.font(), DETAIL, is_bold=True))
        x, y, corners = 0.0, (_BAR + _GAP) * unit, list[QPointF]()
        for key, words, number in self._verdicts:
            cap = key_cap_size(self.font(), key).width() + _GAP * unit if key else 0.0
            width = (_SIGN + _GAP) * unit + cap + small.horizontalAdvance(f"{words}  {grouped(number)}")
            if x and x + width > self.width():
                x, y = 0.0, y + _LINE * unit
            corners.append(QPointF(x, y))
            x += width + _BETWEEN * unit
        return [*corners, QPointF(0.0, y + _LINE * unit)]

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme, unit, font = QPainter(self), current_theme(), self.unit, self.font()
        whole = min(self.width(), _WIDEST * unit)
        painter.fillRect(QRectF(0, _BAR * unit - 1, whole, 1), theme.border)
        left, plain, bold = 0.0, scaled_font(font, DETAIL), scaled_font(font, DETAIL, is_bold=True)
        for place, ((key, words, number), corner) in enumerate(zip(self._verdicts, self._corners(), strict=False)):
            width = whole * number / max(self._total, 1)
            if number:
                self._sign(painter, QRectF(left, 0, max(width - 1, 1), _BAR * unit), place)
            left += width
            line = QRectF(corner.x(), corner.y(), self.width() - corner.x(), _LINE * unit)
            sign = QRectF(line.left(), line.center().y() - _SIGN * unit / 2, _SIGN * unit, _SIGN * unit)
            self._sign(painter, sign, place)
            line.setLeft(sign.right() + _GAP * unit)
            if key:
                size = key_cap_size(font, key)
                cap = QRectF(QPointF(line.left(), line.center().y() - size.height() / 2), size)
                paint_key_cap(painter, theme, font, cap, key)
                line.setLeft(cap.right() + _GAP * unit)
            draw_text(painter, plain, theme.text2, line, words)
            line.setLeft(line.left() + QFontMetricsF(plain).horizontalAdvance(f"{words}  "))
            draw_text(painter, bold, theme.text, line, grouped(number))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._restyle()

    def _restyle(self) -> None:
        self.setFixedHeight(ceil(self._corners()[-1].y()))
        self.update()


class ProgressParts:
    """Shows the progress of a review: a summary and a table by kind, then tables by cause and by system.

    `parts`: the first has the summary; of the last two, about systems and annotators, one is shown.
    """

    def __init__(self, heading: str, titles: Titles) -> None:
        self.line = DoorLabel()
        self._names = dict(zip(titles, _ABOUT, strict=True))
        tables = [NumberTable((Column("", name),), (name,), title) for title, name in self._names.items()]
        self._bar = VerdictBar()
        self.parts = (
            Part(heading, self.line, self._bar, tables[0]),
            *(Part(table.numbers.title, table) for table in tables[1:]),
        )
        for part, caption in zip(self.parts, ("verdicts by kind", _OF_EACH_CAUSE), strict=False):
            part.set_caption(caption)

    def hide(self) -> None:
        for part in self.parts:
            part.hide()

    def show_progress(self, rows: ProgressRows, systems: Sequence[str]) -> None:
        self.line.show_pieces(_progress_pieces(rows))
        self._bar.show_verdicts(rows)
        of_systems = rows.of_systems(systems) if len(systems) > 1 else []
        of_both = ([], of_systems) if rows.wording.is_neutral else (of_systems, [])
        for part, groups in zip(self.parts, (rows.of_kinds, rows.of_causes, *of_both), strict=True):
            (table,) = part.tables
            widest = max((group.head.name for group in groups), key=len, default="")
            table.show_rows(rows.columns(self._names[table.numbers.title], widest), groups)
            part.setVisible(bool(groups))


def _progress_pieces(rows: ProgressRows) -> list[Piece]:
    """Say how much is decided, flagged and noted; the numbers are doors."""
    progress, kept, correct = rows.progress, rows.kept, rows.kinds.correct
    n_correct = progress.n_decided - progress.n_wanted_decided
    n_left, wanted = progress.n_wanted - progress.n_wanted_decided, all_of(kept, rows.wanted)
    flagged, noted = Term("flag", ("yes",)), Term("note", (Pattern("."),))
    pieces = [
        Piece(share_words(progress, rows.wording, rows.kinds.about), query_text(all_of(wanted, DECIDED)), is_bold=True)
    ]
    if n_correct:
        pieces += [
            _DOT,
            Piece(
                f"{grouped(n_correct)} {rows.correct_name} with a verdict", query_text(all_of(kept, correct, DECIDED))
            ),
        ]
    return [
        *pieces,
        *(_DOT, Piece(f"{grouped(n_left)} undecided", query_text(all_of(wanted, UNDECIDED)))),
        *(
            _DOT,
            Piece(
                f"{grouped(progress.n_flagged)} flagged", query_text(all_of(kept, flagged)), meaning("decision_flag")
            ),
        ),
        *(
            _DOT,
            Piece(
                f"{grouped(progress.n_noted)} with a note", query_text(all_of(kept, noted)), meaning("decision_note")
            ),
        ),
    ]
