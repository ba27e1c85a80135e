"""The training panel, wired to a document."""

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import AnnotatedText, Study
from nerinspect.training.retention import with_training
from nerinspect.training.surfaces import NOVELTIES
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.filters.training import NoveltyView
from nerinspect.ui.platforms import sample_request
from nerinspect.ui.window.workspace import Workspace
from tests.ui.filters.cells import cell_at


@pytest.fixture
def workspace(qtbot: QtBot, desk: Desk, make_study_from: Callable[..., Study], sample_study: Study) -> Workspace:
    """Show the sample with a little training data of its own."""
    learned = make_study_from("Port/B-ORG", "Harwick/B-LOC", "Ostend/B-LOC wins/O", systems=())
    workspace = Workspace(desk)
    qtbot.addWidget(workspace)
    training = AnnotatedText(learned.text, learned.reference)
    desk.document.set_study(with_training(sample_study, training), sample_request())
    return workspace


def test_every_cell_opens_the_events_it_counts(workspace: Workspace) -> None:
    document = workspace._document
    assert document.counted.novelty is not None
    counts = document.counted.novelty.copy()
    assert counts.sum() > 0
    for row, novelty in enumerate(NOVELTIES):
        for column, kind in enumerate(KINDS):
            document.select_query("")
            workspace.filters.training.novelty_picked.emit([novelty], [kind], False)
            assert document.n_kept == counts[row, column], (novelty, kind)


def test_a_second_click_on_a_cell_frees_it(workspace: Workspace) -> None:
    for _click in range(2):
        workspace.filters.training.novelty_picked.emit(["seen"], ["fn"], False)
    assert workspace._document.query == ""


def test_ctrl_adds_and_a_head_leaves_the_other_field_alone(workspace: Workspace) -> None:
    workspace.filters.training.novelty_picked.emit(["seen"], ["fn"], False)
    workspace.filters.training.novelty_picked.emit(["unseen-type"], [], True)
    assert workspace._document.query == "tough:seen,unseen-type kind:fn"


def test_the_lines_count_for_the_prediction_on_show(workspace: Workspace) -> None:
    training, document = workspace.filters.training, workspace._document
    assert document.study is not None
    assert training._words[0].accessibleName().startswith("Memory right")
    document.show_prediction(len(document.study.predictions) - 1)
    assert training._words[0].isHidden()


def test_a_number_of_a_line_opens_its_events(workspace: Workspace) -> None:
    document, number = workspace._document, workspace.filters.training._numbers[1]
    assert document.study is not None
    number.linkActivated.emit("0")
    assert document.query == f"right:{document.study.systems[0]} wrong:retention"
    assert 0 < document.n_kept <= int(number.pieces[0].text.replace(",", ""))


def test_the_panel_goes_with_the_training_data(workspace: Workspace, sample_study: Study) -> None:
    assert not workspace.filters.training.isHidden()
    workspace._document.set_study(sample_study, sample_request())
    assert workspace.filters.training.isHidden()


def test_a_pick_of_one_mention_is_marked_and_freed(workspace: Workspace) -> None:
    document, training = workspace._document, workspace.filters.training
    document.select_query("reftough:unseen-tokens kind:fn")
    row, column = NOVELTIES.index("unseen-tokens") + 1, KINDS.index("fn") + 1
    cell = next(view.model() for view in training.findChildren(NoveltyView)).index(row, column)
    assert cell_at(cell).is_picked
    training.novelty_picked.emit(["unseen-tokens"], ["fn"], False)
    assert document.query == ""
    document.select_query("reftough:seen")
    training.novelty_picked.emit(["unseen-type"], [], True)
    assert document.query == "tough:seen,unseen-type"
