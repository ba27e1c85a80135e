"""The first rows of an export of relation events as they will be written."""

import io
from functools import partial
from typing import Final

from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.io.events_form import HTML
from nerinspect.io.relation_form import RelationForm
from nerinspect.progress import Checkpoint
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.painting.fonts import DETAIL, font_size
from nerinspect.ui.relations.relation_list import RelationList

_N_SHOWN: Final = 10
_LONGEST_LINE: Final = 2_000  # characters


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
        return f"Previe&w, the first {_N_SHOWN} rows" if len(self._events.order) > _N_SHOWN else "Previe&w"

    def show_rows(self, order: AnyIntArray, form: RelationForm | None) -> None:
        """Show the first of some relation events in a form; nothing for None."""
        if form is None:
            self._jobs.cancel()
            self.clear()
        else:
            self._jobs.start(partial(_written, self._events, order[:_N_SHOWN].copy(), form))

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
    """Write some rows as the file will hold them, long lines cut."""
    file = io.StringIO(newline="")
    form.writer(events.study, len(order), {})(form.table(events.study, order, checkpoint), file)
    text = file.getvalue().rstrip("\n")
    if form.form == HTML:
        text = text.partition("<table>\n")[2].rpartition("\n</table>")[0]
    return "\n".join(line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}…" for line in text.split("\n"))
