"""Causes in words: the field in which they are written, the list beside it, and a chip for each that was given."""

from collections.abc import Sequence
from typing import Final, cast

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QHideEvent, QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QFrame, QLineEdit, QListWidget, QListWidgetItem, QSizePolicy, QWidget

from nerinspect.events.decision import NO_VERDICT, VERDICTS
from nerinspect.glossary import meaning
from nerinspect.review.causes import USUAL_CAUSES, one_cause
from nerinspect.ui.kit.chips import Chip
from nerinspect.ui.kit.layout import FlowLayout
from nerinspect.ui.kit.screen_text import NameDelegate, announce, tooltip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.theme.fonts import unit_of
from nerinspect.ui.theme.marks import paint_focus_ring
from nerinspect.ui.theme.themes import current_theme

_REMOVING: Final = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
_LONGEST = 180  # at a font of 13 pixels


class CauseChips(Styled, QWidget):
    """Show words as chips, which a click or Delete takes away."""

    removed = Signal(int)  # the word at this place is not wanted

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Causes")
        self._chips: list[Chip] = []
        self._words: tuple[str, ...] = ()
        self._flow = FlowLayout(self)
        self._flow.setContentsMargins(0, 0, 0, 0)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._add_chip()  # before its neighbours: Tab goes through the parts as they are added
        self._chips[0].hide()
        self.hide()

    def show_words(self, words: Sequence[str]) -> None:
        """Show these words, in this order."""
        self._words = tuple(words)
        while len(self._chips) < len(words):
            self._add_chip()
        for chip in self._chips[len(words) :]:
            chip.hide()
        for chip, word in zip(self._chips, words, strict=False):
            chip.show_label(word)
            chip.show()
        self._restyle()
        self.setVisible(bool(words))

    def _add_chip(self) -> None:
        chip, place = Chip(self), len(self._chips)
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        chip.clicked.connect(lambda: self.removed.emit(place))
        chip.installEventFilter(self)
        self._flow.addWidget(chip)
        if self._chips:
            self.setTabOrder(self._chips[-1], chip)
        self._chips.append(chip)

    def _restyle(self) -> None:
        unit = self.unit
        self._flow.setSpacing(round(6 * unit))
        for chip in self._chips[: len(self._words)]:
            chip.dress(self.font())
            chip.cut(_LONGEST * unit)

    # Qt overrides

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let keys take a chip away."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _REMOVING:
            self.removed.emit(next(place for place, chip in enumerate(self._chips) if chip is watched))
            return True
        return super().eventFilter(watched, event)


_MOST_ROWS: Final = 8


class CauseList(QListWidget):
    """List words above a field, or below where there is more room.

    A child of the window rather than a window of its own, as the list under the search field is.
    """

    word_clicked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(NameDelegate(self))
        self.setObjectName("cause_list")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setUniformItemSizes(True)
        self.setFrameStyle(QFrame.Shape.Box | QFrame.Shadow.Plain)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemClicked.connect(self._on_clicked)
        self.hide()

    @property
    def chosen(self) -> str:
        """The word chosen with the arrows; empty if none is."""
        item = self.currentItem() if self.isVisible() else None
        return item.text() if item is not None else ""

    def offer(self, words: Sequence[str], field: QWidget) -> None:
        """List words, none of them chosen; hide if there are none."""
        self.clear()
        self.addItems(list(words))
        self.setAccessibleName(f"{len(words)} cause{'' if len(words) == 1 else 's'}")
        if words:
            colours = self.palette()
            colours.setColor(QPalette.ColorRole.WindowText, current_theme().border)  # of the frame
            self.setPalette(colours)
            self.setFont(field.font())
            self._place_beside(field)
            self.raise_()
        self.setVisible(bool(words))

    def step(self, step: int) -> None:
        """Choose another word; one step beyond the last or the first chooses none."""
        row = (self.currentRow() + 1 + step) % (self.count() + 1) - 1
        self.setCurrentRow(row)
        if self.chosen:
            announce(self, self.chosen)

    def _place_beside(self, field: QWidget) -> None:
        window = field.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        metrics, unit = QFontMetrics(self.font()), unit_of(self.font())
        row, frame = metrics.height() + round(4 * unit), 2 * self.frameWidth()
        widest = max(metrics.horizontalAdvance(self.item(place).text()) for place in range(self.count()))
        for place in range(self.count()):
            self.item(place).setSizeHint(QSize(0, row))
        corner = field.mapTo(window, QPoint(0, 0))
        above, below = corner.y(), window.height() - corner.y() - field.height()
        n_rows = max(1, min(self.count(), _MOST_ROWS, (max(above, below) - frame) // row))
        beside = self.verticalScrollBar().sizeHint().width() if n_rows < self.count() else 0
        width = min(max(field.width(), widest + beside + frame + round(16 * unit)), window.width())
        height = n_rows * row + frame
        top = corner.y() - height if above > below else corner.y() + field.height()
        self.setGeometry(min(corner.x(), window.width() - width), top, width, height)

    def _on_clicked(self, item: QListWidgetItem) -> None:
        self.word_clicked.emit(item.text())


_STEPS: Final = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}

VERDICT_SIGN: Final = "="
"""What a verdict of one's own begins with."""


class CauseField(QLineEdit):
    """Take a cause, which may hold blanks, or, behind `=`, a verdict of one's own."""

    causes_written = Signal(object)
    verdict_written = Signal(str)  # a verdict; empty for none
    last_unwanted = Signal()  # backspace was pressed where nothing is written

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("cause_field")
        self.setAccessibleName("Add a cause")
        self.setPlaceholderText("Add a cause…")
        self._words: tuple[str, ...] = USUAL_CAUSES
        self._list = CauseList(self)
        self._list.word_clicked.connect(self._take)
        self.textEdited.connect(self._on_edited)
        self.returnPressed.connect(lambda: self._take(self._list.chosen or self.text()))
        self.show_reason("")

    def show_reason(self, why: str) -> None:
        """Say in the tooltip why nothing can be written, or what can."""
        how = f"Enter adds it. A word behind {VERDICT_SIGN} is a verdict of one’s own, such as {VERDICT_SIGN}unclear."
        self.setToolTip(tooltip(why or f"{meaning('decision_cause')}\n{how}"))

    def offer(self, known: Sequence[str], usual: Sequence[str] = USUAL_CAUSES) -> None:
        """Complete these words and the usual ones."""
        self._words = tuple(dict.fromkeys((*known, *usual)))

    def _on_edited(self, text: str) -> None:
        """List the words that hold what is written, those that begin so first."""
        typed = text.strip().casefold()
        found = [word for word in self._words if typed in word.casefold()] if typed else []
        self._list.offer(sorted(found, key=lambda word: not word.casefold().startswith(typed)), self)

    def _take(self, text: str) -> None:
        """Announce what is written or was clicked, and empty the field."""
        text = text.strip()
        self._list.hide()
        self.clear()
        if text.startswith(VERDICT_SIGN):
            word = "-".join(text.removeprefix(VERDICT_SIGN).split())
            known = word.casefold() if word.casefold() in VERDICTS else word
            if word:
                self.verdict_written.emit("" if known.casefold() == NO_VERDICT else known)
        elif text:
            self.causes_written.emit((one_cause(text),))

    # Qt overrides

    def event(self, event: QEvent) -> bool:
        """Keep Esc for the field while there is something to hide or to empty."""
        is_key = event.type() == QEvent.Type.ShortcutOverride
        if is_key and cast("QKeyEvent", event).key() == Qt.Key.Key_Escape and (self.text() or self._list.isVisible()):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through the list by arrows, take back the last cause by Backspace, empty the field by Esc."""
        key = event.key()
        if step := _STEPS.get(Qt.Key(key)):
            if self._list.isVisible():
                self._list.step(step)
            else:
                self._list.offer(self._words, self)
        elif key == Qt.Key.Key_Escape and self._list.isVisible():
            self._list.hide()
        elif key == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif key == Qt.Key.Key_Backspace and not self.text():
            self.last_unwanted.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Add a ring when focused."""
        super().paintEvent(event)
        if self.hasFocus():
            unit = unit_of(self.font())
            paint_focus_ring(QPainter(self), current_theme(), unit, QRectF(self.rect()), radius=3)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the list."""
        super().focusOutEvent(event)
        self._list.hide()

    def hideEvent(self, event: QHideEvent) -> None:
        """Hide the list, too."""
        super().hideEvent(event)
        self._list.hide()
