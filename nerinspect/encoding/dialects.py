"""The seven chunk encodings as tables: which states they have, and which may follow which."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from nerinspect.corpus.arrays import CodeArray

OUTSIDE, BEGIN, INSIDE, END, SINGLE = range(5)
"""Roles that the states of every encoding play: the letters differ, the roles do not."""

N_ROLES = 5

NEVER, SAME_TYPE, ALWAYS = range(3)
"""When one role may follow another."""

EncodingName: TypeAlias = Literal["BIO", "IOB", "BIOES", "BILOU", "BMES", "BMEOW", "IO"]
RepairMethod: TypeAlias = Literal["none", "conlleval", "discard"]

REPAIR_METHODS: tuple[RepairMethod, ...] = ("none", "conlleval", "discard")


@dataclass(frozen=True, eq=False)
class Dialect:
    """One chunk encoding.

    Attributes
    ----------
    states : str
        The letters for the roles begin, inside, end and single; a blank where the encoding has none.
    legal : ndarray of int8, shape (5, 5)
        `legal[previous role, role]` is NEVER, SAME_TYPE or ALWAYS. The start and the end of a sentence count as O.
    """

    name: EncodingName
    states: str
    legal: CodeArray
    repairs: tuple[RepairMethod, ...]

    def role_of(self, state: str) -> int | None:
        """Give the role of a state letter, None if the encoding does not have it."""
        if state == "O":
            return OUTSIDE
        place = self.states.find(state) if len(state) == 1 and state != " " else -1
        return place + BEGIN if place >= 0 else None

    def label(self, role: int, type_name: str) -> str:
        """Write the label of a role and a type."""
        return "O" if role == OUTSIDE else f"{self.states[role - 1]}-{type_name}"

    @property
    def closes_mentions(self) -> bool:
        """Whether the last token of a mention has a state of its own, as in BIOES."""
        return " " not in self.states

    def knows(self, states: set[str]) -> bool:
        """Tell whether the encoding has every one of these state letters."""
        return all(self.role_of(state) is not None for state in states)


def _everything_but(*exceptions: tuple[int, int, int]) -> CodeArray:
    legal = np.full((5, 5), ALWAYS, dtype=np.int8)
    for previous, role, rule in exceptions:
        legal[previous, role] = rule
    return legal


_IO = _everything_but()
_IOB = _everything_but((OUTSIDE, BEGIN, NEVER), (BEGIN, BEGIN, SAME_TYPE), (INSIDE, BEGIN, SAME_TYPE))
_BIO = _everything_but((OUTSIDE, INSIDE, NEVER), (BEGIN, INSIDE, SAME_TYPE), (INSIDE, INSIDE, SAME_TYPE))
_CLOSED = _everything_but(
    *((previous, role, NEVER) for previous in (OUTSIDE, END, SINGLE) for role in (INSIDE, END)),
    *((previous, role, NEVER) for previous in (BEGIN, INSIDE) for role in (OUTSIDE, BEGIN, SINGLE)),
    *((previous, role, SAME_TYPE) for previous in (BEGIN, INSIDE) for role in (INSIDE, END)),
)

DIALECTS: dict[str, Dialect] = {
    dialect.name: dialect
    for dialect in (
        Dialect("BIO", "BI  ", _BIO, REPAIR_METHODS),
        Dialect("IOB", "BI  ", _IOB, ("none", "conlleval")),
        Dialect("BIOES", "BIES", _CLOSED, REPAIR_METHODS),
        Dialect("BILOU", "BILU", _CLOSED, REPAIR_METHODS),
        Dialect("BMES", "BMES", _CLOSED, REPAIR_METHODS),
        Dialect("BMEOW", "BMEW", _CLOSED, REPAIR_METHODS),
        Dialect("IO", " I  ", _IO, REPAIR_METHODS),
    )
}
"""Every chunk encoding by its name, in the order `auto` prefers them."""


AUTO = "auto"
