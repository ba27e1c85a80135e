"""Which attributes the tables show, and how many buckets their values are put into."""

from PySide6.QtWidgets import QCheckBox, QWidget

from nerinspect.ui.painting.fonts import DETAIL, scaled_font
from nerinspect.ui.widgets.number_of_buckets import NumberOfBuckets


class BucketChoice(NumberOfBuckets):
    """Let the user choose a number of buckets, and whether columns of the data files are among the attributes.

    Attributes
    ----------
    columns : QCheckBox
        Whether they are; to be shown where there are some.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        self.columns = QCheckBox("Columns of the files")
        super().__init__(parent)
        self.columns.setToolTip("Have further columns of the data files in all tables; the shaded one always has them.")
        self.columns.hide()
        layout = self.layout()
        assert layout is not None, "it holds the number"
        layout.addWidget(self.columns)

    def _restyle(self) -> None:
        super()._restyle()
        self.columns.setFont(scaled_font(self.font(), DETAIL))
