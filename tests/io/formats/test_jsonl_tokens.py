"""JSON lines with tokens and labels, and Parquet tables with them."""

import io
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.errors import DataError, NerinspectError
from nerinspect.io.content import FileBytes
from nerinspect.io.formats import jsonl_tokens, parquet
from nerinspect.io.formats.reader import RawFile, ReadOptions, guess_reader
from nerinspect.progress import no_checkpoint
from tests.examples import examples

NAMES = ("O", "B-PER", "I-PER")

RECORDS: list[dict[str, Any]] = [
    {"id": "a", "tokens": ["Anna", "Lee", "sings"], "pos_tags": [0, 0, 1], "ner_tags": ["B-PER", "I-PER", "O"]},
    {"id": "b", "tokens": [], "pos_tags": [], "ner_tags": []},
    {"id": "c", "tokens": ["in", "Ümlaut"], "pos_tags": [1, 0], "ner_tags": ["O", "O"]},
]
NUMBERED = [record | {"ner_tags": [NAMES.index(label) for label in record["ner_tags"]]} for record in RECORDS]


def lines_of(records: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def read(text: str, **options: Any) -> RawFile:  # noqa: ANN401
    content = FileBytes("x.jsonl", text.encode(), "", 0).as_text()
    return jsonl_tokens.READER.read(content, ReadOptions(**options), no_checkpoint)


def labels_of(raw: RawFile) -> list[str]:
    (column,) = raw.columns
    return [column.names[code] for code in column.codes]


LABELS = ["B-PER", "I-PER", "O", "O", "O"]


@pytest.mark.parametrize("text", [lines_of(RECORDS), json.dumps(RECORDS), json.dumps(RECORDS, indent=2)])
def test_texts_are_labels(text: str) -> None:
    raw = read(text)
    assert labels_of(raw) == LABELS
    assert raw.text is not None
    assert raw.text.sentence_start.tolist() == [0, 3, 5]
    assert raw.text.sentence_names == ("a", "c")
    assert raw.notes == ("1 record without tokens left out",)


def test_each_token_stands_in_the_line_of_its_record() -> None:
    raw = read(lines_of(RECORDS))
    assert raw.text is not None
    assert [raw.text.line_of(position) for position in range(5)] == [1, 1, 1, 3, 3]


def test_records_may_name_their_documents() -> None:
    text = read(lines_of([record | {"document": f"d{number}"} for number, record in enumerate(RECORDS)])).text
    assert text is not None
    assert (text.document.tolist(), text.document_names) == ([1, 2], ("d0", "d2"))


def test_numbers_get_their_names_from_the_user() -> None:
    assert labels_of(read(lines_of(NUMBERED), label_names=NAMES)) == LABELS
    with pytest.raises(DataError, match="ner_tags has numbers without names; name them with --label-names"):
        read(lines_of(NUMBERED))
    with pytest.raises(DataError, match="has the number 2, but there are 2 names"):
        read(lines_of(NUMBERED), label_names=NAMES[:2])


def test_fields_can_be_named() -> None:
    text = lines_of([{"w": ["a"], "gold": ["O"], "tags": ["B-X"]}])
    assert labels_of(read(text, token_field="w", label_field="gold")) == ["O"]
    with pytest.raises(DataError, match=r"no field has a usual name for tokens .* there are: w, gold, tags"):
        read(text)


def test_other_lists_are_read_on_demand() -> None:
    assert read(lines_of(RECORDS)).others == ()
    (column,) = read(lines_of(RECORDS), others=True).others
    assert (column.name, column.value(2)) == ("pos_tags", "1")


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ('{"tokens": ["a"], "ner_tags": ["O"]}\n{"tokens": ["a"]\n', "not valid JSON", 2),
        ('{"tokens": ["a"], "ner_tags": ["O"]}\n{"tokens": ["a"], "ner_tags": []}\n', "record 2 has 1 token, but 0", 2),
        ('{"tokens": ["a"], "ner_tags": ["O"]}\n{"tokens": [1], "ner_tags": ["O"]}\n', "record 2 has no list", 2),
        ('{"tokens": ["a"], "ner_tags": ["O"]}\n{"tokens": ["a"]}\n', "record 2 has no list ner_tags", 2),
        ('{"tokens": [""], "ner_tags": ["O"]}\n', "the token is empty", 1),
        ('{"tokens": ["\\ud800"], "ner_tags": ["O"]}\n', "half a character", None),
        ('{"tokens": ["a"], "ner_tags": [99999999999999999999]}\n', "too large", None),
        ('{"tokens": [], "ner_tags": []}\n', "no tokens", None),
        ('{"tokens": ["a"], "ner_tags": ' + "[" * 100_000, "not valid JSON|nested too deeply", None),
    ],
)
def test_what_is_wrong_is_told(text: str, message: str, line: int | None) -> None:
    with pytest.raises(DataError, match=message) as caught:
        read(text)
    if line is not None:
        assert caught.value.line == line


def test_writing_changes_only_what_was_asked_for() -> None:
    text = '{"ner_tags" : ["B-PER","I-PER"] , "tokens":["Anna","Lee"], "more": {"ner_tags": ["B-PER"]}}\r\n'
    raw = read(text)
    assert jsonl_tokens.READER.with_labels(raw, {}) == text.encode()
    assert jsonl_tokens.READER.with_labels(raw, {1: "O"}) == text.replace('"I-PER"', '"O"').encode()
    numbered = read(lines_of(NUMBERED), label_names=NAMES)
    changed = jsonl_tokens.READER.with_labels(numbered, {4: "B-PER"}).decode()
    assert changed == lines_of([*NUMBERED[:2], NUMBERED[2] | {"ner_tags": [0, 1]}])


@settings(max_examples=examples(150))
@given(
    st.lists(
        st.dictionaries(
            st.sampled_from(["tokens", "ner_tags", "id"]),
            st.recursive(
                st.none() | st.integers() | st.text(max_size=3), lambda inner: st.lists(inner, max_size=3), max_leaves=5
            ),
        )
    )
)
def test_any_records_are_read_or_told(records: list[dict[str, Any]]) -> None:
    text = lines_of(records) if all(_is_writable(record) for record in records) else "{"
    try:
        raw = read(text, label_names=NAMES)
    except NerinspectError:
        return
    assert raw.text is not None
    assert len(raw.columns[0].codes) == raw.text.n_tokens == sum(len(record["tokens"]) for record in records)


def _is_writable(record: dict[str, Any]) -> bool:
    try:
        json.dumps(record, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def test_lists_that_do_not_fit_the_tokens_are_left_out_and_told() -> None:
    records = [
        {"tokens": ["a"], "ner_tags": ["O"], "pos": ["X"], "rare": ["x"], "long": ["x", "y"]},
        {"tokens": ["b"], "ner_tags": ["O"], "pos": ["Y"], "long": []},
    ]
    raw = read(lines_of(records), others=True)
    assert [column.name for column in raw.others] == ["pos"]
    assert raw.notes == ("2 lists left out, not one value for each token: rare, long",)


def test_a_name_with_half_a_character_can_be_shown() -> None:
    raw = read('{"id": "\\ud800", "tokens": ["a"], "ner_tags": ["O"]}')
    assert raw.text is not None
    assert "".join(raw.text.sentence_names).encode()


# --- Parquet ---


def parquet_bytes(table: pa.Table) -> bytes:
    target = io.BytesIO()
    pq.write_table(table, target)
    return target.getvalue()


def hugging_face_table(feature: Any) -> pa.Table:  # noqa: ANN401
    metadata = {b"huggingface": json.dumps({"info": {"features": {"ner_tags": feature}}}).encode()}
    table = pa.table({name: [record[name] for record in NUMBERED] for name in NUMBERED[0]})
    return table.replace_schema_metadata(metadata)


def read_parquet(data: bytes, **options: Any) -> RawFile:  # noqa: ANN401
    return parquet.READER.read(FileBytes("x.parquet", data, "", 0).as_binary(), ReadOptions(**options), no_checkpoint)


@pytest.mark.parametrize(
    "feature",
    [
        {"feature": {"names": list(NAMES), "_type": "ClassLabel"}, "_type": "Sequence"},
        {"feature": {"names": list(NAMES), "_type": "ClassLabel"}, "_type": "List"},
        [{"names": list(NAMES), "_type": "ClassLabel"}],
    ],
)
def test_a_table_names_its_classes_itself(feature: Any) -> None:  # noqa: ANN401
    raw = read_parquet(parquet_bytes(hugging_face_table(feature)), others=True)
    assert labels_of(raw) == LABELS
    assert raw.text is not None
    assert (raw.text.sentence_names, raw.text.line_of(0)) == (("a", "c"), None)
    assert [column.name for column in raw.others] == ["pos_tags"]


@pytest.mark.parametrize(
    "kind", [pa.list_(pa.string()), pa.large_list(pa.large_string()), pa.list_(pa.dictionary(pa.int8(), pa.string()))]
)
def test_lists_of_every_kind_are_read(kind: pa.DataType) -> None:
    labels = pa.array([record["ner_tags"] for record in RECORDS], pa.list_(pa.string())).cast(kind)
    table = pa.table({"words": [record["tokens"] for record in RECORDS], "tags": labels})
    assert labels_of(read_parquet(parquet_bytes(table))) == LABELS


def test_a_list_with_missing_values_beside_the_labels_is_left_out_and_told() -> None:
    table = pa.table({"tokens": [["a"]], "ner_tags": [["O"]], "pos": pa.array([[None]], pa.list_(pa.int64()))})
    raw = read_parquet(parquet_bytes(table), others=True)
    assert (raw.others, raw.notes) == ((), ("1 list left out, not one value for each token: pos",))


def test_a_table_is_written_back() -> None:
    data = parquet_bytes(hugging_face_table([{"names": list(NAMES)}]))
    raw = read_parquet(data)
    assert parquet.READER.with_labels(raw, {}) == data
    written = parquet.READER.with_labels(raw, {4: "B-PER"})
    assert labels_of(read_parquet(written)) == [*LABELS[:4], "B-PER"]
    before, after = pq.read_table(io.BytesIO(data)), pq.read_table(io.BytesIO(written))
    assert after.schema.equals(before.schema, check_metadata=True)
    assert after.drop_columns("ner_tags").equals(before.drop_columns("ner_tags"))


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (pa.table({"tokens": [["a"]]}), "no field has a usual name for labels"),
        (pa.table({"tokens": [["a", None]], "ner_tags": [["O", "O"]]}), "tokens has missing values"),
        (pa.table({"tokens": [["a"]], "ner_tags": [["O", "O"]]}), "record 1 has 1 token, but 2 in ner_tags"),
        (
            pa.table({"tokens": pa.array([], pa.list_(pa.string())), "ner_tags": pa.array([], pa.list_(pa.string()))}),
            "no tokens",
        ),
    ],
)
def test_a_table_that_does_not_fit_is_told(table: pa.Table, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_parquet(parquet_bytes(table))


@settings(max_examples=examples(100))
@given(st.data())
def test_a_damaged_table_is_told(data: st.DataObject) -> None:
    whole = bytearray(parquet_bytes(hugging_face_table([{"names": list(NAMES)}])))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(4, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        raw = read_parquet(bytes(whole[: data.draw(st.integers(4, len(whole)))]))
    except NerinspectError:
        return
    assert raw.text is not None


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (lines_of(RECORDS).encode(), "jsonl"),
        (json.dumps(RECORDS).encode(), "jsonl"),
        (b'[{"tokens": ["a"], "entities": []}]', "json"),
        (b"PAR1\x15\x04", "parquet"),
        (b"a\tO\n", "conll"),
    ],
)
def test_formats_are_told_apart_by_content(head: bytes, name: str) -> None:
    reader, guess = guess_reader("file", head)
    assert reader.name == name
    assert guess.reason


def test_the_genuine_library_writes_what_is_read(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    datasets.disable_progress_bars()
    text = datasets.Value("string")
    classes = datasets.Sequence(datasets.ClassLabel(names=list(NAMES)))
    features = datasets.Features(
        {"id": text, "tokens": datasets.Sequence(text), "pos_tags": datasets.Sequence(text), "ner_tags": classes}
    )
    records = [record | {"pos_tags": [str(tag) for tag in record["pos_tags"]]} for record in NUMBERED]
    data_set = datasets.Dataset.from_list(records, features=features)
    data_set.to_parquet(tmp_path / "x.parquet")
    data_set.to_json(tmp_path / "x.jsonl")
    data_set.to_json(tmp_path / "x.json", lines=False)
    assert labels_of(read_parquet((tmp_path / "x.parquet").read_bytes())) == LABELS
    for name in ("x.jsonl", "x.json"):
        assert labels_of(read((tmp_path / name).read_text(encoding="utf-8"), label_names=NAMES)) == LABELS


def test_a_field_given_twice_is_told() -> None:
    with pytest.raises(DataError, match="an object gives “ner_tags” twice"):
        read('{"tokens": ["a"], "ner_tags": ["O"], "ner_tags": ["B-X"]}\n')
