"""The curated list: the events table with what was decided."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.events.decision import Decision
from nerinspect.events.study import Study
from nerinspect.lists.mentions import all_columns, events_table
from nerinspect.lists.table import Row, Table, Value
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.language.parser import unescaped
from nerinspect.query.language.writer import quoted

DECISION_COLUMNS: Final = ("verdict", "causes", "flag", "note", "corrected_spans", "decided")
"""What a row holds besides the columns of events."""

POSSIBLE_DECISION_COLUMNS: Final = (*DECISION_COLUMNS, "who")
"""Those, and who decided, which a row holds if it is asked for."""


_PLAIN_CAUSE: Final = re.compile(r'[^\s"]\S*')
_CAUSE: Final = re.compile(r'"((?:[^"\\]|\\.)*)"(?!\S)|\S+', re.DOTALL)


def review_columns(with_training: bool) -> tuple[str, ...]:
    """List the columns of the curated list."""
    return (*all_columns(with_training), *DECISION_COLUMNS)


def review_table(
    study: Study,
    order: AnyIntArray | None = None,
    checkpoint: Checkpoint = no_checkpoint,
    columns: Sequence[str] = (),
    decisions: Mapping[int, Decision] | None = None,
) -> Table:
    """List events in an order with what was decided about them (None: as it is now); rows are made as they are read."""
    columns = tuple(columns) or review_columns(study.training is not None)
    chosen = np.arange(len(study.events)) if order is None else order
    of_events = tuple(name for name in columns if name not in POSSIBLE_DECISION_COLUMNS) or ("kind",)
    rows = events_table(study, chosen, checkpoint, of_events)
    known = dict(study.decisions.items()) if decisions is None else decisions
    return Table(columns, decided_rows(chosen, known, rows, columns))


def causes_cell(causes: Sequence[str]) -> str:
    """Write causes with blanks between them; one that holds a blank, or begins like that, in quotes as in a query."""
    return " ".join(cause if _PLAIN_CAUSE.fullmatch(cause) else quoted(cause) for cause in causes)


def causes_in(cell: str) -> tuple[str, ...]:
    """Read what `causes_cell` wrote, each cause once; a quote that is never closed is part of a word."""
    found = (unescaped(one[1]) if one[1] is not None else one[0] for one in _CAUSE.finditer(cell))
    return tuple(dict.fromkeys(filter(None, (" ".join(cause.split()) for cause in found))))


def decision_cells(decision: Decision) -> dict[str, Value]:
    """Write a decision under `POSSIBLE_DECISION_COLUMNS`."""
    return {
        "verdict": decision.verdict,
        "causes": causes_cell(decision.causes),
        "flag": "yes" if decision.flag else "",
        "note": decision.note,
        "corrected_spans": None if decision.correction is None else list(decision.correction),
        "decided": decision.decided,
        "who": decision.who,
    }


def decided_rows(
    order: AnyIntArray, decisions: Mapping[int, Decision], events: Table, columns: Sequence[str]
) -> Iterator[Row]:
    """Write the rows of events, of either sort, with what was decided about each."""
    undecided = Decision()
    for event, row in zip(order.tolist(), events, strict=True):
        cells = dict(zip(events.columns, row, strict=True)) | decision_cells(decisions.get(event, undecided))
        yield tuple(cells[name] for name in columns)
