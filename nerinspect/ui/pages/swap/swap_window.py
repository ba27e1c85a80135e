"""The window of the swap test: the relation type, sentences before and after, and what predictions extract."""

from collections.abc import Mapping
from typing import Final

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from nerinspect.corpus.arrays import IntArray
from nerinspect.glossary import meaning
from nerinspect.io.swap_files import SwapFile, left_out_in_words, relations_of
from nerinspect.quantities import counted, grouped
from nerinspect.systems.swap_test import SWAP_PATTERNS
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.kit.layout import HairlineSplitter, fill, resize_on_screen, scrolled
from nerinspect.ui.kit.pages.choice import drop_down
from nerinspect.ui.kit.pages.page import Ground
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.strips import MessageStrip, ProgressStrip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.tables.places import PlaceCell, PlaceColumn, Places, PlaceTable
from nerinspect.ui.pages.swap.swap_testing import (
    NO_REPORT,
    PATTERN_WORDS,
    SWAPPED,
    Predictions,
    Report,
    ReportPart,
    SwapTesting,
    ask_predictions,
    ask_report,
    ask_swapped,
)
from nerinspect.ui.pages.swap.swapped_pair import PairView, Said, sentence_pair
from nerinspect.ui.theme.fonts import unit_of
from nerinspect.ui.theme.marks import thin_scroll_bars
from nerinspect.visible import visible

_HEADS: Final = (
    PlaceColumn("Sentence", "Number of the sentence in its file", "999,999", is_number=True),
    PlaceColumn("Head", is_stretched=True),
    PlaceColumn("Tail", is_stretched=True),
)
_NO_ROWS: Final = np.zeros(0, dtype=np.int32)


def _written(file: SwapFile, row: int) -> tuple[PlaceCell, ...]:
    """Return the number of a sentence in its file, and its original head and tail."""
    relations, mentions = relations_of(file.annotation), file.annotation.mentions
    ends = (int(of_one[file.swapped.relation[row]]) for of_one in (relations.head, relations.tail))
    words = (file.text.spelled(int(mentions.start[mention]), int(mentions.end[mention])) for mention in ends)
    return PlaceCell(grouped(int(file.swapped.sentence[row]) + 1)), *(PlaceCell(visible(one)) for one in words)


class SentenceList(PlaceTable):
    """Lists swapped sentences; the signal carries the number among all of them, from 0, or -1."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Swapped sentences", Places(_HEADS))
        self.setParent(parent)
        self.setObjectName("swapped_sentences")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._listed = _NO_ROWS

    def show_rows(self, file: SwapFile | None, rows: IntArray) -> None:
        """List other sentences, keeping the current one if it is among them, else selecting the first."""
        before, self._listed = self.current, rows
        numbers: list[int] = rows.tolist()
        if file is None:
            self.show_places(Places(_HEADS))
        else:
            self.show_places(
                Places(_HEADS, len(numbers), lambda row: _written(file, numbers[row]), lambda row: numbers[row])
            )
        if numbers:
            self.choose_row(numbers.index(before) if before in numbers else 0)
        else:
            self.place_chosen.emit(-1)

    @property
    def current(self) -> int:
        """The chosen sentence among all that were swapped; -1 for none."""
        row = self.currentIndex().row()
        return int(self._listed[row]) if 0 <= row < len(self._listed) else -1


class ShownSentences(QWidget):
    """Says which sentences are listed, with a button for all if they are fewer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text, self.all = QLabel(self, wordWrap=True), QPushButton("Show &all", self)
        unit = unit_of(self.font())
        row = fill(QHBoxLayout(self), self._text, self.all, stretched=self._text)
        row.setContentsMargins(*(round(size * unit) for size in (12, 4, 8, 4)))
        self.show_all(0)

    @property
    def text(self) -> str:
        return self._text.text()

    def show_all(self, n_swapped: int) -> None:
        self._text.setText(counted(n_swapped, "sentence"))
        self.all.hide()

    def show_pattern(self, words: str, n_listed: int, n_swapped: int) -> None:
        self._text.setText(visible(f"{words}: {grouped(n_listed)} of {counted(n_swapped, 'sentence')}"))
        self.all.show()


_NOTHING: Final = "Reading the file …"


class TypeRow(QWidget):
    """Chooses a type."""

    chosen_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._files: Mapping[str, SwapFile] = {}
        self.box, self._told = drop_down("Relation type", parent=self), QLabel(_NOTHING, self, wordWrap=True)
        self.write = QPushButton("&Write sentences…", self)
        label = QLabel("Relation &type", self)
        label.setBuddy(self.box)
        label.setToolTip(tooltip(meaning("swap_test")))
        self.write.setEnabled(False)
        self.write.setToolTip("Write the swapped sentences as JSON, for systems to predict on")
        unit = unit_of(self.font())
        gap = round(10 * unit)
        row = fill(QHBoxLayout(self), label, self.box, self._told, self.write, gap=gap, stretched=self._told)
        row.setContentsMargins(*(round(size * unit) for size in (12, 8, 12, 8)))
        self.box.currentIndexChanged.connect(self._on_changed)

    @property
    def chosen(self) -> str:
        """The type on show; empty before there are some."""
        return str(self.box.currentData() or "")

    @property
    def told(self) -> str:
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


_SIZE: Final = (1120, 760)
_LIST, _PAIR = 330, 790
_SENTENCES, _REPORT = 500, 240  # sizes at a font of 13 pixels


class SwapWindow(Styled, QWidget):
    """Shows the swap test of one file; it owns `testing`, which does the work."""

    def __init__(self, testing: SwapTesting, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("swap_window")
        self.setWindowTitle("Swap test")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.testing = testing
        testing.setParent(self)
        self._files: Mapping[str, SwapFile] = {}
        self.report = NO_REPORT
        self._asked: Predictions = {}
        self.message, self.progress = MessageStrip(self), ProgressStrip(self)
        self.types, self.shown = TypeRow(self), ShownSentences(self)
        self.sentences, self.pair, self.report_part = SentenceList(self), PairView(self), ReportPart()
        self._build_ui()
        self._connect()
        testing.read()

    @property
    def file(self) -> SwapFile | None:
        """The file swapped for the type on show; None before it is read."""
        return self._files.get(self.types.chosen)

    def show_pattern(self, system: str, run: int, pattern: int) -> None:
        """List the sentences with a certain pattern of a system's run."""
        if (file := self.file) is None:
            return
        rows = np.flatnonzero(self.report.patterns()[system, run] == pattern).astype(np.int32)
        said = f"{self.report.name_of(system, run)} {PATTERN_WORDS[SWAP_PATTERNS[pattern]]}"
        self.shown.show_pattern(said, len(rows), len(file.swapped))
        self.sentences.show_rows(file, rows)

    def show_all(self) -> None:
        file = self.file
        n_swapped = len(file.swapped) if file is not None else 0
        self.shown.show_all(n_swapped)
        self.sentences.show_rows(file, np.arange(n_swapped, dtype=np.int32))

    def _build_ui(self) -> None:
        unit = self.unit
        resize_on_screen(self, *_SIZE)
        left = QWidget(self)
        fill(QVBoxLayout(left), self.shown, self.sentences, gap=0, stretched=self.sentences)
        above = HairlineSplitter(Qt.Orientation.Horizontal, self)
        above.addWidget(left)
        above.addWidget(self.pair)
        above.setStretchFactor(1, 1)
        above.setSizes([round(_LIST * unit), round(_PAIR * unit)])
        ground = Ground()
        margins = fill(QVBoxLayout(ground), self.report_part)
        margins.setContentsMargins(*(round(size * unit) for size in (12, 8, 12, 8)))
        whole = HairlineSplitter(Qt.Orientation.Vertical, self)
        whole.addWidget(above)
        whole.addWidget(scrolled(ground))
        whole.setStretchFactor(0, 1)
        whole.setSizes([round(_SENTENCES * unit), round(_REPORT * unit)])
        fill(QVBoxLayout(self), self.message, self.types, whole, self.progress, gap=0, stretched=whole)
        thin_scroll_bars(self)

    def _connect(self) -> None:
        testing = self.testing
        testing.files_read.connect(self._on_read)
        testing.reported.connect(self._on_reported)
        testing.refused.connect(self.message.say)
        testing.written.connect(lambda path: self.message.tell(f"Saved {path} and its record {path}.json."))
        testing.worked.connect(self._on_worked)
        self.progress.cancelled.connect(testing.cancel)
        self.types.chosen_changed.connect(self._on_type_chosen)
        self.types.write.clicked.connect(self._ask_where_to_write)
        self.sentences.place_chosen.connect(self._show_pair)
        self.shown.all.clicked.connect(self.show_all)
        self.report_part.table.pattern_chosen.connect(self.show_pattern)
        self.report_part.files_requested.connect(self._ask_predictions)
        self.report_part.removal_requested.connect(self._remove_predictions)
        self.report_part.save.clicked.connect(self._ask_where_to_report)

    def _on_read(self, files: Mapping[str, SwapFile]) -> None:
        self._files = files
        self.types.show_files(files)

    def _on_type_chosen(self) -> None:
        """Show another type, and drop predictions, whose tokens no longer match."""
        self.report = NO_REPORT
        self.testing.predictions[SWAPPED] = ()
        self.show_all()
        self.report_part.show_report(self.report)
        self._score(self.testing.predictions)

    def _score(self, predictions: Predictions) -> None:
        file = self.file
        self._asked = dict(predictions)
        if file is None or not len(file.swapped) or not any(predictions.values()):
            self.testing.stop_scoring()
            self._on_reported(NO_REPORT)
        else:
            self.testing.score(file, self._asked)

    def _on_reported(self, report: Report) -> None:
        self.report = report
        self.testing.predictions = dict(self._asked)
        self.report_part.show_report(report)
        self.show_all()

    def _on_worked(self, title: str) -> None:
        if title:
            self.progress.begin(title)
        else:
            self.progress.hide()

    def _show_pair(self, row: int) -> None:
        file = self.file
        if file is None or row < 0:
            self.pair.show_pair(None)
            return
        said = [
            Said(self.report.name_of(system, run), PATTERN_WORDS[SWAP_PATTERNS[patterns[row]]])
            for (system, run), patterns in self.report.patterns().items()
        ]
        self.pair.show_pair(sentence_pair(file, row), sorted(file.annotation.mentions.type_names()), said)

    def _ask_where_to_write(self) -> None:
        if (file := self.file) is not None and (path := ask_swapped(self, file.swapped.relation_type)):
            self.message.hide()
            self.testing.write_swapped(file, path)

    def _ask_where_to_report(self) -> None:
        if (file := self.file) is not None and (path := ask_report(self, file.swapped.relation_type)):
            self.message.hide()
            self.testing.write_report(file, self.report, path)

    def _ask_predictions(self, name: str, system: str) -> None:
        if arguments := ask_predictions(self, name, system):
            self.add_predictions(name, arguments)

    def add_predictions(self, name: str, arguments: list[str]) -> None:
        """Score more predictions on a set, `original` or `swapped`; `PATH` or `NAME=PATH` each."""
        self.message.hide()
        before = self._asked if self.testing.is_scoring else self.testing.predictions
        self._score({**before, name: (*before[name], *arguments)})

    def _remove_predictions(self, name: str) -> None:
        self._score({**self.testing.predictions, name: ()})

    def _restyle(self) -> None:
        thin_scroll_bars(self)

    def closeEvent(self, event: QCloseEvent) -> None:
        end_work(self)
        super().closeEvent(event)
