"""What every kind, number and column is, in one sentence each, and where its definition comes from."""

from dataclasses import dataclass
from typing import Final

MANNING: Final = "Manning 2006, “Doing Named Entity Recognition? Don’t optimize for F1”"
SEQSCORE: Final = "Palen-Michel, Holley & Lignos 2021, “SeqScore”"
INTERPRET_EVAL: Final = "Fu, Liu & Neubig 2020, “Interpretable Multi-dataset Evaluation”"
SEGMENTS: Final = f"{MANNING}, and the comments of its readers"
RETENTION: Final = "Taillé et al. 2021, “Separating Retention from Extraction”"
TOUGH_MENTIONS: Final = "Tu & Lignos 2021, “TMR: Evaluating NER Recall on Tough Mentions”"
CONLL: Final = "Tjong Kim Sang & De Meulder 2003, the CoNLL-2003 shared task: exact match, micro-averaged"
WILSON: Final = "Wilson 1927, “Probable Inference”"
FRIEDMAN: Final = "Friedman 1937, “The Use of Ranks”"
PROGRAM: Final = "nerinspect"


@dataclass(frozen=True)
class Definition:
    """What a word on screen means.

    Attributes
    ----------
    key : str
        Lasting name: the kind, the shape, the key of a column, the name of a number.
    name : str
        As it stands on screen.
    sentence : str
        What it is and how it is computed, in one sentence.
    source : str
        Where the definition comes from; `PROGRAM` for words of this program alone.
    """

    key: str
    name: str
    sentence: str
    source: str


_ENTRIES: Final = (
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
    # Numbers
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
    # Repair
    Definition(
        "invalid_transition",
        "Invalid transition",
        "A pair of neighbouring labels that the chunk encoding does not allow; a sentence begins and ends with O.",
        SEQSCORE,
    ),
    Definition(
        "labels_changed",
        "Labels changed",
        "Labels that a repair writes anew; other than invalid transitions, of which one may cost several labels.",
        SEQSCORE,
    ),
    Definition(
        "repair_none",
        "none",
        "No label is changed, so a source with invalid transitions cannot be scored.",
        SEQSCORE,
    ),
    Definition(
        "repair_conlleval",
        "conlleval",
        "What cannot go on with a mention begins one; in IOB what need not begin one goes on as I.",
        SEQSCORE,
    ),
    Definition(
        "repair_discard",
        "discard",
        "The invalid label and the rest of its mention become O; in BIOES and its like only complete mentions stay.",
        SEQSCORE,
    ),
    Definition(
        "differing_events",
        "Events that differ",
        "Events that only one of two repairs gives, in groups of those that overlap; all other events are the same"
        " under both, with the same kind and the same mentions.",
        PROGRAM,
    ),
    Definition(
        "previous_label",
        "Previous",
        "Label of the token before, as it stands in the file.",
        PROGRAM,
    ),
    Definition(
        "invalid_label",
        "Label",
        "Label that may not follow the previous one, as it stands in the file.",
        PROGRAM,
    ),
    Definition(
        "problem",
        "Problem",
        "Which rule of the chunk encoding the two labels break.",
        PROGRAM,
    ),
    Definition(
        "transition_place",
        "Token of a transition",
        "The token whose label may not follow, and the line of this token in the file whose tokens are on show; where a"
        " sentence ends inside a mention, its last token.",
        PROGRAM,
    ),
    Definition(
        "same_surface",
        "Same surface",
        "Events of the system with a mention of exactly these tokens, compared one by one, upper and lower case kept"
        " apart; the event on show is one of them.",
        PROGRAM,
    ),
    Definition(
        "equal_surfaces",
        "Equal surfaces",
        "Events on show whose segments are exactly the same tokens, compared one by one.",
        PROGRAM,
    ),
    Definition(
        "extent",
        "Tokens",
        "Which tokens of the sentence the mention covers, counted from 1; the last one belongs to it.",
        PROGRAM,
    ),
    Definition("mention_line", "Line", "Line of the mention's first token in the reference file, from 1.", PROGRAM),
    Definition(
        "reading",
        "Reading",
        "Events with this surface that have the same kind and the same types on both sides.",
        PROGRAM,
    ),
    Definition(
        "other_readings",
        "Other readings",
        "Events with this surface that read in another way than those listed, which are the most frequent.",
        PROGRAM,
    ),
    # Columns of the events table
    Definition(
        "kind", "Kind", "What is wrong: correct, spurious, missed, label, boundary, or label and boundary.", SEGMENTS
    ),
    Definition("left", "Left context", "The words of the sentence before the segment.", PROGRAM),
    Definition(
        "segment",
        "Segment",
        "The words of the event; lines above are reference mentions, lines below predicted ones.",
        SEGMENTS,
    ),
    Definition("right", "Right context", "The words of the sentence after the segment.", PROGRAM),
    Definition("reference", "Reference", "Types of the reference mentions of the event, in text order.", PROGRAM),
    Definition("prediction", "Prediction", "Types of the predicted mentions of the event, in text order.", PROGRAM),
    Definition("system", "System", "The prediction the event belongs to.", PROGRAM),
    Definition("run", "Run", "Which of a system's runs the event belongs to, from 1.", PROGRAM),
    Definition(
        "shape", "Shape", "How the mentions of a boundary error lie to each other: by number, then by extent.", PROGRAM
    ),
    Definition("document", "Document", "Number of the document in the reference file, from 1.", PROGRAM),
    Definition("sentence", "Sentence", "Number of the sentence in the reference file, from 1.", PROGRAM),
    Definition("line", "Line", "Line of the segment's first token in the reference file, from 1.", PROGRAM),
    Definition("place", "Place", "Document and sentence of the event.", PROGRAM),
    Definition(
        "reference_column",
        "Columns of the reference",
        "What another column of the reference’s file says of each token of the segment; sorted by the first token.",
        PROGRAM,
    ),
    Definition(
        "predicted_column",
        "Columns of the prediction",
        "What another column of the prediction’s file says of each token of the segment; sorted by the first token.",
        PROGRAM,
    ),
    # Columns of files of events that have no column of their own on screen
    Definition(
        "event",
        "Event id",
        "16 digits that do not depend on what else is loaded or filtered: a digest of system, run, sentence and spans.",
        PROGRAM,
    ),
    Definition("start", "Start", "The segment's first token, counted in the sentence from 0.", PROGRAM),
    Definition("end", "End", "The first token behind the segment, counted in the sentence from 0.", PROGRAM),
    Definition("text", "Text", "The tokens of the segment, joined by blanks.", SEGMENTS),
    Definition(
        "reference_types", "Reference types", "Types of the reference mentions of the event, in text order.", PROGRAM
    ),
    Definition(
        "predicted_types", "Predicted types", "Types of the predicted mentions of the event, in text order.", PROGRAM
    ),
    Definition(
        "reference_spans",
        "Reference spans",
        "Start, end and type of each reference mention of the event, positions counted in the sentence from 0.",
        PROGRAM,
    ),
    Definition(
        "predicted_spans",
        "Predicted spans",
        "Start, end and type of each predicted mention of the event, positions counted in the sentence from 0.",
        PROGRAM,
    ),
    Definition(
        "elen",
        "eLen",
        "Number of tokens of the mention; of the reference mention where there is one.",
        INTERPRET_EVAL,
    ),
    Definition("slen", "sLen", "Number of tokens of the sentence.", INTERPRET_EVAL),
    Definition(
        "eden",
        "eDen",
        "Reference mentions in the sentence divided by its tokens.",
        INTERPRET_EVAL,
    ),
    Definition(
        "oden", "oDen", "Tokens of the sentence that training does not have, divided by its tokens.", INTERPRET_EVAL
    ),
    Definition(
        "efre",
        "eFre",
        "Training mentions with the surface of the mention divided by all training mentions.",
        INTERPRET_EVAL,
    ),
    Definition(
        "econ",
        "eCon",
        "Label consistency: training mentions with the surface and type of the mention, divided by all training "
        "mentions with its surface and the surface’s unlabelled places; 0 if training has no such mention.",
        INTERPRET_EVAL,
    ),
    Definition(
        "tfre",
        "tFre",
        "Occurrences of the token in training divided by all training tokens; counted in tokens, not in mentions.",
        INTERPRET_EVAL,
    ),
    Definition(
        "tcon",
        "tCon",
        "Training occurrences of the token in a mention of this type divided by all its occurrences, 0 if it has none; "
        "counted in tokens, not in mentions.",
        INTERPRET_EVAL,
    ),
    Definition(
        "bucket",
        "Bucket",
        "Mentions, or tokens of mentions, whose value of an attribute lies in one range; the ranges come from the "
        "reference alone and hold about equally many of its members.",
        INTERPRET_EVAL,
    ),
    Definition(
        "bucket_edges",
        "Edges of a bucket",
        "A bucket holds the values above its lower edge up to and with its upper edge, or one value alone; an open "
        "edge has no limit.",
        INTERPRET_EVAL,
    ),
    # Diagnosis
    Definition(
        "worst_bucket",
        "Worst bucket",
        "The bucket with the lowest F1, the first of equal ones; buckets in which F1 is undefined are left out.",
        INTERPRET_EVAL,
    ),
    Definition(
        "best_bucket",
        "Best bucket",
        "The bucket with the highest F1, the first of equal ones; buckets in which F1 is undefined are left out.",
        INTERPRET_EVAL,
    ),
    Definition("gap", "Gap", "F1 of the best bucket minus F1 of the worst.", INTERPRET_EVAL),
    Definition(
        "f1_difference",
        "Difference of F1",
        "F1 of system A minus F1 of system B, where both are defined.",
        INTERPRET_EVAL,
    ),
    Definition(
        "spearman",
        "Spearman",
        "Rank correlation of F1 with the order of the buckets: 1 if F1 rises from each to the next, −1 if it falls; "
        "undefined if all are equal, and for types, which have no order.",
        INTERPRET_EVAL,
    ),
    Definition(
        "spread", "Spread", "Population standard deviation of F1 over the buckets of an attribute.", INTERPRET_EVAL
    ),
    Definition(
        "zeta",
        "ζ",
        "Zeta: the mean value of the attribute over the reference mentions, for tFre and tCon over their tokens.",
        INTERPRET_EVAL,
    ),
    Definition(
        "rho",
        "ρ",
        "Rho: the mean of the absolute Spearman correlations of the systems that have one.",
        INTERPRET_EVAL,
    ),
    Definition(
        "friedman",
        "Friedman’s test",
        "Whether the buckets of an attribute differ in F1 over blocks, one for each run of each system; it takes at "
        "least 3 blocks and 3 buckets.",
        FRIEDMAN,
    ),
    Definition(
        "p_value",
        "p value",
        "How often chance alone would make a difference at least as large; small values speak against chance.",
        FRIEDMAN,
    ),
    Definition(
        "interval",
        "95 % interval",
        "Scores of a much larger test set that fit these counts: Wilson’s interval of the share of mentions that both "
        "sides have, carried over to F1; it takes mentions to be drawn independently.",
        WILSON,
    ),
    Definition(
        "document_rank",
        "Rank of a document",
        "Its place among the documents by F1, the lowest first; equal F1 gives an equal rank, undefined F1 none.",
        PROGRAM,
    ),
    Definition("doc", "Documents", "Events of each document of the reference file.", PROGRAM),
    # Tough mentions
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
    # Consistency
    Definition(
        "surface_words",
        "Surface with several readings",
        "Exact tokens, compared one by one, that the annotation reads in several ways.",
        PROGRAM,
    ),
    Definition(
        "surface_readings",
        "Readings of a surface",
        "Each type that mentions with this surface have, and being unlabelled, with the number of such places.",
        PROGRAM,
    ),
    Definition(
        "surface_places",
        "Places of a surface",
        "Mentions with this surface and its unlabelled places; inside a longer mention it is neither.",
        PROGRAM,
    ),
    Definition(
        "unlabelled",
        "Unlabelled",
        "Places with exactly these tokens, inside one sentence, that share no token with a mention.",
        PROGRAM,
    ),
    Definition(
        "exceptions",
        "Exceptions",
        "Places where the surface is not read as it is read most often.",
        PROGRAM,
    ),
    Definition(
        "share_of_exceptions", "Share of exceptions", "Exceptions divided by all places of the surface.", PROGRAM
    ),
    Definition("several_types", "Several types", "Surfaces whose mentions have more than one type.", PROGRAM),
    Definition(
        "also_unlabelled",
        "Also unlabelled",
        "Surfaces that are a mention in some places and unlabelled in others.",
        PROGRAM,
    ),
    Definition(
        "training_evidence",
        "Training evidence",
        "How often exactly these tokens are a mention of each type in the training data, and where.",
        PROGRAM,
    ),
    Definition(
        "training_count",
        "Mentions in training",
        "Training mentions with exactly these tokens and this type; their places are listed below.",
        PROGRAM,
    ),
    Definition(
        "training_place",
        "Place in training",
        "Document and sentence of the training data; the most equal neighbours come first; “in” says that another "
        "mention shares tokens with the surface there.",
        PROGRAM,
    ),
    Definition(
        "near_surfaces",
        "Nearest in training",
        "Training mentions that differ from the surface in case, by one token, or in all but the last token.",
        PROGRAM,
    ),
    Definition(
        "test_readings",
        "Other types in the test set",
        "Reference mentions with exactly these tokens and another type.",
        PROGRAM,
    ),
    Definition(
        "looked_at",
        "Annotation looked at",
        "The reference, or a prediction, whose readings are compared with each other; no other annotation is.",
        PROGRAM,
    ),
)

DEFINITIONS: Final[dict[str, Definition]] = {entry.key: entry for entry in _ENTRIES}
"""All definitions by key, in the order in which a guide lists them."""


def meaning(key: str) -> str:
    """Give the sentence of a definition, for a tooltip.

    Raises
    ------
    KeyError
        If nothing is defined under the key.
    """
    return DEFINITIONS[key].sentence
