from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from nerinspect.events.scores import Tally, score_prediction
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study

Expected: TypeAlias = Callable[[str], Any]
LoadData: TypeAlias = Callable[..., Study]

WNUT17 = ("arcada", "drexel_cci", "flytxt", "sjtu_adapt.txt", "spinningbytes.txt", "uh_ritual")
RUNS = {
    "masakhaner2-pcm": tuple(f"{model}.run{run}.txt" for model in ("afroxlmr", "mbert") for run in range(1, 6)),
    "masakhaner2-ewe": tuple(f"mbert.run{run}.txt" for run in range(1, 6)),
}
EVERY_RUN = [(data, place) for data, names in RUNS.items() for place in range(len(names))]


def sums_of(tally: Tally) -> dict[str, int]:
    overall = tally.overall
    return {
        **{kind: tally.n_events(kind) for kind in KINDS},
        "tn": tally.tn,
        "demerits": tally.demerits,
        "reference": overall.reference,
        "predicted": overall.predicted,
        "correct": overall.correct,
    }


def correct_by_type(tally: Tally) -> dict[str, int]:
    return {"ALL": tally.overall.correct, **{name: tally.of_type(name).correct for name in tally.types}}


def runs_of(data: str, load_data: LoadData) -> Study:
    predictions = tuple(f"{data}/predictions/{name}" for name in RUNS[data])
    return load_data(f"{data}/test.txt", predictions, "conlleval")


@pytest.mark.parametrize("system", ["flair", "elmo"])
def test_events_of_wnut16(system: str, expected: Expected, load_data: LoadData) -> None:
    study = load_data(f"wnut16/{system}.txt")
    assert sums_of(score_prediction(study, 0)) == expected("wnut16")[system]["events"]


@pytest.mark.parametrize("system", ["flair", "elmo"])
def test_correct_mentions_by_type_of_wnut16(system: str, expected: Expected, load_data: LoadData) -> None:
    study = load_data(f"wnut16/{system}.txt")
    assert correct_by_type(score_prediction(study, 0)) == expected("wnut16")[system]["tough"]["recalled"]["all"]


@pytest.mark.parametrize("system", ["flair", "elmo"])
def test_false_mentions_of_wnut16(system: str, expected: Expected, load_data: LoadData) -> None:
    overall = score_prediction(load_data(f"wnut16/{system}.txt"), 0).overall
    assert expected("wnut16")[system]["partitions"]["typed"]["all"] == {
        "correct": overall.correct,
        "false_negatives": overall.false_negatives,
        "false_positives": overall.false_positives,
    }


@pytest.mark.parametrize("place", range(len(WNUT17)), ids=WNUT17)
def test_events_of_wnut17(place: int, expected: Expected, load_data: LoadData) -> None:
    submissions = tuple(f"wnut17/submissions/{name}" for name in WNUT17)
    study = load_data("wnut17/emerging.test.annotated", submissions, "conlleval")
    assert sums_of(score_prediction(study, place)) == expected("wnut17")[WNUT17[place]]


def test_events_of_a_submission_with_other_tokens(expected: Expected, load_data: LoadData) -> None:
    submission = ("wnut17/submissions/mic-cis.txt",)
    study = load_data("wnut17/emerging.test.annotated", submission, "conlleval", "positions")
    assert sums_of(score_prediction(study, 0)) == expected("wnut17")["mic-cis.txt"]


def test_every_submission_of_wnut17_is_looked_at(expected: Expected) -> None:
    assert set(expected("wnut17")) == {*WNUT17, "mic-cis.txt"}


@pytest.mark.parametrize(("data", "place"), EVERY_RUN)
def test_events_of_every_run(data: str, place: int, expected: Expected, load_data: LoadData) -> None:
    tally = score_prediction(runs_of(data, load_data), place)
    assert sums_of(tally) == expected(data)[RUNS[data][place]]["events"]


@pytest.mark.parametrize(("data", "place"), EVERY_RUN)
def test_correct_mentions_by_type_of_every_run(data: str, place: int, expected: Expected, load_data: LoadData) -> None:
    tally = score_prediction(runs_of(data, load_data), place)
    assert correct_by_type(tally) == expected(data)[RUNS[data][place]]["recalled"]["all"]


@pytest.mark.parametrize("data", list(RUNS))
def test_every_run_is_looked_at(data: str, expected: Expected) -> None:
    assert set(expected(data)) == {*RUNS[data], "composition"}
