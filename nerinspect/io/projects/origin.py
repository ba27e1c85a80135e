"""Tables over the data sets of a project as files, with the record of how they can be had again."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Final

from nerinspect.events.study import DEFAULT_BUCKETS
from nerinspect.io.projects.project import Project
from nerinspect.io.provenance import paths_read, provenance
from nerinspect.io.writing.origins import WHOLE_TEST_SET, TableOrigin
from nerinspect.tables.projects import ProjectTable

_BY_BUCKET: Final = ("attributes", "winners")


@dataclass(frozen=True, eq=False)
class ProjectOrigin(TableOrigin):
    """Where a table over the data sets that were read comes from.

    `sources` are their files as provenance has them; `notes` say what is to be known of means, and of data sets that
    were not read; `n_wanted` is the number of buckets, where the table has some.
    """

    project: Project
    kind: ProjectTable
    data_sets: tuple[str, ...]
    sources: tuple[Mapping[str, Any], ...]
    notes: tuple[str, ...] = ()
    n_wanted: int = DEFAULT_BUCKETS

    kept: None = None
    counted: str = WHOLE_TEST_SET

    @property
    def data_name(self) -> str:
        """Name the project, for the name of a file."""
        return PurePath(self.project.path).stem

    def note(self, shown: str) -> str:
        """Say what a reader of the table must know; empty if nothing."""
        return "; ".join(self.notes)

    def description(self, systems: Sequence[str]) -> str:
        """Say in one line what is compared."""
        return f"Data sets {', '.join(self.data_sets)}; systems {', '.join(systems)}; counted: {self.counted}"

    def record(self, shown: str, form: str, systems: Sequence[str], has_command: bool) -> dict[str, Any]:
        """Describe a file, with the details that the command line gives; see `ScoresOrigin.record`."""
        by_bucket = {"attributes": [], "buckets": self.n_wanted} if self.kind in _BY_BUCKET else {}
        details = {
            "table": "project",
            "kind": self.kind,
            "data_sets": list(self.data_sets),
            **by_bucket,
            "notes": list(self.notes),
            "form": form,
            "title": shown,
        }
        number = ["--buckets", str(self.n_wanted)] if by_bucket and self.n_wanted != DEFAULT_BUCKETS else []
        asked = ["--show", self.kind, *number, "--table", "csv"]
        command = shlex.join(["nerinspect", "project", self.project.path, *asked])
        return provenance(command, self.sources, details)

    @property
    def _read(self) -> list[str]:
        return paths_read(self.sources, *self.project.files)
