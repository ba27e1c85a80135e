"""Kinds of events, and shapes of boundary errors."""

from typing import Final

from nerinspect.glossary.definition import PROGRAM, SEGMENTS, Definition

ENTRIES: Final = (
    # Kinds
    Definition(
        "tp", "correct", "TP: one reference and one predicted mention of the same extent and the same type.", SEGMENTS
    ),
    Definition("fp", "spurious", "FP: predicted mentions where the reference has none.", SEGMENTS),
    Definition("fn", "missed", "FN: reference mentions where the prediction has none.", SEGMENTS),
    Definition(
        "le",
        "label error",
        "LE: one reference and one predicted mention of the same extent, of different types.",
        SEGMENTS,
    ),
    Definition(
        "be",
        "boundary error",
        "BE: both sides have mentions, their extents differ, and wherever they overlap the types agree.",
        SEGMENTS,
    ),
    Definition(
        "lbe",
        "label and boundary error",
        "LBE: both sides have mentions, their extents differ, and at some token that both mark the types differ.",
        SEGMENTS,
    ),
    Definition(
        "tn",
        "true negative",
        "TN: a stretch of tokens that neither side marks; it is counted and never listed.",
        SEGMENTS,
    ),
    # Shapes of boundary errors
    Definition(
        "shorter", "shorter", "One mention on each side; the prediction lies inside the reference mention.", PROGRAM
    ),
    Definition(
        "longer", "longer", "One mention on each side; the prediction lies around the reference mention.", PROGRAM
    ),
    Definition("crossing", "crossing", "One mention on each side; each reaches beyond the other.", PROGRAM),
    Definition("split", "split", "One reference mention meets several predicted ones.", PROGRAM),
    Definition("merged", "merged", "Several reference mentions meet one predicted mention.", PROGRAM),
    Definition("tangled", "tangled", "Several mentions on each side overlap.", PROGRAM),
)

NEUTRAL_KINDS: Final = (
    Definition("tp", "agreed", "A and B each have one mention here, of the same extent and the same type.", SEGMENTS),
    Definition("fp", "only B", "B has mentions where A has none.", SEGMENTS),
    Definition("fn", "only A", "A has mentions where B has none.", SEGMENTS),
    Definition("le", "other type", "A and B each have one mention of the same extent, of different types.", SEGMENTS),
    Definition(
        "be",
        "other extent",
        "A and B have mentions, their extents differ, and wherever they overlap the types agree.",
        SEGMENTS,
    ),
    Definition(
        "lbe",
        "other type and extent",
        "A and B have mentions, their extents differ, and at some token that both mark the types differ.",
        SEGMENTS,
    ),
)
"""The same kinds between two annotators, neither of whom is right."""
