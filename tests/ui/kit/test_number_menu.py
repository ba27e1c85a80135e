"""The menu of a number."""

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QWhatsThis
from pytestqt.qtbot import QtBot

from nerinspect.ui.kit.doors import number_menu


def test_number_and_query_are_copied(qtbot: QtBot) -> None:
    label = QLabel()
    qtbot.addWidget(label)
    copy, as_query, _, _ = number_menu(label, "1,246", "kind:tp", "All of them.").actions()
    copy.trigger()
    assert QGuiApplication.clipboard().text() == "1,246"
    as_query.trigger()
    assert QGuiApplication.clipboard().text() == "kind:tp"


def test_number_is_explained(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    label = QLabel()
    qtbot.addWidget(label)
    said = []
    monkeypatch.setattr(QWhatsThis, "showText", lambda place, text, widget: said.append(text))
    number_menu(label, "1,246", "kind:tp", "All of them.").actions()[-1].trigger()
    assert said == ["All of them."]


def test_what_is_no_door_has_no_query(qtbot: QtBot) -> None:
    label = QLabel()
    qtbot.addWidget(label)
    _, as_query, _, explain = number_menu(label, "1,246", "", "").actions()
    assert not as_query.isEnabled()
    assert not explain.isEnabled()
