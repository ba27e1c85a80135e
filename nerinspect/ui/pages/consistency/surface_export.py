"""Where a list of surfaces comes from: which annotation was looked at, what was listed, in which order."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any, BinaryIO, Final

from nerinspect.errors import counted
from nerinspect.io.provenance import command_line, paths_read, provenance, source_entry
from nerinspect.io.request import LoadRequest, parse_named_path
from nerinspect.io.request_changes import judged
from nerinspect.io.writing.export import write_with_provenance
from nerinspect.io.writing.origins import TableOrigin
from nerinspect.ui.pages.consistency.surface_list import REFERENCE, SurfaceList

MOST_TELLING_FIRST: Final = "the most telling first"

_KEPT: Final = (
    "format", "token_column", "comments", "token_field", "label_field", "label_names", "spans", "discontinuous",
    "text_encoding", "keep_types", "remove_types", "map_types",
)  # fmt: skip
"""What holds for an annotation whether it is a reference or not."""


@dataclass(frozen=True, eq=False)
class SurfacesOrigin(TableOrigin):
    """Where surfaces come from, some or all of those of an annotation.

    `filter` and `sorting` say in words which of them are listed and in which order; empty for all, and for the most
    telling first.
    """

    surfaces: SurfaceList
    request: LoadRequest
    n_listed: int
    filter: str = ""
    sorting: str = ""

    kept = None

    @property
    def annotation(self) -> str:
        """Name the annotation: `reference` or an annotator, else system and run."""
        surfaces = self.surfaces
        if surfaces.number == REFERENCE:
            return surfaces.study.annotator or "reference"
        prediction = surfaces.study.predictions[surfaces.number]
        if surfaces.study.is_of_annotators:
            return prediction.system
        return f"{prediction.system}, run {prediction.run}"

    @property
    def counted(self) -> str:
        """What is listed, in words."""
        n_all = counted(len(self.surfaces), "surface")
        return f"{self.n_listed:,} of {n_all}, {self.filter}" if self.filter else n_all

    @property
    def data_name(self) -> str:
        """Name the annotation, for the name of a file."""
        return PurePath(self.surfaces.annotation.source.path).stem

    def note(self, shown: str) -> str:
        """Leave nothing out."""
        return ""

    def description(self, systems: Sequence[str]) -> str:
        """Say in one line whose surfaces they are."""
        return f"Annotation {self.annotation}: {self.surfaces.annotation.source.path}; counted: {self.counted}"

    def record(
        self, shown: str, form: str, systems: Sequence[str], has_command: bool, output: str = ""
    ) -> dict[str, Any]:
        """Describe a file of these surfaces; the command writes the same file, if `output` is its path."""
        surfaces = self.surfaces
        options = [*([] if form == "csv" else ["--table", form]), *(["--output", output] if output else [])]
        command = command_line("consistency", alone(self.request, surfaces), options)
        details = {
            "table": "consistency",
            "form": form,
            "annotation": self.annotation,
            "surfaces": self.n_listed,
            "filter": self.filter,
            "order": self.sorting or MOST_TELLING_FIRST,
        }
        if differs := self._beyond_command():
            details["command_differs"] = differs
        return provenance(command, [self._source], {**details, "warnings": list(surfaces.study.warnings)})

    def write(
        self,
        output: str,
        write: Callable[[BinaryIO], Any],
        shown: str,
        form: str,
        systems: Sequence[str],
        has_command: bool = True,
    ) -> None:
        """Write a file and its record beside it."""
        record = self.record(shown, form, systems, has_command, output)
        write_with_provenance(output, write, record, self._read)

    @property
    def _source(self) -> dict[str, Any]:
        annotation = self.surfaces.annotation
        return source_entry(annotation.source, annotation=self.annotation, mentions=len(annotation.mentions))

    @property
    def _read(self) -> list[str]:
        return paths_read([self._source], *self.request.files)

    def _beyond_command(self) -> str:
        """Say what the command line does not reproduce; empty if it gives the same file."""
        source, parts = self.surfaces.annotation.source, []
        if self.n_listed != len(self.surfaces):
            parts.append(f"lists all {len(self.surfaces):,} surfaces, not the {self.n_listed:,} {self.filter}")
        if self.sorting:
            parts.append(f"puts {MOST_TELLING_FIRST}, not {self.sorting}")
        if self.surfaces.number != REFERENCE:
            tokens = (
                f"; the tokens are those of {self.surfaces.study.annotator or 'the reference'} here"
                if source.notes
                else ""
            )
            taken = "annotator" if self.surfaces.study.is_of_annotators else "prediction"
            parts.append(f"takes this {taken} for a reference{tokens}")
        return f"The command line {'; it '.join(parts)}." if parts else ""


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
