import csv
import hashlib
import io
import json
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from nerinspect import __version__
from nerinspect.cli.main import nerinspect

RunCommand = Callable[..., Any]
MakeFile = Callable[..., str]
Files = tuple[str, str]

COLUMNS = {
    "events": "event,system,run,document,sentence,line,start,end,kind,shape,demerits,text,reference_types,"
    "predicted_types,reference_spans,predicted_spans,left,right",
    "score": "system,run,type,precision,recall,f1,reference,predicted,correct,tp,fp,fn,le,be,lbe,tn,demerits,"
    "false_positives,false_negatives",
    "confusion": "system,reference_type,predicted_type,mentions",
    "errors": "system,count,kind,text,reference_types,predicted_types",
}
TABLES = list(COLUMNS)


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


@pytest.mark.parametrize("name", TABLES)
def test_columns_are_those_of_the_definition(command: RunCommand, files: Files, name: str) -> None:
    assert command(name, *files).out.split("\n")[0] == COLUMNS[name]


def leaves(command: click.Command, name: str = "") -> Iterator[tuple[str, click.Command]]:
    """Name every subcommand."""
    if not isinstance(command, click.Group):
        yield name, command
        return
    for one in command.commands:
        yield from leaves(command.commands[one], f"{name} {one}".strip())


def test_every_table_can_be_safe_for_spreadsheets() -> None:
    for name, one in leaves(nerinspect):
        options = {option for parameter in one.params for option in parameter.opts}
        assert "--table" not in options or "--spreadsheet-safe" in options, name


@pytest.mark.parametrize(
    ("arguments", "cell"),
    [
        (("errors", "ref", "pred"), "'=1 x;'\uff0b2"),
        (("count", "ref"), "'=1"),
        (("consistency", "ref"), "'=1"),
        (("confusion", "ref", "@s=pred"), "'@s"),
        (("score", "ref", "@s=pred"), "'@s"),
        (("score", "ref", "pred"), "'-T"),
        (("signature", "made"), "'@s"),
    ],
)
def test_cells_of_tables_are_safe(
    command: RunCommand, make_file: MakeFile, arguments: tuple[str, ...], cell: str
) -> None:
    make_file("ref", "=1 B--T\nx;\uff0b2 I--T\n\n=1 B--T\nx O\n\n=1 O\n")
    make_file("pred", "=1 O\nx;\uff0b2 O\n\n=1 B-U\nx O\n\n=1 O\n")
    make_file("made.json", '{"signature": "nerinspect 1; table=@s"}')
    ran = command(*arguments, "--spreadsheet-safe", "--output", "out.csv")
    assert ran.status == 0, ran.err
    written = Path("out.csv").read_text()
    assert cell in [part for row in csv.reader(io.StringIO(written)) for part in row]
    record = json.loads(Path("out.csv.json").read_text())
    assert (record["form"], record["spreadsheet_safe"]) == ("csv", True)
    Path("out.csv").unlink()
    assert command(*shlex.split(record["command"])[1:]).status == 0
    assert Path("out.csv").read_text() == written
    refused = command(*arguments, "--spreadsheet-safe", "--table", "json")
    assert (refused.status, "only CSV has a form that is safe for spreadsheets" in refused.err) == (2, True)


@pytest.mark.parametrize("name", TABLES)
def test_standard_output_is_csv_with_line_feeds(command: RunCommand, files: Files, name: str) -> None:
    out = command(name, *files).out
    assert out.endswith("\n")
    assert "\r" not in out
    assert len({len(row) for row in csv.reader(io.StringIO(out, newline=""))}) == 1


@pytest.mark.parametrize("name", TABLES)
def test_what_was_detected_goes_to_standard_error(command: RunCommand, files: Files, name: str) -> None:
    ran = command(name, *files)
    assert (ran.status, ran.err) == (
        0,
        "nerinspect: reference ref.conll: BIO (detected)\nnerinspect: prediction pred.conll: BIO (detected)\n",
    )


def test_events_are_listed_in_text_order(command: RunCommand, files: Files) -> None:
    found = [
        tuple(row[name] for name in ("document", "sentence", "line", "start", "end", "kind", "shape", "demerits"))
        for row in rows(command("events", *files).out)
    ]
    assert found == [
        ("1", "1", "1", "0", "2", "tp", "", "0"),
        ("1", "1", "3", "2", "4", "be", "longer", "2"),
        ("1", "2", "6", "0", "1", "le", "", "2"),
        ("2", "3", "9", "0", "1", "fp", "", "1"),
        ("2", "3", "11", "2", "3", "fn", "", "1"),
    ]


def test_an_event_shows_its_text_types_and_spans(command: RunCommand, files: Files) -> None:
    row = rows(command("events", *files).out)[1]
    names = ("text", "reference_types", "predicted_types", "reference_spans", "predicted_spans", "left", "right")
    assert [row[name] for name in names] == [
        ", Ann", "PER", "PER", '[[3, 4, "PER"]]', '[[2, 4, "PER"]]', "New York", "",
    ]  # fmt: skip


def test_the_id_of_an_event_is_the_digest_of_what_it_is(command: RunCommand, files: Files) -> None:
    row = rows(command("events", *files).out)[4]
    value = ["pred", 1, ["rain", "in", "Oslo"], 0, 2, 3, [[2, 3, "LOC"]], []]
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    assert row["event"] == hashlib.sha256(text.encode()).hexdigest()[:16]


def test_scores_are_full_fractions_and_undefined_ones_empty(command: RunCommand, files: Files) -> None:
    found = {row["type"]: row for row in rows(command("score", *files).out)}
    assert [found["ALL"][name] for name in ("precision", "recall", "f1")] == ["0.25", "0.25", "0.25"]
    assert [found["ORG"][name] for name in ("precision", "recall", "f1")] == ["", "0.0", "0.0"]
    assert list(found) == ["ALL", "LOC", "ORG", "PER"]


def test_event_counts_stand_on_the_row_of_all_types(command: RunCommand, files: Files) -> None:
    found = {row["type"]: row for row in rows(command("score", *files).out)}
    names = ("tp", "fp", "fn", "le", "be", "lbe", "tn", "demerits", "false_positives", "false_negatives")
    assert [found["ALL"][name] for name in names] == ["1", "1", "1", "1", "1", "0", "1", "6", "3", "3"]
    assert [found["LOC"][name] for name in names] == ["1", *[""] * 7, "1", "1"]


def test_runs_add_mean_and_deviation(command: RunCommand, files: Files) -> None:
    found = rows(command("score", files[0], f"s={files[1]}", f"s={files[0]}").out)
    of_all = {row["run"]: float(row["f1"]) for row in found if row["type"] == "ALL"}
    assert of_all == {"1": 0.25, "2": 1.0, "mean": 0.625, "std": pytest.approx(0.375 * 2**0.5)}


def test_confusion_counts_mentions(command: RunCommand, files: Files) -> None:
    found = rows(command("confusion", *files).out)
    assert {(row["reference_type"], row["predicted_type"], row["mentions"]) for row in found} >= {
        ("ORG", "LOC", "1"),
        ("LOC", "none", "1"),
        ("none", "PER", "1"),
    }


def test_confusion_says_what_it_counts(command: RunCommand, files: Files, tmp_path: Path) -> None:
    ran = command("confusion", *files, "-o", str(tmp_path / "confusion.csv"))
    assert ran.status == 0
    [note] = json.loads((tmp_path / "confusion.csv.json").read_text())["notes"]
    assert "the matrix of the window counts events" in note


def test_errors_leave_out_what_is_correct(command: RunCommand, files: Files) -> None:
    found = rows(command("errors", *files).out)
    assert sorted((row["text"], row["kind"], row["count"]) for row in found) == [
        (", Ann", "be", "1"), ("Acme", "le", "1"), ("Oslo", "fn", "1"), ("rain", "fp", "1"),
    ]  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("form", ["csv", "markdown", "latex", "json"])
def test_the_same_bytes_come_twice(command: RunCommand, files: Files, name: str, form: str) -> None:
    assert command(name, *files, "--table", form).out == command(name, *files, "--table", form).out


@pytest.mark.parametrize("name", TABLES)
def test_json_has_the_same_columns_and_rows(command: RunCommand, files: Files, name: str) -> None:
    found = json.loads(command(name, *files, "--table", "json").out)
    assert [",".join(row) for row in found] == [COLUMNS[name]] * len(rows(command(name, *files).out))


@pytest.mark.parametrize(("form", "first"), [("markdown", "| system |"), ("latex", r"\begin{tabular}")])
def test_a_result_takes_other_forms(command: RunCommand, files: Files, form: str, first: str) -> None:
    assert command("score", *files, "--table", form).out.startswith(first)


# --where


@pytest.mark.parametrize(
    ("query", "kinds"),
    [
        ("kind:be,le", ["be", "le"]),
        ("-kind:tp type:LOC", ["le", "fn"]),
        ("ref:LOC", ["tp", "fn"]),
        ("oslo", ["fp", "fn"]),
        ("line:9..11", ["fp", "fn"]),
        ("kind:lbe", []),
    ],
)
def test_only_events_that_match_are_listed(command: RunCommand, files: Files, query: str, kinds: list[str]) -> None:
    assert [row["kind"] for row in rows(command("events", *files, "--where", query).out)] == kinds


def test_ids_do_not_depend_on_the_filter(command: RunCommand, files: Files) -> None:
    everything = {row["event"] for row in rows(command("events", *files).out)}
    assert {row["event"] for row in rows(command("events", *files, "--where", "-kind:tp").out)} < everything


@pytest.mark.parametrize("query", ["kinds:be", "kind:bee", "type:LOX", '"open', "(", "/[/"])
def test_a_mistaken_query_is_told_in_one_line(command: RunCommand, files: Files, query: str) -> None:
    ran = command("events", *files, "--where", query)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("nerinspect: ")


def test_a_search_that_takes_too_long_is_told_in_one_line(
    command: RunCommand, files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nerinspect.query.language.values._allowed", lambda n_characters: 0.0)
    ran = command("events", *files, "--where", "/(a|aa)+$/")
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "the regular expression “/(a|aa)+$/” takes too long; write it with fewer repetitions" in ran.err


# -o


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("form", ["csv", "json", "latex"])
def test_a_file_holds_what_standard_output_shows(command: RunCommand, files: Files, name: str, form: str) -> None:
    ran = command(name, *files, "--table", form, "-o", "out")
    assert (ran.status, ran.out) == (0, "")
    assert Path("out").read_bytes().decode() == command(name, *files, "--table", form).out


@pytest.mark.parametrize("name", TABLES)
def test_a_file_on_disk_is_csv_unless_told_otherwise(command: RunCommand, files: Files, name: str) -> None:
    command(name, *files, "-o", "out.csv")
    assert Path("out.csv").read_text().split("\n")[0] == COLUMNS[name]


@pytest.mark.parametrize(
    "arguments",
    [
        ("events", "ref.conll", "pred.conll", "--where", '-kind:tp (type:LOC OR "Acme")'),
        ("score", "ref.conll", "my system=pred.conll", "my system=ref.conll", "--table", "json"),
        ("confusion", "ref.conll", "pred.conll", "--encoding", "bio", "--repair", "discard", "--tokens", "positions"),
        ("errors", "merged.txt", "--label-column", "1,-1", "--table", "latex"),
        (
            "events",
            "./a=b.conll",
            "pred.conll",
            "--comments",
            "--text-encoding",
            "latin-1",
            "--encoding-reference",
            "BIO",
        ),
    ],
)
def test_the_command_in_the_provenance_makes_the_same_file(
    command: RunCommand, files: Files, make_file: MakeFile, arguments: tuple[str, ...]
) -> None:
    make_file("a=b.conll", Path("ref.conll").read_bytes())
    make_file("merged.txt", "a B-X O\nb I-X B-X\n")
    assert command(*arguments, "-o", "out").status == 0
    first = Path("out").read_bytes()
    again = shlex.split(json.loads(Path("out.json").read_text())["command"])
    Path("out").unlink()
    assert (again[0], command(*again[1:]).status) == ("nerinspect", 0)
    assert Path("out").read_bytes() == first


def test_the_provenance_tells_where_a_table_comes_from(command: RunCommand, files: Files, make_file: MakeFile) -> None:
    bad = make_file("bad.conll", Path("pred.conll").read_text().replace("B-PER\nin", "I-PER\nin"))
    query = "-kind:tp"
    command(
        "events", files[0], f"s={bad}", "--encoding", "BIO", "--repair", "conlleval", "--where", query, "-o", "x.csv"
    )
    record = json.loads(Path("x.csv.json").read_text())
    assert [record[name] for name in ("program", "version", "filter")] == ["nerinspect", __version__, query]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", record["date"])
    source = record["sources"][1]
    assert {name: source[name] for name in ("path", "system", "run", "encoding", "repair", "text_encoding")} == {
        "path": bad, "system": "s", "run": 1, "encoding": "BIO", "repair": "conlleval", "text_encoding": "utf-8",
    }  # fmt: skip
    assert source["sha256"] == hashlib.sha256(Path(bad).read_bytes()).hexdigest()
    counts = ("invalid_transitions", "labels_changed", "sentences", "tokens", "mentions")
    assert [source[name] for name in counts] == [1, 1, 3, 8, 4]


def test_a_table_never_overwrites_what_was_read(command: RunCommand, files: Files) -> None:
    before = Path("pred.conll").read_bytes()
    for output in ("pred.conll", "./pred.conll"):
        ran = command("score", *files, "-o", output)
        assert (ran.status, Path("pred.conll").read_bytes()) == (2, before)


def test_nothing_is_written_when_a_file_is_at_fault(command: RunCommand, files: Files, make_file: MakeFile) -> None:
    make_file("out.csv", "old")
    make_file("pred.conll", "New B-LOC\nYork X\n")
    assert command("score", *files, "-o", "out.csv").status == 1
    assert Path("out.csv").read_text() == "old"
    assert not Path("out.csv.json").exists()


def test_the_number_of_buckets_is_that_of_a_query_that_does_not_say(command: RunCommand, files: Files) -> None:
    ran = command("events", *files, "--buckets", "2", "--where", "bucket:elen=xl", "-o", "e.csv")
    assert ran.status == 0
    assert json.loads(Path("e.csv.json").read_text(encoding="utf-8"))["filter"] == "bucket:eLen/2=XL"


@pytest.mark.parametrize("suffix", ["xlsx", "parquet"])
@pytest.mark.parametrize("name", ["score", "events"])
def test_the_name_of_a_binary_file_says_its_form(
    command: RunCommand, files: tuple[str, str], name: str, suffix: str
) -> None:
    assert command(name, *files, "-o", f"a.{suffix}").status == 0
    assert command(name, *files, "-o", f"b.{suffix}", "--table", suffix).status == 0
    assert Path(f"a.{suffix}").read_bytes() == Path(f"b.{suffix}").read_bytes()
    record = json.loads(Path(f"a.{suffix}.json").read_text(encoding="utf-8"))
    assert record["form"] == suffix
    assert f"--table {suffix}" in record["command"]
