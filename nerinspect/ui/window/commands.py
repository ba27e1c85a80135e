"""What the commands of the menus do in a window: keys, focus, signatures, exports."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

import shiboken6
from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar, QMessageBox, QWidget

from nerinspect import __version__
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study
from nerinspect.glossary.wording import JUDGED
from nerinspect.io.provenance import study_sources
from nerinspect.io.request import LoadRequest
from nerinspect.io.signature import signature
from nerinspect.io.writing.export import ReviewOrigin
from nerinspect.settings.schema import Layout
from nerinspect.ui.desk.views import (
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
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.keys import FieldKeys
from nerinspect.ui.kit.screen_text import copy_text
from nerinspect.ui.lists.exported_events import EventList
from nerinspect.ui.lists.exporting import file_columns

if TYPE_CHECKING:
    from nerinspect.ui.lists.relation_export_dialog import RelationExport
    from nerinspect.ui.pages.relations.page import RelationsPanel
    from nerinspect.ui.window.window import MainWindow


_REMEMBERED: Final = 16


class FocusKeeper(QObject):
    """Gives the focus back to where it was before, once what has it is hidden, disabled or deleted, or a menu closed.

    Qt would go on to the next widget in the order of Tab, stay in the menu bar, or leave the focus nowhere.

    Parameters
    ----------
    window : QWidget
        Whose focus is kept.
    menus : QMenuBar
        Its menus.
    go_home : callable
        Gives the focus to the main part, for want of anything that had it before.
    """

    def __init__(self, window: QWidget, menus: QMenuBar, go_home: Callable[[], object]) -> None:
        super().__init__(window)
        self._window, self._menus, self._go_home = window, menus, go_home
        self._had_focus: list[QWidget] = []
        self._was_usable = self._is_giving = False
        app = QApplication.instance()
        assert isinstance(app, QApplication), "there is a window"
        app.focusChanged.connect(self._on_focus_changed)
        self._leaving = QTimer(self, singleShot=True, interval=0)  # another menu may open first
        self._leaving.timeout.connect(self._leave_menus)
        for menu in menus.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly):
            menu.aboutToHide.connect(self._leaving.start)

    def _on_focus_changed(self, _before: QWidget | None, now: QWidget | None) -> None:
        if self._is_giving or QApplication.activeWindow() is not self._window or now is self._menus:
            return
        if now is not QApplication.focusWidget():
            return  # it handed the focus on
        was_lost = self._was_usable and not _is_usable(self._had_focus[-1])
        if was_lost or now is None or now is self._window:
            self._give_back()
        else:
            self._remember(now)

    def _remember(self, widget: QWidget) -> None:
        before = [one for one in self._had_focus if one is not widget and shiboken6.isValid(one)]
        self._had_focus = [*before[1 - _REMEMBERED :], widget]
        self._was_usable = _is_usable(widget)  # a page may give the focus to what is shown once it is counted

    def _give_back(self) -> None:
        """Let the focus go where it was, or home; parts that hand it on to others do so meanwhile."""
        self._had_focus = [one for one in self._had_focus if _is_usable(one)]
        self._was_usable, self._is_giving = False, True
        try:
            if self._had_focus:
                self._had_focus[-1].setFocus(Qt.FocusReason.OtherFocusReason)
            else:
                self._go_home()
        finally:
            self._is_giving = False
        if (now := self._window.focusWidget()) is not None:
            self._remember(now)

    def _leave_menus(self) -> None:
        if self._window.focusWidget() is self._menus and QApplication.activePopupWidget() is None:
            self._give_back()


def _is_usable(widget: QWidget) -> bool:
    return shiboken6.isValid(widget) and widget.isVisible() and widget.isEnabled()


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
        from nerinspect.ui.dialogs.sample_dialog import ask_sample  # not needed before it is asked for

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
        from nerinspect.ui.guide.guide_window import open_guide, page_about  # not needed before it is asked for

        open_guide(self._window, page_about(QApplication.focusWidget() or self._window.focusWidget()))

    def _show_keys(self) -> None:
        from nerinspect.ui.guide.guide_window import offer_guide
        from nerinspect.ui.guide.shortcuts import ShortcutsDialog  # not needed before it is asked for

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


_COPIED_AT_ONCE: Final = 500
"""So many rows are copied without a word."""

_EVENTS_AT_ONCE: Final = 20_000
"""Rows of so many events are gathered without a wait that anybody would notice."""


class ExportWiring(QObject):
    """Connects the events of a window with what writes and copies them."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self._relations: RelationExport | None = None
        self._gathering = JobRunner(self)
        self._gathering.succeeded.connect(self._on_gathered)
        window.workspace.events.rows_copied.connect(self._on_rows_copied)
        window.workspace.events.rows_refused.connect(self._on_rows_refused)

    def ask(self) -> None:
        """Ask what to export of the events on show, and write it."""
        window, document, events = self._window, self._window.document, self._window.workspace.table
        if document.study is None or document.request is None:
            return
        if (page := window.workspace.pages.relations_on_show) is not None:
            self._ask_about_relations(page, document.request)
        elif not events.view.model().rowCount():
            window.message.tell("There is no event on screen to export.")
        elif window.workspace.comparison.is_on:
            self._ask_about_rows(document.study, document.request)
        else:
            is_reviewed = window.reviews.reviewing.file is not None
            selected, columns = events.selected_events().copy(), file_columns(events.shown_columns(), is_reviewed)
            shown = document.study, document.request, events.order().copy(), document.export_query
            self._ask_about(EventList(*shown, events.sorting_text(), selected, columns))

    def _ask_about_rows(self, study: Study, request: LoadRequest) -> None:
        """Ask about the events of A and B; those of many rows are gathered in the background."""
        from nerinspect.ui.lists.compared_list import events_to_export  # there is a comparison

        panel = self._window.workspace.comparison.comparing.panel
        if (rows := panel.rows_on_show()) is None:
            return
        columns = file_columns(panel.shown_columns())
        work = partial(events_to_export, request, rows, panel.sorting_text(), columns)
        if len(study.events) > _EVENTS_AT_ONCE:
            self._gathering.start(lambda checkpoint: work())
        else:
            self._ask_about(work())

    def _ask_about(self, events: EventList) -> None:
        """Ask about events; while a review is open, with what was decided about them."""
        if self._is_busy():
            return
        if review := self._review(events.request):
            events = events.of_review(review)
        self._window.exporter.ask(events)

    def _ask_about_relations(self, page: "RelationsPanel", request: LoadRequest) -> None:
        """Ask about relation events, which another dialog does."""
        if self._is_busy():
            return
        if self._relations is None:
            from nerinspect.ui.lists.relation_export_dialog import RelationExport  # few files have relations

            self._relations = RelationExport(self._window)
        self._relations.ask(page, self._review(request))

    def _is_busy(self) -> bool:
        """Say so while decisions are being read or saved; tell whether they are."""
        reviewing = self._window.reviews.reviewing
        if reviewing.is_reading or reviewing.is_deciding:
            done = "read" if reviewing.is_reading else "saved"
            self._window.message.say(f"Decisions are being {done}; export once they are there.", is_passing=True)
            return True
        return False

    def _review(self, request: LoadRequest) -> ReviewOrigin | None:
        """Name the review that is open, if one is."""
        reviewing = self._window.reviews.reviewing
        if reviewing.file is None:
            return None
        from nerinspect.io.request_changes import lasting_request  # not needed before there is a review
        from nerinspect.review.opening import request_of

        is_whole = request_of(reviewing.file) == lasting_request(request)
        return ReviewOrigin(reviewing.path, tuple(one.event.event for one in reviewing.lost), is_whole)

    def _on_gathered(self, events: object) -> None:
        assert isinstance(events, EventList), "what the work returns"
        if events.study is self._window.document.study:
            self._ask_about(events)

    def _on_rows_copied(self, n_rows: int) -> None:
        """Tell that rows are on the clipboard, where that took a while."""
        if n_rows > _COPIED_AT_ONCE:
            self._window.message.tell(f"{n_rows:,} rows are copied.")

    def _on_rows_refused(self, n_rows: int) -> None:
        """Offer a file for rows that are too many for a clipboard."""
        said = f"That is {n_rows:,} rows; export them instead."
        self._window.message.say(said, [("Export…", self.ask)], is_passing=True)


_NOTHING = "Nothing is open yet, so there is no signature."


def signature_on_show(window: "MainWindow") -> str:
    """Write the signature of the events or relation events on show, as a file of them has it; empty if none are."""
    study = window.document.study
    if study is None:
        return ""
    matching = {"matching": study.matching} if study.training is not None else {}
    if window.workspace.pages.relations_on_show is not None:
        choice = study.relation_choice
        said = {"table": "relation events", "setting": choice.setting, "symmetric": list(choice.symmetric)}
        return signature(study_sources(study), {**said, "filter": window.document.export_query, **matching})
    return signature(study_sources(study), {"table": "events", "filter": _query(window), **matching})


def _query(window: "MainWindow") -> str:
    comparison = window.workspace.comparison
    rows = comparison.comparing.panel.rows_on_show() if comparison.is_on else None
    if rows is None:
        return window.document.export_query
    from nerinspect.ui.lists.compared_list import query_on_show  # there is a comparison

    return query_on_show(rows)


class SignatureWiring(QObject):
    """Connects the commands about signatures with what a window shows."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        window.menus.connect_command("copy_signature", self.copy)
        window.menus.connect_command("compare_signature", self.compare)

    def copy(self) -> None:
        """Put the signature of what is on show on the clipboard."""
        if line := self._window.signature():
            copy_text(line)
            self._window.message.tell("The signature is on the clipboard.")
        else:
            self._window.message.tell(_NOTHING)

    def compare(self) -> None:
        """Compare the signature of what is on show with another one."""
        from nerinspect.ui.dialogs.signature_dialog import SignatureDialog
        from nerinspect.ui.guide.guide_window import offer_guide  # not needed before a dialog is

        dialog = SignatureDialog(self._window.signature(), self._window)
        offer_guide(dialog)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
