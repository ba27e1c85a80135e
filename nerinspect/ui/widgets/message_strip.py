"""One calm sentence across the window, with what can be done about it."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.theme import current_theme


class MessageStrip(QWidget):
    """Show a message until it is dismissed or something else is said."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("message_strip")
        self.setAutoFillBackground(True)
        self._text = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._actions: list[QPushButton] = []
        close = QToolButton()
        close.setText("✕")
        close.setAutoRaise(True)
        close.setAccessibleName("Dismiss")
        close.setToolTip("Dismiss")
        close.clicked.connect(self.hide)
        unit = font_size(self.font()) / 13
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(round(12 * unit), round(4 * unit), round(8 * unit), round(4 * unit))
        sign = QLabel("⚠")
        sign.setAccessibleName("Warning")
        self._layout.addWidget(sign)
        self._layout.addWidget(self._text, 1)
        self._layout.addWidget(close)
        self.hide()

    @property
    def text(self) -> str:
        """What the strip says; empty while it is hidden."""
        return "" if self.isHidden() else self._text.text()

    @property
    def actions_offered(self) -> list[str]:
        """What the buttons say."""
        return [button.text() for button in self._actions]

    def say(self, text: str, actions: Sequence[tuple[str, Callable[[], object]]] = ()) -> None:
        """Show a message.

        Parameters
        ----------
        text : str
            One sentence.
        actions : sequence of (str, callable)
            Buttons: what they say and what they do. A click hides the strip first.
        """
        for button in self._actions:
            button.setParent(None)
            button.deleteLater()
        self._actions = []
        for label, act in actions:
            button = QPushButton(label)
            button.clicked.connect(self.hide)
            button.clicked.connect(act)
            self._layout.insertWidget(self._layout.count() - 1, button)
            self._actions.append(button)
        theme, colours = current_theme(), self.palette()
        colours.setColor(QPalette.ColorRole.Window, theme.warning_strip)
        colours.setColor(QPalette.ColorRole.WindowText, theme.text)
        self.setPalette(colours)
        self._text.setText(text)
        self.setAccessibleName(text)
        self.show()
