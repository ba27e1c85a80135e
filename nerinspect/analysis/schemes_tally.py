"""Units of all schemes, counted for each prediction and type."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.events import Side
from nerinspect.analysis.schemes import Scheme, SchemeCounts
from nerinspect.analysis.schemes_fair import FAIR_CODES, fair_errors
from nerinspect.analysis.schemes_pairs import EXACT, MISSED, PAIRINGS, SPURIOUS, TYPE, Units, pairings
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, BoolArray


@dataclass(frozen=True, eq=False)
class SchemeTally:
    """The units of one prediction, counted by code, for all types and for each.

    Attributes
    ----------
    types : tuple of str
        The types that the columns behind the first stand for.
    pairings, errors : ndarray of int64, shape (n_codes, 1 + n_types)
        Units of `PAIRINGS` and of `FAIR_CODES`.
    """

    types: tuple[str, ...]
    pairings: npt.NDArray[np.int64]
    errors: npt.NDArray[np.int64]

    def counts(self, scheme: Scheme, type_name: str | None = None) -> SchemeCounts:
        """Judge the units by a scheme; those of all types together if none is named."""
        column = 0 if type_name is None else 1 + self._place_of[type_name]
        [counts] = scheme.judge(self._units(scheme)[:, [column]])
        return counts

    def every_count(self, scheme: Scheme) -> list[SchemeCounts]:
        """Judge the units of all types together, then those of each type, by a scheme."""
        return scheme.judge(self._units(scheme))

    def _units(self, scheme: Scheme) -> npt.NDArray[np.int64]:
        return self.errors if scheme.is_fair else self.pairings

    @cached_property
    def _place_of(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.types)}


def tally_schemes(study: Study, prediction: int, kept: Mapping[Side, BoolArray] | None = None) -> SchemeTally:
    """Count the units of one prediction.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    prediction : int
        Its number.
    kept : mapping from Side to ndarray of bool, shape (n_mentions,), optional
        The mentions to count; all, if left out.

    Returns
    -------
    SchemeTally
        A type, and mentions to count, choose mentions: of a pair with one of them, that one is missed or spurious. An
        error of fair evaluation stands where its reference mention does; a spurious one where its own.
    """
    paired, errors = (kept_units(study, prediction, is_fair, kept) for is_fair in (False, True))
    return SchemeTally(study.types, _count_pairs(study, paired), _count_errors(study, errors))


def kept_units(study: Study, prediction: int, is_fair: bool, kept: Mapping[Side, BoolArray] | None = None) -> Units:
    """Give the units of one prediction among the mentions to count.

    Parameters
    ----------
    study, prediction, kept
        As for `tally_schemes`.
    is_fair : bool
        Whether to give the errors of fair evaluation, else pairs of mentions.
    """
    units = (fair_errors if is_fair else pairings)(study)[prediction]
    if kept is None:
        return units
    return _kept_errors(units, kept) if is_fair else _kept_pairs(units, kept)


def _kept_pairs(units: Units, kept: Mapping[Side, BoolArray]) -> Units:
    has_reference, has_predicted = (
        _is_in(units.reference, kept["reference"]),
        _is_in(units.predicted, kept["predicted"]),
    )
    code = np.select([has_reference & has_predicted, has_reference, has_predicted], [units.code, MISSED, SPURIOUS], -1)
    chosen = code >= 0
    reference, predicted = np.where(has_reference, units.reference, -1), np.where(has_predicted, units.predicted, -1)
    return Units(reference[chosen], predicted[chosen], code[chosen].astype(np.int8))


def _kept_errors(units: Units, kept: Mapping[Side, BoolArray]) -> Units:
    of_reference, of_predicted = _is_in(units.reference, kept["reference"]), _is_in(units.predicted, kept["predicted"])
    chosen = np.where(units.reference < 0, of_predicted, of_reference)
    return Units(units.reference[chosen], units.predicted[chosen], units.code[chosen])


def _is_in(numbers: AnyIntArray, kept: BoolArray) -> BoolArray:
    """Look numbers up; -1 is never kept."""
    found: BoolArray = np.append(kept, False)[numbers]
    return found


def _count_pairs(study: Study, units: Units) -> npt.NDArray[np.int64]:
    """Count pairs by code and type; a pair of two types leaves one mention of each alone."""
    n_types = len(study.types)
    ours, theirs = (
        types[numbers[numbers >= 0]]
        for types, numbers in (
            (study.reference.mentions.type_codes, units.reference),
            (study.predicted.type_codes, units.predicted),
        )
    )
    code = units.code[units.reference >= 0]
    by_type = np.zeros((len(PAIRINGS), n_types), dtype=np.int64)
    for place in (EXACT, TYPE):
        by_type[place] = np.bincount(ours[code == place], minlength=n_types)
    n_paired = by_type.sum(axis=0)
    by_type[MISSED] = np.bincount(ours, minlength=n_types) - n_paired
    by_type[SPURIOUS] = np.bincount(theirs, minlength=n_types) - n_paired
    return np.column_stack([np.bincount(units.code, minlength=len(PAIRINGS)), by_type])


def _count_errors(study: Study, units: Units) -> npt.NDArray[np.int64]:
    """Count errors by code and the type of the reference mention; spurious ones by their own."""
    n_types, n_codes = len(study.types), len(FAIR_CODES)
    types = np.empty(len(units.code), dtype=np.int64)
    has_reference = units.reference >= 0
    types[has_reference] = study.reference.mentions.type_codes[units.reference[has_reference]]
    types[~has_reference] = study.predicted.type_codes[units.predicted[~has_reference]]
    by_type = np.bincount(types * n_codes + units.code, minlength=n_types * n_codes).reshape(n_types, n_codes).T
    return np.column_stack([np.bincount(units.code, minlength=n_codes), by_type])
