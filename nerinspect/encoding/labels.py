"""The seven chunk encodings as tables, and labels: a column of strings such as `B-ORG`, and what they say."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np

from nerinspect.corpus.arrays import BoolArray, CodeArray, IntArray

OUTSIDE, BEGIN, INSIDE, END, SINGLE = range(5)
"""Roles that the states of every encoding play: the letters differ, the roles do not."""

N_ROLES = 5

NEVER, SAME_TYPE, ALWAYS = range(3)  # when one role may follow another

EncodingName: TypeAlias = Literal["BIO", "IOB", "BIOES", "BILOU", "BMES", "BMEOW", "IO"]
RepairMethod: TypeAlias = Literal["none", "conlleval", "discard"]

REPAIR_METHODS: tuple[RepairMethod, ...] = ("none", "conlleval", "discard")


@dataclass(frozen=True, eq=False)
class Dialect:
    """One chunk encoding.

    `legal`: `legal[previous role, role]` is NEVER, SAME_TYPE or ALWAYS. The start and the end of a sentence count as O.
    Shape (5, 5).
    """

    name: EncodingName
    states: str  # the letters for the roles begin, inside, end and single; a blank where the encoding has none
    legal: CodeArray
    repairs: tuple[RepairMethod, ...]

    def role_of(self, state: str) -> int | None:
        """Give the role of a state letter, None if the encoding does not have it."""
        if state == "O":
            return OUTSIDE
        place = self.states.find(state) if len(state) == 1 and state != " " else -1
        return place + BEGIN if place >= 0 else None

    def label(self, role: int, type_name: str) -> str:
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


_FORBIDDEN_IN_TYPES = frozenset(",;|\"'")


@dataclass(frozen=True, eq=False)
class LabelColumn:
    """One label for each token: its place among the distinct names, which are in order of first occurrence."""

    names: tuple[str, ...]
    codes: IntArray

    def called(self, names: Sequence[str]) -> "LabelColumn":
        """Call each distinct label otherwise; those that have one name then are one."""
        place = {name: code for code, name in enumerate(dict.fromkeys(names))}
        if len(place) == len(names):
            return LabelColumn(tuple(place), self.codes)
        return LabelColumn(tuple(place), np.array([place[name] for name in names], dtype=np.int32)[self.codes])


@dataclass(frozen=True, eq=False)
class ReadLabels:
    """What each distinct label says in one chunk encoding: its role, and its place in `types` (-1 for O).

    The types are by code point.
    """

    roles: CodeArray
    type_codes: IntArray
    types: tuple[str, ...]


def split_label(label: str) -> tuple[str, str]:
    """Cut a label at its first hyphen into state and type: `("B", "ORG")` for `B-ORG`, `("O", "")` for `O`."""
    state, _, type_name = label.partition("-")
    return state, type_name


def malformation(label: str) -> str | None:
    """Say why a label cannot be read in any chunk encoding; None if it is well formed."""
    if label == "O":
        return None
    state, type_name = split_label(label)
    if not label:
        return "the label is empty"
    if "-" not in label:
        return "it is neither O nor STATE-TYPE"
    if not type_name:
        return "it has no type"
    if state == "O" or all(dialect.role_of(state) is None for dialect in DIALECTS.values()):
        return f"no chunk encoding has a state “{state}” with a type"
    for character in type_name:
        if character.isspace() or character in _FORBIDDEN_IN_TYPES or unicodedata.category(character) == "Cc":
            code = "" if " " <= character <= "~" else f" (U+{ord(character):04X})"
            return f"a type cannot contain a blank, comma, semicolon, bar, quote or control character{code}"
    return None


def unknown_state(label: str, dialect: Dialect) -> str | None:
    """Say why a well-formed label cannot be read in one chunk encoding; None if it can."""
    state, _ = split_label(label)
    return None if dialect.role_of(state) is not None else f"{dialect.name} has no state {state}"


def read_labels(names: Sequence[str], dialect: Dialect) -> ReadLabels:
    """Read distinct, well-formed labels, whose states the encoding has."""
    parts = [split_label(name) for name in names]
    types = tuple(sorted({type_name for _, type_name in parts if type_name}))
    place = {type_name: code for code, type_name in enumerate(types)}
    roles = [dialect.role_of(state) for state, _ in parts]
    return ReadLabels(
        np.array([OUTSIDE if role is None else role for role in roles], dtype=np.int8),
        np.array([place.get(type_name, -1) for _, type_name in parts], dtype=np.int32),
        types,
    )


@dataclass(frozen=True, eq=False)
class Tagging:
    """The labelled tokens of one annotation, in text order: places in the whole text, roles, and places in `types`.

    `follows` says whether a token stands directly behind the tagged token before it, in the same sentence.
    """

    position: IntArray
    roles: CodeArray
    type_codes: IntArray
    follows: BoolArray
    types: tuple[str, ...]

    @property
    def same_type(self) -> BoolArray:
        """Whether each token follows a tagged token of its own type."""
        same = np.zeros(len(self.position), dtype=bool)
        same[1:] = self.follows[1:] & (self.type_codes[1:] == self.type_codes[:-1])
        return same

    @property
    def previous_roles(self) -> CodeArray:
        """The role of the token directly before each, O at the start of a sentence."""
        previous = np.full(len(self.position), OUTSIDE, dtype=np.int8)
        previous[1:] = np.where(self.follows[1:], self.roles[:-1], OUTSIDE)
        return previous

    @property
    def continues(self) -> BoolArray:
        """Whether each token goes on with the mention of the token before it.

        For valid labels this is what the encoding says. For invalid ones it is the lenient reading: a token that
        cannot continue begins a mention.
        """
        previous, roles = self.previous_roles, self.roles
        open_before = (previous == BEGIN) | (previous == INSIDE)
        return np.asarray(self.same_type & open_before & ((roles == INSIDE) | (roles == END)))

    @property
    def edges(self) -> tuple[BoolArray, BoolArray]:
        """Whether each token is the first of its mention, and whether it is the last, in the lenient reading."""
        first = ~self.continues
        return first, np.append(first[1:], np.ones(min(len(first), 1), dtype=bool))

    def with_roles(self, roles: CodeArray) -> "Tagging":
        """Give the tokens other roles; those that became O are dropped."""
        kept = roles != OUTSIDE
        if kept.all():
            return replace(self, roles=roles)
        position = self.position[kept]
        follows = self.follows[kept]
        follows[1:] &= position[1:] == position[:-1] + 1
        follows[:1] = False
        return Tagging(position, roles[kept], self.type_codes[kept], follows, self.types)


def tagged_tokens(column: LabelColumn, read: ReadLabels, sentence_start: IntArray) -> Tagging:
    """Pick the tokens that are not labelled O."""
    [*outside] = np.flatnonzero(read.roles == OUTSIDE)[:1]  # O, if it occurs
    position = np.flatnonzero(column.codes != (outside or [-1])[0]).astype(np.int32)
    codes = column.codes[position]
    follows = np.zeros(len(position), dtype=bool)
    is_start = np.zeros(len(column.codes) + 1, dtype=bool)
    is_start[sentence_start] = True
    follows[1:] = (position[1:] == position[:-1] + 1) & ~is_start[position[1:]]
    return Tagging(position, read.roles[codes], read.type_codes[codes], follows, read.types)
