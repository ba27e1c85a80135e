"""The row on top: open, views, systems or annotators and what is compared with them, search, export."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QComboBox, QHBoxLayout, QLabel, QMenu, QSizePolicy, QToolButton, QWidget

from nerinspect.glossary import meaning
from nerinspect.tables.runs import SystemRuns, score_text
from nerinspect.ui.desk.actions import ACTIONS
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.views import JUDGING, RELATIONS, VIEWS
from nerinspect.ui.kit.screen_text import plain_text, tooltip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.theme.marks import line_icon
from nerinspect.ui.theme.themes import current_theme
from nerinspect.ui.window.search_field import SearchField
from nerinspect.visible import visible

_WIDEST_ANNOTATOR = 160  # at a font of 13; longer names are elided, the list that opens shows them whole
_SIDES = ("A", "B")


class AnnotatorChooser(Styled, QWidget):
    """Offer all annotators as A and as B, in the order of their names."""

    first_chosen = Signal(int)
    second_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("annotator_chooser")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._boxes = (QComboBox(), QComboBox())
        for side, box, chosen in zip(_SIDES, self._boxes, (self.first_chosen, self.second_chosen), strict=True):
            label = QLabel(side)
            label.setBuddy(box)
            box.setAccessibleName(f"Annotator {side}")
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            box.activated.connect(lambda place, box=box, chosen=chosen: chosen.emit(box.itemData(place)))
            self._row.addWidget(label)
            self._row.addWidget(box)

    def show_annotators(self, names: Sequence[str], b: int) -> None:
        """Offer annotators by their names; the first of them is A.

        Parameters
        ----------
        names : sequence of str
            Of all annotators, by their numbers.
        b : int
            Number of B.
        """
        order = sorted(range(len(names)), key=lambda number: (names[number].casefold(), number))
        for box, side, number in zip(self._boxes, _SIDES, (0, b), strict=True):
            box.clear()
            for other in order:
                box.addItem(visible(names[other]), other)
            box.setCurrentIndex(box.findData(number))
            box.setToolTip(tooltip(f"Annotator {side}, {names[number]}: neither of the two is the reference"))

    def _restyle(self) -> None:
        unit = self.unit
        self._row.setSpacing(round(8 * unit))
        for box in self._boxes:
            box.setMaximumWidth(round(_WIDEST_ANNOTATOR * unit))


_COMPARE: Final = "Compare with…"
_ALL: Final = "all others"
_WIDEST_SYSTEM: Final = 180
"""Width of a list at a font of 13; longer names are elided, the list that opens shows them whole."""


class SystemChooser(Styled, QWidget):
    """Offer the predictions of a study, as A and as B.

    Signals
    -------
    prediction_chosen : int
        Another prediction is to be shown.
    compared_chosen : int or None
        It is to be compared with this prediction, or with none.
    all_chosen
        It is to be held against all other systems.
    """

    prediction_chosen = Signal(int)
    compared_chosen = Signal(object)
    all_chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("system_chooser")
        self._all: tuple[SystemRuns, ...] = ()
        self._shown = 0
        self._compared: int | None = None
        self._offers_all = self._is_against_all = False
        self._has_room, self._has_words = True, True
        self._system, self._run, self._other = _choice("System"), _choice("Run"), _choice("Compare with")
        self._system_label, self._other_label = QLabel("System"), QLabel("compare with")
        self._menu = QMenu("Compare With", self)
        self._build_ui()
        self.show_systems(())

    @property
    def menu(self) -> QMenu:
        """Everything that the prediction on show can be compared with."""
        return self._menu

    def show_systems(self, systems: Sequence[SystemRuns]) -> None:
        """Offer these systems, the first run of the first one chosen."""
        self._all = tuple(systems)
        self.choose(0, None)

    def offer_all(self, offers_all: bool) -> None:
        """Offer to hold the prediction on show against all other systems, or not; seen at the next choice."""
        self._offers_all = offers_all

    def choose(self, prediction: int, compared: int | None, *, is_against_all: bool = False) -> None:
        """Show other predictions as the chosen ones, without a signal."""
        self._shown, self._compared, self._is_against_all = prediction, compared, is_against_all
        self._fill_systems()
        self._fill_runs()
        self._fill_others()
        self._show_parts()

    def set_room(self, has_words: bool, has_room: bool) -> None:
        """Leave out words, or the list of what to compare with, where there is little room."""
        if (has_words, has_room) != (self._has_words, self._has_room):
            self._has_words, self._has_room = has_words, has_room
            self._fill_systems()
            self._show_parts()

    def ask_compared(self) -> None:
        """Open the list of what the prediction on show can be compared with."""
        if self._menu.isEnabled():
            below = self._other if self._other.isVisible() else self._system
            self._menu.popup(below.mapToGlobal(QPoint(0, below.height())))
            self._menu.setActiveAction(next(action for action in self._menu.actions() if action.isChecked()))

    def _build_ui(self) -> None:
        self._row = layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        self._system_label.setBuddy(self._system)
        self._other_label.setBuddy(self._other)
        for part in (self._system_label, self._system, self._run, self._other_label, self._other):
            layout.addWidget(part)
        self._system.activated.connect(self._on_system_activated)
        self._run.activated.connect(self._on_run_activated)
        self._other.activated.connect(lambda place: self._on_chosen(self._other.itemData(place)))

    def _restyle(self) -> None:
        unit = self.unit
        self._row.setSpacing(round(8 * unit))
        for part in (self._system, self._run, self._other):
            part.setMaximumWidth(round(_WIDEST_SYSTEM * unit))

    def _fill_systems(self) -> None:
        self._system.clear()
        for system in self._all:
            self._system.addItem(visible(system.name))
            self._system.setItemData(self._system.count() - 1, _about(system), Qt.ItemDataRole.ToolTipRole)
        if not self._all:
            self._system.addItem("no system")
            self._system.setToolTip("")
        elif not self._has_room and self._menu.isEnabled():
            self._system.insertSeparator(self._system.count())
            self._system.addItem(_COMPARE)
        self._system.setEnabled(self._system.count() > 1)
        if self._all:
            place, _ = self._place(self._shown)
            self._system.setCurrentIndex(place)
            names = f"{self._all[place].name}: {self._all[place].f1_in_words}"
            if self._is_against_all:
                names += "\nheld against all others"
            elif self._compared is not None:
                names += f"\ncompared with {self._name(self._compared)}"
            self._system.setToolTip(tooltip(names))

    def _fill_runs(self) -> None:
        self._run.clear()
        if self._all:
            place, shown = self._place(self._shown)
            system = self._all[place]
            for run, f1 in enumerate(system.f1):
                self._run.addItem(visible(system.run_name(run)))
                self._run.setItemData(run, tooltip(f"F1 {score_text(f1)}"), Qt.ItemDataRole.ToolTipRole)
            self._run.setCurrentIndex(shown)
            self._run.setToolTip(tooltip(f"{system.full_name(shown)}: F1 {score_text(system.f1[shown])}"))

    def _fill_others(self) -> None:
        """Offer none and all other predictions, in the list and in the menu; the runs of a system stand together."""
        self._other.clear()
        self._menu.clear()
        group = QActionGroup(self._menu)
        self._offer("none", None, group)
        if self._offers_all:
            self._offer(_ALL, _ALL, group)
        for system in self._all:
            others = [(run, number) for run, number in enumerate(system.numbers) if number != self._shown]
            if others and (len(system.numbers) > 1 or self._other.count() == 1 + self._offers_all):
                self._other.insertSeparator(self._other.count())
                self._menu.addSeparator()
            for run, number in others:
                self._offer(system.full_name(run), number, group)
        chosen = self._chosen
        self._other.setCurrentIndex(0 if chosen is None else self._other.findData(chosen))
        can_compare = self._other.count() > 1
        self._other.setEnabled(can_compare)
        self._menu.setEnabled(can_compare)
        said = "none" if self._compared is None else self._name(self._compared)
        told = meaning("against_all") if self._is_against_all else f"The prediction put beside it, as B: {said}"
        self._other.setToolTip(tooltip(told))

    @property
    def _chosen(self) -> int | str | None:
        return _ALL if self._is_against_all else self._compared

    def _on_chosen(self, number: int | str | None) -> None:
        if number == _ALL:
            self.all_chosen.emit()
        else:
            self.compared_chosen.emit(number)

    def _offer(self, name: str, number: int | str | None, group: QActionGroup) -> None:
        self._other.addItem(visible(name), number)
        action = QAction(plain_text(name), self._menu)
        action.setCheckable(True)
        action.setChecked(number == self._chosen)
        action.triggered.connect(partial(self._on_chosen, number))
        group.addAction(action)
        self._menu.addAction(action)

    def _show_parts(self) -> None:
        """Show a list of runs where there are several, and the one to compare with where it has room."""
        self._system_label.setVisible(self._has_words)
        self._run.setVisible(self._run.count() > 1)
        has_others = self._has_room and sum(len(system.numbers) for system in self._all) > 1
        self._other_label.setVisible(has_others)
        self._other.setVisible(has_others)

    def _place(self, prediction: int) -> tuple[int, int]:
        """Find the system of a prediction, and its run, both from 0."""
        return next(
            (place, system.numbers.index(prediction))
            for place, system in enumerate(self._all)
            if prediction in system.numbers
        )

    def _name(self, prediction: int) -> str:
        system, run = self._place(prediction)
        return self._all[system].full_name(run)

    def _on_system_activated(self, place: int) -> None:
        shown, run = self._place(self._shown)
        if place >= len(self._all):
            self._system.setCurrentIndex(shown)
            self.ask_compared()
        elif place != shown:
            numbers = self._all[place].numbers
            self.prediction_chosen.emit(numbers[min(run, len(numbers) - 1)])

    def _on_run_activated(self, run: int) -> None:
        system, _ = self._place(self._shown)
        self.prediction_chosen.emit(self._all[system].numbers[run])


def _choice(name: str) -> QComboBox:
    box = QComboBox()
    box.setAccessibleName(name)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    return box


def _about(system: SystemRuns) -> str:
    return tooltip(f"{system.name}: {system.f1_in_words}")


class ViewButtons(Styled, QWidget):
    """Let the user choose a view, by names in order with their keys; the one on show has its button."""

    chosen = Signal(str)

    def __init__(self, views: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys, self._room = dict(views), -1
        self._left_out: frozenset[str] = frozenset()
        self._buttons: dict[str, QToolButton] = {}
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for name in views:
            button = self._buttons[name] = bar_button(name, self._tip(name), self)
            button.setCheckable(True)
            button.clicked.connect(partial(self._on_chosen, name))
            self._group.addButton(button)
            row.addWidget(button)
        self._more = bar_button("More", "Further views", self)
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._more.setMenu(QMenu(self._more))
        self._more.hide()
        row.addWidget(self._more)
        self._buttons[next(iter(views))].setChecked(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)

    @property
    def current(self) -> str:
        """The view on show."""
        return next(name for name, button in self._buttons.items() if button.isChecked())

    @property
    def folded(self) -> tuple[str, ...]:
        """The views in the menu."""
        return tuple(name for name, button in self._buttons.items() if button.isHidden() and self.has(name))

    @property
    def menu(self) -> QMenu:
        """The views for which there is no room."""
        return self._more.menu()

    def show_view(self, name: str) -> None:
        """Mark a view as the one on show."""
        self._buttons[name].setChecked(True)
        self._fold()

    def has(self, name: str) -> bool:
        """Tell whether a view is there, in the row or in the menu."""
        return name in self._buttons and name not in self._left_out

    def leave_out(self, names: Collection[str]) -> None:
        """Show no button for some views, of which none is on show; all others have theirs."""
        self._left_out = frozenset(names)
        self._fold()

    def withhold(self, reasons: Mapping[str, str]) -> None:
        """Let some views not be chosen, and say why of each; all others can be."""
        for name, button in self._buttons.items():
            button.setEnabled(name not in reasons)
            button.setToolTip(tooltip(reasons.get(name) or self._tip(name)))
        for action in self.menu.actions():
            action.setEnabled(self.offers(action.text().partition("\t")[0]))

    def _tip(self, name: str) -> str:
        key = self._keys[name]
        return f"Show the {name.lower()}{f' ({key})' if key else ''}"

    def offers(self, name: str) -> bool:
        """Tell whether a view can be chosen."""
        return self.has(name) and self._buttons[name].isEnabledTo(self)

    def fit(self, room: int) -> None:
        """Show as many views as there is room for, in device-independent pixels."""
        if room != self._room:
            self._room = room
            self._fold()

    def _fold(self) -> None:
        shown = set(self._fitting())
        in_menu = tuple(action.text().partition("\t")[0] for action in self.menu.actions())
        if (
            shown == {name for name, button in self._buttons.items() if not button.isHidden()}
            and in_menu == self.folded
        ):
            return
        for name, button in self._buttons.items():
            button.setVisible(name in shown)
        self._more.setVisible(bool(self.folded))
        self.menu.clear()
        for name in self.folded:
            action = self.menu.addAction(f"{name}\t{self._keys[name]}", partial(self._on_chosen, name))
            action.setEnabled(self.offers(name))

    def _fitting(self) -> list[str]:
        """Name the views that have room: all, or beside the menu the one on show and the first others."""
        there = {name: button for name, button in self._buttons.items() if self.has(name)}
        widths = {name: button.sizeHint().width() for name, button in there.items()}
        if self._room < 0 or sum(widths.values()) <= self._room:
            return list(widths)
        current = self.current
        left = self._room - self._more.sizeHint().width() - widths[current]
        shown = [current]
        for name, width in widths.items():
            if name != current:
                left -= width
                if left < 0:
                    break
                shown.append(name)
        return shown

    def _on_chosen(self, name: str) -> None:
        self.show_view(name)
        self.chosen.emit(name)

    def _restyle(self) -> None:
        theme, unit = current_theme(), self.unit
        look = (
            f"QToolButton {{ background: {theme.button.name()}; border: 1px solid {theme.border.name()};"
            f" color: {theme.text.name()}; padding: {round(4 * unit)}px {round(12 * unit)}px; }}"
            f"QToolButton:checked {{ background: {theme.selected.name()}; font-weight: 600; }}"
            f"QToolButton:disabled {{ color: {theme.dimmed.name()}; }}"
            f"QToolButton:focus {{ border-color: {theme.accent.name()}; }}"
        )
        for button in self._buttons.values():
            button.setStyleSheet(look)
        arrow = (
            f"QToolButton {{ padding-right: {round(20 * unit)}px; }} QToolButton::menu-indicator {{"
            f" subcontrol-origin: padding; subcontrol-position: right center; right: {round(6 * unit)}px; }}"
        )
        self._more.setStyleSheet(look + arrow)
        self._fold()


def bar_button(text: str, tip: str, parent: QWidget | None = None) -> QToolButton:
    """Make a flat button of the row on top."""
    button = QToolButton(parent)
    button.setText(text)
    button.setToolTip(tooltip(tip))
    button.setAccessibleName(text)
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def _command(desk: Desk, name: str) -> QToolButton:
    action = ACTIONS[name]
    button = bar_button(action.words, f"{action.does} ({action.keys})")
    button.clicked.connect(lambda: desk.menus.action(name).trigger())
    return button


_NARROW, _ROOM_FOR_TWO, _SEARCH = 1100, 1280, 250
"""Widths at a font of 13: up to which words are left out, from which on A and B have room; that of the search."""


class Toolbar(Styled, QWidget):
    """Hold what is always at hand."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        self.search = SearchField()
        self.systems = SystemChooser()
        self.annotators = AnnotatorChooser()
        self.annotators.hide()
        self.views = ViewButtons({view.name: view.key for view in VIEWS.values()})
        self.views.chosen.connect(desk.view_requested)
        self.offer_relations(False)
        self._open, self._filters, self._export = (_command(desk, name) for name in ("open", "filters", "export"))
        self._filters.hide()
        self._build_ui()
        self.set_ready(False)

    def show_view(self, name: str) -> None:
        """Mark a view as the one on show."""
        self.views.show_view(name)

    def show_filters(self, are_shown: bool) -> None:
        """Offer to bring the filters back where they are folded away."""
        self._filters.setVisible(not are_shown)

    def speak_of_annotators(self, are_annotators: bool) -> None:
        """Offer annotators A and B instead of systems, and no view that judges them by a reference."""
        self.systems.setVisible(not are_annotators)
        self.annotators.setVisible(are_annotators)
        self.views.withhold(JUDGING if are_annotators else {})

    def offer_relations(self, has_relations: bool) -> None:
        """Offer the view of relations, or leave it out."""
        self.views.leave_out(() if has_relations else (RELATIONS,))

    def set_ready(self, is_ready: bool) -> None:
        """Let the parts that need data be used, or not."""
        for part in (self.views, self.search, self._export):
            part.setEnabled(is_ready)

    def _build_ui(self) -> None:
        unit = self.unit
        layout = QHBoxLayout(self)
        layout.setContentsMargins(round(8 * unit), round(6 * unit), round(8 * unit), round(6 * unit))
        layout.setSpacing(round(8 * unit))
        self._parts = (
            self._open, self._filters, self.views, self.systems, self.annotators, self.search, self._export
        )  # fmt: skip
        for part in self._parts:
            layout.addWidget(part, int(part is self.search))

    def _restyle(self) -> None:
        """Follow the desktop's colours and font."""
        theme, unit = current_theme(), self.unit
        size = round(16 * unit)
        for button, name in ((self._open, "open"), (self._export, "export")):
            button.setIcon(line_icon(name, theme.text, size))
            button.setIconSize(QSize(size, size))
        self._fold(self.width())

    def _fold(self, width: int) -> None:
        """Leave words out where there is little room."""
        unit = self.unit
        is_narrow = width <= round(_NARROW * unit)
        style = Qt.ToolButtonStyle
        self._export.setToolButtonStyle(style.ToolButtonIconOnly if is_narrow else style.ToolButtonTextBesideIcon)
        self._open.setToolButtonStyle(style.ToolButtonTextBesideIcon)
        self.systems.set_room(not is_narrow, width >= round(_ROOM_FOR_TWO * unit))
        self._share_room()

    def _share_room(self) -> None:
        """Give the views what the other parts leave, the search being as wide as it needs."""
        layout = self.layout()
        assert layout is not None, "it was built"
        search = round(_SEARCH * self.unit)
        shown = [part for part in self._parts if not part.isHidden()]
        others = sum(part.sizeHint().width() for part in shown if part not in (self.views, self.search))
        margins = layout.contentsMargins()
        gaps = margins.left() + margins.right() + layout.spacing() * (len(shown) - 1)
        self.views.fit(max(self.width() - others - gaps - search, 0))

    def event(self, event: QEvent) -> bool:
        """Share the room anew where parts need more of it, or less."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._share_room()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave words out where there is little room."""
        super().resizeEvent(event)
        self._fold(event.size().width())
