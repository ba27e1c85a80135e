"""What stands on a chip."""

from typing import Final

from nerinspect.analysis.events import KIND_NAMES
from nerinspect.analysis.study import Study
from nerinspect.query.attribute_labels import attribute_label
from nerinspect.query.fields import TEXT
from nerinspect.query.fields.types import NONE
from nerinspect.query.filters import All, AnyOf, Filter, Not, Term
from nerinspect.query.values import Phrase, Value
from nerinspect.query.writer import query_text

_MOST_LONG_NAMES: Final = 2
"""More kinds than these are named by their letters."""
_MOST_PAIRS: Final = 5
"""Further pairs of types are counted."""


def term_label(term: Filter, study: Study | None = None) -> str:
    """Say a term in words.

    Parameters
    ----------
    term : Filter
        A term of a selection.
    study : Study, optional
        Knows what buckets hold; without it they are named alone.

    Returns
    -------
    str
        Such as `kind: not correct`; the query itself for what is no single condition.
    """
    if isinstance(term, Term):
        return _label(term, "", study)
    if isinstance(term, Not) and isinstance(term.inner, Term):
        return _label(term.inner, "not ", study)
    pairs = _pairs(term)
    return f"ref → pred: {_listed(pairs)}" if pairs else query_text(term)


def _pairs(term: Filter) -> list[str]:
    """Name each cell of the type matrix that a term asks for; none, if it asks for anything else."""
    pairs: list[str] = []
    for part in term.filters if isinstance(term, AnyOf) else ():
        sides = part.filters if isinstance(part, All) else (part,)
        by_field = {side.field: side for side in sides if isinstance(side, Term)}
        if len(by_field) < len(sides) or not by_field.keys() <= {"ref", "pred"}:
            return []
        references, predicted = (_names(by_field.get(field)) for field in ("ref", "pred"))
        pairs += [f"{reference} → {name}" for reference in references for name in predicted]
    return pairs


def _names(side: Term | None) -> list[str]:
    return [_value_label(side.field, value, uses_letters=False) for value in side.values] if side else ["any"]


def _listed(pairs: list[str]) -> str:
    left_out = len(pairs) - _MOST_PAIRS
    return ", ".join(pairs) if left_out <= 0 else f"{', '.join(pairs[:_MOST_PAIRS])} and {left_out} more"


def _label(term: Term, sign: str, study: Study | None) -> str:
    if label := attribute_label(term, sign, study):
        return label
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
