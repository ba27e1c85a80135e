"""The head of the context of a relation: the event's kind and place, and the ways to others."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from nerinspect.analysis.context import Context
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.ui.panels.context_head import ContextHead
from nerinspect.ui.relations.relation_symbol import (
    RELATION_LETTERS,
    paint_relation_symbol,
    relation_colour,
    relation_symbol_size,
)
from nerinspect.ui.theme import current_theme
from nerinspect.ui.widgets.kind_badge import KindBadge


class RelationBadge(KindBadge):
    """Show the symbol of one relation kind, as high as the text beside it."""

    def show_kind(self, kind: str, wording: Wording = JUDGED) -> None:
        """Show a kind such as `reversed`; nothing for an empty string."""
        super().show_kind(kind and f"relation_{kind}", wording)

    def sizeHint(self) -> QSize:
        """Follow the widget's font."""
        size = relation_symbol_size(QFontMetricsF(self.font()).ascent())
        return QSize(round(size.width()), round(size.height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the symbol."""
        if self._kind:
            painter = QPainter(self)
            kind = self._kind.removeprefix("relation_")
            paint_relation_symbol(painter, QRectF(self.rect()), kind, current_theme())
            painter.end()


class RelationHead(ContextHead):
    """Name a relation event and its place, with buttons for what the keys do."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._kind = ""
        super().__init__(parent)

    def show_relation(self, context: Context | None, kind: str) -> None:
        """Name an event by its kind; None empties the head."""
        self._kind = kind
        self.show_context(context)

    def _make_badge(self) -> KindBadge:
        return RelationBadge()

    def _show_kind(self, kind: str) -> None:
        kind = self._kind
        self._badge.show_kind(kind, self.wording)
        self._letters.setText(RELATION_LETTERS[kind] if kind else "")
        self._letters.setAccessibleName(self.wording.name(f"relation_{kind}") if kind else "")
        self._letters.setToolTip(self.wording.meaning(f"relation_{kind}") if kind else "")

    def _kind_colour(self) -> QColor:
        theme = current_theme()
        return relation_colour(theme, self._kind) if self._kind else theme.text
