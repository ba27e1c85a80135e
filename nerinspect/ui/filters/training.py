"""What training explains of the outcome, as a filter: seen and unseen mentions, memory, repeated sentences."""

import math
from collections.abc import Collection
from dataclasses import replace
from typing import Final

import numpy as np
from PySide6.QtCore import QModelIndex, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QApplication, QGridLayout, QVBoxLayout, QWidget

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.events.scores import UNDEFINED, Counts, percent_text
from nerinspect.events.segment_events import KINDS
from nerinspect.glossary import meaning
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.quantities import counted, grouped
from nerinspect.query.counts.training import OWN_FIELDS, REPEATED, MemoryCounts
from nerinspect.query.filters import Filter, Term, all_of, negated
from nerinspect.query.language.parser import query_text
from nerinspect.query.selection import Selection
from nerinspect.training.surfaces import NOVELTIES
from nerinspect.ui.filters.counts_table import NO_CELL, Click, CountCell, CountsTable, Head, Sheet
from nerinspect.ui.filters.matrix import MatrixStyle, paint_matrix_cell
from nerinspect.ui.filters.panel import FilterPanel
from nerinspect.ui.filters.tough import short_name
from nerinspect.ui.kit.doors import DoorLabel, Piece
from nerinspect.ui.kit.layout import ElidedLabel
from nerinspect.ui.kit.screen_text import draw_text
from nerinspect.ui.kit.styled import set_ink
from nerinspect.ui.kit.tables import Index
from nerinspect.ui.theme.fonts import CAPTION, scaled_font
from nerinspect.ui.theme.marks import kind_symbol_size, paint_kind_symbol
from nerinspect.ui.theme.themes import current_theme

_COUNTED: Final = len(NOVELTIES), len(KINDS)


def novelty_sheet(
    counts: AnyIntArray, subsets: Collection[object], kinds: Collection[object], wording: Wording
) -> Sheet:
    """Give counts, of shape (3, 6), by novelty and kind, under names of kinds and behind those of novelties.

    The filter names some `subsets` and `kinds`; no kind means all. The value of a cell is a novelty and a kind, None
    where it is about all.
    """
    largest = int(counts[:, 1:].max())  # correct events would dwarf errors and have no tint

    def cell(novelty: str, kind: str) -> CountCell:
        count = int(counts[NOVELTIES.index(novelty), KINDS.index(kind)])
        events, name = counted(count, "event"), wording.name(kind)
        is_named = novelty in subsets or (novelty != "seen" and "unseen-any" in subsets)
        return CountCell(
            grouped(count),
            (novelty, kind),
            f"{novelty}, {name}: {events}",
            f"{events} under the other filters: {name}, with a mention that is {novelty}.",
            count=count,
            door=all_of(Term("tough", (novelty,)), Term("kind", (kind,))),
            is_picked=is_named and (not kinds or kind in kinds),
            share=0.0 if kind == KINDS[0] or not largest else count / largest,
        )

    def row_head(name: str) -> CountCell:
        why = f"{wording.meaning(f'tough_{name}')} A click picks events with such a mention."
        return CountCell(name, (name, None), why=why, door=Term("tough", (name,)))

    def column_head(kind: str) -> CountCell:
        why = f"{wording.meaning(kind)} A click picks the kind."
        return CountCell(wording.tag(kind), (None, kind), why=why, door=Term("kind", (kind,)))

    rows = [[NO_CELL, *map(column_head, KINDS)]]
    rows += [[row_head(name), *(cell(name, kind) for kind in KINDS)] for name in NOVELTIES]
    lines = [("novelty", *KINDS), *((row[0].text, *(str(one.count) for one in row[1:])) for row in rows[1:])]
    return Sheet((Head(),) * (len(KINDS) + 1), rows, range(len(rows)), lambda: lines)


_GAPS: Final = 1.3  # paddings around a count


class NoveltyView(CountsTable):
    """Rows of three names and columns of six kinds, sharing the width there is."""

    home = (1, 1)
    ring_inset = 1

    def __init__(self) -> None:
        super().__init__(
            "Seen and unseen mentions by event kind",
            "Enter picks the cell, a name its row or column; Ctrl adds, Shift extends.",
        )
        self._style = MatrixStyle(current_theme(), QApplication.font())
        self._styles = (self._style, self._style)  # wide and tight
        self._is_short = self._is_neutral = False
        for head in (self.horizontalHeader(), self.verticalHeader()):
            head.hide()
            head.setMinimumSectionSize(1)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.show_novelty(np.zeros(_COUNTED, dtype=np.int64), (), (), JUDGED)

    def show_novelty(
        self, counts: AnyIntArray, subsets: Collection[object], kinds: Collection[object], wording: Wording
    ) -> None:
        self._is_neutral = wording.is_neutral
        self.show_sheet(novelty_sheet(np.asarray(counts), subsets, kinds, wording))

    def paint_cell(self, painter: QPainter, rect: QRectF, index: Index, is_hovered: bool) -> None:
        cell, style, theme = self.cell(index), self._style, self._style.theme
        place = rect.adjusted(0, 0, -style.padding, 0)
        if cell is NO_CELL:
            return
        if index.row() and index.column():
            paint_matrix_cell(painter, style, rect, cell, is_hovered)
        elif index.row():
            name = self.shown_name(index.row())
            draw_text(painter, style.head_font, theme.text2, place, name, is_underlined=is_hovered)
        elif self._is_neutral:
            size = kind_symbol_size(QFontMetricsF(style.font).ascent())
            corner = QPointF(place.right() - size.width(), place.center().y() - size.height() / 2)
            paint_kind_symbol(painter, QRectF(corner, size), KINDS[index.column() - 1], theme)
        else:
            kind, right = KINDS[index.column() - 1], Qt.AlignmentFlag.AlignRight
            ink = theme.kind_colour(kind)
            draw_text(painter, self._letters_font, ink, place, kind.upper(), right, is_underlined=is_hovered)

    def restyle(self, font: QFont) -> None:
        self.row_style = style = MatrixStyle(current_theme(), font)
        self._styles = (style, replace(style, is_tight=True))
        self.fit()
        self.viewport().update()

    def fit(self) -> None:
        """Give names and counts the room they need, and share the rest among the kinds.

        In a narrow panel gaps shrink first, then names are written shortly; counts are never cut.
        """
        wide, tight = self._styles
        for style, is_short in ((wide, False), (tight, False), (tight, True)):
            self._style, self._is_short = style, is_short
            names, least = self._names_width(), self._least_widths()
            if names + sum(least) <= self.width():
                break
        columns = _shared(least, max(self.width() - names, sum(least)))
        for column, width in enumerate((self.width() - sum(columns), *columns)):
            self.setColumnWidth(column, width)
        for row in range(len(self.sheet.rows)):
            self.setRowHeight(row, wide.row_height if row else wide.head_height)
        self.setFixedHeight(wide.head_height + wide.row_height * (len(self.sheet.rows) - 1))

    def shown_name(self, row: int) -> str:
        name = self.sheet.rows[row][0].text
        return short_name(name) if self._is_short else name

    def _names_width(self) -> int:
        style = self._style
        names = [self.shown_name(row) for row in range(1, len(self.sheet.rows))]
        return math.ceil(max(map(style.head_metrics.horizontalAdvance, names)) + style.padding)

    def _least_widths(self) -> list[int]:
        style = self._style
        letters = QFontMetricsF(self._letters_font).horizontalAdvance("LBE")
        columns = zip(*(row[1:] for row in self.sheet.rows[1:]), strict=True)
        largest = (max(cells, key=lambda cell: cell.count or 0) for cells in columns)
        counts = [style.metrics.horizontalAdvance(cell.text) for cell in largest]
        return [math.ceil(max(count, letters) + _GAPS * style.padding) for count in counts]

    @property
    def _letters_font(self) -> QFont:
        return scaled_font(self._style.font, CAPTION, is_bold=True)


def _shared(least: list[int], width: int) -> list[int]:
    """Share a width among columns: alike, where all of them fit so, else what is left over their least."""
    if max(least) * len(least) <= width:
        return [width // len(least)] * len(least)
    spare = (width - sum(least)) // len(least)
    return [own + spare for own in least]


_MARGIN, _GAP, _COLUMN_GAP = 12, 5, 8  # at a font of 13 pixels
_ANY = Term("kind", KINDS)


class TrainingPanel(FilterPanel):
    """Show what training knows of the mentions of events, and what memory alone would get right."""

    # lists of novelties and of kinds, either may be empty; true if they are to be added
    novelty_picked = Signal(object, object, bool)
    query_requested = Signal(str)  # a number was clicked: exactly these events are to be kept
    view: NoveltyView

    def __init__(self) -> None:
        body = QWidget()
        super().__init__("Training", "novelty_matrix", NoveltyView(), body)
        self.setObjectName("training_panel")
        middle, end = Qt.TextElideMode.ElideMiddle, Qt.TextElideMode.ElideRight
        self._words = [ElidedLabel(middle), ElidedLabel(middle), ElidedLabel(end), ElidedLabel(end)]
        self._numbers = [DoorLabel(words="text2", has_one_line=True) for _words in self._words]
        self._rows, self._lines = QVBoxLayout(body), QGridLayout()
        self._build_body()

    def others(self, selection: Selection) -> Selection:
        return selection.without_field(*OWN_FIELDS, "kind")

    def show_novelty(self, counts: AnyIntArray, subsets: Collection[object], kinds: Collection[object]) -> None:
        self.view.show_novelty(counts, subsets, kinds, self.wording)

    def show_share(self, n_seen: int, n_mentions: int) -> None:
        """Say in the head how many reference mentions training has with their type."""
        share = percent_text(n_seen, n_mentions)
        self.set_summary(
            "no mentions" if share == UNDEFINED else f"{share} % {'of A ' if self.wording.is_neutral else ''}seen"
        )

    def show_memory(self, counts: MemoryCounts) -> None:
        n_repeated = f"{grouped(counts.n_repeated)} of {grouped(counts.n_sentences)}"
        repeated = Piece(n_repeated, query_text(REPEATED), meaning("repeated_sentences"))
        whole = _f1_piece(counts.with_repeated, counts.kept, "F1 over all sentences")
        fresh = _f1_piece(counts.without_repeated, all_of(counts.kept, negated(REPEATED)), meaning("without_repeated"))
        for place, (words, number) in enumerate(_memory_lines(counts, self.wording)):
            self._show_line(place, words, [number])
        self._show_line(2, "Test sentences in training too", [repeated])
        self._show_line(3, "F1 with and without them", [whole, Piece("  "), fresh])

    def _show_line(self, place: int, words: str, pieces: list[Piece]) -> None:
        for part in (self._words[place], self._numbers[place]):
            part.setVisible(bool(words))
        self._words[place].show_text(words)
        self._numbers[place].show_pieces(pieces)

    def _build_body(self) -> None:
        self._rows.addWidget(self.view)
        self._rows.addLayout(self._lines)
        self._lines.setColumnStretch(0, 1)
        for place, (words, numbers) in enumerate(zip(self._words, self._numbers, strict=True)):
            self._lines.addWidget(words, place, 0)
            self._lines.addWidget(numbers, place, 1)
            numbers.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            numbers.query_requested.connect(self.query_requested)

    def _restyle(self) -> None:
        super()._restyle()
        style = MatrixStyle(current_theme(), self.font())
        margin, gap = round(_MARGIN * style.unit), round(_GAP * style.unit)
        self._rows.setContentsMargins(margin, 0, margin, 0)
        self._rows.setSpacing(gap)
        self._lines.setVerticalSpacing(round(gap / 2))
        self._lines.setHorizontalSpacing(round(_COLUMN_GAP * style.unit))
        for part in (*self._words, *self._numbers):
            part.setFont(style.row_font)
        for words in self._words:
            set_ink(words, style.theme.text2)

    def _on_picked(self, first: QModelIndex, last: QModelIndex, click: Click) -> None:
        rows, columns = (sorted(pair) for pair in ((first.row(), last.row()), (first.column(), last.column())))
        novelties = [NOVELTIES[row - 1] for row in range(max(rows[0], 1), rows[1] + 1)]
        kinds = [KINDS[column - 1] for column in range(max(columns[0], 1), columns[1] + 1)]
        self.novelty_picked.emit(novelties, kinds, click == Click.ADDED)


def _memory_lines(counts: MemoryCounts, wording: Wording) -> list[tuple[str, Piece]]:
    """Say what each gets right alone; nothing where the system on show is memory itself."""
    if counts.only_memory is None or counts.only_system is None:
        return [("", Piece("")), ("", Piece(""))]
    memory = Piece(grouped(counts.only_memory), query_text(counts.memory_alone), wording.meaning("memory_alone"))
    system = Piece(grouped(counts.only_system), query_text(counts.system_alone), wording.meaning("system_alone"))
    if wording.is_neutral:
        return [(f"A and memory, not {counts.system}", memory), (f"A and {counts.system}, not memory", system)]
    return [(f"Memory right, {counts.system} wrong", memory), (f"{counts.system} right, memory wrong", system)]


def _f1_piece(counts: Counts, kept: Filter, explanation: str) -> Piece:
    text = percent_text(2 * counts.correct, counts.reference + counts.predicted)
    if text == UNDEFINED:
        return Piece(text, query_text(all_of(kept, _ANY)), "Undefined: no mention is left on either side.")
    return Piece(text, query_text(all_of(kept, _ANY)), explanation)
