import csv
import io
import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nerinspect.cli.main import run

RunCommand = Callable[..., Any]
MakeFile = Callable[..., str]


def test_validate_lists_invalid_transitions_and_exits_with_1(command: RunCommand, make_file: MakeFile) -> None:
    path = make_file("p.conll", "a O\nb I-ORG\nc I-LOC\n")
    ran = command("validate", path, "--encoding", "BIO")
    assert (ran.status, ran.out) == (
        1,
        "file,line,document,sentence,token,previous,label,problem\n"
        "p.conll,2,1,1,b,O,I-ORG,I-ORG cannot follow O in BIO\n"
        "p.conll,3,1,1,c,I-ORG,I-LOC,I-LOC cannot follow I-ORG in BIO\n",
    )


def test_validate_of_valid_files_exits_with_0(command: RunCommand, make_file: MakeFile) -> None:
    ran = command("validate", make_file("p", "a B-X\n"), make_file("q", "a O\n"))
    assert (ran.status, ran.out.count("\n")) == (0, 1)


def test_validate_takes_several_files_in_order(command: RunCommand, make_file: MakeFile) -> None:
    paths = [make_file(name, "a I-X\nb B-X\nc E-X\n") for name in ("q", "p")]
    found = list(csv.reader(io.StringIO(command("validate", *paths, "--encoding", "BIOES").out)))
    assert list(dict.fromkeys(row[0] for row in found[1:])) == ["q", "p"]


def test_validate_writes_its_table_with_the_command(command: RunCommand, make_file: MakeFile) -> None:
    path = make_file("my file", "a O\nb I-X\nc I-Y\n")
    arguments = ("validate", path, "--encoding", "BIO", "--table", "json", "-o", "out")
    assert command(*arguments).status == 1
    first = Path("out").read_bytes()
    record = json.loads(Path("out.json").read_text())
    Path("out").unlink()
    command(*shlex.split(record["command"])[1:])
    assert (Path("out").read_bytes(), record["sources"][0]["invalid_transitions"]) == (first, 2)


def test_validate_reads_standard_input(process: Callable[..., Any]) -> None:
    ran = process(["validate", "-", "--encoding", "BIO"], b"a I-X\n")
    assert (ran.returncode, ran.stdout.split(b"\n")[1]) == (1, b"-,1,1,1,a,O,I-X,I-X cannot begin a sentence in BIO")


def test_validate_reads_standard_input_once(command: RunCommand) -> None:
    assert command("validate", "-", "-").status == 2


def test_a_malformed_label_stops_validation(command: RunCommand, make_file: MakeFile) -> None:
    ran = command("validate", make_file("p", "a I-X\n"), make_file("q", "a B-X,B-Y\n"), "--encoding", "BIO")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("nerinspect: q:1: malformed label “B-X,B-Y” on token “a”: ")


REPAIRS = [
    (b"a  I-X\r\n\r\n\r\nb\tB-X \r\nc I-Y", b"a  B-X\r\n\r\n\r\nb\tB-X \r\nc B-Y", "utf-8"),
    (b"\xef\xbb\xbfNew York\tI-X\n \t\nb\tO\n", b"\xef\xbb\xbfNew York\tB-X\n \t\nb\tO\n", "utf-8"),
    ("Zürich\xa0 I-X\n".encode("latin-1"), "Zürich\xa0 B-X\n".encode("latin-1"), "latin-1"),
    ("\ufeffé I-X\r\n".encode("utf-16-be"), "\ufeffé B-X\r\n".encode("utf-16-be"), "utf-16"),
]


@pytest.mark.parametrize(("before", "after", "text_encoding"), REPAIRS)
def test_repair_changes_labels_and_nothing_else(
    capfdbinary: pytest.CaptureFixture[bytes], make_file: MakeFile, before: bytes, after: bytes, text_encoding: str
) -> None:
    options = ["--method", "conlleval", "--encoding", "BIO", "--text-encoding", text_encoding]
    assert run(["repair", make_file("p", before), *options]) == 0
    assert capfdbinary.readouterr().out == after


def test_repair_reads_standard_input(process: Callable[..., Any]) -> None:
    assert process(["repair", "-", "--method", "conlleval", "--encoding", "BIO"], b"a I-X\n").stdout == b"a B-X\n"


def test_repair_tells_what_it_changed(command: RunCommand, make_file: MakeFile) -> None:
    path = make_file("p", "a I-X\nb I-X\nc O\n")
    ran = command("repair", path, "--method", "discard", "--encoding", "BIO")
    assert (ran.out, ran.err) == (
        "a O\nb O\nc O\n",
        "nerinspect: labels p: BIO; 1 invalid transition, 2 labels changed (discard)\n",
    )


def test_repair_writes_a_file_with_its_provenance(command: RunCommand, make_file: MakeFile) -> None:
    path = make_file("p", "a I-X\nb I-Y\nc O\n")
    assert command("repair", path, "--method", "conlleval", "--encoding", "BIO", "-o", "out").status == 0
    record = json.loads(Path("out.json").read_text())
    assert record["sources"][0]["labels_changed"] == 2
    Path("out").unlink()
    command(*shlex.split(record["command"])[1:])
    assert Path("out").read_text() == "a B-X\nb B-Y\nc O\n"


def test_repair_never_overwrites_its_input(command: RunCommand, make_file: MakeFile) -> None:
    path = make_file("p", "a I-X\n")
    assert command("repair", path, "--method", "conlleval", "--encoding", "BIO", "-o", path).status == 2
    assert Path(path).read_text() == "a I-X\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("repair", "p", "--method", "discard", "--encoding", "IOB"), "repair discard is not defined for IOB"),
        (("repair", "p", "--method", "none"), "Invalid value for '--method'"),
        (("repair", "p"), "name a --method to repair this file, or add predictions to compare the repairs"),
        (("repair", "p", "p", "--method", "discard"), "--method repairs one file, and there are 2; leave it out"),
        (("repair", "p", "--method", "discard", "--table", "csv"), "--table is for comparing repairs"),
        (("repair", "p", "--method", "discard", "--digits", "1", "--layout", "paper"), "--layout is for comparing"),
        (("validate", "p", "--label-column", "1,2"), "one --label-column at a time"),
        (("validate", "p", "--format", "conl"), "no format is called “conl”; the nearest is conll"),
        (
            ("validate", "p", "--for", "q", "encoding=BIO"),
            "--for q encoding=BIO: this file is not read; write one as",
        ),
        (("count", "p", "--for", "./p", "encoding=BIO"), "--for ./p encoding=BIO: this file is not read"),
        (("score", "p", "p", "--for", "x=p", "encoding=BIO"), "--for x=p encoding=BIO: this file is not read"),
        (("validate",), "Missing argument"),
    ],
)
def test_mistakes_of_the_command_line_exit_with_2(
    command: RunCommand, make_file: MakeFile, arguments: tuple[str, ...], message: str
) -> None:
    make_file("p", "a B-X\nb O\n")
    ran = command(*arguments)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith(f"nerinspect: {message}")


def test_an_option_for_one_file_takes_values_in_any_case_as_options_do(
    command: RunCommand, make_file: MakeFile
) -> None:
    path = make_file("p", "a B-X\nb O\n")
    assert (
        command("validate", path, "--for", path, "encoding=bio").err
        == command("validate", path, "--encoding", "bio").err
    )
