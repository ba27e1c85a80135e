"""Where a query cannot be read."""

import re
from dataclasses import dataclass

from nerinspect.errors import QuerySyntaxError, UnknownNameError
from nerinspect.query.parser import parse_query
from nerinspect.query.scanner import Scanner
from nerinspect.query.vocabulary import Vocabulary

_REFUSED = re.compile(r'"[^"]*"?|[^ \t\r\n,()"]+|[,()]')
_LAST_WORD = re.compile(r"[^ \t\r\n]*[ \t\r\n]*$")


@dataclass(frozen=True)
class Mistake:
    """What is wrong with a query, and where.

    Attributes
    ----------
    start, end : int
        The part that is refused, in characters from 0, half-open.
    message : str
        What is wrong and what to do.
    is_unknown_name : bool
        Whether it is a name that nothing has; else something is missing or in the wrong place.
    """

    start: int
    end: int
    message: str
    is_unknown_name: bool


def find_mistake(text: str, vocabulary: Vocabulary) -> Mistake | None:
    """Find the first mistake of a query; None if it can be read."""
    try:
        parse_query(text, vocabulary)
    except UnknownNameError as error:
        return Mistake(error.position, _end_of_name(text, error), str(error), is_unknown_name=True)
    except QuerySyntaxError as error:
        refused = _REFUSED.match(text, error.position) or _LAST_WORD.search(text[: error.position])
        assert refused is not None  # a last word may be empty
        return Mistake(refused.start(), refused.end(), str(error), is_unknown_name=False)
    return None


def _end_of_name(text: str, error: UnknownNameError) -> int:
    if error.what == "field":
        return error.position + len(error.name)
    scanner = Scanner(text)
    scanner.place = error.position
    scanner.value()
    return scanner.place
