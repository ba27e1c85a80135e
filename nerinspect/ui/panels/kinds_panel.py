"""The event kinds as a filter."""

from collections.abc import Collection

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QVBoxLayout, QWidget

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.ui.delegates.kind_delegate import KindDelegate
from nerinspect.ui.models.kinds_model import KindRole, KindsModel
from nerinspect.ui.painting.kind_row import KindRowStyle
from nerinspect.ui.panels.section import Section
from nerinspect.ui.theme import current_theme

_PICKING_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
_CONTROL = Qt.KeyboardModifier.ControlModifier
_RESTYLING = (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange)


class KindsView(QTableView):
    """Six rows that are picked, not selected.

    Signals
    -------
    chosen(QModelIndex, bool)
        A row was clicked or its key pressed; true if it is to be added to what is picked.
    """

    chosen = Signal(QModelIndex, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Event kinds")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def set_row_height(self, height: int) -> None:
        """Make the view exactly as high as its rows, in device-independent pixels."""
        self.verticalHeader().setMinimumSectionSize(height)
        self.verticalHeader().setDefaultSectionSize(height)
        self.setFixedHeight(height * self.model().rowCount())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the row under the pointer."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self.chosen.emit(index, bool(event.modifiers() & _CONTROL))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the current row with Enter or Space; Ctrl adds."""
        if event.key() in _PICKING_KEYS and self.currentIndex().isValid():
            self.chosen.emit(self.currentIndex(), bool(event.modifiers() & _CONTROL))
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Leave letters to the window."""


class KindsPanel(QWidget):
    """Show how many events of each kind there are and let the user pick some.

    Signals
    -------
    kind_picked(str)
        A kind is to be the only one picked, or to be freed if it is already.
    kind_toggled(str)
        A kind is to be added to the picked ones or taken away from them.
    """

    kind_picked = Signal(str)
    kind_toggled = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("kinds_panel")
        self._model = KindsModel(self)
        self._delegate = KindDelegate(self._row_style(), self)
        self._view = KindsView(self)
        self._view.setModel(self._model)
        self._view.setItemDelegate(self._delegate)
        self._view.setCurrentIndex(self._model.index(0))
        self._view.chosen.connect(self._on_chosen)
        self._section = Section("Event kinds", self._view, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._section)
        self.setFocusProxy(self._view)
        self._restyle()

    @property
    def view(self) -> KindsView:
        """The rows; what gets the keyboard focus."""
        return self._view

    @property
    def section(self) -> Section:
        """The head that folds the rows away."""
        return self._section

    def show_counts(self, counts: AnyIntArray, picked: Collection[str]) -> None:
        """Show the kinds.

        Parameters
        ----------
        counts : ndarray of int, shape (6,)
            Events of each kind under the other filters, in the order of `KINDS`.
        picked : collection of str
            Kinds the filter names.
        """
        self._model.set_counts(counts, picked)

    def set_summary(self, text: str) -> None:
        """Say in the head how many events are picked."""
        self._section.set_summary(text)

    def _row_style(self) -> KindRowStyle:
        return KindRowStyle(current_theme(), self.font())

    def _restyle(self) -> None:
        self._delegate.row_style = self._row_style()
        self._view.set_row_height(self._delegate.row_style.row_height)
        self._view.viewport().update()

    def _on_chosen(self, index: QModelIndex, is_added: bool) -> None:
        kind = index.data(KindRole.KIND)
        (self.kind_toggled if is_added else self.kind_picked).emit(kind)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if event.type() in _RESTYLING:
            self._restyle()
