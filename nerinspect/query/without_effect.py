"""Which decisions change nothing in the corrected reference, why, and the filters that keep their events."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from nerinspect.analysis.adjudication import (
    AMBIGUOUS,
    OWN,
    UNDECIDED,
    conflicts,
    lacking_correction,
    lacking_words,
    unsettled,
    unsettled_words,
)
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import IntArray
from nerinspect.errors import counted
from nerinspect.query.filters import Filter, Term, all_of, any_of, negated

LACKS_CORRECTION: Final = Term("correction", ("missing",))
NOT_ACCEPTED: Final = all_of(Term("correction", ("yes",)), negated(Term("correction", ("accepted",))))
"""Keep the events whose right reading is missing, and those whose verdict does not call for the one they have."""


class WithoutEffect(NamedTuple):
    """Events that are decided, or to be decided, without changing the reference, all for one reason.

    Attributes
    ----------
    words : str
        Their number and the reason.
    n_events : tuple of int
        How many each prediction has.
    query : Filter
        Keeps them among the events of one prediction.
    """

    words: str
    n_events: tuple[int, ...]
    query: Filter


def without_effect(study: Study) -> list[WithoutEffect]:
    """List what leaves the reference as it is though somebody may want it otherwise, by reason; none is empty.

    Between annotators everything that is not settled is listed: A's reading stands there.
    """
    items = [(event, one) for event, one in study.decisions.items() if not one.lacks_correction]
    lacking, contrary = lacking_correction(study), _in_conflict(study)
    unfitting = [event for event, one in items if one.correction is not None and not one.corrects]
    found = [
        _of(study, lacking, lacking_words(study, len(lacking)), LACKS_CORRECTION),
        _of(
            study,
            unfitting,
            f"{counted(len(unfitting), 'correction')} entered without a matching verdict",
            NOT_ACCEPTED,
        ),
        _of(study, contrary, f"{counted(len(contrary), 'event')} in conflict", _conflict_filter(study, contrary)),
    ]
    if study.is_of_annotators:
        found += _unsettled(study)
    return [one for one in found if sum(one.n_events)]


def _unsettled(study: Study) -> list[WithoutEffect]:
    """List the disagreements that are undecided, unclear, or under a verdict of somebody's own."""
    everything = all_of() if study.decisions.walks_agreement else negated(Term("kind", ("tp",)))
    verdicts = {UNDECIDED: (None,), AMBIGUOUS: (AMBIGUOUS,), OWN: study.decisions.own_verdicts}
    events = unsettled(study)
    return [
        _of(study, found, unsettled_words(study, reason, len(found)), all_of(Term("verdict", asked), everything))
        for reason, asked in verdicts.items()
        if len(found := events[reason])
    ]


def _of(study: Study, events: Sequence[int] | IntArray, words: str, query: Filter) -> WithoutEffect:
    numbers = Counter(study.events.prediction[np.asarray(events, dtype=np.int32)].tolist())
    return WithoutEffect(words, tuple(numbers[place] for place in range(len(study.predictions))), query)


def _in_conflict(study: Study) -> list[int]:
    return sorted({event for pair in conflicts(study) for one in pair for event in one.events})


def _conflict_filter(study: Study, events: list[int]) -> Filter:
    """Keep the events in conflict; between annotators A may be right in some of them, which no field asks for."""
    query = Term("correction", ("conflict",))
    if not study.is_of_annotators or not events:
        return query
    starts = study.events.start[events]
    lines = tuple(sorted({*study.text.lines_of(starts).tolist()}))
    sentences = tuple(sorted({number + 1 for number in study.event_sentence[events].tolist()}))
    place = Term("line", lines) if all(lines) else Term("sent", sentences)
    return any_of(query, all_of(place, negated(Term("verdict", (None,)))))
