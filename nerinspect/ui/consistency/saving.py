"""The list of surfaces on the clipboard, or as a file: asks where to, writes it in the background."""

import os
from functools import partial
from io import StringIO
from pathlib import PurePath
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from nerinspect.errors import NerinspectError
from nerinspect.io.render import write_csv
from nerinspect.io.request import LoadRequest
from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.consistency.listed import Listed
from nerinspect.ui.file_dialogs import ask_where_to_save
from nerinspect.ui.jobs import JobRunner

_FORMS: Final = {"CSV (*.csv)": "csv", "Markdown (*.md)": "md", "LaTeX (*.tex)": "tex", "JSON (*.json)": "json"}
_FORM_OF: Final = {"csv": "csv", "md": "markdown", "tex": "latex", "json": "json"}
_MOST_COPIED: Final = 100_000
"""So many places a clipboard takes without a wait; more are for a file."""


class ListSaver(QObject):
    """Copy lists, and write one at a time.

    Signals
    -------
    saved : str
        What was copied or written.
    failed : str
        Why nothing was.
    """

    saved = Signal(str)
    failed = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._on_succeeded)
        self._jobs.failed.connect(self._on_failed)

    def save(self, listed: Listed, request: LoadRequest) -> None:
        """Ask for a path and write a list."""
        stem = PurePath(listed.surfaces.annotation.source.path).stem
        title, name = "Save the list of surfaces", f"{stem}-consistency.csv"
        path, chosen = ask_where_to_save(self._window, title, name, ";;".join(_FORMS))
        if not path:
            return
        if _suffix(path) not in _FORM_OF:
            path += f".{_FORMS.get(chosen, 'csv')}"
            if os.path.lexists(path):  # the dialog asked about another name
                self.failed.emit(f"{path} is there already; to replace it, choose it by its whole name.")
                return
        self._jobs.start(partial(listed.write, request, _FORM_OF[_suffix(path)], path))

    def copy(self, listed: Listed) -> None:
        """Put a list on the clipboard as the command line writes it."""
        n_surfaces, n_places = len(listed.order), int(listed.surfaces.found.n_places[listed.order].sum())
        if n_places > _MOST_COPIED:
            self.failed.emit(f"That is {n_places:,} places; save them instead.")
            return
        text = StringIO()
        write_csv(listed.table(), text)
        copy_text(text.getvalue())
        self.saved.emit(f"{n_surfaces:,} surface{'' if n_surfaces == 1 else 's'} copied as CSV.")

    def shutdown(self) -> None:
        """Give up and wait; a file that is not complete does not appear."""
        self._jobs.shutdown()

    def _on_succeeded(self, path: str) -> None:
        self.saved.emit(f"The list was written to {path}; where it came from stands in {path}.json.")

    def _on_failed(self, error: Exception) -> None:
        fault = f"The list could not be written: {error!r}. This is a fault of the program, not yours."
        self.failed.emit(f"{error}." if isinstance(error, NerinspectError) else fault)


def _suffix(path: str) -> str:
    return PurePath(path).suffix.lower().removeprefix(".")
