"""Repair of invalid transitions."""

from typing import Final

from nerinspect.glossary.definition import PROGRAM, SEQSCORE, Definition

ENTRIES: Final = (
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
)
