"""What training knows of one relation: counts, and the relations of the training data as a small concordance."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import Final

import numpy as np
from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QMenu, QVBoxLayout, QWidget

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.corpus.text import Text
from nerinspect.corpus.writing_direction import right_to_left_sentences
from nerinspect.events.explanation import Span
from nerinspect.events.relation_events import training_relations
from nerinspect.events.relation_explanation import Compared, RelationExplanation
from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.lists.relation_facts import RelationFacts, TrainingCount
from nerinspect.ui.details.concordance import Concordance, ConcordanceColumn, ConcordanceModel
from nerinspect.ui.details.small_table import CELL_ROLE, DetailCell, DetailTable, runs_right_to_left
from nerinspect.ui.details.training_facts import TrainingPlace
from nerinspect.ui.kit.doors import LinkLabel, Piece, number_menu
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.tables.cell_style import CellStyle
from nerinspect.ui.lists.event_cells import CONTEXT_TOKENS, SegmentCell, TypedRange, one_line
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, scaled_font
from nerinspect.ui.theme.themes import current_theme
from nerinspect.visible import visible

_NOTHING = "–"
_LEFT_TO_RIGHT_MARK = "\u200e"


def argument_cells(
    study: Study, explanation: RelationExplanation
) -> tuple[list[list[DetailCell]], list[DetailCell], list[DetailCell]]:
    """Lay out type, head and tail on both sides.

    Parameters
    ----------
    study : Study
        What the event belongs to.
    explanation : RelationExplanation
        What is said of it.

    Returns
    -------
    rows, names, heads : list
        What the sides say and whether it is the same; what differs stands out.
    """
    sides = [study.wording.said(name) for name in ("Reference", "Prediction")]
    heads = [*(DetailCell(name, is_quiet=True) for name in sides), DetailCell(spoken="Same or different")]
    names = [
        DetailCell(row.name, key=_KEYS[row.name], is_quiet=True, wording=study.wording) for row in explanation.rows
    ]
    return [_argument_row(row, sides) for row in explanation.rows], names, heads


def training_cells(study: Study, facts: RelationFacts) -> list[list[DetailCell]]:
    """Lay out how often training has the relation and its arguments in their places, and the part it is in."""
    key = f"part_{facts.part}"
    is_in = DetailCell("This relation is", is_bold=True)
    part = DetailCell(facts.part, key=key, is_number=True, is_bold=True, wording=study.wording)
    return [*count_cells(facts.counts), [is_in, part]]


def count_cells(counts: Sequence[TrainingCount]) -> list[list[DetailCell]]:
    """Lay out numbers of training relations with what they count."""
    return [
        [
            DetailCell(_left_to_right(count.words)),
            DetailCell(
                f"{len(count.relations):,}",
                spoken=f"{one_line(count.words)}: {len(count.relations):,} in training",
                note="Shows these relations of the training data." if len(count.relations) else "",
                is_number=True,
                is_quiet=not len(count.relations),
            ),
        ]
        for count in counts
    ]


def _left_to_right(words: str) -> str:
    """Keep a phrase in its order if the surface it begins with runs from right to left."""
    return f"{_LEFT_TO_RIGHT_MARK}{one_line(words)}" if runs_right_to_left(words) else one_line(words)


_KEYS = {"type": "", "head": "relation_head", "tail": "relation_tail"}


def _argument_row(row: Compared, sides: Sequence[str]) -> list[DetailCell]:
    differs = row.verdict == "differs"
    texts = [one_line(text) or _NOTHING for text in (row.reference, row.predicted)]
    cells = [
        DetailCell(text, spoken=f"{side} {row.name}: {text}", is_strong=differs)
        for text, side in zip(texts, sides, strict=True)
    ]
    return [*cells, DetailCell(row.verdict, is_number=True, is_quiet=not differs, is_strong=differs)]


_MOST_BETWEEN: Final = 5  # tokens that are shown between two arguments


class TrainingRelationModel(ConcordanceModel):
    """Hold some training relations; rows are made when they are shown."""

    def __init__(self) -> None:
        super().__init__(ConcordanceColumn.LEFT)
        self._study: Study | None = None
        self._relations: AnyIntArray = np.empty(0, dtype=np.int32)
        self._made: dict[int, TrainingPlace] = {}

    def show_relations(self, study: Study, relations: AnyIntArray) -> None:
        """Hold some relations, by their numbers in `training_relations`."""
        self.beginResetModel()
        self._study, self._relations, self._made = study, relations, {}
        self.endResetModel()

    def row(self, number: int) -> TrainingPlace:
        """Give one relation."""
        if number not in self._made:
            assert self._study is not None, "there is a row"
            self._made[number] = training_place(self._study, int(self._relations[number]))
        return self._made[number]

    @property
    def n_rows(self) -> int:
        """How many relations are held."""
        return len(self._relations)


class TrainingRelations(Concordance):
    """List training relations; one in training has no event to open."""

    segment_share = 0.8

    def __init__(self, parent: QWidget | None = None) -> None:
        self._relations = TrainingRelationModel()
        super().__init__(self._relations, parent)
        self.setAccessibleName("Relations in training")

    def piece(self, index: QModelIndex) -> Piece:
        """Give the place of a row."""
        return Piece(self._relations.row(index.row()).place, "", meaning("training_place"))

    def open(self, index: QModelIndex) -> None:
        """Do nothing."""

    def show_relations(self, study: Study, relations: AnyIntArray, words: str, style: CellStyle) -> None:
        """List relations that are counted as some words say, painted in the style of the panel."""
        self._relations.show_relations(study, relations)
        self.setAccessibleName(f"{words} in training")
        self.restyle(style)


def training_place(study: Study, relation: int) -> TrainingPlace:
    """Write down one training relation.

    Parameters
    ----------
    study : Study
        With training data.
    relation : int
        Its number in `training_relations`.

    Returns
    -------
    TrainingPlace
        From the first token of its arguments to the last, both marked, of many tokens between them an ellipsis; at the
        edge an arrow from head to tail.
    """
    assert study.training is not None, "relations of training data"
    columns, mentions, text = training_relations(study), study.training.annotation.mentions, study.training.text
    arguments = int(columns.head[relation]), int(columns.tail[relation])
    spans = [
        Span(int(mentions.start[n]), int(mentions.end[n]), mentions.types[mentions.type_codes[n]]) for n in arguments
    ]
    start, end = min(span.start for span in spans), max(span.end for span in spans)
    sentence = int(text.sentence_of(np.array([start]))[0])
    first, stop = text.sentence_start[sentence : sentence + 2].tolist()
    before = _words(text, max(first, start - CONTEXT_TOKENS), start)
    after = _words(text, end, min(stop, end + CONTEXT_TOKENS))
    is_rtl = bool(right_to_left_sentences(text)[sentence])
    head, tail = (_words(text, span.start, span.end) for span in spans)
    name = columns.types[columns.type_codes[relation]]
    runs_left = (spans[0].start > spans[1].start) != is_rtl
    whole = _words(text, start, end)
    return TrainingPlace(
        left=after if is_rtl else before,
        segment=_segment(text, sorted(set(spans)), is_rtl),
        right=before if is_rtl else after,
        edge="←" if runs_left else "→",
        is_marked=True,
        place=f"{int(text.document[sentence]):,} · {sentence + 1:,}",
        spoken=f"{head} {name} {tail}: {before} {whole} {after}, training sentence {sentence + 1:,}",
    )


def _segment(text: Text, spans: list[Span], is_right_to_left: bool) -> SegmentCell:
    """Mark one or two arguments; many words between them give way, so that both stay in sight."""
    start, end = spans[0].start, max(span.end for span in spans)
    if len(spans) == 2 and spans[1].start - spans[0].end > _MOST_BETWEEN:
        words = f"{_words(text, start, spans[0].end)} … {_words(text, spans[1].start, end)}"
        places = [
            (0, len(_words(text, start, spans[0].end))),
            (len(words) - len(_words(text, *spans[1][:2])), len(words)),
        ]
    else:
        words = _words(text, start, end)
        places = [
            (len(_words(text, start, span.start)) + (span.start > start), len(_words(text, start, span.end)))
            for span in spans
        ]
    marked = tuple(TypedRange(*place, span.type) for place, span in zip(places, spans, strict=True))
    return SegmentCell(words, marked, (), is_right_to_left)


def _words(text: Text, start: int, end: int) -> str:
    return one_line(text.spelled(start, end))


_NUMBER: Final = 1
"""The column of the numbers."""

_NOTHING_OPEN: Final = "No training data is open."
_OPEN: Final = "Open Training Data…"


class TrainingCounts(DetailTable):
    """Show numbers of training relations; each shows what it counts, which stands in no query.

    Signals
    -------
    relations_requested : int
        The row whose relations the user wants to see.
    """

    relations_requested = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, 20, stretched=0, parent=parent)
        self.n_counts = 0

    def is_door(self, index: QModelIndex) -> bool:
        """Tell whether there are relations to show."""
        cell: DetailCell = index.data(CELL_ROLE)
        return index.column() == _NUMBER and index.row() < self.n_counts and cell.text != "0"

    def open(self, index: QModelIndex) -> None:
        """Show the relations that a number counts."""
        if self.is_door(index.siblingAtColumn(_NUMBER)):
            self.relations_requested.emit(index.row())

    def menu_of(self, index: QModelIndex) -> QMenu:
        """Offer to show the relations as well."""
        piece = self.piece(index)
        menu = number_menu(self, piece.text, "", piece.explanation)
        menu.addAction("Show Relations in Training", lambda: self.open(index)).setEnabled(
            self.is_door(index.siblingAtColumn(_NUMBER))
        )
        menu.addAction("Copy Table", self.copy_whole)
        return menu


class RelationTrainingPart(QWidget):
    """Show how often training has a relation and its arguments in their places, and the relations themselves.

    Signals
    -------
    training_requested
        The user wants to open training data.
    """

    training_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._study: Study | None = None
        self._facts: RelationFacts | None = None
        self._chosen: TrainingCount | None = None
        self._style = CellStyle(current_theme(), {}, self.font())
        self._head, self._quiet, self._instead_head = (
            QLabel("Part in training"),
            LinkLabel(),
            QLabel("Predicted instead"),
        )
        self._head.setToolTip(tooltip(meaning("relation_part")))
        self._counts, self._instead = TrainingCounts("Part in training"), TrainingCounts("Predicted instead")
        self._places_head, self._places = QLabel(), TrainingRelations()
        self._places_head.setTextFormat(Qt.TextFormat.PlainText)
        for label in (self._head, self._quiet, self._instead_head, self._places_head):
            label.setWordWrap(True)
        links = Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        self._quiet.setTextInteractionFlags(links)
        self._quiet.linkActivated.connect(lambda _: self.training_requested.emit())
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        for widget in (self._head, self._quiet, *self._contents):
            self._column.addWidget(widget)
        for table, name in ((self._counts, "counts"), (self._instead, "instead")):
            table.relations_requested.connect(lambda row, name=name: self._choose(getattr(self._facts, name)[row]))
        self._show_quiet("")

    @property
    def _contents(self) -> tuple[QWidget, ...]:
        return self._counts, self._instead_head, self._instead, self._places_head, self._places

    def show_waiting(self) -> None:
        """Say that evidence is on its way; the room of the last event is kept, so that nothing below jumps."""
        self.setMinimumHeight(self.height() if self._facts is not None else self.minimumHeight())
        self._facts = self._chosen = None
        self._show_quiet("…")

    def show_facts(self, study: Study, facts: RelationFacts) -> None:
        """Show what training knows of an event; `restyle` makes room for it."""
        self._study, self._facts = study, facts
        self.setMinimumHeight(0)
        if not facts.part:
            self._show_quiet(_NOTHING_OPEN if study.training is None else "The training data has no relations.")
            return
        self._quiet.hide()
        self._counts.cells.set_cells(training_cells(study, facts))
        self._counts.n_counts = len(facts.counts)
        self._counts.show()
        self._instead.cells.set_cells(count_cells(facts.instead))
        self._instead.n_counts = len(facts.instead)
        for widget in (self._instead_head, self._instead):
            widget.setVisible(bool(facts.instead))
        known = [count for count in (*facts.counts, *facts.instead) if len(count.relations)]
        if known:
            self._choose(known[0])

    def show_failure(self, error: Exception) -> None:
        """Say that evidence could not be found."""
        self._show_quiet(escape(f"Training could not be looked up: {error!r}."))
        self.setMinimumHeight(0)

    def restyle(self, style: CellStyle) -> None:
        """Follow other fonts and colours."""
        self._style, padding = style, round(style.padding)
        for label in (self._head, self._quiet, self._instead_head, self._places_head):
            is_head = label in (self._head, self._instead_head)
            label.setFont(scaled_font(style.font, CAPTION if is_head else DETAIL, is_bold=is_head))
            above = 3 if label is self._quiet else 12
            label.setContentsMargins(padding, round(above * style.unit), padding, 0)
            palette = label.palette()
            palette.setColor(QPalette.ColorRole.WindowText, style.theme.text2)
            label.setPalette(palette)
        self._column.setSpacing(round(4 * style.unit))
        for table in (self._counts, self._instead):
            table.fit(style)
        self._places.restyle(style)

    def follow(self, widget: QWidget) -> QWidget:
        """Let Tab come here from a widget; give the last part it goes through."""
        for first, second in pairwise((widget, self._quiet, self._counts, self._instead, self._places)):
            self.setTabOrder(first, second)
        return self._places

    def _show_quiet(self, text: str) -> None:
        """Show a sentence, which is HTML, instead of numbers."""
        link = f' <a href="open">{_OPEN}</a>'
        self._quiet.setText(text + link if text == _NOTHING_OPEN else text)
        self._quiet.setVisible(bool(text))
        for widget in self._contents:
            widget.hide()

    def _choose(self, count: TrainingCount) -> None:
        """Show the relations that a number counts."""
        assert self._study is not None, "an event is on show"
        self._chosen = count
        self._places_head.setText(visible(f"{one_line(count.words)}: {len(count.relations):,} in training"))
        self._places.show_relations(self._study, count.relations, one_line(count.words), self._style)
        for widget in (self._places_head, self._places):
            widget.show()
