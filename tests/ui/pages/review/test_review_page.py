"""The parts of the page of a review leave no gap, and between annotators they speak of annotators."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from nerinspect.events.decision import Decisions
from nerinspect.events.study import Study
from nerinspect.query.filters import Everything
from nerinspect.query.review_progress import review_progress
from nerinspect.ui.desk.document import Document
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.pages.review.page import ReviewPage, ReviewTop
from nerinspect.ui.pages.review.verdicts_and_causes import ProgressRows
from nerinspect.ui.platforms import sample_request


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    return replace(make_study_from("Harwick/B-ORG/B-LOC"), decisions=Decisions())


@pytest.fixture
def page(study: Study, qtbot: QtBot) -> Iterator[ReviewPage]:
    """Show a page that has room for two columns."""
    document = Document()
    document.set_study(study, sample_request())
    page = ReviewPage(document, ReviewTop())
    qtbot.addWidget(page)
    page.resize(1700, 900)
    show(page, study)
    page.parts.show()
    page.show()
    yield page
    end_work(page)
    page.close()
    end_work(document)


def show(page: ReviewPage, study: Study) -> None:
    progress = review_progress(study, 0)
    progress = replace(progress, by_prediction=np.repeat(progress.by_prediction, 2, axis=0))
    rows = ProgressRows(progress, study.wording, Everything())
    page.show_progress(rows, ["ben", "cleo"], 0)


def test_the_next_part_takes_the_place_of_one_that_hides(page: ReviewPage, qtbot: QtBot) -> None:
    scores, sample = page.sections[:2]
    scores.show()
    qtbot.waitUntil(lambda: sample.x() > 0)
    scores.hide()
    qtbot.waitUntil(lambda: sample.x() == 0)
    scores.show()
    qtbot.waitUntil(lambda: sample.x() > scores.x())


def test_between_annotators_verdicts_stand_by_annotator(page: ReviewPage, study: Study) -> None:
    assert "Verdicts by system" in page.titles
    show(page, replace(study, annotator="anna"))
    assert "Verdicts by annotator" in page.titles
    assert "Verdicts by system" not in page.titles
