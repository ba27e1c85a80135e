"""The details of an event, or of a compared row: parts below each other, in the colours of the study."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Final

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QRectF, QSize, QTimer
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from nerinspect.events.explanation import spoken, surface_of
from nerinspect.events.members import events_of_predictions
from nerinspect.events.study import DEFAULT_BUCKETS, Study
from nerinspect.glossary import meaning
from nerinspect.io.colours import assign_slots
from nerinspect.lists.mention_facts import EventMention, event_mentions, event_query
from nerinspect.quantities import counted, grouped
from nerinspect.query.compared_rows import ComparedRow
from nerinspect.query.filters import Filter, Term
from nerinspect.query.language.parser import query_text
from nerinspect.query.same_surface import SameSurface, count_readings, same_surface_events
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.details.event import MOST_MENTIONS, AttributePart, EventPart, ToughLines
from nerinspect.ui.details.tables import Concordance, ConcordanceRow, ConcordanceRows, dress, parted
from nerinspect.ui.details.training import NOTHING_OPEN, EventTraining, TrainingPart, gather_training
from nerinspect.ui.kit.doors import Door, DoorLabel, LinkLabel, Piece
from nerinspect.ui.kit.jobs import Derived
from nerinspect.ui.kit.layout import ElidedLabel, fill, scrolled
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.tables.rows import CellStyle, plain_style
from nerinspect.ui.lists.cell_drawing import paint_readings, readings_width
from nerinspect.ui.lists.event_cells import EventCells
from nerinspect.ui.theme.fonts import TITLE, scaled_font
from nerinspect.ui.theme.themes import current_theme, type_styles
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


_MOST_EVENTS: Final = 4  # so many events of A, and of B, are explained; of a longer stretch the rest is counted
_READING_HEIGHT: Final = 24  # at a font of 13 pixels


class ComparedPart(QWidget):
    """Explain the events of A and of B in one row."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._title, self._said, self._types = QLabel(wordWrap=True), QLabel(), _Types()
        self._parts: tuple[list[EventPart], ...] = ([], [])
        self._rests = (QLabel(), QLabel())
        self._style = plain_style()
        self._lay_out()

    @property
    def first_stop(self) -> QWidget:
        """What gets the focus first: the ledger of A, or of B where A has none."""
        parts = [part for column in self._parts for part in column]
        return next((part.ledger for part in parts if not part.isHidden() and not part.ledger.isHidden()), self)

    def show_row(self, study: Study, row: ComparedRow) -> None:
        self._title.setText(visible(title_of(study, row)))
        said, types = row_in_words(study, row)
        self._said.setText(visible(said))
        self._types.show_types(types)
        query = event_query(study, row.event)
        for side in (0, 1):
            self._show_events(study, row, side, query)

    def restyle(self, style: CellStyle) -> None:
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
        return [part.ledger for column in self._parts for part in column]

    def _lay_out(self) -> None:
        said = fill(QHBoxLayout(), self._said, self._types, stretched=self._types)
        self._columns = of_a, of_b = QVBoxLayout(), QVBoxLayout()
        fill(QVBoxLayout(self), self._title, said, of_a, self._rests[0], of_b, self._rests[1], gap=2)
        for side in (0, 1):
            self._add_part(side)

    def _add_part(self, side: int) -> None:
        part, before = EventPart(self._desk, is_compared=True), self._parts[side][-1:]
        self._parts[side].append(part)
        self._columns[side].addWidget(part)
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
        self._style = plain_style()

    def show_types(self, types: list[str]) -> None:
        self.types = types
        self.setAccessibleName(", ".join(types))
        self.update()

    def restyle(self, style: CellStyle) -> None:
        self._style = style
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(0, round(_READING_HEIGHT * self._style.unit))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.types:
            painter = QPainter(self)
            width = min(readings_width(self._style, self.types), self.width())
            paint_readings(painter, self._style, QRectF(0, 0, width, self.height()), self.types, "reference")
            painter.end()


_MARGIN, _GAP = 14, 4  # at a font of 13 pixels; texts of tables stand a padding inside the tables


class DetailsFrame(Styled, QWidget):
    """Hold the parts that explain one event, and scroll them.

    `gather` finds what training knows of an event; `size` tells how much it looks through, as in `Derived`.
    """

    def __init__(self, gather: Callable[..., object], size: Callable[..., float] | None = None) -> None:
        super().__init__()
        self._study: Study | None = None
        self._style = plain_style()
        self._styled_for: Study | None = None
        self._gathering = Derived(gather, self, "Training could not be looked up", size, keeps=0)
        self._stops = list[QWidget]()
        self._inner = QWidget()
        self._inner.setMinimumWidth(1)  # one long name cuts nothing but itself
        self._column, self._area = QVBoxLayout(self._inner), scrolled(self._inner, has_sideways=False)
        fill(QVBoxLayout(self), self._area)

    def _walk(self, *stops: QWidget) -> None:
        """Let Tab go on through parts, behind those that it goes through already."""
        for first, second in pairwise((*self._stops[-1:], *stops)):
            self.setTabOrder(first, second)
        self._stops += stops

    def _turn_to(self, study: Study | None) -> None:
        """Hide all parts while there is nothing to explain; leave off what is gathered for another event."""
        self._study = study
        self._inner.setVisible(study is not None)
        self._gathering.cancel()
        if study is not None and study is not self._styled_for:
            self._restyle()

    @contextmanager
    def _laid_out_once(self, *parts: QWidget) -> Iterator[None]:
        """Lay parts out when all of them are filled; Qt does so whenever it shows anything in one of them."""
        layouts = [layout for one in (self._inner, *parts) if (layout := one.layout())]
        for layout in layouts:
            layout.setEnabled(False)
        try:
            yield
        finally:
            for layout in layouts:
                layout.setEnabled(True)
        for part in parts:
            part.updateGeometry()
        QCoreApplication.sendEvent(self._area, QEvent(QEvent.Type.LayoutRequest))

    def _dress(self, style: CellStyle) -> None:
        margin, above = round(_MARGIN * style.unit) - round(style.padding), round(10 * style.unit)
        self._column.setContentsMargins(margin, above, margin, above)
        self._column.setSpacing(round(_GAP * style.unit))

    def _restyle(self) -> None:
        theme, study = current_theme(), self._study
        types = study.types if study is not None else ()
        training = study.training if study is not None else None
        known = training.annotation.mentions.types if training is not None else ()
        styles = type_styles(tuple(dict.fromkeys((*types, *known))), theme, assign_slots(types))
        self._styled_for, self._style = study, CellStyle(theme, styles, self.font())
        self._dress(self._style)


_FIRST_EVENTS: Final = 5
_MOST_READINGS: Final = 12


def occurrences_of(study: Study, events: Sequence[int]) -> list[ConcordanceRow]:
    """Write out some events, one row each; at the edge stand document and sentence."""
    cells, rows = EventCells(study), []
    for event in events:
        kind, segment, place = cells.kind(event), cells.segment(event), cells.place(event)
        name = study.wording.name(kind)
        rows.append(
            ConcordanceRow(
                event=event,
                kind=kind,
                tag=study.wording.tag(kind),
                left=cells.at_left(event),
                segment=segment,
                right=cells.at_right(event),
                edge=place,
                place=place,
                query=event_query(study, event),
                spoken=f"{name}: {spoken(study, event)}",
                tooltip=f"{name}: {segment.text}",
            )
        )
    return rows


class SurfaceGroup(QWidget):
    """Show the events with one surface: how they read, the first of the others, and the way to all."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._surface, self._letter = desk, "", ""
        self._caption, self._readings, self._all = ElidedLabel(), DoorLabel(doors="accent"), DoorLabel(doors="accent")
        self._events = Concordance(desk, of_events=True)
        self.stops: tuple[QWidget, ...] = (self._readings, self._events, self._all)
        self._column = fill(QVBoxLayout(self), self._caption, self._readings, self._events, self._all)
        self._readings.query_requested.connect(lambda query: self._open(query))
        self._all.query_requested.connect(lambda _: self._open(Term("surface", (self._surface,))))

    def show_group(self, study: Study, event: int, group: SameSurface, *, is_named: bool, letter: str = "") -> None:
        """Show another surface: the event on show is counted, and not listed.

        The surface is written above its events if it `is_named`, and in a comparison the letter of whose they are.
        """
        self._surface, self._letter = group.surface, letter
        others = occurrences_of(study, group.events[group.events != event][:_FIRST_EVENTS].tolist())
        self._caption.show_text("  ".join(filter(None, (letter, group.surface if is_named or not letter else ""))))
        self._caption.setVisible(is_named or bool(letter))
        counts, rest = count_readings(study, group.surface, group.events, at_most=_MOST_READINGS)
        readings = [
            Piece(f"{grouped(count.n_events)} × {count.reading.said(study.wording)}", count.query, meaning("reading"))
            for count in counts
        ]
        if rest is not None:
            text = f"{grouped(rest.n_events)} × in {grouped(rest.n_readings)} other ways"
            readings.append(Piece(text, rest.query, meaning("other_readings")))
        self._readings.show_pieces(parted(readings))
        whose = f" of {letter}" if letter else ""
        rows = ConcordanceRows(len(others), lambda first, n: others[first : first + n])
        self._events.show_rows(f"Other events{whose} with {group.surface}", rows)
        query, n_events = query_text(Term("surface", (group.surface,))), len(group.events)
        words = {1: "The one event", 2: "Both events"}.get(n_events, f"All {counted(n_events, 'event')}")
        door = Piece(f"{words}{whose} with this surface", query, study.wording.meaning("same_surface"))
        self._all.show_pieces([door, Piece(", this one included")] if event in group.events else [door])

    def restyle(self, style: CellStyle) -> None:
        self._events.restyle(style)
        dress(self._caption, style, style.strong_font)
        for doors in (self._readings, self._all):
            dress(doors, style)
        self._column.setContentsMargins(0, 0, 0, round(8 * style.unit))
        self._column.setSpacing(round(4 * style.unit))

    def _open(self, asked: str | Filter) -> None:
        """Open what a number counts, of A or of B."""
        self._desk.open(Door(asked, self._desk.beside if self._letter == "B" else -1))


_LOOKED_UP: Final = 0.04  # such a part of the training data takes as long to look through as its index takes to answer
_GROUPS_AT_ONCE: Final = 4
"""So many surfaces of one event are shown at first, and so many more when the user asks for more."""


class DetailsPanel(DetailsFrame):
    """Explain one event, or the events of A and B in one row of a comparison."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(lambda *asked: gather_training(*asked), self._looked_through)
        self._desk = desk
        self.setObjectName("details_panel")
        self.setAccessibleName("Details")
        self._event = 0
        self._row: ComparedRow | None = None
        self._compared: ComparedPart | None = None
        self._mentions: list[EventMention] = []
        self._shared: list[tuple[int, str, SameSurface]] = []  # the event on show, whose it is
        self._are_named = False
        self._groups: list[SurfaceGroup] = []
        self._is_training_read = False
        desk.training_read.connect(self._on_training_read)
        self._following = QTimer(self, singleShot=True, interval=0)  # data that has just arrived is shown instead
        self._following.timeout.connect(self._follow_training)
        self._indexed: Study | None = None
        self._n_buckets = DEFAULT_BUCKETS
        self._make_parts()
        self._lay_out()
        self._more.linkActivated.connect(self._on_more_requested)
        self._gathering.begun.connect(self._training.show_waiting)
        self._gathering.made.connect(self._show_training)
        self._gathering.failed.connect(self._training.show_failure)
        self.show_event(None, None)

    def show_event(self, study: Study | None, event: int | None, row: ComparedRow | None = None) -> None:
        """Explain an event by its number; of a row of a comparison that it stands for, what A and B make of it.

        Without an event the panel is empty.
        """
        self._turn_to(study if event is not None else None)
        if study is None or event is None:
            return
        self._event, self._row = event, row
        with self._laid_out_once(self._one, *self._parts, *self._groups):
            self._explain(study, event, row)
        self._area.verticalScrollBar().setValue(0)

    def _explain(self, study: Study, event: int, row: ComparedRow | None) -> None:
        self._one.setVisible(row is None)
        if self._compared is not None:
            self._compared.setVisible(row is not None)
        if row is None:
            self._one.show_event(study, event)
            self._mentions = event_mentions(study, event, MOST_MENTIONS)
        else:
            self._both.show_row(study, row)
            self._mentions = mentions_of_row(study, row, MOST_MENTIONS)
        self._head.setToolTip(tooltip(study.wording.meaning("same_surface")))
        self._show_attributes(study)
        self._find_same_surface(study, event)
        self._show_groups(_GROUPS_AT_ONCE)
        self._gather_training()

    def _on_training_read(self, is_read: bool) -> None:
        """Say whether training data is being read; once it is there, an event is shown anew with what it says."""
        self._is_training_read = is_read
        self._following.start()

    def set_number_of_buckets(self, n_wanted: int) -> None:
        """Name buckets among another number of them."""
        if n_wanted != self._n_buckets:
            self._n_buckets = n_wanted
            if self._study is not None:
                self._show_attributes(self._study)

    def _make_parts(self) -> None:
        desk, self._head = self._desk, QLabel()
        self._one, self._attributes, self._tough = EventPart(desk), AttributePart(desk), ToughLines(desk)
        self._training = TrainingPart(desk)
        self._parts = (self._attributes, self._tough, self._training)
        self._alone, self._more = QLabel(), LinkLabel(has_one_line=True)

    def _lay_out(self) -> None:
        self._group_column = QVBoxLayout()
        fill(self._column, self._one, *self._parts, self._head, self._alone, self._group_column, self._more)
        self._column.addStretch(1)
        self._walk(self._one.ledger, *(stop for part in self._parts for stop in part.stops))

    @property
    def _both(self) -> ComparedPart:
        """The events of A and B; made when a row of a comparison is first shown."""
        if self._compared is None:
            self._compared = ComparedPart(self._desk)
            self._column.insertWidget(1, self._compared)
            self._compared.restyle(self._style)
            for first, second in pairwise((self._one.ledger, *self._compared.stops)):
                self.setTabOrder(first, second)
        return self._compared

    def _show_attributes(self, study: Study) -> None:
        if self._row is None:
            self._attributes.show_mentions(study, self._mentions, self._n_buckets)
        else:
            whose = "mentions" if self._row.mention < 0 else "reference mention"
            self._attributes.show_mentions(study, self._mentions, self._n_buckets, f"of the {whose}")

    def _find_same_surface(self, study: Study, event: int) -> None:
        """Find other events with a surface of the event, or with the one the row is about, of A and of B."""
        row, whose = self._row, ""
        among = None if row is None else events_of_predictions(study, *row.predictions)
        groups = same_surface_events(study, event, among, at_most=MOST_MENTIONS)
        if row is None:
            found = [(event, "", group) for group in groups]
        else:
            whose = " of A or B"
            if row.mention >= 0:
                groups = [group for group in groups if group.surface == title_of(study, row)] or groups[:1]
            sides = [(next(iter(row.events[side]), -1), "AB"[side], row.predictions[side]) for side in (0, 1)]
            found = [(own, letter, group.of(study, of)) for group in groups for own, letter, of in sides]
        self._shared = [one for one in found if np.any(one[2].events != one[0])]
        self._are_named = len(groups) > 1
        self._head.setText(f"Events with {'these surfaces' if self._are_named else 'this surface'}")
        self._alone.setText(
            f"No other event{whose} has {'one of these surfaces' if self._are_named else 'this surface'}."
        )
        self._alone.setVisible(not self._shared)

    def _gather_training(self) -> None:
        if self._study is None or self._study.training is None:
            self._tough.show_facts(None)
            self._say_nothing()
            return
        self._gathering.ask(self._study, self._mentions)

    def _looked_through(self, study: Study, _mentions: list[EventMention]) -> float:
        """Count tokens of the training data: all of them the first time, when it is indexed, and then a few."""
        return study.training_data.text.n_tokens * (_LOOKED_UP if study is self._indexed else 1)

    def _say_nothing(self) -> None:
        """Say that training data is being read, or that none is open, and offer to open some."""
        self._training.say("Training data is being read." if self._is_training_read else NOTHING_OPEN)

    def _follow_training(self) -> None:
        if self._study is not None and self._study.training is None:
            self._say_nothing()

    def _show_training(self, facts: EventTraining) -> None:
        self._indexed = self._study
        for part in (self._tough, self._training):
            part.show_facts(facts)

    def _show_groups(self, at_most: int) -> None:
        """Show the surfaces that other events share; of very many the first ones."""
        assert self._study is not None, "an event is on show"
        shown = self._shared[:at_most]
        while len(self._groups) < len(shown):
            self._groups.append(self._make_group())
        for widget in self._groups[len(shown) :]:
            widget.hide()
        for widget, (event, letter, group) in zip(self._groups, shown, strict=False):
            widget.show_group(self._study, event, group, is_named=self._are_named, letter=letter)
            widget.show()
        n_left = len(self._shared) - len(shown)
        if n_left:
            self._more.setText(f'<a href="more">{counted(n_left, "more shared surface")}</a>')
        self._more.setVisible(n_left > 0)

    def _make_group(self) -> SurfaceGroup:
        group = SurfaceGroup(self._desk)
        self._group_column.addWidget(group)
        self._walk(*group.stops)
        group.restyle(self._style)
        self.setTabOrder(group.stops[-1], self._more)
        return group

    def _dress(self, style: CellStyle) -> None:
        super()._dress(style)
        dress(self._head, style, style.letters_font, above=12, ink=style.theme.text2)
        for label in (self._alone, self._more):
            dress(label, style, ink=style.theme.text2)
        for part in (self._one, *self._parts):
            part.restyle(style)
        for group in self._groups:
            group.restyle(style)
        if self._compared is not None:
            self._compared.restyle(style)

    def _on_more_requested(self) -> None:
        self._show_groups(sum(not group.isHidden() for group in self._groups) + _GROUPS_AT_ONCE)

    def focusInEvent(self, event: QFocusEvent) -> None:
        (self._one.ledger if self._row is None else self._both.first_stop).setFocus(event.reason())
