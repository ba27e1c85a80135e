"""What the commands of the menus do in a window: keys, focus, signatures, exports, the swap test."""

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
from nerinspect.io.content import STANDARD_INPUT
from nerinspect.io.index.opening import is_index
from nerinspect.io.request import LoadRequest, parse_named_path
from nerinspect.quantities import counted
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Document
from nerinspect.ui.desk.views import VIEWS
from nerinspect.ui.kit.keys import FieldKeys, focus_of
from nerinspect.ui.kit.screen_text import copy_text, say_focus
from nerinspect.ui.lists.event_columns import EventList

if TYPE_CHECKING:
    from nerinspect.io.writing.export import ListedEvents, ReviewOrigin
    from nerinspect.ui.deciding.reviewing import Reviewing
    from nerinspect.ui.lists.event_copying import Exporter
    from nerinspect.ui.lists.event_table import EventsPanel
    from nerinspect.ui.pages.swap.swap_window import SwapWindow
    from nerinspect.ui.window.opener import Opener
    from nerinspect.ui.window.projects import Projects
    from nerinspect.ui.window.toolbar import Toolbar
    from nerinspect.ui.window.workspace import Workspace


_REMEMBERED: Final = 16


class FocusKeeper(QObject):
    """Gives the focus back to where it was before, once what has it is hidden, disabled or deleted, or a menu closed.

    Qt would go on to the next widget in the order of Tab, stay in the menu bar, or leave the focus nowhere.
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

    def _on_focus_changed(self, before: QWidget | None, now: QWidget | None) -> None:
        if before is not None and now is not None and before.window() is self._window and before.isAncestorOf(now):
            QTimer.singleShot(0, self, say_focus)  # it handed the focus on, but Qt names it to screen readers last
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
        if not self._was_usable:
            QTimer.singleShot(0, self, self._look_again)  # pages get the focus before they are shown

    def _look_again(self) -> None:
        self._was_usable = bool(self._had_focus) and _is_usable(self._had_focus[-1])

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
        if (now := focus_of(self._window)) is not None:
            self._remember(now)

    def _leave_menus(self) -> None:
        if focus_of(self._window) is self._menus and QApplication.activePopupWidget() is None:
            self._give_back()


def _is_usable(widget: QWidget) -> bool:
    return shiboken6.isValid(widget) and widget.isVisible() and widget.isEnabled()


_ABOUT: Final = (
    f"nerinspect {__version__}\n\nLook at the errors of named-entity recognition: align a reference with predictions,"
    " filter, read, export.\nEvery number is a door, and nothing is silent."
)


class Commands(QObject):
    """Connects the menus of a window, and the keys that stand in no menu, with its parts."""

    def __init__(self, desk: Desk, workspace: "Workspace", toolbar: "Toolbar", opener: "Opener") -> None:
        super().__init__(desk)
        self._desk, self._workspace, self._toolbar = desk, workspace, toolbar
        for name, act in self._acts(opener).items():
            desk.menus.connect_command(name, act)
        for place, kind in enumerate(KINDS):
            desk.menus.connect_command(f"kind_{kind}", partial(self._toggle_kind, place))
        self._connect_switches()
        steps = [self._stepping("F6", 1), self._stepping("Shift+F6", -1)]
        desk.asker.addActions(steps)
        desk.asker.installEventFilter(self)
        FieldKeys(desk.asker)
        FocusKeeper(desk.asker, desk.menus, desk.main_part_requested.emit)
        workspace.arrangement.share_actions([*desk.menus.commands, *steps])

    def _acts(self, opener: "Opener") -> dict[str, Callable[[], object]]:
        document, work, turn_to = self._desk.document, self._workspace, self._desk.view_requested.emit
        return {
            **{name.lower(): partial(turn_to, name) for name in VIEWS},
            "open": opener.ask,
            "sample": opener.open_sample,
            "add_predictions": opener.ask_predictions,
            "training": opener.ask_training,
            "remove_training": opener.training.remove,
            "attribute_table": opener.attributes.ask,
            "remove_attribute_tables": opener.attributes.remove,
            "files": self._show_files,
            "close": self._desk.asker.close,
            "copy_query": work.copy_query,
            "back": document.go_back,
            "forward": document.go_forward,
            "clear": work.chips.cleared.emit,
            "filters": work.toggle_filters,
            "larger": lambda: work.list_page.context.view.zoom_in(),
            "smaller": lambda: work.list_page.context.view.zoom_out(),
            "usual": lambda: work.list_page.context.view.zoom_reset(),
            "next": lambda: work.list_page.table.select_next(),
            "previous": lambda: work.list_page.table.select_previous(),
            "only_errors": lambda: work.list_page.show_only_errors(),
            "same_surface": work.show_same_surface,
            "draw_sample": self._draw_sample,
            "guide": self._open_guide,
            "keys": self._show_keys,
            "about": partial(QMessageBox.about, self._desk.asker, "About nerinspect", _ABOUT),
        }

    def _toggle_kind(self, place: int) -> None:
        self._workspace.list_page.toggle_kind(place)

    def _draw_sample(self) -> None:
        from nerinspect.ui.dialogs.sample_dialog import ask_sample  # not needed before it is asked for

        ask_sample(self._desk)

    def _show_files(self) -> None:
        from nerinspect.ui.dialogs.provenance import FilesDialog  # not needed before it is asked for

        study = self._desk.document.study
        if study is None:
            self._desk.message.tell("No files are open.")
        else:
            FilesDialog(study, self._desk.asker).exec()

    def _connect_switches(self) -> None:
        """Let commands that are on or off show how it is, whoever turned it."""
        menus, work = self._desk.menus, self._workspace
        for name, turn, turned in (
            ("own_window", work.arrangement.set_context_apart, work.arrangement.context_set_apart),
            ("group", work.events.set_grouped, work.events.grouping_changed),
            (
                "whole_document",
                lambda is_shown: work.list_page.context.view.show_document(is_shown),
                work.context.view.document_toggled,
            ),
        ):
            menus.action(name).triggered.connect(turn)
            turned.connect(menus.action(name).setChecked)
        for name in ("group", "select_alike"):
            work.comparison.turned.connect(menus.action(name).setDisabled)

    def _open_guide(self) -> None:
        from nerinspect.ui.guide import open_guide, page_about  # not needed before it is asked for

        open_guide(self._desk.asker, page_about(QApplication.focusWidget() or focus_of(self._desk.asker)))

    def _show_keys(self) -> None:
        from nerinspect.ui.guide import ShortcutsDialog, offer_guide  # not needed before it is asked for

        study = self._desk.document.study
        dialog = ShortcutsDialog(self._desk.asker, study.wording if study is not None else JUDGED)
        offer_guide(dialog)
        dialog.open()

    def _stepping(self, keys: str, step: int) -> QAction:
        action = QAction("Next region" if step > 0 else "Previous region", self)
        action.setShortcut(QKeySequence(keys))
        action.triggered.connect(partial(self._step_region, step))
        return action

    def _step_region(self, step: int) -> None:
        regions = [self._toolbar.search, *self._workspace.regions]
        seen = [region for region in regions if region.isVisible() and region.isEnabled()]
        focus = QApplication.focusWidget() or focus_of(self._desk.asker)
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
        self._desk.main_part_requested.emit()
        return True


_COPIED_AT_ONCE: Final = 500  # so many rows are copied without a word


class EventsExport(QObject):
    """Asks what to export of the list on show, and tells what became of copying it."""

    def __init__(self, desk: Desk, workspace: "Workspace", exporter: "Exporter", reviewing: "Reviewing") -> None:
        super().__init__(desk)
        self._desk, self._workspace, self._exporter, self._reviewing = desk, workspace, exporter, reviewing
        desk.menus.connect_command("export", self.ask)
        self._follow(workspace.events)
        workspace.comparison.table_made.connect(self._follow)
        workspace.pages.relations_made.connect(lambda page: self._follow(page.table))

    def _follow(self, table: "EventsPanel") -> None:
        table.rows_copied.connect(self._on_rows_copied)
        table.rows_refused.connect(self._on_rows_refused)

    def ask(self) -> None:
        table, document = self._workspace.list_page.table, self._desk.document
        if document.study is None or document.request is None:
            return
        if not table.view.model().rowCount():
            self._desk.message.tell(f"There is no {table.of.events.event} on screen to export.")
        elif events := table.listed(document.request, document.export_query, self._reviewing.file is not None):
            self._ask_about(events)

    def _ask_about(self, events: EventList) -> None:
        reviewing = self._reviewing
        if reviewing.is_reading or reviewing.is_deciding:
            done = "read" if reviewing.is_reading else "saved"
            self._desk.message.say(f"Decisions are being {done}; export when that is done.", is_passing=True)
            return
        if review := self._review(events.listed):
            events = events.of_review(review)
        self._exporter.ask(events)

    def _review(self, listed: "ListedEvents") -> "ReviewOrigin | None":
        reviewing = self._reviewing
        if reviewing.file is None:
            return None
        from nerinspect.io.request import lasting_request  # not needed before there is a review
        from nerinspect.io.writing.export import ReviewOrigin
        from nerinspect.review.causes import causes_of
        from nerinspect.review.opening import request_of

        is_whole = request_of(reviewing.file) == lasting_request(listed.request)
        causes = causes_of(reviewing.file.facts()).with_used(listed.sort.decisions(listed.study).causes)
        return ReviewOrigin(reviewing.path, tuple(one.event.event for one in reviewing.lost), is_whole, causes)

    def _on_rows_copied(self, n_rows: int) -> None:
        if n_rows > _COPIED_AT_ONCE:
            self._desk.message.tell(f"{counted(n_rows, 'row')} are copied.")

    def _on_rows_refused(self, n_rows: int) -> None:
        said = f"That is {counted(n_rows, 'row')}; export them instead."
        self._desk.message.say(said, [("Export…", self.ask)], is_passing=True)


_NOTHING = "No files are open, so there is no signature."


def signature_on_show(document: Document, workspace: "Workspace") -> str:
    """Write the signature of the events or relation events on show, as a file of them has it; empty if none are."""
    from nerinspect.io.provenance import study_sources  # not needed before a signature is
    from nerinspect.io.signature import signature

    study = document.study
    if study is None:
        return ""
    matching = {"matching": study.matching} if study.training is not None else {}
    if workspace.pages.relations_on_show is not None:
        choice = study.relation_choice
        said = {"table": "relation events", "setting": choice.setting, "symmetric": list(choice.symmetric)}
        return signature(study_sources(study), {**said, "filter": document.export_query, **matching})
    comparison = workspace.comparison
    assert document.request is not None, "there is a study"
    rows = comparison.panel.listed(document.request, "") if comparison.is_on else None
    if rows is None:
        return signature(study_sources(study), {"table": "events", "filter": document.export_query, **matching})
    listed = rows.listed
    said = {"table": f"{listed.sort.event}s", "filter": listed.query, **listed.sort.said(study)}
    return signature(study_sources(study), {**said, **matching})


class Signatures(QObject):
    """Copies the signature of what is on show, and compares it with another one."""

    def __init__(self, desk: Desk, workspace: "Workspace", projects: "Projects") -> None:
        super().__init__(desk)
        self._desk, self._workspace, self._projects = desk, workspace, projects
        desk.menus.connect_command("copy_signature", self.copy)
        desk.menus.connect_command("compare_signature", self.compare)

    def on_show(self) -> str:
        panel = self._projects.panel
        return panel.signature() if panel is not None else signature_on_show(self._desk.document, self._workspace)

    def copy(self) -> None:
        if line := self.on_show():
            copy_text(line)
            self._desk.message.tell("The signature is on the clipboard.")
        else:
            self._desk.message.tell(_NOTHING)

    def compare(self) -> None:
        from nerinspect.ui.dialogs.provenance import SignatureDialog
        from nerinspect.ui.guide import offer_guide  # not needed before a dialog is

        dialog = SignatureDialog(self.on_show(), self._desk.asker)
        offer_guide(dialog)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()


class SwapTest(QObject):
    """Opens the window of the swap test, one at a time, and closes it with what it is about."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self.test: SwapWindow | None = None
        desk.menus.connect_command("swap_test", self._open)
        desk.document.study_changed.connect(self._close)
        desk.closing.connect(self._close)

    def _open(self) -> None:
        document = self._desk.document
        if self.test is not None:
            self.test.activateWindow()
            return
        if document.study is None or document.request is None:
            return
        if STANDARD_INPUT in document.request.paths[:1]:
            self._desk.message.tell("A reference from standard input cannot be read again; open it from a file.")
            return
        if is_index(document.request.reference):
            self._desk.message.tell("A swap test reads the reference again, and this is an index; open its files.")
            return
        from nerinspect.ui.guide import offer_guide  # not needed before it is asked for
        from nerinspect.ui.pages.swap.swap_testing import SwapTesting
        from nerinspect.ui.pages.swap.swap_window import SwapWindow

        predictions = predictions_with_relations(document.study, document.request)
        testing = SwapTesting(document.request, document.study.reference.source.sha256, predictions)
        self.test = SwapWindow(testing, self._desk.asker)
        offer_guide(self.test)
        self.test.destroyed.connect(self._forget)
        self.test.show()

    def _close(self) -> None:
        if self.test is not None:
            self.test.close()
        self._forget()

    def _forget(self) -> None:
        self.test = None


def predictions_with_relations(study: Study, request: LoadRequest) -> tuple[str, ...]:
    """List the predictions of a request, as they were named, whose files have relations."""
    paths = {one.annotation.source.path for one in study.predictions if one.annotation.relations is not None}
    return tuple(argument for argument in request.predictions if parse_named_path(argument).path in paths)
