"""Fonts as multiples of the desktop's font."""

from typing import Final

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QFontMetricsF

CAPTION: Final = 0.85
DETAIL: Final = 0.92
NEIGHBOUR: Final = 1.08
TITLE: Final = 1.15

CLOSEST: Final = 0.88
"""How much narrower still than close letters are the narrowest that can be read."""

_CLOSE: Final = 85  # percent


def font_size(font: QFont) -> float:
    """Give the size of a font in device-independent pixels; without any font, of the boxes that are drawn instead."""
    size = QFontInfo(font).pixelSize()
    return float(size) if size > 0 else QFontMetricsF(font).height()


def unit_of(font: QFont) -> float:
    """Give the length of what is one pixel at a font of 13, in device-independent pixels."""
    return font_size(font) / 13


def scaled_font(font: QFont, factor: float, is_bold: bool = False) -> QFont:
    """Make a font of the same face whose size is a multiple.

    It is at least one pixel high; bold is semibold.
    """
    scaled = QFont(font)
    scaled.setPixelSize(max(round(font_size(font) * factor), 1))
    if is_bold:
        scaled.setWeight(QFont.Weight.DemiBold)
    return scaled


def close_font(font: QFont, share: float = 1.0) -> QFont:
    """Make the same font with narrower letters, for names where there is little room; narrower still by a share."""
    close = QFont(font)
    close.setStretch(round(_CLOSE * share))
    return close


def fixed_font(font: QFont, factor: float) -> QFont:
    """Make a font of fixed width, for what stands in files, whose size is a multiple of another's."""
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    fixed.setPixelSize(max(round(font_size(font) * factor), 1))
    return fixed
