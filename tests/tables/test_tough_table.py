import statistics
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nerinspect.events.study import AnnotatedText, Study
from nerinspect.lists.table import Ratio, Table, Value
from nerinspect.tables.tough import (
    RECALL,
    TOUGH_COLUMNS,
    composition_layout,
    count_tough,
    recall_layout,
    small_note,
    small_subsets,
    tough_table,
)
from nerinspect.training.retention import with_training
from nerinspect.training.tough import SUBSETS
from tests.examples import examples

MakeStudy: TypeAlias = Callable[..., Study]
Rows: TypeAlias = dict[tuple[Value, ...], dict[str, Value]]

TRAINING = ("Rome/B-LOC", "UK/B-LOC", "Newcastle/B-LOC", "Ann/B-PER")
REFERENCE = "Rome/B-LOC/{} Newcastle/B-ORG/{} John/B-PER/{} Rome/B-ORG/{} x/B-PER/{} x/B-LOC/{}"


def plain(value: Value) -> Value:
    return value.value if isinstance(value, Ratio) else value


def printed(table: Table) -> list[tuple[str, ...]]:
    return [tuple("–" if value is None else str(value) for value in row) for row in table]


def rows_of(study: Study) -> Rows:
    rows = [dict(zip(TOUGH_COLUMNS, map(plain, row), strict=True)) for row in tough_table(study)]
    return {(row["subset"], row["type"], row["system"]): row for row in rows}


def trained_on(study: Study, training: Study) -> Study:
    return with_training(study, AnnotatedText(training.text, training.reference), with_retention=False)


@pytest.fixture
def training(make_study_from: MakeStudy) -> Study:
    return make_study_from(*TRAINING, systems=())


@pytest.fixture
def study(training: Study, make_study_from: MakeStudy) -> Study:
    """Two runs of a system and one of another."""
    labels = [("B-LOC", "B-LOC", "O"), ("B-ORG", "O", "O"), ("B-PER",) * 3, ("O",) * 3, ("O",) * 3, ("O",) * 3]
    words = [word.replace("{}", "/".join(own)) for word, own in zip(REFERENCE.split(" "), labels, strict=True)]
    return trained_on(make_study_from(" ".join(words), systems=("flair", "flair", "elmo")), training)


def test_columns_stand_in_their_order() -> None:
    assert ",".join(TOUGH_COLUMNS) == "subset,type,mentions,share,system,recalled,recall,recall_std"


def test_rows_stand_by_subset_type_and_system(study: Study) -> None:
    types, systems = ("ALL", "LOC", "ORG", "PER"), ("flair", "elmo")
    assert list(rows_of(study)) == [(s, t, system) for s in SUBSETS for t in types for system in systems]


@pytest.mark.parametrize(
    ("subset", "n_mentions"),
    list(zip(SUBSETS, (6, 1, 2, 3, 5, 4, 2, 2), strict=True)),
)
def test_a_subset_is_counted(subset: str, n_mentions: int, study: Study) -> None:
    row = rows_of(study)[subset, "ALL", "elmo"]
    assert (row["mentions"], row["share"]) == (n_mentions, n_mentions / 6)


def test_a_share_is_that_of_the_mentions_of_its_type(study: Study) -> None:
    assert rows_of(study)["unseen-type", "ORG", "elmo"]["share"] == 1.0
    assert rows_of(study)["unseen-tokens", "LOC", "elmo"]["share"] == 0.5


def test_one_run_is_counted(study: Study) -> None:
    row = rows_of(study)["unseen-tokens", "PER", "elmo"]
    assert [row[name] for name in ("recalled", "recall", "recall_std")] == [1, 0.5, None]
    assert isinstance(row["recalled"], int)


def test_several_runs_are_averaged(study: Study) -> None:
    row = rows_of(study)["all", "ALL", "flair"]
    assert row["recalled"] == 2.5
    assert row["recall"] == pytest.approx(5 / 12)
    assert row["recall_std"] == pytest.approx(statistics.stdev([3 / 6, 2 / 6]))


def test_a_subset_without_mentions_has_no_share_and_no_recall(study: Study) -> None:
    one, several = (rows_of(study)["seen", "PER", system] for system in ("elmo", "flair"))
    assert [one[name] for name in TOUGH_COLUMNS[2:]] == [0, None, "elmo", 0, None, None]
    assert [several[name] for name in TOUGH_COLUMNS[2:]] == [0, None, "flair", 0.0, None, None]


def test_without_a_prediction_only_the_composition_is_given(make_study_from: MakeStudy, training: Study) -> None:
    rows = list(tough_table(trained_on(make_study_from("Rome/B-LOC", systems=()), training)))
    assert len(rows) == 2 * len(SUBSETS)
    assert {row[4:] for row in rows} == {(None,) * 4}


def test_a_type_of_predictions_alone_has_no_row(make_study_from: MakeStudy, training: Study) -> None:
    assert count_tough(trained_on(make_study_from("Rome/B-LOC/B-X"), training)).types == ("ALL", "LOC")


def test_training_that_is_empty_leaves_everything_unseen(study: Study, make_study_from: MakeStudy) -> None:
    rows = rows_of(trained_on(study, make_study_from("x/O", systems=())))
    assert [rows[subset, "ALL", "elmo"]["mentions"] for subset in SUBSETS] == [6, 0, 0, 6, 6, 4, 4, 0]


def test_training_that_equals_the_test_set_leaves_nothing_unseen(study: Study) -> None:
    rows = rows_of(trained_on(study, study))
    assert [rows[subset, "ALL", "elmo"]["mentions"] for subset in SUBSETS] == [6, 6, 0, 0, 0, 4, 0, 4]


def test_composition_is_laid_out_with_types_across(study: Study) -> None:
    table = composition_layout(study)
    assert table.columns == ("subset", "LOC", "ORG", "PER", "ALL")
    assert printed(table) == [
        ("Unseen-Any", "50.0", "100.0", "100.0", "83.3"),
        ("Unseen-Tokens", "50.0", "0.0", "100.0", "50.0"),
        ("Unseen-Type", "0.0", "100.0", "0.0", "33.3"),
        ("TCM-All", "100.0", "50.0", "50.0", "66.7"),
        ("TCM-Seen", "50.0", "50.0", "0.0", "33.3"),
        ("TCM-Unseen", "50.0", "0.0", "50.0", "33.3"),
        ("All (count)", "2", "2", "2", "6"),
    ]


def test_recall_is_laid_out_with_subsets_across(study: Study) -> None:
    table = recall_layout(study)
    assert table.columns == (
        "system", "All", "Unseen-Any", "Unseen-Tokens", "Unseen-Type", "TCM-All", "TCM-Seen", "TCM-Unseen",
    )  # fmt: skip
    assert [row[:5] for row in printed(table)] == [
        ("flair", "41.67 (11.79)", "30.00 (14.14)", "33.33 (0.00)", "25.00 (35.36)"),
        ("elmo", "16.67", "20.00", "33.33", "0.00"),
    ]
    assert small_note(study, RECALL) == ""


def test_recall_is_laid_out_for_one_type(study: Study) -> None:
    assert printed(recall_layout(study, "ORG"))[1] == ("elmo", "0.00", "0.00", "–", "0.00", "0.00", "0.00", "–")


def test_small_subsets_are_left_out_and_named(make_study_from: MakeStudy, training: Study) -> None:
    def with_mentions(n_mentions: int) -> Study:
        words = ["Newcastle/B-ORG/O", *["y/B-LOC/O"] * (n_mentions - 1)]
        return trained_on(make_study_from(" ".join(words)), training)

    assert small_subsets(with_mentions(100)) == ("seen", "tcm-all", "tcm-seen", "tcm-unseen")
    many = with_mentions(101)
    assert recall_layout(many).columns == ("system", "All", "Unseen-Any", "Unseen-Tokens")
    assert small_note(many, RECALL) == (
        "left out, with fewer than 1 % of the mentions: Unseen-Type (1 mention), TCM-All (none), TCM-Seen (none), "
        "TCM-Unseen (none)"
    )
    assert small_note(many) == (
        "small, with fewer than 1 % of the mentions: seen (none), unseen-type (1 mention), tcm-all (none), "
        "tcm-seen (none), tcm-unseen (none)"
    )


WORDS = st.lists(st.tuples(st.sampled_from("abA"), st.sampled_from(["X", "Y"])), max_size=8)


def slow_subsets(mention: tuple[str, str], test: Sequence[Any], training: Sequence[Any]) -> set[str]:
    """Read the definitions aloud."""
    surface, type_name = mention
    subsets = {"all"}
    known = {type_ for other, type_ in training if other == surface}
    subsets.add("seen" if type_name in known else "unseen-type" if known else "unseen-tokens")
    if "seen" not in subsets:
        subsets.add("unseen-any")
    if len({type_ for other, type_ in test if other == surface}) > 1:
        subsets |= {"tcm-all", "tcm-seen" if known else "tcm-unseen"}
    return subsets


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(60))
@given(WORDS, WORDS, st.data())
def test_the_table_equals_the_definitions(
    make_study_from: MakeStudy, test: list[tuple[str, str]], training: list[tuple[str, str]], data: st.DataObject
) -> None:
    found = data.draw(st.lists(st.booleans(), min_size=len(test), max_size=len(test)))
    words = [f"{word}/B-{name}/{f'B-{name}' if has else 'O'}" for (word, name), has in zip(test, found, strict=True)]
    known = make_study_from(" ".join(["./O", *(f"{word}/B-{name}" for word, name in training)]), systems=())
    study = trained_on(make_study_from(" ".join(["./O/O", *words])), known)
    rows = rows_of(study)
    subsets = [slow_subsets(mention, test, training) for mention in test]
    for (subset, type_name, _), row in rows.items():
        members = [type_name in ("ALL", own[1]) and subset in ofs for own, ofs in zip(test, subsets, strict=True)]
        assert row["mentions"] == sum(members)
        assert row["recalled"] == sum(member and has for member, has in zip(members, found, strict=True))
