"""What stands above the page of a review: which events are counted, copying and saving."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from nerinspect.ui.overview.choice import Choice
from nerinspect.ui.overview.top_row import TopRow
from nerinspect.ui.review_page.causes_part import CHART

_MEANINGS = ("Every event of the system on show.", "Only events that meet all terms of the filter.")


class ReviewTop(TopRow):
    """Let the user choose which events are counted, copy and save tables and the chart.

    Attributes
    ----------
    events : Choice
        Which events are counted: all, or those that the filter keeps.

    Signals
    -------
    write_requested
        The corrected reference is to be written.
    """

    write_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__((CHART,), parent)
        self.events = Choice("Count", ("all events", "what the filter keeps"), _MEANINGS, self)
        self.counted.hide()
        self._copy.setToolTip("Copy all rows of a table.")
        rows = self.layout()
        assert rows is not None, "a row with a line for the filter below"
        row = next(one for one in rows.children() if isinstance(one, QHBoxLayout))
        row.insertWidget(row.indexOf(self.counted), self.events)
        self._write = QPushButton(self)
        self._write.clicked.connect(self.write_requested)
        row.insertWidget(row.indexOf(self._copy), self._write)
        self.show_writing(is_of_annotators=False, is_possible=False)

    def show_writing(self, is_of_annotators: bool, is_possible: bool) -> None:
        """Offer to write what decisions make of the reference, or of A."""
        self._write.setText("Write Adjudicated Annotation…" if is_of_annotators else "Write Corrected Reference…")
        self._write.setEnabled(is_possible)
