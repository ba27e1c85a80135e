"""A button that names a choice, offers the others in a menu, and steps through them with the arrow keys."""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QActionGroup, QColor, QFont, QKeyEvent, QPalette
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.panels.section import HeadButton
from nerinspect.ui.plain_text import plain_text
from nerinspect.ui.tooltips import tooltip

_ARROW: Final = " ▾"
_PADDING = 4  # at both sides, at a font of 13 pixels
_STEPS: Final = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class Choice(NamedTuple):
    """What can be chosen: its name, the same where there is little room, and what it is."""

    name: str
    short: str
    meaning: str = ""


class ChoiceButton(HeadButton):
    """Offer some choices.

    Parameters
    ----------
    title : str
        What is chosen, for a screen reader.
    parent : QWidget, optional
        Where the button stands.

    Signals
    -------
    chosen(int)
        The user chose another one, by its place.
    """

    chosen = Signal(int)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self._choices: Sequence[Choice] = ()
        self._place = 0
        self._room = 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleDescription("Left and Right choose the next one; Alt+Down lists all.")
        self.clicked.connect(self.show_menu)

    @property
    def padding(self) -> float:
        """Room beside the text, in device-independent pixels."""
        return _PADDING * font_size(self.font()) / 13

    def set_choices(self, choices: Sequence[Choice], place: int) -> None:
        """Offer some choices; the one at a place is chosen."""
        if (choices, place) != (self._choices, self._place):
            self._choices, self._place = choices, place
            self.setAccessibleName(f"{self._title}: {choices[place].name}")
            self.setToolTip(tooltip(choices[place].meaning))
            self._write()

    def set_room(self, width: int) -> None:
        """Write shortly where there is less room than the name takes, in device-independent pixels."""
        self._room = width
        self._write()

    def restyle(self, font: QFont, ink: QColor) -> None:
        """Write with another font and colour."""
        colours = self.palette()
        colours.setColor(QPalette.ColorRole.ButtonText, ink)
        self.setPalette(colours)
        self.setFont(font)
        self._write()

    def show_menu(self) -> None:
        """List all choices below the button."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        group = QActionGroup(menu)
        for place, choice in enumerate(self._choices):
            action = menu.addAction(plain_text(choice.name), partial(self._choose, place))
            action.setCheckable(True)
            action.setChecked(place == self._place)
            action.setToolTip(tooltip(choice.meaning))
            group.addAction(action)
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def sizeHint(self) -> QSize:
        """Ask for the room of the text."""
        metrics = self.fontMetrics()
        return QSize(round(metrics.horizontalAdvance(self.text()) + 2 * self.padding), metrics.height())

    def minimumSizeHint(self) -> QSize:
        """Never be cut."""
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step with arrows; list all with Alt+Down, and as ever with Enter or Space."""
        if (step := _STEPS.get(Qt.Key(event.key()))) and self._choices:
            self._choose(min(max(self._place + step, 0), len(self._choices) - 1))
        elif event.key() == Qt.Key.Key_Down and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.show_menu()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def _choose(self, place: int) -> None:
        if place != self._place:
            self.chosen.emit(place)

    def _write(self) -> None:
        if not self._choices:
            return
        choice, room = self._choices[self._place], self._room - 2 * self.padding
        is_cut = self.fontMetrics().horizontalAdvance(choice.name + _ARROW) > room
        self.setText(plain_text((choice.short if is_cut else choice.name) + _ARROW))
        self.updateGeometry()
