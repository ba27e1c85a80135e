"""What was decided about events as lists have it: its columns, and causes in one cell."""

import re
from collections.abc import Sequence
from typing import Final

from nerinspect.events.decision import Decision
from nerinspect.lists.table import Column, Content, Of, columns_by_name
from nerinspect.query.language.parser import unescaped
from nerinspect.query.language.writer import quoted

UNDECIDED: Final = Decision()

_PLAIN_CAUSE: Final = re.compile(r'[^\s"]\S*')
_CAUSE: Final = re.compile(r'"((?:[^"\\]|\\.)*)"(?!\S)|\S+', re.DOTALL)


def causes_cell(causes: Sequence[str]) -> str:
    """Write causes with blanks between them; one that holds a blank, or begins like that, in quotes as in a query."""
    return " ".join(cause if _PLAIN_CAUSE.fullmatch(cause) else quoted(cause) for cause in causes)


def causes_in(cell: str) -> tuple[str, ...]:
    """Read what `causes_cell` wrote, each cause once; a quote that is never closed is part of a word."""
    found = (unescaped(one[1]) if one[1] is not None else one[0] for one in _CAUSE.finditer(cell))
    return tuple(dict.fromkeys(filter(None, (" ".join(cause.split()) for cause in found))))


DECISION_COLUMNS: Final = columns_by_name(
    Column("verdict", lambda one: one.verdict, of=Of.DECISIONS, is_in_examples=True),
    Column("causes", lambda one: causes_cell(one.causes), of=Of.DECISIONS, is_in_examples=True),
    Column("flag", lambda one: "yes" if one.flag else "", Content.FLAG, Of.DECISIONS, is_in_examples=True),
    Column("note", lambda one: one.note, of=Of.DECISIONS, is_in_examples=True),
    Column(
        *("corrected_spans", lambda one: None if one.correction is None else list(one.correction), Content.SPANS),
        of=Of.DECISIONS, is_in_examples=True, is_on_screen=False,
    ),
    Column("decided", lambda one: one.decided, of=Of.DECISIONS),
    Column("who", lambda one: one.who, of=Of.PEOPLE),
)  # fmt: skip
"""Columns of the lists of a review; relations have no right reading. Values are made from one decision."""

CORRECTED_WORDS: Final = "corrected words"
"""A further column, for people: the right reading that was given, in words that are read back."""
