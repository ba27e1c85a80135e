"""How long work reports its progress and learns that it was cancelled; nobody searches for garbage meanwhile."""

import gc
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeAlias

_lock = threading.Lock()
_n_inside = 0
_was_on = False
_stays_frozen = False


@contextmanager
def collecting_later(all_stays: bool = False) -> Iterator[None]:
    """Let Python collect cycles of objects only once every thread that asked for this is done.

    Plain data, such as parsed JSON, has no cycles and goes with its last use. But while much of it is made, Python
    looks through all of it again and again, which takes longer than the parsing.

    Parameters
    ----------
    all_stays : bool
        Whether what there is in the end is never looked through, for it stays, and the window would be held up.
    """
    global _n_inside, _was_on, _stays_frozen
    with _lock:
        if not _n_inside:
            _was_on = gc.isenabled()
            gc.disable()
        _n_inside += 1
    try:
        yield
    finally:
        with _lock:
            if all_stays:
                gc.freeze()
                _stays_frozen = True
            elif not _stays_frozen and not gc.get_freeze_count():  # which looks at each frozen object
                gc.freeze()
                gc.unfreeze()  # what was made counts as old now, and is not looked through at once
            _n_inside -= 1
            if not _n_inside and _was_on:
                gc.enable()


def tell_heap(wish: str, *numbers: int) -> None:
    """Ask the C library for something about the memory it hands out, by the name of its function, where it has one."""
    import ctypes  # numpy has it already

    with suppress(AttributeError, OSError, TypeError):  # there is none to ask, or no library of that kind
        getattr(ctypes.CDLL(None), wish)(*numbers)


Checkpoint: TypeAlias = Callable[[int, int], None]
"""Called with work done and work in all (tokens); raises `Cancelled` to end the work."""


class Cancelled(Exception):
    """The user ended the work."""


def no_checkpoint(done: int, total: int) -> None:
    """Report to nobody and never cancel."""
