"""The columns of the events list: what they say, how they are sorted, and how what was decided is drawn in them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from math import ceil
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import numpy as np
import pyarrow as pa
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen, QPixmap, QPolygonF

from nerinspect.attributes.mention_columns import mention_lengths
from nerinspect.corpus.arrays import (
    AnyIntArray,
    FloatArray,
    IntArray,
    as_arrow_texts,
    begins_run,
    first_of_each,
    from_arrow,
    kept_with_owner,
    sorted_places,
)
from nerinspect.corpus.text import Text
from nerinspect.events.decision import VERDICTS, Decision
from nerinspect.events.segment_events import SIDES, Side
from nerinspect.events.study import Study
from nerinspect.glossary import DEFINITIONS
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.lists.columns import (
    attribute_cells,
    attribute_columns,
    attribute_ranks,
    column_meaning,
    first_token_ranks,
    is_attribute_column,
    is_known,
    is_token_column,
    looks_numeric,
    token_columns,
    token_value,
)
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.sorts import EventSort
from nerinspect.lists.table import Column, Content, Of, Ratio
from nerinspect.quantities import significant
from nerinspect.query.fields.base import NumberColumn
from nerinspect.query.fields.kinds import event_density, event_document, event_line, event_sentence_length
from nerinspect.query.language.words import verdict_words
from nerinspect.ui.kit.tables.rows import CellStyle
from nerinspect.ui.lists.cell_drawing import (
    kind_width,
    paint_context,
    paint_kind,
    paint_number,
    paint_plain,
    paint_readings,
    paint_segment,
    readings_width,
    segment_width,
)
from nerinspect.ui.lists.event_cells import NO_VALUE, EventCells, one_line
from nerinspect.ui.theme.fonts import CAPTION, scaled_font
from nerinspect.visible import cut, visible

if TYPE_CHECKING:
    from nerinspect.io.writing.export import ListedEvents, ReviewOrigin

UNDECIDED: Final = "·"  # stands where an error has no verdict
_NO_MENTION: Final = "none"


def verdict_mark(cells: EventCells, event: int) -> str:
    """Give the key of a verdict, or the first letter of one's own in lower case; empty for a correct event without."""
    verdict, decisions = cells.decisions[event].verdict, cells.decisions
    if verdict in VERDICTS:
        return cells.study.wording.verdict_keys[verdict]
    if verdict:
        return verdict[0].lower()
    return UNDECIDED if cells.is_error(event) or decisions.walks_agreement else ""


def verdict_text(cells: EventCells, event: int) -> str:
    """Say in words what the cell shows; empty if it shows nothing."""
    study, decision = cells.study, cells.decisions[event]
    is_told = bool(verdict_mark(cells, event))
    words = one_line(verdict_words(decision.verdict or None, study.wording)) if is_told else ""
    lacking = "no correction yet" if cells.lacks_correction(event) else ""
    return ", ".join(filter(None, (words, lacking, "flagged" if decision.flag else "")))


def decision_text(cells: EventCells, event: int) -> str:
    decision = cells.decisions[event]
    return "\n".join(filter(None, (verdict_text(cells, event), ", ".join(decision.causes), decision.note)))


def verdict_ranks(cells: EventCells) -> IntArray:
    """Rank events by verdict: undecided ones, the four in the order of their keys, those of one's own by code point."""
    decided = list(cells.decisions.items())  # at once: more is decided while this goes on in the background
    own = sorted({decision.verdict for _event, decision in decided} - {"", *VERDICTS})
    order = {verdict: place for place, verdict in enumerate(("", *VERDICTS, *own))}
    ranks = np.zeros(len(cells), dtype=np.int32)
    for event, decision in decided:
        ranks[event] = order[decision.verdict]
    return ranks


def correction_text(cells: EventCells, event: int) -> str:
    """Write the right reading with its words; `none` for one without a mention, and nothing where none is given."""
    correction = cells.decisions[event].correction
    if correction is None:
        return ""
    zero = int(cells.study.text.sentence_start[cells.sentence_number[event]])
    mentions = (f"{cells.words(zero + start, zero + end)} {one_line(name)}" for start, end, name in correction)
    return ", ".join(mentions) or _NO_MENTION


def ranks_by(said: Callable[[Decision], str]) -> Callable[[EventCells], IntArray]:
    """Rank events by something that is said of them: those without it first, then by code point."""

    def ranks(cells: EventCells) -> IntArray:
        texts = {event: text for event, decision in cells.decisions.items() if (text := said(decision))}
        order = {text: place for place, text in enumerate(sorted(set(texts.values())), start=1)}
        ranks = np.zeros(len(cells), dtype=np.int32)
        ranks[list(texts)] = [order[text] for text in texts.values()]
        return ranks

    return ranks


def _correction(decision: Decision) -> str:
    return "" if decision.correction is None else " ".join(name for *_, name in decision.correction) or _NO_MENTION


correction_ranks = ranks_by(_correction)


_IN_FRAME, _RADIUS, _GAP, _FLAG, _POLE = 3, 3, 4, 8, 1.4  # at a font of 13 pixels
_WIDEST: Final = "M"
_ALONE: Final = "·"
_ASIDE: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def paint_verdict(
    painter: QPainter, style: CellStyle, rect: QRectF, mark: str, is_flagged: bool, is_incomplete: bool = False
) -> None:
    """Paint the mark of a verdict at the right of its cell, with a flag at its left if it is flagged.

    A letter or sign stands in a frame, which is open if something is missing beside the verdict; `·` stands alone.
    """
    if not mark and not is_flagged:
        return
    scale = painter.device().devicePixelRatioF()
    key = f"verdict {mark} {is_flagged} {is_incomplete} {scale}"
    if key not in style.badges:
        style.badges[key] = _badge(style, mark, is_flagged, is_incomplete, scale)
    badge = style.badges[key]
    left = rect.right() - style.padding - badge.width() / scale
    painter.drawPixmap(QPointF(round(left), round(rect.center().y() - badge.height() / scale / 2)), badge)


def verdict_width(style: CellStyle) -> float:
    """Measure the room of a flag and a key, in device-independent pixels."""
    return _frame(style).width() + (_GAP + _FLAG) * style.unit + 2 * style.padding


def _badge(style: CellStyle, mark: str, is_flagged: bool, is_incomplete: bool, scale: float) -> QPixmap:
    """Paint flag and key once for all rows."""
    frame = _frame(style)
    place = QRectF(0, 0, verdict_width(style) - 2 * style.padding, frame.height())
    badge = QPixmap(ceil(place.width() * scale), ceil(place.height() * scale))
    badge.setDevicePixelRatio(scale)
    badge.fill(Qt.GlobalColor.transparent)
    painter = QPainter(badge)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    frame.moveRight(place.right())
    if is_flagged:
        _paint_flag(painter, style, QRectF(0, 0, _FLAG * style.unit, place.height()))
    is_framed = mark not in ("", _ALONE)
    if is_framed:
        open_frame = QPen(style.theme.warning, 1, Qt.PenStyle.DashLine)
        painter.setPen(open_frame if is_incomplete else QPen(style.theme.border, 1))
        painter.setBrush(style.theme.base)
        painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS * style.unit, _RADIUS * style.unit)
    painter.setFont(_font(style) if is_framed else style.font)
    painter.setPen(style.theme.text2)
    painter.drawText(frame, int(Qt.AlignmentFlag.AlignCenter if is_framed else _ASIDE), visible(mark))
    painter.end()
    return badge


def _paint_flag(painter: QPainter, style: CellStyle, rect: QRectF) -> None:
    pole = _POLE * style.unit
    top, bottom = rect.top() + rect.height() / 6, rect.bottom() - rect.height() / 6
    cloth = QPolygonF(
        [QPointF(0, top), QPointF(rect.right(), (2 * top + bottom) / 3), QPointF(0, (top + 2 * bottom) / 3)]
    )
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(style.theme.warning)
    painter.drawPolygon(cloth)
    painter.drawRect(QRectF(rect.left(), top, pole, bottom - top))


def _frame(style: CellStyle) -> QRectF:
    metrics = QFontMetricsF(_font(style))
    height = metrics.height()
    return QRectF(0, 0, max(metrics.horizontalAdvance(_WIDEST) + 2 * _IN_FRAME * style.unit, height), height)


def _font(style: CellStyle) -> QFont:
    return scaled_font(style.font, CAPTION)


_N_COMPARED = 4  # words or types


def text_ranks(texts: pa.StringArray) -> IntArray:
    """Rank texts by the alphabet, regardless of case first: from 0, equal ones the same. Shape (n,)."""
    import pyarrow.compute as pc

    distinct = texts.dictionary_encode()
    table = pa.table({"folded": pc.utf8_lower(distinct.dictionary), "exact": distinct.dictionary})
    ordered = pc.sort_indices(table, sort_keys=[("folded", "ascending"), ("exact", "ascending")])
    rank = np.empty(len(distinct.dictionary), dtype=np.int32)
    rank[from_arrow(ordered.cast(pa.int32()))] = np.arange(len(rank), dtype=np.int32)
    ranks: IntArray = rank[from_arrow(distinct.indices)]
    return ranks


@kept_with_owner
def _word_ranks(text: Text) -> IntArray:
    """Rank the words of a text, which both sides of all segments are made of."""
    return text_ranks(text.vocabulary)


_RANKED_AT_ONCE: Final = 1 << 19

_MOST_KEYS: Final = 2**31  # so many are told apart by integers of 32 bits


def sequence_ranks(
    codes: Callable[[AnyIntArray], IntArray],
    n_codes: int,
    first: AnyIntArray,
    step: AnyIntArray,
    length: AnyIntArray,
) -> IntArray:
    """Rank short sequences in lexicographic order; shorter ones come first.

    Parameters
    ----------
    codes : callable
        Gives what the sequences are made of at some places: numbers from 0 below `n_codes`, in the order wanted.
    first : ndarray of int, shape (n,)
        Place where each sequence begins.
    step : ndarray of int, shape (n,)
        1 or -1: whether it goes on forwards or backwards.
    length : ndarray of int, shape (n,)
        Its length; only the first four places are compared.

    Returns
    -------
    ndarray of int32, shape (n,)
        Ranks from 0; equal where the compared places are equal.
    """
    order, rank = np.arange(len(first), dtype=np.int32), np.ones(len(first), dtype=np.int32)
    n_compared = min(_N_COMPARED, int(length.max(initial=0)))
    n_packed = next(n for n in range(_N_COMPARED, 0, -1) if n == 1 or (n_codes + 1) ** n < _MOST_KEYS)
    for end in range(n_compared, 0, -n_packed):
        key = np.zeros(len(first), dtype=np.int32)
        for place, at in product(range(max(end - n_packed, 0), end), range(0, len(first), _RANKED_AT_ONCE)):
            key[at : at + _RANKED_AT_ONCE] *= n_codes + 1
            rows = at + np.flatnonzero(length[at : at + _RANKED_AT_ONCE] > place)
            key[rows] += codes(first[rows] + place * step[rows]) + 1
        places, begins = sorted_places(key[order])
        del key
        rank = rank[places]
        begins |= begins_run(rank)
        np.cumsum(begins, dtype=np.int32, out=rank)
        order = order[places]
    ranks = np.empty_like(rank)
    ranks[order] = rank - np.int32(1)
    return ranks


def segment_ranks(cells: EventCells) -> IntArray:
    text = cells.study.text
    number = text.sequence_ids(cells.start, cells.end)
    example = first_of_each(number)
    return text_ranks(text.joined(cells.start[example], cells.end[example]))[number]


def context_ranks(side: Literal["left", "right"]) -> Callable[[EventCells], IntArray]:
    """Make the ranking by the four words nearest to the segment, read away from it, on a side of the screen."""

    def ranks(cells: EventCells) -> IntArray:
        text, start, end, sentence = cells.study.text, cells.start, cells.end, cells.sentence_number
        is_before = cells.runs_right_to_left[sentence] == (side == "right")
        length = np.where(is_before, start - text.sentence_start[sentence], text.sentence_start[sentence + 1] - end)
        first, step = np.where(is_before, start - 1, end), np.where(is_before, np.int8(-1), np.int8(1))
        word_ranks = _word_ranks(text)
        return sequence_ranks(lambda places: word_ranks[text.codes[places]], len(word_ranks), first, step, length)

    return ranks


def _type_ranks(side: Side, cells: EventCells) -> IntArray:
    study = cells.study
    first, _ = study.events.bounds(side)
    codes = study.mentions_on(side).type_codes[study.events.members(side)]
    return sequence_ranks(codes.take, len(study.types), first, np.ones_like(first), study.events.n_mentions(side))


_LONGEST: Final = 1_000  # characters of a tooltip


@dataclass(frozen=True, eq=False)
class CellForm:
    """How the cells of a column are painted and measured, and what is told of them beside their text."""

    # paints what stands in the cell of one row, on the ground of the row
    paint: "Callable[[QPainter, CellStyle, QRectF, EventCells, int, EventColumn], None]"
    # measures the room a cell needs, in device-independent pixels
    width: "Callable[[CellStyle, EventCells, int, EventColumn], float]"
    # says in a tooltip what a cell may have no room for; of a number what it counts, of a kind what it is
    explained: "Callable[[EventCells, int, EventColumn], str]"
    hears_row: bool = False  # whether a screen reader hears the whole row here, not the cell alone
    is_at_right: bool = False  # on which side of the screen head and cells stand, whatever the direction of the text
    shares_room: bool = False  # whether such columns share in equal parts what the others leave


class EventColumn(NamedTuple):
    """One column of a list."""

    key: str  # lasting name, for settings
    title: str
    form: CellForm
    text: Callable[[EventCells, int], str]
    # gives for all rows a number to sort by. Shape (n_rows,).
    ranks: Callable[[EventCells], AnyIntArray | NumberColumn]
    # whether the column is shown for a study before the user chooses
    is_shown: Callable[[Study], bool] = lambda _study: True
    definition: str = ""  # what its meaning stands under in the glossary; under its key if left out

    def head(self, wording: Wording = JUDGED) -> str:
        """Name it; that of the systems names annotators where there are none."""
        return wording.name(self.key) if self.key == "system" else wording.said(self.title)

    def meaning(self, wording: Wording = JUDGED) -> str:
        return column_meaning(self.definition or self.key, wording)

    @property
    def heading(self) -> str:
        """What it stands under in menus: attributes, or whose file it is of; empty for what every study has."""
        if is_attribute_column(self.key):
            return DEFINITIONS[f"{self.key.partition(':')[0]}_column" if ":" in self.key else "attribute"].name
        return DEFINITIONS[f"{self.key.partition(':')[0]}_column"].name if is_token_column(self.key) else ""

    @property
    def name(self) -> str:
        return self.title.partition(":")[2] or self.title if self.heading else self.title

    @property
    def alignment(self) -> Qt.AlignmentFlag:
        """Alignment of head and cells; screen sides, whatever the direction of the text."""
        side = Qt.AlignmentFlag.AlignRight if self.form.is_at_right else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter


def shortened(text: str) -> str:
    """Leave out the end of a text that is too long for a tooltip."""
    return cut(text, _LONGEST)


def _text_width(style: CellStyle, cells: EventCells, row: int, column: EventColumn) -> float:
    return QFontMetricsF(style.font).horizontalAdvance(column.text(cells, row)) + 2 * style.padding


def _explained(cells: EventCells, row: int, column: EventColumn) -> str:
    return f"{column.head(cells.study.wording)}: {shortened(column.text(cells, row))}"


def _number_explained(cells: EventCells, row: int, column: EventColumn) -> str:
    if column.heading:
        return _explained(cells, row, column)
    return f"{shortened(column.text(cells, row))}. {column.meaning(cells.study.wording)}"


def _shape_explained(cells: EventCells, row: int, column: EventColumn) -> str:
    wording, text = cells.study.wording, column.text(cells, row)
    return f"{text}: {wording.meaning(text)}" if text else wording.said("Only boundary errors have a shape.")


def _segment_explained(cells: EventCells, row: int, column: EventColumn) -> str:
    wording, (reference, predicted) = cells.study.wording, (cells.reading(row, side) for side in SIDES)
    readings = f"{wording.said('Reference')} {reference}, {wording.said('predicted')} {predicted}"
    return f"{shortened(column.text(cells, row))}\n{readings}"


def _context(side: Literal["left", "right"]) -> CellForm:
    """Make the form of the words on one side of the segment, as on screen."""

    def paint(
        painter: QPainter, style: CellStyle, rect: QRectF, cells: EventCells, row: int, column: EventColumn
    ) -> None:
        is_rtl = cells.is_right_to_left(row)
        paint_context(painter, style, rect, column.text(cells, row), side, is_right_to_left=is_rtl)

    return CellForm(
        paint,
        _text_width,
        lambda cells, row, column: shortened(column.text(cells, row)),
        is_at_right=side == "left",
        shares_room=True,
    )


def readings_form(
    types: Callable[[EventCells, int], list[str]], side: Literal["reference", "prediction"] = "prediction"
) -> CellForm:
    return CellForm(
        lambda painter, style, rect, cells, row, _: paint_readings(painter, style, rect, types(cells, row), side),
        lambda style, cells, row, _: readings_width(style, types(cells, row)),
        _explained,
    )


KIND: Final = CellForm(
    lambda painter, style, rect, cells, row, _: paint_kind(painter, style, rect, cells.kind(row), cells.study.wording),
    lambda style, cells, *_: kind_width(style, cells.study.wording),
    lambda cells, row, _: cells.study.wording.meaning(cells.kind(row)),
    hears_row=True,
)
SEGMENT: Final = CellForm(
    lambda painter, style, rect, cells, row, _: paint_segment(painter, style, rect, cells.segment(row)),
    lambda style, cells, row, _: segment_width(cells.segment(row), style),
    _segment_explained,
)
TEXT: Final = CellForm(
    lambda painter, style, rect, cells, row, column: paint_plain(
        painter, style, rect, column.text(cells, row), Qt.AlignmentFlag.AlignLeft
    ),
    _text_width,
    _explained,
)
NUMBER: Final = CellForm(
    lambda painter, style, rect, cells, row, column: paint_number(painter, style, rect, column.text(cells, row)),
    _text_width,
    _number_explained,
    is_at_right=True,
)
VERDICT: Final = CellForm(
    lambda painter, style, rect, cells, row, _: paint_verdict(
        painter, style, rect, verdict_mark(cells, row), cells.decisions[row].flag, cells.lacks_correction(row)
    ),
    lambda style, *_: verdict_width(style),
    lambda cells, row, _: shortened(decision_text(cells, row)),
    is_at_right=True,
)


def _never(_study: Study) -> bool:
    return False


def _has_several(study: Study) -> bool:
    return len(study.predictions) > 1


def _has_runs(study: Study) -> bool:
    return any(prediction.run > 1 for prediction in study.predictions)


def _run_ranks(cells: EventCells) -> IntArray:
    runs = np.array([prediction.run for prediction in cells.study.predictions], dtype=np.int32)
    return runs[cells.study.events.prediction]


def _decided_column(title: str, said: Callable[[Decision], str]) -> EventColumn:
    """Make the column of something that is said of decisions; rows without it come first, then by code point."""
    key = title.lower()
    return EventColumn(key, title, TEXT, lambda c, e: one_line(said(c.decisions[e])), ranks_by(said), _never)


def _side_column(
    key: Literal["reference", "prediction"], side: Side, types: Callable[[EventCells, int], list[str]]
) -> EventColumn:
    ranks = partial(_type_ranks, side)
    return EventColumn(
        key, key.capitalize(), readings_form(types, key), lambda c, e: " ".join(types(c, e)) or NO_VALUE, ranks
    )


EVENT_COLUMNS: Final[tuple[EventColumn, ...]] = (
    EventColumn("kind", "Kind", KIND, lambda c, e: c.study.wording.tag(c.kind(e)), lambda c: c.study.events.kind),
    EventColumn("left", "Left context", _context("left"), EventCells.at_left, context_ranks("left")),
    EventColumn("segment", "Segment", SEGMENT, EventCells.segment_text, segment_ranks),
    EventColumn("right", "Right context", _context("right"), EventCells.at_right, context_ranks("right")),
    _side_column("reference", "reference", EventCells.reference_types),
    _side_column("prediction", "predicted", EventCells.predicted_types),
    EventColumn("system", "System", TEXT, EventCells.system, lambda c: c.study.events.prediction, _has_several),
    EventColumn("run", "Run", NUMBER, EventCells.run, _run_ranks, _has_runs),
    EventColumn(
        "shape",
        "Shape",
        replace(TEXT, explained=_shape_explained),
        EventCells.shape,
        lambda c: c.study.events.shape,
        _never,
    ),
    EventColumn("demerits", "Demerits", NUMBER, EventCells.demerits, lambda c: c.study.events.demerits, _never),
    EventColumn("elen", "eLen", NUMBER, EventCells.mention_length, lambda c: mention_lengths(c.study).first, _never),
    EventColumn("slen", "sLen", NUMBER, EventCells.sentence_length, lambda c: event_sentence_length(c.study), _never),
    EventColumn("eden", "eDen", NUMBER, EventCells.density, lambda c: event_density(c.study), _never),
    EventColumn("document", "Document", NUMBER, EventCells.document, lambda c: event_document(c.study), _never),
    EventColumn("sentence", "Sentence", NUMBER, EventCells.sentence, lambda c: c.sentence_number, _never),
    EventColumn("line", "Line", NUMBER, EventCells.line, lambda c: event_line(c.study), _never),
    EventColumn(
        "place",
        "Place",
        replace(NUMBER, explained=lambda cells, row, _: cells.place_in_words(row)),
        EventCells.place,
        lambda c: c.start,
    ),
    EventColumn("verdict", "Verdict", VERDICT, verdict_text, verdict_ranks, lambda study: len(study.decisions) > 0),
    _decided_column("Causes", lambda decision: ", ".join(decision.causes)),
    _decided_column("Flag", lambda decision: "flagged" if decision.flag else ""),
    _decided_column("Note", lambda decision: decision.note),
    EventColumn("correction", "Correction", TEXT, correction_text, correction_ranks, _never),
    _decided_column("Decided", lambda decision: decision.decided.replace("T", " ").removesuffix("Z")),
    _decided_column("Who", lambda decision: decision.who),
)
"""What every study has; the columns of its files follow behind."""

COLUMN_KEYS: Final = tuple(column.key for column in EVENT_COLUMNS)
DECISION_KEYS: Final = ("verdict", "causes", "flag", "note", "correction", "decided", "who")
"""Columns whose cells change while people decide."""


def columns_of(study: Study) -> tuple[EventColumn, ...]:
    """List the columns of a study: `EVENT_COLUMNS`, attributes, then what its files have besides token and label.

    Attributes that need training data are listed without these too: columns stay where they are once they arrive.
    """
    attributes = (name for name in attribute_columns(study, with_training=True) if name.casefold() not in COLUMN_KEYS)
    return (
        *EVENT_COLUMNS,
        *further_columns(MENTIONS, EVENT_COLUMNS),
        *(_attribute_column(study, name) for name in attributes),
        *(_token_column(study, name) for name in token_columns(study)),
    )


def further_columns(sort: EventSort, own: Sequence[EventColumn]) -> Iterator[EventColumn]:
    """Make those columns of a list that the window has nothing of its own to say about, such as a paint."""
    keys = {column.key for column in own}
    for column in sort.columns.values():
        if column.is_on_screen and column.of is not Of.DRAWING and column.name not in keys:
            form, title = NUMBER if column.content is Content.NUMBER else TEXT, DEFINITIONS[column.meaning_key].name
            text, ranks = partial(_cell_text, sort, column.name), partial(_cell_ranks, sort, column)
            yield EventColumn(column.name, title, form, text, ranks, _never, column.meaning_key)


def _cell_text(sort: EventSort, name: str, cells: EventCells, event: int) -> str:
    if sort.columns[name].of is Of.EVIDENCE and cells.study.training is None:
        return NO_VALUE
    ((value,),) = sort.table(cells.study, np.array([event]), (name,))
    return NO_VALUE if value is None else one_line(f"{value}")


def _cell_ranks(sort: EventSort, column: Column, cells: EventCells) -> AnyIntArray | FloatArray:
    if column.of is Of.EVIDENCE and cells.study.training is None:
        return np.zeros(len(cells))
    listed = (value for (value,) in sort.table(cells.study, columns=(column.name,)))
    values = [value.value if isinstance(value, Ratio) else value for value in listed]
    if column.content is Content.NUMBER:
        return np.array([-np.inf if value is None else value for value in values], dtype=np.float64)
    return text_ranks(as_arrow_texts(["" if value is None else f"{value}" for value in values]))


def _attribute_column(study: Study, name: str) -> EventColumn:
    named = [f"attr:{one.name}" for one in study.attributes if one.scale == "name"]
    form = TEXT if name.startswith("bucket:") or name in named else NUMBER
    return EventColumn(name, name, form, partial(_attribute_text, name), partial(_attribute_ranks, name), _never)


def _attribute_text(name: str, cells: EventCells, event: int) -> str:
    if not is_known(cells.study, name):
        return NO_VALUE
    (text,) = attribute_cells(cells.study, cells.study.events.rows(slice(event, event + 1)), name, significant)
    return NO_VALUE if text is None else one_line(text)


def _attribute_ranks(name: str, cells: EventCells) -> FloatArray:
    if not is_known(cells.study, name):
        return np.zeros(len(cells.study.events))
    return attribute_ranks(cells.study, name)


def _token_column(study: Study, name: str) -> EventColumn:
    form = NUMBER if looks_numeric(study, name) else TEXT
    return EventColumn(
        name, name, form, partial(_token_text, name), lambda cells: first_token_ranks(cells.study, name), _never
    )


def _token_text(name: str, cells: EventCells, event: int) -> str:
    text = token_value(cells.study, event, name)
    return NO_VALUE if text is None else one_line(text)


@dataclass(frozen=True, eq=False)
class EventList:
    """The events on screen, of either sort, as they are handed to the export."""

    listed: "ListedEvents"
    selected: AnyIntArray  # int32, shape (n_selected,): those that are selected, in the same order
    columns: tuple[str, ...]  # columns of a file that stand for those on screen, in their order
    beside: tuple[str, ...] = ()  # further columns that people read, whatever is on screen
    whose: str = ""  # the predictions they are of, where two are compared; empty elsewhere

    @property
    def sort(self) -> EventSort:
        return self.listed.sort

    def of_review(self, review: "ReviewOrigin") -> "EventList":
        return replace(self, listed=replace(self.listed, review=review))


def file_columns(sort: EventSort, on_screen: Sequence[str], of_review: bool = False) -> tuple[str, ...]:
    """Name the columns of a file that stand for columns on screen; those that no file has are left out."""
    names = [name for key in on_screen for name in sort.stands_for.get(key, (key,))]
    every = sort.names(Of.EVENTS, Of.TRAINING, Of.EVIDENCE, *((Of.DECISIONS, Of.PEOPLE) if of_review else ()))
    return tuple(
        name for name in dict.fromkeys(names) if name in every or is_token_column(name) or is_attribute_column(name)
    )
