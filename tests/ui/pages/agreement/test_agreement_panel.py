"""The page shows the agreement of all pairs, and every number that can be opened is a door."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.events.segment_events import Side
from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.systems.arranging import with_first_annotator
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.doors import Door, DoorLabel
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.kit.pages.choice import Choice
from nerinspect.ui.kit.tables.sheet import IntervalCell
from nerinspect.ui.pages.agreement.page import AgreementPage
from nerinspect.ui.pages.agreement.pairs import pair_at
from tests.ui.table_pages import asked_by, choose_in, table, trigger

MakeStudy = Callable[..., Study]
Mention = tuple[int, int, str]
REQUEST = LoadRequest("anna.conll", ("ben.conll", "cleo.conll"))


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    return make_study_from(
        "Rome/B-LOC/B-LOC/B-LOC and/O/O/O Ulm/B-LOC/B-ORG/O",
        "Oslo/B-LOC/O/O it/O/O/B-PER",
        systems=("ben", "cleo"),
        documents=(1, 2),
    )


@pytest.fixture
def panel(qtbot: QtBot, desk: Desk) -> Iterator[AgreementPage]:
    page = AgreementPage(desk)
    qtbot.addWidget(page)
    page.resize(1100, 800)
    page.show()
    yield page
    end_work(page)


@pytest.fixture
def shown(panel: AgreementPage, study: Study, qtbot: QtBot) -> AgreementPage:
    panel.look_at(Look(study, REQUEST))
    qtbot.waitUntil(lambda: panel.is_complete)
    return panel


def texts(panel: AgreementPage, title: str) -> list[list[str]]:
    model = table(panel, title).numbers
    return [
        [model.index(row, column).data() for column in range(model.columnCount())] for row in range(model.rowCount())
    ]


def click(panel: AgreementPage, title: str, row: int, column: int) -> None:
    view = table(panel, title)
    index = view.numbers.index(row, column)
    QTest.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, view.visualRect(index).center()
    )


def pick(panel: AgreementPage, a: str, b: str) -> None:
    choose_in(panel, "Pair", f"{a} and {b}")


def show_measure(panel: AgreementPage, place: int) -> None:
    choice = next(one for one in panel.findChildren(Choice) if one.isVisible())
    choice.choose(place)
    choice.chosen.emit(place)


def test_the_matrix_is_symmetric_and_its_diagonal_holds_mentions(shown: AgreementPage) -> None:
    assert texts(shown, "Agreement of all pairs") == [
        ["reference", "3", "40.00", "40.00"],
        ["ben", "40.00", "2", "50.00"],
        ["cleo", "40.00", "50.00", "2"],
    ]


def test_types_show_f1_of_all_pairs_until_one_is_chosen(shown: AgreementPage) -> None:
    rows = texts(shown, "Agreement by type")
    assert rows[0] == ["ALL", "7", "", "40.00", "40.00", "50.00", "10.00"]
    assert [row[0] for row in rows] == ["ALL", "ORG", "PER", "LOC"]
    assert rows[1] == ["ORG", "1", "", "0.00", "–", "0.00", "0.00"]
    whole = table(shown, "Agreement by type").numbers.place(0).row.cells[2]
    assert whole.dots == (0.4, 0.4, 0.5)
    assert "ben, cleo: F1 50.00" in whole.tooltip
    pick(shown, "ben", "cleo")
    assert texts(shown, "Agreement by type")[0][1] == "50.00"


def test_documents_show_f1_of_all_pairs_the_lowest_first_and_in_bold(shown: AgreementPage) -> None:
    assert texts(shown, "Agreement by document") == [
        ["2", "1", "", "0.00", "0.00", "0.00"],
        ["1", "2", "", "50.00", "66.67", "66.67"],
    ]
    first, *others = table(shown, "Agreement by document").numbers.place(1).row.cells[3:]
    assert (first.is_bold, [other.is_bold for other in others]) == (True, [False, False])


def test_another_number_can_be_chosen(shown: AgreementPage) -> None:
    show_measure(shown, 1)
    assert [row[1:] for row in texts(shown, "Agreement of all pairs")] == [
        ["3", "50.00", "100.00"], ["50.00", "2", "100.00"], ["100.00", "100.00", "2"]
    ]  # fmt: skip
    show_measure(shown, 2)
    assert texts(shown, "Agreement of all pairs")[1][3] == "0.333"


def test_a_pair_is_shown_by_type_lowest_first(shown: AgreementPage) -> None:
    pick(shown, "reference", "ben")
    rows = texts(shown, "Agreement by type")
    assert [row[0] for row in rows] == ["ALL", "ORG", "LOC", "PER"]
    assert rows[0][1:2] + rows[0][5:] == ["40.00", "3", "2", "1", "2", "1", "1"]
    assert rows[3][1] == "–"


def test_documents_stand_lowest_first(shown: AgreementPage) -> None:
    pick(shown, "reference", "ben")
    assert [row[:2] for row in texts(shown, "Agreement by document")] == [["2", "0.00"], ["1", "50.00"]]


def test_every_pair_has_its_interval_highest_f1_first(shown: AgreementPage) -> None:
    rows = texts(shown, "Intervals of all pairs")
    assert [row[:2] for row in rows] == [
        ["ben and cleo", "50.00"],
        ["reference and ben", "40.00"],
        ["reference and cleo", "40.00"],
    ]
    for row, own in zip(rows, table(shown, "Intervals of all pairs").numbers.rows_shown, strict=True):
        low, f1, high = (float(row[place]) for place in (3, 1, 4))
        assert low <= f1 <= high
        assert isinstance(own.cells[2], IntervalCell)
    notes = {label.text() for label in shown.findChildren(QLabel)}
    assert "Intervals: bootstrap over sentences. Kappa counts tokens, those in no mention as O." in notes


def test_places_where_two_differ_are_counted_by_what_differs(shown: AgreementPage) -> None:
    assert [[row[0], *row[1::2]] for row in texts(shown, "Where they disagree")] == [
        ["same extent, other type", "1", "0", "0"],
        ["extents overlap", "0", "0", "0"],
        ["only the first marks it", "1", "2", "1"],
        ["only the second marks it", "0", "1", "1"],
        ["all differences", "2", "3", "2"],
    ]


def test_every_place_of_two_annotators_is_a_door(panel: AgreementPage, study: Study, qtbot: QtBot) -> None:
    three = replace(study, annotator="anna")
    panel.look_at(Look(three, REQUEST))
    qtbot.waitUntil(lambda: panel.is_complete)
    for row in table(panel, "Where they disagree").numbers.rows_shown:
        for cell in row.cells[1::2]:
            first, prediction = pair_at(three, cell.prediction)
            opened = with_first_annotator(three, first - 1) if first else three
            kept = parse_query(cell.query, Vocabulary.of(opened)).mask(opened)
            assert str(np.count_nonzero(kept & (opened.events.prediction == prediction))) == cell.text


def test_a_pair_with_the_reference_opens_events_of_the_prediction(shown: AgreementPage) -> None:
    pick(shown, "reference", "ben")
    asked = asked_by(shown)
    click(shown, "Agreement of all pairs", 0, 3)
    click(shown, "Agreement of all pairs", 2, 1)
    click(shown, "Agreement by type", 0, 8)
    errors = "kind:fp,fn,le,be,lbe"
    assert asked == [Door(errors, 1), Door(errors, 1), Door(f"{errors} -ref:none", 0)]


def test_a_pair_of_predictions_opens_what_they_read_differently_and_compares_them(shown: AgreementPage) -> None:
    asked = asked_by(shown)
    click(shown, "Agreement of all pairs", 2, 2)
    click(shown, "Agreement of all pairs", 1, 3)
    assert asked == [Door("differs:ben", 1, 0), Door("differs:cleo", 0, 1)]


def test_a_number_without_events_says_why_it_opens_none(shown: AgreementPage) -> None:
    pick(shown, "ben", "cleo")
    asked, model = asked_by(shown), table(shown, "Agreement by type").numbers
    click(shown, "Agreement by type", 0, 8)
    assert asked == []
    assert "no events between two predictions" in model.index(0, 8).data(Qt.ItemDataRole.ToolTipRole)


def test_long_names_are_read_whole_where_there_is_room(
    panel: AgreementPage, make_study_from: MakeStudy, qtbot: QtBot
) -> None:
    name = "annotator from the second round"
    panel.look_at(Look(make_study_from("Ulm/B-LOC/B-LOC", systems=(name,)), REQUEST))
    qtbot.waitUntil(lambda: panel.is_complete)
    view = table(panel, "Agreement of all pairs")
    assert view.columnWidth(0) > view.fontMetrics().horizontalAdvance(name)


def expected(study: Study, a: int, b: int, of_type: str, document: int) -> dict[str, set[Mention]]:
    """List what each column counts, one mention after the other."""
    of_a, of_b = (
        {
            (start, end, study.types[code])
            for start, end, code in zip(one.mentions.start, one.mentions.end, one.mentions.type_codes, strict=True)
            if of_type in ("ALL", "", study.types[code])
            and document in (0, study.text.document[study.text.sentence_of(np.array([start]))[0]])
        }
        for one in (study.annotations[number] for number in (a, b))
    )
    return {"A": of_a, "B": of_b, "Both": of_a & of_b, "Only A": of_a - of_b, "Only B": of_b - of_a}


@pytest.mark.parametrize("names", list(combinations(("anna", "ben", "cleo"), 2)))
@pytest.mark.parametrize("title", ["Agreement by type", "Agreement by document"])
def test_every_number_of_two_annotators_opens_exactly_what_it_counts(
    panel: AgreementPage, study: Study, qtbot: QtBot, names: tuple[str, str], title: str
) -> None:
    three = replace(study, annotator="anna")
    panel.look_at(Look(three, REQUEST))
    qtbot.waitUntil(lambda: panel.is_complete)
    pick(panel, *names)
    a, b = (["anna", "ben", "cleo"].index(name) for name in names)
    model = table(panel, title).numbers
    for row in range(model.rowCount()):
        head = model.place(row).row
        of_type, document = (head.name, 0) if "type" in title else ("", int(head.name))
        first, prediction = pair_at(three, head.prediction)
        shown = with_first_annotator(three, first - 1) if first else three
        for column, counted in expected(three, a, b, of_type, document).items():
            place = next(n for n, one in enumerate(model.columns) if one.title == column)
            cell = model.cell(model.index(row, place))
            assert cell.text == str(len(counted))
            is_first = (b if column in ("B", "Only B") else a) == first
            found = mentions_opened(shown, cell.query, prediction, "reference" if is_first else "predicted")
            assert {one for one in found if of_type in ("ALL", "", one[2])} == counted


def mentions_opened(study: Study, query: str, prediction: int, side: Side) -> set[Mention]:
    kept = parse_query(query, Vocabulary.of(study)).mask(study) & (study.events.prediction == prediction)
    held = study.events.mentions(side, np.flatnonzero(kept))
    own = study.mentions_on(side)
    return {(int(own.start[n]), int(own.end[n]), study.types[own.type_codes[n]]) for n in held}


def test_undefined_kappa_says_whose_mentions_overlap(
    panel: AgreementPage, build_study: Callable[..., Study], qtbot: QtBot
) -> None:
    spans = [(0, 3, "ORG"), (2, 3, "LOC")]
    panel.look_at(Look(build_study([(["Uni", "of", "Ulm"], spans, [spans[:1]])], (("ben", 1),)), REQUEST))
    qtbot.waitUntil(lambda: panel.is_complete)
    show_measure(panel, 2)
    model = table(panel, "Agreement of all pairs").numbers
    assert model.index(0, 2).data() == "–"
    assert "mentions of reference overlap" in model.index(0, 2).data(Qt.ItemDataRole.ToolTipRole)


def test_one_annotation_alone_is_told_and_another_offered(
    panel: AgreementPage,
    build_study: Callable[..., Study],
    press_button: Callable[[QWidget, str], None],
    qtbot: QtBot,
) -> None:
    panel.look_at(Look(build_study([(["Ulm"], [], [])], ()), REQUEST))
    assert "greement needs two" in panel.empty_words
    with qtbot.waitSignal(panel.desk.menus.action("add_predictions").triggered):
        press_button(panel, "&Add predictions…")


def test_the_heuristic_is_no_annotator(panel: AgreementPage, make_study_from: MakeStudy, qtbot: QtBot) -> None:
    panel.look_at(Look(make_study_from("Ulm/B-LOC/B-LOC/O", systems=("ben", "retention")), REQUEST))
    qtbot.waitUntil(lambda: panel.is_complete)
    assert [row[0] for row in texts(panel, "Agreement of all pairs")] == ["reference", "ben"]


@pytest.mark.parametrize(("annotator", "noun"), [("anna", "annotator"), ("", "system")])
def test_who_was_opened_as_a_system_is_called_one(
    panel: AgreementPage, make_study_from: MakeStudy, qtbot: QtBot, annotator: str, noun: str
) -> None:
    study = make_study_from("Ulm/B-LOC/B-LOC/O", systems=("ben", "cleo"))
    panel.look_at(Look(replace(study, annotator=annotator), REQUEST))
    qtbot.waitUntil(lambda: panel.is_complete)
    summaries = [one.accessibleName() for one in panel.findChildren(DoorLabel)]
    said = "3 annotators, 3 pairs" if annotator else "reference and 2 systems, 3 pairs"
    assert said in summaries
    head = table(panel, "Agreement of all pairs").numbers
    assert head.headerData(0, Qt.Orientation.Horizontal) == noun.capitalize()


def test_tables_are_copied_with_what_they_show(shown: AgreementPage) -> None:
    for title in ("Agreement of all pairs", "Intervals of all pairs", "Agreement by type", "Agreement by document"):
        trigger(shown, f"{title} as Markdown")
        copied = QApplication.clipboard().text()
        assert copied.startswith(f"{title}: reference, ben")
        assert "40.00" in copied or "50.00" in copied


def test_the_matrix_is_copied_as_a_row_for_each_pair(shown: AgreementPage) -> None:
    trigger(shown, "Agreement of all pairs as CSV")
    assert QApplication.clipboard().text().splitlines() == [
        "A,B,Mentions of A,Mentions of B,Both,F1",
        "reference,ben,3,2,1,0.4",
        "reference,cleo,3,2,1,0.4",
        "ben,cleo,2,2,1,0.5",
    ]


def test_a_table_is_saved_with_the_command_that_gives_its_numbers(
    shown: AgreementPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "types.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), "CSV (*.csv)"))
    pick(shown, "reference", "ben")
    trigger(shown, "Table “Agreement by type”…")
    lines = path.read_text().splitlines()
    assert lines[0] == "Type,F1,Label agreement,Kappa,A,B,Both,Only A,Only B,Other types"
    assert lines[1].startswith("ALL,0.4,0.5,")
    record = json.loads(Path(f"{path}.json").read_text())
    assert record["command"] == "nerinspect agreement anna.conll ben.conll cleo.conll --table csv"
    assert record["annotators"] == ["reference", "ben"]


def test_every_door_can_be_asked_for(shown: AgreementPage, study: Study) -> None:
    vocabulary = Vocabulary.of(study)
    for a, b in (("reference", "cleo"), ("ben", "cleo"), ("all 3", "")):
        choose_in(shown, "Pair", f"{a} and {b}" if b else f"{a} pairs")
        for title in ("Agreement of all pairs", "Agreement by type", "Agreement by document"):
            model = table(shown, title).numbers
            cells = [model.cell(model.index(row, column)) for row in range(model.rowCount())
                     for column in range(model.columnCount())]  # fmt: skip
            queries = [cell.query for cell in cells if cell.query]
            assert queries, title
            for query in queries:
                parse_query(query, vocabulary).mask(study)


def test_many_documents_are_shown_a_page_at_a_time_and_copied_whole(
    panel: AgreementPage, make_study_from: MakeStudy, qtbot: QtBot, qtmodeltester: object
) -> None:
    study = make_study_from(*["Ulm/B-LOC/B-LOC"] * 130, documents=range(1, 131))
    panel.look_at(Look(study, REQUEST))
    qtbot.waitUntil(lambda: panel.is_complete)
    model = table(panel, "Agreement by document").numbers
    assert model.rowCount() == 100
    assert model.canFetchMore(QModelIndex())
    model.fetchMore(QModelIndex())
    assert (model.rowCount(), model.canFetchMore(QModelIndex())) == (130, False)
    assert model.as_tsv().splitlines()[130].startswith("130\t\t100.00\t1\t1")
    qtmodeltester.check(model)  # type: ignore[attr-defined]


def test_all_can_be_done_from_the_keyboard(shown: AgreementPage) -> None:
    pick(shown, "reference", "ben")
    asked, view = asked_by(shown), table(shown, "Agreement by type")
    view.setFocus()
    view.setCurrentIndex(view.numbers.index(0, 7))
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert asked == [Door("kind:tp", 0)]
