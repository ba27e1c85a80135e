"""What is offered while a query is typed; a bar marks the cursor."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from nerinspect.errors import CommandError
from nerinspect.events.relation_events import RELATION_KINDS
from nerinspect.events.study import Study
from nerinspect.glossary import DEFINITIONS
from nerinspect.query.fields.relations import RELATION_FIELDS
from nerinspect.query.fields.table import NAMED_FIELDS
from nerinspect.query.language.completion import (
    LONGEST,
    Completion,
    Completions,
    SurfaceIndex,
    completions,
    index_surfaces,
)
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.training.known_relations import RELATION_PARTS
from tests.events.relation_studies import Sentence, relation_study
from tests.training.trained_studies import BuildStudy

OF_RELATIONS = tuple(field.name for field in RELATION_FIELDS)
VOCABULARY = Vocabulary(("LOC", "ORG", "PER", "WORK OF ART", "none"), ("flair", "el mo"), has_training=True)


@pytest.fixture
def surfaces(study: Study) -> SurfaceIndex:
    return index_surfaces(study)


def offered(
    marked: str, surfaces: SurfaceIndex | None = None, history: Sequence[str] = (), vocabulary: Vocabulary = VOCABULARY
) -> Completions:
    before, _, after = marked.partition("|")
    return completions(before + after, len(before), vocabulary, surfaces, history)


def texts(marked: str, surfaces: SurfaceIndex | None = None, vocabulary: Vocabulary = VOCABULARY) -> list[str]:
    return [item.text for item in offered(marked, surfaces, vocabulary=vocabulary).items]


def accepted(marked: str, surfaces: SurfaceIndex | None = None) -> str:
    """Take the first completion."""
    found, whole = offered(marked, surfaces), marked.replace("|", "")
    return whole[: found.start] + found.items[0].text + whole[found.end :]


@pytest.mark.parametrize(
    ("marked", "first"),
    [
        ("ki|", "kind:"),
        ("KI|", "kind:"),
        ("-sh|", "shape:"),
        ("(ki|", "kind:"),
        ("kind:be (-ty|", "type:"),
        ("Paris OR ki|", "kind:"),
        ("ki|nd:be", "kind:"),
        ("kind:l|", "le"),
        ("kind:be,l|", "le"),
        ("KIND:L|", "le"),
        ("kind:miss|", "fn"),
        ("kind:label|", "le"),
        ('kind:"label and|', '"lbe"'),
        ("shape:spl|", "split"),
        ("repaired:y|", "yes"),
        ("nested:n|", "no"),
        ("type:o|", "ORG"),
        ("ref:LOC,pe|", "PER"),
        ("pred:no|", '"none"'),
        ("system:F|", "flair"),
        ("system:e|", '"el mo"'),
        ('type:"wo|', '"WORK OF ART"'),
        ("type:wo|", '"WORK OF ART"'),
        ("elen:|", ">="),
        ("boundary|", "kind:be"),
        ("org|", "type:ORG"),
    ],
)
def test_what_is_offered_first(marked: str, first: str) -> None:
    assert texts(marked)[0] == first


@pytest.mark.parametrize(
    "marked",
    ["/ki|", "/ki ki|", '"ki|', 'surface:"x"|', "unknown:be|", "elen:3|", "Paris OR|", "kind:x|e,", 'a"b|'],
)
def test_nothing_is_offered(marked: str) -> None:
    assert texts(marked) == []


@pytest.mark.parametrize(
    ("marked", "whole"),
    [
        ("ki|nd:be", "kind:be"),
        ("type:O|RG kind:be", "type:ORG kind:be"),
        ('type:"wo|rk" kind:be', 'type:"WORK OF ART" kind:be'),
        ('type:"wo|', 'type:"WORK OF ART"'),
        ("-kind:be,f|", "-kind:be,fp"),
        ("(sys|) Paris", "(system:) Paris"),
    ],
)
def test_a_completion_replaces_all_of_the_word(marked: str, whole: str) -> None:
    assert accepted(marked) == whole


def test_a_name_that_begins_so_comes_before_one_that_holds_it() -> None:
    found = texts("e|")
    assert found.index("elen:") < found.index("type:")


def test_both_types_called_none_are_told_apart() -> None:
    assert [item.text for item in offered("pred:none|").items] == ['"none"', "none"]


def test_a_value_is_offered_once_in_a_term() -> None:
    assert not {"be", "le"} & set(texts("kind:be,le,|"))


def test_kinds_say_their_long_names() -> None:
    assert Completion("lbe", "lbe", "label and boundary error") in offered("kind:|").items


def test_shapes_say_what_they_are() -> None:
    assert "lies inside" in next(item.meaning for item in offered("shape:|").items if item.text == "shorter")


def test_an_empty_query_offers_old_queries_then_every_field_with_an_example() -> None:
    items = offered("|", history=["kind:be Paris"]).items
    assert items[0] == Completion("kind:be Paris", "kind:be Paris", "used before")
    assert [item.text for item in items[1:]] == [f"{name}:" for name in NAMED_FIELDS if name not in OF_RELATIONS]
    assert items[1].meaning == "kind of event, such as kind:be,lbe"


def test_a_field_of_names_has_its_first_value_for_an_example() -> None:
    assert "type:, any type, of the reference or predicted, such as type:LOC" in [
        f"{item.text}, {item.meaning}" for item in offered("|").items
    ]


def test_a_field_without_any_value_has_no_example() -> None:
    system = next(item for item in offered("|", vocabulary=Vocabulary()).items if item.text == "system:")
    assert system.meaning == NAMED_FIELDS["system"].meaning


@pytest.mark.parametrize("name", [name for name in NAMED_FIELDS if name not in OF_RELATIONS])
def test_every_example_can_be_read(name: str) -> None:
    meaning = next(item.meaning for item in offered("|").items if item.text == f"{name}:")
    _, told, example = meaning.partition(", such as ")
    parse_query(example if told else "", VOCABULARY)


@pytest.mark.parametrize(("marked", "first"), [("surface:pa|", "Paris"), ("surface:new|", '"New York"')])
def test_surfaces_are_offered_as_they_must_be_written(surfaces: SurfaceIndex, marked: str, first: str) -> None:
    assert texts(marked, surfaces)[0] == first


def test_a_surface_is_completed_inside_quotes(surfaces: SurfaceIndex) -> None:
    assert accepted('kind:tp surface:"new y|', surfaces) == 'kind:tp surface:"New York"'


def test_the_most_frequent_surface_comes_first(build_study: Callable[..., Study]) -> None:
    sentences = [(["Pa"], [(0, 1, "LOC")], [[]]), *[(["pan", "Pb"], [(1, 2, "LOC")], [[(0, 1, "LOC")]])] * 2]
    surfaces = index_surfaces(build_study(sentences))
    assert [(item.shown, item.meaning) for item in offered("surface:p|", surfaces).items] == [
        ("Pb", "2 mentions in the reference"),
        ("pan", "only predicted"),
        ("Pa", "1 mention in the reference"),
    ]


def test_a_surface_that_begins_so_comes_before_a_more_frequent_one(build_study: Callable[..., Study]) -> None:
    sentences = [(["Big", "Ben"], [(0, 2, "LOC")], [[(0, 2, "LOC")]]), (["Ben"], [(0, 1, "PER")], [[]])]
    assert texts("surface:ben|", index_surfaces(build_study(sentences))) == ["Ben", '"Big Ben"']


def test_a_long_list_is_cut(build_study: Callable[..., Study]) -> None:
    words = [f"w{number}" for number in range(2 * LONGEST)]
    study = build_study([(words, [(place, place + 1, "LOC") for place in range(len(words))], [[]])])
    assert len(texts("surface:w|", index_surfaces(study))) == LONGEST


@pytest.mark.parametrize("marked", ["surface:|", "surface:p|"])
def test_no_surface_is_offered_before_there_is_one_to_offer(marked: str) -> None:
    assert texts(marked) == []


PIECES = st.lists(
    st.sampled_from(['"', "/", "\\", "-", "(", ")", ",", ":", " ", "OR", "ki", "kind:", "be", "type:", "é"])
)


@pytest.mark.parametrize("text", ["/a\\", "surface:/New \\", '/"kind:\\'])
def test_a_pattern_that_ends_in_a_backslash_is_not_finished(text: str) -> None:
    assert completions(text, len(text), VOCABULARY).items == ()


@given(PIECES.map("".join), st.data())
def test_whatever_is_written_a_completion_replaces_what_the_cursor_stands_in(text: str, data: st.DataObject) -> None:
    cursor = data.draw(st.integers(0, len(text)))
    found = completions(text, cursor, VOCABULARY)
    assert 0 <= found.start <= cursor <= found.end <= len(text)


@given(PIECES.map("".join), st.data())
def test_a_value_taken_behind_a_query_that_can_be_read_can_be_read(text: str, data: st.DataObject) -> None:
    assume(can_be_read(text))
    whole = f"{text} {data.draw(st.sampled_from(['kind:', 'type:', 'ref:LOC,', '-system:', 'shape:s']))}"
    found = completions(whole, len(whole), VOCABULARY)
    taken = data.draw(st.sampled_from(found.items)).text
    assert can_be_read(whole[: found.start] + taken)


def can_be_read(text: str) -> bool:
    try:
        parse_query(text, VOCABULARY)
    except CommandError:
        return False
    return True


def test_annotators_are_offered_what_is_said_of_a_and_b(make_study_from: Callable[..., Study]) -> None:
    study = replace(make_study_from("Oslo/B-LOC/O", systems=("ben",)), annotator="anna")
    vocabulary = Vocabulary.of(study)
    for text in ("", "re", "pred", "kind:", "sys", "wr", "shape:"):
        for item in completions(text, len(text), vocabulary).items:
            assert not re.search(
                r"\b(reference|predicted|missed|spurious|correct|systems?|misses)\b",
                item.meaning.partition(", such")[0],
            )


@pytest.fixture
def related(build_study: BuildStudy) -> Vocabulary:
    """Names of a study with relations, in training too."""
    sentence: Sentence = (["Ann", "met", "Bo"], ([(0, 1, "PER"), (2, 3, "PER")], [(0, "Meet", 1)]), [([], [])])
    return Vocabulary.of(relation_study(build_study, [sentence], training=[sentence]))


@pytest.mark.parametrize("name", OF_RELATIONS)
def test_every_example_about_relations_can_be_read(related: Vocabulary, name: str) -> None:
    meaning = next(item.meaning for item in offered("|", vocabulary=related).items if item.text == f"{name}:")
    _, told, example = meaning.partition(", such as ")
    assert told
    parse_query(example, related)


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("relkind:rev|", ["reversed"]),
        ("relkind:|", list(RELATION_KINDS)),
        ("rel:|", ["Meet", "none"]),
        ("predrel:n|", ["none"]),
        ("part:|", list(RELATION_PARTS)),
        ("adist:|", [">=", "<=", ">", "<"]),
        ("revers|", ["relkind:reversed"]),
    ],
)
def test_values_about_relations_are_offered(related: Vocabulary, marked: str, expected: list[str]) -> None:
    assert texts(marked, vocabulary=related) == expected


def test_values_about_relations_are_explained_as_such(related: Vocabulary) -> None:
    explained = {item.text: item.meaning for item in offered("relkind:|", vocabulary=related).items}
    assert explained["wrong-type"] == "wrong type"
    assert explained["reversed"] == DEFINITIONS["relation_reversed"].sentence
    (exact,) = (item for item in offered("part:ex|", vocabulary=related).items)
    assert exact.meaning == DEFINITIONS["part_exact"].sentence
