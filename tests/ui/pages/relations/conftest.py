"""A sentence with its arcs on show, and a window with the page of relations."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.arcs.relation_sentence import RelationContext
from nerinspect.ui.desk.views import RELATIONS
from nerinspect.ui.pages.relations import RelationsPanel
from nerinspect.ui.window.window import MainWindow
from tests.events.relation_studies import relation_study
from tests.review.relation_files import relation_request
from tests.ui.pages.relations.context_parts import BEFORE, MET, BuildStudy
from tests.ui.showing import shown_alone


@pytest.fixture
def panel(qtbot: QtBot) -> RelationContext:
    """Show an empty panel."""
    return shown_alone(RelationContext(), 900, 500, qtbot)


@pytest.fixture
def met(panel: RelationContext, build_study: BuildStudy) -> RelationContext:
    """Show the first of two events of a sentence: a reversed and a missed relation."""
    panel.show_study(relation_study(build_study, [BEFORE, MET]))
    panel.show_event(0)
    panel.grab()
    return panel


@pytest.fixture
def request_(tmp_path: Path) -> LoadRequest:
    return relation_request(tmp_path)


@pytest.fixture
def opened(empty_window: MainWindow, request_: LoadRequest) -> MainWindow:
    """Open files with relations, with every event selected."""
    empty_window.opener.show(load_study(request_), request_, "")
    return empty_window


@pytest.fixture
def page(opened: MainWindow) -> RelationsPanel:
    opened.show_view(RELATIONS)
    QApplication.processEvents()
    found: RelationsPanel = opened.workspace.page("Relations")
    return found
