"""What training explains of the outcome, as a filter: seen and unseen mentions, memory, repeated sentences."""

import math
from collections.abc import Collection
from dataclasses import replace
from typing import Final

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetricsF, QPainter, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.errors import counted
from nerinspect.events.scores import UNDEFINED, Counts, percent_text
from nerinspect.events.segment_events import KINDS
from nerinspect.glossary import meaning
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.query.counts.training import REPEATED, MemoryCounts
from nerinspect.query.filters import Filter, Term, all_of, negated
from nerinspect.query.language.writer import query_text
from nerinspect.training.novelty import NOVELTIES
from nerinspect.ui.filters.counts_table import PickingView
from nerinspect.ui.filters.panel import FilterPanel
from nerinspect.ui.filters.tough_table import short_name
from nerinspect.ui.filters.type_matrix import MatrixCell, MatrixRole, MatrixStyle, paint_matrix_cell
from nerinspect.ui.kit.doors import DoorLabel, Piece
from nerinspect.ui.kit.layout import ElidedLabel
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.text_lines import draw_text
from nerinspect.ui.theme.fonts import CAPTION, scaled_font
from nerinspect.ui.theme.kind_symbols import kind_symbol_size, paint_kind_symbol
from nerinspect.ui.theme.marks import paint_focus_ring
from nerinspect.ui.theme.themes import current_theme

_Index = QModelIndex | QPersistentModelIndex
_NO_INDEX: Final = QModelIndex()


class NoveltyModel(QAbstractTableModel):
    """Show counts under a row of kinds and behind a column of names, which are cells like any other.

    Attributes
    ----------
    wording : Wording
        What the two sides and the kinds are called from the next counts on.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._counts: AnyIntArray = np.zeros((len(NOVELTIES), len(KINDS)), dtype=np.int64)
        self._picked: BoolArray = np.zeros(self._counts.shape, dtype=bool)
        self.wording = JUDGED

    @property
    def largest_by_kind(self) -> list[int]:
        """The largest count of each kind."""
        return [int(count) for count in self._counts.max(axis=0)]

    def set_counts(self, counts: AnyIntArray, subsets: Collection[object], kinds: Collection[object]) -> None:
        """Show other counts.

        Parameters
        ----------
        counts : ndarray of int, shape (3, 6)
            Events by novelty, in the order of `NOVELTIES`, and by kind.
        subsets, kinds : collection of object
            What the filter names of each; no kind named means all.
        """
        self._counts = np.asarray(counts)
        rows = [name in subsets or (name != "seen" and "unseen-any" in subsets) for name in NOVELTIES]
        columns = [not kinds or kind in kinds for kind in KINDS]
        self._picked = np.logical_and.outer(rows, columns)
        self.dataChanged.emit(self.index(0, 0), self.index(len(NOVELTIES), len(KINDS)))

    def novelty_at(self, row: int) -> str | None:
        """Name what a row counts; None for the head."""
        return NOVELTIES[row - 1] if row else None

    def kind_at(self, column: int) -> str | None:
        """Name the kind that a column counts; None for the column of names."""
        return KINDS[column - 1] if column else None

    def as_tsv(self) -> str:
        """Write the whole table with its heads, as text that a spreadsheet takes."""
        rows = zip(NOVELTIES, self._counts.tolist(), strict=True)
        lines = [("novelty", *KINDS), *((name, *map(str, counts)) for name, counts in rows)]
        return "".join("\t".join(line) + "\n" for line in lines)

    def rowCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the rows and the head."""
        return 0 if parent.isValid() else len(NOVELTIES) + 1

    def columnCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the kinds and the names."""
        return 0 if parent.isValid() else len(KINDS) + 1

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Leave the corner out."""
        is_corner = index.row() == index.column() == 0
        return Qt.ItemFlag.NoItemFlags if is_corner else super().flags(index)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give what one cell shows."""
        novelty, kind = self.novelty_at(index.row()), self.kind_at(index.column())
        if not index.isValid() or (novelty is None and kind is None):
            return None
        if role == Qt.ItemDataRole.WhatsThisRole:
            return self._explained(novelty, kind)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(self._explained(novelty, kind))
        if novelty is None or kind is None:
            is_text = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
            return (novelty or self.wording.tag(str(kind))) if is_text else None
        return self._counted(index.row() - 1, index.column() - 1, role)

    def _counted(self, row: int, column: int, role: int) -> object:
        count = int(self._counts[row, column])
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return f"{count:,}"
            case Qt.ItemDataRole.AccessibleTextRole:
                state = ", picked" if self._picked[row, column] else ""
                return f"{NOVELTIES[row]}, {self.wording.name(KINDS[column])}: {counted(count, 'event')}{state}"
            case MatrixRole.COUNT:
                return count
            case MatrixRole.SHARE:
                return self._share(count, column)
            case MatrixRole.IS_PICKED:
                return bool(self._picked[row, column])
        return None

    def _share(self, count: int, column: int) -> float:
        """Divide a count by the largest one of the errors; correct events would dwarf them and have no tint."""
        largest = int(self._counts[:, 1:].max())
        return 0.0 if column == 0 or not largest else count / largest

    def _explained(self, novelty: str | None, kind: str | None) -> str:
        if novelty is None:
            return f"{self.wording.meaning(str(kind))} A click picks the kind."
        if kind is None:
            return f"{self.wording.meaning(f'tough_{novelty}')} A click picks events with such a mention."
        count = counted(int(self._counts[NOVELTIES.index(novelty), KINDS.index(kind)]), "event")
        return f"{count} under the other filters: {self.wording.name(kind)}, with a mention that is {novelty}."


_GAPS: Final = 1.3  # paddings around a count


class NoveltyDelegate(QStyledItemDelegate):
    """Paint counts on their tints, and the heads beside and above them."""

    def __init__(self, model: NoveltyModel, style: MatrixStyle, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.matrix_style = style
        self.is_short = False

    def name(self, novelty: str) -> str:
        """Name a row, shortly where the view is narrow."""
        return short_name(novelty) if self.is_short else novelty

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one cell."""
        style, rect = self.matrix_style, QRectF(option.rect)
        novelty, kind = self._model.novelty_at(index.row()), self._model.kind_at(index.column())
        is_hovered = bool(option.state & QStyle.StateFlag.State_MouseOver) and bool(novelty or kind)
        if novelty and kind:
            count, share = index.data(MatrixRole.COUNT), index.data(MatrixRole.SHARE)
            cell = MatrixCell(count, share, index.data(MatrixRole.IS_PICKED), is_hovered)
            paint_matrix_cell(painter, style, rect, cell)
        else:
            self._paint_head(painter, rect, novelty, kind, is_hovered)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, style.theme, style.unit, rect.adjusted(0, 0, -1, -1))

    def _paint_head(
        self, painter: QPainter, rect: QRectF, novelty: str | None, kind: str | None, is_hovered: bool
    ) -> None:
        style, theme = self.matrix_style, self.matrix_style.theme
        place = rect.adjusted(0, 0, -style.padding, 0)
        painter.save()
        if novelty:
            draw_text(painter, style.head_font, theme.text2, place, self.name(novelty), is_underlined=is_hovered)
        elif kind and self._model.wording.is_neutral:
            size = kind_symbol_size(QFontMetricsF(style.font).ascent())
            corner = QPointF(place.right() - size.width(), place.center().y() - size.height() / 2)
            paint_kind_symbol(painter, QRectF(corner, size), kind, theme)
        elif kind:
            letters = scaled_font(style.font, CAPTION, is_bold=True)
            ink, right = theme.kind_colour(kind), Qt.AlignmentFlag.AlignRight
            draw_text(painter, letters, ink, place, kind.upper(), right, is_underlined=is_hovered)
        painter.restore()


class NoveltyView(PickingView):
    """Rows of three names and columns of six kinds, sharing the width there is."""

    def __init__(self, model: NoveltyModel, style: MatrixStyle, parent: QWidget | None = None) -> None:
        super().__init__(model, "Seen and unseen mentions by event kind", parent)
        self._novelty = model
        self._styles = (style, style)  # wide and tight
        self._delegate = NoveltyDelegate(model, style, self)
        self.setAccessibleDescription("Enter picks the cell, a name its row or column; Ctrl adds, Shift reaches on.")
        self.setItemDelegate(self._delegate)
        self.setModel(model)
        for head in (self.horizontalHeader(), self.verticalHeader()):
            head.hide()
            head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            head.setMinimumSectionSize(1)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def restyle(self, style: MatrixStyle) -> None:
        """Paint with other colours and fonts."""
        self._styles = (style, replace(style, is_tight=True))
        self.fit()
        self.viewport().update()

    def fit(self) -> None:
        """Give names and counts the room they need, and share the rest among the kinds.

        In a narrow panel gaps shrink first, then names are written shortly; counts are never cut.
        """
        wide, tight = self._styles
        for style, is_short in ((wide, False), (tight, False), (tight, True)):
            self._delegate.matrix_style, self._delegate.is_short = style, is_short
            names, least = self._names_width(), self._least_widths()
            if names + sum(least) <= self.width():
                break
        columns = _shared(least, max(self.width() - names, sum(least)))
        for column, width in enumerate((self.width() - sum(columns), *columns)):
            self.setColumnWidth(column, width)
        for row in range(self._novelty.rowCount()):
            self.setRowHeight(row, wide.row_height if row else wide.head_height)
        self.setFixedHeight(wide.head_height + wide.row_height * (self._novelty.rowCount() - 1))

    def shown_name(self, row: int) -> str:
        """Tell how a row is named at this width."""
        return self._delegate.name(str(self._novelty.novelty_at(row)))

    def _names_width(self) -> int:
        style = self._delegate.matrix_style
        names = [self.shown_name(row) for row in range(1, self._novelty.rowCount())]
        return math.ceil(max(map(style.head_metrics.horizontalAdvance, names)) + style.padding)

    def _least_widths(self) -> list[int]:
        """Measure the counts of each kind, and its letters."""
        style = self._delegate.matrix_style
        letters = QFontMetricsF(scaled_font(style.font, CAPTION, is_bold=True)).horizontalAdvance("LBE")
        counts = [style.count_metrics.horizontalAdvance(f"{count:,}") for count in self._novelty.largest_by_kind]
        return [math.ceil(max(count, letters) + _GAPS * style.padding) for count in counts]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width."""
        super().resizeEvent(event)
        self.fit()


def _shared(least: list[int], width: int) -> list[int]:
    """Share a width among columns: alike, where all of them fit so, else what is left over their least."""
    if max(least) * len(least) <= width:
        return [width // len(least)] * len(least)
    spare = (width - sum(least)) // len(least)
    return [own + spare for own in least]


_MARGIN, _GAP, _COLUMN_GAP = 12, 5, 8  # at a font of 13 pixels
_ANY = Term("kind", KINDS)


class TrainingPanel(FilterPanel):
    """Show what training knows of the mentions of events, and what memory alone would get right.

    Signals
    -------
    novelty_picked(object, object, bool)
        Lists of novelties and of kinds that are to be picked, either may be empty; true if they are to be added.
    query_requested(str)
        A number was clicked: exactly these events are to be kept.
    """

    novelty_picked = Signal(object, object, bool)
    query_requested = Signal(str)
    view: NoveltyView

    def __init__(self, parent: QWidget | None = None) -> None:
        self._model = NoveltyModel()
        self._body = QWidget()
        style = MatrixStyle(current_theme(), QApplication.font())
        super().__init__("Training", "novelty_matrix", NoveltyView(self._model, style), self._body, parent)
        self.setObjectName("training_panel")
        middle, end = Qt.TextElideMode.ElideMiddle, Qt.TextElideMode.ElideRight
        self._words = [ElidedLabel(middle), ElidedLabel(middle), ElidedLabel(end), ElidedLabel(end)]
        self._numbers = [DoorLabel(words="text2") for _words in self._words]
        self._rows, self._lines = QVBoxLayout(self._body), QGridLayout()
        self._build_body()
        self.view.chosen.connect(self._on_chosen)
        self.view.ranged.connect(self._on_ranged)
        self.view.setCurrentIndex(self._model.index(1, 1))

    def speak(self, wording: Wording) -> None:
        """Call the two sides so from the next counts on."""
        super().speak(wording)
        self._model.wording = wording

    def show_novelty(self, counts: AnyIntArray, subsets: Collection[object], kinds: Collection[object]) -> None:
        """Show the events by what training knows of their mentions.

        Parameters
        ----------
        counts : ndarray of int, shape (3, 6)
            Events by novelty and kind under the other filters.
        subsets, kinds : collection of object
            What the filter names of each.
        """
        self._model.set_counts(counts, subsets, kinds)
        self.view.fit()

    def show_share(self, n_seen: int, n_mentions: int) -> None:
        """Say in the head how many reference mentions training has with their type."""
        share = percent_text(n_seen, n_mentions)
        self.set_summary(
            "no mentions"
            if share == UNDEFINED
            else f"{share} % {'of A ' if self._model.wording.is_neutral else ''}seen"
        )

    def show_memory(self, counts: MemoryCounts) -> None:
        """Show what memory explains."""
        n_repeated = f"{counts.n_repeated:,} of {counts.n_sentences:,}"
        repeated = Piece(n_repeated, query_text(REPEATED), meaning("repeated_sentences"))
        whole = _f1_piece(counts.with_repeated, counts.kept, "F1 over all sentences")
        fresh = _f1_piece(counts.without_repeated, all_of(counts.kept, negated(REPEATED)), meaning("without_repeated"))
        for place, (words, number) in enumerate(_memory_lines(counts, self._model.wording)):
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

    def _term(self, index: QModelIndex) -> Filter:
        novelty, kind = self._model.novelty_at(index.row()), self._model.kind_at(index.column())
        terms = (("tough", novelty), ("kind", kind))
        return all_of(*(Term(field, (value,)) for field, value in terms if value))

    def _restyle(self) -> None:
        style = MatrixStyle(current_theme(), self.font())
        self.view.restyle(style)
        margin, gap = round(_MARGIN * style.unit), round(_GAP * style.unit)
        self._rows.setContentsMargins(margin, 0, margin, 0)
        self._rows.setSpacing(gap)
        self._lines.setVerticalSpacing(round(gap / 2))
        self._lines.setHorizontalSpacing(round(_COLUMN_GAP * style.unit))
        for part in (*self._words, *self._numbers):
            part.setFont(style.count_font)
        for words in self._words:
            colours = words.palette()
            colours.setColor(QPalette.ColorRole.WindowText, style.theme.text2)
            words.setPalette(colours)

    def _on_chosen(self, index: QModelIndex, is_added: bool) -> None:
        novelty, kind = self._model.novelty_at(index.row()), self._model.kind_at(index.column())
        self.novelty_picked.emit([novelty] if novelty else [], [kind] if kind else [], is_added)

    def _on_ranged(self, first: QModelIndex, last: QModelIndex) -> None:
        rows, columns = (sorted(pair) for pair in ((first.row(), last.row()), (first.column(), last.column())))
        novelties = [name for row in range(rows[0], rows[1] + 1) if (name := self._model.novelty_at(row))]
        kinds = [name for column in range(columns[0], columns[1] + 1) if (name := self._model.kind_at(column))]
        self.novelty_picked.emit(novelties, kinds, False)

    def _on_menu_requested(self, index: QModelIndex, place: QPoint) -> None:
        text, explanation = index.data(Qt.ItemDataRole.DisplayRole), index.data(Qt.ItemDataRole.WhatsThisRole)
        self._show_menu(text, self._term(index), explanation, place)


def _memory_lines(counts: MemoryCounts, wording: Wording) -> list[tuple[str, Piece]]:
    """Say what each gets right alone; nothing where the system on show is memory itself."""
    if counts.only_memory is None or counts.only_system is None:
        return [("", Piece("")), ("", Piece(""))]
    memory = Piece(f"{counts.only_memory:,}", query_text(counts.memory_alone), wording.meaning("memory_alone"))
    system = Piece(f"{counts.only_system:,}", query_text(counts.system_alone), wording.meaning("system_alone"))
    if wording.is_neutral:
        return [(f"A and memory, not {counts.system}", memory), (f"A and {counts.system}, not memory", system)]
    return [(f"Memory right, {counts.system} wrong", memory), (f"{counts.system} right, memory wrong", system)]


def _f1_piece(counts: Counts, kept: Filter, explanation: str) -> Piece:
    text = percent_text(2 * counts.correct, counts.reference + counts.predicted)
    if text == UNDEFINED:
        return Piece(text, query_text(all_of(kept, _ANY)), "Undefined: no mention is left on either side.")
    return Piece(text, query_text(all_of(kept, _ANY)), explanation)
