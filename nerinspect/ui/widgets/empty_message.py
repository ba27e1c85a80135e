"""Why there is nothing to see, and what would change that."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from nerinspect.ui.painting.fonts import font_size


class EmptyMessage(QWidget):
    """Say one sentence in the middle, with a button below it where something can be done."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("empty_message")
        self._act: Callable[[], None] | None = None
        self._label = QLabel()
        self._label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._button = QPushButton()
        self._button.setAutoDefault(True)  # Enter presses it where the focus is
        self._button.clicked.connect(self._on_clicked)
        column = QVBoxLayout(self)
        column.setSpacing(round(12 * font_size(self.font()) / 13))
        column.addStretch(1)
        column.addWidget(self._label)
        column.addWidget(self._button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        self.show_message("")

    @property
    def button(self) -> QPushButton:
        """What can be done; hidden if nothing can."""
        return self._button

    def show_message(self, text: str, action_text: str = "", act: Callable[[], None] | None = None) -> None:
        """Say something else.

        Parameters
        ----------
        text : str
            Plain text.
        action_text : str
            What the button says; empty for none.
        act : callable, optional
            What the button does.
        """
        self._act = act
        self._label.setText(text)
        self.setAccessibleName(text)
        self._button.setText(action_text)
        self._button.setAccessibleDescription(text)
        self._button.setVisible(bool(action_text) and act is not None)

    def _on_clicked(self) -> None:
        if self._act is not None:
            self._act()
