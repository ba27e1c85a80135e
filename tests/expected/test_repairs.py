"""What the choice of a repair does to the runs of MasakhaNER 2.0 equals what independent programs give."""

from collections.abc import Callable
from pathlib import Path
from statistics import fmean, stdev
from typing import TypeAlias

from scipy.stats import mannwhitneyu

from nerinspect.events.study import Study
from nerinspect.tables.annotation import REPAIRS, repaired_systems
from nerinspect.tables.paper import repairs as laid_out
from tests.expected.test_seqscore import their_counts
from tests.expected.test_tough import MODELS, runs_of

LoadData: TypeAlias = Callable[..., Study]


def their_f1(data: Path, model: str, repair: str) -> list[float]:
    """Let seqscore repair and score the five runs of a model."""
    found = []
    for run in range(1, 6):
        counts = their_counts(data / "test.txt", data / "predictions" / f"{model}.run{run}.txt", (-1, -1), repair)
        reference, predicted, correct = (sum(numbers) for numbers in zip(*counts.values(), strict=True))
        found.append(200 * correct / (reference + predicted))
    return found


def test_repairs_over_runs(load_data: LoadData, data_folder: Path) -> None:
    data = "masakhaner2-ewe"
    study = runs_of(data, load_data)
    rows = list(laid_out(study, repaired_systems(study)))
    assert [row[0] for row in rows] == [*MODELS[data]]
    for model, _, *printed in rows:
        one, other = (their_f1(data_folder / data, str(model), repair) for repair in REPAIRS)
        differences = [after - before for before, after in zip(one, other, strict=True)]
        over_runs = [f"{fmean(runs):.2f} ± {stdev(runs):.2f}" for runs in (one, other, differences)]
        p = f"{mannwhitneyu(one, other, alternative='two-sided').pvalue:.3f}"
        assert [*map(str, printed)] == [*over_runs, p]


def test_nigerian_pidgin_as_published(load_data: LoadData) -> None:
    study = runs_of("masakhaner2-pcm", load_data)
    [mbert] = [row for row in laid_out(study, repaired_systems(study)) if row[0] == "mbert"]
    assert [str(cell).partition(" ")[0] for cell in mbert] == ["mbert", "44.60", "87.10", "87.77", "0.67", "0.032"]
