"""Write data sets into the file of a project: what stands there stays as it is."""

import json
import os
import tomllib
from collections.abc import Collection
from pathlib import PurePath
from typing import Final

from nerinspect.errors import DataError, NerinspectError, shown
from nerinspect.io.content import read_content
from nerinspect.io.names import parse_named_path
from nerinspect.io.output import write_whole
from nerinspect.io.project import OPTIONS, PATHS, Project, field_of, parse_project
from nerinspect.io.request import LoadRequest

_GENERIC: Final = frozenset({"test", "dev", "valid", "validation", "gold", "reference", "eval"})
"""Names of files that say less than the folder they are in."""


def data_set_name(request: LoadRequest) -> str:
    """Suggest a name for the data set of a request: that of the reference, or of its folder if that says more."""
    path = PurePath(parse_named_path(request.reference).path)
    stem = path.name.partition(".")[0]
    return path.parent.name if stem.casefold() in _GENERIC and path.parent.name else stem or path.name


def add_data_set(path: str, name: str, request: LoadRequest) -> Project:
    """Add a data set to a project, which is made if it is not there.

    Parameters
    ----------
    path : str
        The file of the project, absolute.
    name : str
        The new data set; none of the project may be called so.
    request : LoadRequest
        Its files, with absolute paths, and how they are read.

    Returns
    -------
    Project
        As it stands in the file now.

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
        raise DataError(path, f"{shown(name)} cannot be added to what stands there", "choose another file for it")
    write_whole([(path, lambda file: file.write(after.encode()))], request.files)
    return project


def name_taken(path: str, name: str) -> DataError:
    """Say that a data set of a project is called so already."""
    return DataError(path, f"a data set is called {shown(name)} already", "choose another name")


def data_set_text(name: str, request: LoadRequest, folder: str, shared: Collection[str] = ()) -> str:
    """Write a data set as TOML.

    Parameters
    ----------
    name : str
        As tables call it.
    request : LoadRequest
        Its files, with absolute paths, and how they are read.
    folder : str
        Where the project is: paths below it count from there.
    shared : collection of str
        Options that the project chooses for all data sets: they are written even where they have their default.

    Returns
    -------
    str
        A table `[[data]]`, for the end of the file of a project.
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
