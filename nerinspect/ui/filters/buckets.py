"""The buckets of an attribute as a filter: how well mentions with such values are found, and how many there are."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from nerinspect.events.scores import ratio
from nerinspect.events.study import BUCKET_RANGE, Attribute
from nerinspect.glossary.wording import Wording
from nerinspect.lists.mention_facts import definition_key
from nerinspect.query.counts.buckets import BucketPanelCounts
from nerinspect.query.selection import Selection
from nerinspect.ui.filters.bucket_table import BucketColumn, BucketModel, BucketRole, BucketRow, kept_by
from nerinspect.ui.filters.counts_table import CountsTable
from nerinspect.ui.filters.panel import Choice, ChoiceButton, FilterPanel
from nerinspect.ui.kit.doors import number_menu
from nerinspect.ui.kit.tables.painters import PADDING, SMALL, ValuesStyle, number_width, paint_rate_bar, small_width
from nerinspect.ui.kit.text_lines import draw_text
from nerinspect.ui.theme.marks import paint_accent_edge, paint_focus_ring
from nerinspect.ui.theme.themes import current_theme
from nerinspect.visible import visible


@dataclass(frozen=True)
class BucketCell:
    """What one cell says.

    Attributes
    ----------
    row : BucketRow
        Its bucket.
    column : BucketColumn
        Which of its numbers is written, or its name.
    is_picked, is_hovered : bool
        Whether the filter names the bucket; whether the pointer is over the cell.
    names_width : float
        Room of the names, in device-independent pixels; what they hold stands behind it.
    """

    row: BucketRow
    column: BucketColumn
    is_picked: bool = False
    is_hovered: bool = False
    names_width: float = 0.0


def paint_bucket_cell(painter: QPainter, style: ValuesStyle, rect: QRectF, cell: BucketCell) -> None:
    """Paint a cell on its ground; the painter, open on some device, is left as it was."""
    theme, row = style.theme, cell.row
    painter.save()
    painter.fillRect(rect, theme.selected if cell.is_picked else theme.hover if cell.is_hovered else theme.window)
    if cell.column == BucketColumn.BUCKET:
        _paint_name(painter, style, rect, cell)
    else:
        is_last, counts = cell.column == BucketColumn.MENTIONS, row.counts
        place = rect.adjusted(0, 0, -(style.margin if is_last else PADDING * style.unit), 0)
        if cell.column == BucketColumn.SCORE and counts.parts_of(row.measure)[1]:
            share = ratio(*counts.parts_of(row.measure))
            paint_rate_bar(painter, style, place.adjusted(PADDING * style.unit, 0, 0, 0), share)
        ink = theme.dimmed if _is_dim(row) else theme.text
        right, whole = Qt.AlignmentFlag.AlignRight, Qt.TextElideMode.ElideNone
        text, is_underlined = row.text(cell.column), cell.is_hovered
        draw_text(painter, style.row_font, ink, place, text, right, elide=whole, is_underlined=is_underlined)
    painter.restore()


def names_width(style: ValuesStyle, rows: Sequence[BucketRow]) -> float:
    """Measure the room of the names of buckets, before what they hold."""
    return max((style.metrics.horizontalAdvance(row.name) for row in rows), default=0.0)


def bucket_width(style: ValuesStyle, row: BucketRow, names: float) -> float:
    """Measure the room of a name and what is said beside it, the margin at the left included."""
    small = style.metrics.horizontalAdvance(" ") + small_width(style) if row.is_small else 0.0
    edges = style.gap + style.metrics.horizontalAdvance(row.edges) if row.edges else 0.0
    return style.margin + (names if edges else style.metrics.horizontalAdvance(row.name)) + edges + small


def _paint_name(painter: QPainter, style: ValuesStyle, rect: QRectF, cell: BucketCell) -> None:
    theme, row, is_dim = style.theme, cell.row, _is_dim(cell.row)
    if cell.is_picked:
        paint_accent_edge(painter, theme, style.unit, rect)
    left, middle = rect.left() + style.margin, Qt.TextElideMode.ElideMiddle
    place = QRectF(left, rect.top(), rect.right() - left, rect.height())
    ink = theme.dimmed if is_dim else theme.text
    draw_text(painter, style.row_font, ink, place, row.name, elide=middle, is_underlined=cell.is_hovered)
    if row.edges:
        place.setLeft(left + cell.names_width + style.gap)
        draw_text(painter, style.row_font, theme.dimmed if is_dim else theme.text2, place, row.edges)
    end = rect.left() + bucket_width(style, row, cell.names_width)
    if row.is_small and end <= rect.right() + 1:
        place.setLeft(end - small_width(style))
        draw_text(painter, style.head_font, theme.text3, place, SMALL)


def _is_dim(row: BucketRow) -> bool:
    return row.is_small or not row.counts.reference


_Index = QModelIndex | QPersistentModelIndex
_WIDEST: Final = {BucketColumn.SCORE: "100.00", BucketColumn.MENTIONS: "8,888"}
_LEAST_BAR, _BAR, _GAP = 26, 72, 6  # at a font of 13 pixels


class BucketView(CountsTable):
    """Cells that are picked; in place of a title stands the number of buckets, which can be chosen.

    Attributes
    ----------
    wanted : ChoiceButton
        Chooses the number of buckets.
    names_width : float
        Room of the names, in device-independent pixels.
    """

    def __init__(self, model: BucketModel, style: ValuesStyle, parent: QWidget | None = None) -> None:
        super().__init__(model, "Buckets", style, parent)
        self._buckets = model
        self.names_width = 0.0
        self.wanted = ChoiceButton("Number of buckets", self)
        self.setAccessibleDescription("Enter picks the cell, Ctrl adds, Shift reaches on.")
        self.setItemDelegate(_BucketDelegate(self))
        self.setModel(model)
        self.restyle(style)

    def restyle(self, style: ValuesStyle) -> None:
        """Paint with other colours and fonts."""
        self.wanted.restyle(style.head_font, style.theme.text2)
        super().restyle(style)

    def title(self, column: int) -> str:
        """Name a column, but for the one that the button names."""
        return "" if column == BucketColumn.BUCKET and not self.wanted.isHidden() else super().title(column)

    def fit(self) -> None:
        """Give the columns the room they need; the button lies in the head of the first."""
        super().fit()
        head, left = self.horizontalHeader().height(), round(self.row_style.margin - self.wanted.padding)
        self.wanted.set_room(self.columnWidth(BucketColumn.BUCKET) - left)
        self.wanted.setGeometry(left, 0, self.wanted.sizeHint().width(), head)

    def _share_width(self, width: int) -> None:
        """Give numbers their room, then names with what they hold, and a bar what is left; the bar goes first."""
        style, rows = self.row_style, self._buckets.rows
        self.names_width = names_width(style, rows)
        widths = {}
        for column, widest in _WIDEST.items():
            texts = (widest, *(row.text(column) for row in rows))
            widths[column] = math.ceil(number_width(style, self.title(column), texts) + _GAP * style.unit)
        widths[BucketColumn.MENTIONS] += round(style.margin - PADDING * style.unit)
        needed = max((bucket_width(style, row, self.names_width) for row in rows), default=0.0)
        spare = width - sum(widths.values()) - needed
        if spare >= _LEAST_BAR * style.unit:
            widths[BucketColumn.SCORE] += math.floor(min(spare, _BAR * style.unit))
        for column, own in {BucketColumn.BUCKET: max(width - sum(widths.values()), 1), **widths}.items():
            self.setColumnWidth(column, own)


class _BucketDelegate(QStyledItemDelegate):
    """Paint a cell, and the focus around it."""

    def __init__(self, view: BucketView) -> None:
        super().__init__(view)
        self._view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one cell."""
        style, rect, state = self._view.row_style, QRectF(option.rect), option.state
        is_hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        row, is_picked = index.data(BucketRole.ROW), index.data(BucketRole.IS_PICKED)
        cell = BucketCell(row, BucketColumn(index.column()), is_picked, is_hovered, self._view.names_width)
        paint_bucket_cell(painter, style, rect, cell)
        if state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, style.theme, style.unit, rect)


_NUMBERS = range(BUCKET_RANGE[0], BUCKET_RANGE[1] + 1)
_NUMBER_CHOICES = tuple(
    Choice(f"{n} buckets", f"{n}", "How many buckets are wanted; where values are equal, there may be fewer.")
    for n in _NUMBERS
)


class BucketPanel(FilterPanel):
    """Show the buckets of an attribute with F1, and let the user pick what a cell counts.

    Signals
    -------
    rows_picked(object, object)
        A list of names of buckets and the `BucketColumn` of the clicked cells: just what they count is to be kept, or
        to be freed if it is already.
    row_added(object, object)
        A bucket is to be added to the picked ones or taken away, and the column likewise.
    attribute_chosen(str)
        The name of another attribute.
    number_chosen(int)
        Another number of buckets.
    """

    rows_picked = Signal(object, object)
    row_added = Signal(object, object)
    attribute_chosen = Signal(str)
    number_chosen = Signal(int)
    view: BucketView

    def __init__(self, parent: QWidget | None = None) -> None:
        self._model = BucketModel()
        self._counts: BucketPanelCounts | None = None
        self._names: tuple[str, ...] = ()
        view = BucketView(self._model, ValuesStyle(current_theme(), QApplication.font()))
        self._caption = QLabel()
        self._caption.setTextFormat(Qt.TextFormat.PlainText)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(view)
        column.addWidget(self._caption)
        self.chooser = ChoiceButton("Attribute")
        super().__init__("Buckets", "bucket", view, body, parent)
        self.setObjectName("bucket_panel")
        self.section.add_tool(self.chooser)
        self.setTabOrder(self.section.head, self.chooser)
        self.setTabOrder(self.chooser, view.wanted)
        self.setTabOrder(view.wanted, view)
        view.chosen.connect(self._on_chosen)
        view.ranged.connect(self._on_ranged)
        view.wanted.chosen.connect(lambda place: self.number_chosen.emit(_NUMBERS[place]))
        self.chooser.chosen.connect(lambda place: self.attribute_chosen.emit(self._names[place]))

    @property
    def caption(self) -> str:
        """What is said below the table: what is counted, if that is not every mention; else empty."""
        return self._caption.text()

    def speak(self, wording: Wording) -> None:
        """Call the two sides so from the next counts on."""
        super().speak(wording)
        self._model.wording = wording

    def show_counts(
        self, attributes: Sequence[Attribute], counts: BucketPanelCounts, picked: Collection[str] = ()
    ) -> None:
        """Show the buckets of one attribute.

        Parameters
        ----------
        attributes : sequence of Attribute
            All that can be chosen.
        counts : BucketPanelCounts
            Members by bucket under the other filters.
        picked : collection of str
            Buckets that the filter names.
        """
        own = counts.own
        self._counts, self._names = counts, tuple(one.name for one in attributes)
        wording = self._model.wording
        choices = tuple(Choice(f"{one.name}, {one.meaning}", one.name, _meaning(one, wording)) for one in attributes)
        self.chooser.set_choices(choices, self._names.index(own.attribute.name))
        self.view.wanted.set_choices(_NUMBER_CHOICES, _NUMBERS.index(own.n_wanted))
        self.view.wanted.setVisible(own.attribute.scale != "name")
        self._model.set_counts(counts, picked)
        caption = _caption(counts)
        self._caption.setText(visible(f"{caption} of A" if caption and wording.is_neutral else caption))
        self._caption.setVisible(bool(self._caption.text()))
        self.view.fit()
        self._leave_room()
        if not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self._model.index(0, 0))

    def _restyle(self) -> None:
        style = ValuesStyle(current_theme(), self.font())
        self.view.restyle(style)
        self.chooser.restyle(style.head_font, style.theme.text)
        self._caption.setFont(style.head_font)
        self._caption.setContentsMargins(round(style.margin), 0, round(style.margin), 0)
        palette = self._caption.palette()
        palette.setColor(QPalette.ColorRole.WindowText, style.theme.text3)
        self._caption.setPalette(palette)
        self._leave_room()

    def _leave_room(self) -> None:
        """Let the chooser say the meaning of the attribute where the title leaves room for it."""
        self.chooser.set_room(self.width() - self.section.title_width)

    def _on_menu_requested(self, index: QModelIndex, place: QPoint) -> None:
        assert self._counts is not None, "what is on show was counted"
        others, column = Selection.from_filter(self._other_filters()), BucketColumn(index.column())
        query = kept_by(others, self._counts, [self._model.rows[index.row()].name], column).text
        menu = number_menu(self.view, index.data(), query, index.data(Qt.ItemDataRole.WhatsThisRole))
        menu.addSeparator()
        menu.addAction("Copy Table", self.view.copy)
        menu.popup(place)

    def _on_chosen(self, index: QModelIndex, is_added: bool) -> None:
        name, column = self._model.rows[index.row()].name, BucketColumn(index.column())
        if is_added:
            self.row_added.emit(name, column)
        else:
            self.rows_picked.emit([name], column)

    def _on_ranged(self, first: QModelIndex, last: QModelIndex) -> None:
        low, high = sorted((first.row(), last.row()))
        names = [row.name for row in self._model.rows[low : high + 1]]
        self.rows_picked.emit(names, BucketColumn(last.column()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the chooser follow the width."""
        super().resizeEvent(event)
        self._leave_room()


def _meaning(attribute: Attribute, wording: Wording) -> str:
    """Say what an attribute is."""
    key = definition_key(attribute)
    return wording.meaning(key) if key else attribute.meaning


def _caption(counts: BucketPanelCounts) -> str:
    """Say what is counted where that is not every mention."""
    if counts.own.attribute.unit == "token":
        return f"counted in tokens: {counts.caption}"
    return "" if counts.base.is_everything else counts.caption
