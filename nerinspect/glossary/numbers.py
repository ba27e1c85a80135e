"""Numbers: counts, scores and what they are taken of."""

from typing import Final

from nerinspect.glossary.definition import CONLL, MANNING, PROGRAM, SEGMENTS, SEQSCORE, Definition

ENTRIES: Final = (
    Definition(
        "events",
        "Events",
        "Stretches of text that at least one side marks, between places where both sides begin or end a mention.",
        SEGMENTS,
    ),
    Definition("precision", "Precision", "Correct mentions divided by predicted mentions.", CONLL),
    Definition("recall", "Recall", "Correct mentions divided by reference mentions.", CONLL),
    Definition("f1", "F1", "Twice the correct mentions divided by reference and predicted mentions together.", CONLL),
    Definition("reference_mentions", "Reference mentions", "Mentions of the annotation that is scored against.", CONLL),
    Definition("predicted_mentions", "Predicted mentions", "Mentions of the system's output.", CONLL),
    Definition(
        "correct_mentions",
        "Correct mentions",
        "Mentions on which both sides agree in extent and type; as many as there are correct events.",
        CONLL,
    ),
    Definition(
        "demerits",
        "Demerits",
        "Mentions of both sides that are not matched exactly; summed over all events, they are false positives and"
        " false negatives together.",
        SEGMENTS,
    ),
    Definition(
        "false_positives", "False positives", "Predicted mentions that match no reference mention exactly.", CONLL
    ),
    Definition(
        "false_negatives", "False negatives", "Reference mentions that match no predicted mention exactly.", CONLL
    ),
    Definition(
        "share_of_demerits",
        "Share of demerits",
        "Demerits of these events divided by the demerits of all events.",
        MANNING,
    ),
    Definition(
        "share_of_events", "Share of errors", "Events of this kind divided by all events that are errors.", MANNING
    ),
    Definition(
        "reconciliation",
        "How the mentions add up",
        "Every mention lies in exactly one event, so the mentions of a side are the sum over the kinds of event.",
        PROGRAM,
    ),
    Definition(
        "whole_test_set",
        "The whole test set",
        "Every mention of the reference and of the prediction is counted.",
        CONLL,
    ),
    Definition(
        "filter_keeps",
        "What the filter keeps",
        "Only mentions of the types that the filter names are counted, in the events that its other terms about"
        " mentions and sentences choose; terms about kinds, shapes and systems change no score.",
        PROGRAM,
    ),
    Definition(
        "mean_of_runs",
        "Mean of runs",
        "Average over the runs of a system in which the number is defined; it counts no events of its own.",
        PROGRAM,
    ),
    Definition(
        "doubly_penalised",
        "LE, BE and LBE",
        "Errors that precision and recall both punish: label, boundary, and label and boundary errors.",
        MANNING,
    ),
    Definition(
        "type_matrix",
        "Types",
        "Each cell counts the events with a reference mention of the row's type and a predicted one of the column's;"
        " an event with several types stands in several cells, so sums can exceed the total.",
        PROGRAM,
    ),
    Definition(
        "repaired",
        "Repaired",
        "A label that could not follow the one before it and was changed as the chosen repair says.",
        SEQSCORE,
    ),
    Definition(
        "nested",
        "Nested",
        "Mentions of one side overlap in this sentence, so exact matches and equal extents are paired first, and what"
        " is left is grouped by shared tokens.",
        PROGRAM,
    ),
    Definition(
        "token_columns",
        "Columns under the words",
        "What a file says of each token besides its mentions: the label as written, a part of speech, a lemma, or how"
        " sure a system is.",
        PROGRAM,
    ),
)
