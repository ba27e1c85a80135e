"""Annotators without a reference are chosen in the dialog."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from nerinspect.io.reading.loading import load_annotators
from nerinspect.ui.opening.files_table import FileColumn
from nerinspect.ui.opening.open_dialog import OpenDialog
from tests.ui.opening.opened_files import GOLD, GOOD, INVALID, Open, cells, combo, names, select, settle

OTHER = GOOD.replace("Pell", "Bell")


def tick(dialog: OpenDialog, qtbot: QtBot) -> None:
    box = next(box for box in dialog.findChildren(QCheckBox) if "nnotators" in box.text())
    box.setChecked(not box.isChecked())
    settle(dialog, qtbot)


def test_annotators_are_opened_on_one_footing(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(anna=GOLD, ben=GOOD)
    tick(dialog, qtbot)
    assert cells(dialog, FileColumn.ROLE) == ["Annotator A", "Annotator"]
    request = dialog.request()
    assert request is not None
    assert request.annotators
    assert names(request) == ("anna.conll", "ben.conll")
    assert load_annotators(request).names == ("anna", "ben")


def test_taking_the_tick_back_gives_a_reference(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(anna=GOLD, ben=GOOD)
    tick(dialog, qtbot)
    tick(dialog, qtbot)
    assert cells(dialog, FileColumn.ROLE) == ["Reference", "Prediction"]
    request = dialog.request()
    assert request is not None
    assert not request.annotators


def test_the_first_annotator_has_a_name_too(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(anna=GOLD, ben=GOOD)
    tick(dialog, qtbot)
    dialog.files.rename(dialog.files.entries[0], "x")
    settle(dialog, qtbot)
    assert dialog.footer.open.isEnabled()
    request = dialog.request()
    assert request is not None
    assert load_annotators(request).names == ("x", "ben")


def test_another_annotator_can_come_first(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(anna=GOLD, ben=GOOD)
    tick(dialog, qtbot)
    dialog.table.setFocus()
    dialog.files.choose_role(dialog.files.entries[1], "reference")
    settle(dialog, qtbot)
    assert cells(dialog, FileColumn.ROLE) == ["Annotator", "Annotator A"]
    assert names(dialog.request()) == ("ben.conll", "anna.conll")


def test_a_repair_of_the_first_annotator_is_kept(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(anna=INVALID, ben=GOOD)
    tick(dialog, qtbot)
    select(dialog, qtbot, 0)
    dialog.files.choose(dialog.files.entries[0], repair="conlleval")
    settle(dialog, qtbot)
    request = dialog.request()
    assert request is not None
    study = load_annotators(request).study
    assert [study.reference.source.repair, study.reference.source.n_changed] == ["conlleval", 1]


def test_one_annotator_alone_is_told_calmly(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(anna=GOLD)
    tick(dialog, qtbot)
    assert not dialog.footer.open.isEnabled()
    assert "at least two annotators" in dialog.footer.text


def test_other_tokens_are_told_without_a_reference(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(anna=GOLD, ben=GOOD, cleo=OTHER)
    tick(dialog, qtbot)
    dialog.files.choose_role(dialog.files.entries[2], "prediction")
    settle(dialog, qtbot)
    said = " ".join(notice.plain for notice in dialog.notices.shown)
    assert "different tokens from anna.conll" in said
    assert "reference" not in said


def test_roles_in_the_list_are_those_of_annotators(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(anna=GOLD, ben=GOOD)
    tick(dialog, qtbot)
    dialog.table.edit(dialog.table.model().index(1, FileColumn.ROLE))
    box = combo(dialog, "Role")
    assert [box.itemText(place) for place in range(box.count())] == ["Annotator A", "Annotator", "Training"]


def test_what_a_repair_would_change_is_said_of_a_and_b(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(anna=GOLD, ben=INVALID)
    tick(dialog, qtbot)
    select(dialog, qtbot, 1)
    model = dialog.repairs.table.model()
    heads = [str(model.headerData(column, Qt.Orientation.Horizontal)) for column in range(model.columnCount())]
    assert heads[2:4] == ["B", "Agreed"]
    tooltips = [
        str(model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole))
        for column in range(model.columnCount())
    ]
    assert not [text for text in tooltips if "reference" in text or "predict" in text]


def test_annotators_whose_tools_cut_otherwise_are_found_and_can_be_opened(open_files: Open, qtbot: QtBot) -> None:
    dialog = open_files(anna="Mother's\tB-ORG\nDay\tO\n", ben="Mother\tB-ORG\n's\tI-ORG\nDay\tO\n")
    assert cells(dialog, FileColumn.ROLE) == ["Reference", "Training"]
    tick(dialog, qtbot)
    assert cells(dialog, FileColumn.ROLE) == ["Annotator A", "Annotator"]
    assert not dialog.footer.open.isEnabled()
    links = dict(link for notice in dialog.notices.shown for link in notice.links)
    dialog.notices.link_followed.emit(links["Allow different tokenization"])
    settle(dialog, qtbot)
    assert dialog.footer.open.isEnabled()
    tick(dialog, qtbot)
    assert cells(dialog, FileColumn.ROLE) == ["Reference", "Training"]
