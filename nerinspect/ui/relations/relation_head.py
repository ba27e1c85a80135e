"""The head of the context of a relation: the event's kind and place, and the ways to others."""

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from nerinspect.analysis.context import Context
from nerinspect.ui.panels.context_head import ContextHead
from nerinspect.ui.relations.relation_symbol import RELATION_LETTERS, RELATION_SYMBOLS, relation_colour
from nerinspect.ui.theme import current_theme
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.kind_badge import KindBadge


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
        return KindBadge(symbols=RELATION_SYMBOLS)

    def _show_kind(self, kind: str) -> None:
        kind = self._kind
        self._badge.show_kind(kind, self.wording)
        self._letters.setText(RELATION_LETTERS[kind] if kind else "")
        self._letters.setAccessibleName(self.wording.name(f"relation_{kind}") if kind else "")
        self._letters.setToolTip(tooltip(self.wording.meaning(f"relation_{kind}")) if kind else "")

    def _kind_colour(self) -> QColor:
        theme = current_theme()
        return relation_colour(theme, self._kind) if self._kind else theme.text
