import math
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from nerinspect.attributes.built_in import BUILT_IN
from nerinspect.events.study import Study
from nerinspect.lists.table import Ratio, Row, Value
from nerinspect.tables.buckets import bucket_table

Expected: TypeAlias = Callable[[str], Any]
LoadData: TypeAlias = Callable[..., Study]

SYSTEMS = ("flair", "elmo")
ATTRIBUTES = tuple(attribute.name for attribute in BUILT_IN)
N_MEMBERS = {"tFre": 5955, "tCon": 5955}


@pytest.fixture(params=SYSTEMS)
def system(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def rows_of(study: Study, attribute: str) -> list[Row]:
    """List the rows of an attribute from the bucket on."""
    return [row[2:] for row in bucket_table(study) if row[1] == attribute]


def edges_of(row: Row) -> list[Value]:
    """Write the edges as the expected numbers do: one value alone once, a type by its name."""
    name, lower, upper = row[:3]
    if lower is None and upper is None:
        return [name]
    return [lower] if lower == upper else [lower, upper]


def f1_of(row: Row) -> float | None:
    assert isinstance(row[-1], Ratio)
    return row[-1].value


@pytest.mark.parametrize("attribute", ATTRIBUTES)
def test_buckets_of_wnut16(system: str, attribute: str, expected: Expected, load_data: LoadData) -> None:
    rows = rows_of(load_data(f"wnut16/{system}.txt", training="wnut16/train.txt"), attribute)
    known = expected("wnut16")[system]["buckets"][attribute]
    assert [edges_of(row) for row in rows] == [bucket["edges"] for bucket in known]
    assert [row[3:6] for row in rows] == [
        tuple(map(bucket.get, ("reference", "predicted", "correct"))) for bucket in known
    ]
    assert [f1_of(row) for row in rows] == pytest.approx([bucket["f1"] for bucket in known], abs=1e-9)


@pytest.mark.parametrize("attribute", ATTRIBUTES)
def test_all_reference_members_of_wnut16_are_in_buckets(attribute: str, load_data: LoadData) -> None:
    rows = rows_of(load_data("wnut16/flair.txt", training="wnut16/train.txt"), attribute)
    assert sum(int(str(row[3])) for row in rows) == N_MEMBERS.get(attribute, 3473)


@pytest.mark.parametrize("attribute", [name for name in ATTRIBUTES if name not in N_MEMBERS])
def test_mentions_in_buckets_add_up_to_those_of_the_scores(
    system: str, attribute: str, expected: Expected, load_data: LoadData
) -> None:
    rows = rows_of(load_data(f"wnut16/{system}.txt", training="wnut16/train.txt"), attribute)
    sums = [sum(int(str(row[place])) for row in rows) for place in (3, 4, 5)]
    assert sums == [expected("wnut16")[system]["events"][name] for name in ("reference", "predicted", "correct")]


def test_f1_by_length_is_as_published(system: str, load_data: LoadData) -> None:
    rows = rows_of(load_data(f"wnut16/{system}.txt", training="wnut16/train.txt"), "eLen")
    published = {"flair": [51.28, 43.08, 36.91, 16.67], "elmo": [49.69, 45.34, 32.69, 21.36]}
    assert [math.floor(10_000 * (f1_of(row) or 0) + 0.5) / 100 for row in rows] == published[system]


def test_the_attributes_that_need_no_training_are_the_same_without(load_data: LoadData) -> None:
    alone, trained = load_data("wnut16/flair.txt"), load_data("wnut16/flair.txt", training="wnut16/train.txt")
    kept = {"eLen", "sLen", "eDen", "type"}
    assert list(bucket_table(alone)) == [row for row in bucket_table(trained) if row[1] in kept]
