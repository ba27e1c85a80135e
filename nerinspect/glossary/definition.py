"""A word on screen, and where its meaning comes from."""

from dataclasses import dataclass
from typing import Final

PROGRAM: Final = "nerinspect"


@dataclass(frozen=True)
class Definition:
    """What a word on screen means, and how it is computed, in one sentence.

    The key lasts: a kind, a shape, a column, the name of a number. The source of words of this program is `PROGRAM`.
    """

    key: str
    name: str
    sentence: str
    source: str
