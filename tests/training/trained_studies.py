"""Random small studies with training data; mentions overlap in some, training is empty or unlabelled in some."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from typing import TypeAlias

from hypothesis import strategies as st

from nerinspect.corpus.text import MATCHINGS, Matching
from nerinspect.events.study import AnnotatedText, Study

Span: TypeAlias = tuple[int, int, str]
BuildStudy: TypeAlias = Callable[..., Study]

WORDS = ["a", "b", "A", "é", "e\u0301"]
TYPES = ["LOC", "ORG"]


def with_training(study: Study, training: Study, matching: Matching = "exact") -> Study:
    """Let the systems have learned from the reference of another study."""
    return replace(study, training=AnnotatedText(training.text, training.reference), matching=matching)


@cache  # making a strategy takes longer than drawing from it
def spans(n_tokens: int) -> st.SearchStrategy[list[Span]]:
    anywhere = [(*bounds, name) for bounds, name in product(combinations(range(n_tokens + 1), 2), TYPES)]
    apart = st.lists(st.sampled_from([None, *TYPES]), min_size=n_tokens, max_size=n_tokens).map(
        lambda names: [(place, place + 1, name) for place, name in enumerate(names) if name]
    )
    return apart | st.lists(st.sampled_from(anywhere), max_size=4, unique=True).map(sorted)


@cache
def readings(n_tokens: int, n_sides: int) -> st.SearchStrategy[tuple[list[Span], list[list[Span]]]]:
    return st.tuples(spans(n_tokens), st.tuples(*[spans(n_tokens)] * n_sides).map(list))


def texts(min_size: int, n_sides: int) -> st.SearchStrategy[list[tuple[list[str], list[Span], list[list[Span]]]]]:
    sentence = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).flatmap(
        lambda tokens: readings(len(tokens), n_sides).map(lambda sides: (tokens, *sides))
    )
    return st.lists(sentence, min_size=min_size, max_size=4)


def trained_studies(
    build_study: BuildStudy, matchings: Sequence[Matching] = MATCHINGS, n_systems: int = 2
) -> st.SearchStrategy[Study]:
    """Draw studies of so many systems with one run each."""
    systems = [(f"system {number}", 1) for number in range(n_systems)]
    return st.builds(
        lambda test, training, matching: with_training(build_study(test, systems), build_study(training, []), matching),
        texts(1, n_systems),
        texts(0, 0),
        st.sampled_from(matchings),
    )
