"""How far apart A and B are in F1 or recall, for all mentions and by type; a filter by type."""

import math
from collections.abc import Collection
from math import isnan
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from nerinspect.events.scores import UNDEFINED, Measure
from nerinspect.glossary import meaning
from nerinspect.query.filters import Everything, Filter, Term
from nerinspect.systems.significance import p_in_words
from nerinspect.ui.filters.counts_table import NO_INDEX, CellRole, ComparedDelegate, ComparedModel, CountsTable, Index
from nerinspect.ui.filters.difference_tester import Answer, Draws
from nerinspect.ui.filters.panel import Choice, ChoiceButton, FilterPanel
from nerinspect.ui.kit.doors import DoorLabel, Piece
from nerinspect.ui.kit.tables.painters import DOT, SMALL, ValuesStyle, paint_interval, small_width
from nerinspect.ui.kit.text_lines import draw_text
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, scaled_font
from nerinspect.ui.theme.themes import current_theme

if TYPE_CHECKING:
    from nerinspect.query.differences import ComparedType


NAME, POINTS, INTERVAL = range(3)
ALL: Final = "all"
_MINUS: Final = "−"


class DifferenceModel(ComparedModel):
    """A row for all counted mentions, then one for each type.

    Attributes
    ----------
    is_stale : bool
        Whether newer numbers are on their way.
    measure : str
        What A and B are compared by.
    """

    titles = ("", "A − B", "95 % interval")

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[ComparedType, ...] = ()
        self._caption = ""
        self._picked: frozenset[object] = frozenset()
        self._names = ("A", "B")
        self.is_stale = False
        self.measure: Measure = "F1"

    @property
    def limits(self) -> tuple[float, float]:
        """Where the axis ends: at the lowest and the highest interval, and never beside zero."""
        numbers = [0.0]
        for row in self._rows:
            spread = row.bootstrap
            numbers += [end for end in (spread.difference, spread.low, spread.high) if end == end]
        return min(numbers), max(numbers)

    def set_rows(
        self, rows: "Collection[ComparedType]", names: tuple[str, str], caption: str, measure: Measure = "F1"
    ) -> None:
        """Show other numbers.

        Parameters
        ----------
        rows : collection of ComparedType
            All mentions, then each type.
        names : tuple of str
            What A and B are called.
        caption : str
            The mentions that are counted.
        measure : str
            What A and B are compared by.
        """
        self.measure = measure
        is_other = [row.type_name for row in rows] != [row.type_name for row in self._rows]
        if is_other:
            self.beginResetModel()
        self._rows, self._names, self._caption, self.is_stale = tuple(rows), names, caption, False
        if is_other:
            self.endResetModel()
        else:
            self.announce()
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, NAME, NAME)

    def set_stale(self) -> None:
        """Dim what is shown: newer numbers are on their way."""
        self.is_stale = True
        self.announce()

    def set_picked(self, picked: Collection[object]) -> None:
        """Mark other types as those that the filter names."""
        self._picked = frozenset(picked)
        self.announce()

    def row(self, place: int) -> "ComparedType":
        """Give what a row says."""
        return self._rows[place]

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Count all mentions and the types."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give what one cell shows; its value is the row."""
        return self._rows[index.row()] if role == CellRole.VALUE else super().data(index, role)

    def text(self, index: Index) -> str:
        """Write name, difference or interval, in points of a hundred."""
        row = self._rows[index.row()]
        match index.column():
            case 1:
                return points_text(row.bootstrap.difference)
            case 2:
                return interval_text(row)
        return row.type_name or ALL

    def is_picked(self, index: Index) -> bool:
        """Tell whether the filter names the type."""
        name = self._rows[index.row()].type_name
        return name is not None and name in self._picked

    def is_dim(self, index: Index) -> bool:
        """Dim what is stale, and what rests on few mentions."""
        return self.is_stale or self._rows[index.row()].is_small

    def spoken(self, index: Index) -> str:
        """Say the whole row."""
        row = self._rows[index.row()]
        small = f", small sample: {row.sample_in_words}" if row.is_small else ""
        points, interval = points_text(row.bootstrap.difference), interval_text(row)
        return f"{row.type_name or 'all mentions'}: A minus B {points}, 95 percent interval {interval}{small}"

    def explained(self, index: Index) -> str:
        """Say both scores, how they were compared and what the interval means."""
        row, spread = self._rows[index.row()], self._rows[index.row()].bootstrap
        (a, b), lines = self._names, [row.type_name] if row.type_name else []
        n_runs = max(len(row.counts_a), len(row.counts_b))
        mean = "Each is the mean over its runs. " if n_runs > 1 else ""
        scores = f"{row.measure} of A, {a}: {_score(row.score_a)}; of B, {b}: {_score(row.score_b)}."
        lines.append(f"{scores} {mean}The difference is taken before rounding.")
        if spread.n_samples:
            lines.append(f"A − B: {points_text(spread.difference)}; 95 % interval {interval_text(row)}.")
            lines.append(f"{p_in_words(spread.p)} over {spread.n_samples:,} samples; {row.sample_in_words}.")
        else:
            lines.append(f"–: {row.measure} of A or of B is undefined, since there are no mentions to score.")
        lines.append(meaning("bootstrap_interval"))
        if row.is_small:
            lines.append(f"small: {meaning('small_sample')}")
        return "\n".join(lines)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Name a column; over the names stands what is counted."""
        if (orientation, section, role) == (Qt.Orientation.Horizontal, NAME, Qt.ItemDataRole.DisplayRole):
            return self._caption
        return super().headerData(section, orientation, role)

    def title_explained(self, section: int) -> str:
        """Say what the numbers are."""
        return meaning("bootstrap_interval") if section == INTERVAL else difference_meaning(self.measure)

    def as_tsv(self) -> str:
        """Write all rows with both scores, as text that a spreadsheet takes."""
        scores = f"{self.measure} A", f"{self.measure} B"
        lines = [["Type", *scores, "A − B", "Low", "High", "p (bootstrap)", "Only A", "Only B", "p (McNemar)"]]
        for row in self._rows:
            spread = row.bootstrap
            numbers = [_score(row.score_a), _score(row.score_b), *map(points_text, (spread.difference, spread.low))]
            numbers += [points_text(spread.high), f"{spread.p:.4g}", str(row.only_a), str(row.only_b)]
            name = " ".join((row.type_name or ALL).split())
            lines.append([name, *numbers, f"{row.mcnemar_p:.4g}"])
        return "".join("\t".join(line) + "\n" for line in lines)


def difference_meaning(measure: Measure) -> str:
    """Say what the difference of F1, or of recall, is."""
    return meaning("f1_difference" if measure == "F1" else "recall_difference")


def points_text(difference: float) -> str:
    """Write a difference of scores in points of a hundred, such as `+4.39`; what rounds to nothing has no sign."""
    if isnan(difference):
        return UNDEFINED
    text = f"{abs(100 * difference):.2f}"
    return text if not float(text) else ("+" if difference > 0 else _MINUS) + text


def interval_text(row: "ComparedType") -> str:
    """Write an interval, such as `3.38 to 5.42`."""
    if not row.bootstrap.n_samples:
        return UNDEFINED
    return " to ".join(points_text(end).removeprefix("+") for end in (row.bootstrap.low, row.bootstrap.high))


def _score(score: float) -> str:
    return UNDEFINED if score != score else f"{100 * score:.2f}"


_Index = QModelIndex | QPersistentModelIndex
_MOST_OF_WIDTH = 0.4  # that the names take where the interval is not written
_PLOT, _LEAST_PLOT, _LEAST_NAMES = 48, 30, 60  # at a font of 13 pixels; with less room, the interval is not written
_LEAST_NAME, _LARGE_DOT = 36, 4  # where less is left of a name, it is just dim


class DifferenceView(CountsTable):
    """Rows that are picked by their type.

    Attributes
    ----------
    names_width : int
        What the names take of the first column, in device-independent pixels; the dots stand in the rest of it.

    Signals
    -------
    shown
        Somebody looks at it.
    """

    shown = Signal()

    def __init__(self, model: DifferenceModel, style: ValuesStyle, parent: QWidget | None = None) -> None:
        super().__init__(model, "F1 difference of A and B", style, parent)
        self.differences = model
        self.names_width = 0
        self.setAccessibleDescription("Enter picks the type, Ctrl adds, Shift reaches on.")
        self.setItemDelegate(_DifferenceDelegate(self))
        self.setModel(model)
        self.restyle(style)

    def showEvent(self, event: QShowEvent) -> None:
        """Tell that somebody looks at it."""
        super().showEvent(event)
        self.shown.emit()

    def font_of(self, row: int) -> QFont:
        """Write all mentions in bold."""
        style = self.row_style
        return style.row_font if row else scaled_font(style.font, DETAIL, is_bold=True)

    def _share_width(self, width: int) -> None:
        """Give numbers what they need, and the axis and the names the rest; names are cut before the interval goes."""
        style, model = self.row_style, self.differences
        rows = range(model.rowCount())
        names = [self._advance(row, NAME) + self.small_width * model.row(row).is_small for row in rows]
        widest = max(names, default=0.0) + style.margin + style.gap
        points, interval = (self._number_width(column) for column in (POINTS, INTERVAL))
        interval += round(style.margin)
        room = width - points - interval
        has_interval = room >= min(widest, _LEAST_NAMES * style.unit) + _LEAST_PLOT * style.unit
        most = max(room - _PLOT * style.unit, _LEAST_NAMES * style.unit) if has_interval else _MOST_OF_WIDTH * width
        self.names_width = math.ceil(min(widest, most))
        self.setColumnHidden(INTERVAL, not has_interval)
        if not has_interval and self.currentIndex().column() == INTERVAL:
            self.setCurrentIndex(self.currentIndex().siblingAtColumn(POINTS))
        self.setColumnWidth(POINTS, points)
        self.setColumnWidth(INTERVAL, interval)
        self.setColumnWidth(NAME, max(width - points - interval * has_interval, 1))

    @property
    def small_width(self) -> float:
        """Room of the word behind a name whose numbers say little."""
        return self.row_style.metrics.horizontalAdvance(" ") + small_width(self.row_style)

    def _advance(self, row: int, column: int) -> float:
        return QFontMetricsF(self.font_of(row)).horizontalAdvance(
            self.differences.text(self.differences.index(row, column))
        )

    def _number_width(self, column: int) -> int:
        """Tell what the numbers of a column and its title need."""
        style = self.row_style
        title = QFontMetricsF(style.head_font).horizontalAdvance(self.differences.titles[column])
        numbers = (self._advance(row, column) for row in range(self.differences.rowCount()))
        return math.ceil(max(title, *numbers, 0.0) + 1.5 * style.gap)


class _DifferenceDelegate(ComparedDelegate):
    """Paint a name with dot and interval behind it, or numbers."""

    view: DifferenceView

    def paint_content(self, painter: QPainter, rect: QRectF, index: _Index, is_hovered: bool) -> None:
        """Paint one cell."""
        style, row = self.view.row_style, index.data(CellRole.VALUE)
        theme = style.theme
        ink = theme.dimmed if index.data(CellRole.IS_DIM) else theme.text
        if index.column() != NAME:
            is_last = index.column() == INTERVAL or self.view.isColumnHidden(INTERVAL)
            place = rect.adjusted(0, 0, -(style.margin if is_last else 0), 0)
            ink = theme.text2 if index.column() == INTERVAL and ink == theme.text and index.row() else ink
            right, never = Qt.AlignmentFlag.AlignRight, Qt.TextElideMode.ElideNone
            font = self.view.font_of(index.row())
            draw_text(painter, font, ink, place, index.data(), right, elide=never, is_underlined=is_hovered)
            return
        left, names = rect.left() + style.margin, rect.left() + self.view.names_width - style.gap
        has_word = row.is_small and names - left - self.view.small_width >= _LEAST_NAME * style.unit
        small = self.view.small_width if has_word else 0.0
        place = QRectF(left, rect.top(), max(names - left - small, 1), rect.height())
        draw_text(painter, self.view.font_of(index.row()), ink, place, index.data(), is_underlined=is_hovered)
        if has_word:
            place = QRectF(names - small_width(style), rect.top(), small_width(style) + 1, rect.height())
            draw_text(painter, style.head_font, theme.text3, place, SMALL)
        plot = QRectF(rect.left() + self.view.names_width, rect.top(), 0, rect.height())
        plot.setRight(rect.right() - style.gap)
        self._paint_plot(painter, plot, index)

    def _paint_plot(self, painter: QPainter, plot: QRectF, index: _Index) -> None:
        """Paint the zero of the axis, the interval and the dot; one axis for small and large dots."""
        style, spread = self.view.row_style, index.data(CellRole.VALUE).bootstrap
        dot = DOT if index.row() else _LARGE_DOT
        side = (_LARGE_DOT - dot) * style.unit
        ink = style.theme.dimmed if index.data(CellRole.IS_DIM) else style.theme.text
        drawn = spread.low, spread.difference, spread.high
        limits = self.view.differences.limits
        paint_interval(painter, style.theme, plot.adjusted(side, 0, -side, 0), limits, drawn, ink, style.unit, dot)


WAITING: Final = "Sentences are being drawn …"
DRAWS: Final = (Draws(), Draws(2_000), Draws(10_000), Draws(1_000, 1), Draws(1_000, 2))
_MEANING: Final = meaning("bootstrap")


def _choice(draws: Draws) -> Choice:
    if draws == DRAWS[0]:
        return Choice("95 %, paired bootstrap", "95 %", f"{draws.n_samples:,} samples, seed {draws.seed}. {_MEANING}")
    seed = f", seed {draws.seed}" if draws.seed else ""
    name = f"95 %, {draws.n_samples:,} samples{seed}"
    return Choice(name, "95 %", f"{draws.n_samples:,} samples, seed {draws.seed}. {_MEANING}")


class DifferencePanel(FilterPanel):
    """Show the difference of F1 with its interval, and let the user pick types.

    Attributes
    ----------
    draws : Draws
        How often sentences are drawn, and the seed.
    words : DoorLabel
        What tests say; or that they are at work.

    Signals
    -------
    type_picked : object, bool
        A type, None for all; true if it is to be added to what is picked.
    types_ranged : object
        A list of types that are to be the only ones picked.
    draws_chosen
        Other draws are wanted.
    door_opened : str
        A number of the tests was clicked: the events of A.
    door_of_b_opened : str
        The same, but the events of B.
    """

    type_picked = Signal(object, bool)
    types_ranged = Signal(object)
    draws_chosen = Signal()
    door_opened = Signal(str)
    door_of_b_opened = Signal(str)
    view: DifferenceView

    def __init__(self, parent: QWidget | None = None) -> None:
        self._model, self._body = DifferenceModel(), QWidget()
        view = DifferenceView(self._model, ValuesStyle(current_theme(), QApplication.font()))
        super().__init__("F1 difference", "f1_difference", view, self._body, parent)
        self.setObjectName("difference_panel")
        self.draws = DRAWS[0]
        self._query_of_b = ""
        self._choice = ChoiceButton("Interval", self)
        self._choice.set_choices([_choice(draws) for draws in DRAWS], 0)
        self.section.add_tool(self._choice)
        self.words = DoorLabel(self._body, words="text2", doors="text")
        self.words.setWordWrap(True)
        self._rows = QVBoxLayout(self._body)
        self._rows.addWidget(view)
        self._rows.addWidget(self.words)
        self._choice.chosen.connect(self._on_draws_chosen)
        view.chosen.connect(self._on_chosen)
        view.ranged.connect(self._on_ranged)
        self.words.query_requested.connect(self._on_door_opened)

    def show_waiting(self) -> None:
        """Dim what is shown until newer numbers come."""
        self._model.set_stale()
        if not self._model.rowCount():
            self.words.show_pieces([Piece(WAITING)])

    def show_failure(self, text: str) -> None:
        """Say why there are no newer numbers."""
        self.words.show_pieces([Piece(text)])

    def show_answer(self, answer: Answer, names: tuple[str, str]) -> None:
        """Show what was found.

        Parameters
        ----------
        answer : Answer
            All counted mentions, then each type.
        names : tuple of str
            What A and B are called in queries.
        """
        from nerinspect.ui.filters.difference_words import query_of_one, tested_pieces

        question, overall = answer.question, answer.rows[0]
        types = question.base.types_of(question.study)
        caption, measure = question.base.caption(overall.n_reference, types), question.base.measure
        self._model.set_rows(answer.rows, names, caption, measure)
        self.section.set_title(f"{measure} difference")
        self.section.set_meaning(difference_meaning(measure))
        self.words.show_pieces(tested_pieces(overall, question))
        self._query_of_b = query_of_one(question, "only-b")
        self.view.fit()
        if not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self._model.index(0, 0))

    def show_picked(self, types: Collection[object]) -> None:
        """Mark the types that the filter names."""
        self._model.set_picked(types)

    def _term(self, index: QModelIndex) -> Filter:
        name = index.data(CellRole.VALUE).type_name
        return Everything() if name is None else Term("type", (name,))

    def _on_menu_requested(self, index: QModelIndex, place: QPoint) -> None:
        self._show_menu(index.data(), self._term(index), index.data(Qt.ItemDataRole.WhatsThisRole), place)

    def _restyle(self) -> None:
        style = ValuesStyle(current_theme(), self.font())
        self.view.restyle(style)
        self.words.setFont(scaled_font(self.font(), CAPTION))
        self.words.setContentsMargins(round(style.margin), 0, round(style.margin), 0)
        self._choice.restyle(style.head_font, style.theme.text2)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(round(style.gap / 2))
        self._give_room()

    def _give_room(self) -> None:
        self._choice.set_room(self.width() - self.section.title_width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Write the choice shortly where there is little room."""
        super().resizeEvent(event)
        self._give_room()

    def minimumSizeHint(self) -> QSize:
        """Be as narrow as is wanted."""
        return QSize(0, super().minimumSizeHint().height())

    def _on_chosen(self, index: QModelIndex, is_added: bool) -> None:
        self.type_picked.emit(index.data(CellRole.VALUE).type_name, is_added)

    def _on_ranged(self, first: QModelIndex, last: QModelIndex) -> None:
        low, high = sorted((first.row(), last.row()))
        names = [self._model.row(place).type_name for place in range(low, high + 1)]
        self.types_ranged.emit([name for name in names if name is not None])

    def _on_door_opened(self, query: str) -> None:
        (self.door_of_b_opened if query == self._query_of_b else self.door_opened).emit(query)

    def _on_draws_chosen(self, place: int) -> None:
        self.draws = DRAWS[place]
        self._choice.set_choices([_choice(draws) for draws in DRAWS], place)
        self.draws_chosen.emit()
