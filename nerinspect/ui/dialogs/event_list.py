"""The events on screen, as they are handed to the export."""

from dataclasses import dataclass

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import IntArray
from nerinspect.io.request import LoadRequest


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
        Columns of `EVENT_COLUMNS` that stand for those on screen, in their order.
    """

    study: Study
    request: LoadRequest
    order: IntArray
    query: str
    sorting: str
    selected: IntArray
    columns: tuple[str, ...]
