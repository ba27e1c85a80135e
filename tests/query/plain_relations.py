"""Relations asked one by one, in the words of `relation_filter`."""

from collections.abc import Iterator
from dataclasses import dataclass

from nerinspect.events.relation_events import RELATION_KINDS, relation_events, relation_types, relations_on
from nerinspect.events.segment_events import SIDES, Side
from nerinspect.events.study import Study
from nerinspect.query.filters import All, AnyOf, Everything, Filter, Not, Term
from nerinspect.query.language.values import Phrase, Value
from nerinspect.training.known_relations import RELATION_PARTS, has_relation_parts, relation_parts
from tests.query.plain_attributes import number_fits

DECIDED_FIELDS = ("verdict", "cause", "flag", "note")
OWN_FIELDS = ("relkind", "rel", "refrel", "predrel", "part", "refpart", "predpart", "adist")


def meetings_of(study: Study) -> list[tuple[int, int]]:
    """List each relation event with each mention event that holds an argument of it."""
    events = relation_events(study)
    found = set()
    for relation in range(len(events)):
        for side, mention in _arguments(study, relation):
            for event in range(len(study.events)):
                is_own = study.events.prediction[event] == events.prediction[relation]
                if is_own and mention in study.events.mentions_of(event, side):
                    found.add((relation, event))
    return sorted(found)


def plain_relation_mask(study: Study, query: Filter) -> list[bool]:
    """Keep relation events; these say what was decided about them."""
    asked = _ByRelation(study)
    kept = {relation for relation, event in meetings_of(study) if _holds(asked, query, relation, event)}
    return [relation in kept for relation in range(len(relation_events(study)))]


def plain_event_mask(study: Study, query: Filter) -> list[bool]:
    asked = _ByMention(study)
    kept = {event for relation, event in meetings_of(study) if _holds(asked, query, relation, event)}
    return [event in kept or _holds(asked, query, None, event) for event in range(len(study.events))]


@dataclass(frozen=True)
class _ByMention:
    """What people decided is asked of the mention event."""

    study: Study

    def decided(self, term: Term, _relation: int | None, event: int) -> bool:
        return bool(term.mask(self.study)[event])


class _ByRelation(_ByMention):
    """What people decided is asked of the relation event."""

    def decided(self, term: Term, relation: int | None, _event: int) -> bool:
        assert relation is not None
        decision = self.study.relation_decisions[relation]
        said: dict[str, set[str | None]] = {
            "verdict": {decision.verdict or None},
            "cause": {*decision.causes},
            "flag": {"yes" if decision.flag else "no"},
        }
        if term.field == "note":
            return any(isinstance(one, Phrase) and one.text in decision.note for one in term.values)
        return not said[term.field].isdisjoint(term.values)


def _holds(asked: _ByMention, query: Filter, relation: int | None, event: int, is_negated: bool = False) -> bool:
    match query:
        case Everything():
            return not is_negated
        case Not(inner):
            return _holds(asked, inner, relation, event, not is_negated)
        case All(filters) | AnyOf(filters):
            answers = [_holds(asked, part, relation, event, is_negated) for part in filters]
            return all(answers) if isinstance(query, All) != is_negated else any(answers)
        case Term(field, values) if field in OWN_FIELDS:
            return (
                relation is not None and any(_fits(asked.study, relation, field, one) for one in values) != is_negated
            )
        case Term(field) if field in DECIDED_FIELDS:
            return asked.decided(query, relation, event) != is_negated
        case Term():
            return bool(query.mask(asked.study)[event]) != is_negated
    raise AssertionError


def _fits(study: Study, relation: int, field: str, value: Value) -> bool:
    events = relation_events(study)
    numbers = {side: int(events.relations(side)[relation]) for side in SIDES}
    main: Side = "reference" if numbers["reference"] >= 0 else "predicted"
    match field:
        case "relkind":
            return RELATION_KINDS[int(events.kind[relation])] == value
        case "part":
            known = has_relation_parts(study)
            return known and RELATION_PARTS[relation_parts(study, main)[numbers[main]]] == value
        case "refpart" | "predpart":
            side: Side = "reference" if field == "refpart" else "predicted"
            known = has_relation_parts(study) and numbers[side] >= 0
            return known and RELATION_PARTS[relation_parts(study, side)[numbers[side]]] == value
        case "adist":
            return number_fits(_distance(study, main, numbers[main]), value)
    looked_at = {"refrel": SIDES[:1], "predrel": SIDES[1:]}.get(field, SIDES)
    return any(_type(study, side, numbers[side]) == value for side in looked_at)


def _type(study: Study, side: Side, relation: int) -> str | None:
    return relation_types(study)[relations_on(study, side).type_codes[relation]] if relation >= 0 else None


def _distance(study: Study, side: Side, relation: int) -> int:
    columns, mentions = relations_on(study, side), study.mentions_on(side)
    head, tail = (
        {*range(int(mentions.start[number]), int(mentions.end[number]))}
        for number in (columns.head[relation], columns.tail[relation])
    )
    return len({*range(min(head | tail), max(head | tail) + 1)} - head - tail) if not head & tail else 0


def _arguments(study: Study, relation: int) -> Iterator[tuple[Side, int]]:
    for side in SIDES:
        number = int(relation_events(study).relations(side)[relation])
        if number >= 0:
            columns = relations_on(study, side)
            yield side, int(columns.head[number])
            yield side, int(columns.tail[number])
