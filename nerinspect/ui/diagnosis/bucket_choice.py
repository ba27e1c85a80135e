"""How many buckets the values are put into."""

from PySide6.QtCore import QEvent, QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSpinBox, QWidget

from nerinspect.analysis.buckets import BUCKET_RANGE, DEFAULT_BUCKETS
from nerinspect.ui.painting.fonts import DETAIL, scaled_font
from nerinspect.ui.restyling import is_restyling


class BucketChoice(QWidget):
    """Let the user choose a number of buckets.

    Signals
    -------
    chosen : int
        Another number was chosen.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._word, self._box, self._after = (
            QLabel("Buckets"),
            QSpinBox(),
            QLabel("of each attribute, as many as exist"),
        )
        self._word.setBuddy(self._box)
        self._box.setRange(*BUCKET_RANGE)
        self._box.setValue(DEFAULT_BUCKETS)
        self._box.setAccessibleName("Buckets")
        self._box.setToolTip("Into so many buckets the values of each attribute are put; types have one each.")
        self._box.valueChanged.connect(self.chosen)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for part in (self._word, self._box):
            row.addWidget(part)
        self._restyle()

    @property
    def number(self) -> int:
        """The chosen number."""
        return self._box.value()

    def choose(self, number: int) -> None:
        """Choose a number, without a signal."""
        with QSignalBlocker(self._box):
            self._box.setValue(number)

    def _restyle(self) -> None:
        for part in (self._word, self._box):
            part.setFont(scaled_font(self.font(), DETAIL))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_box"):
            self._restyle()
