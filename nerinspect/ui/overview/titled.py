"""A part of the overview under its title."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from nerinspect.ui.painting.fonts import CAPTION, font_size, scaled_font
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme
from nerinspect.visible import visible


class Titled(QWidget):
    """Show widgets below each other, under a title and a caption beside it.

    Parameters
    ----------
    title : str
        In semibold.
    *parts : QWidget
        From top to bottom.
    beside : QWidget, optional
        Stands at the right of the head.
    """

    def __init__(
        self, title: str, *parts: QWidget, beside: QWidget | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._title, self._caption = QLabel(visible(title), self), QLabel(self)
        self._caption.setTextFormat(Qt.TextFormat.PlainText)
        self._caption.setWordWrap(True)
        head = QHBoxLayout()
        head.setSpacing(round(8 * font_size(self.font()) / 13))
        head.addWidget(self._title)
        head.addWidget(self._caption, 1)
        if beside is not None:
            head.addWidget(beside)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(round(4 * font_size(self.font()) / 13))
        column.addLayout(head)
        for part in parts:
            column.addWidget(part)
        column.addStretch(1)
        self._restyle()

    @property
    def title(self) -> str:
        """The words in semibold."""
        return self._title.text()

    def set_title(self, title: str) -> None:
        """Show other words in semibold."""
        self._title.setText(visible(title))

    @property
    def caption(self) -> str:
        """The words beside the title."""
        return self._caption.text()

    def set_caption(self, text: str) -> None:
        """Show other words beside the title."""
        self._caption.setText(visible(text))

    def _restyle(self) -> None:
        self._title.setFont(scaled_font(self.font(), 1.0, is_bold=True))
        self._caption.setFont(scaled_font(self.font(), CAPTION))
        colours = self._caption.palette()
        colours.setColor(QPalette.ColorRole.WindowText, current_theme().text3)
        self._caption.setPalette(colours)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_caption"):
            self._restyle()
