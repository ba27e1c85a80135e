"""Relations asked one by one, in the words of `relation_filter`."""

from collections.abc import Iterator

from nerinspect.analysis.events import SIDES, Side
from nerinspect.analysis.relation_columns import relation_types, relations_on
from nerinspect.analysis.relation_events import relation_events
from nerinspect.analysis.relation_pairing import RELATION_KINDS
from nerinspect.analysis.relation_parts import RELATION_PARTS, has_relation_parts, relation_parts
from nerinspect.analysis.study import Study
from nerinspect.query.filters import All, AnyOf, Everything, Filter, Not, Term
from nerinspect.query.values import Value
from tests.query.plain_attributes import number_fits

OWN_FIELDS = ("relkind", "rel", "refrel", "predrel", "part", "adist")


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
    kept = {relation for relation, event in meetings_of(study) if _holds(study, query, relation, event)}
    return [relation in kept for relation in range(len(relation_events(study)))]


def plain_event_mask(study: Study, query: Filter) -> list[bool]:
    kept = {event for relation, event in meetings_of(study) if _holds(study, query, relation, event)}
    return [event in kept or _holds(study, query, None, event) for event in range(len(study.events))]


def _holds(study: Study, query: Filter, relation: int | None, event: int, is_negated: bool = False) -> bool:
    match query:
        case Everything():
            return not is_negated
        case Not(inner):
            return _holds(study, inner, relation, event, not is_negated)
        case All(filters) | AnyOf(filters):
            answers = [_holds(study, part, relation, event, is_negated) for part in filters]
            return all(answers) if isinstance(query, All) != is_negated else any(answers)
        case Term(field, values) if field in OWN_FIELDS:
            return relation is not None and any(_fits(study, relation, field, one) for one in values) != is_negated
        case Term():
            return bool(query.mask(study)[event]) != is_negated
    raise AssertionError


def _fits(study: Study, relation: int, field: str, value: Value) -> bool:
    events = relation_events(study)
    numbers = {side: int(events.relations(side)[relation]) for side in SIDES}
    main: Side = "reference" if numbers["reference"] >= 0 else "predicted"
    match field:
        case "relkind":
            return RELATION_KINDS[events.kind[relation]] == value
        case "part":
            known = has_relation_parts(study)
            return known and RELATION_PARTS[relation_parts(study, main)[numbers[main]]] == value
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
