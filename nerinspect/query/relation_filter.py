"""One filter for mentions and relations: it is asked wherever a relation event and a mention event meet."""

import numpy as np

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.query.fields import FIELDS
from nerinspect.query.fields.decisions import DecisionField
from nerinspect.query.fields.relations import RelationField
from nerinspect.query.filters import All, AnyOf, Filter, Not, Term, all_of, any_of


def relation_mask(study: Study, query: Filter) -> BoolArray:
    """Tell which relation events meet a filter.

    Parameters
    ----------
    study : Study
        With the events of all predictions.
    query : Filter
        About mentions, relations or both.

    Returns
    -------
    ndarray of bool, shape (n_relation_events,)
        A new array.
    """
    from nerinspect.analysis.relation_events import relation_events  # most studies have no relations
    from nerinspect.query.relation_meetings import relation_meetings

    meetings = relation_meetings(study)
    found = np.zeros(len(relation_events(study)), dtype=bool)
    found[meetings.relation[_Places(study, meetings.relation, meetings.event, is_decided=True).met(query)]] = True
    return found


def events_meeting(study: Study, query: Filter, among: BoolArray | None = None) -> BoolArray:
    """Tell which mention events meet a filter that asks about relations too.

    Parameters
    ----------
    study : Study
        With the events of all predictions.
    query : Filter
        About relations, or mentions and relations.
    among : ndarray of bool, shape (n_events,), optional
        The events that matter; the answer for any other means nothing. All, if left out.

    Returns
    -------
    ndarray of bool, shape (n_events,)
        A new array.
    """
    from nerinspect.query.relation_meetings import relation_meetings  # most studies have no relations

    meetings = relation_meetings(study)
    matters = np.ones(len(study.events), dtype=bool) if among is None else among
    own, alone = np.flatnonzero(matters[meetings.event]), np.flatnonzero(matters)
    relation = np.concatenate([meetings.relation[own], np.full(len(alone), _NO_RELATION)])
    event = np.concatenate([meetings.event[own], alone])
    found = np.zeros(len(study.events), dtype=bool)
    found[event[_Places(study, relation, event).met(query)]] = True
    return found


_NO_RELATION = -1


class _Places:
    """Meetings, and mention events alone, at which a filter is asked.

    With `is_decided`, relation events are asked what was decided about them.

    A filter holds or fails at a *meeting*, a relation event together with the mention event of one of its arguments:
    terms about mentions look at the mention event, terms about relations at the relation event, and minus, OR and
    parentheses combine what they find there.

    - A relation event is kept if the filter holds at one of its meetings. So terms about mentions that stand together
      are asked of one and the same argument, and `-type:PER` keeps a relation with an argument that is no person.
    - What people decided is asked of the event that is kept or not: `verdict:`, `cause:`, `flag:` and `note:` ask of a
      relation event what was decided about itself, not about its arguments.
    - A mention event is kept if the filter holds at one of its meetings, so terms about relations that stand together
      are asked of one and the same relation event; or if the filter holds for the event alone. There no term about
      relations is met, with a minus or without: `-relkind:correct` keeps the mentions of relations that went wrong, not
      those that have no relation.
    """

    def __init__(self, study: Study, relation: AnyIntArray, event: AnyIntArray, is_decided: bool = False) -> None:
        self._study, self._relation, self._event = study, relation, event
        self._is_decided = is_decided

    def met(self, query: Filter, left: BoolArray | None = None, is_negated: bool = False) -> BoolArray:
        """Tell where a filter holds, or where its opposite does.

        Parameters
        ----------
        query : Filter
            What is asked.
        left : ndarray of bool, shape (n_places,), optional
            The places that matter; the answer for any other means nothing.
        is_negated : bool
            Whether the opposite is asked.

        Returns
        -------
        ndarray of bool, shape (n_places,)
            A new array.
        """
        if isinstance(query, Not):
            return self.met(query.inner, left, not is_negated)
        if not self._asks_of_relations(query):
            at_event = query.mask(self._study, self._looked_at(query, left))[self._event]
            return ~at_event if is_negated else at_event
        if isinstance(query, Term):
            return self._relation_met(query, is_negated)
        assert isinstance(query, All | AnyOf), "all other filters hold no filters"
        wants_all = isinstance(query, All) != is_negated
        found = np.full(len(self._event), wants_all)
        for part in self._judged_together(query):
            is_open = found if wants_all else ~found
            is_open = is_open if left is None else is_open & left
            answer = self.met(part, is_open, is_negated)
            found = found & answer if wants_all else found | (answer & is_open)
        return found

    def _relation_met(self, term: Term, is_negated: bool) -> BoolArray:
        field = FIELDS[term.field]
        assert isinstance(field, RelationField | DecisionField), "a term that asks of relations"
        mask = field.relation_mask(self._study, term.values)
        met: BoolArray = np.append(~mask if is_negated else mask, False)[self._relation]  # the last where there is none
        return met

    def _looked_at(self, query: Filter, left: BoolArray | None) -> BoolArray | None:
        """Mark the events that matter to a filter that is better asked of few."""
        if not query.is_costly:
            return None
        looked_at = np.zeros(len(self._study.events), dtype=bool)
        looked_at[self._event if left is None else self._event[left]] = True
        return looked_at

    def _asks_of_relations(self, query: Filter) -> bool:
        """Tell whether a filter asks of the relation events, too."""
        is_decision = any(isinstance(FIELDS[name], DecisionField) for name in query.fields)
        return query.asks_of_relations or (self._is_decided and is_decision)

    def _judged_together(self, query: All | AnyOf) -> list[Filter]:
        """Take the parts about mentions as one, which may speak of one and the same mention; costly ones last."""
        of_relations = [part for part in query.filters if self._asks_of_relations(part)]
        of_mentions = [part for part in query.filters if not self._asks_of_relations(part)]
        combined = (all_of if isinstance(query, All) else any_of)(*of_mentions)
        return sorted([*of_relations, *([combined] if of_mentions else [])], key=lambda part: part.is_costly)
