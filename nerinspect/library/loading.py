"""Files that a study is loaded from, and the options of the command line as keyword arguments."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

from nerinspect.errors import CommandError, UnknownNameError, shown
from nerinspect.events.study import Study
from nerinspect.io.projects import OPTIONS, option_value
from nerinspect.io.request import FILE_CHOICES, LoadRequest, NamedPath, argument_of, field_of, parse_named_path
from nerinspect.progress import Checkpoint, no_checkpoint

if TYPE_CHECKING:
    import pandas as pd

Path: TypeAlias = str | os.PathLike[str]
Predictions: TypeAlias = Path | Sequence[Path] | Mapping[str, Path | Sequence[Path]]


class LoadOptions(TypedDict, total=False):
    """How files are read: the options of the command line, with `_` for `-`, and its defaults.

    `label_column`: a number, or those of a merged file. `attributes`: tables of the user's own, as paths or DataFrames.
    `for_`: options for one file alone, by its path. `annotators`: whether none of the sides is the reference.
    """

    format: str
    encoding: str
    encoding_reference: str
    encoding_training: str
    repair: str
    repair_reference: str
    token_column: int
    label_column: int | Sequence[int]
    training_label_column: int
    comments: bool
    token_field: str
    label_field: str
    label_names: Sequence[str]
    spans: str
    discontinuous: str
    tokens: str
    text_encoding: str
    matching: str
    retention: bool
    keep_types: Sequence[str]
    remove_types: Sequence[str]
    map_types: Path
    attributes: "Path | pd.DataFrame | Sequence[Path | pd.DataFrame]"
    annotators: bool
    for_: Mapping[Path, Mapping[str, Any]]


_ANNOTATORS, _FOR = "annotators", "for"


def request_for(
    reference: Path, predictions: Predictions | None, training: Path | None, options: Mapping[str, Any]
) -> LoadRequest:
    """Ask for files as the command line does.

    Raises
    ------
    TypeError
        If something that is no path is given for one.
    CommandError
        If an option is not known or cannot have its value, or if a name cannot be that of a system.
    """
    files = tuple(_arguments(predictions))
    request = LoadRequest(_unnamed(reference), files, training=None if training is None else _path(training))
    return with_options(request, options)


def with_options(request: LoadRequest, options: Mapping[str, Any]) -> LoadRequest:
    """Give a request the options of `LoadOptions`; see `request_for`."""
    values: dict[str, Any] = {}
    for name, value in options.items():
        option = name.rstrip("_").replace("_", "-")
        if option == _FOR:
            values["choices"] = tuple(_choices(value, request.paths))
        elif option == _ANNOTATORS:
            values[_ANNOTATORS] = bool(value)
        elif option not in OPTIONS:
            known = [one.replace("-", "_") for one in (*OPTIONS, _ANNOTATORS, "for_")]
            raise UnknownNameError("option", name, known)
        else:
            values[field_of(option)] = option_value(option, _as_written(value))
    return replace(request, **values)


@contextmanager
def progress(is_shown: bool, doing: str) -> Iterator[Checkpoint]:
    """Show a bar for long work if one is wanted and tqdm is installed."""
    try:
        if not is_shown:
            raise ImportError
        from tqdm.auto import tqdm
    except ImportError:
        yield no_checkpoint
        return
    with tqdm(desc=doing) as bar:

        def show(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        yield show


def _arguments(predictions: Predictions | None) -> Iterator[str]:
    """Write predictions as the command line takes them."""
    if predictions is None:
        return
    if isinstance(predictions, Mapping):
        for name, files in predictions.items():
            runs = [files] if isinstance(files, str | os.PathLike) else _sequence(files)
            if not runs:
                raise CommandError(f"the system {shown(str(name))} has no files; name at least one, or leave it out")
            for file in runs:
                yield _named(name, _path(file))
    else:
        for file in [predictions] if isinstance(predictions, str | os.PathLike) else _sequence(predictions):
            yield _unnamed(file)


def _sequence(files: object) -> Sequence[Any]:
    if not isinstance(files, list | tuple):
        raise TypeError(
            f"predictions are a path, a list of paths, or a mapping from names to these, not {_kind(files)}"
        )
    return files


def _named(name: object, path: str) -> str:
    argument = f"{name}={path}"
    if not isinstance(name, str) or parse_named_path(argument).names != (name,):
        raise CommandError(
            f"{shown(str(name))} cannot be the name of a system; choose one without = or comma that does not begin"
            " with . or /"
        )
    return argument


def _unnamed(file: Path) -> str:
    """Keep a path that holds = from being taken for a name."""
    return argument_of(NamedPath(_path(file)), ())


def _path(file: object) -> str:
    if not isinstance(file, str | os.PathLike):
        raise TypeError(f"a file is named by its path, a str or pathlib.Path, not by {_kind(file)}")
    path = os.fspath(file)
    return os.fsdecode(path)


def _kind(value: object) -> str:
    return f"{type(value).__module__}.{type(value).__qualname__}".removeprefix("builtins.")


def _as_written(value: object) -> object:
    """Take lists of any kind, and paths as texts."""
    if isinstance(value, list | tuple | set | frozenset):
        parts = sorted(value) if isinstance(value, set | frozenset) else value
        return [os.fspath(part) if isinstance(part, os.PathLike) else part for part in parts]
    return os.fspath(value) if isinstance(value, os.PathLike) else value


def _choices(files: object, paths: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    if not isinstance(files, Mapping) or not all(isinstance(choices, Mapping) for choices in files.values()):
        raise CommandError('for_ holds options by file, such as {"pred.conll": {"label_column": 2}}')
    for file, choices in files.items():
        path = _path(file)
        if path not in paths:
            raise CommandError(f"for_: {shown(path)} is not read here; write one as given: {', '.join(paths)}")
        for name, value in choices.items():
            option = name.replace("_", "-")
            if option not in FILE_CHOICES:
                raise UnknownNameError("choice for a file", name, [one.replace("-", "_") for one in FILE_CHOICES])
            option_value(option, _as_written(value))
            parts = value if isinstance(value, list | tuple) else [value]
            yield path, option, ",".join("yes" if one is True else "no" if one is False else str(one) for one in parts)


def check_choice(what: str, name: object, known: Iterable[str]) -> None:
    """Refuse what is none of the known names.

    Raises
    ------
    UnknownNameError
    """
    if name not in (known := tuple(known)):
        raise UnknownNameError(what, str(name), known)


def several(names: str | Sequence[str] | None) -> tuple[str, ...]:
    """Take one name for a list of it, and None for none."""
    return () if names is None else (names,) if isinstance(names, str) else tuple(names)


def frames_apart(options: Mapping[str, Any]) -> "tuple[dict[str, Any], tuple[str | pd.DataFrame, ...]]":
    """Give the options without tables of attributes that are in memory, and all tables if some are; else none."""
    given = options.get("attributes", ())
    tables = tuple(given) if isinstance(given, list | tuple) else (given,)
    are_paths = [isinstance(table, str | os.PathLike) for table in tables]
    if all(are_paths):
        return dict(options), ()
    if not all(is_path or hasattr(table, "columns") for is_path, table in zip(are_paths, tables, strict=True)):
        raise TypeError("attributes are paths or DataFrames")
    paths = [_path(table) for is_path, table in zip(are_paths, tables, strict=True) if is_path]
    every = tuple(_path(table) if is_path else table for is_path, table in zip(are_paths, tables, strict=True))
    return {**options, "attributes": paths}, every


def with_tables(study: Study, tables: "Sequence[str | pd.DataFrame]") -> Study:
    """Give a study the attributes of tables in memory, if there are some."""
    if not tables:
        return study
    from nerinspect.io.tables_of_attributes import with_attribute_tables

    return with_attribute_tables(study, tables)
