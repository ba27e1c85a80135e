"""The values of any field as a filter, such as documents or shapes: a field to search, heads, rows with bars."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.glossary.wording import Wording
from nerinspect.query.filters import Filter, Term
from nerinspect.ui.filters.counts_table import PickingView
from nerinspect.ui.filters.panel import FilterPanel, HeadButton
from nerinspect.ui.filters.value_table import SomeValues, Sorting, ValueRole, ValuesModel
from nerinspect.ui.kit.fields import SearchEdit
from nerinspect.ui.kit.tables.painters import PaintRow, ValuesRow, ValuesStyle, paint_values_row
from nerinspect.ui.theme.marks import paint_accent_edge, paint_focus_ring, paint_line_icon
from nerinspect.ui.theme.themes import current_theme

_Index = QModelIndex | QPersistentModelIndex


class ValuesDelegate(QStyledItemDelegate):
    """Paint a value with its tint, and the focus around it."""

    def __init__(self, style: ValuesStyle, paint_row: PaintRow, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.row_style = style
        self._paint_row = paint_row

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one row."""
        style, rect = self.row_style, QRectF(option.rect)
        row = ValuesRow(
            index.data(),
            index.data(ValueRole.COUNT),
            index.data(ValueRole.SHARE),
            index.data(ValueRole.IS_PICKED),
            index.data(ValueRole.IS_LEFT_OUT),
            bool(option.state & QStyle.StateFlag.State_MouseOver),
            index.data(ValueRole.VALUE),
            index.data(ValueRole.LARGEST),
        )
        ground = style.theme.hover if row.is_hovered else style.theme.window
        painter.fillRect(rect, style.theme.selected if row.is_picked else ground)
        if row.is_picked:
            paint_accent_edge(painter, style.theme, style.unit, rect)
        self._paint_row(painter, style, rect, row)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, style.theme, style.unit, rect)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Ask for a row; its width is the panel's."""
        return QSize(0, self.row_style.row_height)


_OUTSIDE = 5 / 12  # of the margin of a row; the rest of it is inside the buttons
_NAME_SORTINGS = (Sorting.NAME_UP, Sorting.NAME_DOWN)
_COUNT_SORTINGS = (Sorting.COUNT_DOWN, Sorting.COUNT_UP)
_ARROWS = {Sorting.NAME_UP: "▴", Sorting.NAME_DOWN: "▾", Sorting.COUNT_UP: "▴", Sorting.COUNT_DOWN: "▾"}


class FindField(SearchEdit):
    """A field that looks like the search field, and that Esc empties.

    Parameters
    ----------
    name : str
        What is looked for, in the plural.
    parent : QWidget, optional
        Where the field stands.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(f"Find {name}")
        self.setAccessibleName(f"Find {name}")

    def event(self, event: QEvent) -> bool:
        """Keep Esc from the window's shortcuts as long as there is something to empty."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_emptied_by(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Empty the field with Esc."""
        if self._is_emptied_by(event):
            self.clear()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Leave out the key that the search field shows."""
        QLineEdit.paintEvent(self, event)
        unit, field = self.unit, QRectF(self.rect())
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            place = QRectF(8 * unit, field.height() / 2 - 8 * unit, 16 * unit, 16 * unit)
            paint_line_icon(painter, "search", current_theme().text2, place)
            if self.hasFocus():
                paint_focus_ring(painter, current_theme(), unit, field, radius=3)

    def _is_emptied_by(self, event: QKeyEvent) -> bool:
        return event.key() == Qt.Key.Key_Escape and bool(self.text())


class ValuesHead(QWidget):
    """Heads of the two columns; each click on one asks for its next order.

    Signals
    -------
    sorting_chosen(object)
        The `Sorting` asked for.
    """

    sorting_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sorting = Sorting.GIVEN
        self._name, self._count = HeadButton(self), HeadButton(self)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._name)
        self._row.addStretch(1)
        self._row.addWidget(self._count)
        for button in self.buttons:
            button.setToolTip("Sort by this column; a third click brings the order of the file back.")
        self._name.clicked.connect(self._on_name_clicked)
        self._count.clicked.connect(self._on_count_clicked)
        self.show_sorting(Sorting.GIVEN)

    @property
    def buttons(self) -> tuple[HeadButton, HeadButton]:
        """The heads of names and of counts."""
        return self._name, self._count

    def show_sorting(self, sorting: Sorting) -> None:
        """Mark the column that the rows are sorted by."""
        self._sorting = sorting
        for button, text, sortings in zip(
            self.buttons, ("Name", "Events"), (_NAME_SORTINGS, _COUNT_SORTINGS), strict=True
        ):
            is_sorted = sorting in sortings
            button.setText(f"{text} {_ARROWS[sorting]}" if is_sorted else text)
            button.setAccessibleName(f"{text}, sorted by {sorting.value}" if is_sorted else f"{text}, sort")

    def restyle(self, style: ValuesStyle, free: int) -> None:
        """Write with other colours and fonts.

        Parameters
        ----------
        style : ValuesStyle
            Colours and fonts of the rows.
        free : int
            What the scroll bar takes of the rows' width, in device-independent pixels.
        """
        for button in self.buttons:
            colours = button.palette()
            colours.setColor(QPalette.ColorRole.ButtonText, style.theme.text3)
            button.setPalette(colours)
            button.setFont(style.head_font)
        outside = round(style.margin * _OUTSIDE)
        self._row.setContentsMargins(outside, 0, outside + free, 0)

    def _on_name_clicked(self) -> None:
        self.sorting_chosen.emit(_next(self._sorting, _NAME_SORTINGS))

    def _on_count_clicked(self) -> None:
        self.sorting_chosen.emit(_next(self._sorting, _COUNT_SORTINGS))


def _next(sorting: Sorting, sortings: tuple[Sorting, Sorting]) -> Sorting:
    """Turn from the first order to the second, then back to the given one."""
    if sorting == sortings[0]:
        return sortings[1]
    return Sorting.GIVEN if sorting == sortings[1] else sortings[0]


_MOST_ROWS = 8  # further ones are scrolled to


class ValuesView(PickingView):
    """Rows of one width, as many as there is room for."""

    def __init__(self, model: ValuesModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(model, name, parent)
        self._values = model
        self.setModel(model)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def fit(self, row_height: int) -> None:
        """Be as high as the rows, up to some; the others are scrolled to.

        Parameters
        ----------
        row_height : int
            Height of a row in device-independent pixels.
        """
        self.verticalHeader().setMinimumSectionSize(row_height)
        self.verticalHeader().setDefaultSectionSize(row_height)
        self.setFixedHeight(row_height * min(self._values.n_values, _MOST_ROWS))

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Go to the first and the last row with Home and End; Qt would go along the row, which has one cell."""
        ends = {QAbstractItemView.CursorAction.MoveHome: 0, QAbstractItemView.CursorAction.MoveEnd: -1}
        if (end := ends.get(action)) is None:
            return super().moveCursor(action, modifiers)
        return self._values.index(end % max(self._values.rowCount(), 1), 0)

    @property
    def is_cut(self) -> bool:
        """Whether there are more values than rows that fit."""
        return self._values.n_values > _MOST_ROWS

    @property
    def scroll_bar_width(self) -> int:
        """What the scroll bar takes of the width, in device-independent pixels; 0 if there is none."""
        return self.verticalScrollBar().sizeHint().width() if self._values.rowCount() > _MOST_ROWS else 0

    def paintEvent(self, event: QPaintEvent) -> None:
        """Say so where a search finds nothing."""
        super().paintEvent(event)
        if self._values.n_values and not self._values.rowCount():
            painter = QPainter(self.viewport())
            painter.setPen(current_theme().text3)
            place = QRect(0, 0, self.viewport().width(), self.verticalHeader().defaultSectionSize())
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, "No name holds this text.")


class ValuesPanel(FilterPanel):
    """Show how many events there are of each value of a field and let the user pick some.

    Parameters
    ----------
    title : str
        What stands in the head.
    field : str
        Name of the field in queries.
    parent : QWidget, optional
        Where the panel stands.
    is_sortable : bool
        Whether heads over the columns sort the rows, and a field finds names if there are many.
    model : ValuesModel, optional
        What lists the values, if not an ordinary one.
    paint_row : PaintRow
        Paints a row.

    Signals
    -------
    value_picked(object)
        A value is to be the only one picked, or to be freed if it is already.
    value_toggled(object)
        A value is to be added to the picked ones or taken away from them.
    values_ranged(object)
        The values in a list are to be the only ones picked, in the order on screen.
    """

    value_picked = Signal(object)
    value_toggled = Signal(object)
    values_ranged = Signal(object)
    view: ValuesView

    def __init__(
        self,
        title: str,
        field: str,
        parent: QWidget | None = None,
        *,
        is_sortable: bool = False,
        model: ValuesModel | None = None,
        paint_row: PaintRow = paint_values_row,
    ) -> None:
        self._model = model or ValuesModel()
        self._body = QWidget()
        super().__init__(title, field, ValuesView(self._model, title), self._body, parent)
        self.setObjectName(f"{field}_panel")
        self.field = field
        self._is_sortable = is_sortable
        self._find_row = QVBoxLayout()
        self._find, self.head = FindField(title.casefold()), ValuesHead()
        self._delegate = ValuesDelegate(ValuesStyle(current_theme(), QApplication.font()), paint_row, self)
        self.view.setItemDelegate(self._delegate)
        self._build_body()
        self.view.chosen.connect(self._on_chosen)
        self.view.ranged.connect(self._on_ranged)
        self._find.textChanged.connect(self._on_search_changed)
        self._find.returnPressed.connect(self.view.setFocus)
        self.head.sorting_chosen.connect(self._on_sorting_chosen)
        self._keep_a_current_row()

    def speak(self, wording: Wording) -> None:
        """Call the two sides so from the next counts on."""
        super().speak(wording)
        self._model.wording = wording

    def show_values(
        self, labels: Sequence[str], values: SomeValues, counts: AnyIntArray, picked: Collection[object] = ()
    ) -> None:
        """Show the values.

        Parameters
        ----------
        labels : sequence of str
            The values in words; asked for only where they are on screen or searched.
        values : sequence of object, or ndarray of numbers
            The values, each once; what the signals carry.
        counts : ndarray of int, shape (n_values,)
            Events of each value under the other filters.
        picked : collection of object
            Values the filter names; of numbers also ranges.
        """
        self._model.set_values(labels, values, counts, picked)
        if not self.view.is_cut:
            self._find.clear()
        self._find.setVisible(self._is_sortable and self.view.is_cut)
        self._restyle()
        self._keep_a_current_row()

    def _build_body(self) -> None:
        rows = QVBoxLayout(self._body)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        self._find_row.addWidget(self._find)
        rows.addLayout(self._find_row)
        rows.addWidget(self.head)
        rows.addWidget(self.view)
        self._find.hide()
        self.head.setVisible(self._is_sortable)

    def _keep_a_current_row(self) -> None:
        if not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self._model.index(0))

    def _term(self, index: QModelIndex) -> Filter:
        return Term(self.field, (index.data(ValueRole.VALUE),))

    def _restyle(self) -> None:
        self._delegate.row_style = style = ValuesStyle(current_theme(), self.font())
        self.view.fit(style.row_height)
        self.view.setFont(style.row_font)
        self._find.setFont(style.row_font)
        margin = 0 if self._find.isHidden() else round(style.margin)
        self._find_row.setContentsMargins(margin, margin // 4, margin, margin // 4)
        self.head.restyle(style, self.view.scroll_bar_width)
        self.view.viewport().update()

    def _on_chosen(self, index: QModelIndex, is_added: bool) -> None:
        value = index.data(ValueRole.VALUE)
        (self.value_toggled if is_added else self.value_picked).emit(value)

    def _on_ranged(self, first: QModelIndex, last: QModelIndex) -> None:
        self.values_ranged.emit(self._model.values_between(first.row(), last.row()))

    def _on_search_changed(self, text: str) -> None:
        self._model.set_search(text)
        self._keep_a_current_row()
        self.head.restyle(self._delegate.row_style, self.view.scroll_bar_width)

    def _on_sorting_chosen(self, sorting: Sorting) -> None:
        self._model.set_sorting(sorting)
        self.head.show_sorting(sorting)
        self.view.scrollToTop()
