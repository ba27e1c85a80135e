"""Two systems are tested over the same sentences, mentions and runs."""

from collections.abc import Callable

import pytest

from nerinspect.analysis.study import Study
from nerinspect.query.filters import Term
from nerinspect.query.mention_base import MentionBase
from nerinspect.query.pair_test import compare_systems
from nerinspect.query.selection import Selection

MakeStudy = Callable[..., Study]


@pytest.fixture(scope="module")
def study(make_study_from: MakeStudy) -> Study:
    """Rome is found by both, Oslo and Ulm by A alone, Ada by B alone, Bern by nobody."""
    return make_study_from(
        "Rome/B-LOC/B-LOC/B-LOC Oslo/B-LOC/B-LOC/O",
        "Ulm/B-LOC/B-LOC/O Ada/B-PER/O/B-PER",
        "Bern/B-LOC/O/O",
        systems=("a", "b"),
    )


def test_mentions_that_only_one_system_has_are_weighed(study: Study) -> None:
    found = compare_systems(study, [0], [1])
    assert (found.only_a, found.only_b) == (2, 1)
    assert found.mcnemar_p == pytest.approx(1.0)


def test_the_difference_is_that_of_the_scores(study: Study) -> None:
    found = compare_systems(study, [0], [1]).bootstrap
    assert found.difference == pytest.approx(6 / 8 - 4 / 7)
    assert found.low <= found.difference <= found.high
    assert found.n_samples <= 1_000


def test_only_mentions_of_the_base_count(study: Study) -> None:
    base = MentionBase.of(Selection((Term("type", ("PER",)),)))
    found = compare_systems(study, [0], [1], base)
    assert (found.only_a, found.only_b) == (0, 1)
    assert found.bootstrap.difference == -1


def test_one_run_makes_no_pairs(study: Study) -> None:
    assert compare_systems(study, [0], [1]).over_runs.in_words == "too few pairs: 1, at least 2 are needed"


def test_a_system_does_not_differ_from_itself(study: Study) -> None:
    found = compare_systems(study, [0], [0])
    assert (found.only_a, found.only_b, found.bootstrap.p, found.bootstrap.difference) == (0, 0, 1, 0)


def test_runs_are_paired_in_their_order(make_study_from: MakeStudy) -> None:
    made = make_study_from(
        "Rome/B-LOC/B-LOC/B-LOC/O/B-LOC Oslo/B-LOC/B-LOC/O/O/O", systems=("a", "a", "b", "b"), documents=[1]
    )
    assert compare_systems(made, [0, 1], [2, 3]).over_runs.n_blocks == 2
