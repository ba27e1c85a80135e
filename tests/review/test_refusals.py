"""What cannot be saved is told with its true cause, and does not stand in the file."""

import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from nerinspect.errors import DataError, NotSavedError
from nerinspect.events.decision import Decision
from nerinspect.lists.mentions import MENTIONS
from nerinspect.review import store
from nerinspect.review.attaching import stored_events
from nerinspect.review.database import Work, refusal_of
from nerinspect.review.opening import Review
from nerinspect.review.store import create_review, open_review


def decide(review: Review, event: int, note: str) -> None:
    [stored] = stored_events(MENTIONS, review.study, [event])
    review.file.decide([(stored, Decision("ambiguous", note=note))])


def notes(path: str) -> list[str]:
    with open_review(path, to_read=True) as file:
        return sorted(one.decision.note for one in file.decisions())


def of_sqlite(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    return error


class RefusedAtTheEnd:
    """Write a step as ever, then say that its end was refused, as a disk does that fails to bring a folder to disk."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._write, self.n_more = store._execute, 1
        monkeypatch.setattr(store, "_execute", self)

    def __call__(self, database: sqlite3.Connection, work: Work) -> None:
        self._write(database, work)
        self.n_more -= 1
        if self.n_more >= 0:
            raise of_sqlite(sqlite3.SQLITE_IOERR_DIR_FSYNC)


def test_what_was_refused_at_the_last_moment_is_not_in_the_file(
    review: Review, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide(review, 0, "before")
    RefusedAtTheEnd(monkeypatch)
    with pytest.raises(NotSavedError, match="the decision was not saved: the disk reports an error"):
        decide(review, 1, "refused")
    assert notes(path) == ["before"]
    assert [one.decision.note for one in review.file.decisions()] == ["before"]
    decide(review, 2, "later")
    assert notes(path) == ["before", "later"]


def test_what_cannot_be_taken_back_at_once_is_with_the_next_step(
    review: Review, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide(review, 0, "before")
    with monkeypatch.context() as failing:
        RefusedAtTheEnd(failing)
        failing.setattr(store.ReviewFile, "_open_file_again", lambda _: False)
        with pytest.raises(NotSavedError):
            decide(review, 1, "refused")
    assert notes(path) == ["before", "refused"]
    decide(review, 2, "later")
    assert notes(path) == ["before", "later"]


@pytest.mark.parametrize(
    ("code", "is_full", "said"),
    [
        (sqlite3.SQLITE_FULL, False, "the disk is full"),
        (sqlite3.SQLITE_IOERR_FSYNC, True, "the disk is full"),
        (sqlite3.SQLITE_IOERR_FSYNC, False, "the disk reports an error"),
        (sqlite3.SQLITE_BUSY, False, "the review is open in another program"),
        (sqlite3.SQLITE_CORRUPT, False, "the review is damaged"),
    ],
)
def test_the_cause_is_told(path: str, monkeypatch: pytest.MonkeyPatch, code: int, is_full: bool, said: str) -> None:
    usage = shutil.disk_usage(path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=0 if is_full else 10**9))
    refusal = refusal_of(of_sqlite(code), path)
    assert refusal.problem.startswith(said)
    assert "last copy" not in refusal.remedy


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="whoever may do everything is not stopped")
def test_a_place_that_may_not_be_written_is_told(path: str, tmp_path: Path) -> None:
    os.chmod(tmp_path, 0o500)
    try:
        with open_review(path) as file:
            assert "there is no permission to write there" in str(file.why_read_only).casefold()
        with pytest.raises(DataError, match="there is no permission to write there"):
            create_review(str(tmp_path / "b.nerinspect"), {}, [])
    finally:
        os.chmod(tmp_path, 0o700)


def test_a_place_that_is_missing_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no review can be made there: the folder does not exist"):
        create_review(str(tmp_path / "none" / "x.nerinspect"), {}, [])
