"""Numbers are grouped, and words put into the plural, in one module alone: a translation has one place to look at."""

import ast
import re
from itertools import pairwise
from typing import Final

import pytest

from nerinspect.quantities import counted, grouped, with_sign, word_for
from tests.rails.modules import PACKAGE


@pytest.mark.parametrize(
    ("number", "noun", "expected"),
    [(1, "event", "1 event"), (0, "event", "0 events"), (1234, "entity", "1,234 entities"), (2, "day", "2 days"),
     (2, "stretch", "2 stretches"), (2, "F1", "2 F1s")],
)  # fmt: skip
def test_things_are_counted(number: int, noun: str, expected: str) -> None:
    assert counted(number, noun) == expected


def test_words_agree_with_numbers() -> None:
    assert [word_for(number, "was", "were") for number in (0, 1, 2)] == ["were", "was", "were"]


def test_thousands_are_grouped() -> None:
    assert (grouped(-61204), grouped(1234.5), grouped(-0.001, 2)) == ("−61,204", "1,234.5", "0.00")


@pytest.mark.parametrize(
    ("number", "n_decimals", "expected"),
    [(0.001, 2, "0.00"), (-0.001, 2, "0.00"), (0, None, "0"), (10, 0, "+10"), (-1234.5, 1, "−1,234.5")],
)
def test_differences_have_a_sign(number: float, n_decimals: int | None, expected: str) -> None:
    assert with_sign(number, n_decimals) == expected


_MACHINES: Final = {"library/drawn_relations.py": 7, "io/writing/excel.py": 1, "systems/weights.py": 1}
"""Modules that write numbers for machines: SVG, widths of columns, weights; and in how many lines."""

_PLURAL: Final = re.compile(
    r" (annotators|characters|decisions|documents|errors|events|fields|mentions|pairs|pieces|rows|runs|terms|tokens)\b"
)
_BY_HAND: Final = re.compile(r"^−$|%\.\d+[fge]|\{\w*:[^{}]*\.\d+[fge%]\}")


def _made_by_hand(source: str) -> list[int]:
    """Give the lines where a number is grouped or rounded, or a word is chosen by whether there is one of something."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FormattedValue) and node.format_spec is not None:
            specified = ast.unparse(node.format_spec)
            is_by_hand = re.match("[+ z]*[,_]", specified[2:]) or re.search(r"\.(\d+|\{.*\})[fge%]'$", specified)
            found += [node.lineno] if is_by_hand else []
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and _BY_HAND.search(node.value):
            found.append(node.lineno)
        elif isinstance(node, ast.JoinedStr):
            found += [
                node.lineno
                for number, words in pairwise(node.values)
                if isinstance(number, ast.FormattedValue)
                and isinstance(words, ast.Constant)
                and _PLURAL.match(str(words.value))
            ]
        elif isinstance(node, ast.IfExp) and isinstance(node.test, ast.Compare):
            words = [str(one.value) for one in (node.body, node.orelse) if isinstance(one, ast.Constant)]
            by_one = any(isinstance(one, ast.Constant) and one.value == 1 for one in node.test.comparators)
            if by_one and len(words) == 2 and re.search("[a-z]", "".join(words)):
                found += [node.lineno] if all(words) or {"s", "es"} & {*words} else []
    return found


@pytest.mark.parametrize(
    "source",
    ['f"{n:,}"', 'f"{n:,.2f}"', "'' if n == 1 else 's'", "'s' if n != 1 else ''", "'is' if len(n) == 1 else 'are'",
     "'were' if n > 1 else 'was'", 'f"{n} events"', 'f"{n:.2f}"', 'f"{n:+.1%}"', 'f"{n:.{d}f}"', '"{:.3g}".format',
     '"%.1f" % n', 'text.replace("-", "−")'],
)  # fmt: skip
def test_what_is_made_by_hand_is_found(source: str) -> None:
    assert _made_by_hand(source) == [1]


def test_numbers_and_plurals_are_made_in_one_place() -> None:
    made = {path: {*_made_by_hand(path.read_text(encoding="utf-8"))} for path in PACKAGE.rglob("*.py")}
    found = {path.relative_to(PACKAGE).as_posix(): len(lines) for path, lines in made.items() if lines}
    assert found.pop("quantities.py")
    assert found == _MACHINES
