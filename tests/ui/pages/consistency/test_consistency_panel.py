"""The page of consistency shows what is annotated in several ways, and where."""

import json
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.kit.strips import EmptyMessage
from nerinspect.ui.pages.consistency.page import ConsistencyPage
from nerinspect.ui.pages.consistency.surface_list import MOST_OFTEN, REFERENCE, SurfaceList, event_at, list_surfaces
from nerinspect.ui.pages.consistency.surface_places import LEFT, LINE, PLACE, READING, RIGHT, SEGMENT
from nerinspect.ui.pages.consistency.surface_table import EXCEPTIONS, READINGS, SHARE, UNLABELLED_PLACES
from nerinspect.ui.theme.themes import DARK, choose_theme
from tests.ui.pages.consistency.page_parts import PressButton, field, listed, model, write

MakeStudy = Callable[..., Study]

BuildStudy = Callable[..., Study]

ShowPanel = Callable[[Study], ConsistencyPage]


def places(panel: ConsistencyPage) -> list[tuple[str, str]]:
    rows = panel.places.model
    return [(rows.text(row, READING), rows.text(row, LINE)) for row in range(rows.rowCount())]


def click(panel: ConsistencyPage, row: int, column: int, reading: str = "") -> None:
    rect = panel.view.visualRect(panel.view.model().index(row, column))
    place = rect.center()
    if reading:
        inside = (QPoint(x, place.y()) for x in range(rect.left(), rect.right()))
        number = next(one.number for one in model(panel).readings(row) if one.name == reading)
        place = next(point for point in inside if panel.view.reading_at(point.toPointF()) == number)
    QTest.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def said(panel: ConsistencyPage) -> list[str]:
    return [label.accessibleName() or label.text() for label in panel.findChildren(QLabel) if label.isVisible()]


def tracks(panel: ConsistencyPage) -> dict[str, list[tuple[int, str]]]:
    spans = panel.places.context.placed_spans()
    sentence = panel.places.context._context
    assert sentence is not None
    labels = [track.label for track in sentence.sentence.tracks]
    found: dict[str, list[tuple[int, str]]] = {label: [] for label in labels}
    for span in spans:
        found[labels[span.track]].append((span.span.start, span.span.type))
    return found


def test_surfaces_stand_with_their_readings_the_most_telling_first(panel: ConsistencyPage) -> None:
    assert listed(panel) == ["Ulm", "Port of Bonn", "may"]
    assert [model(panel).text(0, column) for column in range(6)] == ["Ulm", "LOC 2, ORG 1", "3", "0", "1", "33.33"]
    assert model(panel).text(2, READINGS) == "PER 1, unlabelled 2"


def test_how_many_there_are_is_said(panel: ConsistencyPage) -> None:
    assert "3 surfaces, 3 exceptions" in said(panel)


def test_the_places_of_a_surface_begin_with_its_exceptions(panel: ConsistencyPage) -> None:
    assert places(panel) == [("ORG", "4"), ("LOC", "2"), ("LOC", "19")]
    panel.view.choose_row(2)
    assert places(panel) == [("PER", "17"), ("unlabelled", "10"), ("unlabelled", "16")]


def test_a_place_stands_between_its_words(panel: ConsistencyPage) -> None:
    assert [panel.places.model.text(1, column) for column in (LEFT, SEGMENT, RIGHT, PLACE)] == [
        "in", "Ulm", "and Ulm", "1 · 1",
    ]  # fmt: skip


def test_a_number_opens_the_places_it_counts(panel: ConsistencyPage) -> None:
    for row, column, reading, expected in (
        (0, EXCEPTIONS, "", [("ORG", "4")]),
        (0, READINGS, "LOC", [("LOC", "2"), ("LOC", "19")]),
        (2, UNLABELLED_PLACES, "", [("unlabelled", "10"), ("unlabelled", "16")]),
        (2, READINGS, "PER", [("PER", "17")]),
        (1, SHARE, "", [("unlabelled", "13")]),
    ):
        panel.places.view.clearFocus()
        click(panel, row, column, reading)
        assert places(panel) == expected
        assert panel.places.view.hasFocus()


def test_a_number_with_nothing_behind_it_is_no_door(panel: ConsistencyPage) -> None:
    click(panel, 0, UNLABELLED_PLACES)
    assert len(places(panel)) == 3


def test_enter_on_a_number_opens_it_as_a_click_does(panel: ConsistencyPage) -> None:
    panel.view.choose_row(0, EXCEPTIONS)
    QTest.keyClick(panel.view, Qt.Key.Key_Return)
    assert places(panel) == [("ORG", "4")]


def test_the_words_above_the_places_are_doors_too(panel: ConsistencyPage) -> None:
    doors = next(label for label in panel.findChildren(QLabel) if label.accessibleName().startswith("Ulm:"))
    assert doors.accessibleName() == "Ulm:  3 places  ·  LOC 2  ·  ORG 1"
    doors.linkActivated.emit("4")
    assert places(panel) == [("LOC", "2"), ("LOC", "19")]
    doors.linkActivated.emit("2")
    assert len(places(panel)) == 3


def test_j_and_k_walk_through_surfaces_and_places(panel: ConsistencyPage) -> None:
    panel.view.setFocus()
    QTest.keyClick(panel.view, Qt.Key.Key_J)
    assert places(panel)[0] == ("unlabelled", "13")
    QTest.keyClick(panel.view, Qt.Key.Key_K)
    panel.places.view.setFocus()
    QTest.keyClick(panel.places.view, Qt.Key.Key_J)
    assert (panel.view.current_row, panel.places.view.current_row) == (0, 1)


def test_enter_on_a_place_goes_to_it(panel: ConsistencyPage, qtbot: QtBot) -> None:
    panel.view.choose_row(1)
    with qtbot.waitSignal(panel.places.place_opened) as caught:
        QTest.keyClick(panel.places.view, Qt.Key.Key_Return)
    assert caught.args == [3, 0, 3]


def test_escape_leads_back_to_the_surfaces(panel: ConsistencyPage) -> None:
    panel.places.view.setFocus()
    QTest.keyClick(panel.places.view, Qt.Key.Key_Escape)
    assert panel.view.hasFocus()


def test_the_sentence_shows_the_annotation_and_the_usual_reading(panel: ConsistencyPage) -> None:
    QApplication.processEvents()
    assert tracks(panel) == {
        "reference": [(1, "LOC"), (3, "ORG")], "flair": [(1, "LOC")], MOST_OFTEN: [(1, "LOC"), (3, "LOC")],
    }  # fmt: skip
    assert "Document 1, sentence 1, line 4: ORG here, most often LOC: 2 of 3 places" in said(panel)


def test_the_usual_reading_of_an_everyday_word_is_none(panel: ConsistencyPage) -> None:
    panel.view.choose_row(2)
    QApplication.processEvents()
    assert tracks(panel)[MOST_OFTEN] == []
    assert "Document 1, sentence 3, line 17: PER here, most often unlabelled: 2 of 3 places" in said(panel)


def test_a_reference_alone_is_enough(show_panel: ShowPanel, make_study_from: MakeStudy) -> None:
    panel = show_panel(make_study_from("Ulm/B-LOC", "Ulm/O", systems=()))
    QApplication.processEvents()
    assert places(panel) == [("unlabelled", "3"), ("LOC", "1")]
    assert tracks(panel) == {"reference": [], MOST_OFTEN: [(0, "LOC")]}


def test_a_prediction_can_be_looked_at(panel: ConsistencyPage, qtbot: QtBot) -> None:
    chooser = panel.findChildren(QComboBox)[0]
    assert [chooser.itemText(place) for place in range(chooser.count())] == ["reference", "flair"]
    chooser.setCurrentIndex(1)
    chooser.activated.emit(1)
    qtbot.waitUntil(lambda: panel.surfaces is not None)
    assert listed(panel) == ["Ulm"]
    assert model(panel).text(0, READINGS) == "LOC 1, unlabelled 2"
    assert panel.places.model.cells.segment(0).predicted
    panel.show_annotation(REFERENCE)
    assert listed(panel) == ["Ulm", "Port of Bonn", "may"]  # kept


def test_words_narrow_the_list_whatever_their_case(panel: ConsistencyPage, qtbot: QtBot) -> None:
    write(panel, "bonn PORT")
    assert listed(panel) == ["Port of Bonn"]
    assert "1 of 3 surface, 1 exception" in said(panel)
    assert places(panel)[0] == ("unlabelled", "13")


def test_kinds_lengths_and_numbers_narrow_the_list(panel: ConsistencyPage, press_button: PressButton) -> None:
    press_button(panel, "several types")
    assert listed(panel) == ["Ulm"]
    press_button(panel, "also unlabelled")
    assert listed(panel) == ["Port of Bonn", "may"]
    press_button(panel, "all")
    _, length, number = panel.findChildren(QComboBox)
    length.setCurrentText("5 characters or more")
    assert listed(panel) == ["Port of Bonn"]
    length.setCurrentIndex(0)
    number.setCurrentText("3 places or more")
    assert listed(panel) == ["Ulm", "may"]


def test_an_empty_list_says_so_and_offers_all(panel: ConsistencyPage, press_button: PressButton, qtbot: QtBot) -> None:
    write(panel, "xyzzy")
    assert "No surface matches. There are 3 in all." in said(panel)
    press_button(panel, "List all")
    assert (listed(panel), field(panel).text()) == (["Ulm", "Port of Bonn", "may"], "")


def test_the_number_of_all_surfaces_takes_the_filter_away(panel: ConsistencyPage, qtbot: QtBot) -> None:
    write(panel, "ulm")
    summary = next(label for label in panel.findChildren(QLabel) if label.accessibleName().startswith("1 of 3"))
    summary.linkActivated.emit("2")
    assert len(listed(panel)) == 3


def test_a_consistent_annotation_is_said_to_be_so(show_panel: ShowPanel, make_study_from: MakeStudy) -> None:
    panel = show_panel(make_study_from("Ulm/B-LOC in/O Ulm/B-LOC", systems=()))
    assert "Every surface is annotated consistently: always with the same type, and never left unlabelled." in said(
        panel
    )


def test_an_annotation_without_mentions_is_said_to_have_none(show_panel: ShowPanel, make_study_from: MakeStudy) -> None:
    assert "There is no mention to compare." in said(show_panel(make_study_from("a/O", systems=())))


def test_nothing_is_looked_for_before_the_page_is_shown(qtbot: QtBot, desk: Desk, study: Study) -> None:
    panel = ConsistencyPage(desk)
    qtbot.addWidget(panel)
    panel.look_at(Look(study, LoadRequest("reference")))
    assert panel.surfaces is None
    end_work(panel)


def test_a_cancelled_search_can_be_begun_again(
    qtbot: QtBot, desk: Desk, study: Study, press_button: PressButton, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_let_go = Event()

    def slow(study: Study, number: int, checkpoint: Callable[[int, int], None]) -> object:
        while not is_let_go.is_set():
            checkpoint(1, 2)
            QTest.qSleep(1)
        return list_surfaces(study, number, checkpoint)

    monkeypatch.setattr("nerinspect.ui.pages.consistency.page.list_surfaces", slow)
    panel = ConsistencyPage(desk)
    qtbot.addWidget(panel)
    panel.look_at(Look(study, LoadRequest("reference")))
    panel.show()
    qtbot.waitUntil(lambda: any(words.startswith("Comparing: 1 of about 2 tokens") for words in said(panel)))
    press_button(panel, "Cancel")
    assert "The surfaces were not compared." in said(panel)
    is_let_go.set()
    press_button(panel, "Compare them")
    qtbot.waitUntil(lambda: panel.surfaces is not None)
    end_work(panel)


def test_another_annotation_replaces_one_that_is_still_searched(
    qtbot: QtBot, desk: Desk, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(study: Study, number: int, checkpoint: Callable[[int, int], None]) -> SurfaceList:
        while number == REFERENCE:
            checkpoint(1, 2)
            QTest.qSleep(1)
        return list_surfaces(study, number, checkpoint)

    monkeypatch.setattr("nerinspect.ui.pages.consistency.page.list_surfaces", slow)
    panel = ConsistencyPage(desk)
    qtbot.addWidget(panel)
    panel.look_at(Look(study, LoadRequest("reference")))
    panel.show()
    panel.show_annotation(0)
    qtbot.waitUntil(lambda: panel.surfaces is not None)
    assert panel.surfaces is not None
    assert panel.surfaces.number == 0
    end_work(panel)


def test_the_event_of_a_place_is_found(study: Study) -> None:
    found = event_at(study, 0, 1, 3, 4)
    assert found is not None
    assert int(study.events.start[found]) == 3
    assert event_at(study, 0, 3, 0, 3) is None


def test_words_from_right_to_left_stand_mirrored(show_panel: ShowPanel, build_study: BuildStudy) -> None:
    tokens = ["قال", "علي", "أمس"]
    panel = show_panel(build_study([(tokens, [(1, 2, "PER")], []), (tokens, [], [])], systems=()))
    assert [panel.places.model.text(0, column) for column in (LEFT, SEGMENT, RIGHT)] == ["أمس", "علي", "قال"]


def test_narrow_pages_leave_out_numbers_not_words(panel: ConsistencyPage) -> None:
    panel.resize(870, 500)
    QApplication.processEvents()
    hidden = [column for column in range(6) if panel.view.isColumnHidden(column)]
    assert UNLABELLED_PLACES in hidden
    assert 0 not in hidden
    assert panel.view.columnWidth(0) > 40


def test_numbers_stay_near_their_names_however_wide_the_page_is(panel: ConsistencyPage) -> None:
    panel.resize(2400, 700)
    QApplication.processEvents()
    assert panel.view.horizontalHeader().length() < panel.view.viewport().width()


def test_colours_and_fonts_of_the_desktop_are_followed(panel: ConsistencyPage) -> None:
    app, before = QApplication.instance(), panel.view.rowHeight(0)
    assert isinstance(app, QApplication)
    try:
        choose_theme(app, DARK)
        QApplication.sendEvent(panel, QEvent(QEvent.Type.PaletteChange))
        assert panel.view.cell_style is not None
        assert panel.view.cell_style.theme is DARK
        font = panel.font()
        font.setPixelSize(24)
        panel.setFont(font)
        assert panel.view.rowHeight(0) > before
    finally:
        choose_theme(app, None)


def test_everything_has_a_name_to_hear(panel: ConsistencyPage) -> None:
    index = panel.places.view.model().index(0, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "ORG: in Ulm and Ulm , 1 · 1"
    assert panel.view.accessibleName() == "Surfaces annotated in several ways"
    assert panel.findChild(EmptyMessage) is not None


def test_models_keep_the_rules_of_item_models(panel: ConsistencyPage, qtmodeltester: object) -> None:
    for rows in (panel.view.model(), panel.places.model):
        qtmodeltester.check(rows)  # type: ignore[attr-defined]


def test_running_text_stands_with_the_blanks_of_its_file(show_panel: ShowPanel, tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    records = [("U.S.  Steel’s here.", "ORG"), ("A U.S. Steel, too.", "LOC")]
    spans = [(text, [text.index("U."), text.index("Steel") + 5, name]) for text, name in records]
    path.write_text("".join(json.dumps({"text": text, "label": [span]}) + "\n" for text, span in spans))
    panel = show_panel(load_study(LoadRequest(str(path), (str(path),))))
    assert panel.surfaces is not None
    assert [panel.surfaces.surface(0), panel.surfaces.tokens(0)] == ["U.S. Steel", "U . S . Steel"]
    rows = panel.places.model
    assert [rows.text(0, column) for column in (LEFT, SEGMENT, RIGHT)] in (
        ["", "U.S. Steel", "’s here."],
        ["A", "U.S. Steel", ", too."],
    )


def test_places_stand_below_where_they_have_no_room_beside(panel: ConsistencyPage) -> None:
    for width, is_below in ((1200, False), (700, True), (1200, False)):
        panel.resize(width, 900)
        QApplication.processEvents()
        list_at, places_at = (half.mapTo(panel, QPoint()) for half in (panel.view, panel.places))
        assert (places_at.y() > list_at.y() + 100) == is_below
        assert (places_at.x() > list_at.x() + 100) != is_below
