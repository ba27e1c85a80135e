"""Who is right at each reference mention, as a filter: A and B, or one system against all others."""

import math
from typing import Final

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from nerinspect.errors import counted
from nerinspect.glossary import meaning
from nerinspect.query.counts.others import SHARES, OthersCell, OthersCounts, cell_terms
from nerinspect.query.counts.outcomes import BesideCounts, OutcomeCounts, is_picked, outcome_terms
from nerinspect.query.fields.outcomes import GOT_BY
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.query.language.writer import query_text
from nerinspect.ui.filters.counts_table import NO_INDEX, CellRole, ComparedDelegate, ComparedModel, CountsTable, Index
from nerinspect.ui.filters.panel import FilterPanel
from nerinspect.ui.kit.doors import DoorLabel, Piece
from nerinspect.ui.kit.layout import ElidedLabel
from nerinspect.ui.kit.tables.painters import ValuesStyle, number_width
from nerinspect.ui.kit.text_lines import draw_text
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, scaled_font
from nerinspect.ui.theme.themes import current_theme

_OTHERS_NAMES: Final = ("all others right", "some others right", "no other right")
_OTHERS_WORDS: Final = {
    OthersCell(True, "all"): "everybody right",
    OthersCell(True, "some"): "{} right, some others wrong",
    OthersCell(True, "none"): "only {} right",
    OthersCell(False, "all"): "all but {} right",
    OthersCell(False, "some"): "{} wrong, some others right",
    OthersCell(False, "none"): "nobody right",
}


class OthersModel(ComparedModel):
    """A row for each share of the others, with the events in which A is right and those in which it is wrong."""

    titles = ("", "A right", "A wrong")

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._counts: OthersCounts | None = None
        self._picked: frozenset[OthersCell] = frozenset()

    def set_counts(self, counts: OthersCounts, picked: frozenset[OthersCell]) -> None:
        """Show other counts, and which cells the filter picks."""
        self._counts, self._picked = counts, picked
        self.announce()

    def cell(self, index: Index) -> OthersCell:
        """Give the cell in which an index stands; a name stands for none of its own."""
        return OthersCell(index.column() == 1, SHARES[index.row()])

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Count the shares."""
        return 0 if parent.isValid() else len(SHARES)

    def is_door(self, index: Index) -> bool:
        """Leave out the names."""
        return index.isValid() and index.column() > 0

    def count(self, index: Index) -> int:
        """Count the events of a cell."""
        return 0 if self._counts is None or not index.column() else self._counts.n_events[self.cell(index)]

    def text(self, index: Index) -> str:
        """Write how many of the others are right, or the number of events."""
        return f"{self.count(index):,}" if index.column() else _OTHERS_NAMES[index.row()]

    def is_dim(self, index: Index) -> bool:
        """Dim zeros, and a name where both numbers are."""
        row = [self.index(index.row(), column) for column in (1, 2)]
        return not (self.count(index) if index.column() else any(map(self.count, row)))

    def is_picked(self, index: Index) -> bool:
        """Tell whether the filter picks a cell."""
        return index.column() > 0 and self.cell(index) in self._picked

    def spoken(self, index: Index) -> str:
        """Say who is right, then how many events of A there are."""
        if not index.column():
            return self.text(index)
        return f"{_OTHERS_WORDS[self.cell(index)].format('A')}: {counted(self.count(index), 'event')} of A"

    def explained(self, index: Index) -> str:
        """Say who is right, what is counted, and who is meant."""
        if self._counts is None or not index.column():
            return ""
        own, *others = self._counts.shown_names
        said = _OTHERS_WORDS[self.cell(index)].format(own)
        number = f"{counted(self.count(index), 'event')} of A with such a reference mention, under the other filters."
        return f"{said[:1].upper()}{said[1:]}.\n{number}\nA is {own}, the others are {', '.join(others)}."

    def as_tsv(self) -> str:
        """Write all rows under their heads, as text that a spreadsheet takes."""
        rows = (
            (name, *(self.count(self.index(row, column)) for column in (1, 2)))
            for row, name in enumerate(_OTHERS_NAMES)
        )
        return "Others\tA right\tA wrong\n" + "".join(f"{name}\t{right}\t{wrong}\n" for name, right, wrong in rows)


ALL: Final = "all"
"""The cell of all outcomes."""

_CELLS: Final = (
    ("", "both-right", "only-a", "a-right"),
    ("", "only-b", "both-wrong", "a-wrong"),
    ("", "b-right", "b-wrong", ALL),
    ("both-wrong-alike", "", "both-wrong-differently", ""),
)
_OUTCOME_NAMES: Final = ("A right", "A wrong", "")
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
SPLIT: Final = 3
"""The row that says how both are wrong."""


class OutcomeModel(ComparedModel):
    """Two rows and two columns with their sums; below them both wrong in two ways."""

    titles = ("", "B right", "B wrong", "")

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._counts: OutcomeCounts | None = None
        self._picked: frozenset[str] = frozenset()
        self._names = ("A", "B")

    def set_counts(self, counts: OutcomeCounts, picked: frozenset[str], names: tuple[str, str]) -> None:
        """Show other counts.

        Parameters
        ----------
        counts : OutcomeCounts
            Mentions by outcome.
        picked : frozenset of str
            The outcomes that the filter keeps, as `picked_outcomes` gives them.
        names : tuple of str
            What A and B are called.
        """
        self._counts, self._picked, self._names = counts, picked, names
        self.announce()

    def cell(self, index: Index) -> str:
        """Name what a cell counts, as in `CELLS`, or `ALL`; empty for a name."""
        return _CELLS[index.row()][index.column()]

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Count the rows."""
        return 0 if parent.isValid() else len(_CELLS)

    def is_door(self, index: Index) -> bool:
        """Leave out the names."""
        return index.isValid() and bool(self.cell(index))

    def count(self, index: Index) -> int:
        """Count the mentions of a cell."""
        cell = self.cell(index)
        if self._counts is None or not cell:
            return 0
        return self._counts.n_reference if cell == ALL else self._counts.count(cell)

    def text(self, index: Index) -> str:
        """Write the number, in the last row with what it counts."""
        if not (cell := self.cell(index)):
            return _OUTCOME_NAMES[index.row()] if not index.column() else ""
        word = f"{_OUTCOME_WORDS[cell] if not index.column() else 'differently'} " if index.row() == SPLIT else ""
        return f"{word}{self.count(index):,}"

    def is_picked(self, index: Index) -> bool:
        """Tell whether the filter keeps just the outcomes of a cell, or those of one among others."""
        cell = self.cell(index)
        if not cell or cell == ALL or not self._picked:
            return False
        return is_picked(cell, self._picked) or (cell in self._picked and not self._is_named)

    @property
    def _is_named(self) -> bool:
        """Whether some cell has just the picked outcomes."""
        return any(cell and cell != ALL and is_picked(cell, self._picked) for row in _CELLS for cell in row)

    def spoken(self, index: Index) -> str:
        """Say what is counted, then how many there are."""
        if not (cell := self.cell(index)):
            return self.text(index)
        return f"{_OUTCOME_WORDS[cell]}: {counted(self.count(index), 'reference mention')}"

    def explained(self, index: Index) -> str:
        """Say what is counted, who A and B are, and under what."""
        if not (cell := self.cell(index)):
            return ""
        a, b = self._names
        said = _MARGINS.get(cell) or meaning(cell)
        number = f"{counted(self.count(index), 'reference mention')} under the other filters, asked of the events of A."
        return f"{said}\n{number}\nA is {a}, B is {b}."

    def as_tsv(self) -> str:
        """Write right and wrong with their sums, then both wrong in two ways, as text that a spreadsheet takes."""
        lines = [["", "B right", "B wrong", "all"]]
        for row, name in enumerate(("A right", "A wrong", "all")):
            lines.append([name, *(str(self.count(self.index(row, column))) for column in (1, 2, 3))])
        for column in (0, 2):
            cell = self.index(SPLIT, column)
            lines.append([_OUTCOME_WORDS[self.cell(cell)], "", str(self.count(cell)), ""])
        return "".join("\t".join(line) + "\n" for line in lines)


class OthersPanel(FilterPanel):
    """Show in how many events of A it alone is right, or all others are, and so on, and let the user pick some.

    Signals
    -------
    cell_picked : object, bool
        An `OthersCell`; true if it is to be added to what is picked.
    """

    cell_picked = Signal(object, bool)
    view: CountsTable

    def __init__(self, parent: QWidget | None = None) -> None:
        self._model = OthersModel()
        view = _OthersView(self._model, ValuesStyle(current_theme(), QApplication.font()))
        super().__init__("Against all others", "against_all", view, view, parent)
        self.setObjectName("others_panel")
        self._counts: OthersCounts | None = None
        view.chosen.connect(lambda index, is_added: self.cell_picked.emit(self._model.cell(index), is_added))
        view.ranged.connect(lambda _first, last: self.cell_picked.emit(self._model.cell(last), True))
        view.setCurrentIndex(self._model.index(0, 1))

    def show_counts(self, counts: OthersCounts, picked: frozenset[OthersCell]) -> None:
        """Show the counts, and which cells the filter picks."""
        self._counts = counts
        self._model.set_counts(counts, picked)
        self.set_summary("events of A")
        self.view.fit()

    def _term(self, index: QModelIndex) -> Filter:
        assert self._counts is not None, "one of its numbers was clicked"
        return all_of(*cell_terms(self._model.cell(index), self._counts.name, self._counts.others))

    def _restyle(self) -> None:
        self.view.restyle(ValuesStyle(current_theme(), self.font()))


class _OthersView(CountsTable):
    """A name and two counts in each row."""

    def __init__(self, model: OthersModel, style: ValuesStyle, parent: QWidget | None = None) -> None:
        super().__init__(model, "A against all others", style, parent)
        self._others = model
        self.setAccessibleDescription("Enter picks the cell, Ctrl adds it.")
        self.setItemDelegate(ComparedDelegate(self))
        self.setModel(model)
        self.restyle(style)

    def _share_width(self, width: int) -> None:
        """Give the counts what they and their heads need, and the names the rest."""
        style, model = self.row_style, self._others
        widths = []
        for column in (1, 2):
            texts = [model.text(model.index(row, column)) for row in range(model.rowCount())]
            widths.append(math.ceil(number_width(style, model.titles[column], texts) + 2 * style.gap))
        widths[1] += round(style.margin - style.gap)
        for column, own in enumerate((max(width - sum(widths), 1), *widths)):
            self.setColumnWidth(column, own)


_Index = QModelIndex | QPersistentModelIndex
_PADDING = 8  # at a font of 13 pixels, at both sides of a count
_CENTRE, _NEVER = Qt.AlignmentFlag.AlignHCenter, Qt.TextElideMode.ElideNone


class OutcomeView(CountsTable):
    """Cells that are picked; the last row is as wide as its words need."""

    def __init__(self, model: OutcomeModel, style: ValuesStyle, parent: QWidget | None = None) -> None:
        super().__init__(model, "Outcome, A by B", style, parent)
        self._outcomes = model
        self.setAccessibleDescription("Enter picks the cell, Ctrl adds it.")
        self.setItemDelegate(_OutcomeDelegate(self))
        self.setModel(model)
        for column in (0, 2):
            self.setSpan(SPLIT, column, 1, 2)
        self.restyle(style)

    def _share_width(self, width: int) -> None:
        """Give the four cells one width, and what is left to the names."""
        style, model = self.row_style, self._outcomes
        largest = [f"{model.count(model.index(2, 3)):,}"]
        cell = math.ceil(number_width(style, "B wrong", largest) + 2 * _PADDING * style.unit)
        names = math.ceil(number_width(style, "A wrong", ()) + style.margin + 2 * style.gap)
        total = math.ceil(number_width(style, "", largest) + style.margin + style.gap)
        alike, differently = (
            math.ceil(style.metrics.horizontalAdvance(model.text(model.index(SPLIT, column)))) for column in (0, 2)
        )
        names = max(names, math.ceil(alike + style.margin + style.gap) - cell)
        total = max(total, math.ceil(differently + style.margin) - cell)
        cell = max(cell, (width - names - total) // 3)
        cell = min(cell, max((width - names - total) // 2, 1))
        for column, own in enumerate((names, cell, cell, max(width - names - 2 * cell, 1))):
            self.setColumnWidth(column, own)


class _OutcomeDelegate(ComparedDelegate):
    """Paint counts in the middle of their cells."""

    def paint_ground(self, painter: QPainter, rect: QRectF, index: _Index, is_hovered: bool) -> None:
        """Paint the ground of a cell; the four have a frame, a picked one in the colour of what is picked."""
        style, is_picked = self.view.row_style, bool(index.data(CellRole.IS_PICKED))
        theme, is_framed = style.theme, index.row() < 2 and index.column() in (1, 2)
        ground = theme.base if is_framed else theme.window
        painter.fillRect(rect, theme.selected if is_picked else theme.hover if is_hovered else ground)
        if is_framed or is_picked:
            width = max(style.unit, 1.0)
            pen = QPen(theme.accent if is_picked else theme.border, width)
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            painter.setPen(pen)
            painter.drawRect(rect.adjusted(width / 2, width / 2, -width / 2, -width / 2))

    def paint_content(self, painter: QPainter, rect: QRectF, index: _Index, is_hovered: bool) -> None:
        """Paint a name, a count in the middle of its cell, or a sum at the right."""
        style, column = self.view.row_style, index.column()
        theme = style.theme
        if index.row() == SPLIT:
            self._paint_split(painter, rect, index, is_hovered)
            return
        if not column:
            place = rect.adjusted(style.margin, 0, -style.gap, 0)
            draw_text(painter, style.head_font, theme.text2, place, index.data(), Qt.AlignmentFlag.AlignRight)
            return
        is_sum = column == 3 or index.row() == 2
        ink = theme.dimmed if index.data(CellRole.IS_DIM) else theme.text2 if is_sum else theme.text
        is_bold = bool(index.data(CellRole.IS_PICKED))
        font = scaled_font(style.font, DETAIL, is_bold=True) if is_bold else style.row_font
        side, place = _CENTRE, rect
        if column == 3:
            side, place = Qt.AlignmentFlag.AlignRight, rect.adjusted(0, 0, -style.margin, 0)
        draw_text(painter, font, ink, place, index.data(), side, elide=_NEVER, is_underlined=is_hovered)

    def _paint_split(self, painter: QPainter, rect: QRectF, index: _Index, is_hovered: bool) -> None:
        """Paint how both are wrong, in words."""
        style, left = self.view.row_style, Qt.AlignmentFlag.AlignLeft
        ink = style.theme.dimmed if index.data(CellRole.IS_DIM) else style.theme.text2
        font = scaled_font(style.font, DETAIL, is_bold=True) if index.data(CellRole.IS_PICKED) else style.row_font
        place = rect.adjusted(style.gap if index.column() else style.margin, 0, 0, 0)
        draw_text(painter, font, ink, place, index.data(), left, elide=_NEVER, is_underlined=is_hovered)


_GOT_BY: Final = ("nobody gets", "only one gets")


class OutcomePanel(FilterPanel):
    """Show how many reference mentions both, one or none have exactly, and let the user pick some.

    Attributes
    ----------
    got_by : DoorLabel
        With three and more systems, the mentions that none and that just one of them has.

    Signals
    -------
    cell_picked : str, bool
        A cell as `outcome_counts` names them, or `ALL`; true if it is to be added to what is picked.
    got_by_picked : int
        The mentions that so many systems have are to be kept, or to be freed if they are already.
    """

    cell_picked = Signal(str, bool)
    got_by_picked = Signal(int)
    view: OutcomeView

    def __init__(self, parent: QWidget | None = None) -> None:
        self._model, self._body = OutcomeModel(), QWidget()
        view = OutcomeView(self._model, ValuesStyle(current_theme(), QApplication.font()))
        super().__init__("Outcome", "outcome_table", view, self._body, parent)
        self.setObjectName("outcome_panel")
        self.set_summary("reference mentions")
        self._names = ("A", "B")
        self._who = ElidedLabel(parent=self._body)
        self.got_by = DoorLabel(self._body, words="text2")
        self.got_by.setWordWrap(True)
        self._rows = QVBoxLayout(self._body)
        for part in (self._who, view, self.got_by):
            self._rows.addWidget(part)
        view.chosen.connect(self._on_chosen)
        view.ranged.connect(lambda _first, last: self._on_chosen(last, True))
        self.got_by.query_requested.connect(self._on_door_opened)

    def show_counts(self, counts: BesideCounts, picked: frozenset[str], n_got_by: frozenset[int] = frozenset()) -> None:
        """Show the counts.

        Parameters
        ----------
        counts : BesideCounts
            Mentions by outcome under the other filters.
        picked : frozenset of str
            The outcomes that the filter keeps, as `picked_outcomes` gives them.
        n_got_by : frozenset of int
            The numbers of systems that the filter names.
        """
        self._names = counts.names
        self.set_summary(counted(counts.outcomes.n_reference, "reference mention"))
        self._model.set_counts(counts.outcomes, picked, counts.names)
        self._who.show_text("A {}   B {}".format(*counts.shown_names))
        self.got_by.setVisible(bool(counts.n_got_by))
        self.got_by.show_pieces(self._got_by_pieces(counts, n_got_by))
        self.view.fit()
        if not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self._model.index(0, 1))

    def _got_by_pieces(self, counts: BesideCounts, picked: frozenset[int]) -> list[Piece]:
        pieces: list[Piece] = []
        for n_systems, n_mentions in enumerate(counts.n_got_by):
            query = query_text(all_of(self._other_filters(), Term(GOT_BY.name, (float(n_systems),))))
            explained = f"{counted(n_mentions, 'reference mention')} under the other filters.\n{meaning('got_by')}"
            text = f"{_GOT_BY[n_systems]} {n_mentions:,}"
            pieces += [Piece(" · ")] if pieces else []
            pieces.append(Piece(text, query, explained, is_bold=n_systems in picked))
        return pieces

    def _term(self, index: QModelIndex) -> Filter:
        cell = self._model.cell(index)
        return all_of(*(() if cell == ALL else outcome_terms(cell, *self._names)))

    def _restyle(self) -> None:
        style = ValuesStyle(current_theme(), self.font())
        self.view.restyle(style)
        margin, gap = round(style.margin), round(style.gap / 2)
        self._who.setFont(scaled_font(self.font(), CAPTION))
        self.got_by.setFont(style.row_font)
        for label in (self._who, self.got_by):
            label.setContentsMargins(margin, 0, margin, 0)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(gap)

    def _on_chosen(self, index: QModelIndex, is_added: bool) -> None:
        self.cell_picked.emit(self._model.cell(index), is_added)

    def _on_door_opened(self, query: str) -> None:
        doors = [piece.query for piece in self.got_by.pieces if piece.query]
        self.got_by_picked.emit(doors.index(query))
