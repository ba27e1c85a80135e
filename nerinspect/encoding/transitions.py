"""Labels as they are written, the transitions that their chunk encoding does not allow, and the repair of these."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from nerinspect.corpus.arrays import BoolArray, CodeArray, IntArray, is_member
from nerinspect.corpus.text import Text
from nerinspect.encoding.labels import (
    ALWAYS,
    BEGIN,
    DIALECTS,
    END,
    INSIDE,
    N_ROLES,
    OUTSIDE,
    SAME_TYPE,
    SINGLE,
    Dialect,
    LabelColumn,
    RepairMethod,
    Tagging,
    read_labels,
    split_label,
    tagged_tokens,
)
from nerinspect.errors import CommandError


@dataclass(frozen=True, eq=False)
class Repair:
    """What a repair did to one annotation that had `n_invalid` invalid transitions.

    Each token whose label was changed has its position in the whole text, and its label before and after.
    """

    method: RepairMethod
    n_invalid: int
    position: IntArray
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    @property
    def n_changed(self) -> int:
        """Labels changed; differs from the number of invalid transitions."""
        return len(self.position)


NO_REPAIR = Repair("none", 0, np.zeros(0, dtype=np.int32))  # for data without labels, or without anything to repair


class UndefinedRepairError(CommandError):
    """The repair is not defined for the chunk encoding."""

    def __init__(self, method: str, encoding: str) -> None:
        self.method, self.encoding = method, encoding
        defined = " or ".join(DIALECTS[encoding].repairs)
        super().__init__(f"repair {method} is not defined for {encoding}; choose {defined}")


def repaired_roles(tagging: Tagging, dialect: Dialect, method: RepairMethod) -> CodeArray:
    """Give each labelled token the role it has after the repair. Types never change; a discarded token becomes O.

    In encodings such as BIOES mentions are read leniently first: a token that cannot continue one begins one.
    `conlleval` gives each token the role of its place; `discard` keeps the mentions that have these roles already.

    References
    ----------
    Palen-Michel, Holley and Lignos (2021), SeqScore, section on repair, for BIO and IOB.
    """
    if method not in dialect.repairs:
        raise UndefinedRepairError(method, dialect.name)
    roles = tagging.roles.copy()
    if method == "none" or dialect.name == "IO":
        return roles
    if dialect.name == "IOB":
        roles[(roles == BEGIN) & ~tagging.same_type] = INSIDE
        return roles
    if dialect.closes_mentions:
        by_place = _roles_by_place(tagging)
        return by_place if method == "conlleval" else _complete_mentions_alone(tagging, by_place)
    invalid = (roles == INSIDE) & ~tagging.same_type
    if method == "conlleval":
        roles[invalid] = BEGIN
        return roles
    roles[_discarded(tagging, invalid)] = OUTSIDE
    return roles


def _discarded(tagging: Tagging, invalid: BoolArray) -> BoolArray:
    """Mark each invalid token and the I tokens behind it, up to the next O, B or sentence end."""
    run = np.cumsum(~tagging.follows | (tagging.roles == BEGIN))
    n_invalid = np.cumsum(invalid)
    first_of_run = np.searchsorted(run, run)
    n_before_run: IntArray = (n_invalid - invalid)[first_of_run]
    return np.asarray(np.greater(n_invalid, n_before_run))


def _roles_by_place(tagging: Tagging) -> CodeArray:
    """Give each token the role that its place in its mention asks for, mentions read leniently."""
    first, last = tagging.edges
    return np.where(first, np.where(last, SINGLE, BEGIN), np.where(last, END, INSIDE)).astype(np.int8)


def _complete_mentions_alone(tagging: Tagging, by_place: CodeArray) -> CodeArray:
    """Keep the mentions whose every token has the role of its place; the rest becomes O."""
    begin = np.flatnonzero(tagging.edges[0])
    if not len(begin):
        return by_place
    is_complete = np.logical_and.reduceat(tagging.roles == by_place, begin)
    kept = np.repeat(is_complete, np.diff(begin, append=len(by_place)))
    return np.where(kept, by_place, np.int8(OUTSIDE))


@dataclass(frozen=True, eq=False)
class InvalidTransitions:
    """The invalid transitions of one annotation as they stand in the file, in file order.

    The position is that of the token whose label may not follow. Where a sentence ends inside a mention (`at_end`), it
    is that of its last token.
    """

    position: IntArray
    at_end: BoolArray

    def __len__(self) -> int:
        return len(self.position)


def find_invalid_transitions(tagging: Tagging, dialect: Dialect, sentence_start: IntArray) -> InvalidTransitions:
    """List the transitions that the chunk encoding does not allow.

    A token that may not follow stands before the sentence end behind it.
    """
    rule = dialect.legal[tagging.previous_roles, tagging.roles]
    allowed = (rule == ALWAYS) | ((rule == SAME_TYPE) & tagging.same_type)
    position = tagging.position[~allowed]
    at_end = np.zeros(len(position), dtype=bool)
    if dialect.legal[BEGIN, OUTSIDE] == ALWAYS:
        return InvalidTransitions(position, at_end)

    is_open = (tagging.roles == BEGIN) | (tagging.roles == INSIDE)
    next_follows = np.append(tagging.follows[1:], False)
    unclosed = tagging.position[is_open & ~next_follows]
    ends = is_member(unclosed + 1, sentence_start)
    broken = np.where(ends, unclosed, unclosed + 1)
    position, at_end = np.concatenate([position, broken]), np.concatenate([at_end, ends])
    order = np.lexsort((at_end, position))
    return InvalidTransitions(position[order].astype(np.int32), at_end[order])


def describe_transition(previous: str, label: str, at_end: bool, at_start: bool, encoding: str) -> str:
    """Say in words what is wrong with a transition.

    Examples
    --------
    >>> describe_transition("I-LOC", "I-ORG", at_end=False, at_start=False, encoding="BIO")
    'I-ORG cannot follow I-LOC in BIO'
    """
    if at_end:
        return f"the sentence ends inside a mention, after {previous} ({encoding})"
    if at_start:
        return f"{label} cannot begin a sentence in {encoding}"
    if label == "O" and split_label(previous)[1]:
        return f"O cannot follow {previous} in {encoding}: the mention is not closed"
    return f"{label} cannot follow {previous} in {encoding}"


class TransitionRow(NamedTuple):
    """One invalid transition in words; document and sentence are counted from 1.

    `previous` and `label`: the two labels as written; the start and the end of a sentence read `O`.
    """

    position: int  # the token whose label may not follow; where a sentence ends inside a mention, its last token
    line: int | None  # physical line of the token; None where the format has none
    document: int
    sentence: int
    token: str
    previous: str
    label: str
    at_start: bool
    at_end: bool
    problem: str


@dataclass(frozen=True, eq=False)
class WrittenLabels:
    """Well-formed labels, one for each token of a text, whose states the chunk encoding has; nothing is repaired."""

    text: Text
    column: LabelColumn
    dialect: Dialect
    detected: Tagging | None = None  # what was read of them to detect the encoding

    @cached_property
    def tagging(self) -> Tagging:
        if self.detected is not None:
            return self.detected
        read = read_labels(self.column.names, self.dialect)
        return tagged_tokens(self.column, read, self.text.sentence_start)

    @cached_property
    def invalid(self) -> InvalidTransitions:
        return find_invalid_transitions(self.tagging, self.dialect, self.text.sentence_start)

    @property
    def repairs(self) -> tuple[RepairMethod, ...]:
        """The repairs that the encoding defines and that may change something."""
        return tuple(method for method in self.dialect.repairs if method != "none")

    def repaired(self, method: RepairMethod) -> CodeArray:
        """Give the role of each labelled token after a repair, or as it is with `none`."""
        if method not in self._repaired:
            self._repaired[method] = repaired_roles(self.tagging, self.dialect, method)
        return self._repaired[method]

    @cached_property
    def _repaired(self) -> dict[RepairMethod, CodeArray]:
        return {}

    def repair(self, method: RepairMethod) -> Repair:
        tagging, roles = self.tagging, self.repaired(method)
        changed = np.flatnonzero(roles != tagging.roles)
        position = tagging.position[changed]
        names = [[self.dialect.label(role, name) for name in tagging.types] for role in range(N_ROLES)]
        after = [names[role][code] for role, code in zip(roles[changed], tagging.type_codes[changed], strict=True)]
        before = [self.column.names[code] for code in self.column.codes[position]]
        return Repair(method, len(self.invalid), position, tuple(before), tuple(after))

    def label_as_written(self, position: int) -> str:
        """Give the label of a token by its position in the whole text."""
        return self.column.names[int(self.column.codes[position])]

    def label_after(self, position: int, method: RepairMethod) -> str:
        """Give the label that a token has after a repair."""
        tagging = self.tagging
        place = int(np.searchsorted(tagging.position, np.int32(position)))
        if place == len(tagging.position) or tagging.position[place] != position:
            return "O"
        return self.dialect.label(int(self.repaired(method)[place]), tagging.types[tagging.type_codes[place]])

    @cached_property
    def _starts_sentence(self) -> BoolArray:
        return is_member(self.invalid.position, self.text.sentence_start)

    @cached_property
    def _sentences(self) -> IntArray:
        return self.text.sentence_of(self.invalid.position)

    def transition(self, number: int) -> TransitionRow:
        """Describe one invalid transition by its number in file order."""
        text, position, at_end = self.text, int(self.invalid.position[number]), bool(self.invalid.at_end[number])
        at_start, sentence = bool(self._starts_sentence[number]), int(self._sentences[number])
        label = self.label_as_written(position)
        previous = "O" if at_start else self.label_as_written(position - 1)
        if at_end:
            previous, label, at_start = label, "O", False
        return TransitionRow(
            position,
            text.line_of(position),
            int(text.document[sentence]),
            sentence + 1,
            text.token(position),
            previous,
            label,
            at_start,
            at_end,
            describe_transition(previous, label, at_end, at_start, self.dialect.name),
        )

    def labels_after(self, row: TransitionRow) -> tuple[str, ...]:
        """Write what each of `repairs` makes of a label, with the one before it where only that one is changed."""
        return tuple(self._after(row.position, row.at_start or row.at_end, method) for method in self.repairs)

    def _after(self, position: int, is_alone: bool, method: RepairMethod) -> str:
        """Write the label after a repair, with the one before it if it is that one which the repair changes."""
        after = self.label_after(position, method)
        if is_alone or after != self.label_as_written(position):
            return after
        before = self.label_after(position - 1, method)
        return after if before == self.label_as_written(position - 1) else f"{before} {after}"
