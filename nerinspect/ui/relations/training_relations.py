"""Relations of the training data as a small concordance: from one argument to the other, with the words around."""

from typing import Final

import numpy as np
from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QWidget

from nerinspect.analysis.explanation import Span
from nerinspect.analysis.relation_columns import training_relations
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.corpus.text import Text
from nerinspect.corpus.writing_direction import right_to_left_sentences
from nerinspect.glossary import meaning
from nerinspect.ui.models.event_cells import CONTEXT_TOKENS, SegmentCell, TypedRange, one_line
from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.panels.details.concordance import Concordance
from nerinspect.ui.panels.details.concordance_model import ConcordanceColumn, ConcordanceModel
from nerinspect.ui.panels.details.training_facts import TrainingPlace
from nerinspect.ui.widgets.door_label import Piece

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
