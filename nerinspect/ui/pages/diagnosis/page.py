"""The page Diagnosis: where systems are weak, in tables and shades, and where two of them differ."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Final

from nerinspect.attributes.own import is_file_column
from nerinspect.events.study import Study
from nerinspect.io.writing.origins import DIAGNOSES_IN_PAPER, TESTS, ComparisonOrigin, DiagnosisOrigin
from nerinspect.lists.table import Result, Table
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted
from nerinspect.query.rates import MentionBase
from nerinspect.settings import AnalysisChoice, DiagnosisChoice
from nerinspect.tables import paper
from nerinspect.tables.buckets import table_of_diagnosis
from nerinspect.training.retention import RETENTION, competing_systems
from nerinspect.ui.charts.figure import DrawnFigure
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.doors import Piece
from nerinspect.ui.kit.jobs import MANY, Derived
from nerinspect.ui.kit.layout import lay_out_now
from nerinspect.ui.kit.pages.choice import AnalysisControls, Counted, PageHead
from nerinspect.ui.kit.pages.page import Page
from nerinspect.ui.kit.pages.parts import AS_GAPS, AS_MATRIX, AS_NUMBERS, Awaited, Part
from nerinspect.ui.kit.pages.pictures import Drawable
from nerinspect.ui.kit.pages.take_away import Source
from nerinspect.ui.kit.screen_text import announce
from nerinspect.ui.kit.tables.number_table import LongTable, NumberTable
from nerinspect.ui.pages.diagnosis.diagnosed import (
    ATTRIBUTES,
    DOCUMENT_COLUMNS,
    DOCUMENT_NAMES,
    DOCUMENTS,
    EXTREME_COLUMNS,
    EXTREME_NAMES,
    EXTREMES,
    Diagnosed,
    Diagnosis,
    DocumentList,
    attribute_columns,
    attribute_groups,
    attribute_table,
    diagnose_anew,
    extreme_columns,
    extreme_groups,
    shortcomings,
)
from nerinspect.ui.pages.diagnosis.differences import (
    DIFFERENCES,
    NOTHING,
    WAITING,
    Differences,
    PairPart,
    tested,
)
from nerinspect.ui.pages.diagnosis.heat_map import HEAT_MAP, HeatMap, HeatPart

_OF_ATTRIBUTES, _OF_MODELS, _OF_EXTREMES, _OF_PAIR = DIAGNOSES_IN_PAPER
LAYOUTS: Final[Mapping[str, Sequence[str]]] = {
    ATTRIBUTES: (_OF_ATTRIBUTES, _OF_MODELS),
    EXTREMES: (_OF_EXTREMES,),
    DIFFERENCES: (_OF_PAIR,),
}
"""Tables that can also be copied and saved as papers print them."""

TITLES = (ATTRIBUTES, EXTREMES, DIFFERENCES, HEAT_MAP, DOCUMENTS, TESTS)
"""The tables there are."""

_MOST_ROWS: Final = 36
_NO_PREDICTION: Final = "There is no prediction: open one with this reference to see where it fails."
_RECALL_ALONE: Final = (
    "The filter selects tough mentions. A spurious mention belongs to none of their subsets, so there is only "
    "recall, and this page is about F1: count the whole test set."
)
_CANCELLED: Final = "The systems were not diagnosed. Choose another number of buckets to start again."
_ONE_SYSTEM: Final = "A difference needs two systems."


class DiagnosisPage(Page):
    """Diagnoses all systems of a study."""

    name, doing, charts = "Diagnosis", "Diagnosing", (DIFFERENCES, HEAT_MAP)
    looks_at = frozenset({"prediction", "analysis"})
    awaited = (
        Awaited(ATTRIBUTES, "How F1 goes with the length, frequency and other attributes of mentions.", AS_NUMBERS),
        Awaited(EXTREMES, "By attribute, the mentions on which a system is worst and best.", AS_GAPS),
        Awaited(HEAT_MAP, "All systems below each other, and where two of them differ.", AS_MATRIX),
    )

    def __init__(self, desk: Desk) -> None:
        self._controls = AnalysisControls(desk.document)
        super().__init__(desk, PageHead("Count", Counted(), self._controls))
        self._shown: DiagnosisOrigin | None = None  # of the numbers on screen
        self._shown_choice = AnalysisChoice()  # likewise
        self._before: Diagnosed | None = None  # what the tables show
        self._ranked: tuple[object, int] = None, -1
        self._unfolded = ""  # the system whose extremes are unfolded
        self._diagnoses = Derived(self._diagnosed, self, "The systems could not be diagnosed", keeps=MANY)
        self._tests = Derived(tested, self, "The two systems could not be tested", keeps=MANY)
        self._attributes = NumberTable(attribute_columns(()), ("Attribute",), ATTRIBUTES, most_rows=_MOST_ROWS)
        self._extremes = NumberTable(EXTREME_COLUMNS, EXTREME_NAMES, EXTREMES, most_rows=_MOST_ROWS)
        self._documents = LongTable(DOCUMENT_COLUMNS, DOCUMENT_NAMES, DOCUMENTS)
        self._attribute_part, self._extreme_part = Part(ATTRIBUTES, self._attributes), Part(EXTREMES, self._extremes)
        self._extreme_part.set_caption("the largest gap first; a hollow dot is the worst bucket")
        self._heat, self._tested = HeatPart(), PairPart()
        self._document_part = Part(DOCUMENTS, self._documents)
        self.add(self._attribute_part)
        self.add(self._extreme_part)
        self.add(self._heat, is_wide=True, drawn=(HEAT_MAP, DIFFERENCES), charts=(HEAT_MAP, DIFFERENCES))
        self.add(self._document_part)
        self.add(self._tested)
        self.derive(self._diagnoses, "steps")
        self._connect()

    @property
    def choice(self) -> DiagnosisChoice:
        return DiagnosisChoice(*self._heat.pair.wanted)

    def choose(self, choice: DiagnosisChoice) -> None:
        """Restore a choice; systems not loaded yet are chosen once they are."""
        self._heat.pair.want(choice.a, choice.b)
        self.look_again()

    @property
    def is_complete(self) -> bool:
        """Whether all numbers are shown; tests of the pair may still be running."""
        return self._shown is not None and not self._steps and not self._diagnoses.is_running

    @property
    def is_testing(self) -> bool:
        return self._tests.is_running

    def forget(self) -> None:
        self._shown, self._before, self._ranked, self._unfolded = None, None, (None, -1), ""
        if self.look is not None:
            self._controls.offer(self.look.study)
            self._heat.pair.show_systems(self._systems)

    def refresh(self, look: Look) -> None:
        base = self.base
        lacking = (_RECALL_ALONE if base.has_recall_alone else "") if self._systems else _NO_PREDICTION
        self.say(lacking, wants_prediction=not self._systems)
        if lacking:
            self._diagnoses.cancel()
            self._shown = None
            self.show_parts(False)
            self.head.show_summary(())
        else:
            if (before := self._diagnoses.value) is not None and before.diagnosed.base != base:
                self._diagnoses.forget()
            self._diagnoses.ask(look.study, base, look.analysis, self._system)

    @property
    def titles(self) -> Sequence[str]:
        there = [title for title in TITLES if len(self._systems) > 1 or title not in (DIFFERENCES, TESTS)]
        return sorted(there, key=lambda title: title != self.focused)

    def layouts(self, title: str) -> Sequence[str]:
        return LAYOUTS.get(title, ())

    def table(self, title: str) -> Table:
        if title in DIAGNOSES_IN_PAPER:
            return self._in_paper(title)
        if title == ATTRIBUTES:
            return attribute_table(self._made)
        if title == EXTREMES:  # copies are ordered by attribute, as the command's table is
            names, order = self._systems, ["", *(one.attribute.name for one in self._made.tables)]
            shown = super().table(title)
            rows = sorted(shown, key=lambda row: (names.index(str(row[0])), order.index(str(row[1]))))
            return replace(shown, rows=rows)
        if title == DIFFERENCES:
            return self._pair.as_table()
        return self._heat_map.as_table() if title == HEAT_MAP else super().table(title)

    def source(self, title: str) -> Source | None:
        if self._shown is None:
            return None
        made = self._made
        own = [one.attribute for one in made.bucketings]
        attributes = tuple(one.name for one in own) if any(map(is_file_column, own)) else ()
        pair = self._pair
        systems = {DOCUMENTS: (self._system,), DIFFERENCES: pair.names, _OF_PAIR: pair.names}.get(title, self._systems)
        shown = self._shown
        if title in (_OF_PAIR, TESTS):
            if len(self._systems) < 2:
                self.desk.message.say(_ONE_SYSTEM)
                return None
            retained = replace(shown, request=replace(shown.request, retention=RETENTION in pair.names))
            shown = retained.of_pair(*(made.tables[0].runs[place] for place in (pair.a, pair.b)))
        if title == TESTS:
            return Source(ComparisonOrigin(shown.study, shown.request, shown.kept), pair.names)
        is_long = title == DOCUMENTS and self._documents.numbers.is_long
        return Source(replace(shown, attributes=attributes), systems, is_long)

    def picture(self, title: str, systems: Sequence[str] = ()) -> Drawable | None:
        if self._shown is None:
            return None
        if title == HEAT_MAP:
            return DrawnFigure(self._heat_map.figure(systems))
        if len(self._systems) < 2:
            self.desk.message.say(_ONE_SYSTEM)
            return None
        return DrawnFigure(self._pair.figure())

    def on_cancelled(self) -> None:
        """Keep the old numbers, or say that there are none."""
        if self._shown is not None:
            self.desk.document.choose_analysis(self._shown_choice)
        else:
            self.say(_CANCELLED)

    def _connect(self) -> None:
        show_test, pair = self._tested.show_test, self._heat.pair
        self._diagnoses.made.connect(self._show)
        self._tests.begun.connect(partial(show_test, WAITING))
        self._tests.made.connect(show_test)
        self._tests.failed.connect(lambda _why: show_test(NOTHING))
        self._tests.failed.connect(self.desk.message.say)
        self._tested.door_opened.connect(self.open_number)
        self._heat.bands.door_opened.connect(self.open_number)
        pair.chosen.connect(self._show_map)
        pair.chosen.connect(lambda: self.choice_changed.emit(self.choice))

    def _diagnosed(
        self, study: Study, base: MentionBase, choice: AnalysisChoice, system: str, checkpoint: Checkpoint
    ) -> Diagnosis:
        return diagnose_anew(study, base, choice, system, self._diagnoses.kept, checkpoint)

    @property
    def _made(self) -> Diagnosed:
        assert self._diagnoses.value is not None, "systems were diagnosed"
        return self._diagnoses.value.diagnosed

    @property
    def _prediction(self) -> int:
        assert self.look is not None, "something is looked at"
        return self.look.prediction

    @property
    def _system(self) -> str:
        assert self.look is not None, "a system of its study is on show"
        return self.look.study.predictions[self.look.prediction].system

    @property
    def _systems(self) -> tuple[str, ...]:
        return competing_systems(self.look.study, self.look.analysis.has_retention) if self.look else ()

    @property
    def _pair(self) -> Differences:
        return Differences(self._made, *self._heat.pair.places, self._prediction)

    def _in_paper(self, title: str) -> Table:
        """Lay out the diagnosis as papers print it; differences are those of the chosen pair."""
        assert self._shown is not None, "something is diagnosed"
        made, kind = self._made, DIAGNOSES_IN_PAPER[title]
        systems, tables = made.systems, made.tables
        if title == _OF_PAIR:
            pair = self._pair
            systems, tables = (
                pair.names,
                tuple(
                    replace(table, systems=pair.names, runs=(table.runs[pair.a], table.runs[pair.b]))
                    for table in tables
                ),
            )
        result = Result(table_of_diagnosis(systems, kind, tables), {"kind": kind, "buckets": made.choice.n_buckets})
        return paper.diagnosis(made.study, result, counted="" if self._shown.kept is None else self._shown.counted)

    @property
    def _heat_map(self) -> HeatMap:
        return HeatMap(self._made, self._pair if len(self._made.systems) > 1 else None, self._prediction)

    def _show(self, made: Diagnosis) -> None:
        look, diagnosed, before = self.look, made.diagnosed, self._before
        assert look is not None, "only a study is diagnosed"
        request = replace(look.request, retention=RETENTION in self._systems)
        self._shown = DiagnosisOrigin(look.study, request, self.kept, look.analysis.n_buckets)
        self._shown_choice, self._before = diagnosed.choice, diagnosed
        if before is None or before.systems != diagnosed.systems:
            self._heat.pair.show_systems(diagnosed.systems)
        self._show_tables(diagnosed)
        words = f"{counted(len(diagnosed.systems), 'system')}, {counted(len(diagnosed.tables), 'attribute')}"
        self.head.show_summary([Piece(words)])
        announce(self, words)
        self.show_in_turns(before is None, self._show_map, partial(self._show_documents, made))

    def _show_tables(self, diagnosed: Diagnosed) -> None:
        """Show attributes and extremes, unfolding those of the system on show."""
        with_retention = f"; {RETENTION} counts as a system" if RETENTION in diagnosed.systems else ""
        self._attribute_part.set_caption(f"mean value ζ, and correlation with F1{with_retention}")
        self._attribute_part.set_note(shortcomings(diagnosed))
        self._attributes.show_rows(attribute_columns(diagnosed.systems), attribute_groups(diagnosed))
        self.grid.set_needed(self._attribute_part, self._attributes.whole_width)
        is_open, self._unfolded = ({self._system} if self._system != self._unfolded else None), self._system
        self._extremes.show_rows(extreme_columns(diagnosed), extreme_groups(diagnosed, self._prediction), is_open)
        for part in (self._attribute_part, self._extreme_part):
            part.show()

    def _show_documents(self, made: Diagnosis) -> None:
        """Show the documents of the system on show; the number of buckets does not affect them."""
        self._document_part.show()
        prediction, ranking, study = self._prediction, made.ranking, made.diagnosed.study
        if (ranking, prediction) == self._ranked:
            return
        self._ranked = ranking, prediction
        n_runs = sum(one.system == self._system for one in study.predictions)
        documents = DocumentList(study, ranking, made.diagnosed.base, prediction, n_runs)
        self._documents.show_list(documents)
        self._document_part.set_caption(f"{self._system}, {counted(len(documents), 'document')}, by F1 of each")

    def _show_map(self) -> None:
        """Show all scores and the difference of the chosen pair, if there is one, and test it."""
        if self._shown is None or self._diagnoses.value is None:
            return
        made = self._made
        self._heat.show()
        lay_out_now()  # the map is wide: it folds once
        self._heat.show_map(self._heat_map)
        pair, runs = self._pair, made.tables[0].runs
        if len(made.systems) < 2 or pair.a == pair.b:
            self._tests.cancel()
            self._tested.show_test(NOTHING)
            return
        self._tested.set_caption(f"{pair.names[0]} − {pair.names[1]}")
        every_run = tuple(chain.from_iterable(runs))
        self._tests.ask(made.study, made.base, (runs[pair.a], runs[pair.b]), pair.names, every_run)
