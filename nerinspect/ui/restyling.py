"""When a widget has to be drawn in other colours or fonts."""

from PySide6.QtCore import QEvent

_RESTYLING = (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange)


def is_restyling(event: QEvent) -> bool:
    """Tell whether the colours, the font or the style of a widget changed; for `changeEvent`."""
    return event.type() in _RESTYLING
