"""Small studies from sentences with the spans of each side."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pytest

from nerinspect.analysis.study import Annotation, Prediction, Study, make_study
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.source import Source
from nerinspect.corpus.text import Text

Span: TypeAlias = tuple[int, int, str]
Sentence: TypeAlias = tuple[list[str], list[Span], list[list[Span]]]
"""Tokens, reference mentions, and the mentions of each prediction; positions count in the sentence."""

SOURCE = Source("x.conll", "", 0, "reference", "conll", "utf-8", -1, "BIO", "auto", "none", 0, 0, 0, 0)


def text_of(sentences: Sequence[Sequence[str]], lines: Sequence[int], documents: Sequence[int]) -> Text:
    tokens = [token for sentence in sentences for token in sentence]
    vocabulary = list(dict.fromkeys(tokens))
    return Text(
        pa.array(vocabulary, pa.string()),
        np.array([vocabulary.index(token) for token in tokens], dtype=np.int32),
        np.array([0, *accumulate(map(len, sentences))], dtype=np.int32),
        np.array(lines, dtype=np.int32),
        np.array(documents, dtype=np.int32),
    )


def annotation_of(text: Text, sides: Sequence[Sequence[Span]]) -> Annotation:
    types = sorted({name for side in sides for _, _, name in side})
    rows = [
        (zero + start, zero + end, types.index(name))
        for zero, side in zip(text.sentence_start.tolist(), sides, strict=False)
        for start, end, name in side
    ]
    columns = np.array(rows, dtype=np.int32).reshape(-1, 3)
    return Annotation(Mentions(columns[:, 0].copy(), columns[:, 1].copy(), columns[:, 2].copy(), tuple(types)), SOURCE)


def study_of(
    sentences: Sequence[Sentence],
    systems: Sequence[tuple[str, int]] = (("flair", 1),),
    lines: Sequence[int] | None = None,
    documents: Sequence[int] | None = None,
) -> Study:
    nowhere, together = [0] * len(sentences), [1] * len(sentences)
    text = text_of([tokens for tokens, _, _ in sentences], lines or nowhere, documents or together)
    reference = annotation_of(text, [spans for _, spans, _ in sentences])
    predictions = [
        Prediction(name, run, annotation_of(text, [sides[place] for _, _, sides in sentences]))
        for place, (name, run) in enumerate(systems)
    ]
    return make_study(text, reference, predictions)


@pytest.fixture(scope="session")
def make_text() -> Callable[[Sequence[Sequence[str]]], Text]:
    return lambda sentences: text_of(sentences, [0] * len(sentences), [1] * len(sentences))


@pytest.fixture(scope="session")
def build_study() -> Callable[..., Study]:
    """Build from sentences (tokens, reference spans, spans of each prediction) and systems with runs a study."""
    return study_of


@pytest.fixture
def two_systems() -> Study:
    """Two systems, one of them with two runs; tokens that hold a blank, a quote and letters beyond ASCII."""
    sentences: list[Sentence] = [
        (["in", "New York", '"Ärger"'], [(1, 2, "LOC")], [[(1, 2, "LOC")], [(1, 3, "ORG")], [(2, 3, "PER")]]),
        (["Paris", ",", "Rome", "!"], [(0, 1, "LOC"), (2, 3, "LOC")], [[(0, 3, "LOC")], [], [(0, 1, "LOC")]]),
        (["Paris", ",", "Rome", "!"], [(0, 1, "LOC")], [[(0, 1, "LOC")], [(0, 1, "PER")], [(2, 4, "LOC")]]),
    ]
    systems = [("flair", 1), ("flair", 2), ("el mo", 1)]
    return study_of(sentences, systems, lines=[2, 6, 12], documents=[1, 1, 2])
