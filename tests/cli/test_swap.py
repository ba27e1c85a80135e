import gzip
import json
import shlex
from collections.abc import Callable
from csv import DictReader
from pathlib import Path
from typing import Any

import pytest

RunCommand = Callable[..., Any]
MakeFile = Callable[..., str]

PEOPLE = [{"type": "Per", "start": 0, "end": 1}, {"type": "Per", "start": 2, "end": 3}]
KILL = {"type": "Kill", "head": 0, "tail": 1}
DEEK = {"type": "Kill", "head": 1, "tail": 0}


def sentence(text: str, *relations: dict[str, Any]) -> dict[str, Any]:
    return {"tokens": text.split(), "entities": PEOPLE, "relations": list(relations)}


DATA = [
    sentence("Ann shot Bo", KILL) | {"orig_id": 4},
    sentence("Cy met Di", {"type": "Meet", "head": 0, "tail": 1}),
    sentence("Ed freed Flo", KILL, DEEK),
    sentence("Gus shot Hal", KILL) | {"orig_id": 9},
]
SWAPPED = [("Bo shot Ann", 4), ("Hal shot Gus", 9)]


@pytest.fixture
def data(make_file: MakeFile) -> str:
    return make_file("test.json", json.dumps(DATA))


def test_the_swapped_sentences_are_written_with_their_record(command: RunCommand, data: str) -> None:
    ran = command("swap", data, "--type", "Kill", "-o", "out.json")
    assert (ran.status, ran.out) == (0, "")
    assert ran.err.endswith("Kill: 2 sentences swapped, 1 left out (several relations of the type: 1)\n")
    written = json.loads(Path("out.json").read_text())
    assert [(" ".join(one["tokens"]), one["orig_id"]) for one in written] == SWAPPED
    assert [one["relations"] for one in written] == [[DEEK], [DEEK]]
    record = json.loads(Path("out.json.json").read_text())
    told = {name: record[name] for name in ("relation_type", "sentences", "left_out", "original_sentences")}
    assert told == {"relation_type": "Kill", "sentences": 2, "left_out": {"several": 1}, "original_sentences": [1, 4]}
    assert "relation=Kill" in record["signature"]
    assert command(*shlex.split(record["command"])[1:]).status == 0


def predictions(make_file: MakeFile) -> dict[str, str]:
    """Write what systems say: on the swapped sentences one keeps a triple and finds a swapped one."""
    swapped = [sentence(text) for text, _ in SWAPPED]
    return {
        "original": make_file("original.json", json.dumps([*DATA[:3], sentence("Gus shot Hal")])),
        "memory": make_file("memory.json", json.dumps([one | {"relations": [DEEK]} for one in swapped])),
        "mixed": make_file(
            "mixed.json", json.dumps([swapped[0] | {"relations": [KILL]}, swapped[1] | {"relations": [DEEK]}])
        ),
        "silent": make_file("silent.json", json.dumps(swapped)),
    }


def test_predictions_on_both_sets_are_scored(command: RunCommand, make_file: MakeFile, data: str) -> None:
    paths = predictions(make_file)
    arguments = ["--original", f"a={paths['original']}", "--swapped", f"a={paths['memory']}"]
    ran = command("swap", data, "--type", "Kill", *arguments, "--swapped", paths["mixed"])
    assert ran.status == 0
    rows = list(DictReader(ran.out.splitlines()))
    assert [(row["system"], row["run"], row["set"], row["sentences"]) for row in rows] == [
        ("a", "1", "original", "2"), ("a", "1", "swapped", "2"), ("mixed", "1", "swapped", "2"),
    ]  # fmt: skip
    assert [(row["precision"], row["recall"], row["reverse_f1"]) for row in rows] == [
        ("1.0", "0.5", ""), ("0.0", "0.0", "1.0"), ("0.5", "0.5", "0.5"),
    ]  # fmt: skip
    assert [row["ner_f1"] for row in rows] == ["1.0"] * 3


def test_runs_are_summed_up(command: RunCommand, make_file: MakeFile, data: str) -> None:
    paths = predictions(make_file)
    runs = [argument for name in ("memory", "silent") for argument in ("--swapped", f"a={paths[name]}")]
    ran = command("swap", data, "--type", "Kill", *runs, "--report", "report.csv", "-o", "out.json")
    assert (ran.status, ran.out) == (0, "")
    rows = list(DictReader(Path("report.csv").read_text().splitlines()))
    assert [row["run"] for row in rows] == ["1", "2", "mean", "std"]
    assert rows[2]["reverse_f1"] == "0.5"
    record = json.loads(Path("report.csv.json").read_text())
    assert [source.get("data") for source in record["sources"]] == [None, "swapped", "swapped"]
    assert len(json.loads(Path("out.json").read_text())) == 2


def test_the_file_that_is_written_is_one_to_predict_on(command: RunCommand, data: str) -> None:
    assert command("swap", data, "--type", "Kill", "-o", "out.json").status == 0
    ran = command("swap", data, "--type", "Kill", "--original", data, "--swapped", "out.json")
    rows = list(DictReader(ran.out.splitlines()))
    assert [(row["f1"], row["reverse_f1"]) for row in rows] == [("1.0", ""), ("1.0", "0.0")]


def test_a_packed_file_holds_the_same(command: RunCommand, data: str) -> None:
    assert command("swap", data, "--type", "Kill", "-o", "out.json.gz").status == 0
    assert [one["orig_id"] for one in json.loads(gzip.decompress(Path("out.json.gz").read_bytes()))] == [4, 9]


def test_values_that_tokens_have_go_with_them(command: RunCommand, make_file: MakeFile) -> None:
    path = make_file("tagged.json", json.dumps([DATA[0] | {"pos": ["N", "V", "M"]}]))
    ran = command("swap", path, "--type", "Kill", "-o", "out.json")
    assert json.loads(Path("out.json").read_text())[0]["pos"] == ["M", "V", "N"]
    assert "values moved with the tokens: pos" in ran.err


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (["test.json", "--type", "Kil", "-o", "out"], 2, "no relation type is called “Kil”; the nearest is Kill"),
        (["test.json", "--type", "Kill"], 2, "there is nothing to write; name a file for the swapped sentences"),
        (["test.json", "-o", "out"], 2, "Missing option '--type'"),
        (["test.json", "--type", "Kill", "-o", "-"], 2, "-o and --report write a file"),
        (["test.json", "--type", "Kill", "-o", "out", "--report", "r"], 2, "there are no predictions to report on"),
        (["test.json", "--type", "Kill", "-o", "test.json"], 2, "test.json is one of the files read"),
        (["test.json", "--type", "Kill", "--swapped", "x", "-o", "out", "--report", "./out"], 2, "written twice"),
        (["plain.conll", "--type", "Kill", "-o", "out"], 1, "plain.conll: the file has no relations"),
        (["none.json", "--type", "Kill", "-o", "out"], 1, "none.json: the file has no relations"),
        (["works.json", "--type", "Work", "-o", "out"], 1, "no sentence can be swapped for Work (head and tail are"),
        (["test.json", "--type", "Kill", "--original", "plain.conll"], 1, "sentence 1: token “a”"),
        (["test.json", "--type", "Kill", "--swapped", "test.json"], 1, "token “Ann”, but test.json (swapped)"),
        (["test.json", "--type", "Kill", "--original", "labels.conll"], 2, "is of a format without relations"),
    ],
)  # fmt: skip
def test_a_mistake_is_told(
    command: RunCommand, make_file: MakeFile, data: str, arguments: list[str], status: int, told: str
) -> None:
    make_file("plain.conll", "a B-X\nb O\nc O\n")
    make_file("none.json", json.dumps([sentence("Ann shot Bo")]))
    make_file("labels.conll", "".join("".join(f"{token} O\n" for token in one["tokens"]) + "\n" for one in DATA))
    of_two = [{"type": "Per", "start": 0, "end": 1}, {"type": "Org", "start": 2, "end": 3}]
    works = {"tokens": ["a", "b", "c"], "entities": of_two, "relations": [KILL | {"type": "Work"}]}
    make_file("works.json", json.dumps([works]))
    before = Path("test.json").read_bytes()
    ran = command("swap", *arguments)
    assert (ran.status, ran.out) == (status, "")
    assert told in ran.err
    assert (Path("out").exists(), Path("test.json").read_bytes()) == (False, before)
