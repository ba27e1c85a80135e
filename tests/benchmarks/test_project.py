"""Two data sets of a hundred thousand sentences as one project, against each loaded alone; the window stays free."""

from collections.abc import Callable
from pathlib import Path
from time import process_time, thread_time

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from nerinspect.io.projects import Project, read_project
from nerinspect.io.reading.loading import load_study
from nerinspect.ui.pages.project.data_sets import read_data_set
from nerinspect.ui.window.window import MainWindow
from tests.benchmarks.test_many_systems import FIRST, LABELS, OUTSIDE, SENTENCES
from tests.measuring import keeps_ratio, keeps_within

N_SENTENCES, N_WORDS = 100_000, 30_000
TIMES_ALONE = 1.5
DATA_SETS = ("one", "two")

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Write two data sets with two systems each."""
    folder, random = tmp_path_factory.mktemp("project"), np.random.default_rng(0)
    words = np.array([f"w{number}" for number in range(N_WORDS)], dtype=object)
    text = ""
    for name in DATA_SETS:
        reference = SENTENCES[random.integers(0, 2, N_SENTENCES)]
        tokens = words[random.integers(0, N_WORDS, reference.shape)]
        for file in ("ref", "a", "b"):
            labels = reference.copy()
            if file != "ref":
                labels[random.random(N_SENTENCES) < 0.1] = OUTSIDE
                labels[random.random(N_SENTENCES) < 0.1, -1] = FIRST
            lines = tokens + " " + LABELS[labels] + "\n"
            lines[:, -1] += "\n"
            (folder / f"{name}-{file}").write_text("".join(lines.ravel()), encoding="utf-8")
        predictions = f'["a={name}-a", "b={name}-b"]'
        text += f'[[data]]\nname = "{name}"\nreference = "{name}-ref"\npredictions = {predictions}\n'
    path = Path(folder, "two.toml")
    path.write_text(text, encoding="utf-8")
    return read_project(str(path))


def seconds(act: Callable[[], object]) -> float:
    begin = process_time()
    act()
    return process_time() - begin


def read_all(project: Project) -> None:
    for place in range(len(project.data_sets)):
        read_data_set(place, project)


def load_all(project: Project) -> None:
    for data_set in project.data_sets:
        load_study(data_set.request)


def test_a_project_is_read_in_little_more_than_loading_its_data_sets_alone(project: Project) -> None:
    read_all(project)  # imports what it needs
    assert keeps_ratio(TIMES_ALONE, lambda: seconds(lambda: read_all(project)) / seconds(lambda: load_all(project)))


def test_the_window_stays_free_while_a_project_is_read(project: Project, qtbot: QtBot) -> None:
    def measure() -> float:
        window = MainWindow()
        qtbot.addWidget(window)
        window.show()
        QCoreApplication.processEvents()
        begin = thread_time()
        window.projects.open(project.path)
        longest = thread_time() - begin
        while window.projects.is_reading:
            begin = thread_time()
            QCoreApplication.processEvents()
            longest = max(longest, thread_time() - begin)
        window.close()
        return longest

    assert keeps_within(1, measure, thread_time)
