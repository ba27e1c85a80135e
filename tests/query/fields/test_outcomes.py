"""Who is right and who is wrong, as a query."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.errors import CommandError, UnknownNameError
from nerinspect.events.study import Study, judge_name, judged, shown_name
from nerinspect.query.filters import Filter
from nerinspect.query.language.completion import completions
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.language.words import term_label
from nerinspect.query.rates import MentionBase
from nerinspect.query.selection import Selection
from nerinspect.systems.outcomes import only_right
from tests.examples import examples

SYSTEMS = ("flair", "elmo", "elmo")
LABELS = st.sampled_from(["O", "B-LOC", "B-ORG"])
TOKENS = st.tuples(LABELS, LABELS, LABELS, LABELS).map(lambda labels: "/".join(("Paris", *labels)))
SENTENCES = st.lists(st.lists(TOKENS, min_size=1, max_size=4).map(" ".join), min_size=1, max_size=3)


@pytest.fixture(scope="module")
def study(make_study_from: Callable[..., Study]) -> Study:
    """Two mentions side by side in one event of each system; they are divided in what they find."""
    return make_study_from(
        "Port/B-ORG/B-ORG/B-LOC Harwick/B-LOC/B-ORG/B-LOC", "Ostend/B-LOC/B-LOC/B-LOC", systems=("flair", "elmo")
    )


def query(study: Study, text: str) -> Filter:
    return parse_query(text, Vocabulary.of(study))


def segments(study: Study, text: str) -> list[tuple[int, int, int]]:
    """List prediction, start and end of the events that a query keeps."""
    events = study.events.rows(query(study, text).mask(study))
    return list(zip(events.prediction.tolist(), events.start.tolist(), events.end.tolist(), strict=True))


def test_both_are_judged_at_one_mention_of_the_events_of_every_system(study: Study) -> None:
    assert segments(study, "wrong:flair right:elmo") == [(0, 1, 2), (1, 1, 2)]
    assert segments(study, "wrong:elmo right:flair") == [(0, 0, 1), (1, 0, 1)]


def test_one_event_may_hold_what_each_alone_finds(build_study: Callable[..., Study]) -> None:
    """A long prediction of one system joins two mentions into one event; what the other finds lies in it."""
    two = [(0, 1, "LOC"), (1, 2, "LOC")]
    study = build_study(
        [(["Ostend", "Harwick"], two, [[(0, 1, "LOC")], [(1, 2, "LOC")], [(0, 2, "LOC")]])],
        [("flair", 1), ("elmo", 1), ("bert", 1)],
    )
    merged = (2, 0, 2)
    assert merged in segments(study, "right:flair")
    assert merged in segments(study, "right:elmo")
    assert merged in segments(study, "right:flair wrong:elmo")
    assert merged not in segments(study, "right:flair right:elmo")


def test_the_first_run_of_a_system_is_judged(make_study_from: Callable[..., Study]) -> None:
    study = make_study_from("Ostend/B-LOC/B-LOC/O", systems=("elmo", "elmo"))
    assert len(segments(study, "right:elmo")) == 2
    assert segments(study, "wrong:elmo") == []


def test_an_event_without_reference_mention_is_neither_right_nor_wrong(
    make_study_from: Callable[..., Study],
) -> None:
    study = make_study_from("on/O/B-LOC")
    assert segments(study, "wrong:flair OR right:flair") == []


def test_several_systems_are_one_or_the_other(study: Study) -> None:
    assert len(segments(study, "right:flair,elmo")) == len(study.events)
    assert segments(study, "wrong:flair,elmo") == [(0, 0, 1), (0, 1, 2), (1, 0, 1), (1, 1, 2)]


def test_an_unknown_system_is_named_with_the_nearest(study: Study) -> None:
    with pytest.raises(UnknownNameError, match="elmo"):
        query(study, "wrong:elmoo")


def test_outcomes_bend_no_rate(study: Study) -> None:
    assert MentionBase.of(Selection.from_filter(query(study, "wrong:flair right:elmo"))).is_everything


@settings(max_examples=examples(60))
@given(sentences=SENTENCES)
def test_events_are_those_with_a_mention_that_one_has_alone(
    make_study_from: Callable[..., Study], sentences: list[str]
) -> None:
    study = make_study_from(*sentences, systems=SYSTEMS)
    mentions = study.reference.mentions
    spans = [
        set(zip(side.start.tolist(), side.end.tolist(), side.type_codes.tolist(), strict=True))
        for side in (mentions, *(prediction.mentions for prediction in study.predictions))
    ]
    alone = (spans[0] & spans[1]) - spans[2]
    assert int(only_right(study, "flair", "elmo").sum()) == len(alone)
    mask = query(study, "right:flair wrong:elmo").mask(study)
    for event in range(len(study.events)):
        own = study.events.mentions_of(event, "reference")
        columns = (mentions.start, mentions.end, mentions.type_codes)
        held = zip(*(column[own].tolist() for column in columns), strict=True)
        assert mask[event] == any(span in alone for span in held)
    assert np.array_equal(query(study, "-(right:flair wrong:elmo)").mask(study), ~mask)


def test_a_single_run_can_be_named(make_study_from: Callable[..., Study]) -> None:
    study = make_study_from("Ostend/B-LOC/B-LOC/O", systems=("elmo", "elmo"))
    assert len(segments(study, 'wrong:"elmo run 2"')) == 2
    assert len(segments(study, 'right:"elmo run 1"')) == 2


def test_what_is_the_name_of_a_system_means_no_run(make_study_from: Callable[..., Study]) -> None:
    study = make_study_from("Ostend/B-LOC/B-LOC/O/O", systems=("elmo", "elmo", "elmo run 2"))
    assert [judged(study, name) for name in ("elmo run 2", "elmo run 02", "elmo run 3", "run 2")] == [2, 1, None, None]
    assert [judge_name(study, prediction) for prediction in range(3)] == ["elmo", "elmo run 02", "elmo run 2"]


def test_runs_are_offered_where_there_are_several(make_study_from: Callable[..., Study]) -> None:
    study = make_study_from("Ostend/B-LOC/B-LOC/O/O", systems=("elmo", "elmo", "flair"))
    found = completions("right:e", 7, Vocabulary.of(study))
    assert [item.text for item in found.items] == ["elmo", '"elmo run 1"', '"elmo run 2"']


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("same:elmoo", "no system is called “elmoo”; the nearest is elmo"),
        ("kindof:elmoo=be", "no system is called “elmoo”; the nearest is elmo"),
        ("kindof:elmo=bee", "no kind is called “bee”; the nearest is be"),
        ("kindof:elmo=fp", "no kind is called “fp”"),
        ("kindof:elmo", "write a system and the kind of its event, such as flair=be"),
        ("gotby:few", "few is not a number; write 3"),
        ("gotbyruns:most", "no share of runs is called “most”"),
        ("gotbyruns:1-2", "1-2 is not a number; write 3"),
    ],
)
def test_a_mistake_is_told(study: Study, text: str, message: str) -> None:
    with pytest.raises(CommandError, match=message):
        query(study, text)


@pytest.fixture
def readings(make_study_from: Callable[..., Study]) -> Study:
    """Both have Rome; both take Oslo for a person; only one has Bern; both invent two names, one of them alike."""
    return make_study_from(
        "Rome/B-LOC/B-LOC/B-LOC Oslo/B-LOC/B-PER/B-PER Bern/B-LOC/O/B-LOC so/O/B-ORG/B-ORG and/O/O/O to/O/B-LOC/B-ORG",
        systems=("a", "b"),
    )


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("system:a same:b", [0, 1, 3]),
        ("system:a differs:b", [2, 5]),
        ("system:a same:b -kind:fp", [0, 1]),
        ("system:a same:a same:b", [0, 1, 3]),
        ("system:a same:b wrong:b", [1]),
        ("system:a kindof:b=le", [1]),
        ("system:a kindof:b=tp kindof:a=fn", [2]),
        ("system:a gotby:0", [1]),
        ("system:a gotby:1", [2]),
        ("system:a gotby:1..2", [0, 2]),
        ("system:a gotby:<1", [1]),
    ],
)
def test_other_systems_are_asked_at_the_mention(readings: Study, text: str, kept: list[int]) -> None:
    assert [start for _, start, _ in segments(readings, text)] == kept


def test_the_heuristic_is_not_counted(make_study_from: Callable[..., Study]) -> None:
    study = make_study_from("Rome/B-LOC/O/B-LOC", systems=("a", "retention"))
    assert len(segments(study, "gotby:0")) == 2


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("gotbyruns:all", [0]),
        ("gotbyruns:some", [1]),
        ("gotbyruns:none", [2]),
        ("gotbyruns:1", [1]),
        ("gotbyruns:<=1", [1, 2]),
        ("gotbyruns:none,some", [1, 2]),
        ("gotbyruns:none gotby:1", [2]),
        ("gotbyruns:some wrong:a", []),
        ("-gotbyruns:all -kind:fp", [1, 2]),
    ],
)
@pytest.mark.parametrize("run", [1, 2])
def test_the_runs_of_its_own_system_are_asked(
    make_study_from: Callable[..., Study], text: str, kept: list[int], run: int
) -> None:
    study = make_study_from(
        "Rome/B-LOC/B-LOC/B-LOC/O Oslo/B-LOC/B-LOC/O/O Bern/B-LOC/O/B-PER/B-LOC so/O/B-ORG/O/B-ORG",
        systems=("a", "a", "b"),
    )
    assert [start for _, start, _ in segments(study, f"system:a run:{run} {text}")] == kept


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("same:a", "same: a"),
        ("-differs:b", "differs: not b"),
        ("kindof:a=fn,a=be", "kind of a: missed, boundary error"),
        ("kindof:a=fn,b=le", "kind of a: missed or kind of b: label error"),
        ("-kindof:a=fn", "kind of a: not missed"),
        ("gotby:0", "got by: 0"),
        ("-gotby:>=2", "got by: not >=2"),
        ("gotbyruns:none,some", "got by runs: none, some"),
    ],
)
def test_chips_say_it_in_words(readings: Study, text: str, label: str) -> None:
    assert term_label(query(readings, text)) == label


def test_every_run_is_named_where_a_system_has_several(make_study_from: Callable[..., Study]) -> None:
    study = make_study_from("Rome/B-LOC/O/O/O", systems=("a", "b", "b"))
    assert [shown_name(study, number) for number in range(3)] == ["a", "b run 1", "b run 2"]
    assert [judge_name(study, number) for number in range(3)] == ["a", "b", "b run 2"]
