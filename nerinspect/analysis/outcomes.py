"""What two predictions make of each reference mention: both right, one right, both wrong alike or differently."""

from typing import Final

import numpy as np

from nerinspect.analysis.events import FP
from nerinspect.analysis.members import event_of_reference, matched
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, CodeArray, spread_ranges
from nerinspect.corpus.kept import kept_with_owner

OUTCOMES: Final = ("both-right", "only-a", "only-b", "both-wrong-alike", "both-wrong-differently")
"""What two predictions can make of a reference mention; an outcome column holds places in this tuple."""

BOTH_RIGHT, ONLY_A, ONLY_B, ALIKE, DIFFERENTLY = range(5)


def outcomes(study: Study, a: int, b: int) -> CodeArray:
    """Tell what two predictions make of each reference mention.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    a, b : int
        Numbers of the predictions.

    Returns
    -------
    ndarray of int8, shape (n_reference,)
        Places in `OUTCOMES`. A prediction is right if it has the mention exactly: same extent, same type. Both are
        wrong alike if their events there cover the same tokens and hold the same predicted mentions; if both have
        none there, for example.
    """
    has_a, has_b = matched(study)[[a, b]]
    codes = np.where(has_a, np.where(has_b, BOTH_RIGHT, ONLY_A), np.where(has_b, ONLY_B, DIFFERENTLY)).astype(np.int8)
    both_wrong = np.flatnonzero(codes == DIFFERENTLY)
    of_a, of_b = event_of_reference(study)[[a, b]]
    codes[both_wrong[reads_alike(study, of_a[both_wrong], of_b[both_wrong])]] = ALIKE
    return codes


def reads_alike(study: Study, one: AnyIntArray, other: AnyIntArray) -> BoolArray:
    """Tell which pairs of events cover the same tokens and hold the same predicted mentions.

    Parameters
    ----------
    study : Study
        Whose events they are.
    one, other : ndarray of int, shape (n_pairs,)
        Numbers of events.

    Returns
    -------
    ndarray of bool, shape (n_pairs,)
        A new array.
    """
    events, mentions = study.events, study.predicted
    n_mentions = events.n_mentions("predicted", one)
    alike: BoolArray = (
        (events.start[one] == events.start[other])
        & (events.end[one] == events.end[other])
        & (n_mentions == events.n_mentions("predicted", other))
    )
    pairs = np.flatnonzero(alike)
    first, second = (events.mentions("predicted", event[pairs]) for event in (one, other))
    differ = np.zeros(len(first), dtype=bool)
    for column in (mentions.start, mentions.end, mentions.type_codes):
        differ |= column[first] != column[second]
    alike[np.repeat(pairs, n_mentions[pairs])[differ]] = False
    return alike


def alike_at_mentions(study: Study, other: int) -> BoolArray:
    """Tell at which reference mentions the event of each prediction reads as that of another prediction there.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    other : int
        Number of the prediction to compare with.

    Returns
    -------
    ndarray of bool, shape (n_predictions, n_reference)
        Kept with the study.
    """
    kept = _kept_alike(study)
    if other not in kept:
        has, events = matched(study), event_of_reference(study)
        kept[other] = has & has[other]  # where one alone has the mention, they differ
        for own, alike, both_wrong in zip(events, kept[other], ~(has | has[other]), strict=True):
            alike[both_wrong] = reads_alike(study, own[both_wrong], events[other, both_wrong])
    return kept[other]


def spurious_alike(study: Study, other: int) -> BoolArray:
    """Tell which spurious events are spurious in another prediction too: of equal extent, with the same mentions.

    Where mentions overlap, the same mention can be spurious to one prediction and part of an error to another.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    other : int
        Number of the prediction to compare with.

    Returns
    -------
    ndarray of bool, shape (n_events,)
        A new array; false for all events that are not spurious.
    """
    events = study.events
    found = np.zeros(len(events), dtype=bool)
    spurious = np.flatnonzero(events.kind == FP)
    first, stop = np.searchsorted(spurious, study.event_start[other : other + 2])
    others = spurious[first:stop]
    ends = np.int64(study.text.n_tokens + 1)
    extents = events.start[others] * ends + events.end[others]
    wanted = events.start[spurious] * ends + events.end[spurious]
    low, high = (np.searchsorted(extents, wanted, side=side) for side in ("left", "right"))
    own = np.repeat(spurious, high - low)
    found[own[reads_alike(study, own, others[spread_ranges(low, high)])]] = True
    return found


@kept_with_owner
def _kept_alike(study: Study) -> dict[int, BoolArray]:
    return {}
