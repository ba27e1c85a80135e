"""Manual pages hold every command and option; shells complete them."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from nerinspect.cli.main import nerinspect
from tests.packaging.test_constraints import CHECKOUT


def commands(command: click.Command, parent: click.Context | None = None) -> Iterator[click.Context]:
    context = click.Context(command, parent=parent, info_name=command.name)
    yield context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            yield from commands(command.commands[name], context)


COMMANDS = list(commands(nerinspect))


@pytest.fixture(scope="module")
def share(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the files."""
    folder = tmp_path_factory.mktemp("share")
    subprocess.run([sys.executable, CHECKOUT / "packaging" / "shell_files.py", folder], check=True)
    return folder


def test_each_command_has_a_page_with_each_option(share: Path) -> None:
    pages = {path.name: path.read_text(encoding="utf-8") for path in share.glob("man/man1/*")}
    assert set(pages) == {f"{context.command_path.replace(' ', '-')}.1" for context in COMMANDS}
    for context in COMMANDS:
        page = pages[f"{context.command_path.replace(' ', '-')}.1"]
        terms = " ".join(re.findall(r"^\.TP\n\.B (.*)", page, re.MULTILINE)).replace("\\-", "-")
        for option in context.command.get_params(context):
            if isinstance(option, click.Option) and not option.hidden:
                assert [name for name in (*option.opts, *option.secondary_opts) if name not in terms] == []
        if isinstance(context.command, click.Group):
            assert set(context.command.commands) - set(terms.split()) == set()


@pytest.mark.skipif(shutil.which("man") is None, reason="not installed: man")
def test_pages_are_set_without_a_warning(share: Path) -> None:
    pages = sorted(share.glob("man/man1/*"))
    environment = {**os.environ, "MANWIDTH": "80", "MANPAGER": "cat", "LC_ALL": "C.UTF-8"}
    told = subprocess.run(
        ["man", "--warnings=char,escape,font,input,mac,missing,syntax", "-l", *pages],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stderr == ""
    assert "--fail-under F1" in told.stdout


@pytest.mark.skipif(shutil.which("bash") is None, reason="not installed: bash")
def test_bash_completes_from_the_file(share: Path) -> None:
    script = (
        'source "$0"; COMP_WORDS=(nerinspect score --fai); COMP_CWORD=2; COMPREPLY=();'
        '_nerinspect_completion nerinspect; echo "${COMPREPLY[@]}"'
    )
    told = subprocess.run(
        ["bash", "-c", script, share / "bash-completion" / "completions" / "nerinspect"],
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == "--fail-under\n"
