"""Relations between mentions: their events, what training knows of them, and the swap test."""

from typing import Final

from nerinspect.glossary.definition import PROGRAM, RETENTION, Definition

RELATIONS: Final = (
    # What relations are
    Definition(
        "relation",
        "Relation",
        "A type that leads from one mention of a sentence, the head, to another one, the tail.",
        RETENTION,
    ),
    Definition(
        "relation_head", "Head", "The mention that a relation leads from, such as the person in Live_In.", RETENTION
    ),
    Definition(
        "relation_tail", "Tail", "The mention that a relation leads to, such as the place in Live_In.", RETENTION
    ),
    Definition("relation_argument", "Argument", "The head or the tail of a relation.", RETENTION),
    Definition(
        "symmetric_type",
        "Symmetric type",
        "A relation type that says the same with head and tail exchanged: its relations match in either order, and"
        " each pair of mentions counts once.",
        PROGRAM,
    ),
    Definition(
        "setting_boundaries", "Boundaries", "An argument is right if its extent is, whatever its type.", RETENTION
    ),
    Definition("setting_strict", "Strict", "An argument is right if its extent and its type are.", RETENTION),
    # Relation events
    Definition(
        "relation_event",
        "Relation event",
        "A relation of the reference and a predicted one that belong together, or one that stands alone; every relation"
        " is in exactly one event of each run.",
        PROGRAM,
    ),
    Definition(
        "relation_kind",
        "Relation kind",
        "What became of a relation: correct, spurious, missed, wrong type, wrong argument, or reversed.",
        PROGRAM,
    ),
    Definition("relation_correct", "correct", "TP: type, head and tail are right.", PROGRAM),
    Definition(
        "relation_spurious", "spurious", "FP: a predicted relation that belongs to no reference relation.", PROGRAM
    ),
    Definition("relation_missed", "missed", "FN: a reference relation that no predicted relation belongs to.", PROGRAM),
    Definition("relation_wrong-type", "wrong type", "WT: head and tail are right, the type is not.", PROGRAM),
    Definition(
        "relation_wrong-argument",
        "wrong argument",
        "WA: the type and one argument are right, the other argument is not.",
        PROGRAM,
    ),
    Definition("relation_reversed", "reversed", "RV: the type is right, head and tail are exchanged.", PROGRAM),
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
        "relation_distance",
        "Argument distance",
        "Number of tokens between the arguments; 0 for neighbours and for arguments that overlap.",
        PROGRAM,
    ),
    # Columns of files of relation events that have no column of their own on screen
    Definition("setting", "Setting", "What makes an argument right: its boundaries, or its type as well.", RETENTION),
    Definition("reference_type", "Reference type", "The type of the reference relation of the event.", PROGRAM),
    Definition("reference_head", "Reference head", "The words of the head of the reference relation.", PROGRAM),
    Definition("reference_tail", "Reference tail", "The words of the tail of the reference relation.", PROGRAM),
    Definition("predicted_type", "Predicted type", "The type of the predicted relation of the event.", PROGRAM),
    Definition("predicted_head", "Predicted head", "The words of the head of the predicted relation.", PROGRAM),
    Definition("predicted_tail", "Predicted tail", "The words of the tail of the predicted relation.", PROGRAM),
    Definition(
        "head_event", "Head event", "Ids of the events of mentions that the heads lie in, unless correct.", PROGRAM
    ),
    Definition(
        "tail_event", "Tail event", "Ids of the events of mentions that the tails lie in, unless correct.", PROGRAM
    ),
    # What training knows of them
    Definition(
        "relation_part",
        "Part",
        "What training has of the reference relation, or of the predicted one if there is none: exact, partial or new.",
        RETENTION,
    ),
    Definition(
        "part_exact",
        "exact",
        "Relations whose head surface, type and tail surface are together those of a training relation.",
        RETENTION,
    ),
    Definition(
        "part_partial",
        "partial",
        "Relations that are not exact, but whose head surface is the head, or tail surface the tail, of a training"
        " relation of their type.",
        RETENTION,
    ),
    Definition("part_new", "new", "Relations that are neither exact nor partial.", RETENTION),
    Definition(
        "relation_heuristic",
        "Relation heuristic",
        "What training alone explains of relations: between each two mentions that the system retention has in a"
        " sentence, the type that training relations have most often from the one surface to the other.",
        RETENTION,
    ),
    Definition(
        "rcon",
        "rCon",
        "Label consistency of relations: training relations with the triple of this one, divided by the ordered pairs"
        " of mentions with its two surfaces that stand in one training sentence; 0 if there are none.",
        RETENTION,
    ),
    Definition("rcon*", "rCon*", "rCon over the exact relations alone.", RETENTION),
    Definition("rlex", "rLex", "Share of the reference relations that are exact.", RETENTION),
    Definition(
        "acon",
        "aCon",
        "Label consistency of argument types: training relations of this type between mentions of these two types,"
        " divided by the ordered pairs of mentions of these types that stand in one training sentence.",
        RETENTION,
    ),
    Definition("alen", "aLen", "Tokens of head and tail together.", RETENTION),
    Definition("adist", "aDist", "Tokens between head and tail; 0 if they are neighbours or overlap.", RETENTION),
    # The swap test
    Definition(
        "swap_test",
        "Swap test",
        "A test on sentences with one relation of a type, whose head and tail have changed places: a system that"
        " remembers instead of reading extracts the original, now false, relation.",
        RETENTION,
    ),
    Definition(
        "reverse_f1",
        "Reverse F1",
        "Strict F1 of the type of a swap test against relations with head and tail exchanged: in swapped sentences how"
        " often the original, now false, direction is extracted.",
        RETENTION,
    ),
)

NEUTRAL_KINDS: Final = (
    Definition("relation_correct", "agreed", "A and B agree in type, head and tail.", PROGRAM),
    Definition("relation_spurious", "only B", "A relation of B that belongs to none of A.", PROGRAM),
    Definition("relation_missed", "only A", "A relation of A that belongs to none of B.", PROGRAM),
    Definition("relation_wrong-type", "other type", "A and B agree in head and tail, not in the type.", PROGRAM),
    Definition(
        "relation_wrong-argument",
        "other argument",
        "A and B agree in the type and in one argument, not in the other one.",
        PROGRAM,
    ),
    Definition(
        "relation_reversed", "reversed", "A and B agree in the type, and have head and tail exchanged.", PROGRAM
    ),
)
"""The same kinds between two annotators, neither of whom is right."""
