"""Groups of differing events in words: what was, what becomes of it, where."""

from dataclasses import dataclass

import numpy as np

from nerinspect.analysis.event_differences import Aligned, EventDifferences
from nerinspect.analysis.events import KINDS, Side
from nerinspect.corpus.arrays import IntArray
from nerinspect.corpus.text import Text


@dataclass(frozen=True)
class GroupReading:
    """What one of two readings makes of a stretch of text.

    Attributes
    ----------
    kinds : tuple of str
        Kinds of its events there, in text order.
    mentions : str
        Its mentions there in brackets, such as `[LOC Port of] [ORG Ulm]`; empty without any.
    demerits : int
        Those of its events there.
    """

    kinds: tuple[str, ...]
    mentions: str
    demerits: int


@dataclass(frozen=True)
class DifferenceRow:
    """One group of differing events.

    Attributes
    ----------
    start, end : int
        Half-open token positions in the whole text.
    line : int or None
        Physical line of the first token; None where the format has none.
    document, sentence : int
        Numbers through the whole file, from 1.
    segment : str
        The tokens, joined by a blank.
    common : str
        Mentions there of the side that both readings share, in brackets.
    one, other : GroupReading
        The two readings.
    """

    start: int
    end: int
    line: int | None
    document: int
    sentence: int
    segment: str
    common: str
    one: GroupReading
    other: GroupReading


def difference_row(differences: EventDifferences, text: Text, group: int, changed: Side = "predicted") -> DifferenceRow:
    """Write out one group.

    Parameters
    ----------
    differences : EventDifferences
        What differs.
    text : Text
        The tokens.
    group : int
        Number of the group.
    changed : str
        The side whose mentions differ between the readings.

    Returns
    -------
    DifferenceRow
        The group in words.
    """
    start, end = int(differences.start[group]), int(differences.end[group])
    sentence = int(text.sentence_of(np.array([start]))[0])
    same: Side = "predicted" if changed == "reference" else "reference"
    sides = (differences.one, differences.of_one(group)), (differences.other, differences.of_other(group))
    one, other = (_reading(aligned, events, changed, text) for aligned, events in sides)
    common = next((_bracketed(aligned, events, same, text) for aligned, events in sides if len(events)), "")
    return DifferenceRow(
        start,
        end,
        text.line_of(start),
        int(text.document[sentence]),
        sentence + 1,
        _joined(text, start, end),
        common,
        one,
        other,
    )


def _reading(aligned: Aligned, events: IntArray, side: Side, text: Text) -> GroupReading:
    table = aligned.events
    kinds = tuple(KINDS[kind] for kind in table.kind[events])
    return GroupReading(kinds, _bracketed(aligned, events, side, text), int(table.demerits[events].sum()))


def _bracketed(aligned: Aligned, events: IntArray, side: Side, text: Text) -> str:
    """Write the mentions that some events have on a side."""
    mentions = aligned.reference if side == "reference" else aligned.predicted
    numbers = sorted(int(number) for event in events for number in aligned.events.mentions_of(event, side))
    return " ".join(
        f"[{mentions.types[mentions.type_codes[i]]} {_joined(text, int(mentions.start[i]), int(mentions.end[i]))}]"
        for i in numbers
    )


def _joined(text: Text, start: int, end: int) -> str:
    """Join a few tokens; quicker than `Text.joined`, which is made for many spans."""
    return " ".join(text.token(position) for position in range(start, end))
