"""How the mentions of each side add up over the kinds of events they lie in."""

from dataclasses import dataclass

import numpy as np

from nerinspect.analysis.events import KINDS, SIDES, EventTable
from nerinspect.analysis.study import Study
from nerinspect.corpus.kept import kept_with_owner


@dataclass(frozen=True)
class Reconciliation:
    """Mentions of both sides by the kind of their event; every mention lies in exactly one event.

    Attributes
    ----------
    reference, predicted : tuple of int, shape (6,)
        Mentions that lie in events of each kind, in the order of `KINDS`. Mentions, not events.
    """

    reference: tuple[int, ...]
    predicted: tuple[int, ...]

    @property
    def n_reference(self) -> int:
        """Reference mentions in all."""
        return sum(self.reference)

    @property
    def n_predicted(self) -> int:
        """Predicted mentions in all."""
        return sum(self.predicted)

    def reference_in(self, kind: str) -> int:
        """Count the reference mentions in events of one kind."""
        return self.reference[KINDS.index(kind)]

    def predicted_in(self, kind: str) -> int:
        """Count the predicted mentions in events of one kind."""
        return self.predicted[KINDS.index(kind)]


def reconcile(events: EventTable) -> Reconciliation:
    """Sum up the mentions of some events by kind."""
    reference, predicted = (
        np.bincount(events.kind, weights=events.n_mentions(side), minlength=len(KINDS)).astype(np.int64).tolist()
        for side in SIDES
    )
    return Reconciliation(tuple(reference), tuple(predicted))


def reconcile_prediction(study: Study, prediction: int) -> Reconciliation:
    """Sum up the mentions of the reference and of one prediction of a study by kind."""
    return _reconciled(study)[prediction]


@kept_with_owner
def _reconciled(study: Study) -> list[Reconciliation]:
    return [reconcile(study.events_of(prediction)) for prediction in range(len(study.predictions))]
