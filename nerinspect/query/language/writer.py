"""From a filter to the text of a query that reads back as the same filter."""

import re
from typing import assert_never

from nerinspect.query.fields.kinds import NONE
from nerinspect.query.fields.table import TEXT
from nerinspect.query.filters import All, AnyOf, Everything, Filter, Not, Term
from nerinspect.query.language.values import Interval, Pattern, Phrase, Value, number_text

_PLAIN = re.compile(r'[^-/\s,:"()\\][^\s,:"()\\]*')


def query_text(query: Filter) -> str:
    """Write a filter in the query language; `parse_query` gives the same filter back."""
    if isinstance(query, Everything):
        return ""
    if isinstance(query, AnyOf):
        return " OR ".join(query_text(part) for part in query.filters)
    if isinstance(query, All):
        return " ".join(_grouped(part) if isinstance(part, AnyOf) else query_text(part) for part in query.filters)
    if isinstance(query, Not):
        return f"-{query_text(query.inner) if isinstance(query.inner, Term) else _grouped(query.inner)}"
    if isinstance(query, Term):
        name = "" if query.field == TEXT else f"{query.field}:"
        return name + ",".join(value_text(value) for value in query.values)
    raise TypeError(f"a filter of a class that has no text: {type(query).__name__}")


def value_text(value: Value, is_quoted: bool = False) -> str:
    """Write one value of a term; a name may be quoted even where it need not be."""
    if value is None:
        return NONE
    if isinstance(value, str):
        return quoted(value) if is_quoted or value.casefold() == NONE else _quoted_if_needed(value)
    if isinstance(value, Phrase):
        return quoted(value.text) if value.text == "OR" else _quoted_if_needed(value.text)
    if isinstance(value, Pattern | Interval):
        return str(value)
    if isinstance(value, int | float):
        return number_text(value)
    assert_never(value)


def _grouped(query: Filter) -> str:
    return f"({query_text(query)})"


def _quoted_if_needed(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else quoted(text)


def quoted(text: str) -> str:
    """Write a value in quotes, those inside it with a backslash before them."""
    escaped = re.sub(r'(["\\])', r"\\\1", text)
    return f'"{escaped}"'
