"""Two versions over a hundred thousand sentences, each sentence with an error that is fixed and one that is new."""

from collections.abc import Callable
from time import perf_counter

import pytest

from nerinspect.events.study import Study
from nerinspect.query.counts.outcomes import change_counts
from nerinspect.systems.outcomes import changes
from tests.measuring import keeps_within

N_SENTENCES = 100_000

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def study(make_study_from: Callable[..., Study]) -> Study:
    return make_study_from(*["Ada/B-PER/O/B-PER left/O/O/B-LOC"] * N_SENTENCES, systems=("old", "new"))


def test_changes_are_found_and_counted_in_a_moment(study: Study) -> None:
    def measure() -> float:
        begin = perf_counter()
        assert changes(study, 0, 1).counts == (N_SENTENCES, N_SENTENCES, 0)
        assert change_counts(study, 0, 1).mentions["fixed"] == N_SENTENCES
        return perf_counter() - begin

    assert keeps_within(10, measure)
