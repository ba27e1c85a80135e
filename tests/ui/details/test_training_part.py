from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QTableView
from pytestqt.qtbot import QtBot

from nerinspect.events.study import AnnotatedText, Study
from nerinspect.lists.mention_facts import event_mentions
from nerinspect.progress import Cancelled
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.details.event_details import DetailsPanel
from nerinspect.ui.details.tables import ConcordanceRow, ConcordanceRows
from nerinspect.ui.details.training import EventTraining, TrainingSurface, gather_training, surface_cells, verdict
from nerinspect.ui.kit.doors import DoorLabel
from nerinspect.ui.lists.event_cells import SegmentCell
from tests.ui.showing import shown_alone

MakeStudy: TypeAlias = Callable[..., Study]
ShowEvent: TypeAlias = Callable[[Study, int], DetailsPanel]

HARWICK = "The/O/O Port/B-ORG/B-LOC of/I-ORG/I-LOC Harwick/I-ORG/I-LOC Authority/I-ORG/B-ORG said/O/O on/O/O Friday/O/O"
PORT = "Port/B-LOC of/I-LOC Harwick/I-LOC"
TRAINING = (
    f"tanker/O left/O the/O {PORT} late/O",
    *[f"{PORT} opened/O again/O"] * 4,
    f"The/O {PORT.replace('LOC', 'ORG')} said/O on/O Friday/O",
    "Port/O of/O Harwick/O reached/O",
    "Port/O of/O Harwick/O",
    "the/O Authority/O met/O",
)
OSLO = ("in/O/O Oslo/B-LOC/B-LOC", "Oslo/B-ORG/B-LOC won/O/O", "Oslo/B-ORG/B-ORG won/O/O")


def trained(test: Study, training: Study) -> Study:
    return replace(test, training=AnnotatedText(training.text, training.reference))


@pytest.fixture
def harwick(make_study_from: MakeStudy) -> Study:
    return trained(make_study_from(HARWICK), make_study_from(*TRAINING, systems=()))


@pytest.fixture
def show_event(qtbot: QtBot, desk: Desk) -> ShowEvent:
    """Show an event in the details and wait for its evidence."""
    panel = shown_alone(DetailsPanel(desk), 320, 900, qtbot)

    def show(study: Study, event: int) -> DetailsPanel:
        panel.show_event(study, event)
        qtbot.waitUntil(lambda: "…" not in texts(panel))
        return panel

    return show


def texts(panel: DetailsPanel) -> list[str]:
    return [label.text() for label in panel.findChildren(QLabel) if label.isVisible()]


def doors(panel: DetailsPanel, words: str) -> DoorLabel:
    return next(
        label for label in panel.findChildren(DoorLabel) if words in label.accessibleName() and label.isVisible()
    )


def follow(panel: DetailsPanel, label: DoorLabel, words: str) -> None:
    place = next(number for number, piece in enumerate(label.pieces) if piece.text == words and piece.query)
    label.linkActivated.emit(str(place))


def table(panel: DetailsPanel, name: str) -> QTableView:
    return next(view for view in panel.findChildren(QTableView) if view.accessibleName() == name and view.isVisible())


def rows(view: QTableView) -> list[list[str]]:
    model = view.model()
    return [[model.index(row, i).data() for i in range(model.columnCount())] for row in range(model.rowCount())]


def choose_surface(panel: DetailsPanel, row: int, column: int = 0) -> None:
    view = table(panel, "Training evidence")
    place = view.visualRect(view.model().index(row, column)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


@pytest.mark.parametrize(
    ("surface", "words"),
    [
        (
            TrainingSurface("Harwick", {"LOC": 5, "ORG": 1}),
            "Seen 5 times as LOC, once as ORG: memory alone says LOC.",
        ),
        (
            TrainingSurface("Harwick", {"LOC": 2, "ORG": 2}, n_unlabelled=1),
            "Seen twice as LOC, twice as ORG: a tie, which memory alone resolves to LOC. Also unlabelled in 1 place.",
        ),
        (TrainingSurface("Harwick", {}, n_unlabelled=31), "Never a mention in training; unlabelled in 31 places."),
        (
            TrainingSurface("Harwick", {}, n_unlabelled=1, n_inside=1200),
            "Never a mention in training; unlabelled in 1 place and inside or across other mentions in 1,200 places.",
        ),
        (TrainingSurface("Harwick", {}), "Never a mention in training; these tokens do not occur there."),
    ],
)
def test_words_answer_whether_a_system_could_have_known(surface: TrainingSurface, words: str) -> None:
    assert verdict(surface) == words


def test_each_surface_is_counted_once_those_of_the_reference_first(harwick: Study) -> None:
    found = gather_training(harwick, event_mentions(harwick, 0)).surfaces
    assert [surface.text for surface in found] == ["Port of Harwick Authority", "Port of Harwick", "Authority"]
    assert [(surface.counts, surface.n_unlabelled) for surface in found] == [
        ({}, 0),
        ({"LOC": 5, "ORG": 1}, 2),
        ({}, 1),
    ]


def test_the_work_ends_where_it_is_asked_to(harwick: Study) -> None:
    calls: list[tuple[int, int]] = []

    def checkpoint(done: int, total: int) -> None:
        calls.append((done, total))
        if done == 1:
            raise Cancelled

    with pytest.raises(Cancelled):
        gather_training(harwick, event_mentions(harwick, 0), checkpoint)
    assert calls == [(0, 3), (1, 3)]


def test_the_subsets_of_each_mention_leave_out_all(harwick: Study) -> None:
    assert [
        (one.side, one.type, one.subsets) for one in gather_training(harwick, event_mentions(harwick, 0)).tough
    ] == [
        ("reference", "ORG", ("unseen-tokens", "unseen-any")),
        ("predicted", "LOC", ("seen",)),
        ("predicted", "ORG", ("unseen-tokens", "unseen-any")),
    ]


def test_a_place_inside_another_mention_says_so(make_study_from: MakeStudy) -> None:
    study = trained(make_study_from("Ulm/B-LOC/O"), make_study_from("Neu/B-LOC Ulm/I-LOC rose/O", systems=()))
    (place,) = gather_training(study, event_mentions(study, 0)).surfaces[0].places("", 0, 4)
    assert (place.left, place.segment.text, place.right, place.edge) == ("Neu", "Ulm", "rose", "in LOC")


def test_context_from_right_to_left_stands_on_the_side_of_the_screen(make_study_from: MakeStudy) -> None:
    study = trained(make_study_from("النور/B-ORG/O"), make_study_from("أسهم/O النور/B-ORG ترتفع/O", systems=()))
    (place,) = gather_training(study, event_mentions(study, 0)).surfaces[0].places("", 0, 4)
    assert (place.left, place.right, place.segment.is_right_to_left) == ("ترتفع", "أسهم", True)


def test_types_beyond_the_most_frequent_share_a_column() -> None:
    counts = {"A": 9, "B": 8, "C": 7, "D": 6, "E": 2, "F": 1}
    cells = surface_cells(EventTraining((TrainingSurface("x", counts, n_unlabelled=3),), ()))
    assert [head.text for head in cells.heads] == ["Surface", "A", "B", "C", "D", "other types", "unlabelled"]
    assert [cell.text for cell in cells.rows[0]] == ["x", "9", "8", "7", "6", "3", "3"]


def test_without_training_one_line_offers_to_open_some(
    show_event: ShowEvent, make_study_from: MakeStudy, qtbot: QtBot, desk: Desk
) -> None:
    panel = show_event(make_study_from(HARWICK), 0)
    quiet = next(label for label in panel.findChildren(QLabel) if label.text().startswith("No training data is open."))
    desk.menus.action("training").setEnabled(True)
    with qtbot.waitSignal(desk.menus.action("training").triggered):
        quiet.linkActivated.emit("open")
    assert "tough" not in texts(panel)


def test_counts_are_shown_by_type_and_unlabelled(show_event: ShowEvent, harwick: Study) -> None:
    panel = show_event(harwick, 0)
    assert rows(table(panel, "Training evidence")) == [
        ["Port of Harwick Authority", "0", "0", "0"],
        ["Port of Harwick", "5", "1", "2"],
        ["Authority", "0", "0", "1"],
    ]


def test_a_surface_training_lacks_shows_those_that_resemble_it(show_event: ShowEvent, harwick: Study) -> None:
    panel = show_event(harwick, 0)
    near = rows(table(panel, "Nearest surfaces in training"))
    assert near == [["Port of Harwick", "one token less", "LOC 5 · ORG 1"]]


def test_a_click_on_a_surface_shows_its_places_nearest_context_first(show_event: ShowEvent, harwick: Study) -> None:
    panel = show_event(harwick, 0)
    choose_surface(panel, 1)
    places = rows(table(panel, "Places of Port of Harwick in training"))
    assert len(places) == 4
    assert places[0] == ["The", "Port of Harwick", "said on Friday", "ORG"]
    assert "Seen 5 times as LOC, once as ORG: memory alone says LOC. Also unlabelled in 2 places." in texts(panel)


def test_enter_chooses_a_surface(show_event: ShowEvent, harwick: Study) -> None:
    panel = show_event(harwick, 0)
    view = table(panel, "Training evidence")
    view.setFocus()
    view.setCurrentIndex(view.model().index(1, 0))
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert table(panel, "Places of Port of Harwick in training").model().rowCount() == 4


@pytest.mark.parametrize(("column", "readings"), [(1, ["LOC"] * 4), (2, ["ORG"]), (3, ["O", "O"])])
def test_a_click_on_a_number_shows_the_places_it_counts(
    show_event: ShowEvent, harwick: Study, column: int, readings: list[str]
) -> None:
    panel = show_event(harwick, 0)
    choose_surface(panel, 1, column)
    view = table(panel, "Places of Port of Harwick in training")
    assert [row[3] for row in rows(view)] == readings
    follow(panel, doors(panel, "All 8 places in training"), "All 8 places in training")
    assert len(rows(view)) == 8


def test_all_places_of_one_type_unfold(show_event: ShowEvent, harwick: Study) -> None:
    panel = show_event(harwick, 0)
    choose_surface(panel, 1, 1)
    follow(panel, doors(panel, "All 5 LOC"), "All 5 LOC")
    view = table(panel, "Places of Port of Harwick in training")
    assert [row[3] for row in rows(view)] == ["LOC"] * 5
    assert doors(panel, "Fewer").accessibleName() == "Fewer places · All 8 places in training"


def test_more_places_unfold_and_fold_again(show_event: ShowEvent, harwick: Study) -> None:
    panel = show_event(harwick, 0)
    choose_surface(panel, 1)
    view = table(panel, "Places of Port of Harwick in training")
    follow(panel, doors(panel, "All 8 places in training"), "4 more")
    assert [row[3] for row in rows(view)].count("O") == 2
    assert view.model().rowCount() == 8
    follow(panel, doors(panel, "Fewer places"), "Fewer places")
    assert view.model().rowCount() == 4
    follow(panel, doors(panel, "All 8"), "All 8 places in training")
    assert view.model().rowCount() == 8


def test_the_list_of_places_can_be_copied(show_event: ShowEvent, harwick: Study) -> None:
    panel = show_event(harwick, 0)
    choose_surface(panel, 2)
    view = table(panel, "Places of Authority in training")
    view.setFocus()
    QTest.keySequence(view, "Ctrl+C")
    assert QGuiApplication.clipboard().text() == "the\tAuthority\tmet\tO\t1 · 9\n"


def test_places_are_made_a_page_at_a_time() -> None:
    asked: list[tuple[int, int]] = []
    place = ConcordanceRow(
        left="in", segment=SegmentCell("Ulm", (), (), False), right="", edge="O", place="1 · 1", spoken="O: in Ulm"
    )

    def places(first: int, n: int) -> list[ConcordanceRow]:
        asked.append((first, n))
        return [place] * n

    rows = ConcordanceRows(10_010, places)
    assert [rows.row(row) for row in (5000, 5001, 10_009)] == [place] * 3
    assert asked == [(5000, 8), (10_008, 2)]


def test_very_many_places_are_scrolled(show_event: ShowEvent, make_study_from: MakeStudy) -> None:
    study = trained(make_study_from("Ulm/B-LOC/O"), make_study_from(*["in/O Ulm/B-LOC"] * 500, systems=()))
    panel = show_event(study, 0)
    follow(panel, doors(panel, "All 500"), "All 500 places in training")
    view = table(panel, "Places of Ulm in training")
    assert view.model().rowCount() == 500
    assert view.height() < panel.height()
    assert view.verticalScrollBar().maximum() > 0


def test_a_long_type_leaves_room_for_the_words(show_event: ShowEvent, make_study_from: MakeStudy) -> None:
    name = "organisation-of-very-many-states"
    study = trained(make_study_from(f"Ulm/B-{name}/O"), make_study_from(f"in/O Ulm/B-{name} said/O", systems=()))
    view = table(show_event(study, 0), "Places of Ulm in training")
    assert view.columnWidth(3) < view.viewport().width() / 2


def test_many_long_types_do_not_hide_the_surface(show_event: ShowEvent, make_study_from: MakeStudy) -> None:
    names = [f"a-type-with-a-long-name-{number}" for number in range(5)]
    study = trained(make_study_from("Harwick/B-LOC/O"), make_study_from(*(f"Harwick/B-{n}" for n in names), systems=()))
    view = table(show_event(study, 0), "Training evidence")
    assert view.columnWidth(0) > view.fontMetrics().horizontalAdvance("Harwick") * 0.9


def test_other_readings_of_a_confusable_mention_are_doors(
    show_event: ShowEvent, make_study_from: MakeStudy, qtbot: QtBot, desk: Desk
) -> None:
    study = trained(make_study_from(*OSLO), make_study_from("in/O Rome/B-LOC", systems=()))
    panel = show_event(study, 0)
    with qtbot.waitSignal(desk.door_opened) as told:
        follow(panel, doors(panel, "In the test set also"), "ORG 2")
    kept = parse_query(told.args[0].asked, Vocabulary.of(study)).mask(study)
    assert kept.tolist() == [False, True, True]


def test_a_subset_is_a_door_to_its_events(
    show_event: ShowEvent, make_study_from: MakeStudy, qtbot: QtBot, desk: Desk
) -> None:
    study = trained(make_study_from(*OSLO, "Rome/B-LOC/O"), make_study_from("in/O Rome/B-LOC", systems=()))
    panel = show_event(study, 0)
    with qtbot.waitSignal(desk.door_opened) as told:
        follow(panel, doors(panel, "tcm-all"), "tcm-all")
    kept = parse_query(told.args[0].asked, Vocabulary.of(study)).mask(study)
    assert kept.tolist() == [True, True, True, False]


def test_the_evidence_of_a_later_event_replaces_that_of_an_earlier_one(
    show_event: ShowEvent, make_study_from: MakeStudy
) -> None:
    study = trained(make_study_from("Ulm/B-LOC/O", "Bonn/B-LOC/O"), make_study_from("Ulm/B-LOC", systems=()))
    show_event(study, 0).show_event(study, 0)
    assert rows(table(show_event(study, 1), "Training evidence")) == [["Bonn", "0"]]


def test_evidence_that_is_found_quickly_is_there_with_its_event(
    show_event: ShowEvent, make_study_from: MakeStudy
) -> None:
    study = trained(make_study_from("Ulm/B-LOC/O", "Bonn/B-LOC/O"), make_study_from("Ulm/B-LOC", systems=()))
    panel = show_event(study, 0)
    panel.show_event(study, 1)
    assert rows(table(panel, "Training evidence")) == [["Bonn", "0"]]


def test_a_mistake_in_the_background_is_told(
    show_event: ShowEvent, harwick: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("no index")

    monkeypatch.setattr("nerinspect.ui.details.event_details.gather_training", broken)
    assert any(text.startswith("Training could not be looked up") for text in texts(show_event(harwick, 0)))


def test_all_of_it_is_reached_by_tab(show_event: ShowEvent, harwick: Study) -> None:
    panel = show_event(harwick, 0)
    choose_surface(panel, 1)
    reached = set()
    panel.setFocus()
    for _ in range(30):
        widget = QApplication.focusWidget()
        assert widget is not None
        reached.add(widget.accessibleName())
        QTest.keyClick(widget, Qt.Key.Key_Tab)
    assert {
        "Training evidence",
        "Places of Port of Harwick in training",
        "4 more · All 8 places in training",
    } <= reached


def test_what_differs_is_never_cut_off(show_event: ShowEvent, make_study_from: MakeStudy) -> None:
    learned = make_study_from("Alt/B-LOC ulm/I-LOC", "Ulm/B-LOC an/I-LOC der/I-LOC Donau/I-LOC", systems=())
    panel = show_event(trained(make_study_from("Neu/B-LOC/O Ulm/I-LOC/O"), learned), 0)
    view = table(panel, "Nearest surfaces in training")
    assert rows(view) == [["Alt ulm", "last in other case", "LOC 1"]]
    cell = view.model().index(0, 1)
    assert cell.data(Qt.ItemDataRole.ToolTipRole) == "last in other case\nsame last token in other case"
    assert view.fontMetrics().horizontalAdvance(cell.data()) < view.columnWidth(1)
