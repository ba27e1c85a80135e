"""The subsets of tough mentions that each mention of an event is in; each name opens the events of its subset."""

import re
from itertools import groupby, pairwise
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.query.filters import Term
from nerinspect.query.writer import query_text
from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.painting.fonts import DETAIL, scaled_font
from nerinspect.ui.panels.details.training_facts import EventTraining, ToughMention
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.door_label import DoorLabel, Piece

_MOST_LINES: Final = 6
_BETWEEN_TAGS: Final = re.compile(r">[^<]*<")


class _SubsetDoors(DoorLabel):
    """Keep the name of a subset on one line."""

    def setText(self, text: str) -> None:
        """Show another text, its hyphens unbroken."""
        super().setText(_BETWEEN_TAGS.sub(lambda found: found[0].replace("-", "\u2011"), text))


class ToughLines(QWidget):
    """Name the subsets, a line for each mention that is in others than the one before it.

    Signals
    -------
    query_requested : str
        A subset was clicked: the query for its events.
    """

    query_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = QLabel("tough")
        self._lines = [_SubsetDoors() for _ in range(_MOST_LINES)]
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(1, 1)
        self._grid.addWidget(self._name, 0, 0, Qt.AlignmentFlag.AlignTop)
        for row, line in enumerate(self._lines):
            line.setWordWrap(True)
            line.setAlignment(Qt.AlignmentFlag.AlignRight)
            line.query_requested.connect(self.query_requested)
            self._grid.addWidget(line, row, 1)
        self.hide()

    def show_facts(self, facts: EventTraining | None, style: CellStyle) -> None:
        """Name the subsets of the mentions of an event; None hides all."""
        lines = lines_of(facts) if facts is not None else []
        self._name.setToolTip(tooltip((facts.wording if facts is not None else JUDGED).meaning("tough")))
        for label, pieces in zip(self._lines, lines, strict=False):
            label.show_pieces(pieces)
        for place, label in enumerate(self._lines):
            label.setVisible(place < len(lines))
        self.restyle(style)
        self.setVisible(bool(lines))

    def restyle(self, style: CellStyle) -> None:
        """Follow other fonts and colours."""
        font, margin = scaled_font(style.font, DETAIL), round(style.padding)
        for label in (self._name, *self._lines):
            label.setFont(font)
            label.setContentsMargins(margin, 0, margin, 0)
        palette = self._name.palette()
        palette.setColor(QPalette.ColorRole.WindowText, style.theme.text)
        self._name.setPalette(palette)
        self._grid.setSpacing(round(2 * style.unit))

    def follow(self, widget: QWidget) -> QWidget:
        """Let Tab come here from a widget; give the last part it goes through."""
        for first, second in pairwise((widget, *self._lines)):
            self.setTabOrder(first, second)
        return self._lines[-1]


def lines_of(facts: EventTraining) -> list[list[Piece]]:
    """Write the subsets of each mention; mentions behind each other that say the same share a line.

    Parameters
    ----------
    facts : EventTraining
        The mentions.

    Returns
    -------
    list of list of Piece
        The type is named where mentions differ; of very many lines the first ones.
    """
    mentions = [mention for mention, _ in groupby(facts.tough)]
    if len({mention.subsets for mention in mentions}) == 1:
        return [_doors(mentions[0], facts.wording)]
    named = [(Piece(f"{facts.wording.said(one.side)} {one.type}:  "), one) for one in mentions[:_MOST_LINES]]
    return [[name, *_doors(one, facts.wording)] for name, one in named]


def _doors(mention: ToughMention, wording: Wording) -> list[Piece]:
    doors = [
        Piece(name, query_text(Term("tough", (name,))) if mention.is_asked else "", wording.meaning(f"tough_{name}"))
        for name in mention.subsets
    ]
    return [piece for door in doors for piece in (door, Piece(", "))][:-1]
