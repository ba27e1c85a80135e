"""JSON lines of sentences, as the readers of `jsonl`, `json` and `jsonl-spans` read them, written many at a time."""

import json
from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.corpus.arrays import AnyIntArray, IntArray, as_arrow, as_arrow_texts
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text, TokenColumn
from nerinspect.encoding.labels import LabelColumn

_COMMA, _NOTHING = as_arrow_texts([", ", ""])


def label_lines(text: Text, columns: Mapping[str, LabelColumn | TokenColumn], token_field: str = "tokens") -> bytes:
    """Write a line for each sentence: its document, its tokens, and for each field what a column says of them."""
    lists = [_lists(_distinct(column), column.codes, text.sentence_start) for column in columns.values()]
    parts = [part for name, values in zip(columns, lists, strict=True) for part in (f"], {_written(name)}: [", values)]
    return _lines([_beginnings(text, token_field), _tokens(text), *parts, "]}\n"])


def mention_lines(text: Text, mentions: Mentions) -> bytes:
    """Write a line for each sentence: its document, its tokens, and its mentions with tokens counted from 0."""
    first = text.sentence_start[text.sentence_of(mentions.start)]
    rows = zip((mentions.start - first).tolist(), (mentions.end - first).tolist(), strict=True)
    names = [_written(name) for name in mentions.types]
    written = [
        f'{{"type": {names[code]}, "start": {start}, "end": {end}}}'
        for code, (start, end) in zip(mentions.type_codes.tolist(), rows, strict=True)
    ]
    borders = np.searchsorted(mentions.start, text.sentence_start)
    entities = _joined(as_arrow_texts(written), borders)
    return _lines([_beginnings(text), _tokens(text), '], "entities": [', entities, "]}\n"])


def span_lines(
    texts: Sequence[str], spans: Sequence[Sequence[tuple[int, int, str]]], names: Sequence[str] = ()
) -> bytes:
    """Write a line for each text: its name if it has one, and its spans of characters."""
    said: list[dict[str, str]] = [{"id": name} for name in names] or [{}] * len(texts)
    lines = (
        json.dumps({**name, "text": text, "label": own}, ensure_ascii=False)
        for name, text, own in zip(said, texts, spans, strict=True)
    )
    return "".join(f"{line}\n" for line in lines).encode(errors="backslashreplace")


def _written(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _distinct(column: LabelColumn | TokenColumn) -> Sequence[str]:
    return column.names if isinstance(column, LabelColumn) else column.values


def _beginnings(text: Text, token_field: str = "tokens") -> pa.StringArray:
    """Begin the line of each sentence: what names it and its document, where there are several or they have names."""
    said = text.document_names or ("",) * text.n_documents
    documents = [_written(name) if name else str(number) for number, name in enumerate(said, 1)]
    have_documents = len(documents) > 1 or documents != ["1"]
    heads = as_arrow_texts([f'"document": {one}, ' if have_documents else "" for one in documents])
    by_sentence = heads.take(as_arrow(text.document - np.int32(1)))
    ids = as_arrow_texts([f'{{"id": {_written(name)}, ' for name in text.sentence_names] or ["{"])
    end = as_arrow_texts([f"{_written(token_field)}: ["])[0]
    return pc.binary_join_element_wise(ids if text.sentence_names else ids[0], by_sentence, end, _NOTHING)


def _tokens(text: Text) -> pa.StringArray:
    return _lists(text.vocabulary.to_pylist(), text.codes, text.sentence_start)


def _lists(distinct: Sequence[str], codes: IntArray, sentence_start: IntArray) -> pa.StringArray:
    written = as_arrow_texts([_written(one) for one in distinct])
    return _joined(written.take(as_arrow(codes)), sentence_start)


def _joined(values: pa.StringArray, borders: AnyIntArray) -> pa.StringArray:
    return pc.binary_join(pa.ListArray.from_arrays(as_arrow(borders.astype(np.int32)), values), _COMMA)


def _lines(parts: Sequence[str | pa.StringArray]) -> bytes:
    """Put the parts of each line together, those alike in all lines given once, and the lines behind each other."""
    columns = [as_arrow_texts([part])[0] if isinstance(part, str) else part for part in parts]
    lines = pc.binary_join_element_wise(*columns, _NOTHING)
    whole = pc.binary_join(
        pa.ListArray.from_arrays(as_arrow(np.array([0, len(lines)], dtype=np.int32)), lines), _NOTHING
    )
    return bytes(whole[0].as_buffer())
