"""The page of the diagnosis over two million tokens in a hundred thousand documents."""

from collections.abc import Iterator
from dataclasses import replace
from time import perf_counter

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication, QComboBox, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Prediction, Study, make_study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.kit.tables.number_table import LongTable
from nerinspect.ui.pages.diagnosis.page import DiagnosisPage
from tests.benchmarks.test_buckets import predicted
from tests.benchmarks.test_training import read, write_file
from tests.measuring import keeps_within

AT_ONCE = 1
"""In yardsticks: a hundred milliseconds at rest, with all that is painted."""

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    path = tmp_path_factory.mktemp("diagnosis") / "test.conll"
    write_file(path, 0)
    loaded = read(path)
    documents = np.arange(1, loaded.text.n_sentences + 1, dtype=np.int32)
    systems = [Prediction(name, 1, predicted(loaded.annotation)) for name in ("flair", "elmo")]
    return make_study(replace(loaded.text, document=documents), loaded.annotation, systems)


@pytest.fixture
def panel(qtbot: QtBot, study: Study) -> Iterator[DiagnosisPage]:
    asker = QWidget()
    qtbot.addWidget(asker)
    panel = DiagnosisPage(Desk(asker))
    qtbot.addWidget(panel)
    panel.resize(1280, 800)
    panel.look_at(Look(study, LoadRequest("test.conll")))
    with qtbot.waitExposed(panel):
        panel.show()
    qtbot.waitUntil(lambda: panel.is_complete and not panel.is_testing, timeout=60_000)
    yield panel
    end_work(panel)


def test_buckets_that_are_known_are_shown_at_once(panel: DiagnosisPage, qtbot: QtBot) -> None:
    box = panel.findChildren(QSpinBox)[0]
    for number in (5, 4):
        box.setValue(number)
        qtbot.waitUntil(lambda: panel.is_complete and not panel.is_testing, timeout=60_000)

    def seconds() -> float:
        begin = perf_counter()
        box.setValue(9 - box.value())
        QApplication.processEvents()
        return perf_counter() - begin

    assert keeps_within(AT_ONCE, seconds)


def test_another_pair_is_shown_at_once(panel: DiagnosisPage, qtbot: QtBot) -> None:
    named = {box.accessibleName(): box for box in panel.findChildren(QComboBox)}
    a, b = named["System A"], named["System B"]

    def seconds() -> float:
        qtbot.waitUntil(lambda: not panel.is_testing, timeout=60_000)
        before = a.currentIndex(), b.currentIndex()
        begin = perf_counter()
        b.setCurrentIndex(before[0])
        a.setCurrentIndex(before[1])
        a.activated.emit(before[1])
        QApplication.processEvents()
        passed = perf_counter() - begin
        assert (a.currentIndex(), b.currentIndex()) == (before[1], before[0])
        return passed

    assert keeps_within(AT_ONCE / 2, seconds)


def test_documents_are_scrolled_without_a_wait(panel: DiagnosisPage, study: Study) -> None:
    table = panel.findChildren(LongTable)[0]

    def seconds() -> float:
        begin = perf_counter()
        table.scrollToBottom()
        QApplication.processEvents()
        return perf_counter() - begin

    assert table.numbers.rowCount() < study.text.n_documents
    assert keeps_within(AT_ONCE / 2, seconds)
