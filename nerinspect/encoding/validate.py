"""Invalid transitions: pairs of neighbouring labels that a chunk encoding does not allow."""

from dataclasses import dataclass

import numpy as np

from nerinspect.corpus.arrays import BoolArray, IntArray, is_member
from nerinspect.encoding.dialects import ALWAYS, BEGIN, INSIDE, OUTSIDE, SAME_TYPE, Dialect
from nerinspect.encoding.labels import LabelColumn, split_label
from nerinspect.encoding.tagging import Tagging


@dataclass(frozen=True, eq=False)
class InvalidTransitions:
    """The invalid transitions of one annotation as they stand in the file, in file order.

    Attributes
    ----------
    position : ndarray of int32, shape (n_invalid,)
        The token whose label may not follow; for a sentence that ends inside a mention, its last token.
    at_end : ndarray of bool, shape (n_invalid,)
        Whether the sentence ends inside a mention.
    """

    position: IntArray
    at_end: BoolArray

    def __len__(self) -> int:
        """Count the invalid transitions."""
        return len(self.position)


def find_invalid_transitions(tagging: Tagging, dialect: Dialect, sentence_start: IntArray) -> InvalidTransitions:
    """List the transitions that the chunk encoding does not allow.

    Parameters
    ----------
    tagging : Tagging
        The labelled tokens.
    dialect : Dialect
        The chunk encoding.
    sentence_start : ndarray of int32, shape (n_sentences + 1,)
        First token of each sentence.

    Returns
    -------
    InvalidTransitions
        In file order; a token that may not follow stands before the sentence end behind it.
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


def transition_labels(
    invalid: InvalidTransitions, column: LabelColumn, sentence_start: IntArray
) -> list[tuple[str, str]]:
    """Give the two labels of each invalid transition.

    Returns
    -------
    list of (str, str)
        Previous label and label. The start and the end of a sentence read `O`.
    """
    starts = is_member(invalid.position, sentence_start)
    pairs = []
    for position, at_end, at_start in zip(invalid.position, invalid.at_end, starts, strict=True):
        label = column.names[column.codes[position]]
        previous = "O" if at_start else column.names[column.codes[position - 1]]
        pairs.append((label, "O") if at_end else (previous, label))
    return pairs


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
