"""What is chosen on the page: remembered between runs, and columns of the files in its tables or not."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QCheckBox, QComboBox, QSpinBox
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.settings import AnalysisChoice, DiagnosisChoice
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.doors import DoorLabel
from nerinspect.ui.kit.strips import ProgressStrip
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.pages.diagnosis.heat_map import HEAT_MAP
from nerinspect.ui.pages.diagnosis.page import DiagnosisPage

MakeStudy = Callable[..., Study]
Table = Callable[[str], NumberTable]

REFERENCE = "Ostend NNP B-LOC\nsaid VBD O\n\nAda NNP B-PER\nmet VBD O\nhim PRP B-PER\n"
PREDICTION = "Ostend B-LOC\nsaid O\n\nAda O\nmet O\nhim B-PER\n"


def pair(panel: DiagnosisPage) -> list[str]:
    return [box.currentText() for box in panel.findChildren(QComboBox) if box.accessibleName().startswith("System ")]


def pick(panel: DiagnosisPage, name: str, text: str) -> None:
    box = next(box for box in panel.findChildren(QComboBox) if box.accessibleName() == name)
    box.setCurrentText(text)
    box.activated.emit(box.currentIndex())


def test_each_choice_is_told_to_be_remembered(panel: DiagnosisPage) -> None:
    told: list[DiagnosisChoice] = []
    panel.choice_changed.connect(told.append)
    pick(panel, "System A", "plain")
    pick(panel, "System B", "flair")
    assert told == [DiagnosisChoice("plain", "plain"), DiagnosisChoice("plain", "flair")]
    assert panel.choice == told[-1]


def test_what_was_chosen_before_is_shown(panel: DiagnosisPage, table: Table, qtbot: QtBot) -> None:
    told: list[object] = []
    panel.choice_changed.connect(told.append)
    panel.choose(DiagnosisChoice("plain", "flair"))
    panel.desk.document.choose_analysis(AnalysisChoice(2))
    qtbot.waitUntil(lambda: panel.is_complete)
    assert pair(panel) == ["plain", "flair"]
    assert [column.group for column in table(HEAT_MAP).numbers.columns[1:4]] == ["eLen", "eLen", "sLen"]
    assert told == []


@pytest.mark.parametrize("number", [-1, 99])
def test_a_number_of_buckets_that_cannot_be_is_moved_to_the_nearest(panel: DiagnosisPage, number: int) -> None:
    panel.desk.document.choose_analysis(AnalysisChoice(number))
    assert panel.findChildren(QSpinBox)[0].value() == min(max(number, 2), 10)


def test_systems_that_are_not_there_stay_remembered(
    panel: DiagnosisPage, study: Study, request_of_study: LoadRequest, qtbot: QtBot
) -> None:
    panel.choose(DiagnosisChoice("bert", "flair"))
    assert pair(panel) == ["flair", "plain"]
    assert panel.choice == DiagnosisChoice("bert", "flair")
    renamed = [replace(one, system={"plain": "bert"}.get(one.system, one.system)) for one in study.predictions]
    panel.look_at(Look(replace(study, predictions=tuple(renamed)), request_of_study))
    qtbot.waitUntil(lambda: panel.is_complete)
    assert pair(panel) == ["bert", "flair"]


def test_columns_of_the_files_are_in_the_tables_on_demand(panel: DiagnosisPage, qtbot: QtBot, tmp_path: Path) -> None:
    box = next(box for box in panel.findChildren(QCheckBox) if box.text() == "Columns of the files")
    assert not box.isVisible()
    paths = [tmp_path / name for name in ("reference.conll", "flair.conll")]
    for path, text in zip(paths, (REFERENCE, PREDICTION), strict=True):
        path.write_text(text, encoding="utf-8")
    request = LoadRequest(str(paths[0]), (f"flair={paths[1]}",))
    panel.look_at(Look(load_study(request, with_others=True), request))
    qtbot.waitUntil(lambda: panel.is_complete)
    assert (box.isVisible(), box.isChecked()) == (True, False)
    tables = {table.numbers.title: table.numbers for table in panel.findChildren(NumberTable)}
    attributes = tables["Attributes"]

    def summary() -> str:
        return next(name for one in panel.findChildren(DoorLabel) if "1 system, " in (name := one.accessibleName()))

    def names() -> set[str]:
        return {attributes.place(row).group.key for row in range(attributes.rowCount())}

    assert not [name for name in names() if ":" in name]
    assert summary() == f"1 system, {len(names())} attributes"

    def offered() -> set[str]:
        bands = [one.numbers for one in panel.findChildren(NumberTable) if one.numbers.title == HEAT_MAP]
        return {column.group for band in bands for column in band.columns[1:]}

    without = names()
    assert offered() == without
    box.click()
    qtbot.waitUntil(lambda: panel.is_complete)
    assert names() == offered() == without | {"reference:column 1"}
    assert summary() == f"1 system, {len(names())} attributes"
    assert names() == {row[1] for row in tables["Worst and best buckets"].as_table()} - {""}
    box.click()
    qtbot.waitUntil(lambda: panel.is_complete)
    assert names() == without


def test_a_number_of_buckets_that_was_cancelled_is_not_remembered(panel: DiagnosisPage) -> None:
    told: list[AnalysisChoice] = []
    document = panel.desk.document
    document.analysis_changed.connect(lambda: told.append(document.analysis))
    panel.findChildren(QSpinBox)[0].setValue(3)
    panel.findChildren(ProgressStrip)[0].cancelled.emit()
    assert told == [AnalysisChoice(3), AnalysisChoice(4)]
