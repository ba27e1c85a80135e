"""How many runs of a system have the mentions of events, wired to a document."""

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.filters.counts_table import Click
from nerinspect.ui.platforms import sample_request
from nerinspect.ui.window.workspace import Workspace
from tests.ui.filters.cells import cell_at


@pytest.fixture
def workspace(qtbot: QtBot, desk: Desk, make_study_from: Callable[..., Study]) -> Workspace:
    """Show the first of two runs, beside another system."""
    study = make_study_from(
        "Rome/B-LOC/B-LOC/B-LOC/O Oslo/B-LOC/B-LOC/O/O Bern/B-LOC/O/B-PER/B-LOC so/O/B-ORG/O/B-ORG",
        systems=("a", "a", "b"),
    )
    workspace = Workspace(desk)
    qtbot.addWidget(workspace)
    desk.document.set_study(study, sample_request())
    return workspace


def rows(workspace: Workspace) -> list[tuple[str, int]]:
    model = workspace.filters.runs.view.model()
    cells = [model.index(row, 0) for row in range(model.rowCount())]
    return [(cell.data(), cell_at(cell).count or 0) for cell in cells]


@pytest.mark.parametrize("run", [0, 1])
def test_every_count_opens_its_events(workspace: Workspace, run: int) -> None:
    document = workspace._document
    document.show_prediction(run)
    assert rows(workspace) == [("all runs", 1), ("some runs, not all", 1), ("no run", 1)]
    for value, query in (("all", "gotbyruns:all"), ("some", "gotbyruns:some"), (None, "gotbyruns:none")):
        workspace.filters.runs.picked.emit([value], 0, Click.ALONE)
        assert (document.query, document.n_kept) == (query, 1)
    assert [count for _, count in rows(workspace)] == [1, 1, 1], "its own filter does not count"
    workspace.filters.runs.picked.emit([None], 0, Click.ALONE)
    assert document.query == ""


def test_a_system_of_one_run_has_no_such_panel(workspace: Workspace) -> None:
    assert not workspace.filters.runs.isHidden()
    workspace._document.show_prediction(2)
    assert workspace.filters.runs.isHidden()


def test_under_other_filters(workspace: Workspace) -> None:
    workspace._document.select_query("kind:fn")
    assert rows(workspace) == [("all runs", 0), ("some runs, not all", 0), ("no run", 1)]
