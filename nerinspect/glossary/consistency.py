"""Consistency of an annotation."""

from typing import Final

from nerinspect.glossary.definition import PROGRAM, Definition

ENTRIES: Final = (
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
