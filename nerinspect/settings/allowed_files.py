"""Files that a review or project names outside its folder, and which of them this user allowed."""

import json
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final

from nerinspect.errors import CommandError, OutputError
from nerinspect.io.request import LoadRequest, read_value
from nerinspect.io.writing.whole_files import write_whole
from nerinspect.settings.schema import settings_path

_MOST_NAMED: Final = 3
_LONGEST: Final = 200


def outside_files(path: str, requests: Iterable[LoadRequest]) -> tuple[str, ...]:
    """List the files of some requests that do not lie in the folder of a file, or below it, wherever links lead."""
    folder = os.path.realpath(os.path.dirname(os.path.abspath(path))).rstrip(os.sep) + os.sep
    named = dict.fromkeys(file for request in requests for file in request.files)
    return tuple(file for file in named if not os.path.realpath(file).startswith(folder))


def outside_words(path: str, files: Sequence[str]) -> str:
    """Say that a file names others that lie elsewhere."""
    shown = ", ".join(_readable(file) for file in files[:_MOST_NAMED])
    more = f" and {len(files) - _MOST_NAMED:,} more" if len(files) > _MOST_NAMED else ""
    return f"{path} names files outside its folder: {shown}{more}"


def _readable(file: str) -> str:
    """Write a path so that it cannot pass for another one, nor for more of the sentence."""
    text = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in file)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]}…{text[-_LONGEST // 2 :]}"


_MOST: Final = 1_000
"""So many reviews and projects are remembered."""


def not_allowed(path: str, requests: Iterable[LoadRequest]) -> tuple[str, ...]:
    """List the files that a review or project names outside its folder, and that were never allowed to it."""
    if not (outside := outside_files(path, requests)):
        return ()
    allowed = _remembered().get(os.path.realpath(path), ())
    return tuple(file for file in outside if file not in allowed)


def allow(path: str, requests: Iterable[LoadRequest]) -> None:
    """Remember that a review or project may open what it names; one that cannot be remembered is asked about again."""
    if not (files := outside_files(path, requests)):
        return
    name, remembered = os.path.realpath(path), _remembered()
    before = remembered.pop(name, ())
    remembered[name] = tuple(dict.fromkeys((*before, *files)))
    newest = dict(list(remembered.items())[-_MOST:])
    data = (json.dumps([[one, list(own)] for one, own in newest.items()], ensure_ascii=True, indent=1) + "\n").encode()
    file = settings_path().with_name("allowed.json")
    with suppress(OSError, OutputError):
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole([(str(file), lambda output: output.write(data))], ())


def check_outside(path: str, requests: Iterable[LoadRequest], is_allowed: bool) -> None:
    """See to it that a review or project names nothing outside its folder but what the user allows now, or once did.

    What is allowed is remembered.
    """
    requests = tuple(requests)
    if is_allowed:
        allow(path, requests)
    elif files := not_allowed(path, requests):
        raise CommandError(
            f"{outside_words(path, files)}; if you trust it, add --allow-outside, which is remembered for this file"
        )


def _remembered() -> dict[str, tuple[str, ...]]:
    """Read what was allowed, by the file that names it, the newest last; nothing if that cannot be read."""
    try:
        text = settings_path().with_name("allowed.json").read_text(encoding="utf-8")
        return dict(read_value(tuple[tuple[str, tuple[str, ...]], ...], json.loads(text)))
    except (OSError, ValueError, TypeError, RecursionError):
        return {}
