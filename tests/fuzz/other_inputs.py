"""What is read besides data: lists, tables of attributes, type maps, projects, signatures, command lines."""

import contextlib
import io
import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from nerinspect.attributes.built_in import attribute_values
from nerinspect.cli.main import run
from nerinspect.errors import NerinspectError
from nerinspect.events.decision import Decision, Decisions
from nerinspect.events.study import Study
from nerinspect.io.projects import OPTIONS, read_project
from nerinspect.io.reading.interpreting import read_type_changes
from nerinspect.io.signature import find_signature, read_signature
from nerinspect.io.tables_of_attributes import with_attribute_tables
from nerinspect.lists.mentions import event_numbers
from nerinspect.review.list_reading import is_list, read_list
from tests.conftest import written_study
from tests.fuzz.data_model import assert_calm

LABELS: Final = "New B-LOC O\nYork I-LOC O\n\nAnn B-PER B-PER\n. O O\n"
COMMANDS: Final = (
    ("score", "a", "b"),
    ("events", "a", "b", "--where", "-kind:tp"),
    ("tough", "a", "b", "--training", "a"),
    ("buckets", "a", "b", "--training", "a", "--attribute", "eLen", "--buckets", "3"),
    ("compare", "a", "x=b", "y=a", "--samples", "2", "--seed", "1"),
    ("validate", "a", "b"),
    ("convert", "a", "--to", "BIOES"),
    ("count", "a", "--keep-types", "PER,LOC"),
    ("consistency", "a"),
    ("agreement", "x=a", "y=b"),
)
CHOICES: Final = (
    ("--label-column", "99999999999999999999"),
    ("--label-column", "-99999999999999999999,1"),
    ("--token-column", "3000000000"),
    ("--training-label-column", "-3000000000"),
    ("--for", "a", "label-column=99999999999999999999"),
    ("--for", "b", "token-column=1"),
    ("--format", "conll"),
    ("--encoding", "BIO", "--repair", "conlleval"),
    ("--comments", "--tokens", "positions", "--text-encoding", "latin-1"),
    ("--map-types", "c", "--remove-types", "X"),
    ("--attributes", "c"),
    ("--fail-under", "50.5"),
)


@cache
def reviewed() -> Study:
    """Give a study of three events, one of them decided."""
    study = written_study("Port/B-ORG/O of/I-ORG/O Bonn/I-ORG/O", "Ann/B-PER/B-PER Ulm/B-LOC/B-ORG")
    return replace(study, decisions=Decisions({0: Decision("ambiguous", ("typo",), True, "why")}))


def check_list(path: str) -> None:
    """Read an edited list, with and without marks before formulas."""
    is_list(path)
    for is_safe in (False, True):
        read_list(reviewed(), path, is_safe)


def check_attributes(path: str) -> None:
    """Read a table of attributes, and the values of all mentions."""
    study = with_attribute_tables(reviewed(), [path])
    for attribute in study.attributes:
        attribute_values(study, attribute)


def check_map(path: str) -> None:
    """Read a type map."""
    read_type_changes((), (), path)


def check_project(path: str) -> None:
    """Read a project, and what is chosen for each of its files."""
    for data_set in read_project(path).data_sets:
        for file in data_set.request.paths:
            data_set.request.file_options(file, "prediction")


def check_signature(path: str) -> None:
    """Find the signature in a record, and take it apart."""
    read_signature(find_signature(path))


def check_arguments(path: str) -> None:
    """Run a command line, one argument a line, that writes no file; whatever else it is must end calmly."""
    arguments = Path(path).read_bytes().decode(errors="replace").replace("\0", "").split("\n")
    known = {command for command, *_ in COMMANDS}
    if arguments[0] not in known or any(one.startswith(("-o", "--output")) for one in arguments):
        return
    folder = os.path.dirname(path)
    for name, text in (("a", LABELS), ("b", LABELS), ("c", '{"X": ["PER"]}')):
        Path(folder, name).write_text(text)
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with contextlib.chdir(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()) as said:
        assert run(arguments) in (0, 1, 2)
    assert "Traceback" not in said.getvalue()


OTHERS: Final[dict[str, Callable[[str], None]]] = {
    "list": check_list,
    "attributes": check_attributes,
    "map": check_map,
    "project": check_project,
    "signature": check_signature,
    "arguments": check_arguments,
}
"""What is done with a file of each kind; a mistake in it is told calmly, and nothing else is raised."""


def check_other(name: str, data: bytes) -> None:
    """Write one input to disk and read it as what it is."""
    ending = ".csv" if name in ("list", "attributes") else ".json" if name in ("map", "signature") else ""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as folder:
        path = os.path.join(folder, f"x{ending}")
        Path(path).write_bytes(data[1:])
        try:
            OTHERS[name](path)
        except NerinspectError as mistake:
            assert_calm(mistake)


@cache
def other_examples(name: str) -> tuple[bytes, ...]:
    """Write valid files of a kind, and some that once were no calm mistakes."""
    ids = [f"{number:016x}" for number in event_numbers(reviewed()).tolist()]
    columns = "event,verdict,causes,flag,note,corrected_spans,decided,who"
    row = f'{ids[0]},reference-wrong,typo gap,yes,"a ""b""",'
    spans = '"[[0, 1, ""LOC""]]",2026-01-31T09:30:00Z,Bob\n'
    texts = {
        "list": [
            f"{columns}\n{row}{spans}{ids[1]},scope,,,'=1,[],,\n",
            f"{columns.replace(',', ';')}\n{ids[2]};ambiguous;;no;;;;\n",
            f'{columns}\n{row}"[[0, Infinity, ""LOC""]]",,\n{ids[1]},,,,,"[[0, {"9" * 30}, ""LOC""]]",,\n',
            f"{columns}\n{row}{'[' * 50_000},,\n",
            f'event,"verdict\n{row}',
            f"event,verdict,{'x' * 140_000}\n",
        ],
        "attributes": [
            "sentence,genre,year\n1,news,2001\n2,web,\n",
            "document\tname\n1\ta b\n",
            f"event,sure\n{ids[0]},0.5\n{ids[1]},NaN\n",
            'sentence,"genre\n1,news\n',
            f"sentence,{'x' * 140_000}\n1,a\n",
            f"sentence,genre\n1,{'x' * 140_000}\n1\n",
        ],
        "map": ['{"X": ["PER", "LOC"], "Y": []}', '{"X": [1]}', "[" * 50_000],
        "project": [
            '[options]\nrepair = "conlleval"\n[[data]]\nname = "a"\nreference = "r"\npredictions = ["p", "x=q"]\n'
            'training = "t"\nlabel-column = [1, 2]\nkeep-types = ["PER"]\ncomments = true\n'
            'for = {"p" = {label-column = 3, token-field = "x"}}\n',
            *(f'[[data]]\nreference = "r"\n{option} = [["a"], true, 1.5, 1979-05-27]\n' for option in OPTIONS),
        ],
        "signature": [
            json.dumps({"program": "nerinspect", "signature": "nerinspect 0.1.0; table=score; filter=%20; a=%ud8"}),
            '{"signature": 3}',
        ],
        "arguments": ["\n".join((*command, *choice)) for command in COMMANDS for choice in ((), *CHOICES)],
    }
    return tuple(text.encode() for text in texts[name])
