"""Tests of whether a difference of two systems may be chance."""

from typing import Final

from nerinspect.glossary.definition import KOEHN, MANN_WHITNEY, MCNEMAR, PROGRAM, WILCOXON, Definition

ENTRIES: Final = (
    Definition(
        "f1_difference",
        "A − B",
        "F1 of A minus F1 of B in points, each the mean over its runs; below 0 where B is better.",
        PROGRAM,
    ),
    Definition(
        "recall_difference",
        "A − B in recall",
        "Recall of A minus recall of B in points, each the mean over its runs, below 0 where B is better; under tough "
        "subsets there is no precision, for a spurious mention belongs to none.",
        PROGRAM,
    ),
    Definition(
        "bootstrap",
        "Paired bootstrap",
        "Sentences are drawn again and again, the same for A and B; p is twice the smaller share of samples in which A "
        "is not better, or not worse.",
        KOEHN,
    ),
    Definition(
        "bootstrap_interval",
        "95 % of samples",
        "The middle 95 % of the differences over drawn sentences; where 0 lies outside, one system is ahead in "
        "nearly all samples.",
        KOEHN,
    ),
    Definition(
        "mcnemar",
        "McNemar’s test",
        "Whether a coin might have parted so unevenly the reference mentions that only A or only B has; exact and "
        "two-sided, over run 1 of each, and about recall alone.",
        MCNEMAR,
    ),
    Definition(
        "signed_rank",
        "Wilcoxon’s signed-rank test",
        "Whether F1 of A and B differs over runs that are paired in their order; it takes at least 2 pairs, and fewer "
        "than 6 never give a p below 0.05.",
        WILCOXON,
    ),
    Definition(
        "pairs_of_runs",
        "Blocks",
        "How many pairs of runs, the signed-rank test rests on; 0 where A has more runs than B, or fewer.",
        PROGRAM,
    ),
    Definition(
        "rank_sum",
        "Rank-sum test",
        "Whether the runs of one system score higher than those of the other, without pairing them; it takes at least "
        "2 runs of each.",
        MANN_WHITNEY,
    ),
    Definition(
        "small_sample",
        "Small sample",
        "Fewer than 100 reference mentions, or fewer than 30 sentences that hold one: interval and p values are rough.",
        PROGRAM,
    ),
)
