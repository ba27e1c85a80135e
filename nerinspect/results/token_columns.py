"""Columns of the events table that say what the files say of each token besides its label."""

from collections.abc import Iterator
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.analysis.events import EventTable, Side
from nerinspect.analysis.study import Annotation, Study
from nerinspect.corpus.arrays import (
    AnyIntArray,
    IntArray,
    as_arrow_texts,
    from_arrow,
    is_member,
    mask_from_arrow,
    sorted_distinct,
)
from nerinspect.corpus.token_column import TokenColumn
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.results.attribute_columns import attribute_column_meaning, is_attribute_column

SIDES: Final[tuple[Side, ...]] = ("reference", "predicted")

_N_SAMPLED: Final = 1_000  # events


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


def column_meaning(column: str, wording: Wording = JUDGED) -> str:
    """Say what a column of the events table holds, be it one of a file's, of an attribute, or one of every study."""
    if is_attribute_column(column):
        return wording.said(attribute_column_meaning(column))
    side, _, name = column.partition(":")
    return f"{name}: {wording.meaning(f'{side}_column')}" if is_token_column(column) else wording.meaning(column)


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


def looks_numeric(study: Study, column: str) -> bool:
    """Tell whether a column says something of the first token of some events, and a finite number wherever it does.

    Events spread over the study are enough to choose how a column stands on screen; all of them decide how it sorts.
    """
    n_events = len(study.events)
    spread = sorted_distinct(np.linspace(0, n_events - 1, min(n_events, _N_SAMPLED)).astype(np.int32))
    values, _ = _first_values(study, column, spread)
    return bool(pa.types.is_floating(values.type))


def first_token_ranks(study: Study, column: str) -> IntArray:
    """Rank every event by what the file says of its first token; those of which it says nothing go first.

    Values go by size if all of them are numbers, else by the alphabet.

    Returns
    -------
    ndarray of int32, shape (n_events,)
        From 1, equal for equal values; 0 where the file says nothing.
    """
    values, places = _first_values(study, column, np.arange(len(study.events), dtype=np.int32))
    rank = pc.rank(values, "ascending", tiebreaker="dense").cast(pa.int32())
    return np.append(from_arrow(rank), np.int32(0))[places]  # the last one is that of the place -1


def _first_values(study: Study, column: str, events: AnyIntArray) -> tuple[pa.Array, IntArray]:
    """Collect what a column says of the first tokens of some events.

    Returns
    -------
    values : pyarrow.StringArray or pyarrow.DoubleArray
        What it says, each at least once.
    places : ndarray of int32, shape (n,)
        For each event the place of its value; -1 where there is none, or an empty one.
    """
    texts: list[str] = []
    places = np.full(len(events), -1, dtype=np.int32)
    start, prediction = study.events.start[events], study.events.prediction[events]
    for number in range(len(study.predictions)):
        if (found := _found(study, number, column)) is not None:
            own = prediction == number
            codes = found.codes[start[own]]
            used = sorted_distinct(codes)
            said = [found.values[code] for code in used.tolist()]
            if "" in said:
                used = np.delete(used, said.index(""))
                said.remove("")
            places[own] = np.where(is_member(codes, used), np.searchsorted(used, codes) + len(texts), -1)
            texts += said
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
