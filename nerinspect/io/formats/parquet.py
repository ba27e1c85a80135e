"""The format `parquet`: a table with a list of tokens and a list of labels in each row, as `datasets` writes it."""

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.errors import CommandError, FieldError
from nerinspect.io.content import Content
from nerinspect.io.formats.json_records import DOCUMENT_FIELD
from nerinspect.io.formats.jsonl_tokens import (
    NAME_FIELDS,
    ListColumn,
    Lists,
    chosen_fields,
    lengths_of,
    made_of_lists,
    read_lists,
)
from nerinspect.io.formats.reader import CERTAIN, Guess, RawFile, ReadOptions
from nerinspect.io.formats.table_columns import read_parquet
from nerinspect.progress import Checkpoint


class ParquetReader:
    """Tables of token lists and label lists; numbers get their names from the table itself if it has them."""

    name = "parquet"
    title = "Parquet, tokens and labels"
    suffixes = (".parquet",)
    takes = "bytes"

    def guess(self, path: str, head: bytes) -> Guess | None:
        return Guess(CERTAIN, "by content: the file begins with PAR1") if head.startswith(b"PAR1") else None

    def read(self, content: Content, options: ReadOptions, checkpoint: Checkpoint) -> RawFile:
        path = content.path
        options.refuse_key(path, "is one table")
        table = read_parquet(path, content.original)
        read = read_lists(path, table_lists(path, table), options, checkpoint)
        return made_of_lists(content, self.name, read, options)

    def with_labels(self, raw: RawFile, labels: Mapping[int, str]) -> bytes:
        if not labels:
            return raw.content.original
        import pyarrow.parquet as pq

        path, table = raw.content.path, read_parquet(raw.content.path, raw.content.original)
        _, label_field = chosen_fields(path, _fields(table.schema), raw.options)
        column = _list_column(path, table, label_field)
        names = raw.options.label_names or column.names
        values: list[Any] = column.values.to_pylist()
        for position, label in labels.items():
            is_number = not pa.types.is_string(column.values.type)
            if is_number and label not in names:
                raise CommandError(f"{path}: no number is given for {label}; add it to --label-names")
            values[position] = names.index(label) if is_number else label
        field = table.schema.field(label_field)
        offsets = np.append(0, np.cumsum(column.lengths)).astype(np.int32)
        lists = pa.ListArray.from_arrays(pa.array(offsets), pa.array(values, type=field.type.value_type))
        place = table.schema.get_field_index(label_field)
        changed = table.set_column(place, field, lists.cast(field.type)).replace_schema_metadata(table.schema.metadata)
        target = io.BytesIO()
        pq.write_table(changed, target)
        return target.getvalue()


def table_lists(path: str, table: pa.Table) -> Lists:
    return Lists(
        _fields(table.schema),
        lambda field: _list_column(path, table, field),
        None,
        lambda: _names(table),
        lambda: table.column(DOCUMENT_FIELD).to_pylist() if DOCUMENT_FIELD in table.schema.names else (),
    )


def _is_list(kind: pa.DataType) -> bool:
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind))


def _fields(schema: pa.Schema) -> list[str]:
    return [field.name for field in schema if _is_list(field.type) and _is_value(field.type.value_type)]


def _is_value(kind: pa.DataType) -> bool:
    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    return bool(pa.types.is_integer(kind) or pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _list_column(path: str, table: pa.Table, field: str) -> ListColumn:
    lists = table.column(field).combine_chunks()
    lists = lists.combine_chunks() if isinstance(lists, pa.ChunkedArray) else lists
    values = pc.list_flatten(lists)
    if values.null_count:
        raise FieldError(path, f"{field} has missing values", (), field, "fill them, or leave these rows out")
    is_number = pa.types.is_integer(values.type)
    try:
        flat = values.cast(pa.int64() if is_number else pa.string())
        flat.validate(full=True)
    except pa.ArrowException:
        raise FieldError(
            path, f"{field} has values that are neither text nor numbers", (), field, "write it again"
        ) from None
    return ListColumn(flat, lengths_of(lists), _class_names(table.schema, field))


def _names(table: pa.Table) -> Sequence[str]:
    field = next((name for name in NAME_FIELDS if name in table.schema.names), None)
    return [str(value) for value in table.column(field).to_pylist()] if field else []


def _class_names(schema: pa.Schema, field: str) -> tuple[str, ...]:
    """Find the names of numbered classes where `datasets` leaves them: in the metadata of the table."""
    try:
        features = json.loads((schema.metadata or {}).get(b"huggingface", b"{}"))["info"]["features"]
        return tuple(str(name) for name in _feature_names(features[field]))
    except (ValueError, KeyError, TypeError, RecursionError):
        return ()


def _feature_names(feature: Any) -> list[str]:  # noqa: ANN401 - parsed JSON
    inner = feature[0] if isinstance(feature, list) else feature.get("feature", feature)
    return list(inner["names"])


READER = ParquetReader()
