"""From a label column to mentions: encoding, well-formedness, transitions, repair."""

from dataclasses import dataclass

import numpy as np

from nerinspect.corpus.arrays import is_member
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text
from nerinspect.encoding.decode import decode
from nerinspect.encoding.detect import AmbiguousLabels, candidate_dialects, detect_dialect
from nerinspect.encoding.dialects import AUTO, DIALECTS, OUTSIDE, Dialect, RepairMethod
from nerinspect.encoding.labels import LabelColumn, malformation, read_labels, split_label, unknown_state
from nerinspect.encoding.repair import Repair, repaired_roles
from nerinspect.encoding.tagging import Tagging, tagged_tokens
from nerinspect.encoding.validate import (
    InvalidTransitions,
    describe_transition,
    find_invalid_transitions,
    transition_labels,
)
from nerinspect.errors import AmbiguousEncodingError, InvalidTransitionError, MalformedLabelError


@dataclass(frozen=True, eq=False)
class Labelling:
    """A label column read in a chunk encoding, nothing repaired yet.

    Attributes
    ----------
    column : LabelColumn
        The labels.
    dialect : Dialect
        The chunk encoding.
    tagging : Tagging
        The labelled tokens as they stand in the file.
    invalid : InvalidTransitions
        Its invalid transitions.
    """

    column: LabelColumn
    dialect: Dialect
    tagging: Tagging
    invalid: InvalidTransitions


def read_labelling(
    path: str, text: Text, column: LabelColumn, encoding: str, without_mentions: str = "BIO"
) -> Labelling:
    """Read a label column in a chunk encoding.

    Parameters
    ----------
    path : str
        The file, for messages.
    text : Text
        The tokens the labels stand on, with the lines of this file.
    column : LabelColumn
        One label for each token.
    encoding : str
        A chunk encoding or `auto`.
    without_mentions : str
        The encoding taken by `auto` if there is no mention.

    Returns
    -------
    Labelling
        With all labels well formed.

    Raises
    ------
    MalformedLabelError
        If a label cannot be read; names file, line, token and label.
    AmbiguousEncodingError
        If `auto` finds encodings that fit equally well and differ.
    """
    reasons = [malformation(label) for label in column.names]
    if encoding != AUTO:
        dialect = DIALECTS[encoding]
        for place, label in enumerate(column.names):
            reasons[place] = reasons[place] or unknown_state(label, dialect)
    _refuse_malformed(path, text, column, reasons)
    if encoding == AUTO:
        _refuse_mixed_states(path, text, column)
        try:
            dialect = detect_dialect(column, text.sentence_start, DIALECTS[without_mentions])
        except AmbiguousLabels as found:
            raise AmbiguousEncodingError(path, found.candidates, text.line_of(found.position)) from None
    tagging = tagged_tokens(column, read_labels(column.names, dialect), text.sentence_start)
    return Labelling(column, dialect, tagging, find_invalid_transitions(tagging, dialect, text.sentence_start))


def decode_labelling(
    path: str, text: Text, labelling: Labelling, method: RepairMethod, option: str
) -> tuple[Mentions, Repair]:
    """Repair and decode a label column.

    Parameters
    ----------
    path : str
        The file, for messages.
    text : Text
        The tokens, with the lines of this file.
    labelling : Labelling
        The labels.
    method : str
        The chosen repair.
    option : str
        The command-line option that chooses it, for messages.

    Returns
    -------
    mentions : Mentions
        What the repaired labels say.
    repair : Repair
        What was changed.

    Raises
    ------
    InvalidTransitionError
        If there are invalid transitions and the repair is `none`.
    UndefinedRepairError
        If the repair is not defined for the encoding.
    """
    roles = repaired_roles(labelling.tagging, labelling.dialect, method)
    if method == "none" and len(labelling.invalid):
        _refuse_invalid(path, text, labelling, option)
    tagging, dialect, column = labelling.tagging, labelling.dialect, labelling.column
    changed = np.flatnonzero(roles != tagging.roles)
    position = tagging.position[changed]
    repair = Repair(
        method,
        len(labelling.invalid),
        position,
        tuple(column.names[code] for code in column.codes[position]),
        tuple(_label(dialect, roles[place], tagging.types[tagging.type_codes[place]]) for place in changed),
    )
    return decode(tagging.with_roles(roles)), repair


def _label(dialect: Dialect, role: int, type_name: str) -> str:
    return "O" if role == OUTSIDE else f"{dialect.states[role - 1]}-{type_name}"


def _refuse_malformed(path: str, text: Text, column: LabelColumn, reasons: list[str | None]) -> None:
    is_malformed = np.array([reason is not None for reason in reasons], dtype=bool)
    if not is_malformed.any():
        return
    where = np.flatnonzero(is_malformed[column.codes])
    first = int(where[0])
    code = int(column.codes[first])
    hint = ""
    if 2 * len(where) > len(column.codes):
        hint = "the column looks like words, not labels: choose another with --label-column"
    reason = str(reasons[code])
    raise MalformedLabelError(
        path, text.line_of(first), text.token(first), column.names[code], reason, len(where) - 1, hint
    )


def _refuse_mixed_states(path: str, text: Text, column: LabelColumn) -> None:
    """Refuse the first label with which no chunk encoding knows all states so far."""
    if candidate_dialects(column.names):
        return
    for n_labels in range(1, len(column.names) + 1):
        if not candidate_dialects(column.names[:n_labels]):
            states = sorted({split_label(label)[0] for label in column.names[:n_labels]})
            first = int(np.argmax(column.codes == n_labels - 1))
            reason = f"no chunk encoding has the states {', '.join(states)} together"
            raise MalformedLabelError(path, text.line_of(first), text.token(first), column.names[n_labels - 1], reason)


def _refuse_invalid(path: str, text: Text, labelling: Labelling, option: str) -> None:
    invalid = labelling.invalid
    position, at_end = int(invalid.position[0]), bool(invalid.at_end[0])
    first = InvalidTransitions(invalid.position[:1], invalid.at_end[:1])
    previous, label = transition_labels(first, labelling.column, text.sentence_start)[0]
    at_start = bool(is_member(invalid.position[:1], text.sentence_start)[0])
    problem = describe_transition(previous, label, at_end, at_start, labelling.dialect.name)
    repairs = [repair for repair in labelling.dialect.repairs if repair != "none"]
    raise InvalidTransitionError(path, text.line_of(position), problem, len(invalid), option, repairs)
