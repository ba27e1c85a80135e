"""Pair each mention with at most one of the other side: by extent, of the rest as many as possible, or by the ACE cost.

References
----------
NIST (2008), Automatic Content Extraction 2008 evaluation plan, and its scorer; Daumé (2006), comment on Manning (2006).
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import (
    AnyIntArray,
    BoolArray,
    CodeArray,
    is_member,
    kept_with_owner,
    sorted_distinct,
    spread_ranges,
)
from nerinspect.events.segment_events import BE, LBE, LE, SIDES, TP
from nerinspect.events.study import Study
from nerinspect.systems.weights import Weights, parts_of


def pairs_of_flat_sides(one: AnyIntArray, other: AnyIntArray, worth: AnyIntArray) -> npt.NDArray[np.intp]:
    """Choose among candidates whose members do not overlap on their side, each worth something above 0.

    They come in the order of the text, those who share a member behind each other. Places of the chosen ones ascend.

    The candidates that exclude one another are neighbours, so that the best choice from one on is known from those
    behind it: in time linear in the number of candidates.
    """
    n = len(worth)
    behind = np.maximum(*(np.append(np.flatnonzero(np.diff(side)) + 1, n)[_runs(side)] for side in (one, other)))
    values, next_free = worth.tolist(), behind.tolist()
    best, is_taken = [0] * (n + 1), [False] * n
    for place in reversed(range(n)):
        taken = values[place] + best[next_free[place]]
        is_taken[place] = taken >= best[place + 1]
        best[place] = max(taken, best[place + 1])
    chosen, place = [], 0
    while place < n:
        if is_taken[place]:
            chosen.append(place)
        place = next_free[place] if is_taken[place] else place + 1
    return np.array(chosen, dtype=np.intp)


def pairs_of_any_sides(one: AnyIntArray, other: AnyIntArray, worth: AnyIntArray) -> npt.NDArray[np.intp]:
    """Choose among candidates whose members may overlap on their side; meant for the few of one passage.

    Each comes once and is worth something above 0, all together below 2**53. Places of the chosen ones ascend.
    """
    from scipy.optimize import linear_sum_assignment

    (ones, row), (others, column) = (np.unique(side, return_inverse=True) for side in (one, other))
    if len(ones) > len(others):
        return pairs_of_any_sides(other, one, worth)
    matrix = np.zeros((len(ones), len(others)))
    matrix[row, column] = worth

    def best() -> float:
        return float(matrix[linear_sum_assignment(matrix, maximize=True)].sum())

    chosen, to_reach = [], best()
    for place in np.flatnonzero(_may_be_best(matrix)[row, column]).tolist():
        mine, theirs = matrix[row[place]].copy(), matrix[:, column[place]].copy()
        if not mine[column[place]]:
            continue  # one of the two is taken
        matrix[row[place]], matrix[:, column[place]] = 0, 0
        without = best()
        if without + worth[place] == to_reach:
            chosen.append(place)
            to_reach = without
        else:
            matrix[row[place]], matrix[:, column[place]] = mine, theirs
            matrix[row[place], column[place]] = 0
    return np.array(chosen, dtype=np.intp)


def _runs(side: AnyIntArray) -> npt.NDArray[np.intp]:
    return np.cumsum(np.append(False, side[1:] != side[:-1])[: len(side)])


def _may_be_best(matrix: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    """Find the cells that a best choice can hold: those whose worth is the sum of the prices of row and column.

    Prices are the dual of the problem: no cell is worth more than its two prices, so that what costs more is in no
    best choice. They rise from 0 until none is too low.
    """
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(matrix, maximize=True)
    price, before = np.zeros(matrix.shape[1]), None
    while before is None or (price != before).any():
        before = price
        of_row = matrix[rows, columns] - price[columns]
        price = np.maximum(price, (matrix - of_row[:, np.newaxis]).max(axis=0))
    return np.asarray(matrix == of_row[:, np.newaxis] + price)


PAIRINGS: Final = ("exact", "extent", "type", "overlap", "missed", "spurious")
"""What a mention has on the other side: its equal, one of equal extent, an overlapping one of its type or of another,
or none; a column of codes holds places in this tuple."""

EXACT, EXTENT, TYPE, OVERLAP, MISSED, SPURIOUS = range(6)


class Units(NamedTuple):
    """What a scheme counts, each once: a pair of mentions, or a mention that is left alone (-1 on the other side).

    Predicted mentions are numbered through all predictions.
    """

    reference: AnyIntArray
    predicted: AnyIntArray
    code: CodeArray


class Candidates(NamedTuple):
    """Mentions that share a token and are no match, one of each side.

    Contested are those of whom one shares a token with a further mention of the other side.
    """

    reference: AnyIntArray
    predicted: AnyIntArray
    is_same_type: BoolArray
    is_contested: BoolArray


@kept_with_owner
def pairings(study: Study) -> tuple[Units, ...]:
    """Pair the mentions of each prediction with those of the reference; every one is in one unit, coded by `PAIRINGS`.

    Exact matches and mentions of equal extent pair as in events. Of the rest, as many pairs of overlapping mentions as
    there can be, of these as many as possible of the same type, then with as many shared tokens as possible. Of several
    such pairings the one whose pairs come first in the text. Nothing in this asks which side is the reference.
    """
    return tuple(_pairing(study, number) for number in range(len(study.predictions)))


def equal_extents(study: Study, prediction: int) -> Units:
    """Give the exact matches and the pairs of equal extent of a prediction."""
    events = study.events_of(prediction)
    exact, extent = ([events.mentions(side, events.kind == kind) for side in SIDES] for kind in (TP, LE))
    code = np.repeat(np.array([EXACT, EXTENT], dtype=np.int8), [len(exact[0]), len(extent[0])])
    return Units(np.concatenate([exact[0], extent[0]]), np.concatenate([exact[1], extent[1]]), code)


def overlapping(study: Study, prediction: int, is_every: bool = False) -> Candidates:
    """List which mentions share a token with which of the other side: those without one of equal extent, or all."""
    events = study.events_of(prediction)
    is_wanted = slice(None) if is_every else (events.kind == BE) | (events.kind == LBE)
    references, predicted = events.mentions("reference", is_wanted), events.mentions("predicted", is_wanted)
    ours, theirs = study.reference.mentions, study.predicted
    predicted = predicted[np.argsort(theirs.start[predicted], kind="stable")]
    reach = np.maximum.accumulate(theirs.end[predicted])
    first = np.searchsorted(reach, ours.start[references], side="right")
    stop = np.searchsorted(theirs.start[predicted], ours.end[references], side="left")
    stop = np.maximum(first, stop)
    reference, other = np.repeat(references, stop - first), predicted[spread_ranges(first, stop)]
    meets = theirs.end[other] > ours.start[reference]
    reference, other = reference[meets], other[meets]
    is_same_type = ours.type_codes[reference] == theirs.type_codes[other]
    return Candidates(reference, other, is_same_type, _are_contested(reference, other))


def _are_contested(reference: AnyIntArray, other: AnyIntArray) -> BoolArray:
    """Tell of candidates whether one of the two mentions is in another candidate too."""
    several = (np.bincount(numbers)[numbers] > 1 for numbers in (reference, other))
    return np.asarray(np.logical_or(*several))


def with_alone(study: Study, prediction: int, paired: Units, missed: int, spurious: int) -> Units:
    """Add the mentions of a prediction, and those of the reference, that are in no unit, under the given codes."""
    events = study.events_of(prediction)
    missing = _left(events.mentions("reference"), paired.reference)
    extra = _left(events.mentions("predicted"), paired.predicted)
    nobody = np.full(len(missing) + len(extra), -1)
    return Units(
        np.concatenate([paired.reference, missing, nobody[: len(extra)]]),
        np.concatenate([paired.predicted, nobody[: len(missing)], extra]),
        np.concatenate([paired.code, np.repeat(np.array([missed, spurious], np.int8), [len(missing), len(extra)])]),
    )


def _left(mentions: AnyIntArray, numbers: AnyIntArray) -> AnyIntArray:
    return mentions[~is_member(mentions, sorted_distinct(numbers))]


def _pairing(study: Study, prediction: int) -> Units:
    equal, near = equal_extents(study, prediction), overlapping(study, prediction)
    every = np.arange(len(near.reference))
    chosen = best_pairs(study, prediction, near, every, np.ones_like(every))
    code = np.where(near.is_same_type[chosen], TYPE, OVERLAP).astype(np.int8)
    paired = Units(
        np.concatenate([equal.reference, near.reference[chosen]]),
        np.concatenate([equal.predicted, near.predicted[chosen]]),
        np.concatenate([equal.code, code]),
    )
    return with_alone(study, prediction, paired, MISSED, SPURIOUS)


def best_pairs(
    study: Study, prediction: int, near: Candidates, places: AnyIntArray, gain: AnyIntArray
) -> npt.NDArray[np.intp]:
    """Choose among the candidates at some places so that no mention is in two pairs; tell the places of the pairs.

    What all pairs gain together is the largest there can be; then comes how many are of the same type, then how many
    tokens they share, then which come first in the text. `gain` is a number above 0 for each candidate.
    """
    is_contested = _are_contested(near.reference[places], near.predicted[places])
    clear, places = places[~is_contested], places[is_contested]
    sides = (study.reference.mentions, near.reference[places]), (study.predicted, near.predicted[places])
    spans = np.array([[side.start[numbers], side.end[numbers], side.type_codes[numbers]] for side, numbers in sides])
    starts, ends, _ = spans.swapaxes(0, 1)
    n_shared = ends.min(axis=0) - starts.max(axis=0)
    is_nested = np.isin(study.text.sentence_of(starts[0]), study.nested_sentences[prediction])

    def chosen(choose: Callable[..., AnyIntArray], group: AnyIntArray) -> AnyIntArray:
        worth = _worth(gain[places[group]], near.is_same_type[places[group]], n_shared[group])
        return places[group[choose(sides[0][1][group], sides[1][1][group], worth)]]

    flat = np.flatnonzero(~is_nested)
    found = [clear, chosen(pairs_of_flat_sides, flat[np.lexsort([starts[1, flat], starts[0, flat]])])]
    found += [chosen(pairs_of_any_sides, passage) for passage in _passages(spans, np.flatnonzero(is_nested))]
    return np.sort(np.concatenate(found))


def _passages(spans: AnyIntArray, pairs: AnyIntArray) -> list[AnyIntArray]:
    """Part pairs of spans (start, end, type) where no token is in both; all are in the order of the text.

    First comes what begins first, ends first and has the first type, whichever of the two that is.
    """
    if not len(pairs):
        return []
    _, rank = np.unique(spans[:, :, pairs].swapaxes(1, 2).reshape(-1, 3), axis=0, return_inverse=True)
    pairs = pairs[np.lexsort(np.sort(rank.reshape(2, -1), axis=0)[::-1])]
    start, end = spans[:, 0, pairs].min(axis=0), spans[:, 1, pairs].max(axis=0)
    return np.split(pairs, np.flatnonzero(start[1:] >= np.maximum.accumulate(end)[:-1]) + 1)


def _worth(gain: AnyIntArray, is_same_type: BoolArray, n_shared: AnyIntArray) -> npt.NDArray[np.int64]:
    """Weigh candidates so that what they gain counts above all, then one more of the same type, then shared tokens."""
    above_tokens = n_shared.sum(dtype=np.int64) + 1
    return np.asarray(n_shared + above_tokens * (is_same_type + (len(n_shared) + 1) * gain))


_MOST_KEPT: Final = 8  # choices of weights whose pairs are kept with a study


def ace_parts(weights: Weights) -> int:
    """Tell in how many parts a value of 1 is counted, so that all amounts are whole numbers."""
    values = [Fraction(1), *(value for _, value in weights.values)]
    return parts_of(value * share for value in values for share in (Fraction(1), weights.type, weights.spurious))


def ace_pairs(study: Study, prediction: int, weights: Weights) -> Units:
    """Pair the mentions of one prediction with those of the reference as ACE does, coded by `PAIRINGS`.

    Two mentions can pair if they have at least `overlap` of the tokens of the longer one in common, and if that keeps
    some value. They pair so that the value kept, less what spurious mentions cost, is the largest there can be; of
    several such pairings one with as many pairs of one type as possible, then with as many shared tokens, then the one
    whose pairs come first in the text.
    """
    made = _made(study)
    if (weights, prediction) not in made:
        while len(made) >= _MOST_KEPT * len(study.predictions):
            made.pop(next(iter(made)))
        made[weights, prediction] = _paired(study, prediction, weights)
    return made[weights, prediction]


@kept_with_owner
def _made(study: Study) -> dict[tuple[Weights, int], Units]:
    """Keep with a study what was paired, the oldest first."""
    return {}


def _paired(study: Study, prediction: int, weights: Weights) -> Units:
    near = overlapping(study, prediction, is_every=True)
    ours, theirs = study.reference.mentions, study.predicted
    starts, ends = ((getattr(ours, name)[near.reference], getattr(theirs, name)[near.predicted]) for name in _BOUNDS)
    n_shared = np.minimum(*ends) - np.maximum(*starts)
    n_longer = np.maximum(ends[0] - starts[0], ends[1] - starts[1])
    alone = np.full(len(near.reference), -1)
    as_pairs = Units(near.reference, near.predicted, np.where(near.is_same_type, TYPE, OVERLAP).astype(np.int8))
    as_spurious = Units(alone, near.predicted, np.full(len(alone), SPURIOUS, dtype=np.int8))
    gain = ace_amounts(study, as_pairs, weights)[:, KEPT] + ace_amounts(study, as_spurious, weights)[:, COST]
    is_near = n_shared * weights.overlap.denominator >= n_longer * weights.overlap.numerator
    places = np.flatnonzero(is_near & (gain > 0))
    chosen = best_pairs(study, prediction, near, places, gain)
    has_equal_extent = (starts[0] == starts[1]) & (ends[0] == ends[1])
    code = np.select(
        [has_equal_extent & near.is_same_type, has_equal_extent, near.is_same_type], [EXACT, EXTENT, TYPE], OVERLAP
    )
    paired = Units(near.reference[chosen], near.predicted[chosen], code[chosen].astype(np.int8))
    return with_alone(study, prediction, paired, MISSED, SPURIOUS)


_BOUNDS: Final = ("start", "end")
KEPT, OF_SYSTEM, OF_REFERENCE, COST = range(4)


def ace_amounts(study: Study, units: Units, weights: Weights) -> npt.NDArray[np.int64]:
    """Tell what each unit adds to the value kept, to that of the system, to that of the reference, and to the cost.

    Returns
    -------
    ndarray of int64, shape (n_units, 4)
        In parts, see `ace_parts`. A pair keeps the lesser of its two values, of which `weights.type` is left if the
        types differ. A system has the value of the reference mentions it paired, and what its spurious mentions cost.
        The cost is what is not kept of the reference, and that of spurious mentions.
    """
    parts, chosen = ace_parts(weights), dict(weights.values)
    values = [chosen.get(name, 1) for name in study.types]
    whole, other, alone = (
        _of_mentions(study, units, [int(value * share * parts) for value in values])
        for share in (1, weights.type, weights.spurious)
    )
    is_pair, is_same = units.code < MISSED, (units.code == EXACT) | (units.code == TYPE)
    kept = np.where(is_pair, np.where(is_same, np.minimum(*whole), np.minimum(*other)), 0)
    spurious = np.where(units.code == SPURIOUS, alone[1], 0)
    return np.column_stack([kept, np.where(is_pair, whole[0], spurious), whole[0], whole[0] - kept + spurious])


def _of_mentions(study: Study, units: Units, values: list[int]) -> tuple[AnyIntArray, AnyIntArray]:
    """Look up a number by the types of the mentions of units: of the reference, then predicted; 0 for none."""
    by_type = np.array([*values, 0], dtype=np.int64)
    ours = by_type[np.append(study.reference.mentions.type_codes, -1)[units.reference]]
    theirs = by_type[np.append(study.predicted.type_codes, -1)[units.predicted]]
    return ours, theirs
