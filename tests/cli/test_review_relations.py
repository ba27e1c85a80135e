"""`nerinspect review export --relations`: relation events with what was decided about them."""

import csv
import io
import json
import shlex
from pathlib import Path

import pytest

from nerinspect.events.decision import Decision
from nerinspect.events.relation_events import relation_events
from nerinspect.events.study import RelationChoice
from nerinspect.lists.relations import RELATIONS, relation_text
from nerinspect.review.deciding import Deciding
from nerinspect.review.opening import found_decisions, load_review
from nerinspect.training.retention import with_relation_choice
from tests.cli.conftest import Ran, RunCommand
from tests.review.relation_files import relation_request

DECIDED = {
    "Ann Live Ulm": Decision("prediction-wrong", ("typo", "gap")),
    "Cy Kill Di": Decision(flag=True, note="a, b"),
}


@pytest.fixture
def review(tmp_path: Path, command: RunCommand, monkeypatch: pytest.MonkeyPatch) -> str:
    """Decide two relation events of small files."""
    monkeypatch.chdir(tmp_path)
    request = relation_request(tmp_path)
    assert command("review", "new", "a.nerinspect", *request.paths).status == 0
    decide("a.nerinspect", RelationChoice())
    return "a.nerinspect"


def decide(path: str, choice: RelationChoice) -> None:
    with (opened := load_review(path)).file as file:
        study = with_relation_choice(opened.study, choice)
        found_decisions(study, file).fill(study)
        texts = [relation_text(study, event) for event in range(len(relation_events(study)))]
        Deciding(file, study).decide({RELATIONS: {texts.index(text): one for text, one in DECIDED.items()}}, "some")


def rows(ran: Ran) -> list[dict[str, str]]:
    assert ran.status == 0, ran.err
    return list(csv.DictReader(io.StringIO(ran.out)))


def listed(command: RunCommand, review: str, *options: str) -> list[dict[str, str]]:
    return rows(command("review", "export", review, "--relations", "--table", "csv", *options))


def test_the_list_holds_every_relation_event_with_what_was_decided(command: RunCommand, review: str) -> None:
    listing = listed(command, review)
    assert [*listing[0]][-5:] == ["verdict", "causes", "flag", "note", "decided"]
    assert sorted(row["kind"] for row in listing) == sorted(
        ["reversed", "correct", "wrong-type", "missed", "correct", "wrong-argument"]
    )
    decided = {
        (row["reference_head"], row["reference_type"]): (row["verdict"], row["causes"], row["flag"], row["note"])
        for row in listing
        if row["decided"]
    }
    assert decided == {
        ("Ann", "Live"): ("prediction-wrong", "typo gap", "", ""),
        ("Cy", "Kill"): ("", "", "yes", "a, b"),
    }


def test_the_other_setting_lists_its_own_events(command: RunCommand, review: str) -> None:
    """What was decided about an event that only boundaries have is neither listed nor lost under strict."""
    ran = command("review", "export", review, "--relations", "--table", "csv", "--setting", "strict")
    listing = rows(ran)
    assert len(listing) == 7
    assert [row["reference_head"] for row in listing if row["decided"]] == ["Ann"]
    assert "no longer there" not in ran.err


def test_a_query_chooses_relation_events(command: RunCommand, review: str) -> None:
    assert {row["kind"] for row in listed(command, review, "--where", "relkind:missed,reversed")} == {
        "missed",
        "reversed",
    }


def test_types_without_direction_are_asked_for(command: RunCommand, review: str) -> None:
    assert "reversed" not in {row["kind"] for row in listed(command, review, "--symmetric", "Meet")}
    ran = command("review", "export", review, "--relations", "--symmetric", "Met")
    assert ran.status != 0
    assert "Meet" in ran.err


def test_the_record_tells_the_command_that_gives_the_same_file(command: RunCommand, review: str) -> None:
    options = ["--setting", "strict", "--symmetric", "Meet", "--where", "-relkind:correct", "--columns", "kind,who"]
    assert command("review", "export", review, "--relations", *options, "-o", "list.csv").status == 0
    content, record = Path("list.csv").read_bytes(), json.loads(Path("list.csv.json").read_text())
    assert (record["table"], record["setting"], record["symmetric"]) == ("relation review", "strict", ["Meet"])
    Path("list.csv").unlink()
    program, *arguments = shlex.split(record["command"])
    assert (program, command(*arguments).status) == ("nerinspect", 0)
    again = json.loads(Path("list.csv.json").read_text())
    assert (Path("list.csv").read_bytes(), again["signature"]) == (content, record["signature"])


def test_the_signature_follows_what_was_decided(command: RunCommand, review: str) -> None:
    signatures = []
    for verdict in ("ambiguous", "both-wrong"):
        with (opened := load_review(review)).file as file:
            Deciding(file, opened.study).decide({RELATIONS: {0: Decision(verdict)}}, "one")
        command("review", "export", review, "--relations", "-o", "list.csv")
        signatures.append(json.loads(Path("list.csv.json").read_text())["decisions_sha256"])
    assert len(set(signatures)) == 2


@pytest.mark.parametrize("form", ["json", "jsonl", "markdown", "latex", "latex-examples", "html"])
def test_every_form_is_written(command: RunCommand, review: str, form: str) -> None:
    ran = command("review", "export", review, "--relations", "--table", form)
    assert ran.status == 0, ran.err
    assert "typo" in ran.out
    assert "Kill" in ran.out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--relations", "--columns", "shape"], "shape"),
        (["--relations", "--columns", "corrected_spans"], "corrected_spans"),
        (["--relations", "--columns", "kind,kind"], "each once"),
        (["--relations", "--table", "html", "--spreadsheet-safe"], "only CSV"),
        (["--setting", "strict"], "--relations"),
        (["--symmetric", "Meet"], "--relations"),
    ],
)
def test_what_cannot_be_is_refused(command: RunCommand, review: str, options: list[str], said: str) -> None:
    ran = command("review", "export", review, *options)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err


def test_the_list_of_events_is_as_it_was(command: RunCommand, review: str) -> None:
    """Decisions about relations do not show among those of mentions."""
    ran = command("review", "export", review, "--table", "csv")
    assert {row["decided"] for row in rows(ran)} == {""}
    assert "no longer there" not in ran.err
