"""A door opens exactly the events that hold a mention its number counts, whatever the filter."""

from collections.abc import Callable

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from nerinspect.corpus.arrays import BoolArray
from nerinspect.events.segment_events import KINDS, SIDES, TP, Side
from nerinspect.events.study import Study
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.query.language.parser import parse_query, query_text
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import MentionBase, doors_to
from nerinspect.query.selection import Selection
from nerinspect.training.tough import SUBSETS
from tests.examples import examples
from tests.query.conftest import FILTERS, TYPES, VALUES, studies
from tests.query.plain_attributes import meets

TYPED = st.lists(st.sampled_from(TYPES), min_size=1, max_size=2, unique=True)
BOUND = st.builds(
    lambda others, names, subset, asked: all_of(others, Term("type", tuple(names)), Term("tough", (subset,)), *asked),
    FILTERS,
    TYPED,
    st.sampled_from(SUBSETS),
    st.sampled_from(["bucket", "attr", "elen", "tcon"]).flatmap(
        lambda field: st.lists(VALUES[field].map(lambda value: Term(field, (value,))), max_size=2)
    ),
)


def holding(study: Study, base: MentionBase, side: Side, subset: str = "all") -> BoolArray:
    """Mark the events with a counted mention of a side, reading one mention after the other."""
    in_base, mentions = base.events.mask(study), study.mentions_on(side)
    found = np.zeros(len(study.events), dtype=bool)
    for event in np.flatnonzero(in_base).tolist():
        for number in study.events.mentions_of(event, side):
            is_typed = study.types[mentions.type_codes[number]] in base.types_of(study)
            prediction = int(study.events.prediction[event])
            terms = (Term("tough", (subset,)), *base.asked)
            found[event] |= is_typed and all(meets(study, term, side, prediction, number) for term in terms)
    return found


def opened(study: Study, door: Filter) -> list[bool]:
    """Open a door as the window does, through its query."""
    names = Vocabulary.of(study)._replace(study=None)  # takes every bucket that a random filter asks for
    query = parse_query(query_text(door), names, on_unknown_type=lambda _: None)
    found: list[bool] = query.mask(study).tolist()
    return found


def test_doors_open_the_events_that_hold_a_counted_mention(build_study: Callable[..., Study]) -> None:
    @settings(max_examples=examples(150))
    @given(studies(build_study), FILTERS | BOUND, st.sampled_from(SUBSETS))
    def check(study: Study, query: Filter, subset: str) -> None:
        assume(study.training is not None)
        base = MentionBase.of(Selection.from_filter(query))
        types = base.types_of(study)
        assume(types)
        doors, kinds = doors_to(base, types), study.events.kind
        reference, predicted = (holding(study, base, side) for side in SIDES)
        assert opened(study, doors.reference) == reference.tolist()
        assert opened(study, doors.predicted) == predicted.tolist()
        assert opened(study, doors.either) == (reference | predicted).tolist()
        assert opened(study, doors.correct) == ((reference | predicted) & (kinds == TP)).tolist()
        for code, kind in enumerate(KINDS):
            assert opened(study, doors.of_kinds(kind)) == ((reference | predicted) & (kinds == code)).tolist()
            assert opened(study, doors.reference_in(kind)) == (reference & (kinds == code)).tolist()
        row = all_of(doors.reference, Term("reftough", (subset,)))
        assert opened(study, row) == holding(study, base, "reference", subset).tolist()

    check()
