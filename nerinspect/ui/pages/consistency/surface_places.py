"""Places of the chosen surface: doors to its annotations, the concordance, the sentence of the chosen place."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QModelIndex, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QMenu

from nerinspect.corpus.arrays import spread_ranges
from nerinspect.events.explanation import Span
from nerinspect.glossary import meaning
from nerinspect.quantities import counted, grouped, word_for
from nerinspect.ui.details.training import Ways
from nerinspect.ui.kit.doors import Piece
from nerinspect.ui.kit.pages.parts import Halves, Part
from nerinspect.ui.kit.screen_text import copy_text, plain_text
from nerinspect.ui.kit.tables.rows import CellStyle, HeadedModel, RowsDelegate, RowsView
from nerinspect.ui.lists.cell_drawing import (
    paint_context,
    paint_number,
    paint_plain,
    paint_readings,
    paint_segment,
    readings_width,
    segment_width,
)
from nerinspect.ui.lists.event_cells import NO_VALUE, EventCells, SegmentCell
from nerinspect.ui.pages.consistency.surface_list import (
    MOST_OFTEN,
    REFERENCE,
    Reading,
    SurfaceList,
    context_of_place,
    exceptions,
    with_usual_readings,
)
from nerinspect.ui.sentence.context_view import ContextView
from nerinspect.ui.theme.fonts import DETAIL, scaled_font

if TYPE_CHECKING:
    from nerinspect.events.study import Study


LEFT, SEGMENT, RIGHT, READING, PLACE, LINE = range(6)
_TITLES: Final = ("Left context", "Surface", "Right context", "Annotation", "Place", "Line")
_MEANINGS: Final = ("left", "surface_words", "right", "surface_readings", "place", "line")


class PlaceCells(EventCells):
    """Texts of the places of a surface: exceptions first, each annotation in text order."""

    def __init__(self, surfaces: SurfaceList, surface: int, readings: Sequence[Reading]) -> None:
        super().__init__(surfaces.study)
        self._is_of_reference, found = surfaces.number == REFERENCE, surfaces.found
        self._listed = sorted(readings, key=lambda reading: (not reading.is_exception, reading.count))
        numbers = np.array([reading.number for reading in self._listed])
        first, stop = found.first_place[numbers], found.first_place[numbers + 1]
        self._of = np.repeat(np.arange(len(numbers), dtype=np.int32), stop - first)  # index of the annotation
        self.start = found.places[spread_ranges(first, stop)]
        self.end = self.start + (found.end[surface] - found.start[surface])
        self.sentence_number = self.study.text.sentence_of(self.start).astype(np.int32)

    def reading_of(self, row: int) -> Reading:
        return self._listed[int(self._of[row])]

    def segment(self, event: int) -> SegmentCell:
        name = self.reading_of(event).type
        spans = [Span(int(self.start[event]), int(self.end[event]), name)] if name else []
        return self._segment(event, *((spans, []) if self._is_of_reference else ([], spans)))


class PlaceModel(HeadedModel):
    """Model of the places of a surface."""

    def __init__(self) -> None:
        super().__init__(_TITLES, _MEANINGS, (LEFT, PLACE, LINE))
        self._cells: PlaceCells | None = None

    @property
    def cells(self) -> PlaceCells:
        assert self._cells is not None, "there is a row"
        return self._cells

    @property
    def has_lines(self) -> bool:
        return self._cells is not None and bool(self._cells.study.text.sentence_line[:1].any())

    def show_places(self, surfaces: SurfaceList | None, surface: int, readings: Sequence[Reading]) -> None:
        self.beginResetModel()
        if surfaces is not None:
            self.wording = surfaces.study.wording
        self._cells = PlaceCells(surfaces, surface, readings) if surfaces is not None and readings else None
        self.endResetModel()

    def bounds(self, row: int) -> tuple[int, int]:
        """Return half-open token positions in the whole text."""
        return int(self.cells.start[row]), int(self.cells.end[row])

    def text(self, row: int, column: int) -> str:
        """Return the text of a cell; contexts go by their side on screen."""
        cells = self.cells
        match column:
            case 0:  # LEFT
                return cells.at_left(row)
            case 1:  # SEGMENT
                return cells.segment_text(row)
            case 2:  # RIGHT
                return cells.at_right(row)
            case 3:  # READING
                return cells.reading_of(row).name
            case 4:  # PLACE
                return cells.place(row)
        return "" if (line := cells.line(row)) == NO_VALUE else line

    def as_tsv(self, rows: Sequence[int]) -> str:
        """Return rows with a header, in text order, as a spreadsheet takes them."""
        lines = [["before", "surface", "after", "annotation", "place", "line"]]
        for row in rows:
            words = [self.cells.before(row), self.cells.segment_text(row), self.cells.after(row)]
            lines.append(words + [self.text(row, column) for column in (READING, PLACE, LINE)])
        return "".join("\t".join(cells) + "\n" for cells in lines)

    @property
    def n_rows(self) -> int:
        return len(self._cells) if self._cells is not None else 0

    def spoken(self, row: int, column: int) -> str:
        cells = self.cells
        words = f"{cells.before(row)} {cells.segment_text(row)} {cells.after(row)}"
        return f"{cells.reading_of(row).name}: {words}, {cells.place(row)}"


_SAMPLED: Final = 40
_LEAST_CONTEXT, _MOST_SEGMENT = 7, 17  # in sizes of the font


class PlaceView(RowsView):
    """List the places of a surface."""

    def __init__(self, model: PlaceModel) -> None:
        super().__init__("Places of the surface")
        self._places = model
        self.setModel(model)
        self.setItemDelegate(_PlaceDelegate(self, model))
        self.head.setSectionsClickable(False)
        self.resized.connect(self.fit_columns)

    def fit_columns(self) -> None:
        """Fit words, annotation and place to their content; the contexts share the rest, and place shrinks first."""
        style = self.cell_style
        rows, size = range(min(self._places.rowCount(), _SAMPLED)), 13 * style.unit
        widths = {column: self._text_width(style, column, rows) for column in (PLACE, LINE)}
        names = {self._places.cells.reading_of(row).type for row in rows}
        reading = max([readings_width(style, [name]) for name in names if name], default=0)
        if "" in names:
            reading = max(reading, style.metrics.horizontalAdvance("unlabelled") + 2 * style.padding)
        widths[READING] = max(round(reading) + 1, self.head.title_width(READING))
        segment = max([segment_width(self._places.cells.segment(row), style) for row in rows], default=0)
        widths[SEGMENT] = max(round(min(segment, _MOST_SEGMENT * size)), self.head.title_width(SEGMENT))
        room, least = self.viewport().width(), 2 * _LEAST_CONTEXT * size
        hidden = set() if self._places.has_lines else {LINE}
        if room - sum(width for column, width in widths.items() if column not in hidden) < least:
            hidden.add(PLACE if self._places.has_lines else LINE)
        rest = max(room - sum(width for column, width in widths.items() if column not in hidden), round(least))
        widths |= {LEFT: rest // 2, RIGHT: rest - rest // 2}
        for column, width in widths.items():
            self.setColumnHidden(column, column in hidden)
            self.setColumnWidth(column, width)

    def _text_width(self, style: CellStyle, column: int, rows: range) -> int:
        texts = [self._places.text(row, column) for row in rows]
        widest = max((style.metrics.horizontalAdvance(text) for text in texts), default=0)
        return max(self.head.title_width(column), round(widest + 2 * style.padding) + 1)


class _PlaceDelegate(RowsDelegate):
    def __init__(self, view: PlaceView, model: PlaceModel) -> None:
        super().__init__(view)
        self._model = model

    def paint_cell(self, painter: QPainter, style: CellStyle, rect: QRectF, row: int, column: int) -> None:
        model = self._model
        match column:
            case 0 | 2:  # LEFT, RIGHT
                side, is_rtl = "left" if column == LEFT else "right", model.cells.is_right_to_left(row)
                paint_context(painter, style, rect, model.text(row, column), side, is_right_to_left=is_rtl)  # type: ignore[arg-type]
            case 1:  # SEGMENT
                paint_segment(painter, style, rect, model.cells.segment(row))
            case 3:  # READING
                name, is_above = model.cells.reading_of(row).type, bool(model.cells.segment(row).reference)
                if name:
                    paint_readings(painter, style, rect, [name], "reference" if is_above else "prediction")
                else:
                    paint_plain(painter, style, rect, "unlabelled", Qt.AlignmentFlag.AlignLeft)
            case _:
                paint_number(painter, style, rect, model.text(row, column))


_ALL, _EXCEPTIONS = "all", "exceptions"


class PlaceHalves(Halves):
    """Shows the places of a surface above the sentence of the chosen one."""

    # Enter or a double click on a place: its sentence, from 1, and half-open token positions
    place_opened = Signal(int, int, int)

    def __init__(self) -> None:
        self._surfaces: SurfaceList | None = None
        self.surface, self._chosen = -1, frozenset[int]()  # the surface on show; -1 for none
        self._usual: Study | None = None
        self._prediction = -1
        self._doors, self.model = Ways(doors="accent"), PlaceModel()
        self.view, self.context = PlaceView(self.model), ContextView()
        self.context.setAccessibleName("Sentence of the place")
        self._sentence = Part("Sentence", self.context, fills=True)
        places = Part("Places", self._doors, self.view, fills=True)
        places.set_caption("exceptions first")
        super().__init__(Qt.Orientation.Vertical, (places, 5), (self._sentence, 4))
        self.model.setParent(self)
        self._doors.query_requested.connect(self._on_door_opened)
        self.view.row_chosen.connect(self._show_place)
        self.view.opened.connect(self._on_opened)
        self.view.copy_requested.connect(self._copy)
        self.view.menu_requested.connect(self._show_menu)
        self.context.next_requested.connect(lambda: self.view.step(1))
        self.context.previous_requested.connect(lambda: self.view.step(-1))

    def show_surface(self, surfaces: SurfaceList | None, surface: int, readings: Sequence[int] = ()) -> None:
        """Show the places of some annotations, of all if none is given; -1 for no surface."""
        has_one = surfaces is not None and surface >= 0
        if surfaces is not None and has_one and (surfaces is not self._surfaces or surface != self.surface):
            self._usual = with_usual_readings(surfaces, surface, self._prediction)
            self.context.show_types(surfaces.study.types)
        self._surfaces, self.surface = surfaces, surface if has_one else -1
        listed = surfaces.readings(surface) if surfaces is not None and has_one else []
        self._chosen = frozenset(readings) or frozenset(one.number for one in listed)
        chosen = [one for one in listed if one.number in self._chosen]
        self._show_doors(listed)
        self.model.show_places(surfaces, surface, chosen)
        self.view.fit_columns()
        if chosen:
            self.view.choose_row(0)
            self.view.scrollToTop()
        else:
            self._show_place(-1)

    def show_prediction(self, prediction: int) -> None:
        """Show another prediction below the reference; -1 for none."""
        if prediction != self._prediction:
            self._prediction = prediction
            if self._surfaces is not None and self.surface >= 0:
                self._usual = with_usual_readings(self._surfaces, self.surface, prediction)
                self._show_place(self.view.current_row)

    def set_style(self, style: CellStyle) -> None:
        self.view.set_style(style)
        self.view.fit_columns()

    def _restyle(self) -> None:
        super()._restyle()
        self._doors.setFont(scaled_font(self.font(), DETAIL))

    def _show_doors(self, readings: Sequence[Reading]) -> None:
        """Name the annotations, those on show in bold."""
        if self._surfaces is None or not readings:
            self._doors.show_pieces(())
            return
        odd = exceptions(readings)
        n_all, n_odd = (sum(one.count for one in some) for some in (readings, odd))
        is_all = len(self._chosen) == len(readings)
        pieces = [
            Piece(self._surfaces.surface(self.surface), is_bold=True),
            Piece(":  "),
            Piece(counted(n_all, "place"), _ALL, meaning("surface_places"), is_all),
        ]
        for one in readings:
            is_shown = not is_all and self._chosen == {one.number}
            explanation = meaning("surface_readings" if one.type else "unlabelled")
            pieces += [
                Piece("  ·  "),
                Piece(f"{one.name} {grouped(one.count)}", str(one.number), explanation, is_shown),
            ]
        if len(odd) > 1:
            is_shown = not is_all and self._chosen == {one.number for one in odd}
            words = counted(n_odd, "exception")
            pieces += [Piece("  ·  "), Piece(words, _EXCEPTIONS, meaning("exceptions"), is_shown)]
        self._doors.show_pieces(pieces)

    def _show_place(self, row: int) -> None:
        if self._surfaces is None or self._usual is None or not 0 <= row < self.model.rowCount():
            self._sentence.set_caption("")
            self.context.show_context(None)
            return
        context = context_of_place(self._usual, *self.model.bounds(row))
        said = self._described(row)
        line = f", line {grouped(context.line)}" if context.line else ""
        place = f"Document {grouped(context.document.number)}, sentence {grouped(context.sentence.number)}{line}"
        self._sentence.set_caption(f"{place}: {said}")
        self.context.show_context(context, f"{place}: {said}")

    def _described(self, row: int) -> str:
        """Say how a place is annotated, and how many others are so."""
        assert self._surfaces is not None, "there is a row"
        here, readings = self.model.cells.reading_of(row), self._surfaces.readings(self.surface)
        n_all, usual = sum(one.count for one in readings), next(one for one in readings if not one.is_exception)
        if here.number == usual.number:
            return f"{here.name} here, as in {grouped(here.count)} of {counted(n_all, 'place')}"
        return f"{here.name} here, {MOST_OFTEN} {usual.name}: {grouped(usual.count)} of {counted(n_all, 'place')}"

    def _on_door_opened(self, door: str) -> None:
        assert self._surfaces is not None, "there is a door"
        readings = self._surfaces.readings(self.surface)
        if door == _ALL:
            chosen = [one.number for one in readings]
        elif door == _EXCEPTIONS:
            chosen = [one.number for one in exceptions(readings)]
        else:
            chosen = [int(door)]
        self.show_surface(self._surfaces, self.surface, chosen)

    def _on_opened(self, index: QModelIndex) -> None:
        assert self._surfaces is not None, "there is a row"
        (start, end), sentence = self.model.bounds(index.row()), int(self.model.cells.sentence_number[index.row()])
        first = int(self._surfaces.study.text.sentence_start[sentence])
        self.place_opened.emit(sentence + 1, start - first, end - first)

    def _copy(self) -> None:
        copy_text(self.model.as_tsv(self.view.selected_rows))

    def _show_menu(self, index: QModelIndex, place: QPoint) -> None:
        menu = QMenu(self.view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        n_rows = len(self.view.selected_rows)
        menu.addAction(word_for(n_rows, "Copy row", f"Copy {counted(n_rows, 'row')}"), self._copy)
        where = self.model.text(index.row(), PLACE)
        menu.addAction(plain_text(f"Copy place “{where}”"), lambda: copy_text(where))
        menu.addSeparator()
        show = menu.addAction("Show in the events", lambda: self._on_opened(index))
        show.setEnabled(self._surfaces is not None and bool(self._surfaces.study.predictions))
        menu.popup(place)
