"""Fields keep their text exactly, and say when it holds what nobody sees."""

import pytest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPlainTextEdit, QToolButton
from pytestqt.qtbot import QtBot

from nerinspect.ui.kit.fields import SearchEdit
from nerinspect.ui.kit.styled import UnseenSign, apply_theme

TEXT = "type:ORG\u202e"
SHOWN = "Some characters in this text are invisible or reverse the direction of words:\ntype:ORG⟨U+202E⟩"

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
    pytest.mark.usefixtures("drawn_as_the_program_is"),
]


@pytest.mark.parametrize("kind", [QLineEdit, SearchEdit])
def test_a_line_says_that_it_holds_what_is_not_seen(kind: type[QLineEdit], qtbot: QtBot) -> None:
    line = kind()
    qtbot.addWidget(line)
    line.setText("type:ORG")
    line.show()
    assert line.actions() == []
    plain = line.cursorRect().left()
    line.setText(TEXT)
    (sign,) = line.actions()
    assert (line.text(), sign.toolTip(), sign.text()) == (TEXT, SHOWN, "Invisible characters")
    line.setText("type:ORG")
    assert line.actions() == []
    assert line.cursorRect().left() == plain


def test_a_note_says_it_in_its_corner(qtbot: QtBot) -> None:
    note = QPlainTextEdit(TEXT)
    qtbot.addWidget(note)
    note.show()
    (corner,) = note.findChildren(QToolButton)
    assert (note.toPlainText(), corner.toolTip(), corner.isVisible()) == (TEXT, SHOWN, True)
    for width in (500, 300):
        note.resize(width, 100)
        assert note.viewport().geometry().contains(corner.geometry())
        assert corner.geometry().right() > width - 30
        assert corner.geometry().bottom() > 90
    note.setPlainText("type:ORG")
    assert not corner.isVisible()


def test_a_field_inside_a_list_says_it_too(qtbot: QtBot) -> None:
    box = QComboBox(editable=True)
    qtbot.addWidget(box)
    box.show()
    box.setEditText(TEXT)
    assert [sign.is_shown for sign in box.findChildren(UnseenSign)] == [True]


def test_a_style_that_comes_again_adds_no_second_sign(qapp: QApplication, qtbot: QtBot) -> None:
    line = QLineEdit(TEXT)
    qtbot.addWidget(line)
    line.show()
    apply_theme(qapp)
    assert len(line.actions()) == 1
