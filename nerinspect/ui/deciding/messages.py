"""What a review asks and says: where decisions are kept, who decides, how far large steps are."""

import os
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QInputDialog,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from nerinspect.errors import NerinspectError
from nerinspect.events.study import Study
from nerinspect.quantities import counted, grouped
from nerinspect.review.schema import SUFFIX
from nerinspect.ui.deciding.reviewing import Act, Steps
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.views import REVIEW
from nerinspect.ui.kit.file_dialogs import save_folder, saved_at
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.theme.fonts import unit_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nerinspect.review.attaching import StoredDecision
    from nerinspect.ui.deciding.reviewing import Reviewing


_AGREEMENT = "Accept what all annotators agree on"
_MEANING = "If this is off, mentions that both annotators have are shown for review and counted as undecided, too."


class NewReview(NamedTuple):
    """Where decisions are to be kept, and whether agreement is to be decided, too."""

    path: str
    walks_agreement: bool = False


def ask_new_review(study: Study, window: QWidget) -> NewReview | None:
    """Ask how the review of a study begins; None if it does not."""
    walks_agreement = False
    if study.is_of_annotators:
        dialog = AgreementDialog(study.annotator, window)
        is_wanted = dialog.exec() == QDialog.DialogCode.Accepted
        walks_agreement = dialog.walks_agreement
        dialog.deleteLater()
        if not is_wanted:
            return None
    name = os.path.splitext(os.path.basename(study.reference.source.path))[0]
    path = ask_place(os.path.join(save_folder(window), name + SUFFIX), window)
    return NewReview(path, walks_agreement) if path else None


def ask_place(suggested: str, window: QWidget) -> str:
    """Ask which file decisions are kept in; empty for none."""
    path, _ = QFileDialog.getSaveFileName(
        window, "Save review as", suggested, f"Reviews (*{SUFFIX})", options=QFileDialog.Option.DontConfirmOverwrite
    )
    saved_at(window, path)
    return path if not path or path.endswith(SUFFIX) else path + SUFFIX


class AgreementDialog(QDialog):
    """Say what adjudicating makes of an annotation, and let agreement be taken over or not."""

    def __init__(self, annotator: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("agreement_dialog")
        self.setWindowTitle("New review")
        words = QLabel(
            f"Your decisions correct the annotation of {annotator} (A). Where you decide nothing, the annotation of"
            f" {annotator} is kept. The files do not change."
        )
        words.setWordWrap(True)
        self._takes_over = QCheckBox(_AGREEMENT)
        self._takes_over.setChecked(True)
        self._takes_over.setToolTip(tooltip(_MEANING))
        self._takes_over.setAccessibleDescription(_MEANING)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.button(QDialogButtonBox.StandardButton.Ok).setText("Choose location…")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for part in (words, self._takes_over, buttons):
            column.addWidget(part)
        unit = unit_of(self.font())
        column.setSpacing(round(12 * unit))
        self.setMinimumWidth(round(420 * unit))
        self._takes_over.setFocus()

    @property
    def walks_agreement(self) -> bool:
        """Whether what all agree on is to be decided, too."""
        return not self._takes_over.isChecked()


class Signing(QObject):
    """Asks for the name and tells what is done with it."""

    def __init__(self, desk: Desk, reviewing: "Reviewing") -> None:
        super().__init__(desk)
        self._desk, self._reviewing = desk, reviewing
        self._reviewing.ready_changed.connect(self._on_ready_changed)
        desk.menus.connect_command("sign", self.ask)
        self._on_ready_changed()

    def ask(self) -> None:
        """Ask who decides from now on."""
        before = self._reviewing.signed
        name, is_wanted = QInputDialog.getText(
            self._desk.asker,
            "Sign decisions",
            "Your name, stored with each new decision; leave empty for none:",
            QLineEdit.EchoMode.Normal,
            before,
        )
        name = " ".join(name.split())
        if not is_wanted or name == before:
            return
        try:
            self._reviewing.sign(name)
        except NerinspectError as mistake:
            self._reviewing.refused.emit(mistake)
            return
        signed = f"Decisions are signed “{name}” from now on." if name else "Decisions are not signed from now on."
        self._desk.message.tell(signed)

    def _on_ready_changed(self) -> None:
        self._desk.menus.action("sign").setEnabled(self._reviewing.is_ready)


_VERBS = {"decide": "Deciding", "undo": "Taking back", "redo": "Deciding again"}


class StepTelling(QObject):
    """Shows on the progress strip what a review decides behind the window."""

    def __init__(self, desk: Desk, steps: Steps) -> None:
        super().__init__(desk)
        self._desk = desk
        steps.begun.connect(self._on_begun)
        steps.progressed.connect(self._on_progressed)
        steps.ended.connect(desk.progress.hide)
        desk.progress.cancelled.connect(steps.cancel)

    def _on_begun(self, act: Act) -> None:
        self._desk.progress.begin(f"{_VERBS[act.kind]} {counted(act.n_events(), 'event')}")

    def _on_progressed(self, done: int, total: int) -> None:
        """Offer no end of it any more once it is being written."""
        if done < total:
            self._desk.progress.show_progress(done, total, "done")
        else:
            self._desk.progress.hide()


_MOST_NAMED: Final = 3
"""So many are named; the page of the review has all."""


class LostTelling(QObject):
    """Tells of them once, when they are found missing, and leads to all of them."""

    all_requested = Signal()  # all of them are wanted on the page of the review, which is on show

    def __init__(self, desk: Desk, reviewing: "Reviewing") -> None:
        super().__init__(desk)
        self._desk, self._reviewing = desk, reviewing
        self._told: frozenset[str] = frozenset()
        self._reviewing.ready_changed.connect(self._on_ready_changed)

    def _on_ready_changed(self) -> None:
        if self._reviewing.is_reading:
            return
        lost, told = self._reviewing.lost, self._told
        self._told = frozenset(one.event.event for one in lost)
        if self._told - told:
            message = self._desk.message
            words = "  ·  ".join(filter(None, (message.text, lost_words(lost))))
            message.say(words, [("Show all", self._show_all)])

    def _show_all(self) -> None:
        self._desk.view_requested.emit(REVIEW)
        self.all_requested.emit()


def lost_words(lost: "Sequence[StoredDecision]") -> str:
    """Say how many decisions have no event, and name the first few."""
    named = [f"“{one.event.text}” (sentence {grouped(one.event.sentence)})" for one in lost[:_MOST_NAMED]]
    n_more = len(lost) - len(named)
    names = ", ".join(named) + (f" and {grouped(n_more)} more" if n_more else "")
    return f"{counted(len(lost), 'decision')} without an event in these files, kept in the review: {names}."
