"""What schemes of scoring count on the mentions of a base, filters that open it, and queries within their terms."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.errors import QuerySyntaxError, UnknownNameError
from nerinspect.events.members import event_of_predicted, event_of_reference
from nerinspect.events.segment_events import SIDES, Side
from nerinspect.events.study import Study
from nerinspect.query.fields.base import Names, Written
from nerinspect.query.fields.schemes import DIFFERENCE, PAIR, SCHEME, Within, scheme_value
from nerinspect.query.filters import Everything, Filter, Term, all_of, negated
from nerinspect.query.language.parser import parse_query, query_text
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import MENTION_FIELDS, WHOLE, MentionBase, kept_mentions
from nerinspect.query.selection import Selection
from nerinspect.systems.scheme_pairs import Units
from nerinspect.systems.schemes import SCHEMES, Scheme, SchemeTally, tally_schemes

_TRADITIONAL: Final = SCHEMES[0]


def tally_kept_schemes(
    study: Study, prediction: int, base: MentionBase = WHOLE, schemes: Sequence[Scheme] = SCHEMES
) -> SchemeTally:
    """Count the units of one prediction among the mentions of a base; nothing is paired again."""
    return tally_schemes(study, prediction, next(_kept(study, base, [prediction])), schemes)


def _events_counted_otherwise(study: Study, scheme: Scheme, base: MentionBase) -> BoolArray:
    """Find the events that add something else to the scores by a scheme than by exact match."""
    sums = np.zeros((2, 3, len(study.events)), dtype=np.int64)
    for own, judged in zip(sums, (_TRADITIONAL, scheme), strict=True):
        for events, units in _units(study, judged, base):
            for total, amounts in zip(own, judged.amounts_of(study, units).T, strict=False):
                np.add.at(total, events, amounts)
    return np.asarray((sums[0] * scheme.parts != sums[1] * _TRADITIONAL.parts).any(axis=0))


def _units(study: Study, scheme: Scheme, base: MentionBase) -> Iterator[tuple[AnyIntArray, Units]]:
    """Give the units of each prediction that a scheme judges, and the event of each."""
    of_reference, of_predicted = event_of_reference(study), event_of_predicted(study)
    for prediction, kept in enumerate(_kept(study, base, range(len(study.predictions)))):
        units = scheme.units(study, prediction, kept)
        events = np.empty(len(units.code), dtype=np.int64)
        has_reference = units.reference >= 0
        events[has_reference] = of_reference[prediction, units.reference[has_reference]]
        events[~has_reference] = of_predicted[units.predicted[~has_reference]]
        yield events, units


def _kept(study: Study, base: MentionBase, predictions: Sequence[int]) -> Iterator[Mapping[Side, BoolArray] | None]:
    """Mark the mentions of a base, prediction by prediction; None where all are in it."""
    if base.is_everything:
        yield from [None] * len(predictions)
        return
    for found in kept_mentions(study, base, predictions):
        yield {side: _mask(len(study.mentions_on(side)), found.mentions[side]) for side in SIDES}


def _mask(n_mentions: int, numbers: AnyIntArray) -> BoolArray:
    mask = np.zeros(n_mentions, dtype=bool)
    mask[numbers] = True
    return mask


_FAIR_ERRORS: Final = {"exact": ("tp",), "extent": ("le",), "type": ("bes", "bel", "beo"), "overlap": ("lbe",)}
"""The errors of fair evaluation that lie in events with a pair of some kind."""

_AS_KINDS: Final = {(): (), ("extent",): ("le",), ("extent", "type", "overlap"): ("le", "be", "lbe")}
"""Pairs that are in all events of some kinds, and in no other."""


def explaining(one: Scheme, other: Scheme) -> Filter | None:
    """Ask for exactly the events with a pair of mentions that adds something else to the scores of two schemes.

    None if all pairs add the same, so that the scores are equal on all data. Neither is the one in which mentions have
    values: what that pairs rests on its weights.
    """
    pairs = tuple(pair for pair in _FAIR_ERRORS if _amounts(one, pair) != _amounts(other, pair))
    if not pairs:
        return None
    kinds = _AS_KINDS.get(pairs)
    return Term("kind", kinds) if kinds else Term(PAIR.name, pairs)


def counted_by(scheme: Scheme, count: str = "", base: MentionBase = WHOLE) -> Filter:
    """Ask for exactly the events in which a scheme counts one of its counts, see `CHOICES`, or anything."""
    named = Term("type", tuple(sorted(base.named))) if base.named else Everything()
    excluded = negated(Term("type", tuple(sorted(base.excluded)))) if base.excluded else Everything()
    among = query_text(all_of(named, excluded, base.condition))
    return Term(SCHEME.name, (scheme_value(scheme, count, among),))


def _amounts(scheme: Scheme, pair: str) -> list[tuple[Fraction, ...]]:
    codes = _FAIR_ERRORS[pair] if scheme.is_fair else (pair,) * len(_FAIR_ERRORS[pair])
    return [tuple(Fraction(number, scheme.parts) for number in scheme.amount(code)) for code in codes]


def read_among(text: str, written: Written, names: Names) -> str:
    """Bring a query within a value, with which the value ends, into its own form.

    Raises
    ------
    QuerySyntaxError
        If it cannot be read, names what is not known, or asks for anything but which mentions they are.
    """
    start = written.position + written.is_quoted + len(written.text) - len(text)
    try:
        found = parse_query(" " * start + text, names.vocabulary, names.on_unknown_type)
    except UnknownNameError as error:
        raise QuerySyntaxError(str(error), error.position) from None
    if others := sorted(found.fields - MENTION_FIELDS):
        problem = f"“among” takes what chooses mentions, such as type:LOC; put {others[0]}: outside the quotes"
        raise QuerySyntaxError(problem, start)
    return query_text(found)


@lru_cache(maxsize=256)
def base_among(text: str) -> MentionBase:
    """Choose the mentions that a query means; names that a study does not have choose none."""
    anything = Vocabulary(has_training=True)
    return MentionBase.of(Selection.from_filter(parse_query(text, anything, lambda _error: None)))


def counted_among(study: Study, scheme: Scheme, count: str, text: str) -> BoolArray:
    """Find the events of all predictions in which a scheme counts something: anything, if `count` is empty."""
    if count == DIFFERENCE:
        return _events_counted_otherwise(study, scheme, base_among(text))
    mask = np.zeros(len(study.events), dtype=bool)
    for events, units in _units(study, scheme, base_among(text)):
        mask[events[scheme.adds(study, units, count)]] = True
    return mask


SCHEME.within = Within(read_among, counted_among)
