"""How long work reports its progress and learns that it was cancelled.

A function that may run long takes one `checkpoint` and calls it as it goes, at least every few milliseconds of work.
"""

from collections.abc import Callable
from typing import TypeAlias

Checkpoint: TypeAlias = Callable[[int, int], None]
"""Called with work done and work in all (tokens); raises `Cancelled` to end the work."""


class Cancelled(Exception):
    """The user ended the work."""


def no_checkpoint(done: int, total: int) -> None:
    """Report to nobody and never cancel."""
