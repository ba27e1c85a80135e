"""Two systems are compared over the same sentences, mentions and runs, for all types and for each."""

from collections.abc import Callable, Sequence
from math import isnan
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from nerinspect.events.study import Study
from nerinspect.progress import Cancelled
from nerinspect.query.differences import MEAN, Comparison, compare, compare_each
from nerinspect.query.filters import Filter, Term, any_of
from nerinspect.query.rates import MentionBase
from nerinspect.query.selection import Selection
from tests.examples import examples

MakeStudy = Callable[..., Study]

labels = st.sampled_from(["O", "B-LOC", "B-PER"])


@pytest.fixture(scope="module")
def study(make_study_from: MakeStudy) -> Study:
    """Rome is found by both, Oslo and Ulm by A alone, Ada by B alone, Bern by nobody."""
    return make_study_from(
        "Rome/B-LOC/B-LOC/B-LOC Oslo/B-LOC/B-LOC/O",
        "Ulm/B-LOC/B-LOC/O Ada/B-PER/O/B-PER",
        "Bern/B-LOC/O/O",
        systems=("a", "b"),
    )


def outcomes_of(comparison: Comparison) -> dict[str | None, tuple[float, ...]]:
    return {row.type_name: (row.both_right, row.only_a, row.only_b, row.both_wrong) for row in comparison.rows}


def base_of(*terms: Term) -> MentionBase:
    return MentionBase.of(Selection(terms))


def test_reference_mentions_are_counted_by_who_has_them(study: Study) -> None:
    assert outcomes_of(compare(study, [0], [1])) == {None: (1, 2, 1, 1), "LOC": (1, 2, 0, 1), "PER": (0, 0, 1, 0)}


def test_mentions_that_only_one_system_has_are_weighed(study: Study) -> None:
    assert [row.mcnemar_p for row in compare(study, [0], [1]).rows] == pytest.approx([1, 0.5, 1])


def test_the_difference_is_that_of_the_scores(study: Study) -> None:
    for row, (a, b) in zip(compare(study, [0], [1]).rows, [(6 / 8, 4 / 7), (6 / 7, 2 / 5), (0, 1)], strict=True):
        assert (row.score_a, row.score_b, row.bootstrap.difference) == pytest.approx((a, b, a - b))
        assert row.bootstrap.low <= row.bootstrap.difference <= row.bootstrap.high


def test_sentences_are_drawn_once_for_all_pairs(make_study_from: MakeStudy) -> None:
    rows = ["Rome/B-LOC/B-LOC/B-LOC/O Oslo/B-LOC/B-LOC/O/B-PER", "Ulm/B-LOC/B-LOC/O/O Ada/B-PER/O/B-PER/B-PER"]
    made, apart = (make_study_from(*rows, systems=("a", "b", "c")) for _ in range(2))
    compare(made, [0], [1], beside=[2])
    steps: list[int] = []
    found = compare(made, [2], [0], checkpoint=lambda done, _total: steps.append(done))
    assert len(steps) < 5
    assert repr(found) == repr(compare(apart, [2], [0]))


def test_draws_without_a_mention_of_a_type_are_left_out(study: Study) -> None:
    overall, _, person = compare(study, [0], [1], n_samples=400).rows
    assert overall.bootstrap.n_samples == 400
    assert 200 < person.bootstrap.n_samples < 320  # two thirds to the third power are without the second sentence


def test_only_mentions_of_the_base_count(study: Study) -> None:
    found = compare(study, [0], [1], base_of(Term("type", ("PER",))))
    assert outcomes_of(found) == {None: (0, 0, 1, 0), "PER": (0, 0, 1, 0)}
    assert found.overall.bootstrap.difference == -1


def test_the_events_of_the_system_that_has_a_mention_decide_whether_it_counts(make_study_from: MakeStudy) -> None:
    """B reads one mention where A and the reference have two, so only in B an event has both words."""
    made = make_study_from("Rome/B-LOC/B-LOC/B-LOC Oslo/B-LOC/B-LOC/I-LOC", systems=("a", "b"), documents=[1])
    base = base_of(Term("text", ("Rome Oslo",)))
    assert compare(made, [0], [1]).overall.only_a == compare(made, [1], [0]).overall.only_b == 2
    assert compare(made, [0], [1], base).overall.only_a == compare(made, [1], [0], base).overall.only_b == 0


def test_one_run_each_makes_no_test_over_runs(study: Study) -> None:
    row = compare(study, [0], [1]).overall
    assert row.over_pairs.in_words == "too few pairs: 1, at least 2 are needed"
    assert row.over_runs.in_words == "too few runs: 1, at least 2 are needed on each side"


def test_few_mentions_are_told(study: Study) -> None:
    row = compare(study, [0], [1]).overall
    assert row.caveat == "5 reference mentions in 3 sentences: the interval and the p values are rough"


@pytest.mark.parametrize(("n_mentions", "n_sentences", "is_small"), [(4, 30, False), (3, 33, True), (4, 29, True)])
def test_a_sample_is_small_by_mentions_or_by_sentences(
    n_mentions: int, n_sentences: int, is_small: bool, make_study_from: MakeStudy
) -> None:
    sentence = " ".join(["Rome/B-LOC/B-LOC/O"] * n_mentions)
    made = make_study_from(*[sentence] * n_sentences, "rain/O/O/O", systems=("a", "b"))
    row = compare(made, [0], [1], n_samples=1).overall
    assert (row.is_small, bool(row.caveat)) == (is_small, is_small)


def test_a_system_does_not_differ_from_itself(study: Study) -> None:
    row = compare(study, [0], [0]).overall
    assert (row.only_a, row.only_b, row.bootstrap.p, row.bootstrap.difference) == (0, 0, 1, 0)


def test_runs_are_paired_in_their_order_and_outcomes_are_those_of_the_first(make_study_from: MakeStudy) -> None:
    made = make_study_from(
        "Rome/B-LOC/B-LOC/B-LOC/O/B-LOC Oslo/B-LOC/B-LOC/O/O/O", systems=("a", "a", "b", "b"), documents=[1]
    )
    row = compare(made, [0, 1], [2, 3]).overall
    assert (row.over_pairs.n_blocks, row.over_runs.n_blocks) == (2, 4)
    assert (row.score_a, row.score_b) == pytest.approx(((1 + 2 / 3) / 2, (0 + 2 / 3) / 2))
    assert (row.both_right, row.only_a, row.only_b, row.both_wrong) == (0, 2, 0, 0)


def test_all_pairs_share_their_draws(make_study_from: MakeStudy) -> None:
    made = make_study_from(
        "Rome/B-LOC/B-LOC/B-LOC/O Oslo/B-LOC/B-LOC/O/B-LOC",
        "Ulm/B-LOC/O/O/B-PER Ada/B-PER/O/B-PER/O",
        systems=("a", "b", "c"),
    )
    assert [*compare_each(made, [[0], [1], [2]])] == [
        compare(made, [0], [1]),
        compare(made, [0], [2]),
        compare(made, [1], [2]),
    ]


def test_work_can_be_ended_between_pairs(study: Study) -> None:
    calls = []

    def end(done: int, total: int) -> None:
        calls.append(done)
        if done == total == 7:
            raise Cancelled

    with pytest.raises(Cancelled):
        compare(study, [0], [1], n_samples=7, checkpoint=end)
    assert calls == [0, 1, *range(7), 7]


@given(st.lists(st.lists(st.tuples(labels, labels, labels, labels), min_size=1, max_size=4), min_size=1, max_size=5))
def test_exchanged_systems_say_the_same_from_the_other_side(
    make_study_from: MakeStudy, sentences: Sequence[Sequence[tuple[str, ...]]]
) -> None:
    words = [" ".join(f"w/{'/'.join(word)}" for word in sentence) for sentence in sentences]
    made = make_study_from(*words, systems=("a", "b", "b"))
    there, back = (compare(made, *pair, n_samples=9).rows for pair in (([0], [1, 2]), ([1, 2], [0])))
    for row, other in zip(there, back, strict=True):
        assert (other.counts_a, other.counts_b) == (row.counts_b, row.counts_a)
        assert (other.score_a, other.score_b) == pytest.approx((row.score_b, row.score_a), nan_ok=True)
        assert (other.both_right, other.only_a, other.only_b) == (row.both_right, row.only_b, row.only_a)
        assert (other.both_wrong, other.n_sentences, other.mcnemar_p) == (
            row.both_wrong,
            row.n_sentences,
            row.mcnemar_p,
        )
        assert (other.over_pairs.p, other.over_runs) == (row.over_pairs.p, row.over_runs)
        mine, theirs = row.bootstrap, other.bootstrap
        assert (theirs.difference, theirs.low, theirs.high, theirs.p) == pytest.approx(
            (-mine.difference, -mine.high, -mine.low, mine.p), nan_ok=True
        )


def test_sentences_may_be_counted_some_at_a_time(random_studies: st.SearchStrategy[Study]) -> None:
    @settings(max_examples=examples(40))
    @given(random_studies, st.integers(1, 9))
    def check(study: Study, n_tokens: int) -> None:
        systems = [[number] for number in range(len(study.predictions))]
        at_once = repr([*compare_each(study, systems, n_samples=3)])
        with patch("nerinspect.query.differences._TOKENS_AT_ONCE", n_tokens):
            assert repr([*compare_each(study, systems, n_samples=3)]) == at_once

    check()


@pytest.mark.parametrize("query", [(), (any_of(Term("pred", ("LOC",)), Term("elen", (2.0,))),)])
@settings(max_examples=examples(40))
@given(sentences=st.lists(st.lists(st.tuples(*[labels] * 6), min_size=1, max_size=4), min_size=1, max_size=5))
def test_outcomes_over_runs_are_means_of_all_pairs_of_runs(
    make_study_from: MakeStudy, sentences: Sequence[Sequence[tuple[str, ...]]], query: tuple[Filter, ...]
) -> None:
    words = [" ".join(f"w/{'/'.join(word)}" for word in sentence) for sentence in sentences]
    made, base = make_study_from(*words, systems=("a", "a", "b", "b", "b")), MentionBase.of(Selection(query))
    for systems in ([0, 1], [2, 3, 4]), ([2, 3, 4], [0, 1]):
        whole = compare(made, *systems, base, n_samples=1, run=MEAN).rows
        pairs = [compare(made, [a], [b], base, n_samples=1).rows for a in systems[0] for b in systems[1]]
        for row, *of_runs in zip(whole, *pairs, strict=True):
            for name in ("both_right", "only_a", "only_b", "both_wrong"):
                assert getattr(row, name) == sum(getattr(one, name) for one in of_runs) / 6
            assert row.is_mean
            assert isnan(row.mcnemar_p)


def test_tests_over_runs_are_those_of_scipy(make_study_from: MakeStudy) -> None:
    words = ["B-LOC/O/O/B-LOC/O/O", "B-LOC/B-LOC/O/O/O/O", "B-LOC/B-LOC/B-LOC/B-LOC/O/O", "O/O/O/B-LOC/O/B-PER"]
    made = make_study_from(*(f"w/{word}" for word in words), systems=("a", "a", "a", "b", "b"))
    row = compare(made, [0, 1, 2], [3, 4], n_samples=1).overall
    f1 = [[counts.f1 for counts in runs] for runs in (row.counts_a, row.counts_b)]
    assert row.over_runs.p == pytest.approx(stats.mannwhitneyu(*f1).pvalue)
    assert (row.over_pairs.p, row.over_pairs.in_words) == (None, "no pairs: 3 runs against 2")
