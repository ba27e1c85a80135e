"""Mentions, and random pairs of annotations, without and with overlaps."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, product
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import strategies as st

from nerinspect.corpus.mentions import Mentions

Span: TypeAlias = tuple[int, int, str]
Pair: TypeAlias = tuple[list[Span], list[Span], list[int]]
"""Reference, prediction, and the sentence starts with the number of tokens behind them."""

TYPES = ("LOC", "ORG", "PER")


def mentions_of(spans: Sequence[Span]) -> Mentions:
    columns = np.array([(start, end, TYPES.index(name)) for start, end, name in spans], dtype=np.int32).reshape(-1, 3)
    return Mentions(columns[:, 0].copy(), columns[:, 1].copy(), columns[:, 2].copy(), TYPES)


@cache  # making a strategy takes longer than drawing from it
def random_sides(size: int) -> st.SearchStrategy[list[Span]]:
    """Draw mentions that do not overlap; `+` makes the mention before it longer."""

    def spans(signs: list[str]) -> list[Span]:
        found: list[Span] = []
        for place, sign in enumerate(signs):
            if sign == "+" and found and found[-1][1] == place:
                found[-1] = (found[-1][0], place + 1, found[-1][2])
            elif sign in TYPES:
                found.append((place, place + 1, sign))
        return found

    return st.lists(st.sampled_from(["", "+", "+", *TYPES]), min_size=size, max_size=size).map(spans)


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    reference: list[Span] = []
    predicted: list[Span] = []
    starts = [0]
    for size in draw(st.lists(st.integers(1, 9), min_size=1, max_size=4)):
        for side in (reference, predicted):
            side += [(starts[-1] + start, starts[-1] + end, name) for start, end, name in draw(random_sides(size))]
        starts.append(starts[-1] + size)
    return reference, predicted, starts


@cache
def overlapping_sides(size: int) -> st.SearchStrategy[list[Span]]:
    """Draw mentions anywhere."""
    spans = [(*bounds, name) for bounds, name in product(combinations(range(size + 1), 2), TYPES)]
    return st.lists(st.sampled_from(spans), max_size=6, unique=True).map(sorted)


@cache
def any_sides(size: int) -> st.SearchStrategy[list[Span]]:
    """Draw mentions that overlap or not."""
    return random_sides(size) | overlapping_sides(size)


@st.composite
def overlapping_pairs(draw: st.DrawFn) -> Pair:
    reference: list[Span] = []
    predicted: list[Span] = []
    starts = [0]
    for size in draw(st.lists(st.integers(1, 8), min_size=1, max_size=3)):
        shared = draw(overlapping_sides(size))
        for side in (reference, predicted):
            own = sorted({*(shared if draw(st.booleans()) else []), *draw(any_sides(size))})
            side += [(starts[-1] + start, starts[-1] + end, name) for start, end, name in own]
        starts.append(starts[-1] + size)
    return reference, predicted, starts


@pytest.fixture(scope="session")
def make_mentions() -> Callable[[Sequence[Span]], Mentions]:
    """Build mentions of the types LOC, ORG and PER."""
    return mentions_of


@pytest.fixture(scope="session")
def random_pairs() -> st.SearchStrategy[Pair]:
    """Reference and prediction over one to four sentences."""
    return pairs()


@pytest.fixture(scope="session")
def random_overlapping_pairs() -> st.SearchStrategy[Pair]:
    """Reference and prediction over one to three sentences, with mentions that overlap in most of them."""
    return overlapping_pairs()


@pytest.fixture(scope="session")
def any_pairs() -> st.SearchStrategy[Pair]:
    """Reference and prediction, with overlaps or without."""
    return pairs() | overlapping_pairs()
