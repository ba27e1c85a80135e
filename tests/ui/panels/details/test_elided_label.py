from pytestqt.qtbot import QtBot

from nerinspect.ui.panels.details.elided_label import ElidedLabel


def test_a_long_text_is_cut_in_its_middle(qtbot: QtBot) -> None:
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.resize(120, 20)
    label.show_text("Port of Harwick Authority " * 9)
    assert label.text().startswith("Port")
    assert "…" in label.text()
    assert label.toolTip() == "Port of Harwick Authority " * 9
