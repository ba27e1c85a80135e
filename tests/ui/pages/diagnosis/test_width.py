"""Narrow windows: the heat map folds, and nothing is scrolled sideways."""

from collections.abc import Callable
from itertools import accumulate, pairwise

from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.pages.diagnosis.heat_map import BandTable, folded
from nerinspect.ui.pages.diagnosis.page import DiagnosisPage

N_SYSTEMS, N_TYPES = 13, 40


def show(study: Study, systems: tuple[str, ...], width: int, qtbot: QtBot, desk: Desk) -> DiagnosisPage:
    panel = DiagnosisPage(desk)
    qtbot.addWidget(panel)
    panel.resize(width, 640)
    panel.look_at(Look(study, LoadRequest("reference", systems)))
    with qtbot.waitExposed(panel):
        panel.show()
    qtbot.waitUntil(lambda: panel.is_complete)
    return panel


def bands(panel: DiagnosisPage) -> list[list[str]]:
    """Give the buckets of each band of the heat map."""
    tables = [table for table in panel.findChildren(BandTable) if table.isVisible()]
    assert all(table.horizontalHeader().length() <= table.viewport().width() for table in tables)
    return [[column.copied for column in table.numbers.columns[1:]] for table in tables]


def test_a_heat_map_of_many_types_folds_into_bands_and_nothing_is_scrolled_sideways(
    make_study_from: Callable[..., Study], qtbot: QtBot, desk: Desk
) -> None:
    words = (f"w{place}" + f"/B-TYPE{place}" * (N_SYSTEMS + 1) for place in range(N_TYPES))
    systems = tuple(f"tagger with a long name and seed {seed}" for seed in range(N_SYSTEMS))
    panel = show(make_study_from(" ".join(words), systems=systems), systems, 940, qtbot, desk)
    qtbot.waitUntil(lambda: len(bands(panel)) > 2)
    shown = [name for band in bands(panel) for name in band]
    assert len({*shown}) == len(shown) > N_TYPES
    assert panel.area.horizontalScrollBar().maximum() == 0
    end_work(panel)


def test_a_wide_window_shows_all_buckets_in_one_band_and_cells_stay_close(
    make_study_from: Callable[..., Study], qtbot: QtBot, desk: Desk
) -> None:
    words = " ".join(f"w{place}/B-TYPE{place}/B-TYPE{place}/O" for place in range(16))
    panel = show(make_study_from(words, systems=("a", "b")), ("a", "b"), 940, qtbot, desk)
    (first, *more), whole = bands(panel), [name for band in bands(panel) for name in band]
    assert more
    assert {name.split()[0] for name in first}.isdisjoint({name.split()[0] for name in more[0]})
    panel.resize(1900, 640)
    qtbot.waitUntil(lambda: bands(panel) == [whole])
    heat = panel.findChildren(BandTable)[0]
    assert max(heat.columnWidth(column) for column in range(1, heat.numbers.columnCount())) < 60
    end_work(panel)


@given(st.lists(st.lists(st.integers(1, 40), min_size=1, max_size=9), min_size=1, max_size=9), st.integers(-5, 120))
def test_every_cell_has_its_band_and_only_what_is_too_wide_is_parted(groups: list[list[int]], room: int) -> None:
    ends = [0, *accumulate(folded(groups, room))]
    cells = [(number, width) for number, group in enumerate(groups) for width in group]
    assert ends[-1] == len(cells)
    for first, end in pairwise(ends):
        assert end == first + 1 or sum(width for _, width in cells[first:end]) <= room
        if first > 0 and cells[first - 1][0] == cells[first][0]:
            assert sum(groups[cells[first][0]]) > room
