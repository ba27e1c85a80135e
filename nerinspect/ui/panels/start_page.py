"""What an empty window says: drop files here, or open the sample."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from nerinspect.ui.painting.fonts import TITLE, scaled_font


class StartPage(QWidget):
    """Offer the two ways to begin.

    Signals
    -------
    open_requested, sample_requested
        The user chose one.
    recent_requested : int
        The user chose a recent session, by its place in the list.
    """

    open_requested = Signal()
    sample_requested = Signal()
    recent_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("start_page")
        words = QLabel("Drop a reference and predictions here, or open the sample.")
        words.setFont(scaled_font(self.font(), TITLE))
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        words.setWordWrap(True)
        choose, sample = QPushButton("Open…"), QPushButton("Open the sample")
        choose.clicked.connect(self.open_requested)
        sample.clicked.connect(self.sample_requested)
        buttons = QHBoxLayout()
        buttons.addStretch()
        buttons.addWidget(choose)
        buttons.addWidget(sample)
        buttons.addStretch()
        layout = QVBoxLayout(self)
        layout.addStretch(2)
        layout.addWidget(words)
        layout.addLayout(buttons)
        self._recent = QVBoxLayout()
        layout.addLayout(self._recent)
        layout.addStretch(3)

    def show_recent(self, titles: Sequence[str]) -> None:
        """List recent sessions below the buttons."""
        while (item := self._recent.takeAt(0)) is not None:
            if widget := item.widget():
                widget.setParent(None)
                widget.deleteLater()
        for place, title in enumerate(titles):
            button = QToolButton()
            button.setText(title)
            button.setAutoRaise(True)
            button.clicked.connect(partial(self.recent_requested.emit, place))
            self._recent.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
