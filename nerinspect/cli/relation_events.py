"""`relations --events`: the relation events of each prediction."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from nerinspect.analysis.relation_choice import RelationSetting
from nerinspect.analysis.relation_parts import has_relation_parts
from nerinspect.analysis.relation_rematching import with_relation_choice
from nerinspect.cli.listing import ListOptions
from nerinspect.cli.relations import with_symmetric
from nerinspect.cli.session import asks_for_other_columns, load_for_result, tell_choices
from nerinspect.io.relation_export import relation_events_file, relation_events_of_settings, table_of_settings
from nerinspect.io.relation_form import RelationForm
from nerinspect.io.request import LoadRequest
from nerinspect.query.relation_filter import relation_mask
from nerinspect.query.writer import query_text
from nerinspect.results.relation_events_table import relation_event_columns


def list_relation_events(
    asked: ListOptions, request: LoadRequest, settings: Sequence[RelationSetting], symmetric: tuple[str, ...]
) -> None:
    """List relation events under one setting, or under several behind each other.

    Parameters
    ----------
    asked : ListOptions
        Which events, and how they are written.
    request : LoadRequest
        Training data need not be there.
    settings : sequence of str
        Some of `RELATION_SETTINGS`.
    symmetric : tuple of str
        The types that say the same with head and tail exchanged.

    Raises
    ------
    CommandError
        If no file has relations, or the form cannot be made.
    UnknownNameError
        If there is no column or relation type of a name.
    """
    study = load_for_result(request, with_others=asks_for_other_columns(asked.where))
    tell_choices(study)
    study = with_symmetric(study, symmetric)
    every = relation_event_columns(has_relation_parts(study))
    form = RelationForm(asked.form or "csv", asked.names(every), asked.spreadsheet_safe)
    query = asked.query(study)
    matched = [with_relation_choice(study, replace(study.relation_choice, setting=setting)) for setting in settings]
    listed = [(one, np.flatnonzero(relation_mask(one, query))) for one in matched]
    asked.write(
        study,
        lambda: table_of_settings(listed, form),
        lambda: (
            relation_events_of_settings(listed, request, query_text(query), asked.output, form)
            if len(listed) > 1
            else relation_events_file(listed[0][0], request, listed[0][1], query_text(query), "", asked.output, form)
        ),
    )
