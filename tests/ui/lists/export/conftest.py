"""The dialog that exports events."""

from collections.abc import Iterator

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.io.writing.export import ListedEvents
from nerinspect.lists.mentions import MENTIONS
from nerinspect.settings import ExportChoice
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.lists.event_columns import EventList
from nerinspect.ui.lists.export_dialog import ExportDialog
from tests.ui.lists.export.export_parts import ON_SCREEN, REQUEST, MakeDialog


@pytest.fixture
def make_dialog(sample_study: Study, qtbot: QtBot) -> Iterator[MakeDialog]:
    """Show the dialog for the first 40 events of the sample, some of them selected."""
    made: list[ExportDialog] = []

    def make(choice: ExportChoice = ExportChoice(), n_selected: int = 0, sorting: str = "") -> ExportDialog:  # noqa: B008
        order = np.arange(40, dtype=np.int32)
        listed = ListedEvents(MENTIONS, sample_study, REQUEST, order, "type:ORG", sorting)
        events = EventList(listed, order[5 : 5 + n_selected], ON_SCREEN)
        dialog = ExportDialog(events, choice)
        qtbot.addWidget(dialog)
        with qtbot.waitActive(dialog):
            dialog.show()
            dialog.activateWindow()
        made.append(dialog)
        return dialog

    yield make
    for dialog in made:
        end_work(dialog)


@pytest.fixture
def dialog(make_dialog: MakeDialog) -> ExportDialog:
    return make_dialog()
