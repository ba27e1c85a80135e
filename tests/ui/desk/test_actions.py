"""Commands stand in one table: what it holds is in a menu, on the page of keys and in the guide, or is refused."""

import subprocess
import sys
from typing import Any

import pytest
from PySide6.QtWidgets import QToolButton

from nerinspect.ui.desk.actions import ACTIONS, MENUS, Action, actions_by_name
from nerinspect.ui.window.window import MainWindow

_EVERYWHERE = """
from nerinspect.ui.desk import actions

new = actions.Action("shout", "Sh&out", "Ctrl+Alt+9", text_between="Sh&out at Both", does="Shout")
actions.MENUS["&Help"] = (*actions.MENUS["&Help"], new)
actions.ACTIONS["shout"] = new

from nerinspect.glossary.wording import JUDGED, NEUTRAL
from nerinspect.ui.app import make_app
from nerinspect.ui.guide import GuideWindow
from nerinspect.ui.guide import sections
from nerinspect.ui.window.window import MainWindow

assert ("Ctrl+Alt+9", "shout") in sections(JUDGED)["Window"]
assert ("Ctrl+Alt+9", "shout at both") in sections(NEUTRAL)["Window"]
app = make_app(needs_display=False)
guide = GuideWindow()
guide.open_page("keys")
assert "shout" in guide.view.toPlainText()
try:
    MainWindow()
except ValueError as error:
    assert "shout" in str(error)
else:
    raise AssertionError("nothing acts on it")
"""


def test_a_command_that_is_new_has_its_key_on_the_pages_and_is_refused_while_nothing_acts_on_it() -> None:
    run = subprocess.run([sys.executable, "-c", _EVERYWHERE], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_a_command_without_words_is_refused() -> None:
    with pytest.raises(ValueError, match="no words"):
        actions_by_name({"&New": (Action("shout", "", "Ctrl+Alt+9"),)})


@pytest.mark.parametrize("made", [{"keys": "Ctrl+O"}, {"keys_between": "Ctrl+O"}, {"name": "open"}])
def test_two_commands_share_neither_name_nor_key(made: dict[str, Any]) -> None:
    new = Action("shout", "Shout", "Ctrl+Alt+9")
    assert actions_by_name({**MENUS, "&New": (new,)})["shout"] == new
    with pytest.raises(ValueError, match="two commands"):
        actions_by_name({**MENUS, "&New": (new._replace(**made),)})


def test_buttons_of_the_row_on_top_say_what_their_commands_do(empty_window: MainWindow) -> None:
    buttons = {button.text(): button.toolTip() for button in empty_window.toolbar.findChildren(QToolButton)}
    assert "Export the events on screen (Ctrl+E)" in buttons[ACTIONS["export"].words]
    assert "Open files (Ctrl+O)" in buttons["Open…"]
