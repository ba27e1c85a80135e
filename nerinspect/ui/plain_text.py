"""Text from files reaches Qt as text: nothing in it is a tag, a mark of a key or a placeholder, and nothing hides."""

from collections.abc import Iterable

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate

from nerinspect.visible import visible


def plain_text(text: str) -> str:
    """Write text for a button, a menu or a label with a key: `&` marks no key, a tab parts no shortcut."""
    return visible(text).replace("&", "&&").replace("\t", " ").replace("\n", " ")


def plain_title(text: str) -> str:
    """Write text for the title of a window: `[*]` is no place for a sign of changes."""
    return visible(text).replace("[*]", "[*][*]").replace("\n", " ")


def offer_names(box: QComboBox, names: Iterable[str]) -> None:
    """Add names to a list; the data of an item is the name itself."""
    for name in names:
        box.addItem(visible(name), name)


class NameDelegate(QStyledItemDelegate):
    """Shows names that are edited, or read again from the list, as they are to be seen."""

    def displayText(self, value: object, locale: QLocale | QLocale.Language) -> str:
        """Give the text to draw."""
        return visible(super().displayText(value, locale))
