import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.corpus.mentions import distinct_mentions
from nerinspect.errors import DataError, JsonShapeError
from nerinspect.io.content import FileBytes
from nerinspect.io.formats.label_studio import READER
from nerinspect.io.formats.reader import RawFile, ReadOptions
from nerinspect.progress import no_checkpoint

Json = Any


def region(start: Json, end: Json, text: str, *labels: str, key: str = "r1") -> dict[str, Json]:
    value = {"start": start, "end": end, "text": text, "labels": list(labels)}
    return {"value": value, "id": key, "from_name": "label", "to_name": "text", "type": "labels", "origin": "manual"}


def annotation(*result: Json, by: Json = 1, cancelled: bool = False) -> dict[str, Json]:
    return {
        "id": 9,
        "completed_by": by,
        "result": list(result),
        "was_cancelled": cancelled,
        "ground_truth": False,
        "created_at": "2024-01-30T02:40:43.893565Z",
        "lead_time": 8.65,
        "prediction": {},
    }


def task(number: int, text: str, *annotations: Json, predictions: Json = ()) -> dict[str, Json]:
    return {
        "id": number,
        "annotations": list(annotations),
        "file_upload": "x.json",
        "drafts": [],
        "predictions": list(predictions),
        "data": {"text": text},
        "meta": {},
        "inner_id": 1,
    }


LIVES = {"from_id": "r2", "to_id": "r1", "type": "relation", "direction": "right", "labels": ["lives_in"]}
TASKS = [
    task(
        101,
        "New York is where old Ana😀 is",
        annotation(region(0, 8, "New York", "LOC"), region(22, 25, "Ana", "PER", "VIP", key="r2"), LIVES),
        predictions=[{"model_version": "flair", "result": [region(0, 3, "New", "LOC")]}],
    ),
    task(102, "Nothing here\nat all", annotation(by={"id": 2, "email": "b@example.org"})),
    task(103, "Skipped by Bo", annotation(cancelled=True)),
]

# Written by label-studio-sdk 2.1.2, from tasks like these.
MINIMAL = """\
[
{
  "text": "New York is where old Ana😀 is",
  "id": 101,
  "label": [
    {
      "start": 0,
      "end": 8,
      "text": "New York",
      "labels": [
        "LOC"
      ]
    },
    {
      "start": 22,
      "end": 26,
      "text": "Ana😀",
      "labels": [
        "PER",
        "VIP"
      ]
    }
  ],
  "annotator": 1,
  "annotation_id": 9,
  "created_at": "2024-01-30T02:40:43.893565Z",
  "updated_at": "2024-01-30T02:40:43.893578Z",
  "lead_time": 8.65
},
{
  "text": "Nothing here\\nat all",
  "id": 102,
  "annotator": "b@example.org",
  "annotation_id": 10,
  "created_at": "2024-01-30T02:41:43.893565Z",
  "updated_at": "2024-01-30T02:41:43.893578Z",
  "lead_time": 2.0
}
]"""


def read(data: Json, **options: Json) -> RawFile:
    encoded = (data if isinstance(data, str) else json.dumps(data)).encode()
    content = FileBytes("x.json", encoded, "", len(encoded)).as_text()
    return READER.read(content, ReadOptions(**options), no_checkpoint)


def found(file: RawFile) -> list[tuple[str, str]]:
    text, mentions = file.text, file.mentions
    assert text is not None
    assert mentions is not None
    surfaces = text.joined(mentions.start, mentions.end).to_pylist()
    return [(surface, mentions.types[code]) for surface, code in zip(surfaces, mentions.type_codes, strict=True)]


def with_spans(file: RawFile, *spans: tuple[int, int, str]) -> str:
    types = tuple(sorted({span[2] for span in spans}))
    rows = np.array([(start, end, types.index(name)) for start, end, name in spans], dtype=np.int32).reshape(-1, 3).T
    return READER.with_mentions(file, distinct_mentions(rows[0], rows[1], rows[2], types)[0]).decode()


# Shapes


def test_regions_of_tasks_become_mentions() -> None:
    file = read(TASKS)
    assert found(file) == [("New York", "LOC"), ("Ana", "PER"), ("Ana", "VIP")]
    assert file.document_names == ("101", "102")
    assert file.notes == ("1 task left out without annotations; the first: record 3",)


def test_relations_join_mentions() -> None:
    relations = read(TASKS).relations
    assert relations is not None
    assert (relations.head.tolist(), relations.tail.tolist(), relations.types) == ([1], [0], ("lives_in",))


def test_a_relation_to_the_left_is_turned_and_one_without_a_label_has_a_name() -> None:
    turned = {**LIVES, "direction": "left", "labels": []}
    result = region(0, 3, "Ana", "PER"), region(8, 10, "Bo", "PER", key="r2"), turned
    relations = read([task(1, "Ana met Bo", annotation(*result))]).relations
    assert relations is not None
    assert (relations.head.tolist(), relations.tail.tolist(), relations.types) == ([0], [1], ("relation",))


def test_records_of_json_min_are_read() -> None:
    file = read(MINIMAL)
    assert found(file) == [("New York", "LOC"), ("Ana 😀", "PER"), ("Ana 😀", "VIP")]
    assert (file.document_names, file.notes) == (("101", "102"), ())


def test_older_exports_call_annotations_completions() -> None:
    old = {"id": 1, "data": {"text": "Ana"}, "completions": [{"result": [region(0, 3, "Ana", "PER")]}]}
    assert found(read([old])) == [("Ana", "PER")]


@pytest.mark.parametrize("data", [TASKS, TASKS[0], "\n".join(map(json.dumps, TASKS)), MINIMAL])
def test_the_format_is_known_by_content(data: Json) -> None:
    guess = READER.guess("x.json", (data if isinstance(data, str) else json.dumps(data)).encode())
    assert guess is not None
    assert guess.reason.endswith("as Label Studio has them")


def test_a_task_longer_than_the_beginning_is_known() -> None:
    whole = json.dumps([task(1, "a", *[annotation(region(0, 1, "a", "X"))] * 500)])
    assert READER.guess("x.json", whole.encode()[: 1 << 16]) is not None


@pytest.mark.parametrize(
    "text", ['[{"tokens": ["a"], "entities": []}]', '{"text": "Ana", "label": [[0, 3, "PER"]]}', "a B-PER\n", "", "[3]"]
)
def test_other_files_are_left_to_other_readers(text: str) -> None:
    assert READER.guess("x.json", text.encode()) is None


# Choices


def test_predictions_are_read_over_the_texts_of_the_annotated_tasks() -> None:
    file = read(TASKS, key="predictions")
    assert (found(file), file.document_names) == ([("New", "LOC")], ("101", "102"))
    assert file.notes == (
        "1 task left out without annotations; the first: record 3",
        "1 task without predictions, read without mentions; the first: record 2",
    )


def test_a_model_can_be_named() -> None:
    assert found(read(TASKS, key="flair")) == [("New", "LOC")]


@pytest.mark.parametrize("key", ["2", "b@example.org"])
def test_an_annotator_can_be_named(key: str) -> None:
    assert read(TASKS, key=key).document_names == ("102",)


def test_an_unknown_name_is_told_with_the_known_ones() -> None:
    with pytest.raises(JsonShapeError, match=r"called “x”; there is annotations, 1, predictions, flair, 2, b@example"):
        read(TASKS, key="x")


def test_predictions_alone_are_read_and_told() -> None:
    file = read([task(1, "Ana", predictions=[{"model_version": "m", "result": [region(0, 3, "Ana", "PER")]}])])
    assert (found(file), file.notes) == ([("Ana", "PER")], ("there are no annotations: the predictions are read",))


def test_of_several_annotations_the_first_is_read_and_told() -> None:
    both = annotation(region(0, 3, "Ana", "PER")), annotation(region(0, 3, "Ana", "ORG"), by=2)
    file = read([task(1, "Ana", *both)])
    assert found(file) == [("Ana", "PER")]
    assert file.notes == (
        "1 task with several annotations, of which the first is read (#NAME after the path chooses another:"
        " annotations, 1, 2); the first: record 1",
    )
    assert found(read([task(1, "Ana", *both)], key="2")) == [("Ana", "ORG")]


def test_a_task_annotated_twice_counts_once_in_json_min() -> None:
    records = json.loads(MINIMAL)
    file = read([*records, {**records[0], "annotator": 3, "label": []}])
    assert file.document_names == ("101", "102")
    assert file.notes[0].startswith("1 task with several annotations, of which the first is read")


@pytest.mark.parametrize(
    ("data", "options"),
    [
        ({"text": "Ana", "title": "x"}, {}),
        ({"body": "Ana"}, {}),
        ({"title": "x", "body": "so Ana"}, {"token_field": "body"}),
        ({"url": "http", "body": "Ana"}, {}),
    ],
)
def test_the_text_is_found_or_named(data: Json, options: Json) -> None:
    at = 3 if options else 0
    result = region(at, at + 3, "Ana", "PER")
    assert found(read([{"id": 1, "data": data, "annotations": [annotation(result)]}], **options)) == [("Ana", "PER")]


def test_a_text_that_may_be_any_of_several_is_told() -> None:
    tasks = [{"id": 1, "data": {"title": "x", "body": "y"}, "annotations": [annotation()]}]
    with pytest.raises(JsonShapeError, match="the text may be any of title, body; name the field"):
        read(tasks)


# Regions


def test_positions_in_utf16_code_units_are_found_out_by_the_text() -> None:
    file = read([task(1, "💩This is an annotation.", annotation(region(13, 23, "annotation", "X")))])
    assert found(file) == [("annotation", "X")]
    assert file.notes[0].startswith("positions count UTF-16 code units")


def test_line_breaks_written_as_escapes_are_no_other_text() -> None:
    assert read([task(1, "New\nYork", annotation(region(0, 8, "New\\nYork", "LOC")))]).notes == (
        "1 line break inside mentions: the sentences around them are joined",
    )


def test_regions_without_labels_and_other_results_are_told() -> None:
    choice = {"value": {"choices": ["good"]}, "id": "c", "from_name": "c", "to_name": "text", "type": "choices"}
    file = read([task(1, "Ana", annotation(region(0, 3, "Ana"), choice))])
    assert (found(file), file.notes) == (
        [],
        ("1 region without a label left out", "1 result other than regions of text not read"),
    )


def test_regions_of_html_are_told() -> None:
    value = {"start": "/div[1]/text()[1]", "end": "/div[1]/text()[1]", "startOffset": 0, "hypertextlabels": ["X"]}
    with pytest.raises(JsonShapeError, match="record 1: this region is not a span of characters"):
        read([task(1, "Ana", annotation({"value": value, "id": "h", "type": "hypertextlabels"}))])


def test_a_record_that_is_no_task_is_told() -> None:
    with pytest.raises(JsonShapeError, match="record 2 is not a task: “3”"):
        read([TASKS[0], 3])


# Writing


@pytest.mark.parametrize("text", [json.dumps(TASKS), json.dumps(TASKS, indent=2, ensure_ascii=False), MINIMAL])
def test_the_same_mentions_leave_every_byte(text: str) -> None:
    file = read(text)
    assert file.mentions is not None
    assert READER.with_mentions(file, file.mentions) == text.encode()


def test_one_of_several_labels_can_go() -> None:
    written = json.loads(with_spans(read(TASKS), (0, 2, "LOC"), (5, 6, "PER")))
    expected = json.loads(json.dumps(TASKS))
    expected[0]["annotations"][0]["result"][1]["value"]["labels"] = ["PER"]
    assert written == expected


def test_a_region_goes_with_its_relations() -> None:
    written = json.loads(with_spans(read(TASKS), (5, 6, "PER"), (5, 6, "VIP")))
    expected = json.loads(json.dumps(TASKS))
    del expected[0]["annotations"][0]["result"][2], expected[0]["annotations"][0]["result"][0]
    assert written == expected


def test_a_new_region_is_written_like_the_others() -> None:
    file = read(TASKS)
    written = json.loads(with_spans(file, (0, 2, "LOC"), (5, 6, "PER"), (5, 6, "VIP"), (8, 10, "X")))
    new = written[1]["annotations"][0]["result"][0]
    assert len(new.pop("id")) == 10
    assert new == {k: v for k, v in region(0, 12, "Nothing here", "X").items() if k != "id"}


def test_a_missing_list_of_json_min_is_added() -> None:
    written = json.loads(with_spans(read(MINIMAL), (0, 2, "LOC"), (5, 7, "PER"), (5, 7, "VIP"), (8, 10, "X")))
    assert written[1]["label"] == [{"start": 0, "end": 12, "text": "Nothing here", "labels": ["X"]}]


def test_a_task_without_predictions_takes_none() -> None:
    with pytest.raises(JsonShapeError, match="record 2 has no predictions to write mentions into"):
        with_spans(read(TASKS, key="predictions"), (0, 1, "LOC"), (8, 9, "X"))


# Properties

NAMES = st.sampled_from(
    ["data", "text", "annotations", "predictions", "result", "value", "start", "end", "labels", "type", "id", "label"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.sampled_from(["labels", "relation", "ab", "\ud83d"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=5),
    max_leaves=15,
)


@st.composite
def odd_tasks(draw: st.DrawFn) -> list[Json]:
    """Draw tasks in which something anywhere is replaced."""
    tasks: Json = json.loads(json.dumps(TASKS))
    for _ in range(draw(st.integers(1, 3))):
        place: Json = tasks
        while True:
            steps = list(place) if isinstance(place, dict) else range(len(place))
            step = draw(st.sampled_from(list(steps)))
            if not isinstance(place[step], list | dict) or not place[step] or draw(st.booleans()):
                place[step] = draw(VALUES)
                break
            place = place[step]
    return list(tasks)


@given(odd_tasks() | VALUES)
def test_whatever_a_file_holds_is_read_or_told_in_a_line(data: Json) -> None:
    READER.guess("x.json", json.dumps(data).encode())
    message = ""
    try:
        read(json.dumps(data), spans="outward")
    except DataError as told:
        message = str(told)
    assert "\n" not in message
    assert message.encode() or not message
