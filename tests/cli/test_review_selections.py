"""`nerinspect review selections`: what filters were saved, and what each keeps now."""

import csv
import io
import json
from pathlib import Path

import pytest

from nerinspect.cli.review import review as review_group
from nerinspect.cli.review import selections
from nerinspect.review.store import open_review
from tests.cli.conftest import RunCommand

SAVED = {"= all, or “none”": "", "gone": "type:GPE OR kind:fn", "old": "system:gone", "places\n": "ref:LOC"}


@pytest.fixture(autouse=True)
def command_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the subcommand be asked for by its name."""
    monkeypatch.setitem(review_group.commands, "selections", selections)


@pytest.fixture
def review(files: tuple[str, str], command: RunCommand) -> str:
    """Make a review of the small files with saved selections."""
    assert command("review", "new", "a.nerinspect", *files, "--repair", "conlleval").status == 0
    with open_review("a.nerinspect") as file:
        for name, query in SAVED.items():
            file.put_selection(name, query)
    return "a.nerinspect"


def listed(command: RunCommand, *arguments: str) -> list[dict[str, str]]:
    ran = command(*arguments, "--table", "csv")
    assert ran.status == 0, ran.err
    return list(csv.DictReader(io.StringIO(ran.out)))


def test_each_selection_keeps_as_many_events_as_an_export_with_its_query_lists(
    command: RunCommand, review: str
) -> None:
    rows = listed(command, "review", "selections", review)
    assert {row["selection"]: row["query"] for row in rows} == SAVED
    assert [row["selection"] for row in rows] == sorted(SAVED)
    numbers = {row["selection"]: row["events"] for row in rows}
    for name, query in (("= all, or “none”", ""), ("gone", "kind:fn"), ("places\n", "ref:LOC")):
        assert int(numbers[name]) == len(listed(command, "review", "export", review, "--where", query))
    assert numbers["old"] == ""


def test_what_is_gone_is_told(command: RunCommand, review: str) -> None:
    told = command("review", "selections", review).err
    assert "warning: “gone”: no type is called “GPE”" in told
    assert "warning: “old”: no system is called “gone”" in told


def test_the_table_is_written_with_its_provenance(command: RunCommand, review: str) -> None:
    assert command("review", "selections", review, "-o", "list.csv").status == 0
    assert Path("list.csv").read_text(encoding="utf-8").startswith("selection,query,events\n")
    record = json.loads(Path("list.csv.json").read_text(encoding="utf-8"))
    assert record["command"] == "nerinspect review selections a.nerinspect --output list.csv"
    assert record["table"] == "selections"


def test_the_review_is_never_written_over(command: RunCommand, review: str) -> None:
    assert command("review", "selections", review, "-o", review).status == 2
