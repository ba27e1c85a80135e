"""Labels: a column of strings such as `B-ORG`, and what its distinct labels say."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nerinspect.corpus.arrays import CodeArray, IntArray
from nerinspect.encoding.dialects import DIALECTS, OUTSIDE, Dialect

_FORBIDDEN_IN_TYPES = frozenset(",;|\"'")


@dataclass(frozen=True, eq=False)
class LabelColumn:
    """One label for each token.

    Attributes
    ----------
    names : tuple of str, shape (n_distinct,)
        The distinct labels, in order of first occurrence.
    codes : ndarray of int32, shape (n_tokens,)
        For each token the place of its label in `names`.
    """

    names: tuple[str, ...]
    codes: IntArray


@dataclass(frozen=True, eq=False)
class ReadLabels:
    """What each distinct label says in one chunk encoding.

    Attributes
    ----------
    roles : ndarray of int8, shape (n_distinct,)
        The role of its state.
    type_codes : ndarray of int32, shape (n_distinct,)
        Its place in `types`; -1 for O.
    types : tuple of str
        The types in the labels, by code point.
    """

    roles: CodeArray
    type_codes: IntArray
    types: tuple[str, ...]


def split_label(label: str) -> tuple[str, str]:
    """Cut a label at its first hyphen.

    Returns
    -------
    state, type : str
        `("B", "ORG")` for `B-ORG`; `("O", "")` for `O`.
    """
    state, _, type_name = label.partition("-")
    return state, type_name


def malformation(label: str) -> str | None:
    """Say why a label cannot be read in any chunk encoding.

    Parameters
    ----------
    label : str
        The label as it stands in the file.

    Returns
    -------
    str or None
        The reason in words; None if the label is well formed.
    """
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
            return "a type holds no blank, comma, semicolon, bar, quote or control character"
    return None


def unknown_state(label: str, dialect: Dialect) -> str | None:
    """Say why a well-formed label cannot be read in one chunk encoding; None if it can."""
    state, _ = split_label(label)
    return None if dialect.role_of(state) is not None else f"{dialect.name} has no state {state}"


def read_labels(names: Sequence[str], dialect: Dialect) -> ReadLabels:
    """Read distinct labels in one chunk encoding.

    Parameters
    ----------
    names : sequence of str
        Well-formed labels whose states the encoding has.
    dialect : Dialect
        The chunk encoding.

    Returns
    -------
    ReadLabels
        Roles and types by label.
    """
    parts = [split_label(name) for name in names]
    types = tuple(sorted({type_name for _, type_name in parts if type_name}))
    place = {type_name: code for code, type_name in enumerate(types)}
    roles = [dialect.role_of(state) for state, _ in parts]
    return ReadLabels(
        np.array([OUTSIDE if role is None else role for role in roles], dtype=np.int8),
        np.array([place.get(type_name, -1) for _, type_name in parts], dtype=np.int32),
        types,
    )
