"""The dialog that opens files."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from nerinspect.io.request import LoadRequest
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.opening.open_dialog import OpenDialog
from tests.ui.opening.opened_files import Open, settle


@pytest.fixture
def open_files(qtbot: QtBot, tmp_path: Path) -> Iterator[Open]:
    """Write files, open the dialog on them and wait until they are checked."""
    opened: list[OpenDialog] = []

    def show(request: LoadRequest | None = None, **files: str | bytes) -> OpenDialog:
        paths = []
        for name, data in files.items():
            path = tmp_path / f"{name}.conll"
            path.write_bytes(data.encode() if isinstance(data, str) else data)
            paths.append(str(path))
        dialog = OpenDialog([] if request else paths, None, request)
        opened.append(dialog)
        qtbot.addWidget(dialog)
        with qtbot.waitActive(dialog):
            dialog.show()
            dialog.activateWindow()
        settle(dialog, qtbot)
        return dialog

    yield show
    for dialog in opened:
        end_work(dialog)
