from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import chain
from math import nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.attributes.built_in import BUILT_IN, attribute_values, attributes_of, distinct_values
from nerinspect.corpus.text import Matching
from nerinspect.events.members import members
from nerinspect.events.study import Attribute, AttributeValues, Study
from tests.attributes.plain_attributes import plain_values
from tests.examples import examples
from tests.training.trained_studies import trained_studies, with_training

MakeStudy = Callable[..., Study]
BuildStudy = Callable[..., Study]

ATTRIBUTES = {attribute.name: attribute for attribute in BUILT_IN}


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    test = make_study_from("Rome/B-LOC/B-PER met/O/O New/B-LOC/B-LOC York/I-LOC/O", "Oslo/B-LOC/B-LOC")
    training = make_study_from(
        "Rome/B-LOC and/O rome/O", "Rome/O New/B-LOC York/I-LOC Rome/B-PER", systems=()
    )  # fmt: skip
    return with_training(test, training)


def values_of(study: Study, name: str) -> tuple[list[float | str], list[list[float | str]]]:
    """Give the values of the reference members, and of those of each prediction; names instead of their numbers."""
    values, own = attribute_values(study, ATTRIBUTES[name]), members(study, ATTRIBUTES[name].unit)

    def plain(side: Iterable[float]) -> list[float | str]:
        return [values.names[int(value)] if values.names else float(value) for value in side]

    slices = [own.of_prediction(number) for number in range(len(study.predictions))]
    return plain(values.reference), [plain(values.predicted[places]) for places in slices]


@pytest.mark.parametrize(
    ("name", "reference", "predicted"),
    [
        ("eLen", [1, 2, 1], [1, 1, 1]),
        ("sLen", [4, 4, 1], [4, 4, 1]),
        ("eDen", [2 / 4, 2 / 4, 1], [2 / 4, 2 / 4, 1]),
        ("oDen", [1 / 4, 1 / 4, 1], [1 / 4, 1 / 4, 1]),
        ("eFre", [2 / 3, 1 / 3, 0], [2 / 3, 0, 0]),
        ("eCon", [1 / 3, 1, 0], [1 / 3, 0, 0]),
        ("tFre", [3 / 7, 1 / 7, 1 / 7, 0], [3 / 7, 1 / 7, 0]),
        ("tCon", [1 / 3, 1, 1, 0], [1 / 3, 1, 0]),
        ("type", ["LOC", "LOC", "LOC"], ["PER", "LOC", "LOC"]),
    ],
)
def test_an_example_by_hand(
    name: str, reference: list[float | str], predicted: list[float | str], study: Study
) -> None:
    assert values_of(study, name) == (reference, [predicted])


@pytest.mark.parametrize(
    ("matching", "consistency", "frequency"), [("exact", 1 / 3, 3 / 7), ("ignore-case", 1 / 4, 4 / 7)]
)
def test_matching_decides_which_tokens_are_the_same(
    matching: Matching, consistency: float, frequency: float, study: Study
) -> None:
    wider = replace(study, matching=matching)
    assert values_of(wider, "eCon")[0][0] == consistency
    assert values_of(wider, "tFre")[0][0] == frequency


@settings(max_examples=examples(100))
@given(data=st.data())
def test_values_are_those_of_the_definitions(data: st.DataObject, build_study: BuildStudy) -> None:
    study = data.draw(trained_studies(build_study))
    assert {name: values_of(study, name) for name in ATTRIBUTES} == {
        name: plain_values(study, name) for name in ATTRIBUTES
    }


@settings(max_examples=examples(30))
@given(data=st.data())
def test_every_fraction_lies_between_0_and_1(data: st.DataObject, build_study: BuildStudy) -> None:
    study = data.draw(trained_studies(build_study))
    for name in ("oDen", "eFre", "eCon", "tFre", "tCon"):
        reference, predicted = values_of(study, name)
        assert all(0 <= float(value) <= 1 for value in [*reference, *chain(*predicted)])


def test_without_training_data_there_are_four_attributes(make_study_from: MakeStudy) -> None:
    names = [attribute.name for attribute in attributes_of(make_study_from("Rome/B-LOC/O"))]
    assert names == ["eLen", "sLen", "eDen", "type"]


def test_with_training_data_there_are_all_in_the_order_of_their_definitions(study: Study) -> None:
    names = [attribute.name for attribute in attributes_of(study)]
    assert names == ["eLen", "sLen", "eDen", "oDen", "eFre", "eCon", "tFre", "tCon", "type"]


def test_own_attributes_follow_the_built_in_ones(make_study_from: MakeStudy) -> None:
    own = Attribute("certainty", "how sure", lambda study: AttributeValues(np.array([nan]), np.array([0.5])))
    study = replace(make_study_from("Rome/B-LOC/B-LOC"), attributes=(own,))
    assert attributes_of(study)[-1] is own
    assert attribute_values(study, own).predicted.tolist() == [0.5]


def test_values_are_computed_once_for_a_study(study: Study) -> None:
    assert distinct_values(study, ATTRIBUTES["eCon"]) is distinct_values(study, ATTRIBUTES["eCon"])


@pytest.mark.parametrize("n_values", [1, 127, 128, 32_767, 32_768])
def test_any_number_of_values_is_kept(n_values: int) -> None:
    values = AttributeValues(np.arange(n_values, 0, -1.0), np.array([nan, 1.0]))
    np.testing.assert_array_equal(values.distinct.of_members.reference, values.reference)
    np.testing.assert_array_equal(values.distinct.of_members.predicted, values.predicted)


def test_training_without_mentions_makes_everything_rare(make_study_from: MakeStudy) -> None:
    study = with_training(make_study_from("Rome/B-LOC/B-LOC"), make_study_from("Rome/O and/O", systems=()))
    assert [values_of(study, name)[0] for name in ("oDen", "eFre", "eCon", "tFre", "tCon")] == [
        [0],
        [0],
        [0],
        [0.5],
        [0],
    ]


def test_empty_training_knows_no_token(make_study_from: MakeStudy, build_study: BuildStudy) -> None:
    study = with_training(make_study_from("Rome/B-LOC/B-LOC met/O/O"), build_study([], []))
    assert [values_of(study, name)[0] for name in ("oDen", "eFre", "eCon", "tFre", "tCon")] == [[1], [0], [0], [0], [0]]


@settings(max_examples=examples(30))
@given(data=st.data())
def test_training_that_equals_the_test_set_knows_everything(data: st.DataObject, build_study: BuildStudy) -> None:
    drawn = data.draw(trained_studies(build_study))
    study = with_training(drawn, drawn)
    assert {*values_of(study, "oDen")[0]} <= {0.0}
    for name in ("eFre", "eCon", "tFre", "tCon"):
        assert 0.0 not in values_of(study, name)[0]


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_without_mentions_there_are_no_values(name: str, make_study_from: MakeStudy) -> None:
    plain = make_study_from("Rome/O/O")
    assert values_of(with_training(plain, plain), name) == ([], [[]])
