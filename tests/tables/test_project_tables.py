from collections.abc import Callable
from dataclasses import replace
from math import isnan
from pathlib import Path

import pytest
from scipy.stats import friedmanchisquare

from nerinspect.attributes.built_in import attributes_of
from nerinspect.charts.grids import project_figure
from nerinspect.charts.values import Grid
from nerinspect.events.study import AnnotatedText, Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.lists.table import Ratio, Value
from nerinspect.tables.projects import (
    PROJECT_COLUMNS,
    DataSetResult,
    ProjectTable,
    data_set_result,
    project_notes,
    project_table,
)
from nerinspect.training.retention import with_training
from tests.events.relation_studies import relation_study, said
from tests.training.trained_studies import BuildStudy

MakeStudy = Callable[..., Study]


@pytest.fixture
def results(make_study_from: MakeStudy) -> list[DataSetResult]:
    """Give two data sets; b has two runs in the first, and c is in the second alone."""
    first = make_study_from(
        "Rome/B-LOC/B-LOC/B-LOC/O or/O/O/O/O Oslo/B-LOC/O/B-LOC/B-LOC", systems=("a", "b", "b")
    )  # fmt: skip
    second = make_study_from("Rome/B-LOC/B-LOC/O/B-LOC in/O/O/O/O New/B-LOC/O/O/B-LOC York/I-LOC/O/O/O", systems="abc")
    return [data_set_result(name, study, attributes_of(study)) for name, study in (("one", first), ("two", second))]


def plain(value: Value) -> Value:
    value = value.value if isinstance(value, Ratio) else value
    return round(value, 4) if isinstance(value, float) else value


def rows(results: list[DataSetResult], kind: ProjectTable) -> list[dict[str, Value]]:
    table = project_table(results, kind)
    return [dict(zip(table.columns, map(plain, row), strict=True)) for row in table.rows]


def test_scores_stand_by_data_set_with_ranks_and_then_their_means(results: list[DataSetResult]) -> None:
    two_thirds = round(2 / 3, 4)
    assert [(row["data"], row["system"], row["runs"], row["f1"], row["rank"]) for row in rows(results, "scores")] == [
        ("one", "a", 1, two_thirds, 2),
        ("one", "b", 2, round((1 + 2 / 3) / 2, 4), 1),
        ("two", "a", 1, two_thirds, 1),
        ("two", "b", 1, 0.0, 3),
        ("two", "c", 1, 0.5, 2),
        ("mean", "a", None, two_thirds, 1.5),
        ("mean", "b", None, round((1 + 2 / 3) / 4, 4), 2.0),
        ("mean", "c", None, 0.5, 2.0),
    ]


def test_systems_are_paired_over_the_data_sets_that_both_are_in(results: list[DataSetResult]) -> None:
    pairs = {(row["system_a"], row["system_b"]): row for row in rows(results, "pairs")}
    assert list(pairs) == [("a", "b"), ("a", "c"), ("b", "c")]
    a_and_b = pairs["a", "b"]
    assert (a_and_b["data_sets"], a_and_b["a_wins"], a_and_b["b_wins"]) == (2, 1, 1)
    assert a_and_b["difference"] == round(2 / 3 - (1 + 2 / 3) / 4, 4)
    assert a_and_b["signed_rank_p"] == 1.0
    assert (pairs["a", "c"]["data_sets"], pairs["a", "c"]["signed_rank_p"]) == (1, None)


def test_attributes_stand_by_data_set(results: list[DataSetResult]) -> None:
    found = {(row["data"], row["attribute"]): row for row in rows(results, "attributes")}
    assert (found["one", "eLen"]["zeta"], found["two", "eLen"]["zeta"]) == (1.0, 1.5)
    assert found["one", "type"]["zeta"] is None
    assert found["one", "eLen"]["blocks"] == 3


def test_correlation_and_spread_are_averaged_over_the_data_sets_where_they_are_defined(
    make_study_from: MakeStudy, results: list[DataSetResult]
) -> None:
    """Longer mentions of b are found less in a third data set; in the others F1 has one bucket, or equal ones."""
    long = "Rome/B-X/B-X/B-X x/O/O/O A/B-X/B-X/B-X B/I-X/I-X/O"
    study = make_study_from(long, systems="ab")
    every = [*results, data_set_result("three", study, attributes_of(study))]
    found = {(row["data"], row["system"], row["attribute"]): row for row in rows(every, "model")}
    for system in "abc":
        own = [found.get((one.name, system, "eLen"), {}) for one in every]
        for column in ("spearman", "std"):
            numbers = [row[column] for row in own if row and row[column] is not None]
            expected = sum(numbers) / len(numbers) if numbers else None  # type: ignore[arg-type]
            assert found["mean", system, "eLen"][column] == (
                None if expected is None else pytest.approx(expected, abs=1e-4)
            )
    assert (found["three", "b", "eLen"]["spearman"], found["three", "b", "eLen"]["std"]) == (-1.0, round(1 / 3, 4))
    notes = project_notes(every, "model")
    assert "std of c is defined in 1 of 3 data sets" in notes
    assert any(note.startswith("spearman of a, b, c for ") and note.endswith("is undefined") for note in notes)
    assert not [row for row in rows(results[:1], "model") if row["data"] == "mean"]


def test_the_best_system_of_each_bucket_is_named_with_the_second(results: list[DataSetResult]) -> None:
    found = [row for row in rows(results, "winners") if (row["data"], row["attribute"]) == ("two", "eLen")]
    assert [(row["winner"], row["f1"], row["second"], row["second_f1"]) for row in found] == [
        ("a", 1.0, "c", round(2 / 3, 4)),
        ("a", 0.0, "b", 0.0),
        *[(None, None, None, None)] * 2,
    ]


def test_a_data_set_without_any_mention_is_undefined_everywhere(make_study_from: MakeStudy) -> None:
    study = make_study_from("Rome/O/O", systems=("a",))
    result = data_set_result("none", study, attributes_of(study))
    assert result.f1_of("a") is None
    assert isnan(result.counts[0].f1)
    [row] = rows([result], "scores")
    assert (row["f1"], row["rank"]) == (None, None)
    assert {row["winner"] for row in rows([result], "winners")} == {None}


def test_a_mean_leaves_out_where_f1_is_undefined_and_says_so(
    make_study_from: MakeStudy, results: list[DataSetResult]
) -> None:
    nothing = make_study_from("Rome/O/O", systems=("a",))
    empty = data_set_result("none", nothing, attributes_of(nothing))
    notes = project_notes([*results, empty], "scores")
    assert notes == [f"the mean of {name} is over {n} of 3 data sets" for name, n in (("a", 2), ("b", 2), ("c", 1))]
    assert project_notes([empty], "scores") == []


def test_attributes_that_a_test_says_nothing_of_are_named(results: list[DataSetResult]) -> None:
    few = "is empty: too few buckets: 1, at least 3 are needed"
    notes = project_notes(results, "attributes")
    assert f"friedman_p for one {few}" in notes
    assert sum(note.startswith("friedman_p for two (") for note in notes) == len(notes) - 1 > 1


def test_buckets_stand_by_data_set_and_then_their_means(results: list[DataSetResult]) -> None:
    found = {
        (row["data"], row["bucket"], row["system"]): (row["reference"], row["f1"], row["f1_std"])
        for row in rows(results, "buckets")
        if row["attribute"] == "eLen"
    }
    assert found["one", "XS", "b"] == (2, round(5 / 6, 4), round(2**0.5 / 6, 4))
    assert found["two", "XS", "b"] == (1, 0.0, None)
    assert found["mean", "XS", "b"] == (None, round(5 / 12, 4), None)
    assert found["mean", "XS", "c"] == (None, round(2 / 3, 4), None)
    assert ("one", "XS", "c") not in found
    assert found["two", "L", "a"] == (0, None, None)


def test_how_far_a_system_is_ahead_is_related_to_the_other(results: list[DataSetResult]) -> None:
    found = {
        (row["data"], row["bucket"], row["system_a"], row["system_b"]): (row["difference"], row["increase"])
        for row in rows(results, "increase")
        if row["attribute"] == "eLen"
    }
    assert found["one", "XS", "a", "b"] == (round(2 / 3 - 5 / 6, 4), -0.2)
    assert found["two", "XS", "a", "c"] == (round(1 / 3, 4), 0.5)
    assert found["two", "XS", "a", "b"] == (1.0, None)
    assert ("one", "XS", "a", "c") not in found


def test_pairs_are_compared_in_each_bucket(results: list[DataSetResult]) -> None:
    found = [row for row in rows(results, "bucket-pairs") if (row["attribute"], row["bucket"]) == ("eLen", "XS")]
    assert [(row["system_a"], row["system_b"], row["data_sets"], row["a_wins"], row["b_wins"]) for row in found] == [
        ("a", "b", 2, 1, 1), ("a", "c", 1, 1, 0), ("b", "c", 1, 0, 1),
    ]  # fmt: skip
    assert found[0]["signed_rank_p"] == 1.0


def test_friedman_is_asked_of_each_system_over_data_sets(make_study_from: MakeStudy) -> None:
    """Longer mentions are found less in three data sets, where a bucket that one of them lacks leaves it out."""
    long = "Rome/B-X/B-X/O x/O/O/O A/B-X/B-X/B-X B/I-X/O/O x/O/O/O A/B-X/O/O B/I-X/O/O C/I-X/O/O"
    study = make_study_from(long, systems="ab")
    short = make_study_from("Rome/B-X/B-X/O", systems="ab")
    named = {"one": study, "two": study, "three": study, "short": short}
    found = [data_set_result(name, one, attributes_of(one)) for name, one in named.items()]
    tests = {(row["system"], row["attribute"]): row for row in rows(found, "friedman")}
    scores = [(1.0, 0.0, 0.0)] * 3
    expected = friedmanchisquare(*zip(*scores, strict=True)).pvalue
    assert tests["a", "eLen"]["blocks"] == 3
    assert tests["a", "eLen"]["friedman_p"] == round(expected, 4)
    assert tests["b", "eLen"]["friedman_p"] is None
    assert "friedman_p for b" in " ".join(project_notes(found, "friedman"))


@pytest.fixture
def tough_results(make_study_from: MakeStudy) -> list[DataSetResult]:
    """Give two data sets of which training knows Rome alone, and one without training data."""
    known = make_study_from("Rome/B-LOC", systems=())
    one = make_study_from("Rome/B-LOC/B-LOC/O/O or/O/O/O/O Oslo/B-LOC/B-LOC/B-LOC/O", systems="abb")
    two = make_study_from("Rome/B-LOC/O/B-LOC", systems="ab")
    trained = [with_training(study, AnnotatedText(known.text, known.reference)) for study in (one, two)]
    return [
        data_set_result(name, study, ()) for name, study in zip(("one", "two", "bare"), [*trained, two], strict=True)
    ]


def test_tough_mentions_stand_by_data_set_and_then_their_means(tough_results: list[DataSetResult]) -> None:
    found = {(row["data"], row["subset"], row["system"]): row for row in rows(tough_results, "tough")}
    assert {data for data, _, _ in found} == {"one", "two", "mean"}
    columns = ("mentions", "share", "recalled", "recall", "recall_std")
    assert [tuple(found[key][column] for column in columns) for key in (
        ("one", "seen", "a"), ("one", "unseen-any", "b"), ("two", "unseen-any", "a"), ("mean", "seen", "a"),
        ("mean", "unseen-any", "b"),
    )] == [
        (1, 0.5, 1, 1.0, None),
        (1, 0.5, 0.5, 0.5, round(0.5**0.5, 4)),
        (0, None, 0, None, None),
        (None, 0.75, None, 0.5, None),
        (None, 0.25, None, 0.5, None),  # of the mentions of a data set none is a share of 0, but no recall
    ]  # fmt: skip


def test_pairs_are_compared_on_tough_mentions(tough_results: list[DataSetResult]) -> None:
    pairs = rows(tough_results, "tough-pairs")
    found = {row["subset"]: row for row in pairs if (row["system_a"], row["system_b"]) == ("a", "b")}
    seen, unseen = found["seen"], found["unseen-any"]
    assert (seen["data_sets"], seen["a_wins"], seen["b_wins"], seen["difference"]) == (2, 1, 1, 0.0)
    assert (unseen["data_sets"], unseen["recall_a"], unseen["recall_b"]) == (1, 1.0, 0.5)
    notes = project_notes(tough_results, "tough-pairs")
    assert notes[0].startswith("bare: there is no training data")
    assert "signed_rank_p for a and b in 2 of 8 rows is empty: too few pairs: 1, at least 2 are needed" in notes


def test_what_means_of_tough_mentions_leave_out_is_said(tough_results: list[DataSetResult]) -> None:
    notes = project_notes(tough_results, "tough")
    assert "recall in unseen-any is averaged over 1 of 2 data sets: the others have no such mention" in notes


def test_relations_stand_by_data_set_as_each_has_them(build_study: BuildStudy, make_study_from: MakeStudy) -> None:
    """A finds both relations in one data set, of which it adds a third, and one of two in the other."""
    tokens, reading, _ = said("Ann Bo Cy", (0, "Meet", 1), (1, "Meet", 2))
    mentions, relations = reading
    more = relation_study(build_study, [(tokens, reading, [(mentions, [*relations, (0, "Kill", 1)])])])
    less = relation_study(build_study, [(tokens, reading, [(mentions, relations[:1])])])
    named = {"more": more, "less": less, "none": make_study_from("Rome/B-LOC/O/B-LOC", systems="ab")}
    found = [data_set_result(name, study, ()) for name, study in named.items()]
    whole = [row for row in rows(found, "relations") if (row["setting"], row["part"]) == ("strict", "all")]
    assert [tuple(row[name] for name in ("data", "correct", "precision", "recall", "f1")) for row in whole] == [
        ("more", 2, round(2 / 3, 4), 1.0, 0.8),
        ("less", 1, 1.0, 0.5, round(2 / 3, 4)),
        ("mean", None, round(5 / 6, 4), 0.75, round((0.8 + 2 / 3) / 2, 4)),
    ]
    assert project_notes(found, "relations") == ["none has no relations"]


def test_repairs_are_compared_in_each_data_set(tmp_path: Path, make_study_from: MakeStudy) -> None:
    """I-PER after O begins a mention, which is right in one data set, or is no label, which is right in the other."""
    for name, label in (("right", "B-PER"), ("wrong", "O")):
        (tmp_path / name).write_text(f"Ann {label}\nBo B-PER\n")
    (tmp_path / "pred").write_text("Ann I-PER\nBo B-PER\n")
    requests = {
        name: LoadRequest(str(tmp_path / name), (str(tmp_path / "pred"),), encoding="BIO", repair="discard")
        for name in ("right", "wrong")
    }
    found = [data_set_result(name, load_study(request), ()) for name, request in requests.items()]
    whole = [row for row in rows(found, "repairs") if row["type"] == "ALL"]
    assert [
        tuple(row[name] for name in ("data", "invalid", "f1_conlleval", "f1_discard", "difference")) for row in whole
    ] == [
        ("right", 1, 1.0, round(2 / 3, 4), round(-1 / 3, 4)),
        ("wrong", 1, round(2 / 3, 4), 1.0, round(1 / 3, 4)),
        ("mean", None, round(5 / 6, 4), round(5 / 6, 4), 0.0),
    ]
    none = data_set_result("none", make_study_from("Rome/B-LOC/B-LOC", systems=("pred",)), ())
    notes = project_notes([*found, none], "repairs")
    assert notes[:2] == [
        "none has no label to repair",
        "difference is the F1 under discard less that under conlleval, taken run by run",
    ]
    assert all(note.startswith(("right: rank_sum_p is empty", "wrong: rank_sum_p is empty")) for note in notes[2:])


FEATURES: dict[str, dict[str, str | int | float]] = {
    "a": {"model": "x", "size": 1000}, "b": {"model": "x", "size": 100}, "c": {"model": "y", "size": 100},
    "gone": {"size": 1},
}  # fmt: skip


def test_systems_are_grouped_by_words_and_ordered_by_numbers(results: list[DataSetResult]) -> None:
    found = rows([replace(result, features=FEATURES) for result in results], "features")
    one, two = ([row for row in found if row["data"] == name] for name in ("one", "two"))
    of_one = [(row["feature"], row["value"], row["others"], row["systems"], row["f1"]) for row in one]
    b = round((1 + 2 / 3) / 2, 4)
    assert of_one == [
        ("model", "x", "", 2, 0.75),
        ("size", "100", "model x", 1, b),
        ("size", "1000", "model x", 1, round(2 / 3, 4)),
    ]
    assert [row["f1_std"] for row in one] == [0.1179, round(2**0.5 / 6, 4), None]
    assert [(row["value"], row["others"], row["f1"]) for row in two][-1] == ("100", "model y", 0.5)
    means = [(row["value"], row["f1"]) for row in found if row["data"] == "mean"]
    assert means[0] == ("x", round((0.75 + 1 / 3) / 2, 4))


def test_systems_without_features_and_features_without_systems_are_told(results: list[DataSetResult]) -> None:
    assert "the project describes no systems" in project_notes(results, "features")[0]
    few = {"a": FEATURES["a"], "gone": FEATURES["gone"]}
    notes = project_notes([replace(result, features=few) for result in results], "features")
    assert notes[:2] == [
        "gone, whose features the project names, is in no data set",
        "without features, so in no group: b, c",
    ]


def test_curves_are_drawn_for_numbers_alone(results: list[DataSetResult]) -> None:
    figure = project_figure([replace(result, features=FEATURES) for result in results], show="features")
    grids = [one for one in figure.parts if isinstance(one, Grid)]
    assert [(one.title, one.are_curves) for one in grids] == [("model", False), ("one", True), ("two", True)]
    assert [(name, [cell.text for cell in cells]) for name, cells in grids[2].rows] == [
        ("model x", ["0.00", "66.67"]), ("model y", ["50.00", "–"]),
    ]  # fmt: skip
    only: dict[str, dict[str, str | int | float]] = {"a": {"size": 2}, "b": {"size": 1}}
    [curves] = project_figure([replace(result, features=only) for result in results], show="features").parts
    assert isinstance(curves, Grid)
    assert ([name for name, _ in curves.rows], curves.heads) == (["one", "two"], ("1", "2"))


@pytest.mark.parametrize("kind", PROJECT_COLUMNS)
def test_every_table_has_its_columns(kind: ProjectTable, results: list[DataSetResult]) -> None:
    assert project_table(results, kind).columns == PROJECT_COLUMNS[kind]
