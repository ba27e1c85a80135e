"""Cells of the type matrix and filters about types say the same."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.corpus.arrays import BoolArray
from nerinspect.events.study import Study
from nerinspect.query.counts.panels import type_matrix
from nerinspect.query.language.parser import parse_query, query_text
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.selection import Selection, cells_filter, cells_of
from tests.examples import examples

TYPES = ("LOC", "ORG", "PER")
VOCABULARY = Vocabulary(TYPES, ())


def cells_at(text: str) -> BoolArray:
    """Read rows of a picture in which x marks a cell."""
    return np.array([[mark == "x" for mark in row] for row in text.split()])


@pytest.mark.parametrize(
    ("query", "cells"),
    [
        ("", "xxxx xxxx xxxx xxxx"),
        ("ref:ORG", ".... xxxx .... ...."),
        ("pred:none", "...x ...x ...x ...x"),
        ("ref:ORG,PER pred:LOC", ".... x... x... ...."),
        ("type:ORG", ".x.. xxxx .x.. .x.."),
        ("ref:LOC type:ORG", ".x.. .... .... ...."),
        ("-ref:LOC pred:LOC", ".... x... x... x..."),
        ("ref:LOC pred:ORG OR ref:ORG pred:LOC", ".x.. x... .... ...."),
        ("ref:LOC pred:ORG OR ref:PER", ".x.. .... xxxx ...."),
    ],
)
def test_a_filter_keeps_cells(query: str, cells: str) -> None:
    assert (cells_of(parse_query(query, VOCABULARY), TYPES) == cells_at(cells)).all()


@pytest.mark.parametrize(
    ("cells", "query"),
    [
        (".... .... .... ....", ""),
        ("xxxx xxxx xxxx xxx.", ""),
        (".x.. .... .... ....", "ref:LOC pred:ORG"),
        (".x.x .... .x.x ....", "ref:LOC,PER pred:ORG,none"),
        ("...x .... .... ...x", "ref:LOC pred:none"),
        ("x..x .... .... x...", "ref:LOC,none pred:LOC,none"),
        (".... .... .... xxx.", "ref:none"),
        ("...x ...x ...x ....", "pred:none"),
        (".x.. x... .... ....", "ref:LOC pred:ORG OR ref:ORG pred:LOC"),
        (".x.. xxxx .x.. ....", "ref:LOC,PER pred:ORG OR ref:ORG"),
    ],
)
def test_cells_are_asked_for_in_few_words(cells: str, query: str) -> None:
    assert query_text(cells_filter(cells_at(cells), TYPES)) == query


@pytest.mark.parametrize("with_correct", [False, True])
def test_cells_added_one_by_one_keep_the_events_of_each(
    random_studies: st.SearchStrategy[Study], with_correct: bool
) -> None:
    @settings(max_examples=examples(60))
    @given(random_studies, st.data())
    def check(study: Study, data: st.DataObject) -> None:
        names = [*study.types, None]
        places = [place for place in np.ndindex(len(names), len(names)) if place != (len(names) - 1,) * 2]
        added = data.draw(st.lists(st.sampled_from(places), min_size=1, max_size=8)) if places else []
        selection, cells = Selection(), set[tuple[int, int]]()
        for row, column in added:
            selection = selection.toggle_cell(names[row], names[column], study.types, with_correct)
            cells ^= {(row, column)}
            cells = set() if len(cells) == len(places) else cells  # all of them say nothing about types
        matrix = type_matrix(study, Selection(), with_correct)
        counted = {
            cell: Selection().pick_cell(names[cell[0]], names[cell[1]], with_correct).mask(study) for cell in cells
        }
        assert all(matrix[cell] == np.count_nonzero(mask) for cell, mask in counted.items())
        if cells:
            assert (selection.mask(study) == np.any(list(counted.values()), axis=0)).all()
        shown = set(map(tuple, np.argwhere(selection.picked_cells(study.types)).tolist()))
        assert shown - {(len(names) - 1,) * 2} == cells

    check()
