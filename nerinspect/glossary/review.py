"""What people decide about events."""

from typing import Final

from nerinspect.glossary.definition import PROGRAM, Definition
from nerinspect.glossary.verdicts import VERDICT_TABLE

REVIEW: Final = (
    *(verdict.definition for verdict in VERDICT_TABLE.values()),
    Definition(
        "own_verdict",
        "Verdict of one’s own",
        "One word that somebody gave as a verdict besides the four that everybody has.",
        PROGRAM,
    ),
    Definition(
        "accepted",
        "Accepted",
        "The right reading of the segment is given, and the verdict is that the reference is wrong, or both are: it"
        " takes the reference’s place in the corrected reference.",
        PROGRAM,
    ),
    Definition(
        "conflict",
        "Conflict",
        "Two accepted corrections read a token they share in different ways; neither is applied.",
        PROGRAM,
    ),
    Definition(
        "decision_cause",
        "Cause",
        "Why the two sides read the segment differently, in a word or a few; an event can have several.",
        PROGRAM,
    ),
    Definition("decision_flag", "Flag", "Marks an event that somebody wants to come back to.", PROGRAM),
    Definition("decision_note", "Note", "Free text about an event.", PROGRAM),
    Definition(
        "saved_selection",
        "Saved selection",
        "A filter with a name, kept in the review; a query says the same.",
        PROGRAM,
    ),
    Definition(
        "selection_events",
        "Events of a selection",
        "Events it keeps now, of all that are listed without a filter.",
        PROGRAM,
    ),
    Definition(
        "selection_share",
        "Share of all events",
        "Events that are kept, divided by all that are listed without a filter.",
        PROGRAM,
    ),
    Definition(
        "share_of_selection",
        "Share of a selection",
        "Events of a kind, a type or a verdict, divided by all events that the selection keeps.",
        PROGRAM,
    ),
    Definition(
        "selections_shared",
        "Events of two selections",
        "Each event stands in one place: kept by both, by one of them alone, or by neither.",
        PROGRAM,
    ),
    Definition(
        "selection_mentions",
        "Mentions of a selection",
        "The mentions that its terms choose, whatever became of them; terms about kind, verdict and the like choose"
        " none, so all are counted.",
        PROGRAM,
    ),
    Definition(
        "sample_share",
        "Share in a sample",
        "Decided events of the random sample that have it, divided by all decided events of the sample.",
        PROGRAM,
    ),
    Definition(
        "sample_interval",
        "Interval of a share",
        "The 95 % interval of the share in the whole list that the sample was drawn from: Wilson’s, with the finite"
        " population correction.",
        PROGRAM,
    ),
    Definition(
        "sample_estimate",
        "Estimate for the whole list",
        "The share in a sample times the events of the list that it was drawn from; from and to are the ends of the"
        " 95 % interval.",
        PROGRAM,
    ),
)
