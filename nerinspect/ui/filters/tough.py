"""The subsets of tough mentions as a filter: how many are found, columns as wide as their numbers, types below."""

import math
from collections.abc import Collection, Mapping, Sequence
from enum import IntEnum
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QAction, QColor, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QMenu

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.events.scores import UNDEFINED, percent_text
from nerinspect.events.segment_events import SIDES
from nerinspect.glossary.wording import Wording
from nerinspect.quantities import counted, grouped
from nerinspect.query.counts.training import OWN_FIELDS, ToughCounts
from nerinspect.query.filters import AnyOf, Filter, Term, any_of, negated
from nerinspect.query.language.values import Values, toggled
from nerinspect.query.rates import EVERY_EVENT, MENTION_FIELDS, WHOLE, MentionBase, speaking_of
from nerinspect.query.selection import TYPE_FIELDS, Selection
from nerinspect.training.tough import NESTED_SUBSETS, SUBSETS, is_small
from nerinspect.ui.filters.counts_table import Click, CountCell, CountsTable, Head, Sheet
from nerinspect.ui.filters.panel import FilterPanel
from nerinspect.ui.kit.screen_text import draw_text
from nerinspect.ui.kit.tables import Index
from nerinspect.ui.kit.tables.painters import PADDING, SMALL, ValuesStyle, number_width, paint_rate_bar, small_width

FIELD: Final = "tough"
_OF_ONE_MENTION: Final = "reftough"  # asks for the subset of the very mention that has a type
_BINDING: Final = frozenset({"refattr", "refbucket"})  # fields that ask of one reference mention what others ask of any
ALL: Final = "all"


class ToughColumn(IntEnum):
    """The columns, from the left; between annotators mentions of A, of B, their agreement and mentions of both."""

    SUBSET = 0
    MENTIONS = 1
    SHARE = 2
    RECALL = 3
    MISSED = 4
    OTHER = 5  # recall of B, beside that of A; in a comparison it stands in the place of what is missed
    OF_B = SHARE
    AGREEMENT = RECALL
    BOTH = MISSED


class ToughRow(NamedTuple):
    """The mentions of a subset, or those of one type among them."""

    subset: str  # one of `SUBSETS`
    depth: int  # how deep it lies in the rows before it
    type_name: str  # the type that is counted; empty for all
    mentions: int
    recalled: int  # those found
    total: int  # all mentions that the share is taken of, between annotators of both
    types: tuple[str, ...] = ()  # the types that are counted; empty for all
    # in a comparison the mentions that B has, and those counted for B; None otherwise
    other: tuple[int, int] | None = None
    # between annotators the mentions of B, those of A being `mentions` and those of both `recalled`; None otherwise
    of_b: int | None = None

    @property
    def missed(self) -> int:
        return self.mentions - self.recalled

    @property
    def is_small(self) -> bool:
        """Whether the subset has some mentions, but fewer than one percent."""
        return not self.is_empty and is_small(self.mentions + (self.of_b or 0), self.total)

    @property
    def is_empty(self) -> bool:
        return not self.mentions + (self.of_b or 0)

    @property
    def rate(self) -> tuple[int, int]:
        """Counts of what stands as a bar: recall, or F1 as the agreement of annotators."""
        if self.of_b is None:
            return self.recalled, self.mentions
        return 2 * self.recalled, self.mentions + self.of_b

    @property
    def share_text(self) -> str:
        """The share as it is written; as everywhere, that of a subset without mentions is left open."""
        return percent_text(self.mentions, self.total) if self.mentions else UNDEFINED

    @property
    def recall_text(self) -> str:
        return percent_text(*self.rate)

    @property
    def name(self) -> str:
        return self.type_name or subset_name(self.subset)

    def text(self, column: ToughColumn) -> str:
        mentions = grouped(self.mentions) if self.mentions else "none"
        if self.of_b is not None:
            of_b = grouped(self.of_b) if self.of_b else "none"
            return (self.name, mentions, of_b, self.recall_text, grouped(self.recalled))[column]
        other = percent_text(*self.other) if self.other else ""
        return (self.name, mentions, self.share_text, self.recall_text, grouped(self.missed), other)[column]


def subset_name(subset: str) -> str:
    return "all mentions" if subset == ALL else subset


def short_name(name: str) -> str:
    return name.replace("unseen", "un.")


def tough_rows(
    counts: ToughCounts, types: Sequence[str], unfolded: str = "", other: ToughCounts | None = None
) -> tuple[ToughRow, ...]:
    """List the subsets in the order of the screen, below one of them its mentions of each counted type."""
    rows = []
    whole = SUBSETS.index(ALL)
    counted = counts.types if counts.base.named or counts.base.excluded else ()
    for subset, depth in NESTED_SUBSETS:
        place = SUBSETS.index(subset)
        numbers = int(counts.mentions[place]), int(counts.recalled[place]), int(counts.mentions[whole])
        beside = None if other is None else (int(other.recalled[place]), int(other.mentions[place]))
        of_b = None if counts.of_b_by_type is None else counts.of_b_by_type[:, [place, whole]]
        rows.append(_with_b(ToughRow(subset, depth, "", *numbers, counted, beside), of_b))
        for code, name in enumerate(types if subset == unfolded else ()):
            if name in counts.types:
                mentions, recalled = counts.mentions_by_type[code], counts.recalled_by_type[code]
                numbers = int(mentions[place]), int(recalled[place]), int(mentions[whole])
                if other is not None:
                    beside = int(other.recalled_by_type[code, place]), int(other.mentions_by_type[code, place])
                own = ToughRow(subset, depth + 1, name, *numbers, (name,), beside)
                rows.append(_with_b(own, None if of_b is None else of_b[code : code + 1]))
    return tuple(rows)


def _with_b(row: ToughRow, of_b: AnyIntArray | None) -> ToughRow:
    """Add the mentions of B in the subset, and all of B, by type; shape (n_types, 2)."""
    if of_b is None:
        return row
    in_subset, in_all = of_b.sum(axis=0).tolist()
    return row._replace(of_b=in_subset, total=row.total + in_all)


_OUTCOMES: Final = {
    ToughColumn.MENTIONS: negated(Term("kind", ("fp",))),
    ToughColumn.SHARE: negated(Term("kind", ("fp",))),
    ToughColumn.RECALL: Term("kind", ("tp",)),
    ToughColumn.MISSED: negated(Term("kind", ("tp", "fp"))),
}
"""The events whose reference mentions a number counts; events without any, which are spurious, are never among them."""


def kept_by(
    selection: Selection, rows: Sequence[ToughRow], column: ToughColumn, names: tuple[str, str] | None = None
) -> Selection:
    """Give the selection that keeps just what some cells of a column count.

    A name leaves the other filters alone. A number counts mentions however they came out, so its column takes the place
    of all that is said about outcomes, and buckets and attributes are asked of the very reference mention. There is at
    least one row; in a comparison A and B are called by names of queries.
    """
    subsets = tuple(dict.fromkeys(row.subset for row in rows))
    types = _types(rows, column)
    others = _others(selection, rows, column)
    if rows[0].of_b is not None and column != ToughColumn.SUBSET:
        asked = () if ALL in subsets else (Term(FIELD, subsets),)
        about_types = [term for term in others.terms if term.fields and term.fields <= {*TYPE_FIELDS}]
        door = _of_annotators(MentionBase.of(others), asked, types, column)
        return Selection((*about_types, *door.terms))  # where no type is counted, nothing is opened
    outcome = _outcome(column, names)
    if outcome is not None:
        others = speaking_of(others, "reference")
    is_bound = bool(types) or outcome in _rights(names) or not _BINDING.isdisjoint(others.filter.fields)
    terms = [] if ALL in subsets else [Term(_OF_ONE_MENTION if is_bound else FIELD, subsets)]
    kept = Selection((*others.terms, *terms, *([Term("ref", types)] if types else [])))
    return kept if outcome is None else _with_outcome(kept, outcome)


def pick_rows(
    selection: Selection, rows: Sequence[ToughRow], column: ToughColumn, names: tuple[str, str] | None = None
) -> Selection:
    """Keep just what some cells count, as `kept_by` does; if that is what is kept, free what they picked."""
    kept = kept_by(selection, rows, column, names)
    if set(kept.terms) != set(selection.terms):
        return kept
    if column != ToughColumn.SUBSET:
        return selection.without_field(*OWN_FIELDS, "kind", "right", *(TYPE_FIELDS if rows[0].type_name else ()))
    return _others(selection, rows, column)


def add_row(
    selection: Selection, row: ToughRow, column: ToughColumn, names: tuple[str, str] | None = None
) -> Selection:
    """Add a subset to those picked, or take it away; the column chooses the outcome as for `kept_by`."""
    if row.subset == ALL or row.type_name:
        return pick_rows(selection, (row,), column, names)
    subsets = toggled(picked_subsets(selection), row.subset)
    if not subsets:
        return selection.without_field(*OWN_FIELDS)
    return kept_by(selection, [row._replace(subset=str(subset)) for subset in subsets], column, names)


def picked_subsets(selection: Selection) -> Values:
    """Name the subsets that a selection picks, of the main mentions of an event or of one mention of a side."""
    for term in selection.terms:
        if isinstance(term, AnyOf) and term.fields == {"reftough", "predtough"}:
            return Selection((term.filters[0],)).picked("reftough")
    return next((picked for field in (FIELD, "reftough", "predtough") if (picked := selection.picked(field))), ())


def _of_annotators(
    base: MentionBase, subsets: tuple[Term, ...], types: tuple[str, ...], column: ToughColumn
) -> Selection:
    """Ask for the events that hold mentions of A, of B or of both, or one of either, as agreement counts them."""
    of_subset = base._replace(events=EVERY_EVENT, asked=(*subsets, *base.asked))
    of_a, of_b = (of_subset.holding(side, types) for side in SIDES)
    if column == ToughColumn.AGREEMENT:
        is_any = not of_subset.asked and not types
        return Selection((base.events, EVERY_EVENT if is_any else any_of(of_a, of_b)))
    if column == ToughColumn.BOTH:
        return Selection((base.events, *([of_a] if of_subset.asked or types else []), Term("kind", ("tp",))))
    return Selection((base.events, of_b if column == ToughColumn.OF_B else of_a))


def _types(rows: Sequence[ToughRow], column: ToughColumn) -> tuple[str, ...]:
    """Name the types of reference mentions that cells say something of; none if they leave types as they are."""
    if column != ToughColumn.SUBSET or all(row.type_name for row in rows):
        return tuple(dict.fromkeys(name for row in rows for name in row.types))
    return ()


def _others(selection: Selection, rows: Sequence[ToughRow], column: ToughColumn) -> Selection:
    """Drop what cells say themselves: the subset, and types if they name some."""
    return selection.without_field(*OWN_FIELDS, *(TYPE_FIELDS if _types(rows, column) else ()))


def _rights(names: tuple[str, str] | None) -> tuple[Filter, ...]:
    return tuple(Term("right", (name,)) for name in names or ())


def _outcome(column: ToughColumn, names: tuple[str, str] | None) -> Filter | None:
    """Give what a column says about outcomes; in a comparison it is said of A and of B in the same words."""
    if names is not None and column in (ToughColumn.RECALL, ToughColumn.OTHER):
        return _rights(names)[column == ToughColumn.OTHER]
    return _OUTCOMES.get(column)


def _with_outcome(selection: Selection, outcome: Filter) -> Selection:
    """Put what a column says about outcomes in the place of all that is said about them."""
    mentions = (term for term in selection.terms if term.fields <= MENTION_FIELDS)
    return Selection((*mentions, outcome))


_TITLES: Final = ("Subset", "Mentions", "Share", "Recall", "Missed")
_COMPARED_TITLES: Final = ("Subset", "Mentions", "Share", "A", "", "B")
_NEUTRAL_TITLES: Final = ("Subset", "A", "B", "F1", "Both")
_SHORT_TITLES: Final = {"Mentions": "Count"}
_MEANINGS: Final = ("tough", "tough_mentions", "tough_share", "tough_recall", "tough_missed", "tough_recall")


class ToughLooks(NamedTuple):
    """What of the subsets is on show."""

    counts: ToughCounts  # mentions by subset under the other filters, and those found
    types: tuple[str, ...]  # names of the types of the study
    wording: Wording  # what the two sides are called
    picked: frozenset[str] = frozenset()  # subsets that the filter names
    unfolded: str = ""  # the subset whose types are listed; empty for none
    other: ToughCounts | None = None  # those of B, in a comparison
    names: tuple[str, str] | None = None  # what A and B are called in queries, in a comparison

    @property
    def has_types(self) -> bool:
        return len(self.counts.types) > 1

    def sheet(self) -> Sheet:
        """Give the subsets in the order of the screen, below one of them its types; the value of a cell is its row."""
        rows = tough_rows(self.counts, self.types, self.unfolded, self.other)
        titles = _NEUTRAL_TITLES if self.wording.is_neutral else _TITLES if self.names is None else _COMPARED_TITLES
        heads = [
            Head(title, self.wording.meaning(key), _SHORT_TITLES.get(title, title))
            for title, key in zip(titles, _MEANINGS, strict=False)
        ]
        columns = list(ToughColumn)[: len(titles)]
        cells = [[self._cell(row, column) for column in columns] for row in rows]
        return Sheet(heads, cells, [(row.subset, row.type_name) for row in rows], lambda: self._lines(titles, rows))

    def _cell(self, row: ToughRow, column: ToughColumn) -> CountCell:
        return CountCell(
            row.text(column),
            row,
            self._spoken(row, column),
            self._explained(row, column),
            is_picked=row.subset in self.picked,
            is_dim=row.is_small or row.is_empty,
        )

    def _lines(self, titles: Sequence[str], rows: Sequence[ToughRow]) -> list[list[str]]:
        """Write all rows under their heads, with a column for the types if some are listed."""
        has_types = any(row.type_name for row in rows)
        lines = [[*filter(None, titles), *(["Type"] if has_types else [])]]
        for row in rows:
            numbers = [str(row.mentions), row.share_text, row.recall_text, str(row.missed)]
            if self.names is not None:
                numbers[-1] = row.text(ToughColumn.OTHER)
            if row.of_b is not None:
                numbers = [str(row.mentions), str(row.of_b), row.recall_text, str(row.recalled)]
            kind = [" ".join((row.type_name or "all").split())] if has_types else []
            lines.append([subset_name(row.subset), *numbers, *kind])
        return lines

    def _explained(self, row: ToughRow, column: ToughColumn) -> str:
        if self.names is None or row.other is None or column not in (ToughColumn.RECALL, ToughColumn.OTHER):
            lines = _explained(row, column) if row.of_b is None else _explained_of_both(row, column)
            return "\n".join([*lines, self.wording.meaning(f"tough_{row.subset}")])
        is_b = column == ToughColumn.OTHER
        numbers = row.other if is_b else (row.recalled, row.mentions)
        type_name = f"{row.type_name} " if row.type_name else ""
        said = _side_explained("AB"[is_b], self.names[is_b], *numbers, type_name)
        return f"{said}\n{self.wording.meaning(f'tough_{row.subset}')}"

    def _spoken(self, row: ToughRow, column: ToughColumn) -> str:
        name = f"{subset_name(row.subset)}{f', {row.type_name}' if row.type_name else ''}"
        state = ", small" if row.is_small else ""
        if row.of_b is not None and column != ToughColumn.SUBSET:
            return f"{name}: {_spoken_of_both(row, column)}{state}"
        match column:
            case ToughColumn.SUBSET:
                return f"{name}{state}"
            case ToughColumn.MENTIONS:
                return f"{name}: {counted(row.mentions, 'mention')}{state}"
            case ToughColumn.SHARE | ToughColumn.RECALL | ToughColumn.OTHER if row.text(column) == UNDEFINED:
                return f"{name}: {'share' if column == ToughColumn.SHARE else 'recall'} undefined{state}"
            case ToughColumn.SHARE:
                return f"{name}: {row.share_text} percent of the mentions{state}"
            case ToughColumn.RECALL | ToughColumn.OTHER:
                whose = "" if self.names is None else f" of {'A' if column == ToughColumn.RECALL else 'B'}"
                return f"{name}: recall{whose} {row.text(column)} percent{state}"
        return f"{name}: {grouped(row.missed)} missed{state}"


def _side_explained(letter: str, name: str, n_found: int, n_mentions: int, type_name: str) -> str:
    if not n_mentions:
        return f"{letter} is {name}; –: no mention is in the subset, so recall is undefined."
    mentions = counted(n_mentions, f"{type_name}mention")
    found = f"finds {grouped(n_found)} of {mentions} with the same extent and type ({_percent(n_found, n_mentions)})"
    return f"{letter}, {name}, {found}."


def _spoken_of_both(row: ToughRow, column: ToughColumn) -> str:
    if column == ToughColumn.AGREEMENT:
        return "F1 undefined" if row.is_empty else f"F1 {row.recall_text} percent"
    whose = {ToughColumn.MENTIONS: "of A", ToughColumn.OF_B: "of B", ToughColumn.BOTH: "of both"}[column]
    n = {ToughColumn.MENTIONS: row.mentions, ToughColumn.OF_B: row.of_b or 0, ToughColumn.BOTH: row.recalled}[column]
    return f"{counted(n, 'mention')} {whose}"


def _explained_of_both(row: ToughRow, column: ToughColumn) -> list[str]:
    type_name, of_b = f"{row.type_name} " if row.type_name else "", row.of_b or 0
    if row.is_empty:
        return (
            ["–: neither has a mention in the subset, so F1 is undefined."] if column == ToughColumn.AGREEMENT else []
        )
    small = f"small: {grouped(row.mentions + of_b)} of {counted(row.total, f'{type_name}mention')} of both sides"
    lines = [f"{small} ({_percent(row.mentions + of_b, row.total)})"] if row.is_small else []
    if column == ToughColumn.AGREEMENT:
        return [f"2 · {grouped(row.recalled)} / ({grouped(row.mentions)} + {grouped(of_b)})", *lines]
    a = counted(row.mentions, f"{type_name}mention")
    return [f"{a} of A, {grouped(of_b)} of B, {grouped(row.recalled)} of both", *lines]


def _explained(row: ToughRow, column: ToughColumn) -> list[str]:
    type_name = f"{row.type_name} " if row.type_name else ""
    lines = []
    if column == ToughColumn.RECALL and not row.mentions:
        lines.append("–: no mention is in the subset, so recall is undefined.")
    elif column == ToughColumn.SHARE and row.total and not row.mentions:
        lines.append("–: no mention is in the subset.")
    elif column in (ToughColumn.RECALL, ToughColumn.MISSED):
        n, is_found = (row.recalled, "found") if column == ToughColumn.RECALL else (row.missed, "not found")
        mentions = counted(row.mentions, f"{type_name}mention")
        lines.append(
            f"{grouped(n)} of {mentions} {is_found} with the same extent and type ({_percent(n, row.mentions)})"
        )
    if not row.total:
        lines.append("–: there are no mentions, so shares are undefined.")
    elif row.is_small or column in (ToughColumn.MENTIONS, ToughColumn.SHARE):
        whole = counted(row.total, f"{type_name}mention")
        small = "small: " if row.is_small else ""
        lines.append(f"{small}{grouped(row.mentions)} of {whole} ({_percent(row.mentions, row.total)})")
    return lines


def _percent(numerator: int, denominator: int) -> str:
    return f"{percent_text(numerator, denominator)} %" if denominator else UNDEFINED


_INDENT, _ARROW_GAP = 10, 2  # at a font of 13 pixels


def name_left(style: ValuesStyle, row: ToughRow) -> float:
    """Tell where a name begins; left of it is the arrow that lists its types."""
    return style.margin + _INDENT * style.unit * row.depth


def shown_name(row: ToughRow, is_short: bool) -> str:
    """Name a row; a type keeps its name, though a subset may be called so."""
    return short_name(row.name) if is_short and not row.type_name else row.name


def name_width(style: ValuesStyle, row: ToughRow, is_short: bool = False) -> float:
    """Measure the room that a name needs, with what stands before and behind it."""
    small = style.metrics.horizontalAdvance(" ") + small_width(style) if row.is_small else 0.0
    return name_left(style, row) + style.metrics.horizontalAdvance(shown_name(row, is_short)) + small


_WIDEST: Final = {
    ToughColumn.MENTIONS: "8,888",
    ToughColumn.SHARE: "100.00",
    ToughColumn.RECALL: "100.00",
    ToughColumn.MISSED: "888",
    ToughColumn.OTHER: "100.00",
}
_LEAST_BAR, _BAR = 26, 48  # at a font of 13 pixels, with a gap


class _Arrangement(NamedTuple):
    """What is shown, from the usual to what gives way in narrow panels."""

    has_share: bool = False
    gap: int = 4  # between columns, at a font of 13 pixels
    has_short_titles: bool = True
    has_short_names: bool = False


_ARRANGEMENTS: Final = (
    _Arrangement(has_share=True, gap=6, has_short_titles=False),
    _Arrangement(has_share=True, has_short_titles=False),
    _Arrangement(has_short_titles=False),
    _Arrangement(),
    _Arrangement(has_short_names=True),
)


class ToughView(CountsTable):
    """Cells that are picked; an arrow, or the keys + and -, list the types of a subset below it."""

    unfolding_asked = Signal(QModelIndex)  # the types of a row's subset are to be listed, or no longer

    refuge = ToughColumn.RECALL

    def __init__(self) -> None:
        super().__init__("Tough mentions", "Enter picks the cell, Ctrl adds, Shift extends; + and - list types.")
        self.looks: ToughLooks | None = None
        self.arrangement = _ARRANGEMENTS[0]

    def show_subsets(self, looks: ToughLooks) -> None:
        self.looks = looks
        self.show_sheet(looks.sheet())

    def row(self, place: int) -> ToughRow:
        row = self.sheet.rows[place][0].value
        assert isinstance(row, ToughRow), "cells of subsets stand for their rows"
        return row

    @property
    def has_types(self) -> bool:
        return self.looks is not None and self.looks.has_types

    def title(self, column: int) -> str:
        head = self.sheet.heads[column]
        return head.short if self.arrangement.has_short_titles else head.title

    def number_widths(self, width: int) -> Mapping[int, int]:
        """Choose the first arrangement in which all subsets can be read, with a bar beside recall if there is room.

        In a narrow panel gaps shrink first, then the share goes, then titles and names are short.
        """
        unit, rows = self.row_style.unit, list(map(self.row, range(len(self.sheet.rows))))
        needed, widths = 0.0, dict[int, int]()
        for self.arrangement in _ARRANGEMENTS:
            is_short, subsets = self.arrangement.has_short_names, (row for row in rows if not row.type_name)
            needed = max((name_width(self.row_style, row, is_short) for row in subsets), default=0.0)
            widths = self._number_widths()
            if width - sum(widths.values()) >= needed:
                break
        spare = width - sum(widths.values()) - needed
        if ToughColumn.OTHER not in widths and spare >= _LEAST_BAR * unit:
            widths[ToughColumn.RECALL] += math.floor(min(spare, _BAR * unit))
        return widths

    def _number_widths(self) -> dict[int, int]:
        style, widths = self.row_style, dict[int, int]()
        gap, is_compared = self.arrangement.gap * style.unit, len(self.sheet.heads) > ToughColumn.OTHER
        is_neutral = self.looks is not None and self.looks.wording.is_neutral
        for column, widest in _WIDEST.items():
            if column == (ToughColumn.MISSED if is_compared else ToughColumn.OTHER):
                continue
            if self.arrangement.has_share or column != ToughColumn.SHARE or is_neutral:
                texts = (widest, *self.texts(column))
                widths[column] = math.ceil(number_width(style, self.title(column), texts) + gap)
        widths[max(widths)] += round(style.margin - PADDING * style.unit)
        return widths

    def paint_number(self, painter: QPainter, rect: QRectF, index: Index, cell: CountCell, is_hovered: bool) -> None:
        style, row = self.row_style, self.row(index.row())
        padding, is_last = PADDING * style.unit, index.column() >= ToughColumn.MISSED
        place = rect.adjusted(0, 0, -(style.margin if is_last else padding), 0)
        if index.column() == ToughColumn.RECALL and not row.is_empty and row.other is None:
            part, whole = row.rate
            paint_rate_bar(painter, style, place.adjusted(padding, 0, 0, 0), part / whole)
        self.draw_number(painter, place, cell.text, self._ink(cell, row), is_hovered)

    def paint_name(self, painter: QPainter, rect: QRectF, index: Index, cell: CountCell, is_hovered: bool) -> None:
        """Paint the name of a subset or a type, and before a subset the arrow that lists its types."""
        style, theme, row = self.row_style, self.row_style.theme, self.row(index.row())
        left, name = rect.left() + name_left(style, row), shown_name(row, self.arrangement.has_short_names)
        if self.looks is not None and self.has_types and not row.type_name:
            place = QRectF(left - style.margin, rect.top(), style.margin - _ARROW_GAP * style.unit, rect.height())
            arrow, side = "▾" if row.subset == self.looks.unfolded else "▸", Qt.AlignmentFlag.AlignRight
            never = Qt.TextElideMode.ElideNone
            draw_text(painter, style.head_font, theme.text3, place, arrow, side, elide=never)
        place = QRectF(left, rect.top(), rect.right() - left, rect.height())
        draw_text(painter, style.row_font, self._ink(cell, row), place, name)
        small_left = style.metrics.horizontalAdvance(f"{name} ")
        if row.is_small and left + small_left + small_width(style) <= rect.right() + 1:
            draw_text(painter, style.head_font, theme.text3, place.adjusted(small_left, 0, 0, 0), SMALL)

    def _ink(self, cell: CountCell, row: ToughRow) -> QColor:
        theme = self.row_style.theme
        return theme.dimmed if cell.is_dim else theme.text2 if row.type_name else theme.text

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        place = event.position().toPoint()
        index = self.indexAt(place)
        if event.button() == Qt.MouseButton.LeftButton and self._is_arrow(index, place.x()):
            self.unfolding_asked.emit(index)
        else:
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index, is_asked = self.currentIndex(), event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Minus)
        if index.isValid() and self.looks is not None and self.has_types and is_asked:
            if (self.row(index.row()).subset == self.looks.unfolded) == (event.key() == Qt.Key.Key_Minus):
                self.unfolding_asked.emit(index)
        else:
            super().keyPressEvent(event)

    def _is_arrow(self, index: QModelIndex, x: int) -> bool:
        if not index.isValid() or index.column() != ToughColumn.SUBSET or not self.has_types:
            return False
        row = self.row(index.row())
        return not row.type_name and x < name_left(self.row_style, row)


class ToughPanel(FilterPanel):
    """Show the subsets of tough mentions with share and recall, and let the user pick what a cell counts.

    The values of `picked` are `ToughRow`: types are left out among subsets.
    """

    view: ToughView

    def __init__(self) -> None:
        super().__init__("Tough mentions", "tough", ToughView())
        self.setObjectName("tough_panel")
        self.view.unfolding_asked.connect(self._on_unfolding_asked)

    def show_counts(
        self,
        types: Sequence[str],
        counts: ToughCounts,
        picked: Collection[object] = (),
        other: ToughCounts | None = None,
        names: tuple[str, str] | None = None,
    ) -> None:
        """Show the counts, as `ToughLooks` has them; the types of the subset that is unfolded stay listed."""
        unfolded = self.view.looks.unfolded if self.view.looks else ""
        compared = (other, names) if other is not None else (None, None)
        caption, of_b = counts.caption, counts.of_b_by_type
        if of_b is not None:
            caption += f" of A, {grouped(int(of_b[:, SUBSETS.index(ALL)].sum()))} of B"
        self.set_summary("recall of A and B" if other is not None and counts.base == WHOLE else caption)
        subsets = frozenset(map(str, picked))
        self.view.show_subsets(ToughLooks(counts, tuple(types), self.wording, subsets, unfolded, *compared))

    def others(self, selection: Selection) -> Selection:
        return selection.without_field(*OWN_FIELDS)

    def after(self, selection: Selection, values: Sequence[Any], column: int, click: Click) -> Selection:
        if click == Click.ADDED:
            return add_row(selection, values[0], ToughColumn(column), self._names)
        return pick_rows(selection, values, ToughColumn(column), self._names)

    @property
    def _names(self) -> tuple[str, str] | None:
        return self.view.looks and self.view.looks.names

    def query(self, index: QModelIndex) -> str:
        others = Selection.from_filter(self._other_filters())
        return kept_by(others, [self.view.row(index.row())], ToughColumn(index.column()), self._names).text

    def menu(self, index: QModelIndex) -> QMenu:
        menu, looks, row = super().menu(index), self.view.looks, self.view.row(index.row())
        if looks is not None and looks.has_types:
            is_unfolded = row.subset == looks.unfolded
            words = "Fold types" if is_unfolded else f"List “{subset_name(row.subset)}” by type"
            listing = QAction(words, menu)
            listing.triggered.connect(lambda: self._unfold(row.subset, not is_unfolded))
            menu.insertAction(menu.actions()[-1], listing)
        return menu

    def _pick(self, values: Sequence[Any], column: int, click: Click) -> None:
        """Leave types out among subsets."""
        super()._pick([row for row in values if not row.type_name] or values, column, click)

    def _on_unfolding_asked(self, index: QModelIndex) -> None:
        subset = self.view.row(index.row()).subset
        self._unfold(subset, self.view.looks is not None and subset != self.view.looks.unfolded)

    def _unfold(self, subset: str, is_unfolded: bool) -> None:
        assert self.view.looks is not None, "one of the subsets was clicked"
        column = max(self.view.currentIndex().column(), 0)
        self.view.show_subsets(self.view.looks._replace(unfolded=subset if is_unfolded else ""))
        place = [key == (subset, "") for key in self.view.sheet.keys].index(True)
        self.view.setCurrentIndex(self.view.model().index(place, column))
        self.updateGeometry()
