"""Which system, or annotator, is on show, and what it is compared with: chosen, renamed, moved and removed."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QMenu, QWidget

from nerinspect.errors import CommandError
from nerinspect.glossary import meaning
from nerinspect.io.reading.loading import names_in
from nerinspect.query.selection import ONLY_ERRORS, Selection
from nerinspect.tables.runs import SystemRuns, score_text, systems_of
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.kit.doors import Door
from nerinspect.ui.kit.layout import fill
from nerinspect.ui.kit.screen_text import plain_text, tooltip
from nerinspect.ui.kit.styled import Styled, set_ink
from nerinspect.ui.theme.themes import current_theme
from nerinspect.visible import visible

if TYPE_CHECKING:
    from nerinspect.ui.dialogs.systems_dialog import SystemsDialog
    from nerinspect.ui.window.opener import Opener


_WIDEST_ANNOTATOR = 160  # at a font of 13; longer names are elided, the list that opens shows them whole
_SIDES = ("A", "B")


class AnnotatorChooser(Styled, QWidget):
    """Offer all annotators as A and as B, in the order of their names."""

    first_chosen = Signal(int)
    second_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("annotator_chooser")
        self._row = fill(QHBoxLayout(self))
        self._boxes = (QComboBox(), QComboBox())
        for side, box, chosen in zip(_SIDES, self._boxes, (self.first_chosen, self.second_chosen), strict=True):
            label = QLabel(side, self)
            label.setBuddy(box)
            box.setAccessibleName(f"Annotator {side}")
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            box.activated.connect(lambda place, box=box, chosen=chosen: chosen.emit(box.itemData(place)))
            self._row.addWidget(label)
            self._row.addWidget(box)

    def show_annotators(self, names: Sequence[str], b: int) -> None:
        """Offer annotators by their names, given by their numbers; the first of them is A, number `b` is B."""
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
        for label in self.findChildren(QLabel):
            set_ink(label, current_theme().text2)


_COMPARE: Final = "Compare with…"
_ALL: Final = "all others"
_WIDEST_SYSTEM: Final = 180
"""Width of a list at a font of 13; longer names are elided, the list that opens shows them whole."""


class SystemChooser(Styled, QWidget):
    """Offer the predictions of a study, as A and as B."""

    prediction_chosen = Signal(int)
    compared_chosen = Signal(object)  # its number; None for no comparison
    all_chosen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("system_chooser")
        self._all: tuple[SystemRuns, ...] = ()
        self._shown = 0
        self._compared: int | None = None
        self._is_against_all = False
        self._has_room, self._has_words = True, True
        self._system, self._run, self._other = _choice("System"), _choice("Run"), _choice("Compare with")
        self._system_label, self._other_label = QLabel("System"), QLabel("compare with")
        self.menu = QMenu("Compare with", self)  # everything that the prediction on show can be compared with
        self._build_ui()
        self.show_systems(())

    def show_systems(self, systems: Sequence[SystemRuns]) -> None:
        self._all = tuple(systems)
        self.choose(0, None)

    def choose(
        self, prediction: int, compared: int | None, *, offers_all: bool = False, is_against_all: bool = False
    ) -> None:
        """Show other predictions as the chosen ones, without a signal; all other systems may be offered together."""
        self._shown, self._compared, self._is_against_all = prediction, compared, is_against_all
        self._fill_systems()
        self._fill_runs()
        self._fill_others(offers_all)
        self._show_parts()

    def set_room(self, has_words: bool, has_room: bool) -> None:
        """Leave out words, or the list of what to compare with, where there is little room."""
        if (has_words, has_room) != (self._has_words, self._has_room):
            self._has_words, self._has_room = has_words, has_room
            self._fill_systems()
            self._show_parts()

    def ask_compared(self) -> None:
        if self.menu.isEnabled():
            below = self._other if self._other.isVisible() else self._system
            self.menu.popup(below.mapToGlobal(QPoint(0, below.height())))
            self.menu.setActiveAction(next(action for action in self.menu.actions() if action.isChecked()))

    def _build_ui(self) -> None:
        parts = (self._system_label, self._system, self._run, self._other_label, self._other)
        self._row = fill(QHBoxLayout(self), *parts)
        self._system_label.setBuddy(self._system)
        self._other_label.setBuddy(self._other)
        self._system.activated.connect(self._on_system_activated)
        self._run.activated.connect(self._on_run_activated)
        self._other.activated.connect(lambda place: self._on_chosen(self._other.itemData(place)))

    def _restyle(self) -> None:
        unit = self.unit
        self._row.setSpacing(round(8 * unit))
        for part in (self._system, self._run, self._other):
            part.setMaximumWidth(round(_WIDEST_SYSTEM * unit))
        for label in (self._system_label, self._other_label):
            set_ink(label, current_theme().text2)

    def _fill_systems(self) -> None:
        self._system.clear()
        for system in self._all:
            self._system.addItem(visible(system.name))
            self._system.setItemData(self._system.count() - 1, _about(system), Qt.ItemDataRole.ToolTipRole)
        if not self._all:
            self._system.addItem("no system")
            self._system.setToolTip("")
        elif not self._has_room and self.menu.isEnabled():
            self._system.insertSeparator(self._system.count())
            self._system.addItem(_COMPARE)
        self._system.setEnabled(self._system.count() > 1)
        if self._all:
            place, _ = self._place(self._shown)
            self._system.setCurrentIndex(place)
            names = f"{self._all[place].name}: {self._all[place].f1_in_words}"
            if self._is_against_all:
                names += "\ncompared with all others"
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

    def _fill_others(self, offers_all: bool) -> None:
        """Offer none and all other predictions, in the list and in the menu; the runs of a system stand together."""
        self._other.clear()
        self.menu.clear()
        group = QActionGroup(self.menu)
        self._offer("none", None, group)
        if offers_all:
            self._offer(_ALL, _ALL, group)
        for system in self._all:
            others = [(run, number) for run, number in enumerate(system.numbers) if number != self._shown]
            if others and (len(system.numbers) > 1 or self._other.count() == 1 + offers_all):
                self._other.insertSeparator(self._other.count())
                self.menu.addSeparator()
            for run, number in others:
                self._offer(system.full_name(run), number, group)
        chosen = self._chosen
        self._other.setCurrentIndex(0 if chosen is None else self._other.findData(chosen))
        can_compare = self._other.count() > 1
        self._other.setEnabled(can_compare)
        self.menu.setEnabled(can_compare)
        said = "none" if self._compared is None else self._name(self._compared)
        told = meaning("against_all") if self._is_against_all else f"The prediction to compare with, as B: {said}"
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
        action = QAction(plain_text(name), self.menu)
        action.setCheckable(True)
        action.setChecked(number == self._chosen)
        action.triggered.connect(partial(self._on_chosen, number))
        group.addAction(action)
        self.menu.addAction(action)

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


class Systems(QObject):
    """Shows what the choosers choose, and changes which systems there are, and which annotator is A."""

    def __init__(self, desk: Desk, chooser: SystemChooser, annotators: AnnotatorChooser, opener: "Opener") -> None:
        super().__init__(desk)
        self._desk, self._chooser, self._annotators, self._opener = desk, chooser, annotators, opener
        self._wanted: tuple[str, Door] | None = None  # the annotator that is to be A, and what is to be opened then
        self._document = document = desk.document
        self._chooser.prediction_chosen.connect(document.show_prediction)
        self._chooser.compared_chosen.connect(self._compare)
        self._chooser.all_chosen.connect(self._compare_with_all)
        desk.menus.connect_command("compare_with", self._chooser.ask_compared)
        annotators.first_chosen.connect(self._put_first)
        annotators.second_chosen.connect(self._put_second)
        desk.menus.connect_command("swap", self._exchange)
        opener.predictions.changed.connect(self._on_changed)
        desk.menus.connect_command("systems", self._ask)
        desk.pair_requested.connect(self._open_pair)
        document.tell_of_studies(self._show_systems)
        for changed in (document.prediction_changed, document.compared_changed):
            changed.connect(self._show_choice)

    def _show_systems(self) -> None:
        assert self._document.study is not None, "its systems are offered"
        self._chooser.show_systems(systems_of(self._document.study))
        self._show_choice()

    def _show_choice(self) -> None:
        if self._document.study is not None and self._document.study.predictions:
            document = self._document
            offered = {"offers_all": document.has_others, "is_against_all": document.against_all}
            self._chooser.choose(document.prediction, document.compared, **offered)
            if self._document.study.is_of_annotators:
                self._annotators.show_annotators(names_in(self._document.study), document.prediction + 1)

    def _exchange(self) -> None:
        if self._document.study is not None and self._document.study.is_of_annotators:
            self._put_first(self._document.prediction + 1)
        else:
            self._document.exchange()

    def _put_first(self, annotator: int) -> None:
        if annotator:
            self._opener.predictions.put_first(annotator - 1)
            self._show_choice()  # as it is until the work is done

    def _open_pair(self, first: int, prediction: int, query: str) -> None:
        """Let an annotator be A, then open what a number counts that it has with another one."""
        assert self._document.study is not None, "a number of it was clicked"
        self._wanted = names_in(self._document.study)[first], Door(query, prediction)
        self._put_first(first)

    def _on_changed(self) -> None:
        wanted, self._wanted = self._wanted, None
        if wanted is not None and self._document.study is not None and self._document.study.annotator == wanted[0]:
            self._desk.open(wanted[1])

    def _put_second(self, annotator: int) -> None:
        """Let an annotator be B; if it is A, the two change places."""
        if annotator:
            self._document.show_prediction(annotator - 1)
        else:
            self._exchange()

    def _compare(self, prediction: int | None) -> None:
        if prediction is not None:
            self._show_all_outcomes()
        self._document.compare_with(prediction)

    def _compare_with_all(self) -> None:
        self._show_all_outcomes()
        self._document.compare_with_all()

    def _show_all_outcomes(self) -> None:
        """Drop what new files are shown with, every error, before a comparison: it would hide what only A has."""
        if self._document.compared is None and self._document.selection == ONLY_ERRORS:
            self._document.select(Selection())

    def _ask(self) -> None:
        from nerinspect.ui.dialogs.systems_dialog import SystemsDialog  # not needed before it is asked for
        from nerinspect.ui.guide import offer_guide

        if self._opener.predictions.is_busy:
            self._desk.message.tell("The systems are being changed; arrange them once that is done.")
            return
        assert self._document.study is not None, "its systems are listed"
        dialog = SystemsDialog(self._document.study, self._desk.asker)
        offer_guide(dialog)
        dialog.accepted.connect(partial(self._apply, dialog))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _apply(self, dialog: "SystemsDialog") -> None:
        try:
            self._opener.predictions.arrange(dialog.arranged())
        except CommandError as mistake:
            self._desk.message.say(f"The systems were not changed: {mistake}.")
