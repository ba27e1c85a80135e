"""The doors of a bucket open exactly the events that hold what it counts."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.attributes.buckets import Bucketing, bucketing
from nerinspect.attributes.built_in import attributes_of
from nerinspect.corpus.arrays import BoolArray
from nerinspect.events.segment_events import Side
from nerinspect.events.study import Attribute, AttributeValues, Study
from nerinspect.query.counts.buckets import bucket_counts, bucket_doors
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.query.language.parser import parse_query, query_text
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import MentionBase
from nerinspect.query.selection import Selection
from tests.examples import examples
from tests.query.conftest import FILTERS, VALUES, studies
from tests.query.plain_attributes import keyed_members, meets

ASKED = st.sampled_from(["bucket", "attr", "elen", "tcon", "tough", "type", "doc", "sent"]).flatmap(
    lambda field: st.lists(VALUES[field], min_size=1, max_size=2).map(lambda values: Term(field, tuple(values)))
)


def with_luck(study: Study, seed: int) -> Study:
    """Give each event a number, and its mentions that of their event: another one for each prediction."""
    of_event = np.random.default_rng(seed).integers(0, 3, len(study.events)).astype(float)
    reference = np.zeros((len(study.predictions), len(study.reference.mentions)))
    predicted = np.zeros(len(study.predicted))
    for event, value in enumerate(of_event.tolist()):
        reference[study.events.prediction[event], study.events.mentions_of(event, "reference")] = value
        predicted[study.events.mentions_of(event, "predicted")] = value
    values = AttributeValues(reference, predicted)
    return replace(study, attributes=(Attribute("luck", "of the event", lambda study: values),))


class Counted:
    """The members of a bucket that a base counts, found mention by mention."""

    def __init__(self, study: Study, own: Bucketing, place: int, base: MentionBase) -> None:
        self.study, self.own, self.place, self.base = study, own, place, base
        self.types = base.types_of(study)
        self.in_base = base.events.mask(study)
        self.kept_reference = [
            {key for event in self._events(number) for key, _ in self._members(event, "reference")}
            for number in range(len(study.predictions))
        ]

    def _events(self, prediction: int) -> list[int]:
        return np.flatnonzero(self.in_base & (self.study.events.prediction == prediction)).tolist()

    def _members(self, event: int, side: Side) -> list[tuple[object, int]]:
        """List the members of the counted mentions of an event, with their buckets."""
        mentions, prediction = self.study.mentions_on(side), int(self.study.events.prediction[event])
        return [
            member
            for number in self.study.events.mentions_of(event, side).tolist()
            if mentions.types[mentions.type_codes[number]] in self.types
            and all(meets(self.study, term, side, prediction, number) for term in self.base.asked)
            for member in keyed_members(self.study, self.own, side, prediction, number)
        ]

    def members(self, prediction: int, counted: str) -> list[tuple[int, object]]:
        """List each counted member with its event."""
        side: Side = "reference" if counted == "reference" else "predicted"
        return [
            (event, key)
            for event in self._events(prediction)
            for key, bucket in self._members(event, side)
            if bucket == self.place and (counted != "correct" or key in self.kept_reference[prediction])
        ]


LUCK = st.sampled_from(["attr:luck=>0", "bucket:luck/2=XL", "attr:luck=0,luck=>=2", "-bucket:luck=XS", ""])


def opened(study: Study, door: Filter) -> BoolArray:
    names = Vocabulary.of(study)._replace(study=None, has_training=True)  # takes all that filters ask for
    return parse_query(query_text(door), names, on_unknown_type=lambda _: None).mask(study)


@pytest.mark.parametrize("filters", [st.lists(ASKED, max_size=4).map(lambda terms: all_of(*terms)), FILTERS])
def test_doors_open_what_is_counted(build_study: Callable[..., Study], filters: st.SearchStrategy[Filter]) -> None:
    @settings(max_examples=examples(60))
    @given(studies(build_study), filters, st.integers(2, 7), LUCK, st.data())
    def check(study: Study, query: Filter, n_wanted: int, luck: str, data: st.DataObject) -> None:
        study = with_luck(study, n_wanted)
        query = all_of(query, parse_query(luck, Vocabulary()))
        own = bucketing(study, data.draw(st.sampled_from(attributes_of(study))), n_wanted)
        base = MentionBase.of(Selection.from_filter(query))
        types = base.types_of(study) if base.named or base.excluded else ()
        if not own.buckets or (base.named and not types):
            return
        place = data.draw(st.integers(0, len(own.buckets) - 1))
        counted, doors = Counted(study, own, place, base), bucket_doors(own, place, base, types)
        (counts,) = bucket_counts(study, [own], base)
        for row, kind in enumerate(("reference", "predicted", "correct")):
            mask = opened(study, getattr(doors, kind))
            for prediction in range(len(study.predictions)):
                members = counted.members(prediction, kind)
                first, last = study.event_start[prediction : prediction + 2].tolist()
                assert np.flatnonzero(mask[first:last]).tolist() == sorted({event - first for event, _ in members})
                assert counts[prediction, row, place] == len({key for _, key in members})

    check()
