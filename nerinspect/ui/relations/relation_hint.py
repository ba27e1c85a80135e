"""What a filter about mentions does to relations, said above their table."""

from html import escape

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from nerinspect.query.filters import Filter, Not, Term
from nerinspect.query.labels import term_label
from nerinspect.query.selection import Selection
from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme
from nerinspect.ui.widgets.link_label import LinkLabel

ONLY_RELATION_ERRORS = Selection((Not(Term("relkind", ("correct",))),))
"""Every relation event that is not correct."""


def about_mention_kinds(selection: Selection) -> list[Filter]:
    """List the terms about kinds of mention events, where no term asks for kinds of relation events."""
    if any("relkind" in term.fields for term in selection.terms):
        return []
    return [term for term in selection.terms if term.fields == {"kind"}]


def with_relation_errors(selection: Selection) -> Selection:
    """Ask for relation errors where a selection asks for kinds of mention events."""
    (errors,) = ONLY_RELATION_ERRORS.terms
    return selection.replaced(about_mention_kinds(selection), errors)


class RelationHint(QWidget):
    """Say that a term about mentions is asked of the arguments of relations, and offer relation errors instead.

    Signals
    -------
    errors_requested
        The relation events that are not correct are wanted instead.
    """

    errors_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("relation_hint")
        self._words = ""
        self._label = LinkLabel(self)
        self._label.setWordWrap(True)
        self._label.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self._label.linkActivated.connect(lambda _: self.errors_requested.emit())
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._label, 1)
        self._restyle()
        self.hide()

    @property
    def words(self) -> str:
        """What it says; empty if there is nothing to say."""
        return self._words

    def show_selection(self, selection: Selection) -> None:
        """Say what the selection means for relations; nothing where it asks for no kinds of mention events."""
        terms = about_mention_kinds(selection)
        labels = " and ".join(f"“{term_label(term)}”" for term in terms)
        self._words = f"{labels} is asked of mentions: a relation stays if one of its arguments fits." if terms else ""
        self._restyle()
        self.setVisible(bool(terms))

    def _restyle(self) -> None:
        theme, unit = current_theme(), font_size(self.font()) / 13
        self._row.setContentsMargins(round(12 * unit), 0, round(12 * unit), round(6 * unit))
        self._label.setFont(scaled_font(self.font(), DETAIL))
        self._label.setStyleSheet(f"color: {theme.text2.name()}")
        link = '<a href="errors">Relation errors instead</a>'
        self._label.setText(f"{escape(self._words)} {link}" if self._words else "")

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_row"):
            self._restyle()
