"""The events that a scheme counts, found by looking at unit after unit."""

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from nerinspect.events.segment_events import SIDES
from nerinspect.events.study import Study
from nerinspect.query.rates import WHOLE, MentionBase, kept_mentions
from nerinspect.systems.scheme_pairs import ace_pairs, pairings
from nerinspect.systems.schemes import SCHEMES, Scheme, fair_errors


def events_by(study: Study, prediction: int, scheme: Scheme, count: str, base: MentionBase = WHOLE) -> list[int]:
    """List the events of a prediction in which a scheme counts something, or counts otherwise than exact match."""
    units = _units(study, prediction, scheme, base)
    if count == "difference":
        usual, other = _added(_units(study, prediction, SCHEMES[0], base), SCHEMES[0]), _added(units, scheme)
        return sorted(
            event for event in {event for event, *_ in {*usual, *other}} if _at(usual, event) != _at(other, event)
        )
    return sorted({event for event, unit in units if _adds(scheme, unit, count)})


SUMS = ("credit", "actual", "possible", "cost")


class Unit(NamedTuple):
    """A code, and the types of its two mentions."""

    code: str
    reference: str = ""
    predicted: str = ""


def amounts(scheme: Scheme, unit: Unit) -> tuple[Fraction, ...]:
    """Say what a unit adds to `SUMS`."""
    if scheme.ace is None:
        return tuple(Fraction(number, scheme.parts) for number in scheme.amount(unit.code))
    values = dict(scheme.ace.values)
    ours, theirs = (values.get(name, Fraction(1)) for name in (unit.reference, unit.predicted))
    if unit.code == "missed":
        return Fraction(), Fraction(), ours, ours
    if unit.code == "spurious":
        return Fraction(), theirs * scheme.ace.spurious, Fraction(), theirs * scheme.ace.spurious
    kept = min(ours, theirs) * (1 if unit.reference == unit.predicted else scheme.ace.type)
    return kept, ours, ours, ours - kept


def _adds(scheme: Scheme, unit: Unit, count: str) -> bool:
    if count in SUMS:
        return amounts(scheme, unit)[SUMS.index(count)] > 0
    is_apart = unit.code not in scheme.outcomes
    return not count or (count in ("missed", "spurious") if is_apart else scheme.outcomes[unit.code] == count)


def _added(units: list[tuple[int, Unit]], scheme: Scheme) -> Counter[tuple[int, int]]:
    """Sum up credit, actual and possible of each event."""
    sums: Counter[tuple[int, int]] = Counter()
    for event, unit in units:
        for place, amount in enumerate(amounts(scheme, unit)):
            sums[event, place] += amount  # type: ignore[assignment]  # a fraction
    return sums


def _at(sums: Counter[tuple[int, int]], event: int) -> list[int]:
    return [sums[event, place] for place in range(3)]


def _units(study: Study, prediction: int, scheme: Scheme, base: MentionBase) -> list[tuple[int, Unit]]:
    """List the units among the mentions of a base: the event of each, and what it is."""
    kept = next(iter(kept_mentions(study, base, [prediction])))
    ours, theirs = (set(kept.mentions[side].tolist()) for side in SIDES)
    found: list[tuple[int, Unit]] = []
    units = (fair_errors if scheme.is_fair else pairings)(study)[prediction]
    if scheme.ace:
        units = ace_pairs(study, prediction, scheme.ace)
    events = {
        (side, mention): event
        for event in range(*study.event_start[prediction : prediction + 2].tolist())
        for side in SIDES
        for mention in study.events.mentions_of(event, side).tolist()
    }
    for reference, predicted, code in zip(*(column.tolist() for column in units), strict=True):
        types = (
            study.types[side.type_codes[mention]] if mention >= 0 else ""
            for side, mention in ((study.reference.mentions, reference), (study.predicted, predicted))
        )
        unit = Unit(scheme.codes[code], *types)
        event = events["reference", reference] if reference >= 0 else events["predicted", predicted]
        if scheme.is_fair:
            is_kept = reference in ours if reference >= 0 else predicted in theirs
            found += [(event, unit)] * is_kept
        elif reference in ours and predicted in theirs:
            found.append((event, unit))
        else:
            found += [(event, unit._replace(code="missed"))] * (reference in ours)
            if predicted in theirs:
                found.append((events["predicted", predicted], unit._replace(code="spurious")))
    return found
