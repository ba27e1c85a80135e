"""A request that means the same files from any folder."""

import os
from dataclasses import replace

from nerinspect.errors import CommandError
from nerinspect.io.named_predictions import argument_of, check_name
from nerinspect.io.names import parse_named_path, system_names
from nerinspect.io.request import LoadRequest


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
    path = os.path.abspath(file.path) + (f"#{file.key}" if file.key else "")
    return f"{','.join(file.names)}={path}" if file.names else path
