"""A row of the comparison in the details: where it stands, what it is about, then what A and what B make of it."""

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from nerinspect.errors import counted
from nerinspect.events.explanation import surface_of
from nerinspect.events.study import Study
from nerinspect.lists.mention_facts import EventMention, event_mentions, event_query
from nerinspect.query.compared_rows import ComparedRow
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.details.event import EventPart
from nerinspect.ui.details.tables import dress
from nerinspect.ui.kit.tables.cell_style import CellStyle
from nerinspect.ui.lists.cell_drawing import paint_readings, readings_width
from nerinspect.ui.theme.fonts import TITLE, scaled_font
from nerinspect.visible import visible

_LONGEST_TITLE = 40  # tokens


def title_of(study: Study, row: ComparedRow) -> str:
    """Write the words of a row; of a very long one the first."""
    words = surface_of(study, row.start, min(row.end, row.start + _LONGEST_TITLE))
    return words if row.end - row.start <= _LONGEST_TITLE else f"{words} …"


def row_in_words(study: Study, row: ComparedRow) -> tuple[str, list[str]]:
    """Say what a row is, and name the types of the reference mentions in it."""
    mentions = [mention for mention in mentions_of_row(study, row) if mention.side == "reference"]
    types = [mention.type for mention in mentions]
    if row.mention >= 0:
        return "one reference mention,", types
    said = counted(len(mentions), "reference mention") if mentions else "no reference mention"
    return f"a stretch of text with {said}{',' if mentions else ''}", types


def mentions_of_row(study: Study, row: ComparedRow, at_most: int | None = None) -> list[EventMention]:
    """List the mentions that a row is about, or so many of them, the first ones.

    They are the reference mention; of a stretch all reference mentions, or where there is none, the predicted ones of
    A and B, equal ones once.
    """
    if row.mention >= 0:
        code = study.reference.mentions.type_codes[row.mention]
        return [EventMention(row.event, "reference", row.mention, row.start, row.end, study.types[code])]
    every = [one for events in row.events for event in events for one in event_mentions(study, event, at_most)]
    if any(one.side == "reference" for one in every):
        every = [one for one in every if one.side == "reference"]
    distinct = {(one.start, one.end, one.type): one for one in reversed(every)}
    return list(reversed(distinct.values()))[:at_most]


_MOST_EVENTS: Final = 4
"""So many events of A, and of B, are explained; of a longer stretch the rest is counted."""

_READING_HEIGHT: Final = 24  # at a font of 13 pixels


class ComparedPart(QWidget):
    """Explain the events of A and of B in one row."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._title, self._said, self._types = QLabel(), QLabel(), _Types()
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setWordWrap(True)
        self._parts: tuple[list[EventPart], ...] = ([], [])
        self._rests = (QLabel(), QLabel())
        self._style: CellStyle | None = None
        self._lay_out()

    @property
    def first_stop(self) -> QWidget:
        """What gets the focus first: the ledger of A, or of B where A has none."""
        parts = [part for column in self._parts for part in column]
        return next((part.ledger for part in parts if not part.isHidden() and not part.ledger.isHidden()), self)

    def show_row(self, study: Study, row: ComparedRow) -> None:
        """Explain a row."""
        self._title.setText(visible(title_of(study, row)))
        said, types = row_in_words(study, row)
        self._said.setText(visible(said))
        self._types.show_types(types)
        query = event_query(study, row.event)
        for side in (0, 1):
            self._show_events(study, row, side, query)

    def restyle(self, style: CellStyle) -> None:
        """Follow other fonts and colours."""
        self._style = style
        dress(self._title, style, scaled_font(style.font, TITLE, is_bold=True))
        for label in (self._said, *self._rests):
            dress(label, style, style.font if label is self._said else None, ink=style.theme.text2)
            label.setContentsMargins(round(style.padding), 0, 0, 0)
        self._types.restyle(style)
        for column in self._parts:
            for part in column:
                part.restyle(style)

    @property
    def stops(self) -> list[QWidget]:
        """What Tab goes through."""
        return [part.ledger for column in self._parts for part in column]

    def _lay_out(self) -> None:
        column, said = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self._title)
        said.addWidget(self._said)
        said.addWidget(self._types, 1)
        column.addLayout(said)
        self._columns = (QVBoxLayout(), QVBoxLayout())
        for events, rest in zip(self._columns, self._rests, strict=True):
            column.addLayout(events)
            column.addWidget(rest)
        for side in (0, 1):
            self._add_part(side)

    def _add_part(self, side: int) -> None:
        part, before = EventPart(self._desk, is_compared=True), self._parts[side][-1:]
        self._parts[side].append(part)
        self._columns[side].addWidget(part)
        if self._style is not None:
            part.restyle(self._style)
        if before:
            self.setTabOrder(before[0].ledger, part.ledger)

    def _show_events(self, study: Study, row: ComparedRow, side: int, query: str) -> None:
        events, prediction, letter = row.events[side], row.predictions[side], "AB"[side]
        shown: list[int | None] = list(events[:_MOST_EVENTS]) or [None]
        while len(self._parts[side]) < len(shown):
            self._add_part(side)
        for place, part in enumerate(self._parts[side]):
            part.setVisible(place < len(shown))
            if place < len(shown):
                part.show_beside(study, prediction, "" if place else letter, shown[place], query)
        n_left = len(events) - len(shown)
        self._rests[side].setText(f"{counted(n_left, 'more event')} of {letter}")
        self._rests[side].setVisible(n_left > 0)


class _Types(QWidget):
    """Write types as the table does, each with the line of the reference above it."""

    def __init__(self) -> None:
        super().__init__()
        self.types: list[str] = []
        self._style: CellStyle | None = None

    def show_types(self, types: list[str]) -> None:
        self.types = types
        self.setAccessibleName(", ".join(types))
        self.update()

    def restyle(self, style: CellStyle) -> None:
        """Follow other fonts and colours."""
        self._style = style
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(0, 0) if self._style is None else QSize(0, round(_READING_HEIGHT * self._style.unit))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._style is not None and self.types:
            painter = QPainter(self)
            width = min(readings_width(self._style, self.types), self.width())
            paint_readings(painter, self._style, QRectF(0, 0, width, self.height()), self.types, "reference")
            painter.end()
