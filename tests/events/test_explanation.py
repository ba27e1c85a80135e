from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
import pytest

from nerinspect.events.explanation import Span, explain, spoken, type_conflicts
from nerinspect.events.study import Study

Spans: TypeAlias = Sequence[tuple[int, int, str]]
BuildStudy: TypeAlias = Callable[..., Study]
MakeOneEvent: TypeAlias = Callable[[Spans, Spans], Study]

WORDS = ["The", "Port", "of", "Harwick", "Authority", "said", "no"]


@pytest.fixture
def make_one_event(build_study: BuildStudy) -> MakeOneEvent:
    """Build a study with one event from reference and predicted spans over `WORDS`."""

    def make(reference: Spans, predicted: Spans) -> Study:
        study = build_study([(WORDS, reference, [predicted])])
        assert len(study.events) == 1
        return study

    return make


SPLIT = ([(1, 5, "ORG")], [(1, 4, "LOC"), (4, 5, "ORG")])

EXPLANATIONS = {
    "correct": ([(1, 5, "ORG")], [(1, 5, "ORG")], "Reference and prediction agree in extent and type."),
    "spurious": (
        [],
        [(1, 5, "ORG")],
        "The prediction marks “Port of Harwick Authority” as ORG; the reference marks nothing here.",
    ),
    "two spurious": (
        [],
        [(1, 4, "LOC"), (4, 5, "ORG")],
        "The prediction marks two mentions here; the reference marks nothing.",
    ),
    "missed": (
        [(1, 5, "ORG")],
        [],
        "The reference marks “Port of Harwick Authority” as ORG; the prediction marks nothing here.",
    ),
    "three missed": (
        [(1, 2, "ORG"), (2, 4, "LOC"), (4, 5, "ORG")],
        [],
        "The reference marks three mentions here; the prediction marks nothing.",
    ),
    "label error": (
        [(1, 5, "ORG")],
        [(1, 5, "LOC")],
        "The extent agrees, the type does not: the reference says ORG, the prediction LOC.",
    ),
    "shorter": (
        [(1, 5, "ORG")],
        [(2, 5, "ORG")],
        "The type agrees, the extent does not: the prediction lies inside the reference (shorter). "
        "It leaves out “Port”.",
    ),
    "longer": (
        [(1, 4, "ORG")],
        [(0, 5, "ORG")],
        "The type agrees, the extent does not: the prediction contains the reference (longer). "
        "It adds “The” and “Authority”.",
    ),
    "crossing": (
        [(0, 4, "ORG")],
        [(1, 5, "ORG")],
        "The type agrees, the extent does not: each reaches beyond the other (crossing). "
        "The prediction leaves out “The” and adds “Authority”.",
    ),
    "split": (
        [(1, 5, "ORG")],
        [(1, 2, "ORG"), (3, 4, "ORG"), (4, 5, "ORG")],
        "One reference mention meets three predicted ones (split). "
        "Their extents differ; where they overlap, the types agree.",
    ),
    "merged": (
        [(1, 2, "ORG"), (3, 5, "ORG")],
        [(1, 5, "ORG")],
        "Two reference mentions meet one predicted one (merged). "
        "Their extents differ; where they overlap, the types agree.",
    ),
    "tangled": (
        [(0, 2, "ORG"), (3, 5, "ORG")],
        [(1, 4, "ORG"), (4, 6, "ORG")],
        "Two reference mentions meet two predicted ones (tangled). "
        "Their extents differ; where they overlap, the types agree.",
    ),
    "shorter of another type": (
        [(1, 5, "ORG")],
        [(1, 4, "LOC")],
        "The extents differ: the prediction lies inside the reference (shorter). It leaves out “Authority”. "
        "The types differ too: the reference says ORG, the prediction LOC.",
    ),
    "longer of another type": (
        [(1, 4, "ORG")],
        [(1, 5, "LOC")],
        "The extents differ: the prediction contains the reference (longer). It adds “Authority”. "
        "The types differ too: the reference says ORG, the prediction LOC.",
    ),
    "crossing of another type": (
        [(0, 4, "ORG")],
        [(3, 5, "LOC")],
        "The extents differ: each reaches beyond the other (crossing). "
        "The prediction leaves out “The Port of” and adds “Authority”. "
        "The types differ too: the reference says ORG, the prediction LOC.",
    ),
    "split of another type": (
        *SPLIT,
        "One reference mention meets two predicted ones (split). "
        "Their extents differ, and on “Port of Harwick” so do the types.",
    ),
    "merged of another type": (
        [(1, 2, "PER"), (3, 4, "LOC")],
        [(1, 5, "ORG")],
        "Two reference mentions meet one predicted one (merged). "
        "Their extents differ, and on “Port” and “Harwick” so do the types.",
    ),
    "tangled of another type": (
        [(0, 2, "ORG"), (3, 5, "ORG")],
        [(1, 4, "ORG"), (4, 6, "PER")],
        "Two reference mentions meet two predicted ones (tangled). "
        "Their extents differ, and on “Authority” so do the types.",
    ),
}


@pytest.mark.parametrize(("reference", "predicted", "expected"), EXPLANATIONS.values(), ids=EXPLANATIONS.keys())
def test_an_event_is_explained(make_one_event: MakeOneEvent, reference: Spans, predicted: Spans, expected: str) -> None:
    assert explain(make_one_event(reference, predicted), 0) == expected


RULE = (
    " Mentions of one side overlap in this sentence: exact matches and equal extents are paired first, the rest is"
    " grouped."
)
NESTED = {
    "correct": ([], [], "Reference and prediction agree in extent and type."),
    "missed": (
        [(1, 2, "LOC")],
        [],
        "The reference marks “Port” as LOC; the prediction has no unmatched mention here.",
    ),
    "two spurious": (
        [],
        [(1, 2, "LOC"), (2, 4, "LOC")],
        "The prediction marks two mentions here; the reference has no unmatched mention.",
    ),
    "merged of another type": (
        [(1, 4, "ORG"), (2, 4, "LOC")],
        [(3, 5, "LOC")],
        "Two reference mentions meet one predicted one (merged). "
        "Their extents differ, and on “Harwick” so do the types.",
    ),
}


@pytest.mark.parametrize(("reference", "predicted", "expected"), NESTED.values(), ids=NESTED.keys())
def test_where_mentions_overlap_the_rule_is_told(
    build_study: BuildStudy, reference: Spans, predicted: Spans, expected: str
) -> None:
    around, within = (0, 7, "ORG"), (5, 6, "PER")
    study = build_study([(WORDS, [around, within, *reference], [[around, within, *predicted]])])
    event = int(np.argmax(study.events.kind))  # the one that is not correct, if there is one
    assert explain(study, event) == expected + RULE


def test_in_other_sentences_the_rule_is_not_told(build_study: BuildStudy) -> None:
    nested, flat = [(0, 2, "ORG"), (1, 2, "ORG")], [(0, 2, "ORG")]
    study = build_study([(WORDS, reference, [[]]) for reference in (nested, flat)])
    assert [RULE in explain(study, event) for event in (0, 1)] == [True, False]


def test_conflicts_of_overlapping_mentions_are_those_of_their_tokens() -> None:
    reference = [Span(0, 6, "ORG"), Span(1, 3, "LOC")]
    assert type_conflicts(reference, [Span(0, 2, "ORG"), Span(4, 9, "PER")]) == [(1, 2), (4, 6)]


def test_touching_conflicts_are_one_stretch() -> None:
    predicted = [Span(0, 1, "PER"), Span(1, 2, "PER"), Span(4, 5, "PER")]
    assert type_conflicts([Span(0, 5, "ORG")], predicted) == [(0, 2), (4, 5)]


def test_an_event_is_spoken_as_one_phrase(make_one_event: MakeOneEvent) -> None:
    phrase = "Port of Harwick Authority, reference ORG, predicted LOC and ORG"
    assert spoken(make_one_event(*SPLIT), 0) == phrase


def test_a_missing_side_is_spoken_as_none(make_one_event: MakeOneEvent) -> None:
    phrase = "Port, reference none, predicted LOC"
    assert spoken(make_one_event([], [(1, 2, "LOC")]), 0) == phrase
