from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import pytest

from nerinspect.attributes.built_in import BUILT_IN
from nerinspect.events.study import Study
from nerinspect.query.counts.buckets import f1_tables
from nerinspect.systems.diagnosis import F1Table
from nerinspect.tables.buckets import diagnosis_table

Expected: TypeAlias = Callable[[str], Any]
LoadData: TypeAlias = Callable[..., Study]

NAMES = [attribute.name for attribute in BUILT_IN]
SYSTEMS = ("flair", "elmo")


@pytest.fixture(scope="module")
def study(load_data: LoadData) -> Study:
    files = tuple(f"wnut16/{system}.txt" for system in SYSTEMS)
    return load_data("wnut16/test.txt", files, training="wnut16/train.txt")


@pytest.fixture(scope="module")
def tables(study: Study) -> dict[str, F1Table]:
    return {table.attribute.name: table for table in f1_tables(study, BUILT_IN)}


def told(number: float | None) -> Any:  # noqa: ANN401
    return pytest.approx(np.nan if number is None else number, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("system", SYSTEMS)
def test_worst_and_best_bucket(system: str, name: str, tables: dict[str, F1Table], expected: Expected) -> None:
    numbers, found = expected("wnut16")[system]["self"][name], tables[name].extremes(SYSTEMS.index(system))
    assert found is not None
    assert (found.worst, found.best) == (numbers["worst"], numbers["best"])
    assert (found.worst_value, found.best_value) == (told(numbers["worst_f1"]), told(numbers["best_f1"]))
    assert found.gap == told(numbers["gap"])


@pytest.mark.parametrize("name", NAMES)
def test_where_one_system_is_ahead_and_behind(name: str, tables: dict[str, F1Table], expected: Expected) -> None:
    numbers, found = expected("wnut16")["comparative flair elmo"][name], tables[name].comparison(0, 1)
    assert found is not None
    assert (found.worst, found.best) == (numbers["worst"], numbers["best"])
    assert (found.worst_value, found.best_value) == (
        told(numbers["worst_difference"]),
        told(numbers["best_difference"]),
    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("system", SYSTEMS)
def test_correlation_and_spread(system: str, name: str, tables: dict[str, F1Table], expected: Expected) -> None:
    numbers, place = expected("wnut16")[system]["model"][name], SYSTEMS.index(system)
    assert tables[name].spearman[place] == told(numbers["spearman"])
    assert tables[name].deviation[place] == told(numbers["std"])


@pytest.mark.parametrize("name", NAMES)
def test_mean_value(name: str, tables: dict[str, F1Table], expected: Expected) -> None:
    assert tables[name].zeta == told(expected("wnut16")["zeta"].get(name))


@pytest.mark.parametrize("name", NAMES)
def test_mean_correlation(name: str, tables: dict[str, F1Table], expected: Expected) -> None:
    numbers = [expected("wnut16")[system]["model"][name]["spearman"] for system in SYSTEMS]
    assert tables[name].rho == told(None if None in numbers else sum(map(abs, numbers)) / 2)


def test_the_table_names_the_same_buckets(study: Study, expected: Expected) -> None:
    rows = {(row[0], row[1]): row for row in diagnosis_table(study, "self")}
    assert len(rows) == len(SYSTEMS) * len(NAMES)
    assert rows["flair", "eLen"] == (
        "flair",
        "eLen",
        "XL",
        told(1 / 6),
        "XS",
        told(1944 / 3791),
        told(1944 / 3791 - 1 / 6),
    )
    assert rows["elmo", "type"][2::2] == ("musicartist", "loc", told(expected("wnut16")["elmo"]["self"]["type"]["gap"]))
