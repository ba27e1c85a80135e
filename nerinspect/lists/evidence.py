"""What training knows of the mentions of events, a cell for each: subsets, types, memory's answer, near surfaces."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.corpus.arrays import (
    AnyIntArray,
    ByteArray,
    arrow_text,
    as_arrow,
    as_arrow_texts,
    kept_with_owner,
    spread_ranges,
)
from nerinspect.events.segment_events import SIDES, EventTable, Side
from nerinspect.events.study import Study
from nerinspect.lists.table import Column, Of
from nerinspect.training.evidence import near_surfaces
from nerinspect.training.frequencies import training_types
from nerinspect.training.novelty import NOVELTIES, novelty
from nerinspect.training.surfaces import surface_ids
from nerinspect.training.tough import SUBSETS, subset_members


def subset_names(study: Study, events: EventTable) -> Iterator[str]:
    """Name the subsets, in the order of `SUBSETS`, that at least one reference mention of each event is in."""
    n_mentions = events.n_mentions("reference")
    has_mentions = n_mentions > 0
    first = np.cumsum(n_mentions) - n_mentions
    bits = np.zeros(len(events), dtype=np.uint8)
    if has_mentions.any():
        members = _member_bits(study)[events.mentions("reference")]
        bits[has_mentions] = np.bitwise_or.reduceat(members, first[has_mentions])
    names = {code: _names(code) for code in np.flatnonzero(np.bincount(bits)).tolist()}
    return map(names.__getitem__, bits.tolist())


@kept_with_owner
def _member_bits(study: Study) -> ByteArray:
    """Give the subsets of each reference mention as bits, the first subset the lowest."""
    bits: ByteArray = np.packbits(subset_members(study)["reference"], axis=0, bitorder="little")[0]
    return bits


def _names(bits: int) -> str:
    return " ".join(name for place, name in enumerate(SUBSETS) if bits >> place & 1)


_NOTHING: Final = "–"
"""Stands for a mention of which there is nothing to say, where there is of others of the event."""


def _by_event(
    events: EventTable, codes: Mapping[Side, AnyIntArray], words: Callable[[AnyIntArray], Sequence[str]], between: str
) -> pa.Array:
    """Join what is said of the reference mentions of each event, or of the predicted ones if it has none.

    `codes` has one for every mention of each side, and `words` says it of distinct codes; where that is nothing of any
    mention of an event, the cell is null.
    """
    has_reference = events.n_mentions("reference") > 0
    length = np.where(has_reference, events.n_mentions("reference"), events.n_mentions("predicted"))
    last = np.cumsum(length, dtype=np.int32)
    asked = np.empty(int(length.sum()), dtype=np.int64)
    for side, is_asked in zip(SIDES, (has_reference, ~has_reference), strict=True):
        asked[spread_ranges((last - length)[is_asked], last[is_asked])] = codes[side][events.mentions(side, is_asked)]
    distinct, place = np.unique(asked, return_inverse=True)
    said = words(distinct)
    is_said = np.array([bool(text) for text in said], dtype=bool)[place]
    n_said = np.bincount(np.repeat(np.arange(len(events)), length)[is_said], minlength=len(events)).astype(np.int32)
    texts = as_arrow_texts([text or _NOTHING for text in said]).take(as_arrow(place.astype(np.int32)))
    joined = pc.binary_join(
        pa.ListArray.from_arrays(as_arrow(np.append(np.int32(0), last)), texts), arrow_text(between)
    )
    has_words = pc.greater(as_arrow(n_said), as_arrow(np.zeros_like(n_said)))
    return pc.if_else(has_words, joined, pa.nulls(len(events), pa.string()))


def _novelties(block: Any) -> pa.Array:  # noqa: ANN401 - a block of events of mentions
    names = np.array(NOVELTIES)
    return _by_event(block.events, novelty(block.study), lambda codes: names[codes].tolist(), " ")


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())


def _counted_types(study: Study, surfaces: AnyIntArray) -> list[str]:
    """Count the training mentions of surfaces by type, such as `ORG 13, LOC 2`."""
    return list(map(_counted, training_types(study, surfaces)))


def _from_memory(study: Study, surfaces: AnyIntArray) -> list[str]:
    """Name the type that the retention heuristic gives each surface."""
    return [next(iter(counts), "") for counts in training_types(study, surfaces)]


_NONE_NEAR: Final = ("", "", "")


@kept_with_owner
def _known_near(study: Study) -> tuple[dict[int, tuple[str, str, str]], AnyIntArray]:
    """Keep the nearest training surface, how it differs and its types by surface, and an example of each surface.

    Examples are reference mentions, then predicted ones numbered behind these.
    """
    ids = surface_ids(study)
    example = np.zeros(ids.n_surfaces, dtype=np.int64)
    for mentions, first in ((ids.predicted, len(ids.reference)), (ids.reference, 0)):
        example[mentions] = np.arange(first, first + len(mentions))
    return {}, example


def _nearest(study: Study, surfaces: AnyIntArray, part: int) -> list[str]:
    """Give a part of the nearest training surface of each surface that is none itself; nothing if none is near."""
    (known, example), n_reference = _known_near(study), len(study.reference.mentions)
    new = np.array([surface for surface in surfaces.tolist() if surface not in known], dtype=np.int64)
    for surface, counts in zip(new.tolist(), training_types(study, new), strict=True):
        side: Side = "reference" if example[surface] < n_reference else "predicted"
        mention = int(example[surface]) - n_reference * (side == "predicted")
        near = [] if counts else near_surfaces(study, side, mention, at_most=1)
        known[surface] = next(((" ".join(one.tokens), one.how, _counted(one.counts)) for one in near), _NONE_NEAR)
    return [known[surface][part] for surface in surfaces.tolist()]


def _of_surfaces(name: str, words: Callable[[Study, AnyIntArray], Sequence[str]], between: str = "; ") -> Column:
    """Make a column that says something of the surfaces of mentions, by their numbers in `surface_ids`."""

    def cells(block: Any) -> pa.Array:  # noqa: ANN401 - a block of events of mentions
        ids = surface_ids(block.study)
        return _by_event(block.events, {side: ids.on(side) for side in SIDES}, partial(words, block.study), between)

    return Column(name, cells, of=Of.EVIDENCE)


EVIDENCE_COLUMNS: Final = (
    Column("novelty", _novelties, of=Of.EVIDENCE),
    _of_surfaces("training_types", _counted_types),
    _of_surfaces("memory", _from_memory, " "),
    _of_surfaces("nearest", partial(_nearest, part=0)),
    _of_surfaces("nearest_how", partial(_nearest, part=1)),
    _of_surfaces("nearest_types", partial(_nearest, part=2)),
)
