"""Tables of rows of one height that are walked through by keys, under heads that say what they mean; their style."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Final, NamedTuple, cast

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QStaticText,
    QTextOption,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from nerinspect.glossary.wording import JUDGED
from nerinspect.ui.kit.keys import ENTER_KEYS, OPENING_KEYS
from nerinspect.ui.kit.screen_text import draw_text, tooltip
from nerinspect.ui.kit.tables import NO_INDEX, Index, TableView, leave_row_heads_out, set_row_height
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, scaled_font, unit_of
from nerinspect.ui.theme.marks import SWATCH_ROOM, paint_accent_edge, paint_focus_ring, paint_swatch
from nerinspect.ui.theme.themes import Theme, TypeStyle, current_theme
from nerinspect.visible import visible

_LINE, _PADDING = 3, 6  # at a font of 13 pixels
_ROW_MARGIN, _FURTHER_LINE = 12, 4
_MEASURED = 1_000  # texts that are measured once
_USUAL = 0.75  # of the average over the whole font, in which capitals count as much as small letters


@dataclass(frozen=True, eq=False)
class CellStyle:
    """Everything a cell needs to be painted, all sizes in device-independent pixels."""

    theme: Theme  # colours
    types: Mapping[str, TypeStyle]  # lines of the entity types
    font: QFont  # font of segments and contexts; readings and letters are set smaller
    n_below: int = 1  # lines of readings below the words of a segment

    @cached_property
    def unit(self) -> float:
        return unit_of(self.font)

    @cached_property
    def line(self) -> float:
        return _LINE * self.unit

    @cached_property
    def padding(self) -> float:
        return _PADDING * self.unit

    @cached_property
    def metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self.font)

    @cached_property
    def reading_metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self.reading_font)

    @cached_property
    def names(self) -> "dict[str, ReadingName]":
        """Type names as laid out for readings; filled as they are painted."""
        return {}

    @cached_property
    def badges(self) -> dict[str, QPixmap]:
        """Kinds as painted, by name and resolution; filled as they are painted."""
        return {}

    @cached_property
    def usual(self) -> float:
        """A width that characters of usual text exceed on average, in device-independent pixels."""
        return self.metrics.averageCharWidth() * _USUAL

    @cached_property
    def narrow(self) -> float:
        """A width that characters exceed on average in any text, in device-independent pixels."""
        return self.metrics.horizontalAdvance("i") / 2

    @cached_property
    def digit(self) -> float:
        """Width of the widest character of a number, in device-independent pixels."""
        return max(self.metrics.horizontalAdvance(character) for character in "0123456789,.·– ")

    @cached_property
    def row_height(self) -> int:
        return round(self.metrics.height() + (_ROW_MARGIN + _FURTHER_LINE * (self.n_below - 1)) * self.unit)

    @cached_property
    def reading_font(self) -> QFont:
        return scaled_font(self.font, DETAIL)

    @cached_property
    def strong_font(self) -> QFont:
        """Font of what stands out among readings and small cells."""
        return scaled_font(self.font, DETAIL, is_bold=True)

    @cached_property
    def strong_metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self.strong_font)

    @cached_property
    def reading_width(self) -> Callable[[str], float]:
        """Measures text in the font of type names; names and numbers come again with nearly every event."""
        return _measured_once(self.reading_metrics)

    @cached_property
    def strong_width(self) -> Callable[[str], float]:
        return _measured_once(self.strong_metrics)

    @cached_property
    def group_font(self) -> QFont:
        return scaled_font(self.font, 1, is_bold=True)

    @cached_property
    def letters_font(self) -> QFont:
        return scaled_font(self.font, CAPTION, is_bold=True)


def plain_style() -> CellStyle:
    """Give the style of a table that was not yet told of types: in the font and the colours of the program."""
    return CellStyle(current_theme(), {}, QApplication.font())


def _measured_once(metrics: QFontMetricsF) -> Callable[[str], float]:
    @lru_cache(_MEASURED)
    def width_of(text: str) -> float:  # of a method of Qt the cache would ask for its signature, which takes long
        return metrics.horizontalAdvance(text)

    return width_of


class ReadingName(NamedTuple):
    """A type name that was laid out once, since it is painted in nearly every row; in device-independent pixels."""

    text: QStaticText  # the name in the font of readings
    width: float
    height: float


def reading_name(style: CellStyle, name: str) -> ReadingName:
    """Lay out a type name in the font of readings, or take it from an earlier time."""
    if name not in style.names:
        text = QStaticText(name)
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setTextOption(text_option(Qt.AlignmentFlag.AlignLeft, is_right_to_left=False))
        text.prepare(font=style.reading_font)
        style.names[name] = ReadingName(text, style.reading_metrics.horizontalAdvance(name), text.size().height())
    return style.names[name]


@cache
def text_option(at: Qt.AlignmentFlag, is_right_to_left: bool) -> QTextOption:
    """Choose side and direction of one line of text; the side is that of the screen in both directions."""
    option = QTextOption(at | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter)
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    option.setTextDirection(Qt.LayoutDirection.RightToLeft if is_right_to_left else Qt.LayoutDirection.LeftToRight)
    return option


def paint_type_line(painter: QPainter, style: CellStyle, type_name: str, rect: QRectF) -> None:
    """Paint the line of a reading, in the colour of text if the style does not know the type.

    The rectangle is as long as what the reading covers, as high as the line is thick.
    """
    known = style.types.get(type_name)
    colour = known.line if known else style.theme.text
    if known is None or known.pen == Qt.PenStyle.SolidLine:
        painter.fillRect(rect, colour)
        return
    painter.save()
    painter.setPen(QPen(colour, rect.height(), known.pen, Qt.PenCapStyle.FlatCap))
    y = rect.center().y()
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
    painter.restore()


def paint_row_ground(
    painter: QPainter,
    style: CellStyle,
    rect: QRectF,
    *,
    is_selected: bool,
    is_hovered: bool,
    is_alternate: bool,
    is_group: bool = False,
) -> None:
    theme = style.theme
    if is_selected:
        colour = theme.selected
    elif is_hovered:
        colour = theme.hover
    elif is_group:
        colour = theme.window
    else:
        colour = theme.alternate if is_alternate else theme.base
    painter.fillRect(rect, colour)


COLOUR_ROLE: Final = Qt.ItemDataRole.UserRole + 2
"""The role under which the head of a column about a system gives the number of its colour."""

_HEAD_MARGIN: Final = 8  # above and below the titles together, at a font of 13 pixels


class FlatHead(QHeaderView):
    """Paint titles without buttons, the sorted one with an arrow; a third click takes the sorting away.

    One that `is_of_window` stands on the colour of the window, over a hairline from edge to edge.
    """

    is_of_window = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.cell_style = plain_style()
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(1)
        self.setHighlightSections(False)
        self.setSectionsClickable(True)
        self.setSortIndicatorClearable(True)

    def title_width(self, section: int) -> int:
        """Measure the room a title needs with its arrow, in device-independent pixels."""
        title = visible(str(self.model().headerData(section, Qt.Orientation.Horizontal)))
        room = 0.0 if self._colour(section) is None else SWATCH_ROOM * self.cell_style.unit
        metrics = QFontMetricsF(scaled_font(self.cell_style.font, CAPTION))
        return round(metrics.horizontalAdvance(f"{title} ▾") + room + 2 * self.cell_style.padding) + 1

    def _colour(self, section: int) -> int | None:
        return cast("int | None", self.model().headerData(section, Qt.Orientation.Horizontal, COLOUR_ROLE))

    def sizeHint(self) -> QSize:
        text = QFontMetricsF(scaled_font(self.cell_style.font, CAPTION)).height()
        return QSize(0, round(text + _HEAD_MARGIN * self.cell_style.unit))

    def setSelectionModel(self, selection: QItemSelectionModel) -> None:
        """Keep selections of its own: those of the table would be looked through row by row."""
        if self.model() is not None and self.selectionModel() is None:
            super().setSelectionModel(QItemSelectionModel(self.model(), self))

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        style = self.cell_style
        painter.save()
        painter.fillRect(rect, style.theme.window if self.is_of_window else style.theme.base)
        title = str(self.model().headerData(section, Qt.Orientation.Horizontal))
        if self.isSortIndicatorShown() and self.sortIndicatorSection() == section:
            title += " ▴" if self.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder else " ▾"
        at = self.model().headerData(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole)
        inner = QRectF(rect).adjusted(style.padding, 0, -style.padding, 0)
        if (colour := self._colour(section)) is not None:
            paint_swatch(painter, style.theme, style.unit, inner, colour)
            inner.adjust(SWATCH_ROOM * style.unit, 0, 0, 0)
        draw_text(painter, scaled_font(style.font, CAPTION), style.theme.text2, inner, title, at)
        painter.restore()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        theme, area = self.cell_style.theme, self.viewport().rect()
        ground, line, width = theme.base, theme.border, self.length()
        if self.is_of_window:
            ground, line, width = theme.window, theme.hairline, area.width()
        with QPainter(self.viewport()) as painter:
            painter.fillRect(area.adjusted(self.length(), 0, 0, 0), ground)
            painter.fillRect(QRect(area.left(), area.bottom(), width, 1), line)


class HeadedModel(QAbstractTableModel):
    """Head the columns of a table, some of which are `right_aligned`, and give the texts of its cells."""

    def __init__(self, titles: Sequence[str], meanings: Sequence[str], right_aligned: Sequence[int]) -> None:
        super().__init__()
        self._titles, self._meanings, self._right_aligned = titles, meanings, right_aligned
        self.wording = JUDGED  # what the two sides of the study are called

    def alignment(self, column: int) -> Qt.AlignmentFlag:
        return Qt.AlignmentFlag.AlignRight if column in self._right_aligned else Qt.AlignmentFlag.AlignLeft

    @property
    def n_rows(self) -> int:
        raise NotImplementedError

    def text(self, row: int, column: int) -> str:
        raise NotImplementedError

    def tip(self, row: int, column: int) -> str:
        return self.text(row, column)

    def spoken(self, row: int, column: int) -> str:
        raise NotImplementedError

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else self.n_rows

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._titles)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.text(index.row(), index.column())
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(self.tip(index.row(), index.column()))
            case Qt.ItemDataRole.AccessibleTextRole:
                return self.spoken(index.row(), index.column())
            case Qt.ItemDataRole.TextAlignmentRole:
                return self.alignment(index.column())
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._titles[section]
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(self.wording.meaning(self._meanings[section]))
            case Qt.ItemDataRole.TextAlignmentRole:
                return self.alignment(section)
        return None


_STEPS: Final = {Qt.Key.Key_J: 1, Qt.Key.Key_K: -1}


class RowsView(TableView):
    """Choose rows by mouse and keys."""

    row_chosen = Signal(int)  # another row became the current one; -1 for none
    opened = Signal(QModelIndex)  # Enter, Space or a double click on a cell
    copy_requested = Signal()  # the selected rows are to be copied
    menu_requested = Signal(QModelIndex, QPoint)  # the menu of a cell is to be shown at this place of the screen
    resized = Signal()  # there is more or less room for the columns

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.cell_style = plain_style()
        self.hovered_row = -1
        self.head = FlatHead(self)
        self.setHorizontalHeader(self.head)
        self.setWordWrap(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        leave_row_heads_out(self)

    @property
    def current_row(self) -> int:
        return self.currentIndex().row()

    @property
    def selected_rows(self) -> list[int]:
        selection = self.selectionModel().selection()
        ranges = [selection.at(place) for place in range(selection.count())]
        return sorted({row for one in ranges for row in range(one.top(), one.bottom() + 1)})

    @property
    def first_column(self) -> int:
        return next((place for place in range(self.model().columnCount()) if not self.isColumnHidden(place)), 0)

    def set_style(self, style: CellStyle) -> None:
        self.cell_style = style
        self.head.cell_style = style
        set_row_height(self, style.row_height)
        self.head.updateGeometry()
        self.viewport().update()

    def choose_row(self, row: int, column: int = 0) -> None:
        """Make a row the current one and bring it into sight."""
        self.setCurrentIndex(self.model().index(row, column))

    def step(self, step: int) -> None:
        row = self.current_row + step
        if 0 <= row < self.model().rowCount():
            self.choose_row(row, max(self.currentIndex().column(), 0))

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.row() != previous.row():
            self.row_chosen.emit(current.row())

    def event(self, event: QEvent) -> bool:
        """Claim the keys of this table before the window's shortcuts take them."""
        if event.type() == QEvent.Type.ShortcutOverride:
            key = cast("QKeyEvent", event)
            if not key.modifiers() & ~Qt.KeyboardModifier.KeypadModifier and key.key() in (*_STEPS, *ENTER_KEYS):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if is_plain and event.key() in _STEPS:
            self.step(_STEPS[Qt.Key(event.key())])
        elif is_plain and event.key() in OPENING_KEYS and self.currentIndex().isValid():
            self.opened.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(self.rowAt(round(event.position().y())))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(-1)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self.opened.emit(index)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    def copy(self) -> None:
        self.copy_requested.emit()

    def ask_for_menu(self, index: QModelIndex, place: QPoint | None = None) -> None:
        if index.isValid():
            below = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())
            self.menu_requested.emit(index, place or below)

    def _hover(self, row: int) -> None:
        if row != self.hovered_row:
            self.hovered_row = row
            self.viewport().update()


class RowsDelegate(QStyledItemDelegate):
    """Paint rows over hairlines; what stands in a cell is left to others."""

    def __init__(self, view: RowsView) -> None:
        super().__init__(view)
        self._rows = view

    def paint_cell(self, painter: QPainter, style: CellStyle, rect: QRectF, row: int, column: int) -> None:
        raise NotImplementedError

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        style, rect, row, column = self._rows.cell_style, QRectF(option.rect), index.row(), index.column()
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        paint_row_ground(
            painter, style, rect,
            is_selected=is_selected, is_hovered=row == self._rows.hovered_row, is_alternate=False,
        )  # fmt: skip
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), style.theme.hairline)
        self.paint_cell(painter, style, rect, row, column)
        if is_selected and column == self._rows.first_column:
            paint_accent_edge(painter, style.theme, style.unit, rect)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, style.theme, style.unit, rect)
        painter.restore()
