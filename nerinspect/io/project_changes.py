"""Rename, move and remove data sets in the file of a project: all other lines stay as they are."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from nerinspect.errors import DataError
from nerinspect.io.content import read_content
from nerinspect.io.output import write_whole
from nerinspect.io.project import DataSet, Project, parse_project
from nerinspect.io.project_writing import name_taken, quoted

_HEAD: Final = re.compile(r"(?:^[ \t]*#.*\n)*^[ \t]*\[\[[ \t]*data[ \t]*\]\]|^[ \t]*\[[ \t]*options\b", re.MULTILINE)
"""Where a data set begins, with the comment above it, or what is shared by all."""

_TABLE: Final = re.compile(r"^[ \t]*\[\[[ \t]*data[ \t]*\]\].*\n?", re.MULTILINE)
_NAME: Final = re.compile(r"""^([ \t]*name[ \t]*=[ \t]*)("(?:[^"\\\n]|\\.)*"|'[^'\n]*')""", re.MULTILINE)


@dataclass(frozen=True)
class ProjectChange:
    """A change that was made in the file of a project.

    Attributes
    ----------
    project : Project
        As it stands in the file now.
    before, after : str
        The whole file.
    """

    project: Project
    before: str
    after: str


def rename_data_set(project: Project, place: int, name: str) -> ProjectChange:
    """Call a data set otherwise.

    Parameters
    ----------
    project : Project
        As it was read.
    place : int
        The data set.
    name : str
        No other of the project may be called so.

    Raises
    ------
    NerinspectError
        If the name is taken, the file is another than the one that was read, or cannot be written; then it stays as
        it was.
    """
    if name in (one.name for number, one in enumerate(project.data_sets) if number != place):
        raise name_taken(project.path, name)
    texts, places = _parts(project)
    part = texts[places[place]]
    named, n_found = _NAME.subn(lambda found: found[1] + quoted(name), part, count=1)
    texts[places[place]] = named if n_found else _TABLE.sub(lambda found: _with_name(found[0], name), part, count=1)
    data_sets = [*project.data_sets]
    data_sets[place] = replace(data_sets[place], name=name)
    return _write(project, texts, data_sets)


def move_data_set(project: Project, place: int, step: int) -> ProjectChange:
    """Let a data set and its neighbour above (`step` -1) or below (1) change places; see `rename_data_set`."""
    texts, places = _parts(project)
    one, other = places[place], places[place + step]
    (first, first_end), (second, second_end) = (_body_and_end(texts[part]) for part in (one, other))
    texts[one], texts[other] = second + (first_end or "\n"), first + (second_end or "\n")
    data_sets = [*project.data_sets]
    data_sets[place], data_sets[place + step] = data_sets[place + step], data_sets[place]
    return _write(project, texts, data_sets)


def remove_data_set(project: Project, place: int) -> ProjectChange:
    """Take a data set out of a project; its files stay where they are; see `rename_data_set`."""
    if len(project.data_sets) == 1:
        raise DataError(project.path, "this is its only data set", "delete the file, if you need it no more")
    texts, places = _parts(project)
    texts[places[place]] = ""
    return _write(project, texts, [one for number, one in enumerate(project.data_sets) if number != place])


def undo_change(change: ProjectChange) -> Project:
    """Write the file as it was before a change.

    Raises
    ------
    NerinspectError
        If it was changed again since, or cannot be written.
    """
    path = change.project.path
    if _read(path) != change.after:
        raise _changed(path)
    write_whole([(path, lambda file: file.write(change.before.encode()))], ())
    return parse_project(path, change.before)


def _parts(project: Project) -> tuple[list[str], list[int]]:
    """Cut the file into its tables, and tell which of them are the data sets."""
    text = _read(project.path)
    if parse_project(project.path, text) != project:
        raise _changed(project.path)
    starts = [found.start() for found in _HEAD.finditer(text)]
    texts = [text[first:last] for first, last in pairwise([0, *starts, len(text)])]
    places = [number for number, part in enumerate(texts) if _TABLE.search(part)]
    if len(places) != len(project.data_sets):
        raise _unclear(project.path)
    return texts, places


def _write(project: Project, texts: Sequence[str], data_sets: Sequence[DataSet]) -> ProjectChange:
    """Write the file, if it would be understood as it is meant."""
    before, after = _read(project.path), "".join(texts)
    changed = parse_project(project.path, after)
    if changed != Project(project.path, tuple(data_sets)):
        raise _unclear(project.path)
    write_whole([(project.path, lambda file: file.write(after.encode()))], ())
    return ProjectChange(changed, before, after)


def _read(path: str) -> str:
    return read_content(path).data.decode()


def _with_name(head: str, name: str) -> str:
    return f"{head.rstrip()}\nname = {quoted(name)}\n"


def _body_and_end(text: str) -> tuple[str, str]:
    """Part a table from the empty lines below it."""
    body = text.rstrip()
    return body, text[len(body) :]


def _changed(path: str) -> DataError:
    return DataError(path, "it has changed on disk since it was opened", "read it again with F5, then change it")


def _unclear(path: str) -> DataError:
    return DataError(path, "its tables cannot be told apart", "change it in a text editor")
