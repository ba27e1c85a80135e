"""Write what was chosen file by file as one request: shared options where files agree, choices where they differ."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from nerinspect.io.checking import option_value
from nerinspect.io.file_check import FileCheck
from nerinspect.io.request import FILE_CHOICES, FileOptions, LoadRequest, Role

_OF_ROLE: Final[dict[tuple[str, Role], str]] = {
    ("repair", "reference"): "repair_reference",
    ("label-column", "training"): "training_label_column",
}
"""Fields of a request that say a choice for one role alone."""


class OpenedFile(NamedTuple):
    """One file that is to be opened.

    Attributes
    ----------
    argument : str
        `PATH` or `NAME=PATH`.
    path : str
        Its path alone.
    role : str
        What it is for.
    options : FileOptions
        How it is read.
    is_valid : bool
        Whether it has no invalid transition, so that any repair leaves it as it is.
    """

    argument: str
    path: str
    role: Role
    options: FileOptions
    is_valid: bool = False

    @staticmethod
    def of(check: FileCheck) -> "OpenedFile":
        """Take a file as it was checked."""
        return OpenedFile(check.argument, check.file.path, check.role, check.options, not check.n_invalid)


def request_for(files: Sequence[OpenedFile], base: LoadRequest) -> LoadRequest:
    """Ask for some files.

    Parameters
    ----------
    files : sequence of OpenedFile
        One reference, any predictions, at most one set of training data.
    base : LoadRequest
        Holds what concerns no single file: the rule for tokens, the changes of types, tables of attributes.

    Returns
    -------
    LoadRequest
        `file_options` gives for each file what was chosen for it; a repair also for files that do not need one.
    """
    reference = next(file for file in files if file.role == "reference")
    training = next((file for file in files if file.role == "training"), None)
    request = LoadRequest(
        reference.argument,
        tuple(file.argument for file in files if file.role == "prediction"),
        training=training.argument if training else None,
        tokens=base.tokens,
        keep_types=base.keep_types,
        remove_types=base.remove_types,
        map_types=base.map_types,
        attribute_tables=base.attribute_tables,
        annotators=base.annotators,
    )
    for name in FILE_CHOICES:
        concerned = [file for file in files if name != "repair" or not file.is_valid]
        if concerned:
            request = _with_choice(request, name, concerned)
    if len(reference.options.reading.label_columns) > 1:  # a merged file holds its predictions
        request = replace(request, repair=reference.options.repair)
    return request


def _with_choice(request: LoadRequest, name: str, files: Sequence[OpenedFile]) -> LoadRequest:
    """Say one choice: for a role that has a field of its own, for all other files, or for each of them alone."""
    sharing = []
    for file in files:
        role: Role = "prediction" if request.annotators and file.role == "reference" else file.role
        field, value = _OF_ROLE.get((name, role)), option_value(file.options, name)
        if field is None:
            sharing.append(file)
        elif isinstance(value, tuple):
            request = replace(request, **{field: value[0]})
        else:
            request = replace(request, **{field: value})
    values = [option_value(file.options, name) for file in sharing]
    shared = {"label-column": "label_columns"}.get(name, name.replace("-", "_"))
    if len(set(values)) == 1:
        return replace(request, **{shared: values[0]})
    default = getattr(request, shared)
    differing = [
        (file.path, name, _written(value)) for file, value in zip(sharing, values, strict=True) if value != default
    ]
    return replace(request, choices=(*request.choices, *differing))


def _written(value: object) -> str:
    """Write a value as the command line reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
