"""Each number of two annotators, one of them the reference, opens the events that hold what it counts."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.events.study import Study
from nerinspect.query.filters import Filter
from nerinspect.query.language.parser import parse_query, query_text
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.systems.agreement import agreement, agreement_by_document
from nerinspect.systems.arranging import with_first_annotator
from nerinspect.ui.pages.agreement.pairs import PairDoors, pair_at
from tests.conftest import study_of
from tests.training.trained_studies import trained_studies

MakeStudy: TypeAlias = Callable[..., Study]

studies = trained_studies(study_of)


def opened(study: Study, door: Filter | None, prediction: int) -> np.ndarray:
    """List the events of a prediction that a door opens, as the window asks for them."""
    assert door is not None
    kept = parse_query(query_text(door), Vocabulary.of(study)).mask(study)
    return np.flatnonzero(kept & (study.events.prediction == prediction))


def mentions_in(study: Study, events: np.ndarray, annotator: int, of_type: str = "") -> int:
    held = study.events.mentions("predicted" if annotator else "reference", events)
    codes = (study.predicted if annotator else study.reference.mentions).type_codes[held]
    return int(np.count_nonzero(codes == study.types.index(of_type))) if of_type else len(codes)


@given(studies, st.sampled_from([(0, 1), (0, 2), (1, 0), (2, 0)]))
def test_a_number_counts_mentions_of_its_events(study: Study, pair: tuple[int, int]) -> None:
    found, (a, b) = agreement(study, *pair), pair
    doors = PairDoors(study, a, b)
    rows = [("", found.overall, doors), *((name, found.of_type(name), doors.of_type(name)) for name in study.types)]
    for name, counts, own in rows:
        for annotator, number, door in (
            (a, counts.a, own.marked(is_a=True)),
            (b, counts.b, own.marked(is_a=False)),
            (a, counts.both, own.both),
            (a, counts.a - counts.both, own.marked(True, is_alone=True)),
            (b, counts.b - counts.both, own.marked(False, is_alone=True)),
        ):
            events = opened(study, door, own.prediction)
            assert mentions_in(study, events, annotator, name) == number
            assert (len(events) > 0) == (number > 0)


@given(studies, st.sampled_from([(0, 1), (2, 0)]))
def test_a_number_of_a_document_counts_mentions_of_its_events(study: Study, pair: tuple[int, int]) -> None:
    found, (a, b) = agreement_by_document(study, *pair), pair
    for place in range(study.text.n_documents):
        own = PairDoors(study, a, b).in_document(place + 1)
        n_a, n_b, both = (int(column[place]) for column in (found.a, found.b, found.both))
        only_a, only_b = (own.marked(is_a, is_alone=True) for is_a in (True, False))
        for annotator, number, door in ((a, both, own.both), (a, n_a - both, only_a), (b, n_b - both, only_b)):
            assert mentions_in(study, opened(study, door, own.prediction), annotator) == number


def test_extents_with_other_types_open_label_errors(make_study_from: MakeStudy) -> None:
    study = make_study_from("Rome/B-LOC/B-ORG in/O/O Ulm/B-LOC/B-LOC Oslo/B-LOC/O")
    for doors in (PairDoors(study, 0, 1), PairDoors(study, 1, 0)):
        assert opened(study, doors.other_types, doors.prediction).tolist() == [0]


def test_two_predictions_open_what_they_read_differently(make_study_from: MakeStudy) -> None:
    study = make_study_from(
        "Rome/B-LOC/B-ORG/B-ORG in/O/O/O Ulm/B-LOC/B-LOC/O or/O/O/O Oslo/B-LOC/O/O it/O/B-LOC/O",
        systems=("a", "b"),
    )
    doors = PairDoors(study, 1, 2)
    assert (doors.prediction, doors.compared) == (0, 1)
    events = opened(study, doors.disagreements, 0)
    assert study.text.joined(study.events.start[events], study.events.end[events]).to_pylist() == ["Ulm", "it"]
    assert [
        doors.both,
        *(doors.marked(is_a, is_alone=True) for is_a in (True, False)),
        doors.other_types,
        doors.marked(is_a=True),
    ] == [None] * 5
    assert doors.of_type("LOC").disagreements is None


@pytest.fixture
def three(make_study_from: MakeStudy) -> Study:
    """Give three annotators, of whom the second and the third agree in one mention."""
    study = make_study_from(
        "Rome/B-LOC/O/B-LOC in/O/O/O Ulm/O/B-LOC/B-LOC Oslo/O/B-LOC/B-ORG by/O/B-LOC/O", systems=("b", "c")
    )
    return replace(study, annotator="a")


@pytest.mark.parametrize("pair", [(1, 2), (2, 1)])
def test_numbers_of_two_annotators_open_once_one_of_them_is_a(three: Study, pair: tuple[int, int]) -> None:
    doors, counts = PairDoors(three, *pair), agreement(three, *pair).overall
    first, prediction = pair_at(three, doors.prediction)
    assert {first, prediction + 1} == {*pair}
    study = with_first_annotator(three, first - 1)
    for is_a, number, door in (
        (True, counts.a, doors.marked(is_a=True)),
        (False, counts.b, doors.marked(is_a=False)),
        (True, counts.both, doors.both),
        (True, counts.a - counts.both, doors.marked(True, is_alone=True)),
        (False, counts.b - counts.both, doors.marked(False, is_alone=True)),
        (True, counts.shared - counts.alike, doors.other_types),
    ):
        events = opened(study, door, prediction)
        assert mentions_in(study, events, 0 if is_a == (first == pair[0]) else 1) == number


@pytest.mark.parametrize("pair", [(0, 1), (0, 2), (2, 0)])
def test_numbers_of_a_open_as_they_are(three: Study, pair: tuple[int, int]) -> None:
    assert pair_at(three, PairDoors(three, *pair).prediction) == (0, max(pair) - 1)
