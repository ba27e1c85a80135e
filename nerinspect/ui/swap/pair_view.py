"""The original and the swapped sentence under each other, and what predictions make of the swapped one."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.swap.pair_rows import SentencePair
from nerinspect.ui.swap.sentence_picture import PairSentence, SentencePicture
from nerinspect.ui.theme import current_theme
from nerinspect.ui.type_colours import TypeStyle, type_styles

_MARGIN, _GAP, _HEAD, _ROW = 16, 14, 20, 19  # at a font of 13 pixels
_TITLES: Final = ("Original", "Swapped")


class Said(NamedTuple):
    """What one prediction makes of the swapped sentence."""

    system: str
    words: str


class PairView(QScrollArea):
    """Show one sentence of a swap test; empty until it is given one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pair_view")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._page = _PairPage(self)
        self.setWidget(self._page)

    @property
    def pair(self) -> SentencePair | None:
        """The sentence on show."""
        return self._page.pair

    @property
    def said(self) -> tuple[Said, ...]:
        """What is said below it."""
        return self._page.said

    def show_pair(self, pair: SentencePair | None, types: Sequence[str] = (), said: Sequence[Said] = ()) -> None:
        """Show another sentence; `types` are those of the file, which give the colours."""
        if pair != self.pair:
            self.verticalScrollBar().setValue(0)
        self._page.show_pair(pair, types, said)
        words = "".join(f"{title}: {one.triple}. " for title, one in zip(_TITLES, _sentences(pair), strict=False))
        self.setAccessibleName("Original and swapped sentence")
        self.setAccessibleDescription(words + "; ".join(f"{one.system}: {one.words}" for one in said))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy both sentences."""
        if event.matches(QKeySequence.StandardKey.Copy) and self.pair is not None:
            copy_text("".join(f"{' '.join(one.tokens)}\t{one.triple}\n" for one in _sentences(self.pair)))
        else:
            super().keyPressEvent(event)


class _PairPage(QWidget):
    """What is scrolled: as high as its width asks for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pair: SentencePair | None = None
        self.said: tuple[Said, ...] = ()
        self._types: tuple[str, ...] = ()
        self._pictures: list[SentencePicture] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)

    def show_pair(self, pair: SentencePair | None, types: Sequence[str], said: Sequence[Said]) -> None:
        """Show another sentence."""
        self.pair, self._types, self.said = pair, tuple(types), tuple(said)
        self._rebuild()

    def _rebuild(self) -> None:
        self._pictures = [SentencePicture(one, self.font()) for one in _sentences(self.pair)]
        self._lay_out()

    def _lay_out(self) -> None:
        unit = self._unit
        heights = [_HEAD * unit + one.lay_out(self.width() - 2 * _MARGIN * unit) for one in self._pictures]
        said = (_GAP + _ROW * len(self.said)) * unit if self.said else 0
        self.setMinimumHeight(round(sum(heights) + (2 * _MARGIN + _GAP) * unit + said) if heights else 0)
        self.update()

    @property
    def _unit(self) -> float:
        return font_size(self.font()) / 13

    def sizeHint(self) -> QSize:
        """Ask for what the sentences need."""
        return QSize(0, self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the sentences anew."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_pictures"):
            self._rebuild()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint both sentences under their titles, then what predictions say."""
        painter, theme, unit = QPainter(self), current_theme(), self._unit
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), theme.base)
        left, width, y = _MARGIN * unit, self.width() - 2 * _MARGIN * unit, _MARGIN * unit
        bold, plain = scaled_font(self.font(), 1.0, is_bold=True), scaled_font(self.font(), DETAIL)
        titled = zip(_TITLES, _sentences(self.pair), self._pictures, strict=False)
        for title, sentence, picture in titled:
            rect = QRectF(left, y, width, _HEAD * unit)
            draw_text(painter, bold, theme.text, rect, title)
            behind = rect.adjusted(QFontMetricsF(bold).horizontalAdvance(title) + 10 * unit, 0, 0, 0)
            draw_text(painter, plain, theme.text2, behind, sentence.triple, elide=Qt.TextElideMode.ElideMiddle)
            y += _HEAD * unit
            picture.paint(painter, theme, self._style(), QPointF(left, y))
            y += picture.height + _GAP * unit
        self._paint_said(painter, QRectF(left, y, width, _ROW * unit))
        painter.end()

    def _paint_said(self, painter: QPainter, rect: QRectF) -> None:
        """Write the systems below each other, and beside them what they extract."""
        theme, gap = current_theme(), 12 * self._unit
        bold, plain = scaled_font(self.font(), DETAIL, is_bold=True), scaled_font(self.font(), DETAIL)
        metrics = QFontMetricsF(bold)
        widest = min(max((metrics.horizontalAdvance(one.system) + 1 for one in self.said), default=0), rect.width() / 2)
        for one in self.said:
            draw_text(painter, bold, theme.text, QRectF(rect.left(), rect.top(), widest, rect.height()), one.system)
            draw_text(painter, plain, theme.text, rect.adjusted(widest + gap, 0, 0, 0), one.words)
            rect.translate(0, rect.height())

    def _style(self) -> TypeStyle:
        assert self.pair is not None, "a sentence is painted"
        return type_styles(self._types, current_theme())[self.pair.mention_type]


def _sentences(pair: SentencePair | None) -> tuple[PairSentence, ...]:
    return (pair.original, pair.swapped) if pair is not None else ()
