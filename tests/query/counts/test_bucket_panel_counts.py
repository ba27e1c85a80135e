"""The bucket panel counts under the other panels' filters, and its numbers open what they count."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.attributes.built_in import attributes_of
from nerinspect.events.study import Study
from nerinspect.query.counts.buckets import BucketPanelCounts, bucket_panel_counts, pick_buckets
from nerinspect.query.counts.panels import Bucketed, count_for_panels
from nerinspect.query.filters import Filter
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import MentionBase, score_kept
from nerinspect.query.selection import Selection
from tests.examples import examples
from tests.query.conftest import FILTERS, studies


def counted(study: Study, query: str, attribute: str, m: int = 4, prediction: int = 0) -> BucketPanelCounts:
    selection = Selection.from_filter(parse_query(query, Vocabulary.of(study)))
    found = count_for_panels(study, selection, prediction, False, Bucketed(attribute, m)).buckets
    assert found
    return found


@pytest.mark.parametrize(
    ("query", "members", "caption"),
    [
        ("", [[3, 1, 0, 1], [3, 2, 1, 0], [1, 1, 0, 0]], "5 mentions"),
        ("bucket:eLen=XS", [[3, 1, 0, 1], [3, 2, 1, 0], [1, 1, 0, 0]], "5 mentions"),
        ("kind:tp", [[3, 1, 0, 1], [3, 2, 1, 0], [1, 1, 0, 0]], "5 mentions"),
        ("type:ORG", [[0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 0, 0]], "1 ORG mention"),
        ("doc:2", [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]], "1 mention"),
        ("bucket:type=LOC", [[2, 1, 0, 0], [2, 2, 1, 0], [1, 1, 0, 0]], "3 mentions"),
    ],
)
def test_buckets_are_counted(study: Study, query: str, members: list[list[int]], caption: str) -> None:
    counts = counted(study, query, "eLen")
    assert (counts.members.tolist(), counts.caption) == (members, caption)


def test_a_bucket_has_scores_words_and_doors(study: Study) -> None:
    counts = counted(study, "type:LOC", "eLen")
    assert (counts.scores(0).recall, counts.words(3)) == (0.5, "4 or more tokens")
    events = np.flatnonzero(counts.doors(0).reference.mask(study)[: study.event_start[1]])
    assert [study.events.start[event] for event in events] == [5, 10]


def test_nothing_is_counted_where_nobody_looks(study: Study) -> None:
    assert count_for_panels(study, Selection(), 0, False).buckets is None
    assert count_for_panels(study, Selection(), 0, False, Bucketed("eCon")).buckets is None


def test_a_token_of_a_mention_is_no_mention(random_trained_studies: st.SearchStrategy[Study]) -> None:
    @settings(max_examples=examples(20))
    @given(random_trained_studies)
    def check(study: Study) -> None:
        counts = counted(study, "", "tCon")
        assert counts.caption.endswith(("token", "tokens"))

    check()


def test_picking_a_bucket_scores_what_the_panel_shows(build_study: Callable[..., Study]) -> None:
    """A row of the panel, once picked, is the base of all other rates."""

    @settings(max_examples=examples(60))
    @given(studies(build_study), FILTERS, st.integers(2, 6), st.data())
    def check(study: Study, query: Filter, m: int, data: st.DataObject) -> None:
        attributes = [one for one in attributes_of(study) if one.unit == "mention"]
        attribute, selection = data.draw(st.sampled_from(attributes)), Selection.from_filter(query)
        counts = bucket_panel_counts(study, selection, 0, attribute, m)
        for place, bucket in enumerate(counts.own.names):
            picked = pick_buckets(selection, attribute.name, [bucket], m)
            assert counts.scores(place) == score_kept(study, MentionBase.of(picked))[0].tally.overall

    check()
