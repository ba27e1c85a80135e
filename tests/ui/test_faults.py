import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.ui import app as faults


@pytest.fixture
def watched(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[QWidget]:
    monkeypatch.setattr(faults, "user_log_path", lambda name: tmp_path / name)
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    handlers = list(logging.getLogger().handlers)
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    faults.watch_for_faults()
    yield window
    for handler in set(logging.getLogger().handlers) - set(handlers):
        handler.close()
        logging.getLogger().removeHandler(handler)


def test_a_fault_is_shown_and_logged(watched: QWidget, qtbot: QtBot) -> None:
    try:
        raise ZeroDivisionError("one over nothing")
    except ZeroDivisionError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    box = watched.findChild(QMessageBox)
    assert box is not None
    assert "one over nothing" in box.detailedText()
    assert "one over nothing" in faults.log_path().read_text()
    box.close()
