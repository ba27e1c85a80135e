"""Sorting keys of events: one integer for each event and column, equal where the texts are equal."""

from collections.abc import Callable
from typing import Literal

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.analysis.events import Side
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, IntArray, from_arrow
from nerinspect.ui.models.event_cells import EventCells

_N_COMPARED = 4  # words or types


def text_ranks(texts: pa.StringArray) -> IntArray:
    """Rank texts by the alphabet, regardless of case first.

    Parameters
    ----------
    texts : pyarrow.StringArray, shape (n,)
        Any texts; equal ones may occur.

    Returns
    -------
    ndarray of int32, shape (n,)
        Ranks from 0; equal for equal texts.
    """
    distinct = texts.dictionary_encode()
    table = pa.table({"folded": pc.utf8_lower(distinct.dictionary), "exact": distinct.dictionary})
    ordered = pc.sort_indices(table, sort_keys=[("folded", "ascending"), ("exact", "ascending")])
    rank = np.empty(len(distinct.dictionary), dtype=np.int32)
    rank[from_arrow(ordered.cast(pa.int32()))] = np.arange(len(rank), dtype=np.int32)
    ranks: IntArray = rank[from_arrow(distinct.indices)]
    return ranks


def sequence_ranks(codes: AnyIntArray, first: AnyIntArray, step: AnyIntArray, length: AnyIntArray) -> IntArray:
    """Rank short sequences in lexicographic order; shorter ones come first.

    Parameters
    ----------
    codes : ndarray of int, shape (n_codes,)
        What the sequences are made of, at least 0 and in the order wanted.
    first : ndarray of int, shape (n,)
        Place in `codes` where each sequence begins.
    step : ndarray of int, shape (n,)
        1 or -1: whether it goes on forwards or backwards.
    length : ndarray of int, shape (n,)
        Its length; only the first four places are compared.

    Returns
    -------
    ndarray of int32, shape (n,)
        Ranks from 0; equal where the compared places are equal.
    """
    rank = np.zeros(len(first), dtype=np.int64)
    n_codes = int(codes.max(initial=0)) + 2
    for place in range(min(_N_COMPARED, int(length.max(initial=0)))):
        is_inside = length > place
        here = np.where(is_inside, first + place * step, 0)
        rank = _dense(rank * n_codes + np.where(is_inside, codes[here] + np.int64(1), 0))
    return rank.astype(np.int32)


def segment_ranks(cells: EventCells) -> IntArray:
    """Rank rows by the text of their segments."""
    return text_ranks(cells.study.text.joined(cells.start, cells.end))


def reference_ranks(study: Study) -> IntArray:
    """Rank events by their reference types; events without any come first."""
    return _type_ranks(study, "reference")


def prediction_ranks(study: Study) -> IntArray:
    """Rank events by their predicted types; events without any come first."""
    return _type_ranks(study, "predicted")


def context_ranks(side: Literal["left", "right"]) -> Callable[[EventCells], IntArray]:
    """Make the ranking by the four words nearest to the segment, read away from it.

    Parameters
    ----------
    side : str
        `left` or `right`, as on screen.

    Returns
    -------
    callable
        Takes the texts of rows, gives ranks of shape (n_rows,).
    """

    def ranks(cells: EventCells) -> IntArray:
        text, start, end, sentence = cells.study.text, cells.start, cells.end, cells.sentence_number
        is_before = cells.runs_right_to_left[sentence] == (side == "right")
        length = np.where(is_before, start - text.sentence_start[sentence], text.sentence_start[sentence + 1] - end)
        first, step = np.where(is_before, start - 1, end), np.where(is_before, -1, 1)
        return sequence_ranks(text_ranks(text.vocabulary)[text.codes], first, step, length)

    return ranks


def _type_ranks(study: Study, side: Side) -> IntArray:
    first, _ = study.events.bounds(side)
    codes = study.mentions_on(side).type_codes[study.events.members(side)]
    return sequence_ranks(codes, first, np.ones_like(first), study.events.n_mentions(side))


def _dense(keys: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Replace keys by the number of distinct smaller ones."""
    return np.unique(keys, return_inverse=True)[1]
