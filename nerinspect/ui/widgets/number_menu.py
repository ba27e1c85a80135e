"""What the right mouse button offers on a number or a value: copy it, copy its query, explain it."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWhatsThis, QWidget

from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.plain_text import plain_text


def number_menu(parent: QWidget, text: str, query: str, explanation: str) -> QMenu:
    """Make the menu of a number; show it with `popup`.

    Parameters
    ----------
    parent : QWidget
        What the number stands in.
    text : str
        The number as on screen.
    query : str
        The query for exactly what it counts; empty if it is no door.
    explanation : str
        What it is and how it is computed, as plain text; empty if there is nothing to say.

    Returns
    -------
    QMenu
        Deletes itself when it closes; further actions may be added.
    """
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.addAction(plain_text(f"Copy “{text}”"), partial(copy_text, text))
    menu.addAction("Copy as Query", partial(copy_text, query)).setEnabled(bool(query))
    menu.addSeparator()
    explain = menu.addAction("Explain This Number")
    explain.setEnabled(bool(explanation))
    explain.triggered.connect(lambda: QWhatsThis.showText(menu.pos(), explanation, parent))
    return menu
