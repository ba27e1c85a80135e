"""Reference types against predicted types: the events of each pair, and how their cells are drawn and picked."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Final

import numpy as np
from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QCursor,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QLabel,
    QStyle,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.corpus.types import NO_TYPE, type_or_none
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.quantities import counted, grouped
from nerinspect.ui.filters.counts_table import NO_CELL, CellsModel, Click, CountCell, PickingView
from nerinspect.ui.kit.keys import ENTER_KEYS
from nerinspect.ui.kit.screen_text import draw_text, tooltip
from nerinspect.ui.kit.styled import set_ink
from nerinspect.ui.kit.tables import NO_INDEX, Index
from nerinspect.ui.kit.tables.painters import ValuesStyle, mixed
from nerinspect.ui.theme.fonts import CAPTION, scaled_font
from nerinspect.ui.theme.themes import Theme, current_theme
from nerinspect.visible import visible

_SEVERAL: Final = "An event with several types is counted in several cells."


class TypeMatrixModel(CellsModel):
    """Show the counts of what has types as they lie in their array: reference down, predicted across, none last."""

    def __init__(self, noun: str = "mention") -> None:
        super().__init__()
        self._noun = noun
        self.wording = JUDGED
        self._types: tuple[str, ...] = ()
        self._counts: AnyIntArray = np.zeros((1, 1), dtype=np.int64)
        self.largest = 0
        self.with_correct = False
        self._picked: BoolArray = np.zeros((1, 1), dtype=bool)
        self._made: dict[tuple[int, int], CountCell] = {}

    def speak(self, wording: Wording) -> None:
        self.wording = wording
        self._made.clear()

    @property
    def largest_by_column(self) -> list[int]:
        return [int(count) for count in self._counts.max(axis=0)]

    def set_matrix(
        self,
        types: Sequence[str],
        counts: AnyIntArray,
        picked: BoolArray | None = None,
        with_correct: bool = False,
    ) -> None:
        """Show another matrix, of shape (n_types + 1, n_types + 1): by reference and predicted type, no mention last.

        `picked`, of the same shape, says which cells the filter keeps; none, if left out.
        """
        is_other = tuple(types) != self._types
        if is_other:
            self.beginResetModel()
        self._types, self._counts, self._made = tuple(types), np.asarray(counts), {}
        self.largest, self.with_correct = int(self._counts.max()), with_correct
        self._picked = np.zeros(self._counts.shape, dtype=bool) if picked is None else picked
        if is_other:
            self.endResetModel()
        else:
            last = len(self._types)
            self.dataChanged.emit(self.index(0, 0), self.index(last, last))

    def type_at(self, place: int) -> str | None:
        """Name the type of a row or column; None for no mention."""
        return self._types[place] if place < len(self._types) else None

    def longest_names(self, n_names: int) -> list[str]:
        return sorted(self._types, key=len, reverse=True)[:n_names]

    def as_tsv(self) -> str:
        names = [*(type_or_none(" ".join(name.split())) for name in self._types), NO_TYPE]
        lines = ["\t".join([self.wording.said("reference \\ predicted"), *names])]
        for name, row in zip(names, self._counts, strict=True):
            # The text of a whole list is made twice as fast as that of its numbers one by one.
            lines.append(f"{name}\t" + str(row.tolist())[1:-1].replace(", ", "\t"))
        lines[-1] = lines[-1].rpartition("\t")[0] + "\t"
        return "".join(f"{line}\n" for line in lines)

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._types) + 1

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._types) + 1

    def cell(self, index: Index) -> CountCell:
        """Give a cell, made once: it is asked for whenever it is painted, and before."""
        place = index.row(), index.column()
        if place not in self._made:
            self._made[place] = self._cell(*place)
        return self._made[place]

    def _cell(self, row: int, column: int) -> CountCell:
        if row == column == len(self._types):
            return NO_CELL
        ref, pred = self.type_at(row), self.type_at(column)
        count = int(self._counts[row, column])
        events, is_picked = counted(count, "event"), bool(self._picked[row, column])
        of_ref, of_pred = map(self.wording.said, ("reference", "predicted"))
        sides = f"{of_ref} {type_or_none(ref)}, {of_pred} {type_or_none(pred)}"
        return CountCell(
            grouped(count),
            (ref, pred),
            f"{sides}: {events}",
            self._explained(ref, pred, events),
            count=count,
            is_picked=is_picked,
            share=count / self.largest if self.largest else 0.0,
        )

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        name = self.type_at(section)
        is_row = orientation == Qt.Orientation.Vertical
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return type_or_none(name)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{self.wording.said('reference' if is_row else 'predicted')} {type_or_none(name)}"
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(self.wording.said(self._head_explained(name, is_row)))
            case Qt.ItemDataRole.WhatsThisRole:
                return self.wording.said(self._head_explained(name, is_row))
        return None

    def _explained(self, ref_type: str | None, pred_type: str | None, events: str) -> str:
        ref, pred = self._side(ref_type, is_reference=True), self._side(pred_type, is_reference=False)
        if ref.startswith("with "):
            pred = pred.removeprefix("with ")
        here = f"{events} {ref} and {pred} under the other filters"
        if self._noun != "mention":
            return self.wording.said(f"{here}.")
        correct = "counted too" if self.with_correct else "left out"
        return self.wording.said(f"{here}; correct events are {correct}. {_SEVERAL}")

    def _head_explained(self, name: str | None, is_reference: bool) -> str:
        keys = "Shift+Space" if is_reference else "Shift+Enter"
        return f"Events {self._side(name, is_reference)}, correct ones too; a click or {keys} picks them."

    def _side(self, name: str | None, is_reference: bool) -> str:
        of_side = f"{'reference' if is_reference else 'predicted'} {self._noun}"
        return f"without a {of_side}" if name is None else f"with a {of_side} {name}"


_PADDING, _TIGHT_PADDING, _ROW_MARGIN, _HEAD_MARGIN = 7, 2, 7, 5  # at a font of 13 pixels
_LONGEST_UPRIGHT = 91  # at a font of 13 pixels
_PICKED_TINT = 40  # of 255
_LEAST_HEAT, _MORE_HEAT = 0.05, 0.31


@dataclass(frozen=True, eq=False)
class MatrixStyle(ValuesStyle):
    """Colours and fonts of the matrix, all sizes in device-independent pixels."""

    is_tight: bool = False  # whether many types share the width

    @property
    def padding(self) -> float:
        return (_TIGHT_PADDING if self.is_tight else _PADDING) * self.unit

    @cached_property
    def none_font(self) -> QFont:
        font = scaled_font(self.font, CAPTION)
        font.setItalic(True)
        return font

    @cached_property
    def head_metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self.head_font)

    @property
    def row_height(self) -> int:
        return round(self.metrics.height() + _ROW_MARGIN * self.unit)

    @property
    def head_height(self) -> int:
        return round(self.head_metrics.height() + _HEAD_MARGIN * self.unit)

    def upright_height(self, longest: float) -> int:
        """Height of the row of type names that are written upwards, the longest of which has some length."""
        return round(min(longest, _LONGEST_UPRIGHT * self.unit) + 2 * _HEAD_MARGIN * self.unit)

    def head_room(self, name: str | None) -> float:
        """Width in which the name of a column stands whole; None for no mention."""
        metrics = QFontMetricsF(self.none_font) if name is None else self.head_metrics
        return metrics.horizontalAdvance(visible(type_or_none(name))) + self.padding + 2


def heat_colour(theme: Theme, share: float) -> QColor:
    """Choose the ground of a count, opaque: the window's colour for none, and a deeper tint the larger its share is.

    Text of both schemes stays readable on every ground.
    """
    if not share:
        return theme.window
    return mixed(theme.window, theme.heat, _LEAST_HEAT + _MORE_HEAT * share)


def paint_matrix_cell(
    painter: QPainter, style: MatrixStyle, rect: QRectF, cell: CountCell, is_hovered: bool = False
) -> None:
    """Paint a count on its tint, nothing without one; a thin line at the right and the bottom parts it from the next.

    The painter is left as it was.
    """
    theme = style.theme
    painter.fillRect(rect, theme.window)
    if cell.count is None:
        return
    inner = rect.adjusted(0, 0, -1, -1)
    painter.fillRect(inner, theme.hover if is_hovered and not cell.count else heat_colour(theme, cell.share))
    painter.save()
    if cell.is_picked:
        tint = QColor(theme.accent)
        tint.setAlpha(_PICKED_TINT)
        painter.fillRect(inner, tint)
    draw_text(
        painter,
        style.row_font,
        theme.text if cell.count or cell.is_picked else theme.dimmed,
        inner.adjusted(0, 0, -style.padding, 0),
        grouped(cell.count),
        Qt.AlignmentFlag.AlignRight,
        elide=Qt.TextElideMode.ElideNone,
        is_underlined=is_hovered,
    )
    if cell.is_picked:
        _paint_frame(painter, style, inner)
    painter.restore()


def paint_matrix_head(
    painter: QPainter,
    style: MatrixStyle,
    rect: QRectF,
    name: str | None,
    *,
    is_row: bool,
    is_hovered: bool,
    is_upright: bool = False,
) -> None:
    """Paint the name of a row, at its left, or of a column, at its right; cut in the middle, for types begin alike.

    None is for no mention; a name written upwards begins at the lower edge. The painter is left as it was.
    """
    font, text = style.none_font if name is None else style.head_font, type_or_none(name)
    side = Qt.AlignmentFlag.AlignLeft if is_row else Qt.AlignmentFlag.AlignRight
    place = rect.adjusted(0, 0, -style.padding, 0) if is_row else rect.adjusted(1, 0, -style.padding, 0)
    painter.save()
    painter.fillRect(rect, style.theme.window)
    if is_upright:
        painter.translate(rect.bottomLeft())
        painter.rotate(-90)
        margin = _HEAD_MARGIN * style.unit
        side, place = Qt.AlignmentFlag.AlignLeft, QRectF(margin, 0, rect.height() - margin, rect.width())
    middle = Qt.TextElideMode.ElideMiddle
    draw_text(painter, font, style.theme.text2, place, text, side, elide=middle, is_underlined=is_hovered)
    painter.restore()


def _paint_frame(painter: QPainter, style: MatrixStyle, rect: QRectF) -> None:
    width = max(style.unit, 1.0)
    pen = QPen(style.theme.accent, width)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(rect.adjusted(width / 2, width / 2, -width / 2, -width / 2))


class MatrixHead(QHeaderView):
    """Names of rows or columns that are picked with a click.

    `is_last_pinned` says whether the last column stays at the right edge while the others are scrolled, `is_upright`
    whether names are written upwards.
    """

    # names were clicked: from the one clicked before to this one, in either order, or twice the same; and a `Click`
    picked = Signal(int, int, object)
    menu_requested = Signal(int, QPoint)  # the menu of a name is wanted at a place on the screen

    def __init__(self, orientation: Qt.Orientation, style: MatrixStyle, parent: QWidget | None = None) -> None:
        super().__init__(orientation, parent)
        self.matrix_style = style
        self.is_last_pinned = self.is_upright = False
        self._hovered = self._anchor = -1
        self.setMouseTracking(True)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        model = self.model()
        name = model.type_at(logicalIndex) if isinstance(model, TypeMatrixModel) else None
        is_row = self.orientation() == Qt.Orientation.Vertical
        place, is_hovered = QRectF(rect), logicalIndex == self._hovered
        paint_matrix_head(
            painter, self.matrix_style, place, name, is_row=is_row, is_hovered=is_hovered, is_upright=self.is_upright
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.is_last_pinned:
            with QPainter(self.viewport()) as painter:
                width = self.sectionSize(self.count() - 1)
                rect = QRect(self.viewport().width() - width, 0, width, self.height())
                self.paintSection(painter, rect, self.count() - 1)

    def place_at(self, point: QPoint) -> int:
        """Tell which row or column is at a point of the viewport; -1 if none is."""
        last = self.count() - 1
        if self.is_last_pinned and point.x() >= self.viewport().width() - self.sectionSize(last):
            return last
        return self.logicalIndexAt(point)

    def sizeHint(self) -> QSize:
        """Ask for the size that the view fixed; Qt's own would measure hundreds of names at every layout."""
        return self.minimumSize()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        place = self.place_at(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or place < 0:
            return
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.picked.emit(self._anchor if 0 <= self._anchor < self.count() else place, place, Click.RANGE)
        else:
            self._anchor = place
            self.picked.emit(place, place, Click.of(event.modifiers()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(self.place_at(event.position().toPoint()))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        place = self.place_at(event.pos())
        if place >= 0:
            self.menu_requested.emit(place, event.globalPos())

    def viewportEvent(self, event: QEvent) -> bool:
        """Explain the name under the pointer, the pinned one too."""
        place = self.place_at(event.pos()) if self.is_last_pinned and isinstance(event, QHelpEvent) else -1
        if place == self.count() - 1 and isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text = self.model().headerData(place, self.orientation(), Qt.ItemDataRole.ToolTipRole)
            QToolTip.showText(event.globalPos(), str(text), self)
            return True
        return super().viewportEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(-1)

    def _hover(self, place: int) -> None:
        if place != self._hovered:
            self._hovered = place
            self.viewport().update()


_SHIFT = Qt.KeyboardModifier.ShiftModifier
_FEWEST_ROWS, _MOST_ROWS = 6, 12  # further ones are scrolled to
_MOST_OF_WIDTH = 0.4  # that the names of the rows take
_N_MEASURED = 20  # names, the longest ones
_LEAST_OF_WIDTH = 0.24  # that they give way to if all columns fit then
_SCROLLED_COLUMN = 32  # at a font of 13 pixels: some letters of the names are read where not all fit anyway
_CORNER = "ref ↓ pred →"


class MatrixView(PickingView):
    """Cells, rows and columns that are picked."""

    # lists of reference and of predicted types, None for no mention, and a `Click`; one list is empty where a whole row
    # or column is picked
    types_picked = Signal(object, object, object)
    # the menu of a cell or a name: both lists, what stands there, what it means, and a place on the screen
    types_menu_requested = Signal(object, str, str, QPoint)
    ring_inset = 1

    def __init__(self, model: TypeMatrixModel, name: str) -> None:
        super().__init__(
            model,
            name,
            "Enter picks the cell, Shift+Space its row, Shift+Enter its column; Ctrl adds, Shift+arrows extend.",
        )
        style = MatrixStyle(current_theme(), QApplication.font())
        self._matrix, self._name = model, name
        self._most_rows = _MOST_ROWS
        self._styles = (style, style)  # wide and tight
        self._is_last_pinned = False
        self._style = style
        self.rows = MatrixHead(Qt.Orientation.Vertical, style, self)
        self.columns = MatrixHead(Qt.Orientation.Horizontal, style, self)
        self._corner_words = _CORNER
        self._corner = QLabel(_CORNER, self)
        self._build_ui()
        self.setModel(model)
        self._connect()
        self.restyle(QApplication.font())

    def _connect(self) -> None:
        self.picked.connect(self._pick)
        self.menu_requested.connect(self._on_menu_requested)
        self.rows.picked.connect(self._pick_rows)
        self.rows.menu_requested.connect(partial(self._on_head_menu_requested, Qt.Orientation.Vertical))
        self.columns.picked.connect(self._pick_columns)
        self.columns.menu_requested.connect(partial(self._on_head_menu_requested, Qt.Orientation.Horizontal))

    def _types(self, first: int, last: int) -> list[str | None]:
        low, high = sorted((first, last))
        return [self._matrix.type_at(place) for place in range(low, high + 1)]

    def _pick(self, first: QModelIndex, last: QModelIndex, click: Click) -> None:
        rows, columns = self._types(first.row(), last.row()), self._types(first.column(), last.column())
        self.types_picked.emit(rows, columns, click)

    def _pick_rows(self, first: int, last: int, click: Click) -> None:
        self.types_picked.emit(self._types(first, last), [], click)

    def _pick_columns(self, first: int, last: int, click: Click) -> None:
        self.types_picked.emit([], self._types(first, last), click)

    def _on_menu_requested(self, index: QModelIndex, place: QPoint) -> None:
        cell, types = self.cell(index), [self._types(at, at) for at in (index.row(), index.column())]
        self.types_menu_requested.emit(types, cell.text, cell.explanation, place)

    def _on_head_menu_requested(self, orientation: Qt.Orientation, number: int, place: QPoint) -> None:
        name, explanation = (
            str(self._matrix.headerData(number, orientation, role))
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.WhatsThisRole)
        )
        types = self._types(number, number)
        both = [types, []] if orientation == Qt.Orientation.Vertical else [[], types]
        self.types_menu_requested.emit(both, name, explanation, place)

    def paint_cell(self, painter: QPainter, rect: QRectF, index: Index, is_hovered: bool) -> None:
        paint_matrix_cell(painter, self._style, rect, self.cell(index), is_hovered)

    def show_matrix(
        self, types: Sequence[str], counts: AnyIntArray, picked: BoolArray | None = None, with_correct: bool = False
    ) -> None:
        """Show another matrix, as `TypeMatrixModel.set_matrix` does, the keyboard in it where it was."""
        self._matrix.set_matrix(types, counts, picked, with_correct)
        self.fit()
        if types and not self.currentIndex().isValid():
            self.setCurrentIndex(self._matrix.index(0, 0))

    def speak(self, wording: Wording) -> None:
        self._matrix.speak(wording)
        self.setAccessibleName(wording.said(self._name))
        self._corner_words = "A ↓ B →" if wording.is_neutral else _CORNER
        self.fit()

    def restyle(self, font: QFont) -> None:
        self.row_style = style = MatrixStyle(current_theme(), font)
        self._styles = (style, replace(style, is_tight=True))
        set_ink(self._corner, style.theme.text3)
        self._corner.setFont(style.head_font)
        self.fit()
        self.viewport().update()

    @property
    def scroll_bar_width(self) -> int:
        """What the scroll bar takes of the width, in device-independent pixels; 0 if there is none."""
        return self.verticalScrollBar().sizeHint().width() if self._matrix.rowCount() > self._most_rows else 0

    def give_way(self) -> int:
        """Be as low as the matrix may be, and tell what more rows would take, in device-independent pixels."""
        self._most_rows = _FEWEST_ROWS
        self.fit()
        return self._styles[0].row_height * max(min(self._matrix.rowCount(), _MOST_ROWS) - _FEWEST_ROWS, 0)

    def take(self, height: int) -> None:
        """Show more rows, as many as some more height has room for; in device-independent pixels."""
        more = max(height, 0) // self._styles[0].row_height
        self._most_rows = min(max(self._most_rows + more, _FEWEST_ROWS), _MOST_ROWS)
        self.fit()

    def fit(self) -> None:
        """Share the width among the columns, and be as high as the rows, up to some; the others are scrolled to.

        Columns are alike if their names stand whole then, else as wide as their names, else as narrow as their counts
        allow, and the names are written upwards. If they do not fit even so, they are scrolled and the last one, of no
        mention, stays in sight.
        """
        n_rows = self._matrix.rowCount()
        n_shown = min(n_rows, self._most_rows)
        width = self.width() - self.scroll_bar_width
        style = self._styles[0]
        least, names = self._least_column(), self._names_width()
        heads = self._head_rooms()
        alike, own = [max(least, *heads)] * n_rows, [max(least, head) for head in heads]
        whole = next((wide for wide in (alike, own) if names + sum(wide) <= width), None)
        is_tight = names + least * n_rows > width
        columns = whole or (self._tight_columns(width - names) if is_tight else [least] * n_rows)
        least_names = min(names, round(_LEAST_OF_WIDTH * self.width())) if is_tight else names
        is_cut = least_names + sum(columns) > width
        if is_cut:
            columns = [max(columns[-1], least, round(_SCROLLED_COLUMN * style.unit))] * n_rows
        else:
            names = min(names, width - sum(columns))
            head = self._corner_width() if self._corner_width() + sum(columns) <= width else names
            names = max(names, head)
            more = (width - names - sum(columns)) // n_rows
            columns = [column + more for column in columns]
            names = width - sum(columns) if n_rows <= n_shown else names
        self._is_last_pinned = self.columns.is_last_pinned = is_cut
        self.columns.is_upright = is_upright = whole is None
        head_height = style.upright_height(max(heads)) if is_upright else style.head_height
        self._style = self.rows.matrix_style = self.columns.matrix_style = self._styles[is_tight]
        self._resize_heads(names, columns, head_height)
        self._corner.setAlignment(Qt.AlignmentFlag.AlignBottom if is_upright else Qt.AlignmentFlag.AlignVCenter)
        self._corner.setText(self._corner_words if self._corner_width() <= names else "")
        below = self.horizontalScrollBar().sizeHint().height() if is_cut else 0
        self.setFixedHeight(head_height + n_shown * style.row_height + below)

    def _build_ui(self) -> None:
        self.setCornerButtonEnabled(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalHeader(self.rows)
        self.setHorizontalHeader(self.columns)
        self._corner.setAutoFillBackground(True)
        self.setCornerWidget(QWidget(self))  # or the style draws a box where the scroll bars meet

    def _resize_heads(self, names: int, columns: list[int], head_height: int) -> None:
        style = self._styles[0]
        for head, size in ((self.rows, style.row_height), (self.columns, min(columns))):
            head.setMinimumSectionSize(size)
            head.setDefaultSectionSize(size)
        if max(columns) > min(columns):
            for place, column in enumerate(columns):
                self.columns.resizeSection(place, column)
        self.rows.setFixedWidth(names)
        self.columns.setFixedHeight(head_height)

    def _head_rooms(self) -> list[int]:
        """Measure what the name of each column needs; where there are many, what the longest one does."""
        style, n_rows = self._styles[0], self._matrix.rowCount()
        if n_rows > _N_MEASURED:
            longest = max(map(style.head_room, self._matrix.longest_names(_N_MEASURED)))
            return [math.ceil(longest)] * n_rows
        return [math.ceil(style.head_room(self._matrix.type_at(place))) for place in range(n_rows)]

    def _names_width(self) -> int:
        style = self._styles[0]
        names = ("none", *self._matrix.longest_names(_N_MEASURED))
        widest = max(map(style.head_metrics.horizontalAdvance, names)) + style.padding
        return math.ceil(min(widest, _MOST_OF_WIDTH * self.width()))

    def _corner_width(self) -> int:
        style = self._styles[0]
        return math.ceil(style.head_metrics.horizontalAdvance(self._corner_words) + style.padding)

    def _least_column(self) -> int:
        """Leave room for the largest count and for a short name."""
        style = self._styles[0]
        count = style.metrics.horizontalAdvance(grouped(self._matrix.largest))
        return round(max(count, style.head_metrics.horizontalAdvance("none")) + 1.5 * style.padding)

    def _tight_columns(self, room: int) -> list[int]:
        """Leave room for the counts of each column and for the word none; what is left widens the narrowest."""
        style = self._styles[1]
        texts = [grouped(count) for count in self._matrix.largest_by_column]
        widths = {length: style.metrics.horizontalAdvance("8" * length) for length in set(map(len, texts))}
        counts = [widths[len(text)] for text in texts]
        counts[-1] = max(counts[-1], QFontMetricsF(style.none_font).horizontalAdvance("none"))
        own = [math.ceil(count + 2 * style.padding) for count in counts]
        wider = [[max(width, least) for width in own] for least in range(min(own), max(own) + 1)]
        return next((widths for widths in reversed(wider) if sum(widths) <= room), own)

    def _is_pinned(self, column: int) -> bool:
        return self._is_last_pinned and column == self._matrix.columnCount() - 1

    @property
    def _pinned_left(self) -> int:
        return self.viewport().width() - self.columnWidth(self._matrix.columnCount() - 1)

    def visualRect(self, index: Index) -> QRect:
        """Give the place of a cell, of a pinned one at the right edge."""
        rect = super().visualRect(index)
        if self._is_pinned(index.column()):
            rect.moveLeft(self._pinned_left)
        return rect

    def indexAt(self, pos: QPoint) -> QModelIndex:
        """Find the cell at a point; a pinned one lies over the others."""
        if self._is_last_pinned and pos.x() >= self._pinned_left:
            return self._matrix.index(self.rowAt(pos.y()), self._matrix.columnCount() - 1)
        return super().indexAt(pos)

    def scrollTo(
        self, index: Index, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        """Bring a cell out from under the pinned column, which need not be scrolled to itself."""
        bar = self.horizontalScrollBar()
        before = bar.value()
        super().scrollTo(index, hint)
        if self._is_pinned(index.column()):
            bar.setValue(before)
        elif self._is_last_pinned:
            bar.setValue(bar.value() + max(self.visualRect(index).right() + 1 - self._pinned_left, 0))

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Paint the pinned column where it was."""
        super().scrollContentsBy(dx, dy)
        self.viewport().update()
        self.columns.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._is_last_pinned:
            return
        hovered = self.indexAt(self.viewport().mapFromGlobal(QCursor.pos())) if self.viewport().underMouse() else None
        last = self.rowAt(self.viewport().height() - 1)
        with QPainter(self.viewport()) as painter:
            for row in range(self.rowAt(0), (last if last >= 0 else self._matrix.rowCount() - 1) + 1):
                index, option = self._matrix.index(row, self._matrix.columnCount() - 1), QStyleOptionViewItem()
                self.initViewItemOption(option)
                option.rect = self.visualRect(index)
                if index == hovered:
                    option.state |= QStyle.StateFlag.State_MouseOver
                if index == self.currentIndex() and self.hasFocus():
                    option.state |= QStyle.StateFlag.State_HasFocus
                self.itemDelegate().paint(painter, option, index)
            painter.fillRect(self._pinned_left - 1, 0, 1, self.viewport().height(), self._styles[0].theme.border)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def updateGeometries(self) -> None:
        super().updateGeometries()
        self._corner.setGeometry(0, 0, self.rows.width(), self.columns.height())
        self._corner.raise_()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the row of the current cell with Shift+Space, its column with Shift+Enter; Ctrl adds."""
        index, click = self.currentIndex(), Click.of(event.modifiers())
        if not index.isValid() or not event.modifiers() & _SHIFT:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Space:
            self._pick_rows(index.row(), index.row(), click)
        elif event.key() in ENTER_KEYS:
            self._pick_columns(index.column(), index.column(), click)
        else:
            super().keyPressEvent(event)
