"""Whatever is written into a valid file of a format comes out of its reader, or is told."""

import io
import json
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.io.content import FileBytes
from nerinspect.io.formats.reader import reader_named
from nerinspect.io.reading.files import read_with
from nerinspect.io.reading.interpreting import annotate
from nerinspect.io.request import FileOptions
from tests.examples import examples

FILLER = "\t_" * 7
Span = tuple[int, int, str]


class Sentence(NamedTuple):
    """Words and their mentions, in order, none of which overlap."""

    words: list[str]
    spans: list[Span]


@st.composite
def sentences(draw: st.DrawFn, letters: str) -> Sentence:
    words = draw(st.lists(st.text(letters, min_size=1, max_size=4), min_size=1, max_size=6))
    spans, at = [], 0
    while at < len(words):
        length = draw(st.integers(0, 2))
        if length and at + length <= len(words):
            spans.append((at, at + length, draw(st.sampled_from(["PER", "LOC", "a_b-c"]))))
        at += max(length, 1)
    return Sentence(words, spans)


def labels_of(sentence: Sentence) -> list[str]:
    labels = ["O"] * len(sentence.words)
    for start, end, name in sentence.spans:
        labels[start:end] = [f"B-{name}", *[f"I-{name}"] * (end - start - 1)]
    return labels


def columns(sign: str) -> Callable[[list[Sentence]], str]:
    def write(given: list[Sentence]) -> str:
        blocks = (zip(one.words, labels_of(one), strict=True) for one in given)
        return "\n".join("".join(f"{word}{sign}{label}\n" for word, label in block) for block in blocks)

    return write


def conllu(given: list[Sentence]) -> str:
    blocks = []
    for one in given:
        rows = enumerate(zip(one.words, labels_of(one), strict=True), start=1)
        blocks.append("".join(f"{n}\t{word}{FILLER}\tNER={label}\n" for n, (word, label) in rows))
    return "\n".join(blocks) + "\n"


def json_sentences(given: list[Sentence]) -> str:
    keys = ("start", "end", "type")
    return json.dumps(
        [{"tokens": one.words, "entities": [dict(zip(keys, span, strict=True)) for span in one.spans]} for one in given]
    )


def json_lines(given: list[Sentence]) -> str:
    return "".join(json.dumps({"tokens": one.words, "ner_tags": labels_of(one)}) + "\n" for one in given)


def parquet(given: list[Sentence]) -> bytes:
    target = io.BytesIO()
    pq.write_table(pa.table({"tokens": [one.words for one in given], "ner_tags": list(map(labels_of, given))}), target)
    return target.getvalue()


def _characters(sentence: Sentence) -> list[Span]:
    starts = [len(" ".join([*sentence.words[:number], ""])) for number in range(len(sentence.words))]
    return [
        (starts[start], starts[end - 1] + len(sentence.words[end - 1]), name) for start, end, name in sentence.spans
    ]


def json_spans(given: list[Sentence]) -> str:
    records = ({"text": " ".join(one.words), "label": _characters(one)} for one in given)
    return "".join(json.dumps(record) + "\n" for record in records)


def label_studio(given: list[Sentence]) -> str:
    def region(span: Span) -> dict[str, Any]:
        value = {"start": span[0], "end": span[1], "labels": [span[2]]}
        return {"type": "labels", "from_name": "label", "to_name": "text", "value": value}

    return json.dumps(
        [
            {
                "id": n,
                "data": {"text": " ".join(one.words)},
                "annotations": [{"result": [*map(region, _characters(one))]}],
            }
            for n, one in enumerate(given)
        ]
    )


def mentions_read(name: str, data: str | bytes) -> tuple[Counter[tuple[str, str]], str]:
    """Give the mentions and all tokens of a file, without blanks."""
    data = data.encode() if isinstance(data, str) else data
    options = FileOptions(encoding="auto")
    raw = read_with(reader_named(name), FileBytes("x", data, "", len(data)), options)
    assert raw.text is not None
    mentions = annotate(raw, options, "reference").mentions
    tokens = [raw.text.token(place) for place in range(raw.text.n_tokens)]
    rows = zip(mentions.start.tolist(), mentions.end.tolist(), mentions.type_codes.tolist(), strict=True)
    return Counter(("".join(tokens[a:b]), mentions.types[code]) for a, b, code in rows), "".join(tokens)


def mentions_written(given: list[Sentence]) -> tuple[Counter[tuple[str, str]], str]:
    found = Counter(("".join(one.words[a:b]), name) for one in given for a, b, name in one.spans)
    return found, "".join(word for one in given for word in one.words)


ODD = "aB1.é𝄞#-_|=\\\"'\u2028\xa0\x85\u3000\x0b\x1c\ufeff"


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("conll", columns("\t")),
        ("conll", columns("  ")),
        ("conllu", conllu),
        ("json", json_sentences),
        ("jsonl", json_lines),
        ("parquet", parquet),
    ],
)
@settings(max_examples=examples(60))
@given(data=st.data())
def test_every_token_and_label_comes_out(name: str, write: Callable[..., str | bytes], data: st.DataObject) -> None:
    given = data.draw(st.lists(sentences(ODD), min_size=1, max_size=4).filter(has_mention))
    assert mentions_read(name, write(given)) == mentions_written(given)


@pytest.mark.parametrize(("name", "write"), [("jsonl-spans", json_spans), ("label-studio", label_studio)])
@settings(max_examples=examples(60))
@given(data=st.data())
def test_every_span_comes_out(name: str, write: Callable[..., str], data: st.DataObject) -> None:
    given = data.draw(st.lists(sentences("ab1é-.𝄞"), min_size=1, max_size=4).filter(has_mention))
    assert mentions_read(name, write(given)) == mentions_written(given)


def has_mention(given: list[Sentence]) -> bool:
    """Files without any have no labels to recognise."""
    return any(one.spans for one in given) and not given[0].words[0].startswith("\ufeff")
