"""The page about schemes says what the program computes."""

from pathlib import Path

import pytest

from nerinspect.query.counts.schemes import explaining
from nerinspect.query.language.parser import query_text
from nerinspect.systems.schemes import FAIR_CODES, SCHEMES, fair_errors, tally_schemes
from tests.guide.test_pages import TEXTS, rows_of, study_of

LETTERS = {"correct": "COR", "incorrect": "INC", "partial": "PAR", "missed": "MIS", "spurious": "SPU"}
BY_NAME = {scheme.name: scheme for scheme in SCHEMES}
ROWS = rows_of("schemes", 6)
HEADS, *EXAMPLES = [row for row in ROWS if row[-1] == "fair" or "/" in row[0]]
OUTCOMES = [row for row in ROWS if row[0].startswith("`") and "/" not in row[0] and row[0] != "`pair:`"]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda row: row[0])
def test_an_example_is_what_the_program_computes(example: list[str], tmp_path: Path) -> None:
    study = study_of(example[0].strip("`"), tmp_path)
    tally = tally_schemes(study, 0)
    for scheme, told in list(zip(HEADS, example, strict=True))[1:-1]:
        counts = tally.counts(BY_NAME[scheme])
        assert ", ".join(letters for name, letters in LETTERS.items() for _ in range(getattr(counts, name))) == told
    errors = [FAIR_CODES[code][:2] if code in (2, 3, 4) else FAIR_CODES[code] for code in fair_errors(study)[0].code]
    assert ", ".join(sorted(error.upper() for error in errors)) == example[-1]


def test_the_example_of_values_is_what_the_program_computes(tmp_path: Path) -> None:
    found = tally_schemes(study_of("Rome/LOC/LOC and/·/· Ann/PER/ORG and/·/· Bo/PER/· saw/·/· it/·/LOC", tmp_path), 0)
    counts = found.counts(BY_NAME["ace"])
    for score in (counts.cost_ratio, counts.recall, counts.precision):
        assert "= " + f"{100 * score:.2f} %".replace(".00", "") in TEXTS["ace"]


@pytest.mark.parametrize("row", OUTCOMES, ids=lambda row: row[0])
def test_a_pair_is_judged_as_the_page_says(row: list[str]) -> None:
    names = ("strict", "exact", "partial", "type")
    assert [LETTERS[BY_NAME[name].outcomes[row[0].strip("`")]] for name in names] == row[2:]


@pytest.mark.parametrize(("names", "told"), [(row[0], row[1]) for row in rows_of("schemes", 2)[1:]])
def test_the_events_that_make_the_difference_are_named(names: str, told: str) -> None:
    for name in names.split(", "):
        door = explaining(BY_NAME["traditional"], BY_NAME[name])
        assert told.startswith("none") if door is None else told == f"`{query_text(door)}`"
