"""Themes: the colours of the window, light and dark, and those of entity types."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette, qGray
from PySide6.QtWidgets import QApplication

from nerinspect.events.kinds import KIND_TABLE, Arcs, Bars, Kind
from nerinspect.io.colours import ROLES, assign_slots, hue_of, pattern_of, system_ink


class Theme(NamedTuple):
    """Every colour a widget may use, by its role.

    `text2` is for labels and contexts, `text3` for captions, `dimmed` for neighbours and zero rows. In a plain
    theme colour carries no meaning: kinds are told by symbols and letters, types by names and patterns.
    """

    window: QColor
    base: QColor
    alternate: QColor
    hairline: QColor
    border: QColor
    button: QColor
    selected: QColor
    hover: QColor
    text: QColor
    text2: QColor
    text3: QColor
    dimmed: QColor
    accent: QColor
    warning: QColor
    warning_strip: QColor
    chart_bar: QColor
    support_bar: QColor
    heat: QColor
    is_dark: bool
    is_plain: bool = False

    def kind_colour(self, kind: str) -> QColor:
        """Give the ink of an event kind such as `be`."""
        return self.ink(KIND_TABLE[kind])

    def ink(self, kind: Kind[Bars] | Kind[Arcs]) -> QColor:
        """Give the ink of a kind of mention or relation events; without colours that of text."""
        return self.text if self.is_plain else QColor(kind.ink[self.is_dark])

    def system_colour(self, number: int) -> QColor:
        """Give the ink of a system by the number of its colour; without colours that of text."""
        return self.text if self.is_plain else QColor(system_ink(number)[self.is_dark])


def _theme(side: int) -> Theme:
    roles: dict[str, Any] = {role: QColor(colours[side]) for role, colours in ROLES.items()}
    return Theme(**roles, is_dark=bool(side))


LIGHT, DARK = _theme(0), _theme(1)

_chosen: Theme | None = None
_of_desktop: Theme | None = None  # until the desktop changes: every cell that is painted asks

_EDGE: Final = 140
"""The Fusion style draws edges of boxes and buttons so much darker than the window, in percent."""


def current_theme() -> Theme:
    """Give the theme that was chosen, else that of the desktop; light if the desktop does not say."""
    global _of_desktop
    if (known := _chosen or _of_desktop) is not None:
        return known
    if _wants_contrast():
        return contrast_theme(QGuiApplication.palette())
    _of_desktop = DARK if QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark else LIGHT
    return _of_desktop


def choose_theme(app: QApplication, theme: Theme | None) -> None:
    """Draw the program in a theme whatever the desktop says; None follows the desktop again."""
    global _chosen
    _chosen = theme
    set_palette(app)


def contrast_theme(desktop: QPalette) -> Theme:
    """Make a theme of the two colours that a desktop of high contrast writes with."""
    role = QPalette.ColorRole
    text, base, window = (desktop.color(place) for place in (role.Text, role.Base, role.Window))
    grounds = dict.fromkeys(("base", "alternate", "selected", "hover", "warning_strip"), base)
    names = ("hairline", "border", "text", "text2", "text3", "dimmed", "accent", "warning", "heat")
    return Theme(
        window=window,
        button=desktop.color(role.Button),
        **grounds,
        **dict.fromkeys((*names, "chart_bar", "support_bar"), text),
        is_dark=text.lightnessF() > base.lightnessF(),
        is_plain=True,
    )


def _wants_contrast() -> bool:
    """Ask the desktop; Qt before 6.10 cannot say."""
    hints = QGuiApplication.styleHints()
    if not hasattr(hints, "accessibility"):
        return False
    return hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast


def palette(theme: Theme) -> QPalette:
    """Lay a theme out as the palette that standard widgets draw with."""
    role = QPalette.ColorRole
    colours = {
        role.Window: theme.window,
        role.WindowText: theme.text,
        role.Base: theme.base,
        role.AlternateBase: theme.alternate,
        role.Text: theme.text,
        role.PlaceholderText: theme.text3,
        role.Button: theme.button,
        role.ButtonText: theme.text,
        role.BrightText: theme.warning,
        role.Highlight: theme.selected,
        role.HighlightedText: theme.text,
        role.Accent: theme.accent,
        role.Link: theme.accent,
        role.LinkVisited: theme.accent,
        role.ToolTipBase: theme.base,
        role.ToolTipText: theme.text,
        role.Light: theme.base,
        role.Midlight: theme.hairline,
        role.Mid: theme.border,
        role.Dark: theme.border,
        role.Shadow: theme.text3,
    }
    made = QPalette()
    for place, colour in colours.items():
        made.setColor(place, colour)
    for place in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        made.setColor(QPalette.ColorGroup.Disabled, place, theme.dimmed)
    return made


def set_palette(app: QApplication) -> None:
    """Give standard widgets the colours of the theme; a desktop of high contrast keeps its own."""
    global _of_desktop
    _of_desktop = None
    if _chosen is None and _wants_contrast():
        app.setPalette(QPalette())  # first: the theme is made of it
    theme = current_theme()
    if not theme.is_plain:
        app.setPalette(palette(theme))
    _set_edges(app, theme)


_FRAMED: Final = (
    *("QListWidget", "QPlainTextEdit", "QTableWidget", "QTreeView", "QTreeWidget"),
    *(
        "ChangesView",
        "FilesTable",
        "PlaceTable",
        "PreviewView",
        "ReferenceLines",
    ),  # all others would paint corners of their heads
)


def _set_edges(app: QApplication, theme: Theme) -> None:
    """Let boxes and fields have edges that can be seen; the style draws them in a shade of the window."""
    usual, made = app.palette(), QPalette(app.palette())
    face = theme.button.darker(100 + max(0, 180 - qGray(theme.button.rgb())) // 6)  # the style draws it lighter
    boxes, others = ("QCheckBox", "QRadioButton"), ("QToolButton",)
    fields = ("QPushButton", "QComboBox", "QLineEdit", "QAbstractSpinBox", *_FRAMED)
    for kinds, edge, highlight in ((boxes, theme.text3, theme.accent), (fields + others, theme.border, theme.selected)):
        made.setColor(QPalette.ColorRole.Window, edge.lighter(_EDGE))
        if not theme.is_plain:
            made.setColor(QPalette.ColorRole.Button, face)
            made.setColor(QPalette.ColorRole.Highlight, highlight)
        for kind in kinds:
            has_edge = theme.is_plain or kind not in others
            app.setPalette(made if has_edge else usual, kind)  # type: ignore[arg-type]  # the stubs say bytes


_PENS: Final = {"solid": Qt.PenStyle.SolidLine, "dashed": Qt.PenStyle.DashLine, "dotted": Qt.PenStyle.DotLine}


class TypeStyle(NamedTuple):
    """How one entity type is drawn."""

    fill: QColor  # tint of a track; ordinary text is readable on it
    line: QColor  # line of a reading
    pen: Qt.PenStyle  # pattern of the line: solid for the first twelve types, then dashes, then dots


def type_styles(types: Sequence[str], theme: Theme, earlier: Mapping[str, int] | None = None) -> dict[str, TypeStyle]:
    """Choose how each type is drawn; the same names always give the same colours.

    Slots given before, as `earlier` says, stay as they are.
    """
    slots = assign_slots(types, earlier)
    return {name: _style(slots[name], theme) for name in types}


def _style(slot: int, theme: Theme) -> TypeStyle:
    if theme.is_plain:
        return TypeStyle(theme.base, theme.text, list(_PENS.values())[slot % len(_PENS)])
    fill, line = hue_of(slot)[2 if theme.is_dark else 0 :][:2]
    return TypeStyle(QColor(fill), QColor(line), _PENS[pattern_of(slot)])
