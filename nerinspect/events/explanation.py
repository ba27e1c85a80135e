"""Why an event is of its kind, in plain sentences, and the demerits of its mentions."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Literal, NamedTuple, TypeAlias

from nerinspect.corpus.mentions import Mentions
from nerinspect.events.segment_events import BE, FN, FP, LE, SHAPES, SIDES, TP
from nerinspect.events.study import Study
from nerinspect.quantities import grouped, word_for

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_LONGEST_QUOTE: Final = 60  # characters
_MOST_QUOTES: Final = 3

_ONE_TO_ONE: Final = {
    "shorter": "the prediction lies inside the reference (shorter)",
    "longer": "the prediction contains the reference (longer)",
    "crossing": "each reaches beyond the other (crossing)",
}

_OVERLAP_RULE: Final = (
    "Mentions of one side overlap in this sentence: exact matches and equal extents are paired first, the rest is"
    " grouped."
)


class Span(NamedTuple):
    """A mention of an event: half-open token positions in the whole text, and its type."""

    start: int
    end: int
    type: str


def spans_of(mentions: Mentions, numbers: Sequence[int]) -> list[Span]:
    """Write down some mentions."""
    start, end, codes, types = mentions.start.item, mentions.end.item, mentions.type_codes.item, mentions.types
    return [Span(start(n), end(n), types[codes(n)]) for n in numbers]  # a column for one number costs more


def reference_spans(study: Study, event: int) -> list[Span]:
    """List the reference mentions of an event in text order."""
    return spans_of(study.reference.mentions, study.events.mentions_of(event, "reference").tolist())


def predicted_spans(study: Study, event: int) -> list[Span]:
    """List the predicted mentions of an event in text order."""
    return spans_of(study.predicted, study.events.mentions_of(event, "predicted").tolist())


def surface_of(study: Study, start: int, end: int) -> str:
    """Write the tokens of a half-open span of the text as the file does."""
    return study.text.spelled(start, end)


def event_surface(study: Study, event: int) -> str:
    """Give the surface of an event's first mention, of the reference if it has one there; as queries write it."""
    side = next(side for side in SIDES if len(study.events.mentions_of(event, side)))
    mentions, first = study.mentions_on(side), study.events.mentions_of(event, side)[0]
    bounds = mentions.start[first : first + 1], mentions.end[first : first + 1]
    return str(study.text.joined(*bounds)[0].as_py())


def explain(study: Study, event: int) -> str:
    """Say in one or two sentences why an event is of its kind.

    Where mentions of a side overlap, a last sentence names the rule that then applies.
    """
    is_nested = study.is_nested(int(study.events.prediction[event]), int(study.event_sentence[event]))
    reason = _reason(study, event, "has no unmatched mention" if is_nested else "marks nothing")
    return study.wording.said(f"{reason} {_OVERLAP_RULE}" if is_nested else reason)


def _reason(study: Study, event: int, nothing: str) -> str:
    kind = int(study.events.kind[event])
    reference, predicted = reference_spans(study, event), predicted_spans(study, event)
    if kind == TP:
        return "Reference and prediction agree in extent and type."
    if kind == FP:
        return _explain_one_sided(study, predicted, "prediction", "reference", nothing)
    if kind == FN:
        return _explain_one_sided(study, reference, "reference", "prediction", nothing)
    if kind == LE:
        types = f"the reference says {reference[0].type}, the prediction {predicted[0].type}"
        return f"The extent agrees, the type does not: {types}."
    return _explain_boundary(study, event, reference, predicted)


def spoken(study: Study, event: int) -> str:
    """Say what stands in an event as one phrase, for those who hear it.

    Examples
    --------
    `Port of Harwick Authority, reference ORG, predicted LOC and ORG`
    """
    surface = surface_of(study, int(study.events.start[event]), int(study.events.end[event]))
    reference = _listed([span.type for span in reference_spans(study, event)])
    predicted = _listed([span.type for span in predicted_spans(study, event)])
    return f"{surface}, " + study.wording.said(f"reference {reference}, predicted {predicted}")


def type_conflicts(reference: Sequence[Span], predicted: Sequence[Span]) -> list[tuple[int, int]]:
    """Find the stretches where both sides are inside a mention and the types differ, half-open and in text order.

    Touching stretches are one.
    """
    changes: defaultdict[int, list[tuple[int, str, int]]] = defaultdict(list)
    for side, spans in enumerate((reference, predicted)):
        for start, end, name in spans:
            changes[start].append((side, name, 1))
            changes[end].append((side, name, -1))
    inside: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    stretches: list[tuple[int, int]] = []
    for start, end in pairwise(sorted(changes)):
        for side, name, step in changes[start]:
            inside[side][name] += step
        ref, pred = (+types for types in inside)
        if ref and pred and len(ref | pred) > 1:
            if stretches and stretches[-1][1] == start:
                start, _ = stretches.pop()
            stretches.append((start, end))
    return stretches


def _explain_one_sided(study: Study, spans: list[Span], marking: str, other: str, nothing: str) -> str:
    if len(spans) == 1:
        quote = _quote(study, spans[0])
        return f"The {marking} marks {quote} as {spans[0].type}; the {other} {nothing} here."
    return f"The {marking} marks {_number(len(spans))} {word_for(len(spans), 'mention')} here; the {other} {nothing}."


def _explain_boundary(study: Study, event: int, reference: list[Span], predicted: list[Span]) -> str:
    kind, shape = int(study.events.kind[event]), SHAPES[int(study.events.shape[event])]
    conflicts = type_conflicts(reference, predicted)
    if shape in _ONE_TO_ONE:
        difference = _difference(study, reference[0], predicted[0])
        if kind == BE:
            return f"The type agrees, the extent does not: {_ONE_TO_ONE[shape]}. {difference}"
        types = f"the reference says {reference[0].type}, the prediction {predicted[0].type}"
        return f"The extents differ: {_ONE_TO_ONE[shape]}. {difference} The types differ too: {types}."
    meet = word_for(len(reference), "meets", "meet")
    others = f"{_number(len(predicted))} predicted {word_for(len(predicted), 'one')}"
    meeting = f"{_counted(len(reference), 'reference mention')} {meet} {others} ({shape})."
    if kind == BE:
        return f"{meeting} Their extents differ; where they overlap, the types agree."
    return f"{meeting} Their extents differ, and on {_quotes(study, conflicts)} so do the types."


def _difference(study: Study, reference: Span, predicted: Span) -> str:
    """Say which words one prediction leaves out of one reference mention, and which it adds."""
    left_out, added = _outside(reference, predicted), _outside(predicted, reference)
    words = [f"{verb} {_quotes(study, parts)}" for verb, parts in (("leaves out", left_out), ("adds", added)) if parts]
    return f"{'The prediction' if left_out and added else 'It'} {_listed(words)}."


def _outside(span: Span, other: Span) -> list[tuple[int, int]]:
    """Give the parts of a span, before and behind, that an overlapping one does not cover."""
    parts = [(span.start, min(span.end, other.start)), (max(span.start, other.end), span.end)]
    return [(start, end) for start, end in parts if start < end]


def _quotes(study: Study, stretches: list[tuple[int, int]]) -> str:
    quotes = [_quote(study, stretch) for stretch in stretches[:_MOST_QUOTES]]
    left_out = len(stretches) - len(quotes)
    return _listed([*quotes, f"{left_out} more"] if left_out else quotes)


def _quote(study: Study, stretch: tuple[int, int] | Span) -> str:
    return quoted(surface_of(study, stretch[0], stretch[1]))


def quoted(surface: str) -> str:
    """Put a surface, shortened if it is long, in quotes."""
    return f"“{surface if len(surface) <= _LONGEST_QUOTE else surface[: _LONGEST_QUOTE - 1] + '…'}”"


def _listed(words: list[str]) -> str:
    """Join words as in a sentence: `a`, `a and b`, `a, b and c`; `none` without any."""
    if len(words) < 2:
        return "".join(words) or "none"
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else grouped(count)


def _counted(count: int, noun: str) -> str:
    return f"{_number(count).capitalize()} {word_for(count, noun)}"


LedgerSide: TypeAlias = Literal["reference", "prediction"]


class LedgerRow(NamedTuple):
    """One mention of an event and what it costs: 0 if the other side has the same extent and type, else 1."""

    side: LedgerSide
    type: str
    surface: str
    is_matched: bool
    demerits: int


def ledger(study: Study, event: int, at_most: int | None = None) -> list[LedgerRow]:
    """List the (first) mentions of an event with their demerits, those of the reference first."""
    reference, predicted = reference_spans(study, event), predicted_spans(study, event)
    both = set(reference) & set(predicted)
    rows: list[tuple[LedgerSide, Span]] = [("reference", span) for span in reference]
    rows += [("prediction", span) for span in predicted]
    return [
        LedgerRow(side, span.type, surface_of(study, span.start, span.end), span in both, int(span not in both))
        for side, span in rows[:at_most]
    ]
