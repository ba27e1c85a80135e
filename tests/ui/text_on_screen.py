"""Everything that a window says, and what Qt would make of it."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import NamedTuple

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, QPoint
from PySide6.QtGui import QAction, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QGroupBox,
    QLabel,
    QMenu,
    QStyledItemDelegate,
    QTabBar,
    QTableView,
    QToolTip,
    QTreeView,
    QWidget,
)

Format, Role = Qt.TextFormat, Qt.ItemDataRole

UNSEEN = re.compile("[\u200b\u200d-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
"""What the hostile names hold; none of them has a letter that needs a joiner."""

_OURS = {"a", "b", "span", "br", "p", "div", "qt"}
_MOST_ROWS, _MOST_COLUMNS = 12, 24


class Said(NamedTuple):
    """One text on screen.

    Attributes
    ----------
    where : str
        Class and name of the widget, and what of it this is.
    text : str
        As Qt was given it.
    form : str
        `plain`, `rich`, `keyed` where `&` marks a key, `title` where `[*]` stands for changes.
    """

    where: str
    text: str
    form: str = "plain"


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.foreign: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in _OURS:
            self.foreign.append(tag)


def is_misread(said: Said, mark: str) -> bool:
    """Tell whether Qt would take a part of a text from a file for something else.

    Parameters
    ----------
    said : Said
        The text.
    mark : str
        What every hostile name begins with: a tag of bold text, `R&D` and `[*]`.
    """
    text = said.text
    if said.form == "rich":
        tags = _Tags()
        tags.feed(text)
        return bool(tags.foreign) or mark in text
    if said.form == "keyed":
        return "R&D" in text and "R&&D" not in text
    if said.form == "title":
        return "[*]" in text.replace("[*][*]", "")
    return False


def tips_are_rich() -> bool:
    """Tell whether Qt guesses if the text of a tooltip is HTML."""
    QToolTip.showText(QPoint(1, 1), "<b>R&D</b>")
    tip = next(one for one in QApplication.topLevelWidgets() if one.metaObject().className() == "QTipLabel")
    assert isinstance(tip, QLabel)
    is_rich = tip.textFormat() != Format.PlainText
    QToolTip.hideText()
    tip.hide()
    return is_rich


def said_by(root: QWidget) -> Iterator[Said]:
    """List what a window and everything in it says, seen or not."""
    tips = "rich" if tips_are_rich() else "plain"
    for widget in [root, *root.findChildren(QWidget)]:
        name = f"{type(widget).__name__} {widget.objectName() or widget.accessibleName()[:30]}"
        if widget.isWindow() and not isinstance(widget, QMenu):
            yield Said(f"{name}: title", widget.windowTitle(), "title")
        widget.ensurePolished()
        if widget.toolTip():
            yield Said(f"{name}: tooltip", widget.toolTip(), _form(tips, widget.toolTip()))
        yield Said(f"{name}: status tip", widget.statusTip())
        yield from _of_widget(name, widget)
        for action in widget.actions():
            yield from _of_action(f"{name}: action", action, tips)


def _of_widget(name: str, widget: QWidget) -> Iterator[Said]:
    tips = "rich" if tips_are_rich() else "plain"
    if isinstance(widget, QLabel):
        is_rich = widget.textFormat() == Format.RichText or (
            widget.textFormat() == Format.AutoText and Qt.mightBeRichText(widget.text())
        )
        form = "rich" if is_rich else "plain" if widget.buddy() is None else "keyed"
        yield Said(f"{name}: label", widget.text(), form)
    elif isinstance(widget, QAbstractButton):
        yield Said(f"{name}: button", widget.text(), "keyed")
    elif isinstance(widget, QGroupBox):
        yield Said(f"{name}: box", widget.title(), "keyed")
    elif isinstance(widget, QMenu):
        yield Said(f"{name}: menu", widget.title(), "keyed")
    elif isinstance(widget, QTabBar):
        for place in range(widget.count()):
            yield Said(f"{name}: tab", widget.tabText(place), "keyed")
    elif isinstance(widget, QComboBox) and not widget.isEditable():  # a field keeps what is written exactly
        for place in range(widget.count()):
            yield Said(f"{name}: item", widget.itemText(place))
            tip = widget.itemData(place, Role.ToolTipRole)
            if tip:
                yield Said(f"{name}: tooltip of an item", str(tip), _form(tips, str(tip)))
    elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from _of_view(name, widget, tips)


def _of_action(name: str, action: QAction, tips: str) -> Iterator[Said]:
    yield Said(name, action.text(), "keyed")
    yield Said(f"{name}: tooltip", action.toolTip(), _form(tips, action.toolTip()))
    yield Said(f"{name}: status tip", action.statusTip())


def _of_view(name: str, view: QAbstractItemView, tips: str) -> Iterator[Said]:
    model = view.model()
    delegate = view.itemDelegate()
    is_drawn_by_qt = isinstance(delegate, QStyledItemDelegate) and type(delegate).paint is QStyledItemDelegate.paint
    for index in _cells(model, QModelIndex(), isinstance(view, QTreeView)):
        tip = index.data(Role.ToolTipRole)
        if tip:
            yield Said(f"{name}: tooltip of a cell", str(tip), _form(tips, str(tip)))
        if is_drawn_by_qt and isinstance(index.data(), str):
            assert isinstance(delegate, QStyledItemDelegate)
            yield Said(f"{name}: cell", delegate.displayText(index.data(), view.locale()))
    if isinstance(view, QTableView | QTreeView) and not isinstance(model, QAbstractListModel):
        heads = (Qt.Orientation.Horizontal, model.columnCount()), (Qt.Orientation.Vertical, model.rowCount())
        for direction, n_heads in heads:
            for place in range(min(n_heads, _MOST_COLUMNS)):
                tip = model.headerData(place, direction, Role.ToolTipRole)
                if tip:
                    yield Said(f"{name}: tooltip of a head", str(tip), _form(tips, str(tip)))


def _cells(model: QAbstractItemModel, parent: QModelIndex, is_tree: bool) -> Iterator[QModelIndex]:
    n_columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
    for row in range(min(model.rowCount(parent), _MOST_ROWS)):
        for column in range(min(n_columns, _MOST_COLUMNS)):
            index = model.index(row, column, parent)
            yield index
            if column == 0 and is_tree:
                yield from _cells(model, index, is_tree)


def _form(form: str, text: str) -> str:
    return "rich" if form == "rich" and Qt.mightBeRichText(text) else "plain"
