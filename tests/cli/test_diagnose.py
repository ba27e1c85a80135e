import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from nerinspect.tables.buckets import DIAGNOSIS_COLUMNS, Diagnosis
from tests.cli.conftest import rows_of

RunCommand = Callable[..., Any]

SAMPLE = Path(__file__).parents[2] / "resources" / "sample"
TRAINING = "Rome B-LOC\nand O\nNewcastle B-LOC\n"
REFERENCE = "Rome B-LOC\n, O\nNew B-ORG\nYork I-ORG\n. O\n\nNewcastle B-ORG\n"
FIRST = "Rome B-LOC\n, O\nNew B-ORG\nYork O\n. O\n\nNewcastle B-ORG\n"
SECOND = "Rome B-LOC\n, O\nNew B-ORG\nYork I-ORG\n. O\n\nNewcastle B-LOC\n"


@pytest.mark.parametrize("kind", DIAGNOSIS_COLUMNS)
def test_every_kind_has_its_columns_for_every_attribute(kind: Diagnosis, command: RunCommand, texts: list[str]) -> None:
    ran = command("diagnose", *texts, "--training", "train", "--kind", kind)
    assert ran.status == 0
    rows = rows_of(ran.out)
    assert ran.out.splitlines()[0].split(",") == list(DIAGNOSIS_COLUMNS[kind])
    assert len(rows) == 9 * (2 if kind in ("self", "model") else 1)


def test_worst_and_best_buckets_are_told_if_no_kind_is_chosen(command: RunCommand, texts: list[str]) -> None:
    ran = command("diagnose", *texts, "--attribute", "elen", "--encoding", "BIO")
    assert ran.out.splitlines() == [
        "system,attribute,worst,worst_f1,best,best_f1,gap",
        "first,eLen,S,0.0,XS,0.8,0.8",
        "second,eLen,XS,0.5,S,1.0,0.5",
    ]


def test_systems_are_compared_in_the_order_given(command: RunCommand, texts: list[str]) -> None:
    ran = command("diagnose", *texts, "--attribute", "eLen", "--kind", "comparative")
    assert rows_of(ran.out) == [
        {
            "system_a": "first",
            "system_b": "second",
            "attribute": "eLen",
            "best": "XS",
            "best_difference": "0.30000000000000004",
            "worst": "S",
            "worst_difference": "-1.0",
        }
    ]


def test_a_test_with_too_few_blocks_is_empty_and_names_their_number(command: RunCommand, texts: list[str]) -> None:
    ran = command("diagnose", *texts, "--attribute", "eLen", "--kind", "attribute")
    assert ran.out.splitlines()[1] == f"eLen,{4 / 3!r},1.0,,2"
    ran = command("diagnose", *texts, "--attribute", "eLen", "--kind", "attribute", "--table", "markdown")
    assert ran.out.splitlines()[2] == "| eLen | 1.33 | 1.00 | – | 2 |"


def test_a_single_system_cannot_be_compared(command: RunCommand, texts: list[str]) -> None:
    ran = command("diagnose", *texts[:2], "--kind", "comparative")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.splitlines()[-1] == (
        "nerinspect: there is only one system, “first”, and a comparison needs two; name another"
    )


def test_a_prediction_must_be_named(command: RunCommand, texts: list[str]) -> None:
    assert command("diagnose", texts[0], "--training", "train").status == 2


def test_without_training_data_the_attributes_that_need_it_are_left_out(command: RunCommand, texts: list[str]) -> None:
    ran = command("diagnose", *texts, "--kind", "attribute")
    assert [row["attribute"] for row in rows_of(ran.out)] == ["eLen", "sLen", "eDen", "type"]
    assert "there is no training data, so these are left out: oDen, eFre, eCon, tFre, tCon" in ran.err
    assert command("diagnose", *texts, "--attribute", "eCon").status == 2


@pytest.mark.parametrize("kind", DIAGNOSIS_COLUMNS)
def test_what_a_file_was_made_from_can_be_repeated(kind: str, command: RunCommand, texts: list[str]) -> None:
    chosen = ["--training", "train", "--kind", kind, "--attribute", "eCon", "--buckets", "3", "--matching", "nfc"]
    assert command("diagnose", *texts, *chosen, "-o", "out").status == 0
    first, record = Path("out").read_bytes(), json.loads(Path("out.json").read_text())
    Path("out").unlink()
    command(*shlex.split(record["command"])[1:])
    assert Path("out").read_bytes() == first
    told = [record[name] for name in ("table", "kind", "attributes", "buckets", "matching")]
    assert told == ["diagnose", kind, ["eCon"], 3, "nfc"]


def test_statistics_are_imported_where_a_test_is_asked_for(texts: list[str]) -> None:
    code = (
        "import sys; from nerinspect.cli.main import run; run(sys.argv[1:]);"
        "print(sorted({'pandas', 'scipy'} & {*sys.modules}))"
    )
    arguments = [sys.executable, "-c", code, "diagnose", *texts, "--kind", "model", "-o", "out"]
    assert subprocess.run(arguments, capture_output=True, text=True, check=True).stdout == "[]\n"


def test_the_example_of_the_guide_is_what_the_program_writes(
    command: RunCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = files("nerinspect.guide").joinpath("text", "diagnosis.md").read_text(encoding="utf-8")
    found = re.search(r"^nerinspect (diagnose .*)$", page, re.MULTILINE)
    assert found
    monkeypatch.chdir(SAMPLE)
    written = command(*shlex.split(found[1]), "--table", "markdown").out.splitlines()
    rows = [line for line in page.splitlines() if re.match(r"\| (rich|plain) \|", line)]
    assert rows == [line for line in written if line in rows]
    assert len(rows) == 4


def test_the_retention_heuristic_counts_if_it_is_asked_for_and_is_named(command: RunCommand, texts: list[str]) -> None:
    words = ("diagnose", *texts, "--training", "train", "--kind", "attribute", "--attribute", "eLen")
    [without], [with_it] = (rows_of(command(*words, *more).out) for more in ((), ("--retention",)))
    assert (without["blocks"], with_it["blocks"]) == ("2", "3")
    assert "retention counts as a system" in command(*words, "--retention").err
    assert "retention" not in command(*words).err
