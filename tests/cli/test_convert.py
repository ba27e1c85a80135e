import gzip
import io
import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

RunCommand = Callable[..., Any]
MakeFile = Callable[..., str]


def test_a_file_is_written_in_another_encoding(command: RunCommand, make_file: MakeFile) -> None:
    ran = command("convert", make_file("p", "a\tB-X\r\nb\tI-X\r\n\r\nc\tO"), "--to", "bioes")
    assert (ran.status, ran.out) == (0, "a\tB-X\r\nb\tE-X\r\n\r\nc\tO")
    assert ran.err == "nerinspect: labels p: BIO (detected); written as BIOES: 1 label changed\n"


def test_types_alone_can_change(command: RunCommand, make_file: MakeFile) -> None:
    type_map = make_file("map.json", '{"PER": ["person"]}')
    path = make_file("p", "a U-person\nb B-X\nc L-X\n")
    ran = command("convert", path, "--map-types", type_map, "--keep-types", "PER")
    assert (ran.status, ran.out) == (0, "a U-PER\nb O\nc O\n")
    assert "type X removed: 1 mention; type person mapped to PER: 1 mention; written as BILOU: 3 labels" in ran.err


def test_a_file_is_written_with_its_provenance(command: RunCommand, make_file: MakeFile) -> None:
    make_file("map.json", '{"Z": ["Y"]}')
    path = make_file("my file", "a B-X\nb I-X\nc B-Y\n")
    options = ["--to", "BIOES", "--map-types", "map.json", "--remove-types", "X,Q", "--for", path, "comments=yes"]
    assert command("convert", path, *options, "-o", "out").status == 0
    record = json.loads(Path("out.json").read_text())
    assert [source["path"] for source in record["sources"]] == ["my file", "map.json"]
    assert record["sources"][0]["notes"][-1] == "written as BIOES: 3 labels changed"
    Path("out").unlink()
    assert command(*shlex.split(record["command"])[1:]).status == 0
    assert Path("out").read_text() == "a O\nb O\nc S-Z\n"


def test_a_packed_file_is_packed_again(command: RunCommand, make_file: MakeFile) -> None:
    path = make_file("p.gz", gzip.compress(b"a B-X\n"))
    assert command("convert", path, "--to", "IOB", "-o", "out.gz").status == 0
    assert gzip.decompress(Path("out.gz").read_bytes()) == b"a I-X\n"


def test_standard_input_is_converted(command: RunCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a B-X\nb I-X\nc I-X\n")))
    assert command("convert", "-", "--to", "BMES").out == "a B-X\nb M-X\nc E-X\n"


@pytest.mark.parametrize("output", ["p", "map.json"])
def test_no_file_that_was_read_is_overwritten(command: RunCommand, make_file: MakeFile, output: str) -> None:
    make_file("p", "a B-X\n")
    make_file("map.json", '{"Y": ["X"]}')
    ran = command("convert", "p", "--map-types", "map.json", "-o", output)
    assert (ran.status, Path("p").read_text(), Path("map.json").read_text()) == (2, "a B-X\n", '{"Y": ["X"]}')


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("p",), 2, "there is nothing to change; name --to, --keep-types, --remove-types or --map-types"),
        (("p", "--to", "IOB2"), 2, "Invalid value for '--to'"),
        (("p", "--to", "IO", "--label-column", "0,1"), 2, "one --label-column at a time"),
        (("p", "--keep-types", "X", "--remove-types", "X"), 2, "type “X” is both kept and left out"),
        (("p", "--map-types", "p"), 1, "p:1: this is not valid JSON"),
        (("j.json", "--to", "BIO"), 2, "j.json has spans, not labels"),
        (("p", "--to", "IO"), 1, "p:2: at “b” two mentions of one type touch, and IO would make them one"),
        (("q", "--to", "IO", "--encoding", "BIO"), 1, "q:1: I-X cannot begin a sentence in BIO"),
    ],
)
def test_a_mistake_is_told_and_nothing_is_written(
    command: RunCommand, make_file: MakeFile, arguments: tuple[str, ...], status: int, message: str
) -> None:
    make_file("p", "a B-X\nb B-X\n")
    make_file("q", "a I-X\n")
    make_file("j.json", '[{"tokens": ["a"], "entities": []}]')
    ran = command("convert", *arguments, "-o", "out")
    assert (ran.status, ran.out, ran.err.count("\n"), Path("out").exists()) == (status, "", 1, False)
    assert ran.err.startswith(f"nerinspect: {message}")
