"""What the commands of the menus do in a window."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QMessageBox

from nerinspect import __version__
from nerinspect.analysis.events import KINDS
from nerinspect.glossary.wording import JUDGED
from nerinspect.settings.schema import Layout
from nerinspect.ui.focus_keeper import FocusKeeper
from nerinspect.ui.keys import FieldKeys
from nerinspect.ui.views import (
    AGREEMENT,
    COMPARE,
    CONSISTENCY,
    DIAGNOSIS,
    EVENTS_VIEW,
    OVERVIEW,
    RELATIONS,
    REPAIR,
    REVIEW,
)

if TYPE_CHECKING:
    from nerinspect.ui.main_window import MainWindow

_ABOUT: Final = (
    f"nerinspect {__version__}\n\nLook at the errors of named-entity recognition: align a reference with predictions,"
    " filter, read, export.\nEvery number is a door, and nothing is silent."
)


class Commands(QObject):
    """Connects the menus of a window, and the keys that stand in no menu, with its parts."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        for name, act in self._acts().items():
            window.menus.connect_command(name, act)
        for place, kind in enumerate(KINDS):
            window.menus.connect_command(f"kind_{kind}", partial(window.workspace.toggle_kind, place))
        self._connect_switches()
        steps = [self._stepping("F6", 1), self._stepping("Shift+F6", -1)]
        window.addActions(steps)
        window.installEventFilter(self)
        FieldKeys(window)
        FocusKeeper(window, window.menus, window.focus_main_part)
        window.document.history_changed.connect(self._on_history_changed)
        window.workspace.arrangement.share_actions([*window.menus.commands, *steps])
        self._on_history_changed()

    def _acts(self) -> dict[str, Callable[[], object]]:
        window, document, work = self._window, self._window.document, self._window.workspace
        return {
            "new_window": window.window_requested.emit,
            "open": window.opener.ask,
            "sample": window.opener.open_sample,
            "reload": window.sessions.reload,
            "add_predictions": window.opener.ask_predictions,
            "training": window.opener.ask_training,
            "remove_training": window.opener.training.remove,
            "attribute_table": window.opener.attributes.ask,
            "remove_attribute_tables": window.opener.attributes.remove,
            "files": self._show_files,
            "export": window.export,
            "close": window.close,
            "quit": window.quit_requested.emit,
            "search": window.focus_search,
            "copy_query": work.copy_query,
            "back": document.go_back,
            "forward": document.go_forward,
            "clear": work.chips.cleared.emit,
            "events": partial(window.show_view, EVENTS_VIEW),
            "relations": partial(window.show_view, RELATIONS),
            "overview": partial(window.show_view, OVERVIEW),
            "consistency": partial(window.show_view, CONSISTENCY),
            "repair": partial(window.show_view, REPAIR),
            "diagnosis": partial(window.show_view, DIAGNOSIS),
            "compare": partial(window.show_view, COMPARE),
            "agreement": partial(window.show_view, AGREEMENT),
            "review": partial(window.show_view, REVIEW),
            "filters": work.toggle_filters,
            "larger": lambda: work.shown_context.zoom_in(),
            "smaller": lambda: work.shown_context.zoom_out(),
            "usual": lambda: work.shown_context.zoom_reset(),
            "reset_layout": partial(window.restore_layout, Layout()),
            "next": work.select_next,
            "previous": work.select_previous,
            "only_errors": work.show_only_errors,
            "same_surface": work.show_same_surface,
            "draw_sample": self._draw_sample,
            "guide": self._open_guide,
            "keys": self._show_keys,
            "about": partial(QMessageBox.about, window, "About nerinspect", _ABOUT),
        }

    def _draw_sample(self) -> None:
        from nerinspect.ui.review.sample_dialog import ask_sample  # not needed before it is asked for

        ask_sample(self._window)

    def _show_files(self) -> None:
        from nerinspect.ui.dialogs.files_dialog import FilesDialog  # not needed before it is asked for

        study = self._window.document.study
        if study is None:
            self._window.message.tell("Nothing is open yet.")
        else:
            FilesDialog(study, self._window).exec()

    def _connect_switches(self) -> None:
        """Let commands that are on or off show how it is, whoever turned it."""
        menus, work = self._window.menus, self._window.workspace
        for name, turn, turned in (
            ("own_window", work.arrangement.set_context_apart, work.arrangement.context_set_apart),
            ("group", work.events.set_grouped, work.events.grouping_changed),
            ("whole_document", work.show_document, work.context.document_toggled),
        ):
            menus.action(name).triggered.connect(turn)
            turned.connect(menus.action(name).setChecked)
        for name in ("group", "select_alike"):
            work.comparison.turned.connect(menus.action(name).setDisabled)

    def _open_guide(self) -> None:
        """Open the guide at what it says about the part that has the focus."""
        from nerinspect.ui.guide_window import open_guide, page_about  # not needed before it is asked for

        open_guide(self._window, page_about(QApplication.focusWidget() or self._window.focusWidget()))

    def _show_keys(self) -> None:
        from nerinspect.ui.dialogs.shortcuts_dialog import ShortcutsDialog  # not needed before it is asked for
        from nerinspect.ui.guide_window import offer_guide

        study = self._window.document.study
        dialog = ShortcutsDialog(self._window, study.wording if study is not None else JUDGED)
        offer_guide(dialog)
        dialog.open()

    def _stepping(self, keys: str, step: int) -> QAction:
        action = QAction("Next Region" if step > 0 else "Previous Region", self)
        action.setShortcut(QKeySequence(keys))
        action.triggered.connect(partial(self._step_region, step))
        return action

    def _step_region(self, step: int) -> None:
        """Give the focus to the next or previous region of the window that can be seen."""
        regions = [self._window.toolbar.search, *self._window.workspace.regions]
        seen = [region for region in regions if region.isVisible() and region.isEnabled()]
        focus = QApplication.focusWidget() or self._window.focusWidget()
        focused = [n for n, region in enumerate(seen) if focus is region or (focus and region.isAncestorOf(focus))]
        place = focused[0] + step if focused else 0
        if seen:
            region = seen[place % len(seen)]
            region.window().activateWindow()
            region.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go back to the table with Esc; what has something of its own to leave takes the key before."""
        is_press = event.type() == QEvent.Type.KeyPress
        if not (is_press and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape):
            return super().eventFilter(watched, event)
        self._window.workspace.main_part.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return True

    def _on_history_changed(self) -> None:
        document, menus = self._window.document, self._window.menus
        menus.action("back").setEnabled(document.can_go_back)
        menus.action("forward").setEnabled(document.can_go_forward)
