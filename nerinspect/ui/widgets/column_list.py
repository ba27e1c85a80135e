"""A checklist of columns in the order in which they are written."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from nerinspect.ui.plain_text import NameDelegate
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme
from nerinspect.ui.tooltips import tooltip

_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class ColumnList(QWidget):
    """Let columns be ticked, and moved by dragging or with Alt+Up and Alt+Down.

    Signals
    -------
    columns_changed
        Other columns are ticked, or they stand in another order.
    """

    columns_changed = Signal()

    def __init__(
        self,
        every: Sequence[str],
        on_screen: Sequence[str],
        explain: Callable[[str], str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._every, self._explain = tuple(every), explain
        self.list = QListWidget()
        self.list.setItemDelegate(NameDelegate(self.list))
        self.list.setAccessibleName("Columns")
        self.list.setAccessibleDescription("Space ticks a column; Alt+Up and Alt+Down move it")
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.installEventFilter(self)
        buttons = QHBoxLayout()
        for text, columns in (("A&ll", self._every), ("&None", ()), ("As on sc&reen", tuple(on_screen))):
            button = QPushButton(text)
            button.setAutoDefault(False)  # Enter is for the dialog
            button.clicked.connect(partial(self._on_offered, columns))
            button.setEnabled(bool(columns) or text == "&None")
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.list)
        layout.addLayout(buttons)
        self._restyle()
        self.list.itemChanged.connect(self.columns_changed)
        self.list.model().rowsMoved.connect(self.columns_changed)

    def columns(self) -> tuple[str, ...]:
        """Name the ticked columns from top to bottom."""
        items = map(self.list.item, range(self.list.count()))
        return tuple(item.text() for item in items if item.checkState() == Qt.CheckState.Checked)

    def set_columns(self, chosen: Sequence[str]) -> None:
        """Tick these columns, in silence; they come first if their order is not the ordinary one."""
        rest = [name for name in self._every if name not in chosen]
        in_order = [name for name in self._every if name in chosen] == list(chosen)
        self.list.blockSignals(True)
        self.list.clear()
        for name in self._every if in_order else [*chosen, *rest]:
            item = QListWidgetItem(name, self.list)
            item.setToolTip(tooltip(self._explain(name)))
            item.setCheckState(Qt.CheckState.Checked if name in chosen else Qt.CheckState.Unchecked)
        self.list.setCurrentRow(0)
        self.list.blockSignals(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move the current column by Alt and an arrow."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = _STEPS.get(Qt.Key(event.key()), 0)
            if step and event.modifiers() & Qt.KeyboardModifier.AltModifier:
                self._move(step)
                return True
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours."""
        super().changeEvent(event)
        if is_restyling(event):
            self._restyle()

    def _restyle(self) -> None:
        """Draw empty boxes so that they are seen on a dark ground: Fusion outlines them darker than the window."""
        colours, theme = self.palette(), current_theme()
        for bar in (self.list.verticalScrollBar(), self.list.horizontalScrollBar()):
            bar.setPalette(colours)
        colours.setColor(QPalette.ColorRole.Window, theme.text3 if theme.is_dark else theme.window)
        self.list.setPalette(colours)

    def _move(self, step: int) -> None:
        row = self.list.currentRow()
        if 0 <= row + step < self.list.count():
            self.list.insertItem(row + step, self.list.takeItem(row))
            self.list.setCurrentRow(row + step)
            self.columns_changed.emit()

    def _on_offered(self, columns: Sequence[str]) -> None:
        self.set_columns(columns)
        self.columns_changed.emit()
