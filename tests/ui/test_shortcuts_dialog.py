from itertools import pairwise

import pytest
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from nerinspect.glossary.wording import JUDGED, NEUTRAL, Wording
from nerinspect.ui.desk.actions import MENUS
from nerinspect.ui.guide import ShortcutsDialog, sections
from nerinspect.ui.window.window import MainWindow


def rows(wording: Wording) -> list[tuple[str, str]]:
    return [row for listed in sections(wording).values() for row in listed]


@pytest.mark.parametrize("wording", [JUDGED, NEUTRAL])
def test_every_key_stands_on_the_page_beside_what_it_does(qtbot: QtBot, wording: Wording) -> None:
    dialog = ShortcutsDialog(wording=wording)
    qtbot.addWidget(dialog)
    texts = [label.text() for label in dialog.findChildren(QLabel)]
    assert set(rows(wording)) <= set(pairwise(texts))


def test_between_annotators_the_page_has_the_keys_of_the_buttons() -> None:
    between = {("A", "A right"), ("B", "B right"), ("X", "neither right"), ("U", "unclear")}
    judged = {("P", "prediction wrong"), ("R", "reference wrong"), ("B", "both wrong"), ("A", "ambiguous")}
    assert between <= set(rows(NEUTRAL))
    assert judged <= set(rows(JUDGED))
    assert not between & set(rows(JUDGED))
    assert not judged & set(rows(NEUTRAL))


@pytest.mark.parametrize("wording", [JUDGED, NEUTRAL])
def test_no_key_of_the_window_does_two_things(wording: Wording) -> None:
    keys = [command.said(wording).keys for commands in MENUS.values() for command in commands if command.keys]
    assert sorted(set(keys)) == sorted(keys)


def test_every_key_of_the_window_is_on_the_page(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    keys = {action.shortcut().toString() for action in window.findChildren(QAction)}
    keys |= {shortcut.key().toString() for shortcut in window.findChildren(QShortcut)}
    page = " ".join(keys for keys, _ in rows(JUDGED))
    assert {key for key in keys if key and key not in page} <= {QKeySequence("Ctrl+Q").toString()}


def test_the_page_is_no_larger_than_the_screen(qtbot: QtBot) -> None:
    dialog = ShortcutsDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.size().boundedTo(dialog.screen().availableSize()) == dialog.size()


def test_views_stand_in_the_menu_in_the_order_of_their_keys() -> None:
    digits = [
        command.keys for command in MENUS["&View"] if command.keys.startswith("Ctrl+") and command.keys[5:].isdigit()
    ]
    assert digits[:9] == [f"Ctrl+{number}" for number in range(1, 10)]
