"""The preview: a file as it is parsed, with a bar beside each mention."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFocusEvent, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from nerinspect.io.reading.preview import Preview, PreviewRow
from nerinspect.quantities import grouped
from nerinspect.ui.kit.layout import set_row_height
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.tables.places import (
    CELL_ROLE,
    PlaceCell,
    PlaceColumn,
    PlaceFonts,
    Places,
    PlacesModel,
    let_rows_be_chosen,
)
from nerinspect.ui.kit.text_lines import draw_text
from nerinspect.ui.opening.files_table import Head
from nerinspect.ui.theme.fonts import unit_of
from nerinspect.ui.theme.marks import paint_accent_edge, paint_focus_ring
from nerinspect.ui.theme.themes import TypeStyle, current_theme, type_styles

_Index = QModelIndex | QPersistentModelIndex
_BAR, _LANE = 4, 7  # at a font of 13 pixels
_MOST_LANES: Final = 4


class PreviewColumn(IntEnum):
    """What stands in each column."""

    LINE = 0
    TOKEN = 1
    LABEL = 2
    READ_AS = 3


_LINE: Final = "The physical line; sentence and token where a format has no lines."
_COLUMNS: Final = (
    PlaceColumn("Token", "The token."),
    PlaceColumn("Label", "The label as in the file."),
    PlaceColumn(
        "Read as",
        "The type of each mention at its first token, with a bar beside all of it, and what is wrong with the line.",
    ),
)


@dataclass(frozen=True)
class PreviewCell(PlaceCell):
    """A cell, with all of its row, which is painted."""

    row: PreviewRow | None = None


def preview_places(preview: Preview | None) -> Places:
    """List the rows of a file."""

    def write(number: int) -> tuple[PlaceCell, ...]:
        assert preview is not None, "there is a row"
        row = preview.row(number)
        read_as = " ".join((*row.types, row.problem)).strip()
        texts = (row.place, "", "", row.token) if row.is_whole_line else (row.place, row.token, row.label, read_as)
        return tuple(PreviewCell(text, row=row) for text in texts)

    title = "Line" if preview is None or preview.has_lines else "Place"
    columns = (PlaceColumn(title, _LINE, is_number=True), *_COLUMNS)
    return Places(columns, preview.n_rows if preview is not None else 0, write)


class PreviewView(Styled, QTableView):
    """Show the rows of a file; a row that was jumped to is marked."""

    def __init__(self) -> None:
        super().__init__()
        self._model, self._delegate = PlacesModel(preview_places(None)), _PreviewDelegate(self)
        self._model.setParent(self)
        self.preview: Preview | None = None
        self._types: tuple[str, ...] = ()
        self.setAccessibleName("Preview")
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setWordWrap(False)
        let_rows_be_chosen(self).setStretchLastSection(True)

    def show_preview(self, preview: Preview | None, types: tuple[str, ...] = ()) -> None:
        """Show another file, or the same read otherwise, at the line that was on show."""
        before = self.indexAt(self.viewport().rect().topLeft()).row() if self.preview is not None else 0
        self.preview, self._types = preview, types
        self._model.show_places(preview_places(preview))
        self._delegate.types = type_styles(types, current_theme())
        self._fit_columns()
        if 0 < before < self._model.rowCount():
            self.scrollTo(self._model.index(before, 0), QAbstractItemView.ScrollHint.PositionAtTop)

    def jump_to(self, row: int) -> None:
        """Mark a row and bring it into sight, with some rows before it."""
        if row < self._model.rowCount():
            index = self._model.index(row, PreviewColumn.TOKEN)
            self.setCurrentIndex(index)
            self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)

    def go_to_start(self) -> None:
        self.clearSelection()
        self.scrollToTop()

    def _restyle(self) -> None:
        self._delegate.fonts = fonts = PlaceFonts(self.font())
        self._delegate.types = type_styles(self._types, current_theme())
        set_row_height(self, fonts.row_height)
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Give each column the room of usual texts; a merged file has several labels in a line."""
        fonts = self._delegate.fonts
        metrics, n_labels = QFontMetricsF(fonts.plain), min(self.preview.n_labels if self.preview else 1, 3)
        for column, text in ((0, "9,999,999"), (1, "Representative"), (2, "I-corporation " * max(n_labels, 1))):
            self.setColumnWidth(column, round(metrics.horizontalAdvance(text) + 12 * fonts.unit))

    # Qt overrides

    def minimumSizeHint(self) -> QSize:
        return QSize(round(300 * self._delegate.fonts.unit), 6 * self._delegate.fonts.row_height)

    def sizeHint(self) -> QSize:
        return QSize(round(420 * self._delegate.fonts.unit), 12 * self._delegate.fonts.row_height)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Let the keyboard begin at the first row."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._model.rowCount():
            self.setCurrentIndex(self._model.index(0, PreviewColumn.TOKEN))


class _PreviewDelegate(QStyledItemDelegate):
    """Paint quiet lines, labels in the fixed font, bars and what is wrong."""

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self.fonts = PlaceFonts(view.font())
        self.types: dict[str, TypeStyle] = {}

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        theme, fonts, rect, row = current_theme(), self.fonts, QRectF(option.rect), index.data(CELL_ROLE).row
        column, is_chosen = index.column(), bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        if row.problem or is_chosen:
            painter.fillRect(rect, theme.warning_strip if row.problem else theme.selected)
        if is_chosen and not column:
            paint_accent_edge(painter, theme, fonts.unit, rect)
        place = rect.adjusted(6 * fonts.unit, 0, -6 * fonts.unit, 0)
        if column == PreviewColumn.LINE:
            draw_text(painter, fonts.plain, theme.text3, place, row.place, Qt.AlignmentFlag.AlignRight)
        elif column == PreviewColumn.TOKEN and not row.is_whole_line:
            ink = theme.text if row.kind == "token" else theme.warning if row.problem else theme.text3
            draw_text(painter, fonts.plain, ink, place, row.token)
        elif column == PreviewColumn.LABEL:
            draw_text(painter, fonts.labels, theme.warning if row.problem else theme.text, place, row.label)
        elif column == PreviewColumn.READ_AS and row.is_whole_line:
            draw_text(painter, fonts.plain, theme.text3, place, row.token)
        elif column == PreviewColumn.READ_AS:
            self._paint_reading(painter, rect, row)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, theme, fonts.unit, rect)
        painter.restore()

    def _paint_reading(self, painter: QPainter, rect: QRectF, row: PreviewRow) -> None:
        """Paint the bars of mentions, the types that begin, and what is wrong."""
        theme, fonts = current_theme(), self.fonts
        gap = fonts.row_height / 6
        for bar in row.bars:
            if bar.lane < _MOST_LANES:
                top = rect.top() + (gap if bar.is_first else 0)
                bottom = rect.bottom() - (gap if bar.is_last else -1)
                left = rect.left() + bar.lane * _LANE * fonts.unit
                style = self.types.get(bar.type)
                painter.fillRect(
                    QRectF(left, top, _BAR * fonts.unit, bottom - top), style.line if style else theme.text2
                )
        n_lanes = max((min(bar.lane + 1, _MOST_LANES) for bar in row.bars), default=1)
        place = rect.adjusted((n_lanes * _LANE + 14) * fonts.unit, 0, -6 * fonts.unit, 0)
        if row.types:
            bold = QFont(fonts.plain)
            bold.setWeight(QFont.Weight.DemiBold)
            text = " ".join(row.types)
            draw_text(painter, bold, theme.text, place, text)
            place.setLeft(place.left() + QFontMetricsF(bold).horizontalAdvance(text + " "))
        draw_text(painter, fonts.plain, theme.warning, place, row.problem)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Ask for nothing: columns and rows are sized for the whole table."""
        return QSize(0, 0)


class PreviewPart(QWidget):
    """Show a file as parsed, with a way back to its first line."""

    def __init__(self) -> None:
        super().__init__()
        self.view = PreviewView()
        self.head = Head("Previe&w", buddy=self.view)
        self.head.link_followed.connect(self.view.go_to_start)
        self.view.verticalScrollBar().valueChanged.connect(self._tell_place)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(round(4 * unit_of(self.font())))
        layout.addWidget(self.head)
        layout.addWidget(self.view, 1)

    def show_preview(self, preview: Preview | None, types: tuple[str, ...] = ()) -> None:
        self.view.show_preview(preview, types)
        self._tell_place()

    def _tell_place(self) -> None:
        preview, row = self.view.preview, self.view.rowAt(0)
        if preview is None or not preview.n_rows:
            self.head.set_note("")
        elif row <= 0:
            self.head.set_note("as parsed")
        else:
            where = f"line {grouped(row + 1)} on" if preview.has_lines else "further on"
            self.head.set_note(f"as parsed, {where};", "from the beginning")
