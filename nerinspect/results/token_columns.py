"""Columns of the events table that say what the files say of each token besides its label."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from nerinspect.analysis.events import EventTable, Side
from nerinspect.analysis.study import Annotation, Study
from nerinspect.corpus.arrays import IntArray
from nerinspect.corpus.token_column import TokenColumn

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
    side, _, name = column.partition(":")
    reference = _find(study.reference, name)
    predicted = [_find(prediction.annotation, name) for prediction in study.predictions]
    for prediction, start, end in zip(events.prediction.tolist(), events.start, events.end, strict=True):
        found = reference if side == "reference" else predicted[prediction]
        yield None if found is None else _joined(found, found.codes[start:end])


def first_token_ranks(study: Study, column: str) -> IntArray:
    """Rank every event by what the file says of its first token, alphabetically; those without go first.

    Returns
    -------
    ndarray of int32, shape (n_events,)
        Equal for equal values.
    """
    side, _, name = column.partition(":")
    ranks = np.full(len(study.events), -1, dtype=np.int32)
    columns = [_find(study.reference, name)] * len(study.predictions)
    if side == "predicted":
        columns = [_find(prediction.annotation, name) for prediction in study.predictions]
    order = {text: rank for rank, text in enumerate(sorted({text for one in columns if one for text in one.values}))}
    for prediction, found in enumerate(columns):
        if found is not None:
            own = slice(*study.event_start[prediction : prediction + 2].tolist())
            place = np.array([order[text] for text in found.values], dtype=np.int32)
            ranks[own] = place[found.codes[study.events.start[own]]]
    return ranks


def _find(annotation: Annotation, name: str) -> TokenColumn | None:
    return next((column for column in annotation.columns if column.name == name), None)


def _joined(column: TokenColumn, codes: IntArray) -> str:
    return " ".join(column.values[code] for code in codes.tolist())
