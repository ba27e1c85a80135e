"""The systems with their runs as a tree: renamed in place, moved by keys or by dragging, removed."""

from typing import Final

from PySide6.QtCore import QEvent, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QDropEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from nerinspect.io.colours import system_colour_name
from nerinspect.results.systems import SystemRuns, score_text
from nerinspect.ui.dialogs.systems_order import Systems
from nerinspect.ui.painting.swatch import swatch
from nerinspect.ui.plain_text import NameDelegate
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.tooltips import tooltip

_STEPS: Final = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_FILE, _F1, _STD = 1, 2, 3
_Where = QAbstractItemView.DropIndicatorPosition


class SystemsTree(QTreeWidget):
    """List systems, each with its runs below if it has several.

    F2 renames, Alt with ↑ or ↓ moves, Delete removes.

    Signals
    -------
    renamed : int, str
        A system is to have another name.
    stepped : int
        What is chosen is to go up (-1) or down (1).
    removal_requested
        What is chosen is to be removed.
    dropped : (int, int or None), (int, int or None), str
        A system, or a run of it, was dragged `before` or `behind` another one, or `onto` it.
    """

    renamed = Signal(int, str)
    stepped = Signal(int)
    removal_requested = Signal()
    dropped = Signal(object, object, str)

    def __init__(self, files: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(NameDelegate(self))
        self._files, self._systems = files, tuple[SystemRuns, ...]()
        self.setAccessibleName("Systems")
        self.setAccessibleDescription("F2 renames; Alt+Up and Alt+Down move; Delete removes")
        self.setHeaderLabels(["System", "File", "F1", "± Std"])
        self.headerItem().setToolTip(_F1, tooltip("Of a run, or the mean over the runs of a system"))
        self.headerItem().setToolTip(_STD, tooltip("Sample standard deviation over the runs of a system"))
        for column in (_F1, _STD):
            self.headerItem().setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setTextElideMode(Qt.TextElideMode.ElideLeft)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.itemChanged.connect(self._on_item_changed)
        self.itemDoubleClicked.connect(self._on_double_clicked)

    @property
    def chosen(self) -> tuple[int, int | None] | None:
        """Place of the current system, and of the run if a run is current."""
        return _place_of(self, self.currentItem())

    @property
    def chosen_systems(self) -> list[int]:
        """Places of all selected systems."""
        places = (_place_of(self, item) for item in self.selectedItems())
        return sorted({place[0] for place in places if place is not None})

    def show_systems(self, systems: Systems, chosen: tuple[int, int | None]) -> None:
        """List systems, one of them or one of its runs chosen."""
        self._systems = systems
        self.blockSignals(True)
        self.clear()
        for system in systems:
            self.addTopLevelItem(self._system_item(system))
        self.expandAll()
        head, has_runs = self.header(), any(len(system.numbers) > 1 for system in systems)
        head.setStretchLastSection(False)
        for column in (0, _F1, _STD):
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(_FILE, QHeaderView.ResizeMode.Stretch)
        self.setColumnHidden(_STD, not has_runs)
        self.setRootIsDecorated(has_runs)
        place, run = chosen
        if item := self.topLevelItem(min(place, len(systems) - 1)):
            child = None if run is None else item.child(run)
            self.setCurrentItem(child or item)
        self.blockSignals(False)

    def rename(self) -> None:
        """Let the name of the chosen system be written."""
        if item := self.currentItem():
            self.editItem(item.parent() or item, 0)

    def _system_item(self, system: SystemRuns) -> QTreeWidgetItem:
        one = len(system.numbers) == 1
        file = self._files[system.numbers[0]] if one else ""
        deviation = "" if one else score_text(system.f1_deviation)
        item = _item([system.name, file, score_text(system.mean_f1), deviation])
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
        item.setIcon(0, swatch(self.font(), system.colour))
        item.setData(0, Qt.ItemDataRole.AccessibleDescriptionRole, system_colour_name(system.colour))
        item.setToolTip(0, tooltip(f"{system.name}: {system.f1_in_words}"))
        for run, number in enumerate(system.numbers if not one else ()):
            item.addChild(_item([system.run_name(run), self._files[number], score_text(system.f1[run]), ""]))
        return item

    def _on_item_changed(self, item: QTreeWidgetItem, column: int) -> None:
        if column == 0 and item.parent() is None:
            self.renamed.emit(self.indexOfTopLevelItem(item), item.text(0).strip())

    def _on_double_clicked(self, item: QTreeWidgetItem) -> None:
        if item.parent() is None:
            self.editItem(item, 0)

    # Qt overrides

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Rename, move and remove."""
        key = Qt.Key(event.key())
        if key in _STEPS and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.stepped.emit(_STEPS[key])
        elif key == Qt.Key.Key_Delete:
            self.removal_requested.emit()
        elif key == Qt.Key.Key_F2:
            self.rename()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Show the colours for light or dark windows."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_systems"):
            with QSignalBlocker(self):  # nothing is renamed
                for place, system in enumerate(self._systems):
                    if item := self.topLevelItem(place):
                        item.setIcon(0, swatch(self.font(), system.colour))

    def dropEvent(self, event: QDropEvent) -> None:
        """Tell what was dragged where; the list is made anew from that."""
        self.take_drop(event.position().toPoint(), self.dropIndicatorPosition())
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()

    def take_drop(self, at: QPoint, where: QAbstractItemView.DropIndicatorPosition) -> None:
        """Tell that the current item was let go over another one."""
        moved, target = self.chosen, _place_of(self, self.itemAt(at))
        if moved is None or moved == target:
            return
        if target is None:
            self.dropped.emit(moved, (self.topLevelItemCount() - 1, None), "behind")
        else:
            words = {_Where.OnItem: "onto", _Where.AboveItem: "before"}
            self.dropped.emit(moved, target, words.get(where, "behind"))


def _item(texts: list[str]) -> QTreeWidgetItem:
    item = QTreeWidgetItem(texts)
    for column in (_F1, _STD):
        item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    item.setToolTip(_FILE, tooltip(texts[_FILE]))
    return item


def _place_of(tree: QTreeWidget, item: QTreeWidgetItem | None) -> tuple[int, int | None] | None:
    if item is None:
        return None
    system = item.parent()
    if system is None:
        return tree.indexOfTopLevelItem(item), None
    return tree.indexOfTopLevelItem(system), system.indexOfChild(item)
