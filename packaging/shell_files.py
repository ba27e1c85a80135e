"""Write the manual pages and the completions of shells, from the commands themselves, into a tree of shared files.

    .venv/bin/python packaging/shell_files.py /usr/local/share

Each command has its page (`man nerinspect-score`), with the words and groups of its help.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
from click.shell_completion import BashComplete, FishComplete, ZshComplete

from nerinspect import __version__
from nerinspect.cli.main import nerinspect

_COMPLETIONS = {
    "bash-completion/completions/nerinspect": BashComplete,
    "zsh/vendor-completions/_nerinspect": ZshComplete,
    "fish/vendor_completions.d/nerinspect.fish": FishComplete,
}
"""Where Debian's shells look."""


class ManualPage(click.HelpFormatter):
    """Takes what a command writes as its help, and writes it as a manual page."""

    def __init__(self, name: str, summary: str) -> None:
        super().__init__()
        self.write(f'.TH "{_escaped(name.upper())}" 1 "" "nerinspect {__version__}" "User Commands"\n.ad l\n.nh\n')
        self.write(f".SH NAME\n{_escaped(name)} \\- {_escaped(summary.rstrip('.'))}\n")

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Begin with the synopsis; what follows describes the command."""
        self.write(f".SH SYNOPSIS\n.B {_escaped(prog)}\n{_escaped(args)}\n.SH DESCRIPTION\n")

    def write_text(self, text: str) -> None:
        """Write paragraphs; those that begin with a backspace keep their lines."""
        for paragraph in re.split(r"\n\s*\n", text):
            lines = [_escaped(line) for line in paragraph.split("\n")]
            is_kept = lines[0].strip() == "\b"
            self.write("\n".join([".PP", *([".nf", *lines[1:], ".fi"] if is_kept else lines)]) + "\n")

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write options or commands, each with its words."""
        for term, words in rows:
            self.write(f".TP\n.B {_escaped(term)}\n{_escaped(words)}\n")

    def write_paragraph(self) -> None:
        """Write nothing: each part begins anew by itself."""

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        """Begin a section."""
        self.write(f".SH {_escaped(name.upper())}\n")
        yield


def _escaped(text: str) -> str:
    """Keep lines from being read as requests, and hyphens as they are typed; let choices be parted."""
    return re.sub(r"^(?=[.'])", r"\\&", text.strip(" ").replace("\\", r"\e").replace("-", r"\-").replace("|", r"|\:"))


def manual_pages(command: click.Command, parent: click.Context | None = None) -> Iterator[tuple[str, str]]:
    """Give the page of a command and those of its subcommands, each with its name."""
    context = click.Context(command, parent=parent, info_name=command.name)
    name = context.command_path.replace(" ", "-")
    page = ManualPage(name, command.get_short_help_str(limit=1_000))
    command.format_usage(context, page)
    command.format_help_text(context, page)
    command.format_options(context, page)
    if command.epilog:
        page.write(".SH EXAMPLES\n")
        command.format_epilog(context, page)
    if parent is not None:
        above = parent.command_path.replace(" ", "-")
        page.write(f".SH SEE ALSO\n.BR {_escaped(above)} (1)\n")
    yield name, page.getvalue()
    if isinstance(command, click.Group):
        for sub in command.list_commands(context):
            yield from manual_pages(command.commands[sub], context)


def main(share: Path) -> None:
    """Write all files."""
    files = {f"man/man1/{name}.1": page for name, page in manual_pages(nerinspect)}
    for path, shell in _COMPLETIONS.items():
        completion = shell(nerinspect, {}, "nerinspect", "_NERINSPECT_COMPLETE")
        files[path] = completion.source_template % completion.source_vars()
    for path, text in files.items():
        (share / path).parent.mkdir(parents=True, exist_ok=True)
        (share / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
