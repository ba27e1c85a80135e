"""Choose what errors weigh by the schemes that leave it to choice."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGroupBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from nerinspect.errors import CommandError
from nerinspect.systems.weights import FAIR_SHARES, USUAL, Weights, read_weights, value_name, weight_text
from nerinspect.ui.kit.layout import resize_on_screen
from nerinspect.ui.kit.screen_text import plain_text, told, tooltip

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
    """Ask for weights, written as on the command line; nothing is counted anew before OK."""

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
        """Announce the weights."""
        super().accept()
        self.chosen.emit(self.weights)

    def _build_ui(self, types: Sequence[str]) -> None:
        errors = {name: (label, "") for name, label in _ERRORS.items()}
        values = {value_name(name): (plain_text(f"Value of {name}"), "") for name in types}
        form, column = QWidget(), QVBoxLayout(self)
        groups = QVBoxLayout(form)
        groups.addWidget(self._group("weighted: correct / too much / missing", errors))
        groups.addWidget(self._group("ace", _OF_ACE | values))
        groups.addStretch(1)
        area = QScrollArea(widgetResizable=True)
        area.setWidget(form)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self._buttons.button(QDialogButtonBox.StandardButton.RestoreDefaults).clicked.connect(self._restore)
        for widget in (area, self.note, self._buttons):
            column.addWidget(widget)
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
