"""Read JSON lists of sentences: `{"tokens": […], "entities": [{"type": …, "start": …, "end": …}]}`."""

import json
import re
import threading
from typing import Any

from nerinspect.collecting import collecting_later
from nerinspect.corpus.mentions import Mentions
from nerinspect.errors import EmptyTokenError, JsonShapeError, NoTokensError, counted, shown
from nerinspect.io.content import Content
from nerinspect.io.formats.json_records import GivenTwiceError, each_name_once
from nerinspect.io.formats.reader import LIKELY, POSSIBLE, Guess
from nerinspect.io.formats.sentence_columns import OddSentenceError, sentence_columns
from nerinspect.io.raw import RawFile
from nerinspect.io.read_options import ReadOptions
from nerinspect.progress import Checkpoint

_turn = threading.Lock()
"""Threads that make objects side by side only hinder each other."""

_BEGINNING = re.compile(rb'\s*(\{\s*"[^"]*"\s*:\s*\[|\[\s*\{)')


def read_json_sentences(content: Content, key: str | None) -> RawFile:
    """Read a JSON file of sentences with typed token spans.

    Parameters
    ----------
    content : Content
        The file.
    key : str or None
        Which list to take from an object of several.

    Returns
    -------
    RawFile
        With mentions; sentences have no lines and stand in one document.

    Raises
    ------
    JsonShapeError
        If it is no such JSON; the message says where.
    """
    path = content.path
    with _turn, collecting_later():
        sentences = chosen_list(path, _parsed(content), key)
        try:
            columns = sentence_columns(sentences)
        except OddSentenceError:
            _tell_what_is_odd(path, sentences)
            raise
        if not columns.text.n_tokens:
            raise NoTokensError(path)
        if not any("entities" in sentence for sentence in sentences):
            _refuse_other_lists(path, sentences)
        del sentences
    repeated = [("mention", columns.n_repeated_mentions), ("relation", columns.n_repeated_relations)]
    return RawFile(
        content,
        "json",
        columns.text,
        mentions=columns.mentions,
        notes=tuple(f"{counted(n, noun)} given twice, counted once" for noun, n in repeated if n),
        relations=columns.relations,
    )


def _parsed(content: Content) -> Any:  # noqa: ANN401 - parsed JSON
    path = content.path
    try:
        return json.loads(content.data, object_pairs_hook=each_name_once)
    except GivenTwiceError as error:
        raise JsonShapeError(path, f"an object gives {shown(error.args[0])} twice", "leave out one of them") from None
    except json.JSONDecodeError as error:
        raise JsonShapeError(path, f"this is not valid JSON ({error.args[0]})", "mend the file", error.lineno) from None
    except ValueError:
        raise JsonShapeError(path, "the JSON holds too long a number", "mend the file") from None
    except RecursionError:
        raise JsonShapeError(path, "the JSON is nested too deeply", "choose a list of sentences") from None


def chosen_list(path: str, data: Any, key: str | None) -> list[Any]:  # noqa: ANN401 - parsed JSON
    """Take the list of sentences, by its name if there are several."""
    if isinstance(data, list):
        if key is not None:
            raise JsonShapeError(path, f"the file holds one list, none called “{key}”", f"leave out #{key}")
        return data
    lists = {name: value for name, value in data.items() if isinstance(value, list)} if isinstance(data, dict) else {}
    names = ", ".join(lists)
    if not lists or {"tokens", "entities"} <= set(lists):
        raise JsonShapeError(path, "the file is no list of sentences", 'write [{"tokens": […], "entities": […]}, …]')
    if key is None:
        raise JsonShapeError(path, f"the file holds several lists: {names}", f"name one, as {path}#{next(iter(lists))}")
    if key not in lists:
        raise JsonShapeError(path, f"the file has no list “{key}”; it holds {names}", "name one of these behind #")
    return lists[key]


def _refuse_other_lists(path: str, sentences: list[Any]) -> None:
    """Refuse sentences without entities that say something of their tokens in another way."""
    lists = {name: None for sentence in sentences for name, value in sentence.items() if isinstance(value, list)}
    others = [name for name in lists if name not in ("tokens", "relations")]
    if others:
        raise JsonShapeError(
            path, f"no sentence has entities, but there are {', '.join(others)}", "choose the format jsonl for labels"
        )


def _tell_what_is_odd(path: str, sentences: list[Any]) -> None:
    """Raise for the first sentence that is not as it should be, and say what it is."""
    for number, sentence in enumerate(sentences, start=1):
        _check_words(path, number, sentence)
        if sentence["tokens"]:
            entities = sentence.get("entities", [])
            for entity in entities:
                _check_span(path, number, entity, len(sentence["tokens"]))
            given = sentence.get("relations", [])
            for relation in given if isinstance(given, list) else [given]:
                _check_relation(path, number, relation, len(entities))


def _check_words(path: str, number: int, sentence: Any) -> None:  # noqa: ANN401
    tokens = sentence.get("tokens") if isinstance(sentence, dict) else None
    entities = sentence.get("entities", []) if isinstance(sentence, dict) else None
    if not isinstance(tokens, list) or not isinstance(entities, list) or not all(isinstance(t, str) for t in tokens):
        raise JsonShapeError(
            path, f"sentence {number:,} has no list of tokens and entities", 'write {"tokens": […], "entities": […]}'
        )
    if not all(tokens):
        raise EmptyTokenError(f"{path}, sentence {number:,}", None)
    if not _is_text("".join(tokens)):
        raise JsonShapeError(
            path, f"sentence {number:,} has a token that holds half a character", "write the whole \\u pair, or none"
        )


def _check_span(path: str, number: int, entity: Any, n_tokens: int) -> None:  # noqa: ANN401
    entity = entity if isinstance(entity, dict) else {}
    start, end, type_name = entity.get("start"), entity.get("end"), entity.get("type")
    is_span = type(start) is int and type(end) is int and 0 <= start < end <= n_tokens
    if not is_span or not _is_name(type_name):
        raise JsonShapeError(
            path,
            f"sentence {number:,} has an entity that is no span of its tokens: {json.dumps(entity)[:80]}",
            "start and end are token positions from 0, end exclusive, and type is a name",
        )


def _check_relation(path: str, number: int, relation: Any, n_entities: int) -> None:  # noqa: ANN401
    parts = relation if isinstance(relation, dict) else {}
    places = parts.get("head"), parts.get("tail")
    joins_two = all(type(place) is int and 0 <= place < n_entities for place in places)
    if not joins_two or not _is_name(parts.get("type")):
        raise JsonShapeError(
            path,
            f"sentence {number:,} has a relation that joins no two entities: {json.dumps(relation)[:80]}",
            "head and tail are places in its list of entities, from 0, and type is a name",
        )


def _is_name(value: Any) -> bool:  # noqa: ANN401
    return isinstance(value, str) and bool(value) and _is_text(value)


def _is_text(value: str) -> bool:
    """Tell whether a string is free of lone surrogates, which JSON can write and UTF-8 cannot."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


class JsonReader:
    """A JSON list of sentences with tokens and typed token spans, or several lists by name."""

    name = "json"
    title = "JSON sentences"
    suffixes = (".json",)
    takes = "text"

    def guess(self, path: str, head: bytes) -> Guess | None:
        """Look for a list of objects with tokens and entities."""
        if not _BEGINNING.match(head[:4096]):
            return None
        if b'"entities"' in head and b'"tokens"' in head:
            return Guess(LIKELY, "by content: JSON sentences with tokens and entities")
        return Guess(POSSIBLE, "by content: JSON")

    def read(self, content: Content, options: ReadOptions, checkpoint: Checkpoint) -> RawFile:
        """Read tokens and mentions."""
        return read_json_sentences(content, options.key)

    def with_mentions(self, raw: RawFile, mentions: Mentions) -> bytes:
        """Write mentions back; sentences whose mentions stay are not touched."""
        from nerinspect.io.formats.json_sentences_writing import written_sentences

        return written_sentences(raw, mentions)


READER = JsonReader()
