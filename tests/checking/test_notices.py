from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import pytest

from nerinspect.checking.notices import find_notices, notices_of_files
from nerinspect.events.study import AnnotatedText, Study
from nerinspect.training.retention import with_training

MakeStudy: TypeAlias = Callable[..., Study]


def test_ordinary_data_is_not_remarked_on(make_study_from: MakeStudy) -> None:
    assert find_notices(make_study_from("a/B-LOC/B-LOC b/O/B-PER")) == []


def test_a_prediction_without_mentions_is_named(make_study_from: MakeStudy) -> None:
    study = make_study_from("a/B-LOC/O/B-LOC", systems=["flair", "elmo"])
    assert find_notices(study) == ["flair1: flair predicts no mentions at all"]


def test_sides_that_share_no_type_are_named(make_study_from: MakeStudy) -> None:
    notices = find_notices(make_study_from("a/B-LOC/B-location"))
    assert [notice.split(";")[0] for notice in notices] == ["flair1: reference and prediction share no type"]


def test_one_shared_type_is_enough(make_study_from: MakeStudy) -> None:
    assert find_notices(make_study_from("a/B-LOC/B-place b/B-PER/B-PER")) == []


def test_a_run_that_is_another_one_again_is_named(make_study_from: MakeStudy) -> None:
    study = make_study_from("a/B-LOC/B-LOC/B-LOC/B-LOC/B-LOC", systems=["flair", "flair", "flair", "elmo"])
    predictions = [
        replace(one, annotation=replace(one.annotation, source=replace(one.annotation.source, sha256=digest)))
        for one, digest in zip(study.predictions, ("aa", "bb", "aa", "aa"), strict=True)
    ]
    assert find_notices(replace(study, predictions=tuple(predictions))) == [
        "flair3: run 3 of flair is identical to run 1; name each run once"
    ]


def test_types_that_differ_only_in_case_are_named_together(make_study_from: MakeStudy) -> None:
    notices = find_notices(make_study_from("a/B-LOC/B-LOC b/B-PER/B-Loc c/B-PER/B-loc"))
    assert notices == ["types that differ only in case count as different types: LOC, Loc, loc"]


def test_overlapping_mentions_are_counted_in_each_file(build_study: MakeStudy) -> None:
    nested, flat = [(0, 2, "LOC"), (1, 2, "LOC")], [(0, 1, "LOC")]
    sentences = [(["a", "b"], reference, [flat, nested]) for reference in (nested, flat, nested)]
    assert find_notices(build_study(sentences, [("flair", 1), ("elmo", 1)])) == [
        "reference: mentions overlap in 2 sentences; nested:yes shows the events",
        "elmo1: mentions overlap in 3 sentences; nested:yes shows the events",
    ]


def test_a_label_column_that_looks_like_words_is_named(make_study_from: MakeStudy) -> None:
    words = " ".join(f"w{number}/B-w{number}/B-w0" for number in range(60))
    notices = find_notices(make_study_from(words))
    assert notices == ["reference: 60 types for 60 mentions; the label column looks like words"]


def test_many_types_with_many_mentions_do_not_look_like_words(make_study_from: MakeStudy) -> None:
    words = " ".join(f"w/B-t{number % 60}/B-t{number % 60}" for number in range(180))
    assert find_notices(make_study_from(words)) == []


def test_what_is_noticed_of_the_heuristic_is_told_under_its_own_name(make_study_from: MakeStudy) -> None:
    training = make_study_from("a/B-LOC/O b/I-LOC/O", "b/B-LOC/O c/I-LOC/O")
    test = make_study_from("a/B-LOC/B-LOC b/I-LOC/I-LOC c/O/O")
    study = with_training(test, AnnotatedText(training.text, training.reference))
    assert find_notices(study) == ["retention: mentions overlap in 1 sentence; nested:yes shows the events"]
    assert notices_of_files(replace(study, warnings=("test: a", *find_notices(study)))) == "test: a"


@pytest.mark.parametrize(
    ("training", "notices"),
    [
        ("x/B-LOC/O", []),
        ("x/O/O", ["reference: training has no mentions at all; every mention is unseen"]),
        ("x/B-place/O", ["reference: reference and training share no type; check the label column and the type names"]),
        ("a/B-LOC/O", ["reference: 1 test sentence also in the training data"]),
    ],
)
def test_training_data_that_make_nothing_seen_or_hold_the_test_are_told(
    make_study_from: MakeStudy, training: str, notices: list[str]
) -> None:
    learned = make_study_from(training)
    study = with_training(make_study_from("a/B-LOC/B-LOC"), AnnotatedText(learned.text, learned.reference))
    assert find_notices(replace(study, predictions=study.predictions[:1])) == notices
