"""Systems have one colour in all charts: as light bars, as marks and in legends; a system alone has that of charts."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from nerinspect.charts.buckets import (
    AttributeScores,
    count_buckets,
    large_chart,
    large_legend,
    small_chart,
    small_legend,
)
from nerinspect.charts.scores import Scored, Shown, shown_in
from nerinspect.charts.values import BAR, Entry
from nerinspect.events.study import Study
from nerinspect.io.writing.pictures import FigureLook
from nerinspect.query.rates import WHOLE, doors_to, score_kept
from nerinspect.ui.charts.figure import DrawnFigure
from nerinspect.ui.charts.strokes import series_fill
from nerinspect.ui.pages.overview.charts import TypesPart
from nerinspect.ui.theme.themes import LIGHT

MakeStudy = Callable[..., Study]


def scored(study: Study, prediction: int) -> Scored:
    names = tuple(one.system for one in study.predictions)
    doors = doors_to(WHOLE, study.types)
    return Scored(names, tuple(score_kept(study)), prediction, study.types, doors, study)


def shown(study: Study, prediction: int) -> Shown:
    return shown_in(scored(study, prediction))


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
    return [(entry.sign, entry.colour) for entry in entries if entry.sign == BAR]


def test_legends_have_the_colours_of_what_they_name(study: Study, lengths: AttributeScores) -> None:
    assert signs(small_legend(shown(study, 1), "F1")) == [(BAR, 5), (BAR, 0), (BAR, 1)]
    assert signs(large_legend(lengths, shown(study, 1), "F1")) == [(BAR, 5), (BAR, 0), (BAR, 1)]


def test_a_system_alone_has_the_colour_of_charts(make_study_from: MakeStudy) -> None:
    alone = make_study_from("Ulm/B-LOC/B-LOC", systems=("x",))
    assert signs(small_legend(shown(alone, 0), "F1")) == [(BAR, None)]


def test_bars_by_type_are_drawn_in_the_colour_of_their_system(study: Study, qtbot: QtBot) -> None:
    view = TypesPart()
    qtbot.addWidget(view)
    view.show_scores(scored(study, 1))
    inks = [series_fill(LIGHT, colour, 0).ink.name() for colour in (5, 0, 1)]
    figure = view.figure(["z", "y"])
    assert figure is not None
    drawn = DrawnFigure(figure).drawn("svg", FigureLook()).decode().lower()
    assert [ink for ink in inks if ink in drawn] == [inks[0], inks[2]]
