from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from nerinspect.ui.kit.layout import ElidedLabel


def test_a_long_text_is_cut_in_its_middle(qtbot: QtBot) -> None:
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.resize(120, 20)
    label.show_text("Port of Harwick Authority " * 9)
    assert label.text().startswith("Port")
    assert "…" in label.text()
    assert label.toolTip().split() == ("Port of Harwick Authority " * 9).split()


def test_a_sentence_is_cut_at_its_end(qtbot: QtBot) -> None:
    label = ElidedLabel(Qt.TextElideMode.ElideRight)
    qtbot.addWidget(label)
    label.resize(120, 20)
    label.show_text("Port of Harwick Authority " * 9)
    assert label.text().startswith("Port")
    assert label.text().endswith("…")


def test_a_wider_label_shows_all(qtbot: QtBot) -> None:
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.resize(40, 20)
    label.show()
    label.show_text("Port of Harwick")
    label.resize(400, 20)
    assert label.text() == "Port of Harwick"


def test_markup_is_shown_as_it_is(qtbot: QtBot) -> None:
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.show_text("<b>Port</b>")
    assert "<b>" in label.toolTip()


def test_a_label_without_text_is_as_high_as_its_font(qtbot: QtBot) -> None:
    """A line that stays empty keeps the height that it has with words."""
    label, with_words = ElidedLabel(), ElidedLabel()
    with_words.show_text("Port of Harwick")
    for each in (label, with_words):
        qtbot.addWidget(each)
        each.sizeHint()
        font = each.font()
        font.setPixelSize(30)
        each.setFont(font)
    assert label.sizeHint().height() == with_words.sizeHint().height()


def test_of_words_a_few_letters_are_none(qtbot: QtBot) -> None:
    label = ElidedLabel(Qt.TextElideMode.ElideRight)
    qtbot.addWidget(label)
    label.resize(label.fontMetrics().horizontalAdvance("the s…"), 20)
    label.show_text("the share of each subset")
    assert label.text() == ""
    label.show_text("short")
    assert label.text() == "short"
