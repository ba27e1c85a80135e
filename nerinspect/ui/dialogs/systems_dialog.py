"""Name, colour, order, group and remove the systems that are open; nothing changes before it is applied."""

from collections.abc import Collection
from functools import partial
from itertools import count
from typing import Final, TypeAlias, TypeVar

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QDropEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHeaderView,
    QLabel,
    QMenu,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from nerinspect.errors import CommandError
from nerinspect.events.study import Study
from nerinspect.io.colours import SYSTEM_COLOURS, system_colour_name
from nerinspect.io.request import check_name, stem
from nerinspect.systems.arranging import Arranged
from nerinspect.tables.runs import SystemRuns, score_text, systems_of
from nerinspect.training.retention import RETENTION
from nerinspect.ui.kit.layout import FlowLayout, dialog_buttons, fill, resize_on_screen
from nerinspect.ui.kit.screen_text import NameDelegate, plain_text, told, tooltip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.theme.marks import swatch
from nerinspect.visible import visible

Systems: TypeAlias = tuple[SystemRuns, ...]

One = TypeVar("One")


def renamed(systems: Systems, place: int, name: str) -> Systems:
    """Call a system otherwise; with the name of another one its runs go to that one."""
    other = next((n for n, one in enumerate(systems) if one.name == name and n != place), None)
    if other is not None:
        return joined(systems, other, [place])
    return tuple(one._replace(name=name) if n == place else one for n, one in enumerate(systems))


def joined(systems: Systems, place: int, others: Collection[int]) -> Systems:
    """Make the runs of other systems further runs of one."""
    runs = [systems[place], *(systems[n] for n in sorted(others) if n != place)]
    whole = systems[place]._replace(
        numbers=sum((one.numbers for one in runs), ()), f1=sum((one.f1 for one in runs), ())
    )
    return tuple(whole if n == place else one for n, one in enumerate(systems) if n == place or n not in others)


def separated(systems: Systems, place: int, run: int, name: str) -> Systems:
    """Make a run a system of its own, behind the one it belonged to; a name that is taken gets a number.

    Its colour is the first that no other system has.
    """
    names, tried, number = {one.name for one in systems}, name, 2
    while tried in names:
        tried, number = f"{name} {number}", number + 1
    one, taken = systems[place], {one.colour for one in systems}
    colour = next(colour for colour in count() if colour not in taken)
    own = SystemRuns(tried, one.numbers[run : run + 1], one.f1[run : run + 1], colour)
    return (*systems[:place], _without_run(one, run), own, *systems[place + 1 :])


def coloured(systems: Systems, place: int, colour: int) -> Systems:
    """Give a system another colour, by its number; others may have it too."""
    return tuple(one._replace(colour=colour) if n == place else one for n, one in enumerate(systems))


def moved(row: tuple[One, ...], place: int, target: int) -> tuple[One, ...]:
    """Move a system, or something of a run, to another place."""
    rest = [*row[:place], *row[place + 1 :]]
    rest.insert(target, row[place])
    return tuple(rest)


def run_moved(systems: Systems, place: int, run: int, target: int) -> Systems:
    """Move a run to another place among the runs of its system."""
    one = systems[place]
    changed = one._replace(numbers=moved(one.numbers, run, target), f1=moved(one.f1, run, target))
    return (*systems[:place], changed, *systems[place + 1 :])


def removed(systems: Systems, place: int, run: int | None = None) -> Systems:
    if run is None or len(systems[place].numbers) == 1:
        return (*systems[:place], *systems[place + 1 :])
    return (*systems[:place], _without_run(systems[place], run), *systems[place + 1 :])


def _without_run(system: SystemRuns, run: int) -> SystemRuns:
    numbers, f1 = system.numbers, system.f1
    return system._replace(numbers=numbers[:run] + numbers[run + 1 :], f1=f1[:run] + f1[run + 1 :])


_STEPS: Final = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_FILE, _F1, _STD = 1, 2, 3
_Where = QAbstractItemView.DropIndicatorPosition


class SystemsTree(Styled, QTreeWidget):
    """List systems, each with its runs below if it has several.

    F2 renames, Alt with ↑ or ↓ moves, Delete removes.
    """

    renamed = Signal(int, str)
    stepped = Signal(int)  # what is chosen is to go up (-1) or down (1)
    removal_requested = Signal()
    dropped = Signal(object, object, str)  # a system or a run: `before`, `behind` or `onto` another

    def __init__(self, files: tuple[str, ...]) -> None:
        super().__init__()
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
        places = (_place_of(self, item) for item in self.selectedItems())
        return sorted({place[0] for place in places if place is not None})

    def show_systems(self, systems: Systems, chosen: tuple[int, int | None]) -> None:
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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _STEPS and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.stepped.emit(_STEPS[key])
        elif key == Qt.Key.Key_Delete:
            self.removal_requested.emit()
        elif key == Qt.Key.Key_F2:
            self.rename()
        else:
            super().keyPressEvent(event)

    def _restyle(self) -> None:
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


_HINT = "Drag, or move with Alt+↑ and Alt+↓. Systems that get the same name become runs of one system."
_LAST = f" {RETENTION}, the memory of the training data, stays last."


class SystemsDialog(QDialog):
    """Change the list of systems; each step can be undone.

    The retention heuristic stays the last, whatever is done with the others.
    """

    def __init__(self, study: Study, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("systems_dialog")
        self.setWindowTitle("Systems")
        self._files = tuple(one.annotation.source.path for one in study.predictions)
        self._begin: Systems = tuple(one for one in systems_of(study) if one.name != RETENTION)
        self.systems, self._before = self._begin, list[tuple[Systems, tuple[int, int | None]]]()
        self.tree, self.note = SystemsTree(self._files), QLabel(wordWrap=True)
        self._hint = _HINT + _LAST * (RETENTION in study.systems)
        self._buttons: dict[str, QPushButton] = {}
        self._colours = QMenu("Colour", self)
        self._build_ui()
        self.tree.renamed.connect(self._on_renamed)
        self.tree.stepped.connect(self._on_stepped)
        self.tree.removal_requested.connect(self._on_removed)
        self.tree.dropped.connect(self._on_dropped)
        self.tree.itemSelectionChanged.connect(self._update)
        self._show((0, None))
        self.tree.setFocus()

    def arranged(self) -> list[Arranged]:
        """Say which predictions are wanted, in which order and under which names."""
        return [Arranged(number, one.name, one.colour) for one in self.systems for number in one.numbers]

    def _build_ui(self) -> None:
        resize_on_screen(self, 780, 420)
        row = FlowLayout()
        for text, act, keys in (
            ("Re&name", self.tree.rename, ""),
            ("&Colour", None, ""),
            ("&Up", partial(self._on_stepped, -1), ""),
            ("&Down", partial(self._on_stepped, 1), ""),
            ("&Group as runs", self._on_grouped, ""),
            ("&Separate", self._on_separated, ""),
            ("&Remove", self._on_removed, ""),
            ("Und&o", self._on_undone, "Ctrl+Z"),
        ):
            button = QPushButton(text)
            button.setAutoDefault(False)
            if act is not None:
                button.clicked.connect(act)
            if keys:
                button.setShortcut(QKeySequence(keys))
                button.setToolTip(tooltip(keys))
            self._buttons[text.replace("&", "")] = button
            row.addWidget(button)
        self._buttons["Colour"].setMenu(self._colours)
        self._colours.aboutToShow.connect(self._offer_colours)
        ends, self._apply = dialog_buttons(self, "&Apply")
        fill(QVBoxLayout(self), self.tree, row, self.note, ends, stretched=self.tree, has_margins=True)

    def _show(self, chosen: tuple[int, int | None], note: str = "") -> None:
        self.tree.show_systems(self.systems, chosen)
        self.note.setText(visible(note or self._hint))
        self._update()

    def _update(self) -> None:
        chosen, n_chosen = self.tree.chosen, len(self.tree.chosen_systems)
        is_run = chosen is not None and chosen[1] is not None
        for name, can in (
            ("Rename", chosen is not None),
            ("Colour", chosen is not None),
            ("Up", self._can_step(-1)),
            ("Down", self._can_step(1)),
            ("Group as runs", n_chosen > 1),
            ("Separate", is_run),
            ("Remove", chosen is not None),
            ("Undo", bool(self._before)),
        ):
            self._buttons[name].setEnabled(can)
        self._apply.setEnabled(self.systems != self._begin)

    def _can_step(self, step: int) -> bool:
        chosen = self.tree.chosen
        if chosen is None:
            return False
        place, run = chosen
        n_places = len(self.systems) if run is None else len(self.systems[place].numbers)
        return 0 <= (place if run is None else run) + step < n_places

    def _change(self, systems: Systems, chosen: tuple[int, int | None]) -> None:
        if systems != self.systems:
            self._before.append((self.systems, self.tree.chosen or (0, None)))
            self.systems = systems
        self._show(chosen)

    def _on_renamed(self, place: int, name: str) -> None:
        try:
            check_name(name)
        except CommandError as mistake:
            self._show((place, None), told(mistake))
            return
        systems = renamed(self.systems, place, name)
        self._change(systems, (next(n for n, one in enumerate(systems) if one.name == name), None))

    def _offer_colours(self) -> None:
        self._colours.clear()
        chosen = self.tree.chosen_systems
        for colour, name in enumerate(SYSTEM_COLOURS):
            having = [place for place, one in enumerate(self.systems) if one.colour % len(SYSTEM_COLOURS) == colour]
            names = ", ".join(self.systems[place].name for place in having)
            action = self._colours.addAction(
                plain_text(f"{name.capitalize()}: {names}") if names else name.capitalize()
            )
            action.setIcon(swatch(self.font(), colour))
            action.setCheckable(True)
            action.setChecked(bool(chosen) and set(chosen) <= set(having))
            action.triggered.connect(partial(self._on_coloured, colour))

    def _on_coloured(self, colour: int) -> None:
        systems = self.systems
        for place in self.tree.chosen_systems:
            systems = coloured(systems, place, colour)
        self._change(systems, self.tree.chosen or (0, None))

    def _on_stepped(self, step: int) -> None:
        chosen = self.tree.chosen
        if chosen is None or not self._can_step(step):
            return
        place, run = chosen
        if run is None:
            self._change(moved(self.systems, place, place + step), (place + step, None))
        else:
            self._change(run_moved(self.systems, place, run, run + step), (place, run + step))

    def _on_grouped(self) -> None:
        first, *others = self.tree.chosen_systems
        self._change(joined(self.systems, first, others), (first, None))

    def _on_separated(self) -> None:
        chosen = self.tree.chosen
        if chosen is not None and chosen[1] is not None:
            place, run = chosen[0], chosen[1]
            self._change(separated(self.systems, place, run, self._own_name(place, run)), (place + 1, None))

    def _own_name(self, place: int, run: int) -> str:
        """Name a run as a system of its own: after its file."""
        path = self._files[self.systems[place].numbers[run]]
        try:
            check_name(stem(path))
        except CommandError:
            return "system"
        return stem(path)

    def _on_removed(self) -> None:
        if (chosen := self.tree.chosen) is not None:
            self._change(removed(self.systems, *chosen), chosen)

    def _on_undone(self) -> None:
        if self._before:
            self.systems, chosen = self._before.pop()
            self._show(chosen)

    def _on_dropped(self, source: tuple[int, int | None], target: tuple[int, int | None], where: str) -> None:
        """Move a system or a run; let go onto another system, its runs become further runs of that one."""
        (place, run), (other, other_run) = source, target
        systems = self.systems
        if run is not None and place == other:
            if other_run is not None:
                goal = other_run + (where == "behind") - (run < other_run)
                self._change(run_moved(systems, place, run, goal), (place, goal))
            return
        if run is not None:
            systems = separated(systems, place, run, self._own_name(place, run))
            place, other = place + 1, other + (other > place)
        if place == other:
            return
        if where == "onto" or other_run is not None:
            self._change(joined(systems, other, [place]), (other - (place < other), None))
        else:
            goal = other + (where == "behind") - (place < other)
            self._change(moved(systems, place, goal), (goal, None))
