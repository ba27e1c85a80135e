"""`nerinspect review`: a list goes out, is edited, comes back, and corrects the reference."""

import csv
import io
import json
from pathlib import Path

import pytest

from nerinspect.review.store import open_review
from tests.cli.conftest import MakeFile, Ran, RunCommand
from tests.io.workbooks import workbook_of

EVENT_COLUMNS = (
    "event,system,run,document,sentence,line,start,end,kind,shape,demerits,text,reference_types,predicted_types,"
    "reference_spans,predicted_spans,left,right"
)


@pytest.fixture
def review(files: tuple[str, str], command: RunCommand) -> str:
    """Make a review of the small files."""
    assert command("review", "new", "a.nerinspect", *files, "--repair", "conlleval").status == 0
    return "a.nerinspect"


def rows(ran: Ran) -> list[dict[str, str]]:
    assert ran.status == 0, ran.err
    return list(csv.DictReader(io.StringIO(ran.out)))


def listed(command: RunCommand, review: str, *options: str) -> list[dict[str, str]]:
    return rows(command("review", "export", review, "--table", "csv", *options))


def edited(make_file: MakeFile, listing: list[dict[str, str]]) -> str:
    file = io.StringIO()
    writer = csv.DictWriter(file, listing[0].keys())
    writer.writeheader()
    writer.writerows(listing)
    return make_file("list.csv", file.getvalue())


def test_the_list_has_the_columns_of_events_and_of_decisions(command: RunCommand, review: str) -> None:
    ran = command("review", "export", review, "--table", "csv")
    assert ran.out.split("\n")[0] == f"{EVENT_COLUMNS},verdict,causes,flag,note,corrected_spans,decided"


def test_the_list_lists_what_events_lists(command: RunCommand, review: str, files: tuple[str, str]) -> None:
    events = rows(command("events", *files, "--repair", "conlleval", "--where", "-kind:tp", "--table", "csv"))
    both = listed(command, review, "--where", "-kind:tp")
    assert [{name: row[name] for name in events[0]} for row in both] == events
    assert {row["verdict"] + row["flag"] + row["decided"] for row in both} == {""}


def test_an_edited_list_comes_back(command: RunCommand, review: str, make_file: MakeFile) -> None:
    listing = listed(command, review)
    listing[0] |= {"verdict": "reference-wrong", "corrected_spans": listing[0]["predicted_spans"], "causes": "typo gap"}
    listing[1] |= {"verdict": "Scope", "flag": "yes", "note": "one, “two”"}
    ran = command("review", "import", review, edited(make_file, listing))
    assert ran.status == 0, ran.err
    assert "decided: 2" in ran.err
    assert f"2 events changed, {len(listing) - 2} unchanged" in ran.err
    after = listed(command, review)
    assert [{**row, "decided": ""} for row in after] == listing
    assert [bool(row["decided"]) for row in after] == [True, True, *[False] * (len(listing) - 2)]
    assert [row["verdict"] for row in listed(command, review, "--where", "cause:typo OR flag:yes")] == [
        "reference-wrong", "Scope",
    ]  # fmt: skip


def test_a_workbook_comes_back_and_words_that_occur_twice_are_told(command: RunCommand, make_file: MakeFile) -> None:
    files = (
        make_file("test.conll", "Ann B-PER\nand I-PER\nAnn I-PER\n"),
        make_file("pred.conll", "Ann O\nand O\nAnn O\n"),
    )
    assert command("review", "new", "ann.nerinspect", *files).status == 0
    [row] = listed(command, "ann.nerinspect")
    cells = row | {"verdict": "R", "corrected_spans": "PER: Ann"}
    path = Path("list.xlsx")
    path.write_bytes(workbook_of(list(cells), list(cells.values())))
    ran = command("review", "import", "ann.nerinspect", str(path))
    assert ran.status == 0
    assert f"{path}:2: its words occur more than once in the event; the leftmost are used" in ran.err
    [row] = listed(command, "ann.nerinspect")
    assert (row["verdict"], row["corrected_spans"]) == ("reference-wrong", '[[0, 1, "PER"]]')
    path.write_bytes(path.read_bytes()[:-30])
    ran = command("review", "import", "ann.nerinspect", str(path))
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.endswith("this Excel workbook cannot be read (its end is missing); save it as .xlsx again\n")


def test_names_of_others_are_taken_over_and_the_rest_is_signed_as_in_the_window(
    command: RunCommand, review: str, make_file: MakeFile
) -> None:
    with open_review(review) as file:
        file.put_facts({"signed": "Ann"})
    listing = listed(command, review, "--columns", "event,verdict,who")
    listing[0] |= {"verdict": "scope", "who": "Bob"}
    listing[1] |= {"verdict": "scope"}
    assert command("review", "import", review, edited(make_file, listing)).status == 0
    after = listed(command, review, "--columns", "event,verdict,who")
    assert [row["who"] for row in after] == ["Bob", "Ann", *[""] * (len(listing) - 2)]


def test_a_dry_run_changes_nothing(command: RunCommand, review: str, make_file: MakeFile) -> None:
    listing = listed(command, review)
    listing[0]["verdict"] = "ambiguous"
    before = Path(review).read_bytes()
    ran = command("review", "import", review, edited(make_file, listing), "--dry-run")
    assert ran.status == 0
    assert "1 event would change" in ran.err
    assert Path(review).read_bytes() == before


def test_rows_that_do_not_fit_are_listed_and_the_others_taken(
    command: RunCommand, review: str, make_file: MakeFile
) -> None:
    listing = listed(command, review)
    listing[0]["verdict"], listing[1]["verdict"], listing[2]["event"] = "ambiguous", "no idea", "0" * 16
    ran = command("review", "import", review, edited(make_file, listing))
    assert ran.status == 1
    assert "list.csv:3: “no idea” is not a verdict" in ran.err
    assert "list.csv:4: no event of the review has the id" in ran.err
    assert [row["verdict"] for row in listed(command, review)][:2] == ["ambiguous", ""]


def test_a_list_made_safe_for_spreadsheets_comes_back(command: RunCommand, review: str, make_file: MakeFile) -> None:
    listing = listed(command, review)
    listing[0]["note"] = "=1+1"
    command("review", "import", review, edited(make_file, listing))
    safe = listed(command, review, "--spreadsheet-safe")
    assert safe[0]["note"] == "'=1+1"
    ran = command("review", "import", review, edited(make_file, safe), "--spreadsheet-safe")
    assert "0 events changed" in ran.err
    assert listed(command, review)[0]["note"] == "=1+1"


def test_accepted_corrections_are_in_the_reference(
    command: RunCommand, review: str, files: tuple[str, str], make_file: MakeFile
) -> None:
    """The reference says what the prediction says of every event, so nothing is wrong any more."""
    listing = listed(command, review)
    for row in listing:
        row |= {"verdict": "both-wrong", "corrected_spans": row["predicted_spans"]}
    command("review", "import", review, edited(make_file, listing))
    assert command("review", "reference", review, "-o", "corrected.conll").status == 0
    [score] = rows(
        command("score", "corrected.conll", files[1], "--repair", "conlleval", "--table", "csv")
    )[:1]  # fmt: skip
    assert float(score["f1"]) == 1
    record = json.loads(Path("corrected.conll.json").read_text())
    assert record["command"] == f"nerinspect review reference {review} --output corrected.conll"


def test_contradictions_are_listed_and_nothing_is_written(command: RunCommand, make_file: MakeFile) -> None:
    make_file("ref.conll", "Ann B-PER\nmet O\n")
    make_file("x.conll", "Ann O\nmet O\n")
    make_file("y.conll", "Ann B-ORG\nmet O\n")
    command("review", "new", "a.nerinspect", "ref.conll", "x.conll", "y.conll")
    listing = listed(command, "a.nerinspect")
    for row in listing:
        row |= {"verdict": "reference-wrong", "corrected_spans": row["predicted_spans"]}
    command("review", "import", "a.nerinspect", edited(make_file, listing))
    ran = command("review", "reference", "a.nerinspect", "-o", "corrected.conll")
    assert ran.status == 1
    assert "conflict: “Ann” in sentence 1 is no mention (x), but “Ann” in sentence 1 is ORG “Ann” (y)" in ran.err
    assert not Path("corrected.conll").exists()


def test_a_changed_file_and_lost_decisions_are_told(
    command: RunCommand, review: str, files: tuple[str, str], make_file: MakeFile
) -> None:
    listing = [{**row, "verdict": "ambiguous"} for row in listed(command, review)]
    command("review", "import", review, edited(make_file, listing))
    Path(files[0]).write_text(Path(files[0]).read_text().replace("Oslo B-LOC", "Oslo O"))
    ran = command("review", "export", review, "--table", "csv")
    assert f"{Path(files[0]).resolve()} has changed since" in ran.err
    assert "no longer there: " in ran.err
    assert "fn “Oslo” of pred in sentence 3, ambiguous" in ran.err
    assert {row["verdict"] for row in rows(ran)} == {"ambiguous"}


def test_the_record_repeats_the_export(command: RunCommand, review: str) -> None:
    command("review", "export", review, "--where", "verdict:none", "--columns", "event,verdict", "-o", "out.csv")
    record = json.loads(Path("out.csv.json").read_text())
    assert record["command"] == (
        f"nerinspect review export {review} --where verdict:none --columns event,verdict --output out.csv"
    )
    assert f"; decisions={record['decisions_sha256'][:12]}; " in record["signature"]
    assert (record["table"], record["filter"], record["decided"], record["lost"]) == ("review", "verdict:none", 0, [])


def test_two_systems_stand_side_by_side_with_what_was_decided(
    command: RunCommand, files: tuple[str, str], make_file: MakeFile
) -> None:
    again = make_file("again.conll", Path(files[1]).read_text())
    command("review", "new", "b.nerinspect", files[0], f"a={files[1]}", f"b={again}", "--repair", "conlleval")
    listing = listed(command, "b.nerinspect")
    decided = [row | {"verdict": "ambiguous"} if row["system"] == "b" else row for row in listing]
    assert command("review", "import", "b.nerinspect", edited(make_file, decided)).status == 0
    compared = listed(command, "b.nerinspect", "--pair", "a", "b", "--stretches")
    assert [(row["event_a"], row["verdict_a"]) for row in compared] == [
        (row["event"], "") for row in listing if row["system"] == "a"
    ]
    assert {row["verdict_b"] for row in compared} == {"ambiguous"}
    command("review", "export", "b.nerinspect", "--pair", "a", "b", "-o", "out.csv")
    record = json.loads(Path("out.csv.json").read_text())
    assert record["command"] == "nerinspect review export b.nerinspect --pair a b --output out.csv"
    assert (record["pair"], record["decided"]) == (["a", "b"], 5)


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("review", "export", "ref.conll"), 1, "this is not a review of nerinspect"),
        (("review", "export", "none.nerinspect"), 1, "the review cannot be read"),
        (
            ("review", "new", "a.nerinspect", "ref.conll", "pred.conll", "--repair", "conlleval"),
            1,
            "the file already exists",
        ),
        (("review", "new", "b.nerinspect", "ref.conll"), 2, "there is no prediction"),
        (("review", "export", "a.nerinspect", "--where", "verdict:nope"), 2, "no verdict is called “nope”"),
        (("review", "export", "a.nerinspect", "-o", "a.nerinspect"), 2, "is one of the files read"),
        (("review", "export", "a.nerinspect", "--columns", "verdict,verdict"), 2, "name each column once"),
        (("review", "import", "a.nerinspect", "ref.conll"), 1, "no column called event"),
        (("review", "export", "a.nerinspect", "--pair", "pred", "x"), 2, "no system is called “x”"),
        (("review", "export", "a.nerinspect", "--stretches"), 2, "stretches are of two systems"),
        (("review", "nope"), 2, "No such command"),
    ],
)
def test_mistakes_are_told_in_one_line(
    command: RunCommand, review: str, arguments: tuple[str, ...], status: int, said: str
) -> None:
    before = Path(review).read_bytes()
    ran = command(*arguments)
    assert (ran.status, ran.out) == (status, "")
    assert said in ran.err.splitlines()[-1]
    assert "Traceback" not in ran.err
    assert Path(review).read_bytes() == before


def test_wrong_references_without_a_correction_are_told(command: RunCommand, review: str, make_file: MakeFile) -> None:
    listing = listed(command, review)
    for row in listing:
        row["verdict"] = "reference-wrong"
    listing[0]["corrected_spans"] = listing[0]["predicted_spans"]
    command("review", "import", review, edited(make_file, listing))
    ran = command("review", "reference", review, "-o", "corrected.conll")
    told = f"{len(listing) - 1} wrong references without a correction: the reference stays as it is there"
    assert told in ran.err
    assert told in json.loads(Path("corrected.conll.json").read_text())["sources"][0]["notes"]
    missing = listed(command, review, "--where", "correction:missing")
    assert [row["event"] for row in missing] == [row["event"] for row in listing[1:]]
