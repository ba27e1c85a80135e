"""What corrections do to scores, and which contradict each other, on the page of a review."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from nerinspect.events.decision import Decision, Decisions
from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.pages.review.corrected_scores import ConflictsPart, CorrectedScoresPart


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    """Events 0 and 1 of rich, then 2 and 3 of plain, on the same places."""
    study = make_study_from(
        "in/O/O/O Ulm/B-LOC/B-ORG/B-PER", "Port/B-ORG/B-LOC/O of/I-ORG/O/O Bonn/I-ORG/B-LOC/B-LOC",
        systems=("rich", "plain"),
    )  # fmt: skip
    return replace(study, decisions=Decisions())


@pytest.fixture
def look(study: Study) -> Look:
    return Look(study, LoadRequest("reference", ("rich", "plain")))


@pytest.fixture
def scores(qtbot: QtBot) -> Iterator[CorrectedScoresPart]:
    part = CorrectedScoresPart()
    qtbot.addWidget(part)
    yield part
    end_work(part)


@pytest.fixture
def conflicts(qtbot: QtBot) -> Iterator[ConflictsPart]:
    part = ConflictsPart()
    qtbot.addWidget(part)
    yield part
    end_work(part)


def row_of(part: CorrectedScoresPart, row: int) -> list[str]:
    model = part.table.numbers
    return [model.cell(model.index(row, column)).text for column in range(model.columnCount())]


def kept(study: Study, query: str, prediction: int) -> list[int]:
    mask = parse_query(query, Vocabulary.of(study)).mask(study)
    return np.flatnonzero(mask & (study.events.prediction == prediction)).tolist()


def test_scores_stand_beside_those_with_corrections(study: Study, look: Look, scores: CorrectedScoresPart) -> None:
    study.decisions.decide(0, Decision("reference-wrong", correction=((1, 2, "ORG"),)))
    scores.refresh(look)
    assert row_of(scores, 0) == ["rich", "0.00", "", "40.00", "+40.00", "0.00", "33.33", "0.00", "50.00", "1"]
    assert row_of(scores, 1) == ["plain", "0.00", "", "0.00", "0.00", "0.00", "0.00", "0.00", "0.00", "0"]


def test_dots_lie_on_an_axis_that_the_caption_names(study: Study, look: Look, scores: CorrectedScoresPart) -> None:
    study.decisions.decide(0, Decision("reference-wrong", correction=((1, 2, "ORG"),)))
    scores.refresh(look)
    assert scores.caption.startswith("percent, difference in points; axis from 0 to 40")
    assert [row.cells[2].dots for row in scores.table.numbers.rows_shown] == [(1, 0), (0, 0)]


def test_the_line_says_what_is_applied_and_what_is_not(study: Study, look: Look, scores: CorrectedScoresPart) -> None:
    study.decisions.decide(0, Decision("reference-wrong", correction=()))
    study.decisions.decide(1, Decision("both-wrong", correction=()))
    study.decisions.decide(2, Decision("both-wrong", correction=((1, 2, "FAC"),)))
    study.decisions.decide(3, Decision("prediction-wrong", correction=()))
    scores.refresh(look)
    shown = [piece for piece in scores.line.pieces if piece.query]
    assert [piece.text for piece in shown] == [
        "1 correction applied",
        "1 entered without a matching verdict",
        "2 in conflict",
    ]
    events = [(kept(study, piece.query, 0), kept(study, piece.query, 1)) for piece in shown]
    assert events == [([1], []), ([], [3]), ([0], [2])]


def test_a_number_opens_the_events_of_its_system(
    qtbot: QtBot, study: Study, look: Look, scores: CorrectedScoresPart
) -> None:
    study.decisions.decide(3, Decision("reference-wrong", correction=()))
    scores.refresh(look)
    with qtbot.waitSignal(scores.table.door_opened) as caught:
        scores.table.open(scores.table.numbers.index(1, 9))
    assert caught.args[1] == 1
    assert kept(study, caught.args[0], 1) == [3]


def test_every_door_can_be_read(study: Study, look: Look, scores: CorrectedScoresPart) -> None:
    study.decisions.decide(0, Decision("reference-wrong", correction=((1, 2, "FAC"),)))
    scores.refresh(look)
    model = scores.table.numbers
    model.toggle(0)
    assert [row.name for row in model.rows_shown] == ["rich", "LOC", "ORG", "PER", "FAC", "plain"]
    for row in model.rows_shown:
        for cell in row.cells:
            parse_query(cell.query, Vocabulary.of(study))


def test_runs_have_a_mean(qtbot: QtBot, make_study_from: Callable[..., Study]) -> None:
    study = make_study_from("Ulm/B-LOC/B-ORG/B-PER", systems=("rich", "rich"))
    study = replace(study, decisions=Decisions({0: Decision("reference-wrong", correction=((0, 1, "ORG"),))}))
    part = CorrectedScoresPart()
    qtbot.addWidget(part)
    part.refresh(Look(study, LoadRequest("reference", ("rich", "rich"))))
    assert [row_of(part, row)[:5] for row in range(3)] == [
        ["rich", "0.00 (0.00)", "", "50.00 (70.71)", "+50.00"],
        ["rich run 1", "0.00", "", "100.00", "+100.00"],
        ["rich run 2", "0.00", "", "0.00", "0.00"],
    ]
    end_work(part)


def test_without_a_correction_it_says_how_one_is_given(look: Look, scores: CorrectedScoresPart) -> None:
    scores.refresh(look)
    assert scores.table.isHidden()
    assert "T accepts" in scores.line.accessibleName()


def test_conflicts_are_listed_with_both_readings(
    qtbot: QtBot, study: Study, look: Look, conflicts: ConflictsPart
) -> None:
    conflicts.refresh(look)
    assert conflicts.isHidden()
    study.decisions.decide(0, Decision("reference-wrong", correction=()))
    study.decisions.decide(2, Decision("both-wrong", correction=((1, 2, "FAC"),)))
    conflicts.refresh(look)
    assert not conflicts.isHidden()
    assert conflicts.table.as_tsv().splitlines()[1:] == ["Ulm\t1\tno mention\trich\tUlm FAC\tplain"]
    with qtbot.waitSignal(conflicts.table.door_opened) as caught:
        conflicts.table.open(conflicts.table.numbers.index(0, 3))
    assert caught.args[1] == 1
    assert kept(study, caught.args[0], 1) == [2]


def test_the_table_of_conflicts_works_by_keyboard(
    qtbot: QtBot, study: Study, look: Look, conflicts: ConflictsPart
) -> None:
    study.decisions.decide(0, Decision("reference-wrong", correction=()))
    study.decisions.decide(2, Decision("both-wrong", correction=((1, 2, "FAC"),)))
    conflicts.refresh(look)
    conflicts.table.setCurrentIndex(conflicts.table.numbers.index(0, 1))
    with qtbot.waitSignal(conflicts.table.door_opened) as caught:
        QTest.keyClick(conflicts.table, Qt.Key.Key_Return)
    assert kept(study, caught.args[0], 0) == [0]
