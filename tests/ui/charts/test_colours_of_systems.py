"""Systems have one colour in all charts: as bars, as marks and in legends; a system alone has that of charts."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.io.colours import SYSTEM_INKS
from nerinspect.query.counts.mention_doors import doors_to
from nerinspect.query.rates import WHOLE, score_kept
from nerinspect.ui.charts.buckets import (
    AttributeScores,
    Shown,
    count_buckets,
    large_chart,
    large_legend,
    small_chart,
    small_legend,
)
from nerinspect.ui.charts.chart_grid import printed
from nerinspect.ui.charts.score_charts import Scored
from nerinspect.ui.charts.strokes import BAR, MARK, Entry
from nerinspect.ui.kit.pages.pictures import svg_bytes
from nerinspect.ui.pages.overview.charts import TypesPart

MakeStudy = Callable[..., Study]


def scored(study: Study, prediction: int) -> Scored:
    names = tuple(one.system for one in study.predictions)
    doors = doors_to(WHOLE, study.types)
    return Scored(names, tuple(score_kept(study)), prediction, study.types, doors, study)


def shown(study: Study, prediction: int) -> Shown:
    drawn = scored(study, prediction)
    first, *others = drawn.drawn
    return Shown(first, tuple(others), drawn.names, drawn.runs, drawn.colours)


@pytest.fixture
def study(make_study_from: MakeStudy) -> Study:
    made = make_study_from("Ostend/B-LOC/B-LOC/O/B-LOC Ulm/B-LOC/B-LOC/B-LOC/O", systems=("x", "y", "z"))
    return replace(made, colours=(("y", 5),))


@pytest.fixture
def lengths(study: Study) -> AttributeScores:
    return next(one for one in count_buckets(study, WHOLE, 2).attributes if one.name == "eLen")


def test_the_colours_go_with_the_systems_whichever_is_first(study: Study, lengths: AttributeScores) -> None:
    assert small_chart(lengths, shown(study, 1)).colours == (5, 0, 1)
    assert large_chart(lengths, shown(study, 2), "F1").colours == (1, 0, 5)


def signs(entries: list[Entry]) -> list[tuple[str, int | None]]:
    return [(entry.sign, entry.colour) for entry in entries if entry.sign in (BAR, MARK)]


def test_legends_have_the_colours_of_what_they_name(study: Study, lengths: AttributeScores) -> None:
    assert signs(small_legend(shown(study, 1), "F1")) == [(BAR, 5), (MARK, 0), (MARK, 1)]
    assert signs(large_legend(lengths, shown(study, 1), "F1")) == [(BAR, 5), (BAR, 0), (BAR, 1)]


def test_a_system_alone_has_the_colour_of_charts(make_study_from: MakeStudy) -> None:
    alone = make_study_from("Ulm/B-LOC/B-LOC", systems=("x",))
    assert signs(small_legend(shown(alone, 0), "F1")) == [(BAR, None)]


def test_bars_by_type_are_drawn_in_the_colour_of_their_system(study: Study, qtbot: QtBot) -> None:
    view = TypesPart()
    qtbot.addWidget(view)
    view.show_scores(scored(study, 1))
    inks = [SYSTEM_INKS[colour][0].lower() for colour in (5, 0, 1)]
    for chart, own in zip(view.grid.charts, inks, strict=True):
        picture = printed([chart], 300)
        qtbot.addWidget(picture)
        drawn = svg_bytes(picture, "Scores").decode().lower()
        assert [ink for ink in inks if ink in drawn] == [own]
