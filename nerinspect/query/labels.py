"""What stands on a chip."""

from nerinspect.analysis.events import KIND_NAMES
from nerinspect.query.fields import TEXT
from nerinspect.query.fields.types import NONE
from nerinspect.query.filters import Filter, Not, Term
from nerinspect.query.values import Phrase, Value
from nerinspect.query.writer import query_text


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
    values = ", ".join(sign + _value_label(term.field, value) for value in term.values)
    return values if term.field == TEXT else f"{term.field}: {values}"


def _value_label(field: str, value: Value) -> str:
    if isinstance(value, Phrase):
        return f"“{value.text}”"
    if field == "kind":
        return KIND_NAMES.get(str(value), str(value))
    if isinstance(value, str) and value.casefold() != NONE:
        return value
    return query_text(Term(field, (value,))).removeprefix(f"{field}:")
