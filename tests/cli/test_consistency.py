import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

RunCommand = Callable[..., Any]
MakeFile = Callable[..., str]

REFERENCE = "Ulm B-LOC\nin O\n\nUlm B-ORG\nNew B-LOC\nYork I-LOC\n\nNew O\nYork O\nUlm B-LOC\n"
ROWS = "surface,type,mentions,unlabelled,places\nUlm,LOC,2,0,1 10\nUlm,ORG,1,0,4\nNew York,LOC,1,1,5; unlabelled: 8\n"


def test_surfaces_that_are_read_in_several_ways_are_listed(command: RunCommand, make_file: MakeFile) -> None:
    ran = command("consistency", make_file("r.conll", REFERENCE))
    assert (ran.status, ran.out) == (0, ROWS)


def test_what_a_file_was_made_from_can_be_repeated(command: RunCommand, make_file: MakeFile) -> None:
    path = make_file("my ref", REFERENCE)
    assert command("consistency", path, "--encoding", "BIO", "--table", "json", "-o", "out").status == 0
    first, record = Path("out").read_bytes(), json.loads(Path("out.json").read_text())
    Path("out").unlink()
    command(*shlex.split(record["command"])[1:])
    assert (Path("out").read_bytes(), record["table"], record["surfaces"]) == (first, "consistency", 2)


def test_a_repair_of_the_reference_is_a_choice(command: RunCommand, make_file: MakeFile) -> None:
    path = make_file("r", "Ulm I-LOC\nin O\n\nUlm O\n")
    refused = command("consistency", path, "--encoding", "BIO")
    repaired = command("consistency", path, "--encoding", "BIO", "--repair-reference", "conlleval")
    assert (refused.status, refused.out) == (1, "")
    assert repaired.out.splitlines()[1:] == ["Ulm,LOC,1,1,1; unlabelled: 4"]


def test_of_a_merged_file_only_the_reference_is_looked_at(command: RunCommand, make_file: MakeFile) -> None:
    path = make_file("m", "Ulm B-LOC B-LOC\nin O O\n\nUlm B-LOC B-ORG\n")
    assert command("consistency", path, "--label-column", "1,2").out.count("\n") == 1
    assert command("consistency", path, "--label-column", "2").out.count("\n") == 3


def test_forms_for_people_name_a_few_places(command: RunCommand, make_file: MakeFile) -> None:
    path = make_file("r", "a B-X\n\n" + "a O\n" * 10)
    assert command("consistency", path).out.splitlines()[1] == "a,X,1,10,1; unlabelled: 3 4 5 6 7 8 9 10 11 12"
    assert "3 4 5 6 7 8 9 10 … 2 more" in command("consistency", path, "--table", "markdown").out


def test_types_can_be_left_out(command: RunCommand, make_file: MakeFile) -> None:
    assert "ORG" not in command("consistency", make_file("r.conll", REFERENCE), "--remove-types", "ORG").out
