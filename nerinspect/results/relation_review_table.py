"""The curated list of relations: the table of relation events with what was decided."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from nerinspect.analysis.decisions import Decision
from nerinspect.analysis.relation_events import relation_events
from nerinspect.analysis.relation_parts import has_relation_parts
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.results.relation_events_table import relation_event_columns, relation_events_table
from nerinspect.results.review_table import DECISION_COLUMNS, POSSIBLE_DECISION_COLUMNS, decision_cells
from nerinspect.results.table import Row, Table

_NO_RELATION_HAS: Final = "corrected_spans"

RELATION_DECISION_COLUMNS: Final = tuple(name for name in DECISION_COLUMNS if name != _NO_RELATION_HAS)
"""What a row holds besides the columns of relation events; relations have no right reading."""

POSSIBLE_RELATION_DECISION_COLUMNS: Final = tuple(
    name for name in POSSIBLE_DECISION_COLUMNS if name != _NO_RELATION_HAS
)
"""Those, and who decided, which a row holds if it is asked for."""


def relation_review_columns(with_parts: bool) -> tuple[str, ...]:
    """List the columns of the curated list; `part` where training has relations."""
    return (*relation_event_columns(with_parts), *RELATION_DECISION_COLUMNS)


def relation_review_table(
    study: Study,
    order: AnyIntArray | None = None,
    columns: Sequence[str] = (),
    checkpoint: Checkpoint = no_checkpoint,
    decisions: Mapping[int, Decision] | None = None,
) -> Table:
    """List relation events with what was decided about them.

    Parameters
    ----------
    study : Study
        Where they are.
    order : ndarray of int, shape (n_rows,), or None
        Numbers of relation events in the order wanted; None for all.
    columns : sequence of str
        Which columns, in which order; those of `relation_review_columns` if left out.
    checkpoint : Checkpoint
        Called with rows written and rows in all.
    decisions : mapping of int to Decision, or None
        By relation event; None for those of the study as they are now.

    Returns
    -------
    Table
        Rows are made as they are read.
    """
    columns = tuple(columns) or relation_review_columns(has_relation_parts(study))
    chosen = np.arange(len(relation_events(study))) if order is None else order
    of_events = tuple(name for name in columns if name not in POSSIBLE_RELATION_DECISION_COLUMNS) or ("kind",)
    rows = relation_events_table(study, chosen, of_events, checkpoint)
    known = dict(study.relation_decisions.items()) if decisions is None else decisions
    return Table(columns, _rows(chosen, known, rows, columns))


def _rows(
    order: AnyIntArray, decisions: Mapping[int, Decision], events: Table, columns: Sequence[str]
) -> Iterator[Row]:
    undecided = Decision()
    for event, row in zip(order.tolist(), events, strict=True):
        cells = dict(zip(events.columns, row, strict=True)) | decision_cells(decisions.get(event, undecided))
        yield tuple(cells[name] for name in columns)
