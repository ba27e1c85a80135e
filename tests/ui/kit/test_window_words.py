import pytest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from nerinspect.cli.main import nerinspect
from nerinspect.errors import CommandError, MalformedLabelError, TooFewColumnsError
from nerinspect.ui.kit.screen_text import CHOICES, in_window_words, told
from nerinspect.ui.opening.file_list import FileList
from nerinspect.ui.opening.reading_form import ForAllFiles, ReadingForm

OTHERS = {"--allow-outside", "--where", "--picture", "--for", "--table", "--output", "--version", "--help"}


def test_every_option_that_says_how_files_are_read_has_a_name_in_the_window() -> None:
    command = nerinspect.commands["open"]
    options = {name for parameter in command.params for name in parameter.opts if name.startswith("--")}
    assert options - OTHERS <= set(CHOICES)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "choose a repair with --repair (conlleval), or fix it",
            "choose a repair with “Repair” (conlleval), or fix it",
        ),
        ("choose columns with --token-column and --label-column", "choose columns with “Columns”"),
        ("choose another --label-column or --encoding", "choose “Columns” or “Chunk encoding”"),
        ("name another --text-encoding", "name “Text encoding”"),
        (
            "take them with --tokens positions",
            "take them with “Tokens”: Allow different tokens, same number per sentence",
        ),
        ("leave them out with --spans skip", "leave them out with “Spans”: leave others out"),
        ("name one, as a.json#train", "choose one under “List”"),
        ("a -- b", "a -- b"),
    ],
)
def test_options_become_choices(text: str, said: str) -> None:
    assert in_window_words(text) == said


def test_values_are_called_as_in_the_dialog(qtbot: QtBot) -> None:
    files = FileList()
    form, tokens = ReadingForm(files), ForAllFiles(files)
    for widget in (form, tokens):
        qtbot.addWidget(widget)
    boxes = [*form.findChildren(QComboBox), *tokens.findChildren(QComboBox)]
    offered = {f"“{box.accessibleName()}”: {box.itemText(place)}" for box in boxes for place in range(box.count())}
    said = {in_window_words(f"--{option}") for option in ("spans skip", "spans outward", "discontinuous skip")}
    assert said | {in_window_words(f"--tokens {rule}") for rule in ("positions", "project")} <= offered


def test_a_mistake_is_a_sentence() -> None:
    assert told(TooFewColumnsError("/a.conll", 3, 1, (0, -1))) == (
        "/a.conll:3: the line has 1 field, too few for columns 0 and -1; fix the line, or choose other columns"
        " with “Columns”."
    )
    assert told(TooFewColumnsError("Odd/a", 3, 1, (0, -1))).startswith("Odd/a:3")
    for path in ("odd/a.conll", "odd"):
        assert told(TooFewColumnsError(path, 3, 1, (0, -1))).startswith(f"{path}:3: the line")
    assert told(CommandError("there is none: odd")) == "There is none: odd."
    assert told(CommandError("odd/a is a folder")) == "odd/a is a folder."
    assert "--" not in told(MalformedLabelError("a", (1, 1), "x", "LOC", "why"))
