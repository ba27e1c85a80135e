"""What stands above the page of a review: which events are counted, copying and saving."""

from PySide6.QtWidgets import QHBoxLayout, QWidget

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
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__((CHART,), parent)
        self.events = Choice("Count", ("all events", "what the filter keeps"), _MEANINGS, self)
        self.counted.hide()
        self._copy.setToolTip("Copy all rows of a table.")
        rows = self.layout()
        assert rows is not None, "a row with a line for the filter below"
        row = next(one for one in rows.children() if isinstance(one, QHBoxLayout))
        row.insertWidget(row.indexOf(self.counted), self.events)
