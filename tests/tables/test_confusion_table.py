from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from nerinspect.events.scores import score_study
from nerinspect.events.study import Study
from nerinspect.tables.scores import CONFUSION_COLUMNS, confusion_matrix, confusion_table

MakeStudy: TypeAlias = Callable[..., Study]


def test_columns_stand_in_their_order() -> None:
    assert CONFUSION_COLUMNS == ("system", "reference_type", "predicted_type", "mentions")


def test_pairs_stand_by_reference_then_predicted_type_none_last(build_study: MakeStudy) -> None:
    tokens = list("abcdefghi")
    reference = [(0, 1, "PER"), (2, 3, "LOC"), (4, 5, "LOC"), (8, 9, "LOC")]
    predicted = [(0, 1, "LOC"), (2, 3, "PER"), (6, 7, "PER"), (8, 9, "LOC")]
    assert list(confusion_table(build_study([(tokens, reference, [predicted])]))) == [
        ("flair", "LOC", "PER", 1),
        ("flair", "LOC", "none", 1),
        ("flair", "PER", "LOC", 1),
        ("flair", "none", "PER", 1),
    ]


def test_runs_of_a_system_are_added_up(two_systems: Study) -> None:
    assert [row for row in confusion_table(two_systems) if row[0] == "flair"] == [
        ("flair", "LOC", "ORG", 1),
        ("flair", "LOC", "PER", 1),
        ("flair", "LOC", "none", 4),
        ("flair", "none", "LOC", 1),
    ]


def test_systems_stand_in_the_order_given(two_systems: Study) -> None:
    assert list(dict.fromkeys(row[0] for row in confusion_table(two_systems))) == ["flair", "el mo"]


def test_the_matrix_has_the_correct_mentions_on_its_diagonal(build_study: MakeStudy) -> None:
    tokens = list("abcdefghi")
    reference = [(0, 1, "PER"), (2, 3, "LOC"), (4, 5, "LOC"), (8, 9, "LOC")]
    predicted = [(0, 1, "LOC"), (2, 3, "PER"), (6, 7, "PER"), (8, 9, "LOC")]
    matrix = confusion_matrix(build_study([(tokens, reference, [predicted])]))
    assert matrix.columns == ("system", "reference_type", "LOC", "PER", "none")
    assert list(matrix) == [
        ("flair", "LOC", 1, 1, 1),
        ("flair", "PER", 1, 0, 0),
        ("flair", "none", 0, 1, None),
    ]


def test_rows_of_the_matrix_add_up_to_reference_mentions_and_columns_to_predicted_ones(two_systems: Study) -> None:
    tallies, rows = score_study(two_systems), list(confusion_matrix(two_systems))
    for system in two_systems.systems:
        of_system = np.array([row[2:] for row in rows if row[0] == system], dtype=float)
        runs = [tally for tally, one in zip(tallies, two_systems.predictions, strict=True) if one.system == system]
        for place, name in enumerate(two_systems.types):
            counts = [tally.of_type(name) for tally in runs]
            assert of_system[place].sum() == sum(one.reference for one in counts)
            assert of_system[:, place].sum() == sum(one.predicted for one in counts)


def test_the_matrix_says_what_the_list_says(two_systems: Study) -> None:
    matrix = confusion_matrix(two_systems)
    off_diagonal = {
        (row[0], row[1], name, number)
        for row in matrix
        for name, number in zip(matrix.columns[2:], row[2:], strict=True)
        if name != row[1] and number
    }
    assert off_diagonal == {row for row in confusion_table(two_systems) if row[1] != row[2]}


def test_a_type_is_not_taken_for_a_heading_of_the_matrix(make_study_from: MakeStudy) -> None:
    columns = confusion_matrix(make_study_from("a/B-system/B-none")).columns
    assert columns == ("system", "reference_type", '"none"', '"system"', "none")
