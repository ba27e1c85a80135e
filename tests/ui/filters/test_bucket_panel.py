"""The panel of buckets by itself: what its cells say, and what it tells when they are clicked."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from nerinspect.attributes.buckets import Bucket, Bucketing
from nerinspect.attributes.built_in import BUILT_IN, TYPE
from nerinspect.events.study import DistinctValues
from nerinspect.query.counts.buckets import BucketPanelCounts
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import WHOLE, MentionBase
from nerinspect.query.selection import Selection
from nerinspect.ui.filters.buckets import BucketColumn, BucketPanel
from nerinspect.ui.filters.counts_table import Click
from nerinspect.ui.theme.themes import DARK, LIGHT, choose_theme

ATTRIBUTES = {one.name: one for one in BUILT_IN}
NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
SHIFT, LEFT = Qt.KeyboardModifier.ShiftModifier, Qt.MouseButton.LeftButton
ALT = Qt.KeyboardModifier.AltModifier
NO_CODES = np.zeros(0, dtype=np.int32)
NO_VALUES = DistinctValues(np.zeros(0), NO_CODES, NO_CODES, NO_CODES)

CONSISTENCY = (
    Bucket("XS", 0.0, 0.0, is_own=True),
    Bucket("S", 0.0, 0.58),
    Bucket("L", 0.58, None),
    Bucket("XL", 1.0, 1.0, is_own=True),
)
MEMBERS = np.array([[696, 180, 5, 413], [640, 190, 4, 420], [500, 160, 0, 390]])


def counted(
    attribute: str = "eCon", buckets: tuple[Bucket, ...] = CONSISTENCY, members: object = MEMBERS, n_wanted: int = 4
) -> BucketPanelCounts:
    own = Bucketing(ATTRIBUTES[attribute], n_wanted, buckets, NO_CODES, NO_VALUES)
    return BucketPanelCounts(own, WHOLE, ("LOC", "ORG"), np.asarray(members))


@pytest.fixture
def panel(qtbot: QtBot) -> BucketPanel:
    panel = BucketPanel()
    qtbot.addWidget(panel)
    panel.resize(308, 300)
    panel.show_counts(BUILT_IN, counted(), {"S"})
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


@pytest.fixture
def menus(monkeypatch: pytest.MonkeyPatch) -> list[QMenu]:
    """Keep the menus that would have popped up: the platform cannot grab the keyboard."""
    kept: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, place: kept.append(menu))
    return kept


def told(panel: BucketPanel, row: int, column: BucketColumn, role: Qt.ItemDataRole) -> str:
    return str(panel.view.model().index(row, column).data(role))


def texts(panel: BucketPanel, row: int) -> list[str]:
    return [told(panel, row, column, Qt.ItemDataRole.DisplayRole) for column in BucketColumn]


def tooltip_of(panel: BucketPanel, row: int) -> str:
    return told(panel, row, BucketColumn.SCORE, Qt.ItemDataRole.ToolTipRole)


def click(panel: BucketPanel, row: int, column: BucketColumn, modifier: Qt.KeyboardModifier = NONE) -> None:
    place = panel.view.visualRect(panel.view.model().index(row, column)).center()
    QTest.mouseClick(panel.view.viewport(), LEFT, modifier, place)


def head(panel: BucketPanel, column: BucketColumn) -> str:
    return str(panel.view.model().headerData(column, Qt.Orientation.Horizontal))


def test_each_bucket_has_its_name_its_f1_and_its_mentions(panel: BucketPanel) -> None:
    assert texts(panel, 0) == ["XS", "74.85", "696"]
    assert texts(panel, 2) == ["L", "0.00", "5"]
    assert head(panel, BucketColumn.MENTIONS) == "Mentions"


def test_a_cell_is_spoken_with_what_the_bucket_holds(panel: BucketPanel) -> None:
    spoken = [told(panel, row, BucketColumn.MENTIONS, Qt.ItemDataRole.AccessibleTextRole) for row in range(4)]
    assert spoken == [
        "XS, 0: 696 mentions",
        "S, to 0.58: 180 mentions, picked",
        "L, over 0.58: 5 mentions, small",
        "XL, 1: 413 mentions",
    ]


def test_a_tooltip_tells_counts_rates_and_how_sure_they_are(panel: BucketPanel) -> None:
    said = tooltip_of(panel, 1)
    assert "to 0.58: 180 of 1,294 mentions (13.91 %)" in said
    assert "precision 84.21 %: 160 of 190 correct" in said
    assert "recall 88.89 %: 160 of 180 correct" in said
    assert "F1 86.49 %, 95 % interval 82.3 to 89.8 %" in said


def test_a_bucket_under_one_percent_is_called_small(panel: BucketPanel) -> None:
    assert "over 0.58: small: 5 of 1,294 mentions" in tooltip_of(panel, 2)
    assert "small" not in tooltip_of(panel, 1)


def test_an_empty_bucket_says_why_f1_is_undefined(panel: BucketPanel) -> None:
    panel.show_counts(BUILT_IN, counted(members=np.array([[0, 3, 4, 5], [0, 0, 4, 5], [0, 0, 2, 5]])))
    assert texts(panel, 0) == ["XS", "–", "0"]
    assert "neither side has such a mention, so F1 is undefined" in tooltip_of(panel, 0)
    assert "precision –: no mention is predicted" in tooltip_of(panel, 1)


def test_buckets_of_tokens_say_so(panel: BucketPanel) -> None:
    panel.show_counts(BUILT_IN, counted("tCon"))
    assert head(panel, BucketColumn.MENTIONS) == "Tokens"
    assert panel.caption == "counted in tokens: 1,294 tokens"
    assert "180 of 1,294 tokens" in tooltip_of(panel, 1)


def test_a_caption_names_the_mentions_where_not_all_are_counted(panel: BucketPanel) -> None:
    assert panel.caption == ""
    of_type = replace(counted(), base=WHOLE._replace(named=frozenset({"ORG"})), types=("ORG",))
    panel.show_counts(BUILT_IN, of_type)
    assert panel.caption == "1,294 ORG mentions"


def test_buckets_of_types_are_named_once_and_cannot_be_fewer(panel: BucketPanel) -> None:
    panel.show_counts(BUILT_IN, counted(TYPE.name, (Bucket("LOC"), Bucket("ORG")), MEMBERS[:, :2]))
    assert told(panel, 0, BucketColumn.BUCKET, Qt.ItemDataRole.AccessibleTextRole) == "LOC"
    assert head(panel, BucketColumn.BUCKET) == "Bucket"
    assert not panel.view.wanted.isVisible()


@pytest.mark.parametrize("column", list(BucketColumn))
def test_a_click_picks_what_the_cell_counts(panel: BucketPanel, qtbot: QtBot, column: BucketColumn) -> None:
    with qtbot.waitSignal(panel.picked) as caught:
        click(panel, 2, column)
    assert caught.args == [["L"], column, Click.ALONE]


def test_ctrl_adds_and_shift_reaches(panel: BucketPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.picked) as added:
        click(panel, 3, BucketColumn.BUCKET, CONTROL)
    with qtbot.waitSignal(panel.picked) as ranged:
        click(panel, 1, BucketColumn.BUCKET, SHIFT)
    assert added.args == [["XL"], BucketColumn.BUCKET, Click.ADDED]
    assert ranged.args == [["S", "L", "XL"], BucketColumn.BUCKET, Click.RANGE]


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_keys_pick_the_cell_that_arrows_reached(panel: BucketPanel, qtbot: QtBot, key: Qt.Key) -> None:
    for arrow in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Right):
        QTest.keyClick(panel.view, arrow)
    with qtbot.waitSignal(panel.picked) as caught:
        QTest.keyClick(panel.view, key)
    assert caught.args == [["S"], BucketColumn.MENTIONS, Click.ALONE]


@pytest.mark.parametrize(
    ("column", "query"),
    [
        (BucketColumn.BUCKET, "doc:1 -kind:tp bucket:eCon=S"),
        (BucketColumn.SCORE, "doc:1 bucket:eCon=S"),
        (BucketColumn.MENTIONS, "refbucket:eCon=S doc:1"),
    ],
)
def test_the_menu_copies_the_query_of_a_cell(
    panel: BucketPanel, menus: list[QMenu], column: BucketColumn, query: str
) -> None:
    others = Selection.from_filter(parse_query("doc:1 -kind:tp", Vocabulary(("LOC", "ORG"), ("flair",))))
    panel.show_counts(BUILT_IN, replace(counted(), base=MentionBase.of(others)))
    panel.set_query_context(lambda: others.filter)
    panel.view.menu_requested.emit(panel.view.model().index(1, column), QPoint(5, 5))
    next(action for action in menus[0].actions() if action.text() == "Copy as query").trigger()
    assert QGuiApplication.clipboard().text() == query


def test_the_table_is_copied_with_its_heads(panel: BucketPanel) -> None:
    panel.view.copy()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[:2] == ["Bucket\tValues\tF1\tMentions", "XS\t0\t74.85\t696"]


def test_arrows_in_the_head_step_through_the_attributes(panel: BucketPanel, qtbot: QtBot) -> None:
    for key, name in ((Qt.Key.Key_Left, "eFre"), (Qt.Key.Key_Right, "tFre")):
        with qtbot.waitSignal(panel.attribute_chosen) as caught:
            QTest.keyClick(panel.chooser, key)
        assert caught.args == [name]


def test_arrows_stop_at_the_ends(panel: BucketPanel, qtbot: QtBot) -> None:
    panel.show_counts(BUILT_IN, counted(TYPE.name, (Bucket("LOC"),), MEMBERS[:, :1]))
    with qtbot.assertNotEmitted(panel.attribute_chosen):
        QTest.keyClick(panel.chooser, Qt.Key.Key_Right)


def test_alt_and_down_list_the_attributes_with_what_they_are(
    panel: BucketPanel, qtbot: QtBot, menus: list[QMenu]
) -> None:
    QTest.keyClick(panel.chooser, Qt.Key.Key_Down, ALT)
    actions = menus[0].actions()
    assert [action.text() for action in actions[:2]] == ["eLen, mention length", "sLen, sentence length"]
    assert [action.text() for action in actions if action.isChecked()] == ["eCon, label consistency"]
    assert "Number of tokens of the mention" in actions[0].toolTip()
    with qtbot.waitSignal(panel.attribute_chosen) as caught:
        actions[0].trigger()
    assert caught.args == ["eLen"]


def test_a_click_on_the_number_of_buckets_offers_two_to_ten(
    panel: BucketPanel, qtbot: QtBot, menus: list[QMenu]
) -> None:
    assert panel.view.wanted.text().startswith("4 buckets")
    QTest.mouseClick(panel.view.wanted, LEFT)
    actions = menus[0].actions()
    assert [action.text() for action in actions] == [f"{n} buckets" for n in range(2, 11)]
    with qtbot.waitSignal(panel.number_chosen) as caught:
        actions[4].trigger()
    assert caught.args == [6]


def test_choices_say_what_is_chosen(panel: BucketPanel) -> None:
    assert panel.chooser.accessibleName() == "Attribute: eCon, label consistency"
    assert panel.view.wanted.accessibleName() == "Number of buckets: 4 buckets"
    assert "Label consistency" in panel.chooser.toolTip()


@pytest.mark.parametrize("width", [200, 230, 260, 308, 420])
def test_names_and_numbers_can_be_read_at_every_width(panel: BucketPanel, width: int) -> None:
    panel.resize(width, 300)
    view, advance = panel.view, panel.view.fontMetrics().horizontalAdvance
    assert view.columnWidth(BucketColumn.BUCKET) > advance("XL  over 0.58")
    assert view.columnWidth(BucketColumn.SCORE) > advance("74.85")
    assert view.visualRect(view.model().index(0, BucketColumn.MENTIONS)).right() <= width
    assert panel.chooser.geometry().right() <= width


def test_the_bar_goes_first_in_a_narrow_panel_and_the_meaning_of_the_attribute(panel: BucketPanel) -> None:
    wide, name = panel.view.columnWidth(BucketColumn.SCORE), panel.chooser.text()
    panel.resize(200, 300)
    assert panel.view.columnWidth(BucketColumn.SCORE) < wide
    assert name.startswith("eCon, label consistency")
    assert panel.chooser.text().startswith("eCon ")


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_colours_follow_the_desktop(panel: BucketPanel, qapp: QApplication, theme: object) -> None:
    try:
        choose_theme(qapp, theme)  # type: ignore[arg-type]
        QApplication.processEvents()
        image = panel.view.viewport().grab().toImage()
        assert image.pixelColor(2, 2) == panel.view.row_style.theme.window
        picked = panel.view.visualRect(panel.view.model().index(1, BucketColumn.MENTIONS)).topLeft() + QPoint(1, 1)
        assert image.pixelColor(picked * image.devicePixelRatio()) == panel.view.row_style.theme.selected
    finally:
        choose_theme(qapp, None)


def test_other_buckets_take_the_room_they_need(panel: BucketPanel) -> None:
    before = panel.view.height()
    panel.show_counts(BUILT_IN, counted(buckets=CONSISTENCY[:2], members=MEMBERS[:, :2], n_wanted=2))
    assert panel.view.model().rowCount() == 2
    assert panel.view.height() < before
