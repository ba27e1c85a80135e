import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from nerinspect import __version__
from nerinspect.cli.main import nerinspect

RunCommand = Callable[..., Any]
MakeFile = Callable[..., str]
Process = Callable[..., subprocess.CompletedProcess[bytes]]
Files = tuple[str, str]


@pytest.mark.parametrize("name", sorted(nerinspect.commands))
def test_help_ends_with_an_example_of_the_subcommand(command: RunCommand, name: str) -> None:
    ran = command(name, "--help")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.strip().split("\n")[-1].strip().startswith(f"Example: nerinspect {name}")


@pytest.mark.parametrize("name", sorted(nerinspect.commands))
def test_every_option_of_a_subcommand_is_explained(name: str) -> None:
    options = [parameter for parameter in nerinspect.commands[name].params if isinstance(parameter, click.Option)]
    assert [option.name for option in options if not option.help] == []


def test_a_mistyped_subcommand_is_told_with_the_nearest(command: RunCommand) -> None:
    ran = command("scor", "ref.conll", "pred.conll")
    assert (ran.status, ran.err) == (2, "nerinspect: no subcommand or file is called “scor”; the nearest is score\n")


def test_the_version_is_told(command: RunCommand) -> None:
    assert __version__ in command("--version").out


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "bad: there is no such file; check the path"),
        ("", "bad: the file has no tokens; choose a file with one token and its label per line"),
        ("a B-X\nb\n", "bad:2: the line has 1 field, too few for columns 0 and -1; fix the line, or choose other"),
        ("a B-X\n b O\n", "bad:2: the token is empty; write a token before the label"),
        ("a B-X\nb B-Y,B-Z\n", "bad:2: malformed label “B-Y,B-Z” on token “b”: a type cannot contain a blank, comma,"),
        ("a B-X\nc O\n", "bad:2: sentence 1: token “c”, but ref.conll:2 has “b”; predict again"),
        ("B-X\n\nO\n", "bad:2: there is a blank line where ref.conll:2 has a token; give one label"),
        (b"a B-X\nb\0 O\n", "bad:2: this is not a text file: it contains a NUL byte; choose another file"),
        (b"a B-X\n\xff O\n", "bad:2: byte 0xFF is not valid UTF-8; name the file's text encoding with --text-encoding"),
        (
            '[{"tokens": ["a", "b"], "entities": [{}]}]',
            "bad: sentence 1 has an entity that is not a span of its tokens",
        ),
        ('{"x": [], "y": []}', "bad: the file has several lists: x, y; name one, as bad#x"),
    ],
)
def test_a_mistake_in_the_data_is_one_calm_line(
    command: RunCommand, make_file: MakeFile, content: str | bytes | None, message: str
) -> None:
    make_file("ref.conll", "a B-X\nb O\n")
    if content is not None:
        make_file("bad", content)
    ran = command("score", "ref.conll", "bad")
    assert (ran.status, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert ran.err.startswith(f"nerinspect: {message}")


@pytest.mark.parametrize(
    "arguments",
    [
        ("score",),
        ("score", "ref.conll"),
        ("score", "ref.conll", "pred.conll", "--bogus"),
        ("score", "ref.conll", "pred.conll", "--label-column", "x"),
        ("score", "ref.conll", "pred.conll", "--label-column", "0"),
        ("score", "ref.conll", "pred.conll", "--label-column", "1,2"),
        ("score", "ref.conll", "pred.conll", "--encoding", "BILO"),
        ("score", "ref.conll", "pred.conll", "--text-encoding", "hex"),
        ("score", "ref.conll", "pred.conll", "pred.conll"),
        ("score", "ref.conll", "retention=pred.conll"),
        ("score", "ref.conll", "=pred.conll"),
        ("score", "-", "-"),
    ],
)
def test_a_mistake_on_the_command_line_is_one_calm_line(
    command: RunCommand, files: Files, arguments: tuple[str, ...]
) -> None:
    ran = command(*arguments)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("nerinspect: ")


def test_characters_that_break_lines_are_not_printed(command: RunCommand, make_file: MakeFile) -> None:
    make_file("ref.conll", "a\x1b[31m\u2028 B-X-\u0085\n")
    ran = command("score", "ref.conll", "ref.conll")
    assert (ran.status, len(ran.err.splitlines())) == (1, 1)
    assert "\x1b" not in ran.err


def test_what_nobody_would_see_in_a_name_is_told(command: RunCommand, make_file: MakeFile) -> None:
    good = make_file("good\u202e.conll", "Ann B-PER\u200d\n")
    bad = make_file("bad\u202e.conll", "Ann X\u200bPER\n")
    ran = command("score", good, good)
    assert (ran.status, "reference good⟨U+202E⟩.conll" in ran.err, "PER\u200d," in ran.out) == (0, True, True)
    ran = command("score", good, bad)
    assert (ran.status, "bad⟨U+202E⟩.conll" in ran.err, "“X⟨U+200B⟩PER”" in ran.err) == (1, True, True)


@pytest.mark.parametrize(
    "arguments", [("{}", "{}"), ("ref.conll", "{}"), ("ref.conll", "pred.conll", "--text-encoding", "{}")]
)
@pytest.mark.usefixtures("files")
def test_a_name_without_end_is_not_printed_whole(command: RunCommand, arguments: tuple[str, ...]) -> None:
    ran = command("score", *(argument.format("x" * 5_000) for argument in arguments))
    assert (ran.status in (1, 2), "x" * 300 in ran.err, len(ran.err.splitlines())) == (True, False, 1)


def test_what_names_types_is_not_written_over(command: RunCommand, files: Files, make_file: MakeFile) -> None:
    names = make_file("names.json", '{"X": ["PER"]}')
    ran = command("score", *files, "--map-types", names, "-o", names)
    assert (ran.status, ran.err) == (2, "nerinspect: names.json is one of the files read; choose another file\n")
    assert Path(names).read_text() == '{"X": ["PER"]}'


def test_standard_input_is_a_prediction(process: Process, command: RunCommand, files: Files) -> None:
    piped = process(["score", "ref.conll", "pred=-"], Path("pred.conll").read_bytes())
    assert piped.stdout.decode() == command("score", *files).out != ""


def test_a_mistake_on_standard_input_names_it(process: Process, files: Files) -> None:
    ran = process(["score", "ref.conll", "-"], b"New B-LOC\nYork\n")
    assert (ran.returncode, ran.stderr[:20]) == (1, b"nerinspect: -:2: the")


def test_a_reader_that_leaves_early_is_no_mistake(make_file: MakeFile) -> None:
    path = make_file("many.conll", "a B-X\n\n" * 20_000)
    arguments = [sys.executable, "-m", "nerinspect", "events", path, path]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        said = running.stderr.read()
        assert (running.wait(), b"Traceback" in said, said.count(b"\n")) == (0, False, 2)


@pytest.mark.parametrize(("options", "status"), [((), 0), (("--fail-under", "99"), 3)])
def test_a_reader_that_reads_nothing_changes_no_status(options: tuple[str, ...], status: int, files: Files) -> None:
    receiving, sending = os.pipe()
    os.close(receiving)
    arguments = [sys.executable, "-m", "nerinspect", "score", *files, *options]
    ran = subprocess.run(arguments, stdout=sending, stderr=subprocess.PIPE, check=False)
    os.close(sending)
    assert (ran.returncode, b"Traceback" in ran.stderr) == (status, False)


def test_a_lack_of_memory_is_one_calm_line(command: RunCommand, files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("nerinspect.cli.session.load_study", fail)
    ran = command("score", *files)
    assert (ran.status, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert ran.err.startswith("nerinspect: there is not enough memory")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_standard_output_is_told(files: Files) -> None:
    with open("/dev/full", "wb") as full:
        arguments = [sys.executable, "-m", "nerinspect", "score", *files]
        ran = subprocess.run(arguments, stdout=full, stderr=subprocess.PIPE, check=False)
    assert (ran.returncode, ran.stderr.splitlines()[-1][:28]) == (1, b"nerinspect: standard output:")


def in_shell(redirections: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run a command line with streams that the shell closes."""
    words = ["sh", "-c", f'exec "$@" {redirections}', "sh", sys.executable, "-m", "nerinspect", *arguments]
    return subprocess.run(words, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("name", "n_files"), [("score", 2), ("events", 2), ("consistency", 1), ("--help", 0)])
def test_a_closed_standard_output_is_told(files: Files, name: str, n_files: int) -> None:
    ran = in_shell(">&-", name, *files[:n_files])
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1] == (
        "nerinspect: standard output is closed; leave it open, or choose a file with -o"
    )
    assert "Traceback" not in ran.stderr


def test_a_closed_standard_input_is_told(files: Files) -> None:
    ran = in_shell("<&-", "score", files[0], "-")
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (1, "", 1)
    assert ran.stderr.startswith("nerinspect: -: standard input cannot be read (")


def test_streams_that_are_not_needed_may_be_closed(command: RunCommand, files: Files, tmp_path: Path) -> None:
    whole, closed = tmp_path / "whole.csv", tmp_path / "closed.csv"
    assert command("score", *files, "-o", str(whole)).status == 0
    assert in_shell("<&- >&- 2>&-", "score", *files, "-o", str(closed)).returncode == 0
    assert closed.read_bytes() == whole.read_bytes()
    assert in_shell("<&- 2>&-", "score", *files).stdout == command("score", *files).out


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use cannot be removed")
def test_a_folder_that_is_gone_is_told(files: Files, tmp_path: Path) -> None:
    code = "import os, sys; os.rmdir(os.getcwd()); from nerinspect.cli.main import main; main()"
    arguments = [sys.executable, "-c", code, "score", *(str(Path(file).resolve()) for file in files), "-o", "out.csv"]
    (tmp_path / "gone").mkdir()
    ran = subprocess.run(arguments, cwd=tmp_path / "gone", capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1] == (
        "nerinspect: the current folder no longer exists; change to another one and try again"
    )
    assert "Traceback" not in ran.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_device_is_told(command: RunCommand, files: Files) -> None:
    ran = command("score", *files, "-o", "/dev/full")
    assert ran.status == 1
    assert ran.err.endswith("nerinspect: /dev/full: the disk is full; make room or choose another place\n")


def test_a_folder_without_permission_is_told(files: Files, tmp_path: Path, held_by_permissions: list[str]) -> None:
    tmp_path.chmod(0o555)
    arguments = [*held_by_permissions, "-m", "nerinspect", "score", *files, "-o", "out.csv"]
    ran = subprocess.run(arguments, capture_output=True, check=False)
    tmp_path.chmod(0o755)
    assert (ran.returncode, sorted(path.name for path in tmp_path.iterdir())) == (1, ["pred.conll", "ref.conll"])
    assert ran.stderr.decode().splitlines()[-1] == (
        "nerinspect: out.csv: there is no permission to write there; nothing was written; choose another place"
    )


def test_a_path_that_is_no_text_is_read_all_the_same(process: Process, files: Files) -> None:
    name = b"caf\xe9.conll"
    Path(os.fsdecode(name)).write_bytes(Path("pred.conll").read_bytes())
    ran = process([b"events", b"ref.conll", name, b"-o", b"out.csv"])
    assert (ran.returncode, b"Traceback" in ran.stderr) == (0, False)
    assert b",caf\\udce9,1," in Path("out.csv").read_bytes()


# Odd files


def test_a_very_long_token(command: RunCommand, make_file: MakeFile) -> None:
    path = make_file("p", f"{'x' * 100_000} B-X\ny O\n")
    assert len(command("events", path, path).out) > 100_000


def test_a_very_long_token_is_shortened_in_a_message(command: RunCommand, make_file: MakeFile) -> None:
    make_file("p", f"{'x' * 100_000} X\n")
    ran = command("score", "p", "p")
    assert len(ran.err) < 300
    assert "(100,000 characters)" in ran.err


def test_a_thousand_types(command: RunCommand, make_file: MakeFile) -> None:
    path = make_file("p", "".join(f"w{number} B-T{number}\n" for number in range(1000)))
    assert command("score", path, path).out.count("\n") == 1002


def test_a_file_of_one_long_sentence(process: Process, make_file: MakeFile) -> None:
    path = make_file("p", "a O\n" * 499_999 + "b B-X\n" + "a O\n" * 500_000)
    ran = process(["score", path, path])
    assert ran.stdout.split(b"\n")[1] == b"p,1,ALL,1.0,1.0,1.0,1,1,1,1,0,0,0,0,0,2,0,0,0"


def test_events_of_one_long_sentence_fit_into_memory(command: RunCommand, make_file: MakeFile) -> None:
    path = make_file("p", ("a O\n" * 99_999 + "b B-X\n") * 10)
    lines = command("events", path, path, "--table", "csv").out.splitlines()
    assert len(lines) == 11


def test_a_prediction_without_mentions_leaves_precision_undefined(command: RunCommand, make_file: MakeFile) -> None:
    ran = command("score", make_file("p", "a B-X\n"), make_file("q", "a O\n"))
    assert ran.out.split("\n")[1].split(",")[3:6] == ["", "0.0", "0.0"]
    assert "warning: q predicts no mentions at all" in ran.err


def test_double_labels_are_told(command: RunCommand, data_folder: Path) -> None:
    path = str(data_folder / "wnut17" / "emerging.test.conll")
    ran = command("score", path, path)
    assert (ran.status, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert "malformed label “B-" in ran.err


def test_a_misaligned_pair_is_told(command: RunCommand, data_folder: Path) -> None:
    folder = data_folder / "masakhaner2-yor-misaligned"
    ran = command("score", str(folder / "test.txt"), str(folder / "mbert.run1.txt"))
    assert (ran.status, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert "sentence 26: " in ran.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("score", "ref.conll", "pred.conll"),
        ("convert", "ref.conll", "--to", "BIOES"),
        ("repair", "ref.conll", "--method", "discard"),
    ],
)
def test_a_dash_is_standard_output_and_no_file(
    command: RunCommand, files: tuple[str, str], arguments: tuple[str, ...]
) -> None:
    written, dashed = command(*arguments), command(*arguments, "-o", "-")
    assert (dashed.status, dashed.out) == (0, written.out)
    assert sorted(path.name for path in Path().iterdir()) == ["pred.conll", "ref.conll"]


def test_a_profile_is_no_standard_output(command: RunCommand, files: tuple[str, str]) -> None:
    ran = command("retention", *files, "--training", "ref.conll", "--profile", "-")
    assert (ran.status, ran.out) == (2, "")
    assert not Path("-").exists()
