from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.analysis.study import Study
from nerinspect.ui.panels.details_panel import DetailsPanel

MakeStudy = Callable[..., Study]

HARWICK = "The/O/O Port/B-ORG/B-LOC of/I-ORG/I-LOC Harwick/I-ORG/I-LOC Authority/I-ORG/B-ORG said/O/O"


@pytest.fixture
def panel(qtbot: QtBot) -> DetailsPanel:
    panel = DetailsPanel()
    qtbot.addWidget(panel)
    panel.resize(300, 400)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


def texts(panel: DetailsPanel) -> list[str]:
    return [label.text() for label in panel.findChildren(QLabel) if label.isVisible()]


def test_the_title_is_the_long_name(panel: DetailsPanel, make_study_from: MakeStudy) -> None:
    panel.show_event(make_study_from(HARWICK), 0)
    assert texts(panel)[0] == "Label and boundary error"


def test_the_event_is_explained(panel: DetailsPanel, make_study_from: MakeStudy) -> None:
    panel.show_event(make_study_from(HARWICK), 0)
    assert texts(panel)[1].startswith("One reference mention meets two predicted ones (split).")


def test_the_ledger_is_told_to_those_who_hear_it(panel: DetailsPanel, make_study_from: MakeStudy) -> None:
    panel.show_event(make_study_from(HARWICK), 0)
    heard = [child.accessibleDescription() for child in panel.findChildren(QWidget)]
    assert any("prediction LOC: Port of Harwick, not matched, 1" in text for text in heard)


@pytest.mark.parametrize(("count", "words"), [(1, "1 more event with"), (2, "2 more events with")])
def test_equal_surfaces_are_counted(panel: DetailsPanel, make_study_from: MakeStudy, count: int, words: str) -> None:
    panel.show_event(make_study_from(HARWICK), 0, "Port of Harwick Authority", count)
    assert words in texts(panel)[-1]


def test_without_equal_surfaces_there_is_no_link(panel: DetailsPanel, make_study_from: MakeStudy) -> None:
    panel.show_event(make_study_from(HARWICK), 0, "Port of Harwick Authority", 0)
    assert not any("more event" in text for text in texts(panel))


def test_the_link_asks_for_the_surface(panel: DetailsPanel, make_study_from: MakeStudy, qtbot: QtBot) -> None:
    panel.show_event(make_study_from(HARWICK), 0, "Port of Harwick Authority", 2)
    link = next(label for label in panel.findChildren(QLabel) if "more event" in label.text())
    with qtbot.waitSignal(panel.surface_requested) as caught:
        link.linkActivated.emit("surface")
    assert caught.args == ["Port of Harwick Authority"]


def test_no_event_empties_the_panel(panel: DetailsPanel, make_study_from: MakeStudy) -> None:
    panel.show_event(make_study_from(HARWICK), 0, "Port of Harwick Authority", 2)
    panel.show_event(None, None)
    assert texts(panel) == []
