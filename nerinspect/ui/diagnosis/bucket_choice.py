"""Which attributes the tables show, and how many buckets their values are put into."""

from PySide6.QtCore import QEvent, QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QSpinBox, QWidget

from nerinspect.analysis.buckets import BUCKET_RANGE, DEFAULT_BUCKETS
from nerinspect.ui.painting.fonts import DETAIL, scaled_font
from nerinspect.ui.restyling import is_restyling


class BucketChoice(QWidget):
    """Let the user choose a number of buckets, and whether columns of the data files are among the attributes.

    Attributes
    ----------
    columns : QCheckBox
        Whether they are; to be shown where there are some.

    Signals
    -------
    chosen : int
        Another number was chosen.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._word, self._box, self.columns = QLabel("Buckets"), QSpinBox(), QCheckBox("Columns of the files")
        self._word.setBuddy(self._box)
        self._box.setRange(*BUCKET_RANGE)
        self._box.setValue(DEFAULT_BUCKETS)
        self._box.setAccessibleName("Buckets")
        self._box.setToolTip("Into so many buckets the values of each attribute are put; types have one each.")
        self._box.valueChanged.connect(self.chosen)
        self.columns.setToolTip("Have further columns of the data files in all tables; the shaded one always has them.")
        self.columns.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for part in self._parts:
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

    @property
    def _parts(self) -> tuple[QWidget, ...]:
        return self._word, self._box, self.columns

    def _restyle(self) -> None:
        for part in self._parts:
            part.setFont(scaled_font(self.font(), DETAIL))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "columns"):
            self._restyle()
