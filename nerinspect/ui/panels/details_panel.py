"""Why an event is of its kind, what it costs, what is known of its mentions, and where else its surfaces stand."""

from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from nerinspect.analysis.attribute import DEFAULT_BUCKETS
from nerinspect.analysis.events import KIND_NAMES, KINDS
from nerinspect.analysis.explanation import explain
from nerinspect.analysis.study import Study
from nerinspect.glossary import meaning
from nerinspect.io.colours import assign_slots
from nerinspect.query.same_surface import SameSurface, same_surface_events
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.painting.fonts import CAPTION, DETAIL, TITLE, font_size, scaled_font
from nerinspect.ui.panels.details.attribute_part import AttributePart
from nerinspect.ui.panels.details.detail_table import DetailTable
from nerinspect.ui.panels.details.mention_cells import MOST_MENTIONS, ledger_cells
from nerinspect.ui.panels.details.surface_group import SurfaceGroup
from nerinspect.ui.panels.details.tough_lines import ToughLines
from nerinspect.ui.panels.details.training_facts import EventTraining
from nerinspect.ui.panels.details.training_gathering import gather_training
from nerinspect.ui.panels.details.training_part import TrainingPart
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme
from nerinspect.ui.type_colours import type_styles
from nerinspect.ui.widgets.kind_badge import KindBadge
from nerinspect.ui.widgets.link_label import LinkLabel

_MARGIN, _GAP = 14, 4  # at a font of 13 pixels; texts of tables stand a padding inside the tables
_SURFACE = 1
"""The column of the ledger that takes the room that is left."""

_GROUPS_AT_ONCE: Final = 4
"""So many surfaces of one event are shown at first, and so many more when the user asks for more."""


class DetailsPanel(QWidget):
    """Explain one event.

    Signals
    -------
    surface_requested : str
        The user asks for all events with this surface: its tokens joined by a blank.
    event_requested : int
        The user goes to another event: its number in the study.
    query_requested : str
        A number was clicked: the query for what it counts.
    training_requested
        The user wants to open training data.
    """

    surface_requested = Signal(str)
    event_requested = Signal(int)
    query_requested = Signal(str)
    training_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("details_panel")
        self.setAccessibleName("Details")
        self._study: Study | None = None
        self._styled: tuple[Study | None, CellStyle] | None = None  # kept: styles of many types take their time
        self._event = 0
        self._shared: list[SameSurface] = []
        self._are_named = False
        self._groups: list[SurfaceGroup] = []
        self._gathering = JobRunner(self)
        self._is_training_read = False
        self._n_buckets = DEFAULT_BUCKETS
        self._make_parts()
        self._lay_out()
        self._ledger.door_opened.connect(self.query_requested)
        for part in self._parts:
            part.query_requested.connect(self.query_requested)
        self._training.training_requested.connect(self.training_requested)
        self._more.linkActivated.connect(self._on_more_requested)
        self._gathering.succeeded.connect(self._show_training)
        self._gathering.failed.connect(self._training.show_failure)
        self.show_event(None, None)

    def show_event(self, study: Study | None, event: int | None) -> None:
        """Explain an event.

        Parameters
        ----------
        study : Study or None
            What the event belongs to.
        event : int or None
            Its number in the study; None empties the panel.
        """
        self._study = study if event is not None else None
        self._inner.setVisible(self._study is not None)
        self._gathering.cancel()
        if study is None or event is None:
            return
        self._event = event
        kind = KINDS[int(study.events.kind[event])]
        self._badge.show_kind(kind)
        self._title.setText(KIND_NAMES[kind].capitalize())
        self._title.setToolTip(meaning(kind))
        self._sentence.setText(explain(study, event))
        self._ledger.cells.set_cells(rows := ledger_cells(study, event))
        self._ledger.clearSpans()
        self._ledger.setSpan(len(rows) - 1, 0, 1, len(rows[0]) - 1)
        self._attributes.show_event(study, event, self._n_buckets)
        groups = same_surface_events(study, event, at_most=MOST_MENTIONS)
        self._shared = [group for group in groups if len(group.events) > 1]
        self._are_named = len(groups) > 1
        self._heads[-1].setText(f"Events with {'these surfaces' if self._are_named else 'this surface'}")
        self._alone.setText(f"No other event has {'one of these surfaces' if self._are_named else 'this surface'}.")
        self._alone.setVisible(not self._shared)
        self._show_groups(_GROUPS_AT_ONCE)
        self._gather_training()
        self._restyle()
        self._area.verticalScrollBar().setValue(0)

    def show_training_read(self, is_read: bool) -> None:
        """Say whether training data is being read; once it is there, an event is shown anew with what it says."""
        self._is_training_read = is_read
        QTimer.singleShot(0, self, self._follow_training)  # data that has just arrived is shown instead

    def set_number_of_buckets(self, n_wanted: int) -> None:
        """Name buckets among another number of them."""
        if n_wanted != self._n_buckets:
            self._n_buckets = n_wanted
            if self._study is not None:
                self._attributes.show_event(self._study, self._event, n_wanted)
                self._attributes.restyle(self._style())

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._gathering.shutdown()

    def _make_parts(self) -> None:
        self._badge, self._title, self._sentence = KindBadge(), QLabel(), QLabel()
        self._heads = [QLabel("Demerits"), QLabel()]
        self._ledger = DetailTable("Demerits", 24, stretched=_SURFACE)
        self._attributes, self._tough, self._training = AttributePart(), ToughLines(), TrainingPart()
        self._parts = (self._attributes, self._tough, self._training)
        self._alone, self._more = QLabel(), LinkLabel()
        for head, key in zip(self._heads, ("demerits", "same_surface"), strict=True):
            head.setToolTip(meaning(key))
        for label in (self._title, self._sentence):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        readable = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        self._sentence.setTextInteractionFlags(readable)
        links = Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        self._more.setTextInteractionFlags(links)

    def _lay_out(self) -> None:
        self._inner = QWidget()
        self._column = QVBoxLayout(self._inner)
        self._title_row = QHBoxLayout()
        self._title_row.addWidget(self._badge)
        self._title_row.addWidget(self._title, 1)
        self._column.addLayout(self._title_row)
        demerits, same_surface = self._heads
        for widget in (self._sentence, demerits, self._ledger, *self._parts, same_surface, self._alone):
            self._column.addWidget(widget)
        self._group_column = QVBoxLayout()
        self._column.addLayout(self._group_column)
        self._column.addWidget(self._more)
        self._column.addStretch(1)
        self._scroll()
        self._last_stop: QWidget = self._ledger
        for part in self._parts:
            self._last_stop = part.follow(self._last_stop)

    def _scroll(self) -> None:
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QScrollArea.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(self._inner)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._area)

    def _gather_training(self) -> None:
        """Look the event up in the training data; the first time it is indexed, which takes longer than a frame."""
        if self._study is None or self._study.training is None:
            self._tough.show_facts(None, self._style())
            self._training.show_nothing(self._style(), is_read=self._is_training_read)
            return
        self._training.show_waiting(self._style())
        self._gathering.start(partial(gather_training, self._study, self._event))

    def _follow_training(self) -> None:
        if self._study is not None and self._study.training is None:
            self._training.show_nothing(self._style(), is_read=self._is_training_read)

    def _show_training(self, facts: EventTraining) -> None:
        self._tough.show_facts(facts, self._style())
        self._training.show_facts(facts, self._style())

    def _show_groups(self, at_most: int) -> None:
        """Show the surfaces that other events share; of very many the first ones."""
        assert self._study is not None, "an event is on show"
        shown, style = self._shared[:at_most], self._style()
        while len(self._groups) < len(shown):
            self._groups.append(self._make_group())
        for widget in self._groups[len(shown) :]:
            widget.hide()
        for widget, group in zip(self._groups, shown, strict=False):
            widget.show_group(self._study, self._event, group, style, is_named=self._are_named)
            widget.show()
        n_left = len(self._shared) - len(shown)
        plural = "" if n_left == 1 else "s"
        self._more.setText(f'<a href="more" style="text-decoration:none">{n_left:,} more shared surface{plural}</a>')
        self._more.setVisible(n_left > 0)

    def _make_group(self) -> SurfaceGroup:
        group = SurfaceGroup()
        group.event_requested.connect(self.event_requested)
        group.surface_requested.connect(self.surface_requested)
        group.query_requested.connect(self.query_requested)
        self._group_column.addWidget(group)
        self._last_stop = group.follow(self._last_stop)
        self.setTabOrder(self._last_stop, self._more)
        return group

    def _style(self) -> CellStyle:
        if self._styled is None or self._styled[0] is not self._study:
            theme, types = current_theme(), self._study.types if self._study is not None else ()
            training = self._study.training if self._study is not None else None
            known = training.annotation.mentions.types if training is not None else ()
            styles = type_styles(tuple(dict.fromkeys((*types, *known))), theme, assign_slots(types))
            self._styled = self._study, CellStyle(theme, styles, self.font())
        return self._styled[1]

    def _restyle(self) -> None:
        """Set fonts, colours and distances, all of which follow the widget's font."""
        style, unit = self._style(), font_size(self.font()) / 13
        self._title.setFont(scaled_font(self.font(), TITLE, is_bold=True))
        self._badge.setFont(scaled_font(self.font(), TITLE * 1.2))
        margin, padding = round(_MARGIN * unit), round(style.padding)
        for label in (*self._heads, self._sentence, self._alone, self._more):
            label.setFont(scaled_font(self.font(), DETAIL))
            label.setContentsMargins(padding, 0, padding, 0)
            palette = label.palette()
            palette.setColor(QPalette.ColorRole.WindowText, style.theme.text2)
            label.setPalette(palette)
        self._sentence.setFont(self.font())
        for head in self._heads:
            head.setFont(scaled_font(self.font(), CAPTION, is_bold=True))
            head.setContentsMargins(padding, round(12 * unit), padding, 0)
        self._title_row.setSpacing(round(10 * unit))
        self._title_row.setContentsMargins(padding, 0, padding, 0)
        self._column.setContentsMargins(margin - padding, round(10 * unit), margin - padding, round(10 * unit))
        self._column.setSpacing(round(_GAP * unit))
        self._ledger.fit(style)
        self._attributes.restyle(style)

    def _on_more_requested(self) -> None:
        self._show_groups(sum(not group.isHidden() for group in self._groups) + _GROUPS_AT_ONCE)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the first table."""
        self._ledger.setFocus(event.reason())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_inner"):
            self._styled = None
            self._restyle()
            for group in self._groups:
                group.restyle(self._style())
            for part in (self._tough, self._training):
                part.restyle(self._style())
