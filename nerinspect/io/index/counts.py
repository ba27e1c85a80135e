"""What an index keeps besides its study: what was counted when it was made, and its events as Parquet."""

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial, reduce
from itertools import pairwise
from operator import add
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa

from nerinspect.attributes.built_in import BUILT_IN, TYPE, attributes_of, distinct_values
from nerinspect.attributes.mention_columns import MentionColumn, type_columns, value_column
from nerinspect.checking.notices import find_notices
from nerinspect.corpus.arrays import as_arrow_texts
from nerinspect.corpus.mentions import Mentions
from nerinspect.events.members import EntityTokens, entity_tokens, matched
from nerinspect.events.scores import Reconciliation, Tally, count_confusions, reconcile_prediction, score_prediction
from nerinspect.events.study import (
    NO_VALUE,
    Attribute,
    DistinctValues,
    Study,
    StudyCounts,
    all_counts,
    held_with_events,
    kept_count,
    know_counts,
)
from nerinspect.io.index.columns import Columns, keep, kept
from nerinspect.io.provenance import study_sources
from nerinspect.io.writing.parquet import arrow_column, arrow_type
from nerinspect.lists.columns import BUILT_IN_COLUMNS, own_attribute_column
from nerinspect.lists.ids import event_ids
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of
from nerinspect.query.counts.buckets import f1_tables, rank_documents
from nerinspect.query.counts.training import count_training
from nerinspect.query.fields.attributes import attribute_column
from nerinspect.query.fields.kinds import event_document, event_line
from nerinspect.query.fields.texts import first_tokens
from nerinspect.query.fields.tough import main_subsets, subset_columns, trained_events
from nerinspect.query.rates import KeptScores, score_kept
from nerinspect.systems.schemes import SCHEMES, SchemeCounts, tally_schemes
from nerinspect.tables.retention import partition_counts
from nerinspect.tables.tough import SubsetCounts, count_tough
from nerinspect.training.evidence import prepare_evidence
from nerinspect.training.frequencies import DataSetProfile, data_set_profile
from nerinspect.training.index import TokenNumbers, TrainingIndex
from nerinspect.training.retention import RETENTION
from nerinspect.training.surfaces import SETTINGS, SurfaceIds
from nerinspect.training.tough import RepeatedSentences

_COUNTS: Final = "counts.json"
_EVENTS_AT_ONCE: Final = 1 << 20
_KINDS: Final = {
    kind.__name__: kind
    for kind in (
        *(DataSetProfile, DistinctValues, MentionColumn, Mentions, Reconciliation, SubsetCounts, Tally),
        *(SchemeCounts, EntityTokens, KeptScores, RepeatedSentences, SurfaceIds, TokenNumbers, TrainingIndex),
    )
}


def keep_counts(study: Study, folder: Path) -> None:
    """Count what tables and charts of a study without attributes of its own are made of, as they do it."""
    folder.mkdir(exist_ok=True)
    counts, columns = all_counts(study), Columns(folder)
    kept_count(study, "columns", "sentences", lambda: study.event_sentence)
    if len(study.predictions) > 1:
        kept_count(study, "columns", "predicted", lambda: study.predicted)
    for column in (type_columns, first_tokens, event_document, event_line, matched):
        column(study)
    score_kept(study)
    find_notices(study)
    study_sources(study)
    for number in range(len(study.predictions)):
        for add_up in (score_prediction, reconcile_prediction, count_confusions):
            add_up(study, number)
        rank_documents(study, [number])
        if study.predictions[number].system != RETENTION:  # whose mentions overlap, so that they take long to pair
            _keep_schemes(study, number)
    for attribute in attributes_of(study):
        if attribute in BUILT_IN:
            f1_tables(study, [attribute])
            made = {"values": counts["values"][attribute.name], "attributes": _beside_events(study, attribute)}
            for what, value in made.items():
                said = keep(value, Columns(folder), f"{what}.{attribute.name}", _KINDS)
                counts.setdefault(what, {})[attribute.name] = kept(said, columns, _KINDS)  # which is mapped
    event_ids(study)
    if study.training is not None:
        for known in (subset_columns, main_subsets, trained_events, prepare_evidence, entity_tokens):
            known(study)
        count_tough(study)
        count_training(study)
        data_set_profile(study)
        for setting in SETTINGS:
            partition_counts(study, setting)
    (folder / _COUNTS).write_text(json.dumps(keep(counts, columns, "count", _KINDS)), encoding="utf-8")


def _keep_schemes(study: Study, prediction: int) -> None:
    """Count what schemes count, some sentences at a time: what is paired lies in one."""
    first, sentence = study.rows_of(prediction).start, study.event_sentence[study.rows_of(prediction)]
    starts = np.searchsorted(sentence, np.unique(sentence[::_EVENTS_AT_ONCE])).tolist()
    tallies = []
    for start, stop in pairwise([*(starts or [0]), len(sentence)]):
        part = replace(study, events=study.events.alone(slice(first + start, first + stop)))
        held_with_events(part.events)[1].append(study.predicted)
        tallies.append(tally_schemes(part, prediction))
    for scheme in SCHEMES:
        by_type = zip(*(one.every_count(scheme) for one in tallies), strict=True)
        counts = [reduce(add, own) for own in by_type]
        kept_count(study, "schemes", (scheme.name, prediction), partial(tuple, counts))


def _beside_events(study: Study, attribute: Attribute) -> MentionColumn:
    """Lay the values of an attribute beside the events, some at a time, as `attribute_column` does with all."""
    distinct, step = distinct_values(study, attribute), _EVENTS_AT_ONCE
    starts = range(0, max(len(study.events), 1) if attribute.unit == "mention" else 1, step)  # tokens are found once
    of_all = len(starts) == 1
    parts = (study if of_all else replace(study, events=study.events.alone(slice(at, at + step))) for at in starts)
    columns = [value_column(part, distinct, attribute.unit) for part in parts]
    more_event = [one.more_event + np.int32(start) for one, start in zip(columns, starts, strict=True)]
    first, more = (np.concatenate([getattr(one, name) for one in columns]) for name in ("first", "more"))
    return MentionColumn(first, NO_VALUE, np.concatenate(more_event), more)


def read_counts(folder: Path) -> StudyCounts:
    """Read what was written; long columns are mapped."""
    return dict(kept(json.loads((folder / _COUNTS).read_bytes()), Columns(folder), _KINDS))


ATTRIBUTE: Final = "attribute"  # what columns of attributes are called until they are written into the events

_LEFT_OUT: Final = frozenset(("left", "right"))


def attribute_columns(study: Study) -> Iterator[tuple[str, pa.Array]]:
    """Give for each attribute its value in every event: that of the first reference mention, else the first predicted.

    Numbers are doubles, null where there is no value; names are texts.
    """
    for attribute in attributes_of(study):
        if attribute is not TYPE:
            is_built_in = attribute.name in BUILT_IN_COLUMNS
            yield attribute.name if is_built_in else own_attribute_column(attribute.name), _column_of(study, attribute)


def _column_of(study: Study, attribute: Attribute) -> pa.Array:
    first = attribute_column(study, attribute).first
    if attribute.scale == "name":
        names = as_arrow_texts(distinct_values(study, attribute).names)
        return names.take(pa.array(first, mask=~(first >= 0)).cast(pa.int32()))
    return pa.array(first, mask=np.isnan(first))


class EventPart(NamedTuple):
    """Some events of an index, by number, the columns of attributes beside them, and the file that they go into."""

    study: str
    columns: str
    counts: str
    attributes: tuple[str, ...]
    start: int
    stop: int
    place: str


def write_part(part: EventPart) -> None:
    import pyarrow.parquet as pq

    study, columns = _mapped(part.study, part.columns, part.counts, os.stat(part.study).st_mtime_ns)
    names = [name for name in MENTIONS.names(Of.EVENTS) if name not in _LEFT_OUT]
    types = [arrow_type(MENTIONS.content(name)) for name in names]
    values = [columns.values(f"{ATTRIBUTE}.{number}") for number in range(len(part.attributes))]
    schema = pa.schema(
        [*zip(names, types, strict=True), *zip(part.attributes, (one.type for one in values), strict=True)]
    )
    aside = Path(f"{part.place}.part")
    with open(aside, "wb") as file, pq.ParquetWriter(file, schema) as writer:
        first = part.start
        for cells in MENTIONS.blocks(study, np.arange(part.start, part.stop), names):
            made = [arrow_column(MENTIONS.content(name), one) for name, one in zip(names, cells, strict=True)]
            made += [one.slice(first, len(made[0])) for one in values]
            writer.write_batch(pa.record_batch(made, schema=schema))
            first += len(made[0])
    aside.replace(part.place)


@lru_cache(maxsize=1)
def _mapped(study: str, folder: str, counts: str, _made: int) -> tuple[Study, Columns]:
    """Map a study once for all parts that a process writes, but for one that was made anew at the same place."""
    columns = Columns(Path(folder))
    mapped = kept(json.loads(Path(study).read_bytes()), columns)
    know_counts(mapped, read_counts(Path(counts)))
    return mapped, columns
