"""Many schemes of scoring over one alignment: exact match, those of SemEval-2013 and MUC, fair evaluation."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.schemes_fair import FAIR_CODES
from nerinspect.analysis.schemes_pairs import PAIRINGS
from nerinspect.analysis.scores import ratio

OUTCOMES: Final = ("correct", "incorrect", "partial", "missed", "spurious")
"""What a unit can be under a scheme."""

DENOMINATORS: Final = ("actual", "possible")
"""What precision and recall divide."""

QUARTERS: Final = 4
"""Credits and denominators are counted in quarters, so that all of them are whole numbers."""


@dataclass(frozen=True)
class Scheme:
    """How units are judged, and what each adds to the scores.

    Attributes
    ----------
    name : str
        As tables call it.
    is_fair : bool
        Whether the units are the errors of fair evaluation, else pairs of mentions.
    outcomes : mapping of str to str
        For each code of the units one of `OUTCOMES`; a code that is not named leaves both mentions alone.
    weights : mapping of str to tuple of int
        Credit, actual and possible in quarters, for codes whose outcome does not say it.
    """

    name: str
    is_fair: bool
    outcomes: Mapping[str, str]
    weights: Mapping[str, tuple[int, int, int]]

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of its units."""
        return FAIR_CODES if self.is_fair else PAIRINGS

    def weight(self, code: str) -> tuple[int, int, int]:
        """Tell how much a unit adds to credit, actual and possible, in quarters."""
        if code not in self.outcomes:
            return _APART
        return self.weights.get(code) or _WEIGHTS[self.outcomes[code]]

    def codes_of(self, count: str) -> tuple[str, ...]:
        """Name the codes of the units that add to a count.

        Parameters
        ----------
        count : str
            One of `OUTCOMES`, or `possible`, `actual`.
        """
        if count in DENOMINATORS:
            place = 1 + DENOMINATORS.index(count)
            return tuple(code for code in self.codes if self.weight(code)[place])
        apart = _ALONE.get(count)
        return tuple(code for code in self.codes if self.outcomes.get(code, apart) == count)

    def judge(self, numbers: npt.NDArray[np.int64]) -> "list[SchemeCounts]":
        """Sum up units.

        Parameters
        ----------
        numbers : ndarray of int64, shape (n_codes, n)
            How many units have each of `codes`, as often as there is something to judge.

        Returns
        -------
        list of SchemeCounts
            One for each column.
        """
        return [SchemeCounts(*sums) for sums in (self._sums @ numbers).T.tolist()]

    @cached_property
    def _sums(self) -> npt.NDArray[np.int64]:
        """What a unit of each code adds to each number of `SchemeCounts`; shape (n_numbers, n_codes)."""
        apart = ("missed", "spurious")
        outcomes = [(self.outcomes[code],) if code in self.outcomes else apart for code in self.codes]
        return np.array([
            [*(name in outcome for name in OUTCOMES), *self.weight(code)]
            for code, outcome in zip(self.codes, outcomes, strict=True)
        ]).T  # fmt: skip


_WEIGHTS: Final = {
    "correct": (4, 4, 4), "incorrect": (0, 4, 4), "partial": (2, 4, 4), "missed": (0, 0, 4), "spurious": (0, 4, 0),
}  # fmt: skip
_APART: Final = (0, 4, 4)
"""What two mentions add that are a pair, but not to the scheme: one is missed, one spurious."""
_ALONE: Final = {"missed": "missed", "spurious": "spurious"}
_HALVES: Final = dict.fromkeys(("le", "bes", "bel", "beo", "lbe"), (0, 2, 2))
_FAIR: Final = {"tp": "correct", "fn": "missed", "fp": "spurious"}


def _paired(name: str, exact: str, extent: str, same_type: str, overlap: str) -> Scheme:
    outcomes = {"exact": exact, "extent": extent, "type": same_type, "overlap": overlap} | _ALONE
    return Scheme(name, False, outcomes, {})


SCHEMES: Final = (
    Scheme("traditional", False, {"exact": "correct"} | _ALONE, {}),
    _paired("strict", "correct", "incorrect", "incorrect", "incorrect"),
    _paired("exact", "correct", "correct", "incorrect", "incorrect"),
    _paired("partial", "correct", "correct", "partial", "partial"),
    _paired("type", "correct", "incorrect", "correct", "incorrect"),
    Scheme("fair", True, _FAIR | dict.fromkeys(("le", "bes", "bel", "beo", "lbe"), "incorrect"), _HALVES),
    Scheme(
        "weighted",
        True,
        _FAIR | dict.fromkeys(("le", "lbe"), "incorrect") | dict.fromkeys(("bes", "bel", "beo"), "partial"),
        _HALVES | {"bes": (2, 2, 4), "bel": (2, 4, 2), "beo": (2, 3, 3)},
    ),
)
"""The schemes in the order of tables.

References
----------
Chinchor and Sundheim (1993), MUC-5 evaluation metrics. Segura-Bedmar et al. (2013), SemEval-2013 task 9. Ortmann
(2022), Fine-grained error analysis and fair evaluation of labeled spans.
"""


@dataclass(frozen=True)
class SchemeCounts:
    """What one scheme counts.

    Attributes
    ----------
    correct, incorrect, partial, missed, spurious : int
        Units.
    credit, actual, possible : int
        What precision and recall divide, in quarters.
    """

    correct: int
    incorrect: int
    partial: int
    missed: int
    spurious: int
    credit: int
    actual: int
    possible: int

    @property
    def precision(self) -> float:
        """Credit / actual; a fraction, nan if undefined."""
        return ratio(self.credit, self.actual)

    @property
    def recall(self) -> float:
        """Credit / possible; a fraction, nan if undefined."""
        return ratio(self.credit, self.possible)

    @property
    def f1(self) -> float:
        """Harmonic mean of both, from the counts; nan if nothing is possible or actual."""
        return ratio(2 * self.credit, self.actual + self.possible)
