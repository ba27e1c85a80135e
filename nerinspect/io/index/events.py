"""The events of an index as Parquet, for pandas, DuckDB, Polars and Spark."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from nerinspect.attributes.own import with_own_attributes
from nerinspect.events.study import Study
from nerinspect.io.index.columns import Columns, kept
from nerinspect.io.writing.parquet import write_parquet
from nerinspect.lists.columns import attribute_columns
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of

_LEFT_OUT: Final = frozenset(("left", "right"))


class EventPart(NamedTuple):
    """Some events of an index, by number, and the file that they go into."""

    study: str
    columns: str
    start: int
    stop: int
    place: str


def write_part(part: EventPart) -> None:
    """Write a part of the events of an index."""
    study = _mapped(part.study, part.columns)
    names = tuple(name for name in MENTIONS.names(Of.EVENTS) if name not in _LEFT_OUT)
    names += tuple(name for name in attribute_columns(study) if not name.startswith("bucket:"))
    table = MENTIONS.table(study, np.arange(part.start, part.stop), names)
    aside = Path(f"{part.place}.part")
    with open(aside, "wb") as file:
        write_parquet(table, file)
    aside.replace(part.place)


@lru_cache(maxsize=1)
def _mapped(study: str, columns: str) -> Study:
    """Map a study once for all parts that a process writes."""
    made: Study = kept(json.loads(Path(study).read_bytes()), Columns(Path(columns)))
    return with_own_attributes(made)
