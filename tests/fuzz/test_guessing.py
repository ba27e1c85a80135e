"""Guessing looks at every file, so it may neither fail nor take long, whatever a file begins with."""

from time import process_time

import pytest

from nerinspect.io.formats.reader import HEAD_BYTES, readers
from tests.measuring import keeps_within

PIECES = (
    *(
        " ",
        "\t\n",
        "\n",
        "[",
        "{",
        '"',
        "[1,",
        "{}",
        '{"text" ',
        '[{"x":',
        '[["a", {"entities": ',
        '["\\"',
        "1\t",
        "#\n",
    ),
    *(
        "#",
        "T1\tX 1 1;",
        "#T_SP=",
        "-",
        ":",
        "[ ",
        '["a",',
        "\\",
        '"annotation_id"',
        '{"tokens":[',
        "1-1\t",
        "# a = ",
        "\r",
    ),
)
BEGINNINGS = ("", '{"text"', '{"', "[", "T1\tX 0 1", "#FORMAT=WebAnno TSV 3.3\n", "# global.columns = ", '[["', "x\x9c")


@pytest.mark.benchmark
@pytest.mark.parametrize("piece", PIECES)
def test_a_format_is_guessed_at_once(piece: str) -> None:
    heads = [(beginning + piece * HEAD_BYTES).encode()[:HEAD_BYTES] for beginning in BEGINNINGS]

    def longest_guess() -> float:
        longest = 0.0
        for head in heads:
            for reader in readers().values():
                begun = process_time()
                reader.guess("x.json", head)
                longest = max(longest, process_time() - begun)
        return longest

    assert keeps_within(10, longest_guess, process_time)
