"""The predictions and annotators that a request names, and the same request in another order, or from any folder."""

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from nerinspect.errors import CommandError, shown
from nerinspect.io.request import LoadRequest, NamedPath, parse_named_path, stem, system_names
from nerinspect.quantities import counted
from nerinspect.systems.arranging import Arranged, runs_together


def prediction_names(request: LoadRequest) -> list[tuple[str, int]]:
    """Name the system and number the run of each prediction of a request, in its order.

    Raises
    ------
    CommandError
        If two systems cannot be told apart, or a merged file does not say as many names as it has predictions.
    """
    file, columns = _reference(request)
    files = [parse_named_path(argument) for argument in request.predictions]
    if len(columns) == 1:
        return system_names(files)
    if files:
        raise CommandError("a merged file contains its predictions: give it alone, or name one --label-column")
    names = list(file.names) or [f"{stem(file.path)}:{column}" for column in columns[1:]]
    if len(names) != len(columns) - 1:
        raise CommandError(f"{len(names)} names for {len(columns) - 1} predicted columns of {file.path}; give as many")
    return system_names([NamedPath(file.path, (name,)) for name in names])


def rearranged(request: LoadRequest, wanted: Sequence[Arranged]) -> LoadRequest:
    """Ask for other predictions of a request, in another order, under other names.

    `wanted` are numbers of predictions in the study of the request, and their systems from now on; `arranged` makes the
    same of a study that is loaded. Choices for files that are no longer named are left out.
    """
    file, columns = _reference(request)
    places = runs_together([name for name, _ in prediction_names(request)])
    chosen = [wanted[place] for place in runs_together([one.system for one in wanted])]
    names = [one.system for one in chosen]
    if len(columns) > 1:
        for name in names:
            check_name(name)
        kept = (columns[0], *(columns[1 + places[one.number]] for one in chosen))
        return with_label_columns(replace(request, reference=argument_of(file, names)), file.path, kept)
    arguments = [request.predictions[places[one.number]] for one in chosen]
    request = replace(request, predictions=tuple(_named(arguments, names)))
    return replace(request, choices=tuple(choice for choice in request.choices if choice[0] in request.paths))


def check_name(name: str) -> None:
    """Make sure that a system can be called so."""
    try:
        is_one = parse_named_path(f"{name}=path").names == (name,)
    except CommandError as mistake:
        if name:
            raise
        raise CommandError("a system needs a name") from mistake
    if not is_one:
        raise CommandError(f"the name {shown(name)} has a comma or =, or begins with . or /; choose another")


def _reference(request: LoadRequest) -> tuple[NamedPath, tuple[int, ...]]:
    """Give the file of the reference, and its label columns: several for a merged file."""
    file = parse_named_path(request.reference)
    return file, request.file_options(file.path, "reference").reading.label_columns


def _named(arguments: Sequence[str], names: Sequence[str]) -> list[str]:
    """Give each file its name, where it would not have it without."""
    files = [parse_named_path(argument) for argument in arguments]
    stay = [
        argument if not file.names and stem(file.path) == name else argument_of(file, [name])
        for argument, file, name in zip(arguments, files, names, strict=True)
    ]
    try:
        if [name for name, _ in system_names([parse_named_path(argument) for argument in stay])] == list(names):
            return stay
    except CommandError:
        pass  # all names are written then
    for name in names:
        check_name(name)
    return [argument_of(file, [name]) for file, name in zip(files, names, strict=True)]


def argument_of(file: NamedPath, names: Sequence[str]) -> str:
    """Write what a user would for a file with some names."""
    path = file.path + (f"#{file.key}" if file.key else "")
    if names:
        return f"{','.join(names)}={path}"
    return f"./{path}" if "=" in path and not path.startswith((".", "/")) else path


def with_label_columns(request: LoadRequest, path: str, columns: tuple[int, ...]) -> LoadRequest:
    """Ask to read other label columns of a merged file, wherever they were chosen."""
    written = ",".join(map(str, columns))
    choices = [(file, option) for file, option, _ in request.choices]
    if (path, "label-column") not in choices:
        return replace(request, label_columns=columns)
    return replace(
        request,
        choices=tuple(
            (file, option, written if (file, option) == (path, "label-column") else value)
            for file, option, value in request.choices
        ),
    )


def absolute_request(request: LoadRequest) -> LoadRequest:
    """Make all paths of a request absolute; names and keys stay."""
    return replace(
        request,
        reference=_absolute(request.reference),
        predictions=tuple(_absolute(argument) for argument in request.predictions),
        training=_absolute(request.training) if request.training else None,
        map_types=os.path.abspath(request.map_types) if request.map_types else "",
        attribute_tables=tuple(os.path.abspath(path) for path in request.attribute_tables),
        choices=tuple((os.path.abspath(path), option, value) for path, option, value in request.choices),
    )


def lasting_request(request: LoadRequest) -> LoadRequest:
    """Make all paths of a request absolute, and let systems and annotators be called as they are now.

    Files of equal names are told apart by their folders, and a whole path has more of them.
    """
    moved = absolute_request(request)
    if request.annotators:
        reference, *predictions = _named_as_before(
            (request.reference, *request.predictions), (moved.reference, *moved.predictions)
        )
        return replace(moved, reference=reference, predictions=tuple(predictions))
    return replace(moved, predictions=tuple(_named_as_before(request.predictions, moved.predictions)))


def _named_as_before(before: tuple[str, ...], moved: tuple[str, ...]) -> tuple[str, ...]:
    """Give the files of several systems names where they would have others than before."""
    if any(len(parse_named_path(argument).names) > 1 for argument in before):
        return moved  # a merged file is named after itself alone
    old_files, files = ([parse_named_path(argument) for argument in arguments] for arguments in (before, moved))
    named = []
    for argument, file, (old, _), (new, _) in zip(
        moved, files, system_names(old_files), system_names(files), strict=True
    ):
        try:
            check_name(old)
        except CommandError:
            new = old  # no command line can say the name
        named.append(argument if old == new else argument_of(file, [old]))
    return tuple(named)


def _absolute(argument: str) -> str:
    """Make the path in an argument absolute, its names and key kept."""
    file = parse_named_path(argument)
    return argument_of(replace(file, path=os.path.abspath(file.path)), file.names)


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
            raise CommandError(
                f"{counted(len(given), 'name')} for {counted(len(columns), 'annotator')} in {file.path}; give as many"
            )
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
    """Let the first annotator and another one change places; both keep their names, and files are read as before."""
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
