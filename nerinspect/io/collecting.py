"""Puts off the search for objects that refer to each other, while millions are made that do not."""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()


@contextmanager
def collecting_later() -> Iterator[None]:
    """Let Python collect cycles of objects only afterwards; one thread at a time.

    Plain data, such as parsed JSON, has no cycles and goes with its last use. But while much of it is made, Python
    looks through all of it again and again, which takes longer than the parsing; and threads that make objects side by
    side only hinder each other.
    """
    with _lock:
        was_on = gc.isenabled()
        gc.disable()
        try:
            yield
        finally:
            if was_on:
                gc.enable()
