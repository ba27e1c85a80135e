"""Two filters side by side: every number is what its door keeps."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.corpus.arrays import BoolArray
from nerinspect.events.decision import Decision
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study
from nerinspect.query.filters import Filter
from nerinspect.query.language.parser import parse_query, query_text
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.saved import COMPARED_FIELDS, both, side_by_side
from tests.examples import examples


def among(study: Study, prediction: int) -> BoolArray:
    numbers = np.arange(len(study.events))
    first, last = study.event_start[prediction : prediction + 2]
    kept: BoolArray = (numbers >= first) & (numbers < last)
    return kept


@settings(max_examples=examples(60))
@given(data=st.data())
def test_every_number_is_what_its_door_keeps(
    data: st.DataObject, random_studies: st.SearchStrategy[Study], random_filters: st.SearchStrategy[Filter]
) -> None:
    study, a, b = data.draw(random_studies), data.draw(random_filters), data.draw(random_filters)
    prediction = data.draw(st.integers(0, len(study.predictions) - 1))
    compared, own = side_by_side(study, a, b, prediction), among(study, prediction)
    in_a, in_b = a.mask(study) & own, b.mask(study) & own
    for part, kept in zip(compared.parts, (in_a & in_b, in_a & ~in_b, in_b & ~in_a, own & ~in_a & ~in_b), strict=True):
        assert (part.door.mask(study) & own).tolist() == kept.tolist()
        assert part.kinds.tolist() == [int(np.sum(study.events.kind[kept] == kind)) for kind in range(len(KINDS))]
    for side, kept in ((compared.a, in_a), (compared.b, in_b)):
        assert side.n_events == np.count_nonzero(kept)
        for field in COMPARED_FIELDS:
            for value, count in side.by_value[field].items():
                assert count == np.count_nonzero(side.door(field, value).mask(study) & own)


@pytest.mark.parametrize(
    ("a", "b", "door"),
    [
        ("kind:be", "ref:ORG", "kind:be ref:ORG"),
        ("reftough:tcm-all", "kind:be", "reftough:tcm-all kind:be"),
        ("wrong:flair", "wrong:flair kind:be", "wrong:flair kind:be"),
        ("wrong:flair", "ref:ORG", "wrong:flair ref:ORG"),
        ("wrong:flair", "right:elmo", "-(-wrong:flair OR -right:elmo)"),
        ("kind:be OR kind:le", "surface:x", "(kind:be OR kind:le) surface:x"),
    ],
)
def test_terms_that_would_judge_one_mention_are_kept_apart(a: str, b: str, door: str) -> None:
    vocabulary = Vocabulary(("ORG",), ("flair", "elmo"), has_training=True)
    assert query_text(both(parse_query(a, vocabulary), parse_query(b, vocabulary))) == door


def test_scores_are_of_the_mentions_that_a_filter_chooses(study: Study) -> None:
    vocabulary = Vocabulary.of(study)
    compared = side_by_side(study, parse_query("ref:LOC", vocabulary), parse_query("kind:tp", vocabulary), 0)
    counts = compared.a.counts
    assert (counts.reference, counts.predicted, counts.correct) == (3, 5, 2)
    assert compared.b.base.is_everything


def test_verdicts_are_counted_on_each_side(study: Study) -> None:
    vocabulary = Vocabulary.of(study)
    [event] = np.flatnonzero(parse_query('kind:fp surface:"San Jose"', vocabulary).mask(study))[:1] or [0]
    study.decisions.fill({int(event): Decision("ambiguous")})
    try:
        compared = side_by_side(study, parse_query("-kind:tp", vocabulary), parse_query("kind:tp", vocabulary), 0)
        assert (compared.a.by_value["verdict"]["ambiguous"], compared.b.by_value["verdict"]["ambiguous"]) == (1, 0)
    finally:
        study.decisions.fill({})
