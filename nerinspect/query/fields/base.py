"""What a field of the query language is."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn, TypeAlias

from nerinspect.analysis.events import Side
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray
from nerinspect.errors import UnknownNameError
from nerinspect.query.values import Value, Values
from nerinspect.query.vocabulary import Vocabulary


@dataclass(frozen=True)
class Written:
    """A value as it stands in a query.

    Attributes
    ----------
    text : str
        Without quotes and escapes.
    position : int
        Where it begins, the quote included, in characters from 0.
    is_quoted : bool
        Whether it stood in quotes.
    """

    text: str
    position: int = 0
    is_quoted: bool = False


Complaint: TypeAlias = Callable[[UnknownNameError], None]
"""What to do about a type that no loaded file has."""


def refuse(error: UnknownNameError) -> NoReturn:
    """Take an unknown type for a mistake."""
    raise error


@dataclass(frozen=True)
class Names:
    """The names a value may take from the open files, and what to do about an unknown type."""

    vocabulary: Vocabulary
    on_unknown_type: Complaint = refuse


class Field(ABC):
    """One field: how its values are read, and which events have them.

    Attributes
    ----------
    name : str
        As it stands before the colon, in lower case.
    meaning : str
        What it asks, in a few words.
    is_costly : bool
        Whether it is better asked of few events.
    takes_patterns : bool
        Whether a value that begins with a slash is a regular expression.
    needs_training : bool
        Whether it can be asked only where training data are open; elsewhere nothing has any of its values.
    every_value : tuple
        All values, if every event has exactly one of them; else empty.
    """

    is_costly: bool = False
    takes_patterns: bool = False
    needs_training: bool = False
    every_value: Values = ()

    def __init__(self, name: str, meaning: str) -> None:
        self.name, self.meaning = name, meaning

    @abstractmethod
    def read(self, written: Written, names: Names) -> Value:
        """Turn one written value into what it means.

        Raises
        ------
        UnknownNameError
            If it names nothing.
        QuerySyntaxError
            If it cannot be read.
        """

    @abstractmethod
    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        """Tell which events have one of the values.

        Parameters
        ----------
        study : Study
            The events.
        values : tuple
            What `read` returns; values that fit nothing match nothing.
        among : ndarray of bool, shape (n_events,), optional
            The events that matter; the answer for any other means nothing.

        Returns
        -------
        ndarray of bool, shape (n_events,)
            A new array.
        """

    @abstractmethod
    def counts(self, study: Study, among: BoolArray) -> dict[Value, int]:
        """Count the events of a mask by value, values that only other events have included (as 0)."""

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        """Name the values there are, as far as they are names."""
        return ()

    def known(self, written: Written, choices: tuple[str, ...], what: str) -> str:
        """Find a fixed name whatever its case.

        Parameters
        ----------
        written : Written
            What was written.
        choices : tuple of str
            The names, in lower case.
        what : str
            What they name, for the message.

        Returns
        -------
        str
            The name.

        Raises
        ------
        UnknownNameError
            If it is none of them.
        """
        folded = written.text.casefold()
        if folded not in choices:
            raise UnknownNameError(what, written.text, choices, written.position)
        return folded


class MentionField(Field):
    """A field that can be asked of one mention."""

    @abstractmethod
    def mentions(self, study: Study, side: Side, values: Values) -> BoolArray:
        """Tell which mentions of a side have one of the values.

        Parameters
        ----------
        study : Study
            Reference and predictions.
        side : str
            `reference` or `predicted`.
        values : tuple
            What `read` returns; values that fit nothing match nothing.

        Returns
        -------
        ndarray of bool, shape (n_mentions,)
            A new array.
        """
