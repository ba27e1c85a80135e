"""The selection in force, with those to go back and forward to."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from nerinspect.errors import CommandError
from nerinspect.query.filters import Filter
from nerinspect.query.parser import parse_query
from nerinspect.query.selection import Selection
from nerinspect.query.vocabulary import Vocabulary
from nerinspect.query.writer import query_text

_MOST_PAST: Final = 200
"""So many selections are remembered to go back to."""


@dataclass(frozen=True)
class History:
    """One selection after the other.

    Attributes
    ----------
    current : Selection
        The one in force.
    past, future : tuple of Selection
        Those before it and, after going back, those after it; the nearest to the current one stand last.
    """

    current: Selection = field(default_factory=Selection)
    past: tuple[Selection, ...] = ()
    future: tuple[Selection, ...] = ()

    def then(self, selection: Selection) -> "History":
        """Put another selection in force."""
        if selection == self.current:
            return self
        return History(selection, (*self.past[1 - _MOST_PAST :], self.current))

    def back(self) -> "History":
        """Put the selection before this one in force again, if there is one."""
        if not self.past:
            return self
        return History(self.past[-1], self.past[:-1], (*self.future, self.current))

    def forward(self) -> "History":
        """Put the selection that was gone back from in force again, if there is one."""
        if not self.future:
            return self
        return History(self.future[-1], (*self.past, self.current), self.future[:-1])

    def understood(self, vocabulary: Vocabulary) -> "History":
        """Leave out the terms that a query over other files could not say."""
        return self.rewritten(partial(_understood, vocabulary))

    def rewritten(self, rewrite: Callable[[Selection], Selection]) -> "History":
        """Write each selection anew."""
        return History(rewrite(self.current), tuple(map(rewrite, self.past)), tuple(map(rewrite, self.future)))


def _understood(vocabulary: Vocabulary, selection: Selection) -> Selection:
    return Selection(tuple(term for term in selection.terms if _is_understood(term, vocabulary)))


def _is_understood(term: Filter, vocabulary: Vocabulary) -> bool:
    try:
        parse_query(query_text(term), vocabulary)
    except CommandError:
        return False
    return True
