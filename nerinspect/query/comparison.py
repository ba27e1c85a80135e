"""Whether two systems differ on one test set: over drawn sentences, over single mentions, over runs; by type."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.outcomes import ONLY_A, ONLY_B, OUTCOMES, outcomes
from nerinspect.analysis.paired_bootstrap import (
    SAMPLES,
    SEED,
    Bootstrap,
    drawn_scores,
    drawn_sums,
    mean_score,
    paired_bootstrap,
)
from nerinspect.analysis.ratios import f1_of, recall_of
from nerinspect.analysis.scores import Counts, Measure
from nerinspect.analysis.significance import Significance, mcnemar, rank_sum, signed_rank
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, CodeArray, FloatArray, sorted_distinct
from nerinspect.errors import counted
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.kept_counts import KeptCounts, kept_counts
from nerinspect.query.mention_base import WHOLE, MentionBase

FEW_MENTIONS: Final = 100
FEW_SENTENCES: Final = 30
"""With fewer reference mentions, or fewer sentences that hold one, what tests say is rough."""


@dataclass(frozen=True)
class ComparedType:
    """System A beside system B in the mentions of one type, or of all.

    Attributes
    ----------
    type_name : str or None
        None for all types together.
    counts_a, counts_b : tuple of Counts
        Of each run.
    score_a, score_b : float
        F1, or recall where there is no precision, as fractions; the mean over the runs where it is defined, nan where
        it is in none.
    bootstrap : Bootstrap
        The difference of the scores, and how it spreads over drawn sentences.
    n_outcomes : tuple of int
        Reference mentions by what the first runs make of them, in the order of `OUTCOMES`.
    n_sentences : int
        Sentences that hold such a reference mention.
    is_asked_alike : bool
        Whether the events of A and those of B agree on which of the mentions that one alone has are counted, so that
        the events of either can be asked for them all.
    mcnemar_p : float
        Whether chance would part so the mentions that only one of them has.
    over_pairs : Significance
        Wilcoxon's signed-rank test over runs, paired in their order.
    over_runs : Significance
        The rank-sum test of Mann and Whitney, over two sets of runs.
    measure : str
        What the scores are.
    """

    type_name: str | None
    counts_a: tuple[Counts, ...]
    counts_b: tuple[Counts, ...]
    score_a: float
    score_b: float
    bootstrap: Bootstrap
    n_outcomes: tuple[int, ...]
    n_sentences: int
    is_asked_alike: bool
    mcnemar_p: float
    over_pairs: Significance
    over_runs: Significance
    measure: Measure = "F1"

    @property
    def both_right(self) -> int:
        """Reference mentions that both have exactly."""
        return self.n_outcomes[0]

    @property
    def only_a(self) -> int:
        """Reference mentions that A alone has exactly."""
        return self.n_outcomes[ONLY_A]

    @property
    def only_b(self) -> int:
        """Reference mentions that B alone has exactly."""
        return self.n_outcomes[ONLY_B]

    @property
    def both_wrong(self) -> int:
        """Reference mentions that neither has, alike or differently."""
        return sum(self.n_outcomes[ONLY_B + 1 :])

    @property
    def n_reference(self) -> int:
        """Reference mentions with an outcome."""
        return sum(self.n_outcomes)

    @property
    def is_small(self) -> bool:
        """Whether there are so few mentions, or so few sentences with one, that what tests say is rough."""
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
    """System A beside system B.

    Attributes
    ----------
    overall : ComparedType
        All types together.
    by_type : tuple of ComparedType
        Each type that is counted, in the order of the study.
    n_samples : int
        How often sentences were drawn.
    """

    overall: ComparedType
    by_type: tuple[ComparedType, ...]
    n_samples: int

    @property
    def rows(self) -> tuple[ComparedType, ...]:
        """All types together, then each."""
        return self.overall, *self.by_type


def compare(
    study: Study,
    a: Sequence[int],
    b: Sequence[int],
    base: MentionBase = WHOLE,
    n_samples: int = SAMPLES,
    seed: int = SEED,
    checkpoint: Checkpoint = no_checkpoint,
) -> Comparison:
    """Compare two systems.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    a, b : sequence of int
        The runs of each, by the numbers of their predictions.
    base : MentionBase
        The mentions to count; all, if left out.
    n_samples, seed, checkpoint
        As for `drawn_sums`.

    Returns
    -------
    Comparison
        Of a reference mention that only one system has, the base is asked in the events of that system; of any other
        in those of the system that comes first in the study. With A and B exchanged it says the same from B's side.
    """
    return compare_all(study, [a, b], base, n_samples, seed, checkpoint)[0]


def compare_all(
    study: Study,
    systems: Sequence[Sequence[int]],
    base: MentionBase = WHOLE,
    n_samples: int = SAMPLES,
    seed: int = SEED,
    checkpoint: Checkpoint = no_checkpoint,
) -> list[Comparison]:
    """Compare several systems in pairs, over the same draws of sentences.

    Parameters
    ----------
    study, base, n_samples, seed, checkpoint
        As for `compare`.
    systems : sequence of sequence of int
        The runs of each system.

    Returns
    -------
    list of Comparison
        Each system with each behind it, in order.
    """
    return [*compare_each(study, systems, base, n_samples, seed, checkpoint)]


def compare_each(
    study: Study,
    systems: Sequence[Sequence[int]],
    base: MentionBase = WHOLE,
    n_samples: int = SAMPLES,
    seed: int = SEED,
    checkpoint: Checkpoint = no_checkpoint,
) -> Iterator[Comparison]:
    """Give the pairs of `compare_all` one by one, as soon as each is compared; the parameters are the same."""
    kept = kept_counts(study, [run for runs in systems for run in runs], base, checkpoint)
    drawn = drawn_sums(kept.by_sentence, n_samples, seed, checkpoint)
    ends = np.cumsum([len(runs) for runs in systems])
    places = [range(end - len(runs), end) for end, runs in zip(ends.tolist(), systems, strict=True)]
    sentences = study.text.sentence_of(study.reference.mentions.start)
    score = recall_of if base.has_recall_alone else f1_of
    sums, of_systems = kept.by_sentence.sums, {runs: drawn_scores(drawn[runs], score) for runs in places}
    del drawn  # three times as much
    pairs = _Pairs(study, kept, sums, score(sums), of_systems, n_samples, sentences, base)
    for a, b in combinations(places, 2):
        checkpoint(n_samples, n_samples)
        yield pairs.compared(a, b)


@dataclass(frozen=True, eq=False)
class _Pairs:
    """What all pairs share; a run is its place among the counted predictions.

    Attributes
    ----------
    sums : ndarray of int64, shape (n_runs, 3, 1 + n_types)
        Mentions of each run.
    scores : ndarray of float64, shape (n_runs, 1 + n_types)
        F1 of each run, or recall where there is no precision.
    drawn : dict of range to ndarray of float64, shape (1 + n_types, n_samples)
        The score of each system, by its runs, in each sample.
    n_samples : int
        How many there are.
    sentences : ndarray of int, shape (n_reference,)
        That of each reference mention.
    base : MentionBase
        The mentions that are counted.
    """

    study: Study
    kept: KeptCounts
    sums: npt.NDArray[np.int64]
    scores: FloatArray
    drawn: dict[range, FloatArray]
    n_samples: int
    sentences: AnyIntArray
    base: MentionBase

    def compared(self, a: range, b: range) -> Comparison:
        codes = outcomes(self.study, self.kept.predictions[a[0]], self.kept.predictions[b[0]])
        is_kept, differs = self._kept(codes, a[0], b[0])
        types = self.study.reference.mentions.type_codes
        overall, *by_type = (
            self._compared_type(name, a, b, codes, is_kept & of_type, differs & of_type)
            for name in (None, *self.base.types_of(self.study))
            for of_type in [True if name is None else types == self.study.types.index(name)]
        )
        return Comparison(overall, tuple(by_type), self.n_samples)

    def _kept(self, codes: CodeArray, a: int, b: int) -> tuple[BoolArray, BoolArray]:
        """Tell which reference mentions are counted, and of which that one alone has A and B say otherwise."""
        first = min(a, b, key=self.kept.predictions.__getitem__)
        by_a, by_b, by_first = self.kept.is_kept[[a, b, first]]
        is_of_a, is_of_b = codes == ONLY_A, codes == ONLY_B
        kept: BoolArray = np.where(is_of_a, by_a, np.where(is_of_b, by_b, by_first))
        return kept, (is_of_a | is_of_b) & (by_a != by_b)

    def _compared_type(
        self, name: str | None, a: range, b: range, codes: CodeArray, is_kept: BoolArray, differs: BoolArray
    ) -> ComparedType:
        group = 0 if name is None else 1 + self.study.types.index(name)
        scores = self.scores[:, group]
        score_a, score_b = mean_score(scores[a]), mean_score(scores[b])
        spread = paired_bootstrap(score_a - score_b, self.drawn[a][group], self.drawn[b][group])
        n_outcomes = tuple(np.bincount(codes[is_kept], minlength=len(OUTCOMES)).tolist())
        n_sentences = len(sorted_distinct(self.sentences[is_kept]))
        counts_a, counts_b = (tuple(Counts(*row) for row in self.sums[runs, :, group].tolist()) for runs in (a, b))
        return ComparedType(
            name, counts_a, counts_b, score_a, score_b, spread, n_outcomes, n_sentences, not differs.any(),
            mcnemar(n_outcomes[ONLY_A], n_outcomes[ONLY_B]), signed_rank(scores[a], scores[b]),
            rank_sum(scores[a], scores[b]), self.base.measure,
        )  # fmt: skip
