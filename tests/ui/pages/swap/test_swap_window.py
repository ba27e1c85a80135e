import json
import shlex
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QThreadPool
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from nerinspect.cli.main import run
from nerinspect.io.swap_files import SWAP_COLUMNS
from nerinspect.systems.swap_test import SWAP_PATTERNS
from nerinspect.ui.pages.swap.swap_testing import COLUMNS, ORIGINAL, SWAPPED, ask_report, ask_swapped
from nerinspect.ui.pages.swap.swap_window import SwapWindow
from tests.ui.test_accessibility import nameless

HEADS = [column.title for column in COLUMNS]


def listed(window: SwapWindow) -> list[tuple[str, ...]]:
    places = window.sentences.places
    return [tuple(cell.text for cell in places.write(row)) for row in range(places.n_rows)]


def add(window: SwapWindow, qtbot: QtBot, name: str, arguments: list[str]) -> None:
    with qtbot.waitSignal(window.testing.reported):
        window.add_predictions(name, arguments)


def cells(window: SwapWindow, head: str) -> list[str]:
    model = window.report_part.table.numbers
    return [model.index(row, HEADS.index(head)).data() for row in range(model.rowCount())]


def test_every_control_has_a_name(test_window: SwapWindow) -> None:
    assert nameless(test_window) == []


def test_the_type_with_most_sentences_is_shown_first(test_window: SwapWindow) -> None:
    box = test_window.types.box
    assert [box.itemText(place) for place in range(box.count())] == ["Kill (3 sentences)", "Meet (1 sentence)"]
    assert test_window.types.told == "3 sentences swapped; left out – several relations of the type: 1"
    assert listed(test_window) == [("1", "Ann", "Bo"), ("4", "Gus", "Hal"), ("5", "Ida", "Jo")]


def test_the_sentence_stands_in_both_forms(test_window: SwapWindow) -> None:
    pair = test_window.pair.pair
    assert pair is not None
    assert (" ".join(pair.original.tokens), pair.original.triple) == ("Ann shot Bo", "Ann — Kill → Bo")
    assert (" ".join(pair.swapped.tokens), pair.swapped.triple) == ("Bo shot Ann", "Bo — Kill → Ann")
    test_window.sentences.selectRow(2)
    pair = test_window.pair.pair
    assert pair is not None
    assert (pair.number, pair.swapped.triple) == (5, "Jo — Kill → Ida")
    assert test_window.pair.accessibleDescription().startswith("Original: Ida — Kill → Jo. Swapped: Jo")


def test_predictions_on_the_original_are_scored_at_once(test_window: SwapWindow) -> None:
    assert (cells(test_window, "Set"), cells(test_window, "F1")) == (["original"], ["100.00"])
    assert cells(test_window, "Both") == [""]


def test_every_number_of_sentences_lists_just_these(
    test_window: SwapWindow, qtbot: QtBot, on_swapped: dict[str, str]
) -> None:
    add(test_window, qtbot, SWAPPED, [f"{name}={path}" for name, path in on_swapped.items()])
    table = test_window.report_part.table
    assert cells(test_window, "Set") == ["original", "swapped", "swapped"]
    found = {}
    for row in range(table.numbers.rowCount()):
        for place, pattern in enumerate(SWAP_PATTERNS):
            index = table.numbers.index(row, len(SWAP_COLUMNS) + place)
            if table.is_door(index):
                table.open(index)
                found[table.numbers.index(row, 0).data(), pattern] = [number for number, *_ in listed(test_window)]
                assert index.data() == str(len(listed(test_window)))
                assert not test_window.shown.all.isHidden()
    assert found == {
        ("spert", "both"): ["1"],
        ("spert", "original"): ["4", "5"],
        ("pure", "swapped"): ["1"],
        ("pure", "none"): ["4"],
        ("pure", "original"): ["5"],
    }
    assert test_window.shown.text == "pure extracts neither the swapped nor the original relation: 1 of 3 sentences"


def test_numbers_that_count_no_sentence_are_no_doors(
    test_window: SwapWindow, qtbot: QtBot, on_swapped: dict[str, str]
) -> None:
    add(test_window, qtbot, SWAPPED, [f"spert={on_swapped['spert']}"])
    table = test_window.report_part.table
    zero = table.numbers.index(1, HEADS.index("Neither"))
    assert (zero.data(), table.is_door(zero)) == ("0", False)
    table.open(zero)
    table.open(table.numbers.index(1, HEADS.index("F1")))
    table.open(table.numbers.index(0, HEADS.index("Both")))
    assert len(listed(test_window)) == 3


def test_all_sentences_come_back(
    test_window: SwapWindow, qtbot: QtBot, on_swapped: dict[str, str], press_button: Callable[..., None]
) -> None:
    add(test_window, qtbot, SWAPPED, [f"pure={on_swapped['pure']}"])
    test_window.sentences.selectRow(1)
    test_window.show_pattern("pure", 1, SWAP_PATTERNS.index("none"))
    assert listed(test_window) == [("4", "Gus", "Hal")]
    press_button(test_window.shown, "Show &all")
    assert (len(listed(test_window)), test_window.shown.text) == (3, "3 sentences")
    assert test_window.sentences.current == 1  # the chosen one stays


def test_systems_say_what_they_make_of_the_sentence(
    test_window: SwapWindow, qtbot: QtBot, on_swapped: dict[str, str]
) -> None:
    add(test_window, qtbot, SWAPPED, [f"spert={on_swapped['spert']}", f"spert={on_swapped['pure']}"])
    assert test_window.pair.said == (
        ("spert run 1", "extracts the swapped and the original relation"),
        ("spert run 2", "extracts the swapped relation alone"),
    )
    assert cells(test_window, "Run") == ["1", "1", "2", "mean", "std"]
    assert cells(test_window, "Both") == ["", "1", "0", "", ""]


def test_another_type_begins_anew(test_window: SwapWindow, qtbot: QtBot, on_swapped: dict[str, str]) -> None:
    add(test_window, qtbot, SWAPPED, [f"spert={on_swapped['spert']}"])
    with qtbot.waitSignal(test_window.testing.reported):
        test_window.types.box.setCurrentIndex(1)
    assert listed(test_window) == [("3", "Cy", "Di")]
    assert (cells(test_window, "Set"), cells(test_window, "Sentences")) == (["original"], ["1"])


def test_files_named_while_others_are_scored_come_beside_them(
    test_window: SwapWindow, qtbot: QtBot, on_swapped: dict[str, str]
) -> None:
    with qtbot.waitSignal(test_window.testing.reported):
        for name, path in on_swapped.items():
            test_window.add_predictions(SWAPPED, [f"{name}={path}"])
    assert cells(test_window, "System") == ["spert", "spert", "pure"]


def test_scores_of_another_type_do_not_arrive_late(
    test_window: SwapWindow, qtbot: QtBot, on_swapped: dict[str, str]
) -> None:
    with qtbot.waitSignal(test_window.testing.worked, check_params_cb=lambda words: not words):
        test_window.report_part.removal_requested.emit(ORIGINAL)
        test_window.add_predictions(SWAPPED, [f"spert={on_swapped['spert']}"])
        test_window.types.box.setCurrentIndex(1)
    assert all(pool.waitForDone(10_000) for pool in test_window.testing.findChildren(QThreadPool))
    QApplication.processEvents()
    assert (listed(test_window), cells(test_window, "System")) == ([("3", "Cy", "Di")], [])


def test_a_mistake_is_said_and_changes_nothing(test_window: SwapWindow, qtbot: QtBot, reference: str) -> None:
    with qtbot.waitSignal(test_window.testing.refused):
        test_window.add_predictions(SWAPPED, [f"spert={reference}"])
    assert "token “Ann”" in test_window.message.text
    assert cells(test_window, "Set") == ["original"]
    assert test_window.testing.predictions[SWAPPED] == ()


def test_predictions_are_taken_away(test_window: SwapWindow, qtbot: QtBot, on_swapped: dict[str, str]) -> None:
    add(test_window, qtbot, SWAPPED, [f"spert={on_swapped['spert']}"])
    with qtbot.waitSignal(test_window.testing.reported):
        test_window.report_part.removal_requested.emit(SWAPPED)
    assert cells(test_window, "Set") == ["original"]
    test_window.report_part.removal_requested.emit(ORIGINAL)
    assert cells(test_window, "Set") == []


def test_the_menu_names_the_systems_of_the_other_set(test_window: SwapWindow) -> None:
    menu = test_window.report_part.menus[SWAPPED]
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions()] == [
        "Of spert…",
        "Systems named after their files…",
        "Remove all",
    ]
    assert not menu.actions()[-1].isEnabled()


def test_files_that_are_named_are_those_of_a_system(
    test_window: SwapWindow, qtbot: QtBot, on_swapped: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([*on_swapped.values()], ""))
    with qtbot.waitSignal(test_window.testing.reported):
        test_window.report_part.files_requested.emit(SWAPPED, "spert")
    assert cells(test_window, "System") == ["spert"] * 5
    with qtbot.waitSignal(test_window.testing.reported):
        test_window.report_part.removal_requested.emit(SWAPPED)
    with qtbot.waitSignal(test_window.testing.reported):
        test_window.report_part.files_requested.emit(SWAPPED, "")
    assert cells(test_window, "System") == ["spert", "s", "p"]


def test_sentences_are_written_as_the_command_line_writes_them(
    test_window: SwapWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "swapped.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    with qtbot.waitSignal(test_window.testing.written):
        test_window.types.write.click()
    written = path.read_bytes()
    assert [" ".join(one["tokens"]) for one in json.loads(written)] == ["Bo shot Ann", "Hal shot Gus", "Jo hit Ida"]
    assert str(path) in test_window.message.text
    command = json.loads(Path(f"{path}.json").read_text(encoding="utf-8"))["command"]
    path.unlink()
    assert run(shlex.split(command)[1:]) == 0
    assert path.read_bytes() == written


def test_the_report_is_written_as_the_command_line_writes_it(
    test_window: SwapWindow, qtbot: QtBot, on_swapped: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(test_window, qtbot, SWAPPED, [f"spert={on_swapped['spert']}"])
    path = tmp_path / "report.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    with qtbot.waitSignal(test_window.testing.written):
        test_window.report_part.save.click()
    written = path.read_bytes()
    assert written.decode().splitlines()[0] == ",".join(SWAP_COLUMNS)
    command = json.loads(Path(f"{path}.json").read_text(encoding="utf-8"))["command"]
    path.unlink()
    assert run(shlex.split(command)[1:]) == 0
    assert path.read_bytes() == written


def test_a_type_is_suggested_as_a_name_that_files_can_have(
    test_window: SwapWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def refuse(_window: object, _title: str, name: str, _kinds: str) -> tuple[str, str]:
        asked.append(name)
        return "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", refuse)
    assert (ask_swapped(test_window, "per:city/of"), ask_report(test_window, "Kill")) == ("", "")
    assert asked == ["per_city_of.swapped.json", "Kill.swap.csv"]


def test_a_file_that_has_changed_is_told(test_window: SwapWindow, qtbot: QtBot, reference: str) -> None:
    Path(reference).write_text(Path(reference).read_text(encoding="utf-8") + " ", encoding="utf-8")
    with qtbot.waitSignal(test_window.testing.refused):
        test_window.testing.read()
    assert "the file has changed since it was read" in test_window.message.text


def test_the_table_is_copied_whole(test_window: SwapWindow) -> None:
    table = test_window.report_part.table
    head, row, _ = table.as_tsv().split("\n")
    assert head.split("\t") == HEADS
    assert row.split("\t")[:4] == ["spert", "1", "original", "3"]
    menu = table.menu_of(table.numbers.index(0, HEADS.index("F1")))
    assert "Copy table" in [action.text() for action in menu.actions()]
    menu.deleteLater()


def test_a_narrow_window_keeps_its_columns_and_its_buttons(test_window: SwapWindow, qtbot: QtBot) -> None:
    part = test_window.report_part
    test_window.resize(1300, 700)
    qtbot.waitUntil(lambda: not part.table.left_out)
    test_window.resize(740, 700)
    qtbot.waitUntil(lambda: part.save.mapTo(test_window, part.save.rect().topRight()).x() < test_window.width())
    assert part.table.left_out == ()  # they draw together
    assert part.table.horizontalHeader().length() <= part.table.viewport().width()


def test_the_picture_is_of_the_chosen_sentence(
    test_window: SwapWindow, qtbot: QtBot, on_swapped: dict[str, str]
) -> None:
    add(test_window, qtbot, SWAPPED, [f"spert={on_swapped['spert']}"])
    test_window.report_part.table.setCurrentIndex(test_window.report_part.table.numbers.index(1, HEADS.index("Both")))
    pictures = []
    for row in (0, 1):
        test_window.sentences.selectRow(row)
        pictures.append(test_window.grab().toImage())
    test_window.pair.show_pair(None)
    pictures.append(test_window.grab().toImage())
    assert all(one != other for one, other in pairwise(pictures))
