"""A table of a hundred thousand rows."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import pytest

from nerinspect.attributes.buckets import bucket_values
from nerinspect.attributes.built_in import attribute_values
from nerinspect.events.study import Study
from nerinspect.io.tables_of_attributes import read_attribute_table
from tests.measuring import keeps_within

N_ROWS = 100_000

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def study(make_study_from: Callable[..., Study]) -> Study:
    return make_study_from(*["Ada/B-PER/B-PER left/O/O"] * N_ROWS)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "own.csv"
    rows = (f"{row},g{row % 7},{row % 1000 / 8},2024-{1 + row % 12:02}-01\n" for row in range(1, N_ROWS + 1))
    path.write_text("sentence,genre,sure,day\n" + "".join(rows), encoding="utf-8")
    return path


def test_a_table_is_read_and_put_into_buckets_in_a_moment(study: Study, table: Path) -> None:
    def measure() -> float:
        begin, fresh = perf_counter(), replace(study)
        for attribute in read_attribute_table(str(table), fresh):
            bucket_values(attribute, attribute_values(fresh, attribute).distinct, 4)
        return perf_counter() - begin

    measure()  # what is imported once does not count
    assert keeps_within(6, measure)
