"""What `import nerinspect` gives: a study with the results of every command as DataFrames."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, Literal, Unpack

import numpy as np

from nerinspect.corpus.types import type_or_none
from nerinspect.errors import CommandError, QueryError, UnknownNameError
from nerinspect.events.study import (
    BOTH,
    BUCKET_RANGE,
    DEFAULT_BUCKETS,
    RELATION_SETTINGS,
    AnnotatedText,
    RelationSetting,
    judged,
)
from nerinspect.events.study import Study as CoreStudy
from nerinspect.io.index.opening import is_index
from nerinspect.io.provenance import load_arguments, study_sources
from nerinspect.io.reading.interpreting import read_type_changes
from nerinspect.io.reading.loading import asks_for_other_columns, load_sides, names_in
from nerinspect.io.request import LoadRequest
from nerinspect.io.signature import signature
from nerinspect.library.events import Events
from nerinspect.library.frames import Dtype, dtype_in_list, frame_of
from nerinspect.library.loading import (
    LoadOptions,
    Path,
    Predictions,
    check_choice,
    frames_apart,
    request_for,
    several,
    with_tables,
)
from nerinspect.lists.compared import compared_sort
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.sorts import EventSort
from nerinspect.lists.table import MeanOfRuns, Of, Result, Table
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.query.language.parser import parse_query, query_text
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.systems.significance import CORRECTIONS, SAMPLES, SEED, Correction
from nerinspect.tables.buckets import DIAGNOSIS_COLUMNS, Diagnosis
from nerinspect.tables.tough import LAYOUTS
from nerinspect.training.retention import RETENTION, matching_relations, with_training
from nerinspect.training.surfaces import SETTINGS

if TYPE_CHECKING:
    import pandas as pd

    from nerinspect.library.chart import Chart

Runs = Literal["all", "each", "mean"]
_RUNS: Final[tuple[Runs, ...]] = ("all", "each", "mean")
_SUMMARIES: Final = ("mean", "std")


def load(
    reference: "Path",
    predictions: "Predictions | None" = None,
    *,
    training: "Path | None" = None,
    progress: bool = False,
    **options: "Unpack[LoadOptions]",
) -> "Study":
    """Load a reference and predictions, as `nerinspect score REFERENCE PREDICTION ...` does.

    Parameters
    ----------
    reference : str or path
        A file in any format that the program reads.
    predictions : path, list of paths, or dict, optional
        A dict names systems; several paths under one name are runs of that system. The systems of a plain list are
        named after their files.
    training : path, optional
        The data that the systems were trained on.
    progress : bool
        Whether to show a bar, if tqdm is installed.
    **options
        The options of the command line, with `_` for `-`, and its defaults:

        - labels: `encoding`, `encoding_reference`, `encoding_training` (such as `"BIO"`), `repair`,
          `repair_reference` (`"none"`, `"conlleval"`, `"discard"`);
        - files: `format`, `token_column`, `label_column` (a number, or a list for a merged file),
          `training_label_column`, `comments`, `token_field`, `label_field`, `label_names`, `text_encoding`;
        - one file alone: `for_={"pred.conll": {"label_column": 2}}`;
        - running text: `spans`, `discontinuous`, `tokens` (`"same"`, `"positions"`, `"project"`);
        - types: `keep_types`, `remove_types`, `map_types`;
        - training: `matching`, `retention=True` (the retention heuristic as a system);
        - `attributes`: tables of your own, as paths or DataFrames;
        - `annotators=True`: none of the files is the reference.

    Raises
    ------
    DataError
        If a file cannot be read; the message names file, line, problem and remedy.
    TypeError
        If something else than a path is given for a file.

    Examples
    --------
    >>> study = load("test.conll", {"plain": "plain.conll", "rich": "rich.conll"}, repair="conlleval")
    >>> study.scores()
    """
    from nerinspect.library import loading

    files, tables = frames_apart(options)
    request = request_for(reference, predictions, training, files)
    with loading.progress(progress, "reading") as checkpoint:
        return Study(with_tables(load_sides(request, checkpoint), tables), request, tables)


class Study:
    """A reference, predictions and what can be said of them; made by `load` and its kin.

    Every table has the rows, columns and values of the command of its name. Its `attrs["made_from"]` says the signature
    of the data and the call that made it.

    Attributes
    ----------
    systems, types : tuple of str
    notices : list of str
        What was noticed while reading, such as repairs and contradictions.
    """

    def __init__(self, study: CoreStudy, request: LoadRequest, tables: "Sequence[str | pd.DataFrame]" = ()) -> None:
        self._core = study
        self._request = request
        self._tables = tables
        self._with_others: CoreStudy | None = None

    def _repr_html_(self) -> str:
        """Show the scores in a notebook, and what was read and how."""
        from nerinspect.library.notebook import study_html

        return study_html(self._core)

    def __repr__(self) -> str:
        """Name the data and the systems."""
        name = os.path.basename(self._core.reference.source.path)
        return f"<Study of {name}: {', '.join(self.systems) or 'no prediction'}>"

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems, in the order given."""
        return self._core.systems

    @property
    def types(self) -> tuple[str, ...]:
        """Every type of the reference or of a prediction, by code point."""
        return self._core.types

    @property
    def notices(self) -> list[str]:
        """How each file was read, and what was noticed."""
        training = [self._core.training.annotation] if self._core.training is not None else []
        return [*(one.source.in_words for one in (*self._core.annotations, *training)), *self._core.warnings]

    @property
    def signature(self) -> str:
        """One line that says what the study rests on: files, repairs, versions."""
        return signature(study_sources(self._core), {})

    def events(
        self, where: str = "", system: str | None = None, pair: tuple[str, str] | None = None, stretches: bool = False
    ) -> "Events":
        """Find the events that match a query, in the order of `nerinspect events`.

        Parameters
        ----------
        where : str
            A query such as `-kind:tp type:ORG`, in the language of `--where`.
        system : str, optional
            Only the events of this system.
        pair : (str, str), optional
            Names of two systems, or of runs as `NAME run 2`: there is a row for each reference mention instead, with
            the events of both in columns that end with `_a` and `_b`.
        stretches : bool
            Whether these rows are stretches of text, which hold spurious mentions too.

        Raises
        ------
        QueryError
            If the query cannot be read, or asks for what is not there.
        UnknownNameError
            If there is no such system.
        """
        sort = compared_sort(pair, stretches)
        if sort is not None and system is not None:
            raise CommandError("events are of a system or of a pair; leave one out")
        return self._listed(sort or MENTIONS, self._core_for(where), where, system)

    def relations(
        self,
        where: str = "",
        system: str | None = None,
        setting: RelationSetting = "boundaries",
        symmetric: Sequence[str] = (),
    ) -> "Events":
        """Find the relation events that match a query, in the order of `nerinspect relations --events`.

        Parameters
        ----------
        where, system
            See `events`.
        setting : {"boundaries", "strict"}
            What makes an argument right.
        symmetric : list of str
            Types that say the same with head and tail exchanged.
        """
        from nerinspect.lists.relations import RELATIONS

        check_choice("setting", setting, RELATION_SETTINGS)
        matched = matching_relations(self._core_for(where), tuple(symmetric), setting)
        return self._listed(RELATIONS, matched, where, system)

    def scores(self, runs: Runs = "all") -> "pd.DataFrame":
        """Give precision, recall, F1, event counts and demerits, by system, run and type.

        Parameters
        ----------
        runs : {"all", "each", "mean"}
            Every row; only those of single runs, with whole counts; or one for each system, the mean over its runs.
        """
        from nerinspect.tables.scores import scores

        return self._of_runs(scores(self._core), runs, f"scores(runs={runs!r})")

    def schemes(
        self, runs: Runs = "all", weights: "Mapping[str, float | Sequence[float]] | None" = None
    ) -> "pd.DataFrame":
        """Score by exact match, SemEval-2013, fair evaluation and the ACE cost.

        Parameters
        ----------
        runs : {"all", "each", "mean"}
            As in `scores`.
        weights : dict, optional
            Of the schemes `weighted` and `ace`, by the names of `--weight`, such as `{"be": (0.5, 0.25, 0.25),
            "spurious": 1, "value:LOC": 0.1}`.
        """
        from nerinspect.systems.weights import read_weights, written_weights
        from nerinspect.tables.schemes import schemes

        chosen = read_weights(written_weights(weights or {}))
        return self._of_runs(schemes(self._core, chosen), runs, f"schemes(runs={runs!r}, weights={weights!r})")

    def confusion(self, pivot: bool = False) -> "pd.DataFrame":
        """Count confused mentions by reference type and predicted type.

        With `pivot` as a matrix: a row for each system and reference type, a column for each predicted type.
        """
        from nerinspect.tables.scores import confusion

        frame = self._frame(confusion(self._core), f"confusion(pivot={pivot})")
        if not pivot:
            return frame
        heads = ["system", "reference_type"]
        matrix = frame.pivot(index=heads, columns="predicted_type", values="mentions").fillna(0)
        types = map(type_or_none, (*self.types, None))
        rows = frame.set_index(heads).index.unique()
        matrix = matrix.reindex(index=rows, columns=[name for name in types if name in matrix.columns]).astype("Int64")
        matrix.attrs = dict(frame.attrs)
        return matrix

    def errors(self) -> "pd.DataFrame":
        """Group errors by surface, most frequent first."""
        from nerinspect.tables.scores import errors

        return self._frame(errors(self._core), "errors()")

    def tough(self, layout: str | None = None) -> "pd.DataFrame":
        """Count tough mentions, with each system's recall of them.

        Parameters
        ----------
        layout : {"composition", "recall"}, optional
            In percent: types across, or systems down and subsets across, with a column for the deviation over runs.
        """
        from nerinspect.tables.tough import tough

        if layout is not None:
            check_choice("layout", layout, LAYOUTS)
        self._check_training()
        result, call = tough(self._core, layout), f"tough(layout={layout!r})"
        if layout is None:
            return self._frame(result, call)
        table = _deviations_apart(result.table) if layout == "recall" else result.table
        return self._made(frame_of(table, dtypes=dict.fromkeys(table.columns[1:], Dtype.NUMBER)), result, call)

    def retention(self, setting: str = BOTH) -> "pd.DataFrame":
        """Score each system, and the retention heuristic, on seen and unseen mentions.

        Parameters
        ----------
        setting : {"both", "typed", "surface"}
            What makes a mention seen: its surface with its type, or with any.
        """
        from nerinspect.tables.retention import retention

        check_choice("setting", setting, (BOTH, *SETTINGS))
        return self._frame(retention(self._with_retention(), setting), f"retention(setting={setting!r})", True)

    def profile(self) -> "pd.DataFrame":
        """Average the reference mentions, in one row, as `nerinspect retention --profile` does."""
        from nerinspect.tables.retention import profile

        self._check_training()
        return self._frame(profile(self._core), "profile()")

    def relation_scores(
        self, setting: str = BOTH, symmetric: Sequence[str] = (), layout: str | None = None
    ) -> "pd.DataFrame":
        """Score each system, and the retention heuristic, on exact, partial and new relations.

        Parameters
        ----------
        setting : {"both", "boundaries", "strict"}
            What makes an argument right.
        symmetric : list of str
            Types that say the same with head and tail exchanged.
        layout : {"joint"}, optional
            In percent: systems down, scores of mentions and of relations across, each with a column for the deviation
            over runs.
        """
        from nerinspect.tables.paper import JOINT, joint
        from nerinspect.tables.retention import relation_scores

        check_choice("setting", setting, (BOTH, *RELATION_SETTINGS))
        study = matching_relations(self._with_retention(), tuple(symmetric))
        result, told = relation_scores(study, setting), f"setting={setting!r}, symmetric={list(symmetric)!r}"
        if layout is None:
            return self._frame(result, f"relation_scores({told})", True)
        check_choice("layout", layout, (JOINT,))
        table = _deviations_apart(joint(study, setting))
        frame = frame_of(table, dtypes=dict.fromkeys(table.columns[1:], Dtype.NUMBER))
        return self._made(frame, result, f"relation_scores({told}, layout={layout!r})")

    def relation_profile(self, symmetric: Sequence[str] = ()) -> "pd.DataFrame":
        """Average the reference relations, in one row, as `nerinspect relations --profile` does."""
        from nerinspect.tables.retention import profile_of_relations

        study = matching_relations(self._with_retention(), tuple(symmetric))
        return self._frame(profile_of_relations(study), f"relation_profile(symmetric={list(symmetric)!r})")

    def buckets(self, attribute: str | Sequence[str] | None = None, buckets: int = DEFAULT_BUCKETS) -> "pd.DataFrame":
        """Score each system in buckets of attributes; `lower` and `upper` of dates are days since 1970-01-01.

        Parameters
        ----------
        attribute : str or list of str, optional
            Such as `eLen`; all that have values if left out.
        buckets : int
            How many for each attribute, 2 to 10.
        """
        from nerinspect.tables.buckets import buckets as result_of

        names = several(attribute)
        call = f"buckets(attribute={attribute!r}, buckets={buckets!r})"
        return self._frame(result_of(self._core_for(*names), names, n_buckets(buckets)), call, True)

    def diagnose(
        self,
        kind: Diagnosis = "self",
        attribute: str | Sequence[str] | None = None,
        buckets: int = DEFAULT_BUCKETS,
    ) -> "pd.DataFrame":
        """Show where systems are weak, and which attributes make mentions hard.

        Parameters
        ----------
        kind : {"self", "comparative", "model", "attribute"}
            Worst and best buckets; of systems in pairs; correlation and spread by system; means over systems.
        attribute, buckets
            See `buckets`.
        """
        from nerinspect.tables.buckets import diagnosis

        check_choice("kind", kind, tuple(DIAGNOSIS_COLUMNS))
        names = several(attribute)
        call = f"diagnose({kind!r}, attribute={attribute!r}, buckets={buckets!r})"
        return self._frame(diagnosis(self._core_for(*names), kind, names, n_buckets(buckets)), call)

    def compare(
        self,
        samples: int = SAMPLES,
        seed: int = SEED,
        progress: bool = False,
        measure: Literal["f1", "precision", "recall"] = "f1",
        correction: Correction = "none",
        run: int | None = None,
        detectable: bool = False,
    ) -> "pd.DataFrame":
        """Compare systems in pairs: F1, who has which mentions, and whether the difference may be chance.

        Parameters
        ----------
        samples : int
            Number of samples of the paired bootstrap.
        seed : int
            Where its random numbers begin.
        measure : str
            The score that systems are compared by.
        correction : str
            How p values are adjusted for as many comparisons as there are rows, in further columns: `holm` or `bh`.
        run : int, optional
            Of which run of each system the outcome counts and McNemar are; left out, the counts are means over runs.
        detectable : bool
            Whether there is a column of the smallest difference that a test set of this size shows.
        """
        from nerinspect.library import loading
        from nerinspect.query.differences import MEAN
        from nerinspect.tables.compare import MEASURES, OUTCOME_COLUMNS, compared_pairs, comparison, further_choices
        from nerinspect.tables.runs import check_several_systems

        if samples < 1 or seed < 0:
            raise CommandError("samples is a number from 1, seed one from 0")
        if run is not None and run < 1:
            raise CommandError("run is a number from 1, or None for the mean over runs")
        check_choice("measure", measure, tuple(MEASURES))
        check_choice("correction", correction, tuple(CORRECTIONS))
        check_several_systems(self._core.systems)
        with loading.progress(progress, "comparing") as checkpoint:
            pairs = compared_pairs(self._core, samples, seed, checkpoint, MEASURES[measure], run or MEAN)
        result = comparison(pairs, samples, seed, correction, detectable, run or MEAN)
        chosen: dict[str, Any] = {**further_choices(MEASURES[measure], correction)}
        chosen |= ({"run": run} if run else {}) | ({"detectable": True} if detectable else {})
        said = "".join(f", {name}={value!r}" for name, value in chosen.items())
        means = {} if run else dict.fromkeys(OUTCOME_COLUMNS, Dtype.NUMBER)
        call = f"compare(samples={samples}, seed={seed}{said})"
        return self._made(frame_of(result.table, dtypes=means), result, call)

    def repairs(self) -> "pd.DataFrame":
        """Score each system under each repair of its invalid transitions, as `nerinspect repair` without a method does.

        It does not matter with which repair the study was loaded: the labels are looked at as they were written.
        """
        from nerinspect.tables.annotation import repaired_systems, repairs

        request = self._request
        changes = read_type_changes(request.keep_types, request.remove_types, request.map_types)
        return self._frame(repairs(repaired_systems(self._core, changes)), "repairs()")

    def diff(self, old: str, new: str, where: str = "") -> "pd.DataFrame":
        """List the events fixed, broken and changed between two versions of a system.

        Parameters
        ----------
        old, new : str
            Names of systems; one of several runs as `NAME run 2`.
        where : str
            Only what matches this query, see `events`.
        """
        from nerinspect.systems.outcomes import changes
        from nerinspect.tables.compare import diff_table

        numbers = [judged(self._core, name) for name in (old, new)]
        for name, number in zip((old, new), numbers, strict=True):
            if number is None:
                raise UnknownNameError("system", name, self.systems)
        found = changes(self._core, *numbers)  # type: ignore[arg-type]  # none is None
        matching = np.flatnonzero(MENTIONS.mask(self._core, _parsed(self._core, where)))
        rows = np.flatnonzero(np.isin(found.judged_event, matching))
        names = MENTIONS.names_for(self._core, Of.CHANGES)
        table = diff_table(self._core, found, numbers[1], rows, names)  # type: ignore[arg-type]
        frame = frame_of(table, dtypes={name: dtype_in_list(MENTIONS, name) for name in names})
        result = Result(table, {"table": "diff", "filter": where})
        return self._made(frame, result, f"diff({old!r}, {new!r}, where={where!r})")

    def agreement(self) -> "pd.DataFrame":
        """Tell how far annotators agree, in pairs; reference and predictions count as annotators."""
        from nerinspect.tables.annotation import agreement

        core = self._core if RETENTION not in self.systems else with_training(self._core, None, with_retention=False)
        return self._frame(agreement(core, names_in(core)), "agreement()")

    def consistency(self) -> "pd.DataFrame":
        """List surfaces that the reference annotates in several ways, or in one place and not in another."""
        from nerinspect.tables.annotation import consistency

        return self._frame(consistency(self._core), "consistency()")

    def counts(self) -> "pd.DataFrame":
        """Count the mentions of the reference by type and surface, most frequent first."""
        from nerinspect.tables.files import mention_counts

        table = mention_counts([AnnotatedText(self._core.text, self._core.reference)])
        return self._frame(Result(table, {"table": "count", "filter": ""}), "counts()")

    def summary(self) -> "pd.DataFrame":
        """Count documents, sentences, tokens and mentions: of the reference, each prediction, the training data."""
        from nerinspect.tables.files import summary_table

        core = self._core
        sides = [core.reference, *(one.annotation for one in core.predictions if one.system != RETENTION)]
        files = [*(AnnotatedText(core.text, side) for side in sides), *([core.training] if core.training else [])]
        table = summary_table((one.annotation.source.path, one) for one in files)
        return self._frame(Result(table, {"table": "summarize", "filter": ""}), "summary()")

    def sentence_scores(self) -> "pd.DataFrame":
        """Count correct, reference and predicted mentions in each sentence, for each system and run."""
        core = self._core
        rows: list[tuple[Any, ...]] = []
        text, n = core.text, core.text.n_sentences
        reference = np.bincount(text.sentence_of(core.reference.mentions.start), minlength=n)
        for number, one in enumerate(core.predictions):
            events = core.events_of(number)
            correct = events.start[events.kind == 0]
            columns = (
                text.document[:n], np.arange(1, n + 1), np.bincount(text.sentence_of(correct), minlength=n), reference,
                np.bincount(text.sentence_of(one.mentions.start), minlength=n),
            )  # fmt: skip
            places = zip(*(column.tolist() for column in columns), strict=True)
            rows += [(one.system, str(one.run), *place) for place in places]
        names = ("system", "run", "document", "sentence", "correct", "reference", "predicted")
        return self._frame(Result(Table(names, rows), {"table": "sentence_scores", "filter": ""}), "sentence_scores()")

    def chart(self, name: str, **options: Any) -> "Chart":  # noqa: ANN401 - those of each chart
        """Draw the chart of a command, such as `buckets`, `tough` or `compare`.

        Parameters
        ----------
        name : str
            The command that draws it.
        **options
            `systems`, and what the command has as options: `attributes`, `buckets`, `samples`, ...

        Returns
        -------
        Chart
            Shows itself in a notebook; `save` writes PDF, SVG or PNG.

        Raises
        ------
        NerinspectError
            If there is no such chart, option, system or attribute.
        """
        from nerinspect.library.chart import chart

        study = self._with_retention() if name in ("retention", "relations") else self._core
        return chart(study, name, request=self._request, **options)

    def open(self, query: str = "", *, folder: Path | None = None) -> str | None:
        """Open the window on the study, in a process of its own.

        Data in memory are written as JSON lines first, so that a review of them has files that stay.

        Parameters
        ----------
        query : str
            Only the events that match; all errors if left out.
        folder : path, optional
            Where data in memory are written; nothing else of the same names may be there. A new folder among the user's
            data if left out.

        Returns
        -------
        str or None
            The folder that data in memory were written to.

        Raises
        ------
        DataError
            If there is no display, or the data cannot be written.
        """
        from nerinspect.io.reading.in_memory import MemoryRequest, new_folder, write_data

        if query:
            _parsed(self._core, query)
        if folder is not None and not isinstance(self._request, MemoryRequest):
            raise CommandError("folder is for data in memory, and this study is of files; leave it out")
        check_display()
        where = ["--where", query] if query else []
        request, written = self._request, None
        if isinstance(request, MemoryRequest):
            written = new_folder() if folder is None else os.path.abspath(folder)
            request = write_data(request, written)
        open_window([*load_arguments(request), *where])
        return written

    def _listed(self, sort: EventSort, study: CoreStudy, where: str, system: str | None) -> "Events":
        query = _parsed(study, where)
        if system is not None:
            if system not in study.systems:
                raise UnknownNameError("system", system, study.systems)
            query = all_of(query, Term("system", (system,))) if where.strip() else Term("system", (system,))
        order = np.flatnonzero(sort.mask(study, query)).astype(np.int32)
        return Events(sort, study, self._request, order, query_text(query), self._whole)

    def _core_for(self, *texts: str) -> CoreStudy:
        """Give the study, with the other columns of its files if names or queries ask for some, as `reference:UPOS`."""
        for text in texts:
            if not isinstance(text, str):
                raise TypeError(f"a query is a text such as 'kind:le type:ORG', not of type {type(text).__name__}")
        if not asks_for_other_columns(*texts):
            return self._core
        return self._whole()

    def _whole(self) -> CoreStudy:
        """Read the files again, with their other columns."""
        if self._with_others is None:
            self._with_others = with_tables(load_sides(self._request, with_others=True), self._tables)
        return self._with_others

    def _with_retention(self) -> CoreStudy:
        self._check_training()
        core = self._core
        if RETENTION in core.systems:
            return core
        if is_index(self._request.reference):  # which keeps both
            return with_tables(load_sides(replace(self._request, retention=True)), self._tables)
        return with_training(core, core.training, core.matching)

    def _check_training(self) -> None:
        if self._core.training is None:
            raise CommandError("there is no training data; load the study with training=")

    def _of_runs(self, result: Result, runs: Runs, call: str) -> "pd.DataFrame":
        check_choice("choice of runs", runs, _RUNS)
        if runs != "all":
            rows = list(result.table)
            several = {row[0] for row in rows if row[1] in _SUMMARIES}
            kept = [row for row in rows if _is_of(runs, row, several)]
            result = replace(result, table=replace(result.table, rows=kept))
        return self._frame(result, call, runs != "each")

    def _frame(self, result: Result, call: str, has_means: bool = False) -> "pd.DataFrame":
        return self._made(frame_of(result.table, has_means), result, call)

    def _made(self, frame: "pd.DataFrame", result: Result, call: str) -> "pd.DataFrame":
        made = signature(study_sources(self._core), result.details)
        frame.attrs["made_from"] = {"signature": made, "call": f"study.{call}"}
        return frame


def _parsed(study: CoreStudy, where: str) -> Filter:
    try:
        return parse_query(where, Vocabulary.of(study))
    except QueryError:
        raise
    except CommandError as mistake:
        raise QueryError(str(mistake)) from None


def check_display() -> None:
    """Refuse to open a window where there can be none, before anything is written for it."""
    from nerinspect.ui.platforms import load_qt, working_platform

    load_qt()
    with working_platform():
        pass


def open_window(arguments: Sequence[str]) -> None:
    """Open the window on what a command line names, in a process of its own."""
    command = [sys.executable, "-m", "nerinspect", "open", *arguments]
    subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)


def n_buckets(number: int) -> int:
    """Refuse a number of buckets that there cannot be."""
    lowest, highest = BUCKET_RANGE
    if not isinstance(number, int) or not lowest <= number <= highest:
        raise CommandError(f"there can be {lowest} to {highest} buckets, not {number!r}")
    return number


def _is_of(runs: Runs, row: Sequence[Any], several: set[Any]) -> bool:
    """Tell whether a row is of a single run, or the one that is asked for of its system."""
    if runs == "each":
        return row[1] not in _SUMMARIES
    return row[1] == "mean" or (row[0] not in several)


def _deviations_apart(table: Table) -> Table:
    """Give each mean over runs and its deviation a column of its own."""
    first, *names = table.columns
    rows = []
    for head, *cells in table:
        apart = ((cell.mean, cell.deviation) if isinstance(cell, MeanOfRuns) else (cell, None) for cell in cells)
        rows.append((head, *chain.from_iterable(apart)))
    return Table((first, *chain.from_iterable((name, f"{name} std") for name in names)), rows)
