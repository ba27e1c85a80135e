from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QTableView, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.query.filters import Term
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.details.event_details import DetailsPanel
from nerinspect.ui.kit.doors import Door
from nerinspect.ui.theme.themes import Theme, TypeStyle, type_styles
from tests.ui.showing import shown_alone

MakeStudy = Callable[..., Study]

HARWICK = "The/O/O Port/B-ORG/B-LOC of/I-ORG/I-LOC Harwick/I-ORG/I-LOC Authority/I-ORG/B-ORG said/O/O"
OSLO = ("in/O/O Oslo/B-LOC/B-LOC", "near/O/O Oslo/B-LOC/B-ORG", "Oslo/B-LOC/B-LOC won/O/O")


@pytest.fixture
def panel(qtbot: QtBot, desk: Desk) -> DetailsPanel:
    return shown_alone(DetailsPanel(desk), 300, 700, qtbot)


def texts(panel: DetailsPanel) -> list[str]:
    return [label.text() for label in panel.findChildren(QLabel) if label.isVisible()]


def table(panel: DetailsPanel, name: str) -> QTableView:
    return next(
        view for view in panel.findChildren(QTableView) if view.accessibleName() == name and view.isVisibleTo(panel)
    )


def column(view: QTableView, column: int) -> list[str]:
    return [view.model().index(row, column).data() for row in range(view.model().rowCount())]


def click(view: QTableView, row: int, column: int) -> None:
    place = view.visualRect(view.model().index(row, column)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def door(panel: DetailsPanel, words: str) -> QLabel:
    return next(label for label in panel.findChildren(QLabel) if words in label.accessibleName())


def test_the_title_is_the_long_name(panel: DetailsPanel, make_study_from: MakeStudy) -> None:
    panel.show_event(make_study_from(HARWICK), 0)
    assert texts(panel)[0] == "Label and boundary error"


def test_the_event_is_explained(panel: DetailsPanel, make_study_from: MakeStudy) -> None:
    panel.show_event(make_study_from(HARWICK), 0)
    assert texts(panel)[1].startswith("One reference mention meets two predicted ones (split).")


def test_no_event_empties_the_panel(panel: DetailsPanel, make_study_from: MakeStudy) -> None:
    panel.show_event(make_study_from(HARWICK), 0)
    panel.show_event(None, None)
    assert texts(panel) == []


def test_the_ledger_ends_in_the_sum(panel: DetailsPanel, make_study_from: MakeStudy) -> None:
    panel.show_event(make_study_from(HARWICK), 0)
    assert column(table(panel, "Demerits"), 3) == ["1", "1", "1", "3"]


def test_the_ledger_is_told_to_those_who_hear_it(panel: DetailsPanel, make_study_from: MakeStudy) -> None:
    panel.show_event(make_study_from(HARWICK), 0)
    heard = table(panel, "Demerits").model().index(1, 1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert heard == "prediction LOC: Port of Harwick, not matched, 1"


def test_a_long_ledger_is_cut_and_its_sum_is_not(panel: DetailsPanel, make_study_from: MakeStudy) -> None:
    panel.show_event(make_study_from("a/B-PER/B-PER " + " ".join("b/B-PER/I-PER" for _ in range(69))), 0)
    assert column(table(panel, "Demerits"), 1)[-2] == "21 more mentions"
    assert column(table(panel, "Demerits"), 3)[-2:] == ["21", "71"]


def test_the_sum_opens_its_event(panel: DetailsPanel, make_study_from: MakeStudy, qtbot: QtBot, desk: Desk) -> None:
    study = make_study_from(HARWICK, *OSLO)
    panel.show_event(study, 0)
    with qtbot.waitSignal(desk.door_opened) as caught:
        click(table(panel, "Demerits"), 3, 3)
    assert parse_query(caught.args[0].asked, Vocabulary.of(study)).mask(study).tolist() == [True, False, False, False]


def test_each_mention_has_its_length(panel: DetailsPanel, make_study_from: MakeStudy) -> None:
    panel.show_event(make_study_from(HARWICK), 0)
    view = table(panel, "Attributes of the mentions")
    assert [view.model().index(0, i).data() for i in range(3)] == ["4", "3", "1"]


def test_enter_on_an_attribute_opens_the_events_that_have_it(
    panel: DetailsPanel, make_study_from: MakeStudy, qtbot: QtBot, desk: Desk
) -> None:
    panel.show_event(make_study_from(HARWICK), 0)
    view = table(panel, "Attributes of the mentions")
    view.setCurrentIndex(view.model().index(0, 0))
    with qtbot.waitSignal(desk.door_opened) as caught:
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert caught.args == [Door("bucket:eLen=XL")]


def test_a_repaired_label_is_shown_as_written(panel: DetailsPanel, make_study_from: MakeStudy) -> None:
    panel.show_event(make_study_from(HARWICK, repairs=[(4, "I-ORG", "B-ORG")]), 0)
    view = table(panel, "Attributes of the mentions")
    assert view.model().index(3, 2).data() == "I-ORG → B-ORG"


def test_the_sentence_has_its_attributes(panel: DetailsPanel, make_study_from: MakeStudy) -> None:
    panel.show_event(make_study_from(HARWICK), 0)
    view = table(panel, "Attributes of the sentence")
    assert [view.model().index(0, i).data() for i in range(2)] == ["sLen 6", "eDen 0.17"]


def test_the_whole_table_is_copied(panel: DetailsPanel, make_study_from: MakeStudy) -> None:
    panel.show_event(make_study_from(HARWICK), 0)
    QTest.keyClick(
        table(panel, "Attributes of the mentions"), Qt.Key.Key_C, modifier=Qt.KeyboardModifier.ControlModifier
    )
    assert QGuiApplication.clipboard().text().splitlines()[:2] == ["\tORG\tLOC\tORG", "eLen\t4 XL\t3 L\t1 XS"]


def test_a_number_has_a_menu(panel: DetailsPanel, make_study_from: MakeStudy, monkeypatch: pytest.MonkeyPatch) -> None:
    offered: list[list[str]] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, _at: offered.append([a.text() for a in menu.actions()]))
    panel.show_event(make_study_from(HARWICK), 0)
    view = table(panel, "Demerits")
    place = view.visualRect(view.model().index(0, 3)).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, view.viewport().mapToGlobal(place))
    QApplication.sendEvent(view.viewport(), event)
    assert offered == [["Copy “1”", "Copy as query", "", "Explain this number", "Copy table"]]


def test_other_events_with_the_surface_are_listed(panel: DetailsPanel, make_study_from: MakeStudy) -> None:
    panel.show_event(make_study_from(*OSLO), 0)
    view = table(panel, "Other events with Oslo")
    assert [column(view, place) for place in (0, 1, 3)] == [["LE", "TP"], ["near", ""], ["", "won"]]


@pytest.mark.parametrize("by_key", [False, True])
def test_a_row_goes_to_its_event(
    panel: DetailsPanel, make_study_from: MakeStudy, qtbot: QtBot, by_key: bool, desk: Desk
) -> None:
    panel.show_event(make_study_from(*OSLO), 0)
    view = table(panel, "Other events with Oslo")
    view.setCurrentIndex(view.model().index(1, 0))
    with qtbot.waitSignal(desk.event_requested) as caught:
        if by_key:
            QTest.keyClick(view, Qt.Key.Key_Return)
        else:
            click(view, 1, 2)
    assert caught.args == [2]


def test_a_row_is_heard_with_kind_surface_and_reading(panel: DetailsPanel, make_study_from: MakeStudy) -> None:
    panel.show_event(make_study_from(*OSLO), 0)
    heard = table(panel, "Other events with Oslo").model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert heard == "label error: Oslo, reference LOC, predicted ORG"


def test_readings_are_counted_with_the_event_on_show(panel: DetailsPanel, make_study_from: MakeStudy) -> None:
    panel.show_event(make_study_from(*OSLO), 0)
    assert door(panel, "×").accessibleName() == "2 × correct LOC · 1 × LOC → ORG"
    assert door(panel, "All 3 events").accessibleName() == "All 3 events with this surface, this one included"
    assert "Events with this surface" in texts(panel)


def test_very_many_readings_are_cut_with_a_door_to_the_rest(
    panel: DetailsPanel, make_study_from: MakeStudy, qtbot: QtBot, desk: Desk
) -> None:
    study = make_study_from(*(f"Oslo/B-LOC/B-T{number:02}" for number in range(15)))
    panel.show_event(study, 0)
    line = door(panel, "×")
    assert line.accessibleName().endswith("1 × LOC → T11 · 3 × in 3 other ways")
    with qtbot.waitSignal(desk.door_opened) as caught:
        line.linkActivated.emit("24")
    assert parse_query(caught.args[0].asked, Vocabulary.of(study)).mask(study).tolist() == [False] * 12 + [True] * 3


def test_types_are_given_their_colours_once_for_all_events(
    panel: DetailsPanel, make_study_from: MakeStudy, monkeypatch: pytest.MonkeyPatch
) -> None:
    styled: list[object] = []

    def counted(types: tuple[str, ...], theme: Theme, earlier: dict[str, int]) -> dict[str, TypeStyle]:
        styled.append(types)
        return type_styles(types, theme, earlier)

    monkeypatch.setattr("nerinspect.ui.details.event_details.type_styles", counted)
    study, other = make_study_from(*OSLO), make_study_from("Rome/B-GPE/O")
    for event in (0, 1, 2, 0):
        panel.show_event(study, event)
        panel.show_event(study, None)
    assert len(styled) == 1
    panel.show_event(other, 0)
    assert styled[1:] == [other.types]


def test_a_reading_opens_what_it_counts(
    panel: DetailsPanel, make_study_from: MakeStudy, qtbot: QtBot, desk: Desk
) -> None:
    study = make_study_from(*OSLO)
    panel.show_event(study, 0)
    with qtbot.waitSignal(desk.door_opened) as caught:
        door(panel, "×").linkActivated.emit("2")
    assert parse_query(caught.args[0].asked, Vocabulary.of(study)).mask(study).tolist() == [False, True, False]


def test_the_link_asks_for_the_surface(
    panel: DetailsPanel, make_study_from: MakeStudy, qtbot: QtBot, desk: Desk
) -> None:
    panel.show_event(make_study_from(*OSLO), 0)
    link = door(panel, "All 3 events with this surface")
    link.setFocus(Qt.FocusReason.TabFocusReason)
    with qtbot.waitSignal(desk.door_opened) as caught:
        QTest.keyClick(link, Qt.Key.Key_Return)
    assert caught.args == [Door(Term("surface", ("Oslo",)))]


def test_without_equal_surfaces_there_is_no_link(panel: DetailsPanel, make_study_from: MakeStudy) -> None:
    panel.show_event(make_study_from(HARWICK), 0)
    assert texts(panel)[-1] == "No other event has one of these surfaces."


def test_each_distinct_surface_has_its_group(panel: DetailsPanel, make_study_from: MakeStudy) -> None:
    panel.show_event(make_study_from(HARWICK, HARWICK), 0)
    names = [view.accessibleName() for view in panel.findChildren(QTableView) if view.isVisible()]
    assert names[3:] == [
        "Other events with Port of Harwick Authority",
        "Other events with Port of Harwick",
        "Other events with Authority",
    ]


def test_many_surfaces_are_shown_a_few_at_a_time(panel: DetailsPanel, make_study_from: MakeStudy) -> None:
    sentence = "a/B-PER/B-PER " + " ".join(f"b{i}/B-PER/I-PER" for i in range(9))
    panel.show_event(make_study_from(sentence, sentence), 0)
    more = next(label for label in panel.findChildren(QLabel) if "7 more shared surfaces" in label.text())
    more.linkActivated.emit("more")
    assert sum("events&nbsp;with" in text for text in texts(panel)) == 8


def test_tab_reaches_tables_and_links(panel: DetailsPanel, make_study_from: MakeStudy) -> None:
    panel.show_event(make_study_from(*OSLO), 0)
    table(panel, "Demerits").setFocus()
    reached: list[QWidget | None] = []
    for _ in range(8):
        QTest.keyClick(panel.window().focusWidget(), Qt.Key.Key_Tab)
        reached.append(QApplication.focusWidget())
    wanted = {
        table(panel, "Attributes of the mentions"),
        table(panel, "Other events with Oslo"),
        door(panel, "×"),
        door(panel, "All 3 events with this surface"),
    }
    assert wanted <= set(reached)


@pytest.mark.parametrize("width", [248, 308, 420])
def test_a_long_surface_fits_any_width(panel: DetailsPanel, make_study_from: MakeStudy, width: int) -> None:
    sentence = "w/B-ORG/B-ORG " + " ".join("word/I-ORG/I-ORG" for _ in range(300))
    panel.show_event(make_study_from(sentence, sentence), 0)
    panel.resize(width, 700)
    assert all(view.width() <= width for view in panel.findChildren(QTableView) if view.isVisible())


def test_a_long_type_widens_nothing(panel: DetailsPanel, make_study_from: MakeStudy) -> None:
    panel.show_event(make_study_from(f"Oslo/B-{'A' * 60}/B-ORG", f"Oslo/B-{'A' * 60}/B-ORG"), 0)
    panel.resize(300, 700)
    QApplication.processEvents()
    shown = [label for label in panel.findChildren(QLabel) if label.isVisible()]
    assert all(label.mapTo(panel, label.rect().topRight()).x() <= 300 for label in shown)


def test_text_from_right_to_left_is_mirrored(panel: DetailsPanel, make_study_from: MakeStudy) -> None:
    panel.show_event(make_study_from("أعلنت/O/O النور/B-ORG/O أمس/O/O", "قالت/O/O النور/B-ORG/O اليوم/O/O"), 0)
    view = table(panel, "Other events with النور")
    assert [column(view, place) for place in (1, 3)] == [["اليوم"], ["قالت"]]
