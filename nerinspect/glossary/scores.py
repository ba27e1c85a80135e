"""Numbers: counts, scores, schemes of scoring, tests of differences, and diagnosis."""

from typing import Final

from nerinspect.glossary.definition import (
    BENJAMINI_HOCHBERG,
    BLOOM,
    CONLL,
    FRIEDMAN,
    HOLM,
    INTERPRET_EVAL,
    KOEHN,
    MANN_WHITNEY,
    MANNING,
    MCNEMAR,
    PROGRAM,
    RETENTION,
    SEGMENTS,
    SEQSCORE,
    WILCOXON,
    WILSON,
    Definition,
)

DIAGNOSIS: Final = (
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


NUMBERS: Final = (
    Definition(
        "events",
        "Events",
        "Stretches of text that at least one side marks, between places where both sides begin or end a mention.",
        SEGMENTS,
    ),
    Definition("precision", "Precision", "Correct mentions divided by predicted mentions.", CONLL),
    Definition("recall", "Recall", "Correct mentions divided by reference mentions.", CONLL),
    Definition("f1", "F1", "Twice the correct mentions divided by reference and predicted mentions together.", CONLL),
    Definition("reference_mentions", "Reference mentions", "Mentions of the annotation that is scored against.", CONLL),
    Definition("predicted_mentions", "Predicted mentions", "Mentions of the system's output.", CONLL),
    Definition(
        "correct_mentions",
        "Correct mentions",
        "Mentions on which both sides agree in extent and type; as many as there are correct events.",
        CONLL,
    ),
    Definition(
        "demerits",
        "Demerits",
        "Mentions of both sides that are not matched exactly; summed over all events, they are false positives and"
        " false negatives together.",
        SEGMENTS,
    ),
    Definition(
        "false_positives", "False positives", "Predicted mentions that match no reference mention exactly.", CONLL
    ),
    Definition(
        "false_negatives", "False negatives", "Reference mentions that match no predicted mention exactly.", CONLL
    ),
    Definition(
        "share_of_demerits",
        "Share of demerits",
        "Demerits of these events divided by the demerits of all events.",
        MANNING,
    ),
    Definition(
        "share_of_events", "Share of errors", "Events of this kind divided by all events that are errors.", MANNING
    ),
    Definition(
        "reconciliation",
        "How the mentions add up",
        "Every mention lies in exactly one event, so the mentions of a side are the sum over the kinds of event.",
        PROGRAM,
    ),
    Definition("econ*", "eCon*", "eCon over the seen mentions alone.", RETENTION),
    Definition("elex", "eLex", "Share of the reference mentions that are seen, with their type.", RETENTION),
    Definition(
        "whole_test_set",
        "The whole test set",
        "Every mention of the reference and of the prediction is counted.",
        CONLL,
    ),
    Definition(
        "filter_keeps",
        "What the filter keeps",
        "Only mentions of the types that the filter names are counted, in the events that its other terms about"
        " mentions and sentences choose; terms about kinds, shapes and systems change no score.",
        PROGRAM,
    ),
    Definition(
        "mean_of_runs",
        "Mean of runs",
        "Average over the runs of a system in which the number is defined; it counts no events of its own.",
        PROGRAM,
    ),
    Definition(
        "doubly_penalised",
        "LE, BE and LBE",
        "Errors that precision and recall both punish: label, boundary, and label and boundary errors.",
        MANNING,
    ),
    Definition(
        "type_matrix",
        "Types",
        "Each cell counts the events with a reference mention of the row's type and a predicted one of the column's;"
        " an event with several types stands in several cells, so sums can exceed the total.",
        PROGRAM,
    ),
    Definition(
        "repaired",
        "Repaired",
        "A label that could not follow the one before it and was changed as the chosen repair says.",
        SEQSCORE,
    ),
    Definition(
        "nested",
        "Nested",
        "Mentions of one side overlap in this sentence, so exact matches and equal extents are paired first, and what"
        " is left is grouped by shared tokens.",
        PROGRAM,
    ),
    Definition(
        "token_columns",
        "Columns under the words",
        "What a file says of each token besides its mentions: the label as written, a part of speech, a lemma, or how"
        " sure a system is.",
        PROGRAM,
    ),
)


SEMEVAL: Final = "Segura-Bedmar et al. 2013, SemEval-2013 task 9"
MUC: Final = "Chinchor & Sundheim 1993, “MUC-5 Evaluation Metrics”"
ACE: Final = "NIST 2008, “Automatic Content Extraction 2008 Evaluation Plan”"
ORTMANN: Final = "Ortmann 2022, “Fine-Grained Error Analysis and Fair Evaluation of Labeled Spans”"

SCHEMES: Final = (
    Definition(
        "scheme_traditional",
        "Traditional scheme",
        "Exact match, as in all other tables: every mention without its equal is missed or spurious.",
        CONLL,
    ),
    Definition(
        "scheme_strict",
        "Strict scheme",
        "Extent and type must agree; its scores are those of exact match, but what overlaps is an incorrect pair.",
        SEMEVAL,
    ),
    Definition("scheme_exact", "Exact scheme", "Extents must agree, whatever the types.", SEMEVAL),
    Definition(
        "scheme_partial",
        "Partial scheme",
        "Equal extents count in full and overlapping ones by half, whatever the types.",
        MUC,
    ),
    Definition("scheme_type", "Type scheme", "Types must agree, and a shared token is enough of the extent.", SEMEVAL),
    Definition(
        "scheme_fair",
        "Fair scheme",
        "Label and boundary errors count once: half a false positive and half a false negative.",
        ORTMANN,
    ),
    Definition(
        "scheme_weighted",
        "Weighted scheme",
        "As fair, but a boundary error is half correct; what is left of it is missing, too much, or both.",
        ORTMANN,
    ),
    Definition(
        "scheme_ace",
        "ACE scheme",
        "Mentions have a value and pair so that most of it is kept; a pair of two types keeps a share.",
        ACE,
    ),
    Definition(
        "ace_cost",
        "ACE cost",
        "What is lost of the reference’s value, and what spurious mentions cost, divided by that value; 1 less the ACE "
        "value, above 100 % where spurious mentions outweigh, undefined without reference mentions.",
        ACE,
    ),
    Definition("units_correct", "Correct (COR)", "Pairs of mentions that a scheme calls a match.", MUC),
    Definition(
        "units_incorrect",
        "Incorrect (INC)",
        "Pairs that are no match; by fair evaluation errors that count once, half on each side.",
        MUC,
    ),
    Definition("units_partial", "Partial (PAR)", "Pairs that are a match by half.", MUC),
    Definition("units_missed", "Missed (MIS)", "Reference mentions that stand alone.", MUC),
    Definition("units_spurious", "Spurious (SPU)", "Predicted mentions that stand alone.", MUC),
    Definition(
        "scheme_difference",
        "Difference of schemes",
        "F1 by this scheme less F1 by exact match, in points; it opens the events that the two count differently.",
        PROGRAM,
    ),
)


SIGNIFICANCE: Final = (
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
        "detectable",
        "Detectable difference",
        "The smallest true difference that a test at the 5 % level finds in 80 % of test sets of this size: 2.80 times "
        "the standard deviation of the differences over drawn sentences; undefined where they do not spread.",
        BLOOM,
    ),
    Definition(
        "holm",
        "Holm’s correction",
        "The smallest of n p values times n, the next times n − 1, and so on, none below the one before: of all "
        "differences found below 0.05 even one is false in 5 % of studies at most.",
        HOLM,
    ),
    Definition(
        "bh",
        "Benjamini and Hochberg’s correction",
        "The k-th smallest of n p values times n / k, none above the one behind: of the differences found below 0.05 "
        "about 5 % are false at most.",
        BENJAMINI_HOCHBERG,
    ),
    Definition(
        "mcnemar",
        "McNemar’s test",
        "Whether a coin might have parted so unevenly the reference mentions that only A or only B has; exact and "
        "two-sided, over one run of each, and about recall alone.",
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
