import csv
import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

RunCommand = Callable[..., Any]
MakeFile = Callable[..., str]


def test_schemes_stand_side_by_side(command: RunCommand, make_file: MakeFile) -> None:
    paths = [
        make_file("ref", "Dr O\nLee B-PER\n. O\nRome B-LOC\n"),
        make_file("pred", "Dr B-PER\nLee I-PER\n. O\nRome B-ORG\n"),
    ]
    ran = command("schemes", *paths)
    assert ran.status == 0
    rows = {(row["scheme"], row["type"]): row for row in csv.DictReader(StringIO(ran.out))}
    f1 = {scheme: row["f1"] for (scheme, type_name), row in rows.items() if type_name == "ALL"}
    assert f1 == {
        "traditional": "0.0",
        "strict": "0.0",
        "exact": "0.5",
        "partial": "0.75",
        "type": "0.5",
        "fair": "0.0",
        "weighted": "0.4",
        "ace": "0.75",
    }
    costs = {scheme: row["cost"] for (scheme, type_name), row in rows.items() if type_name == "ALL"}
    assert {scheme: cost for scheme, cost in costs.items() if cost} == {"ace": "0.25"}
    assert rows["fair", "PER"]["possible"] == "0.5"
    assert rows["exact", "LOC"]["missed"] == "1"


def test_the_record_tells_the_command(command: RunCommand, make_file: MakeFile, tmp_path: Path) -> None:
    path, out = make_file("ref", "Rome B-LOC\n"), tmp_path / "schemes.csv"
    assert command("schemes", path, f"me={path}", "-o", str(out)).status == 0
    record = json.loads((tmp_path / "schemes.csv.json").read_text(encoding="utf-8"))
    assert record["table"] == "schemes"
    assert record["command"].startswith("nerinspect schemes ")
    assert "; scheme=traditional,strict,exact,partial,type,fair,weighted,ace; " in record["signature"]


def test_weights_are_chosen_and_recorded(command: RunCommand, make_file: MakeFile, tmp_path: Path) -> None:
    paths = [make_file("ref", "Dr O\nLee B-PER\n"), make_file("pred", "Dr B-PER\nLee I-PER\n")]
    out = tmp_path / "schemes.csv"
    weights = ["--weight", "be=1/0/0", "--weight", "overlap=0.6", "--weight", "value:PER=0.5"]
    assert command("schemes", *paths, *weights, "-o", str(out)).status == 0
    rows = {
        row["scheme"]: row for row in csv.DictReader(StringIO(out.read_text(encoding="utf-8"))) if row["type"] == "ALL"
    }
    assert (rows["weighted"]["f1"], rows["ace"]["possible"], rows["ace"]["cost"]) == ("1.0", "0.5", "1.75")
    record = json.loads((tmp_path / "schemes.csv.json").read_text(encoding="utf-8"))
    told = "--weight bes=1/0/0 --weight bel=1/0/0 --weight beo=1/0/0 --weight overlap=0.6 --weight value:PER=0.5"
    assert told in record["command"]
    assert "ace with overlap=0.6 value:PER=0.5" in record["signature"]


def test_a_value_of_a_type_that_is_not_there_is_told(command: RunCommand, make_file: MakeFile) -> None:
    path = make_file("ref", "Rome B-LOC\n")
    ran = command("schemes", path, f"me={path}", "--weight", "value:LOK=0.1")
    assert (ran.status, ran.out) == (2, "")
    assert "no type is called “LOK”; the nearest is LOC" in ran.err
