"""The ACE cost: mentions have a value, and pair so that as much of it as possible is kept.

References
----------
NIST (2008), Automatic Content Extraction 2008 evaluation plan, and its scorer; Daumé (2006), comment on Manning (2006).
"""

from fractions import Fraction
from typing import Final

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import AnyIntArray, kept_with_owner
from nerinspect.events.study import Study
from nerinspect.systems.scheme_pairs import (
    EXACT,
    EXTENT,
    MISSED,
    OVERLAP,
    SPURIOUS,
    TYPE,
    Units,
    best_pairs,
    overlapping,
    with_alone,
)
from nerinspect.systems.weights import Weights, parts_of

_MOST_KEPT: Final = 8
"""Choices of weights whose pairs are kept with a study."""


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
