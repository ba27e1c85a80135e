"""Agreement between annotators."""

from typing import Final

from nerinspect.glossary.definition import COHEN, HRIPCSAK, PROGRAM, Definition

ENTRIES: Final = (
    Definition(
        "agreement_f1",
        "Agreement as F1",
        "Twice the mentions that both annotators have, divided by the mentions of the one plus those of the other.",
        HRIPCSAK,
    ),
    Definition(
        "label_agreement",
        "Label agreement",
        "Of the extents that both annotators marked, the share that both gave the same type.",
        PROGRAM,
    ),
    Definition(
        "kappa",
        "Kappa over tokens",
        "Cohen’s kappa over the types of all tokens, which flatters, for most tokens are in no mention of either.",
        COHEN,
    ),
    Definition(
        "both_mark",
        "Both mark it",
        "Mentions that both annotators have with the same extent and type.",
        PROGRAM,
    ),
    Definition(
        "only_a_marks",
        "Only A marks it",
        "Mentions of A that B does not have with this extent and type.",
        PROGRAM,
    ),
    Definition(
        "only_b_marks",
        "Only B marks it",
        "Mentions of B that A does not have with this extent and type.",
        PROGRAM,
    ),
    Definition(
        "other_types",
        "Both, with other types",
        "Extents that both annotators marked, but not with the same type.",
        PROGRAM,
    ),
    Definition(
        "agreeing_document",
        "Agreement in a document",
        "Documents by the agreement of A and B as F1 in each, the lowest first; of equal ones the most disputed.",
        PROGRAM,
    ),
)
"""What stands on the page of agreement."""
