"""One event in the details: its kind, why it is of that kind, and what it costs."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from nerinspect.analysis.events import KINDS
from nerinspect.analysis.explanation import explain
from nerinspect.analysis.memory import shown_name
from nerinspect.analysis.study import Study
from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.painting.fonts import CAPTION, TITLE, scaled_font
from nerinspect.ui.panels.details.detail_table import DetailTable
from nerinspect.ui.panels.details.mention_cells import ledger_cells
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.kind_badge import KindBadge
from nerinspect.visible import visible

_SURFACE: Final = 1
"""The column of the ledger that takes the room that is left."""


class EventPart(QWidget):
    """Explain one event, alone or as that of A or B.

    Parameters
    ----------
    is_compared : bool
        Whether it stands beside events of another prediction: the title is then the system, the kind a badge.

    Signals
    -------
    query_requested : str
        A number was clicked: the query for what it counts.
    """

    query_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None, *, is_compared: bool = False) -> None:
        super().__init__(parent)
        self._is_compared = is_compared
        self._letter, self._title, self._letters, self._badge = QLabel(), QLabel(), QLabel(), KindBadge()
        self._kind = ""
        self._sentence, self._head = QLabel(), QLabel("Demerits")
        self._ledger = DetailTable("Demerits", 24, stretched=_SURFACE)
        self._ledger.door_opened.connect(self.query_requested)
        for label in (self._title, self._sentence):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        readable = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        self._sentence.setTextInteractionFlags(readable)
        self._lay_out()

    @property
    def ledger(self) -> DetailTable:
        """The mentions with their demerits; what gets the focus."""
        return self._ledger

    def show_event(self, study: Study, event: int) -> None:
        """Explain an event under the long name of its kind; `restyle` makes room for it."""
        self._show(study, event)
        self._title.setText(_capitalized(study.wording.name(self._kind)))
        self._title.setToolTip(tooltip(study.wording.meaning(self._kind)))

    def show_beside(self, study: Study, prediction: int, letter: str, event: int | None, query: str) -> None:
        """Explain an event of A or B, or say that there is none; `restyle` makes room for it.

        Parameters
        ----------
        study : Study
            Reference and predictions.
        prediction : int
            Number of A or B.
        letter : str
            Which of them it is; empty for another event of the same one.
        event : int or None
            Its number in the study.
        query : str
            Finds the row that the event is in.
        """
        name = shown_name(study, prediction)
        self._letter.setText(letter)
        self._title.setText(visible(name) if letter else "")
        self._ledger.setAccessibleName(f"Demerits of {name}")
        self._show(study, event, query)

    def restyle(self, style: CellStyle) -> None:
        """Follow other fonts and colours."""
        font, padding = style.font, round(style.padding)
        for label, colour in ((self._sentence, style.theme.text2), (self._head, style.theme.text2)):
            _colour(label, colour)
        _colour(self._letters, style.theme.kind_colour(self._kind) if self._kind else style.theme.text)
        self._head.setFont(scaled_font(font, CAPTION, is_bold=True))
        self._head.setContentsMargins(padding, round(12 * style.unit), padding, 0)
        self._sentence.setFont(font)
        size = 1.0 if self._is_compared else TITLE
        self._title.setFont(scaled_font(font, size, is_bold=True))
        self._letters.setFont(scaled_font(font, 1.0, is_bold=True))
        self._letter.setFont(font)
        self._badge.setFont(scaled_font(font, size if self._is_compared else size * 1.2))
        self._row.setSpacing(round(10 * style.unit))
        above = round(10 * style.unit) if self._is_compared and self._letter.text() else 0
        self._row.setContentsMargins(padding, above, padding, 0)
        indent = self._letter.fontMetrics().horizontalAdvance("A") + round(10 * style.unit)
        self._letter.setFixedWidth(self._letter.fontMetrics().horizontalAdvance("A"))
        self._body.setContentsMargins(indent if self._is_compared else 0, 0, 0, 0)
        self._body.setSpacing(round(4 * style.unit))
        self._sentence.setContentsMargins(padding, 0, padding, 0)
        self._ledger.fit(style)

    def _show(self, study: Study, event: int | None, query: str | None = None) -> None:
        self._kind = "" if event is None else KINDS[int(study.events.kind[event])]
        self._badge.show_kind(self._kind, study.wording)
        self._badge.setToolTip(tooltip(study.wording.meaning(self._kind)) if self._kind else "")
        self._head.setToolTip(tooltip(study.wording.meaning("demerits")))
        self._letters.setText(study.wording.tag(self._kind))
        has_ledger = not self._is_compared or self._kind not in ("", "tp")
        self._ledger.setVisible(has_ledger)
        if event is None:
            self._sentence.setText(study.wording.said("No event: neither it nor the reference marks anything here."))
            return
        self._sentence.setText(visible(explain(study, event)) + ("" if has_ledger else " No demerits."))
        if not has_ledger:
            return
        self._ledger.cells.set_cells(rows := ledger_cells(study, event, query))
        self._ledger.clearSpans()
        self._ledger.setSpan(len(rows) - 1, 0, 1, len(rows[0]) - 1)

    def _lay_out(self) -> None:
        column, self._row, self._body = QVBoxLayout(self), QHBoxLayout(), QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._row)
        column.addLayout(self._body)
        if self._is_compared:
            self._row.addWidget(self._letter)
        else:
            self._row.addWidget(self._badge)
        self._row.addWidget(self._title, 1)
        if self._is_compared:
            self._row.addWidget(self._badge)
            self._row.addWidget(self._letters)
        parts = (self._sentence, self._ledger) if self._is_compared else (self._sentence, self._head, self._ledger)
        for part in parts:
            self._body.addWidget(part)


def _capitalized(name: str) -> str:
    return name[:1].upper() + name[1:]


def _colour(label: QLabel, colour: QColor) -> None:
    palette = label.palette()
    palette.setColor(QPalette.ColorRole.WindowText, colour)
    label.setPalette(palette)
