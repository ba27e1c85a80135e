from collections.abc import Callable
from typing import TypeAlias

import pytest

from nerinspect.corpus.text import Matching
from nerinspect.events.study import AnnotatedText, Study
from nerinspect.lists.table import Ratio, Value
from nerinspect.tables.retention import PROFILE_COLUMNS, RETENTION_COLUMNS, profile_table, retention_table
from nerinspect.training.retention import with_training

MakeStudy: TypeAlias = Callable[..., Study]


def plain(row: tuple[Value, ...]) -> tuple[Value, ...]:
    return tuple(value.value if isinstance(value, Ratio) else value for value in row)


def trained_on(study: Study, training: Study, matching: Matching = "exact", with_retention: bool = False) -> Study:
    return with_training(study, AnnotatedText(training.text, training.reference), matching, with_retention)


@pytest.fixture
def training(make_study_from: MakeStudy) -> Study:
    return make_study_from("Rome/B-LOC and/O Rome/B-LOC", "Rome/B-ORG", "Rome/O rome/O Bonn/B-LOC", systems=())


@pytest.fixture
def test_set(make_study_from: MakeStudy) -> Study:
    return make_study_from("Rome/B-LOC/B-LOC Bonn/B-ORG/B-LOC Ulm/B-LOC/B-LOC x/O/B-PER Old/B-LOC/O Rome/I-LOC/B-LOC")


def test_columns_stand_in_their_order() -> None:
    assert ",".join(RETENTION_COLUMNS) == "system,setting,part,reference,predicted,correct,precision,recall,f1"


def test_a_mention_is_in_the_part_of_its_own_surface_and_type(test_set: Study, training: Study) -> None:
    rows = {row[1:3]: plain(row)[3:] for row in retention_table(trained_on(test_set, training))}
    assert rows == {
        ("typed", "seen"): (1, 3, 1, 1 / 3, 1.0, 2 / 4),
        ("typed", "unseen"): (3, 2, 1, 1 / 2, 1 / 3, 2 / 5),
        ("typed", "all"): (4, 5, 2, 2 / 5, 2 / 4, 4 / 9),
        ("surface", "seen"): (2, 3, 1, 1 / 3, 1 / 2, 2 / 5),
        ("surface", "unseen"): (2, 2, 1, 1 / 2, 1 / 2, 2 / 4),
        ("surface", "all"): (4, 5, 2, 2 / 5, 2 / 4, 4 / 9),
    }


def test_one_setting_can_be_chosen(test_set: Study, training: Study) -> None:
    assert {row[1] for row in retention_table(trained_on(test_set, training), ["surface"])} == {"surface"}


def test_counts_of_one_run_are_integers(test_set: Study, training: Study) -> None:
    assert all(type(number) is int for row in retention_table(trained_on(test_set, training)) for number in row[3:6])


def test_several_runs_are_averaged_where_a_ratio_is_defined(make_study_from: MakeStudy, training: Study) -> None:
    study = make_study_from("Rome/B-LOC/B-LOC/O Ulm/B-LOC/O/O", systems=("flair", "flair"))
    seen, unseen, whole = (plain(row) for row in retention_table(trained_on(study, training), ["typed"]))
    assert seen[3:] == (1.0, 0.5, 0.5, 1.0, 0.5, 0.5)
    assert unseen[3:] == (1.0, 0.0, 0.0, None, 0.0, 0.0)
    assert whole[3:8] == (2.0, 0.5, 0.5, 1.0, 0.25)
    assert whole[8] == pytest.approx(1 / 3)


def test_the_heuristic_is_a_system_like_any_other(test_set: Study, training: Study) -> None:
    study = trained_on(test_set, training, with_retention=True)
    assert [row[0] for row in retention_table(study, ["typed"])] == ["flair"] * 3 + ["retention"] * 3
    assert plain(list(retention_table(study, ["typed"]))[-1])[3:6] == (4, 3, 1)


def test_without_a_system_there_is_no_row(make_study_from: MakeStudy, training: Study) -> None:
    assert list(retention_table(trained_on(make_study_from("Rome/B-LOC", systems=()), training))) == []


def test_the_profile_averages_the_reference_mentions(test_set: Study, training: Study) -> None:
    row = dict(zip(PROFILE_COLUMNS, *map(plain, profile_table(trained_on(test_set, training))), strict=True))
    assert row == {"mentions": 4, "eLen": 5 / 4, "eCon": 2 / 4 / 4, "eCon*": 2 / 4, "eLex": 1 / 4}


def test_matching_counts_for_consistency_as_well(test_set: Study, training: Study) -> None:
    row = next(iter(profile_table(trained_on(test_set, training, "ignore-case"))))
    assert plain(row)[2:4] == (2 / 5 / 4, 2 / 5)


def test_an_unlabelled_place_may_overlap_no_mention(make_study_from: MakeStudy) -> None:
    training = make_study_from("Rome/B-LOC", "New/B-LOC Rome/I-LOC", systems=())
    row = next(iter(profile_table(trained_on(make_study_from("Rome/B-LOC", systems=()), training))))
    assert plain(row)[2] == 1.0


def test_averages_of_nothing_are_undefined(make_study_from: MakeStudy, training: Study) -> None:
    (row,) = profile_table(trained_on(make_study_from("x/O", systems=()), training))
    assert plain(row) == (0, None, None, None, None)
    (row,) = profile_table(trained_on(make_study_from("x/B-X", systems=()), make_study_from("y/O", systems=())))
    assert plain(row) == (1, 1.0, 0.0, None, 0.0)
