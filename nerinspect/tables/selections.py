"""Saved selections as a table."""

from collections.abc import Iterable

import numpy as np

from nerinspect.events.study import Study
from nerinspect.lists.table import Table
from nerinspect.query.saved import SavedFilter

SELECTION_COLUMNS = ("selection", "query", "events")


def selection_table(study: Study, saved: Iterable[SavedFilter]) -> Table:
    """List saved selections: name, query as saved, and how many events are kept now, undefined if it cannot be read."""
    return Table(
        SELECTION_COLUMNS,
        [
            (one.name, one.query, None if one.filter is None else int(np.count_nonzero(one.filter.mask(study))))
            for one in saved
        ],
        counts=frozenset({"events"}),
    )
