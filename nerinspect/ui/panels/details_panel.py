"""Why an event is of its kind, what it costs, and how many more have its surface."""

from html import escape
from typing import Final

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from nerinspect.analysis.events import KIND_NAMES, KINDS
from nerinspect.analysis.explanation import explain
from nerinspect.analysis.ledger import LedgerRow, ledger
from nerinspect.analysis.study import Study
from nerinspect.ui.painting.fonts import CAPTION, DETAIL, TITLE, font_size, scaled_font
from nerinspect.ui.theme import Theme, current_theme
from nerinspect.ui.type_colours import TypeStyle, type_styles
from nerinspect.ui.widgets.kind_badge import KindBadge

_MOST_ROWS: Final = 50
_NOT_MATCHED: Final = "not matched"


class DetailsPanel(QWidget):
    """Explain one event.

    Signals
    -------
    surface_requested : str
        The user asks for the other events with this surface: its tokens joined by a blank.
    """

    surface_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("details_panel")
        self.setAccessibleName("Details")
        self._surface = ""
        self._build_ui()
        self._same_surface.linkActivated.connect(self._on_link_activated)
        self.show_event(None, None)

    def show_event(self, study: Study | None, event: int | None, surface: str = "", n_same_surface: int = 0) -> None:
        """Explain an event.

        Parameters
        ----------
        study : Study or None
            What the event belongs to.
        event : int or None
            Its number in the study; None empties the panel.
        surface : str
            Surface of a mention of the event.
        n_same_surface : int
            How many other events have a mention with this surface.
        """
        for widget in self._parts:
            widget.setVisible(study is not None and event is not None)
        if study is None or event is None:
            return
        events = study.events
        kind = KINDS[int(events.kind[event])]
        self._surface = surface
        self._badge.show_kind(kind)
        self._title.setText(KIND_NAMES[kind].capitalize())
        self._sentence.setText(explain(study, event))
        self._ledger.show_rows(ledger(study, event), study.types)
        plural = "" if n_same_surface == 1 else "s"
        words = f"{n_same_surface:,} more event{plural} with “{escape(surface)}”"
        self._same_surface.setText(f'<a href="surface" style="text-decoration:none">{words}</a>')
        self._same_surface.setVisible(n_same_surface > 0)

    def _build_ui(self) -> None:
        unit = font_size(self.font()) / 13
        self._badge, self._title, self._sentence = KindBadge(), QLabel(), QLabel()
        self._head, self._ledger, self._same_surface = QLabel("Demerits"), _Ledger(), QLabel()
        self._title.setFont(scaled_font(self.font(), TITLE, is_bold=True))
        self._badge.setFont(scaled_font(self.font(), TITLE * 1.2))
        self._head.setFont(scaled_font(self.font(), CAPTION, is_bold=True))
        self._sentence.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._head.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        for label in (self._title, self._sentence):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._same_surface.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        title = _title_row(self._badge, self._title, round(10 * unit))
        self._parts = (title, self._sentence, self._head, self._ledger, self._same_surface)
        inner = QWidget()
        column = QVBoxLayout(inner)
        margin = round(14 * unit)
        column.setContentsMargins(margin, round(10 * unit), margin, round(10 * unit))
        column.setSpacing(round(4 * unit))
        for widget, space in zip(self._parts, (0, 0, 8, 0, 6), strict=True):
            column.addSpacing(round(space * unit))
            column.addWidget(widget)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inner)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)

    def _on_link_activated(self) -> None:
        self.surface_requested.emit(self._surface)


class _Ledger(QWidget):
    """Paint the mentions of an event, each with its demerits, and their sum."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[LedgerRow] = []
        self._types: tuple[str, ...] = ()
        self._styles: dict[str, TypeStyle] = {}
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_rows(self, rows: list[LedgerRow], types: tuple[str, ...]) -> None:
        """Show a ledger; of a very long one its first rows, with the sum of all."""
        self._rows, self._types = rows, types
        self._styles = type_styles(types, current_theme())
        self.setAccessibleName("Demerits")
        self.setAccessibleDescription("; ".join(_spoken_row(row) for row in rows[:_MOST_ROWS]))
        self.setToolTip("<br>".join(escape(_spoken_row(row)) for row in rows[:_MOST_ROWS]))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Follow the widget's font."""
        n_rows = min(len(self._rows), _MOST_ROWS) + (len(self._rows) > _MOST_ROWS) + 1
        return QSize(0, round(n_rows * self._row_height()) + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a row for each mention, and the sum."""
        painter, theme, height = QPainter(self), current_theme(), self._row_height()
        font, unit = scaled_font(self.font(), DETAIL), font_size(self.font()) / 13
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        shown = self._rows[:_MOST_ROWS]
        type_width = max((metrics.horizontalAdvance(row.type) for row in shown), default=0.0)
        type_width = min(type_width, self.width() / 3)
        rect = QRectF(0, 0, self.width(), height)
        for row in shown:
            self._paint_row(painter, rect, row, type_width + 12 * unit, theme)
            rect.translate(0, height)
        if len(self._rows) > _MOST_ROWS:
            painter.setPen(theme.text2)
            _paint_ends(painter, rect, f"{len(self._rows) - _MOST_ROWS:,} more mentions", "")
            rect.translate(0, height)
        painter.setPen(QPen(theme.border, 1))
        painter.drawLine(rect.topLeft(), rect.topRight())
        painter.setPen(theme.text)
        painter.setFont(scaled_font(self.font(), DETAIL, is_bold=True))
        _paint_ends(painter, rect, "Demerits", f"{sum(row.demerits for row in self._rows):,}")
        painter.end()

    def _paint_row(self, painter: QPainter, rect: QRectF, row: LedgerRow, surface_left: float, theme: Theme) -> None:
        metrics, unit = QFontMetricsF(painter.font()), font_size(self.font()) / 13
        painter.setPen(theme.text)
        name = metrics.elidedText(row.type, Qt.TextElideMode.ElideRight, surface_left - 8 * unit)
        width = max(metrics.horizontalAdvance(name) + 4 * unit, 20 * unit)
        painter.drawText(QRectF(rect.left(), rect.top(), width, rect.height()), Qt.AlignmentFlag.AlignCenter, name)
        y = rect.top() + 2.5 * unit if row.side == "reference" else rect.bottom() - 2.5 * unit
        painter.fillRect(QRectF(rect.left(), y - 1.5 * unit, width, 3 * unit), self._styles[row.type].line)
        verdict = "matched" if row.is_matched else _NOT_MATCHED
        digits = metrics.horizontalAdvance("0") + 8 * unit
        right = rect.adjusted(0, 0, -digits, 0)
        place = rect.adjusted(surface_left, 0, -digits - metrics.horizontalAdvance(verdict) - 6 * unit, 0)
        surface = metrics.elidedText(row.surface[:1_000], Qt.TextElideMode.ElideMiddle, place.width())
        side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
        painter.drawText(place, int(side), surface)
        _paint_ends(painter, rect, "", f"{row.demerits}")
        painter.setPen(theme.text2)
        _paint_ends(painter, right, "", verdict)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and hasattr(self, "_types"):
            self._styles = type_styles(self._types, current_theme())
            self.updateGeometry()
            self.update()

    def _row_height(self) -> float:
        return QFontMetricsF(scaled_font(self.font(), DETAIL)).height() + 8 * font_size(self.font()) / 13


def _paint_ends(painter: QPainter, rect: QRectF, left: str, right: str) -> None:
    middle = Qt.AlignmentFlag.AlignVCenter
    painter.drawText(rect, int(Qt.AlignmentFlag.AlignLeft | middle), left)
    painter.drawText(rect, int(Qt.AlignmentFlag.AlignRight | middle), right)


def _spoken_row(row: LedgerRow) -> str:
    surface = row.surface if len(row.surface) <= 200 else row.surface[:199] + "…"
    verdict = "matched" if row.is_matched else _NOT_MATCHED
    return f"{row.side} {row.type}: {surface}, {verdict}, {row.demerits}"


def _title_row(badge: QWidget, title: QLabel, spacing: int) -> QWidget:
    row = QWidget()
    line = QHBoxLayout(row)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(spacing)
    line.addWidget(badge)
    line.addWidget(title, 1)
    return row
