"""Which of the swapped sentences are listed, and a link back to all of them."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from nerinspect.errors import counted
from nerinspect.ui.painting.fonts import font_size
from nerinspect.visible import visible


class ShownSentences(QWidget):
    """Say what is listed.

    Signals
    -------
    all_requested
        All sentences are to be listed.
    """

    all_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text, self._all = QLabel(self), QPushButton("Show &All", self)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        unit = font_size(self.font()) / 13
        row = QHBoxLayout(self)
        row.setContentsMargins(*(round(size * unit) for size in (12, 4, 8, 4)))
        row.addWidget(self._text, 1)
        row.addWidget(self._all)
        self._all.clicked.connect(self.all_requested)
        self.show_all(0)

    @property
    def text(self) -> str:
        """What is said."""
        return self._text.text()

    @property
    def is_of_pattern(self) -> bool:
        """Whether not all sentences are listed."""
        return not self._all.isHidden()

    def show_all(self, n_swapped: int) -> None:
        """Say that all are listed."""
        self._text.setText(counted(n_swapped, "sentence"))
        self._all.hide()

    def show_pattern(self, words: str, n_listed: int, n_swapped: int) -> None:
        """Say of which sentences those listed are."""
        self._text.setText(visible(f"{words}: {n_listed:,} of {counted(n_swapped, 'sentence')}"))
        self._all.show()
