"""Predictions that are compared, as queries name them."""

from collections.abc import Callable

import pytest

from nerinspect.events.study import Study
from nerinspect.query.compared_rows import of_predictions
from nerinspect.query.language.parser import query_text

SENTENCES = (
    "The/O/O/O/O Port/B-ORG/B-LOC/B-ORG/O Authority/I-ORG/B-ORG/I-ORG/O said/O/O/O/O",
    "Ines/B-PER/B-PER/O/B-PER and/O/I-PER/O/O Omar/B-PER/I-PER/B-PER/O",
    "Grey/O/B-PER/O/O near/O/O/B-LOC/O Oslo/B-LOC/O/B-ORG/B-LOC",
)


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    return make_study_from(*SENTENCES, systems=("bert", "bert", "crf"))


@pytest.mark.parametrize(
    ("numbers", "query"),
    [
        ((0,), "system:bert run:1"),
        ((0, 1), "system:bert run:1,2"),
        ((2,), "system:crf"),
        ((1, 2), "system:bert run:2 OR system:crf run:1"),
    ],
)
def test_predictions_are_named_by_run_where_there_are_several(
    study: Study, numbers: tuple[int, ...], query: str
) -> None:
    assert query_text(of_predictions(study, numbers)) == query
