"""How the parts of the review lie: in a column beside the table, or in one row under the sentence."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QLayout, QLineEdit, QVBoxLayout, QWidget

from nerinspect.ui.painting.fonts import CAPTION, DETAIL, font_size, scaled_font
from nerinspect.ui.theme import current_theme
from nerinspect.ui.widgets.flow_layout import FlowLayout

_MARGIN, _GAP, _FIELD = 12, 6, 110  # at a font of 13 pixels


class ReviewLayout:
    """Lay parts out in one of two forms.

    Parameters
    ----------
    owner : QWidget
        What they are laid out in.
    head : tuple of QLabel
        The title and what stands at its right.
    verdicts : sequence of QWidget
        The buttons of verdicts, two in a line.
    chips : QWidget
        What was given in words.
    last : tuple of QLineEdit, QWidget, QWidget
        What stands in the last line, the first as wide as may be.
    below : sequence of QLabel or QWidget
        What is there at times.
    """

    def __init__(
        self,
        owner: QWidget,
        head: tuple[QLabel, QLabel],
        verdicts: Sequence[QWidget],
        chips: QWidget,
        last: tuple[QLineEdit, QWidget, QWidget],
        below: Sequence[QWidget],
    ) -> None:
        self._owner, self._verdicts, self._chips, self._last, self._below = owner, verdicts, chips, last, below
        self._title, self._state = head
        self.is_one_row = False
        self._column, self._head, self._flow = QVBoxLayout(owner), QHBoxLayout(), FlowLayout()
        self._grid, self._line = QGridLayout(), QHBoxLayout()
        self._head.addWidget(self._title)
        self._head.addLayout(self._flow, 1)
        self._head.addWidget(self._state)
        for part in (self._head, self._grid, self._line):
            self._column.addLayout(part)
        self._fill()
        for one in below:  # last: Tab goes through the parts as they are added
            self._column.addWidget(one)
        self.restyle()

    def set_one_row(self, is_one_row: bool) -> None:
        """Take the one form or the other."""
        if is_one_row != self.is_one_row:
            self.is_one_row = is_one_row
            self._fill()
            self.restyle()

    def fit(self) -> None:
        """Leave out what stands at the end of the row rather than begin another one."""
        needed = self._flow.sizeHint().width() + self._head.spacing() + self._state.sizeHint().width()
        margins = self._column.contentsMargins()
        room = self._owner.width() - margins.left() - margins.right()
        self._state.setVisible(not self.is_one_row or needed <= room)

    def restyle(self) -> None:
        """Take the fonts, the colours and the distances of now."""
        font, unit = self._owner.font(), font_size(self._owner.font()) / 13
        margin, gap = round(_MARGIN * unit), round(_GAP * unit)
        above = round(_GAP * unit) if self.is_one_row else margin
        self._column.setContentsMargins(margin, above, margin, above)
        for layout in (self._column, self._head, self._flow, self._grid, self._line):
            layout.setSpacing(gap)
        self._title.setFont(scaled_font(font, DETAIL, is_bold=True))
        for label in (self._state, *(one for one in self._below if isinstance(one, QLabel))):
            label.setFont(scaled_font(font, CAPTION))
            colours = label.palette()
            colours.setColor(QPalette.ColorRole.WindowText, current_theme().text2)
            label.setPalette(colours)
        field, button = self._last[:2]
        field.setFixedHeight(button.sizeHint().height())
        field.setTextMargins(round(4 * unit), 0, 0, 0)
        field.setMinimumWidth(round(_FIELD * unit))
        self.fit()

    def _fill(self) -> None:
        """Hand the parts to the layouts of the form."""
        for layout in (self._flow, self._grid, self._line):
            _empty(layout)
        self._column.removeWidget(self._chips)
        self._title.setHidden(self.is_one_row)
        if self.is_one_row:
            for part in (*self._verdicts, *self._last[1:], self._last[0], self._chips):
                self._flow.addWidget(part)
        else:
            for place, part in enumerate(self._verdicts):
                self._grid.addWidget(part, *divmod(place, 2))
            self._column.insertWidget(2, self._chips)
            for part in self._last:
                self._line.addWidget(part, int(part is self._last[0]))
        self._head.setAlignment(self._state, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


def _empty(layout: QLayout) -> None:
    while layout.takeAt(0) is not None:
        pass
