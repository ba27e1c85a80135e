"""The commands that the pages about the papers give, by what they make."""

import re
import shlex
from collections.abc import Mapping

from tests.guide.test_pages import rows_of

PAGES = ("papers", "papers-buckets", "papers-relations")
_COMMAND = re.compile(r"`nerinspect ([^`]+)`")


def commands_of(page: str) -> dict[str, list[list[str]]]:
    """Give the arguments of the commands in each row of a page, by what the row says is printed."""
    rows = [row for row in rows_of(page, 3) if row[0] != "Printed"]
    return {printed: [shlex.split(found) for found in _COMMAND.findall(command)] for printed, command, _ in rows}


def commands_for(page: str, beginning: str) -> list[list[str]]:
    """Give the arguments of the commands in the one row that begins with some words."""
    [found] = [commands for printed, commands in commands_of(page).items() if printed.startswith(beginning)]
    return found


def with_files(arguments: list[str], files: Mapping[str, str]) -> list[str]:
    """Put files in the place of those that the pages name, also behind `NAME=`; an empty name leaves one out."""
    found = []
    for argument in arguments:
        name, equals, path = argument.rpartition("=")
        real = files.get(path, path)
        found += [f"{name}{equals}{real}"] * bool(real)
    return found
