"""Counts by bucket as charts and tables take them."""

from collections.abc import Callable

import pytest

from nerinspect.charts.buckets import count_buckets, n_counted
from nerinspect.events.study import Study
from nerinspect.query.rates import WHOLE, MentionBase
from nerinspect.tables.buckets import bucket_table
from nerinspect.ui.pages.overview.charts import bucket_columns, bucket_groups

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


def test_other_buckets_of_values_that_are_known_are_quick(sample_study: Study) -> None:
    some, scores = MentionBase(named=frozenset(["LOC"])), count_buckets(sample_study, WHOLE, 4)
    assert n_counted(sample_study, WHOLE, None) == sample_study.text.n_tokens
    assert n_counted(sample_study, WHOLE, scores) == 0
    assert n_counted(sample_study, some, scores) == sample_study.text.n_tokens
