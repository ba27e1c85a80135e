"""Tables of repairs on the clipboard, under a line that says of what they are."""

from collections.abc import Callable
from functools import partial
from io import StringIO
from typing import Final, TextIO

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from nerinspect.io.render import write_csv, write_latex, write_markdown, write_readable
from nerinspect.progress import Checkpoint
from nerinspect.results.table import Row, Table
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.painting.icons import line_icon
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme

FORMS: Final[dict[str, Callable[[Table, TextIO], None]]] = {
    "Text": write_readable,
    "CSV": write_csv,
    "Markdown": write_markdown,
    "LaTeX": write_latex,
}
"""What a table can be copied as: the name in the menu, and what writes it."""

_HEADS: Final = {"Text": "{}\n", "CSV": "", "Markdown": "{}\n\n", "LaTeX": "% {}\n"}
_ROWS_AT_ONCE: Final = 1_000


def copied_table(make: Callable[[], Table], form: str, said: str, checkpoint: Checkpoint) -> str:
    """Write a table for the clipboard.

    Parameters
    ----------
    make : callable
        Gives the table.
    form : str
        One of `FORMS`.
    said : str
        What the table shows, in one line; CSV, which programs read, goes without.
    checkpoint : Checkpoint
        Called every thousand rows.
    """
    table, text = make(), StringIO()

    def watched() -> list[Row]:
        rows: list[Row] = []
        for row in table:
            if len(rows) % _ROWS_AT_ONCE == 0:
                checkpoint(len(rows), 0)
            rows.append(row)
        return rows

    text.write(_HEADS[form].format(" ".join(said.split())))
    FORMS[form](Table(table.columns, watched(), table.percentages), text)
    return text.getvalue()


class CopyButton(QToolButton):
    """Offer the forms in which a table can be copied.

    Parameters
    ----------
    title : str
        The table's.

    Signals
    -------
    copy_requested : str
        The form that was chosen.
    """

    copy_requested = Signal(str)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText("Copy as…")
        self.setAccessibleName(f"Copy “{title}” as")
        self.setAutoRaise(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setStyleSheet("QToolButton::menu-indicator { image: none; }")  # the dots say that there is more
        menu = QMenu(self)
        for form in FORMS:
            menu.addAction(form, partial(self.copy_requested.emit, form))
        self.setMenu(menu)
        self._restyle()

    def _restyle(self) -> None:
        size = round(15 * font_size(self.font()) / 13)
        self.setIcon(line_icon("copy", current_theme().text2, size))
        self.setIconSize(QSize(size, size))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and self.menu() is not None:
            self._restyle()
