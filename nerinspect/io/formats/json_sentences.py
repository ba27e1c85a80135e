"""JSON lists of sentences, read and written: `{"tokens": […], "entities": [{"type": …, "start": …, "end": …}]}`."""

import json
import re
import threading
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import itemgetter
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import AnyIntArray, as_arrow_texts
from nerinspect.corpus.mentions import Mentions, Relations, distinct_mentions
from nerinspect.corpus.text import Documents, Text, documents_of
from nerinspect.errors import EmptyTokenError, JsonShapeError, NoTokensError, shown
from nerinspect.io.content import Content
from nerinspect.io.formats.json_records import (
    GivenTwiceError,
    Place,
    document_said,
    each_name_once,
    elements,
    members,
    place_of,
    read_records,
    replaced,
    written_like,
)
from nerinspect.io.formats.lines import edited_text
from nerinspect.io.formats.passages import MentionKey
from nerinspect.io.formats.reader import LIKELY, POSSIBLE, Guess, RawFile, ReadOptions
from nerinspect.progress import Checkpoint, collecting_later
from nerinspect.quantities import counted, grouped

_NONE: Final[list[Any]] = []


class OddSentenceError(Exception):
    """Some sentence is not as it should be; which one, and why, is for the reader to say."""


@dataclass(frozen=True, eq=False)
class SentenceColumns:
    """What sentences hold; those without tokens are left out, and what is given again is counted.

    Mentions are sorted by start, end and type, relations stand in the order given.
    """

    text: Text
    mentions: Mentions
    relations: Relations
    n_repeated_mentions: int
    n_repeated_relations: int
    notes: tuple[str, ...]


def sentence_columns(sentences: Sequence[Any]) -> SentenceColumns:
    """Read sentences: objects with `tokens`, and with typed spans, `entities`, and `relations` if they have some.

    Raises
    ------
    OddSentenceError
        If anything is of another shape.
    """
    try:
        return _columns(sentences)
    except (AttributeError, KeyError, TypeError, OverflowError, UnicodeEncodeError):
        raise OddSentenceError from None


def _columns(sentences: Sequence[Any]) -> SentenceColumns:
    _hold_only(list, (sentence.get("tokens") for sentence in sentences))
    _hold_only(list, (sentence.get("entities", _NONE) for sentence in sentences))
    sentences = [sentence for sentence in sentences if sentence["tokens"]]
    tokens_of = [sentence["tokens"] for sentence in sentences]
    entities_of = [sentence.get("entities", _NONE) for sentence in sentences]
    given = [sentence.get("relations", _NONE) for sentence in sentences]
    relations_of = [held if isinstance(held, list) else [held] for held in given]
    documents = documents_of([document_said(sentence) for sentence in sentences])
    text = _text(tokens_of, documents)
    mentions, number = _mentions(entities_of, text)
    relations, n_relations = _relations(relations_of, entities_of, number)
    n_repeated = len(number) - len(mentions), n_relations - len(relations)
    return SentenceColumns(text, mentions, relations, *n_repeated, documents.notes)


def _text(tokens_of: Sequence[list[str]], documents: Documents) -> Text:
    lengths = _lengths(tokens_of)
    place: defaultdict[str, int] = defaultdict()
    place.default_factory = place.__len__  # a token that was not met before has the next number
    codes = np.fromiter(map(place.__getitem__, chain.from_iterable(tokens_of)), np.int32, lengths.sum())
    n_sentences = len(tokens_of)
    return Text(
        as_arrow_texts(_names(place)),
        codes,
        np.append(0, np.cumsum(lengths)).astype(np.int32),
        np.zeros(n_sentences, dtype=np.int32),
        documents.number,
        document_names=documents.names,
    )


def _mentions(entities_of: Sequence[list[Any]], text: Text) -> tuple[Mentions, AnyIntArray]:
    """Give the mentions, and for each entity the number of its mention."""
    starts, ends, names = _members(("start", "end", "type"), entities_of)
    n_entities, first = _lengths(entities_of), text.sentence_start[:-1]
    start, end = _integers(starts), _integers(ends)
    n_tokens = np.repeat(np.diff(text.sentence_start), n_entities)
    _demand((start >= 0) & (start < end) & (end <= n_tokens))
    types = tuple(sorted(_names(names)))
    start, end = (np.repeat(first, n_entities) + place for place in (start, end))
    codes = _codes(names, types)
    return distinct_mentions(start, end, codes, types)


def _relations(
    relations_of: Sequence[list[Any]], entities_of: Sequence[list[Any]], number: AnyIntArray
) -> tuple[Relations, int]:
    """Give the relations, and how many were given; head and tail count the entities of their sentence."""
    heads, tails, names = _members(("head", "tail", "type"), relations_of)
    n_relations, n_entities = _lengths(relations_of), _lengths(entities_of)
    first = np.repeat(np.cumsum(n_entities) - n_entities, n_relations)
    most = np.repeat(n_entities, n_relations)
    head, tail = _integers(heads), _integers(tails)
    _demand((head >= 0) & (head < most) & (tail >= 0) & (tail < most))
    types = tuple(sorted(_names(names)))
    codes = _codes(names, types)
    head, tail = number[first + head], number[first + tail]
    key = (head.astype(np.int64) * (len(number) + 1) + tail) * (len(types) + 1) + codes
    kept = np.sort(np.unique(key, return_index=True)[1])
    own_head, own_tail, own_codes = (column[kept].astype(np.int32) for column in (head, tail, codes))
    return Relations(own_head, own_tail, own_codes, types), len(key)


def _members(names: tuple[str, ...], objects_of: Sequence[list[Any]]) -> list[tuple[Any, ...]]:
    """Give the values of each name, of all objects of all sentences."""
    rows = list(map(itemgetter(*names), chain.from_iterable(objects_of)))
    return list(zip(*rows, strict=True)) if rows else [()] * len(names)


def _lengths(lists: Sequence[list[Any]]) -> npt.NDArray[np.int64]:
    return np.fromiter(map(len, lists), np.int64, len(lists))


def _integers(values: Sequence[Any]) -> npt.NDArray[np.int64]:
    _hold_only(int, values)  # no truth values
    return np.array(values, dtype=np.int64)


def _names(values: Iterable[Any]) -> list[str]:
    """Give each of many names once; none is empty, and none holds half a character."""
    distinct = list(dict.fromkeys(values))
    _hold_only(str, distinct)
    "".join(distinct).encode()
    if "" in distinct:
        raise OddSentenceError
    return distinct


def _codes(names: Sequence[str], types: Sequence[str]) -> npt.NDArray[np.int64]:
    place = {name: code for code, name in enumerate(types)}
    return np.fromiter(map(place.__getitem__, names), np.int64, len(names))


def _hold_only(kind: type, values: Iterable[Any]) -> None:
    if set(map(type, values)) - {kind}:
        raise OddSentenceError


def _demand(holds: npt.NDArray[np.bool_]) -> None:
    if not holds.all():
        raise OddSentenceError


_turn = threading.Lock()  # threads that make objects side by side only hinder each other

_BEGINNING = re.compile(rb'\s*(\{\s*"[^"]*"\s*:\s*\[|\[\s*\{)')


def read_json_sentences(content: Content, key: str | None) -> RawFile:
    """Read a JSON file of sentences with typed token spans, or the list of a key in an object of several.

    Sentences have no lines, and stand in one document unless each says in which.
    """
    path = content.path
    with _turn, collecting_later():
        sentences = sentences_of(content, key)
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
        notes=(*(f"{counted(n, noun)} given twice, counted once" for noun, n in repeated if n), *columns.notes),
        relations=columns.relations,
    )


def sentences_of(content: Content, key: str | None) -> list[Any]:
    """Parse the sentences of a file: one list of them, the list of a key in an object of several, or one a line."""
    data = _parsed(content)
    if isinstance(data, dict) and key is None and _is_sentence(data):
        return [data]
    return _chosen_list(content.path, data, key)


def _parsed(content: Content) -> Any:  # noqa: ANN401 - parsed JSON
    path = content.path
    try:
        return json.loads(content.data, object_pairs_hook=each_name_once)
    except GivenTwiceError as error:
        raise JsonShapeError(path, f"an object gives {shown(error.args[0])} twice", "leave out one of them") from None
    except json.JSONDecodeError as error:
        if error.msg == "Extra data" and content.data.lstrip().startswith(b"{"):
            return [place.value for place in read_records(path, content.data.decode())[0]]
        raise JsonShapeError(path, f"this is not valid JSON ({error.msg})", "fix the file", error.lineno) from None
    except ValueError:
        raise JsonShapeError(path, "the JSON contains too long a number", "fix the file") from None
    except RecursionError:
        raise JsonShapeError(path, "the JSON is nested too deeply", "choose a list of sentences") from None


def _is_sentence(data: dict[str, Any]) -> bool:
    return isinstance(data.get("tokens"), list) and isinstance(data.get("entities"), list)


def _chosen_list(path: str, data: Any, key: str | None) -> list[Any]:  # noqa: ANN401 - parsed JSON
    if isinstance(data, list):
        if key is not None:
            raise JsonShapeError(path, f"the file has one list, none called “{key}”", f"leave out #{key}")
        return data
    lists = {name: value for name, value in data.items() if isinstance(value, list)} if isinstance(data, dict) else {}
    names = ", ".join(lists)
    if not lists or _is_sentence(lists):
        raise JsonShapeError(path, "the file is not a list of sentences", 'write [{"tokens": […], "entities": […]}, …]')
    if key is None:
        raise JsonShapeError(path, f"the file has several lists: {names}", f"name one, as {path}#{next(iter(lists))}")
    if key not in lists:
        raise JsonShapeError(path, f"the file has no list “{key}”; it has {names}", "name one of these after #")
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
            path,
            f"sentence {grouped(number)} has no list of tokens and entities",
            'write {"tokens": […], "entities": […]}',
        )
    if not all(tokens):
        raise EmptyTokenError(f"{path}, sentence {grouped(number)}", None)
    if not _is_text("".join(tokens)):
        raise JsonShapeError(
            path,
            f"sentence {grouped(number)} has a token that contains half a character",
            "write the whole \\u pair, or none",
        )


def _check_span(path: str, number: int, entity: Any, n_tokens: int) -> None:  # noqa: ANN401
    entity = entity if isinstance(entity, dict) else {}
    start, end, type_name = entity.get("start"), entity.get("end"), entity.get("type")
    is_span = type(start) is int and type(end) is int and 0 <= start < end <= n_tokens
    if not is_span or not _is_name(type_name):
        raise JsonShapeError(
            path,
            f"sentence {grouped(number)} has an entity that is not a span of its tokens: {json.dumps(entity)[:80]}",
            "start and end are token positions from 0, end exclusive, and type is a name",
        )


def _check_relation(path: str, number: int, relation: Any, n_entities: int) -> None:  # noqa: ANN401
    parts = relation if isinstance(relation, dict) else {}
    places = parts.get("head"), parts.get("tail")
    joins_two = all(type(place) is int and 0 <= place < n_entities for place in places)
    if not joins_two or not _is_name(parts.get("type")):
        raise JsonShapeError(
            path,
            f"sentence {grouped(number)} has a relation that joins no two entities: {json.dumps(relation)[:80]}",
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
    """JSON sentences with tokens and typed token spans: a list of them, several lists by name, or one a line."""

    name = "json"
    title = "JSON sentences"
    suffixes = (".json", ".jsonl")
    takes = "text"

    def guess(self, path: str, head: bytes) -> Guess | None:
        if not _BEGINNING.match(head[:4096]):
            is_one = path.removesuffix(".gz").casefold().endswith(".json") and head.lstrip().startswith((b"{", b"["))
            return Guess(POSSIBLE, "by its ending .json") if is_one else None
        if b'"entities"' in head and b'"tokens"' in head:
            return Guess(LIKELY, "by content: JSON sentences with tokens and entities")
        return Guess(POSSIBLE, "by content: JSON")

    def read(self, content: Content, options: ReadOptions, checkpoint: Checkpoint) -> RawFile:
        return read_json_sentences(content, options.key)

    def with_mentions(self, raw: RawFile, mentions: Mentions) -> bytes:
        """Write mentions back; sentences whose mentions stay are not touched."""
        return written_sentences(raw, mentions)


READER = JsonReader()


def written_sentences(raw: RawFile, mentions: Mentions) -> bytes:
    """Give the file with all mentions there shall be, equal where nothing changed.

    A mention that changes nothing but its type keeps its place, its relations and what else its entity says; a relation
    that loses an argument goes.
    """
    text, before = raw.own_text, raw.mentions
    assert before is not None, "every such file has mentions"
    old, new = _by_sentence(raw, before), _by_sentence(raw, mentions)
    differing = [number for number in range(text.n_sentences) if old.get(number) != new.get(number)]
    if not differing:
        return raw.content.original

    def edit(data: str) -> str:
        filled = [place for place in _sentences(raw, data) if place.value["tokens"]]
        changes = []
        for number in differing:
            changes += _changes(data, filled[number], new.get(number, set()))
        return replaced(data, changes)

    return edited_text(raw.content.original, raw.content.text_encoding, edit)


def _by_sentence(raw: RawFile, mentions: Mentions) -> dict[int, set[MentionKey]]:
    """Give the mentions of each sentence, counted from its first token."""
    sentence = raw.own_text.sentence_of(mentions.start)
    first = raw.own_text.sentence_start[sentence]
    found: defaultdict[int, set[MentionKey]] = defaultdict(set)
    names = [mentions.types[code] for code in mentions.type_codes.tolist()]
    start, end = (mentions.start - first).tolist(), (mentions.end - first).tolist()
    for number, *key in zip(sentence.tolist(), start, end, names, strict=True):
        found[number].add((key[0], key[1], key[2]))
    return found


def _sentences(raw: RawFile, text: str) -> list[Place]:
    key = raw.options.key
    if key is None:
        return read_records(raw.content.path, text)[0]
    start = len(text) - len(text.lstrip("\ufeff \t\r\n"))
    return list(elements(text, members(text, start)[key].start))


def _changes(text: str, sentence: Place, wanted: set[MentionKey]) -> list[tuple[int, int, str]]:
    value = sentence.value
    entities = place_of(text, sentence, ("entities",))
    old = [(entity["start"], entity["end"], entity["type"]) for entity in value.get("entities", [])]
    new = sorted(wanted - set(old))
    names = [_name_after(key, wanted, new) for key in old]
    added = [written_like({"type": name, "start": start, "end": end}, text, sentence) for start, end, name in new]
    if entities is None:
        at = sentence.end - 1
        return [(at, at, f', "entities": [{", ".join(added)}]')]
    stays = [number for number, name in enumerate(names) if name is not None]
    items = list(elements(text, entities.start))
    kept = [
        text[items[number].start : items[number].end]
        if names[number] == old[number][2]
        else written_like(items[number].value | {"type": names[number]}, text, sentence)
        for number in stays
    ]
    between = text[items[0].end : items[1].start] if len(items) > 1 else ", "
    changes = [(entities.start, entities.end, f"[{between.join([*kept, *added])}]")]
    relations = place_of(text, sentence, ("relations",))
    if relations is not None and len(stays) < len(old):
        changes.append((relations.start, relations.end, _written_relations(text, relations, stays, sentence)))
    return changes


def _name_after(key: MentionKey, wanted: set[MentionKey], new: list[MentionKey]) -> str | None:
    """Give an entity its type, None if it goes; a new mention of the extent of one that goes takes its place."""
    if key in wanted:
        return key[2]
    heir = next((one for one in new if one[:2] == key[:2]), None)
    if heir is None:
        return None
    new.remove(heir)
    return heir[2]


def _written_relations(text: str, relations: Place, stays: list[int], sentence: Place) -> str:
    """Write the relations whose mentions stay, with the places these have now."""
    place = {before: after for after, before in enumerate(stays)}
    written = [
        written_like(item | {"head": place[item["head"]], "tail": place[item["tail"]]}, text, sentence)
        for item in relations.value
        if item["head"] in place and item["tail"] in place
    ]
    return f"[{', '.join(written)}]"
