"""Add, rename, move and remove data sets in the file of a project: all other lines stay as they are."""

import json
import os
import re
import tomllib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import PurePath
from typing import Final

from nerinspect.errors import DataError, NerinspectError, shown
from nerinspect.io.content import read_content
from nerinspect.io.projects.project import OPTIONS, PATHS, DataSet, Project, field_of, parse_project
from nerinspect.io.request import LoadRequest, parse_named_path
from nerinspect.io.writing.whole_files import write_whole

_GENERIC: Final = frozenset({"test", "dev", "valid", "validation", "gold", "reference", "eval"})
"""Names of files that say less than the folder they are in."""


def data_set_name(request: LoadRequest) -> str:
    """Suggest a name for the data set of a request: that of the reference, or of its folder if that says more."""
    path = PurePath(parse_named_path(request.reference).path)
    stem = path.name.partition(".")[0]
    return path.parent.name if stem.casefold() in _GENERIC and path.parent.name else stem or path.name


def add_data_set(path: str, name: str, request: LoadRequest) -> Project:
    """Add a data set of files with absolute paths to a project, which is made if it is not there.

    Raises
    ------
    NerinspectError
        If the file is no project, the name is taken, or it cannot be written; then it stays as it was.
    """
    before, shared = "", frozenset[str]()
    if os.path.exists(path):
        before = read_content(path).data.decode()
        if name in (one.name for one in parse_project(path, before).data_sets):
            raise name_taken(path, name)
        shared = frozenset(tomllib.loads(before).get("options", ()))
    text = data_set_text(name, request, os.path.dirname(path), shared)
    after = f"{before.rstrip()}\n\n{text}".lstrip()
    project = _understood(path, after, request)
    if project is None:
        raise DataError(path, f"{shown(name)} cannot be added to this file", "choose another file for it")
    write_whole([(path, lambda file: file.write(after.encode()))], request.files)
    return project


def name_taken(path: str, name: str) -> DataError:
    """Say that a data set of a project is called so already."""
    return DataError(path, f"there is already a data set called {shown(name)}", "choose another name")


def data_set_text(name: str, request: LoadRequest, folder: str, shared: Collection[str] = ()) -> str:
    """Write a data set as a table `[[data]]` of TOML, for the end of the file of a project.

    Absolute paths below `folder`, where the project is, count from there. Options that the project chooses for all data
    sets, `shared`, are written even where they have their default.
    """
    default = LoadRequest("")
    predictions = [quoted(_short(argument, folder)) for argument in request.predictions]
    lines = ["[[data]]", f"name = {quoted(name)}", f"reference = {quoted(_short(request.reference, folder))}"]
    if predictions:
        lines += ["predictions = [", *(f"    {one}," for one in predictions), "]"]
    if request.training:
        lines.append(f"training = {quoted(_short(request.training, folder))}")
    for option in OPTIONS:
        value = getattr(request, field_of(option))
        if option in shared or value != getattr(default, field_of(option)):
            lines.append(f"{option} = {_value(value, folder if option in PATHS else '')}")
    if request.choices:
        lines.append(f"for = {{{_choices(request, folder)}}}")
    return "\n".join(lines) + "\n"


def _understood(path: str, text: str, request: LoadRequest) -> Project | None:
    """Read what is to be written; None if the last data set is not the one that is meant."""
    try:
        text.encode()
        project = parse_project(path, text)
    except (NerinspectError, UnicodeEncodeError):
        return None
    return project if project.data_sets[-1].request == request else None


def _choices(request: LoadRequest, folder: str) -> str:
    files: dict[str, list[str]] = {}
    for path, option, value in request.choices:
        files.setdefault(path, []).append(f"{option} = {quoted(value)}")
    return ", ".join(f"{quoted(_below(path, folder))} = {{{', '.join(own)}}}" for path, own in files.items())


def _value(value: object, folder: str) -> str:
    if isinstance(value, bool | int):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(_value(one, folder) for one in value)}]"
    return quoted(_below(str(value), folder) if folder else str(value))


def _short(argument: str, folder: str) -> str:
    """Let the path in `PATH` or `NAME=PATH` count from a folder if it is below it."""
    file = parse_named_path(argument)
    path = _below(file.path, folder) + (f"#{file.key}" if file.key else "")
    return f"{','.join(file.names)}={path}" if file.names else path


def _below(path: str, folder: str) -> str:
    """Let a path count from a folder if it is below it, and if it cannot be taken for `NAME=PATH` then."""
    short = path.removeprefix(folder.rstrip(os.sep) + os.sep)
    return path if "=" in short or os.path.isabs(short) else short


def quoted(text: str) -> str:
    """Write text as TOML does, which is as JSON does but for one character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


_HEAD: Final = re.compile(
    r"(?:^[ \t]*#.*\n)*^[ \t]*\[\[[ \t]*data[ \t]*\]\]|^[ \t]*\[[ \t]*(?:options|systems)\b", re.MULTILINE
)
"""Where a data set begins, with the comment above it, what is shared by all, or what is said of systems."""

_TABLE: Final = re.compile(r"^[ \t]*\[\[[ \t]*data[ \t]*\]\].*\n?", re.MULTILINE)
_NAME: Final = re.compile(r"""^([ \t]*name[ \t]*=[ \t]*)("(?:[^"\\\n]|\\.)*"|'[^'\n]*')""", re.MULTILINE)


@dataclass(frozen=True)
class ProjectChange:
    """A change that was made in the file of a project, with the whole file before and after it."""

    project: Project
    before: str
    after: str


def rename_data_set(project: Project, place: int, name: str) -> ProjectChange:
    """Call the data set at a place otherwise, by a name that no other of the project has."""
    if name in (one.name for number, one in enumerate(project.data_sets) if number != place):
        raise name_taken(project.path, name)
    texts, places = _parts(project)
    part = texts[places[place]]
    named, n_found = _NAME.subn(lambda found: found[1] + quoted(name), part, count=1)
    if not n_found:
        named = _TABLE.sub(lambda found: f"{found[0].rstrip()}\nname = {quoted(name)}\n", part, count=1)
    texts[places[place]] = named
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
        raise DataError(project.path, "this is its only data set", "delete the file, if you no longer need it")
    texts, places = _parts(project)
    texts[places[place]] = ""
    return _write(project, texts, [one for number, one in enumerate(project.data_sets) if number != place])


def undo_change(change: ProjectChange) -> Project:
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
    if changed != replace(project, data_sets=tuple(data_sets)):
        raise _unclear(project.path)
    write_whole([(project.path, lambda file: file.write(after.encode()))], ())
    return ProjectChange(changed, before, after)


def _read(path: str) -> str:
    return read_content(path).data.decode()


def _body_and_end(text: str) -> tuple[str, str]:
    """Part a table from the empty lines below it."""
    body = text.rstrip()
    return body, text[len(body) :]


def _changed(path: str) -> DataError:
    return DataError(path, "it has changed on disk since it was opened", "read it again with F5, then change it")


def _unclear(path: str) -> DataError:
    return DataError(path, "its tables cannot be distinguished", "change it in a text editor")
