"""Write the command line that loads the same data, for provenance and for copying."""

import shlex
from collections.abc import Sequence

from nerinspect.io.load import LoadRequest

_OPTIONS = (
    ("encoding", "--encoding"),
    ("encoding_reference", "--encoding-reference"),
    ("repair", "--repair"),
    ("repair_reference", "--repair-reference"),
    ("format", "--format"),
    ("token_column", "--token-column"),
    ("label_columns", "--label-column"),
    ("tokens", "--tokens"),
    ("text_encoding", "--text-encoding"),
)


def load_arguments(request: LoadRequest) -> list[str]:
    """List the arguments that stand for a request, defaults left out."""
    arguments = [request.reference, *request.predictions]
    default = LoadRequest(request.reference)
    for name, option in _OPTIONS:
        value = getattr(request, name)
        if value != getattr(default, name):
            arguments += [option, ",".join(map(str, value)) if isinstance(value, tuple) else str(value)]
    return [*arguments, "--comments"] if request.comments else arguments


def command_line(subcommand: str, request: LoadRequest, more: Sequence[str] = ()) -> str:
    """Write a whole command line, quoted for a shell."""
    return shlex.join(["nerinspect", subcommand, *load_arguments(request), *more])
