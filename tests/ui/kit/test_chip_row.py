import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from nerinspect.ui.kit.chips import Chip, ChipRow


@pytest.fixture
def chips(qtbot: QtBot) -> ChipRow:
    chips = ChipRow()
    qtbot.addWidget(chips)
    chips.resize(800, 40)
    with qtbot.waitActive(chips):
        chips.show()
        chips.activateWindow()
    chips.show_terms(["kind: missed", "type: ORG", "“Paris”"])
    return chips


@pytest.fixture
def filtered(chips: ChipRow) -> ChipRow:
    """Take chips away as a window does: the row is told the terms that are left."""
    chips.removed.connect(lambda place: chips.show_terms([*chips.texts[:place], *chips.texts[place + 1 :]]))
    chips.cleared.connect(lambda: chips.show_terms([]))
    return chips


def focused(chips: ChipRow) -> str:
    """Name the part with the focus."""
    part = chips.focusWidget()
    return "" if part is None or not part.hasFocus() else part.accessibleName() or str(part.property("text"))


def press(chips: ChipRow, *keys: Qt.Key) -> None:
    for key in keys:
        part = chips.focusWidget()
        assert part is not None
        QTest.keyClick(part, key)


def button(chips: ChipRow, text: str) -> QToolButton:
    return next(child for child in chips.findChildren(QToolButton) if child.text().removesuffix("  ✕") == text)


def test_a_chip_stands_for_each_term(chips: ChipRow) -> None:
    assert chips.texts == ["kind: missed", "type: ORG", "“Paris”"]


def test_an_ampersand_is_shown_as_it_is(chips: ChipRow) -> None:
    chips.show_terms(["surface: AT&T <b>"])
    (chip,) = shown(chips)
    assert chip.text().startswith("surface: AT&&T <b>")
    assert "<b>" in chip.toolTip()


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


def test_the_row_hands_the_focus_to_its_first_chip(chips: ChipRow) -> None:
    chips.setFocus()
    assert focused(chips) == "kind: missed"


def test_without_chips_the_focus_goes_to_what_is_left(chips: ChipRow) -> None:
    chips.show_terms([])
    chips.setFocus()
    assert focused(chips) == "Group equal surfaces"


def test_tab_goes_along_the_chips_as_they_stand(chips: ChipRow) -> None:
    chips.setFocus()
    seen = [focused(chips)]
    for _ in range(5):
        press(chips, Qt.Key.Key_Tab)
        seen.append(focused(chips))
    assert seen == ["kind: missed", "type: ORG", "“Paris”", "Clear all", "Group equal surfaces", "Copy as query"]


def test_arrows_go_along_the_chips_and_end_there(chips: ChipRow) -> None:
    chips.setFocus()
    seen = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Up):
        press(chips, key)
        seen.append(focused(chips))
    assert seen == ["type: ORG", "“Paris”", "Clear all", "Clear all", "“Paris”", "type: ORG"]
    press(chips, Qt.Key.Key_Left, Qt.Key.Key_Left)
    assert focused(chips) == "kind: missed"


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Delete, Qt.Key.Key_Backspace])
def test_after_a_chip_is_taken_away_its_neighbour_has_the_focus(filtered: ChipRow, key: Qt.Key) -> None:
    filtered.setFocus()
    press(filtered, Qt.Key.Key_Right, key)
    assert (filtered.texts, focused(filtered)) == (["kind: missed", "“Paris”"], "“Paris”")
    press(filtered, key)
    assert (filtered.texts, focused(filtered)) == (["kind: missed"], "kind: missed")


@pytest.mark.parametrize("keys", [[Qt.Key.Key_Delete] * 3, [*[Qt.Key.Key_Right] * 3, Qt.Key.Key_Space]])
def test_after_the_last_chip_the_focus_is_given_away(filtered: ChipRow, qtbot: QtBot, keys: list[Qt.Key]) -> None:
    filtered.setFocus()
    with qtbot.waitSignal(filtered.focus_left):
        press(filtered, *keys)
    assert filtered.texts == []


def test_delete_leaves_clear_all_alone(chips: ChipRow, qtbot: QtBot) -> None:
    button(chips, "Clear all").setFocus()
    with qtbot.assertNotEmitted(chips.removed), qtbot.assertNotEmitted(chips.cleared):
        press(chips, Qt.Key.Key_Delete)


def test_the_focus_stays_where_it_is_while_chips_change(filtered: ChipRow, qtbot: QtBot) -> None:
    grouping(filtered).setFocus()
    with qtbot.assertNotEmitted(filtered.focus_left):
        QTest.mouseClick(button(filtered, "type: ORG"), Qt.MouseButton.LeftButton)
        filtered.show_terms(["type: LOC", "type: PER"])
        filtered.show_terms([])
    assert focused(filtered) == "Group equal surfaces"


def test_a_new_chip_leaves_the_focus_on_an_old_one(chips: ChipRow) -> None:
    chips.setFocus()
    press(chips, Qt.Key.Key_Right)
    chips.show_terms([*chips.texts, "type: LOC"])
    assert focused(chips) == "type: ORG"


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
    made = shown(chips)
    qtbot.waitUntil(lambda: len({chip.y() for chip in made}) > 1)


def shown(chips: ChipRow) -> list[Chip]:
    return [chip for chip in chips.findChildren(Chip) if chip.isVisible()]


def test_clear_all_stays_on_the_line_of_three_chips(chips: ChipRow, qtbot: QtBot) -> None:
    chips.resize(720, 40)
    chips.show_count(123_456, 411_831)
    height = chips.sizeHint().height()
    chips.show_terms(["kind: not correct", "pred: person", "surface: the Port of Harwick Authority of Aldermoor"])
    parts = [*shown(chips), button(chips, "Clear all")]
    qtbot.waitUntil(lambda: parts[-1].x() > parts[-2].x() > 0)
    assert {part.y() for part in parts} == {parts[0].y()}
    assert chips.sizeHint().height() == height


def test_a_long_label_is_cut_in_its_middle_and_told_whole(chips: ChipRow) -> None:
    label = "surface: " + "Port of Harwick Authority " * 5 + "of Aldermoor"
    chips.show_terms([label])
    (chip,) = shown(chips)
    assert chip.text().startswith("surface: ")
    assert chip.text().endswith("Aldermoor  ✕")
    assert "…" in chip.text()
    assert label in chip.toolTip().replace("\n", " ")
    assert chip.accessibleName() == label


def test_neighbours_have_their_words_back_with_fewer_chips(chips: ChipRow) -> None:
    chips.show_terms([f"type: LONGNAME{number}" for number in range(12)])
    assert grouping(chips).text() == "Group"
    chips.show_terms(["type: ORG"])
    assert grouping(chips).text() == "Group equal surfaces"


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
