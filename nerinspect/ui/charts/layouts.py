"""Layouts that are to find their places now."""

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget


def activate_layouts(widget: QWidget, last: QWidget) -> None:
    """Let a widget, what is around it and last another around that find their places now.

    Left alone, each layout waits for the event loop until the one inside it is done, and what is there is painted
    in between, squeezed.
    """
    around: QWidget | None = widget
    while around is not None:
        layout = around.layout()
        if layout is not None:
            layout.activate()
        else:  # a scroll area is told by its viewport
            QCoreApplication.sendEvent(around, QEvent(QEvent.Type.LayoutRequest))
        around = None if around is last else around.parentWidget()
