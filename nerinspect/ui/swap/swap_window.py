"""The window of the swap test: sentences before and after, and what predictions make of them."""

from collections.abc import Mapping
from typing import Final

import numpy as np
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.analysis.swap_scores import SWAP_PATTERNS
from nerinspect.io.swap_reading import SwapFile
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.painting.scroll_bars import thin_scroll_bars
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.swap.asking import ask_predictions, ask_report, ask_swapped
from nerinspect.ui.swap.pair_rows import sentence_pair
from nerinspect.ui.swap.pair_view import PairView, Said
from nerinspect.ui.swap.report_model import PATTERN_WORDS
from nerinspect.ui.swap.report_part import ReportPart
from nerinspect.ui.swap.sentence_list import SentenceList
from nerinspect.ui.swap.shown_sentences import ShownSentences
from nerinspect.ui.swap.testing import NO_REPORT, SWAPPED, Predictions, Report, SwapTesting
from nerinspect.ui.swap.type_row import TypeRow
from nerinspect.ui.widgets.hairline_splitter import HairlineSplitter
from nerinspect.ui.widgets.message_strip import MessageStrip
from nerinspect.ui.widgets.progress_strip import ProgressStrip
from nerinspect.ui.window_sizes import resize_on_screen

_SIZE: Final = (1120, 760)
_LIST, _PAIR = 330, 790
_SENTENCES, _REPORT = 500, 240
"""Sizes at a font of 13 pixels."""


class SwapWindow(QWidget):
    """Show the swap test of one file.

    Parameters
    ----------
    testing : SwapTesting
        Does the work; belongs to the window from now on.
    parent : QWidget, optional
        The window it belongs to.
    """

    def __init__(self, testing: SwapTesting, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("swap_window")
        self.setWindowTitle("Swap Test")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.testing = testing
        testing.setParent(self)
        self._files: Mapping[str, SwapFile] = {}
        self.report = NO_REPORT
        self._asked: Predictions = {}
        self.message, self.progress = MessageStrip(self), ProgressStrip(self)
        self.types, self.shown = TypeRow(self), ShownSentences(self)
        self.sentences, self.pair, self.report_part = SentenceList(self), PairView(self), ReportPart(self)
        self._build_ui()
        self._connect()
        testing.read()

    @property
    def file(self) -> SwapFile | None:
        """The file, swapped for the type on show; None before it is read."""
        return self._files.get(self.types.chosen)

    def show_pattern(self, system: str, run: int, pattern: int) -> None:
        """List the sentences of which a run of a system makes something."""
        if (file := self.file) is None:
            return
        rows = np.flatnonzero(self.report.patterns()[system, run] == pattern).astype(np.int32)
        name = system if self.report.n_runs(system) == 1 else f"{system} run {run}"
        self.shown.show_pattern(f"{name} {PATTERN_WORDS[SWAP_PATTERNS[pattern]]}", len(rows), len(file.swapped))
        self.sentences.show_rows(file, rows)

    def show_all(self) -> None:
        """List all sentences that were swapped."""
        file = self.file
        n_swapped = len(file.swapped) if file is not None else 0
        self.shown.show_all(n_swapped)
        self.sentences.show_rows(file, np.arange(n_swapped, dtype=np.int32))

    def _build_ui(self) -> None:
        unit = font_size(self.font()) / 13
        resize_on_screen(self, *_SIZE)
        left = QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.shown)
        column.addWidget(self.sentences, 1)
        above = HairlineSplitter(Qt.Orientation.Horizontal, self)
        above.addWidget(left)
        above.addWidget(self.pair)
        above.setStretchFactor(1, 1)
        above.setSizes([round(_LIST * unit), round(_PAIR * unit)])
        whole = HairlineSplitter(Qt.Orientation.Vertical, self)
        whole.addWidget(above)
        whole.addWidget(self.report_part)
        whole.setStretchFactor(0, 1)
        whole.setSizes([round(_SENTENCES * unit), round(_REPORT * unit)])
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        for part in (self.message, self.types):
            page.addWidget(part)
        page.addWidget(whole, 1)
        page.addWidget(self.progress)
        thin_scroll_bars(self)

    def _connect(self) -> None:
        testing = self.testing
        testing.files_read.connect(self._on_read)
        testing.reported.connect(self._on_reported)
        testing.refused.connect(self.message.say)
        testing.written.connect(lambda path: self.message.tell(f"Written: {path}, and its record {path}.json."))
        testing.worked.connect(self._on_worked)
        self.progress.cancelled.connect(testing.cancel)
        self.types.chosen_changed.connect(self._on_type_chosen)
        self.types.write_requested.connect(self._ask_where_to_write)
        self.sentences.chosen.connect(self._show_pair)
        self.shown.all_requested.connect(self.show_all)
        self.report_part.pattern_chosen.connect(self.show_pattern)
        self.report_part.files_requested.connect(self._ask_predictions)
        self.report_part.removal_requested.connect(self._remove_predictions)
        self.report_part.save_requested.connect(self._ask_where_to_report)

    def _on_read(self, files: Mapping[str, SwapFile]) -> None:
        self._files = files
        self.types.show_files(files)

    def _on_type_chosen(self) -> None:
        """Show another type; predictions on sentences that were swapped for the one before stand on other tokens."""
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
            Said(system if self.report.n_runs(system) == 1 else f"{system} run {run}", _words(int(patterns[row])))
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
        """Score further predictions on a set, `original` or `swapped`; `PATH` or `NAME=PATH` each."""
        self.message.hide()
        before = self._asked if self.testing.is_scoring else self.testing.predictions
        self._score({**before, name: (*before[name], *arguments)})

    def _remove_predictions(self, name: str) -> None:
        self._score({**self.testing.predictions, name: ()})

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_asked") and event.type() != QEvent.Type.StyleChange:
            thin_scroll_bars(self)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Wait for work in the background."""
        self.testing.shutdown()
        super().closeEvent(event)


def _words(pattern: int) -> str:
    return PATTERN_WORDS[SWAP_PATTERNS[pattern]]
