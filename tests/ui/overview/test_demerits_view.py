from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from nerinspect.analysis.study import Study
from nerinspect.query.mention_base import WHOLE, score_kept
from nerinspect.ui.overview.demerit_bars import segment_rects, segments_of
from nerinspect.ui.overview.demerits_view import DemeritsView
from nerinspect.ui.overview.doors import doors_to

MakeStudy = Callable[..., Study]


@pytest.fixture
def view(qtbot: QtBot, make_study_from: MakeStudy) -> DemeritsView:
    """Show one missed and one label error: two events, three demerits."""
    study = make_study_from("Ostend/B-LOC/B-ORG said/O/O Grey/B-ORG/O")
    view = DemeritsView()
    qtbot.addWidget(view)
    view.show_segments(segments_of(score_kept(study)[0], doors_to(WHOLE, study.types)))
    view.resize(600, view.sizeHint().height())
    return view


def test_both_bars_are_as_wide_as_the_view(view: DemeritsView) -> None:
    rects = segment_rects(view.segments, 600, view.font())
    assert [round(rect.right()) for rect in rects] == [300, 600, 200, 600]


def test_a_click_on_a_segment_asks_for_its_events(view: DemeritsView, qtbot: QtBot) -> None:
    place = segment_rects(view.segments, view.width(), view.font())[3].center().toPoint()
    with qtbot.waitSignal(view.door_opened) as caught:
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=place)
    assert caught.args == ["kind:le"]


def test_arrows_move_and_enter_asks(view: DemeritsView, qtbot: QtBot) -> None:
    QTest.keyClick(view, Qt.Key.Key_Right)
    with qtbot.waitSignal(view.door_opened) as caught:
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert caught.args == ["kind:le"]


def test_the_current_segment_is_spoken(view: DemeritsView) -> None:
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.accessibleDescription() == "LE, label error: 1 of 2 error events, 50.00 %"


def test_without_errors_nothing_is_asked(view: DemeritsView, qtbot: QtBot) -> None:
    view.show_segments([])
    assert view.accessibleDescription() == "No errors"
    with qtbot.assertNotEmitted(view.door_opened):
        QTest.keyClick(view, Qt.Key.Key_Return)


def test_bars_are_painted_in_the_ink_of_their_kinds(view: DemeritsView) -> None:
    picture = view.grab().toImage()
    rects = segment_rects(view.segments, view.width(), view.font())
    inks = {picture.pixelColor(rect.topLeft().toPoint().x() + 3, rect.center().toPoint().y()).name() for rect in rects}
    assert inks == {"#0c4497", "#7a4aca"}


def test_a_segment_is_explained(view: DemeritsView, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, _widget: shown.append(text))
    place = segment_rects(view.segments, view.width(), view.font())[3].center().toPoint()
    QApplication.sendEvent(view, QHelpEvent(QEvent.Type.ToolTip, place, place))
    assert "LE, label error: 2 of 3 demerits" in shown[0]
    assert "divided by the demerits of all events" in shown[0]
