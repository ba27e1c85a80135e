"""Whether an event has a right reading, and what became of it."""

from typing import Final

import numpy as np

from nerinspect.analysis.corrections import accepted_corrections, contradictions
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray
from nerinspect.query.fields.base import Field, Names, Written
from nerinspect.query.values import Value, Values
from nerinspect.query.vocabulary import Vocabulary

_GIVEN, _NONE, _ACCEPTED, _CONFLICT, _MISSING = _ANSWERS = ("yes", "no", "accepted", "conflict", "missing")


class CorrectionField(Field):
    """Whether a right reading was given: yes, no; accepted; accepted, but in conflict with another; missing."""

    is_costly = True  # conflicts, where very many places are corrected

    def read(self, written: Written, names: Names) -> Value:
        """Find one of the answers whatever its case."""
        return self.known(written, _ANSWERS, "answer")

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        """Look at the events with a reading; conflicts are found only if they are asked for."""
        mask = np.zeros(len(study.events), dtype=bool)
        given = {event: decision for event, decision in study.decisions.items() if decision.correction is not None}
        if _NONE in values:
            mask[:] = True
            mask[[*given]] = False
        if _GIVEN in values:
            mask[[*given]] = True
        if _ACCEPTED in values:
            mask[[event for event, decision in given.items() if decision.corrects]] = True
        if _MISSING in values:
            mask[[event for event, decision in study.decisions.items() if decision.lacks_correction]] = True
        if _CONFLICT in values:
            pairs = contradictions(accepted_corrections(study))
            mask[[event for pair in pairs for one in pair for event in one.events]] = True
        return mask

    def counts(self, study: Study, among: BoolArray) -> dict[Value, int]:
        """Count by answer; an event may fit several."""
        return {answer: int(np.count_nonzero(self.mask(study, (answer,)) & among)) for answer in _ANSWERS}

    def choices(self, vocabulary: Vocabulary) -> tuple[str, ...]:
        """Name the answers."""
        return _ANSWERS


CORRECTION: Final = CorrectionField("correction", "whether a right reading was given")
