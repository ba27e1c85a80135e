"""Which annotators a request names, and the same request with another of them first, or with the first as reference."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from nerinspect.errors import CommandError
from nerinspect.io.named_predictions import argument_of, with_label_columns
from nerinspect.io.names import NamedPath, parse_named_path, stem, system_names
from nerinspect.io.request import LoadRequest

T = TypeVar("T")


def annotator_names(request: LoadRequest) -> tuple[str, ...]:
    """Name the annotators of a request as systems are named; those of one name are told apart by their runs.

    Raises
    ------
    CommandError
        If two annotators cannot be told apart, or a merged file does not say as many names as it has annotators.
    """
    files, columns = files_of(request), columns_of(request)
    if len(columns) == 1 or len(files) > 1:
        named = system_names(files)
    else:
        file = files[0]
        given = file.names or tuple(f"{stem(file.path)}:{column}" for column in columns)
        if len(given) != len(columns):
            raise CommandError(f"{len(given)} names for {len(columns)} annotators in {file.path}; give as many")
        named = system_names([NamedPath(file.path, (name,)) for name in given])
    systems = [system for system, _ in named]
    return tuple(f"{system} run {run}" if systems.count(system) > 1 else system for system, run in named)


def files_of(request: LoadRequest) -> list[NamedPath]:
    """Give the files of annotators, the first of them first."""
    return [parse_named_path(argument) for argument in (request.reference, *request.predictions)]


def columns_of(request: LoadRequest) -> tuple[int, ...]:
    """Give the label columns of the first file: several for a merged file."""
    return request.file_options(files_of(request)[0].path, "reference").reading.label_columns


def with_first(request: LoadRequest, number: int) -> LoadRequest:
    """Let the first annotator and another one change places; both keep their names.

    Parameters
    ----------
    request : LoadRequest
        Of annotators.
    number : int
        Of the other one; 0 is the first.

    Returns
    -------
    LoadRequest
        Every file is read as before.
    """
    names, columns, files = annotator_names(request), columns_of(request), files_of(request)
    names = _exchanged(names, number)
    if len(columns) > 1:
        named = replace(request, reference=argument_of(files[0], names))
        return with_label_columns(named, files[0].path, _exchanged(columns, number))
    arguments = _exchanged((request.reference, *request.predictions), number)
    moved = replace(request, reference=arguments[0], predictions=arguments[1:])
    if annotator_names(moved) != names:
        arguments = tuple(argument_of(file, [name]) for file, name in zip(files_of(moved), names, strict=True))
    return replace(request, reference=arguments[0], predictions=arguments[1:])


def judged(request: LoadRequest) -> LoadRequest:
    """Take the first annotator of a request for the reference: what commands that know of no annotators are given.

    Its study has the same events under the same names.
    """
    names, files = annotator_names(request), files_of(request)
    if len(columns_of(request)) > 1:
        reference, predictions = argument_of(files[0], names[1:]), request.predictions
    else:
        reference = argument_of(files[0], ())
        predictions = tuple(
            argument_of(file, () if stem(file.path) == name else [name])
            for file, name in zip(files[1:], names[1:], strict=True)
        )
    return replace(
        request,
        annotators=False,
        reference=reference,
        predictions=predictions,
        repair_reference=request.repair,
        encoding_reference=None,
    )


def _exchanged(values: Sequence[T], number: int) -> tuple[T, ...]:
    moved = list(values)
    moved[0], moved[number] = moved[number], moved[0]
    return tuple(moved)
