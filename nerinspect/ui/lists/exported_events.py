"""The events on screen, as they are handed to the export."""

from dataclasses import dataclass, replace

from nerinspect.corpus.arrays import IntArray
from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.export import ListedEvents, ReviewOrigin
from nerinspect.lists.mentions import MENTIONS


@dataclass(frozen=True, eq=False)
class EventList:
    """The events on screen.

    Attributes
    ----------
    study : Study
        Where they are.
    request : LoadRequest
        How it was loaded.
    order : ndarray of int32, shape (n_rows,)
        Event numbers as they stand on screen.
    query : str
        The filter that gives these events.
    sorting : str
        In words, how the rows are ordered; empty for the order of the command line.
    selected : ndarray of int32, shape (n_selected,)
        Those that are selected, in the order of the screen.
    columns : tuple of str
        Columns of a file that stand for those on screen, in their order.
    whose : str
        The predictions they are of, where two are compared; empty elsewhere.
    note : str
        What the command line lists besides; empty if it lists just these events.
    alone : EventList or None
        In a comparison, where `order` holds the events of A and B: those of A.
    review : ReviewOrigin or None
        The review that decisions about them are kept in, while one is open.
    """

    study: Study
    request: LoadRequest
    order: IntArray
    query: str
    sorting: str
    selected: IntArray
    columns: tuple[str, ...]
    whose: str = ""
    note: str = ""
    alone: "EventList | None" = None
    review: ReviewOrigin | None = None

    def listed(self, order: IntArray) -> ListedEvents:
        """Give those of them that are to be written."""
        return ListedEvents(
            MENTIONS, self.study, self.request, order, self.query, self.sorting, len(self.order), self.note, self.review
        )

    def of_review(self, review: ReviewOrigin) -> "EventList":
        """Give the same events with what was decided about them."""
        return replace(self, review=review, alone=self.alone and self.alone.of_review(review))
