"""What a random sample tells of the whole list: shares of verdicts and causes, with their intervals."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.decisions import VERDICTS
from nerinspect.analysis.interval import wilson
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray, FloatArray
from nerinspect.errors import counted


def share_interval(counts: npt.ArrayLike, drawn: npt.ArrayLike, whole: npt.ArrayLike) -> FloatArray:
    """Give the 95 % interval of a share of a list, estimated from events drawn from it without putting any back.

    Parameters
    ----------
    counts : array_like, shape (...)
        Those among the drawn events that are counted.
    drawn : array_like, shape (...)
        All drawn events.
    whole : array_like, shape (...)
        The events of the list.

    Returns
    -------
    ndarray of float64, shape (2, ...)
        Lower and upper ends; nan where nothing was drawn.

    Notes
    -----
    The Wilson score interval, with the finite population correction: `drawn` events out of `whole` tell as much as
    drawn * (whole - 1) / (whole - drawn) events of an endless list. The list is known to hold the counted events and
    those that were drawn and not counted, so the ends never go beyond that; if all are drawn, both are the share.

    References
    ----------
    Wilson (1927), Probable inference, the law of succession, and statistical inference.
    Cochran (1977), Sampling techniques, section 2.6, on the correction.

    Examples
    --------
    >>> share_interval(20, 100, 1000).round(3).tolist()
    [0.136, 0.284]
    """
    k, n, size = (np.asarray(numbers, dtype=np.float64) for numbers in (counts, drawn, whole))
    worth = (size - 1) / np.where(size > n, size - n, np.nan)
    ends = wilson(k * worth, n * worth)
    known = np.asarray([k, size - (n - k)]) / np.where(n > 0, size, np.nan)
    low, high = np.where(np.isnan(ends), known, ends)
    return np.asarray([np.maximum(low, known[0]), np.minimum(high, known[1])])


@dataclass(frozen=True)
class Share:
    """How many of the decided events of a sample have something in common.

    Attributes
    ----------
    count : int
        Those that have it.
    n_decided : int
        All decided events of the sample.
    n_whole : int
        The events of the list that the sample was drawn from.
    """

    count: int
    n_decided: int
    n_whole: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share in the whole list; nan if nothing is decided."""
        low, high = share_interval(self.count, self.n_decided, self.n_whole).tolist()
        return low, high

    @property
    def estimate(self) -> int | None:
        """How many of the whole list have it, as far as the sample tells; None if nothing is decided."""
        return round(self.count * self.n_whole / self.n_decided) if self.n_decided else None

    @property
    def estimate_interval(self) -> tuple[int, int] | None:
        """The whole numbers in the 95 % interval of the estimate, the ends rounded; None if nothing is decided."""
        low, high = self.interval
        return (round(low * self.n_whole), round(high * self.n_whole)) if self.n_decided else None


@dataclass(frozen=True)
class SampleShares:
    """What is decided of a sample.

    Attributes
    ----------
    n_drawn : int
        Events of the sample.
    n_decided : int
        Those that have a verdict.
    n_whole : int
        Events of the list that the sample was drawn from.
    verdicts : tuple of (str, Share)
        The four verdicts and those of one's own that a decided event of the sample has.
    causes : tuple of (str, Share)
        The causes of decided events, most frequent first, then by code point; an event of several counts for each.
    with_cause : Share
        Decided events that have any cause.
    """

    n_drawn: int
    n_decided: int
    n_whole: int
    verdicts: tuple[tuple[str, Share], ...]
    causes: tuple[tuple[str, Share], ...]
    with_cause: Share

    @property
    def n_undecided(self) -> int:
        """Events of the sample that have no verdict yet."""
        return self.n_drawn - self.n_decided


def sample_shares(study: Study, drawn: BoolArray, n_whole: int) -> SampleShares:
    """Count verdicts and causes among the decided events of a sample.

    Parameters
    ----------
    study : Study
        The events, with their decisions.
    drawn : ndarray of bool, shape (n_events,)
        Marks the sample.
    n_whole : int
        The events of the list that it was drawn from.

    Returns
    -------
    SampleShares
        Causes, flags and notes of events without a verdict do not count.
    """
    decided = [one for event, one in study.decisions.items() if one.verdict and drawn[event]]
    n = len(decided)

    def shares(names: Iterable[str], given: Counter[str]) -> tuple[tuple[str, Share], ...]:
        return tuple((name, Share(given[name], n, n_whole)) for name in names)

    verdicts = Counter(one.verdict for one in decided)
    causes = Counter(cause for one in decided for cause in one.causes)
    return SampleShares(
        int(np.count_nonzero(drawn)),
        n,
        n_whole,
        shares((*VERDICTS, *sorted(verdicts.keys() - set(VERDICTS))), verdicts),
        shares(sorted(causes, key=lambda cause: (-causes[cause], cause)), causes),
        Share(sum(bool(one.causes) for one in decided), n, n_whole),
    )


def sample_words(shares: SampleShares) -> str:
    """Say how much of a sample is decided, and what that means for its shares."""
    drawn = f"{shares.n_drawn:,} of {counted(shares.n_whole, 'event')} drawn"
    if not shares.n_drawn:
        return f"{drawn}: the share is too small for so few; draw a larger sample."
    if not shares.n_undecided:
        return f"{drawn}, all decided."
    if not shares.n_decided:
        return f"{drawn}, none decided yet. Decide all of them: only then are shares those of the whole list."
    left = f"{shares.n_undecided:,} undecided"
    return f"{drawn}, {left}. Shares are of the {shares.n_decided:,} decided, and may lean until all are."
