"""How far annotators agree, in pairs and without a reference: every number is the same with the two exchanged."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, is_member, kept_with_owner, sorted_distinct, spread_ranges
from nerinspect.corpus.mentions import Mentions
from nerinspect.events.alignment import find_events, nested_sentences
from nerinspect.events.scores import divided, f1_of, ratio
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import NO_VALUE, Study
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.systems.significance import SAMPLES, SentenceCounts, drawn_sums

A, B, BOTH, SHARED, ALIKE = range(5)  # rows of `Agreement.by_type`


@dataclass(frozen=True)
class AgreementCounts:
    """What two annotators marked, of one type or of all."""

    a: int
    b: int
    both: int  # mentions that both have: same extent, same type
    shared: int  # extents that both marked, as whatever type; of one type, those that at least one of them gave it to
    alike: int  # those of `shared` to which both gave the same types; of one type, to which both gave it

    @property
    def f1(self) -> float:
        """2 · both / (a + b); a fraction, nan if neither has a mention."""
        return ratio(2 * self.both, self.a + self.b)

    @property
    def label_agreement(self) -> float:
        """Alike / shared; a fraction, nan if no extent is marked by both."""
        return ratio(self.alike, self.shared)


@dataclass(frozen=True)
class TokenAgreement:
    """How two annotators type the tokens of a text, `O` for those in no mention.

    `by_chance`: pairs of a token of one and a token of the other that have the same type, out of `n_tokens` squared.
    """

    n_tokens: int
    n_alike: int
    by_chance: int

    @property
    def kappa(self) -> float:
        """Cohen's kappa; nan if both give one and the same type to every token."""
        possible = self.n_tokens**2
        return ratio(self.n_tokens * self.n_alike - self.by_chance, possible - self.by_chance)


@dataclass(frozen=True, eq=False)
class Agreement:
    """How far two annotators agree."""

    types: tuple[str, ...]
    overall: AgreementCounts
    by_type: AnyIntArray  # the numbers of `AgreementCounts` by type, in their order; shape (5, n_types)
    tokens: TokenAgreement | None  # none where mentions of one of them overlap: a token has no single type then

    def of_type(self, type_name: str) -> AgreementCounts:
        return AgreementCounts(*self.by_type[:, self._place_of[type_name]].tolist())

    @cached_property
    def _place_of(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.types)}

    @property
    def kappa(self) -> float:
        return float("nan") if self.tokens is None else self.tokens.kappa


@dataclass(frozen=True, eq=False)
class DocumentAgreement:
    """How far two annotators agree in each document, see `AgreementCounts`."""

    a: AnyIntArray
    b: AnyIntArray
    both: AnyIntArray

    @property
    def f1(self) -> np.ndarray:
        """F1 of each document, a fraction; nan where neither has a mention. Shape (n_documents,)."""
        return divided(2 * self.both, self.a + self.b)

    @property
    def worst_first(self) -> AnyIntArray:
        """Places of the documents: the lowest F1 first, of equal ones the most disputed mentions; then text order."""
        disputed = self.a + self.b - 2 * self.both
        return np.lexsort((-disputed, self.f1))  # nan comes last


def is_nested(study: Study, annotator: int) -> bool:
    """Tell whether mentions of an annotator overlap."""
    return token_types(study)[annotator] is None


@kept_with_owner
def token_types(study: Study) -> tuple[AnyIntArray | None, ...]:
    """Give every token one type by each annotator, `len(types)` in no mention; None where their mentions overlap."""
    n_types, start = len(study.types), study.text.sentence_start
    return tuple(
        None if len(nested_sentences(one.mentions, start)) else _typed_tokens(one.mentions, n_types, int(start[-1]))
        for one in study.annotations
    )


def agreement(study: Study, a: int, b: int) -> Agreement:
    """Compare two annotators by their numbers in `Study.annotations`; the same with the two exchanged."""
    n_types = len(study.types)
    one, other = (study.annotations[number].mentions.type_codes for number in (a, b))
    extent, other_extent = (_keys(study)[number] // max(n_types, 1) for number in (a, b))
    exact, other_exact = _exact(study, a, b), _exact(study, b, a)
    shared, other_shared = is_member(extent, other_extent), is_member(other_extent, extent)
    counted = one, other, one[exact], one[shared], other[other_shared]
    by_type = np.array([np.bincount(codes, minlength=n_types) for codes in counted], dtype=np.int64).reshape(5, n_types)
    by_type[SHARED] += by_type[ALIKE] - by_type[BOTH]
    by_type[ALIKE] = by_type[BOTH]
    disputed = np.concatenate([extent[shared & ~exact], other_extent[other_shared & ~other_exact]])
    n_shared = len(sorted_distinct(extent[shared]))
    overall = AgreementCounts(
        len(one), len(other), int(np.count_nonzero(exact)), n_shared, n_shared - len(sorted_distinct(disputed))
    )
    return Agreement(study.types, overall, by_type, _token_agreement(study, a, b))


def agreements(study: Study) -> Iterator[tuple[int, int, Agreement]]:
    """Compare every annotator with all behind it, in order."""
    for a, b in combinations(range(len(study.annotations)), 2):
        yield a, b, agreement(study, a, b)


def agreement_by_document(study: Study, a: int, b: int) -> DocumentAgreement:
    """Compare two annotators document by document; the parameters are those of `agreement`."""
    return DocumentAgreement(*_in_blocks(study, a, b, study.text.document - 1, study.text.n_documents))


def _in_blocks(study: Study, a: int, b: int, block: AnyIntArray, n_blocks: int) -> list[AnyIntArray]:
    """Count the mentions of A, of B and of both by blocks, of which each sentence has one."""
    one, other = (study.annotations[number].mentions.start for number in (a, b))
    counted = one, other, one[_exact(study, a, b)]
    return [np.bincount(block[study.text.sentence_of(start)], minlength=n_blocks) for start in counted]


_FEWEST: Final = 10


def is_drawn_by_document(study: Study) -> bool:
    """Tell whether there are documents enough to be drawn again; otherwise sentences are."""
    return study.text.n_documents >= _FEWEST


def intervals(
    study: Study, pairs: Sequence[tuple[int, int]], n_samples: int = SAMPLES, checkpoint: Checkpoint = no_checkpoint
) -> dict[tuple[int, int], tuple[float, float]]:
    """Give the 2.5 and the 97.5 percentile of F1 of some pairs over documents, or sentences, that are drawn again.

    All pairs have the same draws; nan where F1 is defined in no sample.
    """
    text, by_document = study.text, is_drawn_by_document(study)
    n_blocks = text.n_documents if by_document else text.n_sentences
    block = text.document - 1 if by_document else np.arange(n_blocks)
    counts = np.array([_in_blocks(study, a, b, block, n_blocks) for a, b in pairs], dtype=np.int64)
    blocks = SentenceCounts(n_blocks, np.array([0, n_blocks]), np.arange(n_blocks), counts.reshape(-1, 3, n_blocks))
    drawn = f1_of(drawn_sums(blocks, n_samples, checkpoint=checkpoint)[:, :, 0])
    found = ([float(end) for end in np.percentile(own, (2.5, 97.5))] if len(own) else [NO_VALUE] * 2
             for own in (one[~np.isnan(one)] for one in drawn))  # fmt: skip
    return {pair: (low, high) for pair, (low, high) in zip(pairs, found, strict=True)}


def places_by_kind(study: Study, a: int, b: int) -> AnyIntArray:
    """Count the events of two annotators, the first in the place of a reference, by their places in `KINDS`."""
    one, other = (study.annotations[number].mentions for number in (a, b))
    if a:
        kinds = find_events(one, other, study.text.sentence_start).kind
    else:
        kinds = study.events.kind[study.events.prediction == b - 1]
    return np.bincount(kinds, minlength=len(KINDS))


@kept_with_owner
def _keys(study: Study) -> tuple[AnyIntArray, ...]:
    """Give mentions of equal extent and type, and only them, equal numbers; divided by the types, those of extents."""
    sides = [one.mentions for one in study.annotations]
    lengths = [(side.end - side.start).astype(np.int64) for side in sides]
    n_lengths = 1 + max(int(length.max(initial=0)) for length in lengths)
    return tuple(
        (side.start.astype(np.int64) * n_lengths + length) * len(study.types) + side.type_codes
        for side, length in zip(sides, lengths, strict=True)
    )


def _exact(study: Study, annotator: int, other: int) -> BoolArray:
    """Tell which mentions of an annotator another one has too, of equal extent and type."""
    keys = _keys(study)
    return is_member(keys[annotator], np.sort(keys[other], kind="stable"))  # they are all but sorted


def _token_agreement(study: Study, a: int, b: int) -> TokenAgreement | None:
    one, other = (token_types(study)[number] for number in (a, b))
    if one is None or other is None:
        return None
    counts = [_type_counts(study, number) for number in (a, b)]
    by_chance = sum(n_one * n_other for n_one, n_other in zip(*counts, strict=True))  # beyond 64 bits in large texts
    return TokenAgreement(len(one), int(np.count_nonzero(one == other)), by_chance)


def _type_counts(study: Study, annotator: int) -> list[int]:
    """Count the tokens of each type, then those in no mention; of an annotator whose mentions do not overlap."""
    mentions = study.annotations[annotator].mentions
    counts = np.bincount(mentions.type_codes, mentions.end - mentions.start, len(study.types)).astype(np.int64).tolist()
    return [*counts, study.text.n_tokens - sum(counts)]


def _typed_tokens(mentions: Mentions, n_types: int, n_tokens: int) -> AnyIntArray:
    types = np.full(n_tokens, n_types, dtype=np.min_scalar_type(-n_types - 1))
    types[spread_ranges(mentions.start, mentions.end)] = np.repeat(mentions.type_codes, mentions.end - mentions.start)
    return types
