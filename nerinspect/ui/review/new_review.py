"""Ask how a review begins: where its decisions are kept and, between annotators, what agreement is worth."""

import os
from typing import NamedTuple

from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QFileDialog, QLabel, QVBoxLayout, QWidget

from nerinspect.analysis.study import Study
from nerinspect.review.schema import SUFFIX
from nerinspect.ui.file_dialogs import saved_at
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.tooltips import tooltip

_AGREEMENT = "What all agree on is right"
_MEANING = "Otherwise mentions that both annotators have are walked through and counted as undecided, too."


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
    suggested = os.path.splitext(study.reference.source.path)[0] + SUFFIX
    path = ask_place(suggested, window)
    return NewReview(path, walks_agreement) if path else None


def ask_place(suggested: str, window: QWidget) -> str:
    """Ask which file decisions are kept in; empty for none."""
    path, _ = QFileDialog.getSaveFileName(
        window, "Keep decisions in", suggested, f"Reviews (*{SUFFIX})", options=QFileDialog.Option.DontConfirmOverwrite
    )
    saved_at(window, path)
    return path if not path or path.endswith(SUFFIX) else path + SUFFIX


class AgreementDialog(QDialog):
    """Say what adjudicating makes of an annotation, and let agreement be taken over or not.

    Parameters
    ----------
    annotator : str
        Whose annotation is corrected.
    parent : QWidget, optional
        The window it belongs to.
    """

    def __init__(self, annotator: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("agreement_dialog")
        self.setWindowTitle("New Review")
        words = QLabel(
            f"What you decide corrects the annotation of {annotator}, who is A here. Where nothing is decided, the"
            f" reading of {annotator} stands. The files stay as they are."
        )
        words.setWordWrap(True)
        self._takes_over = QCheckBox(_AGREEMENT)
        self._takes_over.setChecked(True)
        self._takes_over.setToolTip(tooltip(_MEANING))
        self._takes_over.setAccessibleDescription(_MEANING)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.button(QDialogButtonBox.StandardButton.Ok).setText("Choose Where to Keep It…")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for part in (words, self._takes_over, buttons):
            column.addWidget(part)
        unit = font_size(self.font()) / 13
        column.setSpacing(round(12 * unit))
        self.setMinimumWidth(round(420 * unit))
        self._takes_over.setFocus()

    @property
    def walks_agreement(self) -> bool:
        """Whether what all agree on is to be decided, too."""
        return not self._takes_over.isChecked()
