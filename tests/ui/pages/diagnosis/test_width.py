"""Narrow windows: wide tables are scrolled by themselves, never the page."""

from collections.abc import Callable

from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.kit.tables.drawn_cells import HeatTable
from nerinspect.ui.pages.diagnosis.page import DiagnosisPage

N_SYSTEMS, N_TYPES = 13, 40


def test_only_the_heat_map_of_many_types_is_scrolled_sideways(
    make_study_from: Callable[..., Study], qtbot: QtBot, desk: Desk
) -> None:
    words = (f"w{place}" + f"/B-TYPE{place}" * (N_SYSTEMS + 1) for place in range(N_TYPES))
    systems = tuple(f"tagger with a long name and seed {seed}" for seed in range(N_SYSTEMS))
    panel = DiagnosisPage(desk)
    qtbot.addWidget(panel)
    panel.resize(940, 640)
    panel.look_at(Look(make_study_from(" ".join(words), systems=systems), LoadRequest("reference", systems)))
    with qtbot.waitExposed(panel):
        panel.show()
    qtbot.waitUntil(lambda: panel.is_complete)
    heat = panel.findChildren(HeatTable)[0]
    attribute = next(box for box in panel.findChildren(QComboBox) if box.accessibleName() == "Attribute")
    attribute.setCurrentIndex(attribute.findText("type"))
    attribute.activated.emit(attribute.currentIndex())
    qtbot.waitUntil(lambda: heat.horizontalScrollBar().maximum() > 0)
    assert panel.area.horizontalScrollBar().maximum() == 0
    end_work(panel)


def test_cells_of_a_heat_map_stand_close_in_a_wide_window(
    make_study_from: Callable[..., Study], qtbot: QtBot, desk: Desk
) -> None:
    panel = DiagnosisPage(desk)
    qtbot.addWidget(panel)
    panel.resize(2400, 900)
    panel.look_at(Look(make_study_from("Ulm/B-LOC/B-LOC/O", systems=("a", "b")), LoadRequest("reference", ("a", "b"))))
    with qtbot.waitExposed(panel):
        panel.show()
    qtbot.waitUntil(lambda: panel.is_complete)
    heat = panel.findChildren(HeatTable)[0]
    assert heat.viewport().width() > 600
    assert max(heat.columnWidth(column) for column in range(heat.numbers.columnCount())) < 130
    end_work(panel)
