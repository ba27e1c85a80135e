"""Records with a running text, wherever a file holds them."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from nerinspect.errors import CommandError, JsonShapeError
from nerinspect.io.formats.json_records import Json, Place, Steps, elements, lines_of, members, read_records

_TEXT_FIELDS: Final = ("text", "data", "sentence", "content")


class TextRecord(NamedTuple):
    """The parts of a record.

    Attributes
    ----------
    body : dict
        The object that holds its fields.
    text : str or None
        Its text, if it has one.
    steps : tuple of str or int
        What leads from the record to the object.
    """

    body: dict[str, Json]
    text: str | None
    steps: Steps


def text_record(record: Json, text_field: str = "") -> TextRecord:
    """Take a record apart: an object with a field for its text, or a pair of a text and an object."""
    if isinstance(record, list) and len(record) == 2 and isinstance(record[0], str) and isinstance(record[1], dict):
        return TextRecord(record[1], record[0], (1,))
    if not isinstance(record, dict):
        return TextRecord({}, None, ())
    names = (text_field,) if text_field else _TEXT_FIELDS
    return TextRecord(record, next((record[name] for name in names if isinstance(record.get(name), str)), None), ())


def read_text_records(path: str, text: str, key: str | None) -> tuple[list[Place], list[int]]:
    """Find the records; an object without a text may hold them in a list."""
    places, lines = read_records(path, text)
    is_record = len(places) != 1 or text_record(places[0].value).text is not None
    lists = {} if is_record else _lists_of_records(text, places[0])
    if key is not None and key not in lists:
        known = f"it holds {', '.join(lists)}" if lists else "leave out #"
        raise CommandError(f"{path} holds no list of records called “{key}”; {known}")
    if key is None and len(lists) > 1:
        problem = f"the file holds several lists: {', '.join(lists)}"
        raise JsonShapeError(path, problem, f"name one, as {path}#{next(iter(lists))}")
    if lists:
        places = list(elements(text, lists[key or next(iter(lists))].start))
        lines = lines_of(text, places)
    return places, lines


def first_of_each_list(record: Json) -> Iterator[Json]:
    """Give a record, and the first of each list that it holds if it has no text itself."""
    yield record
    if isinstance(record, dict) and text_record(record).text is None:
        yield from (value[0] for value in record.values() if isinstance(value, list) and value)


def _lists_of_records(text: str, whole: Place) -> dict[str, Place]:
    if not isinstance(whole.value, dict):
        return {}
    lists = {name: place for name, place in members(text, whole.start).items() if isinstance(place.value, list)}
    return {
        name: place for name, place in lists.items() if any(text_record(one).text is not None for one in place.value)
    }
