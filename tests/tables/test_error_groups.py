from collections.abc import Callable
from typing import TypeAlias

from nerinspect.events.study import Study
from nerinspect.tables.scores import ERROR_COLUMNS, error_groups

Span: TypeAlias = tuple[int, int, str]
Sentence: TypeAlias = tuple[list[str], list[Span], list[list[Span]]]
MakeStudy: TypeAlias = Callable[..., Study]

MISSED: Sentence = (["Paris"], [(0, 1, "LOC")], [[]])


def test_columns_stand_in_their_order() -> None:
    assert ERROR_COLUMNS == ("system", "count", "kind", "text", "reference_types", "predicted_types")


def test_the_most_frequent_error_comes_first(build_study: MakeStudy) -> None:
    rare: Sentence = (["Ada"], [], [[(0, 1, "PER")]])
    assert list(error_groups(build_study([rare, MISSED, MISSED]))) == [
        ("flair", 2, "fn", "Paris", "LOC", ""),
        ("flair", 1, "fp", "Ada", "", "PER"),
    ]


def test_correct_mentions_are_no_errors(build_study: MakeStudy) -> None:
    assert list(error_groups(build_study([(["Paris"], [(0, 1, "LOC")], [[(0, 1, "LOC")]])]))) == []


def test_other_types_are_another_group(build_study: MakeStudy) -> None:
    other: Sentence = (["Paris"], [(0, 1, "PER")], [[]])
    assert [row[4] for row in error_groups(build_study([MISSED, other]))] == ["LOC", "PER"]


def test_letters_of_another_case_are_another_surface(build_study: MakeStudy) -> None:
    other: Sentence = (["paris"], [(0, 1, "LOC")], [[]])
    assert [row[1:4] for row in error_groups(build_study([other, MISSED]))] == [(1, "fn", "Paris"), (1, "fn", "paris")]


def test_surfaces_are_compared_token_by_token(build_study: MakeStudy) -> None:
    one: Sentence = (["New York"], [(0, 1, "LOC")], [[]])
    two: Sentence = (["New", "York"], [(0, 2, "LOC")], [[]])
    row = ("flair", 1, "fn", "New York", "LOC", "")
    assert list(error_groups(build_study([one, two]))) == [row, row]


def test_runs_of_a_system_are_added_up(two_systems: Study) -> None:
    of_flair = [row for row in error_groups(two_systems) if row[0] == "flair"]
    assert sum(row[1] for row in of_flair if isinstance(row[1], int)) == 5


def test_systems_stand_in_the_order_given(two_systems: Study) -> None:
    assert list(dict.fromkeys(row[0] for row in error_groups(two_systems))) == ["flair", "el mo"]
