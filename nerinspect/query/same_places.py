"""The other places that a correction fits: the same tokens, read by the reference as it was read there."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import IntArray
from nerinspect.decisions.adjudication import event_readings, reading_on
from nerinspect.events.decision import CORRECTING, Decision, Reading
from nerinspect.events.explanation import surface_of
from nerinspect.events.study import Study
from nerinspect.glossary.verdicts import BOTH_WRONG, REFERENCE_WRONG
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.query.same_surface import same_segment_events

_MOST_LINES: Final = 200
"""So many lines are named in a query at most."""


def same_reading_events(study: Study, event: int) -> IntArray:
    """Find the other events of the same prediction with the same tokens and the same reading of the reference.

    Their numbers ascend; correct events are among them.
    """
    events, mentions = study.events, study.reference.mentions
    own = events.mentions_of(event, "reference")
    found: IntArray = same_segment_events(study, event)
    n_mentions = events.ref_to[found] - events.ref_from[found]
    found = found[(n_mentions == len(own)) & (found != event)]
    for place, number in enumerate(own.tolist()):
        others = events.ref_members[events.ref_from[found] + place]
        fits = mentions.type_codes[others] == mentions.type_codes[number]
        for bound in (mentions.start, mentions.end):
            fits &= bound[others] - events.start[found] == bound[number] - events.start[event]
        found = found[fits]
    return found


def open_places(study: Study, event: int) -> IntArray:
    """Find the events of `same_reading_events` that have no correction, and no verdict that accepts none."""
    is_open = {"", *CORRECTING}
    decisions = study.decisions
    return np.array(
        [
            other
            for other in same_reading_events(study, event).tolist()
            if decisions[other].correction is None and decisions[other].verdict in is_open
        ],
        dtype=np.int32,
    )


def corrected_alike(study: Study, event: int, others: IntArray) -> Mapping[int, Decision]:
    """Decide about other events with the same tokens what corrects an event as well.

    Those without a verdict get one: the reference is wrong, and so is a prediction that does not say what is right.
    """
    reading = study.decisions[event].correction
    assert reading is not None, "it is corrected"
    zero = study.events.start - study.text.sentence_start[study.event_sentence]
    predicted = study.predictions[study.events.prediction[event]].mentions
    said = event_readings(study, others.tolist(), predicted)
    after = {}
    for other, by, prediction in zip(others.tolist(), (zero[others] - zero[event]).tolist(), said, strict=True):
        there, before = _moved(reading, by), study.decisions[other]
        verdict = before.verdict or (REFERENCE_WRONG if prediction == there else BOTH_WRONG)
        after[other] = replace(before, verdict=verdict, correction=there)
    return after


def places_filter(study: Study, event: int, others: IntArray) -> Filter | None:
    """Ask by the shortest filter for exactly these events of the prediction; None if no short one is known."""
    first, last = study.event_start[study.events.prediction[event] :][:2].tolist()
    wanted = np.zeros(last - first, dtype=bool)
    wanted[others - first] = True
    start, end = int(study.events.start[event]), int(study.events.end[event])
    surface = Term("surface", (surface_of(study, start, end),))
    types = sorted({name for _, _, name in reading_on(study, event, "reference")})
    alike = all_of(surface, Term("ref", tuple(types) or (None,)))
    candidates = [alike, all_of(alike, Term("correction", ("no",))), all_of(surface, Term("correction", ("no",)))]
    if len(others) <= _MOST_LINES:
        lines = Term("line", tuple(study.text.lines_of(study.events.start[others]).tolist()))
        candidates += [lines, all_of(lines, alike)]
    for candidate in candidates:
        if np.array_equal(candidate.mask(study)[first:last], wanted):
            return candidate
    return None


def _moved(reading: Reading, by: int) -> Reading:
    return tuple((start + by, end + by, name) for start, end, name in reading)
