"""Records with spans are read in the shapes that annotation tools write."""

import json
from typing import Any

import numpy as np
import pytest

from nerinspect.corpus.mentions import Mentions
from nerinspect.errors import CharacterSpanError, CommandError, JsonShapeError, NoTokensError, OffBorderError
from nerinspect.io.formats.jsonl_spans import READER
from nerinspect.io.formats.reader import ReadOptions
from nerinspect.progress import Cancelled
from tests.io.formats.span_records import (
    DOCCANO,
    DOCCANO_RELATIONS,
    NER_ANNOTATOR,
    PRODIGY,
    SPACY,
    content,
    found,
    read,
    record,
)

# Shapes


@pytest.mark.parametrize(
    ("text", "mentions", "names"),
    [
        (DOCCANO, [("EU", "ORG"), ("German", "MISC")], ("1", "2")),
        (DOCCANO_RELATIONS, [("Ana", "PER"), ("Bo", "PER")], ("6",)),
        (PRODIGY, [("Apple", "ORG")], ()),
        (SPACY, [("Uber", "ORG")], ()),
        (SPACY.splitlines()[1].removesuffix(",") + "\n" + SPACY.splitlines()[2], [("Uber", "ORG")], ()),
        ('{"text": "Ana", "entities": [{"start": 0, "end": 3, "type": "PER"}]}', [("Ana", "PER")], ()),
        ('{"id":"a","data":"Ana","label":[[0,3,"PER"]]}', [("Ana", "PER")], ("a",)),
        ('{"text": "Ana", "annotations": [{"start_offset": 0, "end_offset": 3, "label": 12}]}', [("Ana", "12")], ()),
        ('{"text": "Ana", "labels": [[0.0, 3.0, "PER", ""]]}', [("Ana", "PER")], ()),
        ('[{"text": "Ana", "label": [[0, 3, "A"]]},\n{"text": "Bo"}]', [("Ana", "A")], ()),
        ('\ufeff{"text": "Ana", "label": [[0, 3, "A"]]}', [("Ana", "A")], ()),
        ('{"text": "Ana", "label": [[0, 3, "A"]]}{"text": "Bo", "label": null}', [("Ana", "A")], ()),
    ],
)
def test_records_of_the_usual_shapes_are_read(text: str, mentions: list[Any], names: tuple[str, ...]) -> None:
    file = read(text)
    assert (found(file), file.document_names) == (mentions, names)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (DOCCANO, "a record with text and label, as doccano has them"),
        (DOCCANO_RELATIONS, "a record with text and entities"),
        (PRODIGY, "a record with text and spans, as Prodigy has them"),
        (SPACY, "pairs of a text and its entities, as spaCy has them"),
        (NER_ANNOTATOR, "pairs of a text and its entities, as spaCy has them"),
        (NER_ANNOTATOR[:-50], "pairs of a text and its entities, as spaCy has them"),
        (record("x" * 70000, [0, 70000, "A"]), "a long record with text"),
        ('{"text": "Ana", "cats": {}}\n' + DOCCANO, "a record with text and label, as doccano has them"),
    ],
)
def test_the_format_is_known_by_content(text: str, reason: str) -> None:
    guess = READER.guess("x.jsonl", text.encode()[: 1 << 16])
    assert guess is not None
    assert guess.reason == f"by content: {reason}"


@pytest.mark.parametrize(
    "text",
    [
        '[{"tokens": ["a"], "entities": []}]',
        '{"tokens": ["a"], "ner_tags": [0], "text": "a", "labels": []}',
        '{"text": "good film", "label": ["pos"]}',
        '{"text": "good film", "label": "pos"}',
        '{"text": "x", "annotation_id": 1, "annotator": 1, "label": [{"start": 0, "end": 1, "labels": ["A"]}]}',
        "a B-PER\n",
        "",
        "[]",
        "{",
        '{"data": {"text": "x"}, "annotations": []}',
    ],
)
def test_other_files_are_left_to_other_readers(text: str) -> None:
    assert READER.guess("x.jsonl", text.encode()) is None


def test_each_record_is_a_document_with_its_line() -> None:
    text = read(DOCCANO + "\n\n" + DOCCANO_RELATIONS).text
    assert text is not None
    assert (text.document.tolist(), text.sentence_line.tolist(), text.line_of(0)) == ([1, 2, 3], [1, 2, 5], 1)


def test_lines_inside_an_array_count() -> None:
    text = read(SPACY).text
    assert text is not None
    assert text.sentence_line.tolist() == [2, 3]


def test_offsets_count_characters_of_each_record() -> None:
    offsets = read(DOCCANO).offsets
    assert offsets is not None
    assert offsets[:3].tolist() == [[0, 2], [3, 10], [11, 17]]


# Prodigy


def test_tokens_of_prodigy_are_taken_and_those_of_blanks_are_none() -> None:
    text = read(PRODIGY).text
    assert text is not None
    assert [text.tokens_of(number) for number in range(2)] == [["Apple", "updates"], ["don't", "know"]]


@pytest.mark.parametrize("answer", ["reject", "ignore"])
def test_records_that_were_not_accepted_are_left_out_and_told(answer: str) -> None:
    file = read(PRODIGY.replace('"reject"', f'"{answer}"'))
    assert file.notes == (f"1 record left out, rejected, ignored or null; the first: record 2, {answer}",)


def test_tokens_without_positions_are_not_used_and_told() -> None:
    file = read(record("don't", tokens=["don't"]))
    assert file.text is not None
    assert file.text.tokens_of(0) == ["don", "'", "t"]
    assert file.notes == ("1 record with tokens that have no positions: the text is cut by rule",)


# Relations


def test_relations_of_doccano_join_mentions() -> None:
    relations = read(DOCCANO_RELATIONS).relations
    assert relations is not None
    assert (relations.head.tolist(), relations.tail.tolist(), relations.types) == ([1], [0], ("met",))


def test_relations_of_prodigy_join_mentions() -> None:
    ends = {"head_span": {"start": 8, "end": 10, "label": "PER"}, "child_span": {"start": 0, "end": 3, "label": "PER"}}
    spans = [{"start": 0, "end": 3, "label": "PER"}, {"start": 8, "end": 10, "label": "PER"}]
    relations = read(record("Ana met Bo.", *spans, field="spans", relations=[ends | {"label": "met"}])).relations
    assert relations is not None
    assert (relations.head.tolist(), relations.tail.tolist(), relations.types) == ([1], [0], ("met",))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"to_id": 31', '"to_id": 99', "an argument is not a mention"),
        ("Ana met Bo", "Ana\\nmetBo", "its arguments are in two sentences"),
    ],
)
def test_relations_that_cannot_be_kept_are_told(old: str, new: str, reason: str) -> None:
    text = DOCCANO_RELATIONS.replace(old, new).replace(
        '"start_offset": 8', '"start_offset": 7' if "\\n" in new else '"start_offset": 8'
    )
    file = read(text.replace("metBo", "m Bo ") if "\\n" in new else text, spans="outward")
    assert file.relations is not None
    assert len(file.relations) == 0
    assert file.notes[-1] == f"1 relation left out: {reason}; the first: record 1, met"


@pytest.mark.parametrize("relations", ["[3]", "[{}]", '["Ana"]', '{"from": 1}', "7", '[{"from_id": [1], "to_id": 31}]'])
def test_what_is_no_relation_is_told_as_one_that_joins_nothing(relations: str) -> None:
    file = read(f'{{"text": "Ana", "label": [[0, 3, "PER"]], "relations": {relations}}}\n')
    assert file.relations is not None
    assert len(file.relations) == 0
    assert file.notes == ("1 relation left out: an argument is not a mention; the first: record 1, relation",)


@pytest.mark.parametrize("relations", ["null", "[]", "{}"])
def test_a_record_may_have_no_relations(relations: str) -> None:
    file = read(f'{{"text": "Ana", "label": [[0, 3, "PER"]], "relations": {relations}}}\n')
    assert (file.relations, file.notes) == (None, ())


# Positions


def test_positions_in_utf16_code_units_are_found_out_and_told() -> None:
    file = read(record("plain Ana", [6, 9, "PER"]) + record("👩🏽‍🚒 Ana", [8, 11, "PER"]))
    assert found(file) == [("Ana", "PER"), ("Ana", "PER")]
    assert file.notes == (
        "positions count UTF-16 code units: where characters beyond U+FFFF occur, 1 of 1 span fit their text so, and 0"
        " if they counted characters; the first such text: record 2",
    )


def test_positions_in_characters_are_taken_where_they_fit() -> None:
    file = read(record("😀 Ana", [2, 5, "PER"]))
    assert (found(file), file.notes) == ([("Ana", "PER")], ())


def test_the_text_of_a_span_decides_between_both() -> None:
    span = {"start": 3, "end": 4, "label": "X", "text": "b"}
    assert found(read(record("😀 b c", span, field="spans"))) == [("b", "X")]
    assert found(read(record("😀 a b", span | {"start": 4, "end": 5}, field="spans"))) == [("b", "X")]


def test_a_span_that_covers_other_text_than_it_says_is_told() -> None:
    file = read(record("Ana Bo", {"start": 0, "end": 3, "label": "X", "text": "Bo"}, field="spans"))
    assert file.notes == (
        "1 span whose text differs in the file, read by position; the first: record 1, “Ana” given as “Bo”",
    )


# Choices


def test_the_field_of_the_spans_can_be_named() -> None:
    text = record("Ana Bo", [0, 3, "A"], entities=[[4, 6, "B"]])
    assert found(read(text)) == [("Ana", "A")]
    assert read(text).notes == ("spans are those of label, not of entities; --label-field names another",)
    assert found(read(text, label_field="entities")) == [("Bo", "B")]


def test_a_field_that_no_record_has_is_told() -> None:
    with pytest.raises(JsonShapeError, match="no record has a field called foo"):
        read(DOCCANO, label_field="foo")


def test_long_work_can_be_cancelled() -> None:
    def cancel(done: int, total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        READER.read(content(record("Ana", [0, 3, "A"]) * 3000), ReadOptions(), cancel)


def test_the_field_of_the_text_can_be_named() -> None:
    assert found(read('{"text": "x", "body": "Ana", "label": [[0, 3, "A"]]}', token_field="body")) == [("Ana", "A")]


@pytest.mark.parametrize(("rule", "mentions"), [("outward", [("EU", "ORG")]), ("skip", [])])
def test_the_rule_for_spans_off_token_borders_is_followed(rule: str, mentions: list[Any]) -> None:
    text = record("EU rejects", [0, 1, "ORG"])
    assert found(read(text, spans=rule)) == mentions
    with pytest.raises(OffBorderError, match=r"x\.jsonl:1: record 1: the span “E” of type ORG cuts the token “EU”"):
        read(text)


def test_there_is_no_list_to_choose() -> None:
    with pytest.raises(CommandError, match="no list of records called “x”; leave out #"):
        read(DOCCANO, key="x")


def test_records_may_stand_in_a_list_of_an_object() -> None:
    file = read(NER_ANNOTATOR)
    assert found(file) == [("Ana", "PER"), ("Bo", "PER")]
    assert file.notes == ("1 record left out, rejected, ignored or null; the first: record 2, null",)
    assert file.text is not None
    assert file.text.sentence_line.tolist() == [2, 4]


def test_of_several_lists_one_is_named() -> None:
    text = json.dumps(
        {"train": [{"text": "Ana", "label": [[0, 3, "A"]]}], "test": [{"text": "Bo", "label": [[0, 2, "B"]]}]}
    )
    with pytest.raises(JsonShapeError, match=r"several lists: train, test; name one, as x\.jsonl#train"):
        read(text)
    assert found(read(text, key="test")) == [("Bo", "B")]
    with pytest.raises(CommandError, match="called “x”; it has train, test"):
        read(text, key="x")


# Mistakes


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('{"text": "Ana", "label": [[0, 3]]}', "record 2: this in label is not a span: “[0, 3]”"),
        ('{"text": "Ana", "label": [[0, "3", "A"]]}', "record 2: this in label is not a span"),
        ('{"text": "Ana", "label": [[0, 3, ""]]}', "record 2: this in label is not a span"),
        ('{"text": "Ana", "label": [[true, 3, "A"]]}', "record 2: this in label is not a span"),
        ('{"text": "Ana", "label": ["\\ud83d"]}', 'record 2: this in label is not a span: “"\\ud83d"”'),
        ('{"text": "Ana", "label": "A"}', "record 2: label is not a list of spans"),
        ('{"txt": "Ana", "label": []}', "record 2 has no text"),
        ("3", "record 2 has no text: “3”"),
        ('{"text": "Ana", "label": [[0, 3, "A"]]', "this is not valid JSON"),
        ('{"text": "Ana" "label": []}', "this is not valid JSON"),
        ("[" * 100000, "this is not valid JSON"),
    ],
)
def test_a_record_that_cannot_be_read_is_told_with_its_line(line: str, problem: str) -> None:
    with pytest.raises(JsonShapeError) as caught:
        read(record("Bo", [0, 2, "A"]) + line)
    message = str(caught.value)
    assert message.startswith(("x.jsonl:2: ", "x.jsonl: the JSON is nested too deeply"))
    assert problem in message or "nested too deeply" in message


@pytest.mark.parametrize(("start", "end"), [(0, 9), (-1, 2), (2, 2), (3, 1), (10**30, 10**31)])
def test_a_span_outside_its_text_is_told(start: int, end: int) -> None:
    with pytest.raises(CharacterSpanError, match=r"x\.jsonl:1: record 1: the span .* does not lie in its text"):
        read(record("Ana", [start, end, "A"]))


def test_half_a_character_in_a_text_is_told() -> None:
    with pytest.raises(CharacterSpanError, match="character 4 is half of one"):
        read('{"text": "Ana\\ud83d", "label": []}')


@pytest.mark.parametrize("text", ["", "[]", '{"text": " ", "label": []}'])
def test_a_file_without_text_is_told(text: str) -> None:
    with pytest.raises(NoTokensError):
        read(text)


def test_mentions_of_no_type_are_none() -> None:
    none = np.zeros(0, dtype=np.int32)
    assert READER.with_mentions(read(DOCCANO), Mentions(none, none, none, ())).count(b'"label": []') == 2


def test_the_format_is_guessed_whatever_the_tokens_are() -> None:
    for tokens in ("3", "{}", "[]", "null", "true"):
        assert READER.guess("x", f'{{"text": "Ana", "label": [], "tokens": {tokens}}}'.encode()) is not None
    assert READER.guess("x", b'{"text": "Ana", "label": [], "tokens": ["Ana"]}') is None
