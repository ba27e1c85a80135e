from collections import Counter
from collections.abc import Callable
from io import StringIO
from typing import TypeAlias
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.segment_events import KINDS, SIDES, TP
from nerinspect.events.study import Study
from nerinspect.io.writing.forms import write_csv
from nerinspect.lists.table import Row, Table
from nerinspect.tables.scores import ERROR_COLUMNS, error_groups
from tests.examples import examples

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


def plainly_grouped(study: Study) -> list[Row]:
    groups: Counter[tuple[int, int, tuple[str, ...], str, str]] = Counter()
    for event in range(len(study.events)):
        kind, start, end = (int(getattr(study.events, name)[event]) for name in ("kind", "start", "end"))
        if kind != TP:
            types = [study.mentions_on(side).type_codes[study.events.mentions_of(event, side)] for side in SIDES]
            reference, predicted = (" ".join(study.types[code] for code in codes) for codes in types)
            system = study.systems.index(study.predictions[study.events.prediction[event]].system)
            tokens = tuple(map(study.text.token, range(start, end)))
            groups[system, kind, tokens, reference, predicted] += 1
    listed = [(one[0], -count, one[1], " ".join(one[2]), *one[3:]) for one, count in groups.items()]
    return [(study.systems[one[0]], -one[1], KINDS[one[2]], *one[3:]) for one in sorted(listed)]


def labels(beginnings: list[str]) -> list[str]:
    """Write the labels of mentions that begin where there is a type, and go on where there is none."""
    written: list[str] = []
    for name in beginnings:
        goes_on = name == "" and written and written[-1] != "O"
        written.append(f"I-{written[-1][2:]}" if goes_on else "O" if name in ("", "O") else f"B-{name}")
    return written


sides = st.lists(st.sampled_from(["O", "", "LOC", "PER"]), min_size=5, max_size=5)
drawn = st.tuples(st.lists(st.sampled_from(['"a"', "b", "c,"]), min_size=1, max_size=5), *[sides.map(labels)] * 4)


@settings(max_examples=examples(60))
@given(st.lists(drawn, min_size=1, max_size=6), st.integers(1, 9))
def test_groups_are_those_found_plainly_however_much_is_grouped_at_once(
    make_study_from: MakeStudy, sentences: list[tuple[list[str], ...]], n_events: int
) -> None:
    written = (" ".join(map("/".join, zip(*sides, strict=False))) for sides in sentences)
    study = make_study_from(*written, systems=("a", "b", "a"))
    plain, as_text, as_columns = plainly_grouped(study), StringIO(), StringIO()
    with patch("nerinspect.tables.scores._EVENTS_AT_ONCE", n_events):
        groups = error_groups(study)
    write_csv(groups, as_columns)
    write_csv(Table(ERROR_COLUMNS, plain), as_text)
    assert (list(groups), as_columns.getvalue()) == (plain, as_text.getvalue())
