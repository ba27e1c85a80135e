"""Files that a review or a project names although they lie elsewhere: whoever made it may not be who opens it."""

import os
from collections.abc import Iterable, Sequence
from typing import Final

from nerinspect.io.request import LoadRequest

_MOST_NAMED: Final = 3
_LONGEST: Final = 200


def outside_files(path: str, requests: Iterable[LoadRequest]) -> tuple[str, ...]:
    """List the files of some requests that do not lie in the folder of a file, or below it, wherever links lead."""
    folder = os.path.realpath(os.path.dirname(os.path.abspath(path)))
    named = dict.fromkeys(file for request in requests for file in request.files)
    return tuple(file for file in named if not _is_below(os.path.realpath(file), folder))


def outside_words(path: str, files: Sequence[str]) -> str:
    """Say that a file names others that lie elsewhere."""
    shown = ", ".join(_readable(file) for file in files[:_MOST_NAMED])
    more = f" and {len(files) - _MOST_NAMED:,} more" if len(files) > _MOST_NAMED else ""
    return f"{path} names files outside its folder: {shown}{more}"


def _readable(file: str) -> str:
    """Write a path so that it cannot pass for another one, nor for more of the sentence."""
    text = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in file)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]}…{text[-_LONGEST // 2 :]}"


def _is_below(path: str, folder: str) -> bool:
    return path.startswith(folder.rstrip(os.sep) + os.sep)
