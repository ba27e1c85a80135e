"""Name, colour, order, group and remove the systems that are open; nothing changes before it is applied."""

from functools import partial

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from nerinspect.analysis.arranging import Arranged
from nerinspect.analysis.retention import RETENTION
from nerinspect.analysis.study import Study
from nerinspect.errors import CommandError
from nerinspect.io.colours import SYSTEM_COLOURS
from nerinspect.io.named_predictions import check_name
from nerinspect.io.names import stem
from nerinspect.results.systems import systems_of
from nerinspect.ui.dialogs.systems_order import (
    Systems,
    as_arranged,
    coloured,
    joined,
    moved,
    removed,
    renamed,
    run_moved,
    separated,
)
from nerinspect.ui.dialogs.systems_tree import SystemsTree
from nerinspect.ui.painting.swatch import swatch
from nerinspect.ui.plain_text import plain_text
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.flow_layout import FlowLayout
from nerinspect.ui.window_sizes import resize_on_screen
from nerinspect.ui.window_words import told
from nerinspect.visible import visible

_HINT = "Drag, or move with Alt+↑ and Alt+↓. A system that gets the name of another one becomes its runs."
_LAST = f" {RETENTION}, the memory of the training data, stays the last."


class SystemsDialog(QDialog):
    """Change the list of systems; each step can be undone.

    Parameters
    ----------
    study : Study
        Its systems are listed; the retention heuristic stays the last, whatever is done with the others.
    parent : QWidget, optional
        The window it belongs to.
    """

    def __init__(self, study: Study, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("systems_dialog")
        self.setWindowTitle("Systems")
        self._files = tuple(one.annotation.source.path for one in study.predictions)
        self._begin: Systems = tuple(one for one in systems_of(study) if one.name != RETENTION)
        self._systems, self._before = self._begin, list[tuple[Systems, tuple[int, int | None]]]()
        self.tree, self._note = SystemsTree(self._files), QLabel(wordWrap=True)
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

    @property
    def systems(self) -> Systems:
        """The systems as they are arranged now."""
        return self._systems

    @property
    def note(self) -> str:
        """What is said below the list."""
        return self._note.text()

    def arranged(self) -> list[Arranged]:
        """Say which predictions are wanted, in which order and under which names."""
        return as_arranged(self._systems)

    def _build_ui(self) -> None:
        resize_on_screen(self, 720, 420)
        row = FlowLayout()
        for text, act, keys in (
            ("Re&name", self.tree.rename, ""),
            ("&Colour", None, ""),
            ("&Up", partial(self._on_stepped, -1), ""),
            ("&Down", partial(self._on_stepped, 1), ""),
            ("&Group as Runs", self._on_grouped, ""),
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
        ends = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self._apply = ends.addButton("&Apply", QDialogButtonBox.ButtonRole.AcceptRole)
        ends.accepted.connect(self.accept)
        ends.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.tree, 1)
        layout.addLayout(row)
        layout.addWidget(self._note)
        layout.addWidget(ends)

    def _show(self, chosen: tuple[int, int | None], note: str = "") -> None:
        self.tree.show_systems(self._systems, chosen)
        self._note.setText(visible(note or self._hint))
        self._update()

    def _update(self) -> None:
        """Offer what can be done with what is chosen."""
        chosen, n_chosen = self.tree.chosen, len(self.tree.chosen_systems)
        is_run = chosen is not None and chosen[1] is not None
        for name, can in (
            ("Rename", chosen is not None),
            ("Colour", chosen is not None),
            ("Up", self._can_step(-1)),
            ("Down", self._can_step(1)),
            ("Group as Runs", n_chosen > 1),
            ("Separate", is_run),
            ("Remove", chosen is not None),
            ("Undo", bool(self._before)),
        ):
            self._buttons[name].setEnabled(can)
        self._apply.setEnabled(self._systems != self._begin)

    def _can_step(self, step: int) -> bool:
        chosen = self.tree.chosen
        if chosen is None:
            return False
        place, run = chosen
        n_places = len(self._systems) if run is None else len(self._systems[place].numbers)
        return 0 <= (place if run is None else run) + step < n_places

    def _change(self, systems: Systems, chosen: tuple[int, int | None]) -> None:
        if systems != self._systems:
            self._before.append((self._systems, self.tree.chosen or (0, None)))
            self._systems = systems
        self._show(chosen)

    def _on_renamed(self, place: int, name: str) -> None:
        try:
            check_name(name)
        except CommandError as mistake:
            self._show((place, None), told(mistake))
            return
        systems = renamed(self._systems, place, name)
        self._change(systems, (next(n for n, one in enumerate(systems) if one.name == name), None))

    def _offer_colours(self) -> None:
        """List the colours, each with the systems that have it."""
        self._colours.clear()
        chosen = self.tree.chosen_systems
        for colour, name in enumerate(SYSTEM_COLOURS):
            having = [place for place, one in enumerate(self._systems) if one.colour % len(SYSTEM_COLOURS) == colour]
            names = ", ".join(self._systems[place].name for place in having)
            action = self._colours.addAction(
                plain_text(f"{name.capitalize()}: {names}") if names else name.capitalize()
            )
            action.setIcon(swatch(self.font(), colour))
            action.setCheckable(True)
            action.setChecked(bool(chosen) and set(chosen) <= set(having))
            action.triggered.connect(partial(self._on_coloured, colour))

    def _on_coloured(self, colour: int) -> None:
        systems = self._systems
        for place in self.tree.chosen_systems:
            systems = coloured(systems, place, colour)
        self._change(systems, self.tree.chosen or (0, None))

    def _on_stepped(self, step: int) -> None:
        chosen = self.tree.chosen
        if chosen is None or not self._can_step(step):
            return
        place, run = chosen
        if run is None:
            self._change(moved(self._systems, place, place + step), (place + step, None))
        else:
            self._change(run_moved(self._systems, place, run, run + step), (place, run + step))

    def _on_grouped(self) -> None:
        first, *others = self.tree.chosen_systems
        self._change(joined(self._systems, first, others), (first, None))

    def _on_separated(self) -> None:
        chosen = self.tree.chosen
        if chosen is not None and chosen[1] is not None:
            place, run = chosen[0], chosen[1]
            self._change(separated(self._systems, place, run, self._own_name(place, run)), (place + 1, None))

    def _own_name(self, place: int, run: int) -> str:
        """Name a run as a system of its own: after its file."""
        path = self._files[self._systems[place].numbers[run]]
        try:
            check_name(stem(path))
        except CommandError:
            return "system"
        return stem(path)

    def _on_removed(self) -> None:
        if (chosen := self.tree.chosen) is not None:
            self._change(removed(self._systems, *chosen), chosen)

    def _on_undone(self) -> None:
        if self._before:
            self._systems, chosen = self._before.pop()
            self._show(chosen)

    def _on_dropped(self, source: tuple[int, int | None], target: tuple[int, int | None], where: str) -> None:
        """Move a system or a run; let go onto another system, its runs become further runs of that one."""
        (place, run), (other, other_run) = source, target
        systems = self._systems
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
