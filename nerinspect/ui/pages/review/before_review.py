"""What stands on the page before there is a review: what one is, how it begins, and what will stand there."""

from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from nerinspect.glossary.wording import Wording
from nerinspect.ui.kit.doors import LinkLabel
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.tables.painters import paint_dot
from nerinspect.ui.theme.themes import current_theme

_NO_REVIEW: Final = (
    "A review keeps what you decide about events in one file, beside the data, which never changes. Make one here, or"
    " press the key of a verdict at an event: the first asks where to keep them."
)


class Awaited(NamedTuple):
    """A part that will stand on the page, with the lines, bars and dots of its sketch."""

    name: str
    words: str
    lines: tuple[tuple[float, float, float], ...]  # left, middle and width, in shares of the sketch
    bars: tuple[tuple[float, float, float], ...] = ()  # likewise
    dots: tuple[tuple[float, float, bool], ...] = ()  # middle, and whether it is filled
    judges: bool = False  # whether it takes a reference, which annotators have none of


_ROWS: Final = (0.2, 0.5, 0.8)
_AWAITED: Final = (
    Awaited(
        "Progress",
        "How many events of each kind are decided, and what was decided. Each number opens its events.",
        tuple((left, row, width) for row in (0.5, 0.72, 0.94) for left, width in ((0.0, 0.42), (0.58, 0.2))),
        ((0.0, 0.12, 0.26), (0.26, 0.12, 0.74)),
    ),
    Awaited(
        "Causes",
        "Words of your own for why both sides differ, and how often each comes.",
        tuple((0.0, row, 0.3) for row in _ROWS),
        tuple((0.36, row, width) for row, width in zip(_ROWS, (0.62, 0.46, 0.2), strict=True)),
    ),
    Awaited(
        "Scores with corrections",
        "F1 of every system once wrong references are put right, beside F1 as it is.",
        tuple((left, row, width) for row in _ROWS for left, width in ((0.0, 0.24), (0.34, 0.66))),
        dots=tuple((0.58 + 0.07 * n + gap, row, gap > 0) for n, row in enumerate(_ROWS) for gap in (0.0, 0.14)),
        judges=True,
    ),
    Awaited(
        "Shares estimated from a sample",
        "Decide some events drawn at random, and see what that tells of all of them, with intervals.",
        tuple((left, row, width) for row in _ROWS for left, width in ((0.0, 0.24), (0.4, 0.4))),
        dots=tuple((0.54 + 0.06 * n, row, True) for n, row in enumerate(_ROWS)),
    ),
)
_WIDTH, _HEIGHT, _BAR = 120, 46, 8  # at a font of 13 pixels


class Sketch(Styled, QWidget):
    """Draws in hairlines what a part will look like, without any numbers."""

    def __init__(self, awaited: Awaited) -> None:
        super().__init__()
        self._awaited = awaited

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint lines, bars and dots."""
        theme, unit, width, height = current_theme(), self.unit, self.width() - 1, self.height() - 1
        painter = QPainter(self)
        for left, middle, length in self._awaited.lines:
            line = QRectF(left * width, round(middle * height), length * width, max(round(unit), 1))
            painter.fillRect(line, theme.border)
        painter.setPen(theme.border)
        painter.setBrush(theme.window)
        for left, middle, length in self._awaited.bars:
            painter.drawRect(QRectF(left * width, middle * height - _BAR * unit / 2, length * width, _BAR * unit))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for left, middle, is_filled in self._awaited.dots:
            paint_dot(painter, theme, QPointF(left * width, round(middle * height) + unit / 2), 3 * unit, is_filled)

    def _restyle(self) -> None:
        self.setFixedSize(QSize(round(_WIDTH * self.unit), round(_HEIGHT * self.unit)))


class AwaitedPart(Part):
    """Says what will stand on the page, each thing beside its sketch."""

    def __init__(self) -> None:
        self._grid, self._judging = QWidget(), list[QWidget]()
        rows = QGridLayout(self._grid)
        for row, awaited in enumerate(_AWAITED):
            words = LinkLabel()
            words.setWordWrap(True)
            words.setText(f"<b>{awaited.name}</b><br>{awaited.words}")
            for column, widget in enumerate((Sketch(awaited), words)):
                rows.addWidget(widget, row, column)
                self._judging += [widget] if awaited.judges else []
        rows.setColumnStretch(1, 1)
        rows.setContentsMargins(0, 0, 0, 0)
        super().__init__("Will stand here", self._grid)

    def show_wording(self, wording: Wording) -> None:
        """Leave out what annotators have none of."""
        for widget in self._judging:
            widget.setVisible(not wording.is_neutral)

    def _restyle(self) -> None:
        super()._restyle()
        rows = self._grid.layout()
        assert isinstance(rows, QGridLayout), "it was made so"
        rows.setHorizontalSpacing(round(22 * self.unit))
        rows.setVerticalSpacing(round(26 * self.unit))


class BeginningPart(Part):
    """Says what a review is, with the keys of verdicts and a button that makes one."""

    def __init__(self, new_review: QAction) -> None:
        self.button, self._inside = QPushButton("New Review…"), QWidget()
        self.button.clicked.connect(new_review.trigger)
        words, self._keys = QLabel(_NO_REVIEW, wordWrap=True), LinkLabel()
        self._keys.setWordWrap(True)
        self._rows = QVBoxLayout(self._inside)
        self._rows.setContentsMargins(0, 0, 0, 0)
        for part in (words, self._keys):
            self._rows.addWidget(part)
        self._rows.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        super().__init__("No review yet", self._inside)

    def show_keys(self, wording: Wording) -> None:
        """Show the keys of verdicts."""
        keys = (f"<b>{key}</b>&nbsp;{wording.name(name)}" for name, key in wording.verdict_keys.items())
        self._keys.setText("&nbsp;&nbsp;&nbsp; ".join(key.replace(" ", "&nbsp;") for key in keys))

    def _restyle(self) -> None:
        super()._restyle()
        self._rows.setSpacing(round(12 * self.unit))
