"""Scroll bars that are a thin handle and nothing else."""

from typing import Final

from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from nerinspect.ui.painting.fonts import font_size

_LOOK: Final = """
QScrollBar:vertical {{ background: palette(base); width: {wide}px; }}
QScrollBar:horizontal {{ background: palette(base); height: {wide}px; }}
QScrollBar::handle {{ background: palette(mid); border-radius: {round}px; margin: {margin}px; }}
QScrollBar::handle:vertical {{ min-height: {least}px; }}
QScrollBar::handle:horizontal {{ min-width: {least}px; }}
QScrollBar::handle:hover {{ background: palette(shadow); }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0px; height: 0px; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: none; }}
"""


def thin_scroll_bars(widget: QWidget) -> None:
    """Let everything that scrolls in a widget have thin bars; they follow the palette."""
    unit = font_size(widget.font()) / 13
    look = _LOOK.format(wide=round(11 * unit), round=round(3 * unit), margin=round(2 * unit), least=round(28 * unit))
    for area in widget.findChildren(QAbstractScrollArea):
        for bar in (area.verticalScrollBar(), area.horizontalScrollBar()):
            bar.setStyleSheet(look)
