"""What was counted when an index was made, so that results take no longer the larger it is."""

import json
from pathlib import Path
from typing import Final

from nerinspect.attributes.built_in import BUILT_IN, attributes_of, forget_values
from nerinspect.attributes.mention_columns import MentionColumn, type_columns
from nerinspect.checking.notices import find_notices
from nerinspect.events.kept_counts import Counts, all_counts, kept_count
from nerinspect.events.scores import Reconciliation, Tally, count_confusions, reconcile_prediction, score_prediction
from nerinspect.events.study import DistinctValues, Study
from nerinspect.io.index.columns import Columns, keep, kept
from nerinspect.io.provenance import study_sources
from nerinspect.lists.ids import event_ids
from nerinspect.query.counts.buckets import f1_tables
from nerinspect.query.fields.places import event_line
from nerinspect.query.fields.texts import first_tokens
from nerinspect.tables.retention import partition_counts
from nerinspect.tables.tough import SubsetCounts, count_tough
from nerinspect.training.frequencies import DataSetProfile, data_set_profile
from nerinspect.training.surfaces import SETTINGS

_COUNTS: Final = "counts.json"
_KINDS: Final = {
    kind.__name__: kind for kind in (DataSetProfile, DistinctValues, MentionColumn, Reconciliation, SubsetCounts, Tally)
}


def keep_counts(study: Study, folder: Path) -> None:
    """Count what tables and charts of a study without attributes of its own are made of, as they do it."""
    folder.mkdir(exist_ok=True)
    counts, columns = all_counts(study), Columns(folder)
    kept_count(study, "columns", "sentences", lambda: study.event_sentence)
    for column in (type_columns, first_tokens, event_line):
        column(study)
    find_notices(study)
    study_sources(study)
    for number in range(len(study.predictions)):
        for add_up in (score_prediction, reconcile_prediction, count_confusions):
            add_up(study, number)
    for attribute in attributes_of(study):
        if attribute in BUILT_IN:
            f1_tables(study, [attribute])
            forget_values(study)
            said = keep(counts["values"][attribute.name], Columns(folder), f"values.{attribute.name}", _KINDS)
            counts["values"][attribute.name] = kept(said, columns, _KINDS)  # which is mapped
    event_ids(study)
    if study.training is not None:
        count_tough(study)
        data_set_profile(study)
        for setting in SETTINGS:
            partition_counts(study, setting)
    (folder / _COUNTS).write_text(json.dumps(keep(counts, columns, "count", _KINDS)), encoding="utf-8")


def read_counts(folder: Path) -> Counts:
    """Read what was written; long columns are mapped."""
    return dict(kept(json.loads((folder / _COUNTS).read_bytes()), Columns(folder), _KINDS))
