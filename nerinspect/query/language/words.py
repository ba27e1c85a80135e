"""What stands on a chip: terms, outcomes, attributes and buckets in words."""

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np

from nerinspect.attributes.buckets import Bucketing, bucketing
from nerinspect.attributes.built_in import BUILT_IN
from nerinspect.events.decision import VERDICTS
from nerinspect.events.study import DEFAULT_BUCKETS, WITHOUT_VALUE, Attribute, Study, judged, shown_name
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.quantities import grouped, word_for
from nerinspect.query.fields.attributes import (
    BucketField,
    BucketValue,
    NamedValueField,
    known_attribute,
    read_bucket_value,
)
from nerinspect.query.fields.kinds import NONE
from nerinspect.query.fields.outcomes import DIFFERS, KIND_OF, RIGHT, SAME, WRONG
from nerinspect.query.fields.table import FIELDS, TEXT
from nerinspect.query.filters import All, AnyOf, Filter, Not, Term
from nerinspect.query.language.parser import query_text
from nerinspect.query.language.values import Phrase, Value

_IN_TOKENS: Final = ("eLen", "sLen")
_FEWEST_DIGITS, _MOST_DIGITS = 2, 17


def bucket_words(own: Bucketing, place: int, with_unit: bool = True) -> str:
    """Say what values a bucket holds; edges have as many digits as tell those of the attribute apart.

    Such as `0`, `to 0.58`, `0.58 to 1`, `over 0.58`, `12 to 18 tokens` (with unit), `4 or more tokens`; the name of a
    bucket of names; `no value`.
    """
    bucket, scale = own.buckets[place], own.attribute.scale
    if bucket.name == WITHOUT_VALUE and bucket.lower is bucket.upper is None and place == len(own.buckets) - 1:
        return "no value"
    if scale == "name":
        return bucket.name
    if bucket.lower is bucket.upper is None:
        return word_for(len(own.buckets), "any value", "any other value")
    if scale in ("whole", "date"):
        step = 0 if bucket.is_own else 1
        low = None if bucket.lower is None else int(bucket.lower) + step
        return _whole(low, None if bucket.upper is None else int(bucket.upper), own, with_unit)
    written = _writer(own)
    if bucket.is_own and bucket.upper is not None:
        return written(bucket.upper)
    if bucket.upper is None:
        return f"over {written(bucket.lower or 0.0)}"
    is_first = bucket.lower is None or own.buckets[place - 1].is_own
    return f"to {written(bucket.upper)}" if is_first else f"{written(bucket.lower or 0.0)} to {written(bucket.upper)}"


def _whole(low: int | None, high: int | None, own: Bucketing, with_unit: bool) -> str:
    """Say which whole numbers, or days, lie between two ends, both included."""
    if own.attribute.scale == "date":
        first, last = (None if end is None else str(np.datetime64(end, "D")) for end in (low, high))
        text = f"from {first}" if last is None else f"to {last}" if first is None else f"{first} to {last}"
        return str(last) if first == last else text
    unit = (
        f" {word_for(1 if low == high == 1 else 2, 'token')}" if with_unit and own.attribute.name in _IN_TOKENS else ""
    )
    first, last = ("" if end is None else whole_text(own.attribute, end) for end in (low, high))
    if high is None:
        return f"{first} or more{unit}"
    text = f"to {last}" if low is None else last if low == high else f"{first} to {last}"
    return text + unit


def whole_text(attribute: Attribute, value: int) -> str:
    """Write a whole number: counts by thousands, those of the user's own, such as years, as they are."""
    return grouped(value) if attribute in BUILT_IN else str(value)


def _writer(own: Bucketing) -> Callable[[float], str]:
    """Choose the number of digits that tells all edges apart."""
    edges = {edge for bucket in own.buckets for edge in (bucket.lower, bucket.upper) if edge is not None}
    for n_digits in range(_FEWEST_DIGITS, _MOST_DIGITS + 1):
        texts = {edge: _rounded(edge, n_digits) for edge in edges}
        if len(set(texts.values())) == len(edges):
            break
    return texts.__getitem__


def _rounded(value: float, n_digits: int) -> str:
    """Write so many digits that mean something, but all before the point."""
    before = len(str(int(abs(value)))) if abs(value) >= 1 else 0
    return np.format_float_positional(value, max(n_digits, before), unique=False, fractional=False, trim="-")


_SIDES_SAID: Final = {"ref": "reference ", "pred": "predicted ", "correct": "correct "}


def attribute_label(term: Term, sign: str, study: Study | None) -> str:
    """Say a term, with a sign before each value, in words; buckets are named alone without a study.

    Such as `eLen: 2 tokens (S)`, or `eLen: 2 or more tokens (XL of 2)` if it is not the usual number of buckets; empty
    for a term about other things, or about several attributes.
    """
    field = FIELDS[term.field]
    if isinstance(field, BucketField):
        read = [read_bucket_value(value) for value in term.values]
        named = [(value.attribute, _bucket(value, study)) for value in read if value]
    elif isinstance(field, NamedValueField):
        named = [(name, text) for name, _, text in (str(value).partition("=") for value in term.values)]
    else:
        return ""
    attributes = {name for name, _ in named}
    if len(attributes) != 1:
        return ""
    side = next((word for prefix, word in _SIDES_SAID.items() if term.field.startswith(prefix)), "")
    return f"{side}{attributes.pop()}: {', '.join(sign + text for _, text in named)}"


def _bucket(value: BucketValue, study: Study | None) -> str:
    attribute = known_attribute(study, value.attribute) if study else None
    if study and attribute:
        own = bucketing(study, attribute, value.n_wanted)
        if value.bucket in own.names and (words := bucket_words(own, own.names.index(value.bucket))) != value.bucket:
            of = "" if value.n_wanted == DEFAULT_BUCKETS else f" of {value.n_wanted}"
            return f"{words} ({value.bucket}{of})"
    return value.bucket


JUDGING: Final = (RIGHT.name, WRONG.name, SAME.name, DIFFERS.name)
"""The fields whose values are systems that judge a mention."""


def judge_label(name: Value, study: Study | None) -> str:
    """Name a system or run of a query as it is named where people read it."""
    number = judged(study, str(name)) if study is not None else None
    said = str(name) if study is None or number is None else shown_name(study, number)
    return f"“{said}”" if "," in said or said != said.strip() else said


def outcomes_label(term: Filter, study: Study | None) -> str:
    """Say which outcomes of some systems a filter asks for; empty if it asks for anything else.

    Such as `a right, b wrong or a wrong, b right`.
    """
    said = [_outcome(part, study) for part in (term.filters if isinstance(term, AnyOf) else (term,))]
    return " or ".join(said) if all(said) else ""


def _outcome(part: Filter, study: Study | None) -> str:
    """Say who is right and who is wrong, and whether these read alike; empty for anything else."""
    terms = part.filters if isinstance(part, All) else (part,)
    asked: dict[str, list[Value]] = {field: [] for field in JUDGING}
    for term in terms:
        if not isinstance(term, Term) or term.field not in asked:
            return ""
        if term.field != DIFFERS.name and len(term.values) > 1:  # one of several is enough, which no list of names says
            return ""
        asked[term.field] += term.values
    right, wrong, same, differs = (asked[field] for field in JUDGING)
    if (same or differs) and ((same and differs) or len(wrong) != 2 or {*same, *differs} != {*wrong}):
        return ""
    names = {value: judge_label(value, study) for value in (*right, *wrong)}
    said = [f"{' and '.join(names[value] for value in right)} right"] if right else []
    how = " alike" if same else " differently" if differs else ""
    if wrong:
        said.append(f"{' and '.join(names[value] for value in wrong)} wrong{how}")
    return ", ".join(said)


_MOST_LONG_NAMES: Final = 2  # more kinds than these are named by their letters
_WORDS: Final = {
    "gotby": "got by",
    "gotbyruns": "got by runs",
    "relkind": "relation kind",
    "rel": "relation",
    "refrel": "reference relation",
    "predrel": "predicted relation",
    "part": "part in training",
    "refpart": "reference part in training",
    "predpart": "predicted part in training",
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
    "refpart": "A part in training",
    "predpart": "B part in training",
    "system": "annotator",
}
"""What they are called between annotators."""
_TOUGH: Final = frozenset({"reftough", "predtough"})
_RELATION_SIDES: Final = ("refrel", "predrel")
_SIDES_OF_TYPES: Final = (("ref", "pred"), _RELATION_SIDES)
_MOST_PAIRS: Final = 5  # further pairs of types are counted


def verdict_words(verdict: Value, wording: Wording = JUDGED) -> str:
    """Say a verdict, such as `reference wrong`; None is `undecided`, and one of one's own says itself."""
    return "undecided" if verdict is None else wording.verdict(str(verdict))


def term_label(term: Filter, study: Study | None = None) -> str:
    """Say a term in words, such as `kind: not correct`; the query itself for what is no single condition.

    Without a study buckets are named alone.
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
        fields = next((pair for pair in _SIDES_OF_TYPES if by_field.keys() <= {*pair}), None)
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
