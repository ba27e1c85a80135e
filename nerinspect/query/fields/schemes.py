"""What a mention of an event is paired with on the other side, as schemes of scoring have it."""

import numpy as np

from nerinspect.analysis.events import SIDES
from nerinspect.analysis.members import event_of_predicted, event_of_reference
from nerinspect.analysis.schemes_pairs import PAIRINGS, pairings
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray, CodeArray
from nerinspect.corpus.kept import kept_with_owner
from nerinspect.query.fields.base import Field, Names, Written
from nerinspect.query.values import Value, Values
from nerinspect.query.vocabulary import Vocabulary


class PairField(Field):
    """Asks for an event with a mention that is paired in some way, or with none."""

    is_costly = True  # the first time, when mentions are paired

    def read(self, written: Written, names: Names) -> Value:
        """Find the name whatever its case."""
        return self.known(written, PAIRINGS, "pairing")

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        """Look at the bits of all wanted pairings in one pass."""
        wanted = sum(1 << place for place, name in enumerate(PAIRINGS) if name in values)
        found: BoolArray = (_paired_events(study) & np.int8(wanted)) != 0
        return found

    def counts(self, study: Study, among: BoolArray) -> dict[Value, int]:
        """Count by name, in the order of the names."""
        return {name: int(np.count_nonzero(self.mask(study, (name,)) & among)) for name in PAIRINGS}

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        """Name all that can be asked for."""
        return PAIRINGS


@kept_with_owner
def _paired_events(study: Study) -> CodeArray:
    """Tell how the mentions of each event are paired: a bit for each of `PAIRINGS`."""
    bits = np.zeros(len(study.events), dtype=np.int8)
    for number, units in enumerate(pairings(study)):
        events = {"reference": event_of_reference(study)[number], "predicted": event_of_predicted(study)}
        for side, mentions in zip(SIDES, (units.reference, units.predicted), strict=True):
            is_there = mentions >= 0
            for place in range(len(PAIRINGS)):
                bits[events[side][mentions[is_there & (units.code == place)]]] |= np.int8(1 << place)
    return bits


PAIR = PairField("pair", "what a mention of it is paired with on the other side")
