import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.corpus.text import MATCHINGS, Matching
from nerinspect.events.members import matched
from nerinspect.events.study import AnnotatedText, Study
from nerinspect.training.retention import RETENTION, retention_mentions, with_training
from nerinspect.training.surfaces import NOVELTIES, is_seen, novelty
from nerinspect.training.tough import NESTED_SUBSETS, SUBSETS, sentences_in_training, subset_members

Written = Callable[..., Study]

Drawn: TypeAlias = Sequence[Sequence[tuple[str, str, bool]]]
"""Sentences of word, type or O, and whether a mention begins."""

WORDS, TYPES = ["a", "b", "A", "é"], ["PER", "LOC"]


def training_of(study: Study) -> AnnotatedText:
    return AnnotatedText(study.text, study.reference)


def surface(study: Study, start: int, end: int) -> tuple[str, ...]:
    return tuple(study.text.token(place) for place in range(start, end))


def mentions_of(study: Study) -> list[tuple[tuple[str, ...], str]]:
    mentions = study.reference.mentions
    spans = zip(mentions.start.tolist(), mentions.end.tolist(), mentions.type_codes.tolist(), strict=True)
    return [(surface(study, start, end), mentions.types[code]) for start, end, code in spans]


def slow_subsets(test: Study, training: Study) -> list[set[str]]:
    """Read the definitions off, one mention at a time."""
    known = mentions_of(training)
    types_of = defaultdict(set)
    for tokens, name in mentions_of(test):
        types_of[tokens].add(name)
    answers = []
    for tokens, name in mentions_of(test):
        own = {"all"}
        if (tokens, name) in known:
            own.add("seen")
        elif any(tokens == other for other, _ in known):
            own |= {"unseen-type", "unseen-any"}
        else:
            own |= {"unseen-tokens", "unseen-any"}
        if len(types_of[tokens]) > 1:
            own |= {"tcm-all", "tcm-unseen" if "unseen-tokens" in own else "tcm-seen"}
        answers.append(own)
    return answers


def slow_retention(test: Study, training: Study) -> set[tuple[int, int, str]]:
    counts: defaultdict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for tokens, name in mentions_of(training):
        counts[tokens][name] += 1
    found = set()
    bounds = test.text.sentence_start.tolist()
    for first, stop in pairwise(bounds):
        for start in range(first, stop):
            for end in range(start + 1, stop + 1):
                if learned := counts.get(surface(test, start, end)):
                    found.add((start, end, min(learned, key=lambda name: (-learned[name], name))))
    return {
        (start, end, name)
        for start, end, name in found
        if not any(a <= start and end <= b and b - a > end - start for a, b, _ in found)
    }


sentences = st.lists(
    st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(["O", *TYPES]), st.booleans()), min_size=1, max_size=6),
    min_size=1,
    max_size=4,
)


def built(make_study_from: Written, drawn: Drawn) -> Study:
    written = []
    for sentence in drawn:
        before, words = "O", []
        for word, name, begins in sentence:
            label = "O" if name == "O" else f"{'B' if begins or before != name else 'I'}-{name}"
            before = name
            words.append(f"{word}/{label}/O")
        written.append(" ".join(words))
    return make_study_from(*written)


@given(test=sentences, training=sentences)
def test_subsets_and_the_heuristic_are_those_of_a_slow_reading(
    make_study_from: Written, test: Drawn, training: Drawn
) -> None:
    plain, known = built(make_study_from, test), built(make_study_from, training)
    study = with_training(plain, training_of(known))
    members = subset_members(study, "reference")
    assert [
        {name for name, row in zip(SUBSETS, members, strict=True) if row[place]} for place in range(members.shape[1])
    ] == slow_subsets(plain, known)
    marked = study.predictions[-1].mentions
    assert study.predictions[-1].system == RETENTION
    spans = zip(marked.start.tolist(), marked.end.tolist(), marked.type_codes.tolist(), strict=True)
    assert {(start, end, marked.types[code]) for start, end, code in spans} == slow_retention(plain, known)
    assert sentences_in_training(study).tolist() == [
        plain.text.tokens_of(place) in [known.text.tokens_of(other) for other in range(known.text.n_sentences)]
        for place in range(plain.text.n_sentences)
    ]


def test_the_example_of_the_paper(make_study_from: Written) -> None:
    training = make_study_from("Newcastle/B-LOC/O is/O/O in/O/O the/O/O UK/B-LOC/O")
    test = make_study_from("John/B-PER/B-PER Brown/I-PER/O ,/O/O Newcastle/B-ORG/B-ORG star/O/O UK/B-LOC/B-ORG")
    study = with_training(test, training_of(training))
    assert [NOVELTIES[place] for place in novelty(study)["reference"]] == ["unseen-tokens", "unseen-type", "seen"]
    assert is_seen(study, "reference", "surface").tolist() == [False, True, True]
    assert is_seen(study, "predicted")[:3].tolist() == [False, False, False]
    assert matched(study).tolist() == [[False, True, False], [False, False, True]]


def test_a_blank_inside_a_token_is_no_border(build_study: Written) -> None:
    one = build_study([(["a b"], [(0, 1, "PER")], [[]])])
    two = build_study([(["a", "b"], [(0, 2, "PER")], [[]])])
    study = with_training(one, training_of(two))
    assert not is_seen(study, "reference", "surface").any()
    assert not len(study.predictions[-1].mentions)


@pytest.mark.parametrize(
    ("matching", "seen"),
    [("exact", [0, 0, 0]), ("nfc", [1, 0, 0]), ("ignore-case", [0, 1, 0]), ("nfc-ignore-case", [1, 1, 1])],
)
def test_surfaces_match_as_chosen(make_study_from: Written, matching: Matching, seen: list[int]) -> None:
    decomposed = unicodedata.normalize("NFD", "é")
    training = make_study_from(f"{decomposed}/B-PER/O x/O/O UK/B-LOC/O")
    test = make_study_from("é/B-PER/O x/O/O uk/B-LOC/O x/O/O É/B-PER/O")
    study = with_training(test, training_of(training), matching)
    assert is_seen(study, "reference").astype(int).tolist() == seen
    assert len(study.predictions[-1].mentions) == sum(seen)


def test_training_equal_to_the_test_makes_everything_seen(make_study_from: Written) -> None:
    test = make_study_from("a/B-PER/O b/O/O", "c/B-LOC/O")
    study = with_training(test, training_of(test))
    assert is_seen(study, "reference").all()
    assert sentences_in_training(study).all()


def test_empty_training_makes_nothing_seen(make_study_from: Written) -> None:
    test = make_study_from("a/B-PER/B-PER b/O/O", "c/B-LOC/O")
    study = with_training(test, training_of(make_study_from("a/O/O")))
    assert not is_seen(study, "reference").any()
    assert len(study.predictions[-1].mentions) == 0
    assert not matched(study)[-1].any()


def test_types_that_only_training_has_are_known_to_the_study(make_study_from: Written) -> None:
    test = make_study_from("a/B-PER/O b/O/O")
    study = with_training(test, training_of(make_study_from("a/B-ANIMAL/O")))
    assert study.types == ("ANIMAL", "PER")
    assert [NOVELTIES[place] for place in novelty(study)["reference"]] == ["unseen-type"]


def test_events_of_other_systems_keep_their_numbers(make_study_from: Written) -> None:
    test = make_study_from("a/B-PER/B-LOC b/O/B-PER", "c/B-LOC/O")
    study = with_training(test, training_of(test))
    first = study.event_start[1]
    assert np.array_equal(study.events.start[:first], test.events.start)
    assert np.array_equal(study.events.kind[:first], test.events.kind)
    again = with_training(study, None)
    assert again.systems == test.systems
    assert again.training is None


def test_surfaces_that_overlap_both_stay_and_shorter_ones_inside_do_not(make_study_from: Written) -> None:
    training = make_study_from("a/B-PER/O b/I-PER/O", "b/B-LOC/O c/I-LOC/O", "b/B-LOC/O")
    test = make_study_from("a/O/O b/O/O c/O/O", "b/O/O")
    marked = retention_mentions(training_of(training), test.text)
    assert [
        (int(start), int(end), marked.types[code])
        for start, end, code in zip(marked.start, marked.end, marked.type_codes, strict=True)
    ] == [(0, 2, "PER"), (1, 3, "LOC"), (3, 4, "LOC")]


def test_the_screen_and_the_definitions_name_the_same_subsets() -> None:
    assert sorted(name for name, _ in NESTED_SUBSETS) == sorted(SUBSETS)
    assert MATCHINGS[0] == "exact"


def test_a_study_without_training_has_only_unseen_mentions(make_study_from: Written) -> None:
    study = make_study_from("a/B-PER/B-PER b/O/O")
    assert subset_members(study, "reference")[SUBSETS.index("unseen-tokens")].all()
    assert not sentences_in_training(replace(study, training=None)).any()
