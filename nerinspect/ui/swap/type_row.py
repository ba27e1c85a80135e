"""The relation type of a swap test, how many sentences it swaps, and the button that writes them."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QWidget

from nerinspect.errors import counted
from nerinspect.glossary import meaning
from nerinspect.io.swap_reading import SwapFile
from nerinspect.io.swap_words import left_out_in_words
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.tooltips import tooltip
from nerinspect.visible import visible

_NOTHING: Final = "The file is read …"


class TypeRow(QWidget):
    """Let the user choose a type.

    Signals
    -------
    chosen_changed
        Another type was chosen.
    write_requested
        The swapped sentences are to be written.
    """

    chosen_changed = Signal()
    write_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._files: Mapping[str, SwapFile] = {}
        self.box, self._told = QComboBox(self), QLabel(_NOTHING, self)
        self.write = QPushButton("&Write Sentences…", self)
        label = QLabel("Relation &type", self)
        label.setBuddy(self.box)
        label.setToolTip(tooltip(meaning("swap_test")))
        self.box.setAccessibleName("Relation type")
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._told.setTextFormat(Qt.TextFormat.PlainText)
        self._told.setWordWrap(True)
        self.write.setEnabled(False)
        self.write.setToolTip("Write the swapped sentences as JSON, for systems to predict on")
        unit = font_size(self.font()) / 13
        row = QHBoxLayout(self)
        row.setContentsMargins(*(round(size * unit) for size in (12, 8, 12, 8)))
        row.setSpacing(round(10 * unit))
        for part in (label, self.box):
            row.addWidget(part)
        row.addWidget(self._told, 1)
        row.addWidget(self.write)
        self.box.currentIndexChanged.connect(self._on_changed)
        self.write.clicked.connect(self.write_requested)

    @property
    def chosen(self) -> str:
        """The type on show; empty before there are some."""
        return str(self.box.currentData() or "")

    @property
    def told(self) -> str:
        """What is said of the type."""
        return self._told.text()

    def show_files(self, files: Mapping[str, SwapFile]) -> None:
        """Offer the types of a file, those with most sentences first, and choose the first."""
        self._files = files
        self.box.blockSignals(True)
        self.box.clear()
        for name in sorted(files, key=lambda name: -len(files[name].swapped)):
            self.box.addItem(f"{visible(name)} ({counted(len(files[name].swapped), 'sentence')})", name)
        self.box.blockSignals(False)
        self._on_changed()

    def _on_changed(self) -> None:
        file = self._files.get(self.chosen)
        n_swapped = len(file.swapped) if file is not None else 0
        self.write.setEnabled(n_swapped > 0)
        if file is not None:
            left_out = left_out_in_words(file.swapped)
            head = f"{counted(n_swapped, 'sentence')} swapped" if n_swapped else "No sentence can be swapped"
            self._told.setText(visible(f"{head}; left out – {left_out}" if left_out else head))
        self.chosen_changed.emit()
