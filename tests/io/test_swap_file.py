import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from nerinspect.corpus.mentions import Relations
from nerinspect.io.content import FileBytes
from nerinspect.io.formats.json_sentences import read_json_sentences
from nerinspect.io.formats.reader import RawFile
from nerinspect.io.request import LoadRequest
from nerinspect.io.swap_files import read_swap, swap_file, token_fields
from nerinspect.systems.swap_test import swap
from tests.events.relation_studies import Sentence, relation_sentences
from tests.systems.plain_swap import PlainSentence, plain_sentences

SHOT: dict[str, Any] = {
    "tokens": ["Ms", "Ann", "Grey", "shot", "Bo", "."],
    "pos": ["T", "N", "S", "V", "M", "P"],
    "entities": [
        {"type": "Per", "start": 4, "end": 5, "id": 7},
        {"type": "Per", "start": 0, "end": 3},
        {"type": "Act", "start": 3, "end": 4},
    ],
    "relations": [{"head": 1, "tail": 0, "type": "Kill", "sure": True}, {"type": "By", "head": 2, "tail": 1}],
    "orig_id": "news/é",
}


def swapped_json(sentences: Sequence[dict[str, Any]], relation_type: str = "Kill") -> tuple[RawFile, list[Any]]:
    raw = read_json(json.dumps(sentences).encode())
    return raw, json.loads(swap_file(raw, swap(*parts(raw), relation_type)))


def read_json(data: bytes) -> RawFile:
    return read_json_sentences(FileBytes("x.json", data, "", 0).as_text(), None)


def parts(raw: RawFile) -> tuple[Any, Any, Relations]:
    assert raw.relations is not None
    return raw.text, raw.mentions, raw.relations


def plain(raw: RawFile) -> list[PlainSentence]:
    return plain_sentences(*parts(raw))


def test_sentences_keep_what_they_say_besides() -> None:
    raw, written = swapped_json([{"tokens": [], "pos": []}, SHOT])
    assert written == [
        {
            "tokens": ["Bo", "shot", "Ms", "Ann", "Grey", "."],
            "pos": ["M", "V", "T", "N", "S", "P"],
            "entities": [
                {"type": "Per", "start": 0, "end": 1, "id": 7},
                {"type": "Per", "start": 2, "end": 5},
                {"type": "Act", "start": 1, "end": 2},
            ],
            "relations": [{"head": 0, "tail": 1, "type": "Kill", "sure": True}, {"type": "By", "head": 2, "tail": 1}],
            "orig_id": "news/é",
        }
    ]
    assert token_fields(raw) == ("pos",)


def test_a_list_that_is_not_of_all_tokens_everywhere_stays() -> None:
    """As the tokens before a sentence, which are as many as its own by chance."""
    other = SHOT | {"pos": ["x"], "relations": []}
    raw, written = swapped_json([SHOT, other])
    assert (written[0]["pos"], token_fields(raw)) == (SHOT["pos"], ())


def test_a_relation_given_twice_is_turned_twice() -> None:
    kill = {"head": 1, "tail": 0, "type": "Kill"}
    _, written = swapped_json([SHOT | {"relations": [kill, kill]}])
    assert written[0]["relations"] == [{"head": 0, "tail": 1, "type": "Kill"}] * 2


def test_a_sentence_is_written_in_one_line_as_it_is_read() -> None:
    raw = read_json(json.dumps([SHOT, SHOT]).encode())
    lines = swap_file(raw, swap(*parts(raw), "Kill")).decode().splitlines()
    assert (lines[0], lines[-1], len(lines)) == ("[", "]", 4)
    assert "news/é" in lines[1]


def test_json_lines_are_written_as_json_lines() -> None:
    raw = read_json(((json.dumps(SHOT) + "\n") * 2).encode())
    lines = swap_file(raw, swap(*parts(raw), "Kill")).decode().splitlines()
    assert [json.loads(line)["orig_id"] for line in lines] == ["news/é"] * 2


def test_swapping_a_file_twice_gives_its_sentences() -> None:
    raw = read_json(json.dumps([SHOT, SHOT | {"relations": []}]).encode())
    again = read_json(swap_file(raw, swap(*parts(raw), "Kill")))
    assert json.loads(swap_file(again, swap(*parts(again), "Kill"))) == [SHOT]


@given(relation_sentences(0, 0))
def test_a_written_file_reads_as_it_was_swapped(sentences: list[Sentence]) -> None:
    records = [SHOT, *map(as_record, sentences)]
    raw = read_json(json.dumps(records).encode())
    found = swap(*parts(raw), "Kill")
    expected = plain_sentences(found.text, found.mentions, found.relations)
    assert plain(read_json(swap_file(raw, found))) == expected
    foreign = RawFile(raw.content, "brat", raw.text, mentions=raw.mentions, relations=raw.relations)
    assert plain(read_json(swap_file(foreign, found))) == expected


def as_record(sentence: Sentence) -> dict[str, Any]:
    tokens, (spans, relations), _ = sentence
    return {
        "tokens": tokens,
        "entities": [{"start": start, "end": end, "type": name} for start, end, name in spans],
        "relations": [{"head": head, "tail": tail, "type": name} for head, name, tail in relations],
    }


def test_other_formats_are_swapped_as_json(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Ann Grey shot Bo .\nBo fled .\n", encoding="utf-8")
    (tmp_path / "a.ann").write_text(
        "T1\tPer 0 8\tAnn Grey\nT2\tPer 14 16\tBo\nR1\tKill Arg1:T1 Arg2:T2\n", encoding="utf-8"
    )
    file = read_swap(LoadRequest(str(tmp_path / "a.ann"), format="brat"), "Kill")
    assert json.loads(swap_file(file.raw, file.swapped)) == [
        {
            "tokens": ["Bo", "shot", "Ann", "Grey", "."],
            "entities": [{"type": "Per", "start": 0, "end": 1}, {"type": "Per", "start": 2, "end": 4}],
            "relations": [{"type": "Kill", "head": 0, "tail": 1}],
        }
    ]


@pytest.mark.parametrize("make", [list, lambda found: found[0]])
def test_relations_may_be_one(make: Callable[[list[Any]], Any]) -> None:
    _, written = swapped_json([SHOT | {"relations": make([SHOT["relations"][0]])}])
    assert written[0]["relations"] == [{"head": 0, "tail": 1, "type": "Kill", "sure": True}]
