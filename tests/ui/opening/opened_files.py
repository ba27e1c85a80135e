"""The dialog that opens files, by what the user sees."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from nerinspect.io.request import LoadRequest
from nerinspect.ui.opening.files_table import FileColumn
from nerinspect.ui.opening.open_dialog import OpenDialog

Open = Callable[..., OpenDialog]

GOLD = "Port\tB-ORG\nof\tI-ORG\nPell\tI-ORG\n\nInes\tB-PER\nsaid\tO\n"

GOOD = "Port\tB-ORG\nof\tI-ORG\nPell\tI-ORG\n\nInes\tO\nsaid\tO\n"

INVALID = "Port\tO\nof\tI-ORG\nPell\tB-LOC\n\nInes\tB-PER\nsaid\tO\n"

TRAINING = "Elin\tB-PER\nran\tO\n"


def settle(dialog: OpenDialog, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not dialog.files.queue.is_busy)


def cells(dialog: OpenDialog, column: FileColumn) -> list[str]:
    model = dialog.table.model()
    return [str(model.index(row, column).data()) for row in range(model.rowCount())]


def combo(dialog: OpenDialog, name: str) -> QComboBox:
    return next(box for box in dialog.findChildren(QComboBox) if box.accessibleName() == name)


def choose(dialog: OpenDialog, qtbot: QtBot, name: str, value: str) -> None:
    """Choose what a list shows, as a user does."""
    box = combo(dialog, name)
    place = box.findText(value)
    assert place >= 0, [box.itemText(number) for number in range(box.count())]
    box.setCurrentIndex(place)
    box.activated.emit(place)
    settle(dialog, qtbot)


def select(dialog: OpenDialog, qtbot: QtBot, row: int) -> None:
    dialog.table.choose(dialog.files.entries[row])
    settle(dialog, qtbot)


def names(request: LoadRequest | None) -> tuple[str, ...]:
    assert request is not None
    return tuple(Path(path).name for path in request.paths)
