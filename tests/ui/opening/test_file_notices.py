from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from nerinspect.ui.kit.doors import LinkLabel
from nerinspect.ui.opening.problems import Notice, Notices
from nerinspect.ui.theme.themes import DARK, LIGHT, choose_theme


@pytest.fixture
def notices(qapp: QApplication, qtbot: QtBot) -> Iterator[Notices]:
    choose_theme(qapp, LIGHT)
    made = Notices()
    qtbot.addWidget(made)
    made.show_notices((Notice("rich.conll", "is left out.", (("Open it", "open"),)),))
    yield made
    choose_theme(qapp, None)


def test_links_have_the_colour_of_every_theme_that_follows(notices: Notices, qapp: QApplication) -> None:
    link = notices.findChild(LinkLabel)
    assert link is not None
    for theme in (DARK, LIGHT, DARK):
        choose_theme(qapp, theme)
        QApplication.processEvents()
        assert f"color:{theme.accent.name()}" in link.text()
