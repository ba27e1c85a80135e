"""Which systems are right and wrong about the reference mentions of an event."""

from collections.abc import Iterable

import numpy as np

from nerinspect.analysis.memory import first_run, is_right
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray, spread_ranges
from nerinspect.errors import UnknownNameError
from nerinspect.query.fields.base import Field, Names, Written
from nerinspect.query.values import Value, Values
from nerinspect.query.vocabulary import Vocabulary


class OutcomeField(Field):
    """Asks for an event with a reference mention that some system has exactly, or has not.

    Parameters
    ----------
    name, meaning : str
        As for every field.
    wants_right : bool
        Whether the system is to have the mention: same extent, same type. The first run of the system is judged,
        whichever prediction the event belongs to.
    """

    def __init__(self, name: str, meaning: str, *, wants_right: bool) -> None:
        super().__init__(name, meaning)
        self._wants_right = wants_right

    def read(self, written: Written, names: Names) -> Value:
        """Find a system by its exact name."""
        if written.text not in names.vocabulary.systems:
            raise UnknownNameError("system", written.text, names.vocabulary.systems, written.position)
        return written.text

    def mentions(self, study: Study, values: Values) -> BoolArray:
        """Tell which reference mentions one of the systems has, or has not.

        Parameters
        ----------
        study : Study
            Reference and predictions.
        values : tuple
            Names of systems; one that is not there is neither right nor wrong.

        Returns
        -------
        ndarray of bool, shape (n_reference,)
            A new array.
        """
        found = np.zeros(len(study.reference.mentions), dtype=bool)
        for system in map(str, values):
            if first_run(study, system) is not None:
                found |= is_right(study, system) == self._wants_right
        return found

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        """Look for one such mention in each event."""
        return events_with(study, self.mentions(study, values))

    def counts(self, study: Study, among: BoolArray) -> dict[Value, int]:
        """Count by system, in the order the systems were given."""
        return {name: int(np.count_nonzero(self.mask(study, (name,)) & among)) for name in study.systems}

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        """Name the systems."""
        return vocabulary.systems


def events_with(study: Study, mentions: BoolArray) -> BoolArray:
    """Tell which events have one of some reference mentions.

    Parameters
    ----------
    study : Study
        The events.
    mentions : ndarray of bool, shape (n_reference,)
        The mentions that are looked for.

    Returns
    -------
    ndarray of bool, shape (n_events,)
        A new array.
    """
    first, stop = study.events.bounds("reference")
    place = spread_ranges(first, stop)
    owner = np.repeat(np.arange(len(first)), stop - first)
    found = np.zeros(len(first), dtype=bool)
    found[owner[mentions[study.events.ref_members[place]]]] = True
    return found


def judged_at_one_mention(study: Study, outcomes: Iterable[tuple[str, Values]]) -> BoolArray:
    """Tell which events have a reference mention about which some systems are right and others wrong.

    Parameters
    ----------
    study : Study
        The events.
    outcomes : iterable of (str, tuple)
        A name in `OUTCOMES` and names of systems, of which one is enough; at least one pair.

    Returns
    -------
    ndarray of bool, shape (n_events,)
        A new array.
    """
    mentions = [OUTCOMES[name].mentions(study, values) for name, values in outcomes]
    return events_with(study, np.logical_and.reduce(mentions))


WRONG = OutcomeField("wrong", "system that misses a reference mention of it", wants_right=False)
RIGHT = OutcomeField("right", "system that has a reference mention of it", wants_right=True)

OUTCOMES = {field.name: field for field in (WRONG, RIGHT)}
"""The fields that, asked together, judge one and the same mention."""
