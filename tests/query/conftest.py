"""A study with events of every kind, and random ones with random filters."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import strategies as st

from nerinspect.events.decision import VERDICTS, Decision, Decisions, Reading
from nerinspect.events.segment_events import KINDS, SHAPES
from nerinspect.events.study import AnnotatedText, Study
from nerinspect.query.filters import Everything, Filter, Term, all_of, any_of, negated
from nerinspect.query.language.values import Interval, Pattern, Phrase, Value
from nerinspect.systems.scheme_pairs import PAIRINGS
from nerinspect.training.tough import SUBSETS

Span: TypeAlias = tuple[int, int, str]
Sentence: TypeAlias = tuple[list[str], list[Span], list[list[Span]]]
BuildStudy: TypeAlias = Callable[..., Study]


def repaired(*positions: int) -> list[tuple[int, str, str]]:
    return [(position, "I-LOC", "B-LOC") for position in positions]


WORDS = ["Paris", "paris", "New", "York", "New York", "U.S."]
TYPES = ["LOC", "ORG", "none"]


@cache  # making a strategy takes longer than drawing from it
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


@cache
def any_sides(n_tokens: int) -> st.SearchStrategy[list[tuple[int, int, str]]]:
    spans = [(*bounds, name) for bounds, name in product(combinations(range(n_tokens + 1), 2), TYPES)]
    return sides(n_tokens) | st.lists(st.sampled_from(spans), max_size=5, unique=True)


@cache
def lists_of(value: st.SearchStrategy[int], size: int) -> st.SearchStrategy[list[int]]:
    return st.lists(value, min_size=size, max_size=size)


SENTENCE = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6)
TEXT = st.lists(SENTENCE, min_size=1, max_size=4)
SYSTEMS = st.sampled_from([[("a", 1)], [("a", 1), ("a", 2), ("b", 1)]])
LINE, STEP = st.integers(0, 9), st.integers(0, 1)


@cache
def places(n_tokens: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, n_tokens - 1), max_size=2, unique=True)


TRAINING = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).flatmap(
        lambda tokens: st.tuples(st.just(tokens), sides(len(tokens)))
    ),
    min_size=1,
    max_size=3,
)


CAUSES = st.sampled_from(["typo", "guideline gap"])
DECISIONS = st.builds(
    Decision,
    st.sampled_from(["", *VERDICTS, "scope"]),
    st.lists(CAUSES, unique=True).map(tuple),
    st.booleans(),
    st.sampled_from(["", "Paris, 2026", "ask Ann"]),
)


def right_readings(study: Study, event: int) -> st.SearchStrategy[Reading | None]:
    """Read an event as nothing, as one mention, or begin it with one; or give no reading."""
    zero = int(study.text.sentence_start[study.event_sentence[event]])
    start, end = int(study.events.start[event]) - zero, int(study.events.end[event]) - zero
    return st.sampled_from([None, (), ((start, end, "LOC"),), ((start, start + 1, "LOC"),)])


@st.composite
def studies(draw: st.DrawFn, build_study: BuildStudy) -> Study:
    systems = draw(SYSTEMS)
    sentences = []
    for tokens in draw(TEXT):
        readings = [draw(any_sides(len(tokens))) for _ in (None, *systems)]
        sentences.append((tokens, readings[0], readings[1:]))
    n_tokens = sum(len(tokens) for tokens, _, _ in sentences)
    lines = draw(lists_of(LINE, len(sentences)))
    documents = np.cumsum([1, *draw(lists_of(STEP, len(sentences) - 1))]).tolist()
    changes = [repaired(*draw(places(n_tokens))) for _ in range(len(systems) + 1)]
    study = build_study(sentences, systems, documents, lines, changes)
    if draw(st.booleans()):
        decided = draw(st.dictionaries(st.integers(0, len(study.events) - 1), DECISIONS)) if len(study.events) else {}
        decided = {event: replace(one, correction=draw(right_readings(study, event))) for event, one in decided.items()}
        study = replace(study, decisions=Decisions(decided))
    return with_training(study, build_study, draw(TRAINING)) if draw(st.booleans()) else study


def with_training(study: Study, build_study: BuildStudy, sentences: list[tuple[list[str], list[Span]]]) -> Study:
    """Let the systems have learned from some sentences."""
    learned = build_study([(tokens, spans, [[]]) for tokens, spans in sentences])
    return replace(study, training=AnnotatedText(learned.text, learned.reference))


NUMBERS = st.one_of(
    st.integers(0, 6),
    st.sampled_from([0.5, 0.25, 1 / 3]),
    st.builds(lambda low, more: Interval(low, low + more), st.integers(-1, 5), st.sampled_from([0, 0.5, 1, 2])),
    st.builds(lambda low, is_open: Interval(low=low, low_open=is_open), st.sampled_from([0, 0.3, 2]), st.booleans()),
    st.builds(
        lambda high, is_open: Interval(high=high, high_open=is_open), st.sampled_from([0, 0.3, 4]), st.booleans()
    ),
)
BUCKETS = st.sampled_from(
    ["eLen=XS", "eLen=S", "eLen/2=XL", "sLen=XS", "eDen/3=XL", "eCon=XS", "eFre=XL", "tCon=XS", "tCon=XL", "tFre/2=XS",
     "oDen=XS", "type=LOC", "type=none", "eLen/6=B2", "eCon=M"]
)  # fmt: skip
NAMED_VALUES = st.sampled_from(["eLen=>=2", "eLen=1", "eDen=0.2..0.5", "tCon=<0.5", "tFre=0", "eCon=>0", "type=LOC"])
VALUES: dict[str, st.SearchStrategy[Value]] = {
    "kind": st.sampled_from(KINDS),
    "shape": st.sampled_from(SHAPES[1:]),
    "pair": st.sampled_from(PAIRINGS),
    "scheme": st.sampled_from(["strict-incorrect", "exact", "fair-actual among type:LOC", "type-missed among elen:1"]),
    "repaired": st.sampled_from(["yes", "no"]),
    "nested": st.sampled_from(["yes", "no"]),
    **dict.fromkeys(["seen", "trained"], st.sampled_from(["yes", "no"])),
    "verdict": st.sampled_from([*VERDICTS, "scope", None]),
    "correction": st.sampled_from(["yes", "no", "accepted", "conflict"]),
    "cause": CAUSES,
    "flag": st.sampled_from(["yes", "no"]),
    "note": st.sampled_from([Phrase("PARIS"), Pattern("^ask"), Pattern("^ASK"), Phrase(" ann")]),
    "sample": st.sampled_from(["0<=0.3", "0<=0.8", "7<=0.5", "7<=1"]),
    **dict.fromkeys(["tough", "reftough", "predtough"], st.sampled_from(SUBSETS)),
    "system": st.sampled_from(["a", "b"]),
    "surface": st.sampled_from([*WORDS, "Paris paris", "York New York", "New"]),
    "text": st.sampled_from([Phrase("paris"), Phrase("w Y"), Pattern("^New"), Pattern("^new", True), Pattern("S/")]),
    **dict.fromkeys(["type", "ref", "pred"], st.sampled_from([*TYPES, None, "unknown"])),
    **dict.fromkeys(["run", "doc", "sent", "line", "elen", "slen", "eden"], NUMBERS),
    **dict.fromkeys(["oden", "efre", "econ", "tfre", "tcon"], NUMBERS),
    **dict.fromkeys(["attr", "refattr", "predattr"], NAMED_VALUES),
    **dict.fromkeys(["bucket", "refbucket", "predbucket", "correctbucket"], BUCKETS),
}
JUDGES = st.sampled_from(["a", "b", "a run 2", "a run 1", "b run 7"])
OUTCOMES: dict[str, st.SearchStrategy[Value]] = {
    **dict.fromkeys(["right", "wrong", "same", "differs"], JUDGES),
    "kindof": st.builds("{}={}".format, JUDGES, st.sampled_from(["fn", "le", "be", "lbe", "tp"])),
    "gotby": NUMBERS,
    "gotbyruns": st.sampled_from([None, "some", "all"]) | NUMBERS,
}
"""Fields of outcomes, which judge one mention where they stand together."""
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
def random_studies(build_study: BuildStudy) -> st.SearchStrategy[Study]:
    return studies(build_study)


@pytest.fixture(scope="session")
def random_values() -> dict[str, st.SearchStrategy[Value]]:
    """Values by field, most of which the random studies have."""
    return {**VALUES, **OUTCOMES}


@pytest.fixture(scope="session")
def random_filters() -> st.SearchStrategy[Filter]:
    return FILTERS


@pytest.fixture(scope="session")
def study(build_study: BuildStudy) -> Study:
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
    return build_study(
        sentences,
        [("flair", 1), ("flair", 2), ("el mo", 1)],
        documents=[1, 1, 2, 3],
        lines=[1, 8, 0, 20],
        changes=[repaired(9), repaired(12), [], repaired(16)],
    )


@pytest.fixture(scope="session")
def random_trained_studies(build_study: BuildStudy) -> st.SearchStrategy[Study]:
    return studies(build_study).filter(lambda study: study.training is not None)
