"""Why there is nothing to see, and what would change that."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from nerinspect.ui.painting.fonts import font_size
from nerinspect.visible import visible


class EmptyMessage(QWidget):
    """Say one sentence in the middle, with a button below it where something can be done."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("empty_message")
        self._label = QLabel()
        self._label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._button: QPushButton | None = None
        self._column = QVBoxLayout(self)
        self._column.setSpacing(round(12 * font_size(self.font()) / 13))
        self._column.addStretch(1)
        self._column.addWidget(self._label)
        self._column.addStretch(1)

    @property
    def button(self) -> QPushButton | None:
        """What can be done; None if nothing can."""
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
        self._label.setText(visible(text))
        if self._button is not None:
            self._button.hide()  # else a layout that has not yet shown it would, in a window of its own
            self._button.setParent(None)
            self._button.deleteLater()
            self._button = None
        if action_text and act is not None:
            self._button = QPushButton(action_text)
            self._button.setAccessibleDescription(text)
            self._button.setAutoDefault(True)  # Enter presses it where the focus is
            self._button.clicked.connect(lambda: act())
            self._column.insertWidget(2, self._button, 0, Qt.AlignmentFlag.AlignHCenter)
