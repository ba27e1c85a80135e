"""A review that somebody else made is data: nothing in it is run, and what cannot be is told in one sentence."""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from nerinspect.cli.main import run
from nerinspect.errors import DataError
from nerinspect.events.decision import Decision
from nerinspect.io.request import LoadRequest
from nerinspect.lists.mentions import MENTIONS
from nerinspect.review.attaching import stored_events
from nerinspect.review.deciding import Deciding
from nerinspect.review.opening import Review, load_review
from nerinspect.review.store import open_review
from nerinspect.settings import outside_words

DEEP = "[" * 100_000


@pytest.fixture
def decided(review: Review, path: str) -> str:
    """Decide two events and close the review."""
    stored = [*stored_events(MENTIONS, review.study, [0, 1])]
    review.file.decide((one, Decision("reference-wrong", ("typo",), note="n", correction=())) for one in stored)
    review.file.close()
    return path


def as_decided(decided: str, cases: Iterable[str]) -> Iterator[str]:
    """Give the cases one by one, each with the review as it was."""
    whole = Path(decided).read_bytes()
    for case in cases:
        for left in Path(decided).parent.glob(f"{Path(decided).name}-*"):
            left.unlink()
        Path(decided).write_bytes(whole)
        yield case


def change(path: str, *statements: str, loosely: bool = False) -> None:
    """Change a review by SQL; loosely, values may be missing, which the tables do not show afterwards."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        tables = database.execute("SELECT sql, name FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
        if loosely:
            database.execute("PRAGMA writable_schema = ON")
            database.execute("UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '')")
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for statement in statements:
            database.executescript(statement)
        if loosely:
            database.execute("PRAGMA writable_schema = ON")
            database.executemany("UPDATE sqlite_master SET sql = ? WHERE name = ?", tables)


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER x AFTER INSERT ON decisions BEGIN DELETE FROM decisions; END",
        "CREATE VIEW x AS SELECT 1",
        "CREATE INDEX x ON decisions (verdict)",
        "CREATE TABLE x (a)",
        "CREATE VIRTUAL TABLE x USING fts5(a)",
        "DROP TABLE decisions; CREATE VIEW decisions AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n)"
        " SELECT x AS event FROM n",
        "ALTER TABLE decisions ADD COLUMN x TEXT",
        "DROP TABLE decisions; CREATE TABLE decisions (event TEXT CHECK (random() > 0))",
    ],
)
@pytest.mark.parametrize("to_read", [True, False])
def test_what_is_no_table_of_a_review_is_refused(decided: str, statement: str, to_read: bool) -> None:
    change(decided, statement)
    before = Path(decided).read_bytes()
    with pytest.raises(
        DataError, match=r"“(x|decisions|x_.*)” does not belong in a review, or is not as nerinspect makes it"
    ):
        open_review(decided, to_read)
    assert Path(decided).read_bytes() == before


@pytest.mark.parametrize("version", [0, -5])
def test_a_version_that_never_was_is_refused(decided: str, version: int) -> None:
    change(decided, f"PRAGMA user_version = {version}")
    with pytest.raises(DataError, match=f"reviews have no version {version}"):
        open_review(decided)


@pytest.mark.parametrize("place", [101, 112, 300, 700])
def test_a_damaged_schema_is_told(decided: str, place: int) -> None:
    """The first page behind the head holds the schema."""
    data = bytearray(Path(decided).read_bytes())
    data[place : place + 60] = b"\xff" * 60
    at = data.index(b"CREATE TABLE decisions")
    data[at : at + 40] = b"\xff\xfe" * 20
    Path(decided).write_bytes(data)
    for to_read in (True, False):
        with pytest.raises(DataError, match=r"is damaged|is none of a review"):
            open_review(decided, to_read)


COLUMNS = (
    *("event", "system", "run", "sentence", "start", '"end"', "kind", "text", "reference_spans", "predicted_spans"),
    *("verdict", "causes", "flag", "note", "decided", "who"),
)


@pytest.mark.parametrize("column", COLUMNS)
def test_a_value_of_another_kind_costs_its_decision_alone(decided: str, column: str) -> None:
    for value in as_decided(decided, ("NULL", "x'ff'", "CAST(x'ff80' AS TEXT)", "9e99", "'[0, 1, 2]'", "-1")):
        change(decided, f"UPDATE decisions SET {column} = {value} WHERE rowid = 1", loosely=True)
        with open_review(decided, to_read=True) as file:
            n_read = len(file.decisions())
            assert n_read == 2 or (n_read == 1 and file.is_damaged), value
            is_like_it = value.startswith("'") or (column, value) == ("flag", "-1") or value in ("-1", "9e99")
            assert n_read == 1 or is_like_it, value
        assert run(["review", "export", decided, "--table", "csv"]) == 0, value
        with (again := load_review(decided)).file:
            Deciding(again.file, again.study).decide({MENTIONS: {2: Decision("ambiguous")}}, "one")


@pytest.mark.parametrize("column", ["corrected_spans", "reference_spans", "causes"])
def test_json_that_is_not_what_it_should_be_costs_its_decision_alone(decided: str, column: str) -> None:
    values = DEEP, "7", '[[0, Infinity, "X"]]', '[[1, 0, "X"]]', "[[0, 1]]", f"[[0, {'9' * 5000}, 1]]", '{"a": 1}'
    for value in as_decided(decided, values):
        change(decided, f"UPDATE decisions SET {column} = '{value}' WHERE rowid = 1")
        with open_review(decided, to_read=True) as file:
            assert (len(file.decisions()), file.is_damaged) == (1, True), value[:30]
        assert run(["review", "export", decided, "--table", "csv"]) == 0, value[:30]


def test_rows_far_away_are_no_long_way(decided: str) -> None:
    change(
        decided,
        "UPDATE decisions SET rowid = 4611686018427387904 WHERE rowid = 2",
        "UPDATE decisions SET note = CAST(x'ff' AS TEXT) WHERE rowid = 1",
    )
    with open_review(decided, to_read=True) as file:
        assert len(file.decisions()) == 1
        assert file.is_damaged


@pytest.mark.parametrize("fact", ["request", "digests", "signed", "undirected relation types", "causes_offered"])
def test_facts_of_another_kind_are_none(decided: str, fact: str) -> None:
    for value in as_decided(decided, (DEEP, "7", "{", "[7]", '{"a": 1}', '[["a", "b", 1]]', "null")):
        change(decided, f"INSERT OR REPLACE INTO facts VALUES ('{fact}', '{value}')")
        if fact == "request":
            with pytest.raises(DataError, match="does not say which files it is about"):
                load_review(decided)
            continue
        with (review := load_review(decided)).file as file:
            Deciding(file, review.study).decide({MENTIONS: {2: Decision("ambiguous")}}, "one")
            assert len(file.decisions()) == 3, value[:30]


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ('"encoding": "FOO"', "FOO"),
        ('"encoding_training": "FOO"', "FOO"),
        ('"token_column": 1000000000000000000000000000000', "column 1000000000000000000000000000000"),
        ('"reference": "-"', "standard input"),
        ('"predictions": ["A=-"]', "standard input"),
        ('"training": "-"', "standard input"),
        ('"map_types": "-"', "standard input"),
        ('"attribute_tables": ["-"]', "standard input"),
        ('"reference": "a\\u0000b"', "the path"),
        ('"reference": "\\ud800"', "a path that is not text"),
        ('"reference": "="', "names no file"),
    ],
)
def test_what_no_command_line_would_take_is_refused(decided: str, part: str, said: str) -> None:
    """A later name in JSON takes the place of an earlier one."""
    change(decided, f"UPDATE facts SET value = rtrim(value, '}}') || ', {part}}}' WHERE name = 'request'")
    with pytest.raises(DataError, match="what the review says about its files cannot be right") as told:
        load_review(decided)
    assert said in str(told.value)


@pytest.fixture
def elsewhere(decided: str, tmp_path: Path) -> str:
    """Send the review to somebody who has its files outside its folder."""
    folder = tmp_path / "sent"
    folder.mkdir()
    return str(shutil.copy(decided, folder))


Command = Callable[[str], list[str]]


@pytest.mark.parametrize(
    "command",
    [
        lambda path: ["review", "export", path],
        lambda path: ["review", "import", path, "list.csv"],
        lambda path: ["review", "reference", path],
        lambda path: ["review", "selections", path],
        lambda path: ["open", path, "--picture", f"{path}.png"],
    ],
)
def test_files_outside_its_folder_are_not_opened_unasked(
    elsewhere: str, command: Command, capsys: pytest.CaptureFixture[str], request_in: LoadRequest
) -> None:
    os.remove(request_in.reference)  # had it been opened, this would be told
    assert run(command(elsewhere)) == 2
    told = capsys.readouterr().err
    assert f"{elsewhere} names files outside its folder: {request_in.reference}, " in told
    assert "add --allow-outside" in told


def test_what_was_allowed_once_is_not_asked_again(elsewhere: str) -> None:
    assert run(["review", "export", elsewhere, "--allow-outside"]) == 0
    assert run(["review", "export", elsewhere]) == 0
    change(elsewhere, "UPDATE facts SET value = replace(value, 'plain.conll', 'other.conll') WHERE name = 'request'")
    assert run(["review", "export", elsewhere]) == 2, "it names another file now"


def test_whoever_made_it_is_not_asked(request_in: LoadRequest, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    path = str(tmp_path / "own" / "b.nerinspect")
    assert run(["review", "new", path, *request_in.paths]) == 0
    assert run(["review", "export", path]) == 0
    shutil.copy(path, tmp_path / "own" / "c.nerinspect")
    assert run(["review", "export", str(tmp_path / "own" / "c.nerinspect")]) == 2


def test_a_link_leads_outside(decided: str, tmp_path: Path, request_in: LoadRequest) -> None:
    (tmp_path / "far").mkdir()
    far = shutil.move(request_in.reference, tmp_path / "far")
    folder = tmp_path / "near"
    folder.mkdir()
    for file in (decided, *request_in.predictions):
        shutil.move(file, folder)
    os.symlink(far, folder / "ref.conll")
    path = str(folder / "a.nerinspect")
    change(path, f"UPDATE facts SET value = replace(value, '{tmp_path}/', '{folder}/') WHERE name = 'request'")
    assert run(["review", "export", path]) == 2


@pytest.mark.parametrize("line", ['reference = "-"', 'predictions = ["A=-"]', 'training = "-"'])
def test_a_project_does_not_read_standard_input(
    tmp_path: Path, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    others = "" if line.startswith("reference") else 'reference = "ref.conll"\n'
    Path("p.toml").write_text(f"[[data]]\n{others}{line}\n")
    assert run(["project", "p.toml"]) == 1
    assert "of data set 1 is standard input" in capsys.readouterr().err


def test_a_project_opens_nothing_outside_its_folder_unasked(
    tmp_path: Path, request_in: LoadRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sent").mkdir()
    path = tmp_path / "sent" / "p.toml"
    path.write_text('[[data]]\nreference = "../ref.conll"\npredictions = ["../rich.conll"]\n')
    assert run(["project", str(path)]) == 2
    assert f"{path} names files outside its folder: " in capsys.readouterr().err
    assert run(["open", str(path), "--picture", f"{path}.png"]) == 2
    assert run(["project", str(path), "--allow-outside"]) == 0
    assert run(["project", str(path)]) == 0


def test_what_is_asked_cannot_pass_for_something_else() -> None:
    said = outside_words("a.nerinspect", ["/x\n\u202ey", "/" + "z" * 5_000, "/b", "/c"])
    assert said.startswith("a.nerinspect names files outside its folder: /x��y, /zzz")
    assert said.endswith("zzz, /b and 1 more")
    assert len(said) < 400
