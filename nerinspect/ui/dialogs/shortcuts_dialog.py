"""All keys on one page."""

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

from nerinspect.analysis.events import KIND_NAMES, KINDS
from nerinspect.ui.menus import MENUS
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.window_sizes import shrink_to_screen

_BESIDE: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "Events": (
        ("↓, ↑", "next and previous event"),
        ("Enter", "whole document, and back to the sentence"),
        *((str(number), f"{KIND_NAMES[kind]}: in or out of the filter") for number, kind in enumerate(KINDS, start=1)),
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


def _in_menus() -> dict[str, tuple[tuple[str, str], ...]]:
    """List the keys of each menu; those of the kinds stand in one line elsewhere."""
    listed = {}
    for menu, commands in MENUS.items():
        with_keys = [command for command in commands if command.keys and not command.name.startswith("kind_")]
        listed[menu.replace("&", "")] = tuple((command.keys, _plain(command.text)) for command in with_keys)
    return listed


def _plain(text: str) -> str:
    return text.replace("&", "").removesuffix("…").lower()


_MENU_KEYS: Final = _in_menus()

_UNDO: Final = tuple(row for row in _MENU_KEYS["Edit"] if row[1] in ("undo", "redo"))
"""They are about decisions."""

SECTIONS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "Events": (*_MENU_KEYS["Events"], *_BESIDE["Events"]),
    "Filters": (*(row for row in _MENU_KEYS["Edit"] if row not in _UNDO), *_BESIDE["Filters"]),
    "Files": _MENU_KEYS["File"],
    "Review": (*_MENU_KEYS["Review"], *_UNDO),
    "Window": (*_MENU_KEYS["View"], *_MENU_KEYS["Analysis"], *_MENU_KEYS["Help"]),
    "Everywhere": _BESIDE["Everywhere"],
}
"""What each key does, by subject."""

_PLACES: Final = {
    "Events": (0, 0, 1, 1),
    "Filters": (0, 1, 1, 1),
    "Files": (0, 2, 1, 1),
    "Everywhere": (1, 1, 1, 1),
    "Review": (1, 0, 1, 1),
    "Window": (1, 2, 1, 1),
}
"""Row, column, rows and columns of each subject."""

SHORTCUTS: Final = tuple(row for rows in SECTIONS.values() for row in rows)
"""What each key does, in the order of the page."""


class ShortcutsDialog(QDialog):
    """Show what the keys do."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("shortcuts_dialog")
        self.setWindowTitle("Keys")
        page, scroll = QWidget(), QScrollArea(widgetResizable=True)
        columns = QGridLayout(page)
        for title, rows in SECTIONS.items():
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
    unit = font_size(box.font()) / 13
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
