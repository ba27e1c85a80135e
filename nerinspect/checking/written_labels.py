"""Labels as written, read in a chunk encoding: where they break its rules, and what each repair makes of them."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from nerinspect.corpus.arrays import CodeArray, is_member
from nerinspect.corpus.text import Text
from nerinspect.encoding.dialects import DIALECTS, N_ROLES, Dialect, RepairMethod
from nerinspect.encoding.labels import LabelColumn, Tagging, read_labels, tagged_tokens
from nerinspect.encoding.transitions import (
    InvalidTransitions,
    Repair,
    describe_transition,
    find_invalid_transitions,
    repaired_roles,
    transition_labels,
)
from nerinspect.events.study import Annotation


@dataclass(frozen=True)
class TransitionRow:
    """One invalid transition in words; document and sentence are counted from 1.

    Attributes
    ----------
    position : int
        The token whose label may not follow; where a sentence ends inside a mention, its last token.
    line : int or None
        Physical line of the token; None where the format has none.
    previous, label : str
        The two labels as written; the start and the end of a sentence read `O`.
    after : tuple of str
        What each repair makes of the label, in the order of `WrittenLabels.repairs`; of the previous label too where
        only that one is changed.
    """

    position: int
    line: int | None
    document: int
    sentence: int
    token: str
    previous: str
    label: str
    at_start: bool
    at_end: bool
    after: tuple[str, ...]
    problem: str


@dataclass(frozen=True, eq=False)
class WrittenLabels:
    """Well-formed labels, one for each token of a text, whose states the chunk encoding has; nothing is repaired."""

    text: Text
    column: LabelColumn
    dialect: Dialect

    @classmethod
    def of(cls, text: Text, annotation: Annotation) -> "WrittenLabels | None":
        """Take the labels of an annotation of a text; None if it was read from spans."""
        if annotation.labels is None or annotation.source.encoding not in DIALECTS:
            return None
        return cls(text, annotation.labels, DIALECTS[annotation.source.encoding])

    @cached_property
    def tagging(self) -> Tagging:
        """The labelled tokens as written."""
        read = read_labels(self.column.names, self.dialect)
        return tagged_tokens(self.column, read, self.text.sentence_start)

    @cached_property
    def invalid(self) -> InvalidTransitions:
        """The invalid transitions."""
        return find_invalid_transitions(self.tagging, self.dialect, self.text.sentence_start)

    @property
    def repairs(self) -> tuple[RepairMethod, ...]:
        """The repairs that the encoding defines and that may change something."""
        return tuple(method for method in self.dialect.repairs if method != "none")

    @cached_property
    def repaired(self) -> dict[RepairMethod, CodeArray]:
        """The role of each labelled token after each repair that the encoding defines, `none` among them."""
        return {method: repaired_roles(self.tagging, self.dialect, method) for method in self.dialect.repairs}

    def repair(self, method: RepairMethod) -> Repair:
        """List the labels that a repair changes."""
        tagging, roles = self.tagging, self.repaired[method]
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
        return self.dialect.label(int(self.repaired[method][place]), tagging.types[tagging.type_codes[place]])

    def transition(self, number: int) -> TransitionRow:
        """Describe one invalid transition by its number in file order."""
        text, position = self.text, int(self.invalid.position[number])
        one = InvalidTransitions(self.invalid.position[number : number + 1], self.invalid.at_end[number : number + 1])
        previous, label = transition_labels(one, self.column, text.sentence_start)[0]
        at_end = bool(one.at_end[0])
        at_start = not at_end and bool(is_member(one.position, text.sentence_start)[0])
        sentence = int(text.sentence_of(one.position)[0])
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
            tuple(self._after(position, at_start or at_end, method) for method in self.repairs),
            describe_transition(previous, label, at_end, at_start, self.dialect.name),
        )

    def _after(self, position: int, is_alone: bool, method: RepairMethod) -> str:
        """Write the label after a repair, with the one before it if it is that one which the repair changes."""
        after = self.label_after(position, method)
        if is_alone or after != self.label_as_written(position):
            return after
        before = self.label_after(position - 1, method)
        return after if before == self.label_as_written(position - 1) else f"{before} {after}"
