from collections.abc import Callable
from dataclasses import replace
from io import StringIO

import numpy as np
import pytest

from nerinspect.checking.consistency import find_inconsistencies
from nerinspect.events.study import Study
from nerinspect.io.writing.forms import write_readable
from nerinspect.lists.table import Row
from nerinspect.tables.annotation import CONSISTENCY_COLUMNS, consistency_table

BuildStudy = Callable[..., Study]


def rows(study: Study, **wanted: object) -> list[Row]:
    found = find_inconsistencies(study.text, study.reference.mentions)
    return list(consistency_table(study.text, found, **wanted))  # type: ignore[arg-type]


@pytest.fixture
def sentences() -> list[tuple[list[str], list[tuple[int, int, str]], list[list[tuple[int, int, str]]]]]:
    return [
        (["in", "New York"], [(1, 2, "LOC")], []),
        (["New York", "and", "New York"], [(0, 1, "ORG"), (2, 3, "LOC")], []),
        (["New York", "Ulm", "New York"], [(1, 2, "LOC")], []),
        (["Ulm"], [], []),
    ]


def test_columns_stand_in_their_order() -> None:
    assert CONSISTENCY_COLUMNS == ("surface", "type", "mentions", "unlabelled", "places")


def test_a_row_for_each_type_names_its_lines_and_those_of_unlabelled_places(
    build_study: BuildStudy, sentences: list[object]
) -> None:
    study = build_study(sentences, systems=(), lines=[1, 4, 8, 12])
    assert rows(study) == [
        ("Ulm", "LOC", 1, 1, "9; unlabelled: 12"),
        ("New York", "LOC", 2, 2, "2 6; unlabelled: 8 10"),
        ("New York", "ORG", 1, 2, "4; unlabelled: 8 10"),
    ]


def test_without_lines_places_are_named_by_sentence_and_token(build_study: BuildStudy, sentences: list[object]) -> None:
    study = build_study(sentences, systems=(), lines=[0, 0, 0, 0])
    assert rows(study)[1][-1] == "1:1 2:2; unlabelled: 3:0 3:2"


def test_places_that_share_a_line_are_told_apart(build_study: BuildStudy, sentences: list[object]) -> None:
    study = build_study(sentences, systems=(), lines=[1, 2, 3, 4])
    token_line = np.repeat(study.text.sentence_line, np.diff(study.text.sentence_start))
    study = replace(study, text=replace(study.text, token_line=token_line))
    assert rows(study)[1][-1] == "1:1 2:2; unlabelled: 3:0 3:2"


def test_people_are_named_a_few_places_and_told_how_many_more(build_study: BuildStudy) -> None:
    marked, other = [(place, place + 1, "LOC") for place in range(10)], [(10, 11, "ORG")]
    study = build_study([(["a"] * 20, [*marked, *other], [])], systems=())
    found = find_inconsistencies(study.text, study.reference.mentions)
    text = StringIO()
    write_readable(consistency_table(study.text, found), text)
    assert [line.split("  ")[-1] for line in text.getvalue().splitlines()[1:]] == [
        "1 2 3 4 5 6 7 8 … 2 more; unlabelled: 12 13 14 15 16 17 18 19 … 1 more",
        "11; unlabelled: 12 13 14 15 16 17 18 19 … 1 more",
    ]


def test_some_surfaces_are_listed_in_a_given_order(build_study: BuildStudy, sentences: list[object]) -> None:
    study = build_study(sentences, systems=(), lines=[1, 4, 8, 12])
    assert [row[:2] for row in rows(study, surfaces=[1, 0])] == [
        ("New York", "LOC"),
        ("New York", "ORG"),
        ("Ulm", "LOC"),
    ]


def test_surfaces_of_one_type_alone_have_no_unlabelled_places(build_study: BuildStudy) -> None:
    study = build_study([(["a", "a"], [(0, 1, "PER"), (1, 2, "LOC")], [])], systems=())
    assert rows(study) == [("a", "LOC", 1, 0, "2"), ("a", "PER", 1, 0, "1")]
