"""Columns of the events table that say what the files say of each token besides its label."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.analysis.events import EventTable, Side
from nerinspect.analysis.study import Annotation, Study
from nerinspect.corpus.arrays import IntArray, as_arrow_texts, from_arrow, mask_from_arrow
from nerinspect.corpus.token_column import TokenColumn
from nerinspect.glossary import meaning

SIDES: Final[tuple[Side, ...]] = ("reference", "predicted")


def token_column_name(side: Side, name: str) -> str:
    """Name a column of the events table after that of a file, such as `reference:UPOS`."""
    return f"{side}:{name}"


def is_token_column(column: str) -> bool:
    """Tell whether a column of the events table may be one of a file's."""
    side, colon, name = column.partition(":")
    return side in SIDES and bool(colon and name)


def token_columns(study: Study) -> tuple[str, ...]:
    """Name every such column a study has: those of the reference, then those of any prediction."""
    sides: dict[Side, list[Annotation]] = {
        "reference": [study.reference],
        "predicted": [prediction.annotation for prediction in study.predictions],
    }
    names = [
        token_column_name(side, column.name)
        for side, annotations in sides.items()
        for annotation in annotations
        for column in annotation.columns
    ]
    return tuple(dict.fromkeys(names))


def column_meaning(column: str) -> str:
    """Say what a column of the events table holds, be it one of a file's or one that every study has."""
    side, _, name = column.partition(":")
    return f"{name}: {meaning(f'{side}_column')}" if is_token_column(column) else meaning(column)


def token_values(study: Study, events: EventTable, column: str) -> Iterator[str | None]:
    """Give what a file says of the tokens of each event, joined by a blank; None where it says nothing.

    Parameters
    ----------
    study : Study
        What the events belong to.
    events : EventTable
        Some of its events.
    column : str
        One of `token_columns`.

    Yields
    ------
    str or None
        One for each event; that of its own prediction.
    """
    columns = [_found(study, prediction, column) for prediction in range(len(study.predictions))]
    for prediction, start, end in zip(events.prediction.tolist(), events.start, events.end, strict=True):
        found = columns[prediction]
        yield None if found is None else _joined(found, found.codes[start:end])


def token_value(study: Study, event: int, column: str) -> str | None:
    """Give the same of one event by its number."""
    events = study.events
    found = _found(study, int(events.prediction[event]), column)
    return None if found is None else _joined(found, found.codes[events.start[event] : events.end[event]])


def holds_numbers(study: Study, column: str) -> bool:
    """Tell whether a column says something of the first token of some event, and a finite number of each it does."""
    values, _ = _first_values(study, column)
    return bool(pa.types.is_floating(values.type))


def first_token_ranks(study: Study, column: str) -> IntArray:
    """Rank every event by what the file says of its first token; those of which it says nothing go first.

    Values go by size if all of them are numbers, else by the alphabet.

    Returns
    -------
    ndarray of int32, shape (n_events,)
        From 1, equal for equal values; 0 where the file says nothing.
    """
    values, places = _first_values(study, column)
    rank = pc.rank(values, "ascending", tiebreaker="dense").cast(pa.int32())
    return np.append(from_arrow(rank), np.int32(0))[places]  # the last one is that of the place -1


def _first_values(study: Study, column: str) -> tuple[pa.Array, IntArray]:
    """Collect what a column says of the first tokens of all events.

    Returns
    -------
    values : pyarrow.StringArray or pyarrow.DoubleArray
        Those that occur, at least once.
    places : ndarray of int32, shape (n_events,)
        For each event the place of its value; -1 where there is none, or an empty one.
    """
    texts: list[str] = []
    places = np.full(len(study.events), -1, dtype=np.int32)
    for prediction, (first, stop) in enumerate(pairwise(study.event_start.tolist())):
        if (found := _found(study, prediction, column)) is not None:
            codes = found.codes[study.events.start[first:stop]]
            is_used = np.zeros(len(found.values), dtype=bool)
            is_used[codes] = True
            used = [code for code in np.flatnonzero(is_used).tolist() if found.values[code]]
            place = np.full(len(found.values), -1, dtype=np.int32)
            place[used] = np.arange(len(texts), len(texts) + len(used), dtype=np.int32)
            places[first:stop] = place[codes]
            texts += [found.values[code] for code in used]
    written = as_arrow_texts(texts)
    numbers = _as_numbers(written)
    return written if numbers is None else numbers, places


def _as_numbers(texts: pa.StringArray) -> pa.DoubleArray | None:
    """Read texts as numbers; None if there are none, or if one is no finite number."""
    try:
        numbers = texts.cast(pa.float64())
    except pa.ArrowInvalid:
        return None
    return numbers if len(numbers) and mask_from_arrow(pc.is_finite(numbers)).all() else None


def _found(study: Study, prediction: int, column: str) -> TokenColumn | None:
    """Find what a column of the events table is in the files, for the events of one prediction."""
    side, _, name = column.partition(":")
    annotation = study.reference if side == "reference" else study.predictions[prediction].annotation
    return next((found for found in annotation.columns if found.name == name), None)


def _joined(column: TokenColumn, codes: IntArray) -> str:
    return " ".join(column.values[code] for code in codes.tolist())
