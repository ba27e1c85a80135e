"""What showing a study needs at once, worked out off the window's thread."""

from nerinspect.analysis.attributes import attributes_of
from nerinspect.analysis.buckets import bucketing
from nerinspect.analysis.reconciliation import reconcile_prediction
from nerinspect.analysis.study import Study
from nerinspect.corpus.writing_direction import right_to_left_sentences
from nerinspect.query.fields.places import event_line
from nerinspect.query.fields.surfaces import first_tokens
from nerinspect.query.mention_columns import type_columns
from nerinspect.results.systems import systems_of


def prepare_to_show(study: Study) -> None:
    """Derive the columns that table, context, details and status line ask for first; they are kept with the study."""
    systems_of(study)
    for number in range(len(study.predictions)):
        reconcile_prediction(study, number)
        study.is_nested(number, 0)
    for attribute in attributes_of(study):
        bucketing(study, attribute)
    type_columns(study)
    first_tokens(study)
    event_line(study)
    runs_right_to_left = right_to_left_sentences(study.text)
    assert len(runs_right_to_left[study.event_sentence]) == len(study.events)
