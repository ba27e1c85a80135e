from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest

from nerinspect.corpus.types import TypeChanges
from nerinspect.encoding.labels import RepairMethod
from nerinspect.events.scores import score_prediction
from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.lists.table import PlusMinus, Ratio, Table
from nerinspect.tables import paper
from nerinspect.tables.annotation import REPAIRS, repaired_systems, repairs

MakeRuns = Callable[..., Study]
MakeStudy = Callable[..., Study]
WORDS = "The/O/O/O Port/B-ORG/I-ORG/B-ORG of/I-ORG/I-ORG/I-PER Ulm/B-LOC/B-LOC/B-LOC now/O/O/O Ann/O/O/I-LOC"


def number(value: object) -> float | None:
    return value.value if isinstance(value, Ratio) else value  # type: ignore[return-value]


def rows(table: Table) -> list[dict[str, Any]]:
    return [{name: number(value) for name, value in zip(table.columns, row, strict=True)} for row in table]


@pytest.fixture
def make_runs(tmp_path: Path) -> MakeRuns:
    """Read two runs of `mbert`, with one invalid transition and two, under one repair."""
    token, *sides = zip(*(word.split("/") for word in WORDS.split()), strict=True)
    paths = [tmp_path / name for name in ("test.conll", "one.conll", "two.conll")]
    for path, labels in zip(paths, sides, strict=True):
        path.write_text("".join(f"{one} {label}\n" for one, label in zip(token, labels, strict=True)))
    runs = tuple(f"mbert={path}" for path in paths[1:])

    def make(method: RepairMethod, **options: Any) -> Study:  # noqa: ANN401
        return load_study(LoadRequest(str(paths[0]), runs, encoding="BIO", repair=method, **options))

    return make


@pytest.mark.parametrize("read_under", REPAIRS)
def test_each_repair_scores_as_if_the_files_were_read_with_it(make_runs: MakeRuns, read_under: RepairMethod) -> None:
    overall, *by_type = rows(repairs(repaired_systems(make_runs(read_under))).table)
    assert (overall["system"], overall["type"], overall["runs"]) == ("mbert", "ALL", 2)
    assert (overall["invalid"], overall["invalid_std"]) == (1.5, stdev((1, 2)))
    scores = {method: [score_prediction(make_runs(method), run).overall.f1 for run in (0, 1)] for method in REPAIRS}
    for method, of_runs in scores.items():
        assert overall[f"f1_{method}"] == fmean(of_runs)
        assert overall[f"f1_{method}_std"] == stdev(of_runs)
    differences = [other - one for one, other in zip(*scores.values(), strict=True)]
    assert overall["difference"] == pytest.approx(fmean(differences))
    assert overall["difference_std"] == pytest.approx(stdev(differences))
    right = [overall[f"{name}_right"] for name in (*REPAIRS, "neither")]
    assert right == [0.5, 0.5, 0.5]  # Port of; Ann; Port against Port and of
    assert {row["neither_right"] for row in by_type} == {None}
    assert [row["type"] for row in by_type] == ["LOC", "ORG", "PER"]
    assert {row["invalid"] for row in by_type} == {None}


def test_what_is_not_read_from_labels_is_the_same_under_every_repair(make_study_from: MakeStudy) -> None:
    study = make_study_from("Ann/B-PER/B-PER Ulm/B-LOC/O")
    [row, *_] = rows(repairs(repaired_systems(study)).table)
    assert (row["invalid"], row["difference"]) == (0, 0.0)
    assert row["f1_conlleval"] == row["f1_discard"] == 2 / 3
    assert row["rank_sum_p"] is row["difference_std"] is None


def test_types_are_changed_as_in_the_study(make_runs: MakeRuns) -> None:
    study = make_runs("conlleval", remove_types=("LOC",))
    found = rows(repairs(repaired_systems(study, TypeChanges(remove=("LOC",)))).table)
    assert [row["type"] for row in found] == ["ALL", "ORG", "PER"]
    overall = score_prediction(study, 0).overall.f1, score_prediction(study, 1).overall.f1
    assert found[0]["f1_conlleval"] == fmean(overall)


def test_it_is_said_why_p_says_little(make_runs: MakeRuns) -> None:
    notes = repairs(repaired_systems(make_runs("discard"))).notes
    assert notes == [
        "difference is the F1 under discard less that under conlleval, taken run by run",
        "rank_sum_p says little: 4 runs never give a p below 0.333",
    ]


def test_a_row_a_system_on_paper(make_runs: MakeRuns) -> None:
    study = make_runs("conlleval")
    table = paper.repairs(study, repaired_systems(study))
    assert table.columns == ("System", "Invalid", "F1 conlleval", "F1 discard", "Difference", "p")
    [row] = table
    assert row[1] == PlusMinus(Decimal("1.50"), Decimal("0.71"))
    assert table.caption == (
        "F1 under the repairs conlleval and discard of invalid transitions in percent on test.conll (exact match, "
        "micro-averaged; the difference is discard - conlleval; p of the rank-sum test over runs; mean ± sample "
        "standard deviation over 2 runs)."
    )
