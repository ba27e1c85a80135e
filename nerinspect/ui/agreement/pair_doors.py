"""The filters behind the agreement of two annotators, and the predictions in whose events they are asked."""

from dataclasses import dataclass, replace

from nerinspect.analysis.agreement import is_nested
from nerinspect.analysis.events import ERROR_KINDS
from nerinspect.analysis.memory import judge_name
from nerinspect.analysis.study import Study
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.query.mention_base import WHOLE
from nerinspect.ui.overview.doors import Doors

BETWEEN_SYSTEMS = (
    "Two predictions have no events of each other; the agreement opens those that the two read differently."
)


@dataclass(frozen=True, eq=False)
class PairDoors:
    """Doors to what two annotators make of the text.

    Attributes
    ----------
    study : Study
        Its reference is annotator 0.
    a, b : int
        Numbers of the annotators.
    types : tuple of str
        The types that are counted; empty for all.
    document : int
        Number of the only document that is counted; 0 for all.
    """

    study: Study
    a: int
    b: int
    types: tuple[str, ...] = ()
    document: int = 0

    def of_type(self, name: str) -> "PairDoors":
        """Count one type only."""
        return replace(self, types=(name,))

    def in_document(self, number: int) -> "PairDoors":
        """Count one document only."""
        return replace(self, document=number)

    @property
    def prediction(self) -> int:
        """The number of the prediction whose events are opened; behind all of them, that of a pair, see `pair_at`."""
        if not self.has_events:
            return self.a - 1
        n_annotators = len(self.study.predictions) + 1
        return (n_annotators * self.first if self.first else 0) + self.second - 1

    @property
    def first(self) -> int:
        """The annotator that stands, or is to stand, where a reference does."""
        return 0 if 0 in (self.a, self.b) else self.a

    @property
    def second(self) -> int:
        """The other one."""
        return self.b if self.first == self.a else self.a

    @property
    def compared(self) -> int:
        """The number of the prediction that these events are compared with; -1 if that is the reference."""
        return -1 if self.has_events else self.b - 1

    @property
    def has_events(self) -> bool:
        """Whether there are events of the two: with the reference, or if one of them can stand where it does."""
        return 0 in (self.a, self.b) or self.study.is_of_annotators

    @property
    def disagreements(self) -> Filter | None:
        """Events that the two read differently; None if they cannot be asked for."""
        if self.has_events:
            return self._doors.errors
        if self.types:
            return None
        differs = Term("differs", (judge_name(self.study, self.compared),))
        return all_of(*self._here, differs)

    @property
    def both(self) -> Filter | None:
        """Mentions that both have."""
        return self._doors.correct if self.has_events else None

    @property
    def only_a(self) -> Filter | None:
        """Mentions of A that B has not."""
        return self._only(self.a)

    @property
    def only_b(self) -> Filter | None:
        """Mentions of B that A has not."""
        return self._only(self.b)

    @property
    def other_types(self) -> Filter | None:
        """Extents that both marked with other types; where mentions overlap, all events that are not correct."""
        if not self.has_events:
            return None
        overlap = is_nested(self.study, self.a) or is_nested(self.study, self.b)
        return self._doors.errors if overlap else self._doors.of_kinds("le")

    def all_of_one(self, is_a: bool) -> Filter | None:
        """Give the mentions of one annotator."""
        if not self.has_events:
            return None
        is_first = (self.a if is_a else self.b) == self.first
        return self._doors.reference if is_first else self._doors.predicted

    def _only(self, annotator: int) -> Filter | None:
        if not self.has_events:
            return None
        is_first = annotator == self.first
        return self._doors.reference_in(*ERROR_KINDS) if is_first else self._doors.predicted_in(*ERROR_KINDS)

    @property
    def _here(self) -> tuple[Filter, ...]:
        return (Term("doc", (self.document,)),) if self.document else ()

    @property
    def _doors(self) -> Doors:
        return Doors(replace(WHOLE, events=all_of(*self._here, WHOLE.events)) if self.document else WHOLE, self.types)


def pair_at(study: Study, prediction: int) -> tuple[int, int]:
    """Tell whose events are meant by a number that `PairDoors.prediction` gave.

    Returns
    -------
    tuple of (int, int)
        The annotator that is to stand where a reference does, and the prediction; both as the study numbers them.
    """
    return divmod(prediction, len(study.predictions) + 1) if prediction > 0 else (0, prediction)
