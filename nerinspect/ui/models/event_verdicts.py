"""What the events table says of decisions: the mark in a cell, its words, and the order by verdict."""

from collections.abc import Callable
from typing import Final

import numpy as np

from nerinspect.analysis.decisions import VERDICTS, Decision
from nerinspect.corpus.arrays import IntArray
from nerinspect.query.labels import verdict_words
from nerinspect.ui.models.event_cells import EventCells, one_line

UNDECIDED: Final = "·"
"""Stands where an error has no verdict."""

_NO_MENTION: Final = "none"


def verdict_mark(cells: EventCells, event: int) -> str:
    """Give the key of a verdict, or the first letter of one's own in lower case; empty for a correct event without."""
    verdict, decisions = cells.decisions[event].verdict, cells.decisions
    if verdict in VERDICTS:
        return cells.study.wording.verdict_keys[verdict]
    if verdict:
        return verdict[0].lower()
    return UNDECIDED if cells.is_error(event) or decisions.walks_agreement else ""


def verdict_text(cells: EventCells, event: int) -> str:
    """Say in words what the cell shows; empty if it shows nothing."""
    study, decision = cells.study, cells.decisions[event]
    is_told = bool(verdict_mark(cells, event))
    words = one_line(verdict_words(decision.verdict or None, study.wording)) if is_told else ""
    lacking = "no correction yet" if cells.lacks_correction(event) else ""
    return ", ".join(filter(None, (words, lacking, "flagged" if decision.flag else "")))


def decision_text(cells: EventCells, event: int) -> str:
    """Say all that was decided about an event, in several lines."""
    decision = cells.decisions[event]
    return "\n".join(filter(None, (verdict_text(cells, event), ", ".join(decision.causes), decision.note)))


def verdict_ranks(cells: EventCells) -> IntArray:
    """Rank events by verdict: undecided ones, the four in the order of their keys, those of one's own by code point."""
    decided = list(cells.decisions.items())  # at once: more is decided while this goes on in the background
    own = sorted({decision.verdict for _event, decision in decided} - {"", *VERDICTS})
    order = {verdict: place for place, verdict in enumerate(("", *VERDICTS, *own))}
    ranks = np.zeros(len(cells), dtype=np.int32)
    for event, decision in decided:
        ranks[event] = order[decision.verdict]
    return ranks


def causes_text(cells: EventCells, event: int) -> str:
    """List the causes, in the order given."""
    return one_line(_causes(cells.decisions[event]))


def note_text(cells: EventCells, event: int) -> str:
    """Write the note in one line."""
    return one_line(cells.decisions[event].note)


def flag_text(cells: EventCells, event: int) -> str:
    """Say whether it is flagged."""
    return _flag(cells.decisions[event])


def decided_text(cells: EventCells, event: int) -> str:
    """Say when it was decided, in UTC."""
    return cells.decisions[event].decided.replace("T", " ").removesuffix("Z")


def who_text(cells: EventCells, event: int) -> str:
    """Say who decided it, where somebody is named."""
    return one_line(cells.decisions[event].who)


def correction_text(cells: EventCells, event: int) -> str:
    """Write the right reading with its words; `none` for one without a mention, and nothing where none is given."""
    correction = cells.decisions[event].correction
    if correction is None:
        return ""
    zero = int(cells.study.text.sentence_start[cells.sentence_number[event]])
    mentions = (f"{cells.words(zero + start, zero + end)} {one_line(name)}" for start, end, name in correction)
    return ", ".join(mentions) or _NO_MENTION


def ranks_by(said: Callable[[Decision], str]) -> Callable[[EventCells], IntArray]:
    """Rank events by something that is said of them: those without it first, then by code point."""

    def ranks(cells: EventCells) -> IntArray:
        texts = {event: text for event, decision in cells.decisions.items() if (text := said(decision))}
        order = {text: place for place, text in enumerate(sorted(set(texts.values())), start=1)}
        ranks = np.zeros(len(cells), dtype=np.int32)
        ranks[list(texts)] = [order[text] for text in texts.values()]
        return ranks

    return ranks


def _causes(decision: Decision) -> str:
    return ", ".join(decision.causes)


def _flag(decision: Decision) -> str:
    return "flagged" if decision.flag else ""


def _correction(decision: Decision) -> str:
    """Name the types of the right reading."""
    return "" if decision.correction is None else " ".join(name for *_, name in decision.correction) or _NO_MENTION


cause_ranks, note_ranks = ranks_by(_causes), ranks_by(lambda decision: decision.note)
flag_ranks, correction_ranks = ranks_by(_flag), ranks_by(_correction)
decided_ranks, who_ranks = ranks_by(lambda decision: decision.decided), ranks_by(lambda decision: decision.who)
