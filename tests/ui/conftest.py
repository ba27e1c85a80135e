from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pyarrow as pa
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.analysis.study import Annotation, Prediction, Study, make_study
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.source import Source
from nerinspect.corpus.text import Text
from nerinspect.encoding.repair import Repair
from nerinspect.io.load import load_study
from nerinspect.ui.main_window import MainWindow
from nerinspect.ui.resources import sample_request

MakeStudy = Callable[..., Study]

SOURCE = Source("x.conll", "", 0, "reference", "conll", "utf-8", -1, "BIO", "auto", "none", 0, 0, 0, 0)


def _mentions(labels: Sequence[str], starts: Sequence[int]) -> Mentions:
    """Read BIO labels that hold no invalid transition."""
    spans: list[list[int | str]] = []
    for position, label in enumerate(labels):
        if label.startswith("B-") or (label.startswith("I-") and position in starts):
            spans.append([position, position + 1, label[2:]])
        elif label.startswith("I-"):
            spans[-1][1] = position + 1
    types = sorted({str(span[2]) for span in spans})
    start, end = (np.array([span[side] for span in spans], dtype=np.int32) for side in (0, 1))
    codes = np.array([types.index(str(span[2])) for span in spans], dtype=np.int32)
    return Mentions(start, end, codes, tuple(types))


def _annotation(labels: Sequence[str], starts: Sequence[int], repairs: Sequence[tuple[int, str, str]]) -> Annotation:
    position = np.array([repair[0] for repair in repairs], dtype=np.int32)
    before, after = tuple(repair[1] for repair in repairs), tuple(repair[2] for repair in repairs)
    repair = Repair("conlleval", len(repairs), position, before, after)
    return Annotation(_mentions(labels, starts), SOURCE, repair)


@pytest.fixture
def make_study_from() -> MakeStudy:
    """Build a study from sentences such as `The/O/O Port/B-ORG/B-LOC`: word, reference, then each prediction."""

    def make(
        *sentences: str,
        systems: Sequence[str] = ("flair",),
        documents: Sequence[int] | None = None,
        repairs: Sequence[tuple[int, str, str]] = (),
        reference_repairs: Sequence[tuple[int, str, str]] = (),
    ) -> Study:
        rows = [[word.rsplit("/", 1 + len(systems)) for word in sentence.split(" ")] for sentence in sentences]
        words = [row for sentence in rows for row in sentence]
        bounds = np.cumsum([0, *(len(sentence) for sentence in rows)]).astype(np.int32)
        vocabulary = pa.array([row[0] for row in words], pa.string()).dictionary_encode()
        lines = bounds[:-1] + np.arange(1, len(rows) + 1, dtype=np.int32)
        numbers = np.array(documents or [1] * len(rows), dtype=np.int32)
        codes = vocabulary.indices.to_numpy().astype(np.int32)
        text = Text(vocabulary.dictionary, codes, bounds, lines.astype(np.int32), numbers)
        sides = [
            _annotation([row[side] for row in words], bounds.tolist(), reference_repairs if side == 1 else repairs)
            for side in range(1, 2 + len(systems))
        ]
        runs = [list(systems[:i]).count(system) + 1 for i, system in enumerate(systems)]
        predictions = [
            Prediction(system, run, side) for system, run, side in zip(systems, runs, sides[1:], strict=True)
        ]
        return make_study(text, sides[0], predictions)

    return make


@pytest.fixture(scope="session")
def sample_study() -> Study:
    """Load the bundled sample once."""
    return load_study(sample_request())


@pytest.fixture
def empty_window(qtbot: QtBot) -> Iterator[MainWindow]:
    """Show a window in which nothing is open."""
    window = MainWindow()
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    yield window
    window.close()


@pytest.fixture
def window(empty_window: MainWindow, sample_study: Study) -> MainWindow:
    """Show the sample in a window."""
    empty_window.show_study(sample_study, sample_request(), "")
    return empty_window


@pytest.fixture
def press_button() -> Callable[[QWidget, str], None]:
    """Click the button of a widget that says this."""

    def press(widget: QWidget, text: str) -> None:
        QTest.mouseClick(
            next(button for button in widget.findChildren(QAbstractButton) if button.text() == text),
            Qt.MouseButton.LeftButton,
        )

    return press
