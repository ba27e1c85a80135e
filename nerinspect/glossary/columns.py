"""Columns of the events table, and of files of events."""

from typing import Final

from nerinspect.glossary.definition import INTERPRET_EVAL, PROGRAM, RETENTION, SEGMENTS, TOUGH_MENTIONS, Definition

COLUMNS: Final = (
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
    Definition("kind_a", "A", "What is wrong in the event that system A has there.", SEGMENTS),
    Definition("kind_b", "B", "What is wrong in the event that system B has there.", SEGMENTS),
    Definition("reads_a", "A reads", "Types of the mentions that system A predicts there, in text order.", PROGRAM),
    Definition("reads_b", "B reads", "Types of the mentions that system B predicts there, in text order.", PROGRAM),
    Definition(
        "outcome",
        "Outcome",
        "Whether A, B, both or neither have the reference mention exactly; nothing for a stretch of text.",
        PROGRAM,
    ),
    Definition(
        "right_systems",
        "Right",
        "A dot for each system: filled if it has the reference mention exactly, by its first run; else hollow.",
        PROGRAM,
    ),
    Definition(
        "stretches",
        "Stretch of text",
        "Tokens that events of A or B cover together; spurious mentions have a place among stretches.",
        PROGRAM,
    ),
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
        "verdict",
        "Verdict",
        "What somebody decided about the event: whose reading is right, that it is ambiguous, or a word of one’s own.",
        PROGRAM,
    ),
    Definition("causes", "Causes", "Why the two sides read the segment differently, as people said.", PROGRAM),
    Definition("flag", "Flag", "Whether somebody wants to come back to the event.", PROGRAM),
    Definition("note", "Note", "What somebody wrote about the event.", PROGRAM),
    Definition("correction", "Correction", "How somebody says that the segment is to be read.", PROGRAM),
    Definition("decided", "Decided", "When it was decided last, in UTC.", PROGRAM),
    Definition("who", "Who", "Who decided it last, where the review names people.", PROGRAM),
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
        "corrected_spans",
        "Corrected spans",
        "The reading that somebody chose for the event: start, end and type of each mention there shall be.",
        PROGRAM,
    ),
    # Columns of files of events that say what training knows, if they are asked for
    Definition(
        "novelty",
        "Novelty",
        "What training knows of each reference mention of the event, or of each predicted one if it has none: seen, "
        "unseen-type or unseen-tokens.",
        TOUGH_MENTIONS,
    ),
    Definition(
        "training_types",
        "Types in training",
        "The types that the surface of each of these mentions has in training, with their counts, most frequent first.",
        PROGRAM,
    ),
    Definition(
        "memory",
        "Memory says",
        "The type that the surface has most often in training, and of equally frequent types the first by name.",
        RETENTION,
    ),
    Definition(
        "nearest",
        "Nearest in training",
        "The training surface most like that of the mention, if that is no training mention: other case, a token more "
        "or less, or the same last token.",
        PROGRAM,
    ),
    Definition("nearest_how", "How it differs", "How the nearest surface in training differs from this one.", PROGRAM),
    Definition(
        "nearest_types",
        "Types of the nearest",
        "The types that the nearest surface has in training, with their counts, most frequent first.",
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
        "attribute",
        "Attributes",
        "What a mention or its sentence is like: its length, how often training has it, how consistently.",
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
        "bucket_column",
        "Buckets",
        "The bucket of each reference mention of the event, or of each predicted one if it has none.",
        INTERPRET_EVAL,
    ),
    Definition(
        "attr_column",
        "Your attributes",
        "The value of each reference mention of the event, or of each predicted one if it has none.",
        PROGRAM,
    ),
    Definition(
        "bucket_edges",
        "Edges of a bucket",
        "A bucket holds the values above its lower edge up to and with its upper edge, or one value alone; an open "
        "edge has no limit.",
        INTERPRET_EVAL,
    ),
)
