"""The values of any field as a filter, such as documents or shapes."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.ui.delegates.values_delegate import ValuesDelegate
from nerinspect.ui.models.values_model import SomeValues, Sorting, ValueRole, ValuesModel
from nerinspect.ui.painting.values_row import ValuesStyle
from nerinspect.ui.panels.section import Section
from nerinspect.ui.theme import current_theme

_PICKING_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
_CONTROL = Qt.KeyboardModifier.ControlModifier
_RESTYLING = (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange)
_MOST_ROWS = 8  # further ones are scrolled to
_OUTSIDE = 5 / 12  # of the margin of a row; the rest of it is inside the buttons
_NAME_SORTINGS = (Sorting.NAME_UP, Sorting.NAME_DOWN)
_COUNT_SORTINGS = (Sorting.COUNT_DOWN, Sorting.COUNT_UP)
_ARROWS = {Sorting.NAME_UP: "▴", Sorting.NAME_DOWN: "▾", Sorting.COUNT_UP: "▴", Sorting.COUNT_DOWN: "▾"}


class ValuesView(QTableView):
    """Rows that are picked, not selected.

    Signals
    -------
    chosen(QModelIndex, bool)
        A row was clicked or its key pressed; true if it is to be added to what is picked.
    """

    chosen = Signal(QModelIndex, bool)

    def __init__(self, model: ValuesModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values = model
        self.setModel(model)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
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
        self.setFixedHeight(row_height * min(self._values.rowCount(), _MOST_ROWS))

    @property
    def scroll_bar_width(self) -> int:
        """What the scroll bar takes of the width, in device-independent pixels; 0 if there is none."""
        return self.verticalScrollBar().sizeHint().width() if self._values.rowCount() > _MOST_ROWS else 0

    def copy(self) -> None:
        """Put all rows on the clipboard, as text that a spreadsheet takes."""
        QGuiApplication.clipboard().setText(self._values.as_tsv())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the row under the pointer."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self.chosen.emit(index, bool(event.modifiers() & _CONTROL))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the current row with Enter or Space; Ctrl adds."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in _PICKING_KEYS and self.currentIndex().isValid():
            self.chosen.emit(self.currentIndex(), bool(event.modifiers() & _CONTROL))
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Leave letters to the window."""


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
        self._name, self._count = QToolButton(self), QToolButton(self)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._name)
        self._row.addStretch(1)
        self._row.addWidget(self._count)
        for button in self.buttons:
            button.setAutoRaise(True)
        self._name.clicked.connect(self._on_name_clicked)
        self._count.clicked.connect(self._on_count_clicked)
        self.show_sorting(Sorting.GIVEN)

    @property
    def buttons(self) -> tuple[QToolButton, QToolButton]:
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


class ValuesPanel(QWidget):
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
        Whether heads over the columns sort the rows.

    Signals
    -------
    value_picked(object)
        A value is to be the only one picked, or to be freed if it is already.
    value_toggled(object)
        A value is to be added to the picked ones or taken away from them.
    """

    value_picked = Signal(object)
    value_toggled = Signal(object)

    def __init__(self, title: str, field: str, parent: QWidget | None = None, *, is_sortable: bool = False) -> None:
        super().__init__(parent)
        self.setObjectName(f"{field}_panel")
        self.field = field
        self._model = ValuesModel(self)
        self._delegate = ValuesDelegate(ValuesStyle(current_theme(), self.font()), self)
        self._view = ValuesView(self._model, title)
        self._view.setItemDelegate(self._delegate)
        self._head = ValuesHead()
        if not is_sortable:  # shown now it would be a window of its own for a moment
            self._head.hide()
        self._section = Section(title, self._body(), self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._section)
        self.setFocusProxy(self._view)
        self._view.chosen.connect(self._on_chosen)
        self._head.sorting_chosen.connect(self._on_sorting_chosen)
        self._restyle()

    @property
    def view(self) -> ValuesView:
        """The rows; what gets the keyboard focus."""
        return self._view

    @property
    def head(self) -> ValuesHead:
        """The heads of the columns."""
        return self._head

    @property
    def section(self) -> Section:
        """The head that folds the rows away."""
        return self._section

    def show_values(
        self, labels: Sequence[str], values: SomeValues, counts: AnyIntArray, picked: Collection[object] = ()
    ) -> None:
        """Show the values.

        Parameters
        ----------
        labels : sequence of str
            The values in words; asked for only where they are on screen.
        values : sequence of object, or ndarray of numbers
            The values, each once; what the signals carry.
        counts : ndarray of int, shape (n_values,)
            Events of each value under the other filters.
        picked : collection of object
            Values the filter names.
        """
        self._model.set_values(labels, values, counts, picked)
        self._restyle()
        if not self._view.currentIndex().isValid():
            self._view.setCurrentIndex(self._model.index(0))

    def set_summary(self, text: str) -> None:
        """Say in the head how many values there are or are picked."""
        self._section.set_summary(text)

    def _body(self) -> QWidget:
        body = QWidget()
        rows = QVBoxLayout(body)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self._head)
        rows.addWidget(self._view)
        return body

    def _restyle(self) -> None:
        self._delegate.row_style = style = ValuesStyle(current_theme(), self.font())
        self._view.fit(style.row_height)
        self._head.restyle(style, self._view.scroll_bar_width)
        self._view.viewport().update()

    def _on_chosen(self, index: QModelIndex, is_added: bool) -> None:
        value = index.data(ValueRole.VALUE)
        (self.value_toggled if is_added else self.value_picked).emit(value)

    def _on_sorting_chosen(self, sorting: Sorting) -> None:
        self._model.set_sorting(sorting)
        self._head.show_sorting(sorting)
        self._view.scrollToTop()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if event.type() in _RESTYLING:
            self._restyle()


def _next(sorting: Sorting, sortings: tuple[Sorting, Sorting]) -> Sorting:
    """Turn from the first order to the second, then back to the given one."""
    if sorting == sortings[0]:
        return sortings[1]
    return Sorting.GIVEN if sorting == sortings[1] else sortings[0]
