"""The filters about two systems, A beside B or one against all others: who is right where, and wired to a document."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.glossary import meaning
from nerinspect.quantities import counted, grouped
from nerinspect.query.counts.outcomes import (
    SHARES,
    BesideCounts,
    OthersCell,
    OthersCounts,
    cell_terms,
    free_cells,
    free_outcomes,
    is_picked,
    outcome_terms,
    pick_cell,
    pick_outcome,
    picked_cells,
    picked_outcomes,
    toggle_outcome,
)
from nerinspect.query.fields.outcomes import GOT_BY
from nerinspect.query.filters import Term, all_of
from nerinspect.query.language.parser import query_text
from nerinspect.query.selection import Selection
from nerinspect.ui.desk.document import Document
from nerinspect.ui.filters.counts_table import Click, CountCell, CountsTable, Head, Sheet
from nerinspect.ui.filters.difference import Answer, DifferencePanel, Question, answer
from nerinspect.ui.filters.kinds import KindPairsPanel
from nerinspect.ui.filters.panel import FilterPanel
from nerinspect.ui.kit.doors import DoorLabel, Piece
from nerinspect.ui.kit.jobs import Derived
from nerinspect.ui.kit.layout import ElidedLabel, fill
from nerinspect.ui.kit.screen_text import draw_text
from nerinspect.ui.kit.tables import Index
from nerinspect.ui.kit.tables.painters import number_width
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, scaled_font

_OTHERS_HEADS: Final = (Head(), Head("A right"), Head("A wrong"))
_OTHERS_NAMES: Final = ("all others right", "some others right", "no other right")
_OTHERS_WORDS: Final = {
    OthersCell(True, "all"): "everybody right",
    OthersCell(True, "some"): "{} right, some others wrong",
    OthersCell(True, "none"): "only {} right",
    OthersCell(False, "all"): "all but {} right",
    OthersCell(False, "some"): "{} wrong, some others right",
    OthersCell(False, "none"): "nobody right",
}


def others_sheet(counts: OthersCounts, picked: frozenset[OthersCell]) -> Sheet:
    """Give each share of the others a row, with the events in which A is right and those in which it is wrong."""
    own, *others = counts.shown_names

    def cell(which: OthersCell) -> CountCell:
        n_events, said = counts.n_events[which], _OTHERS_WORDS[which].format(own)
        number = f"{counted(n_events, 'event')} of A with such a reference mention, under the other filters."
        return CountCell(
            grouped(n_events),
            which,
            f"{_OTHERS_WORDS[which].format('A')}: {counted(n_events, 'event')} of A",
            f"{said[:1].upper()}{said[1:]}.\n{number}\nA is {own}, the others are {', '.join(others)}.",
            count=n_events,
            door=all_of(*cell_terms(which, counts.name, counts.others)),
            is_picked=which in picked,
            is_dim=not n_events,
        )

    rows = []
    for share, name in zip(SHARES, _OTHERS_NAMES, strict=True):
        cells = [cell(OthersCell(is_right, share)) for is_right in (True, False)]
        rows.append((CountCell(name, is_door=False, is_dim=not any(one.count for one in cells)), *cells))
    copied = [(name.text, str(right.count), str(wrong.count)) for name, right, wrong in rows]
    return Sheet(_OTHERS_HEADS, rows, SHARES, lambda: [("Others", "A right", "A wrong"), *copied])


class OthersPanel(FilterPanel):
    """Show in how many events of A it alone is right, or all others are, and so on, and let the user pick some."""

    has_ranges = False
    view: CountsTable

    def __init__(self) -> None:
        super().__init__("Against all others", "against_all", _OthersTable())
        self.setObjectName("others_panel")
        self._counts: OthersCounts | None = None

    def others(self, selection: Selection) -> Selection:
        assert self._counts is not None, "what is on show was counted"
        return free_cells(selection, self._counts)

    def after(self, selection: Selection, values: Sequence[Any], column: int, click: Click) -> Selection:
        assert self._counts is not None, "what is on show was counted"
        return pick_cell(selection, values[0], self._counts, is_added=click == Click.ADDED)

    def show_counts(self, counts: OthersCounts, selection: Selection) -> None:
        self._counts = counts
        self.set_summary("events of A")
        self.view.show_sheet(others_sheet(counts, frozenset(picked_cells(selection, counts))))


class _OthersTable(CountsTable):
    home = (0, 1)

    def __init__(self) -> None:
        super().__init__("A against all others", "Enter picks the cell, Ctrl adds it.")

    def number_widths(self, width: int) -> Mapping[int, int]:
        style = self.row_style
        right, wrong = (
            math.ceil(number_width(style, self.title(column), self.texts(column)) + 2 * style.gap) for column in (1, 2)
        )
        return {1: right, 2: wrong + round(style.margin - style.gap)}


ALL: Final = "all"  # the cell of all outcomes
_HEADS: Final = (Head(), Head("B right"), Head("B wrong"), Head())
_CELLS: Final = (
    ("", "both-right", "only-a", "a-right"),
    ("", "only-b", "both-wrong", "a-wrong"),
    ("", "b-right", "b-wrong", ALL),
    ("both-wrong-alike", "", "both-wrong-differently", ""),
)
_OUTCOME_NAMES: Final = ("A right", "A wrong", "", "")
_OUTCOME_WORDS: Final = {
    "both-right": "both right",
    "only-a": "only A right",
    "only-b": "only B right",
    "both-wrong": "both wrong",
    "a-right": "A right",
    "a-wrong": "A wrong",
    "b-right": "B right",
    "b-wrong": "B wrong",
    ALL: "all outcomes",
    "both-wrong-alike": "both wrong alike",
    "both-wrong-differently": "both wrong differently",
}
_MARGINS: Final = {
    "both-wrong": meaning("outcome_both-wrong"),  # which is a verdict, too
    "a-right": "A has the reference mention exactly, whatever B makes of it.",
    "a-wrong": "A does not have the reference mention exactly, whatever B makes of it.",
    "b-right": "B has the reference mention exactly, whatever A makes of it.",
    "b-wrong": "B does not have the reference mention exactly, whatever A makes of it.",
    ALL: "The reference mentions that the other filters keep, whatever A and B make of them.",
}
SPLIT: Final = 3  # the row that says how both are wrong


def outcome_sheet(beside: BesideCounts, picked: frozenset[str]) -> Sheet:
    """Give two rows and two columns with their sums; below them both wrong in two ways.

    The filter keeps the outcomes that are `picked`, as `picked_outcomes` gives them.
    """
    outcomes, (a, b) = beside.outcomes, beside.names
    named = {which for row in _CELLS for which in row if which not in ("", ALL) and is_picked(which, picked)}
    shown = set() if not picked else named or set(picked)

    def cell(row: int, column: int) -> CountCell:
        which = _CELLS[row][column]
        if not which:
            return CountCell("" if column else _OUTCOME_NAMES[row], is_door=False, is_dim=True)
        count = outcomes.n_reference if which == ALL else outcomes.count(which)
        word = f"{'differently' if column else _OUTCOME_WORDS[which]} " if row == SPLIT else ""
        mentions = counted(count, "reference mention")
        number = f"{mentions} under the other filters, by the events of A."
        return CountCell(
            f"{word}{grouped(count)}",
            which,
            f"{_OUTCOME_WORDS[which]}: {mentions}",
            f"{_MARGINS.get(which) or meaning(which)}\n{number}\nA is {a}, B is {b}.",
            count=count,
            door=all_of(*(() if which == ALL else outcome_terms(which, a, b))),
            is_picked=which in shown,
            is_dim=not count,
        )

    rows = [[cell(row, column) for column in range(len(_HEADS))] for row in range(len(_CELLS))]
    lines = [["", "B right", "B wrong", "all"]]
    for name, row in zip(("A right", "A wrong", "all"), rows, strict=False):
        lines.append([name, *(str(one.count) for one in row[1:])])
    both_wrong = rows[SPLIT][0], rows[SPLIT][2]
    lines += [[_OUTCOME_WORDS[str(one.value)], "", str(one.count), ""] for one in both_wrong]
    return Sheet(_HEADS, rows, range(len(rows)), lambda: lines)


_PADDING = 8  # at a font of 13 pixels, at both sides of a count


class OutcomeView(CountsTable):
    """Cells that are picked; the last row is as wide as its words need."""

    home = (0, 1)

    def __init__(self) -> None:
        super().__init__("Outcome, A by B", "Enter picks the cell, Ctrl adds it.")

    def show_sheet(self, sheet: Sheet) -> None:
        """Show another sheet, each of the two ways over two columns."""
        super().show_sheet(sheet)
        if self.columnSpan(SPLIT, 0) == 1:
            for column in (0, 2):
                self.setSpan(SPLIT, column, 1, 2)

    def number_widths(self, width: int) -> Mapping[int, int]:
        """Give the four cells one width, and what is left to the names."""
        style, largest = self.row_style, [self.sheet.rows[2][3].text]
        cell = math.ceil(number_width(style, "B wrong", largest) + 2 * _PADDING * style.unit)
        names = math.ceil(number_width(style, "A wrong", ()) + style.margin + 2 * style.gap)
        total = math.ceil(number_width(style, "", largest) + style.margin + style.gap)
        alike, differently = (
            math.ceil(style.metrics.horizontalAdvance(self.sheet.rows[SPLIT][column].text)) for column in (0, 2)
        )
        names = max(names, math.ceil(alike + style.margin + style.gap) - cell)
        total = max(total, math.ceil(differently + style.margin) - cell)
        cell = max(cell, (width - names - total) // 3)
        cell = min(cell, max((width - names - total) // 2, 1))
        return {0: names, 1: cell, 2: cell, 3: max(width - names - 2 * cell, 1)}

    def paint_ground(self, painter: QPainter, rect: QRectF, index: Index, cell: CountCell, is_hovered: bool) -> None:
        """Paint the ground of a cell; the four have a frame, a picked one in the colour of what is picked."""
        theme, is_framed = self.row_style.theme, index.row() < 2 and index.column() in (1, 2)
        ground = theme.base if is_framed else theme.window
        painter.fillRect(rect, theme.selected if cell.is_picked else theme.hover if is_hovered else ground)
        if is_framed or cell.is_picked:
            width = max(self.row_style.unit, 1.0)
            pen = QPen(theme.accent if cell.is_picked else theme.border, width)
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            painter.setPen(pen)
            painter.drawRect(rect.adjusted(width / 2, width / 2, -width / 2, -width / 2))

    def paint_name(self, painter: QPainter, rect: QRectF, index: Index, cell: CountCell, is_hovered: bool) -> None:
        style = self.row_style
        if index.row() == SPLIT:
            self.paint_number(painter, rect, index, cell, is_hovered)
            return
        place = rect.adjusted(style.margin, 0, -style.gap, 0)
        draw_text(painter, style.head_font, style.theme.text2, place, cell.text, Qt.AlignmentFlag.AlignRight)

    def paint_number(self, painter: QPainter, rect: QRectF, index: Index, cell: CountCell, is_hovered: bool) -> None:
        style, theme = self.row_style, self.row_style.theme
        font = scaled_font(style.font, DETAIL, is_bold=True) if cell.is_picked else style.row_font
        is_inner = index.row() < 2 and index.column() < 3
        ink = theme.dimmed if cell.is_dim else theme.text if is_inner else theme.text2
        side, place = Qt.AlignmentFlag.AlignHCenter, rect
        if index.row() == SPLIT:
            side = Qt.AlignmentFlag.AlignLeft
            place = rect.adjusted(style.gap if index.column() else style.margin, 0, 0, 0)
        elif index.column() == 3:
            side, place = Qt.AlignmentFlag.AlignRight, rect.adjusted(0, 0, -style.margin, 0)
        never = Qt.TextElideMode.ElideNone
        draw_text(painter, font, ink, place, cell.text, side, elide=never, is_underlined=is_hovered)


_GOT_BY: Final = ("nobody gets", "only one gets")


class OutcomePanel(FilterPanel):
    """Show how many reference mentions both, one or none have exactly, and let the user pick some."""

    # the mentions that so many systems have are to be kept, or to be freed if they are already
    got_by_picked = Signal(int)
    has_ranges = False
    view: OutcomeView

    def __init__(self) -> None:
        body, view = QWidget(), OutcomeView()
        super().__init__("Outcome", "outcome_table", view, body)
        self.setObjectName("outcome_panel")
        self.set_summary("reference mentions")
        self._names = "", ""  # of A and of B in queries
        self._who = ElidedLabel(parent=body)
        # with three and more systems, the mentions that none and that just one of them has
        self.got_by = DoorLabel(body, words="text2")
        self._rows = fill(QVBoxLayout(body), self._who, view, self.got_by)
        self.got_by.query_requested.connect(self._on_door_opened)

    def others(self, selection: Selection) -> Selection:
        return free_outcomes(selection, *self._names).without_field(GOT_BY.name)

    def after(self, selection: Selection, values: Sequence[Any], column: int, click: Click) -> Selection:
        if values[0] == ALL:
            return free_outcomes(selection, *self._names)
        return (toggle_outcome if click == Click.ADDED else pick_outcome)(selection, values[0], *self._names)

    def show_counts(self, counts: BesideCounts, selection: Selection) -> None:
        self._names = counts.names
        self.set_summary(counted(counts.outcomes.n_reference, "reference mention"))
        self._who.show_text("A {}   B {}".format(*counts.shown_names))
        self.got_by.setVisible(bool(counts.n_got_by))
        self.got_by.show_pieces(self._got_by_pieces(counts, _picked_got_by(selection)))
        self.view.show_sheet(outcome_sheet(counts, picked_outcomes(selection, *counts.names)))

    def _got_by_pieces(self, counts: BesideCounts, picked: frozenset[int]) -> list[Piece]:
        pieces: list[Piece] = []
        for n_systems, n_mentions in enumerate(counts.n_got_by):
            query = query_text(all_of(self._other_filters(), Term(GOT_BY.name, (float(n_systems),))))
            explained = f"{counted(n_mentions, 'reference mention')} under the other filters.\n{meaning('got_by')}"
            text = f"{_GOT_BY[n_systems]} {grouped(n_mentions)}"
            pieces += [Piece(" · ")] if pieces else []
            pieces.append(Piece(text, query, explained, is_bold=n_systems in picked))
        return pieces

    def _restyle(self) -> None:
        super()._restyle()
        style = self.view.row_style
        margin, gap = round(style.margin), round(style.gap / 2)
        self._who.setFont(scaled_font(self.font(), CAPTION))
        self.got_by.setFont(style.row_font)
        for label in (self._who, self.got_by):
            label.setContentsMargins(margin, 0, margin, 0)
        self._rows.setSpacing(gap)

    def _on_door_opened(self, query: str) -> None:
        doors = [piece.query for piece in self.got_by.pieces if piece.query]
        self.got_by_picked.emit(doors.index(query))


class ComparedFilters(QObject):
    """Shows what the document counts of A and B, and hands picks back to it."""

    height_changed = Signal()  # the differences of other types are on show

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._counts: BesideCounts | None = None
        self.outcome, self.difference, self.kinds = OutcomePanel(), DifferencePanel(), KindPairsPanel()
        self.others = OthersPanel()  # who else is right, while one system is compared with all others
        self.panels = (self.outcome, self.difference, self.kinds)
        self._differences = Derived(answer, self, "The difference could not be computed")
        self._connect()

    @property
    def names(self) -> tuple[str, str] | None:
        """What A and B are called in queries; None while nothing is compared."""
        return None if self._counts is None else self._counts.names

    @property
    def is_testing(self) -> bool:
        return self._differences.is_running

    def show_counts(self, counts: BesideCounts | None) -> None:
        """Show what was counted of A and B; nothing while nothing is compared."""
        self._counts = counts
        selection = self._document.selection
        if counts is not None:
            self.outcome.show_counts(counts, selection)
            self.kinds.show_counts(counts, selection)
        else:
            self._differences.forget()
        for panel in self.panels:
            panel.setVisible(counts is not None)
        self._test()

    def show_others(self, counts: OthersCounts | None) -> None:
        """Show what was counted of A against all others; nothing while it is not held against them."""
        if counts is not None:
            self.others.show_counts(counts, self._document.selection)
        self.others.setVisible(counts is not None)

    def _connect(self) -> None:
        document = self._document
        self.outcome.got_by_picked.connect(lambda n: document.select(document.selection.pick(GOT_BY.name, float(n))))
        self.difference.draws_chosen.connect(self._test)
        self.difference.door_opened.connect(self._document.select_query)
        self.difference.door_of_b_opened.connect(self._on_door_of_b_opened)
        self.difference.view.shown.connect(self._test)
        self._differences.made.connect(self._on_answered)
        self._differences.failed.connect(self.difference.show_failure)

    def _test(self) -> None:
        study, compared = self._document.study, self._document.compared
        if self._counts is None or study is None or compared is None or not self.difference.view.isVisible():
            self._differences.cancel()
            return
        self.difference.show_picked(self._document.selection.picked("type"))
        self.difference.show_waiting()
        shown, draws = self._document.prediction, self.difference.draws
        self._differences.ask(Question.of(study, self._document.selection, shown, compared, draws))

    def _on_answered(self, answer: Answer) -> None:
        if self._counts is not None and answer.question.study is self._document.study:
            self.difference.show_answer(answer, self._counts.names)
            self.height_changed.emit()

    def _on_door_of_b_opened(self, query: str) -> None:
        self._document.exchange()
        self._document.select_query(query)


def _picked_got_by(selection: Selection) -> frozenset[int]:
    """Tell which numbers of systems a selection names; of ranges none."""
    return frozenset(int(value) for value in selection.picked(GOT_BY.name) if isinstance(value, int | float))
