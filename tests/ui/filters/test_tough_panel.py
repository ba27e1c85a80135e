import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from nerinspect.query.counts.training import ToughCounts
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import WHOLE
from nerinspect.query.selection import Selection
from nerinspect.training.tough import NESTED_SUBSETS, SUBSETS
from nerinspect.ui.filters.counts_table import Click
from nerinspect.ui.filters.tough import ToughColumn, ToughPanel, ToughRow, add_row, kept_by, pick_rows, picked_subsets

TYPES = ("LOC", "ORG")
MENTIONS = np.array([[2000, 1200, 10, 790, 800, 0, 0, 0], [3157, 1500, 3, 1654, 1657, 2, 0, 2]])
FOUND = np.array([[1700, 1100, 4, 596, 600, 0, 0, 0], [2500, 1400, 1, 1099, 1100, 1, 0, 1]])
NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
SHIFT, LEFT = Qt.KeyboardModifier.ShiftModifier, Qt.MouseButton.LeftButton
ROWS = [subset for subset, _ in NESTED_SUBSETS]
TOOLTIP = Qt.ItemDataRole.ToolTipRole


@pytest.fixture
def panel(qtbot: QtBot) -> ToughPanel:
    panel = ToughPanel()
    qtbot.addWidget(panel)
    panel.resize(308, 300)
    panel.show_counts(TYPES, ToughCounts(WHOLE, TYPES, MENTIONS, FOUND), {"seen"})
    panel.show()
    return panel


def texts(panel: ToughPanel, subset: str) -> list[str]:
    model = panel.view.model()
    return [model.index(ROWS.index(subset), column).data() for column in range(model.columnCount())]


def tooltip_of(panel: ToughPanel, subset: str, column: ToughColumn) -> str:
    return str(panel.view.model().index(ROWS.index(subset), column).data(TOOLTIP))


def click(panel: ToughPanel, row: int, column: int, modifier: Qt.KeyboardModifier = NONE) -> None:
    QTest.mouseClick(
        panel.view.viewport(), LEFT, modifier, panel.view.visualRect(panel.view.model().index(row, column)).center()
    )


def selected(query: str) -> Selection:
    return Selection.from_filter(parse_query(query, Vocabulary(TYPES, ("flair",), has_training=True)))


def test_rows_stand_as_the_subsets_are_nested_and_say_counts_and_percent(panel: ToughPanel) -> None:
    names = [panel.view.model().index(row, 0).data() for row in range(len(ROWS))]
    assert names == ["all mentions", *ROWS[1:]]
    assert texts(panel, "all") == ["all mentions", "5,157", "100.00", "81.44", "957"]
    assert texts(panel, "seen") == ["seen", "2,700", "52.36", "92.59", "200"]


def test_the_head_names_what_is_counted(panel: ToughPanel) -> None:
    assert panel.section.summary == "5,157 mentions"


def test_a_subset_under_one_percent_is_called_small(panel: ToughPanel) -> None:
    assert "small: 13 of 5,157 mentions (0.25 %)" in tooltip_of(panel, "unseen-type", ToughColumn.SUBSET)
    assert "small" not in tooltip_of(panel, "seen", ToughColumn.SUBSET)


def test_a_subset_without_mentions_says_none_and_why_recall_is_undefined(panel: ToughPanel) -> None:
    assert texts(panel, "tcm-unseen") == ["tcm-unseen", "none", "–", "–", "0"]
    assert "no mention is in the subset" in tooltip_of(panel, "tcm-unseen", ToughColumn.RECALL)


@pytest.mark.parametrize("column", [column for column in ToughColumn if column != ToughColumn.OTHER])
def test_a_click_picks_what_the_cell_counts(panel: ToughPanel, qtbot: QtBot, column: ToughColumn) -> None:
    with qtbot.waitSignal(panel.picked) as caught:
        click(panel, ROWS.index("unseen-any"), column)
    assert caught.args is not None
    rows, picked_column, _click = caught.args
    assert ([row.subset for row in rows], picked_column) == (["unseen-any"], column)


def test_ctrl_adds_and_shift_reaches(panel: ToughPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.picked) as added:
        click(panel, 1, ToughColumn.SUBSET, CONTROL)
    with qtbot.waitSignal(panel.picked) as ranged:
        click(panel, 3, ToughColumn.SUBSET, SHIFT)
    assert added.args is not None
    assert ([row.subset for row in added.args[0]], added.args[2]) == (["seen"], Click.ADDED)
    assert ranged.args is not None
    assert [row.subset for row in ranged.args[0]] == ROWS[1:4]


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_keys_pick_the_cell_that_arrows_reached(panel: ToughPanel, qtbot: QtBot, key: Qt.Key) -> None:
    for arrow in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right):
        QTest.keyClick(panel.view, arrow)
    with qtbot.waitSignal(panel.picked) as caught:
        QTest.keyClick(panel.view, key)
    assert caught.args is not None
    assert caught.args[1] == ToughColumn.RECALL


def test_the_arrow_and_the_keys_list_the_types_of_a_subset(panel: ToughPanel) -> None:
    model = panel.view.model()
    place = panel.view.visualRect(model.index(1, 0))
    QTest.mouseClick(panel.view.viewport(), LEFT, NONE, QPoint(place.left() + 4, place.center().y()))
    assert [model.index(row, 0).data() for row in (1, 2, 3, 4)] == ["seen", "LOC", "ORG", "unseen-any"]
    assert model.index(2, ToughColumn.SHARE).data() == "60.00"
    QTest.keyClick(panel.view, Qt.Key.Key_Minus)
    assert model.rowCount() == len(SUBSETS)
    QTest.keyClick(panel.view, Qt.Key.Key_Plus)
    assert model.rowCount() == len(SUBSETS) + 2


def test_the_menu_copies_the_query_of_a_number_under_the_other_filters(
    panel: ToughPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    menus: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, place: menus.append(menu))  # the platform cannot grab the keyboard
    panel.set_query_context(lambda: selected("elen:>=2 -kind:tp").filter)
    panel.view.menu_requested.emit(panel.view.model().index(ROWS.index("seen"), ToughColumn.RECALL), QPoint(5, 5))
    next(action for action in menus[0].actions() if action.text() == "Copy as query").trigger()
    assert QGuiApplication.clipboard().text() == "refattr:eLen=>=2 reftough:seen kind:tp"


def test_the_table_is_copied_with_its_heads(panel: ToughPanel) -> None:
    panel.view.copy()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0] == "Subset\tMentions\tShare\tRecall\tMissed"
    assert lines[2] == "seen\t2700\t52.36\t92.59\t200"


@pytest.mark.parametrize("width", [230, 248, 285, 308, 420])
def test_names_of_subsets_can_be_read_at_every_width(panel: ToughPanel, width: int) -> None:
    panel.resize(width, 300)
    names = [panel.view.model().index(row, 0).data() for row in range(len(ROWS))]
    longest = max(map(panel.view.fontMetrics().horizontalAdvance, names))
    assert panel.view.columnWidth(ToughColumn.SUBSET) > longest
    assert panel.view.visualRect(panel.view.model().index(0, ToughColumn.MISSED)).right() <= width


def test_names_are_short_before_they_are_cut(panel: ToughPanel) -> None:
    many = [part * 100 for part in (MENTIONS, FOUND)]
    panel.show_counts(TYPES, ToughCounts(WHOLE, TYPES, *many))
    panel.resize(230, 300)
    assert panel.view.columnWidth(ToughColumn.SUBSET) > panel.view.fontMetrics().horizontalAdvance("un.-tokens") + 20
    panel.resize(308, 300)
    assert panel.view.columnWidth(ToughColumn.SUBSET) > panel.view.fontMetrics().horizontalAdvance("unseen-tokens") + 20


def test_the_share_gives_way_in_a_narrow_panel(panel: ToughPanel) -> None:
    panel.view.setCurrentIndex(panel.view.model().index(1, ToughColumn.SHARE))
    panel.resize(230, 300)
    assert panel.view.isColumnHidden(ToughColumn.SHARE)
    assert panel.view.currentIndex() == panel.view.model().index(1, ToughColumn.RECALL)
    panel.resize(308, 300)
    assert not panel.view.isColumnHidden(ToughColumn.SHARE)


def test_a_cell_is_spoken(panel: ToughPanel) -> None:
    index = panel.view.model().index(ROWS.index("seen"), ToughColumn.RECALL)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "seen: recall 92.59 percent, picked"


def row_of(subset: str, type_name: str = "", types: tuple[str, ...] = ()) -> ToughRow:
    return ToughRow(subset, 0, type_name, 10, 5, 100, types)


@pytest.mark.parametrize(
    ("query", "subset", "column", "kept"),
    [
        ("-kind:tp", "seen", ToughColumn.SUBSET, "-kind:tp tough:seen"),
        ("-kind:tp", "seen", ToughColumn.MENTIONS, "tough:seen -kind:fp"),
        ("-kind:tp", "seen", ToughColumn.RECALL, "tough:seen kind:tp"),
        ("shape:split", "seen", ToughColumn.MISSED, "tough:seen -kind:tp,fp"),
        ("elen:>=2 seen:no", "seen", ToughColumn.SUBSET, "elen:>=2 tough:seen"),
        ("tough:seen -kind:tp", "all", ToughColumn.SUBSET, "-kind:tp"),
        ("tough:seen", "all", ToughColumn.RECALL, "kind:tp"),
        ("elen:>=2", "seen", ToughColumn.MISSED, "refattr:eLen=>=2 reftough:seen -kind:tp,fp"),
        ("bucket:eCon=XS doc:2", "seen", ToughColumn.RECALL, "refbucket:eCon=XS doc:2 reftough:seen kind:tp"),
    ],
)
def test_a_cell_keeps_what_it_counts(query: str, subset: str, column: ToughColumn, kept: str) -> None:
    assert kept_by(selected(query), [row_of(subset)], column).text == kept


@pytest.mark.parametrize("column", [column for column in ToughColumn if column != ToughColumn.OTHER])
def test_a_second_click_frees_the_subset(column: ToughColumn) -> None:
    once = pick_rows(selected("doc:>=2"), [row_of("seen")], column)
    assert pick_rows(once, [row_of("seen")], column).text == "doc:>=2"


def test_a_number_of_some_types_keeps_reference_mentions_of_them() -> None:
    row = row_of("seen", types=("ORG",))
    assert kept_by(selected("type:ORG"), [row], ToughColumn.RECALL).text == "reftough:seen ref:ORG kind:tp"
    assert kept_by(selected("type:ORG"), [row], ToughColumn.SUBSET).text == "type:ORG tough:seen"


def test_a_listed_type_is_picked_with_its_subset_and_freed_again() -> None:
    row = row_of("seen", "LOC", ("LOC",))
    once = pick_rows(selected("elen:>=2"), [row], ToughColumn.SUBSET)
    assert once.text == "elen:>=2 reftough:seen ref:LOC"
    assert pick_rows(once, [row], ToughColumn.SUBSET).text == "elen:>=2"


def test_subsets_are_added_and_taken_away() -> None:
    both = add_row(selected("tough:seen"), row_of("tcm-all"), ToughColumn.SUBSET)
    assert both.text == "tough:seen,tcm-all"
    assert add_row(both, row_of("seen"), ToughColumn.SUBSET).text == "tough:tcm-all"
    assert add_row(both, row_of("unseen-any"), ToughColumn.RECALL).text == "tough:seen,tcm-all,unseen-any kind:tp"


def test_a_row_is_added_to_mentions_of_some_types() -> None:
    of_type = selected("reftough:seen ref:ORG -kind:fp")
    both = add_row(of_type, row_of("tcm-all", types=("ORG",)), ToughColumn.MENTIONS)
    assert both.text == "reftough:seen,tcm-all ref:ORG -kind:fp"
    assert picked_subsets(both) == ("seen", "tcm-all")
    left = add_row(of_type, row_of("seen", types=("ORG",)), ToughColumn.MENTIONS)
    assert left.text == "ref:ORG -kind:fp"
