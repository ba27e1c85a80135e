"""Whose pairs are shown, and in which types."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QWidget

from nerinspect.analysis.study import Study
from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.plain_text import offer_names
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.tooltips import tooltip

_ALL_PAIRS, _ALL_TYPES, _EACH_TYPE = "all pairs", "all types", "each type"


class PairChoice(QWidget):
    """Let the user choose one system against all, and a type.

    Signals
    -------
    chosen
        Something else was chosen.
    """

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._system = _box("System A", "Show one system as A against all others, or all pairs", self)
        self._type = _box("Type", "Count the mentions of all types together, of each, or of one", self)
        self._wanted = "", ""
        self._words = [QLabel("A", self), QLabel("Type", self)]
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(round(6 * font_size(self.font()) / 13))
        for word, box in zip(self._words, (self._system, self._type), strict=True):
            word.setBuddy(box)
            row.addWidget(word)
            row.addWidget(box)
            box.activated.connect(self._on_activated)
        self._restyle()

    def offer(self, systems: Sequence[str], types: Sequence[str]) -> None:
        """Offer systems and types; what was chosen last is chosen if it is among them."""
        self._system.clear()
        offer_names(self._system, [_ALL_PAIRS, *systems])
        self._type.clear()
        offer_names(self._type, [_ALL_TYPES, _EACH_TYPE, *types])
        self.want(*self._wanted)

    def want(self, system: str, types: str) -> None:
        """Choose a system and types as `wanted` gives them, now or when they are offered."""
        self._wanted = system, types
        for box, name in zip((self._system, self._type), self._wanted, strict=True):
            box.setCurrentIndex(max(box.findData(name), 0))

    @property
    def wanted(self) -> tuple[str, str]:
        """What was chosen last, though it may not be offered: a system and types, each empty for all."""
        return self._wanted

    @property
    def system(self) -> str:
        """The system that is A in all pairs; empty for all pairs."""
        return self._system.currentData() if self._system.currentIndex() > 0 else ""

    def types(self, study: Study) -> Sequence[str | None]:
        """Give the types to show; None stands for all together."""
        place = self._type.currentIndex()
        return (None, *study.types) if place == 1 else (self._type.currentData() if place > 1 else None,)

    def _on_activated(self) -> None:
        system, types = (box.currentData() if box.currentIndex() > 0 else "" for box in (self._system, self._type))
        self._wanted = system, types
        self.chosen.emit()

    def _restyle(self) -> None:
        for part in (*self._words, self._system, self._type):
            part.setFont(scaled_font(self.font(), DETAIL))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_words"):
            self._restyle()


def _box(name: str, tip: str, parent: QWidget) -> QComboBox:
    box = QComboBox(parent)
    box.setAccessibleName(name)
    box.setToolTip(tooltip(tip))
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    return box
