"""Picks, typed terms and chips are one selection."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.query.filters import Everything, Filter, Term
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.values import Value
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.selection import Selection
from tests.examples import examples

VOCABULARY = Vocabulary(("LOC", "ORG", "PER", "none"), ("flair",))
FP, PARIS = parse_query("kind:fp", VOCABULARY), parse_query("Paris", VOCABULARY)


def selected(text: str) -> Selection:
    return Selection.from_filter(parse_query(text, VOCABULARY))


def test_a_typed_query_falls_into_terms() -> None:
    assert selected("kind:fp Paris").terms == (FP, PARIS)


def test_alternatives_are_one_term() -> None:
    assert len(selected("kind:fp OR Paris").terms) == 1


def test_no_term_asks_for_everything() -> None:
    assert (Selection().filter, selected("").terms, Selection().text) == (Everything(), (), "")


def test_a_term_stands_once() -> None:
    assert selected("kind:fp Paris").with_term(FP).text == "kind:fp Paris"


def test_a_term_is_added_and_dropped() -> None:
    assert selected("kind:fp").with_term(PARIS).without(FP).text == "Paris"


def test_a_conjunction_is_added_term_by_term() -> None:
    assert selected("kind:fp").with_term(parse_query("Paris kind:fp London", VOCABULARY)).text == "kind:fp Paris London"


def test_clear_drops_every_term() -> None:
    assert selected("kind:fp Paris").clear() == Selection()


@pytest.mark.parametrize(
    ("before", "value", "after"),
    [
        ("", "fp", "kind:fp"),
        ("Paris", "fp", "Paris kind:fp"),
        ("kind:fp Paris", "le", "kind:le Paris"),
        ("kind:fp,le Paris", "le", "kind:le Paris"),
        ("kind:fp Paris", "fp", "Paris"),
        ("-kind:tp Paris", "tp", "kind:tp Paris"),
        ("-kind:tp,fp,fn,le,be Paris", "lbe", "Paris"),
        ("kind:fp,le Paris kind:le,be", "fp", "kind:fp Paris"),
        ("(kind:fp OR -kind:le) (kind:fp OR Paris)", "be", "kind:be (kind:fp OR Paris)"),
    ],
)
def test_pick(before: str, value: str, after: str) -> None:
    assert selected(before).pick("kind", value).text == after


@pytest.mark.parametrize(
    ("before", "field", "value", "after"),
    [
        ("", "kind", "fp", "kind:fp"),
        ("kind:fp Paris", "kind", "le", "kind:fp,le Paris"),
        ("kind:fp,le Paris", "kind", "fp", "kind:le Paris"),
        ("kind:fp Paris", "kind", "fp", "Paris"),
        ("-kind:tp", "kind", "fp", "-kind:tp,fp"),
        ("-kind:tp,fp", "kind", "fp", "-kind:tp"),
        ("-kind:tp Paris", "kind", "tp", "Paris"),
        ("-kind:tp,fp,fn,le,be", "kind", "lbe", ""),
        ("kind:tp,fp,fn,le,be", "kind", "lbe", ""),
        ("-repaired:yes", "repaired", "no", ""),
        ("ref:LOC", "ref", None, "ref:LOC,none"),
        ("-ref:LOC", "ref", "ORG", "ref:ORG"),
        ("doc:3", "doc", 4, "doc:3,4"),
        ("doc:3,4", "doc", 3, "doc:4"),
        ("doc:3..9", "doc", 5, "doc:3,4,6..9"),
        ("doc:>=3", "doc", 3, "doc:>=4"),
        ("doc:<5", "doc", 4, "doc:<=3"),
        ("doc:3..9", "doc", 12, "doc:3..9,12"),
    ],
)
def test_toggle(before: str, field: str, value: Value, after: str) -> None:
    toggled = selected(before).toggle(field, value)
    assert sorted(toggled.text.split(",")) == sorted(after.split(","))


@pytest.mark.parametrize(
    ("text", "field", "picked"),
    [
        ("", "kind", ()),
        ("kind:fp,le Paris", "kind", ("fp", "le")),
        ("-kind:tp", "kind", ("fp", "fn", "le", "be", "lbe")),
        ("-ref:LOC", "ref", ()),
        ("ref:none", "ref", (None,)),
        ("kind:fp,le kind:fp", "kind", ()),
    ],
)
def test_picked(text: str, field: str, picked: tuple[Value, ...]) -> None:
    assert selected(text).picked(field) == picked


@pytest.mark.parametrize(
    ("text", "fields", "left"),
    [
        ("kind:fp Paris", ("kind",), "Paris"),
        ("-kind:fp Paris", ("kind",), "Paris"),
        ("(ref:LOC OR pred:LOC) Paris", ("ref", "pred", "type"), "Paris"),
        ("(ref:LOC OR Paris)", ("ref",), "ref:LOC OR Paris"),
        ("kind:fp -()", ("kind",), "-()"),
    ],
)
def test_without_field(text: str, fields: tuple[str, ...], left: str) -> None:
    assert selected(text).without_field(*fields).text == left


@pytest.mark.parametrize(
    ("before", "cell", "after"),
    [
        ("", ("LOC", "ORG"), "ref:LOC pred:ORG"),
        ("Paris ref:LOC pred:ORG", ("LOC", "ORG"), "Paris"),
        ("ref:LOC pred:ORG Paris", ("LOC", None), "Paris ref:LOC pred:none"),
        ("type:LOC", ("ORG", "LOC"), "ref:ORG pred:LOC"),
        ("", ("LOC", "LOC"), "-kind:tp ref:LOC pred:LOC"),
        ("-kind:tp", ("LOC", "LOC"), "-kind:tp ref:LOC pred:LOC"),
        ("kind:le,be", ("LOC", "LOC"), "kind:le,be ref:LOC pred:LOC"),
    ],
)
def test_pick_cell(before: str, cell: tuple[str | None, str | None], after: str) -> None:
    assert selected(before).pick_cell(*cell).text == after


@pytest.mark.parametrize(
    ("before", "field", "values", "after"),
    [
        ("Paris", "kind", ["fp", "fn"], "Paris kind:fp,fn"),
        ("-kind:tp Paris", "kind", ["fn"], "kind:fn Paris"),
        ("kind:fn", "kind", ["tp", "fp", "fn", "le", "be", "lbe"], ""),
        ("doc:7", "doc", [5, 3, 4], "doc:3..5"),
        ("", "doc", [9, 1, 3, 4, 6, 7, 8], "doc:1,3,4,6..9"),
        ("ref:LOC", "ref", ["ORG", None], "ref:ORG,none"),
        ("doc:7", "doc", [], ""),
    ],
)
def test_pick_all(before: str, field: str, values: list[Value], after: str) -> None:
    assert selected(before).pick_all(field, values).text == after


@pytest.mark.parametrize(
    ("before", "rows", "columns", "after"),
    [
        ("", ("LOC", "ORG"), ("PER", None), "ref:LOC,ORG pred:PER,none"),
        ("Paris", ("LOC", "ORG"), ("ORG",), "Paris -kind:tp ref:LOC,ORG pred:ORG"),
        ("ref:LOC,ORG pred:PER,none", ("LOC", "ORG"), ("PER", None), ""),
    ],
)
def test_pick_cells(before: str, rows: tuple[str | None, ...], columns: tuple[str | None, ...], after: str) -> None:
    assert selected(before).pick_cells(rows, columns).text == after


def test_a_cell_with_correct_events_leaves_none_out() -> None:
    assert Selection().pick_cell("LOC", "LOC", with_correct=True).text == "ref:LOC pred:LOC"


@pytest.mark.parametrize(
    ("before", "cell", "after"),
    [
        ("", ("LOC", "ORG"), "ref:LOC pred:ORG"),
        ("Paris ref:LOC pred:ORG", ("ORG", "LOC"), "Paris (ref:LOC pred:ORG OR ref:ORG pred:LOC)"),
        ("ref:LOC pred:ORG OR ref:ORG pred:LOC", ("ORG", "LOC"), "ref:LOC pred:ORG"),
        ("ref:LOC pred:ORG Paris", ("LOC", "ORG"), "Paris"),
        ("ref:LOC pred:ORG", ("LOC", "PER"), "ref:LOC pred:ORG,PER"),
        ("ref:LOC", ("ORG", None), "-kind:tp (ref:LOC OR ref:ORG pred:none)"),
        ("ref:LOC pred:ORG", ("ORG", "ORG"), "-kind:tp ref:LOC,ORG pred:ORG"),
        ("kind:fn ref:LOC pred:ORG", ("ORG", "ORG"), "kind:fn ref:LOC,ORG pred:ORG"),
    ],
)
def test_toggle_cell(before: str, cell: tuple[str | None, str | None], after: str) -> None:
    assert selected(before).toggle_cell(*cell, VOCABULARY.types[:3]).text == after


def test_several_cells_are_one_term() -> None:
    picked = selected("Paris").pick_cell("LOC", "ORG").toggle_cell("ORG", "LOC", VOCABULARY.types[:3])
    assert len(picked.terms) == 2


@pytest.mark.parametrize(
    ("uncounted", "counted"),
    [
        ("-kind:tp ref:LOC pred:LOC", "ref:LOC pred:LOC"),
        ("-kind:tp (ref:LOC pred:ORG OR ref:ORG pred:LOC,ORG)", "ref:LOC pred:ORG OR ref:ORG pred:LOC,ORG"),
        ("ref:LOC pred:ORG", "ref:LOC pred:ORG"),
        ("kind:fn ref:LOC pred:LOC", "kind:fn ref:LOC pred:LOC"),
        ("-kind:tp ref:LOC", "-kind:tp ref:LOC"),
        ("-kind:tp", "-kind:tp"),
        ("", ""),
    ],
)
def test_picked_cells_lose_and_get_back_correct_events(uncounted: str, counted: str) -> None:
    types = VOCABULARY.types[:3]
    assert selected(counted).counting_correct(False, types).text == uncounted
    assert selected(uncounted).counting_correct(True, types).text == counted


def test_the_text_of_a_selection_gives_it_back(random_filters: st.SearchStrategy[Filter]) -> None:
    @settings(max_examples=examples(200))
    @given(st.lists(random_filters, max_size=3))
    def check(terms: list[Filter]) -> None:
        selection = Selection(tuple(terms))
        vocabulary = Vocabulary(("LOC", "ORG", "none", "unknown"), ("a", "b"), has_training=True)
        assert Selection.from_filter(parse_query(selection.text, vocabulary)) == selection

    check()


def test_picking_twice_frees_the_field() -> None:
    assert Selection().pick("type", "LOC").pick("type", "LOC") == Selection()


def test_a_term_can_be_dropped_that_was_picked() -> None:
    assert Selection().pick("type", "LOC").without(Term("type", ("LOC",))) == Selection()
