"""Everything that a window says, and what Qt would make of it."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import NamedTuple

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QEvent, QModelIndex, QPoint, QTimer
from PySide6.QtGui import QAction, QContextMenuEvent, QHelpEvent, QMouseEvent, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QStyledItemDelegate,
    QTabBar,
    QTableView,
    QTextEdit,
    QToolTip,
    QTreeView,
    QWidget,
)
from shiboken6 import isValid

from nerinspect.ui.kit.doors import DoorLabel
from nerinspect.ui.kit.styled import UnseenSign
from nerinspect.ui.lists.event_view import EventsView
from nerinspect.ui.sentence.context_text import ContextHover

Format, Role = Qt.TextFormat, Qt.ItemDataRole

UNSEEN = re.compile("[\u200b\u200d-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
"""What the hostile names hold; none of them has a letter that needs a joiner."""

_OURS = {"a", "b", "span", "br", "p", "div", "qt"}
_MOST_ROWS, _MOST_COLUMNS = 12, 24
_MENU_ROWS, _MENU_LETTERS, _MENU_STEP = 3, 25, 60


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


def said_by(root: QWidget, tips: str) -> Iterator[Said]:
    """List what a window and everything in it says, seen or not; tooltips are `plain` or `rich`."""
    for widget in [root, *root.findChildren(QWidget)]:
        name = f"{type(widget).__name__} {widget.objectName() or widget.accessibleName()[:30]}"
        if widget.isWindow() and not isinstance(widget, QMenu):
            yield Said(f"{name}: title", widget.windowTitle(), "title")
        widget.ensurePolished()
        if isinstance(widget, DoorLabel):
            for place, piece in enumerate(widget.pieces):
                widget.linkHovered.emit(str(place) if piece.query else "")
                yield Said(f"{name}: tooltip of a door", widget.toolTip(), _form(tips, widget.toolTip()))
        if widget.toolTip():
            yield Said(f"{name}: tooltip", widget.toolTip(), _form(tips, widget.toolTip()))
        yield Said(f"{name}: status tip", widget.statusTip())
        yield from _of_widget(name, widget, tips)
        for action in widget.actions():
            yield from _of_action(f"{name}: action", action, tips)


def point_at_all(root: QWidget) -> Iterator[QMenu]:
    """Rest the pointer on everything of ours that is seen in a window, and ask there for its menu.

    Tooltips are shown by `QToolTip.showText`, for whoever listens to that.
    """
    for widget in [root, *root.findChildren(QWidget)]:
        if not isValid(widget) or not widget.isVisible() or not _offers_menu(widget):
            continue
        port = widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget
        for place in _places(widget, port):
            if not port.rect().contains(place):
                continue
            _hover(port.childAt(place) or port, port.mapToGlobal(place))
            how = QContextMenuEvent.Reason.Mouse
            QApplication.sendEvent(port, QContextMenuEvent(how, place, port.mapToGlobal(place)))
            menu = QApplication.activePopupWidget()
            if isinstance(menu, QMenu):
                yield menu
                menu.close()


def _offers_menu(widget: QWidget) -> bool:
    own = (one for one in type(widget).__mro__ if one.__module__.startswith("nerinspect."))
    is_own = any("contextMenuEvent" in vars(one) for one in own)
    return is_own or widget.contextMenuPolicy() == Qt.ContextMenuPolicy.CustomContextMenu


def _hover(widget: QWidget, place: QPoint) -> None:
    """Rest the pointer on a place of the screen until a tooltip is due."""
    here, no = widget.mapFromGlobal(place), Qt.MouseButton.NoButton
    move = QMouseEvent(QEvent.Type.MouseMove, here, place, no, no, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, move)
    for hover in widget.findChildren(ContextHover):
        for timer in hover.findChildren(QTimer):
            timer.timeout.emit()
    QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, here, place))


def _places(widget: QWidget, port: QWidget) -> Iterator[QPoint]:
    """Give a place in each of the first cells, heads, words or doors, or some all over."""
    if isinstance(widget, QHeaderView):
        middles = (widget.sectionViewportPosition(n) + widget.sectionSize(n) // 2 for n in range(widget.count()))
        is_across = widget.orientation() == Qt.Orientation.Horizontal
        yield from (QPoint(middle, 3) if is_across else QPoint(3, middle) for middle in middles)
    elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
        for index in _cells(widget.model(), QModelIndex(), False):
            if index.row() < _MENU_ROWS:
                yield widget.visualRect(index).center()
    elif isinstance(widget, QTextEdit):
        cursor = widget.textCursor()
        for place in range(0, widget.document().characterCount(), _MENU_LETTERS):
            cursor.setPosition(place)
            yield widget.cursorRect(cursor).center()
    elif isinstance(widget, DoorLabel):
        for number, piece in enumerate(widget.pieces):
            if piece.query:
                widget.linkHovered.emit(str(number))
                yield port.rect().center()
        widget.linkHovered.emit("")
    else:
        n_columns, n_rows = (max(1, side // _MENU_STEP) for side in (port.width(), port.height()))
        for row in range(n_rows):
            for column in range(n_columns):
                yield QPoint(
                    (2 * column + 1) * port.width() // (2 * n_columns), (2 * row + 1) * port.height() // (2 * n_rows)
                )


def _of_widget(name: str, widget: QWidget, tips: str) -> Iterator[Said]:
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
        widget.aboutToShow.emit()
        yield Said(f"{name}: menu", widget.title(), "keyed")
    elif isinstance(widget, QTabBar):
        for place in range(widget.count()):
            yield Said(f"{name}: tab", widget.tabText(place), "keyed")
    elif isinstance(widget, QLineEdit | QPlainTextEdit):
        sign = widget.findChild(UnseenSign)
        if sign is None or not sign.is_shown:  # else the sign says what the text, which is exact, does not show
            yield Said(f"{name}: field", widget.text() if isinstance(widget, QLineEdit) else widget.toPlainText())
    elif isinstance(widget, QComboBox):
        for place in range(0 if widget.isEditable() else widget.count()):
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
    is_drawn_by_qt = is_drawn_by_qt and not isinstance(view, EventsView)  # which paints its cells itself
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
