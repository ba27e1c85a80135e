"""A project: several data sets, each with predictions and training data, in one TOML file, read and changed."""

import json
import os
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import inf
from pathlib import PurePath
from typing import Any, Final, NamedTuple

from nerinspect.corpus.text import MATCHINGS
from nerinspect.errors import CommandError, DataError, NerinspectError, nearest_name, shown
from nerinspect.io.content import STANDARD_INPUT, read_content
from nerinspect.io.request import FILE_CHOICES, TOKEN_RULES, LoadRequest, field_of, one_of, parse_named_path
from nerinspect.io.writing.whole_files import write_whole


@dataclass(frozen=True)
class DataSet:
    """One data set of a project, with a name of its own: its files, and how they are read."""

    name: str
    request: LoadRequest


@dataclass(frozen=True)
class Project:
    """The data sets that a file names, in its order.

    `features`: what the file says of systems, by their names and those of the features.
    """

    path: str
    data_sets: tuple[DataSet, ...]
    features: Mapping[str, Mapping[str, str | int | float]] = field(default_factory=dict)

    @property
    def files(self) -> tuple[str, ...]:
        """The file itself and every file that it names."""
        return (self.path, *(path for data_set in self.data_sets for path in data_set.request.files))


def _words(name: str, text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()


_NUMBER: Final = FILE_CHOICES["token-column"]
_FLAG: Final = FILE_CHOICES["comments"]
_ENCODING: Final = FILE_CHOICES["encoding"]
_REPAIR: Final = FILE_CHOICES["repair"]

_PART: Final = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_DEEP_KEY: Final = re.compile(rf"{_PART}(?:[ \t]*\.[ \t]*{_PART}){{20}}")

_READERS: Final[Mapping[str, Callable[[str, str], Any]]] = {
    **FILE_CHOICES,
    "encoding-reference": _ENCODING,
    "encoding-training": _ENCODING,
    "repair-reference": _REPAIR,
    "training-label-column": _NUMBER,
    "tokens": one_of(TOKEN_RULES),
    "matching": one_of(MATCHINGS),
    "retention": _FLAG,
    "keep-types": _words,
    "remove-types": _words,
    "map-types": lambda name, text: text,
    "attributes": _words,
}
"""The options of loading by their names on the command line, and how a value is read."""

OPTIONS: Final = tuple(_READERS)
"""What may be chosen for a data set, besides its files and `for`, which holds choices for one file alone."""

PATHS: Final = frozenset({"map-types", "attributes"})  # the options whose values are paths

_NUMBERS: Final = ((int, str), False, "a number such as 0 or -1")
_FLAGS: Final = ((bool, str), False, "true or false")
_WORDS: Final = ((str, int), True, "a list of texts in quotes")

_VALUES: Final[Mapping[str, tuple[tuple[type, ...], bool, str]]] = {
    "token-column": _NUMBERS,
    "training-label-column": _NUMBERS,
    "label-column": ((int, str), True, "a number such as 0 or -1, or a list of them"),
    "comments": _FLAGS,
    "retention": _FLAGS,
    **dict.fromkeys(("label-names", "keep-types", "remove-types", "attributes"), _WORDS),
}
"""What the value of an option may be, whether several may stand in a list, and in words; all others are texts."""

_FILES: Final = ("name", "reference", "predictions", "training")
_FOR: Final = "for"


def read_project(path: str) -> Project:
    """Read the file of a project, but none of its data.

    Parameters
    ----------
    path : str
        A TOML file with a table `[[data]]` for each data set: `reference`, `predictions` (a list), `training`, `name`,
        and any option of loading by its name on the command line; `for` holds those of one file alone, by its path;
        `[options]` holds those of all data sets, `[systems.NAME]` features of a system. Paths count from its folder.
    """
    return parse_project(path, read_content(path).data.decode())


def parse_project(path: str, text: str) -> Project:
    """Understand what stands in the file of a project, or would; see `read_project`."""
    content = _parsed(path, text)
    for key in content:
        _check(path, "the file", key, ("data", "options", "systems"))
    tables, shared = content.get("data", []), content.get("options", {})
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        raise DataError(path, "it names no data set", "begin each with a line [[data]]")
    if not isinstance(shared, dict):
        raise DataError(path, "options is not a table", "write [options] on a line of its own")
    data_sets = tuple(_data_set(path, number, shared | table) for number, table in enumerate(tables, start=1))
    names = [one.name for one in data_sets]
    if twice := next((name for name, times in Counter(names).items() if times > 1), None):
        raise DataError(path, f"two data sets are called {shown(twice)}", "give each a unique name with name =")
    return Project(path, data_sets, _features(path, content.get("systems", {})))


def _features(path: str, systems: object) -> dict[str, dict[str, str | int | float]]:
    """Read what is said of systems: words and numbers."""
    if not isinstance(systems, dict) or not all(isinstance(own, dict) for own in systems.values()):
        raise DataError(path, "systems is not a table of systems", "write [systems.mbert], say, above the features")
    for name, own in systems.items():
        for feature, value in own.items():
            if type(value) not in (str, int, float) or value in ("", inf, -inf) or value != value:
                where = f"{feature} of the system {shown(name)}"
                raise DataError(path, f"{where} is {_in_words(value)}", "write a number, or a text in quotes")
    return systems


def _parsed(path: str, text: str) -> dict[str, Any]:
    if _DEEP_KEY.search(text):  # the memory they take grows with the square of their parts
        raise DataError(path, "a key has more parts with dots between them than any project needs", "fix it there")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise DataError(path, "lists or tables are nested too deep", "fix it there") from None
    except tomllib.TOMLDecodeError as mistake:
        said, _, place = str(mistake).partition(" (at ")
        where = f" at {place.rstrip(')')}" if place else ""
        raise DataError(path, f"this is not valid TOML: {said[:1].lower()}{said[1:]}{where}", "fix it there") from None
    except ValueError:
        raise DataError(path, "it contains too long a number", "fix it there") from None


def _data_set(path: str, number: int, table: Mapping[str, Any]) -> DataSet:
    where = f"data set {number}"
    for key in table:
        _check(path, where, key, (*_FILES, *OPTIONS, _FOR))
    files = {key: table[key] for key in _FILES if key in table}
    if "reference" not in files:
        raise DataError(path, f"{where} names no reference", 'add a line such as reference = "test.conll"')
    predictions = files.get("predictions", [])
    texts = predictions if isinstance(predictions, list) else [predictions]
    named = [(key, files[key]) for key in files if key != "predictions"]
    for key, value in (*named, *(("predictions", text) for text in texts)):
        if not isinstance(value, str) or not value:
            what = "a name" if key == "name" else "a path"
            raise DataError(path, f"{key} of {where} is {_in_words(value)}", f"write {what} in quotes")
        if key != "name" and value.rpartition("=")[2] == STANDARD_INPUT:
            raise DataError(path, f"{key} of {where} is standard input", "name a file, or ./- for one that is called -")
    folder = os.path.dirname(path)
    given = {key: _read(path, where, key, table[key], _READERS) for key in OPTIONS if key in table}
    given = {key: _placed(folder, value) if key in PATHS else value for key, value in given.items()}
    request = LoadRequest(
        _below(folder, files["reference"]),
        tuple(_below(folder, text) for text in texts),
        training=_below(folder, files["training"]) if "training" in files else None,
        choices=tuple(_choices(path, where, table.get(_FOR, {}))),
        **{field_of(key): value for key, value in given.items()},
    )
    return DataSet(files.get("name", os.path.basename(files["reference"])), request)


def _check(path: str, where: str, key: str, known: tuple[str, ...]) -> None:
    if key not in known:
        nearest = nearest_name(key, known)
        remedy = f"write {nearest} if that is meant, or remove it" if nearest else f"write one of {', '.join(known)}"
        raise DataError(path, f"{where} has an unknown key {shown(key)}", remedy)


def _choices(path: str, where: str, files: object) -> Iterator[tuple[str, str, str]]:
    """Give path, option and value of each choice for one file alone."""
    if not isinstance(files, dict) or not all(isinstance(options, dict) for options in files.values()):
        raise DataError(path, f"for of {where} is not a table", 'write for = {"pred.txt" = {label-column = 2}}')
    for file, options in files.items():
        for key, value in options.items():
            _check(path, f"{where}, for {shown(file)},", key, tuple(FILE_CHOICES))
            _read(path, where, key, value, FILE_CHOICES)
            yield _below(os.path.dirname(path), file), key, _text(key, value)


def option_value(key: str, value: object) -> Any:  # noqa: ANN401 - each option has a type of its own
    """Give the value of one of the `OPTIONS` as a `LoadRequest` has it, as the command line would read it.

    Raises
    ------
    CommandError
        If the option cannot have it.
    """
    return _READERS[key](key, _text(key, value))


def _read(path: str, where: str, key: str, value: object, readers: Mapping[str, Callable[[str, str], Any]]) -> Any:  # noqa: ANN401 - each option has a type of its own
    """Read the value of an option as the command line would."""
    try:
        return readers[key](key, _text(key, value))
    except NerinspectError as mistake:
        raise DataError(path, f"{where}: {mistake}", "fix it there") from None


def _text(key: str, value: object) -> str:
    """Write a value as on the command line; refuse one that the option cannot have."""
    types, is_list, expected = _VALUES.get(key, ((str,), False, "a text in quotes"))
    parts = value if is_list and isinstance(value, list) else [value]
    for part in parts:
        if type(part) not in types:
            found = _in_words(part) if part is value else f"a list with {_in_words(part)}"
            raise CommandError(f"{key} is {expected}, not {found}")
    return ",".join({True: "yes", False: "no"}[part] if isinstance(part, bool) else str(part) for part in parts)


def _in_words(value: object) -> str:
    if isinstance(value, str):
        return shown(value) if value else "empty"
    if isinstance(value, int | float):
        return str(value).lower()
    return "a list" if isinstance(value, list) else "a table" if isinstance(value, dict) else "a date or a time"


def _placed(folder: str, value: str | tuple[str, ...]) -> str | tuple[str, ...]:
    """Put paths below a folder; none stays none."""
    if not isinstance(value, str):
        return tuple(os.path.join(folder, one) for one in value)
    return os.path.join(folder, value) if value else ""


def _below(folder: str, argument: str) -> str:
    """Put the path in `PATH` or `NAME=PATH` below a folder."""
    before, equals, path = argument.partition("=")
    if not equals or before.startswith((".", "/")):
        return os.path.join(folder, argument) if folder else argument
    return f"{before}={os.path.join(folder, path)}"


SUFFIX = ".toml"


def is_project(path: str) -> bool:
    """Tell whether a path is that of a project, by its ending."""
    return path.lower().endswith(SUFFIX)


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
        lines.append(f"for = {{{_choices_in_toml(request, folder)}}}")
    return "\n".join(lines) + "\n"


def _understood(path: str, text: str, request: LoadRequest) -> Project | None:
    """Read what is to be written; None if the last data set is not the one that is meant."""
    try:
        text.encode()
        project = parse_project(path, text)
    except (NerinspectError, UnicodeEncodeError):
        return None
    return project if project.data_sets[-1].request == request else None


def _choices_in_toml(request: LoadRequest, folder: str) -> str:
    files: dict[str, list[str]] = {}
    for path, option, value in request.choices:
        files.setdefault(path, []).append(f"{option} = {quoted(value)}")
    return ", ".join(f"{quoted(_inside(path, folder))} = {{{', '.join(own)}}}" for path, own in files.items())


def _value(value: object, folder: str) -> str:
    if isinstance(value, bool | int):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(_value(one, folder) for one in value)}]"
    return quoted(_inside(str(value), folder) if folder else str(value))


def _short(argument: str, folder: str) -> str:
    """Let the path in `PATH` or `NAME=PATH` count from a folder if it is below it."""
    file = parse_named_path(argument)
    path = _inside(file.path, folder) + (f"#{file.key}" if file.key else "")
    return f"{','.join(file.names)}={path}" if file.names else path


def _inside(path: str, folder: str) -> str:
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


class ProjectChange(NamedTuple):
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
    if _read_text(path) != change.after:
        raise _changed(path)
    write_whole([(path, lambda file: file.write(change.before.encode()))], ())
    return parse_project(path, change.before)


def _parts(project: Project) -> tuple[list[str], list[int]]:
    """Cut the file into its tables, and tell which of them are the data sets."""
    text = _read_text(project.path)
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
    before, after = _read_text(project.path), "".join(texts)
    changed = parse_project(project.path, after)
    if changed != replace(project, data_sets=tuple(data_sets)):
        raise _unclear(project.path)
    write_whole([(project.path, lambda file: file.write(after.encode()))], ())
    return ProjectChange(changed, before, after)


def _read_text(path: str) -> str:
    return read_content(path).data.decode()


def _body_and_end(text: str) -> tuple[str, str]:
    """Part a table from the empty lines below it."""
    body = text.rstrip()
    return body, text[len(body) :]


def _changed(path: str) -> DataError:
    return DataError(path, "it has changed on disk since it was opened", "read it again with F5, then change it")


def _unclear(path: str) -> DataError:
    return DataError(path, "its tables cannot be distinguished", "change it in a text editor")
