"""Schemes of scoring."""

from typing import Final

from nerinspect.glossary.definition import CONLL, PROGRAM, Definition

SEMEVAL: Final = "Segura-Bedmar et al. 2013, SemEval-2013 task 9"
MUC: Final = "Chinchor & Sundheim 1993, “MUC-5 Evaluation Metrics”"
ORTMANN: Final = "Ortmann 2022, “Fine-Grained Error Analysis and Fair Evaluation of Labeled Spans”"

ENTRIES: Final = (
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
