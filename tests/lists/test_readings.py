"""Readings as people write them, and read back."""

import json
from contextlib import suppress
from dataclasses import replace
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.events.decision import Decision, Decisions, Reading
from nerinspect.events.study import Study
from nerinspect.lists.readings import MisreadCell, ReadingCells, correction_words, reading_words
from tests.conftest import study_of, written_study
from tests.examples import examples


@pytest.fixture(scope="module")
def study() -> Study:
    """One event from “Glenn” to “Wife”, between words that are outside."""
    tokens = ["Ann", "said", ":", "Glenn", "Close", "in", "The", "Wife", ",", "Ann"]
    reference = [(3, 8, "film")]
    return study_of(
        [(tokens, reference, [[(3, 5, "person")], [(6, 8, "film")], [(2, 5, "person")]])],
        systems=[("flair", 1), ("flair", 2), ("elmo", 1)],
    )


def read(study: Study, cell: str, event: int = 0) -> list[Reading]:
    return ReadingCells(study).readings(event, cell)


@pytest.mark.parametrize(
    ("cell", "reading"),
    [
        ("person: Glenn Close; film: The Wife", ((3, 5, "person"), (6, 8, "film"))),
        (" film:The  Wife ;\nperson : GlennClose;", ((3, 5, "person"), (6, 8, "film"))),
        ("Person: Glenn Close\nFILM: The Wife", ((3, 5, "person"), (6, 8, "film"))),
        ('"person": "Glenn Close"', ((3, 5, "person"),)),
        ("none", ()),
        ("None", ()),
        ("[]", ()),
        ('[[6, 8, "new"], [3, 5, "person"]]', ((3, 5, "person"), (6, 8, "new"))),
        ("[[3, 5, “person”]]", ((3, 5, "person"),)),
        ("=flair", ((3, 5, "person"),)),
        ("'= Flair", ((3, 5, "person"),)),
        ("=flair run 2", ((6, 8, "film"),)),
        ("=FLAIR RUN 2", ((6, 8, "film"),)),
    ],
)
def test_a_cell_says_a_reading(study: Study, cell: str, reading: Reading) -> None:
    assert read(study, cell) == [reading]


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("Glenn Close", "is not a correction; write one such as person: Glenn Close, none, =SYSTEM or [["),
        (": Glenn", "is not a correction; write one such as"),
        ("person:", "no words follow “person”"),
        ("persn: Glenn", "no type is called “persn”; the nearest is person; a new type is written as in [[0, 2, "),
        ("person: Glen Close", "the event “Glenn Close in The Wife” has no “Glen Close”; the nearest is “Glenn Close”"),
        ("person: Wif", "has no “Wif”"),
        ("person: Ann", "“Ann” is outside the event “Glenn Close in The Wife”: token 10 of the sentence"),
        ("person: said :", "“said :” is outside the event “Glenn Close in The Wife”: tokens 2 to 3 of the sentence"),
        ("person: : Glenn", "“: Glenn” reaches beyond the event “Glenn Close in The Wife”"),
        ("person: Glenn; film: Glenn Close", "have no places in the event that do not overlap"),
        ("person: Glenn; film: Glenn", "have no places in the event that do not overlap"),
        ("=elmo", "the annotation of elmo reaches beyond the event"),
        ("=flai", "no system is called “flai”; the nearest is flair"),
        ("=", "no system is called “”"),
        ('[[3, 5, "a b"]]', "“a b” is not the name of a type"),
        ("[[3, 5]]", "is not a correction; write one such as"),
    ],
)
def test_a_cell_that_says_none_is_told_why(study: Study, cell: str, reason: str) -> None:
    with pytest.raises(MisreadCell) as told:
        read(study, cell)
    assert reason in str(told.value)


def test_words_that_stand_twice_have_several_places() -> None:
    study = written_study("Ann/B-LOC/O and/I-LOC/B-PER Ann/I-LOC/O Ann/I-LOC/O")
    assert read(study, "PER: Ann") == [((place, place + 1, "PER"),) for place in (0, 2, 3)]
    assert read(study, "PER: Ann; LOC: Ann") == [
        ((0, 1, "PER"), (2, 3, "LOC")),
        ((0, 1, "PER"), (3, 4, "LOC")),
        ((2, 3, "PER"), (3, 4, "LOC")),
    ]
    assert read(study, "PER: Ann; LOC: Ann and Ann") == [((0, 3, "LOC"), (3, 4, "PER"))]


def test_names_that_differ_in_case_alone_are_not_guessed() -> None:
    study = written_study("Ann/B-per/B-PER", systems=("one",))
    assert read(study, "PER: Ann") == [((0, 1, "PER"),)]
    with pytest.raises(MisreadCell, match="“Per” may be PER or per; write the exact name"):
        read(study, "Per: Ann")


def test_between_annotators_the_first_has_a_reading_too(study: Study) -> None:
    assert read(replace(study, annotator="anna"), "=anna") == [((3, 8, "film"),)]


def test_a_type_that_a_correction_named_is_known(study: Study) -> None:
    study = replace(study, decisions=Decisions({1: Decision(correction=((6, 8, "work"),))}))
    assert read(study, "work: The Wife") == [((6, 8, "work"),)]


def test_many_mentions_of_the_same_words_come_to_an_end() -> None:
    study = written_study(" ".join(["a/B-X/O"] + ["a/I-X/O"] * 299))
    assert read(study, "X: a;" * 300) == [tuple((place, place + 1, "X") for place in range(300))]
    with pytest.raises(MisreadCell, match="overlap"):
        read(study, "X: a a;" * 151)


def test_every_correction_of_words_that_occur_often_comes_back() -> None:
    """In words where they are the leftmost, as JSON elsewhere."""
    study = written_study("a/B-X/B-Y a/I-X/O aa/I-X/O a/I-X/O")
    bounds = [pairs for n in range(5) for pairs in combinations(range(5), n)]
    written = set[str]()
    for cuts in bounds:
        for chosen in product((False, True), repeat=max(len(cuts) - 1, 0)):
            spans = [span for span, is_one in zip(pairwise(cuts), chosen, strict=True) if is_one]
            reading = tuple((*span, "XY"[place % 2]) for place, span in enumerate(spans))
            cell = correction_words(study, 0, reading)
            assert read(study, cell)[0] == reading
            written.add(cell)
    assert {"X: a", "X: a; Y: aa", '[[3, 4, "X"]]', "none"} <= written


TOKEN = st.sampled_from(["a", "ab", "b", ";", ":", '"', "\\", "=", "'", "none", "[", "a;b", "é", "x y", "\u3000", "«"])
NAME = st.sampled_from(["per", "PER"]) | st.sampled_from(["per", "PER", "x.y", "=", "[", "'s", "none", "\\"])
FREE = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=6)


@settings(max_examples=examples(150))
@given(data=st.data(), tokens=st.lists(st.sampled_from(["a", "ab", "b"]) | TOKEN, min_size=1, max_size=6))
def test_a_correction_that_was_written_comes_back(data: st.DataObject, tokens: list[str]) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(0, len(tokens)), max_size=4)))
    spans = [pair for pair in pairwise(cuts) if data.draw(st.booleans())]
    reading = tuple((*span, data.draw(NAME)) for span in spans)
    study = study_of([(tokens, [(0, len(tokens), "per")], [[(0, 1, "PER")]])])
    written = correction_words(study, 0, reading)
    if written.startswith("["):
        assert tuple(map(tuple, json.loads(written))) == reading
    else:
        assert read(study, written)[0] == reading


@settings(max_examples=examples(100))
@given(mentions=st.lists(st.tuples(st.sampled_from(["per", "x.y", "PER"]), st.integers(0, 3)), max_size=4, unique=True))
def test_what_can_be_said_is_said_in_words(mentions: list[tuple[str, int]]) -> None:
    """Words that stand once each, however they look, need no JSON."""
    tokens = ["Me; Myself", '"I"', "a:b", "none"]
    reading = tuple(sorted({place: (place, place + 1, name) for name, place in mentions}.values()))
    known = [(place, place + 1, name) for place, name in enumerate(("per", "x.y", "PER"))]
    study = study_of([(tokens, [(0, 4, "per")], [known])])
    written = correction_words(study, 0, reading)
    assert written == reading_words((name, tokens[start]) for start, _, name in reading)
    assert read(study, written) == [reading]


@settings(max_examples=examples(100))
@given(cell=st.one_of(FREE, st.text(alphabet='per: Glenn;"\\=[]none\n', max_size=20)))
def test_any_cell_is_read_or_refused_calmly(study: Study, cell: str) -> None:
    with suppress(MisreadCell):
        assert all(type(reading) is tuple for reading in read(study, cell))
