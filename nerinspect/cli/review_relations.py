"""`review export --relations`: relation events with what was decided about them."""

from dataclasses import replace

import numpy as np

from nerinspect.cli.listing import ListOptions
from nerinspect.cli.relations import with_symmetric
from nerinspect.events.study import RelationSetting
from nerinspect.io.writing.export import ReviewOrigin
from nerinspect.io.writing.relation_export import RelationForm, relation_events_file
from nerinspect.lists.relations import relation_review_columns
from nerinspect.query.filters import relation_mask
from nerinspect.query.language.writer import query_text
from nerinspect.review.opening import Review, found_decisions
from nerinspect.training.known_relations import has_relation_parts
from nerinspect.training.retention import with_relation_choice


def export_relations(asked: ListOptions, opened: Review, setting: RelationSetting, symmetric: tuple[str, ...]) -> None:
    """List the relation events of a review, matched as asked for, with what was decided about them.

    Raises
    ------
    CommandError
        If no file has relations, or the form cannot be made.
    UnknownNameError
        If there is no column or relation type of a name.
    """
    directed = with_symmetric(opened.study, symmetric)
    study = with_relation_choice(directed, replace(directed.relation_choice, setting=setting))
    found_decisions(study, opened.file).fill(study)
    every = relation_review_columns(has_relation_parts(study))
    form = RelationForm(asked.form or "csv", asked.names(every), asked.spreadsheet_safe, is_of_review=True)
    query = asked.query(study)
    order = np.flatnonzero(relation_mask(study, query))
    origin = ReviewOrigin(opened.file.path, tuple(one.event.event for one in opened.lost))
    asked.write(
        study,
        lambda: form.table(study, order),
        lambda: relation_events_file(
            study, opened.request, order, query_text(query), "", asked.output, form, review=origin
        ),
    )
