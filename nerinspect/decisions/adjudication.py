"""Decisions between annotators, which make one annotation of all, and the readings they decide between."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.decisions.corrections import Correction, accepted_corrections, contradictions
from nerinspect.events.decision import CORRECTING, VERDICTS, Decision, Reading
from nerinspect.events.segment_events import TP, Side
from nerinspect.events.study import Study
from nerinspect.glossary.verdicts import BOTH_WRONG, PREDICTION_WRONG, REFERENCE_WRONG, VERDICT_TABLE
from nerinspect.quantities import counted
from nerinspect.training.retention import RETENTION

A_RIGHT, B_RIGHT, NEITHER_RIGHT = PREDICTION_WRONG, REFERENCE_WRONG, BOTH_WRONG
"""The verdicts, as they are meant between annotators: where B is right, A stands corrected."""

UNDECIDED, OWN = "", "own"
UNSETTLED: Final = {
    **{name: one.left_standing for name, one in reversed(VERDICT_TABLE.items()) if name != A_RIGHT},
    OWN: "under a verdict of your own",
    UNDECIDED: "undecided",
}
"""Why the reading of A stands where it was not found right, in the order told."""


def reading_on(study: Study, event: int, side: Side) -> Reading:
    """Give what one side says of an event, positions in the sentence."""
    mentions = study.mentions_on(side)
    places = study.events.mentions_of(event, side)
    zero = int(study.text.sentence_start[study.event_sentence[event]])
    columns = (mentions.start[places] - zero, mentions.end[places] - zero, mentions.type_codes[places])
    spans = zip(*(column.tolist() for column in columns), strict=True)
    return tuple(sorted((start, end, mentions.types[code]) for start, end, code in spans))


def settled(study: Study, event: int, before: Decision, after: Decision) -> Decision:
    """Let the right reading of an event follow its verdict: where B is right, it is that of B.

    It goes where B is no longer right. With a reference the right reading is given besides, and `after` stays as it is.
    """
    if not study.is_of_annotators or B_RIGHT not in (before.verdict, after.verdict):
        return after
    of_b = reading_on(study, event, "predicted")
    if after.verdict != B_RIGHT:
        return replace(after, correction=None) if after.correction == of_b else after
    if any(following[0] < one[1] for one, following in pairwise(of_b)):
        return after  # no correction says that
    is_given_now = after.correction is not None and (after.correction != before.correction or before.verdict == B_RIGHT)
    return after if is_given_now else replace(after, correction=of_b)


def to_decide(study: Study) -> BoolArray:
    """Tell which events want a verdict, or have it: errors, or disagreement of annotators; agreement only by choice."""
    if study.decisions.walks_agreement:
        return np.ones(len(study.events), dtype=bool)
    return np.asarray(study.events.kind != TP)


def conflicts(study: Study) -> list[tuple[Correction, Correction]]:
    """List the pairs of places whose right readings contradict each other, none of which can be applied.

    Between annotators a place where A was found right has a right reading, too: against another annotator A may have
    been found wrong there.
    """
    accepted = accepted_corrections(study)
    if not study.is_of_annotators:
        return contradictions(accepted)
    confirmed = _confirmed(study)
    known = {*accepted, *confirmed}
    pairs = contradictions(sorted(known, key=lambda one: (one.start, one.end, one.reading, one.events)))
    return [pair for pair in pairs if not confirmed.intersection(pair) or not _of_one_pair(study, *pair)]


def _confirmed(study: Study) -> set[Correction]:
    """Take the readings of A that were found right for corrections that change nothing."""
    found = set()
    for event, decision in study.decisions.items():
        if decision.verdict == A_RIGHT:
            zero = int(study.text.sentence_start[study.event_sentence[event]])
            spans = reading_on(study, event, "reference")
            reading = tuple((zero + start, zero + end, name) for start, end, name in spans)
            place = int(study.events.start[event]), int(study.events.end[event])
            found.add(Correction(*place, reading, (event,)))
    return found


def _of_one_pair(study: Study, one: Correction, other: Correction) -> bool:
    """Tell whether both were decided between the same two annotators, where mentions can overlap."""
    numbers = study.events.prediction[[*one.events, *other.events]]
    return bool((numbers == numbers[0]).all())


def lacking_correction(study: Study) -> list[int]:
    """List the events whose verdict is that the reference is wrong, without saying what is right."""
    return [event for event, decision in study.decisions.items() if decision.lacks_correction]


def lacking_words(study: Study, n_events: int) -> str:
    """Say how many events `lacking_correction` lists."""
    if study.is_of_annotators:
        return f"{counted(n_events, 'disagreement')} with A wrong and no correction"
    return f"{counted(n_events, 'wrong reference')} without a correction"


def unsettled(study: Study) -> dict[str, IntArray]:
    """List the disagreements where A was not found right and A's reading stands all the same, by reason of `UNSETTLED`.

    Each pair of A with another annotator has some of its own; the retention heuristic is no annotator.
    """
    is_annotator = np.array([one.system != RETENTION for one in study.predictions], dtype=bool)
    is_wanted = to_decide(study) & is_annotator[study.events.prediction]
    is_undecided, found = is_wanted.copy(), {reason: list[int]() for reason in UNSETTLED}
    for event, decision in study.decisions.items():
        if is_wanted[event] and decision.verdict:
            is_undecided[event] = False
            if decision.verdict != A_RIGHT and not decision.corrects:
                found[decision.verdict if decision.verdict in VERDICTS else OWN].append(event)
    return {reason: np.array(events, dtype=np.int32) for reason, events in found.items()} | {
        UNDECIDED: np.flatnonzero(is_undecided).astype(np.int32)
    }


def left_standing(study: Study) -> str:
    """Say where decisions leave the reference as it is though it may be wrong; empty if they do so nowhere."""
    if not study.is_of_annotators:
        n_lacking = len(lacking_correction(study))
        return f"{lacking_words(study, n_lacking)}: the reference stays as it is there" if n_lacking else ""
    told = [unsettled_words(study, reason, len(events)) for reason, events in unsettled(study).items() if len(events)]
    return f"{', '.join(told)}: the annotation of {study.annotator} is kept there" if told else ""


def unsettled_words(study: Study, reason: str, n_events: int) -> str:
    """Say how many events one of the reasons of `unsettled` has."""
    what = "event" if study.decisions.walks_agreement else "disagreement"
    return f"{counted(n_events, what)} {UNSETTLED[reason]}"


def event_readings(study: Study, events: Sequence[int], mentions: Mentions) -> list[Reading | None]:
    """Read the tokens of some events as an annotation of the study does; positions count in the sentence.

    None where a mention reaches beyond the event or overlaps another: no correction says that.
    """
    numbers = np.asarray(events, dtype=np.int64)
    start, end = study.events.start[numbers], study.events.end[numbers]
    zero = study.text.sentence_start[study.event_sentence[numbers]]
    first, last = (np.searchsorted(mentions.start, bound.astype(mentions.start.dtype)) for bound in (start, end))
    reach = np.maximum.accumulate(np.concatenate([np.zeros(1, mentions.end.dtype), mentions.end]))
    fits = (reach[first] <= start) & (reach[last] <= end)
    low, high = int(first.min(initial=len(mentions))), int(last.max(initial=0))
    columns = (
        mentions.start[low:high].tolist(),
        mentions.end[low:high].tolist(),
        mentions.type_codes[low:high].tolist(),
    )
    spans = [(start, end, mentions.types[code]) for start, end, code in zip(*columns, strict=True)]
    rows = zip((first - low).tolist(), (last - low).tolist(), zero.tolist(), fits.tolist(), strict=True)
    return [_reading(spans[begin:stop], before) if fit else None for begin, stop, before, fit in rows]


def corrected(study: Study, event: int, reading: Reading, decision: Decision) -> Decision:
    """Accept a reading as the right one, under the verdict there is or, if that accepts none, under another.

    The reference is wrong then; between annotators B is right, or neither if the reading is not that of B. Positions
    count in the sentence.
    """
    verdict = decision.verdict
    if study.is_of_annotators:
        verdict = B_RIGHT if reading == reading_on(study, event, "predicted") else NEITHER_RIGHT
    elif verdict not in CORRECTING:
        verdict = REFERENCE_WRONG
    return replace(decision, verdict=verdict, correction=reading)


def _reading(spans: Sequence[tuple[int, int, str]], zero: int) -> Reading | None:
    """Count from the first token of the sentence; None where mentions overlap."""
    if any(following[0] < one[1] for one, following in pairwise(spans)):
        return None
    return tuple((start - zero, end - zero, name) for start, end, name in spans)
