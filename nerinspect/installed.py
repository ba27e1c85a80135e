"""What installed packages add to the program, by their entry points."""

import os
import sys
from functools import lru_cache
from glob import iglob
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.metadata import EntryPoint

_DECLARED: Final = "*-info/entry_points.txt"


def entry_points_of(group: str) -> "Iterable[EntryPoint]":
    """Find the entry points of a group; Python is asked only if a package may have some, for that takes long."""
    declared = _declared(tuple(sys.path))
    if declared is not None and group.encode() not in declared:
        return ()
    from importlib.metadata import entry_points

    return entry_points(group=group)


@lru_cache(1)
def _declared(folders: tuple[str, ...]) -> bytes | None:
    """Read what all packages declare; None if one may lie in an archive, into which only Python looks."""
    if any(map(os.path.isfile, folders)):
        return None
    paths = (Path(folder, path) for folder in folders for path in iglob(_DECLARED, root_dir=folder or "."))
    return b"\n".join(path.read_bytes() for path in paths)
