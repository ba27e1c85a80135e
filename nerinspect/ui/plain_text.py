"""Text from files reaches Qt as text: nothing in it is a tag, a mark of a key or a placeholder, and nothing hides."""

from collections.abc import Iterable

from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QProxyStyle,
    QStyledItemDelegate,
    QWidget,
)

from nerinspect.ui.widgets.unseen_sign import UnseenSign
from nerinspect.visible import visible


class PlainTextStyle(QProxyStyle):
    """The Fusion style, in which labels and tooltips never guess that their text is HTML, and no field hides a part.

    Qt asks the style to polish a widget before it is first measured or shown, the labels inside tooltips and message
    boxes too. Those that show links say so themselves, by `setTextFormat`.
    """

    def __init__(self) -> None:
        super().__init__("Fusion")

    def polish(self, polished: QWidget | QApplication | QPalette) -> None:  # type: ignore[override]  # three in one
        """Let a label take its text as it is, and a field say whether its text holds what is not seen."""
        if isinstance(polished, QLabel) and polished.textFormat() == Qt.TextFormat.AutoText:
            polished.setTextFormat(Qt.TextFormat.PlainText)
        elif isinstance(polished, QLineEdit | QPlainTextEdit) and polished.findChild(UnseenSign) is None:
            UnseenSign(polished)
        super().polish(polished)


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
