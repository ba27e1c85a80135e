"""No option writes over a file that was read, whatever its path is called, or over what nerinspect did not write."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import pytest

from nerinspect.cli.main import nerinspect
from nerinspect.cli.options import WrittenFile
from tests.cli.conftest import MakeFile, RunCommand

LABELS: Final = "New B-LOC\nYork I-LOC\n\nAnn B-PER\n"
PEOPLE: Final = [{"type": "Per", "start": 0, "end": 1}, {"type": "Per", "start": 2, "end": 3}]
RELATED: Final = json.dumps(
    [
        {
            "tokens": ["Ann", "shot", "Bo"],
            "entities": PEOPLE,
            "relations": [{"type": "Kill", "head": 0, "tail": 1}],
        }
    ]
)
INPUTS: Final = {
    "ref": LABELS,
    "pred": LABELS.replace("PER", "LOC"),
    "train": LABELS,
    "map": '{"X": ["PER"]}',
    "table": "sentence,genre\n1,a\n2,b\n",
    "data.toml": '[[data]]\nreference = "ref"\npredictions = ["pred"]\ntraining = "train"\nmap-types = "map"\n',
    "rel.json": RELATED,
    "result.csv": "a\n1\n",
    "result.csv.json": '{\n  "program": "nerinspect",\n  "signature": "nerinspect 0.1.0; table=score"}',
}
TYPES: Final = ("--map-types", "map")
MORE: Final = ("--training", "train", "--attributes", "table", *TYPES)
COMMANDS: Final = {
    "events": ("ref", "pred", *MORE),
    "score": ("ref", "pred", *MORE),
    "schemes": ("ref", "pred", *MORE),
    "confusion": ("ref", "pred", *MORE),
    "errors": ("ref", "pred", *MORE),
    "tough": ("ref", "pred", *MORE),
    "buckets": ("ref", "pred", *MORE),
    "diagnose": ("ref", "pred", *MORE),
    "compare": ("ref", "a=pred", "b=ref", *MORE),
    "diff": ("ref", "pred", "ref", *MORE),
    "retention": ("ref", "pred", *MORE),
    "relations": ("rel.json", "x=rel.json", "--training", "rel.json"),
    "swap": ("rel.json", "--type", "Kill", "--original", "x=rel.json"),
    "agreement": ("a=ref", "b=pred", *TYPES),
    "consistency": ("ref", *TYPES),
    "validate": ("ref", "pred"),
    "repair": ("pred", "--method", "conlleval"),
    "convert": ("ref", "--to", "BIOES", *TYPES),
    "count": ("ref", "pred", *TYPES),
    "summarize": ("ref", "pred", *TYPES),
    "project": ("data.toml",),
    "signature": ("result.csv",),
    "review export": ("all.nerinspect",),
    "review reference": ("all.nerinspect",),
    "review selections": ("all.nerinspect",),
    "open": ("ref", "pred", *MORE),
}
READING: Final = {"--training", "--map-types", "--attributes", "--for"}
"""The options that name files which are read."""


def written(command: click.Command, name: str = "") -> Iterator[tuple[str, str]]:
    """Name each subcommand with each of its options that write a file."""
    if isinstance(command, click.Group):
        for one in command.commands:
            yield from written(command.commands[one], f"{name} {one}".strip())
    for parameter in command.params:
        if isinstance(parameter.type, WrittenFile):
            yield name, parameter.opts[-1]


WRITTEN: Final = sorted(written(nerinspect))


def spellings(path: str) -> list[str]:
    """Write the path of a file in many ways, some of them links; the last one has a record where the file is."""
    os.symlink(path, "link")
    os.symlink(".", "folder")
    os.link(path, "twin")
    os.symlink(path, "beside.json")
    plain = [path, f"./{path}", os.path.abspath(path), f"sub/../{path}", f"nosuch/../{path}"]
    folded = [name for name in (f"{path}.", f"{path} ", path.upper()) if os.path.exists(name)]  # not on every disk
    return [*plain, *folded, "link", f"folder/{path}", "folder/nosuch/../link", "twin", "beside"]


@pytest.fixture
def folder(make_file: MakeFile, tmp_path: Path, command: RunCommand) -> Path:
    for name, content in INPUTS.items():
        make_file(name, content)
    (tmp_path / "sub").mkdir()
    assert command("review", "new", "all.nerinspect", "ref", "pred", *MORE).status == 0
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def files_read(name: str) -> list[str]:
    """Name the files that a command reads."""
    read = {one.partition("=")[2] or one for one in COMMANDS[name]} & {*INPUTS, "all.nerinspect"}
    if name.startswith("review"):
        read |= {"ref", "pred", "train", "map", "table"}
    if name == "project":
        read |= {"ref", "pred", "train", "map"}
    if name == "signature":
        read |= {"result.csv.json"}
    return sorted(read)


def test_every_option_that_writes_is_tried() -> None:
    assert {name for name, _ in WRITTEN} == {*COMMANDS, "demo"}
    for name, _ in WRITTEN:
        for one in command_called(name).params:
            if isinstance(one, click.Option) and "FILE" in (one.metavar or one.type.name):
                assert isinstance(one.type, WrittenFile) or one.opts[-1] in READING, (name, one.opts)


def command_called(name: str) -> click.Command:
    command: click.Command = nerinspect
    for part in name.split():
        assert isinstance(command, click.Group)
        command = command.commands[part]
    return command


@pytest.mark.parametrize(("name", "option"), [one for one in WRITTEN if one[0] != "demo"])
def test_no_file_that_was_read_is_written_over(name: str, option: str, command: RunCommand, folder: Path) -> None:
    for number, path in enumerate(files_read(name)):
        asked = spellings(path)
        if number:  # how a path is spelt is tried with the first
            asked = [path, *asked[-3:]]
        if option == "--picture":  # it ends in .png
            asked = [os.fspath(Path("link").rename("link.png"))]
        before = contents(folder)
        for output in asked:
            ran = command(*name.split(), *COMMANDS[name], option, output)
            assert (ran.status, ran.out) == (2, ""), (path, output, ran.err)
            said = f"{output} is one of the files read; choose another file"
            assert ran.err.endswith(f"{said}\n".replace("beside ", "beside.json "))
            assert contents(folder) == before
        for link in ("link.png" if option == "--picture" else "link", "folder", "twin", "beside.json"):
            os.unlink(link)


@pytest.mark.parametrize(("name", "option"), [one for one in WRITTEN if one[1] != "--picture"])
@pytest.mark.usefixtures("qapp")
def test_only_a_record_is_replaced_by_a_record(name: str, option: str, command: RunCommand, folder: Path) -> None:
    Path("mine.csv.json").write_text('{"name": "nerinspect", "mine": 1}')
    before = contents(folder)
    ran = command(*name.split(), *COMMANDS[name], option, "mine.csv")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.endswith(
        "mine.csv.json already exists and is not a record of nerinspect, which would be written there; choose another"
        " name for the result, or move that file\n"
    )
    assert contents(folder) == before
    for _ in range(2 if name != "review reference" else 0):  # which has none where types were renamed
        file = "new.svg" if option == "--chart" else "new.csv"
        assert command(*name.split(), *COMMANDS[name], option, file).status in (0, 1)
        assert json.loads(Path(f"{file}.json").read_text())["program"] == "nerinspect"


@pytest.mark.parametrize(
    ("output", "said"),
    [
        ("other.nerinspect", "other.nerinspect is a database, such as a review"),
        ("other.nerinspect-wal", "other.nerinspect-wal belongs to other.nerinspect, a database, such as a review"),
        ("other.nerinspect-shm", "belongs to other.nerinspect, a database, such as a review"),
        ("other.nerinspect-journal", "belongs to other.nerinspect, a database, such as a review"),
        ("other.nerinspect.lock", "belongs to other.nerinspect, a database, such as a review"),
    ],
)
def test_no_part_of_a_review_is_written_over(output: str, said: str, command: RunCommand, folder: Path) -> None:
    os.rename("all.nerinspect", "other.nerinspect")
    before = contents(folder)
    ran = command("score", "ref", "pred", "-o", output)
    assert (ran.status, ran.out) == (2, "")
    assert f"{said}; choose another file" in ran.err
    assert contents(folder) == before


@pytest.mark.parametrize(("name", "option"), WRITTEN)
def test_an_empty_name_is_refused(name: str, option: str, command: RunCommand) -> None:
    ran = command(*name.split(), *COMMANDS.get(name, ()), option, "")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.endswith(f"{option}': the file name is missing; see nerinspect {name} --help\n")


def test_standard_input_is_not_written_over(folder: Path) -> None:
    with open("pred", "rb") as file:
        ran = subprocess.run(
            [sys.executable, "-m", "nerinspect", "score", "ref", "pred=-", "-o", "pred"],
            stdin=file, capture_output=True, check=False,
        )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (2, b"nerinspect: pred is one of the files read; choose another file\n")
    assert Path("pred").read_text() == INPUTS["pred"]


def test_two_results_of_one_command_do_not_share_a_file(command: RunCommand, folder: Path) -> None:
    before = contents(folder)
    for output, report in (("x", "./x"), ("x.json", "x"), ("x", "sub/../x.json")):
        ran = command("swap", *COMMANDS["swap"], "-o", output, "--report", report)
        assert (ran.status, "would be written twice" in ran.err) == (2, True)
    assert contents(folder) == before


@pytest.mark.usefixtures("qapp")
def test_the_demo_replaces_only_what_a_demo_wrote(
    command: RunCommand, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    for name in ("nerinspect-demo.csv", "nerinspect-demo.png"):
        Path(name).write_text("mine")
        before = contents(folder)
        ran = command("demo")
        assert (ran.status, ran.out) == (2, "")
        assert f"{name} already exists and is not from a demo; start the demo in another folder" in ran.err
        assert contents(folder) == before
        os.unlink(name)
    assert command("demo").status == 0
    assert command("demo").status == 0


def test_a_result_elsewhere_needs_no_working_folder(folder: Path) -> None:
    code = (
        "import os, sys; from nerinspect.cli.main import run; os.mkdir('gone'); os.chdir('gone'); os.rmdir('../gone')\n"
        "sys.exit(run(sys.argv[1:]))"
    )
    paths = [os.path.abspath(name) for name in ("ref", "pred", "x.csv", "ref")]
    command = [sys.executable, "-c", code, "score", *paths[:2], "-o"]
    assert subprocess.run([*command, paths[2]], capture_output=True, check=False).returncode == 0
    assert json.loads(Path("x.csv.json").read_text())["directory"] == ""
    ran = subprocess.run([*command, paths[3]], capture_output=True, check=False)
    assert (ran.returncode, b"is one of the files read" in ran.stderr) == (2, True)
    assert Path("ref").read_text() == LABELS
