"""What can be done while the right reading is marked, each with its key."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from nerinspect.ui.painting.fonts import CAPTION, DETAIL, font_size, scaled_font
from nerinspect.ui.plain_text import plain_text
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.review.key_cap_button import KeyCapButton
from nerinspect.ui.theme import current_theme
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.elided_label import ElidedLabel
from nerinspect.ui.widgets.flow_layout import FlowLayout

HINT: Final = (
    "Arrows choose tokens, with Shift more of them; ↑ and ↓ choose mentions. A number or letters say the type."
)
N_OFFERED: Final = 9
"""Types that have a button and a number; others are written."""


class MarkingBar(QWidget):
    """Offer the types, and the ways out.

    Signals
    -------
    type_chosen : str
        The chosen tokens are a mention of this type.
    other_requested
        They are one of another type.
    unmark_requested
        They are no name.
    accept_requested, leave_requested, remove_requested
        Keep what is marked; leave it as it was; take the correction away.
    """

    type_chosen = Signal(str)
    other_requested = Signal()
    unmark_requested = Signal()
    accept_requested = Signal()
    leave_requested = Signal()
    remove_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("marking_bar")
        self.setAccessibleName("Mark the right reading")
        self.setAutoFillBackground(True)
        self._title, self._hint = QLabel("Right reading"), ElidedLabel(Qt.TextElideMode.ElideRight)
        self._unmark, self._other = _button("No name", "Del"), _button("Another type…", "A–Z")
        self._accept, self._leave = _button("Accept", "Enter"), _button("Leave", "Esc")
        self._remove = _button("Remove", "Ctrl+Del")
        self._types: list[KeyCapButton] = []
        self._names: list[str] = []
        self._build_ui()
        for button, signal in (
            (self._unmark, self.unmark_requested),
            (self._other, self.other_requested),
            (self._accept, self.accept_requested),
            (self._leave, self.leave_requested),
            (self._remove, self.remove_requested),
        ):
            button.clicked.connect(signal)
        self._unmark.setToolTip(tooltip("Take the marked mentions among the chosen tokens away."))
        self._accept.setToolTip(tooltip("Keep this reading for the right one."))
        self._leave.setToolTip(tooltip("Leave it as it was."))
        self._remove.setToolTip(tooltip("Remove the correction."))
        self._other.setToolTip(tooltip("Write the type of the chosen tokens."))
        self.hide()

    def show_types(self, types: Sequence[str]) -> None:
        """Offer types, those that a number chooses."""
        names = [*types[:N_OFFERED]]
        if self._names == names:
            return
        self._names = names
        for button in self._types:
            button.deleteLater()
        self._types = [_button(plain_text(name), str(number)) for number, name in enumerate(names, 1)]
        while self._flow.takeAt(0) is not None:
            pass
        for button, name in zip(self._types, names, strict=True):
            button.clicked.connect(partial(self.type_chosen.emit, name))
            button.setToolTip(tooltip(f"The chosen tokens are a mention of type {name}."))
        for button in (*self._types, self._other, self._unmark):
            self._flow.addWidget(button)
        self._fit()

    def show_given(self, is_given: bool) -> None:
        """Offer to take the correction away, where there is one."""
        self._remove.setVisible(is_given)
        self._fit()

    def say(self, reason: str) -> None:
        """Say why something could not be done; nothing says how things are done."""
        self._hint.show_text(reason or HINT)

    def _build_ui(self) -> None:
        self._flow, self._row, self._words = FlowLayout(), QHBoxLayout(), QHBoxLayout()
        self._column = QVBoxLayout(self)
        self._row.addLayout(self._flow, 1)
        for button in (self._remove, self._leave, self._accept):
            self._row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self._words.addWidget(self._title)
        self._words.addWidget(self._hint, 1)
        for layout in (self._row, self._words):
            self._column.addLayout(layout)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._restyle()

    def _fit(self) -> None:
        """Be as high as all lines of buttons: a splitter asks for the least height whatever the width is."""
        self._column.invalidate()
        self.setFixedHeight(self._column.totalHeightForWidth(max(self.width(), self.minimumWidth())))

    def _restyle(self) -> None:
        font, unit = self.font(), font_size(self.font()) / 13
        self._column.setContentsMargins(*(round(side * unit) for side in (12, 6, 12, 6)))
        for layout in (self._row, self._words, self._flow):
            layout.setSpacing(round(6 * unit))
        self._column.setSpacing(round(2 * unit))
        self._title.setFont(scaled_font(font, DETAIL, is_bold=True))
        self._hint.setFont(scaled_font(font, CAPTION))
        colours = self._hint.palette()
        colours.setColor(QPalette.ColorRole.WindowText, current_theme().text2)
        self._hint.setPalette(colours)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have room for all lines of buttons."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_column"):
            self._restyle()
            self._fit()


def _button(text: str, key: str) -> KeyCapButton:
    button = KeyCapButton(text, key)
    button.setCheckable(False)
    return button
