"""The predictions that a request names: their systems, and the request for others of them in another order."""

from collections.abc import Sequence
from dataclasses import replace

from nerinspect.analysis.arranging import Arranged, runs_together
from nerinspect.errors import CommandError, shown
from nerinspect.io.names import NamedPath, parse_named_path, stem, system_names
from nerinspect.io.request import LoadRequest


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
        raise CommandError("a merged file holds its predictions: give it alone, or name one --label-column")
    names = list(file.names) or [f"{stem(file.path)}:{column}" for column in columns[1:]]
    if len(names) != len(columns) - 1:
        raise CommandError(f"{len(names)} names for {len(columns) - 1} predicted columns of {file.path}; give as many")
    return system_names([NamedPath(file.path, (name,)) for name in names])


def rearranged(request: LoadRequest, wanted: Sequence[Arranged]) -> LoadRequest:
    """Ask for other predictions of a request, in another order, under other names.

    Parameters
    ----------
    request : LoadRequest
        What is loaded.
    wanted : sequence of Arranged
        Numbers of predictions in the study of the request, and their systems from now on.

    Returns
    -------
    LoadRequest
        Its study has these predictions: `analysis.arranging.arranged` makes the same of the one that is loaded. Choices
        for files that are no longer named are left out.

    Raises
    ------
    CommandError
        If a command line cannot say the name of a system.
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
    """Make sure that a system can be called so.

    Raises
    ------
    CommandError
        If it cannot.
    """
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
