"""The readings of events: what an annotation says of the tokens of each."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

import numpy as np

from nerinspect.analysis.adjudication import B_RIGHT, NEITHER_RIGHT, reading_on
from nerinspect.analysis.decisions import CORRECTING, Decision, Reading
from nerinspect.analysis.study import Study
from nerinspect.corpus.mentions import Mentions

_REFERENCE_WRONG: Final = "reference-wrong"


def event_readings(study: Study, events: Sequence[int], mentions: Mentions) -> list[Reading | None]:
    """Read the tokens of some events as an annotation does.

    Parameters
    ----------
    study : Study
        What the events belong to.
    events : sequence of int
        Their numbers in `study.events`.
    mentions : Mentions
        Those of the reference, or of any prediction of the study.

    Returns
    -------
    list of (tuple of (int, int, str), or None)
        Positions count in the sentence. None where a mention reaches beyond the event or overlaps another: no
        correction says that.
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

    Parameters
    ----------
    study : Study
        Where the event is.
    event : int
        Its number.
    reading : tuple of (int, int, str)
        The right reading; positions count in the sentence.
    decision : Decision
        What was decided before.

    Returns
    -------
    Decision
        The reference is wrong then; between annotators B is right, or neither if the reading is not that of B.
    """
    verdict = decision.verdict
    if study.is_of_annotators:
        verdict = B_RIGHT if reading == reading_on(study, event, "predicted") else NEITHER_RIGHT
    elif verdict not in CORRECTING:
        verdict = _REFERENCE_WRONG
    return replace(decision, verdict=verdict, correction=reading)


def _reading(spans: Sequence[tuple[int, int, str]], zero: int) -> Reading | None:
    """Count from the first token of the sentence; None where mentions overlap."""
    if any(following[0] < one[1] for one, following in pairwise(spans)):
        return None
    return tuple((start - zero, end - zero, name) for start, end, name in spans)
