"""What an empty window says: drop files here, or open the sample."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from nerinspect.ui.painting.fonts import TITLE, scaled_font


class StartPage(QWidget):
    """Offer the two ways to begin.

    Signals
    -------
    open_requested, sample_requested
        The user chose one.
    """

    open_requested = Signal()
    sample_requested = Signal()

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
        layout.addStretch(3)
