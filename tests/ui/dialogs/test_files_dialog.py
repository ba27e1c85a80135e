"""The page that tells how the files were read."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTreeWidget, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from nerinspect.io.reading.loading import load_study
from nerinspect.ui.dialogs.provenance import FilesDialog
from nerinspect.ui.platforms import sample_request


@pytest.fixture
def dialog(qtbot: QtBot) -> FilesDialog:
    request = sample_request()
    study = load_study(replace(request, remove_types=("MISC",), training=request.reference))
    made = FilesDialog(study)
    qtbot.addWidget(made)
    made.show()
    return made


def rows_of(item: QTreeWidgetItem | None) -> dict[str, str]:
    assert item is not None
    children = (item.child(row) for row in range(item.childCount()))
    return {child.text(0): child.text(1) for child in children if child}


def test_each_file_tells_its_choices_repairs_and_losses(dialog: FilesDialog) -> None:
    tree = dialog.findChild(QTreeWidget)
    assert tree is not None
    items = [tree.topLevelItem(row) for row in range(tree.topLevelItemCount())]
    assert [item.text(0) for item in items if item] == ["reference", "rich", "plain", "training", "noticed"]
    facts = rows_of(items[1])
    assert facts["Chunk encoding"] == "BIO, chosen"
    assert facts["Transitions"] == "2 invalid transitions; 2 labels changed by conlleval"
    assert facts["Note"] == "type MISC removed: 29 mentions"
    assert len(facts["SHA-256"]) == 64
    assert "also in the training data" in rows_of(items[4])[""]


def test_all_of_it_can_be_copied_by_the_keyboard(dialog: FilesDialog) -> None:
    QTest.keyClick(dialog, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    text = QApplication.clipboard().text()
    assert text.startswith("reference: ")
    assert "  Transitions: 2 invalid transitions; 2 labels changed by conlleval\n" in text
    assert "Notes: " in text
