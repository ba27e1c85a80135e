"""Effects of each repair on labels, mentions, events and scores, side by side, and the choice of one."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from PySide6.QtCore import QModelIndex, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from nerinspect.checking.repair_effects import RepairChoice, RepairEffects
from nerinspect.events.scores import UNDEFINED, signed_percent
from nerinspect.events.segment_events import ERROR_KINDS
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.quantities import counted, with_sign
from nerinspect.query.filters import Filter, Term
from nerinspect.query.rates import WHOLE, Doors
from nerinspect.ui.kit.doors import DoorTable
from nerinspect.ui.kit.screen_text import draw_text
from nerinspect.ui.kit.tables import Index
from nerinspect.ui.kit.tables.number_table import NumberDelegate, NumberHead, NumberTable
from nerinspect.ui.kit.tables.sheet import (
    COLUMN_ROLE,
    Cell,
    Column,
    NumberTableModel,
    RowGroup,
    TableRow,
    count_cell,
    ratio_cell,
)
from nerinspect.ui.theme.fonts import unit_of
from nerinspect.ui.theme.marks import paint_accent_edge
from nerinspect.ui.theme.themes import Theme, current_theme

_EDGE, _RADIO, _GAP, _PADDING = 8, 13, 6, 6  # at a font of 13 pixels


class ChoiceDelegate(NumberDelegate):
    """Paints tint and edge of the row in use, and a radio button before each repair."""

    def __init__(self, table: DoorTable) -> None:
        self.in_use, self.unavailable = "", frozenset[str]()
        super().__init__(table)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, NumberTableModel), "the only model these tables have"
        if self.in_use and model.place(index.row()).group.key == self.in_use:
            theme = current_theme()
            painter.fillRect(option.rect, theme.selected)
            if not index.column():
                paint_accent_edge(painter, theme, self._unit, QRectF(option.rect).adjusted(0, 0, 0, -1))
        super().paint(painter, option, index)

    def name_width(self, model: NumberTableModel, number: int, most: float) -> float:
        """Return the width of the name of a repair with its button, at most `most`."""
        row = model.place(number).row
        name = min(QFontMetricsF(self._bold).horizontalAdvance(row.name), most)
        return name + (_EDGE + _RADIO + 2 * _GAP + _PADDING) * self._unit

    def _paint_name(self, painter: QPainter, theme: Theme, rect: QRectF, model: NumberTableModel, number: int) -> None:
        place, unit = model.place(number), self._unit
        key, row = place.group.key, place.row
        left = rect.adjusted(_EDGE * unit, 0, 0, 0)
        if not key:
            draw_text(painter, self._plain, theme.text2, left, row.name)
            return
        centre = QPointF(left.left() + _RADIO * unit / 2, rect.center().y())
        self._paint_radio(painter, theme, centre, key)
        words = left.adjusted((_RADIO + _GAP) * unit, 0, 0, 0)
        draw_text(painter, self._bold, theme.text, words, row.name)
        beside = words.adjusted(QFontMetricsF(self._bold).horizontalAdvance(row.name) + _GAP * unit, 0, 0, 0)
        if self.has_words:
            draw_text(painter, self._plain, theme.text2, beside, row.note)

    def _paint_radio(self, painter: QPainter, theme: Theme, centre: QPointF, key: str) -> None:
        radius = (_RADIO - 1) * self._unit / 2
        is_chosen, is_open = key == self.in_use, key not in self.unavailable
        painter.setPen(QPen(theme.accent if is_chosen else theme.text3 if is_open else theme.border, self._unit))
        painter.setBrush(theme.base if is_open or is_chosen else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, radius, radius)
        if is_chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.accent)
            painter.drawEllipse(centre, radius / 2, radius / 2)


class ChoiceHead(NumberHead):
    """Paints symbol and letters of kinds where other columns have their title."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(has_kinds=False, parent=parent)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        column = self.model().headerData(logicalIndex, Qt.Orientation.Horizontal, COLUMN_ROLE)
        if not column.kind:
            super().paintSection(painter, rect, logicalIndex)
            return
        theme, place = current_theme(), QRectF(rect)
        painter.save()
        painter.fillRect(place, theme.base)
        painter.fillRect(QRectF(place.left(), place.bottom() - 1, place.width(), 1), theme.border)
        above = place.height() / 2 if self._has_two_lines else 0.0
        self._paint_kind(painter, place.adjusted(0, above, -_GAP * unit_of(self.font()), -1), column)
        painter.restore()


NAME_COLUMNS: Final = ("Repair",)
_WIDE: Final = "999,999"
_REPAIRED: Final = Term("repaired", ("yes",))

_NOTES: Final = {
    ("BIO", "conlleval"): "the label begins a new mention",
    ("BIO", "discard"): "the label and its rest become O",
    ("IOB", "conlleval"): "the label becomes I",
    ("IO", "conlleval"): "nothing to change",
    ("IO", "discard"): "nothing to change",
}
_USUAL_NOTES: Final = {
    "conlleval": "what cannot continue begins a mention",
    "discard": "only complete mentions stay",
}


def choice_columns(name: str, is_reference: bool, wording: Wording = JUDGED) -> tuple[Column, ...]:
    """Columns for the repairs of a source; those of a reference change its mentions."""
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
    """Rows for all repairs of a source, then the last minus the first that changes something.

    Parameters
    ----------
    in_use : str
        The repair applied to the events on show; its numbers are doors.

    Returns
    -------
    list of RowGroup
        Keyed by repair; the difference has no key.
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
    """Summarize what a repair does to this source."""
    n_invalid = len(effects.written.invalid)
    if choice.method == "none":
        cannot = "cannot be compared" if wording.is_neutral else "cannot be scored"
        return f"{counted(n_invalid, 'invalid transition')}: {cannot}" if n_invalid else "nothing to repair"
    return _NOTES.get((effects.written.dialect.name, choice.method)) or _USUAL_NOTES[choice.method]


def _group(key: str, name: str, note: str, cells: Sequence[Cell]) -> RowGroup:
    return RowGroup(key, TableRow(name, (name,), lambda: tuple(cells), note))


def _cells(choice: RepairChoice, is_reference: bool, is_in_use: bool, wording: Wording) -> list[Cell]:
    """One repair; its counts are doors if it is in use."""
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
    return Cell(with_sign(difference), difference, tooltip=other.tooltip, is_dim=not difference)


def _f1(choice: RepairChoice) -> Fraction | None:
    counts = choice.tally.overall if choice.tally else None
    total = counts.reference + counts.predicted if counts else 0
    return Fraction(2 * counts.correct, total) if counts and total else None


TITLE = "What each repair would change"


class ChoicesModel(NumberTableModel):
    """Model with one row for each repair, and one for the difference."""

    def __init__(self) -> None:
        super().__init__(choice_columns("", is_reference=False), NAME_COLUMNS, TITLE)
        self.in_use = ""

    def show_effects(
        self, effects: RepairEffects | None, in_use: str, name: str, has_doors: bool, wording: Wording
    ) -> None:
        """Replace all rows; None empties the table."""
        self.in_use = in_use
        self.columns = choice_columns(name, effects is not None and effects.is_reference, wording)
        self.set_groups(choice_groups(effects, in_use, has_doors, wording) if effects else ())
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.columns) - 1)

    def method(self, row: int) -> str:
        """Return the repair of a row; empty for the difference."""
        return self.place(row).group.key

    def _spoken(self, index: Index) -> str:
        said = super()._spoken(index)
        is_chosen = not index.column() and self.in_use and self.method(index.row()) == self.in_use
        return f"{said}, chosen" if is_chosen else said


class ChoicesTable(NumberTable):
    """Shows the effects of each repair; a click, Enter or Space on a name chooses that repair."""

    # the user chose another repair; it is marked by the next `show_effects`
    method_chosen = Signal(str)
    # a number of another repair, or a difference, was opened: its kind of event; empty if it has none
    differences_requested = Signal(str)

    def __init__(self) -> None:
        self._choices = ChoicesModel()
        super().__init__(model=self._choices)
        self._choice_delegate, self._head = ChoiceDelegate(self), ChoiceHead(self)
        self._delegate = self._choice_delegate
        self.setItemDelegate(self._delegate)
        self.setHorizontalHeader(self._head)
        self._has_differences = False

    def show_effects(
        self,
        effects: RepairEffects | None,
        in_use: str,
        name: str,
        has_doors: bool = True,
        wording: Wording = JUDGED,
    ) -> None:
        """Show the effects of each repair of a source.

        Parameters
        ----------
        in_use : str
            The repair marked as chosen; empty for none.
        has_doors : bool
            Whether numbers of the repair in use open events, and those of others the differences.
        """
        choices = effects.choices if effects else ()
        self._choice_delegate.in_use = in_use
        self._choice_delegate.unavailable = frozenset(choice.method for choice in choices if choice.mentions is None)
        self._has_differences = has_doors and effects is not None and bool(effects.differences)
        before = self._choices.columns
        self._choices.show_effects(effects, in_use, name, has_doors, wording)
        if before != self._choices.columns:
            self._restyle()

    def open(self, index: QModelIndex) -> None:
        """Choose the repair, open the events of a number, or list the differences."""
        method = self._choices.method(index.row())
        if not index.column():
            if method and method != self._choices.in_use and method not in self._choice_delegate.unavailable:
                self.method_chosen.emit(method)
        elif self._choices.cell(index).query:
            super().open(index)
        elif self.is_door(index):
            column = self._choices.columns[index.column()]
            self.differences_requested.emit(column.kind or ("tp" if column.title in ("Correct", "Agreed") else ""))

    def is_door(self, index: QModelIndex) -> bool:
        method = self._choices.method(index.row())
        if not index.column():
            return bool(method) and method not in self._choice_delegate.unavailable
        cell = self._choices.cell(index)
        if cell.door is not None:
            return True
        return self._has_differences and cell.value is not None and method != self._choices.in_use
