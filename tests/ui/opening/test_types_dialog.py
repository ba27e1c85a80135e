from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLabel, QListWidget, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.io.request import LoadRequest
from nerinspect.ui.opening.reading_form import TypesDialog, types_words

COUNTS = {"PER": 5, "ORG": 3, "MISC": 1}
BASE = LoadRequest("")
PressButton = Callable[[QWidget, str], None]


@pytest.fixture
def dialog(qtbot: QtBot) -> TypesDialog:
    dialog = TypesDialog(COUNTS, BASE)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def tick(dialog: TypesDialog, name: str, is_ticked: bool) -> None:
    types = dialog.findChild(QListWidget)
    assert isinstance(types, QListWidget)
    items = [types.item(row) for row in range(types.count())]
    item = next(item for item in items if item.data(Qt.ItemDataRole.UserRole) == name)
    item.setCheckState(Qt.CheckState.Checked if is_ticked else Qt.CheckState.Unchecked)


def shown(dialog: TypesDialog) -> list[str]:
    types = dialog.findChild(QListWidget)
    assert isinstance(types, QListWidget)
    return [types.item(row).text() for row in range(types.count())]


def test_all_types_are_kept_at_first(dialog: TypesDialog) -> None:
    assert dialog.base() == BASE
    assert shown(dialog) == ["MISC: 1 mention", "ORG: 3 mentions", "PER: 5 mentions"]


def test_types_that_are_not_ticked_are_left_out(dialog: TypesDialog) -> None:
    tick(dialog, "MISC", False)
    assert dialog.base().keep_types == ("ORG", "PER")


def test_one_type_has_to_stay(dialog: TypesDialog) -> None:
    for name in COUNTS:
        tick(dialog, name, False)
    use = next(button for button in dialog.findChildren(QPushButton) if button.text() == "&Use these types")
    assert not use.isEnabled()


def test_a_file_renames(
    dialog: TypesDialog, press_button: PressButton, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "map.json"
    path.write_text('{"NAME": ["PER", "ORG"]}')
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *arguments: (str(path), ""))
    press_button(dialog, "&Rename by a file…")
    assert shown(dialog) == ["MISC: 1 mention", "NAME: 8 mentions"]
    assert dialog.base().map_types == str(path)
    press_button(dialog, "&Keep the names")
    assert dialog.base() == BASE


def test_a_file_that_cannot_be_read_is_told(
    dialog: TypesDialog, press_button: PressButton, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "map.json"
    path.write_text("{")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *arguments: (str(path), ""))
    press_button(dialog, "&Rename by a file…")
    assert any("this is not valid JSON" in label.text() for label in dialog.findChildren(QLabel))
    assert dialog.base() == BASE


@pytest.mark.parametrize(
    ("base", "words"),
    [
        (BASE, "all 3"),
        (LoadRequest("", keep_types=("PER",)), "1 of 3: PER"),
        (LoadRequest("", remove_types=("PER",)), "2 of 3: MISC, ORG"),
    ],
)
def test_the_choice_is_summed_up(base: LoadRequest, words: str) -> None:
    assert types_words(COUNTS, base) == words
