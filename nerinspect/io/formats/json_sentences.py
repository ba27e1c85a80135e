"""Read JSON lists of sentences: `{"tokens": […], "entities": [{"type": …, "start": …, "end": …}]}`."""

import json
import re
from typing import Any

import numpy as np
import pyarrow as pa

from nerinspect.corpus.arrays import from_arrow
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text
from nerinspect.errors import EmptyTokenError, JsonShapeError, NoTokensError, counted
from nerinspect.io.content import Content
from nerinspect.io.formats.reader import LIKELY, Guess
from nerinspect.io.raw import RawFile
from nerinspect.io.read_options import ReadOptions
from nerinspect.progress import Checkpoint

_BEGINNING = re.compile(rb'\s*(\{\s*"|\[\s*\{)')


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
    try:
        data = json.loads(content.data)
    except ValueError as error:
        line = getattr(error, "lineno", None)
        raise JsonShapeError(path, f"this is not valid JSON ({error.args[0]})", "mend the file", line) from None
    except RecursionError:
        raise JsonShapeError(path, "the JSON is nested too deeply", "choose a list of sentences") from None
    sentences = _chosen_list(path, data, key)
    tokens: list[str] = []
    sentence_start = [0]
    spans: set[tuple[int, int, str]] = set()
    n_spans = 0
    for number, sentence in enumerate(sentences, start=1):
        words, entities = _sentence_parts(path, number, sentence)
        if not words:
            continue
        for entity in entities:
            spans.add(_span(path, number, entity, len(tokens), len(words)))
            n_spans += 1
        tokens += words
        sentence_start.append(len(tokens))
    if not tokens:
        raise NoTokensError(path)
    mentions = _mentions(sorted(spans))
    n_twice = n_spans - len(spans)
    notes = (f"{counted(n_twice, 'mention')} given twice, counted once",) if n_twice else ()
    return RawFile(content, "json", _text(tokens, sentence_start), mentions=mentions, notes=notes)


def _chosen_list(path: str, data: Any, key: str | None) -> list[Any]:  # noqa: ANN401 - parsed JSON
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


def _sentence_parts(path: str, number: int, sentence: Any) -> tuple[list[str], list[Any]]:  # noqa: ANN401
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
    return tokens, entities


def _span(path: str, number: int, entity: Any, first: int, n_tokens: int) -> tuple[int, int, str]:  # noqa: ANN401
    entity = entity if isinstance(entity, dict) else {}
    start, end, type_name = entity.get("start"), entity.get("end"), entity.get("type")
    is_span = type(start) is int and type(end) is int and 0 <= start < end <= n_tokens
    if is_span and isinstance(type_name, str) and type_name and _is_text(type_name):
        return first + int(start), first + int(end), type_name
    raise JsonShapeError(
        path,
        f"sentence {number:,} has an entity that is no span of its tokens: {json.dumps(entity)[:80]}",
        "start and end are token positions from 0, end exclusive, and type is a name",
    )


def _is_text(value: str) -> bool:
    """Tell whether a string is free of lone surrogates, which JSON can write and UTF-8 cannot."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _mentions(spans: list[tuple[int, int, str]]) -> Mentions:
    start = np.array([span[0] for span in spans], dtype=np.int32)
    end = np.array([span[1] for span in spans], dtype=np.int32)
    types = tuple(sorted({span[2] for span in spans}))
    place = {name: code for code, name in enumerate(types)}
    return Mentions(start, end, np.array([place[span[2]] for span in spans], dtype=np.int32), types)


def _text(tokens: list[str], sentence_start: list[int]) -> Text:
    encoded = pa.array(tokens).dictionary_encode()
    n_sentences = len(sentence_start) - 1
    return Text(
        encoded.dictionary,
        from_arrow(encoded.indices),
        np.array(sentence_start, dtype=np.int32),
        np.zeros(n_sentences, dtype=np.int32),
        np.ones(n_sentences, dtype=np.int32),
    )


class JsonReader:
    """A JSON list of sentences with tokens and typed token spans, or several lists by name."""

    name = "json"
    title = "JSON sentences"
    suffixes = (".json",)
    takes = "text"

    def guess(self, path: str, head: bytes) -> Guess | None:
        """Look for a list of objects."""
        return Guess(LIKELY, "by content: a JSON list of objects") if _BEGINNING.match(head[:4096]) else None

    def read(self, content: Content, options: ReadOptions, checkpoint: Checkpoint) -> RawFile:
        """Read tokens and mentions."""
        return read_json_sentences(content, options.key)


READER = JsonReader()
