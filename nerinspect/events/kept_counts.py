"""What was counted of a study, kept with it; of an index it was counted when the index was made."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias, TypeVar

from nerinspect.corpus.arrays import kept_with_owner
from nerinspect.events.segment_events import EventTable
from nerinspect.events.study import Study, held_with_events

Counted = TypeVar("Counted")

Counts: TypeAlias = dict[str, dict[Any, Any]]
"""By what is counted, then by what each count is of, such as the number of a prediction."""


def kept_count(study: Study, what: str, of: object, count: Callable[[], Counted]) -> Counted:
    """Give what was counted before, or count it now; it must not refer to the study."""
    kept: dict[Any, Counted] = all_counts(study).setdefault(what, {})
    if of not in kept:
        kept[of] = count()
    return kept[of]


def kept_column(name: str) -> Callable[[Callable[[Study], Counted]], Callable[[Study], Counted]]:
    """Keep what a function lays beside the events, or the mentions, of a study as `kept_count` does."""
    return lambda make: wraps(make)(lambda study: kept_count(study, "columns", name, lambda: make(study)))


@kept_with_owner
def all_counts(study: Study) -> Counts:
    """Give everything that was counted of a study so far."""
    known = _of_index(study.events)
    if known and all(own is one for own, one in zip(_sides(study), known["sides"], strict=True)):
        return {what: dict(counts) for what, counts in known["counts"].items()}
    return {}


def know_counts(study: Study, counts: Counts) -> None:
    """Let a study, and others that differ from it in attributes alone, know what was counted before."""
    _of_index(study.events).update(sides=_sides(study), counts=counts)
    columns, (sentences, predicted) = counts.get("columns", {}), held_with_events(study.events)
    sentences[:] = [columns["sentences"]] if "sentences" in columns else sentences
    predicted[:] = [columns["predicted"]] if "predicted" in columns else predicted


@kept_with_owner
def _of_index(events: EventTable) -> dict[str, Any]:
    return {}


def _sides(study: Study) -> tuple[object, ...]:
    return study.reference, study.predictions, study.training, study.matching
