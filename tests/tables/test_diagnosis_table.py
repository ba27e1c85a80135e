from collections.abc import Callable

import numpy as np
import pytest

from nerinspect.attributes.built_in import BUILT_IN
from nerinspect.events.study import Attribute, AttributeValues, Study
from nerinspect.lists.table import Ratio, Row
from nerinspect.tables.buckets import DIAGNOSIS_COLUMNS, Diagnosis, bucket_table, diagnosis_table

MakeStudy = Callable[..., Study]
LENGTH = BUILT_IN[0]
UNDEFINED = Ratio(0, 0)


def rows_of(study: Study, kind: Diagnosis) -> list[Row]:
    return list(diagnosis_table(study, kind, [LENGTH]))


@pytest.fixture(scope="module")
def runs(make_study_from: MakeStudy) -> Study:
    """Two systems, the first with three runs."""
    return make_study_from(
        "a/B-LOC/B-LOC/B-LOC/O/B-LOC b/I-LOC/I-LOC/O/O/I-LOC c/B-LOC/B-LOC/B-LOC/O/O",
        "d/B-LOC/O/B-LOC/B-LOC/B-LOC e/O/O/B-LOC/O/O",
        systems=["flair", "flair", "flair", "elmo"],
    )


def test_scores_of_runs_are_their_means(runs: Study) -> None:
    buckets = {(row[0], row[2]): row[-1] for row in bucket_table(runs, [LENGTH])}
    flair, elmo = rows_of(runs, "self")
    assert list(flair) == [
        "flair",
        "eLen",
        "S",
        buckets["flair", "S"],
        "XS",
        buckets["flair", "XS"],
        pytest.approx(1 / 3),
    ]
    assert list(elmo) == ["elmo", "eLen", "XS", pytest.approx(2 / 3), "S", 1.0, pytest.approx(1 / 3)]


def test_every_pair_of_systems_has_a_row(make_study_from: MakeStudy) -> None:
    study = make_study_from("a/B-X/B-X/O/B-X", systems=["c", "a", "b"])
    assert [row[:2] for row in diagnosis_table(study, "comparative", [LENGTH])] == [("c", "a"), ("c", "b"), ("a", "b")]


def test_every_run_is_a_block(runs: Study, make_study_from: MakeStudy) -> None:
    (row,) = rows_of(runs, "attribute")
    assert list(row) == ["eLen", pytest.approx(4 / 3), 1.0, UNDEFINED, 4]  # two buckets are too few
    texts = "a/B-X/B-X/B-X/B-X b/O/O/O/O c/B-X/B-X/O/O d/I-X/O/O/O", "a/B-X/O/O/O b/I-X/O/O/O c/I-X/O/O/O d/O/O/O/O"
    table = diagnosis_table(make_study_from(*texts, systems=["a", "a", "b"]), "attribute", [LENGTH])
    ((*_, p, blocks),) = table
    assert [p, blocks] == [pytest.approx(np.exp(-3)), 3]  # the first bucket is best in each, the others are equal


@pytest.mark.parametrize(
    ("kind", "row"),
    [
        ("self", ("one", "eLen", None, UNDEFINED, None, UNDEFINED, UNDEFINED)),
        ("comparative", ("one", "two", "eLen", None, UNDEFINED, None, UNDEFINED)),
        ("model", ("one", "eLen", UNDEFINED, UNDEFINED)),
        ("attribute", ("eLen", UNDEFINED, UNDEFINED, UNDEFINED, 2)),
    ],
)
def test_without_mentions_everything_is_undefined(kind: Diagnosis, row: Row, make_study_from: MakeStudy) -> None:
    study = make_study_from("a/O/O/O", systems=["one", "two"])
    assert rows_of(study, kind)[0] == row


def test_one_bucket_has_no_correlation(make_study_from: MakeStudy) -> None:
    study = make_study_from("a/B-X/B-X b/B-X/O", systems=["one"])
    sentence_length = BUILT_IN[1]
    (row,) = diagnosis_table(study, "model", [sentence_length])
    assert row == ("one", "sLen", UNDEFINED, 0.0)


def test_a_mean_of_dates_is_a_date(make_study_from: MakeStudy) -> None:
    study = make_study_from("a/B-X/B-X b/B-X/O", systems=["one"])
    day = Attribute("day", "day", lambda _: AttributeValues(np.array([0.0, 3.0]), np.array([0.0])), scale="date")
    (row,) = diagnosis_table(study, "attribute", [day])
    assert row[:2] == ("day", "1970-01-02")


@pytest.mark.parametrize("kind", DIAGNOSIS_COLUMNS)
def test_rows_are_as_wide_as_the_head(kind: Diagnosis, runs: Study) -> None:
    table = diagnosis_table(runs, kind)
    widths = {len(row) for row in table}
    assert widths == {len(table.columns)}
