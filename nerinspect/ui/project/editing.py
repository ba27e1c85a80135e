"""Rename, move and remove the data sets of the project on show."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget

from nerinspect.errors import NerinspectError
from nerinspect.io.project import Project
from nerinspect.io.project_changes import (
    ProjectChange,
    move_data_set,
    remove_data_set,
    rename_data_set,
    undo_change,
)
from nerinspect.ui.tooltips import tooltip

NOT_YET = "Data sets can be changed once all are read"


class ProjectEditor(QObject):
    """Offers what can be done with a data set, and writes it into the file.

    Signals
    -------
    changed : Project, list of int
        The project as it is now, and where each of its data sets stood before; negative for one that came back.
    told : str, list
        What was done, with what can be done about it.
    failed : str
        Why nothing was done.
    """

    changed = Signal(object, object)
    told = Signal(str, object)
    failed = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window

    def offer(self, menu: QMenu, project: Project, place: int, is_ready: bool) -> None:
        """Offer in a menu what can be done with a data set, if all are read."""
        last = len(project.data_sets) - 1
        actions = {
            "Rename…": (partial(self._rename, project, place), True),
            "Move Up": (partial(self.move, project, place, -1), place > 0),
            "Move Down": (partial(self.move, project, place, 1), place < last),
            "Remove from the Project": (partial(self.remove, project, place), last > 0),
        }
        menu.addSeparator()
        for words, (act, is_possible) in actions.items():
            action = menu.addAction(words, act)
            action.setEnabled(is_possible and is_ready)
            action.setToolTip("" if is_ready else tooltip(NOT_YET))
        menu.setToolTipsVisible(not is_ready)

    def rename(self, project: Project, place: int, name: str) -> None:
        """Call a data set otherwise."""
        before = project.data_sets[place].name
        if name and name != before:
            said = f"{before} is called {name} now."
            self._make(partial(rename_data_set, project, place, name), project, range(len(project.data_sets)), said)

    def move(self, project: Project, place: int, step: int) -> None:
        """Let a data set and its neighbour change places."""
        order = [*range(len(project.data_sets))]
        order[place], order[place + step] = order[place + step], order[place]
        self._make(partial(move_data_set, project, place, step), project, order, "")

    def remove(self, project: Project, place: int) -> None:
        """Take a data set out of the project."""
        order = [number for number in range(len(project.data_sets)) if number != place]
        said = f"{project.data_sets[place].name} was removed from the project; its files are where they were."
        self._make(partial(remove_data_set, project, place), project, order, said)

    def _rename(self, project: Project, place: int) -> None:
        before = project.data_sets[place].name
        name, is_given = QInputDialog.getText(self._window, "Rename", "Name of the data set", text=before)
        if is_given:
            self.rename(project, place, name.strip())

    def _make(self, work: Callable[[], ProjectChange], project: Project, order: Sequence[int], said: str) -> None:
        """Change the file, tell it, and offer to take it back."""
        try:
            change = work()
        except NerinspectError as mistake:
            self.failed.emit(f"{mistake}.")
            return
        self.changed.emit(change.project, order)
        if said:
            back = [order.index(place) if place in order else -1 for place in range(len(project.data_sets))]
            self.told.emit(said, [("Undo", partial(self._undo, change, back))])

    def _undo(self, change: ProjectChange, places: list[int]) -> None:
        try:
            project = undo_change(change)
        except NerinspectError as mistake:
            self.failed.emit(f"{mistake}.")
            return
        self.changed.emit(project, places)
