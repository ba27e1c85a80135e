"""A part of the filters that folds away under its head."""

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from nerinspect.ui.painting.fonts import CAPTION, DETAIL, font_size, scaled_font
from nerinspect.ui.painting.marks import paint_focus_ring
from nerinspect.ui.plain_text import plain_text
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme
from nerinspect.ui.tooltips import tooltip
from nerinspect.visible import visible

_HEAD_LEFT, _MARGIN, _GAP, _BELOW, _HAIRLINE = 4, 12, 8, 6, 2  # at a font of 13 pixels


class HeadButton(QToolButton):
    """A flat button with a ring around it while the keyboard acts on it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoRaise(True)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ring, which the style leaves out."""
        super().paintEvent(event)
        if self.hasFocus():
            paint_focus_ring(QPainter(self), current_theme(), font_size(self.font()) / 13, QRectF(self.rect()))


class Section(QWidget):
    """Show a head with an arrow, a title and a summary over a widget that the head folds away.

    Attributes
    ----------
    head : HeadButton
        Folds and opens.

    Signals
    -------
    folded(bool)
        The user folded the section (true) or opened it.
    """

    folded = Signal(bool)

    def __init__(self, title: str, body: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._body = body
        self._is_folded, self._title = False, title
        self.head = HeadButton(self)
        self._summary = QLabel(self)
        self._column, self._row = QVBoxLayout(self), QHBoxLayout()
        self._build_ui(title)
        self._restyle()
        self.set_folded(False)
        self.head.clicked.connect(self._on_clicked)

    @property
    def summary(self) -> str:
        """The words at the right of the head."""
        return self._summary.text()

    @property
    def is_folded(self) -> bool:
        """Whether only the head is shown."""
        return self._is_folded

    def set_summary(self, text: str) -> None:
        """Show some words at the right of the head; they stay when the section is folded."""
        self._summary.setText(visible(text))
        self.head.setAccessibleDescription(text)

    def set_title(self, title: str) -> None:
        """Show another title."""
        self._title = title
        self.head.setText(plain_text(title))

    def set_owner(self, letter: str) -> None:
        """Say in the head whose numbers are counted where two systems are compared; nothing for an empty letter."""
        self.head.setText(plain_text(f"{self._title} of {letter}" if letter else self._title))
        self._name_head()

    def add_tool(self, tool: QWidget) -> None:
        """Put a control at the right of the head; it stays when the section is folded."""
        self._row.addWidget(tool)

    @property
    def title_width(self) -> int:
        """What title, arrow and margins take of the head, in device-independent pixels."""
        margins, spaces = self._row.contentsMargins(), self._row.spacing() * (self._row.count() - 1)
        return self.head.sizeHint().width() + margins.left() + margins.right() + spaces

    def set_meaning(self, text: str) -> None:
        """Explain what the section counts, in a tooltip of the head."""
        for part in (self.head, self._summary):
            part.setToolTip(tooltip(text))

    def set_folded(self, is_folded: bool) -> None:
        """Fold or open the section."""
        self._is_folded = is_folded
        self.head.setArrowType(Qt.ArrowType.RightArrow if is_folded else Qt.ArrowType.DownArrow)
        self._name_head()
        self._body.setVisible(not is_folded)
        self._leave_room_below()
        self.updateGeometry()  # at once, so that who asks the panel for its height now is told the new one

    def _name_head(self) -> None:
        self.head.setAccessibleName(f"{self.head.text()}, {'folded' if self._is_folded else 'open'}")

    def _build_ui(self, title: str) -> None:
        self.head.setText(plain_text(title))
        self.head.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.head.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._summary.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._row.addWidget(self.head, 1)
        self._row.addWidget(self._summary)
        self._column.setSpacing(0)
        self._column.addLayout(self._row)
        self._column.addWidget(self._body)

    def _restyle(self) -> None:
        unit = font_size(self.font()) / 13
        self._row.setContentsMargins(round(_HEAD_LEFT * unit), 0, round(_MARGIN * unit), 0)
        self._row.setSpacing(round(_GAP * unit))
        self._leave_room_below()
        self.head.setFont(scaled_font(self.font(), DETAIL, is_bold=True))
        self._summary.setFont(scaled_font(self.font(), CAPTION))
        colours = self._summary.palette()
        colours.setColor(QPalette.ColorRole.WindowText, current_theme().text3)
        self._summary.setPalette(colours)

    def _leave_room_below(self) -> None:
        """Keep what is open apart from the next head; folded heads stand close together."""
        unit = font_size(self.font()) / 13
        self._column.setContentsMargins(0, 0, 0, round((_HAIRLINE if self._is_folded else _BELOW) * unit))

    def _on_clicked(self) -> None:
        self.set_folded(not self._is_folded)
        self.folded.emit(self._is_folded)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Part the section from what stands below it."""
        super().paintEvent(event)
        QPainter(self).fillRect(0, self.height() - 1, self.width(), 1, current_theme().hairline)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event):
            self._restyle()
