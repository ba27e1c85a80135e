"""Names of systems and runs, and the paths users write."""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from nerinspect.errors import CommandError

RETENTION = "retention"
"""Reserved for the retention heuristic."""

_DROPPED_SUFFIXES = (".txt", ".tsv", ".conll", ".json", ".jsonl")


@dataclass(frozen=True)
class NamedPath:
    """What a user wrote for one file.

    Attributes
    ----------
    path : str
        The file.
    names : tuple of str
        Explicit names before `=`; several only for a merged file.
    key : str or None
        Which list of a JSON file with several lists.
    """

    path: str
    names: tuple[str, ...] = ()
    key: str | None = None


def parse_named_path(argument: str) -> NamedPath:
    """Read `PATH`, `NAME=PATH` or `A,B=PATH`, each with an optional `#KEY`.

    A path that holds `=` begins with `./`, `../` or `/`. A file that is called `a#b` is found before the list `b`.

    Parameters
    ----------
    argument : str
        What the user wrote.

    Returns
    -------
    NamedPath
        Its parts.

    Raises
    ------
    CommandError
        If a name is empty or reserved, or the path is empty.
    """
    before, equals, path = argument.partition("=")
    if not equals or before.startswith((".", "/")):
        before, path = "", argument
    names = tuple(before.split(",")) if before else ()
    if (equals and not before and not argument.startswith((".", "/"))) or not all(names) or not path:
        raise CommandError(f"“{argument}” names no file; write NAME=PATH, or ./ before a path that holds =")
    if RETENTION in names:
        raise CommandError(f"the name {RETENTION} is reserved for the retention heuristic; choose another")
    if "#" in path and not os.path.exists(path):
        path, _, key = path.rpartition("#")
        return NamedPath(path, names, key)
    return NamedPath(path, names)


def stem(path: str) -> str:
    """Give the file name without the endings that say nothing about the system."""
    name = PurePath(path).name.removesuffix(".gz")
    for suffix in _DROPPED_SUFFIXES:
        if name.endswith(suffix) and name != suffix:
            return name.removesuffix(suffix)
    return name


def system_names(files: Sequence[NamedPath]) -> list[tuple[str, int]]:
    """Name the system and number the run of each prediction file.

    Parameters
    ----------
    files : sequence of NamedPath
        In the order given, each with at most one name.

    Returns
    -------
    list of (str, int)
        Name and run. Only an explicit name groups runs; equal file names get as many parent folders as needed.

    Raises
    ------
    CommandError
        If one file is given twice without names, or a name is given several times.
    """
    for file in files:
        if len(file.names) > 1:
            raise CommandError(f"“{','.join(file.names)}={file.path}”: several names are for a merged file alone")
    explicit = {file.names[0] for file in files if file.names}
    implicit = _distinct_names([file for file in files if not file.names], explicit)
    n_runs: Counter[str] = Counter()
    named = []
    for file in files:
        name = file.names[0] if file.names else next(implicit)
        n_runs[name] += 1
        named.append((name, n_runs[name]))
    return named


def _distinct_names(files: Sequence[NamedPath], taken: set[str]) -> Iterator[str]:
    """Tell equal stems apart by parent folders."""
    parents = [PurePath(file.path).parent.parts for file in files]
    bases = [stem(file.path) + (f"#{file.key}" if file.key else "") for file in files]
    names = list(bases)
    for depth in range(1, max(map(len, parents), default=0) + 2):
        counts = Counter(names)
        clashing = {name for name, count in counts.items() if count > 1 or name in taken or name == RETENTION}
        if not clashing:
            break
        for place, name in enumerate(names):
            if name in clashing:
                names[place] = "/".join((*parents[place][-depth:], bases[place]))
    clash = next((name for name, count in Counter(names).items() if count > 1 or name in taken), None)
    if clash:
        raise CommandError(f"the system {clash} is given twice; name its runs alike (A=PATH A=PATH) or differently")
    return iter(names)
