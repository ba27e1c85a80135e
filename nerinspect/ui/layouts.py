"""How the parts of a window lie: read from it and brought back."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray

from nerinspect.settings.schema import Layout

if TYPE_CHECKING:
    from nerinspect.ui.main_window import MainWindow


def layout_of(window: "MainWindow") -> Layout:
    """Describe how the parts of a window lie."""
    work = window.workspace
    sorted_by, is_descending = work.events.sorted_by
    return Layout(
        geometry=bytes(window.saveGeometry().toBase64().data()).decode(),
        sizes=work.arrangement.remembered_sizes,
        folded=work.filters.folded,
        columns=tuple(work.events.shown_columns()),
        widths=work.events.column_widths(),
        zoom=work.context.view.zoom,
        is_grouped=work.events.is_grouped,
        view=work.view_name,
        is_apart=work.arrangement.context_is_apart,
        hides_filters=work.arrangement.filters_are_put_away,
        token_columns=tuple((column.source, column.name) for column in work.context.columns),
        bucket_attribute=window.document.bucketed.attribute,
        compared_columns=tuple(work.comparison.chosen_columns.items()),
        compared_widths=tuple(work.comparison.chosen_widths.items()),
        relation_columns=tuple(work.pages.relation_columns[0].items()),
        relation_widths=tuple(work.pages.relation_columns[1].items()),
        has_stretches=window.document.has_stretches,
        sorted_by=sorted_by,
        is_descending=is_descending,
    )


def restore_layout(window: "MainWindow", layout: Layout) -> None:
    """Lay a window out as it was."""
    work = window.workspace
    if layout.geometry:
        window.restoreGeometry(QByteArray.fromBase64(layout.geometry.encode()))
    work.arrangement.restore_sizes(layout.sizes)
    work.arrangement.put_filters_away(layout.hides_filters)
    work.arrangement.set_context_apart(layout.is_apart)
    work.filters.set_folded(layout.folded)
    work.filters.choose_buckets(layout.bucket_attribute)
    if layout.columns:
        work.events.columns.choose_all(layout.columns)
        work.events.set_column_widths(layout.columns, layout.widths)
    else:
        work.events.columns.reset()
    work.events.sort_by(layout.sorted_by, layout.is_descending)
    work.events.set_grouped(layout.is_grouped)
    work.comparison.choose_columns(dict(layout.compared_columns), dict(layout.compared_widths))
    work.pages.choose_relation_columns(dict(layout.relation_columns), dict(layout.relation_widths))
    window.document.list_stretches(layout.has_stretches)
    if layout.token_columns:
        work.context.set_columns(layout.token_columns)
    if layout.zoom:
        work.context.set_zoom(layout.zoom)
    else:
        work.context.zoom_reset()
