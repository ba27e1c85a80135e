from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import pytest

from nerinspect.events.study import Study
from nerinspect.lists.table import Ratio, Value
from nerinspect.tables.retention import relation_profile_table, relation_table
from nerinspect.training.known_relations import RELATION_PARTS, relation_parts

Expected: TypeAlias = Callable[[str], Any]

DATA = "conll04-re/conll04.sincere.json"


@pytest.fixture(scope="module")
def study(load_data: Callable[..., Study]) -> Study:
    return load_data(f"{DATA}#test", training=f"{DATA}#train", retention=True)


def plain(value: Value) -> Value:
    return value.value if isinstance(value, Ratio) else value


def test_parts_of_conll04(study: Study, expected: Expected) -> None:
    counts = np.bincount(relation_parts(study, "reference"), minlength=len(RELATION_PARTS))
    assert dict(zip(RELATION_PARTS, counts.tolist(), strict=True)) == expected("conll04-re")["relation parts"]


def test_the_relation_heuristic_reaches_the_published_scores_on_conll04(study: Study, expected: Expected) -> None:
    """The paper prints the same for boundaries and strict."""
    rows = {row[:4]: row[4:] for row in relation_table(study)}
    published = expected("conll04-re")["relation heuristic, boundaries"]
    for setting in ("boundaries", "strict"):
        reference, predicted, correct, *scores = rows["retention", setting, "ALL", "all"]
        assert {"reference": reference, "predicted": predicted, "correct": correct} == published
        assert [round(100 * float(str(plain(score))), 2) for score in scores] == [84.07, 22.51, 35.51]


def test_the_relation_profile_of_conll04(study: Study) -> None:
    """The paper prints rCon 21 and rCon* 91, see `relation_profile`; its other averages are met."""
    table = relation_profile_table(study)
    row = dict(zip(table.columns, map(plain, next(iter(table))), strict=True))
    percent = [round(100 * float(str(row[name]))) for name in ("rLex", "aCon")]
    assert (percent, [round(float(str(row[name])), 1) for name in ("aLen", "aDist")]) == ([23, 29], [3.8, 5.8])
    assert row["relations"] == 422
    assert [round(100 * float(str(row[name])), 1) for name in ("rCon", "rCon*")] == [21.9, 96.4]
