"""The places of one surface as rows of a concordance."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from nerinspect.corpus.arrays import IntArray, spread_ranges
from nerinspect.corpus.writing_direction import right_to_left_sentences
from nerinspect.ui.consistency.headed_model import HeadedModel
from nerinspect.ui.consistency.surface_list import REFERENCE, Reading, SurfaceList
from nerinspect.ui.models.event_cells import CONTEXT_TOKENS, SegmentCell, TypedRange
from nerinspect.ui.tooltips import tooltip

_Index = QModelIndex | QPersistentModelIndex

LEFT, SEGMENT, RIGHT, READING, PLACE, LINE = range(6)
_TITLES: Final = ("Left context", "Surface", "Right context", "Reading", "Place", "Line")
_MEANINGS: Final = ("left", "surface_words", "right", "surface_readings", "place", "line")


class PlaceModel(HeadedModel):
    """Hold the places of some readings of a surface: exceptions first, each reading in text order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(_TITLES, _MEANINGS, (LEFT, PLACE, LINE), parent)
        self._surfaces: SurfaceList | None = None
        self._length = 0
        self._readings: list[Reading] = []
        self._start: IntArray = np.zeros(0, dtype=np.int32)
        self._of: IntArray = np.zeros(0, dtype=np.int32)  # which of the readings

    @property
    def starts(self) -> IntArray:
        """First token of each row in the whole text. Shape (n_rows,)."""
        return self._start

    @property
    def has_lines(self) -> bool:
        """Whether places have lines of a file."""
        return self._surfaces is not None and bool(self._surfaces.study.text.sentence_line[:1].any())

    def show_places(self, surfaces: SurfaceList | None, surface: int, readings: Sequence[Reading]) -> None:
        """Hold the places of some readings of a surface."""
        self.beginResetModel()
        self._surfaces = surfaces
        if surfaces is not None:
            self.wording = surfaces.study.wording
        self._readings = sorted(readings, key=lambda reading: (not reading.is_exception, reading.count))
        found = surfaces.found if surfaces is not None and readings else None
        if found is None:
            self._start = self._of = np.zeros(0, dtype=np.int32)
        else:
            numbers = np.array([reading.number for reading in self._readings])
            first, stop = found.first_place[numbers], found.first_place[numbers + 1]
            self._start = found.places[spread_ranges(first, stop)]
            self._of = np.repeat(np.arange(len(numbers), dtype=np.int32), stop - first)
            self._length = int(found.end[surface] - found.start[surface])
        self.endResetModel()

    def reading(self, row: int) -> Reading:
        """Give how the surface is read in a row."""
        return self._readings[int(self._of[row])]

    def bounds(self, row: int) -> tuple[int, int]:
        """Give the half-open token positions of a row in the whole text."""
        start = int(self._start[row])
        return start, start + self._length

    def segment(self, row: int) -> SegmentCell:
        """Give the words of a row with their reading."""
        words, name = self._joined(*self.bounds(row)), self.reading(row).type
        ranges = (TypedRange(0, len(words), name),) if name else ()
        is_reference = self._surfaces is not None and self._surfaces.number == REFERENCE
        reference, predicted = (ranges, ()) if is_reference else ((), ranges)
        return SegmentCell(words, reference, predicted, self.is_right_to_left(row))

    def is_right_to_left(self, row: int) -> bool:
        """Tell whether the sentence of a row runs from right to left."""
        assert self._surfaces is not None, "there is a row"
        return bool(right_to_left_sentences(self._surfaces.study.text)[self._sentence(row)])

    def text(self, row: int, column: int) -> str:
        """Write one cell; contexts by their side on screen."""
        assert self._surfaces is not None, "there is a row"
        text = self._surfaces.study.text
        if column in (LEFT, RIGHT):
            return self._before(row) if (column == LEFT) != self.is_right_to_left(row) else self._after(row)
        if column == SEGMENT:
            return self._joined(*self.bounds(row))
        if column == READING:
            return self.reading(row).name
        if column == LINE:
            line = text.line_of(self.bounds(row)[0])
            return f"{line:,}" if line else ""
        sentence = self._sentence(row)
        return f"{int(text.document[sentence]):,} · {sentence + 1:,}"

    def as_tsv(self, rows: Sequence[int]) -> str:
        """Write some rows with a head, in reading order, as text that a spreadsheet takes."""
        lines = [["before", "surface", "after", "reading", "place", "line"]]
        for row in rows:
            cells = [self._before(row), self._joined(*self.bounds(row)), self._after(row)]
            lines.append(cells + [self.text(row, column) for column in (READING, PLACE, LINE)])
        return "".join("\t".join(cells) + "\n" for cells in lines)

    # Qt overrides

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Count the rows."""
        return 0 if parent.isValid() else len(self._start)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Count the columns."""
        return 0 if parent.isValid() else len(_TITLES)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give what a cell shows or says."""
        if not index.isValid():
            return None
        row = index.row()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.text(row, index.column())
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(self.text(row, index.column()))
            case Qt.ItemDataRole.AccessibleTextRole:
                words = (self._before(row), self.text(row, SEGMENT), self._after(row))
                return f"{self.reading(row).name}: {' '.join(words)}, {self.text(row, PLACE)}"
            case Qt.ItemDataRole.TextAlignmentRole:
                return self.alignment(index.column())
        return None

    def _sentence(self, row: int) -> int:
        assert self._surfaces is not None, "there is a row"
        return int(self._surfaces.study.text.sentence_of(self._start[row : row + 1])[0])

    def _before(self, row: int) -> str:
        assert self._surfaces is not None, "there is a row"
        start = self.bounds(row)[0]
        first = int(self._surfaces.study.text.sentence_start[self._sentence(row)])
        words = self._joined(max(first, start - CONTEXT_TOKENS), start)
        return f"… {words}" if first < start - CONTEXT_TOKENS else words

    def _after(self, row: int) -> str:
        assert self._surfaces is not None, "there is a row"
        end = self.bounds(row)[1]
        last = int(self._surfaces.study.text.sentence_start[self._sentence(row) + 1])
        words = self._joined(end, min(last, end + CONTEXT_TOKENS))
        return f"{words} …" if last > end + CONTEXT_TOKENS else words

    def _joined(self, start: int, end: int) -> str:
        assert self._surfaces is not None, "there is a row"
        return " ".join(self._surfaces.study.text.spelled(start, end).split("\n"))
