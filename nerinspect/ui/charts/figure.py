"""Figures for papers: charts at a width in millimetres, as PDF, SVG or PNG; no window is needed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import count
from math import ceil
from typing import Final

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QFontMetricsF, QGuiApplication, QPainter

from nerinspect.charts.values import BAR, INTERVAL, OVERALL, Chart, Entry, Figure, Grid
from nerinspect.errors import CommandError
from nerinspect.io.writing.pictures import FigureLook
from nerinspect.training.retention import RETENTION, RETENTION_SHORT
from nerinspect.ui.charts.bar_chart import GAP, BarLayout, paint_chart
from nerinspect.ui.charts.grid_layout import CurveLayout, GridLayout
from nerinspect.ui.charts.strokes import COUNT_HEAD, MOST_SYSTEMS, Labels, paint_sign
from nerinspect.ui.kit.pages.pictures import PictureFacts, drawn_bytes
from nerinspect.ui.theme.fonts import CAPTION, unit_of
from nerinspect.ui.theme.themes import LIGHT

_FAMILIES: Final = ("Helvetica", "Arial", "Liberation Sans", "Nimbus Sans", "Noto Sans", "DejaVu Sans")
"""The first that is installed is used, whatever the desktop's font is: so the same figure is drawn again anywhere."""

_PER_POINT: Final = 20
"""Figures are laid out in so many parts of a point, whole numbers of which are fine enough."""

_TEXT, _TITLE = 8, 9  # points
_UNUSED_SIZES: Final = count(1000)
_GREY: Final = LIGHT._replace(is_plain=True, accent=LIGHT.text3, warning=LIGHT.border)
_NARROW: Final = 120
"""Below so many millimetres numbers have one decimal."""

_HEADS: Final = (COUNT_HEAD, RETENTION)
_SHORT_HEADS: Final = (COUNT_HEAD, RETENTION_SHORT)
_LEGEND_SIGNS: Final = (BAR, INTERVAL, OVERALL)


def figure_font() -> QFont:
    """Choose the font of figures: its captions have eight points."""
    installed = set(QFontDatabase.families())
    font = QFont(next((name for name in _FAMILIES if name in installed), QGuiApplication.font().family()))
    font.setPixelSize(round(_TEXT * _PER_POINT / CAPTION))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setFeature(QFont.Tag("liga"), 0)  # letters of a PDF are found and copied one by one
    return font


def _forget_stretch() -> None:
    """Let Qt measure the font of figures as it is: a face keeps the stretch in which it was painted last.

    It is taken off once a glyph is loaded in a size that was never used.
    """
    for weight in (QFont.Weight.Normal, QFont.Weight.DemiBold):
        font = figure_font()
        font.setWeight(weight)
        font.setPixelSize(next(_UNUSED_SIZES))
        QFontMetricsF(font).boundingRect("x")


def font_name() -> str:
    return QFontInfo(figure_font()).family()


@dataclass(frozen=True)
class _Row:
    """What stands beside each other: each part with its left edge and its width."""

    top: float
    height: float
    placed: tuple[tuple[Chart | Grid, float, float], ...]


class FigurePainting:
    """Lays a figure out at some width, and paints it.

    Attributes
    ----------
    width, height : float
        In twentieths of a point.
    written : list of tuple
        Every text with its place, once it was painted.
    """

    def __init__(self, figure: Figure, look: FigureLook, has_outlines: bool = False) -> None:
        self._look, self.width = look, look.width / 25.4 * 72 * _PER_POINT
        self._theme = _GREY if look.grey else LIGHT
        _forget_stretch()
        self._font, self._heads = figure_font(), _HEADS if look.width >= _NARROW else _SHORT_HEADS
        self.unit = unit_of(self._font)
        self.written = list[tuple[QRectF, str]]()
        self._caption, self._bold = (
            Labels(self._sized(_TEXT, is_bold), has_outlines, self.written) for is_bold in (False, True)
        )
        self._large = Labels(self._sized(_TITLE, True), has_outlines, self.written)
        self._line = 15 * self.unit
        self._entries = [entry for entry in figure.legend if entry.sign in _LEGEND_SIGNS]
        n_bars = sum(entry.sign == BAR for entry in self._entries)
        if len(self._entries) == n_bars == 1:  # nothing to be told apart
            self._entries = []
        if look.grey and n_bars > MOST_SYSTEMS:
            raise CommandError(f"greys can distinguish {MOST_SYSTEMS} systems, not {n_bars}; name some with --systems")
        self._parts = tuple(self._shortened(part) for part in figure.parts)
        self._title = self._large.lines(look.title, self.width) if look.title else []
        self.height = self._lay_out()

    def _sized(self, points: int, is_bold: bool) -> QFont:
        font = QFont(self._font)
        font.setPixelSize(points * _PER_POINT)
        if is_bold:
            font.setWeight(QFont.Weight.DemiBold)
        return font

    def _shortened(self, part: Chart | Grid) -> Chart | Grid:
        if self._look.width >= _NARROW:
            return part
        if isinstance(part, Grid):
            rows = [(name, tuple(replace(c, text=c.shorter or c.text) for c in cells)) for name, cells in part.rows]
            return replace(part, rows=tuple(rows))
        return replace(part, bars=tuple(replace(bar, text=bar.shorter or bar.text) for bar in part.bars))

    @cached_property
    def _gutter(self) -> float:
        """Room at the left for the scale and for what the rows of numbers are."""
        charts = [part for part in self._parts if isinstance(part, Chart)]
        texts = [text for chart in charts for text in chart.scale]
        rows = ([bar.count for chart in charts for bar in chart.bars], [b.baseline for c in charts for b in c.bars])
        texts += [head for head, row in zip(self._heads, rows, strict=True) if any(row)]
        return max(map(self._caption.width, texts), default=0.0) + 1.5 * GAP * self.unit

    def _lay_out(self) -> float:
        y = len(self._title) * 18 * self.unit
        self._legend = list[tuple[Entry, float, float]]()
        x = 0.0
        for entry in self._entries:
            wide = 23 * self.unit + self._caption.width(entry.words)
            if x and x + wide > self.width:
                x, y = 0.0, y + self._line
            self._legend.append((entry, x, y))
            x += wide + 16 * self.unit
        y += 1.7 * self._line if self._legend else 0.0
        self._rows = list[_Row]()
        for row in self._rows_of_charts([part for part in self._parts if isinstance(part, Chart)]):
            y = self._add_row(row, y)
        for placed in self._rows_of_grids([part for part in self._parts if isinstance(part, Grid)]):
            y = self._add_row(placed, y)
        return ceil(y)

    def _rows_of_grids(self, grids: Sequence[Grid]) -> list[list[tuple[Chart | Grid, float, float]]]:
        """Put grids beside each other where all have room; one with more columns than have room goes on below."""
        pieces = [piece for grid in grids for piece in self._grid_layout(grid, self.width).pieces()]
        least = max((self._grid_layout(piece, self.width).least_width for piece in pieces), default=self.width)
        gap = 4 * GAP * self.unit
        most = max(int((self.width + gap) // (least + gap)), 1)
        n_columns = ceil(len(pieces) / ceil(len(pieces) / most)) if pieces else 1
        width = (self.width - (n_columns - 1) * gap) / n_columns
        rows = [pieces[first : first + n_columns] for first in range(0, len(pieces), n_columns)]
        return [[(piece, place * (width + gap), width) for place, piece in enumerate(row)] for row in rows]

    def _grid_layout(self, grid: Grid, width: float) -> GridLayout:
        layout = CurveLayout if grid.are_curves else GridLayout
        return layout(grid, width, self._caption, self._bold, self.unit)

    def _add_row(self, placed: Sequence[tuple[Chart | Grid, float, float]], y: float) -> float:
        if self._rows:
            y += self._line
        height = max(self._height_of(part, width, x == 0.0) for part, x, width in placed)
        self._rows.append(_Row(y, height, tuple(placed)))
        return y + height

    def _rows_of_charts(self, charts: Sequence[Chart]) -> list[list[tuple[Chart | Grid, float, float]]]:
        """Put charts beside each other where their names and numbers have room; one that is too wide stands alone."""
        gap, room = 2 * GAP * self.unit, self.width - self._gutter
        pieces = [piece for chart in charts for piece in self._pieces(chart, room)]
        wanted = [layout.n_groups * layout.least_distance for layout in map(self._layout, pieces)]
        small = [width for width in wanted if width <= (room - gap) / 2]
        most = next((n for n in range(len(small), 1, -1) if max(small) <= (room - (n - 1) * gap) / n), 1)
        n_columns = ceil(len(small) / ceil(len(small) / most)) if small else 1  # rows of one length
        width = (room - (n_columns - 1) * gap) / n_columns
        rows = list[list[tuple[Chart | Grid, float, float]]]()
        place = n_columns
        for piece, needed in zip(pieces, wanted, strict=True):
            if needed > width:
                rows.append([(piece, 0.0, self.width)])
                place = n_columns
                continue
            if place == n_columns:
                rows.append([])
                place = 0
            left = self._gutter + place * (width + gap)
            rows[-1].append((piece, left, width) if place else (piece, 0.0, width + self._gutter))
            place += 1
        return rows

    def _pieces(self, chart: Chart, room: float) -> list[Chart]:
        """Cut a chart with more bars than have room into several below each other."""
        layout = self._layout(chart)
        most = max(int(room // layout.least_distance), 1)
        n_pieces = ceil(layout.n_groups / most) or 1
        step = ceil(layout.n_groups / n_pieces) * chart.n_series
        return [
            replace(chart, bars=chart.bars[first : first + step])
            for first in range(0, max(len(chart.bars), 1), step or 1)
        ]

    def _layout(self, chart: Chart, width: float = 1.0, beside: float = 0.0) -> BarLayout:
        return BarLayout(chart, self._font, width, beside, 64, self._caption)

    def _height_of(self, part: Chart | Grid, width: float, is_first: bool) -> float:
        head = len(self._head(part, width, is_first)) * self._line
        if isinstance(part, Grid):
            return head + self._grid_layout(part, width).height
        return head + self._layout(part, width, self._gutter if is_first else 0.0).height

    def _head(self, part: Chart | Grid, width: float, is_first: bool) -> list[tuple[str, str]]:
        """Give the lines over a part: its title, in bold, and what belongs to it."""
        room = width - (self._gutter if is_first and isinstance(part, Chart) else 0.0)
        warning = part.warning if isinstance(part, Chart) else ""
        note = ", ".join(filter(None, (part.note, warning)))
        gap = self._caption.width("  ")
        if self._bold.width(part.title) + gap + self._caption.width(note) <= room:
            return [(part.title, note)] if part.title or note else []
        wide = self._bold.width(part.title) + gap
        lines = self._caption.lines(note, room - wide) if part.title and wide < 0.6 * room else []
        if lines:
            return [(part.title if not number else "", line) for number, line in enumerate(lines)]
        titles = [(line, "") for line in self._bold.lines(part.title, room)] if part.title else []
        return titles + ([("", line) for line in self._caption.lines(note, room)] if note else [])

    def paint(self, painter: QPainter) -> None:
        self.written.clear()
        _forget_stretch()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._theme
        for number, line in enumerate(self._title):
            self._large.paint(painter, line, 0, number * 18 * self.unit, self.width, theme.text, at=0)
        for entry, x, y in self._legend:
            sign = QRectF(x, y + 2 * self.unit, 18 * self.unit, self._line - 4 * self.unit)
            paint_sign(painter, theme, self.unit, entry, sign, self._bold)
            self._caption.paint(painter, entry.words, x + 23 * self.unit, y, self.width, theme.text, at=0)
        for row in self._rows:
            for part, x, width in row.placed:
                self._paint_part(painter, part, x, row, width)

    def _paint_part(self, painter: QPainter, part: Chart | Grid, x: float, row: _Row, width: float) -> None:
        is_first = x == 0.0
        head = self._head(part, width, is_first)
        left = x + (self._gutter if is_first and isinstance(part, Chart) else 0.0)
        n_most = max(len(self._head(one, wide, at == 0.0)) for one, at, wide in row.placed)
        for number, (title, note) in enumerate(head):
            y = row.top + number * self._line
            self._bold.paint(painter, title, left, y, self.width, self._theme.text, at=0)
            after = self._bold.width(title) + self._caption.width("  ") if title else 0.0
            self._caption.paint(painter, note, left + after, y, self.width, self._theme.text, at=0)
        painter.save()
        painter.translate(x, row.top + n_most * self._line)
        if isinstance(part, Grid):
            self._grid_layout(part, width).paint(painter, self._theme)
        else:
            layout = self._layout(part, width, self._gutter if is_first else 0.0)
            paint_chart(painter, layout, self._theme, self._caption, self._bold, has_scale=is_first)
            if is_first:
                heads = (
                    (self._heads[0], layout.count, layout.has_counts),
                    (self._heads[1], layout.baseline, layout.has_baseline),
                )
                for text, y, is_there in heads:
                    if is_there:
                        at = layout.left - GAP * self.unit
                        self._caption.paint(painter, text, at, y, self.width, self._theme.text3, at=1)
        painter.restore()


@dataclass(frozen=True, eq=False)
class DrawnFigure:
    """A figure as it is saved."""

    figure: Figure

    @property
    def systems(self) -> Sequence[str]:
        return self.figure.systems

    @property
    def facts(self) -> dict[str, str]:
        """The font, and what a reader must know."""
        return {"font": font_name(), "caption": self.figure.caption}

    def drawn(
        self, form: str, look: FigureLook, title: str = "", description: str = "", date: datetime | None = None
    ) -> bytes:
        """Draw it: texts of a PDF are texts in embedded fonts; those of an SVG are outlines, so it needs no font.

        Parameters
        ----------
        form : str
            `pdf`, `svg` or `png`.
        title, description : str
            What the file says of itself, left out the title over the figure and its caption.
        date : datetime
            When a PDF says that it was made.

        Raises
        ------
        CommandError
            If it holds more systems than can be told apart.
        """
        painting = FigurePainting(self.figure, look, has_outlines=form != "pdf")
        size = QSize(round(painting.width), ceil(painting.height))
        said = PictureFacts(title or look.title or "Figure", description or self.figure.caption, date)
        return drawn_bytes(painting.paint, size, 72 * _PER_POINT, form, said)
