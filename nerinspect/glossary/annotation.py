"""The annotation itself: agreement, consistency, repair of invalid transitions, and what people decide about events."""

from typing import Final

from nerinspect.glossary.definition import COHEN, HRIPCSAK, PROGRAM, SEQSCORE, Definition
from nerinspect.glossary.verdicts import VERDICT_TABLE

AGREEMENT: Final = (
    Definition(
        "agreement_f1",
        "Agreement as F1",
        "Twice the mentions that both annotators have, divided by the mentions of the one plus those of the other.",
        HRIPCSAK,
    ),
    Definition(
        "label_agreement",
        "Label agreement",
        "Of the extents that both annotators marked, the share that both gave the same type.",
        PROGRAM,
    ),
    Definition(
        "kappa",
        "Kappa over tokens",
        "Cohen’s kappa over the types of all tokens, which flatters, for most tokens are in no mention of either.",
        COHEN,
    ),
    Definition(
        "both_mark",
        "Both mark it",
        "Mentions that both annotators have with the same extent and type.",
        PROGRAM,
    ),
    Definition(
        "only_a_marks",
        "Only A marks it",
        "Mentions of A that B does not have with this extent and type.",
        PROGRAM,
    ),
    Definition(
        "only_b_marks",
        "Only B marks it",
        "Mentions of B that A does not have with this extent and type.",
        PROGRAM,
    ),
    Definition(
        "other_types",
        "Both, with other types",
        "Extents that both annotators marked, but not with the same type.",
        PROGRAM,
    ),
    Definition(
        "agreeing_document",
        "Agreement in a document",
        "Documents by the agreement of A and B as F1 in each, the lowest first; of equal ones the most disputed.",
        PROGRAM,
    ),
)
"""What stands on the page of agreement."""


CONSISTENCY: Final = (
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
        "Training mentions that differ from the surface in case, by one token, or in all but the last token, "
        "which may be in other case.",
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


REPAIR: Final = (
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
        "repair_difference",
        "discard − conlleval",
        "F1 under discard less F1 under conlleval of the same labels; of several runs the mean of their differences.",
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
