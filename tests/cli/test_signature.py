import csv
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

RunCommand = Callable[..., Any]
MakeFile = Callable[..., str]

REFERENCE = "Rome B-LOC\n, O\nOslo B-LOC\n"
PREDICTION = "Rome B-LOC\n, O\nOslo I-LOC\n"


@pytest.fixture
def results(command: RunCommand, make_file: MakeFile, tmp_path: Path) -> list[str]:
    """Write scores of the same files twice, with and without repair."""
    files = [make_file("ref", REFERENCE), make_file("flair", PREDICTION)]
    outputs = [str(tmp_path / name) for name in ("one.csv", "two.csv")]
    for output, method in zip(outputs, ("conlleval", "discard"), strict=True):
        assert command("score", *files, "--encoding", "BIO", "--repair", method, "-o", output).status == 0
    return outputs


def test_a_result_agrees_with_itself(command: RunCommand, results: list[str]) -> None:
    done = command("signature", results[0], results[0])
    assert (done.status, done.out.strip()) == (0, "part,a,b")
    assert "agree" in done.err


def test_two_results_differ_in_the_repair(command: RunCommand, results: list[str]) -> None:
    done = command("signature", *results)
    rows = list(csv.DictReader(StringIO(done.out)))
    assert done.status == 1
    assert [row["part"] for row in rows] == ["flair 1"]
    assert "conlleval:1" in rows[0]["a"]
    assert "discard:1" in rows[0]["b"]


def test_one_result_is_taken_apart(command: RunCommand, results: list[str]) -> None:
    done = command("signature", results[0])
    parts = {row["part"]: row["a"] for row in csv.DictReader(StringIO(done.out))}
    assert done.status == 0
    assert list(parts) == ["version", "table", "scheme", "filter", "types", "reference", "flair 1"]
    assert parts["table"] == "score"


def test_a_file_without_signature_is_one_calm_line(command: RunCommand, make_file: MakeFile) -> None:
    done = command("signature", make_file("ref", REFERENCE))
    assert done.status == 1
    assert "there is no signature" in done.err


PREDICTIONS = ("flair=pred", "rich=pred2")
EXPORTS = {
    "events": ("ref", *PREDICTIONS),
    "events as html": ("ref", *PREDICTIONS, "--table", "html"),
    "events as jsonl": ("ref", *PREDICTIONS, "--table", "jsonl"),
    "score": ("ref", *PREDICTIONS),
    "schemes": ("ref", *PREDICTIONS),
    "confusion": ("ref", *PREDICTIONS),
    "errors": ("ref", *PREDICTIONS),
    "tough": ("ref", *PREDICTIONS, "--training", "train"),
    "buckets": ("ref", *PREDICTIONS),
    "diagnose": ("ref", *PREDICTIONS),
    "compare": ("ref", *PREDICTIONS),
    "diff": ("ref", "pred", "pred2"),
    "retention": ("ref", *PREDICTIONS, "--training", "train"),
    "agreement": ("anna=pred", "ben=pred2"),
    "consistency": ("ref",),
    "repair": ("pred", "--encoding", "BIO", "--method", "conlleval"),
    "convert": ("ref", "--to", "BIOES"),
    "count": ("ref",),
    "summarize": ("ref",),
    "project": ("languages.toml",),
}


@pytest.mark.parametrize("export", EXPORTS)
def test_every_export_has_a_signature(export: str, command: RunCommand, make_file: MakeFile) -> None:
    for name in ("ref", "pred", "pred2", "train"):
        make_file(name, PREDICTION.replace("I-", "B-") if name == "pred2" else REFERENCE)
    make_file("languages.toml", '[[data]]\nreference = "ref"\npredictions = ["a=pred", "b=pred2"]\n')
    done = command(export.partition(" ")[0], *EXPORTS[export], "--output", "result")
    assert done.status == 0, done.err
    assert command("signature", "result").out.startswith("part,a")


@pytest.mark.parametrize("ending", ["", ".json"])
def test_a_result_is_not_written_over(ending: str, command: RunCommand, results: list[str]) -> None:
    before = Path(results[1] + ending).read_bytes()
    ran = command("signature", *results, "-o", results[1] + ending)
    assert ran.status == 2
    assert "is one of the files read" in ran.err
    assert Path(results[1] + ending).read_bytes() == before
