from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDialog, QFileDialog, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.io.load import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.dialogs.open_dialog import OpenDialog
from nerinspect.ui.dialogs.opening.files_model import FileColumn

PressButton = Callable[[QWidget, str], None]
Open = Callable[..., OpenDialog]

GOLD = "Port\tB-ORG\nof\tI-ORG\nPell\tI-ORG\n\nInes\tB-PER\nsaid\tO\n"
GOOD = "Port\tB-ORG\nof\tI-ORG\nPell\tI-ORG\n\nInes\tO\nsaid\tO\n"
INVALID = "Port\tO\nof\tI-ORG\nPell\tB-LOC\n\nInes\tB-PER\nsaid\tO\n"
OTHER = "Port\tB-ORG\nof\tI-ORG\nPull\tI-ORG\n\nInes\tO\nsaid\tO\n"
TRAINING = "Elin\tB-PER\nran\tO\n"


@pytest.fixture
def open_files(qtbot: QtBot, tmp_path: Path) -> Iterator[Open]:
    """Write files, open the dialog on them and wait until they are checked."""
    opened: list[OpenDialog] = []

    def show(request: LoadRequest | None = None, **files: str | bytes) -> OpenDialog:
        paths = []
        for name, data in files.items():
            path = tmp_path / f"{name}.conll"
            path.write_bytes(data.encode() if isinstance(data, str) else data)
            paths.append(str(path))
        dialog = OpenDialog([] if request else paths, None, request)
        opened.append(dialog)
        qtbot.addWidget(dialog)
        with qtbot.waitActive(dialog):
            dialog.show()
            dialog.activateWindow()
        settle(dialog, qtbot)
        return dialog

    yield show
    for dialog in opened:
        dialog.shutdown()


def settle(dialog: OpenDialog, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not dialog.files.queue.is_busy)


def cells(dialog: OpenDialog, column: FileColumn) -> list[str]:
    model = dialog.table.model()
    return [str(model.index(row, column).data()) for row in range(model.rowCount())]


def combo(dialog: OpenDialog, name: str) -> QComboBox:
    return next(box for box in dialog.findChildren(QComboBox) if box.accessibleName() == name)


def choose(dialog: OpenDialog, qtbot: QtBot, name: str, value: str) -> None:
    """Choose what a list shows, as a user does."""
    box = combo(dialog, name)
    place = box.findText(value)
    assert place >= 0, [box.itemText(number) for number in range(box.count())]
    box.setCurrentIndex(place)
    box.activated.emit(place)
    settle(dialog, qtbot)


def select(dialog: OpenDialog, qtbot: QtBot, row: int) -> None:
    dialog.table.choose(dialog.files.entries[row])
    settle(dialog, qtbot)


def names(request: LoadRequest | None) -> tuple[str, ...]:
    assert request is not None
    return tuple(Path(path).name for path in request.paths)


def test_files_are_sorted_checked_and_can_be_opened(open_files: Open) -> None:
    dialog = open_files(gold=GOLD, good=GOOD, train=TRAINING)
    assert cells(dialog, FileColumn.ROLE) == ["Reference", "Prediction", "Training"]
    assert cells(dialog, FileColumn.READ) == ["5 tokens", "5 tokens", "2 tokens"]
    assert cells(dialog, FileColumn.CHECK) == ["✓ no invalid transition"] * 3
    assert dialog.footer.open.text() == "&Open 3 files"
    assert dialog.footer.open.isEnabled()


def test_what_is_asked_for_can_be_loaded(open_files: Open) -> None:
    request = open_files(gold=GOLD, good=GOOD, train=TRAINING).request()
    assert request is not None
    assert len(load_study(request).events) == 2


def test_the_first_prediction_is_looked_at(open_files: Open) -> None:
    dialog = open_files(gold=GOLD, good=GOOD)
    view = dialog.preview.view.model()
    assert [view.index(row, 1).data() for row in range(3)] == ["Port", "of", "Pell"]
    assert view.index(0, 3).data() == "ORG"


def test_nothing_can_be_opened_before_there_is_a_file(open_files: Open) -> None:
    dialog = open_files()
    assert not dialog.footer.open.isEnabled()
    assert dialog.footer.text == "Add a reference and predictions, or drop them here."


def test_invalid_transitions_ask_for_a_repair(open_files: Open) -> None:
    dialog = open_files(gold=GOLD, bad=INVALID)
    assert not dialog.footer.open.isEnabled()
    assert dialog.footer.text == "Choose a repair for bad.conll, or untick it."
    assert dialog.problems.kinds == ["Invalid transitions"]
    assert dialog.repairs.isVisible()


@pytest.mark.parametrize(("method", "row"), [("conlleval", 1), ("discard", 2)])
def test_a_repair_chosen_in_the_table_settles_it(open_files: Open, qtbot: QtBot, method: str, row: int) -> None:
    dialog = open_files(gold=GOLD, bad=INVALID)
    table = dialog.repairs.table
    table.setFocus()
    table.setCurrentIndex(table.model().index(row, 0))
    QTest.keyClick(table, Qt.Key.Key_Space)
    settle(dialog, qtbot)
    request = dialog.request()
    assert request is not None
    assert (request.repair, dialog.footer.open.isEnabled()) == (method, True)


def test_a_file_that_is_unticked_needs_no_repair(open_files: Open) -> None:
    dialog = open_files(gold=GOLD, bad=INVALID)
    dialog.table.setFocus()
    QTest.keyClick(dialog.table, Qt.Key.Key_Space)
    assert dialog.footer.open.text() == "&Open 1 file"
    assert dialog.footer.open.isEnabled()
    assert names(dialog.request()) == ("gold.conll",)


def test_nothing_is_scored_against_a_reference_that_cannot_be_read_yet(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(gold=INVALID, bad=INVALID)
    table = dialog.repairs.table.model()
    assert table.index(1, table.columnCount() - 1).data() == "–"
    dialog.files.choose(dialog.files.entries[0], repair="conlleval")
    settle(dialog, qtbot)
    assert table.index(1, table.columnCount() - 1).data() == "100.00"


def test_one_repair_can_be_used_for_all(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(gold=GOLD, one=INVALID, two=INVALID)
    dialog.repairs.method_chosen.emit("discard")
    settle(dialog, qtbot)
    dialog.notices.link_followed.emit("repair:discard")
    settle(dialog, qtbot)
    assert dialog.footer.open.isEnabled()


def test_a_row_of_a_mistake_leads_to_its_line(open_files: Open) -> None:
    dialog = open_files(gold=GOLD, bad=INVALID)
    dialog.problems.show_kind("Invalid transitions")
    assert dialog.preview.view.currentIndex().row() == 1
    assert "invalid after O" in dialog.preview.view.model().index(1, 3).data()


def test_other_tokens_leave_a_file_out_and_say_why(open_files: Open) -> None:
    dialog = open_files(gold=GOLD, other=OTHER)
    assert cells(dialog, FileColumn.CHECK)[1] == "⚠ 1 sentence differs"
    assert not dialog.files.entries[1].is_used
    assert dialog.notices.shown[0].plain == (
        "other.conll is left out: 1 sentence has other tokens than the reference."
        " First at sentence 1, token 3: reference “Pell”, file “Pull”."
    )


def test_all_differing_sentences_are_shown_on_request(open_files: Open) -> None:
    dialog = open_files(gold=GOLD, other=OTHER)
    dialog.notices.link_followed.emit("show:1")
    assert dialog.problems.kinds == ["Sentences with other tokens"]
    assert dialog.preview.view.currentIndex().row() == 2


def test_another_rule_for_tokens_lets_the_file_in(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(gold=GOLD, other=OTHER)
    choose(dialog, qtbot, "Tokens", "may differ, sentence lengths not")
    assert dialog.files.entries[1].is_used
    request = dialog.request()
    assert request is not None
    assert request.tokens == "positions"
    assert any(label.text() == "1 token taken from the reference" for label in labels(dialog))


def labels(dialog: OpenDialog) -> list[QLabel]:
    return [label for label in dialog.findChildren(QLabel) if label.isVisible()]


def test_a_guessed_text_encoding_is_a_choice_of_the_request(open_files: Open) -> None:
    dialog = open_files(gold="Köln\tB-LOC\n".encode("latin-1"))
    assert combo(dialog, "Text encoding").currentText() == "Latin-1"
    assert dialog.notices.shown[0].plain.startswith("gold.conll is read as latin-1: not UTF-8")
    request = dialog.request()
    assert request is not None
    assert request.text_encoding == "latin-1"


def test_a_corrected_text_encoding_is_seen_in_the_preview_at_once(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(gold="Łódź\tB-LOC\n".encode("cp1250"))
    choose(dialog, qtbot, "Text encoding", "Windows-1250")
    assert dialog.preview.view.model().index(0, 1).data() == "Łódź"


def test_a_corrected_column_is_seen_in_the_preview_at_once(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(gold="Port\tB-ORG\tB-LOC\nran\tO\tO\n", good="Port\tB-ORG\nran\tO\n")
    select(dialog, qtbot, 0)
    choose(dialog, qtbot, "Label column", "label 1")
    assert dialog.preview.view.model().index(0, 3).data() == "ORG"


def test_a_corrected_chunk_encoding_is_taken_over(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(gold="a\tI-X\nb\tO\n")
    choose(dialog, qtbot, "Chunk encoding", "IO")
    request = dialog.request()
    assert request is not None
    assert request.encoding == "IO"
    choose(dialog, qtbot, "Chunk encoding", "guess again")
    assert combo(dialog, "Chunk encoding").currentText() == "IOB"


def test_the_role_can_be_changed_with_the_keyboard(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(one=GOLD, two=GOOD)
    select(dialog, qtbot, 1)
    dialog.files.choose_role(dialog.files.entries[1], "reference")
    settle(dialog, qtbot)
    assert cells(dialog, FileColumn.ROLE) == ["Prediction", "Reference"]
    assert names(dialog.request()) == ("two.conll", "one.conll")


def test_a_role_is_chosen_from_the_list_in_its_cell(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(gold=GOLD, good=GOOD)
    dialog.table.setFocus()
    QTest.keyClick(dialog.table, Qt.Key.Key_Return)
    box = combo(dialog, "Role")
    box.setCurrentText("Training")
    box.activated.emit(2)
    settle(dialog, qtbot)
    assert cells(dialog, FileColumn.ROLE) == ["Reference", "Training"]


def test_files_are_removed_and_moved_with_keys(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(gold=GOLD, one=GOOD, two=GOOD)
    dialog.table.setFocus()
    QTest.keyClick(dialog.table, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert cells(dialog, FileColumn.FILE) == ["gold.conll", "two.conll", "one.conll"]
    QTest.keyClick(dialog.table, Qt.Key.Key_Delete)
    settle(dialog, qtbot)
    assert names(dialog.request()) == ("gold.conll", "two.conll")


def test_without_its_reference_the_next_file_becomes_it(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(gold=GOLD, one=GOOD)
    dialog.files.remove(dialog.files.entries[:1])
    settle(dialog, qtbot)
    assert cells(dialog, FileColumn.ROLE) == ["Reference"]


def test_a_click_ticks(open_files: Open) -> None:
    dialog = open_files(gold=GOLD, good=GOOD)
    place = dialog.table.visualRect(dialog.table.model().index(1, FileColumn.USED)).center()
    QTest.mouseClick(dialog.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert not dialog.files.entries[1].is_used


def test_added_files_join_the_list(
    open_files: Open, press_button: PressButton, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = open_files(gold=GOLD)
    (tmp_path / "new.conll").write_text(GOOD)
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *arguments: ([str(tmp_path / "new.conll")], ""))
    press_button(dialog, "&Add…")
    settle(dialog, qtbot)
    assert cells(dialog, FileColumn.ROLE) == ["Reference", "Prediction"]


def test_dropped_files_join_the_list_once(open_files: Open, qtbot: QtBot, tmp_path: Path) -> None:
    dialog = open_files(gold=GOLD)
    (tmp_path / "new.conll").write_text(GOOD)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / name)) for name in ("new.conll", "gold.conll")])
    no_key = Qt.KeyboardModifier.NoModifier
    dialog.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, no_key))
    settle(dialog, qtbot)
    assert cells(dialog, FileColumn.FILE) == ["gold.conll", "new.conll"]


def test_the_command_line_can_be_copied(open_files: Open, press_button: PressButton, tmp_path: Path) -> None:
    dialog = open_files(gold=GOLD, good=GOOD)
    press_button(dialog, "Cop&y as command")
    assert QGuiApplication.clipboard().text() == f"nerinspect open {tmp_path}/gold.conll {tmp_path}/good.conll"


def test_runs_are_offered_and_grouped_only_on_request(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(gold=GOLD, flair_2=GOOD, flair_1=GOOD)
    request = dialog.request()
    assert request is not None
    assert not any("=" in argument for argument in request.predictions)
    assert dialog.notices.shown[0].plain == "flair_1.conll and 1 other file look like runs of one system."
    dialog.notices.link_followed.emit("runs:flair")
    settle(dialog, qtbot)
    request = dialog.request()
    assert request is not None
    assert [(one.system, one.run) for one in load_study(request).predictions] == [("flair", 1), ("flair", 2)]
    assert cells(dialog, FileColumn.FILE)[1:] == ["flair_1.conll", "flair_2.conll"]


def test_a_system_is_called_otherwise(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(gold=GOLD, good=GOOD)
    box = combo(dialog, "System, run")
    field = box.lineEdit()
    assert field is not None
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "xlmr")
    QTest.keyClick(field, Qt.Key.Key_Return)
    settle(dialog, qtbot)
    assert dialog.isVisible()
    request = dialog.request()
    assert request is not None
    assert request.predictions[0].startswith("xlmr=")


MERGED = "Port\tB-ORG\tB-ORG\tO\nran\tO\tB-ORG\tO\n\nPell\tO\tB-ORG\tB-ORG\n"


def test_a_merged_file_holds_its_predictions(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(merged=MERGED)
    request = dialog.request()
    assert request is not None
    assert request.label_columns == (1, 2, 3)
    dialog.form.name_chosen.emit("a,b")
    settle(dialog, qtbot)
    request = dialog.request()
    assert request is not None
    assert load_study(request).systems == ("a", "b")


def test_names_for_a_merged_file_must_be_as_many_as_its_systems(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(merged=MERGED)
    dialog.form.name_chosen.emit("a")
    settle(dialog, qtbot)
    assert "1 name for 2 predicted columns; give as many" in dialog.notices.shown[0].plain


def test_a_merged_file_beside_predictions_is_read_for_its_reference_alone(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(gold=MERGED, good="Port\tB-ORG\nran\tO\n\nPell\tO\n")
    request = dialog.request()
    assert request is not None
    assert (request.file_options(request.reference, "reference").reading.label_columns, len(request.predictions)) == (
        (1,),
        1,
    )
    dialog.files.use(dialog.files.entries[1], False)
    settle(dialog, qtbot)
    request = dialog.request()
    assert request is not None
    assert request.label_columns == (1, 2, 3)


def test_a_system_cannot_have_the_name_of_another(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(gold=GOLD, one=GOOD, two=GOOD)
    dialog.files.rename(dialog.files.entries[1], "two")
    settle(dialog, qtbot)
    request = dialog.request()
    assert request is not None
    assert dialog.footer.open.isEnabled() == (len({p.system for p in load_study(request).predictions}) == 2)


def test_a_list_of_a_file_with_several_is_chosen(qtbot: QtBot, tmp_path: Path, open_files: Open) -> None:
    path = tmp_path / "data.json"
    path.write_text('{"train": [{"tokens": ["a"], "entities": []}], "test": [{"tokens": ["b"], "entities": []}]}')
    dialog = open_files()
    dialog.files.add([str(path)])
    settle(dialog, qtbot)
    assert "choose one under “List”" in dialog.notices.shown[0].plain
    choose(dialog, qtbot, "List", "test")
    assert dialog.request() == LoadRequest(f"{path}#test")


def test_only_one_file_can_be_the_training_data(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(gold=GOLD, train1=TRAINING, train2=TRAINING)
    assert [entry.is_used for entry in dialog.files.entries] == [True, True, False]
    assert dialog.footer.open.isEnabled()
    dialog.files.use(dialog.files.entries[2], True)
    assert not dialog.footer.open.isEnabled()


def test_files_added_to_chosen_ones_are_sorted_by_what_they_hold(
    open_files: Open, qtbot: QtBot, tmp_path: Path
) -> None:
    open_files(gold=GOLD, good=GOOD)
    request = LoadRequest(str(tmp_path / "gold.conll"), (str(tmp_path / "good.conll"),))
    dialog = open_files(request=request)
    (tmp_path / "more.conll").write_text(TRAINING)
    dialog.files.add([str(tmp_path / "more.conll")])
    settle(dialog, qtbot)
    assert cells(dialog, FileColumn.ROLE) == ["Reference", "Prediction", "Training"]


def test_files_may_come_with_the_names_of_their_systems(open_files: Open, qtbot: QtBot, tmp_path: Path) -> None:
    dialog = open_files(gold=GOLD)
    (tmp_path / "new.conll").write_text(GOOD)
    dialog.files.add([f"xlmr={tmp_path / 'new.conll'}"])
    settle(dialog, qtbot)
    request = dialog.request()
    assert request is not None
    assert request.predictions == (f"xlmr={tmp_path / 'new.conll'}",)


def test_a_path_that_holds_an_equals_sign_is_a_path(open_files: Open) -> None:
    request = open_files(**{"gold": GOLD, "a=b": GOOD}).request()
    assert request is not None
    assert load_study(request).systems == ("a=b",)


def test_what_was_asked_for_before_is_kept(open_files: Open, qtbot: QtBot, tmp_path: Path) -> None:
    open_files(gold=GOLD, bad=INVALID)
    reference, prediction = str(tmp_path / "gold.conll"), f"sys={tmp_path / 'bad.conll'}"
    before = LoadRequest(reference, (prediction,), encoding="BIO", repair="discard", keep_types=("ORG",))
    dialog = open_files(request=before)
    assert dialog.request() == before


def test_types_left_out_are_told(open_files: Open) -> None:
    dialog = open_files(gold=GOLD, good=GOOD)
    assert any(label.text() == "Types: all 2" for label in labels(dialog))


def test_escape_rejects(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(gold=GOLD)
    with qtbot.waitSignal(dialog.rejected):
        QTest.keyClick(dialog, Qt.Key.Key_Escape)


def test_open_accepts(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(gold=GOLD)
    with qtbot.waitSignal(dialog.accepted):
        dialog.footer.open.click()
    assert dialog.result() == QDialog.DialogCode.Accepted


def test_every_field_has_a_name(open_files: Open) -> None:
    dialog = open_files(gold=GOLD, bad=INVALID, other=OTHER)
    buddies = {label.buddy(): label.text() for label in dialog.findChildren(QLabel) if label.buddy() is not None}
    fields = [*dialog.findChildren(QComboBox), *dialog.findChildren(QPushButton)]
    fields += [edit for edit in dialog.findChildren(QLineEdit) if not isinstance(edit.parent(), QComboBox)]
    unnamed = [
        field
        for field in fields
        if not (field.accessibleName() or buddies.get(field) or (isinstance(field, QPushButton) and field.text()))
    ]
    assert not unnamed


def test_no_option_of_the_command_line_is_named(open_files: Open) -> None:
    dialog = open_files(gold=GOLD, bad=INVALID, words="a x\nb y\n", short="a\tO\nb\n")
    said = [label.text() for label in labels(dialog)] + [notice.plain for notice in dialog.notices.shown]
    assert not [text for text in said if "--" in text]
