"""Somebody who knows README and guide, and has seen nothing of the program, does what they say, and it happens."""

import json
import re
import shlex
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from importlib.resources import files
from pathlib import Path
from time import monotonic, sleep
from typing import TypeAlias, TypeVar

import pytest
from PySide6.QtCore import QKeyCombination, QModelIndex, QObject, QPoint, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeySequence, QTextDocumentFragment
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QMenuBar,
    QWidget,
)

from nerinspect.cli.main import run
from nerinspect.ui import app as program
from nerinspect.ui.platforms import resource_path
from nerinspect.ui.window.window import MainWindow

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
    pytest.mark.usefixtures("drawn_as_the_program_is"),
]

Part = TypeVar("Part", bound=QWidget)
Answer = TypeVar("Answer")
Place: TypeAlias = tuple[QWidget, QPoint]

ROOT = Path(__file__).parents[2]
SAMPLE = resource_path("sample")
PATIENCE = 20  # seconds
_KEYS = {"←": "Left", "→": "Right", "Enter": "Return"}


class Sentence:
    """Words that the README or a page of the guide says; fails where it no longer says them."""

    def __init__(self, page: str, words: str) -> None:
        folder = files("nerinspect.guide").joinpath("text")
        text = (ROOT / page if page == "README.md" else folder / page).read_text(encoding="utf-8")
        assert words in " ".join(text.split()), f"{page} no longer says “{words}”"
        self.typed = re.findall(r"`([^`]+)`", words)
        """What is to be typed or pressed."""
        self.names = re.findall(r"\*([^*]+)\*", words)
        """What is read on screen."""


def says(text: str) -> str:
    """Give a text as it is seen: `&` marks a key."""
    return text.replace("&", "").strip()


def front() -> QWidget:
    """Give the menu, dialog or window in front; once dialogs are closed no window manager brings the window back."""
    shown = QApplication.activePopupWidget() or QApplication.activeModalWidget()
    if shown is None:
        windows = [one for one in QApplication.topLevelWidgets() if isinstance(one, MainWindow)]
        shown = max(windows, key=QWidget.isVisible)  # other tests may have left some that are hidden
        if not shown.isActiveWindow():
            shown.activateWindow()
    return shown


def seen(kind: type[Part]) -> list[Part]:
    """List what is on screen of a kind, in front."""
    return [one for one in front().findChildren(kind) if one.isVisible()]


def reads() -> str:
    """Give the words of all labels and buttons on screen, line by line."""
    labels = (QTextDocumentFragment.fromHtml(one.text()).toPlainText() for one in seen(QLabel))
    return "\n".join([*labels, *(says(one.text()) for one in seen(QAbstractButton))])


def press(key: Qt.Key, held: Qt.KeyboardModifier) -> None:
    QTest.keyClick(QApplication.activePopupWidget() or QGuiApplication.focusWindow(), key, held)


def click(place: Place | None) -> None:
    assert place is not None
    QTest.mouseClick(place[0], Qt.MouseButton.LeftButton, pos=place[1])


def button(text: str) -> Place | None:
    """Find the button that says a text."""
    found = (one for one in seen(QAbstractButton) if says(one.text()) == text and one.isEnabled())
    return next(((one, one.rect().center()) for one in found), None)


def field(text: str) -> Place | None:
    """Find the field that says a text as long as it is empty."""
    found = (one for one in seen(QLineEdit) if one.placeholderText().startswith(text))
    return next(((one, one.rect().center()) for one in found), None)


def cell(text: str) -> Place | None:
    """Find the cell of a table that says a text."""
    for view in seen(QAbstractItemView):
        model = view.model()
        for row in range(model.rowCount()):
            for index in (model.index(row, column) for column in range(model.columnCount(QModelIndex()))):
                if index.data() == text:
                    return view.viewport(), view.visualRect(index).center()
    return None


def entry(text: str, kind: type[QMenu | QMenuBar]) -> Place | None:
    """Find the entry of a menu that says a text, `…` for whatever else."""
    menus = [front()] if kind is QMenu else seen(QMenuBar)
    wanted = re.compile(re.escape(text).replace("“…”", "“.+”") + "…?")
    for menu in menus:
        if isinstance(menu, QMenu | QMenuBar):
            for action in menu.actions():
                if wanted.fullmatch(says(action.text())):
                    return menu, menu.actionGeometry(action).center()
    return None


def suggested() -> Path | None:
    dialog = front()
    name = dialog.findChild(QLineEdit) if isinstance(dialog, QFileDialog) else None
    return Path(dialog.directory().path(), name.text()) if isinstance(dialog, QFileDialog) and name else None


class Newcomer(QObject):
    """Presses keys and clicks on words, from a thread of its own, as dialogs and menus hold the window's."""

    acted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.acted.connect(self._act, Qt.ConnectionType.QueuedConnection)

    @Slot(object)
    def _act(self, act: Callable[[], object]) -> None:
        act()

    def ask(self, look: Callable[[], Answer]) -> Answer:
        """Look at the screen."""
        answer: Future[Answer] = Future()
        self.acted.emit(lambda: answer.set_result(look()))
        return answer.result(PATIENCE)

    def wait(self, is_so: Callable[[], object]) -> None:
        limit = monotonic() + PATIENCE
        while not self.ask(is_so):
            assert monotonic() < limit, f"on screen is only:\n{self.ask(reads)}"
            sleep(0.02)

    def sees(self, pattern: str) -> str:
        """Wait until a line on screen matches; give what the pattern catches."""
        self.wait(lambda: re.search(pattern, reads(), re.MULTILINE))
        found = re.search(pattern, self.ask(reads), re.MULTILINE)
        assert found is not None
        return found[found.re.groups]

    def press(self, *keys: str) -> None:
        for key in keys:
            self.wait(lambda: QApplication.activePopupWidget() or front().isActiveWindow())
            for name, key_name in _KEYS.items():
                key = key.replace(name, key_name)
            pressed: QKeyCombination = QKeySequence(key)[0]  # type: ignore[index]  # whatever the stubs say
            self.acted.emit(partial(press, pressed.key(), pressed.keyboardModifiers()))

    def type(self, text: str) -> None:
        self.acted.emit(lambda: QTest.keyClicks(QApplication.focusWidget() or front(), text))

    def click(self, find: Callable[[], Place | None]) -> None:
        """Click where something is found."""
        self.wait(find)
        self.acted.emit(lambda: click(find()))

    def choose(self, path: str) -> None:
        """Click through menus, as in `File > Open…`."""
        first, *rest = path.split(" > ")
        self.click(partial(entry, first, QMenuBar))
        for name in rest:
            self.click(partial(entry, name, QMenu))

    def accept_file(self, path: Path) -> None:
        """Accept the file that a dialog suggests, which is to be `path`."""
        self.wait(lambda: isinstance(front(), QFileDialog))
        assert self.ask(suggested) == path
        limit = monotonic() + PATIENCE
        while self.ask(lambda: isinstance(front(), QFileDialog)) and monotonic() < limit:
            self.press("Return")  # not heard while the dialog still reads its folder
            sleep(0.2)
        self.wait(path.exists)


def sees_the_first_error_explained(person: Newcomer) -> None:
    step = Sentence("README.md", "all errors of a small model, the first one explained. `J` and `K` walk through them.")
    person.sees(r"^The reference marks “PELL” as LOC; the prediction marks nothing here\.$")
    Sentence("start.md", "On the right you read why it is an error")
    for key, sentence in zip(step.typed, ("sentence 2", "sentence 1"), strict=True):
        person.press(key)
        person.sees(f"^Document 1, {sentence}$")


def exports_what_a_filter_keeps(person: Newcomer, folder: Path) -> None:
    for missed in Sentence("start.md", "Click a number on the left, such as *missed*").names:
        person.click(partial(cell, missed))
    person.sees("75 of 334 events")
    person.press(*Sentence("start.md", "`0` brings back all errors").typed)
    person.sees("146 of 334 events")
    query, enter = Sentence("start.md", "Type into the search field: `type:ORG elen:>=3`, then `Enter`").typed
    person.click(partial(field, "Search"))
    person.type(query)
    person.press(enter)
    Sentence("start.md", "Each term becomes a chip")
    person.sees("^type: ORG  ✕$")
    n_kept = int(person.sees(r"^(\d+) of 334 events$"))
    person.press(*Sentence("start.md", "`Ctrl+E` exports the listed events as CSV").typed)
    person.sees(f"{n_kept} events as on screen")
    person.click(partial(button, f"Export {n_kept} events…"))
    person.accept_file(folder / "events.csv")
    Sentence("start.md", "`FILE.json` records where the rows came from, with the command that makes them again.")
    person.wait((folder / "events.csv.json").exists)
    record = json.loads((folder / "events.csv.json").read_text(encoding="utf-8"))
    again = shlex.split(record["command"].replace("events.csv", "again.csv"))
    assert run(again[1:]) == 0
    assert (folder / "again.csv").read_bytes() == (folder / "events.csv").read_bytes()
    assert record["rows"] == n_kept > 3


def corrects_the_reference(person: Newcomer, folder: Path) -> None:
    person.press("Escape", "0")
    person.sees("146 of 334 events")
    decided = Sentence(
        "start.md", "`P` marks an error as *prediction wrong*, `R` as *reference wrong*, and the next one is selected."
    )
    Sentence("start.md", "The first decision asks where to save the review.")
    prediction_wrong, reference_wrong = decided.typed
    person.press(prediction_wrong)
    person.accept_file(folder / "test.nerinspect")
    person.sees("1 of 146 errors decided")
    step = Sentence(
        "start.md",
        "`T` instead of `R` also accepts the prediction as the correct annotation, `M` lets you mark one yourself."
        " After `R`, a message asks for it: `Alt+T` and `Alt+M` do the same for the error just decided.",
    )
    accept, _, mark, _, accept_before, _ = step.typed
    person.press(accept, reference_wrong)
    person.sees("reference wrong, no correction yet")
    person.press(accept_before, mark)
    Sentence("corrections.md", "| 1 to 9 | mark the chosen tokens with this type")
    Sentence("corrections.md", "| Enter | accept, and go to the next undecided event |")
    person.press("2", "Enter")
    person.sees("4 of 146 errors decided")
    for path in Sentence("start.md", "*File > Write corrected reference…* writes the improved reference.").names:
        person.choose(path)
    (write,) = Sentence("corrected-reference.md", "*Write…* asks for a file").names
    corrected = folder / "test.corrected.conll"
    person.click(partial(button, write))
    person.accept_file(corrected)
    old, new = (path.read_text(encoding="utf-8").splitlines() for path in (SAMPLE / "test.conll", corrected))
    changed = [after for before, after in zip(old, new, strict=True) if before != after]
    assert changed == ["Pell\tB-PER", "Then\tB-PER", "Crane\tI-PER", "Ostrey\tB-LOC"]  # T, Alt+T, and what M marked


def draws_a_figure(person: Newcomer, folder: Path) -> None:
    person.press(*Sentence("README.md", "`Ctrl+2`: precision, recall and F1 of all systems").typed)
    Sentence("README.md", "*Save ▾* saves any chart as PDF.")
    save, chart = Sentence(
        "figures.md", "*Save ▾* > *Chart “…”* asks for the same, width, systems, greys and title"
    ).names
    person.click(partial(button, save))
    person.click(partial(entry, chart, QMenu))
    person.sees("Width")
    drawn = folder / "test-f1-by-bucket.pdf"
    person.click(partial(button, "Save…"))
    person.accept_file(drawn)
    assert drawn.read_bytes().startswith(b"%PDF")
    assert "F1" in json.loads(Path(f"{drawn}.json").read_text(encoding="utf-8"))["caption"]


def test_readme_and_guide_lead_through_the_first_hour(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = Newcomer()

    def walk() -> None:
        try:
            person.wait(lambda: front().resize(1440, 900) or front().isVisible())
            sees_the_first_error_explained(person)
            for part in (exports_what_a_filter_keeps, corrects_the_reference, draws_a_figure):
                part(person, tmp_path)
        finally:
            person.acted.emit(QApplication.closeAllWindows)

    monkeypatch.chdir(tmp_path)
    QFileDialog().setDirectoryUrl(QUrl.fromLocalFile(str(tmp_path)))  # as Qt has it where no test was before
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(program, "is_seen", lambda: True)
    start = Sentence("README.md", "`nerinspect demo`: all errors of a small model, the first one explained.").typed[0]
    with ThreadPoolExecutor() as threads:
        walked = threads.submit(walk)
        run(start.split()[1:])
        walked.result(PATIENCE)
