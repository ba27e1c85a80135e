from collections.abc import Callable
from itertools import combinations

import pytest
from PySide6.QtCore import QEvent, QLineF, QRectF, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.query.rates import WHOLE, doors_to, score_kept
from nerinspect.ui.charts.demerits import DemeritsView, around, segment_rects, segments_of

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


@pytest.fixture
def uneven(view: DemeritsView, make_study_from: MakeStudy) -> DemeritsView:
    """Show one spurious, one boundary and two hundred missed mentions."""
    study = make_study_from("a/O/B-LOC b/O/O c/B-LOC/B-LOC d/I-LOC/O" + " x/O/O e/B-LOC/O" * 200)
    view.show_segments(segments_of(score_kept(study)[0], doors_to(WHOLE, study.types)))
    return view


def test_letters_and_number_of_a_small_segment_stand_above_it(uneven: DemeritsView) -> None:
    assert [label.text for label in uneven.labels] == ["FP 1", "FN", "BE 1", "FP 1", "BE 2"]
    assert all(label.leader is not None for label in uneven.labels if label.text != "FN")


@pytest.mark.parametrize("width", [150, 300, 600])
def test_labels_stand_apart_and_inside(uneven: DemeritsView, width: int) -> None:
    uneven.resize(width, uneven.height())
    rects = [label.rect for label in uneven.labels]
    assert all(rect.left() >= 0 and rect.right() <= width for rect in rects)
    assert not any(one.intersects(other) for one, other in combinations(rects, 2))


def test_a_click_on_a_label_asks_for_its_events(uneven: DemeritsView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(uneven.door_opened) as caught:
        QTest.mouseClick(uneven, Qt.MouseButton.LeftButton, pos=uneven.labels[0].rect.center().toPoint())
    assert caught.args == ["kind:fp"]


def test_a_line_keeps_clear_of_words() -> None:
    words = [QRectF(40, 40, 20, 20), QRectF(200, 40, 20, 20)]
    parts = around(QLineF(100, 0, 0, 100), words, 2)
    assert [(part.p1().toTuple(), part.p2().toTuple()) for part in parts] == [
        ((100, 0), (pytest.approx(60), pytest.approx(40))),
        ((pytest.approx(40), pytest.approx(60)), (0, 100)),
    ]
    assert around(QLineF(100, 0, 100, 100), words, 2) == [QLineF(100, 0, 100, 100)]
