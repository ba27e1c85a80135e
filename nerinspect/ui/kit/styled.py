"""What holds for every widget: colours and fonts, plain labels, the wheel, keys, unseen signs, rings of focus."""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QFontMetricsF, QIcon, QPainter, QPalette, QPen, QShortcutEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QProxyStyle,
    QPushButton,
    QRadioButton,
    QScrollBar,
    QStyle,
    QStyleOption,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QStyleOptionComplex,
    QTabBar,
    QTableWidget,
    QTextBrowser,
    QToolButton,
    QTreeView,
    QWidget,
)

from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.theme.fonts import scaled_font, unit_of
from nerinspect.ui.theme.marks import line_icon, thin_scroll_bars
from nerinspect.ui.theme.themes import current_theme, set_palette
from nerinspect.visible import visible

_RESTYLING = (QEvent.Type.PaletteChange, QEvent.Type.FontChange)

if TYPE_CHECKING:
    _Widget = QWidget
    _WidgetType = type
else:  # a widget of Qt has one base of Qt, which stands beside `Styled`
    _Widget = object
    _WidgetType = type(QWidget)


class _Made(_WidgetType):
    """Styles a widget once all of its constructor has run; Qt tells it of changes before that."""

    def __call__(cls, *args: object, **options: object) -> object:
        made = super().__call__(*args, **options)
        made._restyle()
        made._is_made = True
        return made


class Styled(_Widget, metaclass=_Made):
    """A widget that sets fonts, colours and distances as soon as it is made, and whenever colours or font change.

    It stands before the widget among the bases of a class.
    """

    _is_made = False

    @property
    def unit(self) -> float:
        """The length of what is one pixel at a font of 13."""
        return unit_of(self.font())

    def _restyle(self) -> None:
        """Set what depends on the colours or the font of now."""
        raise NotImplementedError

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if self._is_made and event.type() in _RESTYLING:
            self._restyle()


def set_ink(widget: QWidget, ink: QColor, role: QPalette.ColorRole = QPalette.ColorRole.WindowText) -> None:
    """Let a widget be written on in a colour, or paint something else of it so."""
    colours = widget.palette()
    colours.setColor(role, ink)
    widget.setPalette(colours)


def switch_look(unit: float, above: float = 2, beside: float = 7, part: str = "QToolButton") -> str:
    """Give the style sheet of words beside each other of which one is chosen, with room around each word in units.

    Buttons say by their property `end` whether they are first or last.
    """
    theme, side = current_theme(), round(3 * unit)
    ends = (":first", ":last", ":only-one") if part.startswith("QTab") else ('[end="f"]', '[end="l"]', '[end="fl"]')
    left = f"border-left-width: 1px; border-top-left-radius: {side}px; border-bottom-left-radius: {side}px;"
    right = f"border-top-right-radius: {side}px; border-bottom-right-radius: {side}px;"
    corners = "".join(f"{part}{end} {{ {look} }}" for end, look in zip(ends, (left, right, left + right), strict=True))
    return (
        f"{part} {{ background: {theme.button.name()}; border: 1px solid {theme.border.name()}; border-left-width: 0px;"
        f" color: {theme.text.name()}; padding: {round(above * unit)}px {round(beside * unit)}px; }}"
        f"{part}:checked, {part}:selected {{ background: {theme.selected.name()}; font-weight: 600; }}"
        f"{part}:disabled {{ color: {theme.dimmed.name()}; background: {theme.button.name()}; font-weight: 400; }}"
        f"{corners}{_NO_SIGN}"
    )


def draw_switch(buttons: Sequence[QToolButton], unit: float, above: float = 2, beside: float = 7) -> None:
    """Draw buttons beside each other as one switch, each as wide as its word is in semibold: nothing moves."""
    look = switch_look(unit, above, beside)
    for place, button in enumerate(buttons):
        end = "f" * (not place) + "l" * (place == len(buttons) - 1)
        strong = QFontMetricsF(scaled_font(button.font(), 1, is_bold=True))
        width = f"QToolButton {{ min-width: {ceil(strong.horizontalAdvance(button.text()))}px; }}"
        if (button.property("end"), button.styleSheet()) != (end, look + width):
            button.setProperty("end", end)
            button.setStyleSheet(look + width)


_NO_SIGN: Final = "QToolButton::menu-indicator { image: none; }"


def open_menu_by(button: QToolButton, text: str) -> None:
    """Let a button open its menu, and say so by an arrow behind its words."""
    button.setText(f"{text} ▾".strip())
    button.setStyleSheet(_NO_SIGN)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)


_WHEELED: Final = (QAbstractScrollArea, QAbstractSlider, QAbstractSpinBox, QComboBox, QTabBar)


class WheelGuard(QObject):
    """Lets boxes, sliders and tabs, and what scrolls on a page that scrolls, take the wheel only with the focus.

    Even then the wheel stays with the page that it was turned on, until the pointer moves: what has the focus may be
    scrolled under it.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._scrolled_at: QPointF | None = None

    def watch(self, widget: QWidget) -> None:
        """Watch a widget if it takes the wheel; turning the wheel on it gives it the focus no more."""
        if not isinstance(widget, _WHEELED) or isinstance(widget, QScrollBar):
            return
        if widget.focusPolicy() == Qt.FocusPolicy.WheelFocus:
            widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        (widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget).installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave the wheel to what is around."""
        if not isinstance(event, QWheelEvent) or not isinstance(watched, QWidget):
            return False
        area = watched.parentWidget()
        taker = area if isinstance(area, QAbstractScrollArea) and area.viewport() is watched else watched
        if taker is not watched and not any(_can_scroll(around, event) for around in _areas_around(taker)):
            self._scrolled_at = event.globalPosition()
            return False
        if _has_focus(taker) and event.globalPosition() != self._scrolled_at:
            return False
        event.ignore()
        return True


def _areas_around(widget: QWidget) -> Iterator[QAbstractScrollArea]:
    """Go through what a widget stands in, up to its window, as far as it is there to scroll."""
    around: QWidget | None = widget
    while around is not None and not around.isWindow():
        around = around.parentWidget()
        if isinstance(around, QAbstractScrollArea):
            yield around


def _can_scroll(area: QAbstractScrollArea, event: QWheelEvent) -> bool:
    is_sideways = abs(event.angleDelta().x()) > abs(event.angleDelta().y())
    bar = area.horizontalScrollBar() if is_sideways else area.verticalScrollBar()
    return bar.minimum() < bar.maximum()


def _has_focus(widget: QWidget) -> bool:
    focused = QApplication.focusWidget()
    return focused is not None and (focused is widget or widget.isAncestorOf(focused))


class PressedAtOnce(QObject):
    """Lets the key of a button press it at once.

    Qt shows the button pressed for 100 ms first; what follows in that time would come before it, or undo it.
    """

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the key in the place of the button."""
        if not isinstance(event, QShortcutEvent) or not isinstance(watched, QAbstractButton) or event.isAmbiguous():
            return False
        if watched.isCheckable() and watched.focusPolicy() & Qt.FocusPolicy.ClickFocus:
            watched.setFocus()
        watched.click()
        return True


_SAID: Final = "Some characters in this text are invisible or reverse the direction of words:"
_SIZE: Final = 16  # at a font of 13 pixels


class UnseenSign(QObject):
    """Show a crossed eye in a field of text while that is needed; its tooltip shows the text with codes."""

    def __init__(self, field: QLineEdit | QPlainTextEdit) -> None:
        super().__init__(field)
        self._field, self.is_shown = field, False
        self._action = QAction("Invisible characters", self)
        self._watched: QWidget = field
        self._corner: QToolButton | None = None
        if isinstance(field, QPlainTextEdit):
            self._watched, self._corner = field.viewport(), QToolButton(field, autoRaise=True)
            self._corner.setDefaultAction(self._action)
            self._corner.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self._corner.setCursor(Qt.CursorShape.ArrowCursor)
            self._corner.setAutoFillBackground(True)  # over what is written there
            self._corner.setBackgroundRole(QPalette.ColorRole.Base)
            self._corner.hide()
        field.textChanged.connect(lambda: self._follow())  # holds this, also where a field is none of ours
        self._follow()

    def _follow(self) -> None:
        text = self._field.text() if isinstance(self._field, QLineEdit) else self._field.toPlainText()
        shown, was_shown = visible(text), self.is_shown
        self.is_shown = shown != text
        if self.is_shown:
            self._action.setToolTip(tooltip(f"{_SAID}\n{shown}"))
        if self.is_shown != was_shown:
            self._show()

    def _show(self) -> None:
        if self._corner is not None:
            self._corner.setVisible(self.is_shown)
        if self.is_shown:
            self._fit()
            if isinstance(self._field, QLineEdit):
                self._field.addAction(self._action, QLineEdit.ActionPosition.LeadingPosition)
            self._watched.installEventFilter(self)
        else:
            self._field.removeAction(self._action)
            self._watched.removeEventFilter(self)

    def _fit(self) -> None:
        field, size = self._field, _SIZE * unit_of(self._field.font())
        self._action.setIcon(line_icon("unseen", field.palette().color(QPalette.ColorRole.Text), size))
        if self._corner is not None:
            self._corner.setIconSize(QSize(round(size), round(size)))
            self._corner.resize(self._corner.sizeHint())
            port = self._watched.geometry()
            self._corner.move(port.right() - self._corner.width(), port.bottom() - self._corner.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.FontChange, QEvent.Type.PaletteChange):
            self._fit()
        return super().eventFilter(watched, event)


_BESIDE, _ARROW, _ARROW_WIDTH, _ARROW_HEIGHT = 4, 18, 8, 4  # at a font of 13 pixels
_WIDEST_BOX: Final = 240  # for what a box offers, likewise
_RADIUS: Final = 3  # of corners
_ROOMY: Final = (QCheckBox, QComboBox, QListWidget, QPushButton, QRadioButton, QTableWidget, QTreeView)
_WIDER: Final = {QStyle.PixelMetric.PM_FocusFrameHMargin: 5, QStyle.PixelMetric.PM_HeaderMargin: 4}  # likewise
_TICKS: Final = (
    QStyle.PixelMetric.PM_IndicatorWidth,
    QStyle.PixelMetric.PM_IndicatorHeight,
    QStyle.PixelMetric.PM_ExclusiveIndicatorWidth,
    QStyle.PixelMetric.PM_ExclusiveIndicatorHeight,
)


class _RoomyStyle(QProxyStyle):
    """Keeps the words of boxes and lists as far from the edge as those of buttons are.

    Arrows and ticks grow with the font. Of few widgets, since it takes time.
    """

    def drawComplexControl(  # type: ignore[override]  # the stubs have three names for the widget
        self, control: QStyle.ComplexControl, option: QStyleOptionComplex, painter: QPainter, widget: QWidget
    ) -> None:
        """Draw the arrow as an open one, as large as the letters."""
        unit, is_arrow = max(unit_of(widget.font()), 1), QStyle.SubControl.SC_ComboBoxArrow
        option.subControls &= ~is_arrow
        super().drawComplexControl(control, option, painter, widget)
        ink, rect = option.palette.buttonText().color(), QRectF(0, 0, _ARROW_WIDTH * unit, _ARROW_HEIGHT * unit)
        ink.setAlpha(160)  # as Fusion does
        rect.moveCenter(QRectF(self.subControlRect(control, option, is_arrow, widget)).center())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(ink, 1.4 * unit))
        painter.drawPolyline([rect.topLeft(), QPointF(rect.center().x(), rect.bottom()), rect.topRight()])
        painter.restore()

    def drawControl(
        self, element: QStyle.ControlElement, option: QStyleOption, painter: QPainter, widget: QWidget | None = None
    ) -> None:
        """Cut a name that has no room in its middle: long ones differ at their end."""
        if isinstance(option, QStyleOptionComboBox) and element == QStyle.ControlElement.CE_ComboBoxLabel and widget:
            part = QStyle.SubControl.SC_ComboBoxEditField
            room = self.subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, widget).width()
            cut = option.fontMetrics.elidedText(option.currentText, Qt.TextElideMode.ElideMiddle, room)
            option.currentText = cut
        super().drawControl(element, option, painter, widget)

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        """Draw faces of buttons flat, and what is ticked in a list as a tick box is drawn."""
        if element == QStyle.PrimitiveElement.PE_PanelButtonCommand and not current_theme().is_plain:
            _paint_face(option, painter)
            return
        if element == QStyle.PrimitiveElement.PE_IndicatorItemViewItemCheck:
            option.palette = QApplication.palette("QCheckBox")  # type: ignore[call-overload]  # the stubs say bytes
        super().drawPrimitive(element, option, painter, widget)

    def subControlRect(  # type: ignore[override]  # the stubs have three names for the widget
        self, control: QStyle.ComplexControl, option: QStyleOptionComplex, part: QStyle.SubControl, widget: QWidget
    ) -> QRect:
        """Begin the words farther from the edge, and end them before the arrow."""
        rect, unit = super().subControlRect(control, option, part, widget), unit_of(widget.font())
        more = round(_ARROW * (max(unit, 1) - 1))
        if part == QStyle.SubControl.SC_ComboBoxEditField:
            return rect.adjusted(round(_BESIDE * unit), 0, -more, 0)
        return rect.adjusted(-more, 0, 0, 0) if part == QStyle.SubControl.SC_ComboBoxArrow else rect

    def sizeFromContents(  # type: ignore[override]  # likewise
        self, kind: QStyle.ContentsType, option: QStyleOption, size: QSize, widget: QWidget
    ) -> QSize:
        unit, found = unit_of(widget.font()), super().sizeFromContents(kind, option, size, widget)
        more = round(_BESIDE * unit) + round(_ARROW * (max(unit, 1) - 1))
        if kind == QStyle.ContentsType.CT_PushButton:
            return found + QSize(round(4 * _BESIDE * (max(unit, 1) - 1)), 0)
        if kind == QStyle.ContentsType.CT_ComboBox:
            return QSize(min(found.width() + more, round(_WIDEST_BOX * max(unit, 1))), found.height())
        return found

    def pixelMetric(
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        """Begin the words of cells and heads farther from the edge, and let what is ticked grow."""
        if metric in _WIDER and widget is not None and not isinstance(widget, QComboBox):
            return round(_WIDER[metric] * unit_of(widget.font()))
        length = super().pixelMetric(metric, option, widget)
        return length if metric not in _TICKS or widget is None else round(length * max(unit_of(widget.font()), 1))


def _paint_face(option: QStyleOption, painter: QPainter) -> None:
    """Paint the face of a button: its edge says whether Enter presses it."""
    theme, state = current_theme(), option.state
    is_on, is_hovered = (
        bool(state & one) for one in (QStyle.StateFlag.State_Enabled, QStyle.StateFlag.State_MouseOver)
    )
    is_down = bool(state & (QStyle.StateFlag.State_Sunken | QStyle.StateFlag.State_On))
    is_default = isinstance(option, QStyleOptionButton) and (
        option.features & QStyleOptionButton.ButtonFeature.DefaultButton
    )
    face = (
        theme.selected if is_down else theme.hover if is_hovered and is_on else theme.button if is_on else theme.window
    )
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(theme.accent if is_default and is_on else theme.border if is_on else theme.hairline)
    painter.setBrush(face)
    painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
    painter.restore()


_PLAIN: Final = (QWidget, QFrame, QScrollBar)  # most widgets, of which the style changes nothing


class ProgramStyle(QProxyStyle):
    """The Fusion style, but no label guesses that its text is HTML, no field hides a part, no box takes the wheel.

    No key of a button waits. Qt asks the style to polish a widget before it is first measured or shown, the labels
    inside tooltips and message boxes too. Those that show links say so themselves, by `setTextFormat`.
    """

    def __init__(self) -> None:
        super().__init__("Fusion")
        self._wheel, self._keys, self._roomy = WheelGuard(self), PressedAtOnce(self), _RoomyStyle("Fusion")

    def polish(self, polished: QWidget | QApplication | QPalette) -> None:  # type: ignore[override]  # three in one
        """Let a label take its text as it is, a field say whether its text holds what is not seen, a page scroll."""
        if type(polished) in _PLAIN:
            super().polish(polished)
            return
        if isinstance(polished, QLabel) and polished.textFormat() == Qt.TextFormat.AutoText:
            polished.setTextFormat(Qt.TextFormat.PlainText)
        elif isinstance(polished, (QLineEdit, QPlainTextEdit)) and polished.findChild(UnseenSign) is None:
            UnseenSign(polished)
        elif isinstance(polished, QAbstractButton) and not polished.shortcut().isEmpty():
            polished.installEventFilter(self._keys)
        if isinstance(polished, QLineEdit) and polished.hasFrame() and polished.textMargins().isNull():
            beside = round(_BESIDE * unit_of(polished.font()))
            polished.setTextMargins(beside, 0, beside, 0)
        if isinstance(polished, QDialog):
            thin_scroll_bars(polished)
        if isinstance(polished, QDialogButtonBox):
            for button in polished.buttons():
                button.setIcon(QIcon())  # words alone, on every desktop
        if isinstance(polished, QWidget):
            self._wheel.watch(polished)
            inside = polished.parentWidget() if isinstance(polished, QHeaderView) else polished
            if isinstance(inside, _ROOMY) or hasattr(inside, "is_roomy"):
                polished.setStyle(self._roomy)
        super().polish(polished)


def apply_theme(app: QApplication) -> None:
    """Draw the program in the desktop's scheme, now and whenever the desktop changes it."""
    app.setStyle(ProgramStyle())
    set_palette(app)
    hints = app.styleHints()
    hints.colorSchemeChanged.connect(lambda _scheme: set_palette(app))
    if hasattr(hints, "accessibility"):
        hints.accessibility().contrastPreferenceChanged.connect(lambda _preference: set_palette(app))


_RINGED: Final = (QCheckBox, QComboBox, QLineEdit, QListWidget, QPushButton, QRadioButton, QTextBrowser, QToolButton)
"""Standard widgets; those of the program that stand for themselves paint a ring of their own."""


class FocusRing(QObject):
    """Paints the ring over whichever standard widget has the focus."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self.setObjectName("focus_ring")
        app.focusChanged.connect(self._on_focus_changed)

    def _on_focus_changed(self, before: QWidget | None, now: QWidget | None) -> None:
        if before is not None:
            before.removeEventFilter(self)
            before.update()
        if now is not None and type(now) in _RINGED:
            now.installEventFilter(self)
            now.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the widget paint itself, then add the ring."""
        if event.type() != QEvent.Type.Paint or not isinstance(watched, QWidget) or not watched.hasFocus():
            return False
        watched.event(event)
        width = 2 * unit_of(watched.font())
        painter = QPainter(watched)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(current_theme().accent, width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        inner = QRectF(watched.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2)
        painter.drawRoundedRect(inner, width, width)
        painter.end()
        return True
