"""The tables of a review file, their version, and how older ones become it."""

from typing import Final

SUFFIX: Final = ".nerinspect"  # how the names of reviews end

VERSION: Final = 1  # a file that is newer is refused, an older one is upgraded and its copy kept

APPLICATION_ID: Final = 0x6E657269  # marks a database as a review file, in its first bytes: `neri`

TABLES: Final = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sources (place INTEGER PRIMARY KEY, role TEXT NOT NULL, path TEXT NOT NULL, sha256 TEXT NOT NULL);
CREATE TABLE decisions (
    event TEXT PRIMARY KEY,
    system TEXT NOT NULL, run INTEGER NOT NULL, sentence INTEGER NOT NULL,
    start INTEGER NOT NULL, "end" INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL,
    reference_spans TEXT NOT NULL, predicted_spans TEXT NOT NULL,
    verdict TEXT NOT NULL, causes TEXT NOT NULL, flag INTEGER NOT NULL, note TEXT NOT NULL,
    corrected_spans TEXT, decided TEXT NOT NULL, who TEXT NOT NULL
);
CREATE TABLE selections (name TEXT PRIMARY KEY, query TEXT NOT NULL) WITHOUT ROWID;
"""
"""Of version 1. `facts` holds the request; `decisions` says enough of an event to list it where it is gone."""

UPGRADES: Final[dict[int, str]] = {}
"""For each older version the statements that make those of the next one of its tables."""


def is_review(path: str) -> bool:
    """Tell by its name whether a file is a review."""
    return path.casefold().endswith(SUFFIX)
