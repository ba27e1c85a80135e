"""What stands on a chip."""

from collections.abc import Iterator
from typing import Final

from nerinspect.analysis.decisions import VERDICTS
from nerinspect.analysis.study import Study
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.query.attribute_labels import attribute_label
from nerinspect.query.fields import TEXT
from nerinspect.query.fields.outcomes import KIND_OF
from nerinspect.query.fields.types import NONE
from nerinspect.query.filters import All, AnyOf, Filter, Not, Term
from nerinspect.query.outcome_labels import JUDGING, judge_label, outcomes_label
from nerinspect.query.values import Phrase, Value
from nerinspect.query.writer import query_text

_MOST_LONG_NAMES: Final = 2
"""More kinds than these are named by their letters."""
_WORDS: Final = {
    "gotby": "got by",
    "relkind": "relation kind",
    "rel": "relation",
    "refrel": "reference relation",
    "predrel": "predicted relation",
    "part": "part in training",
    "adist": "argument distance",
}
"""What fields are called where it is not their name."""
_OF_ANNOTATORS: Final = {
    "ref": "A",
    "pred": "B",
    "reftough": "A tough",
    "predtough": "B tough",
    "refrel": "A relation",
    "predrel": "B relation",
    "system": "annotator",
}
"""What they are called between annotators."""
_TOUGH: Final = frozenset({"reftough", "predtough"})
_RELATION_SIDES: Final = ("refrel", "predrel")
_SIDES: Final = (("ref", "pred"), _RELATION_SIDES)
_MOST_PAIRS: Final = 5
"""Further pairs of types are counted."""


def verdict_words(verdict: Value, wording: Wording = JUDGED) -> str:
    """Say a verdict, such as `reference wrong`; None is `undecided`, and one of one's own says itself."""
    if verdict is None:
        return "undecided"
    if verdict not in VERDICTS:
        return str(verdict)
    name = wording.name(str(verdict))
    return name if wording.is_neutral else name.lower()


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
    if outcomes := outcomes_label(term, study):
        return outcomes
    pairs = _pairs(term)
    if study is not None and study.is_of_annotators and (either := _of_either(term, study)):
        return either
    sides = "A → B" if study is not None and study.is_of_annotators else "ref → pred"
    noun = "relation " if term.fields & {*_RELATION_SIDES} else ""
    return f"{noun}{sides}: {_listed(pairs)}" if pairs else query_text(term)


def _of_either(term: Filter, study: Study) -> str:
    """Say that a mention of A or of B is in some subsets; empty for anything else."""
    if not isinstance(term, AnyOf) or not term.fields & _TOUGH or not term.fields <= {*_OF_ANNOTATORS}:
        return ""
    asked = {part.values if isinstance(part, Term) else () for part in term.filters}
    if term.fields == _TOUGH and len(asked) == 1 and (values := asked.pop()):
        return f"A or B tough: {', '.join(map(str, values))}"
    parts = [part.filters if isinstance(part, All) else (part,) for part in term.filters]
    return " or ".join(" and ".join(term_label(one, study) for one in part) for part in parts)


def _pairs(term: Filter) -> list[str]:
    """Name each cell of the type matrix that a term asks for; none, if it asks for anything else."""
    pairs: list[str] = []
    for part in term.filters if isinstance(term, AnyOf) else ():
        sides = part.filters if isinstance(part, All) else (part,)
        by_field = {side.field: side for side in sides if isinstance(side, Term)}
        fields = next((pair for pair in _SIDES if by_field.keys() <= {*pair}), None)
        if len(by_field) < len(sides) or fields is None:
            return []
        references, predicted = (_names(by_field.get(field)) for field in fields)
        pairs += [f"{reference} → {name}" for reference in references for name in predicted]
    return pairs


def _names(side: Term | None) -> list[str]:
    return [_value_label(side.field, value, JUDGED) for value in side.values] if side else ["any"]


def _listed(pairs: list[str]) -> str:
    left_out = len(pairs) - _MOST_PAIRS
    return ", ".join(pairs) if left_out <= 0 else f"{', '.join(pairs[:_MOST_PAIRS])} and {left_out} more"


def _label(term: Term, sign: str, study: Study | None) -> str:
    wording = study.wording if study is not None else JUDGED
    if label := attribute_label(term, sign, study):
        side, blank, rest = label.partition(" ")
        return f"{wording.said(side)}{blank}{rest}"
    if term.field == KIND_OF.name:
        return " or ".join(_kinds_of(term, sign, study))
    if term.field in JUDGING:
        return f"{term.field}: {', '.join(sign + judge_label(value, study) for value in term.values)}"
    is_short = term.field == "kind" and len(term.values) > _MOST_LONG_NAMES and not wording.is_neutral
    values = ", ".join(sign + _value_label(term.field, value, None if is_short else wording) for value in term.values)
    words = _WORDS | _OF_ANNOTATORS if wording.is_neutral else _WORDS
    return values if term.field == TEXT else f"{words.get(term.field, term.field)}: {values}"


def _kinds_of(term: Term, sign: str, study: Study | None) -> Iterator[str]:
    """Say of each system which kinds are asked for."""
    asked: dict[str, list[str]] = {}
    for value in term.values:
        name, _, kind = str(value).rpartition("=")
        usual = study.wording if study is not None else JUDGED
        wording = None if len(term.values) > _MOST_LONG_NAMES and not usual.is_neutral else usual
        asked.setdefault(name, []).append(sign + _value_label("kind", kind, wording))
    yield from (f"kind of {judge_label(name, study)}: {', '.join(kinds)}" for name, kinds in asked.items())


def _value_label(field: str, value: Value, wording: Wording | None) -> str:
    """Say a value; kinds by their letters without a wording."""
    if isinstance(value, Phrase):
        return f"“{value.text}”"
    if field == "verdict" and (value is None or value in VERDICTS):
        return verdict_words(value, wording or JUDGED)
    if field == "kind":
        return wording.name(str(value)) if wording is not None else str(value).upper()
    if field == "relkind":
        return (wording or JUDGED).name(f"relation_{value}")
    if isinstance(value, str) and value.casefold() != NONE:
        return f"“{value}”" if "," in value or value != value.strip() else value
    return query_text(Term(field, (value,))).removeprefix(f"{field}:")
