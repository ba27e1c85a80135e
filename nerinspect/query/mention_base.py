"""The mentions that rates are taken over: those that a selection keeps without a look at how they came out."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from nerinspect.analysis.events import KINDS, TP, EventTable, Side
from nerinspect.analysis.reconciliation import Reconciliation
from nerinspect.analysis.scores import Tally
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.cells import TYPE_FIELDS
from nerinspect.query.filters import Everything, Filter, Not, Term, all_of
from nerinspect.query.selection import Selection

MENTION_FIELDS: Final = frozenset(
    {"type", "ref", "pred", "elen", "slen", "eden", "doc", "sent", "line", "surface", "text", "repaired", "nested"}
)
"""The fields that ask which mentions they are; any other asks how they came out, or whose they are."""

EVERY_EVENT: Final = Everything()


@dataclass(frozen=True)
class MentionBase:
    """Which mentions are counted: those of some types in some events.

    Attributes
    ----------
    events : Filter
        Chooses the events.
    named, excluded : frozenset of str
        Types to count, all if none is named, and types not to count.
    """

    events: Filter = EVERY_EVENT
    named: frozenset[str] = frozenset()
    excluded: frozenset[str] = frozenset()

    @classmethod
    def of(cls, selection: Selection) -> "MentionBase":
        """Find the mentions that a selection keeps.

        Parameters
        ----------
        selection : Selection
            What is selected in all panels.

        Returns
        -------
        MentionBase
            A term that asks about a field outside `MENTION_FIELDS`, such as kind, shape or system, has no say.
            A term about types alone names the types of mentions to count, or with a minus those not to count;
            which side it asks about and `none` make no difference, since a mention of one side is found or missed
            by what is on the other. Each remaining term chooses events, and the counted mentions of both sides in
            them are the base.
        """
        terms = [term for term in selection.terms if term.fields <= MENTION_FIELDS]
        about_types = [term for term in terms if term.fields and term.fields <= {*TYPE_FIELDS}]
        mentioned = [pair for term in about_types for pair in _types_in(term)]
        return cls(
            all_of(*(term for term in terms if term not in about_types)),
            frozenset(name for name, is_named in mentioned if is_named),
            frozenset(name for name, is_named in mentioned if not is_named),
        )

    @property
    def is_everything(self) -> bool:
        """Whether every mention is counted."""
        return self == WHOLE

    def types_of(self, study: Study) -> tuple[str, ...]:
        """Name the types that are counted, in the order of the study."""
        return tuple(name for name in study.types if self._counts(name))

    def _counts(self, name: str) -> bool:
        return name not in self.excluded and (not self.named or name in self.named)


WHOLE: Final = MentionBase()
"""Every mention."""


@dataclass(frozen=True, eq=False)
class KeptScores:
    """What one prediction scores on the mentions of a base.

    Attributes
    ----------
    tally : Tally
        Sums over the counted mentions and the events that hold one; `tn` is 0, since it counts no mention.
    sums : Reconciliation
        The counted mentions of both sides by the kind of their event.
    """

    tally: Tally
    sums: Reconciliation


def score_kept(
    study: Study,
    base: MentionBase = WHOLE,
    checkpoint: Checkpoint = no_checkpoint,
) -> tuple[KeptScores, ...]:
    """Score every prediction of a study on some mentions.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    base : MentionBase
        The mentions to count; all, if left out.
    checkpoint : Checkpoint
        Called before each prediction.

    Returns
    -------
    tuple of KeptScores
        One for each prediction, in order. A mention is correct, or lies in an event of some kind, as it is in the
        whole study: nothing is aligned again.
    """
    kept = None if base.events == EVERY_EVENT else base.events.mask(study)
    is_counted = np.isin(study.types, base.types_of(study))
    scores = []
    for number in range(len(study.predictions)):
        checkpoint(number, len(study.predictions))
        first, last = study.event_start[number : number + 2]
        events = study.events_of(number)
        chosen = events if kept is None else events.rows(kept[first:last])
        scores.append(_score(study, chosen, is_counted))
    return tuple(scores)


def _score(study: Study, events: EventTable, is_counted: BoolArray) -> KeptScores:
    reference, in_reference = _counted(study, events, "reference", is_counted)
    predicted, in_predicted = _counted(study, events, "predicted", is_counted)
    correct = reference[events.kind[in_reference] == TP]
    n_types, n_kinds = len(study.types), len(KINDS)
    by_type = [np.bincount(codes, minlength=n_types) for codes in (reference, predicted, correct)]
    by_kind = [np.bincount(events.kind[place], minlength=n_kinds) for place in (in_reference, in_predicted)]
    has_counted = np.zeros(len(events), dtype=bool)
    has_counted[in_reference] = True
    has_counted[in_predicted] = True
    demerits = by_kind[0] + by_kind[1]
    demerits[TP] = 0
    tally = Tally(
        study.types,
        np.array(by_type, dtype=np.int64).reshape(3, n_types),
        np.bincount(events.kind[has_counted], minlength=n_kinds),
        demerits,
        0,
    )
    return KeptScores(tally, Reconciliation(*(tuple(counts.tolist()) for counts in by_kind)))


def _counted(study: Study, events: EventTable, side: Side, is_counted: BoolArray) -> tuple[AnyIntArray, AnyIntArray]:
    """Give the types of the counted mentions of some events, and the place of the event each lies in."""
    types = study.mentions_on(side).type_codes[events.mentions(side)]
    place = np.repeat(np.arange(len(events)), events.n_mentions(side))
    if is_counted.all():
        return types, place
    kept = is_counted[types]
    return types[kept], place[kept]


def _types_in(term: Filter, is_named: bool = True) -> Iterator[tuple[str, bool]]:
    """List the types a term about types holds, and whether it names or excludes each."""
    if isinstance(term, Term):
        yield from ((str(value), is_named) for value in term.values if value is not None)
    elif isinstance(term, Not):
        yield from _types_in(term.inner, not is_named)
    else:
        for part in getattr(term, "filters", ()):
            yield from _types_in(part, is_named)
