"""How many buckets the values of attributes are put into."""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSpinBox, QWidget

from nerinspect.analysis.attribute import BUCKET_RANGE, DEFAULT_BUCKETS
from nerinspect.ui.painting.fonts import DETAIL, scaled_font
from nerinspect.ui.restyling import is_restyling


class NumberOfBuckets(QWidget):
    """Let the user choose the number of buckets.

    Signals
    -------
    chosen : int
        So many are wanted.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label, self._number = QLabel("Buckets", self), QSpinBox(self)
        self._number.setRange(*BUCKET_RANGE)
        self._number.setValue(DEFAULT_BUCKETS)
        self._number.setAccessibleName("Number of buckets")
        self._number.setToolTip("So many buckets for each attribute, where its values can be parted; type has its own.")
        self._label.setBuddy(self._number)
        self._number.valueChanged.connect(self.chosen)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for part in (self._label, self._number):
            row.addWidget(part)
        self._restyle()

    @property
    def number(self) -> int:
        """How many are wanted."""
        return self._number.value()

    def choose(self, number: int) -> None:
        """Show another number, without a signal."""
        self._number.blockSignals(True)
        self._number.setValue(number)
        self._number.blockSignals(False)

    def _restyle(self) -> None:
        for part in (self._label, self._number):
            part.setFont(scaled_font(self.font(), DETAIL))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_number"):
            self._restyle()
