"""Attributes in the details, and those of tokens in the tooltips of the context."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTableView, QToolTip
from pytestqt.qtbot import QtBot

from nerinspect.events.study import AnnotatedText, Study
from nerinspect.lists.mention_facts import event_mentions
from nerinspect.training.retention import with_training
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.details.event import AttributePart
from nerinspect.ui.details.tables import CELL_ROLE
from nerinspect.ui.kit.doors import Door
from nerinspect.ui.kit.tables.rows import CellStyle
from nerinspect.ui.sentence.event_context import ContextPanel
from nerinspect.ui.theme.themes import current_theme, type_styles

MakeStudy = Callable[..., Study]
ACCESSIBLE = Qt.ItemDataRole.AccessibleTextRole


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    """Give an event of one sentence, and training data with one of its words."""
    plain = make_study_from("Port/B-ORG/B-LOC of/I-ORG/I-LOC Harwick/I-ORG/I-LOC Authority/I-ORG/B-ORG said/O/O")
    learned = make_study_from("Harwick/B-LOC", "Harwick/O", systems=())
    return with_training(plain, AnnotatedText(learned.text, learned.reference))


def shown(qtbot: QtBot, desk: Desk, study: Study, width: int, n_wanted: int = 4) -> AttributePart:
    part = AttributePart(desk)
    qtbot.addWidget(part)
    part.resize(width, 400)
    with qtbot.waitExposed(part):
        part.show()
    part.show_mentions(study, event_mentions(study, 0), n_wanted)
    part.restyle(CellStyle(current_theme(), type_styles(study.types, current_theme()), part.font()))
    return part


def table(part: AttributePart, name: str) -> QTableView:
    return next(view for view in part.findChildren(QTableView) if view.accessibleName() == f"Attributes of the {name}")


def rows(view: QTableView) -> list[list[str]]:
    model = view.model()
    return [
        [model.index(row, column).data(CELL_ROLE).copied for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_each_mention_has_a_column_of_values_and_buckets(qtbot: QtBot, desk: Desk, study: Study) -> None:
    part = shown(qtbot, desk, study, 300)
    view = table(part, "mentions")
    names = [view.model().headerData(row, Qt.Orientation.Vertical) for row in range(view.model().rowCount())]
    assert names[:3] == ["eLen", "eFre", "eCon"]
    assert rows(view)[0] == ["4 XL", "3 L", "1 XS"]
    assert view.model().index(0, 1).data(ACCESSIBLE) == "eLen of prediction LOC: Port of Harwick: 3, bucket L"


def test_a_value_says_its_bucket_in_words_and_what_it_is(qtbot: QtBot, desk: Desk, study: Study) -> None:
    part = shown(qtbot, desk, study, 300)
    said = table(part, "mentions").model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert said.startswith("bucket XL: 4 or more tokens\nNumber of tokens")


def test_a_value_opens_its_bucket_among_as_many_as_are_wanted(qtbot: QtBot, desk: Desk, study: Study) -> None:
    part = shown(qtbot, desk, study, 300, n_wanted=6)
    with qtbot.waitSignal(desk.door_opened) as caught:
        table(part, "mentions").setCurrentIndex(table(part, "mentions").model().index(0, 0))
        QTest.keyClick(table(part, "mentions"), Qt.Key.Key_Return)
    assert caught.args == [Door("bucket:eLen/6=B4")]


def test_the_sentence_stands_in_one_row_if_there_is_room(qtbot: QtBot, desk: Desk, study: Study) -> None:
    part = shown(qtbot, desk, study, 600)
    view = table(part, "sentence")
    assert rows(view) == [["sLen 5 XS", "eDen 0.2 XS", "oDen 0.8 XS"]]
    part.resize(180, 400)
    assert rows(view) == [["", "sLen 5 XS"], ["eDen 0.2 XS", "oDen 0.8 XS"]]
    part.resize(600, 400)
    assert len(rows(view)) == 1


@pytest.mark.parametrize("width", [230, 262, 300, 600])
def test_nothing_is_cut_at_any_width(qtbot: QtBot, desk: Desk, study: Study, width: int) -> None:
    part = shown(qtbot, desk, study, width)
    view = table(part, "sentence")
    needed = [view.sizeHintForColumn(column) for column in range(view.model().columnCount())]
    assert all(view.columnWidth(column) >= least for column, least in enumerate(needed))
    assert not view.horizontalScrollBar().isVisible()


def test_a_token_tells_its_frequency_and_consistency(
    context_panel: ContextPanel, study: Study, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    tips: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda place, text, widget: tips.append(text))
    context_panel.show_study(study)
    context_panel.show_event(0)
    context_panel.n_buckets = 5
    context_panel.grab()
    cursor = context_panel.view.textCursor()
    cursor.setPosition(len("Port of Har"))
    context_panel.view.setTextCursor(cursor)
    QTest.mouseMove(context_panel.view.viewport(), context_panel.view.cursorRect().center())
    wanted = ("tFre: 1, bucket ", "tCon as ORG: 0, bucket XS: 0", "tCon as LOC: 0.5, bucket ")
    qtbot.waitUntil(lambda: any(all(words in tip for words in wanted) for tip in tips))  # others may tell theirs


def test_a_token_outside_mentions_tells_none(context_panel: ContextPanel, study: Study) -> None:
    context_panel.show_study(study)
    context_panel.show_event(0)
    assert context_panel._context is not None
    assert context_panel._token_notes(context_panel._context.sentence, 4) == []
