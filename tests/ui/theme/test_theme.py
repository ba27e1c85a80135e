"""The tokens of both themes, their contrast and the palette made of them."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QCheckBox
from pytestqt.qtbot import QtBot

from nerinspect.events.kinds import KIND_TABLE, RELATION_KIND_TABLE
from nerinspect.events.segment_events import KINDS
from nerinspect.io.colours import SYSTEM_COLOURS
from nerinspect.ui.kit.pages.page import Ground
from nerinspect.ui.kit.styled import apply_theme
from nerinspect.ui.theme import themes as theme_module
from nerinspect.ui.theme.themes import (
    DARK,
    LIGHT,
    Theme,
    choose_theme,
    contrast_theme,
    current_theme,
    palette,
    type_styles,
)

_ROLES = [name for name in Theme._fields if name not in ("is_dark", "is_plain")]


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def _luminance(colour: QColor) -> float:
    red, green, blue = (_linear(channel) for channel in (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: QColor, other: QColor) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(
    ("theme", "values"),
    [
        (
            LIGHT,
            "#f2f2f0 #ffffff #f8f8f7 #ddddda #bfbfbb #fafaf9 #dde8f5 #ecece9 "
            "#1c1d1f #505458 #62666b #63676c #2563b0 #8a5300 #fbf1dc #c9cdd2 #bfbfbb #254878",
        ),
        (
            DARK,
            "#26282b #1b1c1e #202225 #36393d #50545a #303337 #2a3b52 #2e3134 "
            "#e7e8e9 #b3b7bc #a1a6ac #a0a5ab #86b4ee #f0bc66 #3a3120 #55595f #50545a #86b4ee",
        ),
    ],
    ids=["light", "dark"],
)
def test_tokens_have_the_agreed_values(theme: Theme, values: str) -> None:
    assert [getattr(theme, role).name() for role in _ROLES] == values.split()


@pytest.mark.parametrize(
    ("theme", "values"),
    [
        (LIGHT, "#38403b #994b09 #0c4497 #7a4aca #1b7175 #c22061"),
        (DARK, "#a9b5ac #fda072 #6ea5fc #dbadfe #8ce8e0 #fd7d8a"),
    ],
    ids=["light", "dark"],
)
def test_kinds_have_the_agreed_inks(theme: Theme, values: str) -> None:
    assert [theme.kind_colour(kind).name() for kind in KINDS] == values.split()


_GROUNDS = ("base", "alternate", "window", "button", "selected", "hover", "warning_strip")
_LINES = ("hairline", "border", "chart_bar", "support_bar", "heat")  # beside numbers or words that say the same
_INKS = sorted({*_ROLES} - {*_GROUNDS} - {*_LINES})


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", _GROUNDS)
def test_text_kinds_and_signs_of_systems_are_seen_on_every_ground(theme: Theme, ground: str) -> None:
    inks = [(getattr(theme, ink), 4.5) for ink in _INKS]
    inks += [(theme.ink(kind), 4.5) for kind in KIND_TABLE.values()]
    inks += [(theme.ink(kind), 4.5) for kind in RELATION_KIND_TABLE.values()]
    inks += [(theme.system_colour(number), 3.0) for number in range(len(SYSTEM_COLOURS))]
    too_faint = [ink.name() for ink, least in inks if _contrast(ink, getattr(theme, ground)) < least]
    assert too_faint == []


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_lesser_text_is_readable_on_every_fill_of_types(theme: Theme) -> None:
    styles = type_styles(_TYPES, theme).values()
    assert min(_contrast(theme.text2, style.fill) for style in styles) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_palette_shows_a_selection_without_changing_the_text(theme: Theme) -> None:
    made = palette(theme)
    assert made.color(QPalette.ColorRole.HighlightedText) == made.color(QPalette.ColorRole.Text)


def test_applying_the_theme_sets_its_palette(qtbot: QtBot, qapp: QApplication) -> None:
    before = qapp.palette()
    apply_theme(qapp)
    window = qapp.palette().color(QPalette.ColorRole.Window)
    qapp.setPalette(before)
    assert window == current_theme().window


def test_chosen_theme_stands_against_the_desktop(qapp: QApplication) -> None:
    try:
        choose_theme(qapp, DARK)
        assert current_theme() is DARK
        assert qapp.palette().color(QPalette.ColorRole.Base) == DARK.base
    finally:
        choose_theme(qapp, None)
    assert current_theme() is LIGHT


@pytest.fixture
def desktop_of_contrast(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[QPalette]:
    """Let the desktop ask for high contrast: white on black."""
    monkeypatch.setattr(theme_module, "_wants_contrast", lambda: True)
    monkeypatch.setattr(theme_module, "_of_desktop", None)
    desktop = QPalette(QColor("black"))
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.WindowText):
        desktop.setColor(role, QColor("white"))
    desktop.setColor(QPalette.ColorRole.Base, QColor("black"))
    before = qapp.palette()
    qapp.setPalette(desktop)
    yield desktop
    qapp.setPalette(before)


def test_a_desktop_of_high_contrast_keeps_its_colours(desktop_of_contrast: QPalette) -> None:
    theme = current_theme()
    assert theme.base == desktop_of_contrast.color(QPalette.ColorRole.Base)
    inks = [
        *map(theme.kind_colour, KINDS),
        theme.text,
        theme.text2,
        theme.text3,
        theme.dimmed,
        theme.accent,
        theme.warning,
    ]
    grounds = [theme.base, theme.alternate, theme.selected, theme.hover, theme.warning_strip]
    assert min(_contrast(ink, ground) for ink in inks for ground in grounds) > 15


def test_types_differ_by_pattern_alone_at_high_contrast(desktop_of_contrast: QPalette) -> None:
    styles = type_styles(("LOC", "MISC", "ORG", "PER"), contrast_theme(desktop_of_contrast))
    assert {style.line.name() for style in styles.values()} == {"#ffffff"}
    assert len({style.pen for style in styles.values()}) > 1


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_an_unticked_box_can_be_seen(qapp: QApplication, qtbot: QtBot, theme: Theme) -> None:
    try:
        choose_theme(qapp, theme)
        box = QCheckBox("Count correct events")
        qtbot.addWidget(box)
        box.show()
        picture = box.grab().toImage()
        row = picture.height() // 2
        best = max(_contrast(picture.pixelColor(x, row), theme.window) for x in range(6))
        assert best >= 3
    finally:
        choose_theme(qapp, None)


def test_an_unticked_box_can_be_seen_on_a_page_of_tables(qapp: QApplication, qtbot: QtBot) -> None:
    try:
        choose_theme(qapp, DARK)
        page = Ground()
        qtbot.addWidget(page)
        box = QCheckBox("Show as table", page)
        page.show()
        picture, middle = page.grab().toImage(), box.height() // 2
        assert picture.pixelColor(page.width() - 1, middle) == DARK.base
        assert max(_contrast(picture.pixelColor(x, middle), DARK.base) for x in range(6)) >= 3
    finally:
        choose_theme(qapp, None)


_TYPES = [f"TYPE{number}" for number in range(12)]
"""As many names as there are hues; each takes one of its own."""


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_names_of_types_are_readable_on_every_fill(theme: Theme) -> None:
    styles = type_styles(_TYPES, theme).values()
    assert len({style.fill.name() for style in styles}) == 12
    assert min(_contrast(theme.text, style.fill) for style in styles) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", _GROUNDS)
def test_lines_of_types_are_seen_on_every_ground(theme: Theme, ground: str) -> None:
    styles = type_styles(_TYPES, theme).values()
    assert len({style.line.name() for style in styles}) == 12
    assert min(_contrast(style.line, getattr(theme, ground)) for style in styles) >= 3


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
def test_counts_are_readable_on_bars_of_kinds(theme: Theme, kind: str) -> None:
    assert _contrast(theme.base, theme.kind_colour(kind)) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("neighbour", _GROUNDS)
def test_the_ring_of_the_focus_is_seen_beside_everything(theme: Theme, neighbour: str) -> None:
    assert _contrast(theme.accent, getattr(theme, neighbour)) >= 3


def test_an_unticked_box_can_be_seen_at_high_contrast(
    desktop_of_contrast: QPalette, qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    try:
        choose_theme(qapp, None)
        box = QCheckBox("Count correct events")
        qtbot.addWidget(box)
        box.show()
        picture, ground = box.grab().toImage(), qapp.palette().color(QPalette.ColorRole.Base)
        row = picture.height() // 2
        assert max(_contrast(picture.pixelColor(x, row), ground) for x in range(6)) >= 3
    finally:
        monkeypatch.undo()
        choose_theme(qapp, None)
