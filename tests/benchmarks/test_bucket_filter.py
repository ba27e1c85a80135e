"""A filter on buckets or attributes of a million events costs what one on their types does."""

import pytest

from nerinspect.events.study import Study
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from tests.benchmarks.test_event_table import make_large_study, measured_ms
from tests.measuring import keeps_ratio

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def study() -> Study:
    return make_large_study()


@pytest.mark.parametrize("query", ["bucket:eLen=XS", "bucket:sLen=XS", "attr:eLen=2", "elen:>=2", "refbucket:type=ORG"])
def test_a_bucket_is_found_as_quickly_as_a_type(study: Study, query: str) -> None:
    of_type, asked = (parse_query(text, Vocabulary.of(study)) for text in ("type:LOC", query))
    for term in (of_type, asked):
        term.mask(study)  # lays the columns beside the events, once for a study

    def times_a_type() -> float:
        return measured_ms(lambda: asked.mask(study), 5)[0] / measured_ms(lambda: of_type.mask(study), 5)[0]

    assert keeps_ratio(1.8, times_a_type)
