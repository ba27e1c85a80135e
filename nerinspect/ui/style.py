"""What holds for every widget of the program, whoever makes it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPlainTextEdit, QProxyStyle, QWidget

from nerinspect.ui.scrolling import WheelGuard
from nerinspect.ui.theme import set_palette
from nerinspect.ui.widgets.unseen_sign import UnseenSign


class ProgramStyle(QProxyStyle):
    """The Fusion style, in which no label guesses that its text is HTML, no field hides a part, no box takes the wheel.

    Qt asks the style to polish a widget before it is first measured or shown, the labels inside tooltips and message
    boxes too. Those that show links say so themselves, by `setTextFormat`.
    """

    def __init__(self) -> None:
        super().__init__("Fusion")
        self._wheel = WheelGuard(self)

    def polish(self, polished: QWidget | QApplication | QPalette) -> None:  # type: ignore[override]  # three in one
        """Let a label take its text as it is, a field say whether its text holds what is not seen, a page scroll."""
        if isinstance(polished, QLabel) and polished.textFormat() == Qt.TextFormat.AutoText:
            polished.setTextFormat(Qt.TextFormat.PlainText)
        elif isinstance(polished, QLineEdit | QPlainTextEdit) and polished.findChild(UnseenSign) is None:
            UnseenSign(polished)
        if isinstance(polished, QWidget):
            self._wheel.watch(polished)
        super().polish(polished)


def apply_theme(app: QApplication) -> None:
    """Draw the program in the desktop's scheme, now and whenever the desktop changes it."""
    app.setStyle(ProgramStyle())
    set_palette(app)
    hints = app.styleHints()
    hints.colorSchemeChanged.connect(lambda _scheme: set_palette(app))
    if hasattr(hints, "accessibility"):
        hints.accessibility().contrastPreferenceChanged.connect(lambda _preference: set_palette(app))
