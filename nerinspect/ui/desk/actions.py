"""Every command of the window, with its words, its key and when it rests, in one table; and the menu bar."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import QMetaMethod, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from nerinspect.events.segment_events import KINDS
from nerinspect.glossary.verdicts import VERDICT_TABLE
from nerinspect.glossary.wording import JUDGED, NEUTRAL, Wording
from nerinspect.settings import Session
from nerinspect.ui.desk.document import Document
from nerinspect.ui.desk.sessions import session_names
from nerinspect.ui.desk.views import VIEWS, View
from nerinspect.ui.kit.screen_text import plain_text


class Action(NamedTuple):
    """A command of the window: one line of a menu, and of the page of keys.

    `text_between` and `keys_between` are its text and its keys between annotators, where they are others.
    """

    name: str = ""  # lasting name; empty for a separator
    text: str = ""
    keys: str = ""
    text_between: str = ""
    keys_between: str = ""
    does: str = ""  # what the button in the row on top says that it does
    is_switch: bool = False  # whether it is either on or off
    # tells of what is looked at whether there is nothing to do; what else lets it rest is known to the part that acts
    rests: Callable[[Document], bool] | None = None

    @property
    def words(self) -> str:
        """The text without the mark of its key in the menu."""
        return self.text.replace("&", "")

    def said(self, wording: Wording) -> "Action":
        """Give it with the text and the key that it has where the two sides are called so."""
        if not wording.is_neutral:
            return self
        return self._replace(text=self.text_between or self.text, keys=self.keys_between or self.keys)


def _is_empty(document: Document) -> bool:
    return document.study is None


def _are_annotators(document: Document) -> bool:
    return document.study is not None and document.study.is_of_annotators


def _has_few_systems(document: Document, fewest: int) -> bool:
    return document.study is None or _are_annotators(document) or len(document.study.predictions) < fewest


def _has_no_relations(document: Document) -> bool:
    relations = document.study.reference.relations if document.study is not None else None
    return not relations or _are_annotators(document)


def _view(view: View) -> Action:
    """Turn to a view; those that judge by a reference rest where there is none."""
    return Action(view.name.lower(), view.words, view.key, rests=_are_annotators if view.rests else None)


_LINE: Final = Action()

MENUS: Final[dict[str, tuple[Action, ...]]] = {
    "&File": (
        Action("new_window", "&New window", "Ctrl+N"),
        Action("open", "&Open…", "Ctrl+O", does="Open files"),
        Action("open_project", "Open pro&ject…", "Ctrl+Alt+O"),
        Action("recent", "Open &recent"),
        Action("sample", "Open the &sample"),
        Action("reload", "&Reload", "F5"),
        _LINE,
        Action("add_predictions", "&Add predictions…", "Ctrl+Shift+O", text_between="&Add annotators…"),
        Action("training", "&Training data…", "Ctrl+T", rests=_is_empty),
        Action("remove_training", "Re&move training data"),
        Action("matching", "Com&pare surfaces"),
        _LINE,
        Action("attribute_table", "&Attribute table…", rests=_is_empty),
        Action(
            "remove_attribute_tables",
            "Remove attri&bute tables",
            rests=lambda document: not (document.request and document.request.attribute_tables),
        ),
        _LINE,
        Action("add_to_project", "A&dd to a project…"),
        Action("new_review", "Ne&w review…"),
        _LINE,
        Action("files", "&How the files were read…", "Ctrl+I"),
        _LINE,
        Action("export", "&Export…", "Ctrl+E", does="Export the events on screen"),
        Action("write_reference", "Wr&ite corrected reference…"),
        _LINE,
        Action("close", "&Close window", "Ctrl+W"),
        Action("quit", "&Quit", "Ctrl+Q"),
    ),
    "&Edit": (
        Action("undo", "&Undo", "Ctrl+Z"),
        Action("redo", "&Redo", "Ctrl+Shift+Z"),
        _LINE,
        Action("search", "&Search", "Ctrl+F"),
        Action("copy_query", "&Copy as query", "Ctrl+Shift+C"),
        _LINE,
        Action("copy_signature", "Copy s&ignature", "Ctrl+Alt+C"),
        Action("compare_signature", "Compare with a si&gnature…"),
        _LINE,
        Action("back", "&Previous filter", "Alt+Left", rests=lambda document: not document.history.past),
        Action("forward", "&Next filter", "Alt+Right", rests=lambda document: not document.history.future),
        Action("clear", "C&lear all filters", "Ctrl+Backspace"),
    ),
    "&View": (
        *(_view(view) for view in sorted(VIEWS.values(), key=lambda one: (not one.digit, one.digit))),
        _LINE,
        Action("filters", "&Filters", "Ctrl+B", does="Show the filters"),
        Action("group", "&Group equal surfaces", "Ctrl+G", is_switch=True),
        Action("own_window", "Context in its own &window", "Ctrl+Shift+W", is_switch=True),
        _LINE,
        Action("larger", "&Larger sentence", "Ctrl++"),
        Action("smaller", "&Smaller sentence", "Ctrl+-"),
        Action("usual", "&Normal size", "Ctrl+0"),
        _LINE,
        Action("colours", "Colou&rs"),
        Action("reset_layout", "Rese&t layout"),
    ),
    "E&vents": (
        Action("next", "&Next event", "J"),
        Action("previous", "&Previous event", "K"),
        Action("whole_document", "&Whole document", is_switch=True),
        _LINE,
        *(
            Action(
                f"kind_{kind}",
                f"Toggle “{JUDGED.name(kind)}”",
                str(number),
                text_between=f"Toggle “{NEUTRAL.name(kind)}”",
            )
            for number, kind in enumerate(KINDS, start=1)
        ),
        Action("only_errors", "&Only errors", "0", text_between="&Only disagreements"),
        _LINE,
        Action("same_surface", "Only this &surface", "Ctrl+Shift+S"),
    ),
    "&Review": (
        *(
            Action(f"verdict_{name}", f"&{one.words}", one.key, one.words_between, one.key_between)
            for name, one in VERDICT_TABLE.items()
        ),
        _LINE,
        Action("cause", "Add a &cause", "C"),
        Action("flag", "&Flag", "F"),
        Action("note", "&Note", "N"),
        _LINE,
        Action("take_reading", "Accep&t the prediction", "T", text_between="Accep&t B’s annotation"),
        Action("take_reading_of", "Accept the annotation &of"),
        Action("mark_reading", "&Mark the correct annotation", "M"),
        Action("remove_correction", "Remove the corr&ection"),
        Action("correct_alike", "Correct ot&her places"),
        Action("show_alike", "Chec&k other places"),
        _LINE,
        Action("select_alike", "&Select all like this", "S"),
        Action("next_undecided", "Ne&xt undecided", "Shift+J"),
        Action("previous_undecided", "Pre&vious undecided", "Shift+K"),
        Action("blind", "Decide blindl&y", "Ctrl+Shift+Y"),
        _LINE,
        Action("draw_sample", "Dra&w a sample…"),
        Action("save_selection", "Save se&lection…", "Ctrl+Shift+D"),
        Action("selections", "Save&d selections"),
        _LINE,
        Action("import_decisions", "&Import decisions…"),
        Action("causes", "Ca&uses…"),
        Action("sign", "Si&gn decisions…"),
    ),
    "&Analysis": (
        Action("systems", "S&ystems…", "Ctrl+Y", rests=partial(_has_few_systems, fewest=1)),
        _LINE,
        Action("compare_with", "&Compare with…", "Ctrl+D", rests=partial(_has_few_systems, fewest=2)),
        Action(
            "swap",
            "&Swap A and B",
            "Shift+X",
            rests=lambda document: document.compared is None and not _are_annotators(document),
        ),
        _LINE,
        Action("swap_test", "Swap &test…", rests=_has_no_relations),
    ),
    "&Help": (
        Action("guide", "&Guide", "F1"),
        Action("keys", "&Keys", "?"),
        _LINE,
        Action("about", "&About nerinspect"),
    ),
}
"""All menus; of the commands that open a menu of their own only the place stands here."""


def actions_by_name(menus: Mapping[str, Sequence[Action]]) -> dict[str, Action]:
    """Put the commands of all menus into a table by their names.

    Raises
    ------
    ValueError
        If one has no words, or two share a name or a key in one of the wordings.
    """
    found: dict[str, Action] = {}
    for action in (one for actions in menus.values() for one in actions if one != _LINE):
        if not (action.name and action.words):
            raise ValueError(f"the command {action.name or action.words} has no name or no words")
        if found.setdefault(action.name, action) is not action:
            raise ValueError(f"two commands are called {action.name}")
    for wording in (JUDGED, NEUTRAL):
        keys = Counter(action.said(wording).keys for action in found.values() if action.keys)
        if twice := [key for key, number in keys.items() if number > 1]:
            raise ValueError(f"two commands have the key {twice[0]}")
    return found


ACTIONS: Final = actions_by_name(MENUS)  # every command by its name
_SUBMENUS: Final = ("recent", "colours", "matching", "take_reading_of", "selections")
_MATCHINGS: Final[dict[str, str]] = {
    "exact": "As they are &written",
    "nfc": "By &Unicode NFC",
    "ignore-case": "Ignoring &case",
    "nfc-ignore-case": "By Unicode NFC, &ignoring case",
}
_COLOURS: Final = {"": "As the &desktop", "light": "&Light", "dark": "&Dark"}


class MenuBar(QMenuBar):
    """Hold the commands."""

    colours_chosen = Signal(str)
    matching_chosen = Signal(str)
    recent_chosen = Signal(object)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Menus")
        self._document = document
        self._actions: dict[str, QAction] = {}
        self._submenus = {name: QMenu(ACTIONS[name].text, self) for name in _SUBMENUS}
        self._recent, self._colours, self._matchings, self.readings, self.selections = self._submenus.values()
        for title, commands in MENUS.items():
            menu = self.addMenu(title)
            for command in commands:
                self._add(menu, command)
        self._colour_actions = self._choices(self._colours, _COLOURS, self.colours_chosen.emit)
        self._matching_actions = self._choices(self._matchings, _MATCHINGS, self.matching_chosen.emit)
        self.show_recent(())
        self.show_colours("")
        self.show_training(False)
        document.tell_of_studies(self._speak)
        document.tell_of_studies(self._offer)
        for changed in (document.prediction_changed, document.compared_changed, document.history_changed):
            changed.connect(self._offer)
        self._offer()

    def action(self, name: str) -> QAction:
        return self._actions[name]

    @property
    def commands(self) -> list[QAction]:
        """All commands but for closing one window, and for menus in menus."""
        return [action for name, action in self._actions.items() if name != "close" and action.menu() is None]

    def connect_command(self, name: str, act: Callable[[], object]) -> None:
        self._actions[name].triggered.connect(lambda: act())

    def refuse_idle(self) -> None:
        """See to it that every command does something.

        Raises
        ------
        ValueError
            If nothing happens on one of them.
        """
        for name, action in self._actions.items():
            triggered = QMetaMethod.fromSignal(action.triggered)
            if action.menu() is None and not action.isSignalConnected(triggered):
                raise ValueError(f"no part of the window acts on the command {name}")

    def show_recent(self, sessions: Sequence[Session]) -> None:
        self._recent.clear()
        self._recent.setEnabled(bool(sessions))
        for session, name in zip(sessions, session_names(sessions), strict=True):
            self._recent.addAction(plain_text(name), partial(self.recent_chosen.emit, session))

    def show_colours(self, colours: str) -> None:
        self._colour_actions.get(colours, self._colour_actions[""]).setChecked(True)

    def show_training(self, has_training: bool, matching: str = "exact") -> None:
        self._actions["remove_training"].setEnabled(has_training)
        self._matchings.setEnabled(has_training)
        self._matching_actions[matching].setChecked(True)

    def _speak(self) -> None:
        """Call the two sides, and what is said of them, as the study does."""
        assert self._document.study is not None, "it is spoken of"
        for name, action in ACTIONS.items():
            if action.text_between or action.keys_between:
                said = action.said(self._document.study.wording)
                self._actions[name].setText(said.text)
                self._actions[name].setShortcut(QKeySequence(said.keys))

    def _offer(self) -> None:
        """Let commands rest that have nothing to do."""
        for name, action in ACTIONS.items():
            if action.rests is not None:
                self._actions[name].setEnabled(not action.rests(self._document))

    def _choices(self, menu: QMenu, texts: dict[str, str], choose: Callable[[str], object]) -> dict[str, QAction]:
        actions, group = {name: menu.addAction(text) for name, text in texts.items()}, QActionGroup(self)
        for name, action in actions.items():
            action.setCheckable(True)
            action.triggered.connect(partial(choose, name))
            group.addAction(action)
        return actions

    def _add(self, menu: QMenu, command: Action) -> None:
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
