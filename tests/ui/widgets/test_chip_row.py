import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from nerinspect.ui.widgets.chip_row import ChipRow


@pytest.fixture
def chips(qtbot: QtBot) -> ChipRow:
    chips = ChipRow()
    qtbot.addWidget(chips)
    chips.resize(800, 40)
    chips.show()
    chips.show_terms(["kind: missed", "type: ORG", "“Paris”"])
    return chips


def button(chips: ChipRow, text: str) -> QToolButton:
    return next(child for child in chips.findChildren(QToolButton) if child.text().removesuffix("  ✕") == text)


def test_a_chip_stands_for_each_term(chips: ChipRow) -> None:
    assert chips.texts == ["kind: missed", "type: ORG", "“Paris”"]


def test_an_ampersand_is_shown_as_it_is(chips: ChipRow) -> None:
    chips.show_terms(["surface: AT&T <b>"])
    chip = next(child for child in chips.findChildren(QToolButton) if child.property("is_chip"))
    assert chip.text().startswith("surface: AT&&T <b>")
    assert "&lt;b&gt;" in chip.toolTip()


def test_other_terms_replace_the_chips(chips: ChipRow) -> None:
    chips.show_terms(["type: LOC"])
    assert chips.texts == ["type: LOC"]


@pytest.mark.parametrize(("text", "place"), [("kind: missed", 0), ("type: ORG", 1), ("“Paris”", 2)])
def test_a_clicked_chip_tells_its_place(chips: ChipRow, qtbot: QtBot, text: str, place: int) -> None:
    with qtbot.waitSignal(chips.removed) as caught:
        QTest.mouseClick(button(chips, text), Qt.MouseButton.LeftButton)
    assert caught.args == [place]


def test_a_chip_can_be_taken_away_by_key(chips: ChipRow, qtbot: QtBot) -> None:
    chip = button(chips, "type: ORG")
    assert chip.focusPolicy() & Qt.FocusPolicy.TabFocus
    with qtbot.waitSignal(chips.removed):
        QTest.keyClick(chip, Qt.Key.Key_Space)


def test_clear_all_is_told(chips: ChipRow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(chips.cleared):
        QTest.mouseClick(button(chips, "Clear all"), Qt.MouseButton.LeftButton)


def test_copying_is_asked_for(chips: ChipRow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(chips.copy_requested):
        QTest.mouseClick(button(chips, "Copy as query"), Qt.MouseButton.LeftButton)


def test_without_terms_there_is_nothing_to_copy_or_clear(chips: ChipRow) -> None:
    chips.show_terms([])
    assert [child.text() for child in chips.findChildren(QToolButton) if child.isVisible()] == []


def test_what_is_left_is_counted(chips: ChipRow) -> None:
    chips.show_count(1234, 56789)
    assert [label.text() for label in chips.findChildren(QLabel)] == ["<b>1,234</b> of 56,789 events"]


def test_chips_go_on_in_the_next_line(chips: ChipRow, qtbot: QtBot) -> None:
    chips.show_terms([f"type: LONGNAME{number}" for number in range(12)])
    made = [child for child in chips.findChildren(QToolButton) if child.property("is_chip")]
    qtbot.waitUntil(lambda: len({chip.y() for chip in made}) > 1)


def grouping(chips: ChipRow) -> QCheckBox:
    box = chips.findChild(QCheckBox)
    assert isinstance(box, QCheckBox)
    return box


def test_grouping_is_chosen_by_its_box(chips: ChipRow, qtbot: QtBot) -> None:
    box = grouping(chips)
    with qtbot.waitSignal(chips.grouping_chosen) as caught:
        QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, box.height() // 2))
    assert caught.args == [True]


def test_shown_grouping_is_not_told_again(chips: ChipRow, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(chips.grouping_chosen):
        chips.set_grouped(True)
    assert grouping(chips).isChecked()


def test_in_a_narrow_window_only_chips_and_count_stay(chips: ChipRow) -> None:
    chips.set_narrow(True)
    assert not grouping(chips).isVisible()
    assert not button(chips, "Copy as query").isVisible()
    assert button(chips, "type: ORG").isVisible()


def test_chips_follow_the_font(chips: ChipRow) -> None:
    before = button(chips, "type: ORG").sizeHint().height()
    font = chips.font()
    font.setPixelSize(26)
    chips.setFont(font)
    assert button(chips, "type: ORG").sizeHint().height() > 1.5 * before
