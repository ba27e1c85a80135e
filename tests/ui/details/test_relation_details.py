from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias, TypeVar

import pytest
from PySide6.QtCore import QEvent, Qt, SignalInstance
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QTableView, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.events.study import RelationChoice, Study
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.views import EVENTS_VIEW
from nerinspect.ui.details.relation_details import (
    ArgumentTable,
    RelationDetails,
    RelationTrainingPart,
    SurfaceDoors,
    training_place,
)
from nerinspect.ui.details.tables import CELL_ROLE, Concordance, TrainingTable
from nerinspect.ui.details.training import Ways
from nerinspect.ui.kit.doors import Door, DoorLabel, LinkLabel
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.theme.themes import DARK, choose_theme
from tests.events.relation_studies import Reading, Sentence, relation_study
from tests.ui.showing import shown_alone

BuildStudy: TypeAlias = Callable[..., Study]

TOKENS = ["Ann", "Lee", "met", "Bo", "in", "Rome", "."]
MENTIONS = [(0, 2, "Per"), (3, 4, "Per"), (5, 6, "Loc")]
REFERENCE: Reading = (MENTIONS, [(0, "Meet", 1), (1, "Kill", 2)])
PREDICTED: Reading = ([(1, 2, "Per"), (3, 4, "Per"), (5, 6, "Loc")], [(0, "Meet", 1), (0, "Kill", 2)])
TRAINING: list[Sentence] = [
    (["the", "late", "Cy", "met", "Bo", "again"], ([(2, 3, "Per"), (4, 5, "Per")], [(0, "Meet", 1)]), []),
    (["Bo", "met", "Di"], ([(0, 1, "Per"), (2, 3, "Per")], [(1, "Meet", 0)]), []),
]


@pytest.fixture
def study(build_study: BuildStudy) -> Study:
    """Two wrong arguments, of which one mention is cut short, with training data."""
    return relation_study(build_study, [(TOKENS, REFERENCE, [PREDICTED])], training=TRAINING)


@pytest.fixture
def details(qtbot: QtBot, desk: Desk) -> Iterator[RelationDetails]:
    panel = shown_alone(RelationDetails(desk), 320, 700, qtbot)
    yield panel
    end_work(panel)


@pytest.fixture
def show_event(details: RelationDetails, qtbot: QtBot) -> Callable[[Study, int], RelationDetails]:
    """Show an event and wait for what is looked up."""

    def show(study: Study, event: int) -> RelationDetails:
        details.show_event(study, event)
        qtbot.waitUntil(lambda: not any(label.text() == "…" for label in visible(details, QLabel)))
        return details

    return show


ShowEvent: TypeAlias = Callable[[Study, int], RelationDetails]


Part = TypeVar("Part", bound=QWidget)


def visible(parent: QWidget, kind: type[Part]) -> list[Part]:
    return [widget for widget in parent.findChildren(kind) if widget.isVisibleTo(parent)]


def one(parent: QWidget, kind: type[Part]) -> Part:
    (only,) = parent.findChildren(kind)
    return only


def ways(parent: QWidget) -> list[Ways]:
    """Give the links to mention events, then those to other relation events."""
    return parent.findChildren(Ways)


def texts(parent: QWidget) -> list[str]:
    return [label.text() for label in visible(parent, QLabel) if not isinstance(label, DoorLabel)]


def cells(table: QTableView) -> list[list[str]]:
    model = table.model()
    return [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def opened(doors: QLabel, number: int, signal: SignalInstance, qtbot: QtBot) -> list[object]:
    """Follow one of the links of a label, and give what the panel asks for."""
    with qtbot.waitSignal(signal) as asked:
        doors.linkActivated.emit(str(number))
    return [*asked.args]


def test_the_kind_and_the_arguments_are_explained(study: Study, show_event: ShowEvent) -> None:
    details = show_event(study, 0)
    assert texts(details)[:2] == [
        "Wrong argument",
        "The type Meet is right and so is the tail. The head is a mention of another extent.",
    ]
    table = one(details, ArgumentTable)
    assert cells(table) == [["Meet", "Meet", "same"], ["Ann Lee", "Lee", "differs"], ["Bo", "Bo", "same"]]
    strong = [table.model().index(row, 0).data(CELL_ROLE).is_strong for row in range(3)]
    assert strong == [False, True, False]


def test_a_wrong_mention_leads_to_its_event(study: Study, show_event: ShowEvent, qtbot: QtBot, desk: Desk) -> None:
    details = show_event(study, 0)
    doors = ways(details)[0]
    assert [piece.text for piece in doors.pieces] == ["Head: ", "boundary error"]
    assert opened(doors, 1, desk.event_requested, qtbot) == [0]
    assert opened(doors, 1, desk.view_requested, qtbot) == [EVENTS_VIEW]


def test_other_relations_of_the_mentions_are_links(study: Study, show_event: ShowEvent, qtbot: QtBot) -> None:
    details = show_event(study, 0)
    doors = ways(details)[1]
    assert [piece.text for piece in doors.pieces] == ["wrong argument: ", "Bo Kill Rome"]
    assert opened(doors, 1, details.event_requested, qtbot) == [1]


def test_surfaces_open_their_events(study: Study, show_event: ShowEvent, qtbot: QtBot, desk: Desk) -> None:
    details = show_event(study, 0)
    doors = one(details, SurfaceDoors)
    shown = [(piece.text, piece.query) for piece in doors.pieces if piece.query]
    assert shown == [
        ("All 2 events with Ann Lee", 'surface:"Ann Lee"'),
        ("All 2 events with Bo", "surface:Bo"),
        ("All 2 events with Lee", "surface:Lee"),
    ]
    assert opened(doors, 2, desk.door_opened, qtbot) == [Door("surface:Bo", of_relations=True)]


def test_numbers_of_training_show_the_relations_they_count(study: Study, show_event: ShowEvent) -> None:
    details = show_event(study, 0)
    counts, instead = (table for table in details.findChildren(TrainingTable))
    assert cells(counts) == [
        ["The whole triple", "0"],
        ["Ann Lee as head of Meet", "0"],
        ["Bo as tail of Meet", "2"],
        ["This relation is", "partial"],
    ]
    assert cells(instead) == [["The whole predicted triple", "0"], ["Lee as head of Meet", "0"]]
    places = one(details, Concordance)
    assert [row[1::2] for row in cells(places)] == [["Cy met Bo", "→"], ["Bo met Di", "←"]]
    assert "Bo as tail of Meet: 2 in training" in texts(details)
    assert not counts.is_door(counts.model().index(0, 1))
    assert counts.is_door(counts.model().index(2, 1))
    assert not counts.is_door(counts.model().index(3, 1))


def test_the_relations_of_another_number_are_shown_by_keyboard(build_study: BuildStudy, show_event: ShowEvent) -> None:
    mentions = [(0, 1, "Per"), (2, 3, "Per")]
    sentence: Sentence = (["Cy", "met", "Bo"], (mentions, [(0, "Meet", 1)]), [(mentions, [])])
    details = show_event(relation_study(build_study, [sentence], training=TRAINING), 0)
    counts, places = details.findChildren(TrainingTable)[0], one(details, Concordance)
    assert len(cells(places)) == 1
    counts.setFocus()
    counts.setCurrentIndex(counts.model().index(2, 1))
    QTest.keyClick(counts, Qt.Key.Key_Return)
    assert len(cells(places)) == 2
    assert places.accessibleName() == "Bo as tail of Meet in training"
    counts.setCurrentIndex(counts.model().index(3, 1))
    QTest.keyClick(counts, Qt.Key.Key_Return)
    assert len(cells(places)) == 2


def test_a_training_relation_is_marked_at_both_arguments(study: Study) -> None:
    place = training_place(study, 0)
    assert (place.left, place.segment.text, place.right) == ("the late", "Cy met Bo", "again")
    assert [(typed.start, typed.end, typed.type) for typed in place.segment.reference] == [(0, 2, "Per"), (7, 9, "Per")]
    assert place.spoken == "Cy Meet Bo: the late Cy met Bo again, training sentence 1"
    assert training_place(study, 1).edge == "←"


@pytest.mark.parametrize(("n_between", "shown"), [(0, "Ann Lee Bo"), (5, "Ann Lee x x x x x Bo"), (6, "Ann Lee … Bo")])
def test_of_many_words_between_the_arguments_few_are_shown(n_between: int, shown: str, build_study: BuildStudy) -> None:
    tokens = ["Ann", "Lee", *["x"] * n_between, "Bo"]
    mentions = [(0, 2, "Per"), (n_between + 2, n_between + 3, "Per")]
    training: list[Sentence] = [(tokens, (mentions, [(1, "Kill", 0)]), [])]
    segment = training_place(relation_study(build_study, [], training=training), 0).segment
    assert segment.text == shown
    assert [shown[typed.start : typed.end] for typed in segment.reference] == ["Ann Lee", "Bo"]


def test_a_training_relation_of_a_mention_with_itself_and_of_nested_ones_is_marked(build_study: BuildStudy) -> None:
    nested = [(0, 3, "Org"), (1, 2, "Loc")]
    training: list[Sentence] = [(["Bank", "of", "x"], (nested, [(1, "Kill", 0), (1, "Kill", 1)]), [])]
    study = relation_study(build_study, [(TOKENS, REFERENCE, [PREDICTED])], training=training)
    marked = [
        {(typed.start, typed.end) for typed in training_place(study, number).segment.reference} for number in (0, 1)
    ]
    assert marked == [{(0, 9), (5, 7)}, {(0, 2)}]


def test_without_training_data_some_can_be_opened(
    build_study: BuildStudy, show_event: ShowEvent, qtbot: QtBot, desk: Desk
) -> None:
    details = show_event(relation_study(build_study, [(TOKENS, REFERENCE, [PREDICTED])]), 0)
    (label,) = [label for label in visible(details, LinkLabel) if "No training data is open." in label.text()]
    assert not visible(details, TrainingTable)
    desk.menus.action("training").setEnabled(True)
    with qtbot.waitSignal(desk.menus.action("training").triggered):
        label.setFocus(Qt.FocusReason.TabFocusReason)
        QTest.keyClick(label, Qt.Key.Key_Return)


def test_training_data_without_relations_is_told(build_study: BuildStudy, show_event: ShowEvent) -> None:
    study = relation_study(build_study, [(TOKENS, REFERENCE, [PREDICTED])], training=[(TOKENS, (MENTIONS, []), [])])
    details = show_event(study, 0)
    assert "The training data has no relations." in texts(details)
    assert not visible(details, TrainingTable)


def test_without_an_event_the_panel_is_empty(study: Study, show_event: ShowEvent) -> None:
    details = show_event(study, 0)
    details.show_event(study, None)
    assert visible(details, QLabel) == []
    details.show_event(None, None)
    assert visible(details, QLabel) == []


def test_an_event_shown_next_replaces_all_of_the_one_before(build_study: BuildStudy, show_event: ShowEvent) -> None:
    correct: Reading = (MENTIONS, [(0, "Meet", 1)])
    study = relation_study(build_study, [(TOKENS, REFERENCE, [correct])], training=TRAINING)
    show_event(relation_study(build_study, [(TOKENS, REFERENCE, [PREDICTED])], training=TRAINING), 0)
    details = show_event(study, 0)
    assert texts(details)[0] == "Correct"
    assert [piece.text for piece in ways(details)[0].pieces] == []
    assert not details.findChildren(TrainingTable)[1].isVisible()
    missed = show_event(study, 1)
    assert texts(missed)[0] == "Missed"
    assert cells(one(missed, ArgumentTable)) == [["Kill", "–", ""], ["Bo", "–", ""], ["Rome", "–", ""]]


def test_between_annotators_no_one_is_called_a_prediction(build_study: BuildStudy, show_event: ShowEvent) -> None:
    study = relation_study(build_study, [(TOKENS, REFERENCE, [([], [])])])
    details = show_event(replace(study, annotator="Ann"), 0)
    assert texts(details)[:2] == ["Only A", "A says “Ann Lee” Meet “Bo”; B has no relation that matches it."]
    heads = one(details, ArgumentTable).model()
    assert [heads.headerData(column, Qt.Orientation.Horizontal) for column in range(2)] == ["A", "B"]


def test_between_annotators_no_mention_is_called_wrong(study: Study, show_event: ShowEvent) -> None:
    assert "Mentions that are wrong themselves" in texts(show_event(study, 0))
    said = texts(show_event(replace(study, annotator="Ann"), 0))
    assert "Mentions that differ themselves" in said
    assert not any("wrong" in text for text in said)


def test_everything_has_a_name_and_texts_can_be_selected(study: Study, show_event: ShowEvent) -> None:
    details = show_event(study, 0)
    for table in details.findChildren(QTableView):
        assert table.accessibleName()
    selectable = [
        label
        for label in visible(details, QLabel)
        if label.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByKeyboard
    ]
    assert [label.text() for label in selectable][:2] == texts(details)[:2]


def test_tab_walks_from_the_arguments_to_every_door(study: Study, show_event: ShowEvent) -> None:
    details = show_event(study, 0)
    details.setFocus()
    stops: list[QWidget] = []
    for _ in range(30):
        widget = QApplication.focusWidget()
        assert widget is not None, "something has the focus"
        if widget not in stops:
            stops.append(widget)
        QTest.keyClick(widget, Qt.Key.Key_Tab)
    mentions, neighbours = ways(details)
    wanted = [
        one(details, ArgumentTable),
        mentions,
        details.findChildren(TrainingTable)[0],
        one(details, Concordance),
        one(details, SurfaceDoors),
        neighbours,
    ]
    assert [stop for stop in stops if stop in wanted] == wanted


def test_fonts_and_colours_follow_the_desktop(study: Study, show_event: ShowEvent, qapp: QApplication) -> None:
    details = show_event(study, 0)
    table = one(details, ArgumentTable)
    small = table.height()
    details.setFont(QFont(details.font().family(), 22))
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    assert table.height() > small
    try:
        choose_theme(qapp, DARK)
        QApplication.processEvents()
        assert table.palette().base().color() == DARK.window
    finally:
        choose_theme(qapp, None)


def test_long_names_do_not_widen_the_panel(build_study: BuildStudy, show_event: ShowEvent) -> None:
    tokens = ["Organization"] * 12 + ["in", "Rome"]
    mentions = [(0, 12, "Org"), (13, 14, "Loc")]
    sentence: Sentence = (tokens, (mentions, [(0, "Kill", 1), (1, "Meet", 0)]), [(mentions, [])])
    details = show_event(relation_study(build_study, [sentence], training=TRAINING), 0)
    details.setFont(QFont(details.font().family(), 20))
    QApplication.processEvents()
    area = one(details, QScrollArea)
    inner = area.widget()
    assert inner is not None
    assert inner.width() == area.viewport().width()


def test_phrases_keep_their_order_if_names_run_from_right_to_left(
    build_study: BuildStudy, show_event: ShowEvent
) -> None:
    mentions = [(0, 1, "Per"), (1, 2, "Loc")]
    sentence: Sentence = (["ليلى", "Rome"], (mentions, [(0, "Meet", 1)]), [(mentions, [])])
    details = show_event(relation_study(build_study, [sentence], training=TRAINING), 0)
    shown = [row[0] for row in cells(details.findChildren(TrainingTable)[0])]
    assert shown[1:3] == ["\u200eليلى as head of Meet", "Rome as tail of Meet"]


def test_a_door_is_no_query_in_its_menu(study: Study, show_event: ShowEvent) -> None:
    doors = ways(show_event(study, 0))[0]
    menu = doors.menu_of(doors.pieces[1])
    copy_query = next(action for action in menu.actions() if action.text() == "Copy as query")
    assert not copy_query.isEnabled()
    menu.close()


def test_symmetric_types_are_said(build_study: BuildStudy, show_event: ShowEvent) -> None:
    turned: Reading = (MENTIONS, [(1, "Meet", 0)])
    sentence: Sentence = (TOKENS, (MENTIONS, [(0, "Meet", 1)]), [turned])
    choice = RelationChoice("boundaries", ("Meet",))
    details = show_event(relation_study(build_study, [sentence], training=TRAINING, choice=choice), 0)
    assert "has no direction" in texts(details)[1]
    part = one(details, RelationTrainingPart)
    assert ["Bo as an argument of Meet", "2"] in cells(part.findChildren(TrainingTable)[0])
