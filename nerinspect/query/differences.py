"""Whether two systems differ on one test set, by sentences, mentions, runs and types; and who has which mentions."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import nan
from typing import Final

import numpy as np
import numpy.typing as npt

from nerinspect.attributes.built_in import TYPE
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, FloatArray, sorted_distinct
from nerinspect.errors import CommandError, shown
from nerinspect.events.members import matched
from nerinspect.events.scores import Counts, Measure, f1_of, precision_of, recall_of
from nerinspect.events.segment_events import SIDES, Side
from nerinspect.events.study import DEFAULT_BUCKETS, Study, judge_name
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted
from nerinspect.query.fields.buckets import REFERENCE_BUCKET, bucket_value
from nerinspect.query.fields.outcomes import RIGHT, WRONG
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.query.rates import WHOLE, MentionBase, kept_mentions
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
)

SCORES: Final[dict[Measure, Callable[[npt.ArrayLike], FloatArray]]] = {
    "F1": f1_of,
    "Precision": precision_of,
    "Recall": recall_of,
}
"""What systems can be compared by."""


@dataclass(frozen=True, eq=False)
class KeptCounts:
    """What a base keeps for some predictions: mentions by sentence and type, and a row of reference mentions each."""

    predictions: tuple[int, ...]
    by_sentence: SentenceCounts
    is_kept: BoolArray


def kept_counts(
    study: Study, predictions: Sequence[int], base: MentionBase = WHOLE, checkpoint: Checkpoint = no_checkpoint
) -> KeptCounts:
    keys = {side: _keys(study, side) for side in SIDES}
    is_kept = np.zeros((len(predictions), len(keys["reference"])), dtype=bool)
    listed: list[list[AnyIntArray]] = []
    for kept, row in zip(kept_mentions(study, base, predictions, checkpoint), is_kept, strict=True):
        row[kept.mentions["reference"]] = True
        reference, predicted = (keys[side][kept.mentions[side]] for side in SIDES)
        listed.append([reference, predicted, reference[kept.is_found]])
    places = sorted_distinct(np.concatenate([part for parts in listed for part in parts[:2]]))
    counted = [
        [np.bincount(np.searchsorted(places, part), minlength=len(places)) for part in parts] for parts in listed
    ]
    counts = np.array(counted, dtype=np.int64)
    n_sentences = study.text.n_sentences
    first_place = np.searchsorted(places, np.arange(len(study.types) + 1) * n_sentences)
    sentence = places % max(n_sentences, 1)
    return KeptCounts(tuple(predictions), SentenceCounts(n_sentences, first_place, sentence, counts), is_kept)


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
        if not self.is_small:
            return ""
        return f"{self.sample_in_words}: the interval and the p values are rough"

    @property
    def sample_in_words(self) -> str:
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
) -> Comparison:
    """Compare two systems, given by the numbers of their runs; outcomes are those of one run of each, or of `MEAN`.

    Of a reference mention that only one system has, the base is asked in the events of that system; of any other in
    those of the system that comes first in the study. With A and B exchanged it says the same from B's side.
    """
    return next(compare_each(study, [a, b], base, n_samples, seed, checkpoint, measure, run))


def compare_each(
    study: Study,
    systems: Sequence[Sequence[int]],
    base: MentionBase = WHOLE,
    n_samples: int = SAMPLES,
    seed: int = SEED,
    checkpoint: Checkpoint = no_checkpoint,
    measure: Measure = "F1",
    run: int = 1,
) -> Iterator[Comparison]:
    """Compare each of several systems, given by their runs, with each behind it, over the same draws of sentences.

    The pairs come one by one, as soon as each is compared. Where a base has recall alone, that is the measure.
    """
    chosen = [chosen_run(study, runs, run) for runs in systems]
    kept = kept_counts(study, [number for runs in systems for number in runs], base, checkpoint)
    drawn = drawn_sums(kept.by_sentence, n_samples, seed, checkpoint)
    ends = np.cumsum([len(runs) for runs in systems])
    places = [range(end - len(runs), end) for end, runs in zip(ends.tolist(), systems, strict=True)]
    sentences = study.text.sentence_of(study.reference.mentions.start)
    measure = base.measured_by(measure)
    score = SCORES[measure]
    sums, of_systems = kept.by_sentence.sums, {runs: drawn_scores(drawn[runs], score) for runs in places}
    del drawn  # three times as much
    pairs = _Pairs(study, kept, sums, score(sums), of_systems, n_samples, sentences, base, measure)
    runs_of = {runs: kept.predictions.index(number) for runs, number in zip(places, chosen, strict=True)}
    for a, b in combinations(places, 2):
        checkpoint(n_samples, n_samples)
        is_mean = run == MEAN and len(a) * len(b) > 1
        yield pairs.compared(a, b, pairs.means(a, b) if is_mean else pairs.outcomes(runs_of[a], runs_of[b]))


@dataclass(frozen=True, eq=False)
class _Pairs:
    """What all pairs share; a run is its place among the counted predictions.

    `drawn`: the score of each system, by its runs, in each sample; shape (1 + n_types, n_samples).
    """

    study: Study
    kept: KeptCounts
    sums: npt.NDArray[np.int64]
    scores: FloatArray  # of each run, by `measure`; shape (n_runs, 1 + n_types)
    drawn: dict[range, FloatArray]
    n_samples: int
    sentences: AnyIntArray
    base: MentionBase
    measure: Measure

    def compared(self, a: range, b: range, found: "_Outcomes") -> Comparison:
        types = self.study.reference.mentions.type_codes
        overall, *by_type = (
            self._compared_type(name, a, b, found, of_type)
            for name in (None, *self.base.types_of(self.study))
            for of_type in [np.ones(len(types), dtype=bool) if name is None else types == self.study.types.index(name)]
        )
        return Comparison(overall, tuple(by_type), self.n_samples)

    def outcomes(self, a: int, b: int) -> "_Outcomes":
        """Tell what one run of A and one of B make of each reference mention that is counted."""
        codes = outcomes(self.study, self.kept.predictions[a], self.kept.predictions[b])
        first = min(a, b, key=self.kept.predictions.__getitem__)
        by_a, by_b, by_first = self.kept.is_kept[[a, b, first]]
        is_of_a, is_of_b = codes == ONLY_A, codes == ONLY_B
        kept: BoolArray = np.where(is_of_a, by_a, np.where(is_of_b, by_b, by_first))
        counts = (codes == np.arange(len(OUTCOMES))[:, np.newaxis]) & kept
        return _Outcomes(counts.astype(np.int64), 1, (is_of_a | is_of_b) & (by_a != by_b))

    def means(self, a: range, b: range) -> "_Outcomes":
        """Count for each reference mention the runs of A, each beside each run of B, that make the same of it."""
        has = matched(self.study)[[*self.kept.predictions]]
        right, wrong = ([(has == is_right)[runs].sum(axis=0) for runs in (a, b)] for is_right in (True, False))
        kept = self.kept.is_kept
        counted = [[((has == is_right) & kept)[runs].sum(axis=0) for runs in (a, b)] for is_right in (True, False)]
        first = int(self.kept.predictions[b[0]] < self.kept.predictions[a[0]])  # in the events of which it is asked
        counts = np.stack(
            [
                counted[0][first] * right[1 - first],
                counted[0][0] * wrong[1],
                counted[0][1] * wrong[0],
                counted[1][first] * wrong[1 - first],
            ]
        )
        return _Outcomes(counts, len(a) * len(b), np.zeros(has.shape[1], dtype=bool))

    def _compared_type(
        self, name: str | None, a: range, b: range, found: "_Outcomes", of_type: BoolArray
    ) -> ComparedType:
        group = 0 if name is None else 1 + self.study.types.index(name)
        scores = self.scores[:, group]
        score_a, score_b = mean_score(scores[a]), mean_score(scores[b])
        spread = paired_bootstrap(score_a - score_b, self.drawn[a][group], self.drawn[b][group])
        counts = found.counts[:, of_type]
        sums = counts.sum(axis=1).tolist()
        n_outcomes = tuple(sums) if found.n_pairs == 1 else tuple(number / found.n_pairs for number in sums)
        mcnemar_p = mcnemar(sums[ONLY_A], sums[ONLY_B]) if found.n_pairs == 1 else nan
        n_sentences = len(sorted_distinct(self.sentences[of_type][counts.any(axis=0)]))
        counts_a, counts_b = (tuple(Counts(*row) for row in self.sums[runs, :, group].tolist()) for runs in (a, b))
        return ComparedType(
            name, counts_a, counts_b, score_a, score_b, spread, n_outcomes, n_sentences,
            not found.differs[of_type].any(), mcnemar_p, signed_rank(scores[a], scores[b]),
            rank_sum(scores[a], scores[b]), self.measure,
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class _Outcomes:
    """What runs of A and B make of each reference mention.

    `counts`: pairs of runs by `OUTCOMES`, 0 where the mention is not counted; of several the two ways to be wrong are
    one; shape (5 or 4, n_reference).
    """

    counts: npt.NDArray[np.int64]
    n_pairs: int  # how many there are
    differs: BoolArray  # of which that one alone has A and B say otherwise; shape (n_reference,)


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
