"""Settings that are fresh for each test, small studies, and the public data sets where they lie beside the checkout."""

import gc
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, count
from pathlib import Path
from random import Random
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pytest
from PySide6.QtCore import QEvent
from pytestqt.qtbot import QtBot

from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Source, Text
from nerinspect.encoding.transitions import NO_REPAIR, Repair
from nerinspect.events.study import Annotation, Prediction, Study, make_study
from nerinspect.progress import collecting_later
from nerinspect.settings import FOLDER_VARIABLE
from nerinspect.ui.platforms import load_qt
from tests.examples import examples  # noqa: F401 - loads the profile
from tests.mention_sides import any_pairs, make_mentions, random_overlapping_pairs, random_pairs  # noqa: F401
from tests.two_systems import two_systems  # noqa: F401

_IN_MEMORY = "/dev/shm"
if os.access(_IN_MEMORY, os.W_OK) and shutil.disk_usage(_IN_MEMORY).free > 4 << 30:
    # Thousands of small files are made, kept safe and removed there in less time.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", _IN_MEMORY)
    os.environ.setdefault("TMPDIR", _IN_MEMORY)

load_qt()  # as the program does: PySide would read the source of every module that is imported after it

# What is waited for comes at once, but for other programs.
for _name in ("waitActive", "waitCallback", "waitExposed", "waitSignal", "waitSignals", "waitUntil"):
    getattr(QtBot, _name).__kwdefaults__["timeout"] = 60_000

Span: TypeAlias = tuple[int, int, str]
Sentence: TypeAlias = tuple[list[str], list[Span], list[list[Span]]]
"""Tokens, reference mentions, and the mentions of each prediction; positions count in the sentence."""

Change: TypeAlias = tuple[int, str, str]
"""A repaired label: its token's position in the text, the label in the file and as read."""


def text_of(
    sentences: Sequence[Sequence[str]], documents: Sequence[int] | None = None, lines: Sequence[int] | None = None
) -> Text:
    """Build a text; left out, it is one document whose lines are those of a file with blank lines in between."""
    tokens = [token for sentence in sentences for token in sentence]
    starts = [0, *accumulate(map(len, sentences))]
    vocabulary = pa.array(tokens, pa.string()).dictionary_encode()
    return Text(
        vocabulary.dictionary,
        vocabulary.indices.to_numpy().astype(np.int32),
        np.array(starts, dtype=np.int32),
        np.array([start + n for n, start in enumerate(starts[:-1], 1)] if lines is None else lines, dtype=np.int32),
        np.array(documents or [1] * len(sentences), dtype=np.int32),
    )


def annotation_of(text: Text, spans: Sequence[Sequence[Span]], changes: Sequence[Change], path: str) -> Annotation:
    types = sorted({name for sentence in spans for _, _, name in sentence})
    rows = [
        (zero + start, zero + end, types.index(name))
        for zero, sentence in zip(text.sentence_start.tolist(), spans, strict=False)
        for start, end, name in sorted(sentence)
    ]
    start, end, codes = np.array(rows, dtype=np.int32).reshape(-1, 3).T.copy()
    repair = NO_REPAIR
    if changes:
        position = np.array([change[0] for change in changes], dtype=np.int32)
        repair = Repair("conlleval", len(changes), position, *zip(*(change[1:] for change in changes), strict=True))
    source = Source(path, "", 0, "", "conll", "utf-8", -1, "BIO", "auto", "none", 0, 0, text.n_sentences, text.n_tokens)
    return Annotation(Mentions(start, end, codes, tuple(types)), source, repair)


def study_of(
    sentences: Sequence[Sentence],
    systems: Sequence[tuple[str, int]] = (("flair", 1),),
    documents: Sequence[int] | None = None,
    lines: Sequence[int] | None = None,
    changes: Sequence[Sequence[Change]] = (),
) -> Study:
    text = text_of([tokens for tokens, _, _ in sentences], documents, lines)
    changes = changes or [()] * (1 + len(systems))
    predictions = [
        Prediction(name, run, annotation_of(text, [sides[place] for _, _, sides in sentences], changed, f"{name}{run}"))
        for place, ((name, run), changed) in enumerate(zip(systems, changes[1:], strict=True))
    ]
    reference = annotation_of(text, [spans for _, spans, _ in sentences], changes[0], "reference")
    return make_study(text, reference, predictions)


def spans_of(labels: Sequence[str]) -> list[Span]:
    """Read the BIO labels of a sentence, which hold no invalid transition."""
    spans: list[Span] = []
    for place, label in enumerate(labels):
        if label.startswith("B-"):
            spans.append((place, place + 1, label[2:]))
        elif label != "O":
            start, _, name = spans[-1]
            assert label == f"I-{name}", "labels with invalid transitions are for the tests of repairs"
            spans[-1] = (start, place + 1, name)
    return spans


def written_study(
    *sentences: str,
    systems: Sequence[str] = ("flair",),
    documents: Sequence[int] | None = None,
    repairs: Sequence[Change] = (),
) -> Study:
    read: list[Sentence] = []
    for sentence in sentences:
        tokens, reference, *predictions = zip(
            *(word.rsplit("/", 1 + len(systems)) for word in sentence.split(" ")), strict=True
        )
        read.append((list(tokens), spans_of(reference), [spans_of(labels) for labels in predictions]))
    runs = [(system, list(systems[:place]).count(system) + 1) for place, system in enumerate(systems)]
    return study_of(read, runs, documents, changes=[(), *([repairs] * len(systems))])


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let `--shuffle` run files, and the tests of each, in the order that a number stands for."""
    parser.addoption("--shuffle", type=int, metavar="NUMBER")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Tell the number; processes that are started for a share of the tests stay silent."""
    number, reporter = session.config.getoption("shuffle"), session.config.pluginmanager.get_plugin("terminalreporter")
    if number is not None and reporter is not None:
        reporter.write_line(f"in the order of --shuffle={number}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Shuffle, if that is asked for; which of two tests comes first is the same whatever else runs."""
    number = config.getoption("shuffle")
    if number is not None:
        items.sort(key=lambda test: [Random(f"{number} {name}").random() for name in (_file_of(test), test.nodeid)])


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Look for no cycles while tests are collected."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Let no cycles be looked for among the tests themselves, which stay, nor any counted where files are read."""
    with collecting_later(all_stays=True):
        pass


def _file_of(test: pytest.Item) -> str:
    return test.nodeid.partition("::")[0]


_NUMBERS = count()


@pytest.fixture(autouse=True)
def fresh_settings(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep tests, and the programs they start, away from the user's settings; a folder is made where one is written."""
    folder = tmp_path_factory.getbasetemp() / f"settings{next(_NUMBERS)}"
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))


@pytest.fixture(autouse=True)
def nothing_stays() -> Iterator[None]:
    """Hold that a test leaves no window, which would take the pointer and the focus of the next one.

    Nor may it, or a thread that it leaves behind, keep Python from collecting cycles of objects.
    """
    yield
    widgets, left = sys.modules.get("PySide6.QtWidgets"), []
    if widgets is not None and (app := widgets.QApplication.instance()) is not None:
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        left = [widget for widget in app.topLevelWidgets() if widget.isVisible()]
    for widget in left:
        widget.close()
    is_on = gc.isenabled()
    gc.enable()
    assert left == []
    assert is_on, "this test leaves collection off, or something running that has it off"


@pytest.fixture(scope="session", autouse=True)
def compiled_programs() -> Iterator[None]:
    """Let the programs that tests start find the modules compiled, whatever the environment says."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        yield


_GIVE_UP_POWER = """
import ctypes, os, sys
if not os.getuid():
    for power in (1, 2):  # to write, and to read, what permissions forbid; bounds hold from the next program on
        assert ctypes.CDLL(None).prctl(24, power, 0, 0, 0) == 0
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""


@pytest.fixture(scope="session")
def held_by_permissions() -> list[str]:
    """Begin a command of Python that permissions of files hold for, even if the superuser runs the tests."""
    return [sys.executable, "-c", _GIVE_UP_POWER]


@pytest.fixture(scope="session")
def make_text() -> Callable[..., Text]:
    """Build a text from the tokens of its sentences."""
    return text_of


@pytest.fixture(scope="session")
def build_study() -> Callable[..., Study]:
    """Build a study from sentences (tokens, reference spans, spans of each prediction) and systems with runs."""
    return study_of


@pytest.fixture(scope="session")
def make_study_from() -> Callable[..., Study]:
    """Build a study from sentences such as `The/O/O Port/B-ORG/B-LOC`: word, reference, then each prediction.

    A system that is named twice has two runs; `repairs` are those of the predictions.
    """
    return written_study


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """Find the public data sets."""
    folder = Path(__file__).parents[2] / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the public data sets are not beside the checkout")
    return folder
