"""Attributes of the mentions of an event and of its sentence, each a door to its bucket."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from nerinspect.analysis.attribute import DEFAULT_BUCKETS
from nerinspect.analysis.study import Study
from nerinspect.results.mention_facts import EventMention
from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.painting.fonts import CAPTION, scaled_font
from nerinspect.ui.panels.details.cell_painting import cell_size
from nerinspect.ui.panels.details.cells import DetailCell
from nerinspect.ui.panels.details.detail_table import DetailTable
from nerinspect.ui.panels.details.mention_cells import attribute_cells, sentence_cells
from nerinspect.ui.tooltips import tooltip

_FEW: Final = 2  # attributes of the sentence, that fit beside each other everywhere
_LEGEND: Final = "value, bucket"


class AttributePart(QWidget):
    """Show a column for each mention, and a row for the sentence.

    Signals
    -------
    query_requested : str
        A value was clicked: the query for the events in its bucket.
    """

    query_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._head, self._legend = QLabel("Attributes"), QLabel(_LEGEND)
        self._legend.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom)
        self._of_mentions = DetailTable("Attributes of the mentions", 20, head_height=30)
        self._of_sentence = DetailTable("Attributes of the sentence", 20, stretched=0)
        self._sentence: list[DetailCell] = []
        self._style: CellStyle | None = None
        self._head_row, self._column = QHBoxLayout(), QVBoxLayout(self)
        self._head_row.addWidget(self._head, 1)
        self._head_row.addWidget(self._legend)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._head_row)
        for table in (self._of_mentions, self._of_sentence):
            self._column.addWidget(table)
            table.door_opened.connect(self.query_requested)

    def show_mentions(
        self, study: Study, mentions: Sequence[EventMention], n_wanted: int = DEFAULT_BUCKETS, legend: str = _LEGEND
    ) -> None:
        """Show the attributes of mentions of a sentence, with as many buckets as are wanted; `restyle` makes room."""
        self._legend.setText(legend)
        self._legend.setToolTip(tooltip(study.wording.meaning("bucket")))
        self._of_mentions.cells.set_cells(*attribute_cells(study, mentions, n_wanted))
        self._sentence = sentence_cells(study, mentions[0].event, n_wanted)

    def restyle(self, style: CellStyle) -> None:
        """Follow other fonts and colours."""
        self._style, padding = style, round(style.padding)
        for label in (self._head, self._legend):
            label.setFont(scaled_font(style.font, CAPTION, is_bold=label is self._head))
            label.setContentsMargins(padding, round(12 * style.unit), padding, 0)
            palette = label.palette()
            palette.setColor(QPalette.ColorRole.WindowText, style.theme.text2)
            label.setPalette(palette)
        self._column.setSpacing(round(4 * style.unit))
        self._of_mentions.fit(style)
        self._arrange_sentence()

    def follow(self, widget: QWidget) -> QWidget:
        """Let Tab come here from a widget; give the last part it goes through."""
        self.setTabOrder(widget, self._of_mentions)
        self.setTabOrder(self._of_mentions, self._of_sentence)
        return self._of_sentence

    def _arrange_sentence(self) -> None:
        """Put the attributes of the sentence into one row, or into two where that has no room for them."""
        if self._style is None:
            return
        name, cells = DetailCell("sentence"), self._sentence
        needed = sum(cell_size(self._style, cell, 0).width() for cell in (name, *cells))
        if needed <= self.width() or len(cells) <= _FEW:
            self._of_sentence.cells.set_cells([cells], [name])
        else:
            first, rest = cells[:-_FEW], cells[-_FEW:]
            filled = [*([DetailCell()] * (_FEW - len(first))), *first]
            self._of_sentence.cells.set_cells([filled, rest], [name, DetailCell()])
        self._of_sentence.fit(self._style)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the sentence for the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._arrange_sentence()
