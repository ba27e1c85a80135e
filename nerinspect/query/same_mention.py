"""Terms that judge one and the same mention of an event when they stand beside each other."""

from collections.abc import Iterable, Sequence
from typing import Final, Protocol, TypeVar

import numpy as np

from nerinspect.analysis.events import Side
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray
from nerinspect.query.fields.base import MentionField
from nerinspect.query.fields.outcomes import RIGHT, WRONG
from nerinspect.query.fields.tough import PREDICTED_TOUGH, REFERENCE_TOUGH
from nerinspect.query.fields.types import PREDICTED_TYPE, REFERENCE_TYPE
from nerinspect.query.values import Values


class Asked(Protocol):
    """A field and the values of which it is to have one, such as a term of a filter."""

    @property
    def field(self) -> str:
        """Name of the field."""

    @property
    def values(self) -> Values:
        """The values."""


AskedT = TypeVar("AskedT", bound=Asked)

_OUTCOMES: Final = (WRONG, RIGHT)
_JUDGED: Final[dict[Side, dict[str, MentionField]]] = {
    "reference": {field.name: field for field in (REFERENCE_TYPE, REFERENCE_TOUGH, *_OUTCOMES)},
    "predicted": {field.name: field for field in (PREDICTED_TYPE, PREDICTED_TOUGH)},
}
"""What can be asked of one mention of each side."""

_BINDING: Final[dict[Side, str]] = {"reference": REFERENCE_TOUGH.name, "predicted": PREDICTED_TOUGH.name}
"""The field that lets all the others of its side speak of its mention."""


def judged_together(terms: Iterable[AskedT], side: Side) -> list[AskedT]:
    """Pick the terms of a conjunction that judge one and the same mention of a side.

    Parameters
    ----------
    terms : iterable of Asked
        The terms that stand beside each other.
    side : str
        `reference` or `predicted`.

    Returns
    -------
    list of Asked
        With a term `reftough:`, all terms `ref:`, `reftough:`, `wrong:` and `right:`; without one, `wrong:` and
        `right:` alone. With a term `predtough:`, all terms `pred:` and `predtough:`; without one, none.
    """
    own = [term for term in terms if term.field in _JUDGED[side]]
    if any(term.field == _BINDING[side] for term in own):
        return own
    outcomes = [field.name for field in _OUTCOMES]
    return [term for term in own if term.field in outcomes]


def mentions_meeting(study: Study, side: Side, terms: Sequence[Asked]) -> BoolArray:
    """Tell which mentions of a side meet every one of some terms, at least one; shape (n_mentions,)."""
    met = [_JUDGED[side][term.field].mentions(study, side, term.values) for term in terms]
    return np.asarray(np.logical_and.reduce(met))
