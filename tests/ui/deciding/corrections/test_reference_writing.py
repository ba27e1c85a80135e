"""The corrected reference from the window: previewed, and written as by the command; what changes nothing is a door."""

import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QTableView
from pytestqt.qtbot import QtBot

from nerinspect.cli.main import run
from nerinspect.events.decision import Decision
from nerinspect.io.reading.loading import load_sides, load_study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.deciding.reference_writing import ReferenceDialog
from nerinspect.ui.kit.doors import DoorLabel
from nerinspect.ui.window.window import MainWindow
from tests.ui.deciding.conftest import REFERENCE, Settle


def decide(window: MainWindow, decisions: dict[int, Decision], settle: Settle) -> None:
    changes = {event: lambda _before, one=one: one for event, one in decisions.items()}
    window.reviews.mentions.decide_each(changes, "test")
    settle()


@pytest.fixture
def decided(reviewed: MainWindow, settle: Settle) -> MainWindow:
    """Correct an event of one system, and leave others without effect."""
    decisions = {
        0: Decision("reference-wrong", correction=((1, 2, "PER"),)),
        1: Decision("reference-wrong"),
        2: Decision("prediction-wrong", correction=()),
    }
    decide(reviewed, decisions, settle)
    return reviewed


def opened(window: MainWindow, qtbot: QtBot) -> ReferenceDialog:
    window.menus.action("write_reference").trigger()
    dialog = window.findChild(ReferenceDialog)
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.preview is not None)
    return dialog


def lines_of(dialog: ReferenceDialog) -> list[list[str]]:
    model = dialog.findChildren(QTableView)[0].model()
    columns = range(model.columnCount())
    return [[model.index(row, column).data() for column in columns] for row in range(model.rowCount())]


def answer(monkeypatch: pytest.MonkeyPatch, path: str) -> list[str]:
    suggested: list[str] = []

    def ask(_parent: object, _title: str, place: str, *_: object) -> tuple[str, str]:
        suggested.append(place)
        return path, ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    return suggested


def test_what_changes_is_shown_and_written_as_the_command_does(
    decided: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, path: str
) -> None:
    dialog = opened(decided, qtbot)
    assert lines_of(dialog) == [["2", "one O", "one B-PER"]]
    suggested = answer(monkeypatch, str(tmp_path / "out.conll"))
    dialog.accept()
    qtbot.waitUntil(lambda: "Wrote" in decided.message.text)
    assert suggested == [str(tmp_path / "reference.corrected.conll")]
    qtbot.waitUntil(lambda: decided.findChild(ReferenceDialog) is None)
    written = (tmp_path / "out.conll").read_text()
    assert written == REFERENCE.replace("one O", "one B-PER")
    decided.close()
    assert run(["review", "reference", path, "--allow-outside", "-o", str(tmp_path / "command.conll")]) == 0
    assert (tmp_path / "command.conll").read_text() == written
    records = [json.loads((tmp_path / f"{name}.conll.json").read_text()) for name in ("out", "command")]
    by_window, by_command = records
    assert by_window["sources"] == by_command["sources"]
    assert by_window["command"] == f"nerinspect review reference {path} --output {tmp_path / 'out.conll'}"


def test_numbers_without_effect_open_their_events(decided: MainWindow, qtbot: QtBot) -> None:
    dialog = opened(decided, qtbot)
    labels = [label for label in dialog.findChildren(DoorLabel) if label.pieces]
    said = {label.pieces[0].text: label for label in labels}
    assert [*said] == ["1 wrong reference without a correction", "1 correction entered without a matching verdict"]
    said["1 wrong reference without a correction"].linkActivated.emit("0")
    assert dialog.isHidden()
    qtbot.waitUntil(lambda: decided.document.order.tolist() == [1])
    assert decided.document.query == "correction:missing"


def test_the_reference_is_never_overwritten(
    decided: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, path: str
) -> None:
    dialog = opened(decided, qtbot)
    for target in (tmp_path / "reference.conll", tmp_path / "rich.conll", Path(path)):
        before = target.read_bytes()
        answer(monkeypatch, str(target))
        dialog.accept()
        qtbot.waitUntil(lambda: not dialog._working.isVisible())
        assert "choose another file" in dialog._problem.text()
        assert target.read_bytes() == before
        assert dialog.isVisible()


def test_contradicting_corrections_are_told_and_open_their_events(
    reviewed: MainWindow, settle: Settle, qtbot: QtBot
) -> None:
    study = reviewed.document.study
    assert study is not None
    first, second = int(study.event_start[0]), int(study.event_start[1])
    of_upper = next(event for event in range(first, second) if study.events.start[event] == 3)
    other = second
    decisions = {
        of_upper: Decision("reference-wrong", correction=((1, 2, "LOC"),)),
        other: Decision("reference-wrong", correction=()),
    }
    decide(reviewed, decisions, settle)
    dialog = opened(reviewed, qtbot)
    assert "contradict each other" in dialog._problem.text()
    assert not dialog._write.isEnabled()
    [label] = [label for label in dialog.findChildren(DoorLabel) if label.pieces]
    assert "".join(piece.text for piece in label.pieces) == "2 events in conflict: rich 1, plain 1"
    label.linkActivated.emit("3")
    qtbot.waitUntil(lambda: reviewed.document.order.tolist() == [other])
    assert reviewed.document.prediction == 1


def test_it_is_offered_while_a_review_is_open(reviewed: MainWindow, settle: Settle) -> None:
    action = reviewed.menus.action("write_reference")
    assert not action.isEnabled()
    decide(reviewed, {0: Decision("ambiguous")}, settle)
    assert action.isEnabled()
    assert action.text() == "Wr&ite corrected reference…"
    reviewed.reviews.reviewing.end()
    assert not action.isEnabled()


def test_spans_in_json_are_written_as_the_command_does(
    empty_window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, path: str
) -> None:
    line = {"text": "Ann met Ulm", "spans": [{"start": 0, "end": 3, "label": "PER"}]}
    for name, spans in (("ref", line["spans"]), ("pred", [])):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps({**line, "spans": spans}) + "\n")
    request = LoadRequest(str(tmp_path / "ref.jsonl"), (str(tmp_path / "pred.jsonl"),))
    empty_window.opener.show(load_study(request), request, "")
    empty_window.document.select_query("")
    empty_window.reviews.mentions.decide_each(
        {0: lambda _: Decision("both-wrong", correction=((0, 1, "ORG"),))}, "test"
    )
    qtbot.waitUntil(lambda: empty_window.reviews.is_settled)
    dialog = opened(empty_window, qtbot)
    [[number, before, after]] = lines_of(dialog)
    assert (number, '"PER"' in before, '"ORG"' in after) == ("1", True, True)
    answer(monkeypatch, str(tmp_path / "out.jsonl"))
    dialog.accept()
    qtbot.waitUntil(lambda: "Wrote" in empty_window.message.text)
    empty_window.close()
    assert run(["review", "reference", path, "--allow-outside", "-o", str(tmp_path / "command.jsonl")]) == 0
    assert (tmp_path / "out.jsonl").read_bytes() == (tmp_path / "command.jsonl").read_bytes()


def test_between_annotators_what_is_not_settled_is_a_door(
    empty_window: MainWindow, qtbot: QtBot, tmp_path: Path, path: str
) -> None:
    for name, labels in (("anna", "B-PER O B-LOC O"), ("ben", "B-ORG B-LOC O O")):
        words = zip(["Ann", "met", "Ulm", "."], labels.split(), strict=True)
        (tmp_path / f"{name}.conll").write_text("".join(f"{word} {label}\n\n" for word, label in words))
    names = tuple(f"{name}={tmp_path / name}.conll" for name in ("anna", "ben"))
    request = LoadRequest(names[0], names[1:], annotators=True)
    empty_window.opener.show(load_sides(request), request, "")
    empty_window.document.select_query("")
    empty_window.reviews.reviewing.make(path, request)
    decisions = [Decision("reference-wrong"), Decision("both-wrong")]
    changes = {event: lambda _, one=one: one for event, one in enumerate(decisions)}
    empty_window.reviews.mentions.decide_each(changes, "test")
    qtbot.waitUntil(lambda: empty_window.reviews.is_settled)
    assert empty_window.menus.action("write_reference").text() == "Wr&ite adjudicated annotation…"
    dialog = opened(empty_window, qtbot)
    assert lines_of(dialog) == [["1", "Ann B-PER", "Ann B-ORG"]]
    said = [label.pieces[0].text for label in dialog.findChildren(DoorLabel) if label.pieces]
    assert said == ["1 disagreement with A wrong and no correction", "1 disagreement undecided"]
    [*_, label] = [label for label in dialog.findChildren(DoorLabel) if label.pieces]
    label.linkActivated.emit("0")
    qtbot.waitUntil(lambda: empty_window.document.order.tolist() == [2])
