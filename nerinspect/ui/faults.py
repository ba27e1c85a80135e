"""Faults of the program itself: written to a log and shown with their traceback, never lost and never silent."""

import logging
import sys
import traceback
from pathlib import Path
from types import TracebackType

from platformdirs import user_log_path
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

_log = logging.getLogger("nerinspect")


def log_path() -> Path:
    """Find the file that faults are written to; it need not exist."""
    return user_log_path("nerinspect") / "nerinspect.log"


def watch_for_faults() -> None:
    """Show every exception that nobody handled; what is open stays open."""
    _start_log()

    def show(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.exit(130)
        _log.critical("unhandled exception", exc_info=(kind, error, trace))
        fault_box(_front_window(), "".join(traceback.format_exception(kind, error, trace))).open()

    sys.excepthook = show


def fault_box(window: QWidget | None, details: str) -> QMessageBox:
    """Make the box that shows one fault."""
    box = QMessageBox(window)
    box.setObjectName("fault_box")
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle("A fault in nerinspect")
    box.setText("Something in the program went wrong. What is open stays open; your files are untouched.")
    box.setInformativeText(f"The details below also stand in {log_path()}. They help to mend the fault.")
    box.setDetailedText(details)
    return box


def _front_window() -> QWidget | None:
    """Find the window that the user looks at."""
    shown = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
    return QApplication.activeWindow() or next(iter(shown), None)


def _start_log() -> None:
    path = log_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = logging.FileHandler(path, encoding="utf-8", delay=True)
    except OSError:
        handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)
