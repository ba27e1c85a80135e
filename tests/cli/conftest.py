"""Small files and a run of the command line inside the test's process."""

import csv
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from nerinspect.cli.main import run


class Ran(NamedTuple):
    """What a run of the program left behind."""

    status: int
    out: str
    err: str


MakeFile: TypeAlias = Callable[..., str]
RunCommand: TypeAlias = Callable[..., Ran]


@pytest.fixture
def make_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MakeFile:
    """Write a file into the working folder of the test and give its name."""
    monkeypatch.chdir(tmp_path)

    def make(name: str, content: str | bytes) -> str:
        Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    return make


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))


@pytest.fixture
def texts(make_file: MakeFile, request: pytest.FixtureRequest) -> list[str]:
    """Write the reference and the two predictions of the tests' module; its training data is `train`."""
    make_file("train", request.module.TRAINING)
    names = {"ref": "REFERENCE", "first": "FIRST", "second": "SECOND"}
    return [make_file(name, getattr(request.module, text)) for name, text in names.items()]


@pytest.fixture
def files(make_file: MakeFile) -> tuple[str, str]:
    """Write a reference and a prediction with one event of several kinds, and a blank in a quoted token."""
    reference = "New B-LOC\nYork I-LOC\n, O\nAnn B-PER\n\nAcme B-ORG\n-DOCSTART- O\n\nrain O\nin O\nOslo B-LOC\n"
    prediction = "New B-LOC\nYork I-LOC\n, B-PER\nAnn I-PER\n\nAcme B-LOC\n\nrain B-PER\nin O\nOslo O\n"
    return make_file("ref.conll", reference), make_file("pred.conll", prediction)


@pytest.fixture
def command(capfdbinary: pytest.CaptureFixture[bytes]) -> RunCommand:
    """Run the program in this process."""

    def run_command(*arguments: str) -> Ran:
        status = run(arguments)
        out, err = capfdbinary.readouterr()
        return Ran(status, out.decode(), err.decode())

    return run_command


@pytest.fixture
def process() -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Run the program as a process of its own, without a display."""

    def run_process(arguments: Sequence[str | bytes], stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        return subprocess.run(
            [sys.executable, "-m", "nerinspect", *arguments],
            input=stdin, capture_output=True, check=False, timeout=300, env=environment,
        )  # fmt: skip

    return run_process
