"""Read JSON lists of sentences: `{"tokens": […], "entities": [{"type": …, "start": …, "end": …}]}`."""

import json
import re
from typing import Any, TypeAlias

import numpy as np

from nerinspect.corpus.arrays import as_arrow_texts, from_arrow
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.relations import Relations
from nerinspect.corpus.text import Text
from nerinspect.errors import EmptyTokenError, JsonShapeError, NoTokensError, counted, shown
from nerinspect.io.content import Content
from nerinspect.io.formats.json_records import GivenTwiceError, each_name_once
from nerinspect.io.formats.reader import LIKELY, POSSIBLE, Guess
from nerinspect.io.raw import RawFile
from nerinspect.io.read_options import ReadOptions
from nerinspect.progress import Checkpoint

_BEGINNING = re.compile(rb'\s*(\{\s*"[^"]*"\s*:\s*\[|\[\s*\{)')

_Span: TypeAlias = tuple[int, int, str]


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
        data = json.loads(content.data, object_pairs_hook=each_name_once)
    except GivenTwiceError as error:
        raise JsonShapeError(path, f"an object gives {shown(error.args[0])} twice", "leave out one of them") from None
    except ValueError as error:
        line = getattr(error, "lineno", None)
        raise JsonShapeError(path, f"this is not valid JSON ({error.args[0]})", "mend the file", line) from None
    except RecursionError:
        raise JsonShapeError(path, "the JSON is nested too deeply", "choose a list of sentences") from None
    sentences = chosen_list(path, data, key)
    tokens: list[str] = []
    sentence_start = [0]
    spans: list[_Span] = []
    relations: list[tuple[_Span, str, _Span]] = []
    for number, sentence in enumerate(sentences, start=1):
        words = _words(path, number, sentence)
        if not words:
            continue
        found = [_span(path, number, entity, len(tokens), len(words)) for entity in sentence.get("entities", [])]
        spans += found
        relations += _relations(path, number, sentence, found)
        tokens += words
        sentence_start.append(len(tokens))
    if not tokens:
        raise NoTokensError(path)
    if not any("entities" in sentence for sentence in sentences):
        _refuse_other_lists(path, sentences)
    distinct = sorted(set(spans))
    held = dict.fromkeys(relations)
    repeated = [("mention", len(spans) - len(distinct)), ("relation", len(relations) - len(held))]
    return RawFile(
        content,
        "json",
        _text(tokens, sentence_start),
        mentions=_mentions(distinct),
        notes=tuple(f"{counted(n, noun)} given twice, counted once" for noun, n in repeated if n),
        relations=_as_relations(distinct, list(held)),
    )


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


def _words(path: str, number: int, sentence: Any) -> list[str]:  # noqa: ANN401
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
    return tokens


def _refuse_other_lists(path: str, sentences: list[Any]) -> None:
    """Refuse sentences without entities that say something of their tokens in another way."""
    lists = {name: None for sentence in sentences for name, value in sentence.items() if isinstance(value, list)}
    others = [name for name in lists if name not in ("tokens", "relations")]
    if others:
        raise JsonShapeError(
            path, f"no sentence has entities, but there are {', '.join(others)}", "choose the format jsonl for labels"
        )


def _relations(path: str, number: int, sentence: Any, found: list[_Span]) -> list[tuple[_Span, str, _Span]]:  # noqa: ANN401
    """Read the relations of a sentence; head and tail count its entities from 0."""
    relations = []
    given = sentence.get("relations", [])
    for relation in given if isinstance(given, list) else [given]:
        parts = relation if isinstance(relation, dict) else {}
        head, tail, name = parts.get("head"), parts.get("tail"), parts.get("type")
        places = [place for place in (head, tail) if type(place) is int and 0 <= place < len(found)]
        if len(places) < 2 or not isinstance(name, str) or not name or not _is_text(name):
            raise JsonShapeError(
                path,
                f"sentence {number:,} has a relation that joins no two entities: {json.dumps(relation)[:80]}",
                "head and tail are places in its list of entities, from 0, and type is a name",
            )
        relations.append((found[places[0]], name, found[places[1]]))
    return relations


def _as_relations(distinct: list[_Span], held: list[tuple[_Span, str, _Span]]) -> Relations:
    place = {span: number for number, span in enumerate(distinct)}
    types = tuple(sorted({name for _, name, _ in held}))
    code = {name: number for number, name in enumerate(types)}
    return Relations(
        np.array([place[head] for head, _, _ in held], dtype=np.int32),
        np.array([place[tail] for _, _, tail in held], dtype=np.int32),
        np.array([code[name] for _, name, _ in held], dtype=np.int32),
        types,
    )


def _span(path: str, number: int, entity: Any, first: int, n_tokens: int) -> _Span:  # noqa: ANN401
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


def _mentions(spans: list[_Span]) -> Mentions:
    start = np.array([span[0] for span in spans], dtype=np.int32)
    end = np.array([span[1] for span in spans], dtype=np.int32)
    types = tuple(sorted({span[2] for span in spans}))
    place = {name: code for code, name in enumerate(types)}
    return Mentions(start, end, np.array([place[span[2]] for span in spans], dtype=np.int32), types)


def _text(tokens: list[str], sentence_start: list[int]) -> Text:
    encoded = as_arrow_texts(tokens).dictionary_encode()
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
