"""The surfaces on show on the clipboard or in a file, with the record of where they come from."""

import os
from dataclasses import dataclass, replace
from functools import partial
from io import StringIO
from pathlib import PurePath
from typing import Any, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import NerinspectError
from nerinspect.io.provenance import command_line, paths_read, provenance, source_entry
from nerinspect.io.request import LoadRequest, parse_named_path
from nerinspect.io.request_changes import judged
from nerinspect.io.writing.export import write_as_text, write_with_provenance
from nerinspect.io.writing.forms import FORMS, Form, write_csv
from nerinspect.lists.table import Table
from nerinspect.progress import Checkpoint
from nerinspect.tables.annotation import READABLE_PLACES, consistency_table
from nerinspect.ui.kit.file_dialogs import ask_where_to_save
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.pages.take_away import form_of, table_forms
from nerinspect.ui.kit.screen_text import copy_text
from nerinspect.ui.pages.consistency.surface_list import REFERENCE, SurfaceList

_ORDER: Final = "the most telling first"

_KEPT: Final = (
    "format", "token_column", "comments", "token_field", "label_field", "label_names", "spans", "discontinuous",
    "text_encoding", "keep_types", "remove_types", "map_types",
)  # fmt: skip
"""What holds for an annotation whether it is a reference or not."""


@dataclass(frozen=True, eq=False)
class Listed:
    """Surfaces as they stand on screen.

    Attributes
    ----------
    surfaces : SurfaceList
        All surfaces of an annotation.
    order : ndarray of int, shape (n_listed,)
        Numbers of those that are listed, from top to bottom.
    filter, sorting : str
        In words, which they are and how they are ordered; empty for all, and for the most telling first.
    """

    surfaces: SurfaceList
    order: AnyIntArray
    filter: str = ""
    sorting: str = ""

    def table(self, form: Form) -> Table:
        """Make the table of the command line; forms that people read name a few places only."""
        most_places = READABLE_PLACES if form.is_for_people else 0
        return consistency_table(self.surfaces.study.text, self.surfaces.found, self.order, most_places)

    def record(self, request: LoadRequest, form: str, output: str) -> dict[str, Any]:
        """Describe a file of these surfaces."""
        surfaces = self.surfaces
        command = command_line(
            "consistency", alone(request, surfaces), [*([] if form == "csv" else ["--table", form]), "--output", output]
        )
        details = {
            "table": "consistency",
            "form": form,
            "annotation": name_of(surfaces),
            "surfaces": len(self.order),
            "filter": self.filter,
            "order": self.sorting or _ORDER,
        }
        if differs := self._beyond_command():
            details["command_differs"] = differs
        return provenance(command, [self._source], {**details, "warnings": list(surfaces.study.warnings)})

    def write(self, request: LoadRequest, form: Form, output: str, checkpoint: Checkpoint) -> str:
        """Write the file and its record; give the path."""
        checkpoint(0, 1)
        table, record = self.table(form), self.record(request, form.name, output)
        write = partial(write_as_text, table=table, write=form.write)
        write_with_provenance(output, write, record, paths_read([self._source], *request.files))
        return output

    @property
    def _source(self) -> dict[str, Any]:
        annotation = self.surfaces.annotation
        return source_entry(annotation.source, annotation=name_of(self.surfaces), mentions=len(annotation.mentions))

    def _beyond_command(self) -> str:
        """Say what the command line does not reproduce; empty if it gives the same file."""
        source, parts = self.surfaces.annotation.source, []
        if len(self.order) != len(self.surfaces):
            parts.append(f"lists all {len(self.surfaces):,} surfaces, not the {len(self.order):,} {self.filter}")
        if self.sorting:
            parts.append(f"puts {_ORDER}, not {self.sorting}")
        if self.surfaces.number != REFERENCE:
            tokens = (
                f"; the tokens are those of {self.surfaces.study.annotator or 'the reference'} here"
                if source.notes
                else ""
            )
            taken = "annotator" if self.surfaces.study.is_of_annotators else "prediction"
            parts.append(f"takes this {taken} for a reference{tokens}")
        return f"The command line {'; it '.join(parts)}." if parts else ""


def name_of(surfaces: SurfaceList) -> str:
    """Name the annotation: `reference` or an annotator, else system and run."""
    if surfaces.number == REFERENCE:
        return surfaces.study.annotator or "reference"
    prediction = surfaces.study.predictions[surfaces.number]
    if surfaces.study.is_of_annotators:
        return prediction.system
    return f"{prediction.system}, run {prediction.run}"


def alone(request: LoadRequest, surfaces: SurfaceList) -> LoadRequest:
    """Ask for one annotation of a request as the reference, with nothing beside it."""
    request = judged(request) if request.annotators else request
    is_reference, source = surfaces.number == REFERENCE, surfaces.annotation.source
    column = request.label_columns[0] if is_reference else source.label_column
    named = next((one for one in map(parse_named_path, request.predictions) if one.path == source.path), None)
    path = source.path if named is None or named.key is None else f"{source.path}#{named.key}"
    return replace(
        LoadRequest(request.reference if is_reference else path),
        **{name: getattr(request, name) for name in _KEPT},
        encoding=(request.encoding_reference if is_reference else None) or request.encoding,
        repair_reference=request.repair_reference if is_reference else request.repair,
        label_columns=request.label_columns[:1] if column is None else (column,),
        choices=tuple(choice for choice in request.choices if choice[0] == source.path),
    )


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
        forms = table_forms()
        path, chosen = ask_where_to_save(self._window, title, name, ";;".join(forms))
        if not path:
            return
        if form_of(path) is None:
            path += f".{forms.get(chosen, 'csv')}"
            if os.path.lexists(path):  # the dialog asked about another name
                self.failed.emit(f"{path} is there already; to replace it, choose it by its whole name.")
                return
        self._jobs.start(partial(listed.write, request, form_of(path) or FORMS["csv"], path))

    def copy(self, listed: Listed) -> None:
        """Put a list on the clipboard as the command line writes it."""
        n_surfaces, n_places = len(listed.order), int(listed.surfaces.found.n_places[listed.order].sum())
        if n_places > _MOST_COPIED:
            self.failed.emit(f"That is {n_places:,} places; save them instead.")
            return
        text = StringIO()
        write_csv(listed.table(FORMS["csv"]), text)
        copy_text(text.getvalue())
        self.saved.emit(f"{n_surfaces:,} surface{'' if n_surfaces == 1 else 's'} copied as CSV.")

    def _on_succeeded(self, path: str) -> None:
        self.saved.emit(f"The list was written to {path}; where it came from stands in {path}.json.")

    def _on_failed(self, error: Exception) -> None:
        fault = f"The list could not be written: {error!r}. This is a fault of the program, not yours."
        self.failed.emit(f"{error}." if isinstance(error, NerinspectError) else fault)
