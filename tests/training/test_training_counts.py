from collections.abc import Callable
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.study import Study
from nerinspect.training.frequencies import surface_counts, token_counts, typed_token_counts
from nerinspect.training.surfaces import surface_ids
from tests.attributes.plain_attributes import n_unlabelled, sides_of
from tests.examples import examples
from tests.training.trained_studies import trained_studies, with_training

MakeStudy: TypeAlias = Callable[..., Study]
BuildStudy: TypeAlias = Callable[..., Study]


def counts_of(test: Study, *training: str, make: MakeStudy) -> list[tuple[int, int]]:
    """Count the training mentions and unlabelled places of the surface of each reference mention."""
    study = with_training(test, make(*training, systems=()))
    counts, ids = surface_counts(study), surface_ids(study).reference
    return list(zip(counts.mentions[ids].tolist(), counts.unlabelled[ids].tolist(), strict=True))


@pytest.mark.parametrize(
    ("training", "counts"),
    [
        (["Rome/B-LOC Rome/O", "Rome/B-PER"], (2, 1)),
        (["Rome/O Rome/O"], (0, 0)),  # no mention: unlabelled places are not asked for
        (["Rome/B-LOC New/B-ORG Rome/I-ORG"], (1, 0)),  # the second place lies in a mention
        (["Rome/B-LOC rome/O"], (1, 0)),
        (["Oslo/B-LOC"], (0, 0)),
    ],
)
def test_places_of_one_token(training: list[str], counts: tuple[int, int], make_study_from: MakeStudy) -> None:
    assert counts_of(make_study_from("Rome/B-LOC/O"), *training, make=make_study_from) == [counts]


@pytest.mark.parametrize(
    ("training", "counts"),
    [
        (["New/B-LOC York/I-LOC the/O New/O York/O"], (1, 1)),
        (["New/B-LOC York/I-LOC", "the/O New/O", "York/O"], (1, 0)),  # never across sentences
        (["New/B-LOC York/I-LOC New/O York/B-ORG"], (1, 0)),  # overlaps a mention in part
    ],
)
def test_places_of_two_tokens(training: list[str], counts: tuple[int, int], make_study_from: MakeStudy) -> None:
    assert counts_of(make_study_from("New/B-LOC/O York/I-LOC/O"), *training, make=make_study_from) == [counts]


def test_places_that_overlap_each_other_all_count(make_study_from: MakeStudy) -> None:
    test = make_study_from("la/B-PER/O la/I-PER/O")
    assert counts_of(test, "la/B-PER la/I-PER", "la/O la/O la/O la/O", make=make_study_from) == [(1, 3)]


def test_a_token_of_two_mentions_of_one_type_is_one_occurrence(
    make_study_from: MakeStudy, build_study: BuildStudy
) -> None:
    learned = build_study([(["a", "b"], [(0, 2, "LOC"), (1, 2, "LOC"), (1, 2, "ORG")], []), (["b"], [], [])], [])
    study = with_training(make_study_from("b/B-LOC/B-ORG"), learned)
    assert [token_counts(study)[side].tolist() for side in ("reference", "predicted")] == [[2], [2]]
    assert [typed_token_counts(study)[side].tolist() for side in ("reference", "predicted")] == [[1], [1]]


@settings(max_examples=examples(60))
@given(data=st.data())
def test_unlabelled_places_are_those_of_the_definitions(data: st.DataObject, build_study: BuildStudy) -> None:
    study = data.draw(trained_studies(build_study))
    (_, training), ids, counts = sides_of(study), surface_ids(study), surface_counts(study)
    for number, (start, end, _) in zip(ids.training.tolist(), training.mentions, strict=True):
        assert counts.unlabelled[number] == n_unlabelled(training, training.surface(start, end))
    assert counts.mentions.sum() == len(training.mentions)
