"""Find the chunk encoding that fits a file best."""

from dataclasses import replace

import numpy as np

from nerinspect.corpus.arrays import IntArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.encoding.codec import decode
from nerinspect.encoding.dialects import DIALECTS, Dialect
from nerinspect.encoding.labels import LabelColumn, read_labels, split_label, tagged_tokens
from nerinspect.encoding.transitions import find_invalid_transitions


class AmbiguousLabels(Exception):
    """Several encodings fit equally well and read other mentions, from the token at `position` on."""

    def __init__(self, candidates: list[str], position: int) -> None:
        self.candidates, self.position = candidates, position
        super().__init__(candidates, position)


def candidate_dialects(names: tuple[str, ...]) -> list[Dialect]:
    """List the encodings that know every state in the labels, in order of preference."""
    states = {split_label(name)[0] for name in names}
    return [dialect for dialect in DIALECTS.values() if dialect.knows(states)]


def detect_dialect(column: LabelColumn, sentence_start: IntArray, without_mentions: Dialect) -> Dialect:
    """Choose the chunk encoding of a label column.

    Candidates are the encodings that know every state; those with the fewest invalid transitions stay; if all of them
    read the same mentions, the first in the order of `DIALECTS` is taken. A file without any mention has the dialect
    `without_mentions`.

    Raises
    ------
    AmbiguousLabels
        If those that stay read different mentions.
    """
    if set(column.names) <= {"O"}:
        return without_mentions
    readings: list[tuple[int, Dialect, Mentions]] = []
    candidates = candidate_dialects(column.names)
    tagged = tagged_tokens(column, read_labels(column.names, candidates[0]), sentence_start)
    codes = column.codes[tagged.position]
    for dialect in candidates:  # the same tokens are labelled, with the same types, in every reading
        tagging = replace(tagged, roles=read_labels(column.names, dialect).roles[codes])
        n_invalid = len(find_invalid_transitions(tagging, dialect, sentence_start))
        readings.append((n_invalid, dialect, decode(tagging)))
    fewest = min(n_invalid for n_invalid, _, _ in readings)
    staying = [(dialect, mentions) for n_invalid, dialect, mentions in readings if n_invalid == fewest]
    first, mentions = staying[0]
    differences = [_first_difference(mentions, other) for _, other in staying[1:]]
    if any(position is not None for position in differences):
        position = min(position for position in differences if position is not None)
        raise AmbiguousLabels([dialect.name for dialect, _ in staying], position)
    return first


def _first_difference(one: Mentions, other: Mentions) -> int | None:
    n_common = min(len(one), len(other))
    differs = (
        (one.start[:n_common] != other.start[:n_common])
        | (one.end[:n_common] != other.end[:n_common])
        | (one.type_codes[:n_common] != other.type_codes[:n_common])
    )
    if differs.any():
        place = int(np.argmax(differs))
        return min(int(one.start[place]), int(other.start[place]))
    if len(one) == len(other):
        return None
    longer = one if len(one) > len(other) else other
    return int(longer.start[n_common])
