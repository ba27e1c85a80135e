"""Filter panels fold from the bottom; what has room beside a large folded one opens again."""

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from nerinspect.ui.filters.column import Folding, TypesPanel
from nerinspect.ui.filters.values import ValuesPanel


@pytest.fixture
def panels(qtbot: QtBot) -> list[ValuesPanel]:
    """Make a panel of one row, of eight and of two."""
    panels = []
    for n_rows in (1, 8, 2):
        panel = ValuesPanel(f"{n_rows} rows", "shape")
        qtbot.addWidget(panel)
        names = [f"value {number}" for number in range(n_rows)]
        panel.show_values(names, names, np.ones(n_rows, dtype=np.int64))
        panel.tell_height()
        panels.append(panel)
    return panels


@pytest.fixture
def folding(qtbot: QtBot) -> Folding:
    types = TypesPanel()
    qtbot.addWidget(types)
    return Folding(types, least=())


def folded(panels: list[ValuesPanel]) -> list[bool]:
    return [panel.section.is_folded for panel in panels]


def height(panels: list[ValuesPanel]) -> int:
    return sum(panel.sizeHint().height() for panel in panels)


def test_a_small_panel_stays_open_below_a_large_one_without_room(folding: Folding, panels: list[ValuesPanel]) -> None:
    everything, row = height(panels), panels[0].view.height()
    folding.fit(panels, everything - row)
    assert folded(panels) == [False, False, True]
    folding.fit(panels, everything - 4 * row)
    assert folded(panels) == [False, True, False]
    folding.fit(panels, 0)
    assert folded(panels) == [False, True, True]
    folding.fit(panels, everything)
    assert folded(panels) == [False, False, False]


def test_what_the_user_folds_stays_folded(folding: Folding, panels: list[ValuesPanel]) -> None:
    folding.fit(panels, 0)
    folding.leave(panels[1].section)
    folding.fit(panels, height(panels) + 1_000)
    assert folded(panels) == [False, True, False]
    assert [folding.is_by_user(panel.section) for panel in panels] == [False, True, False]
