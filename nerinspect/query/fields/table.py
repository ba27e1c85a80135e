"""All fields of the query language; a new one is a module here and a line in the table below."""

from typing import Final, get_args

from nerinspect.query.fields.attributes import (
    ATTRIBUTE_VALUE,
    ATTRIBUTES,
    BUCKET,
    CORRECT_BUCKET,
    PREDICTED_BUCKET,
    PREDICTED_VALUE,
    REFERENCE_BUCKET,
    REFERENCE_VALUE,
)
from nerinspect.query.fields.base import About, Field
from nerinspect.query.fields.decisions import DECISION_FIELDS, SAMPLE
from nerinspect.query.fields.kinds import (
    DOCUMENT,
    KIND,
    LINE,
    NESTED,
    PREDICTED_TYPE,
    REFERENCE_TYPE,
    REPAIRED,
    RUN,
    SENTENCE,
    SHAPE,
    SYSTEM,
    TYPE,
)
from nerinspect.query.fields.outcomes import OUTCOME_FIELDS
from nerinspect.query.fields.relations import RELATION_FIELDS
from nerinspect.query.fields.schemes import PAIR, SCHEME
from nerinspect.query.fields.texts import SENTENCE_TEXT, SURFACE
from nerinspect.query.fields.tough import PREDICTED_TOUGH, REFERENCE_TOUGH, SEEN, TOUGH, TRAINED


def fields_by_name(*fields: Field) -> dict[str, Field]:
    found: dict[str, Field] = {}
    for field in fields:
        if found.setdefault(field.name, field) is not field:
            raise ValueError(f"two fields are called {field.name}")
        if getattr(field, "about", None) not in get_args(About):
            raise ValueError(f"the field {field.name} does not say what it is about")
        if not field.meaning:
            raise ValueError(f"the field {field.name} does not say what it means")
    return found


NAMED_FIELDS: Final = fields_by_name(
    KIND,
    TYPE,
    REFERENCE_TYPE,
    PREDICTED_TYPE,
    SHAPE,
    PAIR,
    SCHEME,
    *ATTRIBUTES,
    ATTRIBUTE_VALUE,
    REFERENCE_VALUE,
    PREDICTED_VALUE,
    BUCKET,
    REFERENCE_BUCKET,
    PREDICTED_BUCKET,
    CORRECT_BUCKET,
    SYSTEM,
    RUN,
    DOCUMENT,
    SENTENCE,
    LINE,
    SURFACE,
    REPAIRED,
    NESTED,
    TOUGH,
    REFERENCE_TOUGH,
    PREDICTED_TOUGH,
    SEEN,
    TRAINED,
    *OUTCOME_FIELDS,
    *DECISION_FIELDS,
    SAMPLE,
    *RELATION_FIELDS,
)
"""The fields that are written with a name and a colon, by name."""

TEXT: Final = SENTENCE_TEXT.name  # the field of words, phrases and regular expressions; it is written without its name

FIELDS: Final = fields_by_name(*NAMED_FIELDS.values(), SENTENCE_TEXT)  # every field that a term can have


def fields_about(about: About) -> frozenset[str]:
    return frozenset(name for name, field in FIELDS.items() if field.about == about)
