"""Tough mentions."""

from typing import Final

from nerinspect.glossary.definition import TOUGH_MENTIONS, Definition

ENTRIES: Final = (
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
