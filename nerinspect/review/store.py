"""The review file: an SQLite database in which every decision stands on disk before the next one is taken."""

import json
import secrets
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from threading import Lock
from typing import Any, Final

from nerinspect.errors import DataError, NotSavedError
from nerinspect.events.decision import Decision
from nerinspect.io.request import read_value
from nerinspect.review.attaching import COLUMNS, PLACES, StoredDecision, StoredEvent, decisions_of, row_of
from nerinspect.review.database import (
    BROKEN,
    CLOSED,
    OTHER_PROGRAM,
    Hold,
    Refusal,
    Rows,
    Work,
    bring_up_to_date,
    check_head,
    check_tables,
    held,
    is_older,
    new_database,
    opened_to_read,
    opened_to_write,
    refusal_of,
    replaced,
    unreadable,
    upgrade,
)

_STRANGER: Final = "decided elsewhere: "
_MARK: Final = "last step"  # the fact by which a file is known for what was left here: a new word with each step

_PUT_DECISION: Final = f"INSERT OR REPLACE INTO decisions ({COLUMNS}) VALUES ({PLACES})"
_PUT_FACT: Final = "INSERT OR REPLACE INTO facts VALUES (?, ?)"
_PUT_SOURCE: Final = "INSERT INTO sources VALUES (?, ?, ?, ?)"
_PUT_SELECTION: Final = "INSERT OR REPLACE INTO selections VALUES (?, ?)"

_TRIES: Final = 5  # so often a step that was refused at its end is taken back: a disk that failed once may fail again

_AT_ONCE: Final = 500  # so many rows are read at once: few enough to stay in a processor's cache

_LEAST_ROW: Final = 16  # no row takes fewer bytes


class ReviewFile:
    """An open review file; close it, or use it in a `with` statement.

    What is written stands in the file first, then in memory: whatever becomes of the file, it can be written anew.
    A `Refusal` in the place of the right to write says why it is only read.

    `is_saved`: whether all that was decided stands in the file, as far as is known. `same`: predictions, by system and
    run, of which the review knows the events, see `same_predictions`.
    """

    def __init__(self, path: str, hold: Hold | Refusal) -> None:
        self.path, self.is_damaged, self.is_saved = path, False, True
        self._hold = hold if isinstance(hold, Hold) else None
        self.why_read_only = hold if isinstance(hold, Refusal) else None
        self.same: frozenset[tuple[str, int]] = frozenset()
        self._writing = Lock()  # very many decisions are written in a thread
        self._turn = Lock()  # others are read meanwhile, and a connection answers one question at a time
        self._file, self._copy = opened_to_read(path) if self._hold is None else (opened_to_write(path), None)
        self._database = self._file
        try:
            version = check_tables(path, self._file)
            if self._hold is not None:
                bring_up_to_date(path, self._file, version)
                self._database = _in_memory(self._file)
                self._hold.look()
            elif is_older(version):
                self._database = _in_memory(self._file)
                upgrade(self._database, version)
            self._mark, self._refused = _mark_in(self._database), set[str]()
        except BROKEN as error:
            self._close()
            raise unreadable(path, error) from None
        except BaseException:
            self._close()
            raise

    @property
    def is_read_only(self) -> bool:
        """Whether nothing can be decided here."""
        return self._hold is None

    def __enter__(self) -> "ReviewFile":
        """Use it."""
        return self

    def __del__(self) -> None:
        """Close what was forgotten."""
        with suppress(AttributeError):  # it was never opened
            self._close()

    def __exit__(self, *_error: object) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Let others write it."""
        if self._refused:
            self._take_back()
        self._close()
        if self._hold is not None:
            self._hold.let_go()
            self._hold, self.why_read_only = None, CLOSED

    def _close(self) -> None:
        self._database.close()
        self._file.close()
        if self._copy is not None:
            self._copy.cleanup()

    def check(self) -> None:
        """See to it that the file is still there, and still the one that was opened."""
        if self._hold is None or not self._writing.acquire(blocking=False):
            return  # whoever writes it looks there, too
        try:
            if self._remembering(self._hold.is_untouched):
                return
            if not self._open_file_again() or _mark_in(self._file) not in (self._mark, *self._refused):
                self.is_saved = False
                raise replaced(self.path)
            self._hold.look()
        except BROKEN:
            return  # another program reads it just now
        finally:
            self._writing.release()

    def write_anew(self, path: str) -> None:
        """Write all that the review holds, as far as it can be read, into a new file."""
        work: Work = {
            _PUT_FACT: self._texts("name, value FROM facts"),
            _PUT_SOURCE: [(place, *source) for place, source in enumerate(self.sources())],
            _PUT_DECISION: [row_of(*one) for one in self.decisions()],
            _PUT_SELECTION: self.selections(),
        }
        new_database(path, work)

    def facts(self) -> dict[str, Any]:
        """Give what the file says of itself, such as the request; what cannot be read is left out."""
        found = {}
        for name, value in self._texts("name, value FROM facts"):
            try:
                found[name] = json.loads(value)
            except (ValueError, RecursionError):
                self.is_damaged = True
        return found

    def fact(self, name: str, hint: Any, default: Any) -> Any:  # noqa: ANN401 - of the type that the hint says
        """Give one fact of a type; another value if there is none, or one of another type."""
        facts = self.facts()
        try:
            return read_value(hint, facts[name]) if name in facts else default
        except (TypeError, RecursionError):
            self.is_damaged = True
            return default

    def put_facts(self, facts: Mapping[str, Any]) -> None:
        """Write facts, each whole, before this returns; for errors see `decide`."""
        self._save("setting", {_PUT_FACT: _fact_rows(facts)})

    def sources(self) -> list[tuple[str, str, str]]:
        """List role, path and digest of the files it is about, the reference first."""
        rows = self._texts("role, path, sha256 FROM sources ORDER BY place")
        return [(role, path, digest) for role, path, digest in rows]

    def decisions(self) -> list[StoredDecision]:
        """List all decisions, in no order; of a damaged file those that can be read."""
        found: list[StoredDecision] = []
        n_rows = 0
        try:
            with self._turn:
                cursor = self._database.execute(f"SELECT {COLUMNS} FROM decisions")
                while rows := cursor.fetchmany(_AT_ONCE):
                    found += decisions_of(rows)
                    n_rows += len(rows)
        except BROKEN:
            rows = self._rescued()
            found, n_rows = decisions_of(rows), len(rows)
            self.is_damaged = True
        self.is_damaged |= len(found) < n_rows
        return found

    def _rescued(self) -> list[tuple[Any, ...]]:
        """Read row by row, so that a damaged page costs no more than the rows in it."""
        rows, number = [], 0
        for _ in range(self._most_rows()):
            try:
                [(found,)] = self._rows("SELECT min(rowid) FROM decisions WHERE rowid > ?", (number,))
                if found is None:
                    break
                number = int(found)
            except BROKEN:
                number += 1
            with suppress(*BROKEN):
                rows += self._rows(f"SELECT {COLUMNS} FROM decisions WHERE rowid = ?", (number,))
        return rows

    def _most_rows(self) -> int:
        with suppress(*BROKEN):
            [(n_pages,)], [(n_bytes,)] = (self._rows(f"PRAGMA {name}") for name in ("page_count", "page_size"))
            return int(n_pages) * int(n_bytes) // _LEAST_ROW
        return 0

    def decide(self, changes: Iterable[tuple[StoredEvent, Decision]]) -> None:
        """Write decisions, all or none, before this returns; an empty one is taken away.

        Raises
        ------
        NotSavedError
            If they cannot be written: the disk is full, the file is gone or another one, another program writes it.
        """
        pairs = list(changes)
        work: dict[str, Rows] = {
            _PUT_DECISION: [row_of(event, decision) for event, decision in pairs if not decision.is_empty],
            "DELETE FROM decisions WHERE event = ?": [(one.event,) for one, decision in pairs if decision.is_empty],
        }
        others = {(event.system, event.run) for event, _ in pairs} - self.same
        if others and (strange := others - self.strangers()):
            work[_PUT_FACT] = [(f"{_STRANGER}{run} {system}", "true") for system, run in strange]
        self._save("decision", work)

    def strangers(self) -> set[tuple[str, int]]:
        """Name the predictions, by system and run, about which something was decided in another text."""
        names = (name.removeprefix(_STRANGER) for name in self.facts() if name.startswith(_STRANGER))
        marks = (name.partition(" ") for name in names)
        return {(system, int(run)) for run, _, system in marks if run.isdecimal() and len(run) < 10}

    def selections(self) -> list[tuple[str, str]]:
        """List the saved selections, each a name and a query, in the order of names; those that can be read."""
        return [(name, query) for name, query in self._texts("name, query FROM selections ORDER BY selections.name")]

    def put_selection(self, name: str, query: str) -> None:
        """Save a selection before this returns, in the place of one of that name; for errors see `decide`."""
        self._save("selection", {_PUT_SELECTION: [(name, query)]})

    def rename_selection(self, name: str, new_name: str) -> None:
        """Call a selection something else, before this returns."""
        if name != new_name and any(new_name == other for other, _ in self.selections()):
            raise DataError(self.path, f"there is already a selection called “{new_name}”", "choose another name")
        self._save("selection", {"UPDATE selections SET name = ? WHERE name = ?": [(new_name, name)]})

    def remove_selection(self, name: str) -> None:
        """Take a selection away, before this returns; for errors see `decide`."""
        self._save("selection", {"DELETE FROM selections WHERE name = ?": [(name,)]})

    def _save(self, what: str, work: Work) -> None:
        """Do what statements say with their rows, all or nothing."""
        with self._writing:
            if self._hold is None:
                refusal = self.why_read_only or OTHER_PROGRAM
                raise NotSavedError(self.path, refusal.problem, refusal.remedy)
            mark = secrets.token_hex(8)
            work = {**work, _PUT_FACT: [*work.get(_PUT_FACT, ()), (_MARK, json.dumps(mark))]}
            is_untouched = self._remembering(self._hold.is_untouched)
            self._remembering(lambda: self._write(what, work, mark, is_untouched))
            with self._turn:
                _execute(self._database, work)
            self._mark = mark
            self._refused.clear()
            self._hold.look()

    def _remembering(self, act: Callable[[], bool]) -> bool:
        """Do something; if it cannot be done, what is decided does not stand in the file."""
        self.is_saved = False
        done = act()
        self.is_saved = True
        return done

    def _write(self, what: str, work: Work, mark: str, is_untouched: bool) -> bool:
        """Write into the file if it is as it was left; a step that is refused is not in it."""
        try:
            if not is_untouched and not self._open_file_again():  # what SQLite remembers of it may be out of date
                raise replaced(self.path)
            if (found := _mark_in(self._file)) != self._mark:
                if found not in self._refused:
                    raise replaced(self.path)
                self._restore()
            _execute(self._file, work)
        except (*BROKEN, UnicodeEncodeError) as error:
            self._refused.add(mark)
            self._take_back()
            refusal = refusal_of(error, self.path)
            raise NotSavedError(self.path, f"the {what} was not saved: {refusal.problem}", refusal.remedy) from None
        return True

    def _take_back(self) -> None:
        """Put the file back to what it was if a step stands in it nevertheless: its end alone was refused."""
        for _ in range(_TRIES):
            with suppress(*BROKEN):
                if self._hold is None or not self._open_file_again():
                    return
                if _mark_in(self._file) in self._refused:
                    self._restore()
                if _mark_in(self._file) == self._mark:
                    self._hold.look()
                    self._refused.clear()
                return

    def _open_file_again(self) -> bool:
        """Read the file anew; tell whether it is a database still."""
        self._file.close()
        try:
            self._file = opened_to_write(self.path)
        except DataError:
            return False
        return True

    def _restore(self) -> None:
        """Write into the file what it held before a step that was refused."""
        with self._turn:
            self._database.backup(self._file)

    def _rows(self, question: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with self._turn:
            return self._database.execute(question, values).fetchall()

    def _texts(self, what: str) -> list[tuple[str, ...]]:
        """List the rows of a small table as far as they can be read: columns, table and order as SQL says them."""
        names, _, rest = what.partition(" FROM ")
        columns = ", ".join(f"CAST({name} AS BLOB)" for name in names.split(", "))
        try:
            rows = self._rows(f"SELECT {columns} FROM {rest}")
        except BROKEN:
            self.is_damaged = True
            return []
        found = []
        for row in rows:
            try:
                found.append(tuple(text.decode() for text in row))
            except (UnicodeDecodeError, AttributeError):  # no text, or nothing at all
                self.is_damaged = True
        return found


def create_review(path: str, facts: Mapping[str, Any], sources: Sequence[tuple[str, str, str]]) -> None:
    """Make a review file without decisions, whole or not at all."""
    rows = [(place, *source) for place, source in enumerate(sources)]
    new_database(path, {_PUT_FACT: _fact_rows(facts), _PUT_SOURCE: rows})


def open_review(path: str, to_read: bool = False) -> ReviewFile:
    """Open a review file; an older version is upgraded, with a copy beside it.

    It is read-only if that is asked for, another program has it open for writing, or it cannot be written where it is.
    """
    check_head(path)
    hold = OTHER_PROGRAM if to_read else held(path)
    try:
        return ReviewFile(path, hold)
    except sqlite3.Error as error:  # an older program has it open, or the disk fails
        if isinstance(hold, Hold):
            hold.let_go()
        return ReviewFile(path, refusal_of(error, path))
    except BaseException:
        if isinstance(hold, Hold):
            hold.let_go()
        raise


def _fact_rows(facts: Mapping[str, Any]) -> Rows:
    return [(name, json.dumps(value, ensure_ascii=False)) for name, value in facts.items()]


def _in_memory(file: sqlite3.Connection) -> sqlite3.Connection:
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    file.backup(memory)
    return memory


def _mark_in(database: sqlite3.Connection) -> str:
    """Read by which step a file is known; empty if there was none."""
    found = database.execute("SELECT CAST(value AS BLOB) FROM facts WHERE name = ?", (_MARK,)).fetchone()
    return found[0].decode(errors="replace").strip('"') if found and found[0] else ""


def _execute(database: sqlite3.Connection, work: Work) -> None:
    """Do what statements say with their rows, all or nothing."""
    with database:
        database.execute("BEGIN IMMEDIATE")
        for statement, rows in work.items():
            if rows:
                database.executemany(statement, rows)
