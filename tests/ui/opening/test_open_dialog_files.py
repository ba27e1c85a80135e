"""Files are added, sorted, named and given their roles in the dialog."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QFontMetricsF, QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QFileDialog,
    QLabel,
    QStyle,
    QStyleOptionComboBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.opening.files_table import FileColumn
from tests.ui.opening.opened_files import (
    GOLD,
    GOOD,
    INVALID,
    TRAINING,
    Open,
    cells,
    choose,
    combo,
    names,
    select,
    settle,
)

PressButton = Callable[[QWidget, str], None]


def test_the_role_can_be_changed_with_the_keyboard(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(one=GOLD, two=GOOD)
    select(dialog, qtbot, 1)
    dialog.files.choose_role(dialog.files.entries[1], "reference")
    settle(dialog, qtbot)
    assert cells(dialog, FileColumn.ROLE) == ["Prediction", "Reference"]
    assert names(dialog.request()) == ("two.conll", "one.conll")


def test_enter_opens_files_where_nothing_is_to_be_corrected(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(gold=GOLD, good=GOOD)
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    assert dialog.result() == QDialog.DialogCode.Accepted
    dialog = open_files(gold=GOLD, bad=INVALID)
    assert dialog.focusWidget() is dialog.table


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
    press_button(dialog, "A&dd…")
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
    dialog.form.rename("a,b")
    settle(dialog, qtbot)
    request = dialog.request()
    assert request is not None
    assert load_study(request).systems == ("a", "b")


def test_names_for_a_merged_file_must_be_as_many_as_its_systems(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(merged=MERGED)
    dialog.form.rename("a")
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


def test_documents_of_one_folder_are_one_corpus(
    open_files: Open, press_button: PressButton, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, type_name in (("anna", "LOC"), ("ben", "ORG")):
        (tmp_path / name).mkdir()
        for number, text in enumerate(("Rome fell.", "Bonn grew.")):
            (tmp_path / name / f"{number}.txt").write_text(text)
            (tmp_path / name / f"{number}.ann").write_text(f"T1\t{type_name} 0 4\t{text[:4]}\n")
    dialog = open_files()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "anna"))
    press_button(dialog, "Add fo&lder…")
    dialog.add([str(path) for path in sorted((tmp_path / "ben").iterdir())])
    settle(dialog, qtbot)
    assert cells(dialog, FileColumn.FILE) == ["anna", "ben"]
    assert cells(dialog, FileColumn.ROLE) == ["Reference", "Prediction"]
    assert dialog.footer.open.isEnabled()


def test_a_folder_in_the_place_of_some_documents_says_so(open_files: Open, qtbot: QtBot, tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.txt").write_text(f"Rome fell, {name}.")
        (tmp_path / f"{name}.ann").write_text("T1\tLOC 0 4\tRome\n")
    dialog = open_files()
    dialog.add([str(tmp_path / name) for name in ("a.ann", "b.ann")])
    settle(dialog, qtbot)
    (notice,) = dialog.notices.shown
    assert notice.plain == f"{tmp_path.name} is opened as a whole: 3 documents, not only the 2 you chose."
    dialog.files.remove(dialog.files.entries[:])
    dialog.add([str(tmp_path / name) for name in ("a.ann", "b.ann", "c.ann")])
    settle(dialog, qtbot)
    assert dialog.notices.shown == ()


def test_names_of_files_can_be_read_in_a_small_dialog(open_files: Open) -> None:
    dialog = open_files(**{"reference-": GOLD, "prediction": GOOD})
    dialog.resize(720, 426)
    QApplication.processEvents()
    fonts = QFontMetricsF(dialog.table.model().index(0, FileColumn.FILE).data(Qt.ItemDataRole.FontRole))
    room = dialog.table.columnWidth(FileColumn.FILE) - 6
    assert room >= fonts.horizontalAdvance("reference-12")
    heads = dialog.table.horizontalHeader()
    assert heads.length() <= dialog.table.viewport().width()


def test_the_name_of_a_format_is_shown_whole(open_files: Open, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "texts.jsonl").write_text(json.dumps({"text": "Rome fell", "label": [[0, 4, "LOC"]]}) + "\n")
    dialog = open_files()
    dialog.add([str(tmp_path / "texts.jsonl")])
    settle(dialog, qtbot)
    box = combo(dialog, "Format")
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    room = box.style().subControlRect(
        QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, box
    )
    assert "doccano" in box.currentText()
    assert room.width() >= box.fontMetrics().horizontalAdvance(box.currentText())


@pytest.mark.parametrize("width", [900, 1000, 1100, 1200])
def test_reasons_that_take_several_lines_are_shown_whole(open_files: Open, qtbot: QtBot, width: int) -> None:
    dialog = open_files(gold=GOLD)
    dialog.resize(width, 700)
    dialog.form._because("Format", "by content: " + "a record with text and label, as doccano has them")
    QApplication.processEvents()
    dialog.files.settled.emit()
    QApplication.processEvents()
    reasons = [label for label in dialog.form.findChildren(QLabel) if label.wordWrap() and label.isVisible()]
    assert all(label.height() >= label.heightForWidth(label.width()) for label in reasons)


def test_annotations_of_one_text_stay_apart(open_files: Open, qtbot: QtBot, tmp_path: Path) -> None:
    for name in ("anna", "ben"):
        (tmp_path / f"{name}.txt").write_text("Rome fell.")
        (tmp_path / f"{name}.ann").write_text("T1\tLOC 0 4\tRome\n")
    dialog = open_files()
    dialog.add([str(tmp_path / name) for name in ("anna.ann", "anna.txt", "ben.ann", "ben.txt")])
    settle(dialog, qtbot)
    assert cells(dialog, FileColumn.FILE) == ["anna.ann", "ben.ann"]


def test_one_choice_repairs_all_files(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(gold=GOLD, one=INVALID, two=INVALID)
    (notice,) = dialog.notices.shown
    assert notice.plain == "2 files have 2 invalid transitions: choose a repair for all of them, or untick them."
    assert dialog.preview.view.currentIndex().row() == 1
    dialog.notices.link_followed.emit(dict(notice.links)["Use discard"])
    settle(dialog, qtbot)
    assert [entry.choices for entry in dialog.files.entries] == [{}, {"repair": "discard"}, {"repair": "discard"}]


def test_every_key_of_the_dialog_is_given_once(open_files: Open) -> None:
    dialog = open_files(gold=GOLD, good=GOOD)
    texts = [label.text() for label in dialog.findChildren(QLabel) if label.buddy() is not None and label.isVisible()]
    texts += [button.text() for button in dialog.findChildren(QAbstractButton) if button.isVisible()]
    keys = [key for text in texts if (key := QKeySequence.mnemonic(text).toString())]
    assert sorted(keys) == sorted(set(keys))
