"""What is done with the decisions of a review, now or behind the window, each in one call."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from nerinspect.analysis.decisions import BothNumbers, Decision, RelationNumbers
from nerinspect.analysis.study import Study
from nerinspect.progress import Checkpoint

if TYPE_CHECKING:
    from nerinspect.review.deciding import Deciding
    from nerinspect.review.finding import Found
    from nerinspect.review.store import ReviewFile
    from nerinspect.review.stored_event import StoredEvent

Change: TypeAlias = Callable[[Decision], Decision]
"""What becomes of a decision."""

FoundEvents: TypeAlias = "tuple[Study, Found, Mapping[str, int]]"
"""A study, what was decided about its events, and the numbers of events that steps speak of."""


def changed(
    deciding: "Deciding", study: Study, changes: Mapping[int, Change], words: str, checkpoint: Checkpoint
) -> list[int]:
    """Change what was decided about events of a study, which may have been replaced meanwhile."""
    checkpoint(0, len(changes) + 1)
    new = _new(deciding, study, changes)
    deciding.decide(new, words, checkpoint)
    return list(new)


def relations_changed(
    deciding: "Deciding", study: Study, changes: Mapping[int, Change], words: str, checkpoint: Checkpoint
) -> list[int]:
    """Change what was decided about relation events of a study, which may have been replaced meanwhile."""
    checkpoint(0, len(changes) + 1)
    new = _new_of_relations(deciding, study, changes)
    deciding.decide_relations(new, words, checkpoint)
    return RelationNumbers(new)


def both_changed(
    of_relations: Mapping[int, Change],
    deciding: "Deciding",
    study: Study,
    changes: Mapping[int, Change],
    words: str,
    checkpoint: Checkpoint,
) -> list[int]:
    """Change what was decided about events of both sorts."""
    checkpoint(0, len(changes) + len(of_relations) + 1)
    new, of_relations_new = _new(deciding, study, changes), _new_of_relations(deciding, study, of_relations)
    deciding.decide_both(new, of_relations_new, words, checkpoint)
    return BothNumbers(new, RelationNumbers(of_relations_new))


def _new(deciding: "Deciding", study: Study, changes: Mapping[int, Change]) -> dict[int, Decision]:
    """Make new decisions of changes, by event numbers of the study as it is now."""
    if deciding.study.events is not study.events:
        from nerinspect.review.attaching import found_events
        from nerinspect.review.stored_event import stored_events

        found = found_events(deciding.study, list(stored_events(study, changes)))
        changes = {event: one for event, one in zip(found, changes.values(), strict=True) if event >= 0}
    known = deciding.study.decisions
    return {event: change(known[event]) for event, change in changes.items()}


def _new_of_relations(deciding: "Deciding", study: Study, changes: Mapping[int, Change]) -> dict[int, Decision]:
    """Make new decisions about relation events likewise."""
    if deciding.study is not study:
        from nerinspect.review.finding import found_numbers
        from nerinspect.review.relation_events import stored_relation_events

        stored = list(stored_relation_events(study, changes))
        numbers = found_numbers(deciding.study, stored)
        named = zip(stored, changes.values(), strict=True)
        changes = {numbers[one.event]: change for one, change in named if one.event in numbers}
    known = deciding.study.relation_decisions
    return {event: change(known[event]) for event, change in changes.items()}


def undone(deciding: "Deciding", words: str, checkpoint: Checkpoint) -> list[int]:
    """Take a step back, unless it was never taken."""
    return deciding.undo(checkpoint) if deciding.undo_words == words else []


def redone(deciding: "Deciding", words: str, checkpoint: Checkpoint) -> list[int]:
    """Do a step again, unless it was never taken back."""
    return deciding.redo(checkpoint) if deciding.redo_words == words else []


def sign_with(deciding: "Deciding", who: str, _checkpoint: Checkpoint) -> list[int]:
    """Let decisions name somebody from now on."""
    deciding.sign(who)
    return []


def written_anew(deciding: "Deciding", path: str, _checkpoint: Checkpoint) -> list[int]:
    """Go on in a new file that holds all that was decided."""
    deciding.write_anew(path)
    return []


def awaited_annotator(file: "ReviewFile", study: Study) -> str:
    """Name the annotator whose annotation is corrected, if another one is A; empty otherwise."""
    if not study.is_of_annotators:
        return ""
    from nerinspect.review.opening import corrected_annotator

    corrected = corrected_annotator(file)
    return "" if corrected == study.annotator else corrected


def found_in(study: Study, file: "ReviewFile", events: "list[StoredEvent]", checkpoint: Checkpoint) -> FoundEvents:
    """Look for the events of decisions; what ids are made with is ready for the first decision then."""
    from nerinspect.results.event_ids import event_ids
    from nerinspect.review.finding import found_decisions, found_numbers
    from nerinspect.review.sameness import same_predictions

    checkpoint(0, 1)
    event_ids(study)
    file.same = same_predictions(file, study)
    return study, found_decisions(study, file), found_numbers(study, events)
