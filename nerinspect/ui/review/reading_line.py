"""One line with the right reading of an event: each mention with its type, or that there is none."""

from math import ceil
from typing import Final

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from nerinspect.ui.painting.fonts import CAPTION, DETAIL, font_size, scaled_font
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.type_colours import TypeStyle, type_styles

_AROUND, _GAP, _LINE, _LEAST = 4, 6, 2, 24  # at a font of 13 pixels
TITLE: Final = "Right reading"
NO_NAME: Final = "No name here"
_MORE: Final = "…"


class ReadingLine(QWidget):
    """Paint the mentions of a reading beside each other, as many as there is room for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mentions: list[tuple[str, str]] | None = None
        self._types: tuple[str, ...] = ()
        self._styles: dict[str, TypeStyle] = {}
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.show_mentions(None)

    def show_types(self, types: tuple[str, ...]) -> None:
        """Learn the types of the study, which have their colours among each other."""
        self._types, self._styles = types, type_styles(types, current_theme())
        self.update()

    def show_mentions(self, mentions: list[tuple[str, str]] | None) -> None:
        """Show mentions by type and surface; none of them says that no name is here, None that nothing is given."""
        self._mentions = mentions
        said = ", ".join(f"{name} {surface}" for name, surface in mentions or ())
        words = TITLE if mentions is None else f"{TITLE}: {said or NO_NAME.lower()}"
        self.setAccessibleName(words)
        self.setToolTip(tooltip(words))
        self.update()

    def _unit(self) -> float:
        return font_size(self.font()) / 13

    def sizeHint(self) -> QSize:
        """Be as high as a line with its mark."""
        unit, font = self._unit(), scaled_font(self.font(), DETAIL)
        return QSize(round(_LEAST * unit), ceil(QFontMetricsF(font).height() + _AROUND * unit))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint type and words of one mention after the other."""
        theme, unit, whole = current_theme(), self._unit(), QRectF(self.rect())
        painter, words = QPainter(self), scaled_font(self.font(), DETAIL)
        if not self._mentions:
            text, ink = (TITLE, theme.text3) if self._mentions is None else (NO_NAME, theme.text)
            draw_text(painter, words, ink, whole, text)
            return
        names, left = scaled_font(self.font(), CAPTION, is_bold=True), 0.0
        end = whole.right() - (len(self._mentions) > 1) * QFontMetricsF(words).horizontalAdvance(_MORE)
        for name, surface in self._mentions:
            box = QRectF(left, 1, QFontMetricsF(names).horizontalAdvance(name) + _GAP * unit, whole.height() - 2)
            room = QRectF(box.right() + _GAP / 2 * unit, 0, 0, whole.height())
            room.setWidth(min(QFontMetricsF(words).horizontalAdvance(surface) + 1, end - room.left()))
            if left and room.width() < _LEAST * unit:
                draw_text(painter, words, theme.text2, whole, _MORE, Qt.AlignmentFlag.AlignRight)
                return
            style = self._styles.get(name)
            painter.fillRect(box, style.fill if style else theme.button)
            line = QRectF(box.left(), box.bottom() - _LINE * unit, box.width(), _LINE * unit)
            painter.fillRect(line, style.line if style else theme.text3)
            draw_text(painter, names, theme.text, box.adjusted(_GAP / 2 * unit, 0, unit, 0), name)
            draw_text(painter, words, theme.text, room, surface)
            left = room.right() + 2 * _GAP * unit

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_styles"):
            self._styles = type_styles(self._types, current_theme())
            self.updateGeometry()
            self.update()
