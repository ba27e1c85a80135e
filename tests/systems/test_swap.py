from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.corpus.mentions import Relations
from nerinspect.errors import UnknownNameError
from nerinspect.events.study import Study
from nerinspect.systems.swap_test import LEFT_OUT, LEFT_OUT_WORDS, Swapped, swap
from tests.events.relation_studies import Sentence, relation_sentences, relation_study
from tests.systems.plain_swap import PlainSentence, plain_reason, plain_sentences, plain_swap
from tests.training.trained_studies import TYPES, WORDS, BuildStudy

TOKENS = ["Late", "on", "Friday", "Ms", "Ada", "Grey", ",", "who", "shot", "Bo", "in", "Ulm", ",", "fled"]
SHOT: Sentence = (
    TOKENS,
    ([(3, 6, "Per"), (9, 10, "Per"), (11, 12, "Loc"), (2, 3, "Time")], [(0, "Kill", 1), (1, "Meet", 2)]),
    [],
)


def swapped(study: Study, relation_type: str = "Kill") -> Swapped:
    assert study.reference.relations is not None
    return swap(study.text, study.reference.mentions, study.reference.relations, relation_type)


def plain(of: Study | Swapped) -> list[PlainSentence]:
    if isinstance(of, Swapped):
        return plain_sentences(of.text, of.mentions, of.relations)
    assert of.reference.relations is not None
    return plain_sentences(of.text, of.reference.mentions, of.reference.relations)


def build(build_study: BuildStudy, *sentences: Sentence) -> Study:
    return relation_study(build_study, sentences, [])


def test_arguments_stand_behind_what_stood_before_the_other(build_study: BuildStudy) -> None:
    study = build(build_study, SHOT)
    codes = np.array([token in {"Ada", ",", "Bo"} for token in TOKENS], dtype=np.int8)
    text = replace(study.text, gap_codes=codes, gaps=(" ", ""))
    assert study.reference.relations is not None
    made = swap(text, study.reference.mentions, study.reference.relations, "Kill").text
    assert text.spelled(0, len(TOKENS)) == "Late on Friday MsAda Grey, who shotBo in Ulm, fled"
    assert made.spelled(0, len(TOKENS)) == "Late on Friday Bo, who shotMsAda Grey in Ulm, fled"


def test_the_arguments_change_places_and_the_relation_says_it_of_the_other(build_study: BuildStudy) -> None:
    found = swapped(build(build_study, SHOT))
    assert plain(found) == [
        (
            ["Late", "on", "Friday", "Bo", ",", "who", "shot", "Ms", "Ada", "Grey", "in", "Ulm", ",", "fled"],
            [(2, 3, "Time"), (3, 4, "Per"), (7, 10, "Per"), (11, 12, "Loc")],
            [((3, 4, "Per"), "Kill", (7, 10, "Per")), ((3, 4, "Per"), "Meet", (11, 12, "Loc"))],
        )
    ]


def test_a_tail_before_its_head_is_swapped_alike(build_study: BuildStudy) -> None:
    was_shot: Sentence = (
        ["Bo", "was", "shot", "by", "Ada", "Grey"],
        ([(4, 6, "P"), (0, 1, "P")], [(0, "Kill", 1)]),
        [],
    )
    tokens, _, triples = plain(swapped(build(build_study, was_shot)))[0]
    assert " ".join(tokens) == "Ada Grey was shot by Bo"
    assert triples == [((5, 6, "P"), "Kill", (0, 2, "P"))]


def test_arguments_beside_each_other_are_swapped(build_study: BuildStudy) -> None:
    beside: Sentence = (["a", "b", "c"], ([(0, 2, "P"), (2, 3, "P")], [(0, "Kill", 1)]), [])
    assert plain(swapped(build(build_study, beside)))[0][0] == ["c", "a", "b"]


@pytest.mark.parametrize(
    ("reading", "reason"),
    [
        (([(0, 1, "P"), (2, 3, "P")], [(0, "Kill", 1), (1, "Kill", 0)]), "several"),
        (([(0, 2, "P"), (1, 3, "P")], [(0, "Kill", 1)]), "overlapping"),
        (([(0, 1, "P")], [(0, "Kill", 0)]), "overlapping"),
        (([(0, 1, "P"), (2, 3, "L")], [(0, "Kill", 1)]), "two-types"),
        (([(0, 1, "P"), (2, 3, "P"), (0, 1, "L")], [(0, "Kill", 1)]), "overlapped"),
        (([(0, 1, "P"), (2, 3, "P"), (0, 3, "L")], [(0, "Kill", 1)]), "overlapped"),
        (([(0, 1, "P"), (2, 3, "P"), (1, 3, "P")], [(0, "Kill", 1)]), "overlapped"),
    ],
)
def test_other_sentences_are_left_out_with_a_reason(
    build_study: BuildStudy, reading: tuple[list[tuple[int, int, str]], list[tuple[int, str, int]]], reason: str
) -> None:
    found = swapped(build(build_study, (["a", "b", "c"], reading, []), SHOT))
    assert (found.sentence.tolist(), found.n_left_out) == ([1], {reason: 1})
    assert found.left_out[LEFT_OUT.index(reason)].tolist() == [0]


def test_neighbours_that_only_touch_an_argument_do_no_harm(build_study: BuildStudy) -> None:
    reading = [(0, 1, "P"), (1, 2, "L"), (2, 3, "P"), (3, 4, "L")]
    found = swapped(build(build_study, (["a", "b", "c", "d"], (reading, [(0, "Kill", 2)]), [])))
    assert not found.n_left_out
    assert plain(found)[0][0] == ["c", "b", "a", "d"]


def test_an_unknown_type_is_told_with_the_nearest(build_study: BuildStudy) -> None:
    with pytest.raises(UnknownNameError, match="the nearest is Kill"):
        swapped(build(build_study, SHOT), "Kil")


def test_no_sentence_may_be_left(build_study: BuildStudy) -> None:
    found = swapped(build(build_study, (["a", "b"], ([(0, 1, "P"), (1, 2, "L")], [(0, "Kill", 1)]), [])))
    assert (len(found), found.text.n_sentences, len(found.mentions), len(found.relations)) == (0, 0, 0, 0)


def test_every_reason_has_words() -> None:
    assert set(LEFT_OUT_WORDS) == set(LEFT_OUT)


@given(st.data())
def test_columns_agree_with_plain_loops(build_study: BuildStudy, data: st.DataObject) -> None:
    study, found = drawn(build_study, data)
    reasons = [plain_reason(sentence, found.relation_type) for sentence in plain(study)]
    assert len(found)
    assert found.sentence.tolist() == [number for number, reason in enumerate(reasons) if reason is None]
    assert Counter(found.n_left_out) == Counter(reason for reason in reasons if reason)
    expected = [plain_swap(plain(study)[number], found.relation_type) for number in found.sentence.tolist()]
    assert plain(found) == expected


@given(st.data())
def test_swapping_twice_gives_the_swapped_sentences_as_they_were(build_study: BuildStudy, data: st.DataObject) -> None:
    study, found = drawn(build_study, data)
    twice = swap(found.text, found.mentions, found.relations, found.relation_type)
    assert twice.sentence.tolist() == list(range(len(found)))  # whatever was swapped can be swapped again
    assert plain(twice) == [plain(study)[number] for number in found.sentence.tolist()]
    assert np.array_equal(np.sort(twice.token), np.arange(found.text.n_tokens))


@given(st.data())
def test_mentions_keep_their_surfaces_and_stay_in_their_sentence(build_study: BuildStudy, data: st.DataObject) -> None:
    study, found = drawn(build_study, data)
    sentence = found.text.sentence_of(found.mentions.start)
    assert np.array_equal(sentence, found.text.sentence_of(found.mentions.end - 1))
    assert (found.mentions.start < found.mentions.end).all()
    columns = found.mentions.start.tolist(), found.mentions.end.tolist(), found.mentions.type_codes.tolist()
    rows = list(zip(*columns, strict=True))
    assert rows == sorted(rows)
    before = [said(one) for number, one in enumerate(plain(study)) if number in found.sentence]
    assert [said(one) for one in plain(found)] == [
        (surfaces, sorted((b, t, a) if t == found.relation_type else (a, t, b) for a, t, b in triples))
        for surfaces, triples in before
    ]


@given(st.data())
def test_the_order_of_relations_makes_no_difference(build_study: BuildStudy, data: st.DataObject) -> None:
    study, found = drawn(build_study, data)
    relations = study.reference.relations
    assert relations is not None
    backwards = Relations(relations.head[::-1], relations.tail[::-1], relations.type_codes[::-1], relations.types)
    again = swap(study.text, study.reference.mentions, backwards, found.relation_type)
    assert plain(again) == plain(found)
    assert again.sentence.tolist() == found.sentence.tolist()
    assert (len(relations) - 1 - again.relation).tolist() == found.relation.tolist()


def drawn(build_study: BuildStudy, data: st.DataObject) -> tuple[Study, Swapped]:
    """Draw a study that has a sentence to swap, and others that need not be, and swap them."""
    sentences = data.draw(relation_sentences(0, 0))
    for sentence in data.draw(st.lists(swappable(), min_size=1, max_size=2)):
        sentences.insert(data.draw(st.integers(0, len(sentences))), sentence)
    study = relation_study(build_study, sentences, [])
    return study, swapped(study)


@st.composite
def swappable(draw: st.DrawFn) -> Sentence:
    """Draw a sentence whose arguments nothing overlaps; mentions between them may overlap each other."""
    before, first, between, second, behind = draw(
        st.tuples(st.integers(0, 2), st.integers(1, 3), st.integers(0, 3), st.integers(1, 3), st.integers(0, 2))
    )
    left = (before, before + first, "LOC")
    right = (left[1] + between, left[1] + between + second, "LOC")
    n_tokens = right[1] + behind
    apart = [*range(before), *range(left[1], right[0]), *range(right[1], n_tokens)]
    others = {(place, place + 1, name) for place in apart for name in draw(st.sets(st.sampled_from(TYPES)))}
    if between:
        others |= draw(st.sets(st.just((left[1], right[0], "ORG"))))
    mentions = [left, right, *sorted(others)]
    kill = draw(st.sampled_from([(0, "Kill", 1), (1, "Kill", 0)]))
    place = st.integers(0, len(mentions) - 1)
    meetings = draw(st.lists(st.tuples(place, st.just("Meet"), place), max_size=3, unique=True))
    tokens = draw(st.lists(st.sampled_from(WORDS), min_size=n_tokens, max_size=n_tokens))
    return tokens, (mentions, [kill, *meetings]), []


def said(sentence: PlainSentence) -> tuple[list[tuple[str, str]], list[tuple[str, str, str]]]:
    """Give the surfaces of mentions and relations, wherever they stand."""
    tokens, spans, triples = sentence
    surface = {span: " ".join(tokens[slice(*span[:2])]) for span in spans}
    return sorted((surface[span], span[2]) for span in spans), sorted(
        (surface[a], t, surface[b]) for a, t, b in triples
    )
