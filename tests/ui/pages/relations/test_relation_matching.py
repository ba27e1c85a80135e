"""Relations matched in another way: at once in small files, behind the window in large ones."""

from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from nerinspect.events.relation_events import relations_on
from nerinspect.events.study import RelationChoice, Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.desk import changing
from nerinspect.ui.desk.changing import RelationMatching
from nerinspect.ui.desk.document import Document
from nerinspect.ui.desk.sessions import current_session, matched_as_before
from nerinspect.ui.desk.views import RELATIONS
from nerinspect.ui.kit.jobs import Derived
from nerinspect.ui.pages.relations import RelationsPanel
from nerinspect.ui.window.window import MainWindow
from tests.review.relation_files import PEOPLE, Sentence, relation_request, write_sentences

STRICT, SYMMETRIC = RelationChoice("strict"), RelationChoice(symmetric=("Meet",))
LEARNED: list[Sentence] = [
    *[("Ann met Bo", PEOPLE[:2], [(0, "Meet", 1)])] * 3,
    ("Bo left Ann", PEOPLE[:2], [(0, "Work", 1)]),
    ("Bo saw Ann", PEOPLE[:2], [(0, "Work", 1)]),
]


@pytest.fixture
def opened(empty_window: MainWindow, tmp_path: Path) -> MainWindow:
    request = relation_request(tmp_path)
    request = LoadRequest(
        request.reference,
        request.predictions,
        training=write_sentences(tmp_path / "train.json", LEARNED),
        retention=True,
    )
    empty_window.opener.show(load_study(request), request, "relkind:missed")
    empty_window.show_view(RELATIONS)
    return empty_window


@pytest.fixture
def page(opened: MainWindow) -> RelationsPanel:
    found: RelationsPanel = opened.workspace.page("Relations")
    return found


@pytest.fixture
def matching(opened: MainWindow, page: RelationsPanel) -> RelationMatching:
    found = opened.findChild(RelationMatching)
    assert isinstance(found, RelationMatching)
    return found


@pytest.fixture
def all_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changing, "AT_ONCE", 0)
    monkeypatch.setattr(Derived, "is_quick", lambda *_: False)


def study_of(document: Document) -> Study:
    assert document.study is not None
    return document.study


def by_heart(study: Study) -> list[tuple[int, int, str]]:
    """List the relations of the heuristic."""
    columns = relations_on(study, "predicted")
    own = columns.prediction == len(study.predictions) - 1
    names = [columns.types[code] for code in columns.type_codes[own]]
    return list(zip(columns.head[own].tolist(), columns.tail[own].tolist(), names, strict=True))


def test_small_files_are_matched_at_once(opened: MainWindow, matching: RelationMatching) -> None:
    matching.match(STRICT)
    assert study_of(opened.document).relation_choice == STRICT
    assert not matching.is_busy


def test_what_is_given_up_is_not_shown_as_chosen_and_large_files_are_matched_behind_the_window(
    opened: MainWindow, page: RelationsPanel, matching: RelationMatching, all_are_large: None, qtbot: QtBot
) -> None:
    before = study_of(opened.document)
    page.filters.match.buttons["strict"].click()
    matching.give_up()
    assert opened.document.study is before
    assert page.filters.match.buttons["boundaries"].isChecked()
    before = study_of(opened.document)
    with qtbot.waitSignal(page.listed):
        page.filters.match.buttons["strict"].click()
        assert opened.document.study is before
    assert study_of(opened.document).relation_choice == STRICT
    assert opened.document.query == "relkind:missed"
    assert page.filters.match.buttons["strict"].isChecked()


def test_the_heuristic_relates_anew_where_other_types_have_no_direction(
    opened: MainWindow, matching: RelationMatching
) -> None:
    directed = by_heart(study_of(opened.document))
    assert {name for _, _, name in directed} == {"Meet", "Work"}
    matching.match(SYMMETRIC)
    undirected = by_heart(study_of(opened.document))
    assert [name for _, _, name in undirected] == ["Meet", "Meet"]
    matching.match(RelationChoice())
    assert by_heart(study_of(opened.document)) == directed


def test_neither_the_choice_in_force_nor_another_setting_makes_the_heuristic_anew(
    opened: MainWindow, matching: RelationMatching
) -> None:
    before = opened.document.study
    matching.match(RelationChoice())
    assert opened.document.study is before
    study, session = study_of(opened.document), current_session(opened.document)
    assert session is not None
    session = replace(session, relation_setting="strict", symmetric=("Gone", "Meet"))
    assert matched_as_before(study, session).relation_choice == RelationChoice("strict", ("Meet",))
    assert matched_as_before(study, replace(session, relation_setting="")) is study
    before = study_of(opened.document)
    matching.match(STRICT)
    assert study_of(opened.document).predictions is before.predictions


def test_other_training_data_keep_the_choice(opened: MainWindow, matching: RelationMatching, qtbot: QtBot) -> None:
    matching.match(STRICT)
    with qtbot.waitSignal(opened.document.study_replaced):
        opened.menus.action("remove_training").trigger()
    assert study_of(opened.document).relation_choice == STRICT
    assert study_of(opened.document).training is None


def test_reading_the_files_again_keeps_the_choice(opened: MainWindow, matching: RelationMatching, qtbot: QtBot) -> None:
    choice = RelationChoice("strict", ("Meet",))
    matching.match(choice)
    before = study_of(opened.document)
    with qtbot.waitSignal(opened.session_opened):
        opened.menus.action("reload").trigger()
    again = study_of(opened.document)
    assert again is not before
    assert again.relation_choice == choice
    qtbot.waitUntil(lambda: study_of(opened.document).training is not None)
    assert study_of(opened.document).relation_choice == choice
