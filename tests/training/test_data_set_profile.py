from collections.abc import Callable
from typing import TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nerinspect.events.study import AnnotatedText, Study
from nerinspect.training.frequencies import data_set_profile, label_consistency
from nerinspect.training.retention import with_training
from tests.examples import examples

MakeStudy: TypeAlias = Callable[..., Study]
Sentence: TypeAlias = tuple[list[str], list[tuple[int, int, str]], list[object]]


@st.composite
def sentences(draw: st.DrawFn) -> Sentence:
    tokens = draw(st.lists(st.sampled_from("ab"), min_size=1, max_size=6))
    spans = [(start, end) for start in range(len(tokens)) for end in range(start + 1, len(tokens) + 1)]
    chosen = draw(st.lists(st.sampled_from(spans), max_size=3, unique=True))
    return tokens, [(*span, draw(st.sampled_from("XY"))) for span in chosen], []


def slow_consistency(tokens: list[str], type_name: str, training: list[Sentence]) -> float:
    """Look at every place of the training text."""
    n_of_type = n_places = 0
    for words, mentions, _ in training:
        for start in range(len(words) - len(tokens) + 1):
            end = start + len(tokens)
            if words[start:end] != tokens:
                continue
            types = [name for *span, name in mentions if span == [start, end]]
            n_of_type += types.count(type_name)
            n_places += len(types) + all(first >= end or last <= start for first, last, _ in mentions)
    surfaces = [words[start:end] for words, mentions, _ in training for start, end, _ in mentions]
    return n_of_type / n_places if tokens in surfaces else 0.0


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(80))
@given(st.lists(sentences(), min_size=1, max_size=3), st.lists(sentences(), min_size=1, max_size=4))
def test_consistency_equals_its_definition(
    build_study: MakeStudy, test: list[Sentence], training: list[Sentence]
) -> None:
    known = build_study(training, systems=())
    study = with_training(
        build_study(test, systems=()), AnnotatedText(known.text, known.reference), with_retention=False
    )
    slow = [
        slow_consistency(tokens[start:end], name, training)
        for tokens, spans, _ in test
        for start, end, name in sorted(spans)
    ]
    assert label_consistency(study, "reference").tolist() == pytest.approx(slow)
    assert data_set_profile(study).consistency == pytest.approx(sum(slow))
