"""The choice of the columns of token and label."""

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from nerinspect.io.column_guess import ColumnProfile
from nerinspect.io.file_check import FileCheck
from nerinspect.ui.tooltips import tooltip


class ColumnBoxes(QWidget):
    """Offer every column of a file for the token and for the label.

    Signals
    -------
    chosen : str, str
        Columns of token and label; one that is chosen fixes the other, or it would be guessed anew.
    """

    chosen = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.token, self._label = QComboBox(), QComboBox()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for box, name in ((self.token, "Token column"), (self._label, "Label column")):
            box.setAccessibleName(name)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(7)
            box.activated.connect(self._on_activated)
            row.addWidget(box, 1)

    def show_columns(self, check: FileCheck) -> None:
        """Show the columns in use, and offer the others."""
        reading, guess = check.options.reading, check.columns
        profiles = guess.columns if guess is not None else ()
        numbers = [str(profile.number) for profile in profiles]
        merged = [_written(guess.labels)] if guess is not None and len(guess.labels) > 1 else []
        _fill(self.token, "token", numbers, str(reading.token_column), profiles)
        _fill(self._label, "label", ["-1", *numbers, *merged], _written(reading.label_columns), profiles)

    def _on_activated(self) -> None:
        self.chosen.emit(str(self.token.currentData()), str(self._label.currentData()))


def _fill(box: QComboBox, word: str, offered: Iterable[str], in_use: str, profiles: tuple[ColumnProfile, ...]) -> None:
    """Offer columns, each with some of its values in the tooltip."""
    box.clear()
    for value in dict.fromkeys([*offered, in_use]):
        box.addItem(f"{word} {value.replace('-', '−')}", value)
        number = int(value) if "," not in value else None
        if number is not None and -len(profiles) <= number < len(profiles):
            samples = tooltip(f"such as {', '.join(profiles[number].samples)}")
            box.setItemData(box.count() - 1, samples, Qt.ItemDataRole.ToolTipRole)
    box.setCurrentIndex(box.findData(in_use))


def _written(columns: Iterable[int]) -> str:
    return ",".join(map(str, columns))
