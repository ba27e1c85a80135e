"""Work that takes its process down; in a file that a new process reads quickly."""

import os
import signal


def die_once(place: str) -> str:
    """Take the process down, but not again."""
    try:
        os.close(os.open(place, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return "done"
    os.kill(os.getpid(), signal.SIGKILL)
    return "never"


def die(_place: str) -> None:
    """Take the process down."""
    os.kill(os.getpid(), signal.SIGKILL)
