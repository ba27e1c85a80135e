"""How far long work is, and a button that ends it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from nerinspect.ui.painting.fonts import font_size
from nerinspect.visible import visible


class ProgressStrip(QWidget):
    """Show a progress bar in tokens with a Cancel button.

    Signals
    -------
    cancelled
        The user wants the work to end.
    """

    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("progress_strip")
        self._label, self._bar, cancel = QLabel(), QProgressBar(textVisible=False), QPushButton("Cancel")
        cancel.clicked.connect(self.cancelled)
        unit = font_size(self.font()) / 13
        layout = QHBoxLayout(self)
        layout.setContentsMargins(round(12 * unit), round(4 * unit), round(12 * unit), round(4 * unit))
        layout.addWidget(self._label)
        layout.addWidget(self._bar, 1)
        layout.addWidget(cancel)
        self._title = ""
        self.hide()

    def begin(self, title: str) -> None:
        """Show the strip before it is known how much there is to do."""
        self._title = title
        self._label.setText(visible(f"{title} …"))
        self._bar.setRange(0, 0)
        self.show()

    def show_progress(self, done: int, total: int, unit: str = "tokens") -> None:
        """Show how many tokens, or other things, are done of about how many."""
        self._label.setText(visible(f"{self._title}: {done:,} of about {total:,} {unit}"))
        self._bar.setRange(0, 1000)  # a share: tokens may be more than the bar can count
        self._bar.setValue(1000 * done // max(total, 1))
