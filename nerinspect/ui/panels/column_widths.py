"""Widths of the columns of the events table: from a few of its rows, or as the user dragged them."""

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStyleOptionViewItem

from nerinspect.corpus.arrays import sorted_distinct
from nerinspect.ui.models.event_columns import CellForm
from nerinspect.ui.panels.events_view import EventsView

_N_SAMPLED, _N_SEGMENTS = 30, 120
_PERCENTILE = 98
_EASY_CONTEXT, _LEAST_CONTEXT = 10, 6  # in sizes of the font
_LEAST_SEGMENT, _MOST_SEGMENT, _MOST_OTHER = 8, 30, 10

_CONTEXTS = (CellForm.LEFT, CellForm.RIGHT, CellForm.RELATION)


class ColumnWidths(QObject):
    """Give the columns of a view their widths.

    The contexts, or the relations, share in equal parts what the other columns leave; where that is too little to read
    them with ease, the segment gives way first, then they, then the table scrolls. A width that the user chose stays,
    also for a column that only a later study has.

    Parameters
    ----------
    view : EventsView
        The table.

    Signals
    -------
    changed()
        The user chose a width.
    """

    changed = Signal()

    def __init__(self, view: EventsView) -> None:
        super().__init__(view)
        self._view = view
        self._needed: dict[int, int] = {}  # by place, of the columns that were shown
        self._chosen: dict[str, float] = {}  # by key, in sizes of the font
        self._is_sharing = False
        view.header.sectionResized.connect(self._on_resized)

    @property
    def chosen(self) -> dict[str, int]:
        """Widths that the user chose, by the key of the column, at a font of 13 pixels."""
        return {key: round(13 * width) for key, width in self._chosen.items()}

    def choose(self, widths: Mapping[str, int]) -> None:
        """Take widths that `chosen` gave."""
        self._chosen = {key: width / 13 for key, width in widths.items()}
        self.share()

    def forget(self) -> None:
        """Let the program choose all widths again."""
        self._chosen = {}

    def fit(self) -> None:
        """Measure again what the cells of each column need."""
        self._needed = {}
        self.share()

    def share(self, dragged: int = -1) -> None:
        """Set all widths for the room there is; columns before one that is being dragged stay under the pointer."""
        widths = self._wanted(dragged)
        shown = [place for place in range(len(self._view.events.columns)) if not self._view.isColumnHidden(place)]
        contexts = [place for place in shown if place not in widths]
        easy, least = (round(size * self._font_size()) * len(contexts) for size in (_EASY_CONTEXT, _LEAST_CONTEXT))
        rest = self._view.viewport().width() - sum(widths.values())
        lacking = easy - rest
        segment = self._segment
        if lacking > 0 and segment in widths and "segment" not in self._chosen and dragged < segment:
            given = min(lacking, max(widths[segment] - round(_LEAST_SEGMENT * self._font_size()), 0))
            widths[segment] -= given
            rest += given
        rest = max(rest, least)
        for number, place in enumerate(contexts):
            widths[place] = rest * (number + 1) // len(contexts) - rest * number // len(contexts)
        self._is_sharing = True
        for place, width in widths.items():
            self._view.setColumnWidth(place, width)
        self._is_sharing = False

    def _wanted(self, dragged: int) -> dict[int, int]:
        """Give the widths of the shown columns by place, but for contexts that share what is left."""
        widths = {}
        for place, column in enumerate(self._view.events.columns):
            if self._view.isColumnHidden(place):
                continue
            if place <= dragged:
                widths[place] = self._view.columnWidth(place)
            elif column.key in self._chosen:
                widths[place] = round(self._chosen[column.key] * self._font_size())
            elif column.form not in _CONTEXTS:
                widths[place] = self._need(place)
        return widths

    def _need(self, place: int) -> int:
        """Give the width that most cells of a column need, judged by rows spread over the table.

        Neither the number of rows nor the length of their texts matters for the time this takes.
        """
        if place not in self._needed:
            size, n_sampled = self._font_size(), _N_SAMPLED
            least, most = self._view.header.title_width(place), _MOST_OTHER * size
            if place == self._segment:
                least, most, n_sampled = round(_LEAST_SEGMENT * size), _MOST_SEGMENT * size, _N_SEGMENTS
            usual = _usual_width(self._view, place, _spread_rows(self._view, n_sampled))
            self._needed[place] = round(max(least, min(usual, most)))
        return self._needed[place]

    @property
    def _segment(self) -> int:
        """The column of the segments; -1 if there is none."""
        forms = [column.form for column in self._view.events.columns]
        return forms.index(CellForm.SEGMENT) if CellForm.SEGMENT in forms else -1

    def _font_size(self) -> float:
        return self._view.delegate.cell_style.unit * 13

    def _on_resized(self, place: int, before: int, width: int) -> None:
        if not self._is_sharing and before > 0 and width > 0:  # 0: it was hidden, or is
            self._chosen[self._view.events.columns[place].key] = width / self._font_size()
            self.share(dragged=place)
            self.changed.emit()


def _spread_rows(view: EventsView, n_rows: int) -> list[int]:
    model = view.events
    rows = sorted_distinct(np.linspace(0, max(model.rowCount() - 1, 0), n_rows).astype(int)).tolist()
    return [row for row in rows if model.rowCount() and model.event_at(row) is not None]


def _usual_width(view: EventsView, place: int, rows: list[int]) -> float:
    model, option = view.events, QStyleOptionViewItem()
    widths = [view.delegate.sizeHint(option, model.index(row, place)).width() for row in rows] or [0]
    if model.columns[place].form is not CellForm.SEGMENT:
        return float(max(widths))
    ordered = np.sort(widths)  # `numpy.percentile` imports masked arrays first, which the first window waits for
    below, part = divmod((len(ordered) - 1) * _PERCENTILE / 100, 1)
    above = min(int(below) + 1, len(ordered) - 1)
    return float(ordered[int(below)] + part * (ordered[above] - ordered[int(below)]))
