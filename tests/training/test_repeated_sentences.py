"""The distinct test sentences that training has too, against a slow search."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.events.study import AnnotatedText, Study
from nerinspect.training.tough import repeated_sentences, sentences_in_training

BuildStudy: TypeAlias = Callable[..., Study]
Sentences: TypeAlias = Sequence[Sequence[str]]
Row: TypeAlias = tuple[list[str], list[int], int, int]
"""Tokens, places in the test, how often in training, and where there first."""

TEXTS = st.lists(st.lists(st.sampled_from(["a", "b", "a b", "A"]), min_size=1, max_size=2), max_size=12)


@pytest.fixture(scope="module")
def with_texts(build_study: BuildStudy) -> Callable[[Sentences, Sentences], Study]:
    def build(test: Sentences, training: Sentences) -> Study:
        read, learned = (build_study([(list(tokens), [], [[]]) for tokens in text]) for text in (test, training))
        return replace(read, training=AnnotatedText(learned.text, learned.reference))

    return build


def rows(study: Study) -> list[Row]:
    repeated = repeated_sentences(study)
    numbers = (repeated.n_training.tolist(), repeated.first_training.tolist())
    return [
        (study.text.tokens_of(repeated.places(place)[0]), repeated.places(place).tolist(), n, first)
        for place, (n, first) in enumerate(zip(*numbers, strict=True))
    ]


def slow_rows(test: Sentences, training: Sentences) -> list[Row]:
    """Look each sentence up in both lists."""
    found: list[Row] = []
    for place, tokens in enumerate(test):
        if tokens in training and tokens not in test[:place]:
            places = [number for number, other in enumerate(test) if other == tokens]
            found.append((list(tokens), places, list(training).count(tokens), list(training).index(tokens)))
    return sorted(found, key=lambda row: (-len(row[1]), -row[2]))


WithTexts: TypeAlias = Callable[[Sentences, Sentences], Study]


def test_the_most_frequent_come_first(with_texts: WithTexts) -> None:
    test = [["Ulm"], ["SOCCER", "-"], ["so"], ["SOCCER", "-"], ["Bern"]]
    training = [["Bern"], ["Ulm", "-"], ["SOCCER", "-"], ["Ulm"], ["Bern"]]
    assert rows(with_texts(test, training)) == [
        (["SOCCER", "-"], [1, 3], 1, 2),
        (["Bern"], [4], 2, 0),
        (["Ulm"], [0], 1, 3),
    ]


def test_a_token_with_a_blank_is_no_two_tokens(with_texts: WithTexts) -> None:
    assert not len(repeated_sentences(with_texts([["New York"]], [["New", "York"]])))


def test_without_training_nothing_is_repeated(build_study: BuildStudy) -> None:
    study = build_study([(["Ulm"], [], [[]])])
    assert (len(repeated_sentences(study)), sentences_in_training(study).tolist()) == (0, [False])


@given(TEXTS, TEXTS)
def test_the_list_is_that_of_a_slow_search(with_texts: WithTexts, test: Sentences, training: Sentences) -> None:
    study = with_texts(test, training)
    assert rows(study) == slow_rows(test, training)
    assert sentences_in_training(study).tolist() == [tokens in training for tokens in test]
