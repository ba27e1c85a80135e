"""Tables over data sets: a click on a number opens its data set."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QMenu, QWidget

from nerinspect.ui.diagnosis.special_tables import DrawingDelegate, DrawnTable, HeatTable
from nerinspect.ui.overview.cells import Column, RowGroup
from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.painting.swatch import SWATCH, paint_swatch
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.project.cells import ProjectCell
from nerinspect.ui.project.score_rows import A_AHEAD, B_AHEAD, PAIR_COLUMNS, PAIR_NAMES, PAIRS
from nerinspect.ui.theme import Theme

_PADDING = 6  # at a font of 13 pixels


class ProjectDelegate(DrawingDelegate):
    """Paint the best in semibold, a winner with the colour of its system, and words at the left."""

    def _paint_number(
        self,
        painter: QPainter,
        theme: Theme,
        rect: QRectF,
        model: NumberTableModel,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        cell = model.cell(index)
        if not isinstance(cell, ProjectCell) or not cell.shade < 0:  # nan, which is undefined, is hatched
            super()._paint_number(painter, theme, rect, model, index)
            return
        unit, is_hovered = self._unit, self._table.hovered == index
        place = rect.adjusted(_PADDING * unit, 0, -_PADDING * unit, 0)
        font = self._bold if cell.is_best else self._plain
        if not cell.is_words:
            at = Qt.AlignmentFlag.AlignRight
            draw_text(painter, font, theme.text, place, cell.text, at, is_underlined=is_hovered)
            return
        if cell.ink >= 0:
            paint_swatch(painter, theme, unit, place, cell.ink)
            place.adjust((SWATCH + _PADDING) * unit, 0, 0, 0)
        if cell.beside:
            draw_text(painter, font, theme.text2, place, cell.beside, Qt.AlignmentFlag.AlignRight)
            place.adjust(0, 0, -QFontMetricsF(font).horizontalAdvance(f"{cell.beside} "), 0)
        ink = theme.text2 if cell.read_place >= 0 else theme.text
        draw_text(painter, font, ink, place, cell.text, is_underlined=is_hovered)


class _DataSetTable(DrawnTable):
    """Open data sets with a click, Enter or Space.

    Signals
    -------
    data_set_opened : DataSetDoor
        A number was chosen.
    read_requested : int
        A data set that was not read is to be read after all.
    """

    data_set_opened = Signal(object)
    read_requested = Signal(int)

    def is_door(self, index: QModelIndex) -> bool:
        """Tell whether a click opens a data set or shows more rows."""
        cell = self._model.cell(index)
        return (isinstance(cell, ProjectCell) and cell.is_door) or self._unfolds(index)

    def open(self, index: QModelIndex) -> None:
        """Open the data set of a number, read one that was not read, or show the data sets behind a number."""
        cell = self._model.cell(index)
        if isinstance(cell, ProjectCell) and cell.opens is not None:
            self.data_set_opened.emit(cell.opens)
        elif isinstance(cell, ProjectCell) and cell.read_place >= 0:
            self.read_requested.emit(cell.read_place)
        elif self._unfolds(index):
            self._model.toggle(index.row())

    def _unfolds(self, index: QModelIndex) -> bool:
        return self._model.can_fold(index.row()) and bool(self._model.cell(index).text)


class PairTable(_DataSetTable):
    """Show systems in pairs.

    Signals
    -------
    members_chosen : str, int
        The data sets of a pair are to be shown or folded away: those where `A_AHEAD` or `B_AHEAD`; 0 for all.
    """

    members_chosen = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(NumberTableModel(PAIR_COLUMNS, PAIR_NAMES, PAIRS), parent)
        self._delegate = ProjectDelegate(self)
        self.setItemDelegate(self._delegate)

    def show_pairs(self, pairs: Sequence[RowGroup], unfolded: str = "") -> None:
        """Show other rows, with the data sets of one more pair; the place of the keyboard stays."""
        row, column = self.currentIndex().row(), self.currentIndex().column()
        self._model.set_groups(pairs)
        head = self._head_of(unfolded)
        if head is not None and not self._model.is_open(head):
            self._model.toggle(head)
        self.setCurrentIndex(self._model.index(row, column))

    def fold(self, key: str) -> bool:
        """Fold the data sets of a pair away; tell whether they were on screen."""
        head = self._head_of(key)
        is_open = head is not None and self._model.is_open(head)
        if head is not None and is_open:
            self._model.toggle(head)
        return is_open

    def is_door(self, index: QModelIndex) -> bool:
        """Tell whether a click opens a data set or shows some; there are none behind a zero."""
        is_ahead = index.column() in (A_AHEAD, B_AHEAD)
        return super().is_door(index) and not (is_ahead and self._model.cell(index).is_dim)

    def open(self, index: QModelIndex) -> None:
        """Open the data set of a number, or ask for those that a number counts."""
        if self._unfolds(index):
            which = index.column() if index.column() in (A_AHEAD, B_AHEAD) else 0
            self.members_chosen.emit(self._model.place(index.row()).group.key, which)
        else:
            super().open(index)

    def _head_of(self, key: str) -> int | None:
        places = (self._model.place(row) for row in range(self._model.rowCount()))
        return next((row for row, place in enumerate(places) if place.is_head and place.group.key == key), None)


class Matrix(_DataSetTable, HeatTable):
    """Show a number for each row and column, all columns equally wide.

    Parameters
    ----------
    title : str
        What it shows.
    rows : str
        What its rows are.

    Signals
    -------
    menu_shown : QMenu, int
        A menu is to be shown on a row; more may be added.
    """

    menu_shown = Signal(object, int)

    def __init__(self, title: str, rows: str, parent: QWidget | None = None) -> None:
        HeatTable.__init__(self, parent, (rows,))
        self._delegate = ProjectDelegate(self)
        self.setItemDelegate(self._delegate)
        self.numbers.title = title
        self.setAccessibleName(title)

    def menu_of(self, index: QModelIndex) -> QMenu:
        """Offer also what can be done with the data set of a row."""
        menu = super().menu_of(index)
        self.menu_shown.emit(menu, index.row())
        return menu

    def show_rows(self, columns: Sequence[Column], rows: Sequence[RowGroup]) -> None:
        """Show other rows; words that stand alone in a row have all of it."""
        self.clearSpans()
        self.set_columns(columns)
        self.numbers.set_groups(rows)
        for number, group in enumerate(rows):
            cell = group.head.cells[1] if len(columns) > 2 else None
            if isinstance(cell, ProjectCell) and cell.read_place >= 0:
                self.setSpan(number, 1, 1, len(columns) - 1)
        self._share_room()
