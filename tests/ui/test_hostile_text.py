"""No text from a file is HTML, a key or a placeholder to Qt, and what nobody would see is shown, wherever it stands."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.analysis.decisions import Decision
from nerinspect.analysis.events import TP
from nerinspect.io.request import LoadRequest
from nerinspect.settings.schema import Session
from nerinspect.ui.dialogs.open_dialog import OpenDialog
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.main_window import MainWindow
from nerinspect.ui.theme import apply_theme
from nerinspect.ui.toolbar import AGREEMENT, COMPARE, CONSISTENCY, DIAGNOSIS, OVERVIEW, RELATIONS, REPAIR, REVIEW
from tests.ui.text_on_screen import UNSEEN, Said, is_misread, said_by, tips_are_rich

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

BAD = "<b>R&D[*]\u202e\u200b"
"""Begins every name: a tag, a key, a placeholder, and what turns around or is not seen."""


@pytest.fixture(autouse=True)
def drawn_as_the_program_is(qapp: QApplication) -> Iterator[None]:
    before = qapp.palette()
    apply_theme(qapp)
    yield
    qapp.setPalette(before)


@pytest.fixture
def token(tmp_path: Path) -> str:
    """Write a word that names a picture, as a file would."""
    return f'<img/src="file://{tmp_path}/picture.png">R&D'


@pytest.fixture
def asked(tmp_path: Path, token: str) -> LoadRequest:
    """Write files in which every name is hostile, and ask for them: two systems, training data and attributes."""
    names = [f"{BAD}{letter}" for letter in "XYZ"]
    x, y, z = names

    def conll(file: str, *sentences: list[tuple[str, str]]) -> str:
        path = tmp_path / f"{BAD}{file}.conll"
        lines = ["".join(f"{word}\t{BAD}value\t{label}\n" for word, label in sentence) + "\n" for sentence in sentences]
        path.write_text("".join(lines), encoding="utf-8")
        return str(path)

    first = [token, "met", token, "in", f"\u202e{token}"]
    second = ["the", f"{token}2", "said"]
    third = [f"{token}3", token, "won"]
    fourth = [f"{token}4", "won"]
    reference = conll(
        "ref",
        [(first[0], f"B-{x}"), (first[1], "O"), (first[2], f"B-{y}"), (first[3], "O"), (first[4], f"B-{z}")],
        [(second[0], "O"), (second[1], f"B-{x}"), (second[2], "O")],
        [(third[0], f"B-{y}"), (third[1], f"I-{y}"), (third[2], "O")],
        [(fourth[0], f"B-{z}"), (fourth[1], "O")],
    )
    one = conll(
        "one",
        [(first[0], f"B-{y}"), (first[1], "O"), (first[2], f"B-{y}"), (first[3], f"I-{x}"), (first[4], "O")],
        [(second[0], f"B-{x}"), (second[1], f"I-{x}"), (second[2], "O")],
        [(third[0], f"B-{y}"), (third[1], "O"), (third[2], f"B-{z}")],
        [(fourth[0], f"B-{z}"), (fourth[1], "O")],
    )
    two = conll(
        "two",
        [(first[0], f"B-{x}"), (first[1], "O"), (first[2], "O"), (first[3], "O"), (first[4], f"B-{y}")],
        [(second[0], "O"), (second[1], f"B-{z}"), (second[2], "O")],
        [(third[0], f"B-{y}"), (third[1], f"I-{x}"), (third[2], "O")],
        [(fourth[0], "O"), (fourth[1], f"B-{z}")],
    )
    training = conll("train", [(token, f"B-{x}"), ("met", "O"), (token, f"B-{z}")], [(f"{token}2", f"B-{y}")])
    table = tmp_path / f"{BAD}table.csv"
    rows = "".join(f'{number},"{BAD}cell{number % 2}"\n' for number in range(1, 5))
    table.write_text(f"sentence,{BAD}column\n{rows}", encoding="utf-8")
    return LoadRequest(
        reference,
        (f"{BAD}one={one}", f"{BAD}two={two}"),
        encoding="BIO",
        repair="conlleval",
        training=training,
        attribute_tables=(str(table),),
    )


@pytest.fixture
def opened(empty_window: MainWindow, asked: LoadRequest, qtbot: QtBot) -> MainWindow:
    """Show them in a window, compared, under a filter with hostile names."""
    empty_window.resize(1500, 950)
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(asked, f'-kind:tp type:"{BAD}X","{BAD}Y"')
    settle(empty_window, qtbot)
    return empty_window


@pytest.fixture
def reviewed(opened: MainWindow, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    """Decide some of the events in a review, and save the filter."""
    document = opened.document
    assert document.study is not None
    assert document.request is not None
    reviewing = opened.reviews.reviewing
    reviewing.make(str(tmp_path / f"{BAD}.nerinspect"), document.request)
    document.review = reviewing.path
    qtbot.waitUntil(lambda: not reviewing.is_reading)
    wrong = [event for event in range(len(document.study.events)) if document.study.events.kind[event] != TP]
    said = Decision(f"{BAD}verdict", (f"{BAD}cause",), True, f"{BAD}note", who=f"{BAD}who")
    reviewing.decide(lambda _before: said, wrong[:4], "a decision")
    assert reviewing.file is not None
    reviewing.file.put_selection(f"{BAD}saved", f'type:"{BAD}X"')
    opened.workspace.events.select_event(wrong[0])
    settle(opened, qtbot)
    return opened


@pytest.fixture
def related(empty_window: MainWindow, tmp_path: Path, token: str, qtbot: QtBot) -> MainWindow:
    """Show relations between hostile mentions."""
    people = [
        {"start": start, "end": start + 1, "type": f"{BAD}{name}"} for start, name in ((0, "P"), (2, "P"), (4, "L"))
    ]

    def written(file: str, *relations: tuple[int, str, int]) -> str:
        sentence = {
            "tokens": [token, "met", f"{token}2", "in", f"{token}3"],
            "entities": people,
            "relations": [{"head": head, "type": f"{BAD}{name}", "tail": tail} for head, name, tail in relations],
        }
        path = tmp_path / f"{BAD}{file}.json"
        path.write_text(json.dumps([sentence, sentence]), encoding="utf-8")
        return str(path)

    reference = written("ref", (0, "meet", 1), (0, "live", 2), (1, "live", 2))
    system = written("pred", (1, "meet", 0), (0, "work", 2))
    training = written("train", (0, "meet", 1), (0, "meet", 2))
    empty_window.resize(1500, 950)
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(LoadRequest(reference, (f"{BAD}one={system}",), training=training), "")
    empty_window.show_view(RELATIONS)
    settle(empty_window, qtbot)
    return empty_window


def settle(window: MainWindow, qtbot: QtBot) -> None:
    """Wait until nothing is worked on, and what came of it is painted."""

    def rests() -> bool:
        QApplication.processEvents()
        return not any(job.is_running for job in window.findChildren(JobRunner))

    for _ in range(3):
        qtbot.waitUntil(rests, timeout=20_000)
        window.grab()


def misread(root: QWidget) -> list[Said]:
    return [said for said in said_by(root) if is_misread(said, BAD[:6])]


def unseen(root: QWidget) -> list[Said]:
    return [said for said in said_by(root) if UNSEEN.search(said.text)]


def faults(window: QWidget, *others: QWidget) -> list[Said]:
    """List what is said wrongly, each thing once."""
    return sorted({said for root in (window, *others) for said in (*misread(root), *unseen(root))})


def other_windows(window: QWidget) -> list[QWidget]:
    own = [one for one in QApplication.topLevelWidgets() if one.isVisible() and one is not window]
    return [one for one in own if one.metaObject().className() != "QTipLabel"]


def test_tooltips_and_labels_never_guess(qtbot: QtBot) -> None:
    assert not tips_are_rich()
    label = QLabel("<b>R&D</b>")
    box = QMessageBox(QMessageBox.Icon.NoIcon, "", "<b>R&D</b>")
    qtbot.addWidget(label)
    qtbot.addWidget(box)
    for part in (label, *box.findChildren(QLabel)):
        part.sizeHint()
        assert part.textFormat() == Qt.TextFormat.PlainText


def test_the_events_take_names_for_names(opened: MainWindow) -> None:
    assert faults(opened) == []


def test_a_comparison_takes_names_for_names(opened: MainWindow, qtbot: QtBot) -> None:
    opened.document.compare_with(1)
    settle(opened, qtbot)
    opened.grab()
    assert faults(opened) == []


@pytest.mark.parametrize("view", [OVERVIEW, CONSISTENCY, REPAIR, DIAGNOSIS, COMPARE])
def test_a_page_takes_names_for_names(opened: MainWindow, qtbot: QtBot, view: str) -> None:
    opened.show_view(view)
    settle(opened, qtbot)
    assert faults(opened) == []


@pytest.mark.parametrize("view", ["", REVIEW])
def test_a_review_takes_names_for_names(reviewed: MainWindow, qtbot: QtBot, view: str) -> None:
    if view:
        reviewed.show_view(view)
    settle(reviewed, qtbot)
    assert faults(reviewed) == []


def test_relations_take_names_for_names(related: MainWindow) -> None:
    assert faults(related) == []


def test_a_swap_test_takes_names_for_names(related: MainWindow, qtbot: QtBot) -> None:
    related.menus.action("swap_test").trigger()
    qtbot.waitUntil(lambda: bool(other_windows(related)))
    (swap,) = other_windows(related)
    qtbot.waitUntil(lambda: not any(job.is_running for job in swap.findChildren(JobRunner)))
    swap.grab()
    found = faults(swap)
    swap.close()
    assert found == []


def test_annotators_take_names_for_names(empty_window: MainWindow, asked: LoadRequest, qtbot: QtBot) -> None:
    first, *rest = asked.predictions
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(
            LoadRequest(first, tuple(rest), repair="conlleval", encoding="BIO", annotators=True), ""
        )
    settle(empty_window, qtbot)
    found = faults(empty_window)
    empty_window.show_view(AGREEMENT)
    settle(empty_window, qtbot)
    assert found + faults(empty_window) == []


def test_the_start_page_takes_names_for_names(empty_window: MainWindow, asked: LoadRequest) -> None:
    empty_window.show_recent([Session(asked)])
    assert faults(empty_window) == []


def test_the_opening_dialog_takes_names_for_names(
    empty_window: MainWindow, asked: LoadRequest, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = OpenDialog([str(path) for path in sorted(tmp_path.glob("*.conll"))], empty_window)
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitUntil(lambda: not any(job.is_running for job in dialog.findChildren(JobRunner)))
    dialog.grab()
    found = faults(empty_window, dialog)
    dialog.reject()
    assert found == []


_DIALOGS = ("files", "export", "systems", "draw_sample", "save_selection", "causes", "compare_signature", "about")


@pytest.mark.parametrize("command", _DIALOGS)
def test_a_dialog_takes_names_for_names(reviewed: MainWindow, qtbot: QtBot, command: str) -> None:
    found: list[Said] = []
    titles: list[str] = []

    def read() -> None:
        settle(reviewed, qtbot)
        for dialog in other_windows(reviewed):
            titles.append(dialog.windowTitle())
            found.extend(faults(dialog))
            dialog.close()

    QTimer.singleShot(0, read)  # some dialogs wait until they are closed
    reviewed.menus.action(command).trigger()
    QApplication.processEvents()
    read()
    assert titles
    assert found == []


def test_the_menu_of_a_row_takes_names_for_names(opened: MainWindow) -> None:
    opened.workspace.events.select_event(int(opened.document.order[0]))
    menu = opened.workspace.events.row_menu()
    assert any("R&&D" in action.text() for action in menu.actions())
    assert faults(menu) == []


def test_a_project_takes_names_for_names(
    empty_window: MainWindow, asked: LoadRequest, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / f"{BAD}.toml"
    files = {"reference": asked.reference, "predictions": list(asked.predictions), "repair": "conlleval"}
    lines = "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in files.items())
    path.write_text(
        "".join(f"[[data]]\nname = {json.dumps(BAD + letter, ensure_ascii=False)}\n{lines}" for letter in "XY"),
        encoding="utf-8",
    )
    empty_window.projects.open(str(path))
    qtbot.waitUntil(lambda: not empty_window.projects.is_reading, timeout=20_000)
    settle(empty_window, qtbot)
    assert empty_window.projects.panel is not None
    assert BAD[:6] in empty_window.windowTitle()
    assert faults(empty_window) == []


def test_what_is_told_takes_names_for_names(opened: MainWindow, token: str) -> None:
    opened.message.say(f"{BAD}x is {token}.")
    assert faults(opened) == []


@pytest.mark.parametrize("view", ["", OVERVIEW, CONSISTENCY, REPAIR, DIAGNOSIS, COMPARE, REVIEW])
def test_what_is_painted_shows_what_nobody_would_see(
    reviewed: MainWindow, qtbot: QtBot, view: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if view:
        reviewed.show_view(view)
    settle(reviewed, qtbot)
    assert [text for text in painted(reviewed, monkeypatch) if UNSEEN.search(text)] == []


def test_painted_relations_show_what_nobody_would_see(related: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [text for text in painted(related, monkeypatch) if UNSEEN.search(text)] == []


def painted(window: QWidget, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """List every text that the program paints itself."""
    texts: list[str] = []
    draw: Callable[..., Any] = QPainter.drawText

    def written(self: QPainter, *arguments: object) -> object:
        texts.extend(one for one in arguments if isinstance(one, str))
        return draw(self, *arguments)

    monkeypatch.setattr(QPainter, "drawText", written)
    window.grab()
    assert texts
    return texts


def test_no_picture_is_opened_by_a_tooltip(opened: MainWindow, token: str) -> None:
    QToolTip.showText(QPoint(1, 1), token, opened)
    tip = next(one for one in QApplication.allWidgets() if one.metaObject().className() == "QTipLabel")
    assert isinstance(tip, QLabel)
    assert tip.textFormat() == Qt.TextFormat.PlainText
    assert tip.text() == token
    tip.hide()
