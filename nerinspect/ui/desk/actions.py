"""The menu bar: every command with its key, in one table."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from nerinspect.events.kinds import KIND_TABLE
from nerinspect.events.segment_events import KINDS
from nerinspect.glossary.wording import JUDGED, NEUTRAL, Wording
from nerinspect.settings.schema import Session
from nerinspect.ui.desk.sessions import session_names
from nerinspect.ui.desk.views import VIEWS
from nerinspect.ui.kit.screen_text import plain_text


class Command(NamedTuple):
    """One line of a menu.

    Attributes
    ----------
    name : str
        Lasting name; empty for a separator.
    text : str
        As in the menu.
    keys : str
        Shortcut; empty for none.
    is_switch : bool
        Whether it is either on or off.
    """

    name: str = ""
    text: str = ""
    keys: str = ""
    is_switch: bool = False


_LINE: Final = Command()

MENUS: Final[dict[str, tuple[Command, ...]]] = {
    "&File": (
        Command("new_window", "&New Window", "Ctrl+N"),
        Command("open", "&Open…", "Ctrl+O"),
        Command("open_project", "Open Pro&ject…", "Ctrl+Alt+O"),
        Command("recent", "Open &Recent"),
        Command("sample", "Open the &Sample"),
        Command("reload", "&Reload", "F5"),
        _LINE,
        Command("add_predictions", "&Add Predictions…", "Ctrl+Shift+O"),
        Command("training", "&Training Data…", "Ctrl+T"),
        Command("remove_training", "Re&move Training Data"),
        Command("matching", "Com&pare Surfaces"),
        _LINE,
        Command("attribute_table", "&Attribute Table…"),
        Command("remove_attribute_tables", "Remove Attri&bute Tables"),
        _LINE,
        Command("add_to_project", "A&dd to a Project…"),
        Command("new_review", "Ne&w Review…"),
        _LINE,
        Command("files", "&How the Files Were Read…", "Ctrl+I"),
        _LINE,
        Command("export", "&Export…", "Ctrl+E"),
        Command("write_reference", "Wr&ite Corrected Reference…"),
        _LINE,
        Command("close", "&Close Window", "Ctrl+W"),
        Command("quit", "&Quit", "Ctrl+Q"),
    ),
    "&Edit": (
        Command("undo", "&Undo", "Ctrl+Z"),
        Command("redo", "&Redo", "Ctrl+Shift+Z"),
        _LINE,
        Command("search", "&Search", "Ctrl+F"),
        Command("copy_query", "&Copy as Query", "Ctrl+Shift+C"),
        _LINE,
        Command("copy_signature", "Copy S&ignature", "Ctrl+Alt+C"),
        Command("compare_signature", "Compare with a Si&gnature…"),
        _LINE,
        Command("back", "&Previous Filter", "Alt+Left"),
        Command("forward", "&Next Filter", "Alt+Right"),
        Command("clear", "C&lear All Filters", "Ctrl+Backspace"),
    ),
    "&View": (
        *(
            Command(view.name.lower(), view.words, view.key)
            for view in sorted(VIEWS.values(), key=lambda one: one.digit)
        ),
        _LINE,
        Command("filters", "&Filters", "Ctrl+B"),
        Command("group", "&Group Equal Surfaces", "Ctrl+G", is_switch=True),
        Command("own_window", "Context in Its Own &Window", "Ctrl+Shift+W", is_switch=True),
        _LINE,
        Command("larger", "&Larger Sentence", "Ctrl++"),
        Command("smaller", "&Smaller Sentence", "Ctrl+-"),
        Command("usual", "&Usual Size", "Ctrl+0"),
        _LINE,
        Command("colours", "Colou&rs"),
        Command("reset_layout", "Rese&t Layout"),
    ),
    "E&vents": (
        Command("next", "&Next Event", "J"),
        Command("previous", "&Previous Event", "K"),
        Command("whole_document", "&Whole Document", is_switch=True),
        _LINE,
        *(
            Command(f"kind_{kind}", f"{KIND_TABLE[kind].name.capitalize()} In or Out", str(number))
            for number, kind in enumerate(KINDS, start=1)
        ),
        Command("only_errors", "&Only Errors", "0"),
        _LINE,
        Command("same_surface", "Only This &Surface", "Ctrl+Shift+S"),
    ),
    "&Review": (
        *(
            Command(f"verdict_{name}", f"&{JUDGED.name(name).title()}", key)
            for name, key in JUDGED.verdict_keys.items()
        ),
        _LINE,
        Command("cause", "Add a &Cause", "C"),
        Command("flag", "&Flag", "F"),
        Command("note", "&Note", "N"),
        _LINE,
        Command("take_reading", "&Take the Prediction’s Reading", "T"),
        Command("take_reading_of", "Take the Reading &Of"),
        Command("mark_reading", "&Mark the Right Reading", "M"),
        Command("remove_correction", "Remove the Corr&ection"),
        Command("correct_alike", "Correct Ot&hers Alike"),
        Command("show_alike", "Show Others Ali&ke"),
        _LINE,
        Command("select_alike", "&Select All Like This", "S"),
        Command("next_undecided", "Ne&xt Undecided", "Shift+J"),
        Command("previous_undecided", "Pre&vious Undecided", "Shift+K"),
        Command("blind", "Decide Blindl&y", "Ctrl+Shift+Y"),
        _LINE,
        Command("draw_sample", "Dra&w a Sample…"),
        Command("save_selection", "Save Se&lection…", "Ctrl+Shift+D"),
        Command("selections", "Save&d Selections"),
        _LINE,
        Command("import_decisions", "&Import Decisions…"),
        Command("causes", "Ca&uses…"),
        Command("sign", "Si&gn Decisions…"),
    ),
    "&Analysis": (
        Command("systems", "S&ystems…", "Ctrl+Y"),
        _LINE,
        Command("compare_with", "&Compare With…", "Ctrl+D"),
        Command("swap", "&Swap A and B", "Shift+X"),
        _LINE,
        Command("swap_test", "Swap &Test…"),
    ),
    "&Help": (
        Command("guide", "&Guide", "F1"),
        Command("keys", "&Keys", "?"),
        _LINE,
        Command("about", "&About nerinspect"),
    ),
}
"""All menus; of the commands that open a menu of their own only the place stands here."""

_BETWEEN: Final = {
    "add_predictions": "&Add Annotators…",
    "only_errors": "&Only Disagreements",
    "take_reading": "&Take B’s Reading",
}
"""What commands are called between annotators, besides those about kinds and verdicts."""


def spoken(command: Command, wording: Wording) -> Command:
    """Give a command with the text and the key that it has where the two sides are called so."""
    group, _, name = command.name.partition("_")
    if group == "verdict":
        text = wording.name(name) if wording.is_neutral else command.text
        return command._replace(text=text, keys=wording.verdict_keys[name])
    if group == "kind":
        return command._replace(text=f"{wording.name(name)[:1].upper()}{wording.name(name)[1:]} In or Out")
    return command._replace(text=_BETWEEN.get(command.name, command.text)) if wording.is_neutral else command


_SPOKEN: Final = tuple(
    command for commands in MENUS.values() for command in commands if spoken(command, NEUTRAL) != command
)
"""The commands that are called otherwise between annotators."""

_MATCHINGS: Final[dict[str, str]] = {
    "exact": "As They Are &Written",
    "nfc": "By &Unicode NFC",
    "ignore-case": "Ignoring &Case",
    "nfc-ignore-case": "By Unicode NFC, &Ignoring Case",
}
_COLOURS: Final = {"": "As the &Desktop", "light": "&Light", "dark": "&Dark"}


class MenuBar(QMenuBar):
    """Hold the commands.

    Attributes
    ----------
    readings : QMenu
        Offers the systems whose reading of an event can be taken.
    selections : QMenu
        Offers the filters that were saved.

    Signals
    -------
    colours_chosen : str
        `light`, `dark`, or empty for those of the desktop.
    matching_chosen : str
        Surfaces are to be compared with those of training by this rule.
    recent_chosen : Session
        A session is to be opened again.
    """

    colours_chosen = Signal(str)
    matching_chosen = Signal(str)
    recent_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions: dict[str, QAction] = {}
        self._recent, self._colours = QMenu("Open &Recent", self), QMenu("Colou&rs", self)
        self._matchings = QMenu("Com&pare Surfaces", self)
        self.readings = QMenu("Take the Reading &Of", self)
        self.selections = QMenu("Save&d Selections", self)
        self._submenus = {"recent": self._recent, "colours": self._colours, "matching": self._matchings}
        self._submenus["selections"] = self.selections
        self._submenus["take_reading_of"] = self.readings
        for title, commands in MENUS.items():
            menu = self.addMenu(title)
            for command in commands:
                self._add(menu, command)
        self._colour_actions = self._choices(self._colours, _COLOURS, self.colours_chosen.emit)
        self._matching_actions = self._choices(self._matchings, _MATCHINGS, self.matching_chosen.emit)
        self.show_recent(())
        self.show_colours("")
        self.show_training(False, False)
        self.show_attribute_tables(False, False)

    def action(self, name: str) -> QAction:
        """Give the action of a command."""
        return self._actions[name]

    @property
    def commands(self) -> list[QAction]:
        """All commands but for closing one window, and for menus in menus."""
        return [action for name, action in self._actions.items() if name != "close" and action.menu() is None]

    def connect_command(self, name: str, act: Callable[[], object]) -> None:
        """Let a command do something."""
        self._actions[name].triggered.connect(lambda: act())

    def speak(self, wording: Wording) -> None:
        """Call the two sides, and what is said of them, so."""
        for command in _SPOKEN:
            said, action = spoken(command, wording), self._actions[command.name]
            action.setText(said.text)
            action.setShortcut(QKeySequence(said.keys))

    def show_recent(self, sessions: Sequence[Session]) -> None:
        """Offer the sessions that can be opened again."""
        self._recent.clear()
        self._recent.setEnabled(bool(sessions))
        for session, name in zip(sessions, session_names(sessions), strict=True):
            self._recent.addAction(plain_text(name), partial(self.recent_chosen.emit, session))

    def show_colours(self, colours: str) -> None:
        """Mark the colours in use."""
        self._colour_actions.get(colours, self._colour_actions[""]).setChecked(True)

    def show_training(self, is_open: bool, has_training: bool, matching: str = "exact") -> None:
        """Offer what can be done with training data, and mark the rule in use."""
        self._actions["training"].setEnabled(is_open)
        self._actions["remove_training"].setEnabled(has_training)
        self._matchings.setEnabled(has_training)
        self._matching_actions[matching].setChecked(True)

    def show_attribute_tables(self, is_open: bool, has_tables: bool) -> None:
        """Offer what can be done with tables of attributes."""
        self._actions["attribute_table"].setEnabled(is_open)
        self._actions["remove_attribute_tables"].setEnabled(has_tables)

    def _choices(self, menu: QMenu, texts: dict[str, str], choose: Callable[[str], object]) -> dict[str, QAction]:
        """Fill a menu with choices of which one is marked."""
        actions, group = {name: menu.addAction(text) for name, text in texts.items()}, QActionGroup(self)
        for name, action in actions.items():
            action.setCheckable(True)
            action.triggered.connect(partial(choose, name))
            group.addAction(action)
        return actions

    def _add(self, menu: QMenu, command: Command) -> None:
        if not command.name:
            menu.addSeparator()
            return
        if command.name in self._submenus:
            self._actions[command.name] = menu.addMenu(self._submenus[command.name])
            return
        action = QAction(command.text, self)
        if command.keys:
            action.setShortcut(QKeySequence(command.keys))
        action.setCheckable(command.is_switch)
        menu.addAction(action)
        self._actions[command.name] = action
