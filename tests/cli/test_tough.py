import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import rows_of

RunCommand = Callable[..., Any]
MakeFile = Callable[..., str]

TRAINING = "Rome B-LOC\nand O\nrome O\nNewcastle B-LOC\n"
REFERENCE = "Rome B-LOC\n, O\nNewcastle B-ORG\n. O\n\nROME B-LOC\n"
FIRST = "Rome B-LOC\n, O\nNewcastle B-LOC\n. O\n\nROME O\n"
SECOND = "Rome B-LOC\n, O\nNewcastle B-ORG\n. B-X\n\nROME O\n"


def test_every_subset_is_counted(command: RunCommand, texts: list[str]) -> None:
    ran = command("tough", *texts[:2], "--training", "train", "--encoding", "BIO")
    assert ran.status == 0
    assert ran.out.splitlines()[:4] == [
        "subset,type,mentions,share,system,recalled,recall,recall_std",
        "all,ALL,3,1.0,first,1,0.3333333333333333,",
        "all,LOC,2,1.0,first,1,0.5,",
        "all,ORG,1,1.0,first,0,0.0,",
    ]
    assert "seen,ORG,0,,first,0,," in ran.out.splitlines()
    assert "unseen-type,ALL,1,0.3333333333333333,first,0,0.0," in ran.out.splitlines()


def test_without_a_prediction_the_last_columns_are_empty(command: RunCommand, texts: list[str]) -> None:
    ran = command("tough", texts[0], "--training", "train")
    assert (ran.status, ran.out.splitlines()[1]) == (0, "all,ALL,3,1.0,,,,")


def test_several_runs_have_a_mean_and_a_deviation(command: RunCommand, texts: list[str]) -> None:
    ran = command("tough", texts[0], "flair=first", "flair=second", "--training", "train")
    row = next(row for row in rows_of(ran.out) if (row["subset"], row["type"]) == ("unseen-type", "ALL"))
    assert (row["recalled"], row["recall"], row["recall_std"]) == ("0.5", "0.5", "0.7071067811865476")


def test_matching_is_a_choice(command: RunCommand, texts: list[str]) -> None:
    def n_seen(*choice: str) -> str:
        rows = rows_of(command("tough", texts[0], "--training", "train", *choice).out)
        return next(row["mentions"] for row in rows if (row["subset"], row["type"]) == ("seen", "ALL"))

    assert (n_seen(), n_seen("--matching", "ignore-case")) == ("1", "2")


@pytest.mark.parametrize("name", ["tough", "retention"])
def test_training_data_must_be_named(name: str, command: RunCommand, texts: list[str]) -> None:
    ran = command(name, *texts)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "nerinspect: there is no training data; give it with --training\n"


@pytest.mark.parametrize("options", [[], ["--layout", "composition"], ["--layout", "recall"]])
@pytest.mark.parametrize("form", ["csv", "markdown", "latex", "json"])
def test_what_a_file_was_made_from_can_be_repeated(
    form: str, options: list[str], command: RunCommand, texts: list[str]
) -> None:
    files = [*texts[:2], "--training", "train", "--matching", "nfc", "--encoding", "BIO"]
    assert command("tough", *files, *options, "--table", form, "-o", "out").status == 0
    first, record = Path("out").read_bytes(), json.loads(Path("out.json").read_text())
    Path("out").unlink()
    command(*shlex.split(record["command"])[1:])
    assert Path("out").read_bytes() == first
    assert (record["table"], record["matching"], record["warnings"]) == ("tough", "nfc", [])


def test_composition_is_laid_out_for_people(command: RunCommand, texts: list[str]) -> None:
    ran = command("tough", texts[0], "--training", "train", "--layout", "composition")
    assert ran.out.splitlines()[:2] == ["subset,LOC,ORG,ALL", "Unseen-Any,50.0,100.0,66.7"]
    assert ran.out.splitlines()[-1] == "All (count),2,1,3"


def test_recall_names_the_subsets_it_leaves_out(command: RunCommand, texts: list[str]) -> None:
    ran = command("tough", *texts[:2], "--training", "train", "--layout", "recall", "-o", "out")
    note = "left out, with fewer than 1 % of the mentions: TCM-All (none), TCM-Seen (none), TCM-Unseen (none)"
    assert Path("out").read_text() == "system,All,Unseen-Any,Unseen-Tokens,Unseen-Type\nfirst,33.33,0.00,0.00,0.00\n"
    assert f"nerinspect: {note}\n" in ran.err
    assert json.loads(Path("out.json").read_text())["note"] == note


@pytest.mark.parametrize(("options", "name"), [([], "tcm-all"), (["--layout", "composition"], "TCM-All")])
def test_small_subsets_are_named(options: list[str], name: str, command: RunCommand, texts: list[str]) -> None:
    ran = command("tough", texts[0], "--training", "train", *options)
    assert f"nerinspect: small, with fewer than 1 % of the mentions: {name} (none)" in ran.err


def test_layouts_hold_numbers_in_json(command: RunCommand, texts: list[str]) -> None:
    files = [texts[0], "flair=first", "flair=second", "elmo=first", "--training", "train", "--encoding", "BIO"]
    recall = json.loads(command("tough", *files, "--layout", "recall", "--table", "json").out)
    assert [row["All"] for row in recall] == [50.0, 33.33]
    assert (recall[0]["All std"], "All std" in recall[1]) == (23.57, False)
    composition = json.loads(command("tough", *files, "--layout", "composition", "--table", "json").out)
    assert composition[0] == {"subset": "Unseen-Any", "LOC": 50.0, "ORG": 100.0, "ALL": 66.7}


def test_a_layout_without_mentions_is_null_in_json(command: RunCommand, texts: list[str], make_file: MakeFile) -> None:
    empty = make_file("empty", "x O\n")
    ran = command(
        "tough", empty, empty, "--training", "train", "--encoding", "BIO", "--layout", "recall", "--table", "json"
    )
    assert json.loads(ran.out)[0]["All"] is None


@pytest.mark.parametrize(("form", "alignment"), [("latex", "{lr"), ("markdown", "|---|---:|---:|")])
def test_numbers_of_several_runs_stand_on_the_right(
    form: str, alignment: str, command: RunCommand, texts: list[str]
) -> None:
    runs = ["flair=first", "flair=second", "--training", "train", "--encoding", "BIO"]
    ran = command("tough", texts[0], *runs, "--layout", "recall", "--table", form)
    assert alignment in ran.out


def test_columns_of_numbers_stand_on_the_right_without_one(command: RunCommand, texts: list[str]) -> None:
    ran = command("tough", texts[0], "--training", "train", "--table", "markdown")
    assert ran.out.splitlines()[1] == "|---|---|---:|---:|---|---:|---:|---:|"


def test_recall_needs_a_prediction(command: RunCommand, texts: list[str]) -> None:
    ran = command("tough", texts[0], "--training", "train", "--layout", "recall")
    assert (ran.status, ran.out) == (2, "")


def test_events_name_their_subsets_where_there_is_training_data(command: RunCommand, texts: list[str]) -> None:
    rows = rows_of(command("events", texts[0], texts[2], "--training", "train", "--encoding", "BIO").out)
    assert list(rows[0])[-1] == "tough"
    assert [(row["text"], row["tough"]) for row in rows] == [
        ("Rome", "all seen"),
        ("Newcastle", "all unseen-type unseen-any"),
        (".", ""),
        ("ROME", "all unseen-tokens unseen-any"),
    ]


def test_events_name_no_subsets_without_training_data(command: RunCommand, texts: list[str]) -> None:
    assert "tough" not in command("events", *texts[:2]).out
    ran = command("events", *texts[:2], "--columns", "kind,tough")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.splitlines()[-1] == (
        "nerinspect: the column tough needs training data; give it with --training, or leave the column out"
    )


@pytest.mark.parametrize("columns", [[], ["--columns", "kind,tough"]])
def test_a_list_of_events_with_training_data_can_be_repeated(
    columns: list[str], command: RunCommand, texts: list[str]
) -> None:
    command("events", *texts[:2], "--training", "train", *columns, "-o", "out")
    first, record = Path("out").read_bytes(), json.loads(Path("out.json").read_text())
    command(*shlex.split(record["command"])[1:])
    assert (Path("out").read_bytes(), "--columns" in record["command"]) == (first, bool(columns))
    assert record["matching"] == "exact"
