"""What an index keeps besides its study: what was counted when it was made, and its events as Parquet."""

import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import lru_cache, partial, reduce
from itertools import pairwise
from operator import add
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa

from nerinspect.attributes.built_in import BUILT_IN, TYPE, attributes_of, distinct_values
from nerinspect.attributes.mention_columns import MentionColumn, type_columns, value_column
from nerinspect.checking.notices import find_notices
from nerinspect.corpus.arrays import as_arrow_mask, as_arrow_texts
from nerinspect.corpus.mentions import Mentions
from nerinspect.events.members import EntityTokens, entity_tokens, matched
from nerinspect.events.scores import Reconciliation, Tally, count_confusions, reconcile_prediction, score_prediction
from nerinspect.events.segment_events import Join, Side
from nerinspect.events.study import (
    Attribute,
    DistinctValues,
    Piece,
    Study,
    StudyCounts,
    all_counts,
    held_with_events,
    kept_count,
    know_counts,
    pieces_of,
)
from nerinspect.io.index.columns import Array, Columns, keep, kept
from nerinspect.io.provenance import study_sources
from nerinspect.io.writing.parquet import arrow_column, arrow_type
from nerinspect.lists.columns import BUILT_IN_COLUMNS, own_attribute_column
from nerinspect.lists.ids import event_ids
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of
from nerinspect.progress import tell_heap
from nerinspect.query.counts.buckets import count_by_value, f1_tables, rank_documents
from nerinspect.query.counts.training import count_training
from nerinspect.query.fields.attributes import attribute_column
from nerinspect.query.fields.kinds import event_document, event_line
from nerinspect.query.fields.texts import first_tokens
from nerinspect.query.fields.tough import main_subsets, subset_columns, trained_events
from nerinspect.query.rates import KeptScores, score_kept
from nerinspect.systems.schemes import SCHEMES, SchemeCounts, tally_schemes
from nerinspect.tables.retention import partition_counts
from nerinspect.tables.tough import SubsetCounts, count_tough
from nerinspect.training.evidence import prepare_evidence
from nerinspect.training.frequencies import (
    DataSetProfile,
    SurfaceCounts,
    data_set_profile,
    labelled_tokens,
    surface_counts,
    vocabulary_counts,
)
from nerinspect.training.index import TokenNumbers, TrainingIndex, token_numbers
from nerinspect.training.retention import RETENTION
from nerinspect.training.surfaces import SETTINGS, Labelled, SurfaceIds, novelty, surface_ids
from nerinspect.training.tough import RepeatedSentences, packed_subsets, repeated_sentences

TOKENS_OF_PIECE: Final = 1 << 19
_COUNTS: Final = "counts.json"
_KINDS: Final = {
    kind.__name__: kind
    for kind in (
        *(DataSetProfile, DistinctValues, MentionColumn, Mentions, Reconciliation, SubsetCounts, Tally),
        *(SchemeCounts, EntityTokens, KeptScores, Labelled, RepeatedSentences, SurfaceCounts),
        *(SurfaceIds, TokenNumbers, TrainingIndex),
    )
}


def keep_counts(study: Study, folder: Path) -> None:
    """Count what tables and charts of a study without attributes of its own are made of, as they do it."""
    folder.mkdir(exist_ok=True)
    counting = _Counting(study, Columns(folder))
    attributes = [one for one in attributes_of(study) if one in BUILT_IN]
    whole: list[Callable[[Study], object]] = [matched, find_notices, study_sources, event_ids]
    if len(study.predictions) > 1:
        counting.count(lambda copy: kept_count(copy, "columns", "predicted", lambda: copy.predicted))
    if study.training is not None:
        whole += [token_numbers, surface_ids, surface_counts, novelty, packed_subsets, repeated_sentences]
        whole += [vocabulary_counts, labelled_tokens, prepare_evidence, count_tough, data_set_profile]
    for made in whole:
        counting.count(made)
    counting.in_pieces(attributes)
    for attribute in attributes:
        counting.count(partial(f1_tables, attributes=[attribute]))
    said = json.dumps(keep(counting.counts, counting.columns, "count", _KINDS))
    (folder / _COUNTS).write_text(said, encoding="utf-8")
    counting.columns.drop_others(said)


class _Counting:
    """What was counted of a study so far, mapped: of what is long a step alone is in memory."""

    def __init__(self, study: Study, columns: Columns) -> None:
        self.study, self.columns, self.counts = study, columns, StudyCounts()

    def count(self, count: Callable[[Study], object]) -> None:
        """Keep what is counted of a copy of the study, and forget the rest with the copy."""
        training = self.study.training
        training = training and replace(training, text=replace(training.text))
        copy = replace(self.study, text=replace(self.study.text), training=training)
        know_counts(copy, self.counts)
        count(copy)
        self._keep(all_counts(copy))

    def _keep(self, found: StudyCounts) -> None:
        for what, own in found.items():
            for of in own.keys() - self.counts.setdefault(what, {}).keys():
                name = f"{what}.{len(self.counts[what])}".replace(" ", "_")
                self.counts[what][of] = self.columns.mapped(own[of], name, _KINDS)
        know_counts(self.study, self.counts)
        pa.default_memory_pool().release_unused()
        tell_heap("malloc_trim", 0)  # both keep what a step took

    def in_pieces(self, attributes: Sequence[Attribute]) -> None:
        """Count what lies in a sentence, and lay values beside events and mentions, some sentences at a time."""
        study, pieces = self.study, list[Piece]()
        known = {name: one for name, one in self.counts["columns"].items() if name not in _OF_ALL}
        aside = self.columns.folder / "pieces"
        aside.mkdir(exist_ok=True)
        parts, scratch = list[StudyCounts](), Columns(aside)
        for piece in pieces_of(replace(study), TOKENS_OF_PIECE):
            if piece.study.events is not study.events:
                know_mentions(piece, known)
            _count_piece(piece, attributes)
            found = {
                what: {of: one for of, one in own.items() if of not in self.counts.get(what, {})}
                for what, own in all_counts(piece.study).items()
            }
            parts.append(scratch.mapped(found, f"piece{len(parts)}", _KINDS))
            pieces.append(replace(piece, study=study))  # without what was counted of it alone
        joining = Joining(pieces, self.columns.join)
        of_tokens = {one.name for one in attributes if one.unit == "token"}

        def joined(what: str, of: Any) -> Any:  # noqa: ANN401 - whatever is counted
            own = [part[what][of] for part in parts]
            if what == "values":
                tokens = [part["columns"]["entity tokens"] for part in parts] if of in of_tokens else []
                return joining.values(own, tokens)
            if what == "by value":
                return added_by_value(own, [part["values"][of[0]].values for part in parts])
            if what in ("columns", "attributes"):
                return joining.columns(own)
            return added_confusions(own, len(study.types) + 1) if what == "confusions" else summed(own)

        self._keep({what: {of: joined(what, of) for of in own} for what, own in parts[0].items()})
        shutil.rmtree(aside, ignore_errors=True)


_OF_ALL: Final = frozenset(("predicted", "matched"))  # what is counted of the whole, and does not go to pieces


def _count_piece(piece: Piece, attributes: Sequence[Attribute]) -> None:
    """Count all that is local in a piece of a study."""
    study, first = piece.study, np.int32(piece.sentences.start)
    kept_count(study, "columns", "sentences", lambda: study.event_sentence + first)
    of_events: list[Callable[[Study], object]] = [type_columns, first_tokens, event_document, event_line, score_kept]
    if study.training is not None:
        of_events += [entity_tokens, subset_columns, main_subsets, trained_events, count_training]
        of_events += [partial(partition_counts, setting=setting) for setting in SETTINGS]
    for made in of_events:
        made(study)
    for number in range(len(study.predictions)):
        for add_up in (score_prediction, reconcile_prediction, count_confusions):
            add_up(study, number)
        rank_documents(study, [number])
        if study.predictions[number].system != RETENTION:  # whose mentions overlap, so that they take long to pair
            events = study.events.alone(study.rows_of(number))
            held_with_events(events)[1].append(study.predicted)
            tally = tally_schemes(replace(study, events=events), number)
            for scheme in SCHEMES:
                kept_count(study, "schemes", (scheme.name, number), partial(tally.every_count, scheme))
    for attribute in attributes:
        for number in range(len(study.predictions)):
            count_by_value(study, attribute, number)
        beside = partial(value_column, study, distinct_values(study, attribute), attribute.unit)
        kept_count(study, "attributes", attribute.name, beside)


def read_counts(folder: Path) -> StudyCounts:
    """Read what was written; long columns are mapped."""
    return dict(kept(json.loads((folder / _COUNTS).read_bytes()), Columns(folder), _KINDS))


ATTRIBUTE: Final = "attribute"  # what columns of attributes are called until they are written into the events

_LEFT_OUT: Final = frozenset(("left", "right"))


def attribute_columns(study: Study) -> Iterator[tuple[str, pa.Array]]:
    """Give for each attribute its value in every event: that of the first reference mention, else the first predicted.

    Numbers are doubles, null where there is no value; names are texts.
    """
    for attribute in attributes_of(study):
        if attribute is not TYPE:
            is_built_in = attribute.name in BUILT_IN_COLUMNS
            yield attribute.name if is_built_in else own_attribute_column(attribute.name), _column_of(study, attribute)


def _column_of(study: Study, attribute: Attribute) -> pa.Array:
    first = attribute_column(study, attribute).first
    is_name = attribute.scale == "name"
    is_there = first >= 0 if is_name else ~np.isnan(first)
    kind, held = (pa.int32(), np.int32) if is_name else (pa.float64(), np.float64)
    buffers = [as_arrow_mask(is_there).buffers()[1], pa.py_buffer(np.where(is_there, first, 0).astype(held))]
    values = pa.Array.from_buffers(kind, len(first), buffers)  # `pyarrow.array` imports pandas
    return as_arrow_texts(distinct_values(study, attribute).names).take(values) if is_name else values


class EventPart(NamedTuple):
    """Some events of an index, by number, the columns of attributes beside them, and the file that they go into."""

    study: str
    columns: str
    counts: str
    attributes: tuple[str, ...]
    start: int
    stop: int
    place: str


def write_part(part: EventPart) -> None:
    import pyarrow.parquet as pq

    study, columns = _mapped(part.study, part.columns, part.counts, os.stat(part.study).st_mtime_ns)
    names = [name for name in MENTIONS.names(Of.EVENTS) if name not in _LEFT_OUT]
    types = [arrow_type(MENTIONS.content(name)) for name in names]
    values = [columns.values(f"{ATTRIBUTE}.{number}") for number in range(len(part.attributes))]
    schema = pa.schema(
        [*zip(names, types, strict=True), *zip(part.attributes, (one.type for one in values), strict=True)]
    )
    aside = Path(f"{part.place}.part")
    with open(aside, "wb") as file, pq.ParquetWriter(file, schema) as writer:
        first = part.start
        for cells in MENTIONS.blocks(study, np.arange(part.start, part.stop), names):
            made = [arrow_column(MENTIONS.content(name), one) for name, one in zip(names, cells, strict=True)]
            made += [one.slice(first, len(made[0])) for one in values]
            writer.write_batch(pa.record_batch(made, schema=schema))
            first += len(made[0])
    aside.replace(part.place)


@lru_cache(maxsize=1)
def _mapped(study: str, folder: str, counts: str, _made: int) -> tuple[Study, Columns]:
    """Map a study once for all parts that a process writes, but for one that was made anew at the same place."""
    columns = Columns(Path(folder))
    mapped = kept(json.loads(Path(study).read_bytes()), columns)
    know_counts(mapped, read_counts(Path(counts)))
    return mapped, columns


def know_mentions(piece: Piece, known: Mapping[str, Any]) -> None:
    """Let the study of a piece know what the whole knows of its mentions and sentences."""

    def of_all(column: Array) -> Array:
        return np.concatenate([column[:0], *(column[own] for own in piece.predicted)])

    def own(value: Any) -> Any:  # noqa: ANN401 - whatever is known
        if isinstance(value, SurfaceIds):
            return replace(value, reference=value.reference[piece.reference], predicted=of_all(value.predicted))
        if isinstance(value, RepeatedSentences):
            return replace(value, number=value.number[piece.sentences])
        if isinstance(value, Mapping):
            return {"reference": value["reference"][piece.reference], "predicted": of_all(value["predicted"])}
        return value

    know_counts(piece.study, {"columns": {name: own(value) for name, value in known.items()}})


@dataclass(frozen=True)
class Joining:
    """Lays what was made of each piece behind each other, prediction after prediction."""

    pieces: Sequence[Piece]
    join: Join

    def by_event(self, parts: Sequence[Array]) -> Array:
        made: Array = self.join(_laid(parts, [_own(one.events) for one in self.pieces]))
        return made

    def columns(self, parts: Sequence[Any], side: Side = "predicted") -> Any:  # noqa: ANN401 - whatever lies beside events or mentions
        """Join what was laid beside events, and the members of mentions."""
        first = parts[0]
        if isinstance(first, Mapping):
            return {side: self.columns([one[side] for one in parts], side) for side in first}
        if isinstance(first, EntityTokens):
            return self.tokens(
                parts, [one.predicted if side == "predicted" else (one.reference,) for one in self.pieces]
            )
        return self.column(parts) if isinstance(first, MentionColumn) else self.by_event(parts)

    def column(self, parts: Sequence[MentionColumn]) -> MentionColumn:
        """Join values beside events."""
        slices, more = [], []
        for one, piece in zip(parts, self.pieces, strict=True):
            bounds = np.cumsum([0, *map(_length, piece.events)]).astype(one.more_event.dtype)
            ends = np.searchsorted(one.more_event, bounds)
            slices.append(_between(ends))
            shift = [own.start - before for own, before in zip(piece.events, bounds.tolist(), strict=False)]
            more.append(one.more_event + np.repeat(np.array(shift, np.int32), np.diff(ends)).astype(np.int32))
        return MentionColumn(
            self.by_event([one.first for one in parts]),
            parts[0].missing,
            self.join(_laid(more, slices)),
            self.join(_laid([one.more for one in parts], slices)),
        )

    def tokens(self, parts: Sequence[EntityTokens], mentions: Sequence[Sequence[slice]]) -> EntityTokens:
        pairs, of_mentions, first, pair = _token_slices(parts, mentions), list[list[slice]](), [], []
        for one, own in zip(parts, mentions, strict=True):
            of_mentions.append(_between(one.first[np.cumsum([0, *map(_length, own)])]))
        n_tokens = sum(len(one.pair) for one in parts)
        whole = np.int32 if n_tokens <= np.iinfo(np.int32).max else np.int64
        of_tokens, of_pairs = _shifts(of_mentions), _shifts(pairs)
        for one, own, cuts, n, n_pairs in zip(parts, mentions, of_mentions, of_tokens, of_pairs, strict=True):
            first.append(one.first[:-1] + np.repeat(np.array(n, whole), [*map(_length, own)]))
            pair.append(one.pair + np.repeat(np.array(n_pairs, whole), [*map(_length, cuts)]))
        ends = [*_laid(first, [_own(one) for one in mentions]), np.array([n_tokens], whole)]
        return EntityTokens(
            self.join(_laid([one.prediction for one in parts], pairs)),
            self.join(_laid([one.position for one in parts], pairs)),
            self.join(_laid([one.type_codes for one in parts], pairs)),
            self.join(ends),
            self.join(_laid(pair, of_mentions)),
        )

    def values(
        self, parts: Sequence[DistinctValues], tokens: Sequence[Mapping[Side, EntityTokens]] = ()
    ) -> DistinctValues:
        """Join the values of mentions, or of these tokens."""
        own = [one.values for one in parts]
        values = np.unique(np.concatenate(own))
        dtype = np.min_scalar_type(-len(values) - 1)
        places = [np.searchsorted(values, one).astype(dtype) for one in own]
        predicted = [place[one.predicted] for place, one in zip(places, parts, strict=True)]
        of_each = [_own(one.predicted) for one in self.pieces]
        slices = _token_slices([one["predicted"] for one in tokens], of_each) if tokens else of_each
        return DistinctValues(
            values,
            added_by_value([one.n_reference for one in parts], own),
            self.join(place[one.reference] for place, one in zip(places, parts, strict=True)),
            self.join(_laid(predicted, slices)),
            parts[0].names,
        )


def _length(one: slice) -> int:
    return int(one.stop - one.start)


def _own(slices: Sequence[slice]) -> list[slice]:
    """Lay slices behind each other."""
    return _between(np.cumsum([0, *map(_length, slices)]))


def _between(ends: Array) -> list[slice]:
    return [slice(*two) for two in pairwise(ends.tolist())]


def _laid(parts: Sequence[Array], slices: Sequence[Sequence[slice]]) -> Iterator[Array]:
    """Give what the slices of all parts say of the first prediction, then of the second, and so on."""
    yield parts[0][:0]
    for number in range(len(slices[0])):
        for part, own in zip(parts, slices, strict=True):
            yield part[own[number]]


def _shifts(slices: Sequence[Sequence[slice]]) -> list[list[int]]:
    """Tell how far the numbers of each slice move if all are laid behind each other as `_laid` does."""
    shifts, n_before = [[0] * len(own) for own in slices], 0
    for number in range(len(slices[0])):
        for own, shift in zip(slices, shifts, strict=True):
            shift[number] = n_before - own[number].start
            n_before += _length(own[number])
    return shifts


def _token_slices(parts: Sequence[EntityTokens], mentions: Sequence[Sequence[slice]]) -> list[list[slice]]:
    ends = [np.arange(len(own) + 1, dtype=np.int32) for own in mentions]
    return [_between(np.searchsorted(one.prediction, end)) for one, end in zip(parts, ends, strict=True)]


def added_by_value(parts: Sequence[Array], values: Sequence[Array]) -> Array:
    """Add up what was counted by value in pieces, each of which has some."""
    every = np.unique(np.concatenate(values))
    total = np.zeros((*parts[0].shape[:-1], len(every)), dtype=np.int64)
    for counts, own in zip(parts, values, strict=True):
        total[..., np.searchsorted(every, own)] += counts  # nan is the last of both
    return total


def added_confusions(parts: Sequence[Array], size: int) -> Array:
    """Add up what `count_confusions` counts of pieces; types have codes below a size."""
    ours, theirs, counts = np.concatenate(parts, axis=1)
    pairs, place = np.unique(ours * size + theirs, return_inverse=True)
    return np.stack([*np.divmod(pairs, size), np.bincount(place, counts, len(pairs)).astype(counts.dtype)])


def summed(values: Sequence[Any]) -> Any:  # noqa: ANN401 - whatever adds up
    """Add up counts of pieces."""
    first = values[0]
    if isinstance(first, np.ndarray):
        total = np.zeros((*first.shape[:-1], max(one.shape[-1] for one in values)), dtype=first.dtype)
        for one in values:
            total[..., : one.shape[-1]] += one
        return total
    if first is None or isinstance(first, str):
        return first
    if isinstance(first, tuple):
        added = map(summed, zip(*values, strict=True))
        return first._make(added) if hasattr(first, "_make") else tuple(added)
    if is_dataclass(first) and not isinstance(first, type) and not hasattr(first, "__add__"):
        return replace(first, **{one.name: summed([getattr(own, one.name) for own in values]) for one in fields(first)})
    return reduce(add, values)
