"""Diagnosis of systems."""

from typing import Final

from nerinspect.glossary.definition import FRIEDMAN, INTERPRET_EVAL, PROGRAM, WILSON, Definition

ENTRIES: Final = (
    Definition(
        "worst_bucket",
        "Worst bucket",
        "The bucket with the lowest F1, the first of equal ones; buckets in which F1 is undefined are left out.",
        INTERPRET_EVAL,
    ),
    Definition(
        "best_bucket",
        "Best bucket",
        "The bucket with the highest F1, the first of equal ones; buckets in which F1 is undefined are left out.",
        INTERPRET_EVAL,
    ),
    Definition("gap", "Gap", "F1 of the best bucket minus F1 of the worst.", INTERPRET_EVAL),
    Definition(
        "f1_difference",
        "Difference of F1",
        "F1 of system A minus F1 of system B, where both are defined.",
        INTERPRET_EVAL,
    ),
    Definition(
        "spearman",
        "Spearman",
        "Rank correlation of F1 with the order of the buckets: 1 if F1 rises from each to the next, −1 if it falls; "
        "undefined if all are equal, and for types, which have no order.",
        INTERPRET_EVAL,
    ),
    Definition(
        "spread", "Spread", "Population standard deviation of F1 over the buckets of an attribute.", INTERPRET_EVAL
    ),
    Definition(
        "zeta",
        "ζ",
        "Zeta: the mean value of the attribute over the reference mentions, for tFre and tCon over their tokens.",
        INTERPRET_EVAL,
    ),
    Definition(
        "rho",
        "ρ",  # noqa: RUF001
        "Rho: the mean of the absolute Spearman correlations of the systems that have one.",
        INTERPRET_EVAL,
    ),
    Definition(
        "friedman",
        "Friedman’s test",
        "Whether the buckets of an attribute differ in F1 over blocks, one for each run of each system; it takes at "
        "least 3 blocks and 3 buckets.",
        FRIEDMAN,
    ),
    Definition(
        "p_value",
        "p value",
        "How often chance alone would make a difference at least as large; small values speak against chance.",
        FRIEDMAN,
    ),
    Definition(
        "interval",
        "95 % interval",
        "Scores of a much larger test set that fit these counts: Wilson’s interval of the share of mentions that both "
        "sides have, carried over to F1; it takes mentions to be drawn independently.",
        WILSON,
    ),
    Definition(
        "document_rank",
        "Rank of a document",
        "Its place among the documents by F1, the lowest first; equal F1 gives an equal rank, undefined F1 none.",
        PROGRAM,
    ),
    Definition("doc", "Documents", "Events of each document of the reference file.", PROGRAM),
)
