"""Find what a review knows again in a study: events of mentions and of relations."""

from collections.abc import Sequence
from typing import NamedTuple

from nerinspect.analysis.decisions import Decision
from nerinspect.analysis.study import Study
from nerinspect.review.attaching import attached, found_events
from nerinspect.review.store import ReviewFile
from nerinspect.review.stored_event import StoredEvent
from nerinspect.review.stored_row import StoredDecision


class Found(NamedTuple):
    """The decisions of a review, where their events are in a study.

    Attributes
    ----------
    decisions : dict of int to Decision
        By number of the event.
    relation_decisions : dict of int to Decision
        By number of the relation event, as the study matches relations now.
    lost : list of StoredDecision
        Those whose event is no longer there, in the order of the text.
    """

    decisions: dict[int, Decision]
    relation_decisions: dict[int, Decision]
    lost: list[StoredDecision]

    def fill(self, study: Study) -> None:
        """Put them in the place of all that is decided in a study."""
        study.decisions.fill(self.decisions)
        study.relation_decisions.fill(self.relation_decisions)


def found_decisions(study: Study, file: ReviewFile) -> Found:
    """Find the events that the decisions of a file are about; `file.same` says where they stand as they stood."""
    stored = file.decisions()
    of_relations = [one for one in stored if one.event.is_of_relations]
    decisions, lost = attached(study, [one for one in stored if not one.event.is_of_relations], file.same)
    if not of_relations:
        return Found(decisions, {}, lost)
    from nerinspect.review.relation_events import attached_relations  # few reviews are about relations

    relation_decisions, lost_relations = attached_relations(study, file, of_relations)
    gone = {one.event.event for one in (*lost, *lost_relations)}
    return Found(decisions, relation_decisions, [one for one in stored if one.event.event in gone])


def found_numbers(study: Study, stored: Sequence[StoredEvent]) -> dict[str, int]:
    """Give the numbers of events by their ids, those of relation events among these; none for what is not there."""
    of_mentions = [one for one in stored if not one.is_of_relations]
    found = zip(of_mentions, found_events(study, of_mentions), strict=True)
    numbers = {one.event: number for one, number in found}
    if of_relations := [one for one in stored if one.is_of_relations]:
        from nerinspect.review.relation_events import found_relation_events  # few reviews are about relations

        numbers |= {
            one.event: number
            for one, number in zip(of_relations, found_relation_events(study, of_relations), strict=True)
        }
    return {event: number for event, number in numbers.items() if number >= 0}
