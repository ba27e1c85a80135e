import csv
import json
import shlex
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest

RunCommand = Callable[..., Any]
MakeFile = Callable[..., str]

REFERENCE = "Ulm B-LOC\nin O\nMay O\n\nAnn B-PER\nleft O\n\nBob B-PER\n"
OLD = "Ulm B-ORG\nin O\nMay B-PER\n\nAnn B-PER\nleft O\n\nBob B-LOC\n"
NEW = "Ulm B-LOC\nin O\nMay O\n\nAnn O\nleft O\n\nBob B-LOC\n"
CHANGES = ("--columns", "text,change,old_kind,kind")


@pytest.fixture
def versions(make_file: MakeFile) -> list[str]:
    contents = {"ref.conll": REFERENCE, "old.conll": OLD, "new.conll": NEW}
    return [make_file(name, content) for name, content in contents.items()]


def test_the_events_of_the_new_version_with_what_they_were(command: RunCommand, versions: list[str]) -> None:
    ran = command("diff", *versions)
    assert ran.status == 0
    rows = list(csv.DictReader(StringIO(ran.out)))
    assert list(rows[0])[-3:] == ["change", "old_kind", "old_predicted_spans"]
    assert [(row["text"], row["kind"], row["change"], row["old_kind"]) for row in rows] == [
        ("Ulm", "tp", "fixed", "le"),
        ("May", "tn", "fixed", "fp"),
        ("Ann", "fn", "broken", "tp"),
    ]
    assert [row["old_predicted_spans"] for row in rows] == ['[[0, 1, "ORG"]]', '[[2, 3, "PER"]]', '[[0, 1, "PER"]]']


def test_in_excel_what_was_predicted_stands_in_words(command: RunCommand, versions: list[str]) -> None:
    assert command("diff", *versions, "--table", "xlsx", "-o", "diff.xlsx").status == 0
    sheet = openpyxl.load_workbook("diff.xlsx").worksheets[0]
    head, *rows = sheet.iter_rows(values_only=True)
    listed = [dict(zip(head, row, strict=True)) for row in rows]
    names = ("left · text · right", "kind", "predicted_spans", "old_predicted_spans")
    assert [tuple(row[name] for name in names) for row in listed] == [
        ("Ulm in May", "tp", "LOC: Ulm", "ORG: Ulm"),
        ("Ulm in May", "tn", "none", "PER: May"),
        ("Ann left", "fn", "none", "PER: Ann"),
    ]


def test_the_numbers_are_told_and_add_up(command: RunCommand, versions: list[str]) -> None:
    assert command("diff", *versions).err.splitlines()[-1] == (
        "nerinspect: fixed 2, broken 1, changed 0; 1 error unchanged;"
        " wrong places: 3 in old - 2 fixed + 1 broken = 2 in new"
    )


def test_a_version_against_itself_has_no_rows(command: RunCommand, versions: list[str]) -> None:
    ran = command("diff", versions[0], versions[1], f"again={versions[1]}", *CHANGES)
    assert (ran.status, ran.out) == (0, "text,change,old_kind,kind\n")
    assert "fixed 0, broken 0, changed 0; 3 errors unchanged" in ran.err


def test_swapped_versions_swap_what_is_fixed_and_broken(command: RunCommand, versions: list[str]) -> None:
    reference, old, new = versions
    assert command("diff", reference, new, old, *CHANGES).out.splitlines()[1:] == [
        "Ulm,broken,tp,le",
        "May,broken,tn,fp",
        "Ann,fixed,fn,tp",
    ]


def test_a_query_looks_at_new_events_and_at_what_is_gone(command: RunCommand, versions: list[str]) -> None:
    ran = command("diff", *versions, *CHANGES, "--where", "type:PER")
    assert ran.out.splitlines()[1:] == ["May,fixed,fp,tn", "Ann,broken,tp,fn"]
    assert ran.err.splitlines()[-1] == "nerinspect: fixed 1, broken 1, changed 0 that match, of 3 rows"
    assert command("diff", *versions, *CHANGES, "--where", "kind:tp").out.splitlines()[1:] == ["Ulm,fixed,le,tp"]


def test_two_runs_of_one_system_are_told_apart(command: RunCommand, versions: list[str]) -> None:
    reference, old, new = versions
    ran = command("diff", reference, f"flair={old}", f"flair={new}", *CHANGES)
    assert len(ran.out.splitlines()) == 4
    assert "3 in flair run 1 - 2 fixed + 1 broken = 2 in flair run 2" in ran.err


def test_a_merged_file_has_both_versions(command: RunCommand, make_file: MakeFile) -> None:
    merged = make_file("merged", "Ulm B-LOC B-ORG B-LOC\nin O O O\n")
    ran = command("diff", merged, "--label-column", "1,2,3", *CHANGES)
    assert ran.out.splitlines()[1:] == ["Ulm,fixed,le,tp"]


@pytest.mark.parametrize(
    ("n_predictions", "told"),
    [(1, "there is 1; name two"), (3, "there are 3; name two")],
)
def test_more_or_fewer_than_two_predictions_are_refused(
    n_predictions: int, told: str, command: RunCommand, versions: list[str]
) -> None:
    predictions = [f"s={path}" for path in [versions[1], versions[2], versions[2]][:n_predictions]]
    ran = command("diff", versions[0], *predictions)
    assert (ran.status, ran.out) == (2, "")
    assert told in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize(
    "options",
    [
        ("--columns", "kind,chnage"),
        ("--columns", "change,change"),
        ("--columns", "tough"),
        ("--where", "kind:xx"),
        ("--table", "json", "--spreadsheet-safe"),
    ],
)
def test_a_wrong_option_is_refused(options: tuple[str, ...], command: RunCommand, versions: list[str]) -> None:
    ran = command("diff", *versions, *options)
    assert (ran.status, ran.out) == (2, "")
    assert "Traceback" not in ran.err


def test_json_lines_hold_lists(command: RunCommand, versions: list[str]) -> None:
    first = json.loads(command("diff", *versions, "--table", "jsonl").out.splitlines()[0])
    assert first["old_predicted_spans"] == [[0, 1, "ORG"]]
    assert first["start"] == 0


def test_training_gives_its_column(command: RunCommand, versions: list[str], make_file: MakeFile) -> None:
    training = make_file("train", "Ulm B-LOC\n")
    rows = list(csv.DictReader(StringIO(command("diff", *versions, "--training", training).out)))
    assert "seen" in rows[0]["tough"]
    assert rows[1]["tough"] == ""


@pytest.mark.skipif(sys.platform == "win32", reason="the record quotes for a POSIX shell")
def test_the_record_repeats_the_file(command: RunCommand, versions: list[str], tmp_path: Path) -> None:
    options = ("--where", "-kind:tp", *CHANGES, "--spreadsheet-safe", "--table", "csv", "-o", "out.csv")
    assert command("diff", *versions, *options).status == 0
    whole = (tmp_path / "out.csv").read_bytes()
    record = json.loads((tmp_path / "out.csv.json").read_text())
    assert (record["table"], record["rows"], record["filter"]) == ("diff", 2, "-kind:tp")
    assert record["changes"] == {"fixed": 1, "broken": 1, "changed": 0, "unchanged_errors": 1}
    (tmp_path / "out.csv").unlink()
    assert command(*shlex.split(record["command"])[1:]).status == 0
    assert (tmp_path / "out.csv").read_bytes() == whole


def test_score_and_diff_watch_over_a_new_version(command: RunCommand, versions: list[str]) -> None:
    """The recipe for continuous integration in the guide."""
    reference, old, new = versions
    assert command("score", reference, new, "--fail-under", "40").status == 0
    assert command("score", reference, new, "--fail-under", "60").status == 3
    assert "broken" in command("diff", reference, old, new, "--where", "type:PER", "--columns", "change").out
    assert "broken" not in command("diff", reference, old, new, "--where", "type:LOC", "--columns", "change").out
    ran = command("diff", reference, old, new, "-o", "diff.csv")
    assert (ran.status, ran.out) == (0, "")
    assert Path("diff.csv").read_text().count("broken") == 1


def test_two_runs_of_one_model(command: RunCommand, data_folder: Path) -> None:
    folder = data_folder / "masakhaner2-pcm"
    runs = [str(folder / "predictions" / f"mbert.run{run}.txt") for run in (1, 2)]
    ran = command("diff", str(folder / "test.txt"), *runs, "--repair", "conlleval", "--columns", "change,kind,old_kind")
    assert ran.status == 0, ran.err
    rows = list(csv.DictReader(StringIO(ran.out)))
    told = [sum(row["change"] == change for row in rows) for change in ("fixed", "broken", "changed")]
    assert "fixed {}, broken {}, changed {};".format(*told) in ran.err
    assert all((row["change"] == "fixed") == (row["kind"] in ("tp", "tn")) for row in rows)


@pytest.mark.parametrize(
    ("form", "said"), [("html", 'dir="auto">tn</td>'), ("latex-examples", "{\\small Correct, document 1, sentence 1,")]
)
def test_pages_and_examples_show_places_without_an_event_too(
    command: RunCommand, versions: list[str], form: str, said: str
) -> None:
    ran = command("diff", *versions, "--table", form)
    assert ran.status == 0
    assert said in ran.out
