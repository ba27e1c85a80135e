"""Small studies, built from written sentences, and random ones with random filters."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import strategies as st

from nerinspect.analysis.events import KINDS, SHAPES
from nerinspect.analysis.study import Annotation, Prediction, Study, make_study
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.source import Source
from nerinspect.corpus.text import Text
from nerinspect.encoding.repair import Repair
from nerinspect.query.filters import Everything, Filter, Term, all_of, any_of, negated
from nerinspect.query.values import Interval, Pattern, Phrase, Value

Span: TypeAlias = tuple[int, int, str]
Sentence: TypeAlias = tuple[list[str], list[Span], list[list[Span]]]
"""Tokens, reference mentions, and the mentions of each prediction; positions count in the sentence."""

SOURCE = Source("x.conll", "", 0, "reference", "conll", "utf-8", -1, "BIO", "auto", "none", 0, 0, 0, 0)


def text_of(sentences: Sequence[list[str]], documents: Sequence[int], lines: Sequence[int]) -> Text:
    tokens = [token for sentence in sentences for token in sentence]
    vocabulary = list(dict.fromkeys(tokens))
    return Text(
        pa.array(vocabulary, pa.string()),
        np.array([vocabulary.index(token) for token in tokens], dtype=np.int32),
        np.array([0, *accumulate(len(sentence) for sentence in sentences)], dtype=np.int32),
        np.array(lines, dtype=np.int32),
        np.array(documents, dtype=np.int32),
    )


def annotation_of(text: Text, spans: Sequence[list[Span]], repaired: Sequence[int]) -> Annotation:
    types = sorted({name for sentence in spans for _, _, name in sentence})
    rows = [
        (int(text.sentence_start[number]) + start, int(text.sentence_start[number]) + end, types.index(name))
        for number, sentence in enumerate(spans)
        for start, end, name in sorted(sentence)
    ]
    columns = np.array(rows, dtype=np.int32).reshape(-1, 3)
    position = np.array(repaired, dtype=np.int32)
    mentions = Mentions(columns[:, 0].copy(), columns[:, 1].copy(), columns[:, 2].copy(), tuple(types))
    return Annotation(mentions, SOURCE, Repair("conlleval", len(position), position))


def study_of(
    sentences: Sequence[Sentence],
    systems: Sequence[tuple[str, int]] = (("flair", 1),),
    documents: Sequence[int] | None = None,
    lines: Sequence[int] | None = None,
    repaired: Sequence[Sequence[int]] = (),
) -> Study:
    """Build a study; `repaired` holds token positions in the text, of the reference and then of each prediction."""
    size = len(sentences)
    starts = [0, *accumulate(len(tokens) + 1 for tokens, _, _ in sentences)]
    text = text_of(
        [tokens for tokens, _, _ in sentences],
        documents or [1] * size,
        [start + 1 for start in starts[:size]] if lines is None else lines,
    )
    changed = [*repaired, *([()] * (len(systems) + 1))]
    reference = annotation_of(text, [spans for _, spans, _ in sentences], changed[0])
    predictions = [
        Prediction(name, run, annotation_of(text, [spans[place] for _, _, spans in sentences], changed[place + 1]))
        for place, (name, run) in enumerate(systems)
    ]
    return make_study(text, reference, predictions)


WORDS = ["Paris", "paris", "New", "York", "New York", "U.S."]
TYPES = ["LOC", "ORG", "none"]


def sides(n_tokens: int) -> st.SearchStrategy[list[tuple[int, int, str]]]:
    def spans(choices: list[str | None]) -> list[tuple[int, int, str]]:
        found: list[tuple[int, int, str]] = []
        for place, choice in enumerate(choices[:n_tokens]):
            if choice == "+" and found and found[-1][1] == place:
                found[-1] = (found[-1][0], place + 1, found[-1][2])
            elif choice and choice != "+":
                found.append((place, place + 1, choice))
        return found

    return st.lists(st.sampled_from([None, "+", *TYPES]), min_size=n_tokens, max_size=n_tokens).map(spans)


@st.composite
def studies(draw: st.DrawFn) -> Study:
    systems = draw(st.sampled_from([[("a", 1)], [("a", 1), ("a", 2), ("b", 1)]]))
    lists = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6), min_size=1, max_size=4)
    sentences = [
        (tokens, draw(sides(len(tokens))), [draw(sides(len(tokens))) for _ in systems]) for tokens in draw(lists)
    ]
    n_tokens = sum(len(tokens) for tokens, _, _ in sentences)
    places = st.lists(st.integers(0, n_tokens - 1), max_size=2, unique=True)
    lines = draw(st.lists(st.integers(0, 9), min_size=len(sentences), max_size=len(sentences)))
    documents = np.cumsum([1, *(draw(st.integers(0, 1)) for _ in sentences[1:])]).tolist()
    return study_of(sentences, systems, documents, lines, [draw(places) for _ in range(len(systems) + 1)])


NUMBERS = st.one_of(
    st.integers(0, 6),
    st.sampled_from([0.5, 0.25, 1 / 3]),
    st.builds(lambda low, more: Interval(low, low + more), st.integers(-1, 5), st.sampled_from([0, 0.5, 1, 2])),
    st.builds(lambda low, is_open: Interval(low=low, low_open=is_open), st.sampled_from([0, 0.3, 2]), st.booleans()),
    st.builds(
        lambda high, is_open: Interval(high=high, high_open=is_open), st.sampled_from([0, 0.3, 4]), st.booleans()
    ),
)
VALUES: dict[str, st.SearchStrategy[Value]] = {
    "kind": st.sampled_from(KINDS),
    "shape": st.sampled_from(SHAPES[1:]),
    "repaired": st.sampled_from(["yes", "no"]),
    "system": st.sampled_from(["a", "b"]),
    "surface": st.sampled_from([*WORDS, "Paris paris", "York New York", "New"]),
    "text": st.sampled_from([Phrase("paris"), Phrase("w Y"), Pattern("^New"), Pattern("^new", True), Pattern("S/")]),
    **dict.fromkeys(["type", "ref", "pred"], st.sampled_from([*TYPES, None, "unknown"])),
    **dict.fromkeys(["run", "doc", "sent", "line", "elen", "slen", "eden"], NUMBERS),
}
TERMS = st.sampled_from(sorted(VALUES)).flatmap(
    lambda field: st.lists(VALUES[field], min_size=1, max_size=3).map(lambda values: Term(field, tuple(values)))
)
FILTERS = st.recursive(
    TERMS | st.just(Everything()),
    lambda inner: st.one_of(
        inner.map(negated),
        st.lists(inner, max_size=3).map(lambda parts: all_of(*parts)),
        st.lists(inner, max_size=3).map(lambda parts: any_of(*parts)),
    ),
    max_leaves=5,
)


@pytest.fixture(scope="session")
def random_studies() -> st.SearchStrategy[Study]:
    return studies()


@pytest.fixture(scope="session")
def random_values() -> dict[str, st.SearchStrategy[Value]]:
    """Values by field, most of which the random studies have."""
    return VALUES


@pytest.fixture(scope="session")
def random_filters() -> st.SearchStrategy[Filter]:
    return FILTERS


@pytest.fixture(scope="session")
def build_study() -> Callable[..., Study]:
    return study_of


@pytest.fixture(scope="session")
def study() -> Study:
    """Two systems, one with two runs; every kind; the type called none; a token that holds a blank."""
    sentences: list[Sentence] = [
        (
            ["Port", "of", "Harwick", "Authority", "sued", "Paris"],
            [(0, 4, "ORG"), (5, 6, "LOC")],
            [[(0, 3, "LOC"), (3, 4, "ORG"), (5, 6, "LOC")], [(0, 4, "ORG"), (5, 6, "PER")], [(0, 4, "ORG")]],
        ),
        (
            ["in", "New", "York", ",", "San Jose", "and", "U.S."],
            [(1, 3, "LOC"), (4, 5, "LOC")],
            [[(1, 3, "LOC"), (6, 7, "LOC")], [(1, 2, "LOC")], [(1, 3, "LOC"), (4, 5, "none")]],
        ),
        (["Ärger", "mit", "Σίσυφος"], [(2, 3, "PER")], [[], [(0, 3, "PER")], [(2, 3, "PER")]]),
        (["San", "Jose", "9/11"], [], [[(0, 2, "LOC")], [], [(0, 1, "none"), (1, 2, "LOC")]]),
    ]
    return study_of(
        sentences,
        [("flair", 1), ("flair", 2), ("el mo", 1)],
        documents=[1, 1, 2, 3],
        lines=[1, 8, 0, 20],
        repaired=[[9], [12], [], [16]],
    )
