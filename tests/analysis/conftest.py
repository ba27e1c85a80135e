"""Small studies from written sentences, and random pairs of annotations."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import strategies as st

from nerinspect.analysis.study import Annotation, Prediction, Study, make_study
from nerinspect.corpus.arrays import IntArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.source import Source
from nerinspect.corpus.text import Text
from nerinspect.encoding.decode import decode
from nerinspect.encoding.dialects import DIALECTS
from nerinspect.encoding.labels import LabelColumn, read_labels
from nerinspect.encoding.tagging import tagged_tokens

Span: TypeAlias = tuple[int, int, str]
Pair: TypeAlias = tuple[list[Span], list[Span], list[int]]
"""Reference, prediction, and the sentence starts with the number of tokens behind them."""

TYPES = ("LOC", "ORG", "PER")


def mentions_of(spans: Sequence[Span]) -> Mentions:
    columns = np.array([(start, end, TYPES.index(name)) for start, end, name in spans], dtype=np.int32).reshape(-1, 3)
    return Mentions(columns[:, 0].copy(), columns[:, 1].copy(), columns[:, 2].copy(), TYPES)


def read_side(labels: Sequence[str], sentence_start: IntArray, path: str) -> Annotation:
    """Read BIO labels without invalid transitions."""
    names = tuple(dict.fromkeys(labels))
    column = LabelColumn(names, np.array([names.index(label) for label in labels], dtype=np.int32))
    mentions = decode(tagged_tokens(column, read_labels(names, DIALECTS["BIO"]), sentence_start))
    size = len(labels), len(sentence_start) - 1
    return Annotation(mentions, Source(path, "", 0, "", "conll", "utf-8", -1, "BIO", "auto", "none", 0, 0, *size))


def study_of(*sentences: str, systems: Sequence[tuple[str, int]] = (("flair", 1),)) -> Study:
    rows = [[word.rsplit("/", 1 + len(systems)) for word in sentence.split()] for sentence in sentences]
    words = [row for sentence in rows for row in sentence]
    vocabulary = list(dict.fromkeys(row[0] for row in words))
    size = len(sentences)
    sentence_start = np.array([0, *accumulate(map(len, rows))], dtype=np.int32)
    text = Text(
        pa.array(vocabulary, pa.string()),
        np.array([vocabulary.index(row[0]) for row in words], dtype=np.int32),
        sentence_start,
        np.array([start + number for number, start in enumerate(sentence_start[:-1].tolist(), 1)], dtype=np.int32),
        np.ones(size, dtype=np.int32),
    )
    reference = read_side([row[1] for row in words], sentence_start, "test.conll")
    predictions = [
        Prediction(name, run, read_side([row[2 + place] for row in words], sentence_start, f"{name}{run}.conll"))
        for place, (name, run) in enumerate(systems)
    ]
    return make_study(text, reference, predictions)


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


@pytest.fixture(scope="session")
def make_mentions() -> Callable[[Sequence[Span]], Mentions]:
    """Build mentions of the types LOC, ORG and PER."""
    return mentions_of


@pytest.fixture(scope="session")
def study_from() -> Callable[..., Study]:
    """Build a study from sentences such as `The/O/O Port/B-ORG/B-LOC`: word, reference, then each prediction."""
    return study_of


@pytest.fixture(scope="session")
def random_pairs() -> st.SearchStrategy[Pair]:
    """Reference and prediction over one to four sentences."""
    return pairs()
