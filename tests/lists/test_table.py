import pytest

from nerinspect.lists.table import Ratio, Table


@pytest.mark.parametrize(("ratio", "value"), [(Ratio(1, 3), 1 / 3), (Ratio(0, 2), 0.0), (Ratio(0, 0), None)])
def test_a_ratio_is_undefined_only_without_a_denominator(ratio: Ratio, value: float | None) -> None:
    assert ratio.value == value


def test_a_table_gives_its_rows() -> None:
    assert list(Table(("a",), [(1,), (2,)])) == [(1,), (2,)]
