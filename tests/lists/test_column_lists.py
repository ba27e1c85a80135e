"""Lists of columns as one text."""

from hypothesis import given
from hypothesis import strategies as st

from nerinspect.lists.mentions import join_columns, split_columns

NAMES = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1)


def test_a_name_with_a_comma_is_quoted() -> None:
    assert split_columns('kind, "attr:genre, main",text') == ("kind", "attr:genre, main", "text")
    assert join_columns(["kind", "attr:genre, main"]) == 'kind,"attr:genre, main"'


@given(st.lists(NAMES, min_size=1))
def test_what_is_written_is_read(names: list[str]) -> None:
    assert split_columns(join_columns(names)) == tuple(names)


def test_a_line_end_is_part_of_a_name() -> None:
    assert split_columns("kind,a\nb") == ("kind", "a\nb")
