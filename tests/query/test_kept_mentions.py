"""Mentions of a base are counted by any code, prediction by prediction."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.corpus.arrays import IntArray
from nerinspect.events.scores import Counts
from nerinspect.events.segment_events import SIDES, TP, Side
from nerinspect.events.study import Study
from nerinspect.query.filters import Filter
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import WHOLE, MentionBase, counts_by_code, kept_mentions
from nerinspect.query.selection import Selection
from tests.examples import examples


def lengths(study: Study) -> dict[Side, IntArray]:
    """Take the length of a mention for its code, but leave out mentions of one token."""
    return {side: study.mentions_on(side).end - study.mentions_on(side).start - 2 for side in SIDES}


def test_codes_are_counted_by_hand(study: Study) -> None:
    counts = counts_by_code(study, lengths(study), 3)
    assert counts.shape == (len(study.predictions), 3, 3)
    # of 2, 3 and 4 tokens: "New York" and "Port of Harwick Authority" in the reference
    assert counts[:, 0].tolist() == [[1, 0, 1]] * 3
    assert counts[0].tolist() == [[1, 0, 1], [2, 1, 0], [1, 0, 0]]


@pytest.mark.parametrize(("query", "n_reference"), [("type:LOC", 3), ("doc:1", 4), ("kind:fp", 5), ("-ref:LOC", 2)])
def test_a_base_says_what_is_counted(study: Study, query: str, n_reference: int) -> None:
    base = MentionBase.of(Selection.from_filter(parse_query(query, Vocabulary.of(study))))
    one_code = {side: np.zeros(len(study.mentions_on(side)), dtype=np.int32) for side in SIDES}
    assert counts_by_code(study, one_code, 1, base)[:, 0].tolist() == [[n_reference]] * 3


def test_codes_are_counted_as_one_mention_after_the_other(
    random_studies: st.SearchStrategy[Study], random_filters: st.SearchStrategy[Filter]
) -> None:
    @settings(max_examples=examples(100))
    @given(random_studies, random_filters)
    def check(study: Study, query: Filter) -> None:
        base, codes, n_codes = MentionBase.of(Selection.from_filter(query)), lengths(study), 8
        counts = counts_by_code(study, codes, n_codes, base)
        in_base, passes = base.events.mask(study), {side: base.passes(study, side) for side in SIDES}
        expected: Counter[tuple[int, int, int]] = Counter()
        for event in np.flatnonzero(in_base).tolist():
            for row, side in enumerate(SIDES):
                for mention in study.events.mentions_of(event, side):
                    if codes[side][mention] >= 0 and all(passing[mention] for passing in passes[side]):
                        place = int(study.events.prediction[event]), int(codes[side][mention])
                        expected[place[0], row, place[1]] += 1
                        expected[place[0], 2, place[1]] += side == "reference" and study.events.kind[event] == TP
        assert {place: n for place, n in np.ndenumerate(counts) if n} == {
            place: n for place, n in expected.items() if n
        }

    check()


def test_kept_mentions_can_be_narrowed_to_events(study: Study) -> None:
    (kept,) = kept_mentions(study, WHOLE, [1])
    correct = kept.among(study.events.kind == TP)
    assert correct.is_found.all()
    assert len(correct.is_found) == kept.is_found.sum()
    assert len(correct.mentions["predicted"]) == len(correct.mentions["reference"])


def test_a_code_is_scored_like_a_type(study: Study) -> None:
    types = {side: study.mentions_on(side).type_codes for side in SIDES}
    for prediction, counts in enumerate(counts_by_code(study, types, len(study.types))):
        whole = Counts(*counts.sum(axis=1).tolist())
        assert whole.reference == len(study.reference.mentions)
        assert whole.predicted == len(study.predictions[prediction].mentions)
