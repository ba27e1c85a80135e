"""Where text from files could become HTML, a key or a placeholder, it goes through one place."""

import ast
from pathlib import Path

from PySide6.QtWidgets import QComboBox, QToolButton, QWidget
from pytestqt.qtbot import QtBot

import nerinspect.ui
from nerinspect.ui.kit.screen_text import NameDelegate, offer_names, plain_text, plain_title, tooltip

UI = Path(nerinspect.ui.__file__).parent
MODULES = sorted(path.relative_to(UI).as_posix() for path in UI.rglob("*.py"))

RICH = {"kit/styled.py", "kit/doors.py", "kit/chips.py", "charts/bar_chart.py"}
"""The style itself, and labels whose words are escaped before they become HTML."""

TITLED_BY_US = {"guide.py", "deciding/saved_selections.py"}
"""Windows whose titles are words of the program."""

_HTML = {"setHtml", "insertHtml", "setMarkdown", "insertMarkdown", "QErrorMessage", "setWhatsThis"}


def called_name(call: ast.Call) -> str:
    """Give the last part of the name of what is called."""
    called = call.func
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def is_made_by(value: ast.expr, maker: str) -> bool:
    """Tell whether a text is one of the program's own, or made by a function."""
    match value:
        case ast.IfExp(body=body, orelse=other):
            return is_made_by(body, maker) and is_made_by(other, maker)
        case ast.Call(func=ast.Name(id=name)):
            return name == maker
    return isinstance(value, ast.Constant)


def test_text_is_handed_to_qt_as_text() -> None:
    assert len(MODULES) > 100
    for module in MODULES:
        source = (UI / module).read_text(encoding="utf-8")
        nodes = [*ast.walk(ast.parse(source))]
        calls = [(called_name(node), node) for node in nodes if isinstance(node, ast.Call)]
        attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
        assert not {name for name, _ in calls} & _HTML, module
        assert module in RICH or not {"RichText", "AutoText", "MarkdownText"} & attributes, module
        assert module == "kit/screen_text.py" or '"&&"' not in source, module
        for name, call in calls:
            line = f"{module}:{call.lineno}"
            if name in ("setToolTip", "setStatusTip"):
                assert is_made_by(call.args[-1], "tooltip" if name == "setToolTip" else "visible"), line
            elif name == "setWindowTitle" and module not in TITLED_BY_US:
                assert is_made_by(call.args[0], "plain_title"), line


def test_a_button_shows_what_would_mark_a_key(qtbot: QtBot) -> None:
    button = QToolButton()
    qtbot.addWidget(button)
    button.setText(plain_text("R&D\tCtrl+D\n&Co\u202e"))
    assert (button.text(), button.shortcut().toString()) == ("R&&D Ctrl+D &&Co⟨U+202E⟩", "")


def test_a_title_shows_what_would_stand_for_changes(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.setWindowTitle(plain_title("a[*]b\u200b"))
    window.show()
    handle = window.windowHandle()
    assert handle is not None
    assert handle.title().startswith("a[*]b⟨U+200B⟩")


def test_a_list_shows_names_and_keeps_them(qtbot: QtBot) -> None:
    box = QComboBox()
    qtbot.addWidget(box)
    offer_names(box, ["ORG\u202e", "<b>"])
    assert [box.itemText(place) for place in (0, 1)] == ["ORG⟨U+202E⟩", "<b>"]
    assert box.findData("ORG\u202e") == 0
    assert NameDelegate(box).displayText("a\u200b", box.locale()) == "a⟨U+200B⟩"


def test_a_tooltip_is_text_in_lines_that_fit() -> None:
    assert tooltip("") == ""
    assert tooltip("a < b & <b>\nc") == "a < b & <b>\nc"
    lines = tooltip(f"{'many words ' * 40}\n\n{'x' * 300}").split("\n")
    assert max(map(len, lines)) <= 80
    assert "" in lines
    assert tooltip("ORG\u202e") == "ORG⟨U+202E⟩"
    assert len(tooltip("x" * 100_000)) < 5_000
