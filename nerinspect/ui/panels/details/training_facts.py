"""What the training data say of the surfaces of one event, as the details show it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from nerinspect.analysis.events import Side
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.ui.panels.details.concordance_model import ConcordanceColumn, ConcordanceRow

ALL: Final = ""
UNLABELLED: Final = "not labelled"
"""What places may be asked for besides those of a type; no type holds a blank, or is nothing."""


@dataclass(frozen=True, kw_only=True)
class TrainingPlace(ConcordanceRow):
    """Where a surface stands in training.

    At the edge stands how it is read: the type; `O` where no mention stands; `in` and the types where it shares tokens
    with other mentions.

    Attributes
    ----------
    place : str
        Document and sentence of the training data, from 1.
    """

    place: str

    @property
    def copied(self) -> tuple[str, ...]:
        """The words with their reading, then the place."""
        return *self.texts[ConcordanceColumn.LEFT :], self.place


@dataclass(frozen=True)
class NearSurface:
    """A surface of training mentions that resembles one that is none.

    Attributes
    ----------
    text : str
        Its tokens joined by a blank.
    how : str
        What differs, such as `one token less`.
    counts : mapping of str to int
        Mentions by type, most frequent first.
    """

    text: str
    how: str
    counts: Mapping[str, int]


@dataclass(frozen=True)
class OtherReading:
    """A type that a surface has elsewhere in the reference, with its number of mentions and the query for them."""

    type: str
    count: int
    query: str


@dataclass(frozen=True, eq=False)
class TrainingSurface:
    """One surface of the event.

    Attributes
    ----------
    text : str
        Its tokens joined by a blank.
    counts : mapping of str to int
        Training mentions by type, most frequent first.
    n_unlabelled, n_inside : int
        Places that share no token with a mention; places that do, without being one.
    n_places : int
        All places.
    near : tuple of NearSurface
        For a surface that is no training mention: those that resemble it.
    readings : tuple of OtherReading
        Its other types in the reference.
    places : callable
        Gives places, nearest context first: of a type, of `UNLABELLED` ones or of `ALL`, from a first place and their
        number.
    """

    text: str
    counts: Mapping[str, int]
    n_unlabelled: int = 0
    n_inside: int = 0
    n_places: int = 0
    near: tuple[NearSurface, ...] = ()
    readings: tuple[OtherReading, ...] = ()
    places: Callable[[str, int, int], Sequence[TrainingPlace]] = field(repr=False, default=lambda reading, first, n: ())

    def count(self, reading: str) -> int:
        """Count the places of a type, the `UNLABELLED` ones or `ALL`."""
        if reading in (ALL, UNLABELLED):
            return self.n_places if reading == ALL else self.n_unlabelled
        return self.counts.get(reading, 0)


@dataclass(frozen=True)
class ToughMention:
    """The subsets that one mention of the event is in, `all` left out.

    Attributes
    ----------
    side, type : str
        Which mention it is.
    subsets : tuple of str
        Their names.
    is_asked : bool
        Whether a query for a subset looks at this mention: at predicted ones only where there is no reference mention.
    """

    side: Side
    type: str
    subsets: tuple[str, ...]
    is_asked: bool = True


@dataclass(frozen=True, eq=False)
class EventTraining:
    """All that training says of an event.

    Attributes
    ----------
    surfaces : tuple of TrainingSurface
        Each distinct surface once, those of the reference first.
    tough : tuple of ToughMention
        One for each mention, those of the reference first.
    wording : Wording
        What the two sides are called.
    """

    surfaces: tuple[TrainingSurface, ...]
    tough: tuple[ToughMention, ...]
    wording: Wording = JUDGED
