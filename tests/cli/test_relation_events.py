"""`relations --events`: lists, their forms and their records; what rows hold is held where the table is made."""

import csv
import json
import shlex
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

RunCommand = Callable[..., Any]
MakeFile = Callable[..., str]


def sentence(people: list[str], *relations: tuple[int, str, int]) -> dict[str, Any]:
    """Write a sentence in which `Bo/Org` is an organization, all others persons."""
    words = [word.partition("/") for word in people]
    return {
        "tokens": [token for token, _, _ in words],
        "entities": [{"type": name or "Per", "start": n, "end": n + 1} for n, (_, _, name) in enumerate(words)],
        "relations": [{"head": head, "type": name, "tail": tail} for head, name, tail in relations],
    }


@pytest.fixture
def texts(make_file: MakeFile) -> list[str]:
    """Write a reference and a prediction; the training data is `train`."""
    make_file("train", json.dumps([sentence(["Ann", "Cy"], (0, "Kill", 1))]))
    reference = [sentence(["Ann", "Bo", "Cy"], (0, "Kill", 1), (1, "Meet", 2)), sentence(["Di"])]
    prediction = [sentence(["Ann", "Bo/Org", "Cy"], (0, "Kill", 1), (2, "Meet", 1)), sentence(["Di"], (0, "Kill", 0))]
    return [make_file("ref", json.dumps(reference)), make_file("pred", json.dumps(prediction))]


def rows_of(ran: Any) -> list[tuple[str, ...]]:  # noqa: ANN401
    assert ran.status == 0, ran.err
    return [tuple(row) for row in csv.reader(StringIO(ran.out))][1:]


def test_events_are_listed_under_boundaries_then_under_strict(command: RunCommand, texts: list[str]) -> None:
    ran = command("relations", *texts, "--events", "--columns", "setting,sentence,kind,reference_type,predicted_type")
    assert rows_of(ran) == [
        ("boundaries", "1", "correct", "Kill", "Kill"),
        ("boundaries", "1", "reversed", "Meet", "Meet"),
        ("boundaries", "2", "spurious", "", "Kill"),
        ("strict", "1", "wrong-argument", "Kill", "Kill"),
        ("strict", "1", "spurious", "", "Meet"),
        ("strict", "1", "missed", "Meet", ""),
        ("strict", "2", "spurious", "", "Kill"),
    ]


def test_what_is_odd_is_told(command: RunCommand, texts: list[str]) -> None:
    told = "1 relation joins a mention with itself; the first: sentence 2, Kill"
    assert f"nerinspect: prediction pred: {told}\n" in command("relations", *texts, "--events").err


def test_queries_choose_events_and_symmetric_types_match_in_either_order(command: RunCommand, texts: list[str]) -> None:
    asked = ("relations", *texts, "--events", "--setting", "boundaries", "--columns", "kind,head_event,tail_event")
    label_error = rows_of(command("events", *texts, "--where", "kind:le"))[0][0]
    assert rows_of(command(*asked, "--where", "kind:le -relkind:correct")) == [("reversed", label_error, label_error)]
    assert rows_of(command(*asked, "--where", "rel:Meet", "--symmetric", "Meet")) == [
        ("correct", label_error, label_error)
    ]


def test_with_training_relations_there_is_a_part(command: RunCommand, texts: list[str]) -> None:
    asked = ("relations", *texts, "--events", "--setting", "boundaries")
    assert "part" not in command(*asked).out.splitlines()[0].split(",")
    trained = command(*asked, "--training", "train")
    head = trained.out.splitlines()[0].split(",")
    assert [row[head.index("part")] for row in rows_of(trained)] == ["partial", "new", "new"]
    partial = command(*asked, "--training", "train", "--where", "part:partial", "--columns", "kind")
    assert rows_of(partial) == [("correct",)]


@pytest.mark.parametrize("setting", ["both", "strict"])
def test_the_record_repeats_the_list(setting: str, command: RunCommand, texts: list[str]) -> None:
    options = ["--setting", setting, "--symmetric", "Meet", "--where", "-relkind:correct", "--columns", "event,kind"]
    assert command("relations", *texts, "--events", *options, "-o", "list.csv").status == 0
    written = Path("list.csv").read_bytes()
    record = json.loads(Path("list.csv.json").read_text())
    assert (record["table"], record["setting"], record["symmetric"]) == ("relation events", setting, ["Meet"])
    assert record["rows"] == len(written.splitlines()) - 1 > 0
    Path("list.csv").unlink()
    assert command(*shlex.split(record["command"])[1:]).status == 0
    assert Path("list.csv").read_bytes() == written


@pytest.mark.parametrize("form", ["csv", "json", "jsonl", "markdown", "latex", "html"])
def test_lists_take_every_form(form: str, command: RunCommand, texts: list[str]) -> None:
    ran = command("relations", *texts, "--events", "--table", form)
    assert (ran.status, ran.out.count("boundaries"), ran.out.count("wrong")) == (0, 3, 1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--where", "rel:Kill"], "--events lists"),
        (["--columns", "kind"], "--events lists"),
        (["--table", "html", "--training", "train"], "--events lists"),
        (["--events", "--profile", "p.csv"], "--profile applies to scores; leave out --events"),
        (["--events", "--columns", "kinds"], "no column is called “kinds”; the nearest is kind"),
        (["--events", "--columns", "part"], "the column part needs training data with relations"),
        (["--events", "--where", "rel:Kil"], "no relation type is called “Kil”; the nearest is Kill"),
        (["--events", "--symmetric", "Met"], "no relation type is called “Met”; the nearest is Meet"),
    ],
)
def test_what_cannot_be_had_is_refused(options: list[str], message: str, command: RunCommand, texts: list[str]) -> None:
    ran = command("relations", *texts, *options)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err


def test_files_without_relations_are_told(command: RunCommand, make_file: MakeFile) -> None:
    plain = make_file("plain", json.dumps([sentence(["Ann"])]))
    ran = command("relations", plain, plain, "--events")
    assert (ran.status, ran.out) == (1, "")
    assert "relations" in ran.err
