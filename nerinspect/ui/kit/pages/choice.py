"""A row of buttons of which one is always chosen."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QComboBox, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from nerinspect.ui.kit.screen_text import offer_names, tooltip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.theme.fonts import DETAIL, scaled_font
from nerinspect.ui.theme.themes import current_theme


class Choice(Styled, QWidget):
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

    @property
    def place(self) -> int:
        """The place of the chosen word."""
        return self._group.checkedId()

    def choose(self, place: int) -> None:
        """Choose a word, without a signal."""
        self._group.button(place).setChecked(True)

    def _restyle(self) -> None:
        theme, unit = current_theme(), self.unit
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


class SystemPair(Styled, QWidget):
    """Let the user choose systems A and B.

    Signals
    -------
    chosen
        Another pair was chosen.
    """

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.a, self.b = QComboBox(self), QComboBox(self)
        self._wanted = ("", "")
        self._words = [QLabel(text, self) for text in ("A", "minus B")]
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for word, box, letter in zip(self._words, (self.a, self.b), "AB", strict=True):
            box.setAccessibleName(f"System {letter}")
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            box.setMaximumWidth(round(180 * self.unit))
            word.setBuddy(box)
            box.activated.connect(self._on_activated)
            row.addWidget(word)
            row.addWidget(box)

    @property
    def places(self) -> tuple[int, int]:
        """The places of A and B."""
        return self.a.currentIndex(), self.b.currentIndex()

    @property
    def wanted(self) -> tuple[str, str]:
        """The systems chosen last, whether or not they are on offer; empty if none ever were."""
        return self._wanted

    def want(self, a: str, b: str) -> None:
        """Choose systems, now or when they are on offer; without a signal."""
        self._wanted = a, b
        self.show_systems([self.a.itemData(place) for place in range(self.a.count())])

    def show_systems(self, systems: Sequence[str]) -> None:
        """Offer these systems; those chosen last, or the first two."""
        chosen = [systems.index(name) for name in self._wanted] if {*self._wanted} <= {*systems} else [0, 1]
        for box, place in zip((self.a, self.b), chosen, strict=True):
            box.clear()
            offer_names(box, systems)
            box.setCurrentIndex(min(place, len(systems) - 1))

    def _on_activated(self) -> None:
        self._wanted = self.a.currentData(), self.b.currentData()
        self.chosen.emit()

    def _restyle(self) -> None:
        for part in (*self._words, self.a, self.b):
            part.setFont(scaled_font(self.font(), DETAIL))


class AttributeChoice(Styled, QWidget):
    """Let the user choose the attribute whose buckets are shown.

    Signals
    -------
    chosen
        Another attribute was chosen.
    """

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._box, self._word = QComboBox(self), QLabel("Attribute", self)
        self._box.setAccessibleName("Attribute")
        self._box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._word.setBuddy(self._box)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._word)
        row.addWidget(self._box)
        self._box.activated.connect(self.chosen)

    @property
    def place(self) -> int:
        """The place of the chosen attribute."""
        return self._box.currentIndex()

    @property
    def name(self) -> str:
        """The chosen attribute; empty if there is none."""
        return self._box.currentData() or ""

    def offer(self, names: Sequence[str]) -> None:
        """Offer these attributes; the one chosen before stays."""
        before = self._box.currentData()
        if list(names) != [self._box.itemData(place) for place in range(self._box.count())]:
            self._box.clear()
            offer_names(self._box, names)
            self._box.setCurrentIndex(max(self._box.findData(before), 0))

    def _restyle(self) -> None:
        for part in (self._word, self._box):
            part.setFont(scaled_font(self.font(), DETAIL))
