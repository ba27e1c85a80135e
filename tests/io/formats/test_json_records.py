import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.errors import DataError, JsonShapeError
from nerinspect.io.formats.json_records import (
    first_records,
    place_of,
    read_records,
    replaced,
    well_formed,
    written_like,
)

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
RECORDS = st.lists(st.dictionaries(st.text(max_size=3), VALUES, max_size=3), max_size=4)


@given(RECORDS, st.booleans(), st.sampled_from([None, 2]), st.booleans())
def test_records_are_found_as_written(records: list[Any], in_array: bool, indent: int | None, bom: bool) -> None:
    dumped = [json.dumps(record, indent=indent) for record in records]
    text = "\ufeff" * bom + (f"[{','.join(dumped)}]\n" if in_array else "\r\n".join(dumped))
    places, lines = read_records("x", text)
    assert [place.value for place in places] == records
    assert [json.loads(text[place.start : place.end]) for place in places] == records
    assert lines == [text.count("\n", 0, place.start) + 1 for place in places]


@given(VALUES.filter(bool))
def test_every_part_is_found_where_it_stands(value: Any) -> None:  # noqa: ANN401
    text = f' {{"é\\n": 1, "x": {json.dumps([0, {"y": value}], indent=1)}}}'
    whole = read_records("x", text)[0][0]
    place = place_of(text, whole, ("x", 1, "y"))
    assert place is not None
    assert (place.value, json.loads(text[place.start : place.end])) == (value, value)


def test_members_of_one_name_are_told() -> None:
    with pytest.raises(DataError, match="an object gives “x” twice"):
        read_records("x", '[{"y": {"x": 1, "x": 2}}]')


@pytest.mark.parametrize("steps", [("z",), ("x", 5), ("x", "y"), ("w", 0), (0,)])
def test_a_part_that_is_not_there_is_not_found(steps: tuple[str | int, ...]) -> None:
    text = '{"x": [1], "w": 3}'
    assert place_of(text, read_records("x", text)[0][0], steps) is None


def test_an_array_that_begins_with_a_string_is_a_record() -> None:
    places, _ = read_records("x", '["a", {}]\n["b", {}]')
    assert [place.value for place in places] == [["a", {}], ["b", {}]]


@pytest.mark.parametrize(
    ("text", "line"),
    [("{}\n{", 2), ("[{}\n\n", 1), ("[{}] 3", 1), ("[{}\n{}]", 2), ('{"a": 01}', 1), ("{}\n\nx\n", 3)],
)
def test_what_is_no_json_is_told_with_its_line(text: str, line: int) -> None:
    with pytest.raises(JsonShapeError, match="this is not valid JSON") as caught:
        read_records("x", text)
    assert caught.value.line == line


@pytest.mark.parametrize("text", ["[" * 200_000, "[" * 200_000 + "]" * 200_000, "1" * 5000])
def test_what_python_does_not_read_is_told(text: str) -> None:
    with pytest.raises(JsonShapeError):
        read_records("x", text)


@pytest.mark.parametrize(
    ("text", "records"), [('{"a": 1}\n{"b": 2', [{"a": 1}]), ('[{"a": 1}, {"b', [{"a": 1}]), ("a B-X", []), ("", [])]
)
def test_the_records_at_the_beginning_are_those_that_are_whole(text: str, records: list[Any]) -> None:
    assert first_records(text) == records


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ('{"a": 1}', '["é", 1]'),
        ('{"a":1}', '["é",1]'),
        ('{"a": "\\u00e9"}', '["\\u00e9", 1]'),
        ('{"a": "é\\u00e9"}', '["é", 1]'),
    ],
)
def test_values_are_written_with_the_blanks_and_escapes_of_their_record(text: str, written: str) -> None:
    assert written_like(["é", 1], text, read_records("x", text)[0][0]) == written


def test_several_places_are_replaced_at_once() -> None:
    assert replaced("abcdef", [(4, 5, "XX"), (0, 1, ""), (6, 6, "!")]) == "bcdXXf!"


def test_half_characters_are_escaped() -> None:
    assert well_formed("a\ud83d") == "a\\ud83d"
