"""Accepted corrections: the right reading of some places, whether they agree, and the reference with them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from nerinspect.analysis.decisions import Decision, Reading
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray
from nerinspect.corpus.mentions import Mentions


@dataclass(frozen=True)
class Correction:
    """The right reading of some tokens; positions count in the whole text.

    Attributes
    ----------
    start, end : int
        The tokens of the event.
    reading : tuple of (int, int, str)
        The mentions there shall be, all inside; none may be left.
    events : tuple of int
        The events it was given for: those of several systems may agree.
    """

    start: int
    end: int
    reading: Reading
    events: tuple[int, ...] = ()

    def within(self, start: int, end: int) -> set[tuple[int, int, str]]:
        """Give the mentions that hold a token of a stretch."""
        return {span for span in self.reading if span[0] < end and span[1] > start}

    def contradicts(self, other: "Correction") -> bool:
        """Tell whether both say something else of a token they share."""
        start, end = max(self.start, other.start), min(self.end, other.end)
        return start < end and self.within(start, end) != other.within(start, end)


def accepted_corrections(study: Study) -> list[Correction]:
    """List the corrections of a study's reference, in the order of the text; the same one from two systems once."""
    return _corrections(study, lambda decision: decision.corrects)


def open_corrections(study: Study) -> list[Correction]:
    """List the corrections that are given but not accepted, as `accepted_corrections` does."""
    return _corrections(study, lambda decision: not decision.corrects)


def contradictions(corrections: Sequence[Correction]) -> list[tuple[Correction, Correction]]:
    """List the pairs of corrections that say something else of a token they share.

    Parameters
    ----------
    corrections : sequence of Correction
        In the order of the text.

    Returns
    -------
    list of (Correction, Correction)
        Neither of a pair can be applied.
    """
    return [pair for pair in _overlapping(_crowded(corrections)) if pair[0].contradicts(pair[1])]


def applicable(corrections: Sequence[Correction]) -> list[Correction]:
    """Leave out the corrections that contradict another."""
    refused = {one for pair in contradictions(corrections) for one in pair}
    return [one for one in corrections if one not in refused]


def corrected_mentions(mentions: Mentions, corrections: Sequence[Correction]) -> Mentions:
    """Put corrections in the place of what an annotation says.

    Parameters
    ----------
    mentions : Mentions
        Those of the reference.
    corrections : sequence of Correction
        None of which contradicts another.

    Returns
    -------
    Mentions
        Without the mentions inside the corrected places, and with those of the readings; sorted by start, end and
        type. Types that are new follow the others by code point.
    """
    added, stays = added_mentions(corrections, mentions.types), ~mentions_inside(mentions, corrections)
    start = np.concatenate([mentions.start[stays], added.start])
    end = np.concatenate([mentions.end[stays], added.end])
    codes = np.concatenate([mentions.type_codes[stays], added.type_codes])
    rank = np.argsort(np.argsort(np.array(added.types, dtype=object)))
    order = np.lexsort((rank[codes], end, start))
    return Mentions(start[order], end[order], codes[order], added.types)


def added_mentions(corrections: Sequence[Correction], types: Sequence[str]) -> Mentions:
    """List the mentions of some readings, each once, over a list of types; those that are new follow by code point."""
    spans = sorted({span for one in corrections for span in one.reading})
    new_types = sorted({name for _, _, name in spans} - {*types})
    place = {name: code for code, name in enumerate((*types, *new_types))}
    rows = [(start, end, place[name]) for start, end, name in spans]
    start, end, codes = np.array(rows, dtype=np.int32).reshape(-1, 3).T
    return Mentions(start, end, codes, tuple(place))


def mentions_inside(mentions: Mentions, corrections: Sequence[Correction]) -> BoolArray:
    """Mark the mentions that lie in a corrected place; corrections are in the order of the text."""
    if not corrections:
        return np.zeros(len(mentions), dtype=bool)
    start, end = np.array([(one.start, one.end) for one in corrections], dtype=np.int32).T
    reach = np.append(np.maximum.accumulate(end), 0)  # behind the last: for mentions before the first place
    inside: BoolArray = mentions.end <= reach[np.searchsorted(start, mentions.start, side="right") - 1]
    return inside


def _corrections(study: Study, is_wanted: Callable[[Decision], bool]) -> list[Correction]:
    given = [
        (event, decision.correction)
        for event, decision in study.decisions.items()
        if decision.correction is not None and is_wanted(decision)
    ]
    events = np.array([event for event, _ in given], dtype=np.int64)
    zeros = study.text.sentence_start[study.event_sentence[events]].tolist()
    bounds = study.events.start[events].tolist(), study.events.end[events].tolist()
    found: dict[tuple[int, int, Reading], list[int]] = {}
    for (event, correction), zero, first, last in zip(given, zeros, *bounds, strict=True):
        reading = tuple([(zero + start, zero + end, name) for start, end, name in correction])
        found.setdefault((first, last, reading), []).append(event)
    return [Correction(*key, tuple(sorted(events))) for key, events in sorted(found.items())]


def _crowded(corrections: Sequence[Correction]) -> list[Correction]:
    """Keep those that share a token with the one before or behind, or with one that reaches further."""
    if not corrections:
        return []
    start, end = np.array([(one.start, one.end) for one in corrections], dtype=np.int32).T
    meets = np.append(start[1:] < np.maximum.accumulate(end)[:-1], False)
    meets[1:] |= meets[:-1]
    return [corrections[place] for place in np.flatnonzero(meets).tolist()]


def _overlapping(corrections: Sequence[Correction]) -> Iterator[tuple[Correction, Correction]]:
    """Go through the pairs that share a token."""
    open_ones: list[Correction] = []
    for one in corrections:
        open_ones = [other for other in open_ones if other.end > one.start]
        yield from ((other, one) for other in open_ones)
        open_ones.append(one)
