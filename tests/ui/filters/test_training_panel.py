from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from nerinspect.events.scores import Counts
from nerinspect.glossary.wording import JUDGED
from nerinspect.query.counts.training import MemoryCounts
from nerinspect.query.filters import Everything, Term
from nerinspect.query.language.parser import query_text
from nerinspect.training.surfaces import NOVELTIES
from nerinspect.ui.filters.counts_table import SheetModel
from nerinspect.ui.filters.matrix import MatrixStyle
from nerinspect.ui.filters.training import TrainingPanel, novelty_sheet
from nerinspect.ui.theme.themes import DARK, LIGHT, choose_theme

NOVELTY = np.array([[712, 3, 4, 21, 9, 5], [10, 2, 1, 9, 0, 3], [389, 80, 56, 96, 65, 44]])
MEMORY = MemoryCounts(
    "rich", Everything(), Everything(), 1469, 773, 12, 1204, 31, 1200,
    Counts(1469, 1500, 700), Counts(1400, 1400, 650),
)  # fmt: skip
NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
SHIFT, LEFT = Qt.KeyboardModifier.ShiftModifier, Qt.MouseButton.LeftButton


@pytest.fixture
def panel(qtbot: QtBot) -> TrainingPanel:
    panel = TrainingPanel()
    qtbot.addWidget(panel)
    panel.resize(308, 220)
    panel.show_novelty(NOVELTY, ["unseen-tokens"], [])
    panel.show_memory(MEMORY)
    panel.show()
    return panel


@pytest.fixture
def dark() -> Iterator[None]:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    choose_theme(app, DARK)
    yield
    choose_theme(app, LIGHT)


def click(panel: TrainingPanel, row: int, column: int, modifier: Qt.KeyboardModifier = NONE) -> None:
    place = panel.view.visualRect(panel.view.model().index(row, column)).center()
    QTest.mouseClick(panel.view.viewport(), LEFT, modifier, place)


def lines(panel: TrainingPanel) -> list[str]:
    """Read the lines below the cells that are on screen."""
    pairs = zip(panel._words, panel._numbers, strict=True)
    return [f"{words.accessibleName()}: {number.accessibleName()}" for words, number in pairs if words.isVisible()]


def test_the_model_keeps_the_rules_of_models() -> None:
    model = SheetModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for picked in ([], ["seen"]):
        model.show_sheet(novelty_sheet(NOVELTY, picked, [], JUDGED))


@pytest.mark.parametrize(
    ("row", "column", "picked"),
    [(2, 4, [["unseen-type"], ["le"]]), (1, 0, [["seen"], []]), (0, 6, [[], ["lbe"]])],
)
@pytest.mark.parametrize("modifier", [NONE, CONTROL])
def test_a_click_picks_a_cell_a_row_or_a_column(
    panel: TrainingPanel, qtbot: QtBot, row: int, column: int, picked: list[list[str]], modifier: Qt.KeyboardModifier
) -> None:
    with qtbot.waitSignal(panel.novelty_picked) as caught:
        click(panel, row, column, modifier)
    assert caught.args == [*picked, modifier == CONTROL]


def test_the_corner_is_no_door(panel: TrainingPanel, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(panel.novelty_picked):
        click(panel, 0, 0)


def test_shift_reaches_over_rows_and_columns(panel: TrainingPanel, qtbot: QtBot) -> None:
    click(panel, 2, 2)
    with qtbot.waitSignal(panel.novelty_picked) as caught:
        click(panel, 3, 3, SHIFT)
    assert caught.args == [["unseen-type", "unseen-tokens"], ["fp", "fn"], False]


def test_enter_picks_the_cell_that_has_the_keyboard(panel: TrainingPanel, qtbot: QtBot) -> None:
    QTest.keyClick(panel.view, Qt.Key.Key_Down)
    with qtbot.waitSignal(panel.novelty_picked) as caught:
        QTest.keyClick(panel.view, Qt.Key.Key_Return)
    assert caught.args == [["unseen-type"], ["tp"], False]


def test_a_cell_is_spoken_with_what_it_counts(panel: TrainingPanel) -> None:
    index = panel.view.model().index(3, 2)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "unseen-tokens, spurious: 80 events, picked"


def test_the_table_is_copied_with_its_heads(panel: TrainingPanel) -> None:
    panel.view.copy()
    assert QGuiApplication.clipboard().text().splitlines()[:2] == [
        "novelty\ttp\tfp\tfn\tle\tbe\tlbe",
        "seen\t712\t3\t4\t21\t9\t5",
    ]


@pytest.mark.parametrize("width", [230, 308, 500])
def test_all_columns_are_in_sight(panel: TrainingPanel, width: int) -> None:
    panel.resize(width, 220)
    last = panel.view.visualRect(panel.view.model().index(3, 6))
    assert last.right() <= panel.view.viewport().width()
    assert last.width() > 10


@pytest.mark.parametrize(("width", "names"), [(230, ["seen", "un.-type", "un.-tokens"]), (308, list(NOVELTIES))])
def test_names_are_short_where_counts_need_the_room(panel: TrainingPanel, width: int, names: list[str]) -> None:
    panel.show_novelty(NOVELTY * 3, [], [])
    panel.resize(width, 220)
    style = MatrixStyle(LIGHT, panel.font())
    assert [panel.view.shown_name(row) for row in (1, 2, 3)] == names
    assert panel.view.columnWidth(0) > max(map(style.head_metrics.horizontalAdvance, names))
    widest = style.metrics.horizontalAdvance("888")
    assert min(panel.view.columnWidth(column) for column in range(1, 7)) > widest


def test_lines_say_what_memory_explains(panel: TrainingPanel) -> None:
    assert lines(panel) == [
        "Memory right, rich wrong: 12",
        "rich right, memory wrong: 1,204",
        "Test sentences in training too: 31 of 1,200",
        "F1 with and without them: 47.15  46.43",
    ]


def test_every_number_of_the_lines_is_a_door(panel: TrainingPanel, qtbot: QtBot) -> None:
    queries = [piece.query for number in panel._numbers for piece in number.pieces if piece.text.strip()]
    assert queries == [
        "wrong:rich right:retention",
        "right:rich wrong:retention",
        "trained:yes",
        "kind:tp,fp,fn,le,be,lbe",
        "-trained:yes kind:tp,fp,fn,le,be,lbe",
    ]
    with qtbot.waitSignal(panel.query_requested) as caught:
        panel._numbers[0].linkActivated.emit("0")
    assert caught.args == ["wrong:rich right:retention"]


def test_doors_keep_what_the_base_names(panel: TrainingPanel) -> None:
    panel.show_memory(MEMORY._replace(kept=Term("type", ("ORG",)), kept_reference=Term("ref", ("ORG",))))
    assert panel._numbers[0].pieces[0].query == "ref:ORG wrong:rich right:retention"


def test_memory_is_not_compared_with_itself(panel: TrainingPanel) -> None:
    panel.show_memory(MEMORY._replace(system="retention", only_memory=None, only_system=None))
    assert [line.partition(":")[0] for line in lines(panel)] == [
        "Test sentences in training too",
        "F1 with and without them",
    ]


def test_an_undefined_score_is_a_dash_with_its_reason(panel: TrainingPanel) -> None:
    panel.show_memory(MEMORY._replace(without_repeated=Counts(0, 0, 0)))
    piece = panel._numbers[3].pieces[2]
    assert piece.text == "–"
    assert piece.explanation.startswith("Undefined")


@pytest.mark.parametrize(("n_seen", "n_mentions", "summary"), [(773, 1469, "52.62 % seen"), (0, 0, "no mentions")])
def test_the_head_says_how_much_is_seen(panel: TrainingPanel, n_seen: int, n_mentions: int, summary: str) -> None:
    panel.show_share(n_seen, n_mentions)
    assert panel.section.summary == summary


def test_a_cell_and_a_head_are_told_as_queries(panel: TrainingPanel) -> None:
    terms = [panel.view.cell(panel.view.model().index(row, column)).door for row, column in ((1, 3), (2, 0), (0, 1))]
    assert [query_text(term) for term in terms] == ["tough:seen kind:fn", "tough:unseen-type", "kind:tp"]


@pytest.mark.usefixtures("dark")
def test_cells_follow_the_desktop_into_the_dark(panel: TrainingPanel) -> None:
    ground = panel.view.grab().toImage().pixelColor(2, 2)
    assert ground.lightness() < 128
