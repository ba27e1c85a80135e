"""The events of an index as Parquet, for pandas, DuckDB, Polars and Spark."""

import json
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa

from nerinspect.attributes.built_in import TYPE, attributes_of, distinct_values
from nerinspect.corpus.arrays import as_arrow_texts
from nerinspect.events.kept_counts import know_counts
from nerinspect.events.study import Attribute, Study
from nerinspect.io.index.columns import Columns, kept
from nerinspect.io.index.counts import read_counts
from nerinspect.io.writing.parquet import arrow_column, arrow_type
from nerinspect.lists.columns import BUILT_IN_COLUMNS, own_attribute_column
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of
from nerinspect.query.fields.attributes import attribute_column

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
    """Write a part of the events of an index."""
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
