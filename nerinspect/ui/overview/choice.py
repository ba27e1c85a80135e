"""A row of buttons of which one is always chosen."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme
from nerinspect.ui.tooltips import tooltip


class Choice(QWidget):
    """Let the user choose one of a few words.

    Parameters
    ----------
    name : str
        What is chosen, for people who hear it.
    words : sequence of str
        The first is chosen.
    tooltips : sequence of str
        What each of them means.

    Signals
    -------
    chosen : int
        The user chose the word at this place.
    """

    chosen = Signal(int)

    def __init__(self, name: str, words: Sequence[str], tooltips: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for place, (word, meaning) in enumerate(zip(words, tooltips, strict=True)):
            button = QToolButton(self)
            button.setText(word)
            button.setToolTip(tooltip(meaning))
            button.setCheckable(True)
            button.setAccessibleName(f"{name}: {word}")
            self._group.addButton(button, place)
            row.addWidget(button)
        self._group.button(0).setChecked(True)
        self._group.idClicked.connect(self.chosen)
        self._group.idToggled.connect(lambda _place, _is_checked: self._restyle())
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._restyle()

    @property
    def place(self) -> int:
        """The place of the chosen word."""
        return self._group.checkedId()

    def choose(self, place: int) -> None:
        """Choose a word, without a signal."""
        self._group.button(place).setChecked(True)

    def _restyle(self) -> None:
        theme, unit = current_theme(), font_size(self.font()) / 13
        look = (
            f"QToolButton {{ background: {theme.button.name()}; border: 1px solid {theme.border.name()};"
            f" color: {theme.text.name()}; padding: {round(2 * unit)}px {round(7 * unit)}px; }}"
            f"QToolButton:checked {{ background: {theme.selected.name()}; border-color: {theme.accent.name()}; }}"
            f"QToolButton:focus {{ border: {max(round(2 * unit), 2)}px solid {theme.accent.name()};"
            f" padding: {round(unit)}px {round(6 * unit)}px; }}"
        )
        for button in self._group.buttons():
            button.setFont(scaled_font(self.font(), DETAIL, is_bold=button.isChecked()))
            button.setStyleSheet(look)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_group"):
            self._restyle()
