import json
import re
import shlex
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from nerinspect.ui.platforms import resource_path
from tests.cli.conftest import rows_of

RunCommand = Callable[..., Any]

TRAINING = "Rome B-LOC\nand O\nrome O\nRome O\n"
REFERENCE = "Rome B-LOC\n, O\nNew B-LOC\nYork I-LOC\n\nROME B-LOC\n"
FIRST = "Rome B-LOC\n, O\nNew B-LOC\nYork O\n\nROME O\n"
SECOND = "Rome B-LOC\n, O\nNew B-LOC\nYork I-LOC\n\nROME B-ORG\n"

HEAD = "system,attribute,bucket,lower,upper,reference,predicted,correct,precision,recall,f1"
WITHOUT_TRAINING = (
    "nerinspect: there is no training data, so these are left out: oDen, eFre, eCon, tFre, tCon;"
    " give it with --training\n"
)


def attributes_in(text: str) -> list[str]:
    return list(dict.fromkeys(row["attribute"] for row in rows_of(text)))


def test_buckets_are_listed_with_their_edges(command: RunCommand, texts: list[str]) -> None:
    ran = command("buckets", *texts[:2], "--training", "train", "--attribute", "eLen", "--attribute", "eCon")
    assert (ran.status, ran.out.splitlines()) == (
        0,
        [
            HEAD,
            "first,eLen,XS,1,1,2,2,1,0.5,0.5,0.5",
            "first,eLen,S,2,2,1,0,0,,0.0,0.0",
            "first,eLen,L,3,3,0,0,0,,,",
            "first,eLen,XL,3,,0,0,0,,,",
            "first,eCon,XS,0.0,0.0,2,1,0,0.0,0.0,0.0",
            "first,eCon,XL,0.0,,1,1,1,1.0,1.0,1.0",
        ],
    )


def test_all_attributes_stand_in_the_order_of_their_definitions(command: RunCommand, texts: list[str]) -> None:
    ran = command("buckets", *texts[:2], "--training", "train")
    assert attributes_in(ran.out) == ["eLen", "sLen", "eDen", "oDen", "eFre", "eCon", "tFre", "tCon", "type"]


def test_what_is_counted_in_tokens_is_told(command: RunCommand, texts: list[str]) -> None:
    both, one, none = (
        command("buckets", *texts[:2], "--training", "train", *chosen).err
        for chosen in ([], ["--attribute", "tcon"], ["--attribute", "eLen"])
    )
    assert "nerinspect: tFre and tCon are counted in tokens of mentions, not in mentions\n" in both
    assert "nerinspect: tCon is counted in tokens of mentions, not in mentions\n" in one
    assert "tokens" not in none


def test_without_training_data_four_attributes_are_left(command: RunCommand, texts: list[str]) -> None:
    ran = command("buckets", *texts[:2])
    assert (ran.status, attributes_in(ran.out)) == (0, ["eLen", "sLen", "eDen", "type"])
    assert WITHOUT_TRAINING in ran.err


def test_nothing_is_left_out_of_attributes_that_were_named(command: RunCommand, texts: list[str]) -> None:
    assert "left out" not in command("buckets", *texts[:2], "--attribute", "type").err


def test_names_have_any_case_and_stand_once_in_the_order_given(command: RunCommand, texts: list[str]) -> None:
    chosen = ["--attribute", "TYPE", "--attribute", "elen", "--attribute", "type"]
    assert attributes_in(command("buckets", *texts[:2], *chosen).out) == ["type", "eLen"]


@pytest.mark.parametrize(
    ("options", "mistake"),
    [
        (["--attribute", "eKon"], "no attribute is called “eKon”; the nearest is eCon"),
        (["--attribute", "econ"], "the attribute eCon needs training data; give it with --training, or leave it out"),
        (
            ["--buckets", "11"],
            "Invalid value for '--buckets': there can be 2 to 10 buckets, not “11”; see nerinspect buckets --help",
        ),
        (
            ["--buckets", "few"],
            "Invalid value for '--buckets': there can be 2 to 10 buckets, not “few”; see nerinspect buckets --help",
        ),
    ],
)
def test_a_mistake_is_told_in_a_sentence(
    options: list[str], mistake: str, command: RunCommand, texts: list[str]
) -> None:
    ran = command("buckets", *texts[:2], *options, "-o", "out")
    assert (ran.status, ran.out, ran.err) == (2, "", f"nerinspect: {mistake}\n")
    assert not Path("out").exists()


@pytest.mark.parametrize("n_wanted", ["1", "0", "-1", ""])
def test_there_are_at_least_two_buckets(n_wanted: str, command: RunCommand, texts: list[str]) -> None:
    assert command("buckets", *texts[:2], "--buckets", n_wanted).status == 2


def test_the_number_of_buckets_is_a_choice(command: RunCommand, texts: list[str]) -> None:
    rows = rows_of(command("buckets", *texts[:2], "--attribute", "eLen", "--buckets", "6").out)
    assert [(row["bucket"], row["lower"], row["upper"]) for row in rows][-2:] == [("B5", "5", "5"), ("B6", "5", "")]


def test_without_a_prediction_only_the_reference_is_counted(command: RunCommand, texts: list[str]) -> None:
    ran = command("buckets", texts[0], "--attribute", "eLen")
    assert (ran.status, ran.out.splitlines()[1:3]) == (0, [",eLen,XS,1,1,2,,,,,", ",eLen,S,2,2,1,,,,,"])


def test_several_runs_are_averaged(command: RunCommand, texts: list[str]) -> None:
    rows = rows_of(command("buckets", texts[0], "flair=first", "flair=second", "--attribute", "eLen").out)
    found = [[row[name] for name in ("reference", "predicted", "correct", "precision", "f1")] for row in rows[:2]]
    assert found == [["2.0", "2.0", "1.0", "0.5", "0.5"], ["1.0", "0.5", "0.5", "1.0", "0.5"]]


def test_the_retention_heuristic_is_a_system(command: RunCommand, texts: list[str]) -> None:
    rows = rows_of(command("buckets", texts[0], "--training", "train", "--retention", "--attribute", "eCon").out)
    assert [(row["system"], row["predicted"], row["correct"]) for row in rows] == [
        ("retention", "0", "0"),
        ("retention", "1", "1"),
    ]


def test_matching_is_a_choice(command: RunCommand, texts: list[str]) -> None:
    def n_without(*choice: str) -> str:
        ran = command("buckets", *texts[:2], "--training", "train", "--attribute", "eCon", *choice)
        return rows_of(ran.out)[0]["reference"]

    assert (n_without(), n_without("--matching", "ignore-case")) == ("2", "1")


@pytest.mark.parametrize("form", ["csv", "markdown", "latex", "json"])
def test_what_a_file_was_made_from_can_be_repeated(form: str, command: RunCommand, texts: list[str]) -> None:
    chosen = ["--attribute", "tfre", "--attribute", "eLen", "--buckets", "3", "--matching", "nfc"]
    assert command("buckets", *texts, "--training", "train", *chosen, "--table", form, "-o", "out").status == 0
    first, record = Path("out").read_bytes(), json.loads(Path("out.json").read_text())
    Path("out").unlink()
    command(*shlex.split(record["command"])[1:])
    assert Path("out").read_bytes() == first
    assert (
        record
        | {
            "table": "buckets",
            "attributes": ["tFre", "eLen"],
            "buckets": 3,
            "matching": "nfc",
            "notes": ["tFre is counted in tokens of mentions, not in mentions"],
            "warnings": [],
        }
        == record
    )


def test_json_has_open_edges_as_null(command: RunCommand, texts: list[str]) -> None:
    ran = command("buckets", *texts[:2], "--attribute", "eLen", "--table", "json")
    last = json.loads(ran.out)[-1]
    assert (last["lower"], last["upper"], last["f1"]) == (3, None, None)


def test_the_example_of_the_guide_is_what_the_program_writes(
    command: RunCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = files("nerinspect.guide").joinpath("text", "buckets.md").read_text(encoding="utf-8")
    example = re.search(r"^nerinspect (buckets .*)$", page, re.MULTILINE)
    assert example
    monkeypatch.chdir(resource_path("sample"))
    lines = command(*shlex.split(example[1]), "--table", "markdown").out.splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
    shown = [place for place, name in enumerate(rows[0]) if name not in ("system", "attribute", "precision", "recall")]
    assert len(rows) > 3
    for row in [rows[0], *rows[2:]]:
        assert f"| {' | '.join(row[place] for place in shown)} |" in page
