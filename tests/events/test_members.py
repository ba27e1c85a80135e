from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.members import NO_PARTNER, EntityTokens, entity_tokens, members
from nerinspect.events.study import Study
from tests.attributes.plain_attributes import Pair, Span, pairs_of, spans_of
from tests.examples import examples
from tests.training.trained_studies import trained_studies

MakeStudy: TypeAlias = Callable[..., Study]
BuildStudy: TypeAlias = Callable[..., Study]


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    """Let the first system have one of two mentions, the second the other, one token short."""
    return make_study_from("Rome/B-LOC/B-LOC/O and/O/O/O New/B-LOC/B-ORG/B-LOC York/I-LOC/I-ORG/O", systems=("a", "b"))


def pairs_in(study: Study, tokens: EntityTokens, prediction: int) -> list[Pair]:
    own = tokens.prediction == prediction
    return [
        (position, study.types[code])
        for position, code in zip(tokens.position[own].tolist(), tokens.type_codes[own].tolist(), strict=True)
    ]


def test_mentions_are_numbered_through_all_predictions(study: Study) -> None:
    own = members(study, "mention")
    assert (own.n_reference, own.predicted_start.tolist()) == (2, [0, 2, 3])
    assert own.of_prediction(1) == slice(2, 3)


def test_a_correct_mention_has_the_reference_mention_it_equals(study: Study) -> None:
    assert members(study, "mention").partner.tolist() == [0, NO_PARTNER, NO_PARTNER]


def test_tokens_are_positions_with_types(study: Study) -> None:
    tokens = entity_tokens(study)
    assert pairs_in(study, tokens["reference"], 0) == [(0, "LOC"), (2, "LOC"), (3, "LOC")]
    assert pairs_in(study, tokens["predicted"], 0) == [(0, "LOC"), (2, "ORG"), (3, "ORG")]
    assert pairs_in(study, tokens["predicted"], 1) == [(2, "LOC")]


def test_a_token_is_correct_if_both_sides_have_it_with_the_type(study: Study) -> None:
    own = members(study, "token")
    assert (own.n_reference, own.predicted_start.tolist()) == (3, [0, 3, 4])
    assert own.partner.tolist() == [0, NO_PARTNER, NO_PARTNER, 1]


def test_a_token_of_two_mentions_of_one_type_counts_once(build_study: BuildStudy) -> None:
    nested = [(0, 3, "LOC"), (1, 2, "LOC"), (2, 3, "ORG")]
    study = build_study([(["a", "b", "c"], nested, [[(1, 2, "LOC")]])])
    assert pairs_in(study, entity_tokens(study)["reference"], 0) == [(0, "LOC"), (1, "LOC"), (2, "LOC"), (2, "ORG")]
    assert members(study, "token").partner.tolist() == [1]


@pytest.mark.parametrize("unit", ["mention", "token"])
def test_without_mentions_there_are_no_members(unit: str, make_study_from: MakeStudy) -> None:
    own = members(make_study_from("Rome/O/O"), "token" if unit == "token" else "mention")
    assert (own.n_reference, own.predicted_start.tolist(), own.partner.tolist()) == (0, [0, 0], [])


def test_without_predictions_only_the_reference_has_members(make_study_from: MakeStudy) -> None:
    study = make_study_from("New/B-LOC York/I-LOC", systems=())
    assert (members(study, "token").n_reference, members(study, "token").predicted_start.tolist()) == (2, [0])


@settings(max_examples=examples(60))
@given(data=st.data())
def test_partners_are_equal_members(data: st.DataObject, build_study: BuildStudy) -> None:
    study = data.draw(trained_studies(build_study))
    reference = spans_of(study.reference.mentions)
    for number, prediction in enumerate(study.predictions):
        predicted = spans_of(prediction.mentions)
        both: list[tuple[str, list[Span] | list[Pair], list[Span] | list[Pair]]] = [
            ("mention", reference, predicted),
            ("token", pairs_of(reference), pairs_of(predicted)),
        ]
        for unit, known, sought in both:
            own = members(study, "token" if unit == "token" else "mention")
            partner = own.partner[own.of_prediction(number)].tolist()
            assert own.n_reference == len(known)
            assert partner == [known.index(one) if one in known else NO_PARTNER for one in sought]  # type: ignore[arg-type]


@settings(max_examples=examples(60))
@given(data=st.data())
def test_tokens_and_mentions_lead_to_each_other(data: st.DataObject, build_study: BuildStudy) -> None:
    study = data.draw(trained_studies(build_study, n_systems=1))
    tokens, mentions = entity_tokens(study)["reference"], spans_of(study.reference.mentions)
    pairs = pairs_in(study, tokens, 0)
    passing = np.array(data.draw(st.lists(st.booleans(), min_size=len(pairs), max_size=len(pairs))), dtype=bool)
    kept = np.array(data.draw(st.lists(st.booleans(), min_size=len(mentions), max_size=len(mentions))), dtype=bool)
    passed = {pair for pair, passes in zip(pairs, passing.tolist(), strict=True) if passes}
    assert tokens.any_in_mention(passing).tolist() == [bool({*pairs_of([mention])} & passed) for mention in mentions]
    of_kept = pairs_of([mention for mention, is_kept in zip(mentions, kept.tolist(), strict=True) if is_kept])
    assert [pair for pair, is_in in zip(pairs, tokens.of_mentions(kept).tolist(), strict=True) if is_in] == of_kept
