"""Whether two systems differ on one test set, by sentences, mentions, runs and types; and who has which mentions."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import nan
from typing import Final

import numpy as np
import numpy.typing as npt

from nerinspect.attributes.built_in import TYPE
from nerinspect.corpus.arrays import (
    AnyIntArray,
    BoolArray,
    FloatArray,
    kept_with_owner,
    numbered_together,
    sorted_distinct,
)
from nerinspect.errors import CommandError, shown
from nerinspect.events.members import matched
from nerinspect.events.scores import Counts, Measure, f1_of, precision_of, recall_of
from nerinspect.events.segment_events import SIDES, Side
from nerinspect.events.study import DEFAULT_BUCKETS, Study, judge_name, pieces_of
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted
from nerinspect.query.fields.attributes import REFERENCE_BUCKET, bucket_value
from nerinspect.query.fields.outcomes import RIGHT, WRONG
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.query.rates import WHOLE, KeptMentions, MentionBase, kept_mentions
from nerinspect.systems.outcomes import ONLY_A, ONLY_B, OUTCOMES, HitPatterns, outcomes
from nerinspect.systems.significance import (
    SAMPLES,
    SEED,
    Bootstrap,
    SentenceCounts,
    Significance,
    drawn_scores,
    drawn_sums,
    mcnemar,
    mean_score,
    paired_bootstrap,
    rank_sum,
    signed_rank,
    told_once,
)

SCORES: Final[dict[Measure, Callable[[npt.ArrayLike], FloatArray]]] = {
    "F1": f1_of,
    "Precision": precision_of,
    "Recall": recall_of,
}
"""What systems can be compared by."""


@dataclass(frozen=True, eq=False)
class KeptCounts:
    """What a base keeps for some predictions: a row of reference mentions each, and the mentions of both sides."""

    study: Study
    predictions: tuple[int, ...]
    is_kept: BoolArray
    kept: tuple[KeptMentions, ...]

    @property
    def by_sentence(self) -> SentenceCounts:
        keys = {side: _keys(self.study, side) for side in SIDES}
        parts = [keys[side][one.mentions[side]] for one in self.kept for side in SIDES]
        held = np.concatenate(parts)
        number, example = numbered_together(held)
        numbers = np.split(number, np.cumsum([len(part) for part in parts[:-1]]))
        counted = [
            [np.bincount(own, minlength=len(example)) for own in (reference, predicted, reference[one.is_found])]
            for reference, predicted, one in zip(numbers[::2], numbers[1::2], self.kept, strict=True)
        ]
        n_sentences = self.study.text.n_sentences
        type_code, sentence = np.divmod(held[example], max(n_sentences, 1))
        first_place = np.searchsorted(type_code, np.arange(len(self.study.types) + 1))
        return SentenceCounts(n_sentences, first_place, sentence, np.array(counted, dtype=np.int64))

    def of(self, predictions: Sequence[int]) -> "KeptCounts":
        rows = [self.predictions.index(number) for number in predictions]
        return KeptCounts(self.study, tuple(predictions), self.is_kept[rows], tuple(self.kept[row] for row in rows))


def kept_counts(
    study: Study, predictions: Sequence[int], base: MentionBase = WHOLE, checkpoint: Checkpoint = no_checkpoint
) -> KeptCounts:
    kept = tuple(kept_mentions(study, base, predictions, checkpoint))
    is_kept = np.zeros((len(predictions), len(study.reference.mentions)), dtype=bool)
    for one, row in zip(kept, is_kept, strict=True):
        row[one.mentions["reference"]] = True
    return KeptCounts(study, tuple(predictions), is_kept, kept)


def _keys(study: Study, side: Side) -> npt.NDArray[np.int64]:
    """Give type and sentence of each mention of a side as one number, which ascends by type first."""
    mentions = study.mentions_on(side)
    return mentions.type_codes.astype(np.int64) * study.text.n_sentences + study.text.sentence_of(mentions.start)


MEAN: Final = 0
"""In the place of the number of a run: outcomes are counted for each run of A beside each of B, and averaged."""


def chosen_run(study: Study, runs: Sequence[int], run: int) -> int:
    """Give the prediction that is one run of a system, counted from 1; of a single one, and for `MEAN`, the first.

    Raises
    ------
    CommandError
        If the system has fewer runs, several though they are.
    """
    if run > len(runs) > 1:
        system = study.predictions[runs[0]].system
        raise CommandError(f"{shown(system)} has no run {run}; choose one from 1 to {len(runs)}, or the mean")
    return runs[min(run, len(runs)) - 1] if run != MEAN else runs[0]


FEW_MENTIONS: Final = 100
FEW_SENTENCES: Final = 30  # with fewer reference mentions, or fewer sentences that hold one, what tests say is rough


@dataclass(frozen=True)
class ComparedType:
    """System A beside system B in the mentions of one type, or of all.

    Attributes
    ----------
    score_a, score_b : float
        By `measure`, as fractions; the mean over the runs where it is defined, nan where
        it is in none.
    n_outcomes : tuple of int, or of float
        Reference mentions by what one run of each makes of them, in the order of `OUTCOMES`; of several runs together
        the mean over each run of A beside each of B, without telling how both are wrong.
    is_asked_alike : bool
        Whether the events of A and those of B agree on which of the mentions that one alone has are counted, so that
        the events of either can be asked for them all.
    mcnemar_p : float
        Whether chance would part so the mentions that only one of them has; nan for several runs together.
    """

    type_name: str | None
    counts_a: tuple[Counts, ...]
    counts_b: tuple[Counts, ...]
    score_a: float
    score_b: float
    bootstrap: Bootstrap
    n_outcomes: tuple[int, ...] | tuple[float, ...]
    n_sentences: int  # sentences that hold such a reference mention
    is_asked_alike: bool
    mcnemar_p: float
    over_pairs: Significance  # Wilcoxon's signed-rank test over runs, paired in their order
    over_runs: Significance  # the rank-sum test of Mann and Whitney, over two sets of runs
    measure: Measure = "F1"

    @property
    def both_right(self) -> int | float:
        return self.n_outcomes[0]

    @property
    def only_a(self) -> int | float:
        return self.n_outcomes[ONLY_A]

    @property
    def only_b(self) -> int | float:
        return self.n_outcomes[ONLY_B]

    @property
    def both_wrong(self) -> int | float:
        return sum(self.n_outcomes[ONLY_B + 1 :])

    @property
    def n_reference(self) -> int:
        return round(sum(self.n_outcomes))

    @property
    def is_mean(self) -> bool:
        return len(self.n_outcomes) < len(OUTCOMES)

    @property
    def is_small(self) -> bool:
        return self.n_reference < FEW_MENTIONS or self.n_sentences < FEW_SENTENCES

    @property
    def caveat(self) -> str:
        """Say that the sample is small; empty if it is not."""
        if not self.is_small:
            return ""
        return f"{self.sample_in_words}: the interval and the p values are rough"

    @property
    def sample_in_words(self) -> str:
        """Say how many mentions there are, such as `34 reference mentions in 30 sentences`."""
        mentions, sentences = counted(self.n_reference, "reference mention"), counted(self.n_sentences, "sentence")
        return f"{mentions} in {sentences}"


@dataclass(frozen=True)
class Comparison:
    """System A beside system B: all types together, and each that is counted, in the order of the study."""

    overall: ComparedType
    by_type: tuple[ComparedType, ...]
    n_samples: int

    @property
    def rows(self) -> tuple[ComparedType, ...]:
        return self.overall, *self.by_type


def compare(
    study: Study,
    a: Sequence[int],
    b: Sequence[int],
    base: MentionBase = WHOLE,
    n_samples: int = SAMPLES,
    seed: int = SEED,
    checkpoint: Checkpoint = no_checkpoint,
    measure: Measure = "F1",
    run: int = 1,
    beside: Sequence[int] = (),
) -> Comparison:
    """Compare two systems, given by the numbers of their runs; outcomes are those of one run of each, or of `MEAN`.

    Of a reference mention that only one system has, the base is asked in the events of that system; of any other in
    those of the system that comes first in the study. With A and B exchanged it says the same from B's side.
    `beside`: predictions that are to be compared next, which are counted in the same draws.
    """
    return next(compare_each(study, [a, b], base, n_samples, seed, checkpoint, measure, run, beside))


def compare_each(
    study: Study,
    systems: Sequence[Sequence[int]],
    base: MentionBase = WHOLE,
    n_samples: int = SAMPLES,
    seed: int = SEED,
    checkpoint: Checkpoint = no_checkpoint,
    measure: Measure = "F1",
    run: int = 1,
    beside: Sequence[int] = (),
) -> Iterator[Comparison]:
    """Compare each of several systems, given by their runs, with each behind it, over the same draws of sentences.

    The pairs come one by one, as soon as each is compared. Where a base has recall alone, that is the measure.
    """
    chosen = [chosen_run(study, runs, run) for runs in systems]
    asked = [number for runs in systems for number in runs]
    ends = np.cumsum([len(runs) for runs in systems])
    places = [range(end - len(runs), end) for end, runs in zip(ends.tolist(), systems, strict=True)]
    run_of = {runs: asked.index(number) for runs, number in zip(places, chosen, strict=True)}
    found: dict[tuple[range, range], _Outcomes] = {}

    def counted(predictions: Sequence[int]) -> Iterator[KeptCounts]:
        """Count some predictions, and on the way what the pairs make of the mentions."""
        for part in (piece.study for piece in pieces_of(study, _TOKENS_AT_ONCE)) if base == WHOLE else [study]:
            kept = kept_counts(part, predictions, base, checkpoint)
            of_asked = kept.of(asked)
            for a, b in combinations(places, 2):
                is_mean = run == MEAN and len(a) * len(b) > 1
                own = _means(of_asked, a, b) if is_mean else _outcomes(of_asked, run_of[a], run_of[b])
                found[a, b] = found[a, b].added(own) if (a, b) in found else own
            yield kept

    draws, question = _draws(study), (base, n_samples, seed)
    drawn = draws.get(question)
    if drawn is not None and {*asked} <= {*drawn.predictions}:
        for _ in counted(asked):
            pass
    else:
        predictions = tuple(dict.fromkeys([*asked, *beside]))
        by_sentence = told_once(kept.by_sentence for kept in counted(predictions))
        drawn = _Drawn(predictions, by_sentence.sums, drawn_sums(by_sentence, n_samples, seed, checkpoint))
        if len(draws) >= _MOST_KEPT:
            draws.clear()
        if drawn.samples.nbytes <= _MOST_BYTES:
            draws[question] = drawn
    pairs = _Pairs(study, drawn.of(asked), places, base, base.measured_by(measure))
    for a, b in combinations(places, 2):
        checkpoint(n_samples, n_samples)
        yield pairs.compared(a, b, found.pop((a, b)))


@dataclass(frozen=True, eq=False)
class _Drawn:
    """What a base keeps for some predictions, summed up over the test set and over sentences that are drawn again.

    `sums`: of all types together, then of each; shape (n_predictions, 3, 1 + n_types). `samples`: likewise in each
    sample; shape (n_predictions, 3, 1 + n_types, n_samples).
    """

    predictions: tuple[int, ...]
    sums: npt.NDArray[np.int64]
    samples: FloatArray

    def of(self, predictions: Sequence[int]) -> "_Drawn":
        if self.predictions == tuple(predictions):
            return self
        rows = [self.predictions.index(number) for number in predictions]
        return _Drawn(tuple(predictions), self.sums[rows], self.samples[rows])


_MOST_KEPT: Final = 8  # bases whose draws are kept with a study
_MOST_BYTES: Final = 50_000_000  # of each of them


@kept_with_owner
def _draws(study: Study) -> dict[tuple[MentionBase, int, int], _Drawn]:
    """Keep with a study what was drawn, by base, number of samples and seed."""
    return {}


_TOKENS_AT_ONCE = 1 << 19  # are counted, so that memory does not grow with them


class _Pairs:
    """What all pairs share; `places` are those of the runs of each system among the predictions drawn."""

    def __init__(
        self, study: Study, drawn: _Drawn, places: Sequence[range], base: MentionBase, measure: Measure
    ) -> None:
        score = SCORES[measure]
        self._types, self._every_type, self._measure = base.types_of(study), study.types, measure
        self._sums, self._scores = drawn.sums, score(drawn.sums)  # of each run; shape (n_runs, 1 + n_types)
        self._n_samples = drawn.samples.shape[-1]
        # the score of each system, by its runs, in each sample; shape (1 + n_types, n_samples)
        self._drawn = {runs: drawn_scores(drawn.samples[runs], score) for runs in places}

    def compared(self, a: range, b: range, found: "_Outcomes") -> Comparison:
        groups = [(None, 0), *((name, 1 + self._every_type.index(name)) for name in self._types)]
        overall, *by_type = (self._compared_type(name, a, b, found, group) for name, group in groups)
        return Comparison(overall, tuple(by_type), self._n_samples)

    def _compared_type(self, name: str | None, a: range, b: range, found: "_Outcomes", group: int) -> ComparedType:
        scores = self._scores[:, group]
        score_a, score_b = mean_score(scores[a]), mean_score(scores[b])
        spread = paired_bootstrap(score_a - score_b, self._drawn[a][group], self._drawn[b][group])
        sums = found.counts[group].tolist()
        n_outcomes = tuple(sums) if found.n_pairs == 1 else tuple(number / found.n_pairs for number in sums)
        mcnemar_p = mcnemar(sums[ONLY_A], sums[ONLY_B]) if found.n_pairs == 1 else nan
        counts_a, counts_b = (tuple(Counts(*row) for row in self._sums[runs, :, group].tolist()) for runs in (a, b))
        return ComparedType(
            name, counts_a, counts_b, score_a, score_b, spread, n_outcomes, int(found.n_sentences[group]),
            not found.n_differing[group], mcnemar_p, signed_rank(scores[a], scores[b]),
            rank_sum(scores[a], scores[b]), self._measure,
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class _Outcomes:
    """What runs of A and B make of reference mentions of all types, then of each.

    `counts`: pairs of runs by `OUTCOMES`; of several the two ways to be wrong are one; shape (1 + n_types, 5 or 4).
    `n_sentences`: with such a mention. `n_differing`: mentions that one alone has, of which A and B say otherwise
    whether they are counted. Shape (1 + n_types,).
    """

    counts: AnyIntArray
    n_pairs: int  # how many there are
    n_sentences: AnyIntArray
    n_differing: AnyIntArray

    @classmethod
    def of_mentions(cls, study: Study, counts: AnyIntArray, n_pairs: int, differs: BoolArray) -> "_Outcomes":
        """Add up the counts of each reference mention, 0 where it is not counted; shape (5 or 4, n_reference)."""
        mentions, n_types = study.reference.mentions, len(study.types)
        by_type = np.stack([np.bincount(mentions.type_codes, one, n_types) for one in counts], axis=1).astype(np.int64)
        rows = np.flatnonzero(counts.any(axis=0))
        sentence, codes = study.text.sentence_of(mentions.start[rows]), mentions.type_codes[rows].astype(np.int64)
        distinct = sorted_distinct(codes * study.text.n_sentences + sentence) // max(study.text.n_sentences, 1)
        of_types = np.bincount(distinct, minlength=n_types)
        differing = np.bincount(mentions.type_codes[differs], minlength=n_types)
        return cls(
            np.vstack([by_type.sum(axis=0), by_type]),
            n_pairs,
            np.append(len(sorted_distinct(sentence)), of_types),
            np.append(differing.sum(), differing),
        )

    def added(self, other: "_Outcomes") -> "_Outcomes":
        """Add those of other sentences."""
        names = ("counts", "n_sentences", "n_differing")
        return replace(self, **{name: getattr(self, name) + getattr(other, name) for name in names})


def _outcomes(kept: KeptCounts, a: int, b: int) -> _Outcomes:
    """Tell what one run of A and one of B make of the reference mentions that are counted."""
    codes = outcomes(kept.study, kept.predictions[a], kept.predictions[b])
    first = min(a, b, key=kept.predictions.__getitem__)
    by_a, by_b, by_first = kept.is_kept[[a, b, first]]
    is_of_a, is_of_b = codes == ONLY_A, codes == ONLY_B
    is_kept: BoolArray = np.where(is_of_a, by_a, np.where(is_of_b, by_b, by_first))
    counts = (codes == np.arange(len(OUTCOMES))[:, np.newaxis]) & is_kept
    return _Outcomes.of_mentions(kept.study, counts, 1, (is_of_a | is_of_b) & (by_a != by_b))


def _means(kept: KeptCounts, a: range, b: range) -> _Outcomes:
    """Count for the reference mentions the runs of A, each beside each run of B, that make the same of each."""
    has = matched(kept.study)[[*kept.predictions]]
    right, wrong = ([(has == is_right)[runs].sum(axis=0) for runs in (a, b)] for is_right in (True, False))
    counted = [[((has == is_right) & kept.is_kept)[runs].sum(axis=0) for runs in (a, b)] for is_right in (True, False)]
    first = int(kept.predictions[b[0]] < kept.predictions[a[0]])  # in the events of which it is asked
    counts = np.stack(
        [
            counted[0][first] * right[1 - first],
            counted[0][0] * wrong[1],
            counted[0][1] * wrong[0],
            counted[1][first] * wrong[1 - first],
        ]
    )
    return _Outcomes.of_mentions(kept.study, counts, len(a) * len(b), np.zeros(has.shape[1], dtype=bool))


def hit_terms(study: Study, patterns: HitPatterns, place: int) -> tuple[Filter, ...]:
    """Ask for the reference mentions of a pattern: `right:` or `wrong:` of each prediction, which judge one mention."""
    told = zip(patterns.predictions, patterns.is_right[place].tolist(), strict=True)
    return tuple(Term((RIGHT if is_right else WRONG).name, (judge_name(study, number),)) for number, is_right in told)


def at_mention(study: Study, base: MentionBase, *outcome: Filter) -> Filter:
    """Ask for the events with a counted reference mention of some outcome, such as `right:` and `wrong:`.

    Types are asked for by buckets, which judge the same mention as the outcome.
    """
    types = base.types_of(study) if base.named or base.excluded else ()
    if base.asked:
        return all_of(base.holding("reference", types), *outcome)
    of_types = tuple(bucket_value(TYPE.name, name, DEFAULT_BUCKETS) for name in types)
    return all_of(*([Term(REFERENCE_BUCKET.name, of_types)] if types else []), base.events, *outcome)
