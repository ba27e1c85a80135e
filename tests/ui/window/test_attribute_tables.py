"""Tables of attributes in the window."""

import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study, load_training
from nerinspect.io.request import LoadRequest
from nerinspect.io.tables_of_attributes import with_attribute_tables
from nerinspect.progress import Checkpoint
from nerinspect.settings import Session
from nerinspect.tables.files import file_facts
from nerinspect.ui.desk.sessions import changed_files, current_session
from nerinspect.ui.kit.doors import Door
from nerinspect.ui.window.window import MainWindow


@pytest.fixture
def request_for_files(tmp_path: Path) -> LoadRequest:
    """Ask for a reference of two sentences and a prediction; a table and training data lie beside them."""
    (tmp_path / "ref.conll").write_text("Ostend B-LOC\n\nBruges B-LOC\nsaid O\n")
    (tmp_path / "pred.conll").write_text("Ostend B-ORG\n\nBruges B-ORG\nsaid O\n")
    (tmp_path / "train.conll").write_text("Ostend B-LOC\n\nBruges B-LOC\n")
    (tmp_path / "own.csv").write_text("sentence,genre\n1,news\n2,blog\n")
    return LoadRequest(str(tmp_path / "ref.conll"), (str(tmp_path / "pred.conll"),), encoding="BIO")


@pytest.fixture
def opened(empty_window: MainWindow, request_for_files: LoadRequest, qtbot: QtBot) -> MainWindow:
    """Show the files in a window."""
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(request_for_files, "")
    return empty_window


def study_of(window: MainWindow) -> Study:
    assert window.document.study is not None
    return window.document.study


def names_in(window: MainWindow) -> list[str]:
    return [one.name for one in study_of(window).attributes]


def tables_in(window: MainWindow) -> list[str]:
    assert window.document.request is not None
    return [Path(path).name for path in window.document.request.attribute_tables]


def read(window: MainWindow, path: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.opener.attributes.changed):
        window.opener.attributes.read(str(path))


def test_a_table_is_read_behind_what_is_on_show(opened: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    opened.workspace.events.select_event(1)
    text = study_of(opened).text
    read(opened, tmp_path / "own.csv", qtbot)
    assert (names_in(opened), tables_in(opened)) == (["genre"], ["own.csv"])
    assert study_of(opened).text is text
    assert opened.document.chosen_event == 1
    assert "2 of 2 rows about a sentence" in opened.message.text
    opened.desk.open(Door("bucket:genre=blog"))
    assert opened.document.order.tolist() == [1]


def test_a_file_is_asked_for(opened: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(tmp_path / "own.csv")
    monkeypatch.setattr("nerinspect.ui.kit.file_dialogs.QFileDialog.getOpenFileName", lambda *_: (path, ""))
    with qtbot.waitSignal(opened.opener.attributes.changed):
        opened.menus.action("attribute_table").trigger()
    assert names_in(opened) == ["genre"]


def test_without_files_there_is_nothing_a_table_could_be_about(empty_window: MainWindow) -> None:
    empty_window.opener.attributes.ask()
    assert empty_window.message.text == "First open the files that the table is about."


def test_the_menu_offers_what_can_be_done(
    empty_window: MainWindow, request_for_files: LoadRequest, tmp_path: Path, qtbot: QtBot
) -> None:
    def offered() -> list[bool]:
        names = ("attribute_table", "remove_attribute_tables")
        return [empty_window.menus.action(name).isEnabled() for name in names]

    states = [offered()]
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(request_for_files, "")
    states.append(offered())
    read(empty_window, tmp_path / "own.csv", qtbot)
    assert [*states, offered()] == [[False, False], [True, False], [True, True]]


@pytest.mark.parametrize(
    ("content", "tables"),
    [
        ("sentence,year\n1,2024\n", ["own.csv", "more.csv"]),
        ("sentence,genre\n1,mail\n", ["more.csv"]),
        ("sentence,year,genre\n1,2024,mail\n", ["more.csv"]),
    ],
)
def test_a_table_takes_the_place_of_those_with_a_column_of_the_same_name(
    content: str, tables: list[str], opened: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    read(opened, tmp_path / "own.csv", qtbot)
    (tmp_path / "more.csv").write_text(content)
    read(opened, tmp_path / "more.csv", qtbot)
    assert tables_in(opened) == tables


def test_a_table_that_was_changed_is_read_again(opened: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    read(opened, tmp_path / "own.csv", qtbot)
    (tmp_path / "own.csv").write_text("sentence,year\n1,2024\n")
    read(opened, tmp_path / "own.csv", qtbot)
    assert (names_in(opened), tables_in(opened)) == (["year"], ["own.csv"])


def test_removing_tables_leaves_out_what_a_filter_asked_of_them(
    opened: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    read(opened, tmp_path / "own.csv", qtbot)
    opened.desk.open(Door("bucket:genre=blog kind:le"))
    with qtbot.waitSignal(opened.opener.attributes.changed):
        opened.menus.action("remove_attribute_tables").trigger()
    assert (names_in(opened), tables_in(opened), opened.document.query) == ([], [], "kind:le")
    assert opened.message.text.startswith("bucket:genre=blog names an attribute that is gone")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("sentence,genre\n1,a\n1,b\n", "two rows are about sentence “1”, first in line 2; keep one of them."),
        ("genre\na\n", "no column is called document, sentence or event (there are: “genre”)"),
    ],
)
def test_a_mistake_is_told_and_changes_nothing(
    content: str, words: str, opened: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    read(opened, tmp_path / "own.csv", qtbot)
    before = study_of(opened)
    (tmp_path / "wrong.csv").write_text(content)
    opened.opener.attributes.read(str(tmp_path / "wrong.csv"))
    qtbot.waitUntil(lambda: words in opened.message.text)
    assert study_of(opened) is before
    assert not opened.opener.attributes.is_busy
    assert opened.message.actions_offered == ["Try again", "Another file…"]


def test_what_does_not_fit_is_told(opened: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "own.csv").write_text("sentence,genre\n1,a\n7,b\n")
    read(opened, tmp_path / "own.csv", qtbot)
    assert "1 of 2 rows without a sentence in the data, first “7”; left out" in opened.message.text


def test_a_session_keeps_its_tables(opened: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    read(opened, tmp_path / "own.csv", qtbot)
    opened.desk.open(Door("bucket:genre=blog"))
    left = current_session(opened.document)
    assert left is not None
    with qtbot.waitSignal(opened.session_opened):
        opened.open_session(left)
    assert (tables_in(opened), opened.document.query) == (["own.csv"], "bucket:genre=blog")
    assert current_session(opened.document) == left
    other = Session(left.request, digests=(*left.digests[:-1], "0"))
    assert changed_files(study_of(opened), other) == ["own.csv"]


def test_a_table_that_is_gone_hides_nothing_else(opened: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    read(opened, tmp_path / "own.csv", qtbot)
    left = current_session(opened.document)
    assert left is not None
    (tmp_path / "own.csv").unlink()
    with qtbot.waitSignal(opened.session_opened):
        opened.open_session(left)
    assert len(study_of(opened).events) == 2
    assert "own.csv: there is no such file; check the path" in opened.message.text


def test_how_a_table_was_read_stands_with_the_other_files(opened: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    read(opened, tmp_path / "own.csv", qtbot)
    facts = file_facts(study_of(opened))[-1]
    assert (facts.title, Path(facts.path).name, facts.notes[0]) == (
        "attributes",
        "own.csv",
        "2 of 2 rows about a sentence",
    )


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Hold the reading of training data back until the event is set."""
    gate = threading.Event()

    def load_later(request: LoadRequest, encoding: str, checkpoint: Checkpoint) -> object:
        while not gate.wait(0.01):
            checkpoint(0, 1)
        return load_training(request, encoding, checkpoint)

    monkeypatch.setattr("nerinspect.ui.desk.changing.load_training", load_later)
    return gate


def read_training(window: MainWindow, tmp_path: Path) -> None:
    assert window.document.request is not None
    request = replace(window.document.request, training=str(tmp_path / "train.conll"), retention=True)
    window.opener.training.read(Session(request))


def test_a_table_waits_for_training_data_and_both_stay(
    opened: MainWindow, tmp_path: Path, held: threading.Event, qtbot: QtBot
) -> None:
    read_training(opened, tmp_path)
    opened.opener.attributes.read(str(tmp_path / "own.csv"))
    assert opened.message.text == "The attribute table is read once the training data is."
    with qtbot.waitSignal(opened.opener.attributes.changed):
        held.set()
    assert study_of(opened).training is not None
    assert (names_in(opened), tables_in(opened)) == (["genre"], ["own.csv"])


def test_training_data_that_begin_to_be_read_after_a_table_do_not_lose_it(
    opened: MainWindow, tmp_path: Path, held: threading.Event, qtbot: QtBot
) -> None:
    opened.opener.attributes.read(str(tmp_path / "own.csv"))
    read_training(opened, tmp_path)
    with qtbot.waitSignal(opened.opener.attributes.changed):
        held.set()
    assert study_of(opened).training is not None
    assert names_in(opened) == ["genre"]


def test_tables_stay_when_training_data_are_read_behind_them(
    opened: MainWindow, tmp_path: Path, held: threading.Event, qtbot: QtBot
) -> None:
    read(opened, tmp_path / "own.csv", qtbot)
    held.set()
    with qtbot.waitSignal(opened.opener.training.changed):
        read_training(opened, tmp_path)
    assert (names_in(opened), tables_in(opened)) == (["genre"], ["own.csv"])
    assert study_of(opened).training is not None


def test_the_window_reads_what_the_command_line_reads(
    empty_window: MainWindow, request_for_files: LoadRequest, tmp_path: Path, qtbot: QtBot
) -> None:
    request = replace(request_for_files, attribute_tables=(str(tmp_path / "own.csv"),))
    with qtbot.waitSignal(empty_window.session_opened):
        empty_window.open_files(request, "bucket:genre=news")
    assert empty_window.document.order.tolist() == [0]
    direct = load_study(request)
    assert names_in(empty_window) == [one.name for one in direct.attributes]
    assert study_of(empty_window).warnings == direct.warnings


def test_other_files_end_what_was_begun(
    opened: MainWindow, request_for_files: LoadRequest, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()

    def read_later(study: Study, paths: Sequence[str]) -> Study:
        gate.wait(60)
        return with_attribute_tables(study, paths)

    monkeypatch.setattr("nerinspect.io.tables_of_attributes.with_attribute_tables", read_later)
    opened.opener.attributes.read(str(tmp_path / "own.csv"))
    with qtbot.waitSignal(opened.session_opened):
        opened.open_files(request_for_files, "")
    gate.set()
    assert not opened.opener.attributes.is_busy
    assert names_in(opened) == []


def test_the_table_of_events_shows_the_same_columns_beside_new_ones_that_are_offered(
    opened: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    def shown() -> list[str]:
        view = opened.workspace.events.view
        return [column.key for place, column in enumerate(view.events.columns) if not view.isColumnHidden(place)]

    before = shown()
    read(opened, tmp_path / "own.csv", qtbot)
    assert shown() == before
    opened.workspace.events.columns.choose("attr:genre", True)
    assert shown() == [*before, "attr:genre"]
    with qtbot.waitSignal(opened.opener.attributes.changed):
        opened.menus.action("remove_attribute_tables").trigger()
    assert shown() == before
