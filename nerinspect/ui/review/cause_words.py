"""The causes that are offered: kept in the review, and changed in a dialog."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from nerinspect.analysis.decisions import Decision, Decisions
from nerinspect.errors import NerinspectError, counted
from nerinspect.review.offered_causes import OfferedCauses, causes_as_facts, causes_of

if TYPE_CHECKING:
    from nerinspect.review.store import ReviewFile
    from nerinspect.ui.main_window import MainWindow
    from nerinspect.ui.review.cause_dialog import CauseDialog


class CauseWords(QObject):
    """Keeps the list of a review, and shows what is offered wherever a cause is written."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window, self._reviewing = window, window.reviews.reviewing
        self._file: ReviewFile | None = None
        self._offered = OfferedCauses()
        self._dialog: CauseDialog | None = None
        self._reviewing.changed.connect(self._show)
        self._reviewing.relations_changed.connect(self._show)
        window.reviews.relations_joined.connect(self._show)
        self._reviewing.ready_changed.connect(self._on_ready_changed)
        window.menus.connect_command("causes", self.ask)
        self._on_ready_changed()

    def ask(self) -> None:
        """Let the list be changed."""
        from nerinspect.ui.guide_window import offer_guide  # not needed before it is asked for
        from nerinspect.ui.review.cause_dialog import CauseDialog

        self._close()
        self._dialog = CauseDialog(self._window)
        offer_guide(self._dialog)
        self._dialog.added.connect(lambda cause: self._keep(self._offered.adding(cause)))
        self._dialog.removed.connect(lambda cause: self._keep(self._offered.removing(cause)))
        self._dialog.renamed.connect(self._rename, Qt.ConnectionType.QueuedConnection)  # its editor closes first
        self._dialog.finished.connect(self._let_go)
        self._show()
        self._dialog.open()

    def _rename(self, cause: str, name: str) -> None:
        """Call a cause otherwise, in the list and in all decisions."""
        study = self._window.document.study
        assert study is not None, "there is a review"
        events, relations = _given(study.decisions, cause), _given(study.relation_decisions, cause)
        rename, words = partial(_renamed, cause, name), f"“{cause}” as “{name}” for"
        told = f"{words} {counted(len(events) + len(relations), 'event')}"
        then = partial(self._on_renamed, cause, name)
        if relations:
            changes, of_relations = dict.fromkeys(events, rename), dict.fromkeys(relations, rename)
            self._told(lambda: self._reviewing.decide_both(study, changes, of_relations, told, then))
        else:
            self._told(lambda: self._reviewing.decide(rename, events, told, then))

    def _on_renamed(self, cause: str, name: str) -> None:
        self._keep(self._offered.renaming(cause, name))

    def _keep(self, offered: OfferedCauses) -> None:
        """Write the list into the review."""
        file = self._file
        if file is not None and self._told(lambda: file.put_facts(causes_as_facts(offered))):
            self._offered = offered
        self._show()

    def _told(self, act: Callable[[], object]) -> bool:
        """Do something, or say why it cannot be done."""
        try:
            act()
        except NerinspectError as mistake:
            self._reviewing.refused.emit(mistake)
            return False
        return True

    def _on_ready_changed(self) -> None:
        self._window.menus.action("causes").setEnabled(self._reviewing.is_ready)
        if self._reviewing.file is not self._file:
            self._file = self._reviewing.file
            self._offered = causes_of(self._file.facts()) if self._file is not None else OfferedCauses()
            self._close()
            self._show()

    def _show(self, _events: object = None) -> None:
        study = self._window.document.study
        decided = [study.decisions, study.relation_decisions] if study is not None else []
        used = sorted({cause for decisions in decided for cause in decisions.causes})
        offered = self._offered.with_used(used)
        self._window.workspace.review.show_causes(offered, ())
        self._window.reviews.show_causes_of_relations(offered)
        if self._dialog is not None and study is not None:
            every = (one for decisions in decided for _, one in decisions.items())
            counts = Counter(cause for one in every for cause in one.causes)
            self._dialog.show_causes({cause: counts[cause] for cause in offered})

    def _close(self) -> None:
        if self._dialog is not None:
            self._dialog.reject()

    def _let_go(self) -> None:
        if self._dialog is not None:
            self._dialog.deleteLater()
            self._dialog = None


def _given(decisions: Decisions, cause: str) -> list[int]:
    """List the events that have a cause."""
    return [event for event, decision in decisions.items() if cause in decision.causes]


def _renamed(cause: str, name: str, decision: Decision) -> Decision:
    return replace(decision, causes=tuple(dict.fromkeys(name if one == cause else one for one in decision.causes)))
