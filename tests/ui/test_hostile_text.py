"""No text from a file is HTML, a key or a placeholder to Qt, and what nobody would see is shown, wherever it stands."""

import csv
import json
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QLabel,
    QMenu,
    QMessageBox,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot

from nerinspect.events.decision import Decision
from nerinspect.events.segment_events import TP
from nerinspect.io.request import LoadRequest
from nerinspect.lists.mentions import event_numbers
from nerinspect.settings import Session
from nerinspect.ui.desk.views import (
    AGREEMENT,
    COMPARE,
    CONSISTENCY,
    DIAGNOSIS,
    EVENTS_VIEW,
    OVERVIEW,
    RELATIONS,
    REPAIR,
    REVIEW,
)
from nerinspect.ui.filters.panel import ChoiceButton
from nerinspect.ui.filters.relation_filters import RelationTypesPanel
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.opening.open_dialog import OpenDialog
from nerinspect.ui.window.window import MainWindow
from tests.ui.keyboard import Key, Keyboard
from tests.ui.text_on_screen import UNSEEN, Said, is_misread, point_at_all, said_by, tips_are_rich

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
    pytest.mark.usefixtures("drawn_as_the_program_is"),
]

BAD = "<b>R&D[*]\u202e\u200b"
"""Begins every name: a tag, a key, a placeholder, and what turns around or is not seen."""

SHOWN = "\u27e8U+202E\u27e9\u27e8U+200B\u27e9"
"""What the unseen part of it is to be shown as."""


class Walk:
    """Reads one part of the program after the other, and keeps what is said wrongly there."""

    def __init__(self, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
        self.found: dict[str, list[Said]] = {}
        self._qtbot = qtbot
        self._painted: set[str] = set()
        self._tips: set[str] = set()
        draw: Any = QPainter.drawText
        paint: Any = QStyledItemDelegate.paint
        tip: Any = QToolTip.showText

        def written(painter: QPainter, *arguments: object) -> object:
            self._painted.update(one for one in arguments if isinstance(one, str))
            return draw(painter, *arguments)

        def handed_on(
            delegate: QStyledItemDelegate, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex
        ) -> None:
            if isinstance(index.data(), str):
                self._painted.add(delegate.displayText(index.data(), option.locale))
            paint(delegate, painter, option, index)

        def told(place: QPoint, text: str, *others: object) -> None:
            self._tips.add(text)
            tip(place, text, *others)

        monkeypatch.setattr(QToolTip, "showText", told)
        monkeypatch.setattr(QPainter, "drawText", written)
        monkeypatch.setattr(QStyledItemDelegate, "paint", handed_on)

    def settle(self, *windows: QWidget) -> None:
        """Wait until nothing is worked on, and what came of it is painted."""

        def rests() -> bool:
            QApplication.processEvents()
            return not any(job.is_running for window in windows for job in window.findChildren(JobRunner))

        for _ in range(2):
            self._qtbot.waitUntil(rests)
            for window in windows:
                window.grab()

    def read(self, where: str, *windows: QWidget, names_stand: bool = True, pointed_at: bool = False) -> None:
        """Read windows and what is painted in them; hostile names must stand there, or nothing would be tried."""
        self._painted.clear()
        self._tips.clear()
        self.settle(*windows)
        said: set[Said] = set()
        tips = "rich" if tips_are_rich() else "plain"
        for window in windows:
            said.update(said_by(window, tips))
            for menu in point_at_all(window) if pointed_at else ():
                said.update(said_by(menu, tips))
        said.update(Said("painted", text) for text in self._painted)
        said.update(Said("tooltip", text) for text in self._tips)
        assert not names_stand or any(SHOWN in one.text for one in said), f"no hostile name stands in: {where}"
        if wrong := sorted(one for one in said if is_misread(one, BAD[:6]) or UNSEEN.search(one.text)):
            self.found[where] = wrong


@pytest.fixture
def walk(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Walk:
    """Read nothing yet."""
    return Walk(qtbot, monkeypatch)


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

    def conllu(file: str, *sentences: list[tuple[str, str]]) -> str:
        path, lines = tmp_path / f"{BAD}{file}.conllu", []
        for number, sentence in enumerate(sentences):
            lines += [] if number % 2 else [f"# newdoc id = {BAD}document{number}"]
            lines += [f"# sent_id = {BAD}sentence{number}"]
            for place, (word, label) in enumerate(sentence, 1):
                lines.append(f"{place}\t{word}\t{BAD}lemma\t_\t{BAD}value\t_\t_\t_\t_\tNER={label}")
            lines.append("")
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return str(path)

    first = [token, "met", token, "in", f"\u202e{token}"]
    second = ["the", f"{token}2", "said"]
    third = [f"{token}3", token, "won"]
    fourth = [f"{token}4", "won"]
    reference = conllu(
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
def opened(empty_window: MainWindow, asked: LoadRequest, walk: Walk, qtbot: QtBot) -> MainWindow:
    """Show them in a window, compared, under a filter with hostile names."""
    empty_window.resize(1500, 950)
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(asked, f'-kind:tp type:"{BAD}X","{BAD}Y"')
    walk.settle(empty_window)
    return empty_window


@pytest.fixture
def reviewed(opened: MainWindow, walk: Walk, tmp_path: Path, qtbot: QtBot) -> MainWindow:
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
    walk.settle(opened)
    return opened


@pytest.fixture
def related(empty_window: MainWindow, walk: Walk, tmp_path: Path, token: str, qtbot: QtBot) -> MainWindow:
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
    walk.settle(empty_window)
    return empty_window


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


def test_pages_take_names_for_names(opened: MainWindow, walk: Walk, token: str, qtbot: QtBot) -> None:
    opened.workspace.events.select_event(int(opened.document.order[0]))
    walk.read("events", opened, pointed_at=True)
    (grouping,) = (box for box in opened.findChildren(QCheckBox) if box.text() == "Group equal surfaces")
    grouping.click()
    walk.read("events in groups", opened, pointed_at=True)
    grouping.click()
    for chooser in opened.findChildren(ChoiceButton):
        chooser.show_menu()
        walk.read("buckets to choose", cast("QMenu", QApplication.activePopupWidget()), names_stand=False)
        cast("QMenu", QApplication.activePopupWidget()).close()
    for view in (OVERVIEW, CONSISTENCY, REPAIR, DIAGNOSIS, COMPARE):
        opened.show_view(view)
        walk.read(view, opened, pointed_at=True)
    opened.show_view(EVENTS_VIEW)
    opened.document.compare_with(1)
    walk.read("comparison", opened, pointed_at=True)
    opened.message.say(f"{BAD}x is {token}.")
    walk.read("message", opened)
    assert walk.found == {}


def test_a_review_takes_names_for_names(
    reviewed: MainWindow, walk: Walk, keyboard: Keyboard, qtbot: QtBot, tmp_path: Path
) -> None:
    walk.read("events", reviewed, pointed_at=True)
    read_dialogs(reviewed, walk)
    read_lists(reviewed, walk, qtbot, tmp_path)
    reviewed.show_view(REVIEW)
    walk.read("page", reviewed, pointed_at=True)
    reviewed.show_view(EVENTS_VIEW)
    reviewed.menus.action("mark_reading").trigger()
    walk.read("marking", reviewed)
    keyboard.press(Key.Key_Space)
    walk.read("a type that is written", reviewed)
    keyboard.press(Key.Key_Escape)
    view = reviewed.workspace.context.view
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.cursorRect().center())
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
    walk.read("types beside the pointer", cast("QMenu", QApplication.activePopupWidget()))
    assert walk.found == {}


def read_lists(reviewed: MainWindow, walk: Walk, qtbot: QtBot, tmp_path: Path) -> None:
    """Read what is said of lists that come back."""
    study = reviewed.document.study
    assert study is not None
    ids = [f"{number:016x}" for number in event_numbers(study).tolist()]
    kept = {"verdict": f"{BAD}other", "causes": f"{BAD}gap", "note": f"{BAD}said\u2066", "who": f"{BAD}me"}
    rows = [
        *({"event": one, **kept} for one in ids[:3]),
        {"event": f"{BAD}id"},
        {"event": ids[3], "verdict": f"{BAD} two words"},
        {"event": ids[4], "flag": BAD},
        {"event": ids[5], "decided": BAD},
        {"event": ids[6], "corrected_spans": f'[[0, 1, "{BAD} X"]]'},
        {"event": ids[7], "corrected_spans": f'[[0, 1, "{BAD}X"]]'},
    ]
    path = tmp_path / f"{BAD}list.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(dict.fromkeys(name for row in rows for name in row)))
        writer.writeheader()
        writer.writerows(rows)
    reviewed.lists.read(str(path))
    qtbot.waitUntil(lambda: not reviewed.lists.is_reading)
    (dialog,) = other_windows(reviewed)
    walk.read("dialog", dialog)
    path.write_text(f"{BAD},{BAD}\n1,2\n", encoding="utf-8")
    (marked,) = dialog.findChildren(QCheckBox)
    marked.click()
    qtbot.waitUntil(lambda: not reviewed.lists.is_reading)
    walk.read("mistake in the dialog", dialog)
    dialog.close()
    reviewed.lists.read(str(path))
    qtbot.waitUntil(lambda: not reviewed.lists.is_reading)
    walk.read("mistake in the window", reviewed)


def test_relations_take_names_for_names(related: MainWindow, walk: Walk, qtbot: QtBot) -> None:
    walk.read("page", related, pointed_at=True)
    (types,) = related.findChildren(RelationTypesPanel)
    walk.read("types without direction", types.symmetric_menu())
    related.menus.action("swap_test").trigger()
    qtbot.waitUntil(lambda: bool(other_windows(related)))
    (swap,) = other_windows(related)
    walk.read("swap test", swap, pointed_at=True)
    swap.close()
    assert walk.found == {}


def test_annotators_take_names_for_names(
    empty_window: MainWindow, asked: LoadRequest, walk: Walk, qtbot: QtBot, tmp_path: Path
) -> None:
    first, *rest = asked.predictions
    request = LoadRequest(first, tuple(rest), repair="conlleval", encoding="BIO", annotators=True)
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(request, "")
    walk.read("events", empty_window, pointed_at=True)
    empty_window.show_view(AGREEMENT)
    walk.read("agreement", empty_window, pointed_at=True)
    empty_window.reviews.reviewing.make(str(tmp_path / f"{BAD}.nerinspect"), request)
    qtbot.waitUntil(lambda: empty_window.reviews.is_settled)
    empty_window.menus.action("blind").trigger()
    assert empty_window.blind.panel is not None
    empty_window.blind.panel.note_chosen.emit(f"{BAD}note")
    walk.read("blind", empty_window, pointed_at=True)
    empty_window.blind.leave()
    assert walk.found == {}


def test_what_is_opened_takes_names_for_names(
    empty_window: MainWindow, asked: LoadRequest, walk: Walk, qtbot: QtBot, tmp_path: Path
) -> None:
    empty_window.show_recent([Session(asked)])
    walk.read("start page", empty_window)
    dialog = OpenDialog([str(path) for path in sorted(tmp_path.glob("*.conll*"))], empty_window)
    qtbot.addWidget(dialog)
    dialog.open()
    walk.read("opening dialog", dialog, pointed_at=True)
    dialog.reject()
    path = tmp_path / f"{BAD}.toml"
    files = {"reference": asked.reference, "predictions": list(asked.predictions), "repair": "conlleval"}
    lines = "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in files.items())
    path.write_text(
        "".join(f"[[data]]\nname = {json.dumps(BAD + letter, ensure_ascii=False)}\n{lines}" for letter in "XY"),
        encoding="utf-8",
    )
    empty_window.projects.open(str(path))
    qtbot.waitUntil(lambda: not empty_window.projects.is_reading)
    assert empty_window.projects.panel is not None
    assert BAD[:6] in empty_window.windowTitle()
    walk.read("project", empty_window, pointed_at=True)
    assert walk.found == {}


_DIALOGS = ("files", "export", "systems", "draw_sample", "save_selection", "causes", "compare_signature", "about")
_WITHOUT_NAMES = ("draw_sample", "compare_signature", "about")


def read_dialogs(reviewed: MainWindow, walk: Walk) -> None:
    titles: list[str] = []

    def read(command: str) -> None:
        for dialog in other_windows(reviewed):
            titles.append(dialog.windowTitle())
            walk.read(command, dialog, names_stand=command not in _WITHOUT_NAMES, pointed_at=True)
            dialog.close()

    for number, command in enumerate(_DIALOGS):
        QTimer.singleShot(0, partial(read, command))  # some dialogs wait until they are closed
        reviewed.menus.action(command).trigger()
        QApplication.processEvents()
        read(command)
        assert len(titles) == number + 1


def test_no_picture_is_opened_by_a_tooltip(empty_window: MainWindow, token: str) -> None:
    QToolTip.showText(QPoint(1, 1), token, empty_window)
    tip = next(one for one in QApplication.allWidgets() if one.metaObject().className() == "QTipLabel")
    assert isinstance(tip, QLabel)
    assert tip.textFormat() == Qt.TextFormat.PlainText
    assert tip.text() == token
    tip.hide()
