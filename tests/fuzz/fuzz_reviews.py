"""Change the bytes of review files and the values in them: what can be read is read, and the rest is told calmly.

The tests of this folder run it for a moment. To run it for longer:

    python -m tests.fuzz.fuzz_reviews [SECONDS] [SEED] [FOLDER FOR FINDINGS]
"""

import contextlib
import io
import json
import os
import shutil
import sqlite3
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic, process_time
from typing import Any, Final

from nerinspect.cli.main import run
from nerinspect.errors import NerinspectError
from nerinspect.events.decision import Decision
from nerinspect.io.reading.loading import load_sides
from nerinspect.io.request import LoadRequest
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.relations import RELATIONS
from nerinspect.review.causes import causes_of
from nerinspect.review.deciding import Deciding
from nerinspect.review.opening import changed_sources, load_review, make_review
from nerinspect.settings import FOLDER_VARIABLE, check_outside
from tests.fuzz.data_model import assert_calm
from tests.fuzz.mutation import ODD_VALUES, mutated
from tests.review.relation_files import REFERENCE as WITH_RELATIONS
from tests.review.relation_files import SYSTEM, write_sentences
from tests.review.texts import PLAIN, REFERENCE, RICH

NAME: Final = "a.nerinspect"
_FILES: Final = ("mentions", "relations", "annotators")
_MOST_SECONDS: Final = 10
_DEEP: Final = "[" * 50_000

_ODD: Final[tuple[Any, ...]] = (
    *(
        None,
        b"",
        b"\xff",
        b"decision",
        "",
        "x",
        "0",
        "null",
        "{}",
        "[]",
        "{",
        _DEEP,
        "9" * 5_000,
        "\0",
        "a\ud7ff\u202e",
    ),
    *(-1, 0, 1, 2, 7, 2**31, 2**62, -(2**62), 0.5, 1e300, float("inf"), True),
    *('[[0, 1, "X"]]', '[[1, 0, "X"]]', "[[0, 1]]", '[[0, Infinity, "X"]]', '[[0, 1, ["X"]]]', '[[-1, 1, "X"]]'),
    *('["typo"]', '"typo"', "[1]", "7", "NaN", '["a", null]', "prediction-wrong", "relation:", "relation:correct", "-"),
    *("kind:be", "/(/", "verdict:none", "/dev/zero", "../../etc/passwd", "#x", "=", "A=", "retention=x"),
)
_ODD_SCHEMA: Final = (
    "CREATE TRIGGER t AFTER INSERT ON decisions BEGIN DELETE FROM decisions; END",
    "CREATE VIEW v AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT x FROM n",
    "CREATE INDEX i ON decisions (verdict)",
    "CREATE TABLE more (a)",
    "ALTER TABLE decisions ADD COLUMN more TEXT",
    "ALTER TABLE facts RENAME TO others",
    "DROP TABLE selections",
    "DROP TABLE decisions",
    "DROP TABLE sources",
    "DROP TABLE facts",
    "PRAGMA user_version = 0",
    "PRAGMA user_version = -5",
    "PRAGMA user_version = 2000000000",
    "PRAGMA application_id = 0",
    "PRAGMA journal_mode = WAL",
    "PRAGMA auto_vacuum = 1",
    "PRAGMA page_size = 512",
    "VACUUM",
)
_TABLES: Final = {
    "facts": ("name", "value"),
    "sources": ("place", "role", "path", "sha256"),
    "decisions": (
        *("event", "system", "run", "sentence", "start", '"end"', "kind", "text", "reference_spans", "predicted_spans"),
        *("verdict", "causes", "flag", "note", "corrected_spans", "decided", "who"),
    ),
    "selections": ("name", "query"),
}


def make_examples(folder: Path) -> list[Path]:
    """Make a review of mentions, one of relations and one of annotators, all with decisions; give their folders."""
    made = []
    for kind in _FILES:
        own = folder / kind
        own.mkdir()
        if kind == "relations":
            names = [
                write_sentences(own / f"{name}.json", what)
                for name, what in (("ref", WITH_RELATIONS), ("pred", SYSTEM))
            ]
        else:
            names = [str(own / f"{name}.conll") for name in ("ref", "rich", "plain")]
            for name, text in zip(names, (REFERENCE, RICH, PLAIN), strict=True):
                Path(name).write_text(text)
        request = LoadRequest(names[0], tuple(names[1:]), annotators=kind == "annotators")
        make_review(str(own / NAME), request, load_sides(request))
        review = load_review(str(own / NAME))
        with review.file as file:
            deciding, events = Deciding(file, review.study), range(len(review.study.events))
            said = (Decision("reference-wrong", ("typo",), True, "see page 3", ()), Decision("scope"))
            deciding.decide({MENTIONS: {event: said[event % 2] for event in events}}, "all")
            if kind == "relations":
                deciding.decide({RELATIONS: {0: Decision("ambiguous"), 1: Decision("both-wrong", note="two")}}, "some")
            deciding.sign("Ann")
            file.put_selection("mine", "kind:be")
        made.append(own)
    return made


def change_values(path: Path, random: Random) -> None:
    """Put odd values in some cells, also where the tables do not allow them, without a trace in the schema."""
    with contextlib.suppress(sqlite3.Error), closing(sqlite3.connect(path, isolation_level=None)) as database:
        tables = dict(database.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
        database.execute("PRAGMA writable_schema = ON")
        for name, sql in tables.items():
            loose = sql.replace(" NOT NULL", "")
            database.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (loose, name))
    with contextlib.suppress(sqlite3.Error), closing(sqlite3.connect(path, isolation_level=None)) as database:
        for _ in range(random.randint(1, 4)):
            with contextlib.suppress(sqlite3.Error, UnicodeEncodeError):
                _change_value(database, random)
        database.execute("PRAGMA writable_schema = ON")
        for name, sql in tables.items():
            database.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (sql, name))


def _change_value(database: sqlite3.Connection, random: Random) -> None:
    table = random.choices(tuple(_TABLES), (5, 1, 6, 1))[0]
    column = random.choice(_TABLES[table])
    key = {"facts": "name", "selections": "name", "sources": "place", "decisions": "event"}[table]
    keys = database.execute(f"SELECT {key} FROM {table}").fetchall()
    (chosen,) = random.choice(keys)
    (before,) = database.execute(f"SELECT {column} FROM {table} WHERE {key} = ?", (chosen,)).fetchone()
    value = random.choice((*_ODD, *(json.dumps(one) for one in ODD_VALUES)))
    if isinstance(before, str) and before[:1] in "[{" and random.random() < 0.7:
        value = mutated(b"\0" + before.encode(), random)[1:].decode(errors="replace")
    if random.random() < 0.05:
        database.execute(f"UPDATE {table} SET {column} = CAST(x'80ff' AS TEXT) WHERE {key} = ?", (chosen,))
    elif random.random() < 0.05:
        database.execute(f"UPDATE {table} SET rowid = ? WHERE {key} = ?", (random.choice((-5, 0, 2**62)), chosen))
    else:
        database.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (value, chosen))


def change_schema(path: Path, random: Random) -> None:
    """Put something into the file that is no review's."""
    with contextlib.suppress(sqlite3.Error), closing(sqlite3.connect(path, isolation_level=None)) as database:
        for _ in range(random.randint(1, 2)):
            with contextlib.suppress(sqlite3.Error):
                database.executescript(random.choice(_ODD_SCHEMA))


def change_bytes(path: Path, random: Random) -> None:
    """Change, drop, double or zero some bytes of the file, often those of its head and its schema."""
    data = bytearray(path.read_bytes())
    for _ in range(random.choice((1, 1, 2, 5, 20))):
        at = random.randrange(random.choice((100, 4096, len(data), len(data))) or 1)
        action = random.randrange(6)
        if action < 3:
            data[at : at + 1] = random.randbytes(1)
        elif action == 3:
            data[at : at + 8] = random.randbytes(8)
        elif action == 4:
            data[at : at + 512] = bytes(512)
        else:
            del data[at : at + random.choice((1, 100, 4096, len(data)))]
    path.write_bytes(data)
    if random.random() < 0.1:
        path.with_name(f"{NAME}{random.choice(('-journal', '-wal'))}").write_bytes(data[: random.randrange(9_000)])


WAYS: Final[dict[str, Callable[[Path, Random], None]]] = {
    "values": change_values,
    "schema": change_schema,
    "bytes": change_bytes,
}


def check_review(path: Path) -> str:
    """Do with a review what the program does; say how it went. Whatever else happens is a mistake."""
    begun, name = process_time(), str(path)
    said = ""
    try:
        review = load_review(name, check=partial(check_outside, name, is_allowed=False))
        with review.file as file:
            changed_sources(file, review.study)
            causes_of(file.facts()).with_used(review.study.decisions.causes)
            assert all(isinstance(text, str) for selection in file.selections() for text in selection)
            if not file.is_read_only:
                _decide(Deciding(file, review.study))
            said = "damaged" if file.is_damaged else "read"
    except NerinspectError as mistake:
        assert_calm(mistake)
        said = "refused"
    for arguments in (("export", name, "--table", "csv"), ("reference", name), ("selections", name)):
        _run("review", *arguments)
    took = process_time() - begun
    assert took < _MOST_SECONDS, f"it took {took:.1f} s"
    return said


def _decide(deciding: Deciding) -> None:
    n_before = len(deciding.file.decisions())
    try:
        deciding.decide({MENTIONS: {0: Decision("both-wrong", note="anew")}}, "one")
        deciding.undo()
    except NerinspectError as mistake:
        assert_calm(mistake)
        return
    assert len(deciding.file.decisions()) >= n_before - 1


def _run(*arguments: str) -> None:
    """Run a command line; a mistake that is not told in one line would be raised."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(arguments)
    assert status in (0, 1, 2), err.getvalue()


def fuzzed(examples: Sequence[Path], folder: Path, seed: int) -> tuple[str, str]:
    """Change one review by a seed and look at it; give the way and how it went."""
    random = Random(seed)
    shutil.rmtree(folder, ignore_errors=True)
    own = random.choice(examples)
    shutil.copytree(own, folder)
    path, way = folder / NAME, random.choices(tuple(WAYS), (6, 1, 5))[0]
    _move_request(path, own, folder)
    WAYS[way](path, random)
    return way, check_review(path)


def _move_request(path: Path, before: Path, after: Path) -> None:
    """Let a copied review be about the files beside it."""
    with closing(sqlite3.connect(path)) as database, database:
        for table, column in (("facts", "value"), ("sources", "path")):
            database.execute(f"UPDATE {table} SET {column} = replace({column}, ?, ?)", (str(before), str(after)))


def main(arguments: Sequence[str]) -> int:
    """Run for some seconds; keep each review on which something went wrong."""
    seconds, seed, kept = (*arguments, *("60", "1", "fuzz-reviews")[len(arguments) :])
    end, ends, n_wrong = monotonic() + float(seconds), Counter[tuple[str, str]](), 0
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        os.environ[FOLDER_VARIABLE] = f"{folder}/settings"
        examples, number = make_examples(Path(folder)), int(seed) * 1_000_000
        while monotonic() < end:
            number += 1
            try:
                ends[fuzzed(examples, Path(folder, "one"), number)] += 1
            except Exception:
                n_wrong += 1
                print(f"seed {number}:\n{traceback.format_exc(limit=-4)}", flush=True)
                shutil.copytree(Path(folder, "one"), Path(kept, str(number)), dirs_exist_ok=True)
    print(f"{ends.total():,} reviews, {n_wrong:,} mistakes: {dict(ends)}")
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
