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


def sentence(tokens: str, *relations: tuple[int, str, int]) -> dict[str, Any]:
    """Write a sentence with a mention for each name."""
    words = tokens.split()
    names = [place for place, word in enumerate(words) if word[0].isupper()]
    return {
        "tokens": words,
        "entities": [{"type": "Per", "start": place, "end": place + 1} for place in names],
        "relations": [{"head": head, "type": name, "tail": tail} for head, name, tail in relations],
    }


TRAINING = [sentence("Ann shot Bo", (0, "Kill", 1)), sentence("Ann met Cy", (0, "Meet", 1))]
REFERENCE = [
    sentence("Ann shot Bo", (0, "Kill", 1)),
    sentence("Cy met Ann", (0, "Meet", 1)),
    sentence("Di met Ed", (0, "Meet", 1)),
]
PREDICTION = [
    sentence("Ann shot Bo", (0, "Kill", 1)),
    sentence("Cy met Ann", (1, "Meet", 0)),
    sentence("Di met Ed", (0, "Kill", 1)),
]
NO_RELATIONS = [sentence("Ann shot Bo"), sentence("Cy met Ann"), sentence("Di met Ed")]


@pytest.fixture
def texts(make_file: MakeFile) -> list[str]:
    """Write a reference and a prediction; the training data is `train`."""
    make_file("train", json.dumps(TRAINING))
    return [make_file("ref", json.dumps(REFERENCE)), make_file("pred", json.dumps(PREDICTION))]


def rows_of(ran: Any) -> dict[tuple[str, ...], tuple[str, ...]]:  # noqa: ANN401
    assert (ran.status, ran.out.splitlines()[0]) == (
        0,
        "system,setting,type,part,reference,predicted,correct,precision,recall,f1",
    )
    return {tuple(row[:4]): tuple(row[4:]) for row in list(csv.reader(StringIO(ran.out)))[1:]}


def test_systems_are_scored_by_part_and_type_and_the_heuristic_is_the_last(
    command: RunCommand, texts: list[str]
) -> None:
    rows = rows_of(command("relations", *texts, "--training", "train", "--setting", "boundaries"))
    parts, types = ("exact", "partial", "new", "all"), ("ALL", "Kill", "Meet")
    assert list(rows) == [(s, "boundaries", t, p) for s in ("pred", "retention") for t in types for p in parts]
    assert rows["pred", "boundaries", "ALL", "exact"] == ("1", "2", "1", "0.5", "1.0", "0.6666666666666666")
    assert rows["pred", "boundaries", "ALL", "new"] == ("2", "1", "0", "0.0", "0.0", "0.0")
    assert rows["pred", "boundaries", "Meet", "partial"] == ("0", "0", "0", "", "", "")
    assert rows["pred", "boundaries", "Kill", "all"] == ("1", "2", "1", "0.5", "1.0", "0.6666666666666666")
    assert rows["retention", "boundaries", "ALL", "all"] == ("3", "2", "1", "0.5", "0.3333333333333333", "0.4")


def test_a_symmetric_type_matches_in_either_order(command: RunCommand, texts: list[str]) -> None:
    options = ["--training", "train", "--symmetric", "Meet", "--setting", "strict"]
    rows = rows_of(command("relations", *texts, *options))
    assert rows["pred", "strict", "Meet", "exact"] == ("1", "1", "1", "1.0", "1.0", "1.0")
    assert rows["retention", "strict", "ALL", "all"] == ("3", "2", "2", "1.0", "0.6666666666666666", "0.8")


def test_both_settings_are_given_unless_one_is_chosen(command: RunCommand, make_file: MakeFile) -> None:
    other = json.loads(json.dumps(REFERENCE).replace('"Per", "start": 0', '"Org", "start": 0'))
    make_file("train", json.dumps(TRAINING))
    files = make_file("ref", json.dumps(REFERENCE)), make_file("pred", json.dumps(other))
    rows = rows_of(command("relations", *files, "--training", "train"))
    assert [rows["pred", setting, "ALL", "all"][2] for setting in ("boundaries", "strict")] == ["3", "0"]


def test_without_a_prediction_the_heuristic_is_alone(command: RunCommand, texts: list[str]) -> None:
    rows = rows_of(command("relations", texts[0], "--training", "train"))
    assert {key[0] for key in rows} == {"retention"}


def test_the_profile_is_written_with_its_record(command: RunCommand, texts: list[str]) -> None:
    options = ["--training", "train", "--symmetric", "Meet", "--profile", "profile"]
    assert command("relations", *texts, *options).status == 0
    assert Path("profile").read_text() == (
        f"relations,rCon,rCon*,rLex,aCon,aLen,aDist\n3,{2 / 3},1.0,{2 / 3},{(0.25 + 0.5 + 0.5) / 3},2.0,1.0\n"
    )
    record = json.loads(Path("profile.json").read_text())
    assert (record["table"], record["form"], record["symmetric"]) == ("profile", "csv", ["Meet"])


def test_both_files_can_be_repeated(command: RunCommand, texts: list[str]) -> None:
    options = ["--training", "train", "--symmetric", "Meet", "--symmetric", "Kill", "--setting", "strict"]
    assert command("relations", *texts, *options, "--profile", "profile", "-o", "out").status == 0
    first = Path("out").read_bytes(), Path("profile").read_bytes()
    records = [json.loads(Path(f"{name}.json").read_text()) for name in ("out", "profile")]
    assert records[0]["command"] == records[1]["command"]
    assert "symmetric=Kill,Meet" in records[0]["signature"]
    for name in ("out", "profile"):
        Path(name).unlink()
    command(*shlex.split(records[0]["command"])[1:])
    assert (Path("out").read_bytes(), Path("profile").read_bytes()) == first


def test_training_without_relations_is_told(command: RunCommand, texts: list[str], make_file: MakeFile) -> None:
    ran = command("relations", *texts, "--training", make_file("bare", json.dumps(NO_RELATIONS)))
    assert "warning: the training data have no relations, so every relation is new" in ran.err
    assert rows_of(ran)["pred", "strict", "ALL", "new"][:2] == ("3", "3")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ref", "pred"], "there is no training data; give it with --training"),
        (
            ["ref", "pred", "--training", "train", "--symmetric", "Meat"],
            "no relation type is called “Meat”; the nearest is Meet",
        ),
        (["bare", "--training", "train"], "bare: the file has no relations"),
        (["ref", "--training", "train", "--profile", "-"], "--profile writes a file beside the result"),
        (["ref", "retention=pred", "--training", "train"], "retention"),
    ],
)
def test_mistakes_are_told(
    command: RunCommand, texts: list[str], make_file: MakeFile, arguments: list[str], message: str
) -> None:
    make_file("bare", json.dumps(NO_RELATIONS))
    ran = command("relations", *arguments)
    assert (ran.status in (1, 2), ran.out) == (True, "")
    assert message in ran.err
