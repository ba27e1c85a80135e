"""The buckets of an attribute as a filter: how well mentions with such values are found, and how many there are."""

import math
from collections.abc import Collection, Mapping, Sequence
from enum import IntEnum
from typing import Any, Final, NamedTuple

import numpy as np
from PySide6.QtCore import QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QLabel, QWidget

from nerinspect.events.scores import UNDEFINED, Counts, Measure, f1_interval, percent_text, ratio, recall_interval
from nerinspect.events.study import BUCKET_RANGE, Attribute, Unit
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.lists.mention_facts import definition_key
from nerinspect.quantities import counted, grouped, percent
from nerinspect.query.counts.buckets import BucketPanelCounts, pick_buckets, picked_buckets, without_buckets
from nerinspect.query.fields.attributes import REFERENCE_BUCKET, bucket_value
from nerinspect.query.filters import Term
from nerinspect.query.language.values import toggled
from nerinspect.query.language.words import bucket_words
from nerinspect.query.rates import MENTION_FIELDS
from nerinspect.query.selection import Selection
from nerinspect.training.tough import is_small
from nerinspect.ui.filters.counts_table import Click, CountCell, CountsTable, Head, Sheet
from nerinspect.ui.filters.panel import Choice, ChoiceButton, FilterPanel
from nerinspect.ui.kit.layout import stack
from nerinspect.ui.kit.screen_text import draw_text
from nerinspect.ui.kit.styled import set_ink
from nerinspect.ui.kit.tables import Index
from nerinspect.ui.kit.tables.painters import PADDING, SMALL, ValuesStyle, number_width, paint_rate_bar, small_width
from nerinspect.ui.theme.themes import current_theme
from nerinspect.visible import visible


class BucketColumn(IntEnum):
    """The columns, from the left."""

    BUCKET = 0
    SCORE = 1
    MENTIONS = 2


class BucketRow(NamedTuple):
    """One bucket."""

    name: str  # as in queries, such as `XS`
    edges: str  # what values it holds, shortly; empty if its name says so
    words: str  # the same in full, such as `2 to 3 tokens`
    counts: Counts  # its members
    total: int  # reference members of all buckets
    unit: Unit = "mention"  # what is counted
    measure: Measure = "F1"  # what is scored: recall where there is no precision

    @property
    def is_small(self) -> bool:
        """Whether the bucket has some reference members, but fewer than one percent."""
        return self.counts.reference > 0 and is_small(self.counts.reference, self.total)

    @property
    def is_dim(self) -> bool:
        return self.is_small or not self.counts.reference

    @property
    def score_text(self) -> str:
        return percent_text(*self.counts.parts_of(self.measure))

    def spoken(self, column: BucketColumn) -> str:
        name, state = f"{self.name}, {self.words}" if self.edges else self.name, ", small" if self.is_small else ""
        if column == BucketColumn.MENTIONS:
            return f"{name}: {counted(self.counts.reference, self.unit)}{state}"
        if column == BucketColumn.SCORE:
            score = "undefined" if self.score_text == UNDEFINED else f"{self.score_text} percent"
            return f"{name}: {self.measure} {score}{state}"
        return f"{name}{state}"


def bucket_sheet(counts: BucketPanelCounts, picked: Collection[str], wording: Wording) -> tuple[Sheet, list[BucketRow]]:
    """Give each bucket a row, in ascending order; the value of a cell is the name of its bucket."""
    own, rows = counts.own, []
    attribute, total = own.attribute, int(counts.members[0].sum())
    for place, name in enumerate(own.names):
        edges = "" if attribute.scale == "name" else bucket_words(own, place, with_unit=False)
        words, scores = counts.words(place), counts.scores(place)
        rows.append(BucketRow(name, edges, words, scores, total, attribute.unit, counts.base.measure))
    members, measure = "Tokens" if attribute.unit == "token" else "Mentions", counts.base.measure
    meanings = [wording.meaning(key) for key in ("bucket", measure.lower(), "reference_mentions")]
    titles = "Bucket", measure, f"{members} of A" if wording.is_neutral else members
    heads = list(map(Head, titles, meanings))

    def cells(row: BucketRow) -> list[CountCell]:
        texts, why = (row.name, row.score_text, grouped(row.counts.reference)), explained(row, wording)
        return [
            CountCell(
                text,
                row.name,
                row.spoken(column),
                why,
                meaning,
                is_picked=row.name in picked,
                is_dim=row.is_dim,
            )
            for column, text, meaning in zip(BucketColumn, texts, meanings, strict=True)
        ]

    lines = [["Bucket", "Values", *titles[1:]]]
    lines += [[row.name, row.words, row.score_text, str(row.counts.reference)] for row in rows]
    return Sheet(heads, list(map(cells, rows)), [(row.name, row.edges) for row in rows], lambda: lines), rows


def kept_by(selection: Selection, counts: BucketPanelCounts, names: Sequence[str], column: BucketColumn) -> Selection:
    """Give the selection that keeps just what some cells of a column count.

    A name leaves the other filters alone. A number counts mentions however they came out, so its column takes the place
    of all that is said about outcomes. At least one bucket is named.
    """
    attribute, n_wanted = counts.own.attribute.name, counts.own.n_wanted
    if column == BucketColumn.MENTIONS or (column == BucketColumn.SCORE and counts.base.measure == "Recall"):
        values = tuple(bucket_value(attribute, name, n_wanted) for name in names)
        door = Selection.from_filter(counts.doors(counts.own.names.index(names[0])).reference)
        field = REFERENCE_BUCKET.name
        return door.replaced([Term(field, values[:1])], Term(field, values))
    kept = pick_buckets(selection, attribute, names, n_wanted)
    if column == BucketColumn.SCORE:
        return Selection(tuple(term for term in kept.terms if term.fields <= MENTION_FIELDS))
    return kept


def pick_rows(selection: Selection, counts: BucketPanelCounts, names: Sequence[str], column: BucketColumn) -> Selection:
    """Keep just what some cells count, as `kept_by` does; if that is what is kept, free the attribute."""
    kept = kept_by(selection, counts, names, column)
    is_kept = set(kept.terms) == set(selection.terms)
    return without_buckets(selection, counts.own.attribute.name) if is_kept else kept


def add_row(selection: Selection, counts: BucketPanelCounts, name: str, column: BucketColumn) -> Selection:
    """Add a bucket to those picked, or take it away; the column chooses the events as for `kept_by`."""
    attribute, n_wanted = counts.own.attribute.name, counts.own.n_wanted
    names = [str(value) for value in toggled(picked_buckets(selection, attribute, n_wanted), name)]
    return kept_by(selection, counts, names, column) if names else without_buckets(selection, attribute)


def explained(row: BucketRow, wording: Wording = JUDGED) -> str:
    """Say what a bucket holds and what is scored in it, by numbers."""
    n, unit = row.counts, row.unit
    of_all = f"{grouped(n.reference)} of {counted(row.total, unit)}" + (
        f" ({percent_text(n.reference, row.total)} %)" if row.total else ""
    )
    lines = [f"{row.words}: {'small: ' if row.is_small else ''}{of_all}{' of A' if wording.is_neutral else ''}"]
    if row.measure == "Recall":
        low, high = recall_interval(np.array([[n.reference], [n.predicted], [n.correct]]))[:, 0].tolist()
        recall = _ratio("recall", n.correct, n.reference, f"the reference has no such {unit}")
        lines.append(f"{recall}, 95 % interval {percent(low, 1)} to {percent(high, 1)} %" if n.reference else recall)
        return "\n".join(lines)
    if not n.reference + n.predicted:
        return "\n".join([*lines, f"–: neither side has such a {unit}, so F1 is undefined."])
    if wording.is_neutral:
        lines.append(f"{counted(n.reference, unit)} of A, {grouped(n.predicted)} of B, {grouped(n.correct)} of both")
    else:
        lines.append(_ratio("precision", n.correct, n.predicted, f"no {unit} is predicted"))
        lines.append(_ratio("recall", n.correct, n.reference, f"the reference has no such {unit}"))
    low, high = f1_interval(np.array([[n.reference], [n.predicted], [n.correct]]))[:, 0].tolist()
    lines.append(f"F1 {row.score_text} %, 95 % interval {percent(low, 1)} to {percent(high, 1)} %")
    return "\n".join(lines)


def _ratio(name: str, correct: int, whole: int, reason: str) -> str:
    if not whole:
        return f"{name} {UNDEFINED}: {reason}"
    return f"{name} {percent_text(correct, whole)} %: {grouped(correct)} of {grouped(whole)} correct"


def bucket_width(style: ValuesStyle, row: BucketRow, names: float) -> float:
    """Measure the room of a name and what is said beside it, the margin at the left included."""
    small = style.metrics.horizontalAdvance(" ") + small_width(style) if row.is_small else 0.0
    edges = style.gap + style.metrics.horizontalAdvance(row.edges) if row.edges else 0.0
    return style.margin + (names if edges else style.metrics.horizontalAdvance(row.name)) + edges + small


_WIDEST: Final = {BucketColumn.SCORE: "100.00", BucketColumn.MENTIONS: "8,888"}
_LEAST_BAR, _BAR, _GAP = 26, 72, 6  # at a font of 13 pixels


class BucketView(CountsTable):
    """Cells that are picked; in place of a title stands the number of buckets, which can be chosen."""

    def __init__(self) -> None:
        super().__init__("Buckets", "Enter picks the cell, Ctrl adds, Shift extends.")
        self._rows: list[BucketRow] = []
        self._names_width = 0.0  # before what the buckets hold
        self.wanted = ChoiceButton("Number of buckets", self)  # chooses the number of buckets

    def show_buckets(self, counts: BucketPanelCounts, picked: Collection[str], wording: Wording) -> None:
        sheet, self._rows = bucket_sheet(counts, picked, wording)
        self.show_sheet(sheet)

    def restyle(self, font: QFont) -> None:
        style = ValuesStyle(current_theme(), font)
        self.wanted.restyle(style.head_font, style.theme.text2)
        super().restyle(font)

    def title(self, column: int) -> str:
        return "" if column == BucketColumn.BUCKET and not self.wanted.isHidden() else super().title(column)

    def fit(self) -> None:
        """Give the columns the room they need; the button lies in the head of the first."""
        super().fit()
        head, left = self.horizontalHeader().height(), round(self.row_style.margin - self.wanted.padding)
        self.wanted.set_room(self.columnWidth(BucketColumn.BUCKET) - left)
        self.wanted.setGeometry(left, 0, self.wanted.sizeHint().width(), head)

    def number_widths(self, width: int) -> Mapping[int, int]:
        """Give numbers their room, then names with what they hold, and a bar what is left; the bar goes first."""
        style, rows, widths = self.row_style, self._rows, dict[int, int]()
        self._names_width = max((style.metrics.horizontalAdvance(row.name) for row in rows), default=0.0)
        for column, widest in _WIDEST.items():
            texts = (widest, *self.texts(column))
            widths[column] = math.ceil(number_width(style, self.title(column), texts) + _GAP * style.unit)
        widths[BucketColumn.MENTIONS] += round(style.margin - PADDING * style.unit)
        needed = max((bucket_width(style, row, self._names_width) for row in rows), default=0.0)
        spare = width - sum(widths.values()) - needed
        if spare >= _LEAST_BAR * style.unit:
            widths[BucketColumn.SCORE] += math.floor(min(spare, _BAR * style.unit))
        return widths

    def paint_number(self, painter: QPainter, rect: QRectF, index: Index, cell: CountCell, is_hovered: bool) -> None:
        style, row = self.row_style, self._rows[index.row()]
        parts = row.counts.parts_of(row.measure)
        if index.column() == BucketColumn.SCORE and parts[1]:
            padding = PADDING * style.unit
            paint_rate_bar(painter, style, rect.adjusted(padding, 0, -padding, 0), ratio(*parts))
        super().paint_number(painter, rect, index, cell, is_hovered)

    def paint_name(self, painter: QPainter, rect: QRectF, index: Index, cell: CountCell, is_hovered: bool) -> None:
        style, theme, row = self.row_style, self.row_style.theme, self._rows[index.row()]
        left, middle = rect.left() + style.margin, Qt.TextElideMode.ElideMiddle
        place = QRectF(left, rect.top(), rect.right() - left, rect.height())
        ink = theme.dimmed if cell.is_dim else theme.text
        draw_text(painter, style.row_font, ink, place, row.name, elide=middle, is_underlined=is_hovered)
        if row.edges:
            place.setLeft(left + self._names_width + style.gap)
            ink = theme.dimmed if cell.is_dim else theme.text2
            draw_text(painter, style.row_font, ink, place, row.edges)
        end = rect.left() + bucket_width(style, row, self._names_width)
        if row.is_small and end <= rect.right() + 1:
            place.setLeft(end - small_width(style))
            draw_text(painter, style.head_font, theme.text3, place, SMALL)


_NUMBERS = range(BUCKET_RANGE[0], BUCKET_RANGE[1] + 1)
_NUMBER_CHOICES = tuple(
    Choice(counted(n, "bucket"), f"{n}", "Number of buckets; where values are equal, there may be fewer.")
    for n in _NUMBERS
)


class BucketPanel(FilterPanel):
    """Show the buckets of an attribute with F1, and let the user pick what a cell counts."""

    attribute_chosen = Signal(str)  # the name of another attribute
    number_chosen = Signal(int)  # another number of buckets
    view: BucketView

    def __init__(self) -> None:
        self._counts: BucketPanelCounts | None = None
        self._names: tuple[str, ...] = ()
        view = BucketView()
        self._caption = QLabel()
        body = QWidget()
        stack(body, view, self._caption)
        self.chooser = ChoiceButton("Attribute")
        super().__init__("Buckets", "bucket", view, body)
        self.setObjectName("bucket_panel")
        self.section.add_choice(self.chooser)
        self.setTabOrder(self.section.head, self.chooser)
        self.setTabOrder(self.chooser, view.wanted)
        self.setTabOrder(view.wanted, view)
        view.wanted.chosen.connect(lambda place: self.number_chosen.emit(_NUMBERS[place]))
        self.chooser.chosen.connect(lambda place: self.attribute_chosen.emit(self._names[place]))

    def others(self, selection: Selection) -> Selection:
        return without_buckets(selection, self._shown.own.attribute.name)

    def after(self, selection: Selection, values: Sequence[Any], column: int, click: Click) -> Selection:
        if click == Click.ADDED:
            return add_row(selection, self._shown, values[0], BucketColumn(column))
        return pick_rows(selection, self._shown, values, BucketColumn(column))

    @property
    def _shown(self) -> BucketPanelCounts:
        assert self._counts is not None, "what is on show was counted"
        return self._counts

    @property
    def caption(self) -> str:
        """What is said below the table: what is counted, if that is not every mention; else empty."""
        return self._caption.text()

    def show_counts(
        self, attributes: Sequence[Attribute], counts: BucketPanelCounts, picked: Collection[str] = ()
    ) -> None:
        own = counts.own
        self._counts, self._names = counts, tuple(one.name for one in attributes)
        wording = self.wording
        choices = tuple(Choice(f"{one.name}, {one.meaning}", one.name, _meaning(one, wording)) for one in attributes)
        self.chooser.set_choices(choices, self._names.index(own.attribute.name))
        self.view.wanted.set_choices(_NUMBER_CHOICES, _NUMBERS.index(own.n_wanted))
        self.view.wanted.setVisible(own.attribute.scale != "name")
        self.view.show_buckets(counts, picked, wording)
        caption = _caption(counts)
        self._caption.setText(visible(f"{caption} of A" if caption and wording.is_neutral else caption))
        self._caption.setVisible(bool(self._caption.text()))
        self.section.share_room()

    def _restyle(self) -> None:
        super()._restyle()
        style = self.view.row_style
        self.chooser.restyle(style.head_font, style.theme.text)
        self._caption.setFont(style.head_font)
        self._caption.setContentsMargins(round(style.margin), 0, round(style.margin), 0)
        set_ink(self._caption, style.theme.text3)
        self.section.share_room()

    def query(self, index: QModelIndex) -> str:
        others, name = Selection.from_filter(self._other_filters()), str(self.view.cell(index).value)
        return kept_by(others, self._shown, [name], BucketColumn(index.column())).text


def _meaning(attribute: Attribute, wording: Wording) -> str:
    key = definition_key(attribute)
    return wording.meaning(key) if key else attribute.meaning


def _caption(counts: BucketPanelCounts) -> str:
    """Say what is counted where that is not every mention."""
    if counts.own.attribute.unit == "token":
        return f"counted in tokens: {counts.caption}"
    return "" if counts.base.is_everything else counts.caption
