"""Counts of buckets equal a count of one member after the other, and add up to the scores."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.attributes.buckets import Bucketing, bucketing
from nerinspect.attributes.built_in import BUILT_IN, attributes_of
from nerinspect.events.study import Attribute, Study
from nerinspect.query.counts.buckets import bucket_counts
from nerinspect.query.filters import Filter
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import WHOLE, MentionBase, kept_mentions
from nerinspect.query.selection import Selection
from nerinspect.tables.buckets import bucket_table
from tests.attributes.plain_attributes import (
    Span,
    mention_value,
    pairs_of,
    plain_bucket,
    sides_of,
    spans_of,
    token_value,
)
from tests.examples import examples
from tests.training.trained_studies import trained_studies, with_training

MakeStudy: TypeAlias = Callable[..., Study]
BuildStudy: TypeAlias = Callable[..., Study]

ELEN = BUILT_IN[0]
TFRE = next(attribute for attribute in BUILT_IN if attribute.name == "tFre")


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    """Let training have New York, but not Rome."""
    test = make_study_from("Rome/B-LOC/B-LOC/O and/O/O/O New/B-LOC/B-LOC/B-LOC York/I-LOC/O/I-LOC", systems=("a", "b"))
    return with_training(test, make_study_from("New/B-LOC York/I-LOC", systems=()))


def counts_of(study: Study, attribute: Attribute, base: MentionBase = WHOLE) -> list[list[list[int]]]:
    counts: list[list[list[int]]] = bucket_counts(study, [bucketing(study, attribute)], base)[0].tolist()
    return counts


def base_of(study: Study, query: str) -> MentionBase:
    return MentionBase.of(Selection.from_filter(parse_query(query, Vocabulary.of(study))))


def test_mentions_are_counted_by_bucket(study: Study) -> None:
    assert counts_of(study, ELEN) == [
        [[1, 1, 0, 0], [2, 0, 0, 0], [1, 0, 0, 0]],
        [[1, 1, 0, 0], [0, 1, 0, 0], [0, 1, 0, 0]],
    ]


def test_tokens_are_counted_by_bucket(study: Study) -> None:
    assert bucketing(study, TFRE).names == ("XS", "XL")
    assert counts_of(study, TFRE) == [[[1, 2], [1, 1], [1, 1]], [[1, 2], [0, 2], [0, 2]]]


def test_a_filter_keeps_buckets_and_counts_fewer_members(study: Study) -> None:
    base = base_of(study, "elen:>=2")
    assert counts_of(study, ELEN, base)[1] == [[0, 1, 0, 0], [0, 1, 0, 0], [0, 1, 0, 0]]
    assert counts_of(study, TFRE, base)[1] == [[0, 2], [0, 2], [0, 2]]


def test_a_token_is_correct_only_if_both_sides_keep_it(make_study_from: MakeStudy) -> None:
    test = make_study_from("New/B-LOC/B-LOC York/I-LOC/O")
    study = with_training(test, make_study_from("New/B-LOC York/I-LOC", systems=()))
    assert counts_of(study, TFRE) == [[[2], [1], [1]]]
    assert counts_of(study, TFRE, base_of(study, "tough:seen")) == [[[2], [0], [0]]]
    assert counts_of(study, TFRE, base_of(study, "tough:unseen-tokens")) == [[[0], [1], [0]]]


def test_some_predictions_are_counted_alone(study: Study) -> None:
    both, second = (bucket_counts(study, [bucketing(study, ELEN)], predictions=numbers)[0] for numbers in ([0, 1], [1]))
    assert second.tolist() == both[1:].tolist()


def test_without_predictions_nothing_is_counted(make_study_from: MakeStudy) -> None:
    study = make_study_from("Rome/B-LOC", systems=())
    assert bucket_counts(study, [bucketing(study, ELEN)])[0].shape == (0, 3, 4)


def plain_counts(study: Study, made: Bucketing, sides: tuple[list[Span], list[Span]]) -> list[list[int]]:
    """Count members of some mentions of both sides one after the other."""
    name, (test, training) = made.attribute.name, sides_of(study)
    edges = [(bucket.name, bucket.lower, bucket.upper) for bucket in made.buckets]
    found: list[list[str]] = []
    members = [pairs_of(side) if made.attribute.unit == "token" else side for side in sides]
    correct = [member for member in members[1] if member in members[0]]
    for side in (*members, correct):
        values = [
            mention_value(name, test, training, member)
            if len(member) == 3
            else token_value(name, test, training, member)
            for member in side
        ]
        found.append([value if isinstance(value, str) else plain_bucket(edges, value) for value in values])
    return [[Counter(side)[bucket] for bucket in made.names] for side in found]


@settings(max_examples=examples(50))
@given(data=st.data())
def test_counts_are_those_of_the_members_one_by_one(
    data: st.DataObject, build_study: BuildStudy, random_filters: st.SearchStrategy[Filter]
) -> None:
    study = data.draw(trained_studies(build_study))
    base = MentionBase.of(Selection.from_filter(data.draw(random_filters)))
    bucketings = [bucketing(study, attribute, data.draw(st.integers(2, 10))) for attribute in BUILT_IN]
    counts = bucket_counts(study, bucketings, base)
    for number, kept in enumerate(kept_mentions(study, base)):
        all_mentions = spans_of(study.reference.mentions), spans_of(study.predicted)
        chosen = kept.mentions["reference"].tolist(), kept.mentions["predicted"].tolist()
        sides = [
            sorted(mentions[place] for place in places) for mentions, places in zip(all_mentions, chosen, strict=True)
        ]
        for made, own in zip(bucketings, counts, strict=True):
            assert own[number].tolist() == plain_counts(study, made, (sides[0], sides[1]))


@settings(max_examples=examples(50))
@given(data=st.data())
def test_counts_add_up_to_the_scores(data: st.DataObject, build_study: BuildStudy) -> None:
    study = data.draw(trained_studies(build_study))
    reference = spans_of(study.reference.mentions)
    for attribute in attributes_of(study):
        counts = bucket_counts(study, [bucketing(study, attribute, data.draw(st.integers(2, 10)))])[0]
        for prediction, own in zip(study.predictions, counts, strict=True):
            sides = reference, spans_of(prediction.mentions)
            sets = [{*(pairs_of(side) if attribute.unit == "token" else side)} for side in sides]
            assert own.sum(axis=1).tolist() == [len(sets[0]), len(sets[1]), len(sets[0] & sets[1])]


@settings(max_examples=examples(30))
@given(data=st.data())
def test_a_permutation_of_sentences_changes_nothing(data: st.DataObject, build_study: BuildStudy) -> None:
    study = data.draw(trained_studies(build_study))
    order = data.draw(st.permutations(range(study.text.n_sentences)))
    shuffled = permuted(study, order, build_study)
    assert list(bucket_table(shuffled)) == list(bucket_table(study))


def permuted(study: Study, order: list[int], build_study: BuildStudy) -> Study:
    start = study.text.sentence_start.tolist()

    def inside(mentions: list[Span], number: int) -> list[Span]:
        first, stop = start[number], start[number + 1]
        return [(begin - first, end - first, name) for begin, end, name in mentions if first <= begin < stop]

    annotations = [study.reference, *(prediction.annotation for prediction in study.predictions)]
    sides = [spans_of(annotation.mentions) for annotation in annotations]
    sentences = [
        (study.text.tokens_of(number), inside(sides[0], number), [inside(side, number) for side in sides[1:]])
        for number in order
    ]
    systems = [(prediction.system, prediction.run) for prediction in study.predictions]
    return replace(build_study(sentences, systems), training=study.training, matching=study.matching)


def test_counts_of_no_mention_are_zero(make_study_from: MakeStudy) -> None:
    plain = make_study_from("Rome/O/O")
    study = with_training(plain, plain)
    counts = bucket_counts(study, [bucketing(study, attribute) for attribute in BUILT_IN])
    assert [int(np.sum(own)) for own in counts] == [0] * len(BUILT_IN)


@settings(max_examples=examples(40))
@given(data=st.data())
def test_other_numbers_of_buckets_and_many_values_change_no_count(data: st.DataObject, build_study: BuildStudy) -> None:
    study = data.draw(trained_studies(build_study))
    for n_wanted in data.draw(st.permutations(range(2, 11))):
        own = [bucketing(study, attribute, n_wanted) for attribute in attributes_of(study)]
        kept_by_value = bucket_counts(study, own)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("nerinspect.query.counts.buckets._MOST_VALUES", -1)
            by_member = bucket_counts(study, own)
        for one, other in zip(kept_by_value, by_member, strict=True):
            assert one.tolist() == other.tolist()
