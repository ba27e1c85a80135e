"""Who has which reference mentions: how many systems have each, and the patterns of right and wrong over systems."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.members import matched
from nerinspect.analysis.memory import judged
from nerinspect.analysis.retention import RETENTION
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray
from nerinspect.corpus.kept import kept_with_owner

_AT_ONCE = 31
"""So many systems are packed into one number beside another of 32 bits."""


def compared_systems(study: Study) -> list[int]:
    """Give the predictions that stand for the systems: the first run of each, the retention heuristic left out."""
    firsts: dict[str, int] = {}
    for number, prediction in enumerate(study.predictions):
        firsts.setdefault(prediction.system, number)
    firsts.pop(RETENTION, None)
    return list(firsts.values())


def hits(study: Study, predictions: Sequence[int]) -> BoolArray:
    """Tell which reference mentions some predictions have exactly: same extent, same type.

    Returns
    -------
    ndarray of bool, shape (n_given, n_reference)
        A row for each prediction given.
    """
    found: BoolArray = matched(study)[np.asarray(predictions, dtype=np.int64)]
    return found


def is_right(study: Study, name: str) -> BoolArray:
    """Tell which reference mentions a system has exactly: same extent, same type.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    name : str
        A system or one of its runs, as `judged` finds it.

    Returns
    -------
    ndarray of bool, shape (n_reference,)
        A new array; all false for a system that is not there.
    """
    run = judged(study, name)
    return np.zeros(len(study.reference.mentions), dtype=bool) if run is None else matched(study)[run].copy()


def only_right(study: Study, system: str, other: str) -> BoolArray:
    """Tell which reference mentions a system has exactly and another has not, by names as `judged` finds them."""
    return is_right(study, system) & ~is_right(study, other)


@kept_with_owner
def got_by(study: Study) -> IntArray:
    """Count the systems that have each reference mention exactly, by the first run of each; shape (n_reference,)."""
    n_systems: IntArray = hits(study, compared_systems(study)).sum(axis=0, dtype=np.int32)
    return n_systems


@dataclass(frozen=True, eq=False)
class HitPatterns:
    """Who has what, as patterns: the reference mentions that the same systems have, counted.

    Attributes
    ----------
    predictions : tuple of int
        Numbers of the predictions, one for each column.
    is_right : ndarray of bool, shape (n_patterns, n_given)
        Whether each prediction has the mentions of a pattern.
    n_mentions : ndarray of int64, shape (n_patterns,)
        Reference mentions of each, at least one.
    """

    predictions: tuple[int, ...]
    is_right: BoolArray
    n_mentions: npt.NDArray[np.int64]

    def __len__(self) -> int:
        """Count the patterns."""
        return len(self.n_mentions)

    @property
    def n_right(self) -> npt.NDArray[np.int64]:
        """How many predictions have the mentions of each pattern; shape (n_patterns,)."""
        counts: npt.NDArray[np.int64] = self.is_right.sum(axis=1, dtype=np.int64)
        return counts

    def rows(self, which: slice | AnyIntArray | BoolArray) -> "HitPatterns":
        """Take some patterns, such as in another order."""
        return replace(self, is_right=self.is_right[which], n_mentions=self.n_mentions[which])


def hit_patterns(study: Study, mentions: AnyIntArray | BoolArray, predictions: Sequence[int]) -> HitPatterns:
    """Count reference mentions by who has them.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    mentions : ndarray of int or bool
        The reference mentions to count, by number or as a mask.
    predictions : sequence of int
        Numbers of the predictions to ask, such as `compared_systems`.

    Returns
    -------
    HitPatterns
        Those that occur: the most frequent first, then those that more predictions have, then those that earlier
        ones have.
    """
    is_right = hits(study, predictions)[:, mentions]
    codes = np.zeros(is_right.shape[1], dtype=np.int64)
    for first in range(0, len(is_right), _AT_ONCE):
        block = is_right[first : first + _AT_ONCE]
        _, ranks = np.unique(codes, return_inverse=True)
        codes = (ranks << len(block)) + (np.int64(1) << np.arange(len(block), dtype=np.int64)) @ block
    _, example, counts = np.unique(codes, return_index=True, return_counts=True)
    patterns = is_right[:, example].T
    order = np.lexsort((*~patterns.T[::-1], -patterns.sum(axis=1), -counts))
    return HitPatterns(tuple(predictions), patterns[order], counts[order].astype(np.int64))
