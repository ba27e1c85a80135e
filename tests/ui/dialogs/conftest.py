"""The dialogs that open files and that export events."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from nerinspect.analysis.study import Study
from nerinspect.io.events_form import ExportChoice
from nerinspect.io.request import LoadRequest
from nerinspect.ui.dialogs.event_list import EventList
from nerinspect.ui.dialogs.export_dialog import ExportDialog
from nerinspect.ui.dialogs.open_dialog import OpenDialog
from tests.ui.dialogs.export_parts import ON_SCREEN, REQUEST, MakeDialog
from tests.ui.dialogs.opened_files import Open, settle


@pytest.fixture
def make_dialog(sample_study: Study, qtbot: QtBot) -> Iterator[MakeDialog]:
    """Show the dialog for the first 40 events of the sample, some of them selected."""
    made: list[ExportDialog] = []

    def make(choice: ExportChoice = ExportChoice(), n_selected: int = 0, sorting: str = "") -> ExportDialog:  # noqa: B008
        order = np.arange(40, dtype=np.int32)
        events = EventList(sample_study, REQUEST, order, "type:ORG", sorting, order[5 : 5 + n_selected], ON_SCREEN)
        dialog = ExportDialog(events, choice)
        qtbot.addWidget(dialog)
        with qtbot.waitActive(dialog):
            dialog.show()
            dialog.activateWindow()
        made.append(dialog)
        return dialog

    yield make
    for dialog in made:
        dialog.shutdown()


@pytest.fixture
def dialog(make_dialog: MakeDialog) -> ExportDialog:
    return make_dialog()


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
        dialog.shutdown()
