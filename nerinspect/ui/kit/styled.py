"""What makes a widget follow the colours and the font of the desktop."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QWidget

from nerinspect.ui.theme.fonts import unit_of

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
        """Follow the colours and the font."""
        super().changeEvent(event)
        if self._is_made and event.type() in _RESTYLING:
            self._restyle()
