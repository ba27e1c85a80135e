"""The mentions of a base in the events of each prediction: the one place where rates are counted."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.events import SIDES, TP, Side
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, CodeArray, IntArray
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.mention_base import EVERY_EVENT, WHOLE, MentionBase


@dataclass(frozen=True, eq=False)
class KeptMentions:
    """The mentions that a base keeps for one prediction, those of an event beside each other.

    Attributes
    ----------
    mentions : mapping from Side to ndarray of int32, shape (n_kept,)
        Their numbers on each side, as events number them.
    events : mapping from Side to ndarray of int64, shape (n_kept,)
        The event of each, by its number in the study.
    is_found : ndarray of bool, shape (n_kept_reference,)
        Whether the prediction has the reference mention exactly.
    """

    mentions: Mapping[Side, AnyIntArray]
    events: Mapping[Side, AnyIntArray]
    is_found: BoolArray

    def among(self, events: BoolArray) -> "KeptMentions":
        """Keep only what lies in some events; shape of the mask (n_events,)."""
        kept = {side: events[self.events[side]] for side in SIDES}
        return KeptMentions(
            {side: self.mentions[side][kept[side]] for side in SIDES},
            {side: self.events[side][kept[side]] for side in SIDES},
            self.is_found[kept["reference"]],
        )

    def count(self, codes: Mapping[Side, IntArray | CodeArray], n_codes: int) -> npt.NDArray[np.int64]:
        """Count by code, for one prediction what `counts_by_code` counts for all.

        Parameters
        ----------
        codes, n_codes
            As for `counts_by_code`.

        Returns
        -------
        ndarray of int64, shape (3, n_codes)
            Reference mentions, predicted mentions and exact matches.
        """
        reference, predicted = (codes[side][self.mentions[side]] for side in SIDES)
        return np.stack([_by_code(own, n_codes) for own in (reference, predicted, reference[self.is_found])])


def kept_mentions(
    study: Study,
    base: MentionBase = WHOLE,
    predictions: Sequence[int] | None = None,
    checkpoint: Checkpoint = no_checkpoint,
) -> Iterator[KeptMentions]:
    """Give the mentions that a base keeps, prediction by prediction.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    base : MentionBase
        The mentions to keep; all, if left out.
    predictions : sequence of int, optional
        Numbers of predictions; all in order, if left out.
    checkpoint : Checkpoint
        Called before each prediction.

    Yields
    ------
    KeptMentions
        One for each prediction.
    """
    kept = None if base.events == EVERY_EVENT else base.events.mask(study)
    passing = {side: _all_of(base.passes(study, side)) for side in SIDES}
    numbers = range(len(study.predictions)) if predictions is None else predictions
    for place, number in enumerate(numbers):
        checkpoint(place, len(numbers))
        first, last = study.event_start[number : number + 2].tolist()
        which = np.arange(first, last) if kept is None else first + np.flatnonzero(kept[first:last])
        sides = {side: _kept_on(study, side, which, _as_seen(passing[side], number)) for side in SIDES}
        yield KeptMentions(
            {side: mentions for side, (mentions, _) in sides.items()},
            {side: events for side, (_, events) in sides.items()},
            study.events.kind[sides["reference"][1]] == TP,
        )


def counts_by_code(
    study: Study,
    codes: Mapping[Side, IntArray | CodeArray],
    n_codes: int,
    base: MentionBase = WHOLE,
    checkpoint: Checkpoint = no_checkpoint,
) -> npt.NDArray[np.int64]:
    """Count the mentions of a base by a code that each mention has, such as its type or its bucket.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    codes : mapping from Side to ndarray of int, shape (n_mentions,)
        A code from 0 for each mention of each side, as `study.mentions_on` lists them; one below 0 is not counted.
    n_codes : int
        How many codes there are.
    base : MentionBase
        The mentions to count; all, if left out.
    checkpoint : Checkpoint
        Called before each prediction.

    Returns
    -------
    ndarray of int64, shape (n_predictions, 3, n_codes)
        For each prediction in order: reference mentions, predicted mentions and exact matches, these by the code of
        the reference mention. `Counts(*counts[prediction, :, code].tolist())` scores one of them.
    """
    counts = [kept.count(codes, n_codes) for kept in kept_mentions(study, base, checkpoint=checkpoint)]
    return np.array(counts, dtype=np.int64).reshape(len(study.predictions), 3, n_codes)


def _all_of(conditions: Sequence[BoolArray]) -> BoolArray | None:
    return reduce(np.logical_and, conditions) if conditions else None


def _as_seen(passing: BoolArray | None, prediction: int) -> BoolArray | None:
    """Choose the row of a prediction where each sees the mentions of the reference in its own way."""
    return passing if passing is None or passing.ndim == 1 else passing[prediction]


def _kept_on(
    study: Study, side: Side, which: AnyIntArray, passing: BoolArray | None
) -> tuple[AnyIntArray, AnyIntArray]:
    """Give the numbers of the mentions of some events that pass, and the event of each."""
    mentions = study.events.mentions(side, which)
    events = np.repeat(which, study.events.n_mentions(side)[which])
    if passing is None:
        return mentions, events
    passed = passing[mentions]
    return mentions[passed], events[passed]


def _by_code(codes: IntArray | CodeArray, n_codes: int) -> npt.NDArray[np.int64]:
    """Count codes from 0."""
    return np.bincount(codes[codes >= 0], minlength=n_codes)
