"""Other ways to count: precision, recall and F1 of one prediction by each scheme, and their weights."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QGroupBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from nerinspect.corpus.types import type_or_all
from nerinspect.errors import CommandError
from nerinspect.events.scores import percent_text, signed_percent
from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.lists.table import Ratio
from nerinspect.progress import Checkpoint
from nerinspect.quantities import grouped
from nerinspect.query.counts.schemes import counted_by, explaining, tally_kept_schemes
from nerinspect.query.fields.schemes import DIFFERENCE
from nerinspect.query.filters import Filter, all_of
from nerinspect.query.rates import Doors, MentionBase, doors_to
from nerinspect.systems.schemes import COST, OUTCOMES, SCHEMES, Scheme, SchemeCounts, SchemeTally, schemes_with
from nerinspect.systems.weights import FAIR_SHARES, USUAL, Weights, read_weights, value_name, weight_text
from nerinspect.ui.kit.jobs import Derived
from nerinspect.ui.kit.layout import fill, resize_on_screen
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.screen_text import plain_text, told, tooltip
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import Cell, Column, RowGroup, TableRow, count_cell, recall_alone

SCHEMES_TITLE: Final = "Other ways to count"
NAME_COLUMNS: Final = ("System", "Scheme", "Type")
SCHEME_COLUMNS: Final = (
    Column("Scheme", "What counts as correct, and by how much", widest="traditional"),
    Column("Precision", "Credit divided by what was predicted", is_percent=True),
    Column("Recall", "Credit divided by what the reference has", is_percent=True),
    Column("F1", "The harmonic mean of both", is_percent=True),
    Column("Difference", meaning("scheme_difference"), widest="+100.00", is_percent=True),
    Column("Cost", meaning("ace_cost"), widest="100.00", is_percent=True),
    *(
        Column(letters, meaning(f"units_{outcome}"), widest="999,999", is_extra=True, copied=outcome.capitalize())
        for letters, outcome in zip(("COR", "INC", "PAR", "MIS", "SPU"), OUTCOMES, strict=True)
    ),
)
_NOTES: Final = {
    "traditional": "exact match, as above",
    "strict": "extent and type",
    "exact": "extent alone",
    "partial": "overlap by half",
    "type": "type and overlap",
    "fair": "each error once",
    "weighted": "fair, boundaries by half",
    "ace": "values of mentions",
}
_TRADITIONAL: Final = SCHEMES[0]


def scheme_groups(
    system: str, tally: SchemeTally, doors: Doors, prediction: int = -1, schemes: Sequence[Scheme] = SCHEMES
) -> list[RowGroup]:
    """Scores of a prediction by all schemes, for all types and for each.

    `system` names the prediction in copies of the rows; its number is -1 for the one on show.
    """

    def row(scheme: Scheme, type_name: str | None) -> TableRow:
        counts, usual = (tally.counts(one, type_name) for one in (scheme, _TRADITIONAL))
        own = doors if type_name is None else doors.of_type(type_name)
        return TableRow(
            type_name or scheme.name,
            (system, scheme.name, type_or_all(type_name)),
            partial(_cells, scheme, counts, usual, own),
            "" if type_name else "own weights" if scheme.told else _NOTES[scheme.name],
            prediction=prediction,
            depth=int(type_name is not None),
            tooltip="" if type_name else _about(scheme),
        )

    def rows_of_types(scheme: Scheme) -> tuple[TableRow, ...]:
        return tuple(row(scheme, name) for name in doors.types or tally.types)

    return [RowGroup(scheme.name, row(scheme, None), partial(rows_of_types, scheme)) for scheme in schemes]


def _about(scheme: Scheme) -> str:
    return "\n".join(filter(None, (meaning(f"scheme_{scheme.name}"), ", ".join(scheme.told))))


def _cells(scheme: Scheme, counts: SchemeCounts, usual: SchemeCounts, doors: Doors) -> tuple[Cell, ...]:
    credit, actual, possible = counts.credit, counts.actual, counts.possible
    predicted, either = doors.predicted, doors.either
    if scheme.ace or (scheme.is_fair and not _mentions(doors).is_everything):
        predicted, either = (_door(scheme, count, doors, either) for count in ("actual", ""))
    return (
        _score("Precision", scheme, credit, actual, predicted),
        _score("Recall", scheme, credit, possible, doors.reference),
        _score("F1", scheme, 2 * credit, actual + possible, either),
        _difference(scheme, counts, usual, doors),
        _cost(scheme, counts, doors),
        *(_count(scheme, outcome, getattr(counts, outcome), doors) for outcome in OUTCOMES),
    )


def _door(scheme: Scheme, count: str, doors: Doors, within: Filter) -> Filter:
    """Filter the events in which a scheme counts something, keeping the terms that chose the mentions."""
    base = _mentions(doors)
    counted = counted_by(scheme, count, base)
    return counted if base.is_everything else all_of(within, counted)


def _mentions(doors: Doors) -> MentionBase:
    return doors.base._replace(named=frozenset(doors.types), excluded=frozenset()) if doors.types else doors.base


def _count(scheme: Scheme, outcome: str, count: int, doors: Doors) -> Cell:
    if not scheme.codes_of(outcome):
        return Cell("", tooltip=f"The {scheme.name} scheme calls nothing {outcome}.")
    within = doors.predicted if outcome == "spurious" else doors.reference
    return count_cell(count, _door(scheme, outcome, doors, within), meaning(f"units_{outcome}"))


def _score(name: str, scheme: Scheme, numerator: int, denominator: int, door: Filter) -> Cell:
    text = percent_text(numerator, denominator)
    why = f"{text}: the denominator is 0."
    if denominator:
        why = f"{_units(numerator, scheme)} / {_units(denominator, scheme)}"
    explained = f"{name} by the {scheme.name} scheme. {_about(scheme)}\n{why}"
    return Cell(text, Ratio(numerator, denominator), door, explained)


def _difference(scheme: Scheme, counts: SchemeCounts, usual: SchemeCounts, doors: Doors) -> Cell:
    if scheme == _TRADITIONAL:
        return Cell("", tooltip="The others are compared with this one.")
    own, other = (_f1(each) for each in (counts, usual))
    if own is None or other is None:
        return Cell("–", tooltip="–: one of the two F1 is undefined.")
    difference = own - other
    reason = counted_by(scheme, DIFFERENCE) if scheme.ace else explaining(_TRADITIONAL, scheme)
    text = signed_percent(difference)
    if reason is None or not difference:
        tooltip = f"{meaning('scheme_difference')}\nHere the two give the same score."
        return Cell(text, float(difference), None, tooltip, is_dim=True)
    door = reason if _mentions(doors).is_everything else _door(scheme, DIFFERENCE, doors, doors.either)
    return Cell(text, float(difference), door, meaning("scheme_difference"))


def _f1(counts: SchemeCounts) -> Fraction | None:
    divided_by = counts.actual + counts.possible
    return Fraction(2 * counts.credit, divided_by) if divided_by else None


def _cost(scheme: Scheme, counts: SchemeCounts, doors: Doors) -> Cell:
    if not scheme.ace:
        return Cell("", tooltip="Only the ace scheme has a cost.")
    return _score("Cost", scheme, counts.cost, counts.possible, _door(scheme, COST, doors, doors.either))


def _units(number: int, scheme: Scheme) -> str:
    """Format a count that may be fractional."""
    return grouped(number / scheme.parts, 2).rstrip("0").rstrip(".")


class Wanted(NamedTuple):
    """Arguments of the count: a prediction and its name, the mentions and their description, and the schemes."""

    study: Study
    base: MentionBase
    prediction: int
    system: str
    counted: str
    schemes: tuple[Scheme, ...]


class SchemesPart(Part):
    """Shows the scores of one prediction by all schemes, two of them with weights to choose."""

    def __init__(self) -> None:
        self.table = NumberTable(SCHEME_COLUMNS, NAME_COLUMNS, SCHEMES_TITLE)
        self._choose = QToolButton()
        self._choose.setText("Weights…")
        self._choose.setAutoRaise(True)
        self._choose.setToolTip("Set the weights of the schemes weighted and ace.")
        super().__init__(SCHEMES_TITLE, self.table, beside=self._choose)
        self._choose.clicked.connect(self._ask_weights)
        self._weights = USUAL
        self._asked: tuple[Study, MentionBase, int, str, str] | None = None
        self.counts = Derived(_counted, self, "The schemes could not be counted", lambda one: len(one.study.events))
        self.counts.made.connect(self._show)

    def show_scores(self, study: Study, base: MentionBase, prediction: int, system: str, counted: str) -> None:
        """Show the scores of a prediction; `system` is its name in copies, `counted` describes the mentions."""
        self._asked = study, base, prediction, system, counted
        self.counts.ask(Wanted(*self._asked, schemes_with(self.weights_for(study))))

    def weights_for(self, study: Study) -> Weights:
        """Return the chosen weights for the types of a study."""
        return self._weights.among(study.types)

    def choose(self, weights: Weights) -> None:
        self._weights = weights
        if self._asked is not None:
            self.show_scores(*self._asked)

    def _ask_weights(self) -> None:
        from nerinspect.ui.guide import offer_guide
        from nerinspect.ui.pages.overview.schemes import WeightsDialog

        if self._asked is None:
            return
        dialog = WeightsDialog(self._weights, self._asked[0].types, self)
        offer_guide(dialog)
        dialog.chosen.connect(self.choose)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _show(self, result: tuple[Wanted, SchemeTally]) -> None:
        wanted, tally = result
        doors = doors_to(wanted.base, wanted.base.types_of(wanted.study))
        columns = SCHEME_COLUMNS
        groups = scheme_groups(wanted.system, tally, doors, wanted.prediction, wanted.schemes)
        measured = "percent; difference of F1 from exact match, in points"
        if wanted.base.has_recall_alone:
            columns, groups = recall_alone(columns, groups)
            measured = "percent; recall only"
        self.table.show_rows(columns, groups)
        self.set_caption(", ".join(filter(None, (wanted.system, measured, wanted.counted))))


def _counted(wanted: Wanted, checkpoint: Checkpoint) -> tuple[Wanted, SchemeTally]:
    checkpoint(0, 1)
    return wanted, tally_kept_schemes(wanted.study, wanted.prediction, wanted.base, wanted.schemes)


_ERRORS: Final = {
    "le": "&Label error (LE)",
    "bes": "Boundary error, prediction &smaller (BES)",
    "bel": "Boundary error, prediction l&arger (BEL)",
    "beo": "Boundary error, c&rossing (BEO)",
    "lbe": "Label and &boundary error (LBE)",
}
_OF_ACE: Final = {
    "type": ("A pair of two &types keeps", "The share of its value that is left, from 0 to 1."),
    "spurious": ("A spurious &mention costs", "As a share of its value."),
    "overlap": ("Two of a pair share at l&east", "The part of the tokens of the longer one, above 0 and up to 1."),
}


class WeightsDialog(QDialog):
    """Asks for weights, written as on the command line; nothing is counted again before OK."""

    chosen = Signal(object)

    def __init__(self, weights: Weights, types: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("weights_dialog")
        self.setWindowTitle("Weights")
        self.weights, self.note = weights, QLabel(wordWrap=True)
        self.boxes = {name: QLineEdit() for name in (*_ERRORS, *_OF_ACE, *map(value_name, types))}
        self._buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok
            | QDialogButtonBox.StandardButton.Cancel
            | QDialogButtonBox.StandardButton.RestoreDefaults
        )
        self._build_ui(types)
        self._fill(weights)
        for box in self.boxes.values():
            box.textChanged.connect(self._read)

    def accept(self) -> None:
        super().accept()
        self.chosen.emit(self.weights)

    def _build_ui(self, types: Sequence[str]) -> None:
        errors = {name: (label, "") for name, label in _ERRORS.items()}
        values = {value_name(name): (plain_text(f"Value of {name}"), "") for name in types}
        form, weighted = QWidget(), self._group("weighted: correct / too much / missing", errors)
        fill(QVBoxLayout(form), weighted, self._group("ace", _OF_ACE | values), None, has_margins=True)
        area = QScrollArea(widgetResizable=True)
        area.setAccessibleName("Weights")
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(form)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self._buttons.button(QDialogButtonBox.StandardButton.RestoreDefaults).clicked.connect(self._restore)
        fill(QVBoxLayout(self), area, self.note, self._buttons, has_margins=True)
        resize_on_screen(self, 480, 560)

    def _group(self, title: str, rows: Mapping[str, tuple[str, str]]) -> QGroupBox:
        group = QGroupBox(title)
        form = QFormLayout(group)
        for name, (label, about) in rows.items():
            box = self.boxes[name]
            box.setToolTip(tooltip(about))
            form.addRow(f"{label}:", box)
        return group

    def _restore(self) -> None:
        self._fill(USUAL)

    def _fill(self, weights: Weights) -> None:
        shares = FAIR_SHARES | dict(weights.errors)
        numbers = {name: getattr(weights, name) for name in _OF_ACE}
        numbers |= {value_name(name): value for name, value in weights.values}
        for name, box in self.boxes.items():
            box.setText("/".join(map(weight_text, shares.get(name) or [numbers.get(name, Fraction(1))])))

    def _read(self) -> None:
        problem = ""
        try:
            self.weights = read_weights(f"{name}={box.text().strip()}" for name, box in self.boxes.items())
        except CommandError as error:
            problem = told(error)
        self.note.setText(problem)
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not problem)
