"""What was given for an event in words: its causes and a verdict of one's own, each a chip."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.widgets.chip import Chip
from nerinspect.ui.widgets.flow_layout import FlowLayout

_REMOVING: Final = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
_LONGEST = 180  # at a font of 13 pixels


class CauseChips(QWidget):
    """Show words as chips, which a click or Delete takes away.

    Signals
    -------
    removed : int
        The word at this place is not wanted.
    """

    removed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Causes")
        self._chips: list[Chip] = []
        self._words: tuple[str, ...] = ()
        self._flow = FlowLayout(self)
        self._flow.setContentsMargins(0, 0, 0, 0)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._add_chip()  # before its neighbours: Tab goes through the parts as they are added
        self._chips[0].hide()
        self.hide()

    def show_words(self, words: Sequence[str]) -> None:
        """Show these words, in this order."""
        self._words = tuple(words)
        while len(self._chips) < len(words):
            self._add_chip()
        for chip in self._chips[len(words) :]:
            chip.hide()
        for chip, word in zip(self._chips, words, strict=False):
            chip.show_label(word)
            chip.show()
        self._restyle()
        self.setVisible(bool(words))

    def _add_chip(self) -> None:
        chip, place = Chip(self), len(self._chips)
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        chip.clicked.connect(lambda: self.removed.emit(place))
        chip.installEventFilter(self)
        self._flow.addWidget(chip)
        if self._chips:
            self.setTabOrder(self._chips[-1], chip)
        self._chips.append(chip)

    def _restyle(self) -> None:
        unit = font_size(self.font()) / 13
        self._flow.setSpacing(round(6 * unit))
        for chip in self._chips[: len(self._words)]:
            chip.dress(self.font())
            chip.cut(_LONGEST * unit)

    # Qt overrides

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let keys take a chip away."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _REMOVING:
            self.removed.emit(next(place for place, chip in enumerate(self._chips) if chip is watched))
            return True
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event):
            self._restyle()
