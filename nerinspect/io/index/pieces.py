"""A study in pieces of sentences: what is laid beside its events and mentions is made of each, and joined on disk."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import reduce
from itertools import pairwise
from operator import add
from typing import Any

import numpy as np

from nerinspect.attributes.mention_columns import MentionColumn
from nerinspect.events.members import EntityTokens
from nerinspect.events.segment_events import Join, Side
from nerinspect.events.study import DistinctValues, Piece, know_counts
from nerinspect.io.index.columns import Array
from nerinspect.training.surfaces import SurfaceIds
from nerinspect.training.tough import RepeatedSentences


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
        return tuple(summed(each) for each in zip(*values, strict=True))
    if is_dataclass(first) and not isinstance(first, type) and not hasattr(first, "__add__"):
        return replace(first, **{one.name: summed([getattr(own, one.name) for own in values]) for one in fields(first)})
    return reduce(add, values)
