"""The sentence of an event with both readings over its words, and its neighbours."""

from collections.abc import Iterator, Mapping
from typing import Final, cast

from PySide6.QtCore import QEvent, QMimeData, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFrameFormat,
    QTextLine,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QToolTip, QWidget

from nerinspect.analysis.context import Context, Neighbour
from nerinspect.ui.painting.context_layout import ShownTokens, shown_tokens
from nerinspect.ui.painting.fonts import CAPTION, NEIGHBOUR, font_size, scaled_font
from nerinspect.ui.painting.sentence_painter import Look, PlacedSpan, SentencePainter, repair_note
from nerinspect.ui.painting.tracks import TrackMetrics
from nerinspect.ui.theme import Theme, current_theme
from nerinspect.ui.type_colours import TypeStyle, type_styles

LEAST_ZOOM: Final = 1.2
USUAL_ZOOM: Final = 1.6
GREATEST_ZOOM: Final = 2.6

_LONGEST_LINE: Final = 88  # characters
_WIDEST_GUTTER: Final = 160  # thirteenths of the font size
_NEIGHBOUR_UNITS: Final = 1_000


class ContextView(QTextEdit):
    """Show a sentence with its tracks; the text can be selected and copied as it stands in the file.

    Signals
    -------
    zoom_changed : float
        Size of the sentence in sizes of the widget's font.
    """

    zoom_changed = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("context_view")
        self.setAccessibleName("Sentence")
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setUndoRedoEnabled(False)
        self.document().setDocumentMargin(0)
        self._context: Context | None = None
        self._shown: ShownTokens | None = None
        self._types: tuple[str, ...] = ()
        self._styles: Mapping[str, TypeStyle] = {}
        self._zoom = USUAL_ZOOM
        self._painter: SentencePainter | None = None
        self._metrics: TrackMetrics | None = None
        self._sentence_block = 0
        self._copied = b""
        self._gutter = 0.0
        self._placed: list[PlacedSpan] = []

    @property
    def zoom(self) -> float:
        """Size of the sentence in sizes of the widget's font."""
        return self._zoom

    @property
    def shown(self) -> ShownTokens | None:
        """The tokens of the sentence that are laid out."""
        return self._shown

    def show_types(self, types: tuple[str, ...]) -> None:
        """Learn the types of the study, which have their colours among each other."""
        self._types = types
        self._styles = type_styles(types, current_theme())

    def show_context(self, context: Context | None, description: str = "") -> None:
        """Show the sentence of an event.

        Parameters
        ----------
        context : Context or None
            The sentence and its neighbours; None empties the view.
        description : str
            The event as one phrase, for those who hear it.
        """
        self._context = context
        self.setAccessibleDescription(description)
        self._rebuild()
        self._scroll_to_event()

    def set_zoom(self, zoom: float) -> None:
        """Set the size of the sentence, within its limits."""
        zoom = round(min(max(zoom, LEAST_ZOOM), GREATEST_ZOOM), 2)
        if zoom != self._zoom:
            self._zoom = zoom
            self._rebuild()
            self._scroll_to_event()
            self.zoom_changed.emit(zoom)

    def visible_lines(self) -> Iterator[tuple[QTextLine, QPointF]]:
        """Go through the lines of the sentence that are in sight, with the place of their layout in the viewport."""
        if self._painter is None or self._metrics is None:
            return
        block, origin = self._sentence_origin()
        layout, height = block.layout(), self._metrics.line_height
        first = max(int((-origin.y()) // height) - 1, 0)
        last = min(int((self.viewport().height() - origin.y()) // height) + 2, layout.lineCount())
        for number in range(first, last):
            yield layout.lineAt(number), origin

    def placed_spans(self) -> list[PlacedSpan]:
        """Find every mention in sight, in the coordinates of the viewport."""
        if self._painter is None:
            return []
        painter = self._painter
        return [item for line, origin in self.visible_lines() for item in painter.placed_spans(line, origin)]

    def _rebuild(self) -> None:
        """Lay the document out anew, for another event, theme, font or zoom."""
        # Clearing and writing may show or hide the scroll bar, and so resize the view: no painter, no geometry.
        self._painter = self._metrics = self._shown = None
        self._placed = []
        self._copied = b""
        self.document().clear()
        self.viewport().update()
        context = self._context
        if context is None:
            return
        self._shown = shown_tokens(context.tokens, context.start, context.end)
        look = self._look(context, current_theme())
        self._metrics = look.metrics
        self._gutter = self._gutter_width(context, look.caption_font)
        self._write(context, self._shown, look.theme)
        self._painter = SentencePainter(context, self._shown, look)
        self._set_margins()

    def _look(self, context: Context, theme: Theme) -> Look:
        font = self.font()
        caption, name = scaled_font(font, CAPTION), scaled_font(font, CAPTION, is_bold=True)
        metrics = TrackMetrics.of_fonts(
            scaled_font(font, self._zoom), name, font_size(font), bool(context.reference.repairs)
        )
        return Look(metrics, theme, self._styles, name, caption)

    def _gutter_width(self, context: Context, caption: QFont) -> float:
        unit, metrics = font_size(self.font()) / 13, QFontMetricsF(caption)
        labels = (context.reference.label, context.prediction.label, f"{context.sentence:,}")
        return min(max(metrics.horizontalAdvance(label) for label in labels) + 1, _WIDEST_GUTTER * unit) + 24 * unit

    def _write(self, context: Context, shown: ShownTokens, theme: Theme) -> None:
        metrics, unit = self._the_metrics(), font_size(self.font()) / 13
        cursor = QTextCursor(self.document())
        copied = []
        near = QTextCharFormat()
        near.setFont(scaled_font(self.font(), NEIGHBOUR * self._zoom / USUAL_ZOOM))
        near.setForeground(theme.dimmed)
        own = QTextCharFormat()
        own.setFont(scaled_font(self.font(), self._zoom))
        own.setForeground(theme.text)
        near_height = 23 * unit * self._zoom / USUAL_ZOOM
        self._sentence_block = len(context.before)
        cursor.beginEditBlock()
        for number, part in enumerate(context.before):
            copied.append(_insert(cursor, _shown_neighbour(part), _block_format(near_height), near, number == 0))
        if context.before:
            cursor.insertFrame(_raised(metrics.spare_above - 8 * unit, metrics.room_below + 4 * unit))
        block = _block_format(metrics.line_height, 0.0 if context.before else metrics.room_below + 4 * unit)
        copied.append(_insert(cursor, shown, block, own, is_first=True))
        if context.before:
            cursor.movePosition(QTextCursor.MoveOperation.End)
        for number, part in enumerate(context.after):
            is_first = number == 0 and bool(context.before)
            copied.append(_insert(cursor, _shown_neighbour(part), _block_format(near_height), near, is_first))
        cursor.endEditBlock()
        self._copied = "\n".join(copied).encode("utf-16-le", "surrogatepass")

    def _set_margins(self) -> None:
        """Leave room for the gutter, and end the lines where they would be too long to read."""
        context = self._context
        if context is None or self._painter is None:
            return
        unit = font_size(self.font()) / 13
        column = _LONGEST_LINE * QFontMetricsF(scaled_font(self.font(), self._zoom)).averageCharWidth()
        right = max(20 * unit, self.viewport().width() - self._gutter - column)
        frame = self.document().rootFrame()
        form = frame.frameFormat()
        form.setLeftMargin(self._gutter)
        form.setRightMargin(right)
        form.setTopMargin(12 * unit if context.before else 8 * unit - self._the_metrics().spare_above)
        # The engine forgets the margin of a last paragraph.
        form.setBottomMargin(8 * unit + (0 if context.after else self._the_metrics().room_below))
        if form == frame.frameFormat():
            return
        frame.setFrameFormat(form)
        option = self.document().defaultTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        self.document().setDefaultTextOption(option)

    def _the_metrics(self) -> TrackMetrics:
        assert self._metrics is not None  # set together with the painter
        return self._metrics

    def _sentence_origin(self) -> tuple[QTextBlock, QPointF]:
        return self._origin_of(self._sentence_block)

    def _origin_of(self, number: int) -> tuple[QTextBlock, QPointF]:
        block = self.document().findBlockByNumber(number)
        scrolled = QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())
        place = self.document().documentLayout().blockBoundingRect(block)  # also makes sure that it is laid out
        return block, place.topLeft() - scrolled

    def _scroll_to_event(self) -> None:
        """Bring the line where the event begins to the middle, if not all of the sentence is in sight."""
        context, shown = self._context, self._shown
        if context is None or shown is None or self._painter is None:
            return
        if (units := shown.units(context.start, context.end)) is None:
            return
        bar = self.verticalScrollBar()
        bar.setValue(0)
        block, origin = self._sentence_origin()
        if not self.textCursor().hasSelection():
            cursor = QTextCursor(block)
            cursor.setPosition(block.position() + units[0])
            self.setTextCursor(cursor)
            bar.setValue(0)
        line = block.layout().lineForTextPosition(units[0])
        if not line.isValid():  # nothing is laid out before the view has a size
            return
        middle = origin.y() + line.y() + line.height() / 2
        bar.setValue(round(middle - self.viewport().height() / 2))

    def _paint_numbers(self, painter: QPainter, context: Context, look_font: QFont) -> None:
        """Write the numbers of the neighbours in the gutter."""
        painter.setFont(look_font)
        painter.setPen(current_theme().text3)
        neighbours: list[tuple[int, Neighbour]] = [*enumerate(context.before)]
        neighbours += [(self._sentence_block + 1 + i, part) for i, part in enumerate(context.after)]
        for number, part in neighbours:
            block, origin = self._origin_of(number)
            if not block.layout().lineCount():
                continue
            line = block.layout().lineAt(0)
            rect = QRectF(QPointF(0, origin.y() + line.y()), QSizeF(self._label_right(), line.height()))
            painter.drawText(rect, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), f"{part.number:,}")

    def _label_right(self) -> float:
        return self._gutter - 12 * font_size(self.font()) / 13

    # Qt overrides

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, then the tracks over it."""
        super().paintEvent(event)
        if self._context is None or self._painter is None:
            return
        painter = QPainter(self.viewport())
        painter.setClipRegion(event.region())
        self._paint_numbers(painter, self._context, scaled_font(self.font(), CAPTION))
        layout, limits = self._sentence_origin()[0].layout(), (self._gutter, float(self.viewport().width()))
        self._placed = []
        unit = font_size(self.font()) / 13
        for line, origin in self.visible_lines():
            self._placed += self._painter.paint_line(painter, layout, line, origin, limits)
            baseline = origin.y() + line.y() + line.ascent()
            self._painter.paint_gutter(painter, baseline, self._label_right(), self._gutter - 16 * unit)
        painter.end()

    def createMimeDataFromSelection(self) -> QMimeData:
        """Give the selected text as it stands in the file, tokens joined by one blank."""
        cursor = self.textCursor()
        chosen = self._copied[2 * cursor.selectionStart() : 2 * cursor.selectionEnd()]
        data = QMimeData()
        data.setText(chosen.decode("utf-16-le", "replace"))
        return data

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep lines readable and the event in sight."""
        self._set_margins()
        super().resizeEvent(event)
        self._scroll_to_event()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl, scroll without."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.set_zoom(self._zoom + 0.1 * (1 if event.angleDelta().y() > 0 else -1))
            event.accept()
        else:
            super().wheelEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        kinds = (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange)
        if event.type() in kinds and hasattr(self, "_types"):
            self._styles = type_styles(self._types, current_theme())
            self._rebuild()
            self._scroll_to_event()

    def viewportEvent(self, event: QEvent) -> bool:
        """Say what a box of a track is when the pointer rests on it."""
        if event.type() == QEvent.Type.ToolTip:
            position = cast("QHelpEvent", event)
            for item in self._placed:
                if any(box.contains(QPointF(position.pos())) for box in item.boxes):
                    QToolTip.showText(position.globalPos(), self._tip(item), self.viewport())
                    return True
            QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    def _tip(self, item: PlacedSpan) -> str:
        assert self._context is not None  # only what is shown can be pointed at
        track = self._context.reference if item.side == "reference" else self._context.prediction
        surface = " ".join(self._context.tokens[item.span.start : item.span.end])
        lines = [f"{track.label}: {item.span.type or 'O'}", surface if len(surface) <= 200 else surface[:199] + "…"]
        return "\n".join([*lines, *([repair_note(item.repairs)] if item.repairs else [])])


def _shown_neighbour(part: Neighbour) -> ShownTokens:
    return shown_tokens(part.tokens, most_units=_NEIGHBOUR_UNITS)


def _insert(
    cursor: QTextCursor, part: ShownTokens, block: QTextBlockFormat, characters: QTextCharFormat, is_first: bool
) -> str:
    """Write a sentence as a paragraph of its own, or into the empty one where the cursor stands."""
    if is_first:
        cursor.setBlockFormat(block)
        cursor.setBlockCharFormat(characters)
    else:
        cursor.insertBlock(block, characters)
    cursor.insertText(part.display, characters)
    return part.text


def _raised(height: float, bottom_margin: float) -> QTextFrameFormat:
    """Make a frame that begins higher than its place.

    In a line of fixed height the text engine leaves most room above the words. A paragraph cannot be moved up into
    it, a frame can.
    """
    form = QTextFrameFormat()
    form.setTopMargin(-max(height, 0.0))
    form.setBottomMargin(bottom_margin)
    return form


def _block_format(line_height: float, bottom_margin: float = 0.0) -> QTextBlockFormat:
    form = QTextBlockFormat()
    form.setLineHeight(line_height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    form.setBottomMargin(bottom_margin)
    return form
