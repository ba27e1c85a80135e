"""Which systems are right and wrong about the reference mentions of an event."""

import numpy as np

from nerinspect.analysis.events import Side
from nerinspect.analysis.memory import first_run, is_right
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray
from nerinspect.errors import UnknownNameError
from nerinspect.query.fields.base import MentionField, Names, Written
from nerinspect.query.mention_columns import events_with
from nerinspect.query.values import Value, Values
from nerinspect.query.vocabulary import Vocabulary


class OutcomeField(MentionField):
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

    def mentions(self, study: Study, side: Side, values: Values) -> BoolArray:
        """Ask each system about each reference mention; one that is not there is neither right nor wrong."""
        found = np.zeros(len(study.mentions_on(side)), dtype=bool)
        for system in map(str, values):
            if side == "reference" and first_run(study, system) is not None:
                found |= is_right(study, system) == self._wants_right
        return found

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        """Look for one such mention in each event."""
        return events_with(study, "reference", self.mentions(study, "reference", values))

    def counts(self, study: Study, among: BoolArray) -> dict[Value, int]:
        """Count by system, in the order the systems were given."""
        return {name: int(np.count_nonzero(self.mask(study, (name,)) & among)) for name in study.systems}

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        """Name the systems."""
        return vocabulary.systems


WRONG = OutcomeField("wrong", "system that misses a reference mention of it", wants_right=False)
RIGHT = OutcomeField("right", "system that has a reference mention of it", wants_right=True)
