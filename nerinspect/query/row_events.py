"""The events that rows of a comparison hold, and the query that gives them, or the nearest one."""

from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple

import numpy as np

from nerinspect.analysis.memory import judge_name
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray, spread_ranges
from nerinspect.query.comparison_rows import ComparisonRows
from nerinspect.query.filters import All, AnyOf, Filter, Not, Term, all_of, any_of, negated
from nerinspect.query.values import Values

_NO_SPURIOUS: Final = negated(Term("kind", ("fp",)))


class EventQuery(NamedTuple):
    """A query for some events.

    Attributes
    ----------
    filter : Filter
        What to ask for.
    n_events : int
        How many events it gives.
    is_exact : bool
        Whether these are just the events it was made for.
    """

    filter: Filter
    n_events: int
    is_exact: bool


def events_of_rows(rows: ComparisonRows, of: Literal["both", "a"] = "both") -> IntArray:
    """List the events of rows, in the order of the rows, those of A before those of B.

    Parameters
    ----------
    rows : ComparisonRows
        In any order.
    of : str
        Whether the events of B belong to it.

    Returns
    -------
    ndarray of int32, shape (n_events,)
        Each event once, where it stands first: one may hold the reference mentions of several rows.
    """
    bounds = [(rows.a_from, rows.a_to), *([(rows.b_from, rows.b_to)] if of == "both" else [])]
    first, stop = (np.column_stack(sides).reshape(-1) for sides in zip(*bounds, strict=True))
    events = spread_ranges(first, stop).astype(np.int32)
    return events[np.sort(np.unique(events, return_index=True)[1])]


def of_predictions(study: Study, numbers: Iterable[int]) -> Filter:
    """Ask for the events of some predictions, whatever else is loaded; of a system with one run for the system."""
    runs: dict[str, list[int]] = {}
    for number in sorted(set(numbers)):
        runs.setdefault(study.predictions[number].system, []).append(study.predictions[number].run)
    names = [prediction.system for prediction in study.predictions]
    if all(names.count(system) == 1 for system in runs):
        return Term("system", tuple(runs))
    asked = (all_of(Term("system", (system,)), Term("run", _floats(of))) for system, of in runs.items())
    return any_of(*asked)


def query_of_rows(study: Study, kept_by: Filter, events: AnyIntArray, predictions: tuple[int, ...]) -> EventQuery:
    """Find a query for the events of the rows that a filter keeps.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    kept_by : Filter
        What is selected; rows are judged by the events of the first prediction.
    events : ndarray of int, shape (n,)
        The events of the rows, each once.
    predictions : tuple of int
        Whose they are: A, or A and B.

    Returns
    -------
    EventQuery
        Exact if one of a few is; else the one that leaves fewest of the events out, and gives fewest others.
    """
    wanted = np.zeros(len(study.events), dtype=bool)
    wanted[events] = True
    best: tuple[tuple[int, int], EventQuery] | None = None
    for query in _candidates(study, kept_by, predictions):
        found: BoolArray = query.mask(study)
        miss = int(np.count_nonzero(wanted & ~found)), int(np.count_nonzero(found & ~wanted))
        answer = EventQuery(query, int(np.count_nonzero(found)), miss == (0, 0))
        if answer.is_exact:
            return answer
        if best is None or miss < best[0]:
            best = miss, answer
    assert best is not None, "there is a candidate"
    return best[1]


def _candidates(study: Study, kept_by: Filter, predictions: tuple[int, ...]) -> Iterator[Filter]:
    whose = of_predictions(study, predictions)
    yield all_of(whose, kept_by)
    yield all_of(whose, kept_by, _NO_SPURIOUS)
    at_mention = _at_mention(kept_by, judge_name(study, predictions[0]))
    if at_mention != kept_by:
        yield all_of(whose, at_mention)
        yield all_of(whose, at_mention, _NO_SPURIOUS)


def _at_mention(part: Filter, judge: str) -> Filter:
    """Ask for the kind of the event of one prediction at the mention, instead of that of each event itself."""
    if isinstance(part, Term) and part.field == "kind":
        kinds = tuple(f"{judge}={kind}" for kind in part.values if kind != "fp")
        return Term("kindof", kinds) if kinds else part
    if isinstance(part, Not) and (inner := _at_mention(part.inner, judge)) != part.inner:
        return negated(inner)
    if isinstance(part, All):
        return all_of(*(_at_mention(one, judge) for one in part.filters))
    if isinstance(part, AnyOf):
        return any_of(*(_at_mention(one, judge) for one in part.filters))
    return part


def _floats(numbers: Iterable[int]) -> Values:
    return tuple(float(number) for number in numbers)
