"""The ACE cost: by hand, and as a search through all pairings finds it."""

from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.errors import CommandError
from nerinspect.events.study import Study
from nerinspect.systems.schemes import SCHEMES, Scheme, SchemeCounts, schemes_with, tally_schemes
from nerinspect.systems.weights import Weights, read_weights, written_weights
from tests.examples import examples
from tests.systems.test_schemes import FLAT, NESTED, Sentence, Span, pairings_of

MakeStudy = Callable[..., Study]
BuildStudy = Callable[..., Study]


def ace(weights: Weights) -> Scheme:
    return schemes_with(weights)[-1]


def counted(study: Study, *written: str, type_name: str | None = None) -> SchemeCounts:
    made = schemes_with(read_weights(written))
    return tally_schemes(study, 0, schemes=made).counts(made[-1], type_name)


def outcomes(study: Study, *written: str) -> tuple[int, ...]:
    found = counted(study, *written)
    return found.correct, found.incorrect, found.missed, found.spurious


def test_an_example_by_hand(make_study_from: MakeStudy) -> None:
    """Values of 1: one correct, one of another type (half is kept), one missed, one spurious (costs three quarters)."""
    study = make_study_from("Rome/B-LOC/B-LOC Ann/B-PER/B-ORG and/O/O Bo/B-PER/O saw/O/O it/O/B-LOC")
    found = counted(study)
    assert (found.correct, found.incorrect, found.missed, found.spurious) == (1, 1, 1, 1)
    assert found.cost_ratio == pytest.approx((0.5 + 1 + 0.75) / 3)
    assert found.recall == pytest.approx((1 + 0.5) / 3)
    assert found.precision == pytest.approx((1 + 0.5) / (2 + 0.75))


def test_the_example_with_other_weights_by_hand(make_study_from: MakeStudy) -> None:
    study = make_study_from("Rome/B-LOC/B-LOC Ann/B-PER/B-ORG and/O/O Bo/B-PER/O saw/O/O it/O/B-LOC")
    found = counted(study, "type=0.9", "spurious=1", "value:LOC=0.1", "value:ORG=0.5")
    kept = 0.1 + 0.9 * 0.5
    assert found.cost_ratio == pytest.approx((2.1 - kept + 0.1) / 2.1)
    assert [found.recall, found.precision] == pytest.approx([kept / 2.1, kept / (1.1 + 0.1)])
    of_type = counted(study, "spurious=1", "value:LOC=0.1", type_name="LOC")
    assert of_type.cost_ratio == pytest.approx(1)
    assert counted(study, type_name="PER").cost_ratio == 1


def test_too_little_in_common_is_no_pair(make_study_from: MakeStudy) -> None:
    study = make_study_from("a/B-PER/B-PER b/O/I-PER c/O/I-PER d/O/I-PER")
    assert outcomes(study) == (0, 0, 1, 1)
    assert outcomes(study, "overlap=0.25") == (1, 0, 0, 0)
    three = make_study_from("a/B-PER/B-PER b/O/I-PER c/O/I-PER")
    assert outcomes(three) == (1, 0, 0, 0)


def test_mentions_pair_as_keeps_most(make_study_from: MakeStudy) -> None:
    """The longer of two predicted mentions has the other type; with little difference it would be the first."""
    study = make_study_from("a/B-PER/B-ORG b/I-PER/I-ORG c/I-PER/B-PER")
    assert outcomes(study) == (1, 0, 0, 1)
    assert outcomes(study, "overlap=0.5") == (0, 1, 0, 1)


def test_a_pair_that_keeps_nothing_is_none(make_study_from: MakeStudy) -> None:
    study = make_study_from("a/B-PER/B-ORG")
    assert outcomes(study, "type=0") == (0, 1, 0, 0)
    assert outcomes(study, "type=0", "spurious=0") == (0, 0, 1, 1)


def test_without_reference_mentions_the_cost_is_undefined(make_study_from: MakeStudy) -> None:
    found = counted(make_study_from("a/O/B-PER"))
    assert str(found.cost_ratio) == "nan"
    assert (found.precision, str(found.recall)) == (0, "nan")


def test_spurious_mentions_can_cost_more_than_there_is(make_study_from: MakeStudy) -> None:
    found = counted(make_study_from("a/B-PER/O b/O/B-PER c/O/B-PER d/O/B-PER"))
    assert found.cost_ratio == pytest.approx(1 + 3 * 0.75)


def in_common(one: Span, other: Span) -> int:
    return min(one[1], other[1]) - max(one[0], other[0])


def plain_cost(reference: Sequence[Span], predicted: Sequence[Span], weights: Weights) -> tuple[Fraction, Fraction]:
    """Search through all pairings for the least cost; give it and the value of the reference."""
    values = dict(weights.values)

    def value(span: Span) -> Fraction:
        return values.get(span[2], Fraction(1))

    def kept(one: Span, other: Span) -> Fraction:
        return min(value(one), value(other)) * (1 if one[2] == other[2] else weights.type)

    near = [
        (one, other)
        for one in reference
        for other in predicted
        if in_common(one, other) > 0
        and Fraction(in_common(one, other), max(one[1] - one[0], other[1] - other[0])) >= weights.overlap
    ]
    whole = sum(map(value, reference), Fraction())
    false_alarms = sum(map(value, predicted), Fraction()) * weights.spurious
    cost = min(
        whole + false_alarms - sum(kept(*pair) + value(pair[1]) * weights.spurious for pair in chosen)
        for chosen in pairings_of(near)
    )
    return cost, whole


SHARES = st.sampled_from(["0", "0.25", "0.5", "0.9", "1"])
WEIGHTS = st.builds(
    lambda *texts: read_weights(
        f"{name}={text}"
        for name, text in zip(("type", "spurious", "overlap", "value:LOC", "value:ORG"), texts, strict=True)
    ),
    *(SHARES, SHARES, st.sampled_from(["0.001", "0.3", "0.5", "0.667", "1"]), SHARES, SHARES),
)


@settings(max_examples=examples(300))
@given(sentence=FLAT | NESTED, weights=WEIGHTS)
def test_the_cost_is_the_least_there_can_be(sentence: Sentence, weights: Weights, build_study: BuildStudy) -> None:
    _, reference, (predicted,) = sentence
    scheme = ace(weights)
    found = tally_schemes(build_study([sentence]), 0, schemes=[scheme]).counts(scheme)
    cost, whole = plain_cost(sorted(set(reference)), sorted(set(predicted)), weights)
    assert (Fraction(found.cost, found.parts), Fraction(found.possible, found.parts)) == (cost, whole)


@settings(max_examples=examples(150))
@given(sentence=FLAT | NESTED)
def test_counts_add_up_to_the_mentions(sentence: Sentence, build_study: BuildStudy) -> None:
    study = build_study([sentence])
    correct, incorrect, missed, spurious = outcomes(study)
    assert correct + incorrect + missed == len(study.reference.mentions)
    assert correct + incorrect + spurious == len(study.predicted)


def test_weights_have_one_form() -> None:
    written = ["value:two words=0.10", "be=0.5/0.25/0.25", "spurious=1.0", "type=0.5", "value:x=y=2", "LE=0/.5/.5"]
    weights = read_weights(written)
    assert weights.told == (
        "bes=0.5/0.25/0.25",
        "bel=0.5/0.25/0.25",
        "spurious=1",
        "value:two%20words=0.1",
        "value:x%3Dy=2",
    )
    assert read_weights(weights.told) == weights
    assert read_weights(written_weights({"bes": (0.5, 0.25, 0.25), "spurious": 1})).told == (
        "bes=0.5/0.25/0.25",
        "spurious=1",
    )


def test_fair_evaluation_takes_weights_of_ones_own(make_study_from: MakeStudy) -> None:
    """A label error of which a quarter is correct, and a prediction too short of which nothing is."""
    study = make_study_from("Smith/B-PER/B-ORG", "Dr/B-PER/B-PER Lee/I-PER/O", "Ann/B-PER/B-PER")
    made = schemes_with(read_weights(["le=0.25/0.375/0.375", "bes=0/0/1"]))
    found = tally_schemes(study, 0, schemes=made).counts(made[-2])
    assert [found.precision, found.recall] == pytest.approx([1.25 / 1.625, 1.25 / 2.625])
    assert tally_schemes(study, 0).counts(SCHEMES[-2]).precision == pytest.approx(1.5 / 2)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("spurios=1", "no weight is called “spurios”; the nearest is spurious"),
        ("type=1.5", "the weight type is a share from 0 to 1, with at most 3 decimals, not “1.5”"),
        ("type=0.12345", "at most 3 decimals"),
        ("overlap=0", "the weight overlap is a share above 0, up to 1, not “0”"),
        ("be=0.5", "the weight be takes three numbers: how much is correct, too much and missing; write be=0.5/0.25"),
        ("value:LOC=nan", "the weight value:LOC is a number from 0 to 100"),
        ("spurious", "no weight is called “spurious”"),
    ],
)
def test_a_weight_that_is_none_is_told(written: str, told: str) -> None:
    with pytest.raises(CommandError, match=told.replace("(", r"\(")):
        read_weights([written])
