"""What stands above the page of agreement: which number the matrix shows, copying and saving."""

from PySide6.QtWidgets import QHBoxLayout, QWidget

from nerinspect.ui.agreement.measured import MEANINGS, MEASURES
from nerinspect.ui.overview.choice import Choice
from nerinspect.ui.overview.top_row import TopRow


class AgreementTop(TopRow):
    """Let the user choose a number, copy and save tables; all of the text is counted always."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__((), parent)
        self.measure = Choice("Number", MEASURES, MEANINGS, self)
        self._label.setText("Show")
        self.counted.hide()
        self._copy.setToolTip("Copy all rows of a table.")
        rows = self.layout()
        assert rows is not None, "a row with a line for the filter below"
        row = next(one for one in rows.children() if isinstance(one, QHBoxLayout))
        row.insertWidget(row.indexOf(self.counted), self.measure)
