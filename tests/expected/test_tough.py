import statistics
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from nerinspect.events.study import Study
from nerinspect.lists.table import Ratio, Value
from nerinspect.tables.retention import partition_counts, profile_table
from nerinspect.tables.tough import SubsetCounts, composition_layout, count_tough, recall_layout, tough_table
from nerinspect.training.frequencies import data_set_profile
from nerinspect.training.surfaces import SETTINGS, Setting
from nerinspect.training.tough import SUBSETS

Expected: TypeAlias = Callable[[str], Any]
LoadData: TypeAlias = Callable[..., Study]
ByType: TypeAlias = dict[str, dict[str, int]]

MODELS = {"masakhaner2-pcm": ("afroxlmr", "mbert"), "masakhaner2-ewe": ("mbert",)}
RUNS = [
    (data, number, f"{model}.run{run}.txt")
    for data, models in MODELS.items()
    for number, (model, run) in enumerate((model, run) for model in models for run in range(1, 6))
]


def plain(value: Value) -> Value:
    return value.value if isinstance(value, Ratio) else value


def composition(counts: SubsetCounts) -> ByType:
    return {
        subset: dict(zip(counts.types, row, strict=True))
        for subset, row in zip(SUBSETS, counts.mentions.tolist(), strict=True)
    }


def recalled(counts: SubsetCounts, prediction: int) -> ByType:
    """List what is recalled of each subset, for types that have mentions in it."""
    found: ByType = {}
    for row, subset in enumerate(SUBSETS):
        for place, name in enumerate(counts.types):
            if counts.mentions[row, place]:
                found.setdefault(subset, {})[name] = int(counts.recalled[prediction, row, place])
    return found


def runs_of(data: str, load_data: LoadData) -> Study:
    predictions = tuple(
        f"{model}={data}/predictions/{model}.run{run}.txt" for model in MODELS[data] for run in range(1, 6)
    )
    return load_data(f"{data}/test.txt", predictions, "conlleval", training=f"{data}/train.txt")


def parts_of(study: Study, prediction: int, setting: Setting) -> dict[str, dict[str, int]]:
    return {
        part: {
            "correct": counts.correct,
            "false_negatives": counts.false_negatives,
            "false_positives": counts.false_positives,
        }
        for part, counts in partition_counts(study, setting)[prediction].items()
    }


@pytest.mark.parametrize("system", ["flair", "elmo"])
def test_subsets_of_wnut16(system: str, expected: Expected, load_data: LoadData) -> None:
    counts = count_tough(load_data(f"wnut16/{system}.txt", training="wnut16/train.txt"))
    tough = expected("wnut16")[system]["tough"]
    assert (composition(counts), recalled(counts, 0)) == (tough["mentions"], tough["recalled"])


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("system", ["flair", "elmo"])
def test_parts_of_wnut16(system: str, setting: Setting, expected: Expected, load_data: LoadData) -> None:
    study = load_data(f"wnut16/{system}.txt", training="wnut16/train.txt")
    assert parts_of(study, 0, setting) == expected("wnut16")[system]["partitions"][setting]


@pytest.mark.parametrize(
    ("data", "reference", "training"),
    [
        ("wnut16", "wnut16/flair.txt", "wnut16/train.txt"),
        ("conll04-re", "conll04-re/conll04.sincere.json#test", "conll04-re/conll04.sincere.json#train"),
    ],
)
def test_the_heuristic(data: str, reference: str, training: str, expected: Expected, load_data: LoadData) -> None:
    study = load_data(reference, training=training, retention=True)
    assert study.predictions[-1].system == "retention"
    assert parts_of(study, -1, "typed")["all"] == expected(data)["retention heuristic"]


def test_the_profile_of_conll04(expected: Expected, load_data: LoadData) -> None:
    data = "conll04-re/conll04.sincere.json"
    study = load_data(f"{data}#test", training=f"{data}#train", retention=True)
    table = profile_table(study)
    profile = dict(zip(table.columns, map(plain, next(iter(table))), strict=True))
    assert profile | {"seen": data_set_profile(study).n_seen} == pytest.approx(
        expected("conll04-re")["profile"], abs=1e-9
    )


def test_the_heuristic_reaches_the_published_scores_on_conll04(load_data: LoadData) -> None:
    data = "conll04-re/conll04.sincere.json"
    study = load_data(f"{data}#test", training=f"{data}#train", retention=True)
    scores = partition_counts(study)[-1]["all"]
    assert [round(100 * score, 2) for score in (scores.precision, scores.recall, scores.f1)] == [75.86, 49.21, 59.7]


def test_composition_of_conll02(expected: Expected, load_data: LoadData) -> None:
    study = load_data("conll02-nl/ned.testb", training="conll02-nl/ned.train")
    assert composition(count_tough(study)) == expected("conll02-nl")["mentions"]


def test_composition_of_conll02_is_laid_out_as_published(load_data: LoadData) -> None:
    table = composition_layout(load_data("conll02-nl/ned.testb", training="conll02-nl/ned.train"))
    assert table.columns == ("subset", "LOC", "MISC", "ORG", "PER", "ALL")
    assert [tuple(map(str, row)) for row in table] == [
        ("Unseen-Any", "36.8", "51.2", "52.2", "72.6", "54.6"),
        ("Unseen-Tokens", "36.8", "50.9", "52.0", "72.5", "54.4"),  # printed: 52.1 of ORG; 459 of 882 are 52.04
        ("Unseen-Type", "0.0", "0.3", "0.1", "0.1", "0.2"),
        ("TCM-All", "0.1", "0.3", "0.0", "0.2", "0.2"),
        ("TCM-Seen", "0.1", "0.0", "0.0", "0.1", "0.1"),
        ("TCM-Unseen", "0.0", "0.3", "0.0", "0.1", "0.1"),
        ("All (count)", "774", "1187", "882", "1098", "3941"),
    ]


@pytest.mark.parametrize("data", list(MODELS))
def test_composition_of_masakhaner2(data: str, expected: Expected, load_data: LoadData) -> None:
    assert composition(count_tough(runs_of(data, load_data))) == expected(data)["composition"]["mentions"]


@pytest.mark.parametrize(("data", "number", "name"), RUNS)
def test_recall_of_every_run(data: str, number: int, name: str, expected: Expected, load_data: LoadData) -> None:
    assert recalled(count_tough(runs_of(data, load_data)), number) == expected(data)[name]["recalled"]


@pytest.mark.parametrize(("data", "model"), [(data, model) for data, models in MODELS.items() for model in models])
def test_recall_is_the_mean_of_five_runs(data: str, model: str, expected: Expected, load_data: LoadData) -> None:
    composed, runs = expected(data)["composition"]["mentions"], expected(data)
    n_rows = 0
    for subset, type_name, n_mentions, _, system, *values in tough_table(runs_of(data, load_data)):
        if system != model:
            continue
        n_rows += 1
        assert n_mentions == composed[subset][type_name]
        if not n_mentions:
            assert values == [0, None, None]
            continue
        found = [runs[f"{model}.run{run}.txt"]["recalled"][subset][type_name] for run in range(1, 6)]
        ratios = [number / n_mentions for number in found]
        assert values == pytest.approx([statistics.fmean(found), statistics.fmean(ratios), statistics.stdev(ratios)])
    assert n_rows == len(SUBSETS) * 5


def test_of_masakhaner2_no_confusable_subset_is_laid_out(load_data: LoadData) -> None:
    table = recall_layout(runs_of("masakhaner2-pcm", load_data))
    assert table.columns == ("system", "All", "Unseen-Any", "Unseen-Tokens")
    assert [row[0] for row in table] == ["afroxlmr", "mbert"]


def test_of_wnut17_no_mention_is_seen(load_data: LoadData) -> None:
    study = load_data(
        "wnut17/emerging.test.annotated", ("wnut17/submissions/uh_ritual",), "conlleval",
        training="wnut17/wnut17train.conll", retention=True,
    )  # fmt: skip
    counts = count_tough(study).mentions[:, 0].tolist()
    assert counts[:5] == [1079, 0, 0, 1079, 1079]
    assert counts[6:] == [counts[5], 0]
    system, heuristic = (partition_counts(study)[number] for number in (0, 1))
    assert (system["seen"].reference, system["seen"].correct, heuristic["all"].correct) == (0, 0, 0)
    assert plain(next(iter(profile_table(study)))[4]) == 0.0


def test_training_that_equals_the_test_set_leaves_nothing_unseen(load_data: LoadData) -> None:
    study = load_data("conll02-nl/ned.testb", training="conll02-nl/ned.testb", retention=True)
    counts = count_tough(study)
    mentions = dict(zip(SUBSETS, counts.mentions[:, 0].tolist(), strict=True))
    assert mentions["seen"] == mentions["all"] == 3941
    assert (mentions["unseen-any"], mentions["tcm-unseen"], mentions["tcm-seen"]) == (0, 0, 6)


def test_types_that_training_lacks_are_never_seen(load_data: LoadData) -> None:
    study = load_data("conll02-nl/ned.testb", training="wnut16/train.txt")
    counts = count_tough(study).mentions[:, 0]
    seen, unseen_type = counts[SUBSETS.index("seen")], counts[SUBSETS.index("unseen-type")]
    assert (int(seen), unseen_type > 0) == (0, True)
