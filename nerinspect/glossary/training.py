"""Seen and unseen mentions, what memory explains, and tough mentions."""

from typing import Final

from nerinspect.glossary.definition import PROGRAM, RETENTION, TOUGH_MENTIONS, Definition

TOUGH: Final = (
    Definition(
        "tough",
        "Tough mentions",
        "Reference mentions by what training knows of their surface and type; a mention can be in several subsets.",
        TOUGH_MENTIONS,
    ),
    Definition("tough_all", "all mentions", "Every reference mention.", TOUGH_MENTIONS),
    Definition(
        "tough_seen",
        "seen",
        "Reference mentions whose surface is a mention of the same type in training.",
        TOUGH_MENTIONS,
    ),
    Definition(
        "tough_unseen-any",
        "unseen-any",
        "Reference mentions that are unseen-tokens or unseen-type: training has no such mention of their type.",
        TOUGH_MENTIONS,
    ),
    Definition(
        "tough_unseen-tokens",
        "unseen-tokens",
        "Reference mentions whose surface is no mention in training; it may stand there unlabelled.",
        TOUGH_MENTIONS,
    ),
    Definition(
        "tough_unseen-type",
        "unseen-type",
        "Reference mentions whose surface is a mention in training, but never of their type.",
        TOUGH_MENTIONS,
    ),
    Definition(
        "tough_tcm-all",
        "tcm-all",
        "Type-confusable: reference mentions whose surface is a mention of two or more types in the reference.",
        TOUGH_MENTIONS,
    ),
    Definition(
        "tough_tcm-seen",
        "tcm-seen",
        "Type-confusable mentions whose surface is a mention in training, of whatever type.",
        TOUGH_MENTIONS,
    ),
    Definition(
        "tough_tcm-unseen",
        "tcm-unseen",
        "Type-confusable mentions whose surface is no mention in training.",
        TOUGH_MENTIONS,
    ),
    Definition(
        "tough_mentions",
        "Mentions of a subset",
        "Reference mentions in the subset, whatever the prediction has.",
        TOUGH_MENTIONS,
    ),
    Definition(
        "tough_share",
        "Share of a subset",
        "Mentions of the subset divided by all that are counted; under 1 % the subset is small.",
        TOUGH_MENTIONS,
    ),
    Definition(
        "tough_recall",
        "Recall of a subset",
        "Mentions of the subset that the prediction has with the same extent and type, divided by all of the subset.",
        TOUGH_MENTIONS,
    ),
    Definition(
        "tough_missed",
        "Missed of a subset",
        "Mentions of the subset that the prediction does not have with the same extent and type.",
        TOUGH_MENTIONS,
    ),
)


TRAINING: Final = (
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
