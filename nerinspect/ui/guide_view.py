"""The page of the guide: its HTML in the window's colours, its pictures in the width there is."""

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QUrl
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QImage,
    QPainter,
    QResizeEvent,
    QTextCharFormat,
    QTextDocument,
    QWheelEvent,
)
from PySide6.QtWidgets import QTextBrowser, QTextEdit, QWidget

from nerinspect.analysis.events import KINDS
from nerinspect.analysis.relation_pairing import RELATION_KINDS
from nerinspect.guide.markdown import to_html
from nerinspect.guide.pages import Page, picture
from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.painting.kind_symbol import KIND_SYMBOLS
from nerinspect.ui.painting.kind_symbols import KindSymbols
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import Theme, current_theme

_HTML: Final = QTextDocument.ResourceType.HtmlResource
_ZOOMS: Final = (0.8, 0.9, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0, 2.5)
_WIDEST: Final = 860
"""Width of the text in units of a thirteenth of the font size; longer lines are hard to read."""

_PICTURE_SCALE: Final = 2
"""Pixels of a picture for each pixel of the screen it was taken of."""


class GuideView(QTextBrowser):
    """Show pages of the guide; links between them work, and there are no others."""

    def __init__(self, pages: Sequence[Page], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("guide_view")
        self.setAccessibleName("Page of the guide")
        self._pages = {f"{page.key}.md": page for page in pages}
        self._zoom = _ZOOMS.index(1.0)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setLineWrapMode(QTextEdit.LineWrapMode.FixedPixelWidth)
        # One that comes and goes would change the width while a page is being laid out.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._restyle()

    def page_at(self, place: QUrl) -> Page | None:
        """Give the page that a link leads to."""
        return self._pages.get(place.path())

    def open_place(self, target: str) -> None:
        """Turn to a page such as `kinds.md`, or to a heading of it: `kinds.md#demerits`."""
        self.setSource(QUrl(target))

    def zoom(self, step: int) -> None:
        """Make the text larger (1), smaller (-1) or as large as the desktop's (0)."""
        place = self._zoom + step if step else _ZOOMS.index(1.0)
        self._zoom = min(max(place, 0), len(_ZOOMS) - 1)
        self._restyle()

    def mark(self, words: Sequence[str]) -> None:
        """Mark some words wherever they stand on the page."""
        marks = []
        form = QTextCharFormat()
        form.setBackground(current_theme().selected)
        for word in words:
            cursor = self.document().find(word)
            while not cursor.isNull():
                mark = QTextEdit.ExtraSelection()
                mark.cursor, mark.format = cursor, form
                marks.append(mark)
                cursor = self.document().find(word, cursor)
        self.setExtraSelections(marks)

    def doSetSource(self, url: QUrl | str, kind: QTextDocument.ResourceType = _HTML) -> None:
        """Take every page for HTML, which it is when it is loaded."""
        super().doSetSource(url, _HTML)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:  # noqa: ANN401 - whatever Qt asks for
        """Give the text of a page, a picture, or the symbol of a kind (`kind:be`, `relation:reversed`)."""
        url = QUrl(name)
        if page := self.page_at(url):
            return to_html(page.text)
        if url.scheme() == "kind" and url.path() in KINDS:
            return self._symbol(url.path(), KIND_SYMBOLS)
        if url.scheme() == "relation" and url.path() in RELATION_KINDS:
            from nerinspect.ui.relations.relation_symbol import RELATION_SYMBOLS  # one page

            return self._symbol(url.path(), RELATION_SYMBOLS)
        return self._picture(url.fileName())

    def _symbol(self, kind: str, symbols: KindSymbols) -> QImage:
        size = symbols.size_beside(QFontMetricsF(self.document().defaultFont()).ascent())
        ratio = self.devicePixelRatioF()
        image = QImage((size * ratio).toSize(), QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(ratio)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        symbols.paint(painter, QRectF(QPointF(), size), kind, current_theme())
        painter.end()
        return image

    def _picture(self, name: str) -> QImage:
        image = QImage.fromData(picture(name))
        ratio = self.devicePixelRatioF()
        room = self.lineWrapColumnOrWidth() - 2 * self.document().documentMargin()
        width = round(min(image.width() / _PICTURE_SCALE * self._unit(), room) * ratio)
        scaled = image.scaledToWidth(max(width, 1), Qt.TransformationMode.SmoothTransformation)
        scaled.setDevicePixelRatio(ratio)
        return scaled

    def _unit(self) -> float:
        return font_size(self.font()) / 13 * _ZOOMS[self._zoom]

    def _line_width(self) -> int:
        return min(self.viewport().width(), round(_WIDEST * self._unit()))

    def _restyle(self) -> None:
        """Lay the page out anew, at the place where it was."""
        bar = self.verticalScrollBar()
        place = bar.value() / max(bar.maximum(), 1)
        unit, document = self._unit(), self.document()
        document.setDefaultFont(scaled_font(self.font(), _ZOOMS[self._zoom]))
        document.setIndentWidth(round(24 * unit))
        document.setDocumentMargin(round(24 * unit))
        document.setDefaultStyleSheet(_style_sheet(current_theme(), unit, document.defaultFont()))
        self.setLineWrapColumnOrWidth(self._line_width())
        if not self.source().isEmpty():
            self.reload()
            bar.setValue(round(place * bar.maximum()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit lines and pictures into the new width."""
        super().resizeEvent(event)
        if self._line_width() != self.lineWrapColumnOrWidth():
            self._restyle()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_zoom"):
            self._restyle()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and event.angleDelta().y():
            self.zoom(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            super().wheelEvent(event)


def _style_sheet(theme: Theme, unit: float, font: QFont) -> str:
    """Write the look of a page; sizes in pixels, since that is what Qt scales least surprisingly."""

    def px(size: float) -> str:
        return f"{round(size * unit)}px"

    small = f"font-size: {round(font_size(font) * DETAIL)}px"
    return f"""
        h1 {{ font-size: {px(22)}; font-weight: 600; margin: 0 0 {px(10)} 0; }}
        h2 {{ font-size: {px(16)}; font-weight: 600; margin: {px(18)} 0 {px(6)} 0; }}
        h3 {{ font-size: {px(13)}; font-weight: 600; margin: {px(12)} 0 {px(4)} 0; }}
        p, li {{ line-height: 125%; margin: 0 0 {px(8)} 0; }}
        div.picture {{ margin: {px(4)} 0 {px(10)} 0; }}
        li {{ margin-bottom: {px(4)}; }}
        ul, ol {{ margin: 0 0 {px(8)} 0; }}
        table {{ margin: {px(2)} 0 {px(12)} 0; }}
        a {{ color: {theme.accent.name()}; text-decoration: none; }}
        code, pre {{ {small}; background-color: {theme.hover.name()}; }}
        table.code, table.code pre {{ background-color: {theme.alternate.name()}; }}
        table.note {{ background-color: {theme.warning_strip.name()}; }}
        table.grid {{ border-collapse: collapse; {small}; }}
        th {{ text-align: left; color: {theme.text3.name()}; font-weight: 600;
              border-bottom: 1px solid {theme.border.name()}; }}
        td {{ vertical-align: top; }}
        table.grid td {{ border-bottom: 1px solid {theme.hairline.name()}; }}
    """
