"""Compare: systems in pairs, who got it right, and what changed from one version to another."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from nerinspect.events.kinds import KIND_TABLE
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.io.writing.origins import PAIRS, PAIRS_IN_PAPER, VERSIONS, ComparisonOrigin
from nerinspect.lists.table import Table
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted, grouped
from nerinspect.query.counts.outcomes import FATES, ChangeCounts, change_counts
from nerinspect.settings.schema import ComparisonChoice
from nerinspect.tables.compare import further_choices
from nerinspect.tables.runs import predictions_by_system
from nerinspect.training.retention import RETENTION, competing_systems
from nerinspect.ui.charts.figure import DrawnFigure
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.derived import Derived
from nerinspect.ui.kit.doors import Door, Piece
from nerinspect.ui.kit.pages.choice import AnalysisControls, Counted, PageHead
from nerinspect.ui.kit.pages.page import Page
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.pages.pictures import Drawable, DrawnWidget
from nerinspect.ui.kit.pages.take_away import Source
from nerinspect.ui.kit.screen_text import announce
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import Cell, Column, NumberTableModel, RowGroup, TableRow, count_cell
from nerinspect.ui.pages.compare.hits import HITS, HitPart
from nerinspect.ui.pages.compare.pair_table import PairFinder, PairPart
from nerinspect.ui.theme.fonts import unit_of

FATE_NAMES: Final = ("Old", "New", "Counted")
FATE_COLUMNS: Final = (
    Column("", "What is counted", widest="Reference mentions"),
    *(Column(fate, meaning(fate), widest="9,999,999") for fate in FATES),
)
KIND_NAME_COLUMNS: Final = ("Old", "New", "Kind in old")
_KINDS: Final = tuple(code for code, kind in KIND_TABLE.items() if kind.has_reference)
KIND_COLUMNS: Final = (
    Column("", "Kind of the old event that a mention is in", widest="label and boundary error"),
    *(
        Column(KIND_TABLE[kind].short_name, f"New: {KIND_TABLE[kind].name}. {meaning(kind)}", kind, "999,999")
        for kind in _KINDS
    ),
    Column("Sum", "Over all kinds of the new version", widest="9,999,999"),
)


def fate_groups(counts: ChangeCounts) -> list[RowGroup]:
    """Lay out what became of mentions and of spurious events, one row each."""
    mentions = tuple(count_cell(counts.mentions[fate], counts.mention_door(fate), meaning(fate)) for fate in FATES)
    return [
        _group(counts, "Reference mentions", "Of the mentions of the reference.", mentions),
        _group(
            counts,
            "Spurious mentions",
            "Of events without a reference mention: fixed are those that are gone, broken are those that are new.",
            tuple(_spurious_cell(counts, fate) for fate in FATES),
        ),
    ]


def kind_groups(counts: ChangeCounts) -> list[RowGroup]:
    """Lay out reference mentions by the kind of their old event, down, and of their new one, across."""
    groups = []
    for old in (*_KINDS, ""):
        of_old = counts.kinds[KINDS.index(old)] if old else counts.kinds.sum(axis=0)
        cells = [
            count_cell(int(of_old[KINDS.index(new)]), counts.kind_door(old, new), _words(old, new)) for new in _KINDS
        ]
        everywhere = counts.kind_door(old) if old else None
        cells.append(count_cell(int(of_old.sum()), everywhere, _words(old, "")))
        groups.append(_group(counts, KIND_TABLE[old].name if old else "Sum", _words(old, ""), tuple(cells)))
    return groups


def _group(counts: ChangeCounts, name: str, tooltip: str, cells: tuple[Cell, ...]) -> RowGroup:
    copied = counts.old_name, counts.new_name, name
    is_sum, of, beside = name == "Sum", counts.old, counts.new
    row = TableRow(name, copied, lambda: cells, is_total=is_sum, prediction=of, tooltip=tooltip, beside=beside)
    return RowGroup(name, row)


def _spurious_cell(counts: ChangeCounts, fate: str) -> Cell:
    if fate not in counts.spurious:
        return Cell("–", tooltip="One that became another is counted as gone and as new.", is_dim=True)
    door, prediction = counts.spurious_door(fate)
    number = counts.spurious[fate]
    return Cell(grouped(number), number, door, meaning(fate), is_dim=not number, prediction=prediction)


def _words(old: str, new: str) -> str:
    sides = [
        f"{KIND_TABLE[kind].name} in the {version} version" for kind, version in ((old, "old"), (new, "new")) if kind
    ]
    return f"Reference mentions: {', '.join(sides)}." if sides else "All reference mentions."


class ChangesPart(QWidget):
    """Show what became of the errors of an old version in a new one, and of each kind of event."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("changes_part")
        self.fates = NumberTable(NumberTableModel(FATE_COLUMNS, FATE_NAMES, "What changed", self), self)
        self.kinds = NumberTable(NumberTableModel(KIND_COLUMNS, KIND_NAME_COLUMNS, "Kinds, old to new", self), self)
        self._changed = Part("What changed", self.fates, parent=self)
        self._by_kind = Part("By kind", self.kinds, parent=self)
        self._by_kind.set_caption("reference mentions: kind in the old version down, in the new one across")
        what = "What changed could not be counted"
        self.work = Derived(_counted, self, what, lambda study, *_: len(study.events))
        self.work.made.connect(self._show_counts)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(round(14 * unit_of(self.font())))
        for part in (self._changed, self._by_kind):
            column.addWidget(part)

    @property
    def caption(self) -> str:
        """Which versions are compared, in words."""
        return self._changed.caption

    def show_versions(self, study: Study, old: int, new: int) -> None:
        """Compare two predictions, in the background if they have many events."""
        if self.work.asked != (study, old, new):
            self.forget()
            self.work.ask(study, old, new)

    def forget(self) -> None:
        """Take all numbers away; for another study."""
        self.work.forget()
        self._changed.set_caption("")
        self.fates.numbers.set_groups([])
        self.kinds.numbers.set_groups([])

    def _show_counts(self, counts: ChangeCounts) -> None:
        self._changed.set_caption(f"from {counts.old_name} to {counts.new_name}, whole test set")
        self.fates.numbers.set_groups(fate_groups(counts))
        self.kinds.numbers.set_groups(kind_groups(counts))


def _counted(study: Study, old: int, new: int, _checkpoint: Checkpoint) -> ChangeCounts:
    return change_counts(study, old, new)


_CHOOSE_B: Final = (
    "Choose a system to compare with (Ctrl+D), or click a pair above: A is the old version, B the new one."
)
_NO_SYSTEM: Final = "There is no prediction: open two with this reference to compare them."
_ONE_SYSTEM: Final = "A comparison needs two systems: add another prediction (Ctrl+Shift+O)."
_NO_PICTURE: Final = "There is nothing to draw yet: the systems are still being compared."
_NO_VERSIONS: Final = "Only one version is shown; choose a system to compare it with."
_ANNOTATORS: Final = (
    "None of these annotators is right or wrong, so none is scored against another: see Agreement (Ctrl+7)."
)


class ComparePage(Page):
    """Compares all systems of a study."""

    name, doing, charts = "Compare", "Comparing", (PAIRS, HITS)
    looks_at = frozenset({"prediction", "compared", "analysis"})

    def __init__(self, desk: Desk) -> None:
        self._controls = AnalysisControls(desk.document, has_attributes=False)
        super().__init__(desk, PageHead("Count", Counted(), self._controls))
        self._finder = PairFinder(self)
        self._systems: tuple[str, ...] = ()
        self._pairs, self._hits, self._changes = PairPart(), HitPart(), ChangesPart()
        choose = QLabel(_CHOOSE_B, wordWrap=True)
        self._no_versions = Part("Two versions", choose, small=(choose,))
        self.add(self._pairs, is_wide=True, charts=(PAIRS,))
        self.add(self._hits, charts=(HITS,))
        self.add(self._changes)
        self.add(self._no_versions)
        self.derive(self._finder.work, "draws")
        self._finder.found.connect(self._show_pairs)
        self._pairs.table.pair_opened.connect(self._open_pair)
        self._hits.summary.query_requested.connect(self.open_number)
        for chosen in (self._pairs.choice.chosen, self._hits.sort_chosen):
            chosen.connect(lambda: self.choice_changed.emit(self.choice))
        self._pairs.choice.chosen.connect(self._compare_systems)
        for part in (self._hits, self._changes):
            part.work.failed.connect(desk.message.say)
        self.show_parts(False)

    @property
    def choice(self) -> ComparisonChoice:
        system, types, measure, correction, run = self._pairs.choice.wanted
        return ComparisonChoice(system, types, self._hits.wanted_sort, measure, correction, run)

    def choose(self, choice: ComparisonChoice) -> None:
        """Show what was chosen before; systems and types that are not there are chosen once they are."""
        self._pairs.want(choice.system, choice.types, choice.measure, choice.correction, choice.run)
        self._hits.want_sort(choice.sort)

    @property
    def is_complete(self) -> bool:
        return self._finder.is_complete

    def forget(self) -> None:
        self._finder.forget()
        self._hits.forget()
        self._changes.forget()
        self._systems = ()
        self.show_parts(False)
        self.head.show_summary(())

    def refresh(self, look: Look) -> None:
        study = look.study
        self._controls.offer(study)
        systems = competing_systems(study, look.analysis.has_retention)
        lacking = _ANNOTATORS if study.is_of_annotators else (_NO_SYSTEM, _ONE_SYSTEM, "")[min(len(systems), 2)]
        self.say(lacking)
        self.show_parts(not lacking)
        if lacking:
            return
        if systems != self._systems:
            self._systems = systems
            self._pairs.show_study(study, systems)
        self._hits.show_hits(study, self.base, look.prediction)
        self._changes.setVisible(look.compared is not None)
        self._no_versions.setVisible(look.compared is None)
        if look.compared is not None:
            self._changes.show_versions(study, look.prediction, look.compared)
        self._compare_systems()

    def source(self, title: str) -> Source | None:
        """Tell where the numbers of a table or chart come from."""
        look, systems = self.look, self._systems
        if look is None or len(systems) < 2:
            return None
        request = replace(look.request, retention=RETENTION in systems)
        origin = ComparisonOrigin(look.study, request, self.kept, tuple(self._pairs.notes))
        if title == PAIRS_IN_PAPER and not self._finder.is_complete:
            self.desk.message.say(_NO_PICTURE)
            return None
        if title in (PAIRS, PAIRS_IN_PAPER):
            choice, systems = self._pairs.choice, self._pairs.systems
            chosen_here = further_choices(self._pairs.measure, choice.correction, choice.run)
            origin = replace(origin, chosen=chosen_here, differs=self._pairs.differs)
            if (chosen := self._pairs.choice.system) in look.study.systems:
                origin = origin.of_pairs(predictions_by_system(look.study)[chosen])
        elif title in VERSIONS:
            if look.compared is None:
                self.desk.message.say(_NO_VERSIONS)
                return None
            versions = look.prediction, look.compared
            systems = tuple(look.study.predictions[number].system for number in versions)
            origin = replace(origin, request=replace(request, retention=RETENTION in systems)).of_versions(*versions)
        return Source(origin, systems)

    def layouts(self, title: str) -> Sequence[str]:
        return [PAIRS_IN_PAPER] if title == PAIRS else []

    def table(self, title: str) -> Table:
        if title == PAIRS_IN_PAPER and (source := self.source(title)) is not None:
            return self._pairs.in_paper(source.origin.counted if source.origin.kept is not None else "")
        return super().table(title)

    def picture(self, title: str, systems: Sequence[str] = ()) -> Drawable | None:
        """Draw a table for print."""
        picture: Drawable | None
        if title == PAIRS:
            picture = None if (figure := self._pairs.figure) is None else DrawnFigure(figure)
        else:
            picture = None if (drawn := self._hits.picture) is None else DrawnWidget(drawn)
        if picture is None or self.source(title) is None:
            self.desk.message.say(_NO_PICTURE)
        return picture

    def await_numbers(self, act: Callable[[], None]) -> None:
        """Do nothing: what is still to come may take minutes, which is said."""

    def _compare_systems(self) -> None:
        if self.look is not None and len(self._systems) > 1:
            measure = self.base.measured_by(self._pairs.choice.measure)
            self._finder.compare(self.look.study, self.base, self._systems, measure, self._pairs.choice.run)
            self._show_pairs()

    def _show_pairs(self) -> None:
        if self.look is None:
            return
        self._pairs.show_pairs(self.base, self._finder.pairs, self._finder.n_pairs)
        words = f"{counted(len(self._systems), 'system')}, {counted(self._finder.n_pairs, 'pair')}"
        self.head.show_summary([Piece(words)])
        if self._finder.is_complete:
            announce(self, words)

    def _open_pair(self, a: int, b: int) -> None:
        if self.look is not None:
            self.desk.open(Door(self.look.selection.text, a, b))
