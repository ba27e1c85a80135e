"""The consistency table: surfaces that one annotation reads in several ways, a row for each type."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from nerinspect.analysis.consistency import UNLABELLED, Inconsistencies
from nerinspect.corpus.arrays import AnyIntArray, IntArray
from nerinspect.corpus.text import Text
from nerinspect.results.table import Row, Table

CONSISTENCY_COLUMNS = ("surface", "type", "mentions", "unlabelled", "places")

READABLE_PLACES: Final = 8
"""So many places of a kind people are shown in one cell."""

_SURFACES_AT_ONCE: Final = 2_000


def consistency_table(
    text: Text, found: Inconsistencies, surfaces: Sequence[int] | AnyIntArray | None = None, most_places: int = 0
) -> Table:
    """List the types of each surface, with its unlabelled places beside every one of them.

    Parameters
    ----------
    text : Text
        What is annotated.
    found : Inconsistencies
        Its surfaces.
    surfaces : sequence of int, optional
        Which of them, in which order; all, if left out.
    most_places : int
        So many places of the mentions, and of the unlabelled ones, a cell names at most; 0 for all.

    Returns
    -------
    Table
        `places` names lines of the file, or `sentence:start` where tokens have no lines of their own: first those of
        the mentions, then, behind `; unlabelled: `, those of the unlabelled places.
    """
    chosen = np.arange(len(found)) if surfaces is None else np.asarray(surfaces, dtype=np.int64)
    return Table(CONSISTENCY_COLUMNS, _rows(text, found, chosen, most_places))


def place_names(text: Text, places: IntArray) -> list[str]:
    """Name token positions of a text: by line where each token has its own, else by `sentence:start`.

    Sentences are counted from 1, tokens in them from 0.
    """
    sentence = text.sentence_of(places)
    within = places - text.sentence_start[sentence]
    line = text.lines_of(places) if text.token_line is None else np.zeros(len(places), dtype=np.int32)
    return [
        str(line) if line else f"{sentence + 1}:{within}"
        for sentence, line, within in zip(sentence.tolist(), line.tolist(), within.tolist(), strict=True)
    ]


def _rows(text: Text, found: Inconsistencies, chosen: AnyIntArray, most_places: int) -> Iterator[Row]:
    for first in range(0, len(chosen), _SURFACES_AT_ONCE):
        block = chosen[first : first + _SURFACES_AT_ONCE]
        words = text.joined(found.start[block], found.end[block]).to_pylist()
        for surface, written in zip(block.tolist(), words, strict=True):
            readings = range(int(found.first_reading[surface]), int(found.first_reading[surface + 1]))
            is_last_unlabelled = found.type_codes[readings[-1]] == UNLABELLED
            unlabelled = _places(text, found, readings[-1], most_places) if is_last_unlabelled else ""
            n_unlabelled = _count(found, readings[-1]) if is_last_unlabelled else 0
            for reading in readings[: len(readings) - is_last_unlabelled]:
                places = _places(text, found, reading, most_places)
                if unlabelled:
                    places += f"; unlabelled: {unlabelled}"
                yield written, found.types[found.type_codes[reading]], _count(found, reading), n_unlabelled, places


def _count(found: Inconsistencies, reading: int) -> int:
    return int(found.first_place[reading + 1] - found.first_place[reading])


def _places(text: Text, found: Inconsistencies, reading: int, most_places: int) -> str:
    first, last = (int(bound) for bound in found.first_place[reading : reading + 2])
    n_named = min(last - first, most_places or last - first)
    names = " ".join(place_names(text, found.places[first : first + n_named]))
    return names if n_named == last - first else f"{names} … {last - first - n_named:,} more"
