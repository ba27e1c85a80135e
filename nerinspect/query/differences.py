"""Whether two systems differ on one test set, by sentences, mentions, runs and types; and who has which mentions."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
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
    IntArray,
    begins_run,
    kept_with_owner,
    numbered_together,
)
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
    parts, found = list[AnyIntArray](), list[BoolArray]()
    for kept, row in zip(kept_mentions(study, base, predictions, checkpoint), is_kept, strict=True):
        row[kept.mentions["reference"]] = True
        parts.extend(keys[side][kept.mentions[side]] for side in SIDES)
        found.append(kept.is_found)
    held = np.concatenate(parts)
    number, example = numbered_together(held)
    numbers = np.split(number, np.cumsum([len(part) for part in parts[:-1]]))
    counted = [
        [np.bincount(own, minlength=len(example)) for own in (reference, predicted, reference[is_found])]
        for reference, predicted, is_found in zip(numbers[::2], numbers[1::2], found, strict=True)
    ]
    n_sentences = study.text.n_sentences
    type_code, sentence = np.divmod(held[example], max(n_sentences, 1))
    first_place = np.searchsorted(type_code, np.arange(len(study.types) + 1))
    by_sentence = SentenceCounts(n_sentences, first_place, sentence, np.array(counted, dtype=np.int64))
    return KeptCounts(tuple(predictions), by_sentence, is_kept)


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
    found = _drawn(study, asked, beside, base, n_samples, seed, checkpoint)
    ends = np.cumsum([len(runs) for runs in systems])
    places = [range(end - len(runs), end) for end, runs in zip(ends.tolist(), systems, strict=True)]
    measure = base.measured_by(measure)
    drawn = {runs: drawn_scores(found.samples[runs], SCORES[measure]) for runs in places}
    pairs = _Pairs(study, found, drawn, n_samples, base, measure)
    del found  # three times as much
    runs_of = {runs: asked.index(number) for runs, number in zip(places, chosen, strict=True)}
    for a, b in combinations(places, 2):
        checkpoint(n_samples, n_samples)
        is_mean = run == MEAN and len(a) * len(b) > 1
        yield pairs.compared(a, b, pairs.means(a, b) if is_mean else pairs.outcomes(runs_of[a], runs_of[b]))


@dataclass(frozen=True, eq=False)
class _Drawn:
    """What a base keeps for some predictions, summed up over the test set and over sentences that are drawn again.

    `sums`: of all types together, then of each; shape (n_predictions, 3, 1 + n_types). `samples`: likewise in each
    sample; shape (n_predictions, 3, 1 + n_types, n_samples).
    """

    predictions: tuple[int, ...]
    is_kept: BoolArray
    sums: npt.NDArray[np.int64]
    samples: FloatArray

    def of(self, predictions: Sequence[int]) -> "_Drawn":
        if self.predictions == tuple(predictions):
            return self
        rows = [self.predictions.index(number) for number in predictions]
        return _Drawn(tuple(predictions), self.is_kept[rows], self.sums[rows], self.samples[rows])


_MOST_KEPT: Final = 8  # bases whose draws are kept with a study
_MOST_BYTES: Final = 50_000_000  # of each of them


@kept_with_owner
def _draws(study: Study) -> dict[tuple[MentionBase, int, int], _Drawn]:
    """Keep with a study what was drawn, by base, number of samples and seed."""
    return {}


def _drawn(
    study: Study,
    asked: Sequence[int],
    beside: Sequence[int],
    base: MentionBase,
    n_samples: int,
    seed: int,
    checkpoint: Checkpoint,
) -> _Drawn:
    """Draw sentences for the predictions asked for, and for those beside them, unless that was done."""
    draws, question = _draws(study), (base, n_samples, seed)
    found = draws.get(question)
    if found is None or not {*asked} <= {*found.predictions}:
        kept = kept_counts(study, [*dict.fromkeys([*asked, *beside])], base, checkpoint)
        samples = drawn_sums(kept.by_sentence, n_samples, seed, checkpoint)
        found = _Drawn(kept.predictions, kept.is_kept, kept.by_sentence.sums, samples)
        if len(draws) >= _MOST_KEPT:
            draws.clear()
        if samples.nbytes + kept.is_kept.nbytes <= _MOST_BYTES:
            draws[question] = found
    return found.of(asked)


class _Pairs:
    """What all pairs share; a run is its place among the counted predictions."""

    def __init__(
        self,
        study: Study,
        found: _Drawn,
        drawn: dict[range, FloatArray],
        n_samples: int,
        base: MentionBase,
        measure: Measure,
    ) -> None:
        self._study, self._predictions, self._is_kept, self._sums = study, found.predictions, found.is_kept, found.sums
        self._scores = SCORES[measure](found.sums)  # of each run; shape (n_runs, 1 + n_types)
        self._drawn = drawn  # the score of each system, by its runs, in each sample; shape (1 + n_types, n_samples)
        self._n_samples, self._types, self._measure = n_samples, base.types_of(study), measure
        mentions, keys = study.reference.mentions, _keys(study, "reference")
        self._sentences, self._type_codes = study.text.sentence_of(mentions.start), mentions.type_codes
        self._order = np.argsort(keys, kind="stable")
        self._keys = keys[self._order]

    def compared(self, a: range, b: range, found: "_Outcomes") -> Comparison:
        groups = [(None, 0), *((name, 1 + self._study.types.index(name)) for name in self._types)]
        overall, *by_type = (self._compared_type(name, a, b, found, group) for name, group in groups)
        return Comparison(overall, tuple(by_type), self._n_samples)

    def outcomes(self, a: int, b: int) -> "_Outcomes":
        """Tell what one run of A and one of B make of the reference mentions that are counted."""
        codes = outcomes(self._study, self._predictions[a], self._predictions[b])
        first = min(a, b, key=self._predictions.__getitem__)
        by_a, by_b, by_first = self._is_kept[[a, b, first]]
        is_of_a, is_of_b = codes == ONLY_A, codes == ONLY_B
        kept: BoolArray = np.where(is_of_a, by_a, np.where(is_of_b, by_b, by_first))
        differs = (is_of_a | is_of_b) & (by_a != by_b)
        shape = len(self._study.types), len(OUTCOMES)
        by_type = np.bincount((self._type_codes * shape[1] + codes)[kept], minlength=shape[0] * shape[1])
        return self._summed(by_type.reshape(shape), 1, kept, self._type_codes[differs])

    def means(self, a: range, b: range) -> "_Outcomes":
        """Count for the reference mentions the runs of A, each beside each run of B, that make the same of them."""
        has = matched(self._study)[[*self._predictions]]
        right, wrong = ([(has == is_right)[runs].sum(axis=0) for runs in (a, b)] for is_right in (True, False))
        kept = self._is_kept
        counted = [[((has == is_right) & kept)[runs].sum(axis=0) for runs in (a, b)] for is_right in (True, False)]
        first = int(self._predictions[b[0]] < self._predictions[a[0]])  # in the events of which it is asked
        counts = (
            counted[0][first] * right[1 - first],
            counted[0][0] * wrong[1],
            counted[0][1] * wrong[0],
            counted[1][first] * wrong[1 - first],
        )
        by_type = [np.bincount(self._type_codes, own, len(self._study.types)).astype(np.int64) for own in counts]
        is_counted: BoolArray = np.any(counts, axis=0)
        return self._summed(np.stack(by_type, axis=1), len(a) * len(b), is_counted, self._type_codes[:0])

    def _summed(self, by_type: AnyIntArray, n_pairs: int, is_counted: BoolArray, differing: IntArray) -> "_Outcomes":
        """Add up the types, and count the sentences that hold a counted mention; `differing`: types of mentions."""
        among = self._order[is_counted[self._order]]
        is_new = begins_run(self._keys[is_counted[self._order]])
        return _Outcomes(
            np.vstack([by_type.sum(axis=0), by_type]),
            n_pairs,
            (
                int(begins_run(self._sentences[is_counted]).sum()),
                *np.bincount(self._type_codes[among[is_new]], minlength=len(by_type)).tolist(),
            ),
            {0, *(np.unique(differing) + 1).tolist()} if len(differing) else set(),
        )

    def _compared_type(self, name: str | None, a: range, b: range, found: "_Outcomes", group: int) -> ComparedType:
        scores = self._scores[:, group]
        score_a, score_b = mean_score(scores[a]), mean_score(scores[b])
        spread = paired_bootstrap(score_a - score_b, self._drawn[a][group], self._drawn[b][group])
        sums = found.counts[group].tolist()
        n_outcomes = tuple(sums) if found.n_pairs == 1 else tuple(number / found.n_pairs for number in sums)
        mcnemar_p = mcnemar(sums[ONLY_A], sums[ONLY_B]) if found.n_pairs == 1 else nan
        counts_a, counts_b = (tuple(Counts(*row) for row in self._sums[runs, :, group].tolist()) for runs in (a, b))
        return ComparedType(
            name, counts_a, counts_b, score_a, score_b, spread, n_outcomes, found.n_sentences[group],
            group not in found.differing, mcnemar_p, signed_rank(scores[a], scores[b]),
            rank_sum(scores[a], scores[b]), self._measure,
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class _Outcomes:
    """What runs of A and B make of the reference mentions that are counted: of all types together, then of each.

    `counts`: by `OUTCOMES`; of several runs the two ways to be wrong are one; shape (1 + n_types, 5 or 4).
    """

    counts: AnyIntArray
    n_pairs: int  # how many there are
    n_sentences: tuple[int, ...]  # that hold such a mention; for each of the groups
    differing: set[int]  # the groups in which A and B say otherwise of what one alone has


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
