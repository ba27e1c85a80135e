"""What sentences are drawn from: mentions by prediction, type and sentence."""

from collections.abc import Callable

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.scores import score_study
from nerinspect.events.study import Study
from nerinspect.query.differences import kept_counts
from nerinspect.query.filters import Term
from nerinspect.query.rates import MentionBase
from nerinspect.query.selection import Selection
from tests.examples import examples

MakeStudy = Callable[..., Study]


def test_places_are_the_sentences_of_each_type_that_hold_a_mention(make_study_from: MakeStudy) -> None:
    study = make_study_from("Rome/B-LOC/B-LOC Ada/B-PER/O", "rain/O/O", "Ulm/B-LOC/B-PER Bern/B-LOC/B-LOC")
    counted = kept_counts(study, [0]).by_sentence
    assert (counted.n_sentences, counted.first_place.tolist()) == (3, [0, 2, 4])
    assert counted.sentence.tolist() == [0, 2, 0, 2]
    assert counted.counts[0].T.tolist() == [[1, 1, 1], [2, 1, 1], [1, 0, 0], [0, 1, 0]]


def test_only_what_the_base_keeps_is_counted(make_study_from: MakeStudy) -> None:
    study = make_study_from("Rome/B-LOC/B-LOC Ada/B-PER/O", "Ulm/B-LOC/B-PER")
    kept = kept_counts(study, [0], MentionBase.of(Selection((Term("type", ("PER",)),))))
    assert kept.is_kept.tolist() == [[False, True, False]]
    assert kept.by_sentence.sums[0].tolist() == [[1, 0, 1], [1, 0, 1], [0, 0, 0]]


def test_a_text_without_sentences_has_no_places(build_study: MakeStudy) -> None:
    counted = kept_counts(build_study([]), [0]).by_sentence
    assert (counted.n_sentences, len(counted.sentence), counted.sums.tolist()) == (0, 0, [[[0], [0], [0]]])


def test_sentences_add_up_to_the_scores(random_studies: st.SearchStrategy[Study]) -> None:
    @settings(max_examples=examples(50))
    @given(random_studies)
    def check(study: Study) -> None:
        sums = kept_counts(study, range(len(study.predictions))).by_sentence.sums
        for own, tally in zip(sums, score_study(study), strict=True):
            assert own[:, 1:].tolist() == tally.by_type.tolist()
            assert own[:, 0].tolist() == np.sum(tally.by_type, axis=1).tolist()

    check()
