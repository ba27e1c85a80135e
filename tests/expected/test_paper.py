"""What is printed for a paper equals what independent programs give."""

import statistics
from collections.abc import Callable
from typing import Any, TypeAlias

from nerinspect.events.study import Study
from nerinspect.tables.paper import joint, relations, scores, tough
from tests.expected.test_tough import MODELS, runs_of

Expected: TypeAlias = Callable[[str], Any]
LoadData: TypeAlias = Callable[..., Study]


def test_scores_and_tough_recall_of_masakhaner2(expected: Expected, load_data: LoadData) -> None:
    study, counted = runs_of("masakhaner2-pcm", load_data), expected("masakhaner2-pcm")

    def over_runs(model: str, number: Callable[[dict[str, Any]], float]) -> str:
        runs = [100 * number(counted[f"{model}.run{run}.txt"]) for run in range(1, 6)]
        return f"{statistics.fmean(runs):.2f} ± {statistics.stdev(runs):.2f}"

    def f1(run: dict[str, Any]) -> float:
        events = run["events"]
        return float(2 * events["correct"] / (events["reference"] + events["predicted"]))

    assert [str(row[3]) for row in scores(study)] == [over_runs(model, f1) for model in MODELS["masakhaner2-pcm"]]
    n_mentions = counted["composition"]["mentions"]["unseen-any"]["ALL"]
    recall = [
        over_runs(model, lambda run: run["recalled"]["unseen-any"]["ALL"] / n_mentions)
        for model in MODELS["masakhaner2-pcm"]
    ]
    table = tough(study)
    assert [str(row[table.columns.index("Unseen-Any")]) for row in table] == recall


def test_the_heuristic_of_conll04_is_printed_as_published(load_data: LoadData) -> None:
    data = "conll04-re/conll04.sincere.json"
    study = load_data(f"{data}#test", training=f"{data}#train", retention=True)
    assert [tuple(map(str, row)) for row in scores(study)] == [("retention", "75.86", "49.21", "59.70")]
    table = relations(study)
    [row] = table
    printed = dict(zip(table.columns, map(str, row), strict=True))
    assert (printed["Boundaries All"], printed["Strict All"]) == ("35.51", "35.51")
    [row] = joint(study, "strict")
    assert [*map(str, row)] == ["retention", "75.86", "49.21", "59.70", "84.07", "22.51", "35.51"]
    assert "exact 22.75, partial 34.12, new 43.13 percent" in table.caption
