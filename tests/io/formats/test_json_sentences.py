import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from nerinspect.corpus.mentions import Mentions
from nerinspect.errors import CommandError, DataError, EmptyTokenError, JsonShapeError, NoTokensError
from nerinspect.io.content import read_content
from nerinspect.io.formats.json_sentences import READER, read_json_sentences
from nerinspect.io.formats.reader import RawFile
from nerinspect.io.reading.files import read_path
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import FileOptions, LoadRequest, NamedPath

MakeFile = Callable[..., str]
ReadJson = Callable[..., RawFile]

SENTENCE: dict[str, Any] = {"tokens": ["New", "York", "wins"], "entities": [{"type": "LOC", "start": 0, "end": 2}]}


@pytest.fixture
def read_json(make_file: MakeFile) -> ReadJson:
    def read(data: Any, key: str | None = None) -> RawFile:  # noqa: ANN401
        text = data if isinstance(data, str) else json.dumps(data)
        return read_json_sentences(read_content(make_file(text, "x.json")), key)

    return read


def spans(file: RawFile) -> list[tuple[int, int, str]]:
    found = file.mentions
    assert found is not None
    rows = zip(found.start.tolist(), found.end.tolist(), found.type_codes.tolist(), strict=True)
    return [(start, end, found.types[code]) for start, end, code in rows]


def test_spans_become_mentions(read_json: ReadJson) -> None:
    assert spans(read_json([SENTENCE, SENTENCE])) == [(0, 2, "LOC"), (3, 5, "LOC")]


def test_sentences_have_no_lines_and_stand_in_one_document(read_json: ReadJson) -> None:
    text = read_json([SENTENCE, SENTENCE]).text
    assert text is not None
    assert (text.sentence_line.tolist(), text.document.tolist()) == ([0, 0], [1, 1])


def test_sentences_may_stand_one_a_line(read_json: ReadJson) -> None:
    line = json.dumps(SENTENCE)
    assert spans(read_json(line)) == [(0, 2, "LOC")]
    assert spans(read_json(f"{line}\n{line}\n")) == [(0, 2, "LOC"), (3, 5, "LOC")]


def test_mentions_are_written_back_into_lines(read_json: ReadJson) -> None:
    line = json.dumps(SENTENCE)
    file = read_json(f"{line}\n{line}\n")
    nothing = np.zeros(0, dtype=np.int32)
    written = READER.with_mentions(file, Mentions(nothing, nothing, nothing, ()))
    assert written.decode().splitlines() == [json.dumps({**SENTENCE, "entities": []})] * 2


def test_sentences_may_name_their_documents(read_json: ReadJson) -> None:
    file = read_json([SENTENCE | {"document": name} for name in ("a", "a", "b", "a")])
    assert file.text is not None
    assert (file.text.document.tolist(), file.text.document_names) == ([1, 1, 2, 3], ("a", "b", "a"))
    assert file.notes == ("1 document resumed after another, counted as new",)


def test_documents_with_numbers_have_no_names(read_json: ReadJson) -> None:
    text = read_json([SENTENCE | {"document": number} for number in (7, 8, 8)]).text
    assert text is not None
    assert (text.document.tolist(), text.document_names) == ([1, 2, 2], ())


def test_entities_may_be_missing_and_come_in_any_order(read_json: ReadJson) -> None:
    entities = [{"type": "B", "start": 1, "end": 2}, {"type": "A", "start": 0, "end": 1}]
    assert spans(read_json([{"tokens": ["x"]}, {"tokens": ["y", "z"], "entities": entities}])) == [
        (1, 2, "A"),
        (2, 3, "B"),
    ]


def test_a_sentence_without_tokens_does_not_count(read_json: ReadJson) -> None:
    text = read_json([{"tokens": []}, SENTENCE]).text
    assert text is not None
    assert text.n_sentences == 1


def test_a_mention_given_twice_counts_once_and_is_told(read_json: ReadJson) -> None:
    file = read_json([SENTENCE | {"entities": SENTENCE["entities"] * 2}])
    assert (len(spans(file)), len(file.notes)) == (1, 1)


def test_mentions_may_overlap_and_stand_by_start_end_and_type(read_json: ReadJson) -> None:
    entities = [
        {"type": name, "start": start, "end": end} for start, end, name in [(1, 3, "A"), (0, 2, "B"), (0, 2, "A")]
    ]
    assert spans(read_json([SENTENCE | {"entities": entities}])) == [(0, 2, "A"), (0, 2, "B"), (1, 3, "A")]


def test_a_key_chooses_among_several_lists(read_json: ReadJson) -> None:
    assert len(spans(read_json({"train": [SENTENCE] * 3, "test": [SENTENCE]}, "test"))) == 1


@pytest.mark.parametrize(
    ("data", "key", "message"),
    [
        ({"train": [], "test": [SENTENCE]}, None, r"has several lists: train, test; name one, as .*x.json#train"),
        ({"train": [], "test": [SENTENCE]}, "dev", "has no list “dev”; it has train, test; name one of these"),
        ([SENTENCE], "test", "has one list, none called “test”; leave out #test"),
        (SENTENCE, "test", "the file is not a list of sentences"),
        ({"a": 1}, None, "the file is not a list of sentences"),
        ([SENTENCE, 3], None, "sentence 2 has no list of tokens and entities"),
        ([{"tokens": "New York"}], None, "sentence 1 has no list of tokens"),
        ([{"tokens": ["a", 1]}], None, "sentence 1 has no list of tokens"),
        ([{"tokens": ["a"], "entities": {}}], None, "sentence 1 has no list of tokens and entities"),
        ('[{"tokens": ["a\\ud800"]}]', None, "sentence 1 has a token that contains half a character"),
        ("[" * 100_000, None, "JSON"),
        ('[{"tokens": ["a"]}', None, "this is not valid JSON"),
        ('[{"tokens": ["a"], "x": ' + "9" * 5_000 + "}]", None, "the JSON contains too long a number; fix the file"),
    ],
)
def test_another_shape_is_told(read_json: ReadJson, data: Any, key: str | None, message: str) -> None:  # noqa: ANN401
    with pytest.raises(JsonShapeError, match=message):
        read_json(data, key)


@pytest.mark.parametrize(
    "entity",
    [
        {"type": "X", "start": 0, "end": 4},
        {"type": "X", "start": -1, "end": 1},
        {"type": "X", "start": 1, "end": 1},
        {"type": "X", "start": 2, "end": 1},
        {"type": "X", "start": "0", "end": 1},
        {"type": "X", "start": False, "end": 1},
        {"type": "X", "start": 0.0, "end": 1},
        {"type": "", "start": 0, "end": 1},
        {"type": 7, "start": 0, "end": 1},
        {"type": "\ud800", "start": 0, "end": 1},
        {"start": 0, "end": 1},
        "X",
        None,
    ],
)
def test_an_entity_that_is_no_span_is_told_with_its_sentence(read_json: ReadJson, entity: Any) -> None:  # noqa: ANN401
    with pytest.raises(JsonShapeError, match="sentence 2 has an entity that is not a span of its tokens"):
        read_json([SENTENCE, SENTENCE | {"entities": [entity]}])


def test_an_empty_token_is_told_with_its_sentence(read_json: ReadJson) -> None:
    with pytest.raises(EmptyTokenError, match="sentence 2: the token is empty"):
        read_json([SENTENCE, {"tokens": ["a", ""]}])


@pytest.mark.parametrize("data", [[], [{"tokens": []}]])
def test_json_without_tokens_is_told(read_json: ReadJson, data: list[Any]) -> None:
    with pytest.raises(NoTokensError):
        read_json(data)


def test_invalid_json_is_told_with_its_line(read_json: ReadJson) -> None:
    with pytest.raises(DataError) as caught:
        read_json('[{"tokens":\n["a",\n}]')
    assert caught.value.line == 3
    assert "line" not in caught.value.problem


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"train": []}', True),
        ('  [\n {"tokens": []}]', True),
        ("\ufeff[{", True),
        ("{ O\n", False),
        ("[ O\n", False),
        ('" O\n', False),
        ("[]", False),
        ("", False),
    ],
)
def test_json_is_known_by_its_beginning(make_file: MakeFile, text: str, expected: bool) -> None:
    head = read_content(make_file(text)).data
    assert (READER.guess("x.conll", head) is not None) is expected
    assert (READER.guess("x.json", head) is not None) is head.startswith((b"  [", b"[", b"{"))


def test_a_file_with_spans_has_no_label_columns(make_file: MakeFile) -> None:
    path = make_file(json.dumps([SENTENCE]), "x.json")
    with pytest.raises(CommandError, match="has spans, not columns"):
        load_study(LoadRequest(path, label_columns=(1, 2)))


def test_a_json_reference_takes_a_labelled_prediction(make_file: MakeFile) -> None:
    reference = make_file(json.dumps({"a": [SENTENCE], "b": []}), "x.json")
    study = load_study(LoadRequest(f"{reference}#a", (make_file("New B-LOC\nYork I-LOC\nwins O\n"),)))
    assert study.events.kind.tolist() == [0]


RELATED: dict[str, Any] = {
    "tokens": ["Anna", "Lee", "of", "Rome"],
    "entities": [{"type": "Loc", "start": 3, "end": 4, "id": 7}, {"type": "Per", "start": 0, "end": 2}],
    "relations": [{"type": "Live_In", "head": 1, "tail": 0}],
}


def relations_of(raw: RawFile) -> list[tuple[int, str, int]]:
    relations = raw.relations
    assert relations is not None
    names = [relations.types[code] for code in relations.type_codes]
    return list(zip(relations.head.tolist(), names, relations.tail.tolist(), strict=True))


def test_relations_join_mentions(read_json: ReadJson) -> None:
    raw = read_json([RELATED, {"tokens": ["x"]}, RELATED])
    assert relations_of(raw) == [(0, "Live_In", 1), (2, "Live_In", 3)]


def test_a_relation_given_twice_counts_once(read_json: ReadJson) -> None:
    raw = read_json([RELATED | {"relations": 2 * RELATED["relations"]}])
    assert relations_of(raw) == [(0, "Live_In", 1)]
    assert raw.notes == ("1 relation given twice, counted once",)


@pytest.mark.parametrize(
    "relation", [{}, 3, {"type": "A", "head": 0, "tail": 2}, {"type": "", "head": 0, "tail": 1}, {"head": 0, "tail": 1}]
)
def test_a_relation_that_joins_no_mentions_is_told(read_json: ReadJson, relation: Any) -> None:  # noqa: ANN401
    with pytest.raises(DataError, match="sentence 1 has a relation that joins no two entities"):
        read_json([RELATED | {"relations": [relation]}])


def test_sentences_without_any_entities_are_told(read_json: ReadJson) -> None:
    with pytest.raises(DataError, match="no sentence has entities"):
        read_json([{"tokens": ["a"], "ner_tags": ["O"]}])


@pytest.mark.parametrize("key", [None, "test"])
def test_writing_touches_only_sentences_whose_mentions_change(make_file: MakeFile, key: str | None) -> None:
    sentences = [RELATED, {"tokens": ["x"]}, RELATED]
    data = sentences if key is None else {"train": [], "test": sentences}
    text = json.dumps(data, indent=1).replace("Anna", "\\u0041nna")
    raw = read_path(NamedPath(make_file(text), key=key), FileOptions())
    assert raw.mentions is not None
    assert READER.with_mentions(raw, raw.mentions) == text.encode()
    types = ("Loc", "Per")
    start, end, codes = (np.array(values, dtype=np.int32) for values in ([0, 3, 4, 5], [2, 4, 5, 7], [1, 0, 0, 1]))
    fewer = Mentions(start, end, codes, types)
    changed = json.loads(READER.with_mentions(raw, fewer))
    first, second, third = changed if key is None else changed["test"]
    assert first == RELATED
    assert second == {"tokens": ["x"], "entities": [{"type": "Loc", "start": 0, "end": 1}]}
    assert third == RELATED | {"entities": RELATED["entities"][1:], "relations": []}


def test_an_entity_of_another_type_keeps_its_place_its_relations_and_what_else_it_says(make_file: MakeFile) -> None:
    text = json.dumps([RELATED, SENTENCE])
    raw = read_path(NamedPath(make_file(text)), FileOptions())
    assert raw.mentions is not None
    renamed = replace(raw.mentions, types=tuple(name.replace("Loc", "Place") for name in raw.mentions.types))
    assert READER.with_mentions(raw, renamed) == text.replace('"Loc"', '"Place"').encode()


def test_a_name_given_twice_is_told_because_one_of_them_would_be_lost(read_json: ReadJson) -> None:
    with pytest.raises(JsonShapeError, match="an object gives “tokens” twice; leave out one of them"):
        read_json('[{"tokens": ["a"], "tokens": ["b"], "entities": []}]')
