"""Charts as they stand in papers: shown in notebooks, saved as PDF, SVG or PNG."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any, Final

from nerinspect.charts.figures import make_figure
from nerinspect.charts.values import Figure
from nerinspect.events.study import Study
from nerinspect.io.provenance import (
    FileToWrite,
    command_line,
    paths_read,
    provenance,
    study_sources,
    write_all_with_provenance,
    youngest,
)
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.pictures import FigureLook, form_of_picture, width_of

_NO_COMMAND: Final = "The study was made in Python; no command line reproduces it."


@dataclass(frozen=True, eq=False)
class Chart:
    """A chart of a study.

    Attributes
    ----------
    figure : Figure
        What is drawn; its `caption` says what a reader must know.
    name : str
        The command that draws it.
    sources : sequence of mapping
        The files that its numbers come from.
    details : mapping
        What else its record says.
    command : callable
        Gives the command line that draws it, with the arguments that say where and how; None if there is none, where
        the study was made in Python.
    """

    figure: Figure
    name: str
    sources: Sequence[Mapping[str, Any]]
    details: Mapping[str, Any] = field(default_factory=dict)
    command: Callable[[Sequence[str]], str] | None = None

    @property
    def caption(self) -> str:
        """What a reader must know of the chart, for the text below it."""
        return self.figure.caption

    def save(
        self, path: str | os.PathLike[str], width: str | float = "174mm", *, grey: bool = False, title: str = ""
    ) -> None:
        """Write the chart, and beside it `PATH.json`, which says where it came from.

        Parameters
        ----------
        path : str or path
            Ends in `.pdf`, `.svg` or `.png`.
        width : str or float
            Such as `"84mm"`, `"8.4cm"` or `"3.3in"`; a number is in millimetres.
        grey : bool
            Greys and hatching tell systems apart, for print without colours.
        title : str
            Stands over it.

        Raises
        ------
        UnknownNameError
            If there is no such form.
        CommandError
            If the width is none.
        NoWindowError
            If Qt, or a library that it needs, is missing.
        OutputError
            If it cannot be written; what was there before stays.
        """
        file = self.file(os.fspath(path), FigureLook(width_of(str(width)), grey, title))
        write_all_with_provenance([file], self.read)

    @property
    def read(self) -> list[str]:
        """The files that are not to be written over."""
        return paths_read(self.sources)

    def file(self, path: str, look: FigureLook) -> FileToWrite:
        """Draw the chart for a file; see `save`."""
        content = self.drawn(form_of_picture(path), look)
        return FileToWrite(path, lambda file: file.write(content), self._record(path, look))

    def drawn(self, form: str, look: FigureLook) -> bytes:
        """Draw the chart as `pdf`, `svg` or `png`."""
        from nerinspect.ui.platforms import ready_to_draw

        ready_to_draw()
        from nerinspect.ui.charts.figure import DrawnFigure

        return DrawnFigure(self.figure).drawn(form, look, date=self._date)

    def _repr_svg_(self) -> str:
        return self.drawn("svg", FigureLook()).decode()

    @cached_property
    def _date(self) -> datetime | None:
        """When the youngest of the sources was written; None if none is a file."""
        return youngest(paths_read(self.sources))

    def _record(self, path: str, look: FigureLook) -> dict[str, Any]:
        from nerinspect.ui.charts.figure import DrawnFigure

        details = {
            "chart": self.name,
            "form": form_of_picture(path),
            "systems": list(self.figure.systems),
            "width_mm": look.width,
            "grey": look.grey,
            "title": look.title,
            **DrawnFigure(self.figure).facts,
            **self.details,
        }
        command = "" if self.command is None else self.command(["--chart", path, *look.told])
        return provenance(command, self.sources, details if command else {**details, "no_command": _NO_COMMAND})


def chart(study: Study, name: str, *, request: LoadRequest | None = None, **options: Any) -> Chart:  # noqa: ANN401
    """Draw the chart of a command, such as `buckets` or `tough`, with `systems` and what it has as options.

    The request, for the command in the record, is left out where there are no files.

    Raises
    ------
    UnknownNameError
        If there is no such chart, option, system or attribute; with those there are.
    """
    figure, told = make_figure(study, name, **options), told_options(options)
    made = Chart(figure, name, study_sources(study), {"warnings": list(study.warnings)})
    if request is None:
        return made
    return replace(made, command=lambda more: command_line(name, request, [*told, *more]))


_OPTIONS: Final = {"attributes": "attribute"}
"""Arguments that are called otherwise on the command line."""


def told_options(options: Mapping[str, Any]) -> list[str]:
    """List the arguments that repeat what was chosen of a chart."""
    told = []
    for name, value in options.items():
        option = f"--{_OPTIONS.get(name, name)}"
        if name == "systems":
            told += [option, ",".join(value)] if value else []
        elif isinstance(value, list | tuple):
            told += [part for one in value for part in (option, str(one))]
        elif value is True:
            told.append(option)
        elif value is not False and value is not None:
            told += [option, str(value)]
    return told
