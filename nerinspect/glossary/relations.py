"""Relations: the kinds of their events, what training knows of them, and the columns of their table."""

from typing import Final

from nerinspect.glossary.definition import PROGRAM, Definition

ENTRIES: Final = (
    Definition(
        "relation_kind",
        "Relation kind",
        "What became of a relation: correct, spurious, missed, wrong type, wrong argument, or reversed.",
        PROGRAM,
    ),
    Definition(
        "relation_correct", "correct relation", "Both sides have the relation: type and both arguments agree.", PROGRAM
    ),
    Definition(
        "relation_spurious",
        "spurious relation",
        "A predicted relation that no reference relation agrees with in two of head, type and tail.",
        PROGRAM,
    ),
    Definition(
        "relation_missed",
        "missed relation",
        "A reference relation that no predicted relation agrees with in two of head, type and tail.",
        PROGRAM,
    ),
    Definition("relation_wrong-type", "wrong type", "Both arguments are right, the type is another one.", PROGRAM),
    Definition(
        "relation_wrong-argument",
        "wrong argument",
        "The type is right and so is one argument, the other one is another mention.",
        PROGRAM,
    ),
    Definition("relation_reversed", "reversed", "The type is right, head and tail have changed places.", PROGRAM),
    Definition(
        "relation_reference",
        "Reference relation",
        "Head, type and tail of the reference relation of the event.",
        PROGRAM,
    ),
    Definition(
        "relation_prediction",
        "Predicted relation",
        "Head, type and tail of the predicted relation of the event.",
        PROGRAM,
    ),
    Definition(
        "relation_part",
        "Part",
        "What training has of the reference relation, or of the predicted one where there is none: exact, partial or new.",
        PROGRAM,
    ),
    Definition(
        "relation_distance",
        "Argument distance",
        "Number of tokens between the arguments; 0 for neighbours and for arguments that overlap.",
        PROGRAM,
    ),
)
