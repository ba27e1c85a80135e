"""Kinds and shapes of events, what systems make of a mention, and what becomes of errors between versions."""

from typing import Final

from nerinspect.glossary.definition import PROGRAM, SEGMENTS, Definition

OUTCOMES: Final = (
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
    Definition("outcome_both-wrong", "Both wrong", "Neither A nor B has the reference mention exactly.", PROGRAM),
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
        "got_by_runs",
        "Over runs",
        "How many runs of the event’s own system have its reference mention exactly: all, some but not all (then it is "
        "unstable), or none.",
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


KINDS: Final = (
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


VERSIONS: Final = (
    Definition(
        "fixed",
        "Fixed",
        "Wrong in the old version and right in the new one; a spurious mention that is gone is fixed too.",
        PROGRAM,
    ),
    Definition(
        "broken",
        "Broken",
        "Right in the old version and wrong in the new one; a spurious mention where nothing was is broken too.",
        PROGRAM,
    ),
    Definition("changed", "Changed", "Wrong in both versions, but not in the same form.", PROGRAM),
    Definition("unchanged", "Unchanged", "Wrong in both versions, in the same form.", PROGRAM),
    Definition("change", "Change", "What became of the place in the new version: fixed, broken or changed.", PROGRAM),
    Definition("old_kind", "Old kind", "What was wrong there in the old version; tn where it had no event.", PROGRAM),
    Definition(
        "old_predicted_spans",
        "Old predicted spans",
        "Start, end and type of each mention that the old version had there, positions counted in the sentence from 0.",
        PROGRAM,
    ),
)
