import copy
import gc
import json
import re
import threading
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.corpus.mentions import Mentions, Relations
from nerinspect.errors import DataError
from nerinspect.io.content import read_content
from nerinspect.io.formats.json_sentences import OddSentenceError, read_json_sentences, sentence_columns

MakeFile = Callable[..., str]

_PARSE = json.loads

ODD = st.sampled_from(
    [None, True, 0, -1, 1, 7, 1 << 70, 0.0, "", "A", "\ud800", [], ["a"], {}, {"head": 0, "tail": 0, "type": "R"}]
)


@st.composite
def sentences(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Draw sentences as they should be, some without tokens, and some that say nothing of entities or relations."""
    found: list[dict[str, Any]] = []
    for tokens in draw(st.lists(st.lists(st.sampled_from("abé"), max_size=4), min_size=1, max_size=3)):
        sentence: dict[str, Any] = {"tokens": tokens}
        says_more = draw(st.booleans())
        places = [(start, end) for end in range(len(tokens) + 1) for start in range(end)]
        if says_more and places:
            drawn: list[tuple[tuple[int, int], str]] = draw(
                st.lists(st.tuples(st.sampled_from(places), st.sampled_from("XY")), max_size=4)
            )
            sentence["entities"] = [{"type": name, "start": start, "end": end} for (start, end), name in drawn]
        if n_entities := len(sentence.get("entities", [])):
            ends = st.integers(0, n_entities - 1)
            rows = draw(st.lists(st.tuples(ends, st.sampled_from("RS"), ends), max_size=4))
            sentence["relations"] = [{"type": name, "head": head, "tail": tail} for head, name, tail in rows]
        found.append(sentence)
    return found


@st.composite
def spoilt(draw: st.DrawFn) -> list[Any]:
    """Draw sentences in which one value, of an object or of a list, is another, or is missing."""
    found: list[Any] = copy.deepcopy(draw(sentences()))
    places: list[tuple[Any, Any]] = []

    def note(value: Any) -> None:  # noqa: ANN401
        if isinstance(value, list | dict):
            keys = value if isinstance(value, dict) else range(len(value))
            for key in keys:
                places.append((value, key))
                note(value[key])

    note(found)
    holder, key = draw(st.sampled_from(places))
    if isinstance(holder, dict) and draw(st.booleans()):
        del holder[key]
    else:
        holder[key] = draw(ODD)
    return found


def mention_rows(mentions: Mentions) -> list[tuple[int, int, str]]:
    rows = zip(mentions.start.tolist(), mentions.end.tolist(), mentions.type_codes.tolist(), strict=True)
    return [(start, end, mentions.types[code]) for start, end, code in rows]


def relation_rows(relations: Relations) -> list[tuple[int, str, int]]:
    rows = zip(relations.head.tolist(), relations.type_codes.tolist(), relations.tail.tolist(), strict=True)
    return [(head, relations.types[code], tail) for head, code, tail in rows]


@given(sentences())
def test_columns_hold_what_a_plain_reader_finds(drawn: list[dict[str, Any]]) -> None:
    tokens: list[str] = []
    spans, triples, starts = [], [], [0]
    for sentence in drawn:
        own = [
            (len(tokens) + one["start"], len(tokens) + one["end"], one["type"]) for one in sentence.get("entities", [])
        ]
        spans += own
        triples += [(own[one["head"]], one["type"], own[one["tail"]]) for one in sentence.get("relations", [])]
        tokens += sentence["tokens"]
        starts += [len(tokens)] * bool(sentence["tokens"])
    mentions = sorted(set(spans))
    relations = [(mentions.index(head), name, mentions.index(tail)) for head, name, tail in dict.fromkeys(triples)]
    columns = sentence_columns(drawn)
    text = columns.text
    assert ([text.token(place) for place in range(text.n_tokens)], text.sentence_start.tolist()) == (tokens, starts)
    assert (mention_rows(columns.mentions), columns.n_repeated_mentions) == (mentions, len(spans) - len(mentions))
    assert (relation_rows(columns.relations), columns.n_repeated_relations) == (
        relations,
        len(triples) - len(relations),
    )
    assert columns.mentions.types == tuple(sorted({name for _, _, name in spans}))
    assert columns.relations.types == tuple(sorted({name for _, name, _ in triples}))


def message_of(path: str) -> str:
    """Read a file; give what is wrong with it, nothing if it can be read."""
    try:
        read_json_sentences(read_content(path), None)
    except DataError as mistake:
        return str(mistake)
    return ""


def is_odd(drawn: list[Any]) -> bool:
    try:
        sentence_columns(drawn)
    except OddSentenceError:
        return True
    return False


@given(spoilt())
def test_whatever_is_odd_is_told_with_its_sentence(tmp_path_factory: pytest.TempPathFactory, drawn: list[Any]) -> None:
    path = tmp_path_factory.getbasetemp() / "spoilt.json"
    path.write_text(json.dumps(drawn))
    assert bool(re.search(r"sentence \d", message_of(str(path)))) == is_odd(drawn)


@pytest.mark.parametrize("data", ['[{"tokens": ["a"], "entities": []}]', "[3]", "["])
def test_cycles_are_collected_again_after_reading_whatever_was_read(make_file: MakeFile, data: str) -> None:
    message_of(make_file(data, "x.json"))
    assert gc.isenabled()


def test_one_thread_at_a_time_makes_objects(make_file: MakeFile, monkeypatch: pytest.MonkeyPatch) -> None:
    inside, most = [0], [0]

    def parsed(text: str, **options: Any) -> Any:  # noqa: ANN401
        inside[0] += 1
        most[0] = max(most[0], inside[0])
        is_off = not gc.isenabled()
        data = _PARSE(text, **options)
        inside[0] -= 1
        return data if is_off else None

    monkeypatch.setattr("nerinspect.io.formats.json_sentences.json.loads", parsed)
    path = make_file(json.dumps([{"tokens": ["a"], "entities": []}] * 20_000), "x.json")
    said: list[str] = []
    threads = [threading.Thread(target=lambda: said.append(message_of(path))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (most, said, gc.isenabled()) == ([1], [""] * 4, True)
