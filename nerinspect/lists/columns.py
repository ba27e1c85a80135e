"""Columns of attributes and buckets, of what files say of each token, and of what training knows of mentions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
from pyarrow._compute import call_function  # see `corpus/arrays.py`

from nerinspect.attributes.buckets import bucketing
from nerinspect.attributes.built_in import BUILT_IN, TYPE, attributes_of, distinct_values
from nerinspect.attributes.mention_columns import value_column
from nerinspect.corpus.arrays import (
    AnyIntArray,
    FloatArray,
    IntArray,
    as_arrow,
    as_arrow_texts,
    from_arrow,
    is_member,
    joined_texts,
    kept_with_owner,
    mask_from_arrow,
    sorted_distinct,
    spread_ranges,
)
from nerinspect.corpus.text import TokenColumn
from nerinspect.errors import CommandError, UnknownNameError
from nerinspect.events.members import entity_tokens
from nerinspect.events.segment_events import SIDES, EventTable, Side
from nerinspect.events.study import BUCKET_RANGE, DEFAULT_BUCKETS, Annotation, Attribute, DistinctValues, Study
from nerinspect.glossary import meaning
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.lists.table import Column, Of
from nerinspect.quantities import counted
from nerinspect.training.evidence import near_surfaces
from nerinspect.training.frequencies import training_types
from nerinspect.training.surfaces import NOVELTIES, novelty, surface_ids
from nerinspect.training.tough import SUBSETS, packed_subsets

BUILT_IN_COLUMNS: Final = tuple(one.name for one in BUILT_IN if one is not TYPE)  # `eLen` to `tCon`

_OWN, _BUCKET = "attr", "bucket"


def attribute_columns(study: Study, with_training: bool = False) -> tuple[str, ...]:
    """Name every such column a study has, or would have with training: `eLen` to `tCon`, `attr:NAME`, then buckets."""
    known = (*BUILT_IN, *study.attributes) if with_training else attributes_of(study)
    names = [one.name for one in known if one is not TYPE]
    of_user = [name for name in names if name not in BUILT_IN_COLUMNS and name.partition(":")[0] not in SIDES]
    values = [*(name for name in names if name in BUILT_IN_COLUMNS), *map(own_attribute_column, of_user)]
    return (*values, *(f"{_BUCKET}:{name}" for name in names))


def own_attribute_column(name: str) -> str:
    return f"{_OWN}:{name}"


def is_attribute_column(column: str) -> bool:
    """Tell whether a column of the events table may be one of an attribute."""
    kind, colon, name = column.partition(":")
    return column in BUILT_IN_COLUMNS or (kind in (_OWN, _BUCKET) and bool(colon and name))


def check_attribute_column(study: Study, column: str) -> None:
    """Make sure that a study has such a column."""
    name, n_wanted = _asked(column)
    known = {one.name: one for one in (*BUILT_IN, *study.attributes)}
    if name not in known or name == TYPE.name or (column.startswith(_OWN) and name in BUILT_IN_COLUMNS):
        raise UnknownNameError("column", column, attribute_columns(study))
    if known[name].needs_training and study.training is None:
        raise CommandError(f"the column {column} needs training data; give it with --training, or leave the column out")
    lowest, highest = BUCKET_RANGE
    if not lowest <= n_wanted <= highest:
        raise CommandError(f"the column {column} asks for {counted(n_wanted, 'bucket')}; ask for {lowest} to {highest}")


def is_known(study: Study, column: str) -> bool:
    """Tell whether a study has the attribute of such a column, and the training data it needs."""
    return _asked(column)[0] in [one.name for one in attributes_of(study)]


def attribute_column_meaning(column: str) -> str:
    if column in BUILT_IN_COLUMNS:
        return meaning(column.casefold())
    kind, _, name = column.partition(":")
    return f"{name}: {meaning(f'{kind}_column')}"


def attribute_cells(
    study: Study, events: EventTable, column: str, write: Callable[[float], str] = repr
) -> Iterator[str | None]:
    """Give what a column says of the reference mentions of each event, or of the predicted ones if it has none.

    Mentions, or their tokens, are parted by blanks; undefined values are left out.
    """
    found, has_reference = _found(study, column), events.n_mentions("reference") > 0
    by_side = {
        side: _cells_of(study, events.rows(has_reference == (side == "reference")), side, found, write)
        for side in SIDES
    }
    yield from (next(by_side["reference" if is_there else "predicted"]) for is_there in has_reference.tolist())


def attribute_ranks(study: Study, column: str) -> FloatArray:
    """Rank every event by the first value of such a column; those without one go first. Shape (n_events,)."""
    found = _found(study, column)
    first = value_column(study, found.distinct, found.attribute.unit).first
    return np.where(np.isnan(first), -np.inf, first)


class _Found(NamedTuple):
    """What a column writes: values of members, or the places of their names."""

    attribute: Attribute
    distinct: DistinctValues
    names: Sequence[str] | None


def _found(study: Study, column: str) -> _Found:
    name, n_wanted = _asked(column)
    attribute = next(one for one in attributes_of(study) if one.name == name)
    if column.startswith(_BUCKET):
        own = bucketing(study, attribute, n_wanted)
        return _Found(attribute, replace(own.distinct, values=own.of_value.astype(np.float64)), own.names)
    distinct = distinct_values(study, attribute)
    return _Found(attribute, distinct, distinct.names if attribute.scale == "name" else None)


def _asked(column: str) -> tuple[str, int]:
    """Name the attribute of a column, and how many buckets it is to have."""
    kind, colon, name = column.partition(":")
    if not colon:
        return kind, DEFAULT_BUCKETS
    base, slash, wanted = name.rpartition("/")
    return (base, int(wanted)) if kind == _BUCKET and slash and wanted.isdecimal() else (name, DEFAULT_BUCKETS)


def _cells_of(
    study: Study, events: EventTable, side: Side, found: _Found, write: Callable[[float], str]
) -> Iterator[str | None]:
    members, n_members, prediction = _members(study, events, side, found.attribute)
    places = found.distinct.reference if side == "reference" else found.distinct.predicted
    chosen = found.distinct.values[places[members] if places.ndim == 1 else places[prediction, members]]
    different, place = np.unique(chosen, return_inverse=True)
    texts = [_text(value, found, write) for value in different.tolist()]
    listed = (texts[number] for number in place.tolist())
    return (" ".join(filter(None, islice(listed, n))) or None for n in n_members)


def _members(
    study: Study, events: EventTable, side: Side, attribute: Attribute
) -> tuple[AnyIntArray, list[int], AnyIntArray]:
    """List the members of events, how many each event has, and the prediction that sees each."""
    members: AnyIntArray = events.mentions(side)
    event = np.repeat(np.arange(len(events)), events.n_mentions(side))
    if attribute.unit == "token":
        tokens = entity_tokens(study)[side]
        begin, end = tokens.first[members], tokens.first[members + 1]
        members, event = tokens.pair[spread_ranges(begin, end)], np.repeat(event, end - begin)
    return members, np.bincount(event, minlength=len(events)).tolist(), events.prediction[event]


def _text(value: float, found: _Found, write: Callable[[float], str]) -> str:
    if np.isnan(value):
        return ""
    if found.names is not None:
        return found.names[int(value)]
    if found.attribute.scale == "date":
        return str(np.datetime64(int(value), "D"))
    return str(int(value)) if found.attribute.scale == "whole" else write(value)


TOKEN_SIDES: Final[tuple[Side, ...]] = ("reference", "predicted")

_N_SAMPLED: Final = 1_000  # events


def is_token_column(column: str) -> bool:
    """Tell whether a column of the events table may be one of a file's, such as `reference:UPOS`."""
    side, colon, name = column.partition(":")
    return side in TOKEN_SIDES and bool(colon and name)


def token_columns(study: Study) -> tuple[str, ...]:
    """Name every such column a study has: those of the reference, then those of any prediction."""
    sides: dict[Side, list[Annotation]] = {
        "reference": [study.reference],
        "predicted": [prediction.annotation for prediction in study.predictions],
    }
    names = [
        f"{side}:{column.name}"
        for side, annotations in sides.items()
        for annotation in annotations
        for column in annotation.columns
    ]
    return tuple(dict.fromkeys(names))


def column_meaning(column: str, wording: Wording = JUDGED) -> str:
    """Say what a column of the events table holds, be it one of a file's, of an attribute, or one of every study."""
    if is_attribute_column(column):
        return wording.said(attribute_column_meaning(column))
    side, _, name = column.partition(":")
    return f"{name}: {wording.meaning(f'{side}_column')}" if is_token_column(column) else wording.meaning(column)


def token_values(study: Study, events: EventTable, column: str) -> Iterator[str | None]:
    """Give what the file of its prediction says of the tokens of each event, joined by a blank; None for nothing."""
    columns = [_token_column(study, prediction, column) for prediction in range(len(study.predictions))]
    for prediction, start, end in zip(events.prediction.tolist(), events.start, events.end, strict=True):
        found = columns[prediction]
        yield None if found is None else _joined(found, found.codes[start:end])


def token_value(study: Study, event: int, column: str) -> str | None:
    """Give the same of one event by its number."""
    events = study.events
    found = _token_column(study, int(events.prediction[event]), column)
    return None if found is None else _joined(found, found.codes[events.start[event] : events.end[event]])


def looks_numeric(study: Study, column: str) -> bool:
    """Tell whether a column says something of the first token of some events, and a finite number wherever it does.

    Events spread over the study are enough to choose how a column stands on screen; all of them decide how it sorts.
    """
    n_events = len(study.events)
    spread = sorted_distinct(np.linspace(0, n_events - 1, min(n_events, _N_SAMPLED)).astype(np.int32))
    values, _ = _first_values(study, column, spread)
    return bool(pa.types.is_floating(values.type))


def first_token_ranks(study: Study, column: str) -> IntArray:
    """Rank every event by what the file says of its first token; those of which it says nothing go first.

    Values go by size if all of them are numbers, else by the alphabet. Ranks count from 1, equal for equal values; 0
    where the file says nothing.
    """
    import pyarrow.compute as pc

    values, places = _first_values(study, column, np.arange(len(study.events), dtype=np.int32))
    rank = pc.rank(values, "ascending", tiebreaker="dense").cast(pa.int32())
    return np.append(from_arrow(rank), np.int32(0))[places]  # the last one is that of the place -1


def _first_values(study: Study, column: str, events: AnyIntArray) -> tuple[pa.Array, IntArray]:
    """Collect what a column says of the first tokens of some events, and where each finds its own; -1 for nothing."""
    texts: list[str] = []
    places = np.full(len(events), -1, dtype=np.int32)
    start, prediction = study.events.start[events], study.events.prediction[events]
    for number in range(len(study.predictions)):
        if (found := _token_column(study, number, column)) is not None:
            own = prediction == number
            codes = found.codes[start[own]]
            used = sorted_distinct(codes)
            said = [found.values[code] for code in used.tolist()]
            if "" in said:
                used = np.delete(used, said.index(""))
                said.remove("")
            places[own] = np.where(is_member(codes, used), np.searchsorted(used, codes) + len(texts), -1)
            texts += said
    written = as_arrow_texts(texts)
    numbers = _as_numbers(written)
    return written if numbers is None else numbers, places


def _as_numbers(texts: pa.StringArray) -> pa.DoubleArray | None:
    """Read texts as numbers; None if there are none, or if one is no finite number."""
    try:
        numbers = texts.cast(pa.float64())
    except pa.ArrowInvalid:
        return None
    return numbers if len(numbers) and mask_from_arrow(call_function("is_finite", [numbers])).all() else None


def _token_column(study: Study, prediction: int, column: str) -> TokenColumn | None:
    """Find what a column of the events table is in the files, for the events of one prediction."""
    side, _, name = column.partition(":")
    annotation = study.reference if side == "reference" else study.predictions[prediction].annotation
    return next((found for found in annotation.columns if found.name == name), None)


def _joined(column: TokenColumn, codes: IntArray) -> str:
    return " ".join(column.values[code] for code in codes.tolist())


def subset_names(study: Study, events: EventTable) -> Iterator[str]:
    """Name the subsets, in the order of `SUBSETS`, that at least one reference mention of each event is in."""
    n_mentions = events.n_mentions("reference")
    has_mentions = n_mentions > 0
    first = np.cumsum(n_mentions) - n_mentions
    bits = np.zeros(len(events), dtype=np.int32)
    if has_mentions.any():
        members = packed_subsets(study)["reference"][events.mentions("reference")]
        bits[has_mentions] = np.bitwise_or.reduceat(members, first[has_mentions])
    names = {code: _names(code) for code in np.flatnonzero(np.bincount(bits)).tolist()}
    return map(names.__getitem__, bits.tolist())


def _names(bits: int) -> str:
    return " ".join(name for place, name in enumerate(SUBSETS) if bits >> place & 1)


_NOTHING: Final = "–"  # stands for a mention of which there is nothing to say, where there is of others of the event


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
    joined = joined_texts(texts, np.append(0, last), between)
    has_words = call_function("greater", [as_arrow(n_said), as_arrow(np.zeros_like(n_said))])
    return call_function("if_else", [has_words, joined, pa.nulls(len(events), pa.string())])


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
