"""What a file that is written anew says otherwise: the lines that change, with their numbers."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Final, NamedTuple

from nerinspect.progress import Checkpoint, no_checkpoint

_MOST_SHOWN: Final = 160
"""Characters of a line; of a longer one, what is around the first difference."""
_BEFORE: Final = 40


class ChangedLine(NamedTuple):
    """One line as it was and as it will be.

    Attributes
    ----------
    number : int
        Its physical line in the file as it is; 0 for a line that is new.
    before, after : str
        What it says; empty where there is none.
    """

    number: int
    before: str
    after: str


def changed_lines(
    before: bytes, after: bytes, is_in_place: bool, checkpoint: Checkpoint = no_checkpoint
) -> list[ChangedLine]:
    """List the lines that differ between two states of a file.

    Parameters
    ----------
    before, after : bytes
        Text as UTF-8; other bytes appear as signs.
    is_in_place : bool
        Whether lines only changed, and none came or went.
    checkpoint : Checkpoint
        Called now and then.
    """
    old, new = before.split(b"\n"), after.split(b"\n")
    if is_in_place and len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True), 1)
        return [_line(number, *pair) for number, pair in pairs if pair[0] != pair[1]]
    return list(_compared(old, new, checkpoint))


def _compared(old: Sequence[bytes], new: Sequence[bytes], checkpoint: Checkpoint) -> Iterator[ChangedLine]:
    """Find lines that come or go, such as those of mentions in standoff annotation."""
    first = next((place for place, (one, other) in enumerate(zip_longest(old, new)) if one != other), len(old))
    checkpoint(0, 1)
    parts = SequenceMatcher(None, old[first:], new[first:]).get_opcodes()
    checkpoint(0, 1)
    for name, low, high, start, end in parts:
        if name != "equal":
            pairs = zip_longest(old[first + low : first + high], new[first + start : first + end])
            for place, (one, other) in enumerate(pairs, first + low + 1):
                yield _line(0 if one is None else place, one or b"", other or b"")


def _line(number: int, before: bytes, after: bytes) -> ChangedLine:
    old, new = (line.removesuffix(b"\r").decode(errors="backslashreplace") for line in (before, after))
    if max(len(old), len(new)) > _MOST_SHOWN:
        same = next((place for place, (one, other) in enumerate(zip_longest(old, new)) if one != other), 0)
        old, new = (_around(line, same) for line in (old, new))
    return ChangedLine(number, old, new)


def _around(line: str, place: int) -> str:
    start = max(place - _BEFORE, 0)
    end = start + _MOST_SHOWN
    return f"{'…' if start else ''}{line[start:end]}{'…' if end < len(line) else ''}"
