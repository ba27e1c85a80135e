"""How the parts of a window lie: read from it and brought back."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray

from nerinspect.settings.schema import Layout
from nerinspect.ui.models.event_columns import COLUMN_KEYS

if TYPE_CHECKING:
    from nerinspect.ui.main_window import MainWindow


def layout_of(window: "MainWindow") -> Layout:
    """Describe how the parts of a window lie."""
    work = window.workspace
    return Layout(
        geometry=bytes(window.saveGeometry().toBase64().data()).decode(),
        sizes=work.arrangement.remembered_sizes,
        folded=work.filters.folded,
        columns=tuple(work.events.shown_columns()),
        widths=work.events.column_widths(),
        zoom=work.context.view.zoom,
        is_grouped=work.events.is_grouped,
    )


def restore_layout(window: "MainWindow", layout: Layout) -> None:
    """Lay a window out as it was."""
    work = window.workspace
    if layout.geometry:
        window.restoreGeometry(QByteArray.fromBase64(layout.geometry.encode()))
    work.arrangement.restore_sizes(layout.sizes)
    work.filters.set_folded(layout.folded)
    for key in COLUMN_KEYS if layout.columns else ():
        work.events.set_column_shown(key, key in layout.columns)
    work.events.set_column_widths(layout.widths)
    work.events.set_grouped(layout.is_grouped)
    if layout.zoom:
        work.context.set_zoom(layout.zoom)
    else:
        work.context.zoom_reset()
