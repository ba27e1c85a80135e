"""The events that a scheme of scoring counts, and those that make the difference between two."""

from typing import Final

from nerinspect.analysis.schemes import Scheme
from nerinspect.query.fields.scheme_counts import SCHEME, scheme_value
from nerinspect.query.fields.schemes import PAIR
from nerinspect.query.filters import Everything, Filter, Term, all_of, negated
from nerinspect.query.mention_base import WHOLE, MentionBase
from nerinspect.query.writer import query_text

_FAIR_ERRORS: Final = {"exact": ("tp",), "extent": ("le",), "type": ("bes", "bel", "beo"), "overlap": ("lbe",)}
"""The errors of fair evaluation that lie in events with a pair of some kind."""

_AS_KINDS: Final = {(): (), ("extent",): ("le",), ("extent", "type", "overlap"): ("le", "be", "lbe")}
"""Pairs that are in all events of some kinds, and in no other."""


def explaining(one: Scheme, other: Scheme) -> Filter | None:
    """Ask for the events that two schemes count differently.

    Parameters
    ----------
    one, other : Scheme
        Two of `SCHEMES`.

    Returns
    -------
    Filter or None
        Keeps exactly the events with a pair of mentions that adds something else to the scores; None if all pairs add
        the same, so that the scores are equal on all data.
    """
    pairs = tuple(pair for pair in _FAIR_ERRORS if _weights(one, pair) != _weights(other, pair))
    if not pairs:
        return None
    kinds = _AS_KINDS.get(pairs)
    return Term("kind", kinds) if kinds else Term(PAIR.name, pairs)


def counted_by(scheme: Scheme, count: str = "", base: MentionBase = WHOLE) -> Filter:
    """Ask for the events in which a scheme counts something.

    Parameters
    ----------
    scheme : Scheme
        One of `SCHEMES`.
    count : str
        What it counts: one of `OUTCOMES`, `DENOMINATORS` or `DIFFERENCE`; empty for anything.
    base : MentionBase
        The mentions that are counted; all, if left out.

    Returns
    -------
    Filter
        Keeps exactly these events.
    """
    named = Term("type", tuple(sorted(base.named))) if base.named else Everything()
    excluded = negated(Term("type", tuple(sorted(base.excluded)))) if base.excluded else Everything()
    among = query_text(all_of(named, excluded, base.condition))
    return Term(SCHEME.name, (scheme_value(scheme, count, among),))


def _weights(scheme: Scheme, pair: str) -> list[tuple[int, int, int]]:
    codes = _FAIR_ERRORS[pair] if scheme.is_fair else (pair,) * len(_FAIR_ERRORS[pair])
    return [scheme.weight(code) for code in codes]
