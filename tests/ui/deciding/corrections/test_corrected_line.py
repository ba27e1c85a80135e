"""What corrections do to the score on show, said beside the decisions."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import pytest
from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

from nerinspect.events.decision import Decision, Decisions
from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.deciding.right_readings import CorrectedLine
from nerinspect.ui.desk.document import Document
from nerinspect.ui.kit.jobs import end_work

if TYPE_CHECKING:
    from nerinspect.ui.deciding.reviewing import Reviewing


class Review(QObject):
    """A review that is open."""

    changed = Signal(list)
    ready_changed = Signal()
    file = "a.nerinspect"


@pytest.fixture
def review(qapp: object) -> Review:
    return Review()


@pytest.fixture
def document(make_study_from: Callable[..., Study]) -> Iterator[Document]:
    study = make_study_from("Ulm/B-LOC/B-ORG/B-LOC", "Bonn/B-LOC/B-LOC/O", systems=("rich", "plain"))
    document = Document()
    document.set_study(replace(study, decisions=Decisions()), LoadRequest("reference", ("rich", "plain")))
    yield document
    end_work(document)


@pytest.fixture
def line(document: Document, review: Review) -> Iterator[CorrectedLine]:
    line = CorrectedLine(document, cast("Reviewing", review))
    yield line
    end_work(line)


def decide(document: Document, review: Review, event: int, decision: Decision) -> None:
    assert document.study is not None
    document.study.decisions.decide(event, decision)
    review.changed.emit([event])


def test_the_score_of_the_system_on_show_is_said_with_corrections(
    qtbot: QtBot, document: Document, review: Review, line: CorrectedLine
) -> None:
    with qtbot.waitSignal(line.words_changed) as caught:
        decide(document, review, 0, Decision("reference-wrong", correction=((0, 1, "ORG"),)))
    assert caught.args == ["F1 50.00, corrected 100.00 (1 correction)"]
    document.show_prediction(1)
    assert line.words == "F1 66.67, corrected 0.00 (1 correction)"


def test_nothing_is_said_without_an_accepted_correction(
    qtbot: QtBot, document: Document, review: Review, line: CorrectedLine
) -> None:
    with qtbot.waitSignal(line.words_changed):
        decide(document, review, 0, Decision("reference-wrong", correction=()))
    with qtbot.waitSignal(line.words_changed):
        decide(document, review, 0, Decision("prediction-wrong", correction=()))
    assert line.words == ""


def test_another_study_has_other_scores(
    qtbot: QtBot, document: Document, review: Review, line: CorrectedLine, make_study_from: Callable[..., Study]
) -> None:
    with qtbot.waitSignal(line.words_changed):
        decide(document, review, 0, Decision("reference-wrong", correction=()))
    with qtbot.waitSignal(line.words_changed):
        document.set_study(make_study_from("Ulm/B-LOC/B-ORG"), LoadRequest("reference", ("rich",)))
    assert line.words == ""
