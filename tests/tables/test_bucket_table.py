from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import pytest

from nerinspect.attributes.built_in import BUILT_IN
from nerinspect.events.study import Attribute, AttributeValues, Study
from nerinspect.lists.table import Ratio
from nerinspect.tables.buckets import BUCKET_COLUMNS, bucket_table, edge

MakeStudy: TypeAlias = Callable[..., Study]

ELEN, TYPE = BUILT_IN[0], BUILT_IN[-1]


def test_systems_come_before_attributes_before_buckets(make_study_from: MakeStudy) -> None:
    study = make_study_from("Rome/B-LOC/B-LOC/B-ORG", systems=("flair", "elmo"))
    assert [row[:3] for row in bucket_table(study, [TYPE, ELEN], 2)] == [
        ("flair", "type", "LOC"),
        ("flair", "type", "ORG"),
        ("flair", "eLen", "XS"),
        ("flair", "eLen", "XL"),
        ("elmo", "type", "LOC"),
        ("elmo", "type", "ORG"),
        ("elmo", "eLen", "XS"),
        ("elmo", "eLen", "XL"),
    ]


def test_ratios_of_a_bucket_are_of_its_own_members(make_study_from: MakeStudy) -> None:
    study = make_study_from("Rome/B-LOC/B-LOC New/B-LOC/B-LOC York/I-LOC/O Oslo/B-LOC/O")
    rows = list(bucket_table(study, [ELEN], 2))
    assert [row[3:] for row in rows] == [
        (1, 1, 2, 2, 1, Ratio(1, 2), Ratio(1, 2), Ratio(2, 4)),
        (1, None, 1, 0, 0, Ratio(0, 0), Ratio(0, 1), Ratio(0, 1)),
    ]


def test_a_ratio_is_averaged_over_the_runs_that_have_it(make_study_from: MakeStudy) -> None:
    study = make_study_from("Rome/B-LOC/B-LOC/O", systems=("flair", "flair"))
    row = dict(zip(BUCKET_COLUMNS, next(iter(bucket_table(study, [ELEN]))), strict=True))
    assert (row["predicted"], row["correct"], row["precision"], row["recall"], row["f1"]) == (0.5, 0.5, 1.0, 0.5, 0.5)


@pytest.mark.parametrize(
    ("scale", "value", "written"),
    [
        ("whole", 3.0, 3),
        ("number", 3.0, 3.0),
        ("number", 1 / 3, 1 / 3),
        ("date", 1.0, "1970-01-02"),
        ("whole", None, None),
    ],
)
def test_an_edge_is_written_as_its_scale_wants(scale: str, value: float | None, written: object) -> None:
    assert repr(edge(replace(ELEN, scale=scale), value)) == repr(written)  # type: ignore[arg-type]


def test_edges_of_dates_are_days(make_study_from: MakeStudy) -> None:
    days = AttributeValues(np.array([1.0, 1.0, 9.0]), np.array([4.0]))
    written = Attribute("written", "day of writing", lambda study: days, scale="date")
    study = make_study_from("Rome/B-LOC/O Oslo/B-LOC/O Bern/B-LOC/B-LOC")
    rows = list(bucket_table(replace(study, attributes=(written,))))
    assert [row[1:7] for row in rows if row[1] == "written"] == [
        ("written", "XS", None, "1970-01-02", 2, 0),
        ("written", "XL", "1970-01-02", None, 1, 1),
    ]
