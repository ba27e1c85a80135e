"""Records with spans are written with nothing changed but the spans, and read again as they were."""

import json
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.corpus.mentions import distinct_mentions
from nerinspect.errors import DataError, NoTokensError
from nerinspect.io.formats.jsonl_spans import READER
from nerinspect.io.formats.reader import RawFile
from tests.io.formats.span_records import (
    DOCCANO,
    DOCCANO_RELATIONS,
    NER_ANNOTATOR,
    PRODIGY,
    SPACY,
    read,
    record,
)

Span = tuple[int, int, str]


# Writing


def with_spans(file: RawFile, *spans: Span) -> str:
    types = tuple(sorted({span[2] for span in spans}))
    rows = np.array([(start, end, types.index(name)) for start, end, name in spans], dtype=np.int32).reshape(-1, 3).T
    return READER.with_mentions(file, distinct_mentions(rows[0], rows[1], rows[2], types)[0]).decode(
        file.content.text_encoding
    )


def mentions_of(file: RawFile) -> list[Span]:
    found = file.mentions
    assert found is not None
    names = [found.types[code] for code in found.type_codes.tolist()]
    return list(zip(found.start.tolist(), found.end.tolist(), names, strict=True))


COMPACT = '{"text":"b","label":[[0,1,"X"]]}'

ALIKE = [
    NER_ANNOTATOR,
    DOCCANO,
    DOCCANO_RELATIONS,
    PRODIGY,
    SPACY,
    "\ufeff" + DOCCANO.replace("\n", "\r\n"),
    DOCCANO.strip(),
]


@pytest.mark.parametrize("text", ALIKE)
def test_the_same_mentions_leave_every_byte(text: str) -> None:
    file = read(text)
    assert file.mentions is not None
    assert READER.with_mentions(file, file.mentions) == text.encode()


@pytest.mark.parametrize(
    ("text", "spans", "old", "new"),
    [
        (DOCCANO, [(2, 3, "MISC")], '[[0, 2, "ORG"], [11, 17, "MISC"]]', '[[11, 17, "MISC"]]'),
        (DOCCANO, [], '[[0, 2, "ORG"], [11, 17, "MISC"]]', "[]"),
        (DOCCANO, [(0, 1, "A"), (2, 3, "MISC")], '"ORG"', '"A"'),
        (PRODIGY, [(0, 1, "A")], '"label":"ORG"}],"answer":"accept"', '"label":"A"}],"answer":"accept"'),
        (DOCCANO_RELATIONS, [(0, 1, "A"), (2, 3, "PER")], '31, "label": "PER"', '31, "label": "A"'),
        (DOCCANO, [(1, 2, "A"), (2, 3, "MISC")], '[0, 2, "ORG"], [11, 17, "MISC"]', '[11, 17, "MISC"], [3, 10, "A"]'),
        (DOCCANO, [(0, 1, "ORG"), (2, 3, "MISC"), (5, 7, "PER")], "[],", '[[0, 15, "PER"]],'),
        (
            DOCCANO_RELATIONS,
            [(0, 1, "PER"), (2, 3, "PER"), (1, 2, "X")],
            '"end_offset": 10}',
            '"end_offset": 10}, {"id": 33, "start_offset": 4, "end_offset": 7, "label": "X"}',
        ),
        (
            PRODIGY,
            [(0, 1, "ORG"), (2, 4, "X")],
            '"spans":[],"answer"',
            '"spans":[{"start":0,"end":10,"label":"X","token_start":0,"token_end":1}],"answer"',
        ),
        (NER_ANNOTATOR, [(0, 1, "PER"), (1, 3, "P")], '[5,7,"PER"]', '[0,7,"P"]'),
        (SPACY, [(0, 2, "ORG")], '[0, 4, "ORG"]', '[0, 9, "ORG"]'),
        (SPACY, [(0, 1, "ORG"), (3, 4, "P")], '"entities": []', '"entities": [[3, 6, "P"]]'),
        ('{"text": "a"}\n' + COMPACT, [(0, 1, "Y"), (1, 2, "X")], '"a"', '"a", "label": [[0, 1, "Y"]]'),
        (COMPACT + '{"text":"a","label":null}', [(0, 1, "X"), (1, 2, "Y")], "null", '[[0,1,"Y"]]'),
        ('{"text": "é\\u00e9 b", "label": [[0, 2, "X"]]}', [(1, 2, "é")], '[0, 2, "X"]', '[3, 4, "é"]'),
        ('{"text": "\\u00e9 b", "label": [[0, 1, "X"]]}', [(1, 2, "é")], '[0, 1, "X"]', '[2, 3, "\\u00e9"]'),
    ],
)  # fmt: skip
def test_only_the_list_of_spans_changes(text: str, spans: list[Span], old: str, new: str) -> None:
    assert old in text
    assert with_spans(read(text), *spans) == text.replace(old, new)


def test_relations_that_lose_an_argument_go() -> None:
    written = json.loads(with_spans(read(DOCCANO_RELATIONS), (0, 1, "PER")))
    assert (len(written["entities"]), written["relations"]) == (1, [])


def test_the_layout_of_a_list_is_kept() -> None:
    text = json.dumps([json.loads(line) for line in DOCCANO.splitlines()], indent=2)
    written = with_spans(read(text), (0, 1, "ORG"))
    gone = text[text.index('2,\n        "ORG"\n      ]') + len('2,\n        "ORG"\n      ]') : text.index("\n    ],")]
    assert written == text.replace(gone, "")


def test_spans_that_were_left_out_on_reading_stay() -> None:
    text = record("EU rejects", [0, 1, "ORG"], [3, 10, "X"])
    assert json.loads(with_spans(read(text, spans="skip")))["label"] == [[0, 1, "ORG"]]


def test_positions_are_written_as_the_file_counts_them() -> None:
    file = read(record("👩🏽‍🚒 Ana Bo", [8, 11, "PER"]))
    assert json.loads(with_spans(file, (2, 3, "PER")))["label"] == [[12, 14, "PER"]]


@pytest.mark.parametrize("text_encoding", ["latin-1", "utf-16", "utf-16-be", "utf-32"])
def test_the_text_encoding_is_kept(text_encoding: str) -> None:
    text = record("é b", [0, 1, "A"])
    file = read(text.encode(text_encoding), text_encoding)
    assert with_spans(file, (0, 1, "A")) == text
    assert with_spans(file, (1, 2, "A")) == text.replace("0, 1", "2, 3")


# Properties

SIGNS = st.sampled_from("ab1 .\né\u0301東'")

NAMES = st.sampled_from(["text", "label", "spans", "entities", "start", "end", "id", "tokens", "relations", "answer"])

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner),
    max_leaves=12,
)


@st.composite
def records(draw: st.DrawFn) -> str:
    lines = []
    for _ in range(draw(st.integers(1, 4))):
        text = draw(st.text(SIGNS, max_size=12))
        ends = st.integers(0, len(text))
        pairs = draw(st.lists(st.tuples(ends, ends, st.sampled_from("XY")), max_size=4))
        spans = [[min(one, other), max(one, other), name] for one, other, name in pairs if one != other]
        lines.append(json.dumps({"text": text, "label": spans}, ensure_ascii=draw(st.booleans())))
    return "\n".join(lines)


def read_or_told(data: bytes) -> str:
    READER.guess("x.jsonl", data)
    try:
        read(data, spans="outward")
    except DataError as told:
        return str(told)
    return ""


@given(st.lists(VALUES, min_size=1, max_size=3))
def test_whatever_json_holds_is_read_or_told_in_a_line(values: list[Any]) -> None:
    assert "\n" not in read_or_told("\n".join(json.dumps(value) for value in values).encode())


@given(st.binary(max_size=40) | st.text(max_size=40).map(str.encode))
def test_whatever_bytes_are_is_read_or_told_in_a_line(data: bytes) -> None:
    assert "\n" not in read_or_told(data)


@given(records(), st.data())
def test_what_is_written_is_read_again(text: str, data: st.DataObject) -> None:
    try:
        file = read(text, spans="skip")
    except NoTokensError:
        return
    assert file.text is not None
    starts = file.text.sentence_start.tolist()
    spans = [span for span in mentions_of(file) if data.draw(st.booleans())]
    for first, last in pairwise(starts):
        if data.draw(st.booleans()):
            start = data.draw(st.integers(first, last - 1))
            spans.append((start, data.draw(st.integers(start + 1, last)), "Z"))
    written = with_spans(file, *spans)
    assert mentions_of(read(written, spans="skip")) == sorted(set(spans))
    changed = sum(one != other for one, other in zip(text.split("\n"), written.split("\n"), strict=True))
    assert changed <= len(set(spans) ^ set(mentions_of(file)))
