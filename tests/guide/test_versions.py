"""The examples of the page on two versions are computed, and its numbers add up."""

import re
from collections.abc import Callable

import pytest

from nerinspect.events.study import Study
from nerinspect.guide import read_pages
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of
from nerinspect.systems.outcomes import changes
from nerinspect.tables.compare import diff_table

TEXT = next(page.text for page in read_pages({"keys": ""}) if page.key == "versions")
EXAMPLES = re.findall(r"^\| `([^`]+)` \| (.+) \|$", TEXT, re.MULTILINE)


def with_states(words: str) -> str:
    """Write labels out: a type that goes on from the word before continues its mention."""
    before = ["", "", ""]
    written = []
    for word in words.split(" "):
        token, *types = word.split("/")
        states = [
            "O" if name == "·" else f"{'I' if name == last else 'B'}-{name}"
            for name, last in zip(types, before, strict=True)
        ]
        written.append("/".join([token, *states]))
        before = types
    return " ".join(written)


@pytest.mark.parametrize(("words", "rows"), EXAMPLES)
def test_an_example_is_what_the_program_computes(words: str, rows: str, make_study_from: Callable[..., Study]) -> None:
    study = make_study_from(with_states(words), systems=("old", "new"))
    table = diff_table(study, changes(study, 0, 1), 1, columns=("change", "old_kind", "kind"))
    told = [f"{change}: {str(old).upper()} → {str(kind).upper()}" for change, old, kind in table]
    assert "; ".join(told) == rows


def test_there_are_examples_of_every_change_and_words_for_every_column() -> None:
    assert {re.split(":", row)[0] for _, rows in EXAMPLES for row in rows.split("; ")} == {"fixed", "broken", "changed"}
    assert all(f"`{column}`" in TEXT for column in MENTIONS.names(Of.CHANGES))


def test_the_numbers_of_the_example_add_up() -> None:
    numbers = [int(number.replace(",", "")) for number in re.findall(r"[\d,]*\d", TEXT.split("```")[3])]
    _, broken, changed, unchanged, old, fixed_places, broken_places, new = numbers
    assert f"{unchanged:,} + {broken} + {changed}" in TEXT
    assert old - fixed_places + broken_places == new
