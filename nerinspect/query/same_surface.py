"""The events that share a surface with one event, how they read, and which of them a correction fits as well."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from pyarrow._compute import call_function  # see `corpus/arrays.py`

from nerinspect.corpus.arrays import BoolArray, IntArray, from_arrow, is_member, sorted_distinct
from nerinspect.decisions.adjudication import event_readings, reading_on
from nerinspect.events.decision import CORRECTING, Decision, Reading
from nerinspect.events.explanation import surface_of
from nerinspect.events.segment_events import KINDS, SIDES, Side
from nerinspect.events.study import Study
from nerinspect.glossary.verdicts import BOTH_WRONG, REFERENCE_WRONG
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.query.fields.texts import first_tokens
from nerinspect.query.filters import Filter, Term, all_of, any_of, negated
from nerinspect.query.language.parser import query_text


class SurfaceReading(NamedTuple):
    """What some events have in common."""

    kind: str
    reference: frozenset[str]
    predicted: frozenset[str]

    def said(self, wording: Wording = JUDGED) -> str:
        """Say it in a few words: `correct ORG`, `missed ORG`, `ORG → LOC`, `ORG, other extent`."""
        reference, predicted = (" and ".join(sorted(types)) for types in (self.reference, self.predicted))
        if self.kind in ("tp", "fp", "fn"):
            return f"{wording.name(self.kind)} {reference or predicted}"
        types = reference if self.reference == self.predicted else f"{reference} → {predicted}"
        return types if self.kind == "le" else f"{types}, other extent"

    def is_within(self, other: "SurfaceReading") -> bool:
        """Tell whether asking for this kind and these types finds the events of another reading too."""
        return self.kind == other.kind and self.reference <= other.reference and self.predicted <= other.predicted


class ReadingCount(NamedTuple):
    """Events of one reading, and a query that finds exactly these."""

    reading: SurfaceReading
    n_events: int
    query: str


class OtherReadings(NamedTuple):
    """Events of all readings that are not listed, and a query that finds exactly these."""

    n_readings: int
    n_events: int
    query: str


def count_readings(
    study: Study, surface: str, events: IntArray, at_most: int | None = None
) -> tuple[list[ReadingCount], OtherReadings | None]:
    """Count the events of a prediction with a surface by how they read, and sum up those that are not listed.

    The most frequent reading stands first, then in the order of kinds.
    """
    reference_id, reference_sets = _type_sets(study, "reference", events)
    predicted_id, predicted_sets = _type_sets(study, "predicted", events)
    kinds = study.events.kind[events].astype(np.int64)
    keys = (kinds * len(reference_sets) + reference_id) * len(predicted_sets) + predicted_id
    counted = []
    for key, count in zip(*(column.tolist() for column in np.unique(keys, return_counts=True)), strict=True):
        pair, predicted = divmod(key, len(predicted_sets))
        kind, reference = divmod(pair, len(reference_sets))
        counted.append((SurfaceReading(KINDS[kind], reference_sets[reference], predicted_sets[predicted]), count))
    counted.sort(key=lambda pair: (-pair[1], KINDS.index(pair[0].kind), pair[0].said()))
    readings = [reading for reading, _ in counted]
    with_surface = Term("surface", (surface,))
    asked = [_filter(reading, readings) for reading in readings[:at_most]]
    listed = [
        ReadingCount(reading, count, query_text(all_of(with_surface, one)))
        for (reading, count), one in zip(counted, asked, strict=False)
    ]
    left = counted[len(listed) :]
    if not left:
        return listed, None
    query = query_text(all_of(with_surface, negated(any_of(*asked))))
    return listed, OtherReadings(len(left), sum(count for _, count in left), query)


def _filter(reading: SurfaceReading, readings: list[SurfaceReading]) -> Filter:
    """Ask for kind and types, and leave out what only other readings of the surface have."""
    wider = [other for other in readings if other != reading and reading.is_within(other)]
    terms: list[Filter] = [Term("kind", (reading.kind,))]
    sides = (("ref", "reference"), ("pred", "predicted")) if reading.kind != "tp" else (("ref", "reference"),)
    for name, side in sides:
        own: frozenset[str] = getattr(reading, side)
        terms += [Term(name, (type_name,)) for type_name in sorted(own)]
        others = sorted(frozenset[str]().union(*(getattr(other, side) for other in wider)) - own)
        if others:
            terms.append(negated(Term(name, tuple(others))))
    return all_of(*terms)


def _type_sets(study: Study, side: Side, events: IntArray) -> tuple[IntArray, list[frozenset[str]]]:
    """Give for each event the number of the set of types it has on a side, and the sets."""
    types = study.mentions_on(side).type_codes[study.events.mentions(side, events)]
    owner = np.repeat(np.arange(len(events), dtype=np.int64), study.events.n_mentions(side, events))
    n_types = max(len(study.types), 1)
    pairs = sorted_distinct(owner * n_types + types)
    owner, codes = np.divmod(pairs, n_types)
    packed = np.ascontiguousarray(codes, dtype=np.int32)
    offsets = np.searchsorted(owner, np.arange(len(events) + 1)).astype(np.int64) * packed.itemsize
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(packed)]
    keys = pa.LargeBinaryArray.from_buffers(pa.large_binary(), len(events), buffers)
    encoded = call_function("dictionary_encode", [keys])
    sets = [np.frombuffer(one, dtype=np.int32).tolist() for one in encoded.dictionary.to_pylist()]
    return from_arrow(encoded.indices), [frozenset(study.types[code] for code in one) for one in sets]


@dataclass(frozen=True, eq=False)
class SameSurface:
    """A surface and the events, ascending, that have a mention of it; the one that was asked about is among them."""

    surface: str
    events: IntArray

    def of(self, study: Study, prediction: int) -> "SameSurface":
        return SameSurface(self.surface, self.events[study.events.prediction[self.events] == prediction])


def same_surface_events(
    study: Study, event: int, among: BoolArray | None = None, at_most: int | None = None
) -> list[SameSurface]:
    """Find the events that have a mention with the surface of a mention of one event, on either side.

    They are of the same prediction, or `among` others; at most so many mentions of each side are looked for, those of
    the reference first.

    Surfaces are compared token by token. The query `surface:` compares joined text, which is the same unless a token
    holds a blank itself.
    """
    text = study.text
    own = [_extents(study, np.array([event], dtype=np.int32), side)[1:] for side in SIDES]
    own_start, own_end = (np.concatenate([side[bound][:at_most] for side in own]) for bound in (0, 1))
    starts, ends, events = [own_start], [own_end], [np.full(len(own_start), event, dtype=np.int32)]
    rows = study.rows_of(int(study.events.prediction[event])) if among is None else slice(0, len(study.events))
    for event_of, start, end in _candidates(study, own_start, own_end, rows):
        is_asked = slice(None) if among is None else among[event_of]
        events.append(event_of[is_asked])
        starts.append(start[is_asked])
        ends.append(end[is_asked])
    ids = text.sequence_ids(np.concatenate(starts), np.concatenate(ends))  # by first occurrence: own ones first
    own_ids = ids[: len(own_start)]
    order = np.argsort(ids, kind="stable")
    bounds = np.searchsorted(ids[order], np.arange(int(own_ids.max(initial=-1)) + 2))
    in_order = np.concatenate(events)[order]
    groups = []
    for number, (first, last) in enumerate(zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True)):
        place = int(np.argmax(own_ids == number))
        surface = surface_of(study, int(own_start[place]), int(own_end[place]))
        groups.append(SameSurface(surface, sorted_distinct(in_order[first:last]).astype(np.int32)))
    return groups


def same_segment_events(study: Study, event: int) -> IntArray:
    """Find the events, itself among them, of the same prediction whose segments are the same tokens."""
    codes, prediction = study.text.codes, int(study.events.prediction[event])
    first, last = study.event_start[prediction : prediction + 2].tolist()
    start, end = study.events.start[first:last], study.events.end[first:last]
    segment = codes[study.events.start[event] : study.events.end[event]]
    found = np.flatnonzero(end - start == len(segment))
    for place, token in enumerate(segment.tolist()):
        found = found[codes[start[found] + place] == token]
    return np.asarray((found + first).astype(np.int32))


def alike_events(study: Study, event: int) -> IntArray:
    """Find the events, itself among them, of the same prediction with the same tokens, kind and types on both sides."""
    found: IntArray = same_segment_events(study, event)
    found = found[study.events.kind[found] == study.events.kind[event]]
    for side in SIDES:
        own = study.mentions_on(side).type_codes[study.events.mentions_of(event, side)]
        found = found[study.events.n_mentions(side, found) == len(own)]
        codes = study.mentions_on(side).type_codes[study.events.mentions(side, found)]
        found = found[(codes.reshape(len(found), len(own)) == own).all(axis=1)]
    return found


def _candidates(
    study: Study, own_start: IntArray, own_end: IntArray, rows: slice
) -> Iterator[tuple[IntArray, IntArray, IntArray]]:
    """Give event, start and end of the mentions that begin like one of some spans and are as long as one."""
    codes, own_first = study.text.codes, sorted_distinct(study.text.codes[own_start])
    own_lengths = own_end - own_start
    is_length = np.zeros(int(own_lengths.max(initial=0)) + 2, dtype=bool)
    is_length[own_lengths] = True
    for side in SIDES:
        event, start, end = _extents(study, first_tokens(study)[side].events_with(own_first, rows), side)
        fits = is_member(codes[start], own_first) & is_length[np.minimum(end - start, len(is_length) - 1)]
        yield event[fits], start[fits], end[fits]


def _extents(study: Study, events: IntArray, side: Side) -> tuple[IntArray, IntArray, IntArray]:
    mentions, numbers = study.mentions_on(side), study.events.mentions(side, events)
    event = np.repeat(events, study.events.n_mentions(side, events))
    return event, mentions.start[numbers], mentions.end[numbers]


_MOST_LINES: Final = 200  # so many lines are named in a query at most


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
    return next((one for one in candidates if np.array_equal(one.mask(study)[first:last], wanted)), None)


def _moved(reading: Reading, by: int) -> Reading:
    return tuple((start + by, end + by, name) for start, end, name in reading)
