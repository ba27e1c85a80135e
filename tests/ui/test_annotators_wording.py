"""Between annotators nobody is judged on any page: no text, head or tooltip knows a reference, or who is right."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.io.request import LoadRequest
from nerinspect.ui.desk.views import AGREEMENT, CONSISTENCY, REPAIR
from nerinspect.ui.filters.panel import Section
from nerinspect.ui.window.window import MainWindow

JUDGES = re.compile(
    r"\b(?:TP|FP|FN|LE|BE|LBE)\b|\b(?i:references?|gold|predict\w*|missed|spurious|correct(?! annotation\b)|wrong"
    r"|recall|precision|(label|boundary) errors?|systems?)\b"
)
"""Letters of kinds mean nothing, either, where nobody is right; the correct annotation is what a review decides."""
TOKENS = ["Ostend", "met", "Ada", "Lee", "in", "Oslo", ".", "Oslo", "met", "Ostend"]
LABELS = {
    "anna": "B-LOC O B-PER I-PER O B-ORG O B-LOC O O",
    "ben": "B-LOC O B-PER O B-LOC B-LOC O I-LOC O B-LOC",
    "cleo": "O O B-PER I-PER O B-ORG O B-ORG O I-LOC",
    "training": "B-LOC O B-PER I-PER O B-ORG O B-ORG O B-LOC",
}
ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.WhatsThisRole,
)


@pytest.fixture
def opened(empty_window: MainWindow, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    """Show three annotators, two of whose files have invalid transitions, with training data."""
    for name, labels in LABELS.items():
        lines = (f"{token} {label}\n" for token, label in zip(TOKENS, labels.split(), strict=True))
        (tmp_path / f"{name}.conll").write_text("".join(lines))
    anna, ben, cleo, training = (str(tmp_path / f"{name}.conll") for name in LABELS)
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(LoadRequest(anna, (ben, cleo), training=training, repair="conlleval", annotators=True))
    qtbot.waitUntil(lambda: study.training is not None if (study := empty_window.document.study) else False)
    empty_window.document.select_query("")
    for section in empty_window.findChildren(Section):
        section.set_folded(False)
    return empty_window


def texts(root: QWidget) -> Iterator[str]:
    """Read everything on a page that a user reads, hears or is told by a tooltip."""
    for part in [one for one in root.findChildren(QWidget) if one.isVisibleTo(root)]:
        yield from (part.toolTip(), part.accessibleName(), part.accessibleDescription())
        if isinstance(part, QLabel):
            yield part.text()
        elif isinstance(part, QComboBox):
            yield from (part.itemText(place) for place in range(part.count()))
        elif isinstance(part, QAbstractItemView) and part.model() is not None:
            yield from cells(part)


def cells(view: QAbstractItemView) -> Iterator[str]:
    model = view.model()
    n_columns = max(view.horizontalHeader().count() if hasattr(view, "horizontalHeader") else 1, 1)
    for column in range(n_columns):
        for role in ROLES:
            yield str(model.headerData(column, Qt.Orientation.Horizontal, role) or "")
            for row in range(model.rowCount(QModelIndex())):
                yield str(model.index(row, column).data(role) or "")


def judging(root: QWidget) -> set[str]:
    return {text for text in texts(root) if JUDGES.search(text)}


def test_events_and_their_details_judge_nobody(opened: MainWindow) -> None:
    for kind in ("tp", "fp", "fn", "le", "be"):
        opened.document.select_query(f"kind:{kind}")
        opened.workspace.table.select_next()
        QApplication.processEvents()
        assert judging(opened.workspace) == set(), kind


def test_pages_judge_nobody(opened: MainWindow, qtbot: QtBot) -> None:
    for view in (CONSISTENCY, REPAIR, AGREEMENT):
        opened.show_view(view)
        if view == AGREEMENT:
            qtbot.waitUntil(lambda: opened.workspace.page("Agreement").is_complete)
        elif view == CONSISTENCY:
            qtbot.waitUntil(lambda: opened.workspace.page("Consistency").surfaces is not None)
        assert judging(opened.workspace) == set(), view
