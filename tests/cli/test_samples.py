"""A random sample on the command line: by the query alone, the same whatever else is loaded."""

import csv
import io

from nerinspect.query.fields.decisions import sample_value
from tests.cli.conftest import MakeFile, Ran, RunCommand

LABELS = ("B-LOC", "O", "B-PER")


def rows(ran: Ran) -> list[dict[str, str]]:
    assert ran.status == 0, ran.err
    return list(csv.DictReader(io.StringIO(ran.out)))


def conll(shift: int) -> str:
    """Write four hundred sentences of a word."""
    return "".join(f"w{number} {LABELS[(number * shift) % 3]}\n\n" for number in range(400))


def test_events_lists_a_sample_that_others_can_list_again(command: RunCommand, make_file: MakeFile) -> None:
    reference, one, two = (make_file(f"{name}.conll", conll(n)) for name, n in (("ref", 0), ("one", 1), ("two", 2)))
    every = rows(command("events", reference, one, "--where", "-kind:tp", "--table", "csv"))
    query = f"-kind:tp sample:{sample_value(7, 0.25)}"
    drawn = rows(command("events", reference, one, "--where", query, "--table", "csv"))
    assert 35 < len(drawn) < 105  # 67 of 267 are expected, give or take 7
    assert [row for row in every if row in drawn] == drawn
    beside = rows(command("events", reference, two, one, "--where", f"{query} system:one", "--table", "csv"))
    assert beside == drawn


def test_the_rest_is_what_a_minus_asks_for(command: RunCommand, make_file: MakeFile) -> None:
    reference, one = make_file("ref.conll", conll(0)), make_file("one.conll", conll(1))
    listed = [
        {row["event"] for row in rows(command("events", reference, one, "--where", query, "--table", "csv"))}
        for query in ("sample:0<=0.1", "-sample:0<=0.1", "")
    ]
    assert listed[0] | listed[1] == listed[2]
    assert not listed[0] & listed[1]


def test_a_review_exports_its_sample(command: RunCommand, make_file: MakeFile) -> None:
    reference, one = make_file("ref.conll", conll(0)), make_file("one.conll", conll(1))
    assert command("review", "new", "a.nerinspect", reference, one).status == 0
    where = ("--where", "-kind:tp sample:0<=0.1", "--columns", "event", "--table", "csv")
    assert rows(command("review", "export", "a.nerinspect", *where)) == rows(command("events", reference, one, *where))


def test_what_is_no_sample_is_a_mistake_of_the_command_line(command: RunCommand, files: tuple[str, str]) -> None:
    ran = command("events", *files, "--repair", "conlleval", "--where", "sample:50")
    assert (ran.status, ran.out) == (2, "")
    assert "“50” is not a sample; write SEED<=SHARE, such as sample:0<=0.01" in ran.err
