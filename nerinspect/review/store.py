"""The review file: an SQLite database in which every decision stands on disk before the next one is taken."""

import json
import os
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from threading import Lock
from typing import Any, Final, NamedTuple

from filelock import FileLock

from nerinspect.analysis.decisions import Decision, Reading
from nerinspect.errors import DataError
from nerinspect.review.database import address, bring_up_to_date, check_head, locked, make_database
from nerinspect.review.stored_event import EVENT_PARTS, StoredEvent, stored_event

_DECISION_PARTS: Final = ("verdict", "causes", "flag", "note", "corrected_spans", "decided", "who")
_COLUMNS: Final = ", ".join(f'"{name}"' for name in (*EVENT_PARTS, *_DECISION_PARTS))
_PLACES: Final = ", ".join("?" * (len(EVENT_PARTS) + len(_DECISION_PARTS)))
_N_PLAIN: Final = len(EVENT_PARTS) - 2  # the two readings come last
_STRANGER: Final = "decided elsewhere: "
_KEPT: Final = 10_000
"""So many texts are neither read nor written twice: most events have the spans and the causes of others."""


class StoredDecision(NamedTuple):
    """A decision with the event it is about."""

    event: StoredEvent
    decision: Decision


class ReviewFile:
    """An open review file; close it, or use it in a `with` statement.

    Parameters
    ----------
    path : str
        The file, which has the tables.
    lock : FileLock or None
        What keeps others from writing; None if another program has it, and the file is only read.

    Attributes
    ----------
    path : str
        The file.
    is_damaged : bool
        Whether something in it could not be read.
    same : frozenset of (str, int)
        Predictions, by system and run, of which the review knows the events, see `review/sameness.py`.
    """

    def __init__(self, path: str, lock: FileLock | None) -> None:
        self.path, self._lock, self.is_damaged = path, lock, False
        self.same: frozenset[tuple[str, int]] = frozenset()
        self._writing = Lock()  # very many decisions are written in a thread
        self._database = sqlite3.connect(
            address(path, may_write=lock is not None), uri=True, isolation_level=None, check_same_thread=False
        )
        if lock:
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = FULL")

    @property
    def is_read_only(self) -> bool:
        """Whether another program writes it, so that nothing can be decided here."""
        return self._lock is None

    def __enter__(self) -> "ReviewFile":
        """Use it."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Write everything into the one file and let others write it."""
        self._database.close()
        if self._lock:
            self._lock.release()
            with suppress(OSError):
                os.unlink(self._lock.lock_file)
            self._lock = None

    def facts(self) -> dict[str, Any]:
        """Give what the file says of itself, such as the request."""
        return {name: json.loads(value) for name, value in self._read("SELECT name, value FROM facts")}

    def put_facts(self, facts: Mapping[str, Any]) -> None:
        """Write facts, each whole, before this returns; for errors see `decide`."""
        rows = [(name, json.dumps(value, ensure_ascii=False)) for name, value in facts.items()]
        self._save("setting", {"INSERT OR REPLACE INTO facts VALUES (?, ?)": rows})

    def sources(self) -> list[tuple[str, str, str]]:
        """List role, path and digest of the files it is about, the reference first."""
        return self._read("SELECT role, path, sha256 FROM sources ORDER BY place")

    def put_sources(self, sources: Sequence[tuple[str, str, str]]) -> None:
        """Say which files it is about."""
        rows = [(place, *source) for place, source in enumerate(sources)]
        with self._database:
            self._database.execute("BEGIN")
            self._database.execute("DELETE FROM sources")
            self._database.executemany("INSERT INTO sources VALUES (?, ?, ?, ?)", rows)

    def decisions(self) -> list[StoredDecision]:
        """List all decisions, in the order of the text; of a damaged file those that can be read."""
        try:
            rows = self._database.execute(f"SELECT {_COLUMNS} FROM decisions").fetchall()
        except sqlite3.DatabaseError:
            rows = self._rescued()
            self.is_damaged = True
        found = []
        for row in rows:
            try:
                found.append(_stored(row))
            except (ValueError, TypeError, KeyError):
                self.is_damaged = True
        return sorted(found, key=_place)

    def _rescued(self) -> list[tuple[Any, ...]]:
        """Read row by row, so that a damaged page costs no more than the rows in it."""
        rows = []
        for number in range(1, self._last_row() + 1):
            with suppress(sqlite3.DatabaseError):
                found = self._database.execute(f"SELECT {_COLUMNS} FROM decisions WHERE rowid = ?", (number,))
                rows += found.fetchall()
        return rows

    def _last_row(self) -> int:
        with suppress(sqlite3.DatabaseError):
            return int(self._database.execute("SELECT max(rowid) FROM decisions").fetchone()[0] or 0)
        return 0

    def decide(self, changes: Iterable[tuple[StoredEvent, Decision]]) -> None:
        """Write decisions, all or none, before this returns; an empty one is taken away.

        Raises
        ------
        DataError
            If they cannot be written: the disk is full, the file is gone, another program writes it.
        """
        pairs = list(changes)
        rows = [_row(event, decision) for event, decision in pairs if not decision.is_empty]
        gone = [(event.event,) for event, decision in pairs if decision.is_empty]
        put = f"INSERT OR REPLACE INTO decisions ({_COLUMNS}) VALUES ({_PLACES})"
        statements: dict[str, Sequence[tuple[object, ...]]] = {put: rows, "DELETE FROM decisions WHERE event = ?": gone}
        others = {(event.system, event.run) for event, _ in pairs} - self.same
        if others and (strange := others - self.strangers()):
            marks = [(f"{_STRANGER}{run} {system}", "true") for system, run in strange]
            statements["INSERT OR REPLACE INTO facts VALUES (?, ?)"] = marks
        self._save("decision", statements)

    def strangers(self) -> set[tuple[str, int]]:
        """Name the predictions, by system and run, about which something was decided in another text."""
        marks = [name[len(_STRANGER) :].split(" ", 1) for name in self.facts() if name.startswith(_STRANGER)]
        return {(system, int(run)) for run, system in marks}

    def selections(self) -> list[tuple[str, str]]:
        """List the saved selections, each a name and a query, in the order of names; those that can be read."""
        found = []
        for row in self._read("SELECT CAST(name AS BLOB), CAST(query AS BLOB) FROM selections ORDER BY name"):
            try:
                name, query = (text.decode() for text in row)
                found.append((name, query))
            except UnicodeDecodeError:
                self.is_damaged = True
        return found

    def put_selection(self, name: str, query: str) -> None:
        """Save a selection before this returns, in the place of one of that name; for errors see `decide`."""
        self._save("selection", {"INSERT OR REPLACE INTO selections VALUES (?, ?)": [(name, query)]})

    def rename_selection(self, name: str, new_name: str) -> None:
        """Call a selection something else, before this returns.

        Raises
        ------
        DataError
            If another one is called so, or if it cannot be written.
        """
        if name != new_name and any(new_name == other for other, _ in self.selections()):
            raise DataError(self.path, f"there is a selection called “{new_name}” already", "choose another name")
        self._save("selection", {"UPDATE selections SET name = ? WHERE name = ?": [(new_name, name)]})

    def remove_selection(self, name: str) -> None:
        """Take a selection away, before this returns; for errors see `decide`."""
        self._save("selection", {"DELETE FROM selections WHERE name = ?": [(name,)]})

    def _save(self, what: str, work: Mapping[str, Sequence[tuple[object, ...]]]) -> None:
        """Do what statements say with their rows, all or nothing."""
        if self.is_read_only:
            raise DataError(self.path, "another program writes this review", "close it there, then open it again here")
        try:
            with self._writing, self._database:
                self._database.execute("BEGIN IMMEDIATE")
                for statement, rows in work.items():
                    self._database.executemany(statement, rows)
        except (sqlite3.Error, UnicodeEncodeError) as error:
            problem = f"the {what} was not saved ({error})"
            raise DataError(self.path, problem, "make room, or save elsewhere") from None

    def _read(self, statement: str) -> list[tuple[Any, ...]]:
        try:
            return self._database.execute(statement).fetchall()
        except sqlite3.DatabaseError:
            self.is_damaged = True
            return []


def create_review(path: str, facts: Mapping[str, Any], sources: Sequence[tuple[str, str, str]]) -> None:
    """Make a review file without decisions.

    Raises
    ------
    DataError
        If there is a file of that name, or none can be made there.
    """
    make_database(path)
    with open_review(path) as review:
        review.put_facts(facts)
        review.put_sources(sources)


def open_review(path: str, to_read: bool = False) -> ReviewFile:
    """Open a review file.

    Parameters
    ----------
    path : str
        The file.
    to_read : bool
        Whether it is only to be read.

    Returns
    -------
    ReviewFile
        Read-only if another program has it open for writing. An older version was upgraded; its copy stands beside it.

    Raises
    ------
    DataError
        If it is no review file, or of a newer version.
    """
    check_head(path)
    lock = None if to_read else locked(path)
    try:
        bring_up_to_date(path, may_write=lock is not None)
        return ReviewFile(path, lock)
    except BaseException:
        if lock:
            lock.release()
        raise


def _place(one: StoredDecision) -> tuple[str, int, int, int, int, str]:
    event = one.event
    return event.system, event.run, event.sentence, event.start, event.end, event.event


def _row(event: StoredEvent, decision: Decision) -> tuple[object, ...]:
    return (
        *event[:_N_PLAIN],
        *map(_json, event[_N_PLAIN:]),
        decision.verdict,
        _json(decision.causes),
        int(decision.flag),
        decision.note,
        None if decision.correction is None else _json(decision.correction),
        decision.decided,
        decision.who,
    )


def _stored(row: tuple[Any, ...]) -> StoredDecision:
    *plain, reference, predicted, verdict, causes, flag, note, corrected, decided, who = row
    event = stored_event((*plain, _spans(reference), _spans(predicted)))
    correction = None if corrected is None else _spans(corrected)
    return StoredDecision(event, Decision(verdict, _words(causes), bool(flag), note, correction, decided, who))


_json = lru_cache(_KEPT)(json.JSONEncoder(ensure_ascii=False).encode)
"""Writes tuples."""


@lru_cache(_KEPT)
def _spans(text: str) -> Reading:
    return tuple((int(start), int(end), str(name)) for start, end, name in json.loads(text))


@lru_cache(_KEPT)
def _words(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text))
