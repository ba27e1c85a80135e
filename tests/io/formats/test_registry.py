"""How formats are found."""

from importlib.metadata import distribution

from nerinspect.io.formats.registry import GROUP, OWN, reader_named, readers


def test_own_formats_are_those_of_the_entry_points() -> None:
    points = [point for point in distribution("nerinspect").entry_points if point.group == GROUP]
    assert {point.name: point.value for point in points} == {
        name: f"nerinspect.io.formats.{module}:READER" for name, module in OWN.items()
    }


def test_a_format_asked_for_by_name_is_the_one_that_is_found() -> None:
    assert {name: reader_named(name) for name in OWN} == {name: readers()[name] for name in OWN}
