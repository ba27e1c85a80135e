"""Guess which columns of a file with lines and fields hold the tokens and the labels."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, from_arrow
from nerinspect.encoding.labels import malformation, split_label
from nerinspect.io.formats.conll_columns import MOST_COLUMNS
from nerinspect.io.formats.conll_lines import TOKEN_LINE, blocks, fewest_fields, is_cut_by_tabs, kinds_of
from nerinspect.io.formats.fields import Lines, as_strings, cut_lines
from nerinspect.io.request import Role

_LIKE_LABELS: Final = 0.95
_MOST_LABELS: Final = 5_000
_N_SAMPLES: Final = 3


@dataclass(frozen=True)
class ColumnProfile:
    """What one column of a file holds.

    Attributes
    ----------
    number : int
        From 0.
    samples : tuple of str
        Some of its values; those that tell most first.
    types : frozenset of str
        Entity types, if it looks like labels.
    is_outside : bool
        Whether every value is `O`.
    is_counting : bool
        Whether it numbers the tokens of a sentence.
    """

    number: int
    samples: tuple[str, ...]
    types: frozenset[str] = frozenset()
    is_outside: bool = False
    is_counting: bool = False


@dataclass(frozen=True)
class ColumnGuess:
    """Which columns to read.

    Attributes
    ----------
    token : int
        Of the token, from 0.
    labels : tuple of int
        Of the label: -1 for the last column; for a merged file the reference's and one for each system.
    columns : tuple of ColumnProfile
        Every column of the usual line.
    reason : str
        In a few words.
    is_labels_alone : bool
        Whether there is one column, and it looks like labels.
    has_comments : bool
        Whether lines look like comments: they begin with `#` and have fewer columns than most.
    """

    token: int
    labels: tuple[int, ...]
    columns: tuple[ColumnProfile, ...]
    reason: str
    is_labels_alone: bool = False
    has_comments: bool = False


def guess_columns(data: bytes, role: Role, comments: bool = False) -> ColumnGuess:
    """Look at the beginning of a file for columns that look like labels.

    Parameters
    ----------
    data : bytes
        UTF-8; every line ends in LF.
    role : str
        What the file is for. Only a reference may be a merged file: several columns of labels that share a type.
    comments : bool
        Whether the file holds comment lines.

    Returns
    -------
    ColumnGuess
        The first and the last column where nothing tells otherwise.
    """
    by_tabs = is_cut_by_tabs(data, comments)
    lines = cut_lines(next(blocks(data)), by_tabs)
    kinds = kinds_of(lines, fewest_fields(data, by_tabs) if comments else 0, in_sentence=False)
    rows = np.flatnonzero(kinds == TOKEN_LINE)
    if not len(rows):
        return ColumnGuess(0, (-1,), (), "no line holds a token")
    plain = rows[~lines.begins_with_hash[rows]]
    n_columns = int(np.bincount(lines.n_fields[plain if len(plain) else rows]).argmax())
    usual = rows[lines.n_fields[rows] == n_columns]
    has_comments = bool((lines.begins_with_hash & (lines.n_fields < n_columns)).any())
    columns = tuple(_profile(lines, usual, number) for number in range(min(n_columns, MOST_COLUMNS)))
    words = f"{n_columns} columns, {'tab' if by_tabs else 'blank'}" if n_columns > 1 else "one column"
    if len(usual) < len(rows):
        least, most = int(lines.n_fields[rows].min()), int(lines.n_fields[rows].max())
        words = f"{least} to {most} columns, mostly {n_columns}"
    return replace(_chosen(columns, words, role), has_comments=has_comments)


def _chosen(columns: tuple[ColumnProfile, ...], words: str, role: Role) -> ColumnGuess:
    last = columns[-1]
    like_labels = [column for column in columns if column.types]
    if len(columns) == 1:
        is_labels_alone = bool(like_labels) or last.is_outside
        return ColumnGuess(0, (-1,), columns, "labels alone" if is_labels_alone else words, is_labels_alone)
    token = next((column.number for column in columns if not (column.types or column.is_counting)), 0)
    if not like_labels:
        reason = words if last.is_outside else f"{words}; none looks like labels"
        return ColumnGuess(token, (-1,), columns, reason)
    alike = [column.number for column in like_labels if column.types & like_labels[-1].types]
    if role == "reference" and len(alike) > 1:
        return ColumnGuess(token, tuple(alike), columns, f"{words}; {len(alike)} of labels: a merged file")
    label = alike[0] if role == "training" else alike[-1]
    others = [column for column in like_labels if column.number != label]
    reason = f"{words}; {len(others) + 1} look like labels" if others else words
    return ColumnGuess(token, (-1 if label == last.number else label,), columns, reason)


def _profile(lines: Lines, rows: AnyIntArray, number: int) -> ColumnProfile:
    encoded = as_strings(lines.block, lines.column(number, rows)).dictionary_encode()
    counts = np.bincount(from_arrow(encoded.indices), minlength=len(encoded.dictionary))
    if len(counts) > _MOST_LABELS:
        values = encoded.dictionary[:_N_SAMPLES].to_pylist()
        return ColumnProfile(number, _decoded(values))
    values = encoded.dictionary.to_pylist()
    names = _decoded(values)
    fits = np.array([malformation(name) is None for name in names], dtype=bool)
    share = counts[fits].sum() / counts.sum()
    samples = sorted(names, key=lambda name: name in ("O", "_", "-"))[:_N_SAMPLES]
    types: frozenset[str] = frozenset()
    if share >= _LIKE_LABELS:
        types = frozenset(split_label(name)[1] for name, fit in zip(names, fits, strict=True) if fit and name != "O")
    is_counting = {"1", "2"} <= {*names} and all(name.isdecimal() for name in names)
    return ColumnProfile(number, tuple(samples), types, names == ("O",), is_counting)


def _decoded(values: list[bytes]) -> tuple[str, ...]:
    return tuple(value.decode(errors="replace") for value in values)
