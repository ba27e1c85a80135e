"""How often each surface is mentioned with each type, most frequent first."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeAlias

import numpy as np

from nerinspect.analysis.study import AnnotatedText
from nerinspect.corpus.arrays import as_arrow, spread_ranges
from nerinspect.results.table import Table

COUNT_COLUMNS = ("count", "type", "surface")

_Surface: TypeAlias = tuple[str, tuple[str, ...]]
"""A type and tokens."""


def mention_counts(files: Iterable[AnnotatedText]) -> Table:
    """Count the mentions of each type and surface, all files together.

    Parameters
    ----------
    files : iterable of AnnotatedText
        Texts with their mentions.

    Returns
    -------
    Table
        By count, the highest first; ties by type, then surface. Surfaces are compared token by token, so two rows may
        show the same one.
    """
    counts: Counter[_Surface] = Counter()
    for file in files:
        for surface, count in _counts_of(file):
            counts[surface] += count
    listed = sorted((-count, name, " ".join(tokens), tokens) for (name, tokens), count in counts.items())
    return Table(COUNT_COLUMNS, [(-count, name, surface) for count, name, surface, _ in listed])


def _counts_of(file: AnnotatedText) -> Iterator[tuple[_Surface, int]]:
    """Count each surface of each type in one file."""
    text, mentions = file.text, file.annotation.mentions
    pair = text.sequence_ids(mentions.start, mentions.end).astype(np.int64) * max(len(mentions.types), 1)
    _, first, count = np.unique(pair + mentions.type_codes, return_index=True, return_counts=True)
    start, end = mentions.start[first], mentions.end[first]
    tokens = text.vocabulary.take(as_arrow(text.codes[spread_ranges(start, end)])).to_pylist()
    stop = np.cumsum(end - start)
    columns = (mentions.type_codes[first], stop - (end - start), stop, count)
    for code, begin, finish, number in zip(*(column.tolist() for column in columns), strict=True):
        yield (mentions.types[code], tuple(tokens[begin:finish])), number
