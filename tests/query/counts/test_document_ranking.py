"""Documents stand in the order of their scores, and every mention is counted in its document."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.scores import ratio
from nerinspect.events.study import Study
from nerinspect.query.counts.buckets import rank_documents
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import MentionBase, score_kept
from nerinspect.query.selection import Selection
from tests.examples import examples

MakeStudy = Callable[..., Study]
NAN = float("nan")


def base_of(study: Study, query: str) -> MentionBase:
    return MentionBase.of(Selection.from_filter(parse_query(query, Vocabulary.of(study))))


@pytest.fixture(scope="module")
def by_document(make_study_from: MakeStudy) -> Study:
    """Five documents: half right, wrong, without mentions, wrong with more mentions, half right."""
    return make_study_from(
        "Rome/B-LOC/B-LOC Paris/B-LOC/B-ORG",
        "Rome/B-LOC/O",
        "and/O/O",
        "Rome/B-LOC/B-ORG",
        "Rome/O/B-LOC",
        "Rome/B-LOC/B-LOC Oslo/O/B-LOC",
        "Rome/B-LOC/O",
        documents=[1, 2, 3, 4, 4, 5, 5],
    )


def test_the_worst_document_stands_first_and_equals_share_a_rank(by_document: Study) -> None:
    ranked = rank_documents(by_document, [0])
    assert ranked.document.tolist() == [4, 2, 1, 5, 3]
    assert ranked.rank.tolist() == [1, 1, 3, 3, 0]
    assert ranked.f1.tolist() == pytest.approx([0, 0, 0.5, 0.5, NAN], nan_ok=True)
    assert ranked.counts.T.tolist() == [[1, 2, 0], [1, 0, 0], [2, 2, 1], [2, 2, 1], [0, 0, 0]]
    assert ranked.demerits.tolist() == [3, 1, 2, 2, 0]
    assert ranked.errors.tolist() == [2, 1, 1, 2, 0]


def test_only_mentions_of_the_base_are_ranked(by_document: Study) -> None:
    ranked = rank_documents(by_document, [0], base_of(by_document, "type:ORG"))
    assert ranked.document.tolist() == [1, 4, 2, 3, 5]
    assert ranked.rank.tolist() == [1, 1, 0, 0, 0]


def test_several_runs_have_mean_counts_and_the_mean_of_what_is_defined(make_study_from: MakeStudy) -> None:
    study = make_study_from("Rome/B-LOC/B-LOC/O", "and/O/O/B-LOC", systems=["flair", "flair"], documents=[1, 2])
    ranked = rank_documents(study, [0, 1])
    assert ranked.document.tolist() == [2, 1]
    assert ranked.f1.tolist() == [0, 0.5]
    assert ranked.counts.T.tolist() == [[0, 0.5, 0], [1, 0.5, 0.5]]


def test_a_text_without_sentences_has_no_documents(build_study: MakeStudy) -> None:
    ranked = rank_documents(build_study([]), [0])
    assert (len(ranked.document), len(ranked.rank), ranked.counts.shape) == (0, 0, (3, 0))


def test_a_document_scores_what_it_scores_alone(
    random_studies: st.SearchStrategy[Study], random_filters: st.SearchStrategy[Filter]
) -> None:
    @settings(max_examples=examples(50))
    @given(random_studies, random_filters)
    def check(study: Study, query: Filter) -> None:
        base, last = MentionBase.of(Selection.from_filter(query)), len(study.predictions) - 1
        ranked = rank_documents(study, [last], base)
        assert sorted(ranked.document.tolist()) == list(range(1, study.text.n_documents + 1))
        for place, document in enumerate(ranked.document.tolist()):
            here = base._replace(events=all_of(base.events, Term("doc", (document,))))
            tally = score_kept(study, here)[last].tally
            counts = tally.overall
            assert ranked.counts[:, place].tolist() == [counts.reference, counts.predicted, counts.correct]
            assert (ranked.demerits[place], ranked.errors[place]) == (tally.demerits, tally.n_errors)
            expected = ratio(2 * counts.correct, counts.reference + counts.predicted)
            assert ranked.f1[place] == pytest.approx(expected, nan_ok=True)
        defined = ranked.f1[ranked.rank > 0].tolist()
        assert np.isnan(ranked.f1[ranked.rank == 0]).all()
        assert defined == sorted(defined)
        assert ranked.rank[: len(defined)].tolist() == [1 + sum(low < f1 for low in defined) for f1 in defined]

    check()
