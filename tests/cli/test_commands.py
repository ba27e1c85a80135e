"""What all commands have in common: help in groups, `--quiet`, and what a shell completes."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.shell_completion import CompletionItem, ShellComplete

from nerinspect.cli.commands import Command
from nerinspect.cli.main import nerinspect
from tests.cli.conftest import MakeFile, RunCommand

HEADINGS = ["Options", "Input", "Types", "Training", "Chart", "Output"]


def every_command(group: click.Group = nerinspect) -> Iterator[tuple[str, ...]]:
    for name in sorted(group.commands):
        command = group.commands[name]
        if isinstance(command, click.Group):
            yield from ((name, *inner) for inner in every_command(command))
        else:
            yield (name,)


@pytest.mark.parametrize("name", [*every_command()], ids=" ".join)
def test_help_has_groups_with_the_own_options_first(command: RunCommand, name: tuple[str, ...]) -> None:
    ran = command(*name, "--help")
    headings = [line.removesuffix(":") for line in ran.out.splitlines() if line.removesuffix(":") in HEADINGS]
    assert ran.status == 0
    assert headings == [one for one in HEADINGS if one in headings]
    assert headings[-1] == "Output"
    output = ran.out[ran.out.index("Output:") :]
    assert "--quiet" in output
    assert "--help" in output


def test_shared_options_stand_under_their_heading(command: RunCommand) -> None:
    said = command("score", "--help").out
    own, _, rest = said.partition("Input:")
    assert own.count("\n  -") == 1  # --fail-under
    places = [
        rest.index(name) for name in ("--encoding ", "Types:", "--keep-types", "Training:", "--matching", "Output:")
    ]
    assert places == sorted(places)


def test_commands_are_listed_with_whole_sentences(command: RunCommand) -> None:
    assert "..." not in command("--help").out.replace("[ARGS]...", "")


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["score", "ref.conll", "pred.conll"], 0),
        (["events", "ref.conll", "pred.conll", "-o", "out.csv"], 0),
        (["validate", "pred.conll", "--encoding", "bioes"], 1),
        (["summarize", "ref.conll"], 0),
        (["compare", "ref.conll", "a=pred.conll", "b=ref.conll"], 0),
        (["convert", "ref.conll", "--to", "bioes"], 0),
    ],
)
def test_quiet_says_nothing_and_changes_nothing(
    files: tuple[str, str], command: RunCommand, arguments: list[str], status: int
) -> None:
    loud, quiet = command(*arguments), command(*arguments, "--quiet")
    assert (loud.status, quiet.status) == (status, status)
    assert loud.err
    assert quiet.err == ""
    assert quiet.out == loud.out


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["score", "ref.conll", "nowhere.conll"], 1, "there is no such file"),
        (["score", "ref.conll", "pred.conll", "--nope"], 2, "--nope"),
        (["score", "ref.conll", "pred.conll", "--fail-under", "99"], 3, "lower than 99"),
    ],
)
def test_quiet_says_errors(
    files: tuple[str, str], command: RunCommand, arguments: list[str], status: int, words: str
) -> None:
    ran = command(*arguments, "-q")
    assert ran.status == status
    assert words in ran.err
    assert ran.err.count("\n") == 1


def test_quiet_is_not_part_of_a_record(files: tuple[str, str], command: RunCommand) -> None:
    command("summarize", "ref.conll", "-o", "loud.csv")
    command("summarize", "ref.conll", "-o", "quiet.csv", "--quiet")
    loud, quiet = (Path(f"{name}.csv.json").read_text(encoding="utf-8") for name in ("loud", "quiet"))
    assert "--quiet" not in quiet
    assert quiet.count("\n") == loud.count("\n")


def completed(*words: str) -> list[tuple[str, str]]:
    """Complete the last word as click does for every shell."""
    asked = ShellComplete(nerinspect, {}, "nerinspect", "_NERINSPECT_COMPLETE")
    found: list[CompletionItem] = asked.get_completions(list(words[:-1]), words[-1])
    return [(one.type, one.value) for one in found]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("sco",), [("plain", "score")]),
        (("test",), [("file", "test")]),
        (("review", "ex"), [("plain", "export")]),
        (("score", "te"), [("file", "te")]),
        (("score", "test.conll", "pr"), [("file", "pr")]),
        (("score", "test.conll", "--repair", "con"), [("plain", "conlleval")]),
        (("tough", "test.conll", "--training", "tr"), [("file", "tr")]),
        (("score", "test.conll", "-o", "sc"), [("file", "sc")]),
        (("test.conll", "--fo"), [("plain", "--format"), ("plain", "--for")]),
    ],
)
def test_shells_complete_commands_options_choices_and_files(
    words: tuple[str, ...], expected: list[tuple[str, str]]
) -> None:
    assert completed(*words) == expected


def test_every_command_is_one_of_ours() -> None:
    for name in every_command():
        group: click.Group = nerinspect
        for part in name[:-1]:
            inner = group.commands[part]
            assert isinstance(inner, click.Group)
            group = inner
        assert isinstance(group.commands[name[-1]], Command)


@pytest.mark.parametrize("arguments", [["errors"], ["events", "--columns", "kind,text,left"]])
def test_a_table_is_as_wide_as_its_terminal(
    make_file: MakeFile, command: RunCommand, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    words = [f"word{number}" for number in range(20)]
    labels = ["B-LOC", *["I-LOC"] * 19]
    reference = make_file("ref.conll", "".join(f"{word} {label}\n" for word, label in zip(words, labels, strict=True)))
    prediction = make_file("pred.conll", "".join(f"{word} O\n" for word in words))
    monkeypatch.setenv("COLUMNS", "70")
    piped = command(*arguments, reference, prediction, "-q").out
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    shown = command(*arguments, reference, prediction, "-q").out
    assert " ".join(words) in piped
    assert max(map(len, shown.splitlines())) <= 70
    assert "…" in shown
