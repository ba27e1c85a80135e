"""Filters that were saved under a name, read again over the files that are open now."""

from dataclasses import dataclass

from nerinspect.errors import CommandError, UnknownNameError
from nerinspect.query.filters import Filter
from nerinspect.query.parser import parse_query
from nerinspect.query.vocabulary import Vocabulary


@dataclass(frozen=True)
class SavedFilter:
    """A filter with a name.

    Attributes
    ----------
    name : str
        Any text.
    query : str
        As it was saved.
    filter : Filter or None
        What it asks for now; None if it can no longer be read.
    warning : str
        What is not as it was when it was saved; empty if all is.
    """

    name: str
    query: str
    filter: Filter | None
    warning: str = ""


def read_saved(name: str, query: str, vocabulary: Vocabulary) -> SavedFilter:
    """Read a saved filter.

    Parameters
    ----------
    name, query : str
        As they were saved.
    vocabulary : Vocabulary
        The names of the open files. A type that none of them has is only warned of, and matches nothing.
    """
    unknown: list[UnknownNameError] = []
    try:
        found = parse_query(query, vocabulary, unknown.append)
    except CommandError as mistake:
        return SavedFilter(name, query, None, str(mistake))
    return SavedFilter(name, query, found, "; ".join(dict.fromkeys(str(one) for one in unknown)))
