"""The program `nerinspect`: finds the subcommand, imports it alone, and turns every mistake into one calm line."""

import errno
import gc
import os
import sys
from collections import UserDict
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from nerinspect import __version__
from nerinspect.cli.commands import offered_files
from nerinspect.errors import NerinspectError, UnknownNameError, nearest_name
from nerinspect.visible import one_line

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class Subcommands(UserDict[str, Any]):
    """Commands by name; one that stands there as `module:function` of `nerinspect.cli` is imported when asked for."""

    def __getitem__(self, name: str) -> click.Command:
        if isinstance(self.data[name], str):
            module, _, function = self.data[name].partition(":")
            self.data[name] = getattr(import_module(f"nerinspect.cli.{module}"), function)
        command: click.Command = self.data[name]
        return command


class OpenByDefault(click.Group):
    """A group that takes arguments without a subcommand as those of `open`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `open` before arguments that name no subcommand; a word like one that names no file is told."""
        if not args and ctx.resilient_parsing:  # a shell asks what could stand there
            return super().parse_args(ctx, args)
        if not args or (args[0] not in self.commands and args[0] not in ("--help", "--version")):
            if args and args[0].isalpha() and nearest_name(args[0], self.commands) and not os.path.exists(args[0]):
                raise UnknownNameError("subcommand or file", args[0], self.commands)
            args = ["open", *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Offer subcommands, else files: the first word may be the reference."""
        return super().shell_complete(ctx, incomplete) or offered_files(incomplete)


@click.group(cls=OpenByDefault)
@click.version_option(__version__, prog_name="nerinspect")
def nerinspect() -> None:
    """See, filter and export the errors of named-entity recognition.

    Without a subcommand the window opens.

    Example: nerinspect test.conll pred.conll
    """


nerinspect.commands = Subcommands(
    {
        "open": "gui:open_window",
        "demo": "gui:demo",
        "events": "listing:events",
        "score": "tables:score",
        "schemes": "tables:schemes",
        "confusion": "tables:confusion",
        "errors": "tables:errors",
        "tough": "parts:tough",
        "buckets": "parts:buckets",
        "diagnose": "parts:diagnose",
        "compare": "compare:compare",
        "diff": "compare:diff",
        "retention": "parts:retention",
        "relations": "relations:relations",
        "swap": "swap:swap",
        "agreement": "agreement:agreement",
        "consistency": "agreement:consistency",
        "validate": "labels:validate",
        "repair": "labels:repair",
        "convert": "labels:convert",
        "count": "labels:count",
        "summarize": "labels:summarize",
        "index": "index:index",
        "project": "project:project",
        "review": "review:review",
        "signature": "compare:signature",
    }
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the program with some arguments, or those of the process, and exit."""
    _replace_closed_streams()
    status = run(arguments)
    gc.freeze()  # so that Python ends without looking for cycles
    sys.exit(status)


def main_without_terminal() -> None:
    """Run the program as desktops start it, where nobody sees standard error: a mistake is shown in a box as well."""
    _replace_closed_streams()
    status, mistake = _outcome(None)
    _say(mistake)
    if mistake:
        from nerinspect.cli.gui import show_mistake

        show_mistake(one_line(mistake))
    sys.exit(status)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status: 0 done, 1 the data is at fault, 2 the command line is."""
    status, mistake = _outcome(arguments)
    _say(mistake)
    return status


def _outcome(arguments: Sequence[str] | None) -> tuple[int, str]:
    """Run the program; give its exit status and the mistake that ended it, if any."""
    try:
        result = nerinspect.main(args=arguments, prog_name="nerinspect", standalone_mode=False)
    except NerinspectError as mistake:
        return mistake.exit_status, str(mistake)
    except click.UsageError as mistake:
        where = f"; see {mistake.ctx.command_path} --help" if mistake.ctx else ""
        return 2, mistake.format_message().rstrip(".") + where
    except click.exceptions.Exit as ended:
        return ended.exit_code, ""
    except (click.Abort, KeyboardInterrupt):
        return 130, "stopped; nothing was written"
    except MemoryError:
        return 1, "there is not enough memory; do less at once, or close other programs"
    except OSError as mistake:
        if mistake.errno == errno.ENOENT and not _has_directory():
            return 1, "the current folder no longer exists; change to another one and try again"
        if mistake.errno == errno.EBADF:
            problem = "standard output is closed; leave it open, or choose a file with -o"
        elif mistake.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO):
            problem = f"standard output: {mistake.strerror}; make room or choose another place"
        else:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1, problem
    return result if isinstance(result, int) else 0, ""


def _replace_closed_streams() -> None:
    """Let streams that are closed refuse what is asked of them, and no file of ours be taken for one of them."""
    ways = {"stdin": ("r", os.O_WRONLY), "stdout": ("w", os.O_RDONLY), "stderr": ("w", os.O_WRONLY)}
    for name, (mode, way) in ways.items():  # in this order, for what is opened gets the lowest number that is free
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.open(os.devnull, way), mode, encoding="utf-8"))  # noqa: SIM115


def _has_directory() -> bool:
    try:
        os.getcwd()
    except FileNotFoundError:
        return False
    return True


def _say(mistake: str) -> None:
    """Say one line, whatever characters the data put into it."""
    if mistake:
        click.echo(f"nerinspect: {one_line(mistake)}", err=True)
