"""What an edited list would change, before anything is taken from it."""

import os

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from nerinspect.analysis.study import Study
from nerinspect.errors import counted
from nerinspect.review.list_reading import EditedList
from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.painting.fonts import TITLE, font_size, scaled_font
from nerinspect.ui.plain_text import plain_title
from nerinspect.ui.review.importing_view import ChangesView
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.window_sizes import resize_on_screen
from nerinspect.visible import visible


class ImportDialog(QDialog):
    """Show what a list changes and which of its rows fit nothing; `accepted` takes the changes.

    Parameters
    ----------
    study : Study
        With decisions.
    path : str
        The list.
    parent : QWidget, optional
        The window it belongs to.

    Signals
    -------
    event_requested : int
        The event of a row is to be shown.
    safe_chosen : bool
        The list is to be read again, with texts marked for spreadsheets or not.
    """

    event_requested = Signal(int)
    safe_chosen = Signal(bool)

    def __init__(self, study: Study, path: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("import_dialog")
        self.setWindowTitle(plain_title(f"Import Decisions from {os.path.basename(path)}"))
        self.path = path
        self.edited = EditedList((), 0, ())
        self._is_ready = False
        self._head, self._summary = QLabel(), QLabel(wordWrap=True)
        self._changes = ChangesView(study)
        self._safe = QCheckBox("Texts are marked for &spreadsheets")
        self._safe.setToolTip(tooltip("Takes away the ' that an export put before texts that look like formulas."))
        self._misfits, self._misfit_head = QPlainTextEdit(readOnly=True, tabChangesFocus=True), QLabel()
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self._take = self._buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        self._copy = QPushButton("&Copy These Rows")
        self._build_ui()
        self._changes.event_requested.connect(self.event_requested)
        self._safe.toggled.connect(self._on_safe_toggled)
        self._copy.clicked.connect(lambda: copy_text(self._misfits.toPlainText()))
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self._changes.setFocus()

    @property
    def is_safe(self) -> bool:
        """Whether texts are marked for spreadsheets."""
        return self._safe.isChecked()

    def show_list(self, study: Study, edited: EditedList) -> None:
        """Show what was read."""
        self.edited, n_changes = edited, len(edited.changes)
        self._changes.show_list(study, edited)
        self._changes.setVisible(bool(n_changes))
        self._head.setText(f"{counted(n_changes, 'decision')} to take" if n_changes else "Nothing to take")
        self._summary.setText(visible(_summary(edited)))
        n_misfits = len(edited.misfits)
        self._misfit_head.setText(
            f"{counted(n_misfits, 'row')} left out, since nothing fits {'them' if n_misfits > 1 else 'it'}:"
        )
        self._misfits.setPlainText("\n".join(f"line {one.line:,}: {one.reason}" for one in edited.misfits))
        self._bottom.setVisible(bool(n_misfits))
        self._take.setText(f"&Take {counted(n_changes, 'Decision')}" if n_changes else "&Take Decisions")
        self.set_ready(True)

    def show_mistake(self, sentence: str) -> None:
        """Say why the list cannot be read any more."""
        self._summary.setText(visible(sentence))
        self.set_ready(False)

    def set_ready(self, is_ready: bool) -> None:
        """Let the changes be taken, or not while they are compared anew."""
        self._is_ready = is_ready
        self._take.setEnabled(is_ready and bool(self.edited.changes))

    def accept(self) -> None:
        """Take the changes that are on show."""
        if self._take.isEnabled():
            super().accept()

    def _build_ui(self) -> None:
        unit = font_size(self.font()) / 13
        self._head.setFont(scaled_font(self.font(), TITLE, is_bold=True))
        self._copy.setAutoDefault(False)
        self._misfits.setAccessibleName("Rows that are left out")
        self._bottom, parts = QWidget(), QSplitter()
        below = QVBoxLayout(self._bottom)
        below.setContentsMargins(0, 0, 0, 0)
        head = QHBoxLayout()
        head.addWidget(self._misfit_head, 1)
        head.addWidget(self._copy)
        below.addLayout(head)
        below.addWidget(self._misfits)
        parts.setOrientation(parts.orientation().Vertical)
        parts.setChildrenCollapsible(False)
        parts.addWidget(self._changes)
        parts.addWidget(self._bottom)
        parts.setStretchFactor(0, 3)
        parts.setStretchFactor(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*[round(16 * unit)] * 4)
        layout.setSpacing(round(8 * unit))
        for widget in (self._head, self._summary):
            layout.addWidget(widget)
        layout.addWidget(parts, 1)
        layout.addWidget(self._safe)
        layout.addWidget(self._buttons)
        resize_on_screen(self, 960, 600)

    def _on_safe_toggled(self, is_safe: bool) -> None:
        self.set_ready(False)
        self.safe_chosen.emit(is_safe)


def _summary(edited: EditedList) -> str:
    """Say what happens to verdicts, and how many rows say nothing new."""
    pairs = [(one.before.verdict, one.after.verdict) for one in edited.changes]
    n_new = sum(not before and bool(after) for before, after in pairs)
    n_other = sum(bool(before and after) and before != after for before, after in pairs)
    n_gone = sum(bool(before) and not after for before, after in pairs)
    said = [
        f"{number:,} {words}"
        for number, words in (
            (n_new, "undecided so far"),
            (n_other, "with another verdict than before"),
            (n_gone, "without the verdict they had"),
            (edited.n_unchanged, "rows say what the review says"),
        )
        if number
    ]
    return "; ".join(said) or "The list has no rows."
