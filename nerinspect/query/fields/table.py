"""All fields of the query language; a new one is a module here and a line in the table below."""

from typing import Final

from nerinspect.query.fields.attributes import ATTRIBUTE_VALUE, ATTRIBUTES, PREDICTED_VALUE, REFERENCE_VALUE
from nerinspect.query.fields.base import Field
from nerinspect.query.fields.buckets import BUCKET, CORRECT_BUCKET, PREDICTED_BUCKET, REFERENCE_BUCKET
from nerinspect.query.fields.decisions import DECISION_FIELDS, SAMPLE
from nerinspect.query.fields.kinds import KIND, NESTED, PREDICTED_TYPE, REFERENCE_TYPE, REPAIRED, SHAPE, TYPE
from nerinspect.query.fields.outcomes import OUTCOME_FIELDS
from nerinspect.query.fields.places import DOCUMENT, LINE, RUN, SENTENCE, SYSTEM
from nerinspect.query.fields.relations import RELATION_FIELDS
from nerinspect.query.fields.schemes import PAIR, SCHEME
from nerinspect.query.fields.texts import SENTENCE_TEXT, SURFACE
from nerinspect.query.fields.tough import PREDICTED_TOUGH, REFERENCE_TOUGH, SEEN, TOUGH, TRAINED

NAMED_FIELDS: Final[dict[str, Field]] = {
    field.name: field
    for field in (
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
}
"""The fields that are written with a name and a colon, by name."""

TEXT: Final = SENTENCE_TEXT.name
"""The field of words, phrases and regular expressions; it is written without its name."""

FIELDS: Final[dict[str, Field]] = {**NAMED_FIELDS, TEXT: SENTENCE_TEXT}
"""Every field that a term can have."""
