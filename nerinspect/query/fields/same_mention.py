"""Terms that judge one and the same mention of an event when they stand beside each other."""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from typing import Final, Protocol, TypeVar

import numpy as np

from nerinspect.attributes.mention_columns import events_with
from nerinspect.corpus.arrays import BoolArray
from nerinspect.events.members import events_holding
from nerinspect.events.segment_events import FP, SIDES, Side
from nerinspect.events.study import Study
from nerinspect.query.fields.attributes import PREDICTED_VALUE, REFERENCE_VALUE
from nerinspect.query.fields.base import MentionField
from nerinspect.query.fields.buckets import CORRECT_BUCKET, PREDICTED_BUCKET, REFERENCE_BUCKET, found_in_buckets
from nerinspect.query.fields.kinds import PREDICTED_TYPE, REFERENCE_TYPE
from nerinspect.query.fields.outcomes import OUTCOME_FIELDS, LikenessField
from nerinspect.query.fields.tough import PREDICTED_TOUGH, REFERENCE_TOUGH
from nerinspect.query.language.values import Values


class Asked(Protocol):
    """A field and the values of which it is to have one, such as a term of a filter."""

    @property
    def field(self) -> str:
        """Name of the field."""

    @property
    def values(self) -> Values:
        """The values."""


AskedT = TypeVar("AskedT", bound=Asked)

_BINDING: Final[dict[Side, tuple[MentionField, ...]]] = {
    "reference": (REFERENCE_TOUGH, REFERENCE_BUCKET, REFERENCE_VALUE),
    "predicted": (PREDICTED_TOUGH, PREDICTED_BUCKET, PREDICTED_VALUE, CORRECT_BUCKET),
}
"""The fields that let all the others of their side speak of their mention."""

_JUDGED: Final[dict[Side, dict[str, MentionField]]] = {
    "reference": {field.name: field for field in (REFERENCE_TYPE, *_BINDING["reference"], *OUTCOME_FIELDS)},
    "predicted": {field.name: field for field in (PREDICTED_TYPE, *_BINDING["predicted"])},
}
"""What can be asked of one mention of each side."""

_LIKENESSES: Final = {field.name: field for field in OUTCOME_FIELDS if isinstance(field, LikenessField)}


def judged_together(terms: Iterable[AskedT], side: Side) -> list[AskedT]:
    """Pick the terms of a conjunction that judge one and the same mention of a side.

    With a term `reftough:`, `refbucket:` or `refattr:`, all of these, `ref:` and the fields of outcomes (`wrong:`,
    `right:`, `same:`, `differs:`, `kindof:`, `gotby:`, `gotbyruns:`); without one, those of outcomes alone. With a
    term `predtough:`, `predbucket:`, `predattr:` or `correctbucket:`, all of these and `pred:`; without one, none.
    """
    own = [term for term in terms if term.field in _JUDGED[side]]
    if _binds(side, own):
        return own
    return [term for term in own if _JUDGED[side][term.field] in OUTCOME_FIELDS]


def judged_across(terms: Sequence[AskedT]) -> list[AskedT]:
    """Pick the terms of a conjunction that judge a reference mention and what is found in it; none in most of them."""
    reference, predicted = (judged_together(terms, side) for side in SIDES)
    if _binds("reference", reference) and any(term.field == CORRECT_BUCKET.name for term in predicted):
        return [*reference, *predicted]
    return []


def mentions_meeting(study: Study, side: Side, terms: Sequence[Asked]) -> BoolArray:
    """Tell which mentions of a side meet every term; if need be, in rows, as each prediction sees them."""
    return reduce(np.logical_and, (_JUDGED[side][term.field].mentions(study, side, term.values) for term in terms))


def events_meeting(study: Study, terms: Sequence[AskedT]) -> Iterator[tuple[list[AskedT], BoolArray]]:
    """Judge the terms of a conjunction that speak of one and the same mention of a side: two at least, and the events.

    Beside `correctbucket:` those that bind a reference mention speak of the one in which the member is found, which may
    lie in another event where mentions overlap. Spurious events are judged by each of the terms, if all are about
    likeness.
    """
    reference, predicted = (judged_together(terms, side) for side in SIDES)
    if across := judged_across(terms):
        yield across, events_with(study, "predicted", _found_meeting(study, reference, predicted))
        return
    if len(reference) > 1:
        holding = events_holding(study, mentions_meeting(study, "reference", reference))
        yield reference, holding | _spurious_meeting(study, reference)
    if len(predicted) > 1:
        yield predicted, events_with(study, "predicted", mentions_meeting(study, "predicted", predicted))


def _binds(side: Side, terms: Iterable[Asked]) -> bool:
    return any(_JUDGED[side][term.field] in _BINDING[side] for term in terms)


def _spurious_meeting(study: Study, terms: Sequence[Asked]) -> BoolArray:
    """Tell which spurious events meet terms about other readings, if all are: no mention is judged there."""
    mask: BoolArray = study.events.kind == FP
    for term in terms:
        field = _LIKENESSES.get(term.field)
        if field is None:
            return np.zeros(len(mask), dtype=bool)
        mask &= field.spurious(study, term.values)
    return mask


def _found_meeting(study: Study, reference: Sequence[Asked], predicted: Sequence[Asked]) -> BoolArray:
    """Tell which predicted mentions meet their terms and hold what is found in reference mentions that meet theirs."""
    others = [term for term in predicted if term.field != CORRECT_BUCKET.name]
    met = mentions_meeting(study, "predicted", others) if others else np.ones(len(study.predicted), dtype=bool)
    in_reference = mentions_meeting(study, "reference", reference)
    found = (
        found_in_buckets(study, term.values, in_reference, met)
        for term in predicted
        if term.field == CORRECT_BUCKET.name
    )
    return reduce(np.logical_and, found)
