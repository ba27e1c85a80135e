"""A review is one file at every moment, and only that file is written."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from nerinspect.errors import DataError, NotSavedError
from nerinspect.events.decision import Decision
from nerinspect.lists.mentions import MENTIONS
from nerinspect.review import database
from nerinspect.review.attaching import stored_events
from nerinspect.review.database import UPGRADES
from nerinspect.review.opening import Review, load_review
from nerinspect.review.store import create_review, open_review

SAID = Decision("ambiguous", note="first")
MORE = Decision("both-wrong", note="second")


def decide(review: Review, event: int, decision: Decision = SAID) -> None:
    [stored] = stored_events(MENTIONS, review.study, [event])
    review.file.decide([(stored, decision)])


def notes(path: str) -> list[str]:
    with open_review(path, to_read=True) as file:
        assert not file.is_damaged
        return sorted(one.decision.note for one in file.decisions())


def left_beside(path: str) -> list[str]:
    return sorted(name for name in os.listdir(os.path.dirname(path)) if "nerinspect" in name and ".lock" not in name)


@pytest.fixture
def colleague(review: Review, path: str, tmp_path: Path) -> str:
    """Make a copy of the review, in which a colleague decided otherwise."""
    copy = str(tmp_path / "colleague" / "a.nerinspect")
    os.mkdir(os.path.dirname(copy))
    shutil.copy(path, copy)
    with (other := load_review(copy)).file:
        for event in range(3):
            decide(other, event, Decision("ambiguous", note="theirs"))
    return copy


def test_a_copy_made_while_it_is_open_holds_everything(review: Review, path: str, tmp_path: Path) -> None:
    for event in range(3):
        decide(review, event)
        copy = shutil.copy(path, tmp_path / f"copy{event}.nerinspect")
        assert len(notes(str(copy))) == event + 1
        assert left_beside(path) == ["a.nerinspect", *(f"copy{one}.nerinspect" for one in range(event + 1))]


@pytest.mark.parametrize("act", [os.remove, lambda path: os.rename(path, f"{path}.moved")])
def test_one_that_is_gone_is_told_at_once_and_can_be_written_again(
    review: Review, path: str, act: Callable[[str], None]
) -> None:
    decide(review, 0)
    act(path)
    with pytest.raises(NotSavedError, match="no longer there") as told:
        decide(review, 1)
    assert told.value.is_gone
    assert not review.file.is_saved
    assert not os.path.exists(path)
    review.file.write_anew(path)
    assert notes(path) == ["first"]


def test_a_moved_one_holds_what_was_acknowledged(review: Review, path: str, tmp_path: Path) -> None:
    decide(review, 0)
    os.rename(path, tmp_path / "moved.nerinspect")
    assert notes(str(tmp_path / "moved.nerinspect")) == ["first"]


@pytest.mark.parametrize("act", [os.replace, shutil.copyfile])
def test_the_file_of_another_is_never_written_over(
    review: Review, path: str, colleague: str, act: Callable[[str, str], object], tmp_path: Path
) -> None:
    """Put there by a rename, as most programs do it, or written into the very file."""
    decide(review, 0)
    theirs = Path(colleague).read_bytes()
    act(colleague, path)
    with pytest.raises(NotSavedError, match="another file has replaced the review") as told:
        decide(review, 1)
    assert not told.value.is_gone
    assert Path(path).read_bytes() == theirs
    mine = str(tmp_path / "mine.nerinspect")
    review.file.write_anew(mine)
    assert (notes(path), notes(mine)) == (["theirs"] * 3, ["first"])
    review.file.close()
    assert Path(path).read_bytes() == theirs


def test_as_many_changes_do_not_make_it_the_same_file(review: Review, path: str, colleague: str) -> None:
    """SQLite itself tells files apart by the number of changes."""
    for event in range(3):
        decide(review, event)
    shutil.copyfile(colleague, path)
    with pytest.raises(NotSavedError, match="another file"):
        decide(review, 4)
    assert notes(path) == ["theirs"] * 3


def test_rubbish_in_its_place_is_left_alone(review: Review, path: str, tmp_path: Path) -> None:
    decide(review, 0)
    Path(path).write_text("mine")
    with pytest.raises(NotSavedError):
        decide(review, 1)
    assert Path(path).read_text() == "mine"
    review.file.write_anew(str(tmp_path / "again.nerinspect"))
    assert notes(str(tmp_path / "again.nerinspect")) == ["first"]


def test_a_new_time_alone_makes_no_other_file(review: Review, path: str) -> None:
    decide(review, 0)
    os.utime(path, (1, 1))
    decide(review, 1, MORE)
    assert notes(path) == ["first", "second"]


def test_it_is_noticed_before_anything_is_decided(review: Review, path: str) -> None:
    review.file.check()
    os.remove(path)
    with pytest.raises(NotSavedError):
        review.file.check()


def as_an_older_program_left_it(path: str, tmp_path: Path) -> None:
    """Let a program write beside the file, as reviews once were written, and be killed."""
    with closing(sqlite3.connect(path, isolation_level=None)) as older:
        older.execute("PRAGMA journal_mode = WAL")
        older.execute("UPDATE decisions SET note = 'beside'")
        for ending in ("", "-wal"):
            shutil.copyfile(path + ending, tmp_path / f"killed{ending}")
    for ending in ("", "-wal"):
        os.replace(tmp_path / f"killed{ending}", path + ending)


def test_what_an_older_program_left_beside_the_file_is_taken_into_it(review: Review, path: str, tmp_path: Path) -> None:
    decide(review, 0)
    review.file.close()
    as_an_older_program_left_it(path, tmp_path)
    assert notes(path) == ["beside"], "read without a change"
    assert left_beside(path) == ["a.nerinspect", "a.nerinspect-wal"]
    with (again := load_review(path)).file:
        assert left_beside(path) == ["a.nerinspect"]
        decide(again, 1, MORE)
        copy = shutil.copy(path, tmp_path / "copy.nerinspect")
    assert notes(str(copy)) == notes(path) == ["beside", "second"]


def test_what_lies_beside_another_file_does_not_damage_it(
    review: Review, path: str, tmp_path: Path, colleague: str
) -> None:
    decide(review, 0)
    review.file.close()
    with (many := load_review(colleague)).file:  # so many rows that the pages differ
        [stored] = stored_events(MENTIONS, many.study, [0])
        many.file.decide((stored._replace(event=f"{number:016x}"), Decision(note="n" * 300)) for number in range(1_000))
    as_an_older_program_left_it(path, tmp_path)
    shutil.copyfile(colleague, path)
    before = Path(path).read_bytes()
    for to_read in (False, True):
        with pytest.raises(DataError, match=r"a\.nerinspect-wal, beside it, belongs to another copy"):
            open_review(path, to_read)
    assert Path(path).read_bytes() == before
    os.remove(f"{path}-wal")
    assert len(notes(path)) == 1_003


_KILLED_WHILE_WRITING = """
import os, sys
from nerinspect.events.decision import Decision
from nerinspect.review import store
from nerinspect.review.store import open_review
def killed(database, work):
    database.execute("PRAGMA cache_spill = ON")
    database.execute("PRAGMA cache_size = 1")
    database.execute("BEGIN IMMEDIATE")
    database.execute("UPDATE decisions SET note = 'half'")
    for statement, rows in work.items():
        database.executemany(statement, rows)
    os.kill(os.getpid(), 9)
file = open_review(sys.argv[1])
store._execute = killed
[one] = file.decisions()
file.decide((one.event._replace(event=f"{number:016x}"), Decision(note="n" * 900)) for number in range(2_000))
"""


@pytest.fixture
def half_written(review: Review, path: str) -> str:
    """Kill a program while it writes a step, of which half stands in the file."""
    decide(review, 0)
    review.file.close()
    before = os.path.getsize(path)
    subprocess.run([sys.executable, "-c", _KILLED_WHILE_WRITING, path], check=False, timeout=60)
    assert os.path.getsize(path) > before
    assert os.path.getsize(f"{path}-journal")
    return path


def test_half_a_step_is_taken_back(half_written: str) -> None:
    both = [Path(half_written + ending).read_bytes() for ending in ("", "-journal")]
    assert notes(half_written) == ["first"]
    assert [Path(half_written + ending).read_bytes() for ending in ("", "-journal")] == both, "nothing was written"
    with open_review(half_written) as file:
        assert [one.decision.note for one in file.decisions()] == ["first"]
    assert left_beside(half_written) == ["a.nerinspect"]


def test_half_a_step_is_not_taken_back_in_a_copy_that_was_put_in_its_place(half_written: str, colleague: str) -> None:
    shutil.copyfile(colleague, half_written)
    for to_read in (True, False):
        with pytest.raises(DataError, match=r"a\.nerinspect-journal, beside it, belongs to another copy"):
            open_review(half_written, to_read)
    os.rename(f"{half_written}-journal", f"{half_written}.put-away")
    assert notes(half_written) == ["theirs"] * 3


@pytest.mark.parametrize("name", ["x.nerinspect.new", "x.nerinspect.lock", ".x.nerinspect.lock"])
def test_files_of_the_user_are_left_alone(tmp_path: Path, name: str) -> None:
    mine, path = tmp_path / name, str(tmp_path / "x.nerinspect")
    mine.write_text("mine")
    create_review(path, {}, [])
    with open_review(path) as file:
        assert file.is_read_only == name.startswith(".")
        assert not file.is_read_only or "has the name of the review's lock" in str(file.why_read_only)
    assert mine.read_text() == "mine"
    assert sorted(os.listdir(tmp_path)) == sorted([name, "x.nerinspect"])


def test_a_database_of_the_user_does_not_become_part_of_a_review(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "x.nerinspect.new")) as mine:
        mine.execute("CREATE TABLE mine (a)")
    create_review(str(tmp_path / "x.nerinspect"), {}, [])
    assert (tmp_path / "x.nerinspect.new").exists()
    open_review(str(tmp_path / "x.nerinspect")).close()


_MAKING = """
import os, sys
from nerinspect.review import database
number, at = 0, int(sys.argv[2])
def killing(name, own):
    def act(*arguments, **named):
        global number
        number += 1
        if number == at:
            os.kill(os.getpid(), 9)
        return own(*arguments, **named)
    return act
for name in ("_fill", "_put_in_place", "bring_to_disk", "_make_tables"):
    setattr(database, name, killing(name, getattr(database, name)))
for name in ("link", "unlink", "fsync", "open", "close"):
    setattr(os, name, killing(name, getattr(os, name)))
database.new_database(sys.argv[1], {"INSERT INTO facts VALUES (?, ?)": [("request", "{}")]})
"""


def test_a_new_review_is_whole_or_not_there_wherever_its_making_is_killed(tmp_path: Path) -> None:
    ends = []
    for at in range(1, 40):
        path = tmp_path / f"{at}.nerinspect"
        done = subprocess.run([sys.executable, "-c", _MAKING, path, str(at)], check=False, timeout=60)
        ends.append(path.exists())
        if path.exists():
            with open_review(str(path)) as file:
                assert file.facts() == {"request": {}}
                assert not file.is_damaged
        if done.returncode == 0:
            break
    assert done.returncode == 0
    assert True in ends
    assert False in ends


def test_two_that_are_made_at_once_are_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes second is told, and the file of the first one stays."""
    path, put = str(tmp_path / "a.nerinspect"), database._put_in_place

    def first_another(aside: str, path: str) -> None:
        monkeypatch.setattr(database, "_put_in_place", put)
        create_review(path, {"by": "another"}, [])
        put(aside, path)

    monkeypatch.setattr(database, "_put_in_place", first_another)
    with pytest.raises(DataError, match="the file already exists"):
        create_review(path, {"by": "me"}, [])
    assert os.listdir(tmp_path) == ["a.nerinspect"]
    with open_review(path) as file:
        assert file.facts()["by"] == "another"


def test_where_no_links_can_be_made_a_review_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    create_review(str(tmp_path / "a.nerinspect"), {}, [])
    assert os.listdir(tmp_path) == ["a.nerinspect"]
    open_review(str(tmp_path / "a.nerinspect")).close()


def test_the_kept_copy_of_an_older_version_takes_no_name_of_the_user(
    review: Review, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    review.file.close()
    Path(f"{path}.version1").write_text("mine")
    monkeypatch.setattr("nerinspect.review.database.VERSION", 2)
    monkeypatch.setitem(UPGRADES, 1, "ALTER TABLE decisions ADD COLUMN extra TEXT")
    with open_review(path, to_read=True) as file:
        assert file.decisions() == []
    open_review(path).close()
    assert Path(f"{path}.version1").read_text() == "mine"
    assert Path(f"{path}.version1-kept").exists()
