"""Reviews and projects, read from Python: what was decided, and the same tables over several data sets."""

import os
import shlex
from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial, wraps
from html import escape
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from nerinspect.attributes.plugins import chosen_attributes
from nerinspect.errors import CommandError, UnknownNameError
from nerinspect.events.relation_events import has_relations
from nerinspect.events.study import DEFAULT_BUCKETS, RELATION_SETTINGS, RelationSetting
from nerinspect.events.study import Study as CoreStudy
from nerinspect.io.projects import Project as CoreProject
from nerinspect.io.projects import read_project as read_core_project
from nerinspect.io.provenance import paths_read, provenance, study_sources, write_with_provenance
from nerinspect.io.reading.interpreting import read_type_changes
from nerinspect.io.reading.loading import load_sides
from nerinspect.io.signature import signature
from nerinspect.io.writing.export import ListedEvents, ReviewOrigin
from nerinspect.io.writing.forms import FORMS, bytes_writer_of, chosen_form
from nerinspect.library.events import Events, form_of_list
from nerinspect.library.frames import frame_of
from nerinspect.library.loading import Path, check_choice, several
from nerinspect.library.study import Study, check_display, n_buckets, open_window
from nerinspect.lists.table import Table
from nerinspect.quantities import counted
from nerinspect.review.corrected_reference import corrected_reference, reference_command
from nerinspect.review.opening import Review as OpenReview
from nerinspect.review.opening import found_decisions, load_review
from nerinspect.review.store import open_review
from nerinspect.settings import check_outside
from nerinspect.tables.projects import (
    PROJECT_COLUMNS,
    WITH_BUCKETS,
    DataSetResult,
    ProjectTable,
    data_set_result,
    project_table,
)
from nerinspect.training.retention import matching_relations

if TYPE_CHECKING:
    import pandas as pd

    from nerinspect.library.chart import Chart


def read_review(path: Path, *, allow_outside: bool = False) -> "Review":
    """Read a review with its files and decisions; nothing in it is changed.

    Parameters
    ----------
    path : path
        A file that the window or `nerinspect review new` made.
    allow_outside : bool
        Whether it may name files outside its folder; asked for once.

    Raises
    ------
    DataError
        If the review, or a file that it names, cannot be read.
    """
    path = os.fspath(path)
    opened = load_review(path, True, check=partial(check_outside, path, is_allowed=allow_outside))
    opened.file.close()
    return Review(path, opened)


class Review:
    """What was decided about the events of a study; made by `read_review`.

    Attributes
    ----------
    study : Study
    notices : list of str
        What is not as it was when the review was made, besides the notices of the study.
    """

    def __init__(self, path: str, opened: OpenReview) -> None:
        self.study = Study(opened.study, opened.request)
        self.notices = [f"{changed} has changed since the review was made" for changed in opened.changed]
        self.notices += [f"no longer there: {one.event.event} “{one.event.text}”" for one in opened.lost]
        self._path, self._opened = path, opened
        self._origin = ReviewOrigin(path, tuple(one.event.event for one in opened.lost))

    def __repr__(self) -> str:
        """Name the file and say how much is decided."""
        return f"<Review {self._path}: {counted(len(self._opened.study.decisions), 'decision')}>"

    @property
    def decisions(self) -> "pd.DataFrame":
        """The events that something was decided or noted about, with the columns of `nerinspect review export`."""
        decided = np.array(sorted(number for number, _ in self._opened.study.decisions.items()), dtype=np.int32)
        return self.events()._chosen(decided).frame()

    def events(self, where: str = "", system: str | None = None) -> Events:
        """Find events, with what was decided about them, as `nerinspect review export` does; see `Study.events`."""
        return self.study.events(where, system)._of_review(self._origin)

    def relations(
        self,
        where: str = "",
        system: str | None = None,
        setting: RelationSetting = "boundaries",
        symmetric: Sequence[str] = (),
    ) -> Events:
        """Find relation events with what was decided about them; see `Study.relations`."""
        check_choice("setting", setting, RELATION_SETTINGS)
        study = matching_relations(self._opened.study, tuple(symmetric), setting)
        with open_review(self._path, to_read=True) as file:
            found_decisions(study, file).fill(study)
        matched = Study(study, self._opened.request)
        return matched.relations(where, system, setting, symmetric)._of_review(self._origin)

    def corrected_reference(self, path: Path) -> None:
        """Write the reference with the accepted corrections, in its own format, and its record beside it.

        Raises
        ------
        DataError
            If corrections contradict each other, or the file is no longer what it was.
        """
        output, study = os.fspath(path), self._opened.study
        made = corrected_reference(study, self._opened.request)
        read = [self._path, *self._opened.request.files]
        made.write(study, output, reference_command(self._path, output), read=read)


def read_project(path: Path, *, allow_outside: bool = False) -> "Project":
    """Read the file of a project; its data sets are loaded when they are first asked for.

    Parameters
    ----------
    path : path
        A TOML file with a table `[[data]]` for each data set.
    allow_outside : bool
        Whether it may name files outside its folder; asked for once.
    """
    path = os.fspath(path)
    project = read_core_project(path)
    check_outside(path, (one.request for one in project.data_sets), allow_outside)
    return Project(project)


def _over_data_sets(method: "Callable[..., pd.DataFrame]") -> "Callable[..., pd.DataFrame]":
    """Put the frames of all data sets below each other, their names in a first column."""

    @wraps(method)
    def over(self: "Project", *arguments: Any, **options: Any) -> "pd.DataFrame":  # noqa: ANN401 - the method's
        frames = {name: method(self[name], *arguments, **options) for name in self.names}
        return self._below_each_other(frames, {"table": method.__name__})

    return over


def _in_data_sets(
    method: Callable[..., Events], is_there: Callable[[CoreStudy], bool]
) -> "Callable[..., ProjectEvents]":
    """Find events in the data sets that have the system asked for, and such events at all."""

    @wraps(method)
    def found(
        self: "Project",
        where: str = "",
        system: str | None = None,
        *arguments: Any,  # noqa: ANN401 - the method's
        **options: Any,  # noqa: ANN401
    ) -> "ProjectEvents":
        names = self._having(system)
        names = [name for name in names if is_there(self[name]._core)] or names  # which then says that there are none
        return ProjectEvents(self, {name: method(self[name], where, system, *arguments, **options) for name in names})

    return found


class Project:
    """Several data sets; made by `read_project`. The tables of a study are here over all of them, with a column `data`.

    Attributes
    ----------
    names : tuple of str
        Those of the data sets; `project[name]` is the study.
    """

    def __init__(self, project: CoreProject) -> None:
        self._project = project
        self._studies: dict[str, Study] = {}
        self.names = tuple(one.name for one in project.data_sets)

    def __repr__(self) -> str:
        """Name the file and the data sets."""
        return f"<Project {self._project.path}: {', '.join(self.names)}>"

    def __getitem__(self, name: str) -> Study:
        """Give the study of a data set."""
        if name not in self._studies:
            check_choice("data set", name, self.names)
            request = self._project.data_sets[self.names.index(name)].request
            self._studies[name] = Study(load_sides(request), request)
        return self._studies[name]

    def over_data_sets(
        self,
        show: ProjectTable = "scores",
        attribute: str | Sequence[str] | None = None,
        buckets: int = DEFAULT_BUCKETS,
    ) -> "pd.DataFrame":
        """Compare systems over the data sets, as `nerinspect project` does.

        Parameters
        ----------
        show : str
            As `--show`: `scores` and ranks; systems in `pairs`; zeta and rho of `attributes`; correlation and spread by
            system (`model`); the `winners` of buckets; F1 by `buckets`, the `increase` from one system to another
            there, `bucket-pairs`; `friedman` of each system; `tough` mentions and `tough-pairs`; `relations`; systems
            grouped by `features`; `repairs`.
        attribute, buckets
            Of what has buckets, see `Study.buckets`.
        """
        results = self._results(show, attribute, buckets)
        frame = frame_of(project_table(results, show), has_means=show in ("buckets", "relations"))
        call = f"over_data_sets({show!r}, attribute={attribute!r}, buckets={buckets!r})"
        return self._made(frame, {"table": "project", "kind": show, "buckets": buckets}, call)

    def chart(
        self,
        show: ProjectTable = "scores",
        attribute: str | Sequence[str] | None = None,
        buckets: int = DEFAULT_BUCKETS,
        systems: Sequence[str] = (),
    ) -> "Chart":
        """Draw a table over the data sets, as `nerinspect project --chart` does; see `over_data_sets`, `Study.chart`.

        Parameters
        ----------
        systems : sequence of str
            Those in the chart, in this order; all if left out.
        """
        from nerinspect.charts.grids import project_figure
        from nerinspect.library.chart import Chart, told_options

        figure = project_figure(self._results(show, attribute, buckets), systems, show=show)
        of_buckets = {"attributes": several(attribute), "buckets": buckets} if show in WITH_BUCKETS else {}
        told = told_options({"show": show, "systems": systems, **of_buckets})
        command = ["nerinspect", "project", self._project.path, *told]
        details = {"table": "project", "kind": show, "data_sets": [*self.names]}
        return Chart(figure, "project", self._sources, details, lambda more: shlex.join([*command, *more]))

    def open(self) -> None:
        """Open the window on the project, in a process of its own.

        Raises
        ------
        DataError
            If there is no display.
        """
        check_display()
        open_window([self._project.path])

    def _having(self, system: str | None) -> list[str]:
        """Name the data sets that have a system; all if none is asked for."""
        having = [name for name in self.names if system is None or system in self[name].systems]
        if system is not None and not having:
            raise UnknownNameError("system", system, chain.from_iterable(self[name].systems for name in self.names))
        return having

    def _results(self, show: ProjectTable, attribute: str | Sequence[str] | None, buckets: int) -> list[DataSetResult]:
        check_choice("table", show, tuple(PROJECT_COLUMNS))
        results = []
        for name in self.names:
            study = self[name]._core
            chosen = chosen_attributes(study, several(attribute)) if show in WITH_BUCKETS else ()
            features, request = self._project.features, self[name]._request
            changes = read_type_changes(request.keep_types, request.remove_types, request.map_types)
            results.append(
                data_set_result(name, study, chosen, n_buckets(buckets), show=show, features=features, changes=changes)
            )
        return results

    events = _in_data_sets(Study.events, lambda _: True)
    relations = _in_data_sets(Study.relations, has_relations)
    scores = _over_data_sets(Study.scores)
    schemes = _over_data_sets(Study.schemes)
    confusion = _over_data_sets(Study.confusion)
    errors = _over_data_sets(Study.errors)
    tough = _over_data_sets(Study.tough)
    retention = _over_data_sets(Study.retention)
    profile = _over_data_sets(Study.profile)
    relation_scores = _over_data_sets(Study.relation_scores)
    relation_profile = _over_data_sets(Study.relation_profile)
    buckets = _over_data_sets(Study.buckets)
    diagnose = _over_data_sets(Study.diagnose)
    compare = _over_data_sets(Study.compare)
    diff = _over_data_sets(Study.diff)
    agreement = _over_data_sets(Study.agreement)
    consistency = _over_data_sets(Study.consistency)
    counts = _over_data_sets(Study.counts)
    summary = _over_data_sets(Study.summary)
    sentence_scores = _over_data_sets(Study.sentence_scores)
    repairs = _over_data_sets(Study.repairs)

    def _below_each_other(self, frames: "Mapping[str, pd.DataFrame]", details: dict[str, Any]) -> "pd.DataFrame":
        import pandas as pd

        call = next(iter(frames.values())).attrs["made_from"]["call"].removeprefix("study.")
        for frame in frames.values():
            frame.attrs = {}
        below = pd.concat([*frames.values()], keys=pd.Index([*frames], dtype="str", name="data"))
        if below.index.nlevels == 2:  # data sets and numbers of rows, but a matrix has names of rows
            below = below.reset_index("data").reset_index(drop=True)
        return self._made(below, details, call)

    def _made(self, frame: "pd.DataFrame", details: dict[str, Any], call: str) -> "pd.DataFrame":
        frame.attrs["made_from"] = {"signature": signature(self._sources, details), "call": f"project.{call}"}
        return frame

    @property
    def _sources(self) -> list[dict[str, Any]]:
        return [{"data": name, **source} for name in self.names for source in study_sources(self[name]._core)]


class ProjectEvents(Sequence[Any]):
    """Events of several data sets, one data set after another; see `Events`.

    A place gives one of them as a named tuple. A slice, a list of places, or a mask gives events again, which
    stay in the order of the data sets.
    """

    def __init__(self, project: Project, parts: Mapping[str, Events]) -> None:
        self._project, self._parts = project, parts

    @property
    def columns(self) -> tuple[str, ...]:
        """The name of the data set, then the columns that any of them has."""
        return ("data", *dict.fromkeys(chain.from_iterable(part.columns for part in self._parts.values())))

    def __len__(self) -> int:
        """Count the events."""
        return sum(map(len, self._parts.values()))

    def __repr__(self) -> str:
        """Say how many there are in each data set."""
        return f"<{', '.join(f'{name}: {len(part)}' for name, part in self._parts.items())} {self._details['table']}>"

    def _repr_html_(self) -> str:
        """Show the first events of each data set in their sentences, in a notebook."""
        return "".join(f"<h4>{escape(name)}</h4>{part._repr_html_()}" for name, part in self._parts.items())

    def __getitem__(self, place: Any) -> Any:  # noqa: ANN401 - see `Events`
        """Give one event as a named tuple, or some as events."""
        places = np.arange(len(self))[place]
        found, start = {}, 0
        for name, part in self._parts.items():
            found[name] = part[places[(places >= start) & (places < start + len(part))] - start]
            start += len(part)
        chosen = ProjectEvents(self._project, found)
        return chosen if np.ndim(places) else next(iter(chosen))

    def __iter__(self) -> Iterator[Any]:
        """Go through the events as named tuples, with the names of the columns; undefined is None."""
        row = namedtuple(self._first.sort.event.title().replace(" ", ""), self.columns)  # type: ignore[misc]
        return map(row._make, self._rows(self.columns))

    def frame(self, columns: Sequence[str] | None = None) -> "pd.DataFrame":
        """Give the events as a DataFrame, the data set in the first column; see `Events.frame`."""
        frames = {name: part.frame(columns) for name, part in self._parts.items()}
        return self._project._below_each_other(frames, self._details)

    def save(self, path: str, columns: Sequence[str] | None = None, *, spreadsheet_safe: bool = False) -> None:
        """Write the events as one table, the data set in its first column, and its record; see `Events.save`.

        Raises
        ------
        CommandError
            If the form is no table: pages and examples are of one data set, `project[name].events(...)`.
        """
        path = os.fspath(path)
        form = form_of_list(path)
        if not FORMS[form].can_list("events of data sets"):
            raise CommandError(f"{path}: such a file has the events of one data set; save those of project[NAME]")
        names = self.columns if columns is None else ("data", *several(columns))
        table = Table(names, self._rows(names), contents=self._first.sort.contents(names[1:]))
        chosen = chosen_form(form, spreadsheet_safe) or ""
        details = {
            **self._details,
            "form": form,
            "no_command": "no command lists the events of several data sets",
        }
        record = provenance("", self._project._sources, details)
        write_with_provenance(path, partial(bytes_writer_of(chosen), table), record, paths_read(self._project._sources))

    @property
    def _first(self) -> ListedEvents:
        return next(iter(self._parts.values()))._listed

    @property
    def _details(self) -> dict[str, Any]:
        sort = self._first.sort
        return {"table": f"{sort.event}s", "filter": self._first.query, **sort.said(self._first.study)}

    def _rows(self, names: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        for data, part in self._parts.items():
            own = tuple(name for name in names[1:] if name in part.columns or name not in self.columns)
            listed = part._with(own)
            places = [own.index(name) if name in own else None for name in names[1:]]
            for row in listed.sort.table(listed.study, listed.order, own):
                yield (data, *(None if place is None else row[place] for place in places))
