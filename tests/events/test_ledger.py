from collections.abc import Callable

import pytest

from nerinspect.events.explanation import ledger
from nerinspect.events.study import Study

StudyFrom = Callable[..., Study]

HARWICK = "The/O/O Port/B-ORG/B-LOC of/I-ORG/I-LOC Harwick/I-ORG/I-LOC Authority/I-ORG/B-ORG said/O/O"


def test_a_ledger_lists_the_reference_first(make_study_from: StudyFrom) -> None:
    rows = ledger(make_study_from(HARWICK), 0)
    assert [(row.side, row.type, row.surface) for row in rows] == [
        ("reference", "ORG", "Port of Harwick Authority"),
        ("prediction", "LOC", "Port of Harwick"),
        ("prediction", "ORG", "Authority"),
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "Oslo/B-LOC/B-LOC",
        "Oslo/B-LOC/B-ORG",
        "Oslo/O/B-LOC",
        "Oslo/B-LOC/O",
        "New/B-LOC/B-LOC York/I-LOC/O",
        HARWICK,
        "New/B-LOC/B-ORG York/B-LOC/I-ORG City/O/I-ORG",
    ],
)
def test_a_ledger_adds_up_to_the_demerits_of_its_event(make_study_from: StudyFrom, sentence: str) -> None:
    study = make_study_from(sentence)
    assert sum(row.demerits for row in ledger(study, 0)) == study.events.demerits[0]


def test_both_mentions_of_a_correct_event_are_matched(make_study_from: StudyFrom) -> None:
    assert all(row.is_matched for row in ledger(make_study_from("Oslo/B-LOC/B-LOC"), 0))
