"""Each part of the window looks as it did when somebody last looked at it, in light and in dark.

The pictures were made on one platform, named in `stored/platform.txt`; elsewhere letters differ by a pixel here and
there, and nothing is compared. After a change that is meant, make them anew and look at every one of them:
`NERINSPECT_PICTURES=write python -m pytest tests/pictures`.
"""

import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from platform import freedesktop_os_release

import numpy as np
import pytest
from PySide6.QtCore import QEvent, Qt, qVersion
from PySide6.QtGui import QCursor, QFont, QFontInfo, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.io.reading.loading import load_study
from nerinspect.ui.charts.bar_chart import BarChart
from nerinspect.ui.desk.changing import with_heuristic
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.styled import apply_theme
from nerinspect.ui.platforms import sample_request
from nerinspect.ui.theme.themes import DARK, LIGHT, choose_theme
from nerinspect.ui.window.opener import StartPage
from nerinspect.ui.window.window import MainWindow

STORED = Path(__file__).parent / "stored"
FAMILY, PIXELS = "Noto Sans", 13
MOST_DIFFERENT = 0.002  # of the pixels, by more than a tenth of the range
EVENT = 17
IS_WRITING = os.environ.get("NERINSPECT_PICTURES") == "write"
THEMES = {"light": LIGHT, "dark": DARK}


def column_of(part: QWidget) -> QWidget:
    """Give the column that a part stands in."""
    column = part.parentWidget()
    assert column is not None, "parts of the window stand in columns"
    return column


Part = Callable[[MainWindow], QWidget]
PARTS: dict[str, Part] = {
    "window": lambda window: window,
    "filters": lambda window: column_of(window.workspace.filters.kinds),
    "table": lambda window: window.workspace.events,
    "context": lambda window: window.workspace.context,
    "details": lambda window: window.workspace.details,
}


def platform() -> str:
    """Name what decides how letters are drawn: Qt takes FreeType from the system."""
    system = freedesktop_os_release() if sys.platform == "linux" else {}
    fonts = sorted(Path("/usr/share/fonts").rglob("NotoSans-Regular.ttf"))
    font = hashlib.sha256(fonts[0].read_bytes()).hexdigest()[:16] if fonts else "none"
    release = f"{system.get('ID', '')} {system.get('VERSION_ID', '')}"
    return f"{sys.platform} {release}, {QGuiApplication.platformName()}, Qt {qVersion()}, {FAMILY} {font}"


@pytest.fixture(scope="module", autouse=True)
def in_style(qapp: QApplication) -> None:
    """Draw standard widgets as the program does."""
    apply_theme(qapp)


@pytest.fixture
def in_font(qapp: QApplication) -> Iterator[QApplication]:
    """Write in the font of the pictures, where there is one, and draw what is expected of this platform."""
    stored = STORED / "platform.txt"
    if IS_WRITING:
        STORED.mkdir(exist_ok=True)
        stored.write_text(platform() + "\n")
    if stored.read_text().strip() != platform():
        pytest.skip(f"the pictures are of another platform: {stored.read_text().strip()}; this is {platform()}")
    before, flash = qapp.font(), qapp.cursorFlashTime()
    qapp.setCursorFlashTime(0)  # a caret that is now there, now not, is no difference
    font = QFont(FAMILY)
    font.setPixelSize(PIXELS)
    qapp.setFont(font)
    assert QFontInfo(font).family() == FAMILY
    yield qapp
    qapp.setFont(before)
    qapp.setCursorFlashTime(flash)
    choose_theme(qapp, None)


@pytest.fixture(params=THEMES)
def theme(request: pytest.FixtureRequest, in_font: QApplication) -> str:
    choose_theme(in_font, THEMES[request.param])
    name: str = request.param
    return name


@pytest.fixture
def window(theme: str, qtbot: QtBot) -> MainWindow:
    """Open the sample at a label and boundary error."""
    request, window = with_heuristic(sample_request()), MainWindow()
    qtbot.addWidget(window)
    window.resize(1440, 900)
    window.opener.show(load_study(request), request)
    window.show()
    window.workspace.events.select_event(EVENT)
    settle()
    return window


def settle() -> None:
    """Let everything lay itself out, until nothing is being counted; the pointer rests on no window."""
    QCursor.setPos(10_000, 10_000)
    for _ in range(3):
        QTest.qWait(20)
        while is_at_work():
            QTest.qWait(10)
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)


def is_at_work() -> bool:
    """Tell whether a window has work under way beside it."""
    windows = QApplication.topLevelWidgets()
    return any(runner.is_running for window in windows for runner in window.findChildren(JobRunner))


def pixels(image: QImage) -> "np.ndarray[tuple[int, ...], np.dtype[np.int16]]":
    """Give the colours of an image; shape (height, width, 3)."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    flat = np.frombuffer(plain.constBits(), dtype=np.uint8)
    return flat.reshape(plain.height(), plain.bytesPerLine() // 4, 4)[:, : plain.width(), :3].astype(np.int16)


def difference(widget: QWidget, name: str, folder: Path) -> str:
    """Say how a widget differs from its stored picture, or store it."""
    image, stored = widget.grab().toImage(), STORED / f"{name}.png"
    if IS_WRITING:
        assert image.convertToFormat(QImage.Format.Format_RGB888).save(str(stored))
        return ""
    now, then = pixels(image), pixels(QImage(str(stored)))
    seen = folder / f"{name}.png"
    image.save(str(seen))
    if now.shape != then.shape:
        return f"{seen} is of another size than {stored}"
    share = float((np.abs(now - then).max(axis=2) > 25).mean())
    return f"{share:.2%} of {seen} differ from {stored}" if share > MOST_DIFFERENT else ""


def compare(widget: QWidget, name: str, folder: Path) -> None:
    """Compare a widget with its stored picture, or store it."""
    said = difference(widget, name, folder)
    assert not said, said


def test_parts_look_as_they_did(window: MainWindow, theme: str, tmp_path: Path) -> None:
    """Draw one window for all parts, and name every part that differs."""
    said = [difference(part_of(window), f"{name}-{theme}", tmp_path) for name, part_of in PARTS.items()]
    assert [one for one in said if one] == []


def test_the_panels_on_training_look_as_they_did(window: MainWindow, theme: str, tmp_path: Path) -> None:
    window.resize(1440, 1100)
    window.workspace.filters.sections["training"].set_folded(False)
    window.document.select_query("tough:unseen-type")
    settle()
    compare(column_of(window.workspace.filters.tough), f"training-{theme}", tmp_path)


def test_a_narrow_window_looks_as_it_did(window: MainWindow, theme: str, tmp_path: Path) -> None:
    window.resize(1024, 720)
    window.toolbar.search.setText("type:ORGX")
    QTest.keyClick(window.toolbar.search, Qt.Key.Key_Return)
    settle()
    compare(window, f"narrow-{theme}", tmp_path)


def test_the_overview_looks_as_it_did(window: MainWindow, theme: str, tmp_path: Path, qtbot: QtBot) -> None:
    window.menus.action("overview").trigger()
    overview = window.workspace.page("Overview")
    qtbot.waitUntil(lambda: bool(overview.findChildren(BarChart)))
    settle()
    compare(overview, f"overview-{theme}", tmp_path)


def test_the_start_page_looks_as_it_did(theme: str, qtbot: QtBot, tmp_path: Path) -> None:
    page = StartPage()
    qtbot.addWidget(page)
    page.resize(700, 300)
    page.show()
    settle()
    compare(page, f"start-{theme}", tmp_path)


def test_a_difference_is_found(in_font: QApplication, tmp_path: Path) -> None:
    """Hold the comparison itself: a window drawn light is not one drawn dark."""
    if IS_WRITING:
        pytest.skip("pictures are being made")
    light, dark = (pixels(QImage(str(STORED / f"window-{name}.png"))) for name in THEMES)
    assert float((np.abs(light - dark).max(axis=2) > 25).mean()) > 0.5
