"""What became of errors from an old version to a new one, as rows whose numbers are doors."""

from typing import Final

from nerinspect.analysis.events import FP, KIND_NAMES, KINDS, SHORT_KIND_NAMES
from nerinspect.glossary import meaning
from nerinspect.query.change_counts import FATES, ChangeCounts
from nerinspect.ui.overview.cells import Cell, Column, RowGroup, TableRow, count_cell

FATE_NAMES: Final = ("Old", "New", "Counted")
FATE_COLUMNS: Final = (
    Column("", "What is counted", widest="Reference mentions"),
    *(Column(fate, meaning(fate), widest="9,999,999") for fate in FATES),
)
KIND_NAME_COLUMNS: Final = ("Old", "New", "Kind in old")
_KINDS: Final = tuple(kind for kind in KINDS if kind != KINDS[FP])
KIND_COLUMNS: Final = (
    Column("", "Kind of the old event that a mention is in", widest="label and boundary error"),
    *(Column(SHORT_KIND_NAMES[kind], f"New: {KIND_NAMES[kind]}. {meaning(kind)}", kind, "999,999") for kind in _KINDS),
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
        groups.append(_group(counts, KIND_NAMES[old] if old else "Sum", _words(old, ""), tuple(cells)))
    return groups


def _group(counts: ChangeCounts, name: str, tooltip: str, cells: tuple[Cell, ...]) -> RowGroup:
    copied = counts.old_name, counts.new_name, name
    return RowGroup(name, TableRow(name, copied, lambda: cells, is_total=name == "Sum", tooltip=tooltip))


def _spurious_cell(counts: ChangeCounts, fate: str) -> Cell:
    if fate not in counts.spurious:
        return Cell("–", tooltip="One that became another is counted as gone and as new.", is_dim=True)
    door, prediction = counts.spurious_door(fate)
    number = counts.spurious[fate]
    return Cell(f"{number:,}", number, door, meaning(fate), is_dim=not number, prediction=prediction)


def _words(old: str, new: str) -> str:
    sides = [f"{KIND_NAMES[kind]} in the {version} version" for kind, version in ((old, "old"), (new, "new")) if kind]
    return f"Reference mentions: {', '.join(sides)}." if sides else "All reference mentions."
