"""Scroll bars that are a thin handle and nothing else."""

from typing import Final

from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.theme import current_theme

_LOOK: Final = """
QScrollBar:vertical {{ background: transparent; width: {wide}px; }}
QScrollBar:horizontal {{ background: transparent; height: {wide}px; }}
QScrollBar::handle {{ background: {handle}; border-radius: {round}px; margin: {margin}px; }}
QScrollBar::handle:vertical {{ min-height: {least}px; }}
QScrollBar::handle:horizontal {{ min-width: {least}px; }}
QScrollBar::handle:hover {{ background: {hovered}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0px; height: 0px; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: none; }}
"""


def thin_scroll_bars(widget: QWidget) -> None:
    """Let everything that scrolls in a widget have thin bars, in the colours of now."""
    theme, unit = current_theme(), font_size(widget.font()) / 13
    sizes = {"wide": 11, "round": 3, "margin": 2, "least": 28}
    colours = {"handle": theme.border.name(), "hovered": theme.text3.name()}
    look = _LOOK.format(**colours, **{name: round(size * unit) for name, size in sizes.items()})
    for area in widget.findChildren(QAbstractScrollArea):
        for bar in (area.verticalScrollBar(), area.horizontalScrollBar()):
            bar.setStyleSheet(look)
