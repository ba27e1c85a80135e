"""The lines that a file written anew says otherwise."""

from nerinspect.review.corrected_reference import ChangedLine, changed_lines


def test_lines_that_differ_are_listed_with_their_numbers() -> None:
    before, after = b"a O\r\nb O\r\n\r\nc O", b"a O\r\nb B-X\r\n\r\nc B-Y"
    assert changed_lines(before, after, is_in_place=True) == [
        ChangedLine(2, "b O", "b B-X"),
        ChangedLine(4, "c O", "c B-Y"),
    ]
    assert changed_lines(before, before, is_in_place=True) == []


def test_lines_that_come_and_go_have_one_side() -> None:
    assert changed_lines(b"T1\nT2\nR1\n", b"T1\nR1\nT3\n", is_in_place=False) == [
        ChangedLine(2, "T2", ""),
        ChangedLine(0, "", "T3"),
    ]
    assert changed_lines(b"T1\n", b"T1\n", is_in_place=False) == []
    assert changed_lines(b"R1\n", b"T1\nR1\n", is_in_place=False) == [ChangedLine(0, "", "T1")]


def test_of_a_long_line_the_difference_is_shown() -> None:
    before, after = (b"x" * 5000 + name + b"y" * 5000 for name in (b"PER", b"ORG"))
    [line] = changed_lines(before, after, is_in_place=True)
    assert "xPERy" in line.before
    assert "xORGy" in line.after
    assert len(line.before) < 200
