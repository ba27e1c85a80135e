import csv
import json
import shlex
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

RunCommand = Callable[..., Any]
MakeFile = Callable[..., str]

TRAINING = "Rome B-LOC\nand O\nRome O\n\nBonn B-LOC\n"
REFERENCE = "Rome B-LOC\n, O\nBonn B-ORG\n\nUlm B-LOC\n"
PREDICTION = "Rome B-LOC\n, O\nBonn B-LOC\n\nUlm B-LOC\n"


@pytest.fixture
def texts(make_file: MakeFile) -> list[str]:
    """Write a reference and a prediction; the training data is `train`."""
    make_file("train", TRAINING)
    return [make_file("ref", REFERENCE), make_file("pred", PREDICTION)]


def test_systems_are_scored_on_each_part_and_the_heuristic_is_the_last(command: RunCommand, texts: list[str]) -> None:
    ran = command("retention", *texts, "--training", "train", "--setting", "typed", "--encoding", "BIO")
    assert (ran.status, ran.out.splitlines()) == (
        0,
        [
            "system,setting,part,reference,predicted,correct,precision,recall,f1",
            "pred,typed,seen,1,2,1,0.5,1.0,0.6666666666666666",
            "pred,typed,unseen,2,1,1,1.0,0.5,0.6666666666666666",
            "pred,typed,all,3,3,2,0.6666666666666666,0.6666666666666666,0.6666666666666666",
            "retention,typed,seen,1,2,1,0.5,1.0,0.6666666666666666",
            "retention,typed,unseen,2,0,0,,0.0,0.0",
            "retention,typed,all,3,2,1,0.5,0.3333333333333333,0.4",
        ],
    )


def test_both_settings_are_given_unless_one_is_chosen(command: RunCommand, texts: list[str]) -> None:
    rows = list(csv.DictReader(StringIO(command("retention", *texts, "--training", "train").out)))
    assert [row["setting"] for row in rows] == (["typed"] * 3 + ["surface"] * 3) * 2


def test_without_a_prediction_the_heuristic_is_alone(command: RunCommand, texts: list[str]) -> None:
    ran = command("retention", texts[0], "--training", "train")
    rows = list(csv.DictReader(StringIO(ran.out)))
    assert (ran.status, {row["system"] for row in rows}) == (0, {"retention"})


def test_the_profile_is_written_with_its_record(command: RunCommand, texts: list[str]) -> None:
    assert command("retention", *texts, "--training", "train", "--profile", "profile").status == 0
    assert Path("profile").read_text() == "mentions,eLen,eCon,eCon*,eLex\n" + f"3,1.0,{0.5 / 3},{0.5},{1 / 3}\n"
    record = json.loads(Path("profile.json").read_text())
    assert (record["table"], record["form"], record["matching"]) == ("profile", "csv", "exact")


def test_both_files_can_be_repeated(command: RunCommand, texts: list[str]) -> None:
    options = ["--training", "train", "--matching", "ignore-case", "--setting", "surface", "--table", "json"]
    assert command("retention", *texts, *options, "--profile", "profile", "-o", "out").status == 0
    first = Path("out").read_bytes(), Path("profile").read_bytes()
    records = [json.loads(Path(f"{name}.json").read_text()) for name in ("out", "profile")]
    assert records[0]["command"] == records[1]["command"]
    for name in ("out", "profile"):
        Path(name).unlink()
    command(*shlex.split(records[0]["command"])[1:])
    assert (Path("out").read_bytes(), Path("profile").read_bytes()) == first


@pytest.mark.parametrize(
    ("profile", "output"),
    [("missing/profile", "out"), ("profile", "missing/out"), ("out", "out"), ("out.json", "out"), ("ref", "out")],
)
def test_both_files_are_written_or_none(profile: str, output: str, command: RunCommand, texts: list[str]) -> None:
    before = sorted(path.name for path in Path().iterdir())
    ran = command("retention", *texts, "--training", "train", "--profile", profile, "-o", output)
    assert ran.status in (1, 2)
    assert len(ran.err.splitlines()[-1]) > 20
    assert sorted(path.name for path in Path().iterdir()) == before


def test_a_system_may_not_take_the_name_of_the_heuristic(command: RunCommand, texts: list[str]) -> None:
    ran = command("retention", texts[0], "retention=pred", "--training", "train")
    assert (ran.status, ran.out) == (2, "")
