"""Events that were found: as a frame, a list, a file, and highlighted in a notebook."""

import os
from collections import namedtuple
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import CommandError
from nerinspect.events.study import Study
from nerinspect.io.provenance import study_sources
from nerinspect.io.reading.loading import asks_for_other_columns
from nerinspect.io.request import LoadRequest
from nerinspect.io.signature import signature
from nerinspect.io.writing.export import ListedEvents, ListForm, ReviewOrigin, usual_columns
from nerinspect.io.writing.forms import FORMS, Holds
from nerinspect.library.frames import events_frame
from nerinspect.library.loading import several
from nerinspect.lists.compared import ComparedSort
from nerinspect.lists.relations import RELATIONS
from nerinspect.lists.sorts import EventSort
from nerinspect.lists.table import Of
from nerinspect.quantities import counted
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.training.retention import with_relation_choice

if TYPE_CHECKING:
    import pandas as pd


class Events(Sequence[Any]):
    """Events of a study in an order.

    A place gives one of them as a named tuple. A slice, a list of places, or a mask gives events again, so what pandas
    finds in a frame can be shown: `errors[errors.frame()["text"].str.len() > 20]`.
    """

    def __init__(
        self,
        sort: EventSort,
        study: Study,
        request: LoadRequest,
        order: AnyIntArray,
        query: str,
        whole: Callable[[], Study],
    ) -> None:
        self._listed = ListedEvents(sort, study, request, order, query)
        self._whole = whole

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of `nerinspect events`, or of the command that lists such events."""
        listed = self._listed
        return listed.sort.names_for(listed.study, *([Of.DECISIONS] if listed.review else []))

    def __len__(self) -> int:
        """Count the events."""
        return len(self._listed.order)

    def __repr__(self) -> str:
        """Say how many they are."""
        name = os.path.basename(self._listed.study.reference.source.path)
        return f"<{counted(len(self), self._listed.sort.event)} of {name}>"

    def _repr_html_(self) -> str:
        """Show the events in their sentences in a notebook, the first of them."""
        from nerinspect.library import notebook

        listed = self._listed
        if isinstance(listed.sort, ComparedSort):
            return str(self[:50].frame().to_html(index=False))
        show = notebook.relations_html if listed.sort is RELATIONS else notebook.events_html
        query = parse_query(listed.query, Vocabulary.of(listed.study))
        return show(listed.study, listed.order, query, listed.n_matching)

    @overload
    def __getitem__(self, place: "int | np.integer[Any]") -> Any: ...  # noqa: ANN401 - a named tuple with the columns of the study
    @overload
    def __getitem__(self, place: "slice | Sequence[int | bool] | np.ndarray | pd.Series | pd.Index") -> "Events": ...
    def __getitem__(self, place: Any) -> Any:
        """Give one event as a named tuple, or some as events."""
        if isinstance(place, slice):
            return self._chosen(self._listed.order[place])
        places = np.asarray(place)
        if places.dtype.kind not in "biu" and places.size:
            raise TypeError("events are chosen by a place, a slice, a list of places, or a mask")
        if places.ndim and places.dtype.kind == "b":
            if len(places) != len(self):
                raise IndexError(
                    f"the mask has {counted(len(places), 'value')}, and there are {counted(len(self), 'event')}"
                )
            return self._chosen(self._listed.order[places])
        places = places.astype(np.intp)
        if np.any((places < -len(self)) | (places >= len(self))):
            raise IndexError(f"there are {counted(len(self), 'event')}")
        if places.ndim:
            return self._chosen(self._listed.order[places])
        return next(iter(self._chosen(self._listed.order[[places]])))

    def __iter__(self) -> Iterator[Any]:
        """Go through the events as named tuples, with the names of the columns; undefined is None."""
        listed = self._listed
        names = self.columns
        row = namedtuple(listed.sort.event.title().replace(" ", ""), names)  # type: ignore[misc]
        return map(row._make, listed.sort.table(listed.study, listed.order, names))

    def frame(self, columns: Sequence[str] | None = None, *, progress: bool = False) -> "pd.DataFrame":
        """Give the events as a DataFrame.

        Parameters
        ----------
        columns : list of str, optional
            As `--columns` takes them, such as `["system", "kind", "text", "eLen", "attr:genre"]`; those of
            `nerinspect events` if left out.
        progress : bool
            Whether to show a bar, if tqdm is installed.

        Returns
        -------
        DataFrame
            Counts and places `Int64`, spans lists of `[start, end, type]`, all else `str`.
        """
        from nerinspect.library.loading import progress as progress_bar

        listed = self._listed
        names = self.columns if columns is None else several(columns)
        listed = self._with(names)
        with progress_bar(progress, "making rows") as checkpoint:
            frame = events_frame(listed.sort, listed.study, listed.order, names, None, checkpoint)
        said = listed.sort.said(listed.study)
        chosen = "".join(f", {name}={value!r}" for name, value in said.items())
        listing = f"{'relations' if listed.sort is RELATIONS else 'events'}({listed.query!r}{chosen})"
        call = f"study.{listing}.frame({'' if columns is None else [*names]})"
        details = {"table": f"{listed.sort.event}s", "filter": listed.query, **said}
        made = signature(study_sources(listed.study), details)
        frame.attrs["made_from"] = {"signature": made, "call": call}
        return frame

    def save(self, path: str, columns: Sequence[str] | None = None, *, spreadsheet_safe: bool = False) -> None:
        """Write the events into a file and, beside it, the record of where they come from, both or none.

        Parameters
        ----------
        path : str
            The suffix decides the form: csv, jsonl, json, md, tex, html, xlsx, parquet.
        columns : list of str, optional
            See `frame`.
        spreadsheet_safe : bool
            In CSV, put ' before texts that a spreadsheet takes for formulas.
        """
        path, listed = os.fspath(path), self._listed
        form = form_of_list(path)
        names = usual_columns(listed.sort, form, self.columns) if columns is None else several(columns)
        self._with(names).export(ListForm(listed.sort, form, names, spreadsheet_safe, self._more), path)

    def _of_review(self, review: ReviewOrigin) -> "Events":
        """Give the same events with what was decided about them."""
        return self._changed(review=review)

    @property
    def _more(self) -> tuple[Of, ...]:
        return (Of.DECISIONS, Of.PEOPLE) if self._listed.review else ()

    def _with(self, columns: tuple[str, ...]) -> ListedEvents:
        """Make sure that there are such columns, and read the other columns of the files if some are among them."""
        listed = self._listed
        listed.sort.check(columns, self._more, listed.study)
        if not asks_for_other_columns(*columns):
            return listed
        before = listed.study
        study = with_relation_choice(self._whole(), before.relation_choice)
        study = replace(study, decisions=before.decisions, relation_decisions=before.relation_decisions)
        return replace(listed, study=study)

    def _chosen(self, order: AnyIntArray) -> "Events":
        """Keep some of the events; a record says that the query gives more."""
        n_matching = len(self) if self._listed.n_matching is None else self._listed.n_matching
        return self._changed(order=order, n_matching=n_matching)

    def _changed(self, **changes: Any) -> "Events":  # noqa: ANN401 - attributes of the list
        changed = Events.__new__(Events)
        changed._listed, changed._whole = replace(self._listed, **changes), self._whole
        return changed


def form_of_list(path: str) -> str:
    """Find the form that a suffix stands for, the first of those that lists can have."""
    by_suffix: dict[str, str] = {}
    for name, form in FORMS.items():
        if form.holds & Holds.LISTS:
            by_suffix.setdefault(form.suffix, name)
    suffix = next((one for one in by_suffix if path.lower().endswith(one)), None)
    if suffix is None:
        raise CommandError(f"{path}: the suffix decides the form; choose one of {', '.join(sorted(by_suffix))}")
    return by_suffix[suffix]
