"""How events read: their kind and the types of both sides, counted, each with its query."""

from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa

from nerinspect.analysis.events import KINDS, Side
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import IntArray, from_arrow, sorted_distinct
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.query.filters import Filter, Term, all_of, any_of, negated
from nerinspect.query.writer import query_text


@dataclass(frozen=True)
class Reading:
    """What some events have in common.

    Attributes
    ----------
    kind : str
        Such as `le`.
    reference, predicted : frozenset of str
        The types of the mentions on each side.
    """

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

    def is_within(self, other: "Reading") -> bool:
        """Tell whether asking for this kind and these types finds the events of another reading too."""
        return self.kind == other.kind and self.reference <= other.reference and self.predicted <= other.predicted


@dataclass(frozen=True)
class ReadingCount:
    """Events of one reading.

    Attributes
    ----------
    reading : Reading
        Kind and types.
    n_events : int
        How many there are.
    query : str
        Finds exactly these.
    """

    reading: Reading
    n_events: int
    query: str = field(repr=False)


@dataclass(frozen=True)
class OtherReadings:
    """Events of all readings that are not listed.

    Attributes
    ----------
    n_readings, n_events : int
        How many readings, and events that have one of them.
    query : str
        Finds exactly these events.
    """

    n_readings: int
    n_events: int
    query: str = field(repr=False)


def count_readings(
    study: Study, surface: str, events: IntArray, at_most: int | None = None
) -> tuple[list[ReadingCount], OtherReadings | None]:
    """Count the events with a surface by how they read.

    Parameters
    ----------
    study : Study
        The events.
    surface : str
        What all of them have a mention of.
    events : ndarray of int32, shape (n,)
        All events of a prediction that have one, ascending.
    at_most : int, optional
        So many readings are listed, the first ones; all, if left out.

    Returns
    -------
    list of ReadingCount
        The most frequent first, then in the order of their kinds.
    OtherReadings or None
        What is not listed; None if nothing is left.
    """
    reference_id, reference_sets = _type_sets(study, "reference", events)
    predicted_id, predicted_sets = _type_sets(study, "predicted", events)
    kinds = study.events.kind[events].astype(np.int64)
    keys = (kinds * len(reference_sets) + reference_id) * len(predicted_sets) + predicted_id
    counted = []
    for key, count in zip(*(column.tolist() for column in np.unique(keys, return_counts=True)), strict=True):
        pair, predicted = divmod(key, len(predicted_sets))
        kind, reference = divmod(pair, len(reference_sets))
        counted.append((Reading(KINDS[kind], reference_sets[reference], predicted_sets[predicted]), count))
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


def _filter(reading: Reading, readings: list[Reading]) -> Filter:
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
    owner = np.repeat(np.arange(len(events), dtype=np.int64), study.events.n_mentions(side)[events])
    n_types = max(len(study.types), 1)
    pairs = sorted_distinct(owner * n_types + types)
    owner, codes = np.divmod(pairs, n_types)
    packed = np.ascontiguousarray(codes, dtype=np.int32)
    offsets = np.searchsorted(owner, np.arange(len(events) + 1)).astype(np.int64) * packed.itemsize
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(packed)]
    encoded = pa.LargeBinaryArray.from_buffers(pa.large_binary(), len(events), buffers).dictionary_encode()
    sets = [np.frombuffer(one, dtype=np.int32).tolist() for one in encoded.dictionary.to_pylist()]
    return from_arrow(encoded.indices), [frozenset(study.types[code] for code in one) for one in sets]
