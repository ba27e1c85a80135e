"""The first rows of an export of relation events as they will be written."""

from functools import partial

from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.io.relation_form import RelationForm
from nerinspect.progress import Checkpoint
from nerinspect.ui.dialogs.export_preview import N_SHOWN, preview_text
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.painting.fonts import DETAIL, font_size
from nerinspect.ui.relations.relation_list import RelationList


class RelationExportPreview(QPlainTextEdit):
    """Show some rows in a form; they are made in the background."""

    def __init__(self, events: RelationList, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._events = events
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._on_written)
        self.setReadOnly(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTabChangesFocus(True)
        self.setAccessibleName("Preview")

    @property
    def title(self) -> str:
        """Say what it shows."""
        return f"Previe&w, the first {N_SHOWN} rows" if len(self._events.order) > N_SHOWN else "Previe&w"

    def show_rows(self, order: AnyIntArray, form: RelationForm | None) -> None:
        """Show the first of some relation events in a form; nothing for None."""
        if form is None:
            self._jobs.cancel()
            self.clear()
        else:
            self._jobs.start(partial(_written, self._events, order[:N_SHOWN].copy(), form))

    def restyle(self, font: QFont) -> None:
        """Write as small as fixed letters stand beside such a font."""
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setPixelSize(round(font_size(font) * DETAIL))
        self.setFont(fixed)

    def stop(self) -> None:
        """Let go of what is under way."""
        self._jobs.cancel()

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._jobs.shutdown()

    def _on_written(self, text: str) -> None:
        self.setPlainText(text)


def _written(events: RelationList, order: AnyIntArray, form: RelationForm, checkpoint: Checkpoint) -> str:
    return preview_text(events.study, form, form.table(events.study, order, checkpoint), len(order))
