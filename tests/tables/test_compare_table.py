"""Systems in pairs as a table: columns, order, empty cells, and what is said about the numbers."""

from collections.abc import Callable
from io import StringIO
from math import isnan

import pytest

from nerinspect.errors import CommandError
from nerinspect.events.scores import Measure
from nerinspect.events.study import Study
from nerinspect.io.writing.forms import FORMS
from nerinspect.systems.significance import Correction, adjusted
from nerinspect.tables.compare import (
    COMPARE_COLUMNS,
    OUTCOME_COLUMNS,
    P_VALUES,
    compare_columns,
    compare_notes,
    compare_table,
    compared_pairs,
    comparison,
)
from nerinspect.tables.scores import score_table

MakeStudy = Callable[..., Study]
Cells = dict[str, object]


@pytest.fixture(scope="module")
def study(make_study_from: MakeStudy) -> Study:
    """Three systems, the second of two runs; only the third predicts a DATE."""
    return make_study_from(
        "Rome/B-LOC/B-LOC/B-LOC/O/B-LOC Oslo/B-LOC/B-LOC/O/O/O",
        "Ulm/B-LOC/O/O/B-PER/B-LOC May/O/O/O/O/B-DATE",
        systems=("flair", "elmo", "elmo", "bert"),
    )


def cells_of(study: Study, n_samples: int = 1_000) -> list[Cells]:
    table = compare_table(compared_pairs(study, n_samples))
    assert table.columns == COMPARE_COLUMNS
    return [dict(zip(table.columns, row, strict=True)) for row in table]


def written(study: Study, form: str) -> list[str]:
    file = StringIO()
    FORMS[form].write(compare_table(compared_pairs(study, 50)), file)
    return file.getvalue().splitlines()


def test_pairs_come_in_the_order_given_and_all_types_before_each(study: Study) -> None:
    heads = [(row["system_a"], row["system_b"], row["type"]) for row in cells_of(study, 1)]
    pairs = [("flair", "elmo"), ("flair", "bert"), ("elmo", "bert")]
    assert heads == [(*pair, name) for pair in pairs for name in ("ALL", "DATE", "LOC", "PER")]


def test_f1_is_that_of_the_score_table(study: Study) -> None:
    compared = {(row["system_b"], row["type"]): row["f1_b"] for row in cells_of(study, 1)}
    table = score_table(study)
    for row in table:
        cells = dict(zip(table.columns, row, strict=True))
        if cells["system"] == "bert" or cells["run"] == "mean":
            expected = compared[cells["system"], cells["type"]]
            assert cells["f1"] == expected or (cells["f1"] is None and getattr(expected, "value", 0) is None)


def test_undefined_cells_are_empty_in_files_and_dashes_for_people(study: Study) -> None:
    assert written(study, "csv")[6] == "flair,bert,DATE,,0.0,,,,0,0,0,0,1.0,,,,0"
    assert written(study, "markdown")[7] == (
        "| flair | bert | DATE | – | 0.00 | – | – | – | 0 | 0 | 0 | 0 | 1.000 | – | – | – | 0 |"
    )


def test_outcomes_are_means_over_each_run_beside_each(study: Study) -> None:
    pairs = compared_pairs(study, 1)
    assert [cells_of(study, 1)[0][name] for name in OUTCOME_COLUMNS] == [0.5, 1.5, 0.0, 1.0]
    runs = [pair.comparison.overall for run in (1, 2) for pair in compared_pairs(study, 1, run=run)[:1]]
    for name in OUTCOME_COLUMNS:
        assert getattr(pairs[0].comparison.overall, name) == sum(getattr(one, name) for one in runs) / 2
    assert [isnan(pair.comparison.overall.mcnemar_p) for pair in pairs] == [True, False, True]


def test_outcomes_may_be_those_of_one_run(study: Study) -> None:
    result = comparison(compared_pairs(study, 10, run=2), 10, run=2)
    assert result.arguments == ["--samples", "10", "--run", "2"]
    assert (result.details["run"], result.notes[0]) == (
        "2",
        "F1 is the mean over runs; the outcome counts and mcnemar_p are those of run 2 of each system",
    )
    with pytest.raises(CommandError, match="“elmo” has no run 3; choose one from 1 to 2, or the mean"):
        compared_pairs(study, 10, run=3)


@pytest.mark.parametrize(("form", "shown"), [("csv", "1.52587890625e-05"), ("markdown", r"\<0.001")])
def test_a_small_p_is_exact_in_files_and_short_for_people(form: str, shown: str, make_study_from: MakeStudy) -> None:
    made = make_study_from(" ".join(["Rome/B-LOC/B-LOC/O"] * 17), systems=("a", "b"), documents=[1])
    separator = " | " if form == "markdown" else ","
    assert shown in written(made, form)[-1].split(separator)
    assert 2**-16 == 1.52587890625e-05


def test_a_small_p_stands_in_latex_as_it_is_meant(make_study_from: MakeStudy) -> None:
    made = make_study_from(" ".join(["Rome/B-LOC/B-LOC/O"] * 17), systems=("a", "b"), documents=[1])
    assert r"\textless{}0.001" in written(made, "latex")[-3]


def test_what_numbers_lack_is_said_once_for_all_pairs_of_which_it_holds(study: Study) -> None:
    runs, *tests, small, left_out = (
        note for note in compare_notes(compared_pairs(study, 100)) if "some types" not in note
    )
    assert runs == (
        "F1 is the mean over runs; the outcome counts are means over each run of A beside each of B; mcnemar_p, which "
        "is of one run, is empty"
    )
    assert tests == [
        "signed_rank_p for “flair” and “elmo” is empty: no pairs: 1 run against 2",
        "signed_rank_p for “flair” and “bert” is empty: too few pairs: 1, at least 2 are needed",
        "signed_rank_p for “elmo” and “bert” is empty: no pairs: 2 runs against 1",
        "rank_sum_p is empty: too few runs: 1, at least 2 are needed on each side",
    ]
    assert small.startswith("fewer than 100 reference mentions or 30 sentences with one, so intervals and p values")
    assert "LOC (3 reference mentions in 2 sentences)" in small
    assert left_out.startswith("samples without F1 are left out of low, high and bootstrap_p: DATE (0 left)")


def test_many_rows_are_warned_of(make_study_from: MakeStudy) -> None:
    sentence = f"Rome/B-LOC{'/O' * 5} Ada/B-PER{'/O' * 5}"
    made = make_study_from(sentence, systems=tuple("abcde"), documents=[1])
    assert compare_notes(compared_pairs(made, 1))[-1] == (
        "30 rows: by chance alone about one p value in 20 is below 0.05"
    )


def test_runs_that_are_too_few_to_tell_are_warned_of(make_study_from: MakeStudy) -> None:
    systems = ("a", "a", "b", "b")
    made = make_study_from("Rome/B-LOC/B-LOC/B-LOC/O/B-LOC Oslo/B-LOC/B-LOC/O/O/O", systems=systems, documents=[1])
    assert "signed_rank_p says little: 2 pairs never give a p below 0.500" in compare_notes(compared_pairs(made, 1))


def test_types_are_not_named_where_single_runs_leave_a_whole_column_empty(make_study_from: MakeStudy) -> None:
    made = make_study_from("Rome/B-LOC/B-LOC/O May/O/O/B-DATE", systems=("a", "b"), documents=[1])
    assert [note for note in compare_notes(compared_pairs(made, 1)) if "some types" in note] == []


def test_types_that_lack_what_all_types_together_have_are_named(make_study_from: MakeStudy) -> None:
    systems = ("a", "a", "b", "b")
    made = make_study_from(
        "Rome/B-LOC/B-LOC/B-LOC/O/B-LOC Oslo/B-LOC/B-LOC/O/O/O Ada/B-PER/O/O/O/O May/O/O/B-DATE/O/O",
        systems=systems, documents=[1],
    )  # fmt: skip
    assert [note for note in compare_notes(compared_pairs(made, 1)) if "some types" in note] == [
        "signed_rank_p is empty for some types: DATE (too few pairs: 0, at least 2 are needed), "
        "PER (no difference in 2 pairs)",
        "rank_sum_p is empty for some types: DATE (too few runs: 0, at least 2 are needed on each side)",
    ]


@pytest.mark.parametrize("measure", ["F1", "Precision", "Recall"])
def test_scores_by_a_measure_are_those_of_the_score_table(study: Study, measure: Measure) -> None:
    pairs = compared_pairs(study, 20, measure=measure)
    table, scores = compare_table(pairs), score_table(study)
    name = f"{measure.lower()}_b"
    compared = {(row[1], row[2]): row[table.columns.index(name)] for row in table}
    assert table.columns == compare_columns(measure)
    assert name in table.percentages
    for row in scores:
        cells = dict(zip(scores.columns, row, strict=True))
        if cells["system"] == "bert" or cells["run"] == "mean":
            expected, found = (
                getattr(one, "value", one) for one in (cells[measure.lower()], compared[cells["system"], cells["type"]])
            )
            assert found == expected


def test_where_as_many_are_predicted_as_there_are_all_measures_say_the_same(make_study_from: MakeStudy) -> None:
    made = make_study_from(
        "Rome/B-LOC/B-LOC/B-PER", "Oslo/B-LOC/B-LOC/B-LOC", "Ulm/B-LOC/B-PER/B-LOC", systems=("a", "b")
    )
    measures: tuple[Measure, ...] = ("F1", "Precision", "Recall")
    spreads = [compared_pairs(made, 50, measure=one)[0].comparison.overall.bootstrap for one in measures]
    assert spreads[0] == spreads[1] == spreads[2]
    assert spreads[0].low < spreads[0].high


@pytest.mark.parametrize("correction", ["holm", "bh"])
def test_corrected_values_stand_behind_the_usual_columns(study: Study, correction: Correction) -> None:
    pairs = compared_pairs(study, 50, run=1)
    usual, corrected = compare_table(pairs), compare_table(pairs, correction, with_detectable=True)
    assert usual.columns == COMPARE_COLUMNS
    names = [f"{name}_{correction}" for name in P_VALUES]
    assert corrected.columns == (*COMPARE_COLUMNS, "detectable", *names)
    before, behind = list(usual), list(corrected)
    assert [row[: len(COMPARE_COLUMNS)] for row in behind] == before
    mcnemar, added, kind = (corrected.columns.index(name) for name in ("mcnemar_p", names[0], "type"))
    for is_overall in (True, False):
        family = [row for row in behind if (row[kind] == "ALL") == is_overall]
        p_values = [cell for row in family if isinstance(cell := row[mcnemar], float)]
        assert [row[added] for row in family] == adjusted(p_values, correction)
        assert len(family) == (3 if is_overall else 9)


def test_what_is_corrected_is_said_in_place_of_the_warning(study: Study) -> None:
    pairs = compared_pairs(study, 100)
    assert compare_notes(pairs, "holm")[-1] == (
        "p values are corrected by Holm, those of each test over 3 pairs, and for single types over 9 rows of pairs "
        "and types; bootstrap_p is known to 2 in 100 samples, too coarse for 9 comparisons"
    )
    assert "too coarse" not in compare_notes(compared_pairs(study, 1_000), "bh")[-1]
    assert not any("by chance alone" in note for note in compare_notes(pairs, "bh"))


def test_choices_stand_in_the_record_and_in_the_options_alone_where_they_are_made(study: Study) -> None:
    plain = comparison(compared_pairs(study, 10), 10)
    chosen = comparison(compared_pairs(study, 10, measure="Recall"), 10, correction="bh")
    assert {"measure", "correction"}.isdisjoint(plain.details)
    assert (chosen.details["measure"], chosen.details["correction"]) == ("recall", "bh")
    assert chosen.arguments[-4:] == ["--measure", "recall", "--correction", "bh"]
