import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.cli.main import main_without_terminal
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


def test_without_a_terminal_a_mistake_is_shown_in_a_box(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "a&b <i>.nerinspect"
    broken.write_text("no database")
    monkeypatch.setattr(sys, "argv", ["nerinspect-gui", str(broken)])
    shown = list[str]()

    def close_box() -> None:
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QMessageBox) and widget.objectName() == "mistake_box":
                shown.append(widget.text())
                widget.close()

    QTimer.singleShot(0, close_box)
    with pytest.raises(SystemExit) as ended:
        main_without_terminal()
    assert ended.value.code == 1
    assert [f"nerinspect: {text}\n" for text in shown] == [capfd.readouterr().err]
    assert str(broken) in shown[0]
