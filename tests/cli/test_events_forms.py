import csv
import io
import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

RunCommand = Callable[..., Any]
MakeFile = Callable[..., str]
Files = tuple[str, str]


def test_columns_stand_as_asked_for(command: RunCommand, files: Files) -> None:
    out = command("events", *files, "--columns", "text, kind,start", "--where", "kind:be,le").out
    assert list(csv.reader(io.StringIO(out))) == [["text", "kind", "start"], [", Ann", "be", "2"], ["Acme", "le", "0"]]


def test_json_lines_hold_an_object_an_event(command: RunCommand, files: Files) -> None:
    out = command("events", *files, "--table", "jsonl").out
    assert [json.loads(line)["kind"] for line in out.splitlines()] == ["tp", "be", "le", "fp", "fn"]


def test_a_page_shows_each_event(command: RunCommand, files: Files) -> None:
    out = command("events", *files, "--table", "html").out
    assert out.startswith("<!DOCTYPE html>")
    assert out.count("<mark>") == 5


def test_what_is_no_text_goes_to_files_and_pipes_as_the_same_bytes(
    command: RunCommand, process: Callable[..., Any], files: Files
) -> None:
    for form, begin in (("xlsx", b"PK"), ("parquet", b"PAR1")):
        piped = process(["events", *files, "--table", form])
        assert piped.stdout.startswith(begin)
        assert command("events", *files, "--table", form, "-o", f"events.{form}").status == 0
        assert Path(f"events.{form}").read_bytes() == piped.stdout
        record = json.loads(Path(f"events.{form}.json").read_text())
        assert (record["form"], record["rows"]) == (form, 5)
        assert f"--table {form}" in record["command"]


@pytest.mark.parametrize("form", ["xlsx", "parquet"])
@pytest.mark.parametrize("name", ["events", "score"])
def test_what_is_no_text_is_not_shown_on_a_terminal(
    command: RunCommand, files: Files, monkeypatch: pytest.MonkeyPatch, name: str, form: str
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdout", terminal := Terminal())
    ran = command(name, *files, "--table", form)
    problem = f"nerinspect: {form} cannot be shown in a terminal; name a file with --output\n"
    assert (ran.status, ran.out, ran.err, terminal.getvalue()) == (2, "", problem, "")


def test_texts_are_made_safe_for_spreadsheets(command: RunCommand, make_file: MakeFile) -> None:
    reference, prediction = make_file("r.conll", "=1 B-X\na O\n"), make_file("p.conll", "=1 O\na O\n")
    arguments = ("events", reference, prediction, "--columns", "text")
    assert command(*arguments).out == "text\n=1\n"
    assert command(*arguments, "--spreadsheet-safe").out == "text\n'=1\n"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--columns", "kinds"), "no column is called “kinds”; the nearest is kind"),
        (("--columns", ""), "no column is called “”"),
        (("--columns", "kind,kind"), "each once"),
        (("--table", "html", "--spreadsheet-safe"), "only CSV"),
    ],
)
def test_a_form_that_cannot_be_written_is_told_in_one_line(
    command: RunCommand, files: Files, arguments: tuple[str, ...], problem: str
) -> None:
    ran = command("events", *files, *arguments)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert problem in ran.err


@pytest.mark.parametrize("form", ["jsonl", "html"])
@pytest.mark.parametrize("name", ["score", "confusion", "errors"])
def test_other_results_have_no_form_of_events(command: RunCommand, files: Files, name: str, form: str) -> None:
    assert command(name, *files, "--table", form).status == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("--table", "jsonl"),
        ("--table", "html", "--where", "-kind:tp"),
        ("--columns", "kind,text", "--table", "markdown"),
        ("--table", "latex-examples"),
        ("--table", "latex-examples", "--columns", "kind,line"),
        ("--columns", "text,left,right", "--spreadsheet-safe"),
    ],
)
def test_the_command_in_the_provenance_makes_the_same_file(
    command: RunCommand, files: Files, arguments: tuple[str, ...]
) -> None:
    assert command("events", *files, *arguments, "-o", "out").status == 0
    first = Path("out").read_bytes()
    again = shlex.split(json.loads(Path("out.json").read_text())["command"])
    Path("out").unlink()
    assert command(*again[1:]).status == 0
    assert Path("out").read_bytes() == first


@pytest.mark.parametrize("form", ["jsonl", "html"])
def test_the_same_bytes_come_twice(command: RunCommand, files: Files, form: str) -> None:
    assert command("events", *files, "--table", form).out == command("events", *files, "--table", form).out
