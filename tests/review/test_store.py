"""The review file: what was decided stands on disk, whatever happens to the program."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from nerinspect.errors import DataError
from nerinspect.events.decision import Decision
from nerinspect.io.request import LoadRequest
from nerinspect.lists.mentions import MENTIONS
from nerinspect.review.attaching import stored_events
from nerinspect.review.database import UPGRADES, VERSION
from nerinspect.review.opening import Review, load_review, request_of
from nerinspect.review.store import create_review, open_review

FULL = Decision(
    "both-wrong", ("typo", "métonymie"), True, 'a "note"\n', ((1, 2, "LOC"),), "2026-01-31T09:30:00Z", "Ann"
)


def decide(review: Review, event: int, decision: Decision) -> None:
    [stored] = stored_events(MENTIONS, review.study, [event])
    review.file.decide([(stored, decision)])


def decided(path: str) -> dict[str, Decision]:
    with open_review(path, to_read=True) as file:
        return {event.event: decision for event, decision in file.decisions()}


def is_damaged(path: str) -> bool:
    with open_review(path, to_read=True) as file:
        file.decisions()
        return file.is_damaged


def test_a_decision_comes_back_as_it_was(review: Review, path: str) -> None:
    decide(review, 1, FULL)
    [stored] = stored_events(MENTIONS, review.study, [1])
    assert list(review.file.decisions()) == [(stored, FULL)]
    review.file.close()
    assert decided(path) == {stored.event: FULL}


def test_an_empty_decision_takes_the_old_one_away(review: Review) -> None:
    decide(review, 1, FULL)
    decide(review, 1, Decision(decided="2026-01-31T09:30:00Z"))
    assert list(review.file.decisions()) == []


def test_a_closed_review_is_one_file(review: Review, path: str) -> None:
    decide(review, 0, FULL)
    review.file.close()
    assert [name for name in os.listdir(os.path.dirname(path)) if "nerinspect" in name] == ["a.nerinspect"]


def test_a_review_that_is_only_read_stays_one_file(review: Review, path: str) -> None:
    decide(review, 0, FULL)
    review.file.close()
    assert len(decided(path)) == 1
    assert [name for name in os.listdir(os.path.dirname(path)) if "nerinspect" in name] == ["a.nerinspect"]


def test_the_request_comes_back(review: Review, request_in: LoadRequest) -> None:
    assert request_of(review.file) == request_in


def test_a_second_program_only_reads_and_sees_what_is_decided(review: Review, path: str) -> None:
    with open_review(path) as second:
        assert second.is_read_only
        decide(review, 0, FULL)
        assert [one.decision for one in second.decisions()] == [FULL]
        [stored] = stored_events(MENTIONS, review.study, [0])
        with pytest.raises(DataError, match="the review is open in another program"):
            second.decide([(stored, Decision("ambiguous"))])
    review.file.close()
    with open_review(path) as third:
        assert not third.is_read_only


def test_another_process_only_reads(review: Review, path: str) -> None:
    code = "import sys; from nerinspect.review.store import open_review; print(open_review(sys.argv[1]).is_read_only)"
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout == "True\n"


_DECIDING = """
import sys
from nerinspect.events.decision import Decision
from nerinspect.review.store import open_review
from nerinspect.review.attaching import StoredEvent
with open_review(sys.argv[1]) as file:
    for number in range(int(sys.argv[2]), 1_000_000):
        event = StoredEvent(f"{number:016x}", "rich", 1, 1, 0, 1, "fp", "x", (), ((0, 1, "LOC"),))
        file.decide([(event, Decision("ambiguous", note="n" * (number % 500)))])
        print(number, flush=True)
"""


def test_no_decision_is_lost_when_the_program_is_killed(path: str) -> None:
    """Kill it in the midst of writing, again and again; whatever it said to be saved is there."""
    chosen, said = random.Random(0), -1
    for _ in range(3):
        arguments = [sys.executable, "-c", _DECIDING, path, str(said + 1)]
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            lines = [process.stdout.readline() for _ in range(chosen.randint(1, 40))]
            process.send_signal(signal.SIGKILL)
            lines += process.stdout.read().split("\n")[:-1]
        said = max(int(line) for line in lines)
        numbers = {int(event, 16) for event in decided(path)}
        assert set(range(said + 1)) <= numbers <= set(range(said + 2)), "one more may be saved than it could say"
        said = max(numbers)


def test_a_newer_version_is_refused_with_a_sentence(path: str) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(DataError, match=r"a newer nerinspect wrote this review \(version 2, known is 1\)"):
        open_review(path)


def test_an_older_version_is_upgraded_and_its_copy_kept(
    review: Review, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide(review, 0, FULL)
    review.file.close()
    monkeypatch.setattr("nerinspect.review.database.VERSION", 2)
    monkeypatch.setitem(UPGRADES, 1, "ALTER TABLE decisions ADD COLUMN extra TEXT")
    with open_review(path) as file:
        assert [one.decision for one in file.decisions()] == [FULL]
    with closing(sqlite3.connect(path)) as new, closing(sqlite3.connect(f"{path}.version1")) as old:
        numbers = [database.execute("PRAGMA user_version").fetchone()[0] for database in (new, old)]
    assert numbers == [2, 1]


def test_a_decision_that_cannot_be_read_is_passed_over(review: Review, path: str) -> None:
    decide(review, 0, FULL)
    decide(review, 1, FULL)
    review.file.close()
    [first, _] = decided(path)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE decisions SET causes = '{' WHERE event = ?", (first,))
    assert first not in decided(path)
    assert len(decided(path)) == 1
    assert is_damaged(path)


def test_what_can_be_read_of_a_damaged_file_is_read(path: str) -> None:
    """A page in the middle is overwritten: the rows before and behind it are there still."""
    code = _DECIDING.replace("1_000_000", "400")
    subprocess.run([sys.executable, "-c", code, path, "0"], check=True, stdout=subprocess.DEVNULL, timeout=300)
    whole = len(decided(path))
    data = bytearray(Path(path).read_bytes())
    place = len(data) // 2 // 4096 * 4096
    data[place : place + 4096] = b"\xff" * 4096
    Path(path).write_bytes(data)
    assert 300 < len(decided(path)) < whole == 400
    assert is_damaged(path)


@pytest.mark.parametrize(
    ("content", "said"), [(b"a,b\n", "this is not a review"), (b"", "this is not a review"), (None, "No such file")]
)
def test_what_is_no_review_is_refused(tmp_path: Path, content: bytes | None, said: str) -> None:
    path = tmp_path / "x.nerinspect"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(DataError, match=said):
        open_review(str(path))
    assert [*tmp_path.iterdir()] == ([path] if content is not None else [])


def test_another_database_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "x.nerinspect")
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE a (b)")
    with pytest.raises(DataError, match="a database, but not a review"):
        open_review(path)


def test_a_file_is_not_overwritten_by_a_new_review(tmp_path: Path) -> None:
    path = tmp_path / "x.nerinspect"
    path.write_text("mine")
    with pytest.raises(DataError, match="the file already exists"):
        create_review(str(path), {}, [])
    assert path.read_text() == "mine"


def test_no_review_is_left_where_none_can_be_made(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no review can be made there"):
        create_review(str(tmp_path / "none" / "x.nerinspect"), {}, [])


def test_facts_that_are_no_request_are_refused(path: str) -> None:
    with open_review(path) as file:
        file.put_facts({"request": {"reference": 5}})
    with pytest.raises(DataError, match="does not say which files"):
        load_review(path)
    assert not [name for name in os.listdir(os.path.dirname(path)) if "lock" in name], "it is free again"


def test_a_review_says_what_made_it(path: str) -> None:
    with open_review(path, to_read=True) as file:
        assert file.facts()["program"] == "nerinspect"
        assert json.dumps(file.facts())


def test_threads_read_a_review_side_by_side(tmp_path: Path) -> None:
    path = str(tmp_path / "a.nerinspect")
    create_review(path, {"one": 1, "two": "2"}, [])
    with open_review(path) as file, ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda _number: file.facts(), range(4_000)))
    assert all(facts["one"] == 1 and facts["two"] == "2" for facts in found)
