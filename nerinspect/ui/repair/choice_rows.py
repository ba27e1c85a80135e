"""What each repair would change, as rows: labels, mentions, events, scores, and the difference."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from nerinspect.analysis.events import ERROR_KINDS
from nerinspect.analysis.percent import UNDEFINED
from nerinspect.analysis.repair_effects import RepairChoice, RepairEffects
from nerinspect.errors import counted
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.query.filters import Filter, Term
from nerinspect.query.mention_base import WHOLE
from nerinspect.ui.overview.cells import Cell, Column, RowGroup, TableRow, count_cell, ratio_cell
from nerinspect.ui.overview.doors import Doors
from nerinspect.ui.repair.differing_table import signed

NAME_COLUMNS: Final = ("Repair",)
_WIDE: Final = "999,999"
_REPAIRED: Final = Term("repaired", ("yes",))

_NOTES: Final = {
    ("BIO", "conlleval"): "the label begins a new mention",
    ("BIO", "discard"): "the label and its rest become O",
    ("IOB", "conlleval"): "the label goes on as I",
    ("IO", "conlleval"): "nothing to change",
    ("IO", "discard"): "nothing to change",
}
_USUAL_NOTES: Final = {
    "conlleval": "what cannot go on begins a mention",
    "discard": "only complete mentions stay",
}


def choice_columns(name: str, is_reference: bool, wording: Wording = JUDGED) -> tuple[Column, ...]:
    """Head the rows of a source.

    Parameters
    ----------
    name : str
        What the source is called.
    is_reference : bool
        Whether it is the reference, whose mentions a repair changes then.
    wording : Wording
        What the two sides are called.
    """
    side = "reference" if is_reference else "predicted"
    meaning = wording.meaning
    return (
        Column(f"Repair of {name}", meaning("repaired"), widest="discard against conlleval"),
        Column("Labels changed", meaning("labels_changed"), widest=_WIDE),
        Column(wording.said(side.capitalize()), meaning(f"{side}_mentions"), widest=_WIDE),
        Column(wording.said("Correct"), meaning("correct_mentions"), widest=_WIDE),
        *(Column(wording.tag(kind), meaning(kind), kind, "99,999", copied=wording.tag(kind)) for kind in ERROR_KINDS),
        Column("Demerits", meaning("demerits"), widest=_WIDE),
        Column("F1", meaning("f1"), is_percent=True),
    )


def choice_groups(effects: RepairEffects, in_use: str, has_doors: bool, wording: Wording = JUDGED) -> list[RowGroup]:
    """Lay out all repairs of a source, then what the last makes of the first that changes something.

    Parameters
    ----------
    effects : RepairEffects
        What each repair does.
    in_use : str
        The repair under which the events are on show; its numbers open them.
    has_doors : bool
        Whether there are events to open.
    wording : Wording
        What the two sides are called.

    Returns
    -------
    list of RowGroup
        One row each, keyed by the repair; the difference has no key.
    """
    groups = []
    for choice in effects.choices:
        cells = _cells(choice, effects.is_reference, has_doors and choice.method == in_use, wording)
        groups.append(_group(choice.method, choice.method, choice_note(effects, choice, wording), cells))
    if effects.compared:
        one, other = effects.compared
        cells = _difference_cells(one, other, effects.is_reference, wording)
        groups.append(_group("", f"{other.method} against {one.method}", "", cells))
    return groups


def choice_note(effects: RepairEffects, choice: RepairChoice, wording: Wording = JUDGED) -> str:
    """Say in a few words what a repair does to this source."""
    n_invalid = len(effects.written.invalid)
    if choice.method == "none":
        cannot = "cannot be compared" if wording.is_neutral else "cannot be scored"
        return f"{counted(n_invalid, 'invalid transition')}: {cannot}" if n_invalid else "nothing to repair"
    return _NOTES.get((effects.written.dialect.name, choice.method)) or _USUAL_NOTES[choice.method]


def _group(key: str, name: str, note: str, cells: Sequence[Cell]) -> RowGroup:
    return RowGroup(key, TableRow(name, (name,), lambda: tuple(cells), note))


def _cells(choice: RepairChoice, is_reference: bool, is_in_use: bool, wording: Wording) -> list[Cell]:
    """Show one repair; the counts open their events if it is in use."""
    if choice.mentions is None:
        scored = "compared" if wording.is_neutral else "scored"
        return [_undefined(f"Invalid transitions cannot be {scored}: choose another repair.")] * 10
    doors, meaning = Doors(WHOLE), wording.meaning

    def count(number: int, door: Filter, key: str) -> Cell:
        return count_cell(number, door if is_in_use else None, meaning(key))

    side = "reference" if is_reference else "predicted"
    n_changed = count(choice.repair.n_changed, _REPAIRED, "labels_changed")
    n_mentions = count(len(choice.mentions), doors.reference if is_reference else doors.predicted, f"{side}_mentions")
    tally = choice.tally
    if tally is None:
        return [n_changed, n_mentions, *[_undefined("There is nothing to compare this source with.")] * 8]
    overall = tally.overall
    undefined = "neither side has a mention, so F1 is undefined"
    f1 = ratio_cell(2 * overall.correct, overall.reference + overall.predicted, doors.either, meaning("f1"), undefined)
    return [
        n_changed,
        n_mentions,
        count(overall.correct, doors.correct, "correct_mentions"),
        *(count(tally.n_events(kind), doors.of_kinds(kind), kind) for kind in ERROR_KINDS),
        count(tally.demerits, doors.errors, "demerits"),
        f1 if is_in_use else Cell(f1.text, f1.value, None, f1.tooltip),
    ]


def _undefined(why: str) -> Cell:
    return Cell(UNDEFINED, None, tooltip=f"{UNDEFINED}: {why}", is_dim=True)


def _difference_cells(one: RepairChoice, other: RepairChoice, is_reference: bool, wording: Wording) -> list[Cell]:
    """Subtract the counts of one repair from those of another."""
    first, second = (_cells(choice, is_reference, False, wording)[:-1] for choice in (one, other))
    pairs = zip(first, second, strict=True)
    counts = [_difference_cell(*pair) for pair in pairs]
    fractions = [_f1(choice) for choice in (one, other)]
    if fractions[0] is None or fractions[1] is None:
        return [*counts, _undefined("F1 is undefined under one of them.")]
    difference = fractions[1] - fractions[0]
    note = "The difference is taken before rounding."
    return [*counts, Cell(signed_percent(difference), float(difference), tooltip=note, is_dim=not difference)]


def _difference_cell(one: Cell, other: Cell) -> Cell:
    if not isinstance(one.value, int) or not isinstance(other.value, int):
        return one
    difference = other.value - one.value
    return Cell(signed(difference), difference, tooltip=other.tooltip, is_dim=not difference)


def _f1(choice: RepairChoice) -> Fraction | None:
    counts = choice.tally.overall if choice.tally else None
    total = counts.reference + counts.predicted if counts else 0
    return Fraction(2 * counts.correct, total) if counts and total else None


def signed_percent(difference: Fraction) -> str:
    """Write a difference of ratios as percent with two decimals and its sign, rounded half up in size.

    Examples
    --------
    >>> signed_percent(Fraction(-1, 800))
    '−0.13'
    """
    hundredths = int(abs(difference) * 10_000 + Fraction(1, 2))
    sign = "" if not hundredths else "+" if difference > 0 else "−"
    return f"{sign}{hundredths // 100}.{hundredths % 100:02d}"
