"""A study with other predictions is the study that would be made of them."""

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.attributes.own import with_own_attributes
from nerinspect.events.segment_events import EventTable
from nerinspect.events.study import Prediction, Study, make_study
from nerinspect.systems.arranging import Arranged, added, arranged
from nerinspect.training.retention import RETENTION, with_training
from tests.training import trained_studies
from tests.training.trained_studies import texts

MakeStudy = Callable[..., Study]
BuildStudy = Callable[..., Study]


def names_of(study: Study) -> list[tuple[str, int]]:
    return [(one.system, one.run) for one in study.predictions]


def assert_equal(one: Study, other: Study) -> None:
    assert (one.types, names_of(one), one.warnings) == (other.types, names_of(other), other.warnings)
    for column in fields(EventTable):
        left, right = getattr(one.events, column.name), getattr(other.events, column.name)
        assert left.dtype == right.dtype, column.name
        np.testing.assert_array_equal(left, right, column.name)
    sides = [[study.reference, *(one.annotation for one in study.predictions)] for study in (one, other)]
    for left, right in zip(*sides, strict=True):
        assert left.mentions.types == right.mentions.types
        np.testing.assert_array_equal(left.mentions.start, right.mentions.start)
        np.testing.assert_array_equal(left.mentions.end, right.mentions.end)
        np.testing.assert_array_equal(left.mentions.type_codes, right.mentions.type_codes)
        assert left.source == right.source


def plainly_arranged(study: Study, wanted: Sequence[Arranged]) -> Study:
    """Take the predictions one by one, and align all of them anew."""
    systems = list(dict.fromkeys(one.system for one in wanted))
    predictions = []
    for system in systems:
        of_system = [one for one in wanted if one.system == system]
        predictions += [
            Prediction(system, run, study.predictions[one.number].annotation) for run, one in enumerate(of_system, 1)
        ]
    return with_own_attributes(make_study(study.text, study.reference, predictions))


@given(text=texts(1, 3), data=st.data())
def test_a_study_is_arranged_as_if_it_were_made_anew(
    build_study: BuildStudy, text: list[Any], data: st.DataObject
) -> None:
    study = build_study(text, [("a", 1), ("b", 1), ("b", 2)])
    numbers = data.draw(st.lists(st.sampled_from([0, 1, 2]), unique=True))
    wanted = [Arranged(number, data.draw(st.sampled_from(["a", "b", "c"]))) for number in numbers]
    assert_equal(arranged(study, wanted), plainly_arranged(study, wanted))


@given(text=texts(1, 3))
def test_added_predictions_give_the_study_of_all(build_study: BuildStudy, text: list[Any]) -> None:
    whole = build_study(text, [("a", 1), ("b", 1), ("c", 1)])
    before = build_study([(tokens, reference, sides[:1]) for tokens, reference, sides in text], [("a", 1)])
    grown = added(before, whole.predictions[1:])
    wanted = make_study(before.text, before.reference, [before.predictions[0], *whole.predictions[1:]])
    assert_equal(grown, with_own_attributes(wanted))


@given(text=texts(1, 2), training=texts(0, 0))
def test_the_retention_heuristic_stays_the_last(build_study: BuildStudy, text: list[Any], training: list[Any]) -> None:
    learned = trained_studies.with_training(build_study(text, [("a", 1), ("b", 1)]), build_study(training, [])).training
    study = build_study(text, [("a", 1), ("b", 1)])
    wanted = [Arranged(1, "b"), Arranged(0, "x")]
    one = arranged(with_training(study, learned), wanted)
    other = with_own_attributes(with_training(plainly_arranged(study, wanted), learned))
    assert names_of(one) == [("b", 1), ("x", 1), (RETENTION, 1)]
    assert one.training is learned
    for column in fields(EventTable):
        np.testing.assert_array_equal(getattr(one.events, column.name), getattr(other.events, column.name))


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    return make_study_from("Ada/B-PER/B-PER/O/B-LOC met/O/O/O/O", systems=("x", "y", "y"))


def test_runs_come_to_stand_together_and_are_numbered_anew(study: Study) -> None:
    wanted = [Arranged(1, "z"), Arranged(0, "x"), Arranged(2, "z")]
    assert names_of(arranged(study, wanted)) == [("z", 1), ("z", 2), ("x", 1)]


def test_a_new_prediction_of_a_known_system_is_a_further_run(study: Study) -> None:
    grown = added(study, [replace(study.predictions[2], system="x")])
    assert names_of(grown) == [("x", 1), ("x", 2), ("y", 1), ("y", 2)]


def test_types_that_no_prediction_left_has_are_gone(study: Study) -> None:
    assert arranged(study, [Arranged(0, "x")]).types == ("PER",)


def test_all_predictions_can_be_taken_away(study: Study) -> None:
    assert len(arranged(study, []).events) == 0


def test_what_is_aligned_is_not_aligned_again(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nerinspect.events.study.find_events", None)
    assert names_of(arranged(study, [Arranged(2, "y"), Arranged(0, "x")])) == [("y", 1), ("x", 1)]


def test_systems_keep_their_colours_when_others_go_or_come(study: Study) -> None:
    left = arranged(study, [Arranged(1, "y"), Arranged(2, "y")])
    assert left.system_colours == {"y": 1}
    grown = added(left, [replace(study.predictions[0], system="new")])
    assert grown.system_colours == {"y": 1, "new": 0}


def test_a_system_can_be_given_another_colour(study: Study) -> None:
    coloured = arranged(study, [Arranged(1, "z", 5), Arranged(0, "x")])
    assert coloured.system_colours == {"z": 5, "x": 0}
    assert dict(coloured.colours) == coloured.system_colours
