"""Counts by bucket as charts and tables take them, at once or in the background."""

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.query.rates import WHOLE, MentionBase
from nerinspect.tables.buckets import bucket_table
from nerinspect.ui.charts import bucket_scores as bucket_counter
from nerinspect.ui.charts.bucket_scores import BucketCounter, bucket_columns, bucket_groups, count_buckets
from nerinspect.ui.kit.jobs import end_work

MakeStudy = Callable[..., Study]


def test_counts_are_those_of_the_table_of_buckets(sample_study: Study) -> None:
    scores = count_buckets(sample_study, WHOLE, 5)
    counted = [
        (sample_study.predictions[number].system, one.name, bucket.name, *one.members[number, :, place].tolist())
        for number in range(len(sample_study.predictions))
        for one in scores.attributes
        for place, bucket in enumerate(one.own.buckets)
    ]
    table = [(*row[:3], *row[5:8]) for row in bucket_table(sample_study, n_wanted=5)]
    assert counted == table


@pytest.mark.parametrize("name", ["eLen", "sLen", "eDen", "type"])
def test_rows_hold_every_bucket_with_as_many_cells_as_columns(sample_study: Study, name: str) -> None:
    scores = next(one for one in count_buckets(sample_study, WHOLE, 10).attributes if one.name == name)
    rows = [group.head for group in bucket_groups(scores, (0, 1), ("rich", "plain"))]
    assert [row.copied_names[2] for row in rows[::2]] == list(scores.own.names)
    assert {len(row.cells) for row in rows} == {len(bucket_columns("mention"))}


def test_the_first_of_equally_bad_buckets_is_the_worst(make_study_from: MakeStudy) -> None:
    study = make_study_from("a/B-X/O b/O/O c/B-Y/O d/O/O e/B-Z/B-Z")
    scores = next(one for one in count_buckets(study, WHOLE, 4).attributes if one.name == "type")
    assert scores.worst(0) == 0


def test_the_door_of_the_reference_is_the_first_of_all_doors(sample_study: Study) -> None:
    scores = count_buckets(sample_study, WHOLE, 6).attributes
    places = [(one, place) for one in scores for place in range(len(one.own.buckets))]
    assert [one.reference_door(place) for one, place in places] == [one.doors(place).reference for one, place in places]


@pytest.fixture
def counter(monkeypatch: pytest.MonkeyPatch) -> BucketCounter:
    """Count everything in the background that is not counted yet."""
    monkeypatch.setattr(bucket_counter, "_AT_ONCE", 0)
    return BucketCounter()


def test_large_studies_are_counted_in_the_background(counter: BucketCounter, sample_study: Study, qtbot: QtBot) -> None:
    with qtbot.waitSignal(counter.counted) as caught:
        assert not counter.count(sample_study, WHOLE, 4, False)
    assert caught.args[0].names == ("eLen", "sLen", "eDen", "type")
    end_work(counter)


def test_another_number_of_buckets_is_counted_at_once(
    counter: BucketCounter, sample_study: Study, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(counter.counted):
        counter.count(sample_study, WHOLE, 4, False)
    with qtbot.waitSignal(counter.counted) as caught:
        assert counter.count(sample_study, WHOLE, 6, False)
    assert caught.args[0].n_wanted == 6
    assert not counter.count(sample_study, MentionBase(named=frozenset(["LOC"])), 6, False)
    end_work(counter)
