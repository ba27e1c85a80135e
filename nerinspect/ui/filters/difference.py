"""How far apart A and B are in F1 or recall, for all mentions and by type; a filter by type."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.events.scores import UNDEFINED, Measure
from nerinspect.events.study import Study, judge_name
from nerinspect.glossary import meaning
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted, grouped, significant, word_for
from nerinspect.query.counts.outcomes import outcome_terms
from nerinspect.query.differences import ComparedType, at_mention, compare
from nerinspect.query.filters import Everything, Filter, Term, all_of, any_of
from nerinspect.query.language.parser import query_text
from nerinspect.query.rates import MentionBase
from nerinspect.query.selection import TYPE_FIELDS, Selection
from nerinspect.systems.significance import p_in_words
from nerinspect.ui.filters.counts_table import Click, CountCell, CountsTable, Head, Sheet
from nerinspect.ui.filters.panel import Choice, ChoiceButton, FilterPanel
from nerinspect.ui.kit.doors import DoorLabel, Piece
from nerinspect.ui.kit.layout import fill
from nerinspect.ui.kit.screen_text import draw_text
from nerinspect.ui.kit.tables import Index
from nerinspect.ui.kit.tables.painters import DOT, SMALL, paint_interval, small_width
from nerinspect.ui.kit.tables.sheet import score_text, signed_text
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, scaled_font


class Draws(NamedTuple):
    """How often sentences are drawn, and the seed."""

    n_samples: int = 1_000
    seed: int = 0


@dataclass(frozen=True)
class Question:
    """What is to be compared: the mentions of `base`, and by type without a look at picked types."""

    study: Study
    runs: tuple[tuple[int, ...], tuple[int, ...]]  # the predictions of system A, and of system B
    base: MentionBase
    by_type_base: MentionBase
    draws: Draws

    @classmethod
    def of(cls, study: Study, selection: Selection, a: int, b: int, draws: Draws) -> "Question":
        """Ask about two predictions of one system, or about all runs of the systems of two, under a selection."""
        systems = [study.predictions[number].system for number in (a, b)]
        runs = tuple(
            tuple(number for number, other in enumerate(study.predictions) if other.system == name) for name in systems
        )
        by_type = MentionBase.of(selection.without_field(*TYPE_FIELDS))
        pair = ((a,), (b,)) if systems[0] == systems[1] else (runs[0], runs[1])
        return cls(study, pair, MentionBase.of(selection), by_type, draws)


class Answer(NamedTuple):
    """What was found, and what was asked: all counted mentions, then each type."""

    question: Question
    rows: tuple[ComparedType, ...]


def answer(question: Question, checkpoint: Checkpoint) -> Answer:
    """Compare the systems in all counted mentions, and in each type whatever types are picked."""
    study, runs, draws = question.study, question.runs, question.draws
    whole = compare(study, *runs, question.base, draws.n_samples, draws.seed, checkpoint)
    if question.base == question.by_type_base:
        return Answer(question, whole.rows)
    by_type = compare(study, *runs, question.by_type_base, draws.n_samples, draws.seed, checkpoint).by_type
    return Answer(question, (whole.overall, *by_type))


NAME, POINTS, INTERVAL = range(3)
ALL: Final = "all"


class Comparison(NamedTuple):
    """What a table of differences shows: all mentions, then each type."""

    rows: tuple[ComparedType, ...] = ()  # all mentions, then each type
    names: tuple[str, str] = ("A", "B")  # what A and B are called
    caption: str = ""  # the mentions that are counted
    measure: Measure = "F1"  # what A and B are compared by
    picked: Collection[object] = ()  # the types that the filter names
    is_stale: bool = False  # whether newer numbers are on their way

    @property
    def limits(self) -> tuple[float, float]:
        """Where the axis ends: at the lowest and the highest interval, and never beside zero."""
        spreads = [row.bootstrap for row in self.rows]
        ends = [end for spread in spreads for end in (spread.difference, spread.low, spread.high) if end == end]
        return min([*ends, 0.0]), max([*ends, 0.0])

    def sheet(self) -> Sheet:
        """Give a row to all counted mentions, then one to each type; the value of a cell is the type."""
        points = difference_meaning(self.measure)
        heads = Head(self.caption, points), Head("A − B", points), Head("95 % interval", meaning("bootstrap_interval"))
        keys = [row.type_name for row in self.rows]
        return Sheet(heads, list(map(self._cells, self.rows)), keys, self._lines)

    def _cells(self, row: ComparedType) -> tuple[CountCell, ...]:
        name, points, interval = row.type_name, signed_text(row.bootstrap.difference), interval_text(row)
        small = f", small sample: {row.sample_in_words}" if row.is_small else ""
        spoken = f"{name or 'all mentions'}: A minus B {points}, 95 percent interval {interval}{small}"
        why, door = self._explained(row), Everything() if name is None else Term("type", (name,))
        is_picked, is_dim = name is not None and name in self.picked, self.is_stale or row.is_small
        return tuple(
            CountCell(text, name, spoken, why, door=door, is_picked=is_picked, is_dim=is_dim)
            for text in (name or ALL, points, interval)
        )

    def _explained(self, row: ComparedType) -> str:
        spread, (a, b), lines = row.bootstrap, self.names, [row.type_name] if row.type_name else []
        n_runs = max(len(row.counts_a), len(row.counts_b))
        mean = "Each is the mean over its runs. " if n_runs > 1 else ""
        scores = f"{row.measure} of A, {a}: {score_text(row.score_a)}; of B, {b}: {score_text(row.score_b)}."
        lines.append(f"{scores} {mean}The difference is taken before rounding.")
        if spread.n_samples:
            lines.append(f"A − B: {signed_text(spread.difference)}; 95 % interval {interval_text(row)}.")
            lines.append(f"{p_in_words(spread.p)} over {counted(spread.n_samples, 'sample')}; {row.sample_in_words}.")
        else:
            lines.append(f"–: {row.measure} of A or of B is undefined, since there are no mentions to score.")
        lines.append(meaning("bootstrap_interval"))
        if row.is_small:
            lines.append(f"small: {meaning('small_sample')}")
        return "\n".join(lines)

    def _lines(self) -> list[list[str]]:
        scores = f"{self.measure} A", f"{self.measure} B"
        lines = [["Type", *scores, "A − B", "Low", "High", "p (bootstrap)", "Only A", "Only B", "p (McNemar)"]]
        for row in self.rows:
            spread = row.bootstrap
            both = map(score_text, (row.score_a, row.score_b))
            points = map(signed_text, (spread.difference, spread.low, spread.high))
            tests = significant(spread.p, 4), str(row.only_a), str(row.only_b), significant(row.mcnemar_p, 4)
            lines.append([" ".join((row.type_name or ALL).split()), *both, *points, *tests])
        return lines


def difference_meaning(measure: Measure) -> str:
    return meaning("f1_difference" if measure == "F1" else "recall_difference")


def interval_text(row: ComparedType) -> str:
    if not row.bootstrap.n_samples:
        return UNDEFINED
    return " to ".join(signed_text(end).removeprefix("+") for end in (row.bootstrap.low, row.bootstrap.high))


def tested_pieces(row: ComparedType, question: Question) -> list[Piece]:
    """Say what each test found of all counted mentions, and what it rests on."""
    n_discordant, n_samples = row.only_a + row.only_b, row.bootstrap.n_samples
    n_runs = max(map(len, question.runs))
    pieces = [
        Piece(f"McNemar {p_in_words(row.mcnemar_p)} over "),
        *_discordant(row, question),
        Piece(f" discordant {word_for(n_discordant, 'mention')}{' of run 1' if n_runs > 1 else ''}"),
    ]
    if n_samples:
        drawn = f"{counted(n_samples, 'sample')} of {counted(question.study.text.n_sentences, 'sentence')}"
        pieces.append(Piece(f"; bootstrap {p_in_words(row.bootstrap.p)}, {drawn}"))
    pieces.append(Piece("."))
    if n_runs > 1:
        for name, test in (("Wilcoxon over runs", row.over_pairs), ("Rank-sum test", row.over_runs)):
            caveat = f" ({test.caveat})" if test.caveat else ""
            pieces.append(Piece(f" {name}: {test.in_words}{caveat}."))
    if row.caveat:
        pieces.append(Piece(f" {row.caveat[:1].upper()}{row.caveat[1:]}."))
    return pieces


def query_of_one(question: Question, cell: str) -> str:
    """Ask for the mentions that A alone has, `only-a`, or B alone, `only-b`, in the events of that system."""
    return _query(question, all_of(*outcome_terms(cell, *_names(question))))


def _discordant(row: ComparedType, question: Question) -> list[Piece]:
    """Count the mentions that one alone has: in one door, unless the filter keeps other ones for A than for B."""
    explained = f"Reference mentions that A has and B has not: {grouped(row.only_a)}; the other way round:"
    explained += f" {grouped(row.only_b)}.\n{meaning('mcnemar')}"
    if row.is_asked_alike:
        either = any_of(*(all_of(*outcome_terms(cell, *_names(question))) for cell in ("only-a", "only-b")))
        number = row.only_a + row.only_b
        return [Piece(grouped(number), _query(question, either) if number else "", explained)]
    explained += (
        "\nThe filter is about events, so each side is taken from the events of the system that has the mention."
    )
    of_a, of_b = (
        Piece(grouped(number), query_of_one(question, cell) if number else "", explained)
        for number, cell in ((row.only_a, "only-a"), (row.only_b, "only-b"))
    )
    return [of_a, Piece(" + "), of_b]


def _names(question: Question) -> tuple[str, str]:
    a, b = (judge_name(question.study, runs[0]) for runs in question.runs)
    return a, b


def _query(question: Question, outcome: Filter) -> str:
    return query_text(at_mention(question.study, question.base, outcome))


_MOST_OF_WIDTH = 0.4  # that the names take where the interval is not written
_PLOT, _LEAST_PLOT, _LEAST_NAMES = 48, 30, 60  # at a font of 13 pixels; with less room, the interval is not written
_LEAST_NAME, _LARGE_DOT = 36, 4  # where less is left of a name, it is just dim


class DifferenceView(CountsTable):
    """Rows that are picked by their type.

    In the first column names take `names_width` device-independent pixels, and dots stand in the rest of it.
    """

    shown = Signal()  # somebody looks at it

    refuge = POINTS

    def __init__(self) -> None:
        super().__init__("F1 difference of A and B", "Enter picks the type, Ctrl adds, Shift extends.")
        self.comparison, self.names_width = Comparison(), 0

    def show_comparison(self, comparison: Comparison) -> None:
        self.comparison = comparison
        self.show_sheet(comparison.sheet())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown.emit()

    def font_of(self, row: int) -> QFont:
        style = self.row_style
        return style.row_font if row else scaled_font(style.font, DETAIL, is_bold=True)

    def number_widths(self, width: int) -> Mapping[int, int]:
        """Give numbers what they need, and the axis and the names the rest; names are cut before the interval goes."""
        style = self.row_style
        names = [
            self._advance(row, NAME) + self._small_width * one.is_small for row, one in enumerate(self.comparison.rows)
        ]
        widest = max(names, default=0.0) + style.margin + style.gap
        points, interval = (self._number_width(column) for column in (POINTS, INTERVAL))
        interval += round(style.margin)
        room = width - points - interval
        has_interval = room >= min(widest, _LEAST_NAMES * style.unit) + _LEAST_PLOT * style.unit
        most = max(room - _PLOT * style.unit, _LEAST_NAMES * style.unit) if has_interval else _MOST_OF_WIDTH * width
        self.names_width = math.ceil(min(widest, most))
        return {POINTS: points, INTERVAL: interval} if has_interval else {POINTS: points}

    @property
    def _small_width(self) -> float:
        return self.row_style.metrics.horizontalAdvance(" ") + small_width(self.row_style)

    def _advance(self, row: int, column: int) -> float:
        return QFontMetricsF(self.font_of(row)).horizontalAdvance(self.sheet.rows[row][column].text)

    def _number_width(self, column: int) -> int:
        title = QFontMetricsF(self.row_style.head_font).horizontalAdvance(self.title(column))
        numbers = (self._advance(row, column) for row in range(len(self.sheet.rows)))
        return math.ceil(max(title, *numbers, 0.0) + 1.5 * self.row_style.gap)

    def paint_number(self, painter: QPainter, rect: QRectF, index: Index, cell: CountCell, is_hovered: bool) -> None:
        style, is_interval = self.row_style, index.column() == INTERVAL
        is_last = is_interval or self.isColumnHidden(INTERVAL)
        quiet = style.theme.text2 if is_interval and index.row() else style.theme.text
        ink = style.theme.dimmed if cell.is_dim else quiet
        place = rect.adjusted(0, 0, -(style.margin if is_last else 0), 0)
        self.draw_number(painter, place, cell.text, ink, is_hovered, self.font_of(index.row()))

    def paint_name(self, painter: QPainter, rect: QRectF, index: Index, cell: CountCell, is_hovered: bool) -> None:
        """Paint a name with dot and interval behind it; one axis serves small and large dots."""
        style, theme, row = self.row_style, self.row_style.theme, self.comparison.rows[index.row()]
        ink = theme.dimmed if cell.is_dim else theme.text
        left, names = rect.left() + style.margin, rect.left() + self.names_width - style.gap
        has_word = row.is_small and names - left - self._small_width >= _LEAST_NAME * style.unit
        small = self._small_width if has_word else 0.0
        place = QRectF(left, rect.top(), max(names - left - small, 1), rect.height())
        draw_text(painter, self.font_of(index.row()), ink, place, cell.text, is_underlined=is_hovered)
        if has_word:
            place = QRectF(names - small_width(style), rect.top(), small_width(style) + 1, rect.height())
            draw_text(painter, style.head_font, theme.text3, place, SMALL)
        spread, dot = row.bootstrap, DOT if index.row() else _LARGE_DOT
        side = (_LARGE_DOT - dot) * style.unit
        plot = QRectF(rect.left() + self.names_width + side, rect.top(), 0, rect.height())
        plot.setRight(rect.right() - style.gap - side)
        drawn = spread.low, spread.difference, spread.high
        paint_interval(painter, theme, plot, self.comparison.limits, drawn, ink, style.unit, dot)


WAITING: Final = "Sampling sentences …"
DRAWS: Final = (Draws(), Draws(2_000), Draws(10_000), Draws(1_000, 1), Draws(1_000, 2))
_MEANING: Final = meaning("bootstrap")


def _choice(draws: Draws) -> Choice:
    samples = counted(draws.n_samples, "sample")
    name = "paired bootstrap" if draws == DRAWS[0] else f"{samples}, seed {draws.seed}" if draws.seed else samples
    return Choice(f"95 %, {name}", "95 %", f"{samples}, seed {draws.seed}. {_MEANING}")


class DifferencePanel(FilterPanel):
    """Show the difference of F1 with its interval, and let the user pick types."""

    draws_chosen = Signal()  # other draws are wanted
    door_opened = Signal(str)  # a number of the tests was clicked: the events of A
    door_of_b_opened = Signal(str)  # the same, but the events of B
    view: DifferenceView

    def __init__(self) -> None:
        body, view = QWidget(), DifferenceView()
        super().__init__("F1 difference", "f1_difference", view, body)
        self.setObjectName("difference_panel")
        self.draws = DRAWS[0]  # how often sentences are drawn, and the seed
        self._query_of_b = ""
        self._choice = ChoiceButton("Interval", self)
        self._choice.set_choices([_choice(draws) for draws in DRAWS], 0)
        self.section.add_choice(self._choice)
        self.words = DoorLabel(body, words="text2", doors="text")  # what tests say; or that they are at work
        self._rows = fill(QVBoxLayout(body), view, self.words)
        self._choice.chosen.connect(self._on_draws_chosen)
        self.words.query_requested.connect(self._on_door_opened)

    def others(self, selection: Selection) -> Selection:
        return selection.without_field(*TYPE_FIELDS)

    def after(self, selection: Selection, values: Sequence[Any], column: int, click: Click) -> Selection:
        types, others = [name for name in values if name is not None], self.others(selection)
        if types and click == Click.ADDED:
            return selection.toggle("type", types[0])
        is_freed = click == Click.ALONE and selection.picked("type") == tuple(types)
        return others if is_freed or not types else others.pick_all("type", types)

    def show_waiting(self) -> None:
        """Dim what is shown until newer numbers come."""
        self.view.show_comparison(self.view.comparison._replace(is_stale=True))
        if not self.view.comparison.rows:
            self.words.show_pieces([Piece(WAITING)])

    def show_failure(self, text: str) -> None:
        self.words.show_pieces([Piece(text)])

    def show_answer(self, answer: Answer, names: tuple[str, str]) -> None:
        """Show what was found; A and B are called by names of queries."""
        question, overall = answer.question, answer.rows[0]
        types = question.base.types_of(question.study)
        caption, measure = question.base.caption(overall.n_reference, types), question.base.measure
        picked = self.view.comparison.picked
        self.view.show_comparison(Comparison(answer.rows, names, caption, measure, picked))
        self.section.set_title(f"{measure} difference")
        self.section.set_meaning(difference_meaning(measure))
        self.words.show_pieces(tested_pieces(overall, question))
        self._query_of_b = query_of_one(question, "only-b")

    def show_picked(self, types: Collection[object]) -> None:
        self.view.show_comparison(self.view.comparison._replace(picked=types))

    def _restyle(self) -> None:
        super()._restyle()
        style = self.view.row_style
        self.words.setFont(scaled_font(self.font(), CAPTION))
        self.words.setContentsMargins(round(style.margin), 0, round(style.margin), 0)
        self._choice.restyle(style.head_font, style.theme.text2)
        self._rows.setSpacing(round(style.gap / 2))
        self.section.share_room()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def _on_door_opened(self, query: str) -> None:
        (self.door_of_b_opened if query == self._query_of_b else self.door_opened).emit(query)

    def _on_draws_chosen(self, place: int) -> None:
        self.draws = DRAWS[place]
        self._choice.set_choices([_choice(draws) for draws in DRAWS], place)
        self.draws_chosen.emit()
