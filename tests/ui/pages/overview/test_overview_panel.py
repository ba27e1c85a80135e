from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QToolButton
from pytestqt.qtbot import QtBot

from nerinspect.charts.scores import BY_TYPE
from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.selection import Selection
from nerinspect.ui.charts.demerits import DemeritsView
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.doors import Door, DoorLabel
from nerinspect.ui.kit.jobs import Derived
from nerinspect.ui.kit.pages.choice import Choice
from nerinspect.ui.kit.pages.parts import AwaitedPart, Part
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.pages.overview import counting as scorer
from nerinspect.ui.pages.overview.charts import BucketCharts, TypesPart
from nerinspect.ui.pages.overview.page import OverviewPage
from nerinspect.ui.theme.themes import DARK, LIGHT, choose_theme
from tests.ui.table_pages import asked_by, look_at, offered, said_by, table, trigger

MakeStudy = Callable[..., Study]
PressButton = Callable[..., None]

REQUEST = LoadRequest("reference", ("flair=flair1", "plain=plain1"))


def selected(study: Study, query: str) -> Selection:
    return Selection.from_filter(parse_query(query, Vocabulary.of(study)))


def tables(panel: OverviewPage) -> list[NumberTable]:
    return [table for table in panel.findChildren(NumberTable) if table.isVisibleTo(panel)]


def said(panel: OverviewPage) -> list[str]:
    return [label.accessibleName() or label.text() for label in panel.findChildren(QLabel)]


def sums_of(panel: OverviewPage, side: str) -> DoorLabel:
    return next(label for label in panel.findChildren(DoorLabel) if label.accessibleName().startswith(side))


def test_mentions_add_up_in_words_and_every_number_is_explained(panel: OverviewPage) -> None:
    assert "2 documents, 2 sentences, 6 tokens, 3 reference mentions" in said(panel)
    # The last prediction touches the one before it; only the prediction has a boundary inside.
    assert "reference 3 = 1 TP + 1 FN + 0 LE + 1 BE + 0 LBE" in said(panel)
    assert "predicted 4 = 1 TP + 1 FP + 0 LE + 2 BE + 0 LBE" in said(panel)
    assert "Demerits 5 = 3 false positives + 2 false negatives. Every mention lies in exactly one event." in said(panel)
    for shown in tables(panel):
        model, role = shown.numbers, Qt.ItemDataRole.ToolTipRole
        for column in range(model.columnCount()):
            if model.columns[column].widest != "=":
                assert model.headerData(column, Qt.Orientation.Horizontal, role)
                assert all(model.index(row, column).data(role) for row in range(model.rowCount()))


def test_the_types_of_the_system_on_show_are_open(panel: OverviewPage) -> None:
    look_at(panel, prediction=1)
    table = tables(panel)[0].numbers
    assert [table.place(row).row.name for row in range(table.rowCount())] == ["flair", "plain", "LOC", "ORG", "PER"]


def test_every_number_bar_and_segment_asks_for_its_events(panel: OverviewPage) -> None:
    table = tables(panel)[0]
    table.setCurrentIndex(table.numbers.index(table.numbers.rowCount() - 1, 5))
    asked = asked_by(panel)
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert asked == [Door("-ref:none", 1)]
    table = tables(panel)[0]
    table.setCurrentIndex(table.numbers.index(0, 5))
    asked = asked_by(panel)
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert asked == [Door("-ref:none", 0)]
    asked = asked_by(panel)
    for link, query in (("reference", "kind:be -ref:none"), ("predicted", "kind:be -pred:none")):
        label = sums_of(panel, link)
        place = [piece.query for piece in label.pieces].index(query)
        label.linkActivated.emit(str(place))
        assert asked.pop() == Door(query)
    assert asked == []
    asked = asked_by(panel)
    panel.findChildren(TypesPart)[0].grid.door_opened.emit("type:LOC", 1)
    assert asked == [Door("type:LOC", 1)]
    asked = asked_by(panel)
    QTest.keyClick(panel.findChildren(DemeritsView)[0], Qt.Key.Key_Return)
    assert asked == [Door("kind:fp")]


def test_tables_are_offered_in_few_lines_and_copied_in_the_form_chosen(panel: OverviewPage) -> None:
    label = sums_of(panel, "reference")
    label.menu_of(next(piece for piece in label.pieces if piece.query == "kind:be -ref:none")).actions()[0].trigger()
    assert QGuiApplication.clipboard().text() == "1 BE"
    for title, text in COPIED.items():
        trigger(panel, title)
        assert QGuiApplication.clipboard().text().startswith(text), title
    assert tables(panel)[0].numbers.rowCount() == 5
    trigger(panel, "Scores as CSV")
    rows = QGuiApplication.clipboard().text().splitlines()[1:]
    names = [row.split(",")[:2] for row in rows]
    assert names == [[system, name] for system in ("flair", "plain") for name in ("ALL", "LOC", "ORG", "PER")]
    panel.head.copying.aboutToShow.emit()
    menu = panel.head.copying.actions()
    assert [action.text() for action in menu if action.menu()][:2] == ["Scores", "What F1 hides"]
    assert len(menu) < 10
    assert [text for text in offered(panel) if text.startswith("Scores as")] == [
        "Scores as Text", "Scores as CSV", "Scores as Markdown", "Scores as LaTeX",
    ]  # fmt: skip


def test_what_the_filter_keeps_is_counted_on_request(
    panel: OverviewPage, study: Study, press_button: PressButton
) -> None:
    look_at(panel, selection=selected(study, "ref:LOC doc:2 kind:fn"))
    assert tables(panel)[0].numbers.place(0).row.cells[5].text == "3"
    press_button(panel, "what the filter keeps")
    row = tables(panel)[0].numbers.place(0).row
    assert [cell.text for cell in row.cells[5:]] == ["1", "0", "0"]
    assert row.cells[5].query == "ref:LOC doc:2"
    assert "exact match, micro-averaged, percent, 1 LOC mention where doc:2" in said(panel)


WORDS_OF_FILTERS = {
    "ref:LOC doc:2": "Filter on mentions: ref: LOC and doc: 2",
    "-kind:tp type:ORG": "Filter on mentions: type: ORG; ignored, since it changes no score: kind: not correct",
    "kind:fn system:flair": (
        "No filter on mentions; ignored, since they change no score: kind: missed and system: flair"
    ),
    "": "There is no filter: everything is counted.",
}


def test_the_filter_is_said_in_the_words_of_its_chips(
    panel: OverviewPage, study: Study, press_button: PressButton
) -> None:
    for query, words in WORDS_OF_FILTERS.items():
        look_at(panel, selection=selected(study, query))
        assert words not in said(panel)
        press_button(panel, "what the filter keeps")
        assert words in said(panel)
        press_button(panel, "the whole test set")
        assert not [label for label in panel.findChildren(DoorLabel) if "ilter" in label.text()], query


def test_an_outcome_changes_no_score(panel: OverviewPage, study: Study, press_button: PressButton) -> None:
    press_button(panel, "what the filter keeps")
    before = tables(panel)[0].numbers.as_tsv()
    look_at(panel, selection=selected(study, "kind:fn"))
    assert tables(panel)[0].numbers.as_tsv() == before


def test_a_filter_that_keeps_nothing_shows_undefined_scores(
    panel: OverviewPage, study: Study, press_button: PressButton
) -> None:
    look_at(panel, selection=selected(study, "doc:7"))
    press_button(panel, "what the filter keeps")
    assert [cell.text for cell in tables(panel)[0].numbers.place(0).row.cells[1:4]] == ["–", "–", "–"]


def test_folded_systems_stay_folded_under_another_filter(
    panel: OverviewPage, study: Study, press_button: PressButton
) -> None:
    tables(panel)[0].numbers.toggle(0)
    press_button(panel, "what the filter keeps")
    look_at(panel, selection=selected(study, "doc:1"))
    assert tables(panel)[0].numbers.rowCount() == 2


def test_many_events_are_scored_in_the_background(
    panel: OverviewPage, study: Study, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, press_button: PressButton
) -> None:
    monkeypatch.setattr(Derived, "is_quick", lambda *_: False)
    look_at(panel, selection=selected(study, "doc:2"))
    press_button(panel, "what the filter keeps")
    assert tables(panel)[0].numbers.place(0).row.cells[5].text == "3"
    qtbot.waitUntil(lambda: tables(panel)[0].numbers.place(0).row.cells[5].text == "1")


def test_nothing_is_scored_while_the_overview_is_hidden(qtbot: QtBot, desk: Desk, study: Study) -> None:
    panel = OverviewPage(desk)
    qtbot.addWidget(panel)
    panel.look_at(Look(study, REQUEST))
    assert table(panel, "Scores").numbers.rowCount() == 0


def test_a_study_without_prediction_says_so(panel: OverviewPage, make_study_from: MakeStudy, qtbot: QtBot) -> None:
    panel.look_at(Look(make_study_from("a/B-PER", systems=()), REQUEST))
    assert panel.empty_words == "There is no prediction: open one with this reference to see scores."
    assert tables(panel) == []
    [coming] = panel.findChildren(AwaitedPart)
    qtbot.waitUntil(lambda: coming.isVisibleTo(panel))
    assert not [one for one in panel.head.findChildren(QToolButton) if one.menu() and one.isVisibleTo(panel)]
    panel.look_at(Look(make_study_from("a/B-PER/B-PER"), REQUEST))
    qtbot.waitUntil(lambda: not panel.findChildren(AwaitedPart))


COPIED = {
    "Scores as CSV": "System,Type,Precision,Recall,F1,Reference,Predicted,Correct\nflair,ALL,0.25,",
    "Scores as Markdown": "Scores: flair, plain; counted: the whole test set\n\n| System | Type | Precision |",
    "What F1 hides as CSV": "System,Counted,TP,FP,FN,LE,BE,LBE,Sum\nflair,Events,1,1,1,0,1,0,4\n",
    "What F1 hides as LaTeX": (
        "% What F1 hides: flair; counted: the whole test set\n"
        "\\begin{tabular}{llrrrrrrr}\n\\hline\nSystem & Counted & TP & FP"
    ),
    "What F1 hides as Text": (
        "What F1 hides: flair; counted: the whole test set\n"
        "System  Counted             TP  FP  FN  LE  BE  LBE  Sum\nflair   Events"
    ),
}


def test_a_copy_tells_which_filter_was_kept(panel: OverviewPage, study: Study, press_button: PressButton) -> None:
    look_at(panel, selection=selected(study, "type:LOC doc:1"))
    press_button(panel, "what the filter keeps")
    for title in ("Scores", "What F1 hides"):
        trigger(panel, f"{title} as CSV")
        rows = QGuiApplication.clipboard().text().splitlines()
        assert {row.rpartition(",")[2] for row in rows} == {"Filter", "type:LOC doc:1"}, title
        for form in ("Text", "Markdown", "LaTeX"):
            trigger(panel, f"{title} as {form}")
            first = QGuiApplication.clipboard().text().splitlines()[0]
            assert first.startswith(("%", title)), title
            assert first.endswith("counted: mentions of LOC in events that match doc:1; filter: type:LOC doc:1")


def test_a_failure_is_a_warning_and_no_success(
    panel: OverviewPage, qtbot: QtBot, study: Study, monkeypatch: pytest.MonkeyPatch, press_button: PressButton
) -> None:
    def broken(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(Derived, "is_quick", lambda *_: False)
    monkeypatch.setattr(scorer, "score_kept", broken)
    look_at(panel, selection=selected(study, "doc:2"))
    press_button(panel, "what the filter keeps")
    qtbot.waitUntil(lambda: said_by(panel) == "The scores could not be counted: MemoryError().")


def test_the_chosen_word_stands_on_the_ground_of_what_is_selected(panel: OverviewPage, qapp: QApplication) -> None:
    for theme in (LIGHT, DARK):
        choose_theme(qapp, theme)
        try:
            QApplication.processEvents()
            chosen, other = panel.findChildren(Choice)[0].findChildren(QToolButton)
            tints = [button.grab().toImage().pixelColor(3, 3).name() for button in (chosen, other)]
            edge = chosen.grab().toImage().pixelColor(0, chosen.height() // 2).name()
        finally:
            choose_theme(qapp, None)
        assert (tints, edge) == ([theme.selected.name(), theme.button.name()], theme.border.name())


def test_the_table_with_the_focus_is_offered_first(panel: OverviewPage) -> None:
    tables(panel)[1].setFocus()
    QApplication.processEvents()
    first = next(iter(offered(panel)))
    assert first == "What F1 hides as Text"


def test_charts_show_what_is_chosen(panel: OverviewPage, press_button: PressButton) -> None:
    press_button(next(one for one in panel.findChildren(Part) if one.title == BY_TYPE), "Recall")
    charts = panel.findChildren(TypesPart)[0].grid.charts
    assert [(chart.title, chart.note) for chart in charts] == [
        ("Recall by type", "flair, Recall of all types 33.33"),
    ]


def test_tab_goes_from_top_to_bottom(panel: OverviewPage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: bool(panel.findChildren(BucketCharts)[0].large.charts))
    panel.findChildren(Choice)[0].findChildren(QToolButton)[0].setFocus()
    seen = []
    for _ in range(60):
        focused = QApplication.focusWidget()
        assert focused is not None
        if type(focused).__name__ not in seen:
            seen.append(type(focused).__name__)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    tables, charts = (
        ["DoorLabel", "NumberTable", "DemeritsView", "QPushButton"],
        ["QSpinBox", "ChartTitle", "BarChart", "QComboBox"],
    )
    assert seen == ["QToolButton", *tables, *charts, "QCheckBox"]


def test_parts_stand_beside_each_other_where_there_is_room(panel: OverviewPage) -> None:
    scores, hides, _schemes = tables(panel)
    assert hides.mapTo(panel, hides.rect().topLeft()).x() > scores.width()
    panel.resize(1024, 800)
    QApplication.processEvents()
    assert hides.mapTo(panel, hides.rect().topLeft()).x() < 50


def test_nothing_is_cut_off(panel: OverviewPage, study: Study, press_button: PressButton) -> None:
    look_at(
        panel,
        selection=selected(study, "type:LOC,ORG,PER sent:1..9 slen:1..99 doc:1..9 line:1..999 elen:1..9 -kind:tp"),
    )
    press_button(panel, "what the filter keeps")
    for width in (900, 1024, *range(1120, 1220, 10), 1280):
        panel.resize(width, 500)
        QApplication.processEvents()
        assert panel.findChildren(QScrollArea)[0].horizontalScrollBar().maximum() == 0, width


def test_colours_follow_the_theme(panel: OverviewPage, qapp: QApplication, qtbot: QtBot) -> None:
    choose_theme(qapp, DARK)
    try:
        qtbot.waitUntil(lambda: panel.grab().toImage().pixelColor(2, 2).name() == DARK.base.name())
    finally:
        choose_theme(qapp, None)
