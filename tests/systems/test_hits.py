"""Who has which mentions, counted with sets."""

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.study import Study
from nerinspect.systems.outcomes import compared_systems, got_by, hit_patterns, hits
from tests.examples import examples
from tests.training.trained_studies import trained_studies

MakeStudy = Callable[..., Study]
BuildStudy = Callable[..., Study]


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    return make_study_from(
        "Rome/B-LOC/B-LOC/O/B-LOC/B-LOC Oslo/B-LOC/B-PER/B-LOC/O/B-LOC Bern/B-LOC/O/B-LOC/B-PER/O",
        "Pia/B-PER/O/B-PER/O/O Ada/B-PER/B-PER/B-PER/B-PER/O",
        systems=("a", "a", "b", "retention"),
    )


def test_systems_are_asked_by_their_first_run_without_the_heuristic(study: Study) -> None:
    assert compared_systems(study) == [0, 2]
    assert got_by(study).tolist() == [2, 0, 0, 0, 2]


def test_patterns_come_by_their_number_of_mentions(study: Study) -> None:
    patterns = hit_patterns(study, np.arange(5), [0, 1, 2])
    assert patterns.is_right.tolist() == [[0, 1, 0], [1, 1, 1], [1, 0, 1]]
    assert patterns.n_mentions.tolist() == [3, 1, 1]
    assert patterns.n_right.tolist() == [1, 3, 2]
    assert patterns.rows(patterns.n_right == 3).n_mentions.tolist() == [1]


def test_some_mentions_can_be_counted(study: Study) -> None:
    patterns = hit_patterns(study, np.array([False, True, True, False, False]), [1, 0])
    assert (patterns.is_right.tolist(), patterns.n_mentions.tolist()) == ([[True, False]], [2])
    assert len(hit_patterns(study, np.zeros(5, dtype=bool), [0])) == 0


@settings(max_examples=examples(60))
@given(data=st.data())
def test_patterns_count_every_mention_once(data: st.DataObject, build_study: BuildStudy) -> None:
    study = data.draw(trained_studies(build_study, n_systems=3))
    chosen = data.draw(st.lists(st.sampled_from(range(3)), min_size=1, max_size=40))
    wanted = Counter(zip(*hits(study, chosen).tolist(), strict=True))
    patterns = hit_patterns(study, np.ones(len(study.reference.mentions), dtype=bool), chosen)
    found = [tuple(row) for row in patterns.is_right.tolist()]
    assert dict(zip(found, patterns.n_mentions.tolist(), strict=True)) == wanted
    assert found == sorted(found, key=lambda row: (-wanted[row], -sum(row), [not right for right in row]))
