"""What stands on a chip."""

from typing import Final

from nerinspect.analysis.events import KIND_NAMES
from nerinspect.query.fields import TEXT
from nerinspect.query.fields.types import NONE
from nerinspect.query.filters import Filter, Not, Term
from nerinspect.query.values import Phrase, Value
from nerinspect.query.writer import query_text

_MOST_LONG_NAMES: Final = 2
"""More kinds than these are named by their letters."""


def term_label(term: Filter) -> str:
    """Say a term in words.

    Parameters
    ----------
    term : Filter
        A term of a selection.

    Returns
    -------
    str
        Such as `kind: not correct`; the query itself for what is no single condition.
    """
    if isinstance(term, Term):
        return _label(term, "")
    if isinstance(term, Not) and isinstance(term.inner, Term):
        return _label(term.inner, "not ")
    return query_text(term)


def _label(term: Term, sign: str) -> str:
    uses_letters = len(term.values) > _MOST_LONG_NAMES
    values = ", ".join(sign + _value_label(term.field, value, uses_letters) for value in term.values)
    return values if term.field == TEXT else f"{term.field}: {values}"


def _value_label(field: str, value: Value, uses_letters: bool) -> str:
    if isinstance(value, Phrase):
        return f"“{value.text}”"
    if field == "kind":
        return str(value).upper() if uses_letters else KIND_NAMES.get(str(value), str(value))
    if isinstance(value, str) and value.casefold() != NONE:
        return f"“{value}”" if "," in value or value != value.strip() else value
    return query_text(Term(field, (value,))).removeprefix(f"{field}:")
