"""All keys on one page."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QGroupBox,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from nerinspect.glossary.wording import JUDGED, NEUTRAL, Wording
from nerinspect.ui.desk.actions import MENUS, Action
from nerinspect.ui.kit.layout import shrink_to_screen
from nerinspect.ui.theme.fonts import unit_of

_BESIDE: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "Events": (
        ("↓, ↑", "next and previous event"),
        ("Enter", "whole document, and back to the sentence"),
        ("Left, Right", "fold and unfold a group of equal surfaces"),
    ),
    "Filters": (
        ("Space, Enter", "pick the value; Ctrl adds it, Shift picks up to it"),
        ("Shift+Space", "in the matrix of types: pick the whole row"),
        ("Shift+Enter", "in the matrix of types: pick the whole column"),
        ("+, -", "on a subset of tough mentions: show and hide its types"),
        ("Left, Right", "in the head of the buckets: next attribute; Alt+↓ lists all"),
        ("Delete", "on a chip: take it away"),
        ("Backspace", "in the empty search field: take back the last chip"),
        ("Ctrl+Space", "in the search field: show what can stand there"),
    ),
    "Everywhere": (
        ("F6, Shift+F6", "next and previous region of the window"),
        ("Tab, Shift+Tab", "next and previous part"),
        ("Esc", "back to the table"),
        ("Alt+↓, Alt+↑", "in a list of columns or files: move down and up"),
        ("Ctrl+C", "copy rows, a table or the selected text"),
        ("Shift+F10", "menu of the row, number or column: copy, explain"),
        ("Ctrl+wheel", "on the sentence: larger and smaller text"),
    ),
}
"""Keys that stand in no menu."""


_STEPS: Final = ("undo", "redo")
"""They are about decisions."""


def sections(wording: Wording) -> dict[str, tuple[tuple[str, str], ...]]:
    """Say what each key does, by subject, to those who look at a reference or at annotators."""
    menus = {title.replace("&", ""): commands for title, commands in MENUS.items()}
    edit = [command for command in menus["Edit"] if command.name not in _STEPS]
    steps = [command for command in menus["Edit"] if command.name in _STEPS]
    window = (*menus["View"], *menus["Analysis"], *menus["Help"])
    return {
        "Events": (*_said(menus["Events"], wording), *_BESIDE["Events"]),
        "Filters": (*_said(edit, wording), *_BESIDE["Filters"]),
        "Files": _said(menus["File"], wording),
        "Review": _said([*menus["Review"], *steps], wording),
        "Window": _said(window, wording),
        "Everywhere": _BESIDE["Everywhere"],
    }


def _said(commands: Sequence[Action], wording: Wording) -> tuple[tuple[str, str], ...]:
    with_keys = [command.said(wording) for command in commands if command.keys]
    return tuple((command.keys, _plain(command.words)) for command in with_keys)


def _plain(text: str) -> str:
    """Write a line of a menu within a sentence; A and B keep their letters."""
    words = text.removesuffix("…").split(" ")
    return " ".join(word if word[:2] in ("A", "B", "B’") else word.lower() for word in words)


BETWEEN_ANNOTATORS: Final = tuple(row for row in sections(NEUTRAL)["Review"] if row not in sections(JUDGED)["Review"])
"""Keys that do something else while annotators are held against each other."""

_PLACES: Final = {
    "Events": (0, 0, 1, 1),
    "Filters": (0, 1, 1, 1),
    "Files": (0, 2, 1, 1),
    "Everywhere": (1, 1, 1, 1),
    "Review": (1, 0, 1, 1),
    "Window": (1, 2, 1, 1),
}
"""Row, column, rows and columns of each subject."""


class ShortcutsDialog(QDialog):
    """Show what the keys do."""

    def __init__(self, parent: QWidget | None = None, wording: Wording = JUDGED) -> None:
        super().__init__(parent)
        self.setObjectName("shortcuts_dialog")
        self.setWindowTitle("Keys")
        page, scroll = QWidget(), QScrollArea(widgetResizable=True)
        columns = QGridLayout(page)
        for title, rows in sections(wording).items():
            columns.addWidget(_section(title, rows), *_PLACES[title], Qt.AlignmentFlag.AlignTop)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(page)
        layout = QVBoxLayout(self)
        layout.addWidget(scroll, 1)
        layout.addWidget(close)
        self.resize(layout.sizeHint() - scroll.sizeHint() + page.sizeHint())
        shrink_to_screen(self)


def _section(title: str, rows: tuple[tuple[str, str], ...]) -> QWidget:
    box = QGroupBox(title)
    box.setFlat(True)
    grid = QGridLayout(box)
    unit = unit_of(box.font())
    grid.setHorizontalSpacing(round(16 * unit))
    grid.setVerticalSpacing(round(4 * unit))
    grid.setColumnStretch(1, 1)
    for place, (keys, meaning) in enumerate(rows):
        name, said = QLabel(keys), QLabel(meaning)
        font = name.font()
        font.setWeight(font.Weight.DemiBold)
        name.setFont(font)
        grid.addWidget(name, place, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(said, place, 1, Qt.AlignmentFlag.AlignTop)
    return box
