from collections.abc import Callable
from typing import TypeAlias

from nerinspect.events.study import Study
from nerinspect.tables.scores import CONFUSION_COLUMNS, confusion_table

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
