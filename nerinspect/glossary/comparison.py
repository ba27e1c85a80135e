"""What two systems, or all, make of a reference mention."""

from typing import Final

from nerinspect.glossary.definition import PROGRAM, Definition

ENTRIES: Final = (
    Definition(
        "outcome_table",
        "Outcome",
        "Reference mentions by what A and B make of them, asked of the events of A under the filters of the other "
        "panels; right is the same extent and type.",
        PROGRAM,
    ),
    Definition(
        "against_all",
        "Against all others",
        "Events of A by who has a reference mention of them exactly: A or not, and all, some or none of the other "
        "systems, by the first run of each; the retention heuristic is not asked.",
        PROGRAM,
    ),
    Definition(
        "f1_difference",
        "F1 difference",
        "F1 of A minus F1 of B in points, over the mentions that the head names; terms about outcomes, such as kind, "
        "wrong and right, have no say in it.",
        PROGRAM,
    ),
    Definition(
        "kind_pairs",
        "Event kinds of A and B",
        "Reference mentions by the kind of the event that A has there, and of that B has there.",
        PROGRAM,
    ),
    Definition(
        "both-right", "Both right", "A and B have the reference mention exactly: same extent, same type.", PROGRAM
    ),
    Definition("only-a", "Only A right", "A has the reference mention exactly, B has not.", PROGRAM),
    Definition("only-b", "Only B right", "B has the reference mention exactly, A has not.", PROGRAM),
    Definition("both-wrong", "Both wrong", "Neither A nor B has the reference mention exactly.", PROGRAM),
    Definition(
        "both-wrong-alike",
        "Both wrong alike",
        "Neither has the reference mention, and their events there are equal: same extent, same predicted mentions or "
        "none.",
        PROGRAM,
    ),
    Definition(
        "both-wrong-differently",
        "Both wrong differently",
        "Neither has the reference mention, and they read its place in different ways.",
        PROGRAM,
    ),
    Definition(
        "got_by",
        "Got by",
        "The number of systems that have the reference mention exactly, by the first run of each; the retention "
        "heuristic is not counted.",
        PROGRAM,
    ),
    Definition(
        "macro_mean",
        "Mean over data sets",
        "The mean of the F1 of a system in each data set it is in, small and large ones alike; of several runs "
        "in a data set their mean counts.",
        PROGRAM,
    ),
    Definition(
        "mean_rank",
        "Mean rank",
        "The mean of the places of a system by F1 in each data set it is in, from 1; equal F1 shares a place.",
        PROGRAM,
    ),
)
