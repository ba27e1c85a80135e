"""Seen and unseen mentions, and what memory explains."""

from typing import Final

from nerinspect.glossary.definition import PROGRAM, RETENTION, Definition

ENTRIES: Final = (
    # Seen and unseen
    Definition(
        "novelty_parts",
        "Seen and unseen mentions",
        "Mentions of both sides by whether training has them, each by its own surface and type.",
        RETENTION,
    ),
    Definition(
        "seen_typed",
        "seen, typed",
        "Mentions whose surface is a mention of the same type in training.",
        RETENTION,
    ),
    Definition(
        "unseen_typed",
        "unseen, typed",
        "Mentions whose surface is no mention of the same type in training.",
        RETENTION,
    ),
    Definition(
        "seen_surface",
        "seen, surface",
        "Mentions whose surface is a mention in training, of whatever type.",
        RETENTION,
    ),
    Definition(
        "unseen_surface",
        "unseen, surface",
        "Mentions whose surface is no mention in training.",
        RETENTION,
    ),
    # What memory explains
    Definition(
        "novelty_matrix",
        "Training",
        "Events by what training knows of their reference mentions, or of the predicted ones if there are none, and by"
        " kind; an event with several mentions can stand in several rows.",
        PROGRAM,
    ),
    Definition(
        "memory_alone",
        "Memory right, system wrong",
        "Reference mentions that the retention heuristic has with the same extent and type, and the system has not.",
        PROGRAM,
    ),
    Definition(
        "system_alone",
        "System right, memory wrong",
        "Reference mentions that the system has with the same extent and type, and the retention heuristic has not.",
        PROGRAM,
    ),
    Definition(
        "repeated_sentences",
        "Test sentences in training too",
        "Sentences of the test whose tokens, as written, are those of a sentence in training.",
        PROGRAM,
    ),
    Definition(
        "repeated_in_test",
        "Repeated sentence in test",
        "How often this very sentence stands in the test.",
        PROGRAM,
    ),
    Definition(
        "repeated_in_training",
        "Repeated sentence in training",
        "How often this very sentence stands in training.",
        PROGRAM,
    ),
    Definition(
        "repeated_line",
        "First line in training",
        "The line of the training file where this sentence first begins; a dash where the format has no lines.",
        PROGRAM,
    ),
    Definition(
        "repeated_wrong",
        "Wrong in repeated sentences",
        "Error events of the system on show in these sentences of the test.",
        PROGRAM,
    ),
    Definition(
        "without_repeated",
        "F1 without repeated sentences",
        "F1 over the counted mentions of sentences that do not stand in training.",
        PROGRAM,
    ),
)
