"""The events that a scheme counts, found by looking at unit after unit."""

from collections import Counter

from nerinspect.events.segment_events import SIDES
from nerinspect.events.study import Study
from nerinspect.query.rates import WHOLE, MentionBase, kept_mentions
from nerinspect.systems.scheme_pairs import pairings
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


def _adds(scheme: Scheme, unit: str, count: str) -> bool:
    if count in ("actual", "possible"):
        return scheme.weight(unit)[1 + ("actual", "possible").index(count)] > 0
    is_apart = unit not in scheme.outcomes
    return not count or (count in ("missed", "spurious") if is_apart else scheme.outcomes[unit] == count)


def _added(units: list[tuple[int, str]], scheme: Scheme) -> Counter[tuple[int, int]]:
    """Sum up credit, actual and possible of each event."""
    sums: Counter[tuple[int, int]] = Counter()
    for event, unit in units:
        sums.update({(event, place): weight for place, weight in enumerate(scheme.weight(unit))})
    return sums


def _at(sums: Counter[tuple[int, int]], event: int) -> list[int]:
    return [sums[event, place] for place in range(3)]


def _units(study: Study, prediction: int, scheme: Scheme, base: MentionBase) -> list[tuple[int, str]]:
    """List the units among the mentions of a base: the event of each, and its code."""
    kept = next(iter(kept_mentions(study, base, [prediction])))
    ours, theirs = (set(kept.mentions[side].tolist()) for side in SIDES)
    found: list[tuple[int, str]] = []
    units = (fair_errors if scheme.is_fair else pairings)(study)[prediction]
    events = {
        (side, mention): event
        for event in range(*study.event_start[prediction : prediction + 2].tolist())
        for side in SIDES
        for mention in study.events.mentions_of(event, side).tolist()
    }
    for reference, predicted, code in zip(*(column.tolist() for column in units), strict=True):
        name = scheme.codes[code]
        event = events["reference", reference] if reference >= 0 else events["predicted", predicted]
        if scheme.is_fair:
            is_kept = reference in ours if reference >= 0 else predicted in theirs
            found += [(event, name)] * is_kept
        elif reference in ours and predicted in theirs:
            found.append((event, name))
        else:
            found += [(event, "missed")] * (reference in ours) + [(event, "spurious")] * (predicted in theirs)
    return found
