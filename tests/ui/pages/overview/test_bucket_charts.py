"""Charts of buckets in the overview: what they add to the filter, what they count, how they are taken away."""

import csv
import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from nerinspect.cli.main import run
from nerinspect.events.study import Study
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.selection import Selection
from nerinspect.settings import AnalysisChoice, BucketChoice
from nerinspect.ui.desk.changing import without_training
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.doors import Door
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.pages.overview.charts import BucketCharts
from nerinspect.ui.pages.overview.page import OverviewPage
from nerinspect.ui.platforms import sample_request
from tests.ui.table_pages import asked_by, look_at, trigger

PressButton = Callable[..., None]


def selected(study: Study, query: str) -> Selection:
    return Selection.from_filter(parse_query(query, Vocabulary.of(study)))


@pytest.fixture
def charts(panel: OverviewPage, qtbot: QtBot) -> BucketCharts:
    view = panel.findChildren(BucketCharts)[0]
    qtbot.waitUntil(lambda: bool(view.large.charts))
    return view


def test_a_bucket_is_added_to_the_filter_or_taken_away(panel: OverviewPage, study: Study, charts: BucketCharts) -> None:
    asked = asked_by(panel)
    for before, after in (
        ("type:LOC", "type:LOC bucket:eLen=XS"),
        ("bucket:eLen=XL", "bucket:eLen=XL,eLen=XS"),
        ("type:LOC bucket:eLen=XS", "type:LOC"),
    ):
        look_at(panel, selection=selected(study, before))
        charts.small.picked.emit("eLen=XS")
        assert asked == [Door(after)], before
        asked.clear()


def test_charts_count_what_the_filter_keeps(
    panel: OverviewPage, study: Study, charts: BucketCharts, press_button: PressButton
) -> None:
    look_at(panel, selection=selected(study, "type:LOC"))
    press_button(panel, "what the filter keeps")
    bar = charts.small.charts[0].bars[0]
    assert bar.count == "2"
    assert bar.count_door is not None
    assert bar.count_door.mask(study).tolist() == selected(study, "ref:LOC").mask(study).tolist()


def test_the_prediction_on_show_has_the_bars(panel: OverviewPage, charts: BucketCharts) -> None:
    before = [bar.length for bar in charts.small.charts[0].bars[:2]]
    look_at(panel, prediction=1)
    assert [bar.length for bar in charts.small.charts[0].bars[:2]] == before[::-1]


def test_what_was_chosen_before_is_shown_and_what_is_chosen_is_told(
    panel: OverviewPage, charts: BucketCharts, qtbot: QtBot
) -> None:
    panel.choose(BucketChoice("sLen", "Recall"))
    assert charts.large.charts[0].title == "Recall by sentence length"
    with qtbot.waitSignal(panel.choice_changed) as caught:
        charts.show_attribute("eDen")
    assert caught.args == [BucketChoice("eDen", "Recall")]


def test_the_table_is_copied_whole(panel: OverviewPage, charts: BucketCharts) -> None:
    trigger(panel, "Buckets of one attribute as CSV")
    rows = list(csv.DictReader(QGuiApplication.clipboard().text().splitlines()))
    assert [(row["System"], row["Attribute"], row["Bucket"], row["Reference"]) for row in rows] == [
        ("flair", "eLen", "XS", "2"),
        ("flair", "eLen", "S", "1"),
        ("flair", "eLen", "L", "0"),
        ("flair", "eLen", "XL", "0"),
    ]
    trigger(panel, "Buckets of one attribute as Text")
    said = QGuiApplication.clipboard().text().splitlines()[0]
    assert said == "Buckets of one attribute: flair; counted: the whole test set"


def test_a_saved_table_is_that_of_the_command_line(
    qtbot: QtBot,
    desk: Desk,
    sample_study: Study,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    panel, path = OverviewPage(desk), tmp_path / "buckets.csv"
    qtbot.addWidget(panel)
    panel.look_at(Look(sample_study, without_training(sample_request())))
    panel.choose(BucketChoice("sLen"))
    look_at(panel, analysis=AnalysisChoice(6))
    panel.show()
    qtbot.waitUntil(lambda: bool(panel.findChildren(BucketCharts)))
    qtbot.waitUntil(lambda: bool(panel.findChildren(BucketCharts)[0].large.charts))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), "CSV (*.csv)"))
    QApplication.processEvents()
    trigger(panel, "Table “Buckets of one attribute”…")
    end_work(panel)
    record = json.loads(Path(f"{path}.json").read_text(encoding="utf-8"))
    assert (record["attribute"], record["buckets"]) == ("sLen", 6)
    assert run(shlex.split(record["command"])[1:]) == 0
    theirs = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    saved = list(csv.DictReader(path.read_text().splitlines()))
    wanted = [(row["bucket"], row["reference"], row["f1"]) for row in theirs if row["system"] == "rich"]
    assert [(row["Bucket"], row["Reference"], row["F1"]) for row in saved] == wanted
