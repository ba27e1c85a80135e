"""Masks equal a plain evaluation of one event after the other."""

import re
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.decisions.sampling import sample_numbers
from nerinspect.events.segment_events import KINDS, SHAPES, Side
from nerinspect.events.study import Study
from nerinspect.query.fields.relations import RELATION_FIELDS
from nerinspect.query.fields.table import FIELDS
from nerinspect.query.filters import All, AnyOf, Everything, Filter, Not, Term, all_of
from nerinspect.query.language.values import Interval, Pattern, Phrase, Value
from nerinspect.query.rates import MentionBase
from nerinspect.query.selection import Selection
from nerinspect.systems.schemes import SCHEMES
from tests.examples import examples
from tests.query.plain_attributes import (
    ATTRIBUTE_FIELDS,
    keyed_buckets,
    member_keys,
    mention_fits,
    number_fits,
)
from tests.query.plain_outcomes import OUTCOME_FIELDS, is_outcome, judge_of, spurious_fits
from tests.query.plain_pairs import units_of
from tests.query.plain_schemes import events_by
from tests.query.plain_subsets import is_trained, subsets_of

NAMED_FIELDS = ("attr", "refattr", "predattr", "bucket", "refbucket", "predbucket", "correctbucket")
DECISION_FIELDS = ("verdict", "correction", "cause", "flag", "note")


def mentions_of(study: Study, event: int, side: str) -> list[tuple[int, int, str]]:
    mentions = study.reference.mentions if side == "ref" else study.predicted
    first, last = (getattr(study.events, f"{side}_{end}")[event] for end in ("from", "to"))
    return [
        (int(mentions.start[i]), int(mentions.end[i]), study.types[mentions.type_codes[i]])
        for i in getattr(study.events, f"{side}_members")[first:last]
    ]


def types_fit(study: Study, event: int, sides: list[str], value: Value) -> bool:
    found = [mentions_of(study, event, side) for side in sides]
    if value is None:
        return any(not mentions for mentions in found)
    return any(name == value for mentions in found for _, _, name in mentions)


def numbered(study: Study, event: int, side: str) -> list[tuple[Side, int, int]]:
    """List the mentions of an event on a side: the side, the prediction and the number of each."""
    full: Side = "reference" if side == "ref" else "predicted"
    prediction = int(study.events.prediction[event])
    return [(full, prediction, number) for number in study.events.mentions_of(event, full).tolist()]


def attribute_fits(study: Study, event: int, field: str, value: Value) -> bool:
    reference, predicted = (numbered(study, event, side) for side in ("ref", "pred"))
    sides = {"ref": reference, "pre": predicted, "buc": reference + predicted, "cor": predicted}
    looked_at = sides.get(field[:3], reference or predicted)
    return any(mention_fits(study, mention, field, value) for mention in looked_at)


def numbers_of(study: Study, event: int, field: str) -> list[float | None]:
    start = int(study.events.start[event])
    sentence = int(study.text.sentence_of(np.array([start]))[0])
    return [
        {
            "run": study.predictions[study.events.prediction[event]].run,
            "doc": int(study.text.document[sentence]),
            "sent": sentence + 1,
            "line": study.text.line_of(start),
        }[field]
    ]


def is_repaired(study: Study, event: int) -> bool:
    annotations = [study.reference, study.predictions[study.events.prediction[event]].annotation]
    start, end = study.events.start[event], study.events.end[event]
    return any(start <= place < end for annotation in annotations for place in annotation.repair.position)


def is_nested(study: Study, event: int) -> bool:
    bounds, sentence = study.text.sentence_start, study.event_sentence[event]
    for mentions in (study.reference.mentions, study.predictions[study.events.prediction[event]].mentions):
        tokens = [
            token
            for start, end in zip(mentions.start, mentions.end, strict=True)
            for token in range(start, end)
            if bounds[sentence] <= token < bounds[sentence + 1]
        ]
        if len(set(tokens)) < len(tokens):
            return True
    return False


def subset_fits(study: Study, event: int, field: str, value: Value) -> bool:
    reference, predicted = (mentions_of(study, event, side) for side in ("ref", "pred"))
    looked_at = {"reftough": reference, "predtough": predicted}.get(field, reference or predicted)
    wanted = {"yes": "seen", "no": "unseen-any"}[str(value)] if field == "seen" else value
    return any(wanted in subsets_of(study, *mention) for mention in looked_at)


def outcome_fits(study: Study, event: int, field: str, value: Value) -> bool:
    """Ask of each reference mention of an event; a spurious event has none, but may have an equal one."""
    numbers = [number for _, _, number in numbered(study, event, "ref")]
    if not numbers and field in ("same", "differs"):
        return judge_of(study, value) is not None and spurious_fits(study, event, field, value)
    return any(is_outcome(study, event, number, field, value) for number in numbers)


def scheme_fits(study: Study, event: int, value: str) -> bool:
    name, _, among = value.partition(" among ")
    scheme, _, count = name.partition("-")
    terms = {"": (), "type:LOC": (Term("type", ("LOC",)),), "elen:1": (Term("elen", (1,)),)}[among]
    by_name = {scheme.name: scheme for scheme in SCHEMES}
    base = MentionBase.of(Selection(terms))
    return event in events_by(study, int(study.events.prediction[event]), by_name[scheme], count, base)


def read_at(study: Study, event: int) -> dict[int, tuple[int, int, str] | None]:
    """Say what the accepted correction of an event reads at each token; nothing without one."""
    decision = study.decisions[event]
    if decision.correction is None or decision.verdict not in ("reference-wrong", "both-wrong"):
        return {}
    zero = int(study.text.sentence_start[study.event_sentence[event]])
    spans = [(zero + start, zero + end, name) for start, end, name in decision.correction]
    tokens = range(int(study.events.start[event]), int(study.events.end[event]))
    return {token: next((one for one in spans if one[0] <= token < one[1]), None) for token in tokens}


def is_contradicted(study: Study, event: int) -> bool:
    own = read_at(study, event)
    others = [read_at(study, other) for other in study.decisions]
    return any(own[token] != other[token] for other in others for token in {*own} & {*other})


def decision_fits(study: Study, event: int, field: str, value: Value) -> bool:
    decision = study.decisions[event]
    if field == "verdict":
        return decision.verdict == (value or "")
    if field == "correction":
        is_given = decision.correction is not None
        accepted = is_given and decision.verdict in ("reference-wrong", "both-wrong")
        fits = {"yes": is_given, "no": not is_given, "accepted": accepted}
        return is_contradicted(study, event) if value == "conflict" else fits[str(value)]
    if field == "cause":
        return value in decision.causes
    if field == "flag":
        return decision.flag == (value == "yes")
    if isinstance(value, Phrase):
        return value.text.lower() in decision.note.lower()
    assert isinstance(value, Pattern)
    return value.compiled.search(decision.note) is not None


def value_fits(study: Study, event: int, field: str, value: Value) -> bool:
    events = study.events
    if field in ("kind", "shape"):
        return value == {"kind": KINDS[int(events.kind[event])], "shape": SHAPES[events.shape[event]]}[field]
    if field == "pair":
        return value in units_of(study, event)
    if field == "scheme":
        return scheme_fits(study, event, str(value))
    if field in ("type", "ref", "pred"):
        return types_fit(study, event, ["ref", "pred"] if field == "type" else [field], value)
    if field in DECISION_FIELDS:
        return decision_fits(study, event, field, value)
    if field == "sample":
        seed, share = str(value).split("<=")
        return bool(sample_numbers(study, int(seed))[event] <= float(share))
    if field == "system":
        return study.predictions[int(events.prediction[event])].system == value
    if field == "repaired":
        return is_repaired(study, event) == (value == "yes")
    if field == "nested":
        return is_nested(study, event) == (value == "yes")
    if field in (*ATTRIBUTE_FIELDS, *NAMED_FIELDS):
        return attribute_fits(study, event, field, value)
    if field in ("tough", "seen", "reftough", "predtough"):
        return subset_fits(study, event, field, value)
    if field in OUTCOME_FIELDS:
        return outcome_fits(study, event, field, value)
    if field == "trained":
        return is_trained(study, int(study.event_sentence[event])) is {"yes": True, "no": False}[str(value)]
    if field == "surface":
        spans = mentions_of(study, event, "ref") + mentions_of(study, event, "pred")
        return any(" ".join(study.text.token(i) for i in range(start, end)) == value for start, end, _ in spans)
    if field == "text":
        line = " ".join(study.text.tokens_of(int(study.event_sentence[event])))
        if isinstance(value, Phrase):
            return value.text.casefold() in line.casefold()
        assert isinstance(value, Pattern)
        return re.search(value.regex, line, re.IGNORECASE if value.ignores_case else 0) is not None
    return any(number_fits(number, value) for number in numbers_of(study, event, field))


BINDING = {
    "ref": ["reftough", "refbucket", "refattr"],
    "pred": ["predtough", "predbucket", "predattr", "correctbucket"],
}


def said_of(side: str, filters: Sequence[Filter]) -> list[Term]:
    """List what must be true of one and the same mention of a side."""
    terms = [part for part in filters if isinstance(part, Term)]
    spoken_of = list(OUTCOME_FIELDS) if side == "ref" else []
    if any(term.field in BINDING[side] for term in terms):
        spoken_of += [side, *BINDING[side]]
    return [term for term in terms if term.field in spoken_of]


def is_true_of(study: Study, event: int, number: tuple[Side, int, int], side: str, term: Term) -> bool:
    mentions = study.mentions_on(number[0])
    start, end = int(mentions.start[number[2]]), int(mentions.end[number[2]])
    mention = start, end, study.types[mentions.type_codes[number[2]]]
    if term.field == side:
        return mention[2] in term.values
    if term.field == f"{side}tough":
        return bool(subsets_of(study, *mention) & set(map(str, term.values)))
    if term.field in BINDING[side]:
        return any(mention_fits(study, number, term.field, value) for value in term.values)
    return any(is_outcome(study, event, number[2], term.field, value) for value in term.values)


def one_mention_fits(study: Study, event: int, side: str, filters: Sequence[Filter]) -> bool:
    """Look for a mention of which all is true that is said of mentions of a side, if it must be one and the same."""
    said = said_of(side, filters)
    numbers = numbered(study, event, side)
    if not numbers and said and all(term.field in ("same", "differs") for term in said):
        return True  # each is asked of the spurious event by itself
    return not said or any(all(is_true_of(study, event, number, side, term) for term in said) for number in numbers)


def found_fits(study: Study, event: int, filters: Sequence[Filter]) -> bool:
    """Look for a predicted mention with members of buckets that are found in a reference mention that is spoken of."""
    references, predicted = said_of("ref", filters), said_of("pred", filters)
    prediction = int(study.events.prediction[event])
    spoken_of = [
        number
        for number in range(len(study.reference.mentions))
        if all(is_true_of(study, event, ("reference", prediction, number), "ref", term) for term in references)
    ]

    def holds(number: int, value: Value) -> bool:
        known = {key for one in spoken_of for key in member_keys(study, value, "reference", prediction, one)}
        members = keyed_buckets(study, str(value), "predicted", prediction, number)
        return any(text == value and key in known for key, text in members)

    return any(
        all(
            any(holds(number[2], value) for value in term.values)
            if term.field == "correctbucket"
            else is_true_of(study, event, number, "pred", term)
            for term in predicted
        )
        for number in numbered(study, event, "pred")
    )


def all_fit(study: Study, event: int, filters: Sequence[Filter]) -> bool:
    terms = [part.field for part in filters if isinstance(part, Term)]
    if "correctbucket" in terms and any(field in BINDING["ref"] for field in terms):
        judged = [*said_of("ref", filters), *said_of("pred", filters)]
        others = [part for part in filters if part not in judged]
        return found_fits(study, event, filters) and all(fits(study, event, part) for part in others)
    sides = ("ref", "pred")
    alone = all(fits(study, event, part) for part in filters)
    return alone and all(one_mention_fits(study, event, side, filters) for side in sides)


def fits(study: Study, event: int, query: Filter) -> bool:
    match query:
        case Everything():
            return True
        case Not(inner):
            return not fits(study, event, inner)
        case All(filters):
            return all_fit(study, event, filters)
        case AnyOf(filters):
            return any(fits(study, event, part) for part in filters)
        case Term(field, values):
            return any(value_fits(study, event, field, value) for value in values)
    raise AssertionError


def plain_mask(study: Study, query: Filter) -> list[bool]:
    return [fits(study, event, query) for event in range(len(study.events))]


@pytest.mark.parametrize("field", sorted({*FIELDS} - {field.name for field in RELATION_FIELDS}))
def test_a_term_equals_the_plain_evaluation(
    random_studies: st.SearchStrategy[Study], random_values: dict[str, st.SearchStrategy[Value]], field: str
) -> None:
    @settings(max_examples=examples(40))
    @given(random_studies, st.lists(random_values[field], min_size=1, max_size=3))
    def check(study: Study, values: list[Value]) -> None:
        term = Term(field, tuple(values))
        assert term.mask(study).tolist() == plain_mask(study, term)

    check()


def test_any_filter_equals_the_plain_evaluation(
    random_studies: st.SearchStrategy[Study], random_filters: st.SearchStrategy[Filter]
) -> None:
    @settings(max_examples=examples(100))
    @given(random_studies, random_filters)
    def check(study: Study, query: Filter) -> None:
        assert query.mask(study).tolist() == plain_mask(study, query)

    check()


@pytest.mark.parametrize("side", ["ref", "pred"])
def test_terms_about_one_mention_equal_the_plain_evaluation(
    random_trained_studies: st.SearchStrategy[Study], random_values: dict[str, st.SearchStrategy[Value]], side: str
) -> None:
    fields = [side, f"{side}tough", "pred" if side == "ref" else "ref", *OUTCOME_FIELDS]
    term = st.sampled_from(fields).flatmap(
        lambda field: st.builds(Term, st.just(field), st.tuples(random_values[field]))
    )

    @settings(max_examples=examples(150))
    @given(random_trained_studies, st.lists(term, min_size=2, max_size=4))
    def check(study: Study, terms: list[Term]) -> None:
        query = all_of(Term(f"{side}tough", ("all",)), *terms)
        assert query.mask(study).tolist() == plain_mask(study, query)

    check()


def test_a_mask_is_right_among_the_events_that_matter(
    random_studies: st.SearchStrategy[Study], random_filters: st.SearchStrategy[Filter]
) -> None:
    @settings(max_examples=examples(40))
    @given(random_studies, random_filters, random_filters)
    def check(study: Study, query: Filter, other: Filter) -> None:
        among = other.mask(study)
        assert query.mask(study, among)[among].tolist() == query.mask(study)[among].tolist()

    check()


@given(data=st.data())
def test_many_numbers_are_looked_up_as_few_are(data: st.DataObject, random_studies: st.SearchStrategy[Study]) -> None:
    study = data.draw(random_studies)
    field = data.draw(st.sampled_from(("doc", "sent", "line", "slen", "eden")))
    number = st.integers(0, 30) if field != "eden" else st.floats(0, 1)
    ranges = st.tuples(number, number).map(lambda ends: Interval(min(ends), max(ends)))
    above = st.builds(Interval, low=number, low_open=st.booleans())
    below = st.builds(Interval, high=number, high_open=st.booleans())
    values: list[Value] = data.draw(st.lists(number | ranges | above | below, min_size=60, max_size=80))
    few = np.logical_or.reduce([FIELDS[field].mask(study, (value,)) for value in values])
    assert np.array_equal(FIELDS[field].mask(study, tuple(values)), few)


def test_what_is_found_in_a_mention_equals_the_plain_evaluation(
    random_studies: st.SearchStrategy[Study], random_values: dict[str, st.SearchStrategy[Value]]
) -> None:
    """Terms of both sides beside `correctbucket:` speak of the two mentions that share what is found."""

    def terms(*fields: str) -> st.SearchStrategy[Term]:
        return st.sampled_from(fields).flatmap(
            lambda field: random_values[field].map(lambda value: Term(field, (value,)))
        )

    @settings(max_examples=examples(100))
    @given(
        random_studies,
        terms("correctbucket"),
        terms("reftough", "refattr", "refbucket"),
        st.lists(terms("ref", "pred", "predattr", "predtough"), max_size=2),
    )
    def check(study: Study, found: Term, reference: Term, others: list[Term]) -> None:
        query = all_of(found, reference, *others)
        assert query.mask(study).tolist() == plain_mask(study, query)

    check()


def test_outcomes_at_one_mention_equal_the_plain_evaluation(
    random_studies: st.SearchStrategy[Study], random_values: dict[str, st.SearchStrategy[Value]]
) -> None:
    term = st.sampled_from(OUTCOME_FIELDS).flatmap(
        lambda field: st.builds(Term, st.just(field), st.lists(random_values[field], min_size=1, max_size=2).map(tuple))
    )

    @settings(max_examples=examples(150))
    @given(random_studies, st.lists(term, min_size=2, max_size=4))
    def check(study: Study, terms: list[Term]) -> None:
        query = all_of(*terms)
        assert query.mask(study).tolist() == plain_mask(study, query)

    check()
