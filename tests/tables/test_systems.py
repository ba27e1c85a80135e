import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.tables.runs import systems_of

MakeStudy = Callable[..., Study]


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    """Give a study in which the runs of `b` have an F1 of 1 and of 1/2."""
    return make_study_from(
        "Rome/B-LOC/O/B-LOC/B-LOC or/O/O/O/O Oslo/B-LOC/O/B-LOC/B-PER", systems=("a", "b", "b"),
    )  # fmt: skip


def test_systems_stand_in_their_order_with_their_runs(study: Study) -> None:
    assert [(one.name, one.numbers, one.f1) for one in systems_of(study)] == [
        ("a", (0,), (0.0,)),
        ("b", (1, 2), (1.0, 0.5)),
    ]


def test_a_run_is_named_where_a_system_has_several(study: Study) -> None:
    a, b = systems_of(study)
    assert [a.full_name(0), b.full_name(1)] == ["a", "b run 2"]


def test_runs_are_summed_up_by_mean_and_sample_deviation(study: Study) -> None:
    a, b = systems_of(study)
    assert a.f1_in_words == "F1 0.00"
    assert b.f1_in_words == "F1 75.00 ± 35.36, mean and standard deviation of 2 runs"


def test_an_f1_that_is_undefined_is_a_dash(make_study_from: MakeStudy) -> None:
    (only,) = systems_of(make_study_from("Rome/O/O"))
    assert only.f1_in_words == "F1 –"


def test_runs_of_real_systems_are_summed_up_as_their_counts_say(data_folder: Path) -> None:
    folder = data_folder / "masakhaner2-pcm"
    expected = json.loads((data_folder.parent / "expected" / "masakhaner2-pcm.json").read_text())
    files = [(name, f"{name}.run{run}.txt") for name in ("afroxlmr", "mbert") for run in range(1, 6)]
    arguments = tuple(f"{name}={folder / 'predictions' / file}" for name, file in files)
    study = load_study(
        LoadRequest(str(folder / "test.txt"), arguments, repair="conlleval", repair_reference="conlleval")
    )
    for system in systems_of(study):
        counts = [expected[file]["events"] for name, file in files if name == system.name]
        f1 = [2 * one["correct"] / (one["predicted"] + one["reference"]) for one in counts]
        assert system.f1 == pytest.approx(f1)
        assert (system.mean_f1, system.f1_deviation) == pytest.approx((np.mean(f1), np.std(f1, ddof=1)))
