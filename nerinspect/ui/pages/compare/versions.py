"""Two versions of one system: what is fixed, broken, changed and unchanged, each number a door."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.events.kinds import KIND_TABLE
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.progress import Checkpoint
from nerinspect.query.counts.outcomes import FATES, ChangeCounts, change_counts
from nerinspect.ui.kit.derived import Derived
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import Cell, Column, NumberTableModel, RowGroup, TableRow, count_cell
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
    return Cell(f"{number:,}", number, door, meaning(fate), is_dim=not number, prediction=prediction)


def _words(old: str, new: str) -> str:
    sides = [
        f"{KIND_TABLE[kind].name} in the {version} version" for kind, version in ((old, "old"), (new, "new")) if kind
    ]
    return f"Reference mentions: {', '.join(sides)}." if sides else "All reference mentions."


class ChangesPart(QWidget):
    """Show what became of the errors of an old version in a new one, and of each kind of event.

    Signals
    -------
    failed : str
        Why there are no numbers.
    """

    failed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("changes_part")
        self.fates = NumberTable(NumberTableModel(FATE_COLUMNS, FATE_NAMES, "What changed", self), self)
        self.kinds = NumberTable(NumberTableModel(KIND_COLUMNS, KIND_NAME_COLUMNS, "Kinds, old to new", self), self)
        self._changed = Part("What changed", self.fates, parent=self)
        self._by_kind = Part("By kind", self.kinds, parent=self)
        self._by_kind.set_caption("reference mentions: kind in the old version down, in the new one across")
        what = "What changed could not be counted"
        self._counts = Derived(_counted, self, what, lambda study, *_: len(study.events))
        self._counts.made.connect(self._show_counts)
        self._counts.failed.connect(self.failed)
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
        """Compare two predictions, in the background if they have many events.

        Parameters
        ----------
        study : Study
            Reference and predictions.
        old, new : int
            Numbers of the predictions.
        """
        if self._counts.asked != (study, old, new):
            self.forget()
            self._counts.ask(study, old, new)

    def forget(self) -> None:
        """Take all numbers away; for another study."""
        self._counts.forget()
        self._changed.set_caption("")
        self.fates.numbers.set_groups([])
        self.kinds.numbers.set_groups([])

    def _show_counts(self, counts: ChangeCounts) -> None:
        self._changed.set_caption(f"from {counts.old_name} to {counts.new_name}, whole test set")
        self.fates.numbers.set_groups(fate_groups(counts))
        self.kinds.numbers.set_groups(kind_groups(counts))


def _counted(study: Study, old: int, new: int, _checkpoint: Checkpoint) -> ChangeCounts:
    return change_counts(study, old, new)
