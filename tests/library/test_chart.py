"""Charts of studies in Python."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from nerinspect.charts.values import Chart as Bars
from nerinspect.charts.values import Figure, Grid
from nerinspect.errors import UnknownNameError
from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.library.chart import chart
from nerinspect.tables.compare import compare_table, compared_pairs
from nerinspect.tables.tough import tough_table
from nerinspect.ui.platforms import sample_request

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(scope="module")
def sample_study() -> Study:
    return load_study(replace(sample_request(), retention=True))


@pytest.mark.parametrize("form", ["pdf", "svg", "png"])
def test_a_chart_is_saved_with_its_record(sample_study: Study, tmp_path: Path, form: str) -> None:
    path = tmp_path / f"chart.{form}"
    chart(sample_study, "buckets", attributes=["eLen"]).save(path, width="84mm", title="Length")
    record = json.loads(path.with_name(f"{path.name}.json").read_text())
    assert (record["command"], record["width_mm"], record["systems"]) == ("", 84, ["rich", "plain"])
    assert "made in Python" in record["no_command"]


def test_a_notebook_shows_it(sample_study: Study) -> None:
    assert chart(sample_study, "buckets", attributes=["eLen"])._repr_svg_().startswith("<?xml")


def test_it_holds_what_is_chosen(sample_study: Study) -> None:
    made = chart(sample_study, "buckets", attributes=["sLen", "elen"], buckets=2, systems=["plain"])
    charts = [part for part in made.figure.parts if isinstance(part, Bars)]
    assert [one.title for one in charts] == ["sLen", "eLen"]
    assert [bar.label for bar in charts[1].bars] == ["XS", "XL"]
    assert made.figure.systems == ("plain",)


def values(figure: Figure, place: int = 0) -> list[list[str]]:
    part = figure.parts[place]
    assert isinstance(part, Grid)
    return [[name, *(cell.text for cell in cells)] for name, cells in part.rows]


def test_numbers_are_those_of_the_tables(sample_study: Study) -> None:
    tough = chart(sample_study, "tough", systems=["rich"]).figure.parts[0]
    assert isinstance(tough, Bars)
    recalls = {str(row[0]): row[6] for row in tough_table(sample_study) if row[1] == "ALL" and row[4] == "rich"}
    assert {bar.text for bar in tough.bars} <= {str(recall) for recall in recalls.values()}
    (pair,) = [row for row in compare_table(compared_pairs(sample_study)) if row[:3] == ("rich", "plain", "ALL")]
    compared = chart(sample_study, "compare", systems=["rich", "plain"]).figure
    assert values(compared)[0][2] == f"+{100 * float(str(pair[5])):.2f}"


def test_systems_change_what_is_counted_of_them_alone(sample_study: Study) -> None:
    alone = chart(sample_study, "diagnose", kind="model", systems=["plain"]).figure
    both = chart(sample_study, "diagnose", kind="model").figure
    assert values(alone) == [row for row in values(both) if row[0] == "plain"]


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("bucket", {}, "no chart is called “bucket”; the nearest is buckets"),
        ("buckets", {"bucket": 3}, "no option of the chart buckets is called “bucket”; the nearest is buckets"),
        ("buckets", {"systems": ["poor"]}, "no system is called “poor”"),
        ("diagnose", {"kind": "selve"}, "no kind of diagnosis is called “selve”; the nearest is self"),
        ("retention", {"setting": "type"}, "no setting is called “type”; the nearest is typed"),
        ("buckets", {"attributes": ["eLem"]}, "no attribute is called “eLem”; the nearest is eLen"),
    ],
)
def test_what_there_is_not_is_said(sample_study: Study, name: str, options: dict[str, Any], said: str) -> None:
    with pytest.raises(UnknownNameError, match=said):
        chart(sample_study, name, **options)
