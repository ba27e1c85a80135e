"""What is wrong with files is told before they are opened, with the choices there are."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDialog, QLabel, QLineEdit, QPushButton, QScrollArea
from pytestqt.qtbot import QtBot

from nerinspect.io.reading.loading import load_study
from nerinspect.ui.opening.files_table import FileColumn
from nerinspect.ui.opening.open_dialog import OpenDialog
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

OTHER = "Port\tB-ORG\nof\tI-ORG\nPull\tI-ORG\n\nInes\tO\nsaid\tO\n"


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
    dialog.repairs.table.method_chosen.emit("discard")
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
        "other.conll is left out: 1 sentence has different tokens from the reference."
        " First at sentence 1, token 3: reference “Pell”, file “Pull”."
    )


def test_all_differing_sentences_are_shown_on_request(open_files: Open) -> None:
    dialog = open_files(gold=GOLD, other=OTHER)
    dialog.notices.link_followed.emit("show:1")
    assert dialog.problems.kinds == ["Sentences whose tokens differ"]
    assert dialog.preview.view.currentIndex().row() == 2


def test_another_rule_for_tokens_lets_the_file_in(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(gold=GOLD, other=OTHER)
    choose(dialog, qtbot, "Tokens", "Allow different tokens, same number per sentence")
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


def test_types_left_out_are_told(open_files: Open) -> None:
    dialog = open_files(gold=GOLD, good=GOOD)
    assert any(label.text() == "Types: all 2" for label in labels(dialog))


@pytest.mark.parametrize("width", [900, 1200])
def test_nothing_is_scrolled_sideways(open_files: Open, width: int) -> None:
    dialog = open_files(gold=GOLD, bad=INVALID)
    dialog.resize(width, 700)
    dialog.show()
    area = next(one for one in dialog.findChildren(QScrollArea) if one.parent() is dialog)
    assert area.horizontalScrollBar().maximum() == 0


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


def test_a_project_is_opened_in_the_place_of_files(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files()
    with qtbot.waitSignal(dialog.project_requested) as asked:
        dialog.add(["/data/languages.toml"])
    assert asked.args == ["/data/languages.toml"]
    assert not dialog.isVisible()


def test_a_project_among_files_is_told_and_opened_by_choice(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(gold=GOLD, good=GOOD)
    dialog.add(["/data/languages.toml"])
    assert len(dialog.files.entries) == 2
    assert dialog.notices.shown[0].plain == "languages.toml is a project, which is opened by itself."
    assert dialog.footer.open.isEnabled()
    with qtbot.waitSignal(dialog.project_requested) as asked:
        dialog.notices.link_followed.emit(dialog.notices.shown[0].links[0][1])
    assert asked.args == ["/data/languages.toml"]
