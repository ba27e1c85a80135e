"""The surfaces on screen as a table, with the record of where they come from."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.io.annotator_names import judged
from nerinspect.io.command_line import command_line
from nerinspect.io.export import write_as_text, write_with_provenance
from nerinspect.io.names import parse_named_path
from nerinspect.io.provenance import paths_read, provenance, source_entry
from nerinspect.io.render import WRITERS
from nerinspect.io.request import LoadRequest
from nerinspect.progress import Checkpoint
from nerinspect.results.consistency_table import READABLE_PLACES, consistency_table
from nerinspect.results.table import Table
from nerinspect.ui.consistency.surface_list import REFERENCE, SurfaceList

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

    def table(self, form: str = "csv") -> Table:
        """Make the table of the command line; forms that people read name a few places only."""
        most_places = 0 if form in ("csv", "json") else READABLE_PLACES
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

    def write(self, request: LoadRequest, form: str, output: str, checkpoint: Checkpoint) -> str:
        """Write the file and its record; give the path."""
        checkpoint(0, 1)
        table, record = self.table(form), self.record(request, form, output)
        write = partial(write_as_text, table=table, write=WRITERS[form])
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
