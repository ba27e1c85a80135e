"""One event in the details: its kind, why and at what cost; attributes and tough subsets of its mentions."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final, Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from nerinspect.events.explanation import LedgerRow, explain, ledger, surface_of
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import DEFAULT_BUCKETS, Study, shown_name
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.lists.mention_facts import (
    MENTION_FACTS,
    EventMention,
    FactValue,
    attributes_of_mentions,
    count_mentions,
    definition_key,
    event_query,
    mention_attribute,
    sentence_attributes,
)
from nerinspect.quantities import counted, grouped
from nerinspect.query.filters import Term
from nerinspect.query.language.parser import query_text
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.details.tables import READABLE, Cells, DetailCell, DetailTable, cell_width, dress, parted
from nerinspect.ui.details.training import EventTraining, ToughMention
from nerinspect.ui.kit.doors import Door, DoorLabel, Piece
from nerinspect.ui.kit.layout import fill
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.styled import set_ink
from nerinspect.ui.kit.tables.rows import CellStyle, plain_style
from nerinspect.ui.theme.fonts import CAPTION, TITLE, scaled_font
from nerinspect.ui.theme.marks import KindBadge
from nerinspect.visible import cut, visible

MOST_MENTIONS: Final = 50  # so many mentions of one event are shown; sums are taken over all
_LONGEST_SPOKEN: Final = 200  # characters


def ledger_cells(study: Study, event: int, query: str | None = None) -> Cells:
    """Lay out each mention with its demerits, of a very long event the first ones, and their sum.

    All numbers open the event, or what a query finds.
    """
    rows = ledger(study, event, MOST_MENTIONS)
    query = event_query(study, event) if query is None else query
    wording, n_demerits = study.wording, int(study.events.demerits[event])
    cells = [_ledger_row(row, query, wording) for row in rows]
    if n_left_out := count_mentions(study, event) - len(rows):
        words = DetailCell(counted(n_left_out, "more mention"), is_quiet=True)
        rest = n_demerits - sum(row.demerits for row in rows)
        cells.append([DetailCell(), words, DetailCell(), _demerits(rest, query, wording)])
    total = _demerits(n_demerits, query, wording, is_bold=True)
    name = DetailCell("Demerits", key="demerits", is_bold=True, wording=study.wording)
    empty = DetailCell(is_bold=True)
    return Cells([*cells, [name, empty, empty, total]])


def attribute_cells(study: Study, mentions: Sequence[EventMention], n_wanted: int = DEFAULT_BUCKETS) -> Cells:
    """Lay out what is known of each mention, a column for each, with as many buckets as are wanted."""
    heads = [_head(study, mention) for mention in mentions]
    rows, names = [], []
    for attribute in attributes_of_mentions(study):
        values = [mention_attribute(study, attribute, mention, n_wanted) for mention in mentions]
        key = definition_key(attribute)
        rows.append([_fact(key, attribute.name, *pair) for pair in zip(values, heads, strict=True)])
        names.append(DetailCell(attribute.name, key=key, note="" if key else attribute.meaning, wording=study.wording))
    for fact in MENTION_FACTS:
        values = [fact.value(study, mention) for mention in mentions]
        if any(value.text for value in values):
            rows.append([_fact(fact.key, fact.name, *pair) for pair in zip(values, heads, strict=True)])
            names.append(DetailCell(fact.name, key=fact.key, wording=study.wording))
    return Cells(rows, names, heads)


def sentence_cells(study: Study, event: int, n_wanted: int = DEFAULT_BUCKETS) -> list[DetailCell]:
    cells, whole = [], DetailCell(spoken="the sentence", wording=study.wording)
    for attribute, value in sentence_attributes(study, event, n_wanted):
        cell = _fact(definition_key(attribute), attribute.name, value, whole)
        cells.append(replace(cell, text=f"{attribute.name} {value.text}"))
    return cells


def _ledger_row(row: LedgerRow, query: str, wording: Wording) -> list[DetailCell]:
    verdict, side = "matched" if row.is_matched else "not matched", wording.said(row.side)
    return [
        DetailCell(row.type, side=row.side, note=side, spoken=f"{side} {row.type}"),
        DetailCell(
            row.surface, spoken=f"{side} {row.type}: {cut(row.surface, _LONGEST_SPOKEN)}, {verdict}, {row.demerits}"
        ),
        DetailCell(verdict, is_quiet=True),
        _demerits(row.demerits, query, wording),
    ]


def _demerits(count: int, query: str, wording: Wording, *, is_bold: bool = False) -> DetailCell:
    spoken = counted(count, "demerit")
    return DetailCell(
        grouped(count), query, "demerits", spoken=spoken, is_number=True, is_quiet=not count, is_bold=is_bold,
        wording=wording,
    )  # fmt: skip


def _head(study: Study, mention: EventMention) -> DetailCell:
    side: Literal["reference", "prediction"] = "reference" if mention.side == "reference" else "prediction"
    surface = surface_of(study, mention.start, min(mention.end, mention.start + _LONGEST_SPOKEN))
    spoken = f"{study.wording.said(side)} {mention.type}: {surface}"
    return DetailCell(mention.type, note=surface, spoken=spoken, side=side, is_number=True, wording=study.wording)


def _fact(key: str, name: str, value: FactValue, of: DetailCell) -> DetailCell:
    if not value.text:
        return DetailCell()
    spoken = f"{name} of {of.spoken}: {value.text}" + (f", bucket {value.bucket}" if value.bucket else "")
    return DetailCell(
        value.text, value.query, key, value.note, spoken, value.bucket, is_number=True, wording=of.wording
    )  # fmt: skip


_FEW: Final = 2  # attributes of the sentence, that fit beside each other everywhere
_LEGEND: Final = "value, bucket"


class AttributePart(QWidget):
    """Show a column for each mention, and a row for the sentence."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._head, self._legend = QLabel("Attributes"), QLabel(_LEGEND)
        self._legend.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom)
        self._of_mentions = DetailTable(desk, "Attributes of the mentions", 20, head_height=30)
        self._of_sentence = DetailTable(desk, "Attributes of the sentence", 20, stretched=0)
        self.stops: tuple[QWidget, ...] = (self._of_mentions, self._of_sentence)
        self._sentence: list[DetailCell] = []
        self._style = plain_style()
        head_row = fill(QHBoxLayout(), self._head, self._legend, stretched=self._head)
        self._column = fill(QVBoxLayout(self), head_row, self._of_mentions, self._of_sentence)

    def show_mentions(
        self, study: Study, mentions: Sequence[EventMention], n_wanted: int = DEFAULT_BUCKETS, legend: str = _LEGEND
    ) -> None:
        """Show the attributes of mentions of a sentence, with as many buckets as are wanted."""
        self._legend.setText(legend)
        self._legend.setToolTip(tooltip(study.wording.meaning("bucket")))
        self._of_mentions.show_cells(attribute_cells(study, mentions, n_wanted))
        self._sentence = sentence_cells(study, mentions[0].event, n_wanted)
        self._arrange_sentence()

    def restyle(self, style: CellStyle) -> None:
        self._style = style
        for label, font in ((self._head, style.letters_font), (self._legend, scaled_font(style.font, CAPTION))):
            dress(label, style, font, above=12, ink=style.theme.text2)
        self._column.setSpacing(round(4 * style.unit))
        for table in (self._of_mentions, self._of_sentence):
            table.restyle(style)
        self._arrange_sentence()

    def _arrange_sentence(self) -> None:
        """Put the attributes of the sentence into one row, or into two where that has no room for them."""
        name, cells = DetailCell("sentence"), self._sentence
        needed = sum(cell_width(self._style, cell) for cell in (name, *cells))
        if needed <= self.width() or len(cells) <= _FEW:
            self._of_sentence.show_cells(Cells([cells], [name]))
        else:
            first, rest = cells[:-_FEW], cells[-_FEW:]
            filled = [*([DetailCell()] * (_FEW - len(first))), *first]
            self._of_sentence.show_cells(Cells([filled, rest], [name, DetailCell()]))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._arrange_sentence()


_SURFACE: Final = 1  # the column of the ledger that takes the room that is left


class EventPart(QWidget):
    """Explain one event, alone or as that of A or B.

    `is_compared`: whether it stands beside events of another prediction: the title is then the system, the kind a
    badge.
    """

    def __init__(self, desk: Desk, *, is_compared: bool = False) -> None:
        super().__init__()
        self._is_compared = is_compared
        self._letter, self._title, self._letters, self._badge = QLabel(), QLabel(wordWrap=True), QLabel(), KindBadge()
        self._kind = ""
        self._style = plain_style()
        self._sentence, self._head = QLabel(wordWrap=True), QLabel("Demerits")
        self.ledger = DetailTable(desk, "Demerits", 24, stretched=_SURFACE)
        self._sentence.setTextInteractionFlags(READABLE)
        self._lay_out()

    def show_event(self, study: Study, event: int) -> None:
        self._show(study, event)
        name = study.wording.name(self._kind)
        self._title.setText(name[:1].upper() + name[1:])
        self._title.setToolTip(tooltip(study.wording.meaning(self._kind)))

    def show_beside(self, study: Study, prediction: int, letter: str, event: int | None, query: str) -> None:
        """Explain an event of A or B, or say that there is none.

        Without a letter it is another event of the same one; the query finds the row that the event is in.
        """
        name = shown_name(study, prediction)
        self._letter.setText(letter)
        self._title.setText(visible(name) if letter else "")
        self.ledger.setAccessibleName(f"Demerits of {name}")
        self._show(study, event, query)

    def restyle(self, style: CellStyle) -> None:
        self._style, font = style, style.font
        dress(self._head, style, style.letters_font, above=12, ink=style.theme.text2)
        dress(self._sentence, style, font, ink=style.theme.text2)
        size = 1.0 if self._is_compared else TITLE
        self._title.setFont(scaled_font(font, size, is_bold=True))
        self._letters.setFont(scaled_font(font, 1.0, is_bold=True))
        self._letter.setFont(font)
        self._badge.setFont(scaled_font(font, size if self._is_compared else size * 1.2))
        self._row.setSpacing(round(10 * style.unit))
        indent = self._letter.fontMetrics().horizontalAdvance("A") + round(10 * style.unit)
        self._letter.setFixedWidth(self._letter.fontMetrics().horizontalAdvance("A"))
        self._body.setContentsMargins(indent if self._is_compared else 0, 0, 0, 0)
        self._body.setSpacing(round(4 * style.unit))
        self.ledger.restyle(style)
        self._dress_title()

    def _dress_title(self) -> None:
        """Colour the letters of the kind, and set the first event of A or B apart."""
        style = self._style
        set_ink(self._letters, style.theme.kind_colour(self._kind) if self._kind else style.theme.text)
        above = round(10 * style.unit) if self._is_compared and self._letter.text() else 0
        self._row.setContentsMargins(round(style.padding), above, round(style.padding), 0)

    def _show(self, study: Study, event: int | None, query: str | None = None) -> None:
        self._kind = "" if event is None else KINDS[int(study.events.kind[event])]
        self._badge.show_kind(self._kind, study.wording)
        self._badge.setToolTip(tooltip(study.wording.meaning(self._kind)) if self._kind else "")
        self._head.setToolTip(tooltip(study.wording.meaning("demerits")))
        self._letters.setText(study.wording.tag(self._kind))
        self._dress_title()
        has_ledger = not self._is_compared or self._kind not in ("", "tp")
        self.ledger.setVisible(has_ledger)
        if event is None:
            self._sentence.setText(study.wording.said("No event: neither it nor the reference marks anything here."))
            return
        self._sentence.setText(visible(explain(study, event)) + ("" if has_ledger else " No demerits."))
        if not has_ledger:
            return
        cells = ledger_cells(study, event, query)
        self.ledger.show_cells(cells, n_joined=len(cells.rows[0]) - 1)

    def _lay_out(self) -> None:
        title, below = [self._badge, self._title], [self._sentence, self._head, self.ledger]
        if self._is_compared:
            title, below = [self._letter, self._title, self._badge, self._letters], [self._sentence, self.ledger]
        self._row, self._body = fill(QHBoxLayout(), *title, stretched=self._title), fill(QVBoxLayout(), *below)
        fill(QVBoxLayout(self), self._row, self._body)


_MOST_LINES: Final = 6
_LONGEST_TYPE: Final = 16
_BETWEEN_TAGS: Final = re.compile(r">[^<]*<")


class _SubsetDoors(DoorLabel):
    """Keep the name of a subset on one line."""

    def setText(self, text: str) -> None:
        """Show another text, its hyphens unbroken."""
        super().setText(_BETWEEN_TAGS.sub(lambda found: found[0].replace("-", "\u2011"), text))


class ToughLines(QWidget):
    """Name the subsets, a line for each mention that is in others than the one before it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._name = QLabel("tough")
        self._lines = [_SubsetDoors() for _ in range(_MOST_LINES)]
        self.stops: tuple[QWidget, ...] = tuple(self._lines)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(1, 1)
        self._grid.addWidget(self._name, 0, 0, Qt.AlignmentFlag.AlignTop)
        for row, line in enumerate(self._lines):
            line.setAlignment(Qt.AlignmentFlag.AlignRight)
            line.query_requested.connect(lambda query: desk.open(Door(query)))
            self._grid.addWidget(line, row, 1)
        self.hide()

    def show_facts(self, facts: EventTraining | None) -> None:
        """Name the subsets of the mentions of an event; None hides all."""
        lines = lines_of(facts) if facts is not None else []
        self._name.setToolTip(tooltip((facts.wording if facts is not None else JUDGED).meaning("tough")))
        for label, pieces in zip(self._lines, lines, strict=False):
            label.show_pieces(pieces)
        for place, label in enumerate(self._lines):
            label.setVisible(place < len(lines))
        self.setVisible(bool(lines))

    def restyle(self, style: CellStyle) -> None:
        for label in self._lines:
            dress(label, style)
        dress(self._name, style, ink=style.theme.text)
        self._grid.setSpacing(round(2 * style.unit))


def lines_of(facts: EventTraining) -> list[list[Piece]]:
    """Write the subsets of each mention; mentions behind each other that say the same share a line.

    The type is named where mentions differ; of very many lines the first ones are given.
    """
    mentions = [mention for mention, _ in groupby(facts.tough)]
    if len({mention.subsets for mention in mentions}) == 1:
        return [_doors(mentions[0], facts.wording)]
    return [
        [
            Piece(f"{facts.wording.said(one.side)} {cut(one.type, _LONGEST_TYPE)}:  "),
            *_doors(one, facts.wording),
        ]
        for one in mentions[:_MOST_LINES]
    ]


def _doors(mention: ToughMention, wording: Wording) -> list[Piece]:
    asked = {name: query_text(Term("tough", (name,))) if mention.is_asked else "" for name in mention.subsets}
    return parted((Piece(name, query, wording.meaning(f"tough_{name}")) for name, query in asked.items()), ", ")
