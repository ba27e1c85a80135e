"""The views of the window: their names, and why some rest."""

EVENTS_VIEW, OVERVIEW, CONSISTENCY, REPAIR, DIAGNOSIS = "Events", "Overview", "Consistency", "Repair", "Diagnosis"
COMPARE, AGREEMENT, REVIEW, RELATIONS = "Compare", "Agreement", "Review", "Relations"
JUDGING = {
    OVERVIEW: (
        "The overview scores systems by a reference, and annotators have none. Agreement (Ctrl+7) gives their F1 by"
        " type and document, the buckets beside the events give it by attribute."
    ),
    DIAGNOSIS: (
        "The diagnosis looks for buckets in which a system is weak, and no annotator is measured by another. The"
        " buckets beside the events give F1 of A and B by attribute."
    ),
    COMPARE: (
        "This view asks which system is nearer to a reference, and annotators have none. Agreement (Ctrl+7) holds any"
        " two of them against each other."
    ),
}
"""The views that take the reference for right, and why each rests where there is none."""
