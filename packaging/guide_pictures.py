"""Draw the pictures of the guide from the bundled sample: `.venv/bin/python packaging/guide_pictures.py [FOLDER]`.

Nothing is drawn by hand: each picture is a part of the real window, found by its object name. The same program, Qt and
font give the same files. Needs the font Noto Sans, and no display.
"""

import os
import sys
import time
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_SCALE_FACTOR"] = "2"  # sharp on every screen; the guide shows pictures at half their size

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFont, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

import nerinspect.guide
import nerinspect.ui.charts.charts_view  # otherwise imported in the background, some time
from nerinspect.analysis.study import Study
from nerinspect.io.load import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.query.parser import parse_query
from nerinspect.query.vocabulary import Vocabulary
from nerinspect.ui.app import make_app
from nerinspect.ui.diagnosis.diagnosis_panel import DiagnosisPanel
from nerinspect.ui.dialogs.open_dialog import OpenDialog
from nerinspect.ui.main_window import MainWindow
from nerinspect.ui.overview.overview_panel import OverviewPanel
from nerinspect.ui.resources import resource_path
from nerinspect.ui.theme import LIGHT, choose_theme
from nerinspect.ui.training import with_heuristic

_FOLDER = Path(nerinspect.guide.__file__).resolve().parent / "pictures"
_SIZE = QSize(1280, 800)
_TALL = 1100  # with room for all filters
_OVERVIEW = QSize(1400, 1170)  # all of it
_DIAGNOSIS = QSize(1400, 1710)  # the same
_QUERY = "kind:le,be,lbe"
_EVENT, _EVENT_WITH_OTHERS = '"Union of Food"', "surface:Lisbon"


def main(folder: Path) -> None:
    """Draw all pictures."""
    app = make_app(needs_display=False)
    font = QFont("Noto Sans")
    font.setPixelSize(13)
    app.setFont(font)
    app.setCursorFlashTime(0)  # a cursor that blinks is there or not
    choose_theme(app, LIGHT)
    window = MainWindow()
    window.resize(_SIZE)
    window.show()
    os.chdir(resource_path("sample"))  # pictures show no path of this computer
    request = with_heuristic(
        LoadRequest("test.conll", ("rich=rich.conll", "plain=plain.conll"), training="train.conll", repair="conlleval")
    )
    study = load_study(request)
    window.show_study(study, request, _QUERY)
    _settle(app)
    _choose_event(app, window, study, _EVENT)
    _save(_part(window), folder / "window.png")
    _save(_part(window, "events_panel"), folder / "table.png")
    _save(_part(window, "context_panel"), folder / "context.png")
    window.resize(_SIZE.width(), _TALL)
    window.workspace.filters.sections["training"].set_folded(False)
    _settle(app)
    _save(_part(window, "kinds_panel", "types_panel"), folder / "filters.png")
    _save(_part(window, "tough_panel", "training_panel"), folder / "tough.png")
    _choose_event(app, window, study, _EVENT_WITH_OTHERS)
    _save(_part(window, "details_panel", height=800), folder / "details.png")
    window.resize(_SIZE)
    _settle(app)
    window.toolbar.search.setFocus()
    QTest.keyClicks(window.toolbar.search, "shape:splitt")
    QTest.keyClick(window.toolbar.search, Qt.Key.Key_Return)
    _settle(app)
    _save(_part(window, "toolbar", "message_strip"), folder / "search-error.png")
    window.message.hide()
    window.export()
    _save_shown(app, _find(window, "export_dialog"), folder / "export.png")
    overview = OverviewPanel()
    overview.resize(_OVERVIEW)
    overview.show_study(study, request)
    _save_shown(app, overview, folder / "overview.png")
    _save_shown(app, _checked_dialog(app, window, request), folder / "opening.png")
    overview.shutdown()
    _save_diagnosis(app, study, request, folder / "diagnosis.png")
    for view in ("Consistency", "Repair"):
        window.show_view(view)
        _wait(app, 3)
        _save(_part(window, f"{view.lower()}_panel"), folder / f"{view.lower()}.png")
    window.close()


def _save_diagnosis(app: QApplication, study: Study, request: LoadRequest, path: Path) -> None:
    """Draw the page once everything is computed."""
    page = DiagnosisPanel()
    page.resize(_DIAGNOSIS)
    page.show_study(study, request)
    page.show()
    while not page.is_complete or page.is_testing:
        _wait(app, 0.02)
    _save_shown(app, page, path)
    page.shutdown()


def _checked_dialog(app: QApplication, window: MainWindow, request: LoadRequest) -> OpenDialog:
    """Make the opening dialog and wait until all its files are checked."""
    dialog = OpenDialog((), window, request)
    dialog.table.choose(dialog.files.entries[1])
    dialog.resize(1200, 760)
    dialog.show()
    while dialog.files.queue.is_busy:
        _wait(app, 0.02)
    return dialog


def _wait(app: QApplication, seconds: float) -> None:
    """Let work in the background go on; `QTest.qWait` would keep it from running."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        app.processEvents()
        time.sleep(0.01)


def _choose_event(app: QApplication, window: MainWindow, study: Study, query: str) -> None:
    """Choose the first event on show that meets a query."""
    is_meant = parse_query(query, Vocabulary.of(study)).mask(study)
    events = window.workspace.events
    events.select_event(next(event for event in events.order().tolist() if is_meant[event]))
    _settle(app)


def _settle(app: QApplication, wait_ms: int = 300) -> None:
    """Wait until counting in the background and layout are done."""
    QTest.qWait(wait_ms)
    app.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    app.processEvents()


def _find(window: QWidget, name: str) -> QWidget:
    part = window.findChild(QWidget, name)
    if part is None:
        raise SystemExit(f"the window has no part that is called {name}")
    return part


def _part(window: QWidget, *names: str, height: int = 0) -> QImage:
    """Draw a window, or the rectangle around its parts of these names; at most so high."""
    image = window.grab().toImage()
    if not names:
        return image
    rect = QRect()
    for name in names:
        part = _find(window, name)
        rect = rect.united(QRect(part.mapTo(window, QPoint()), part.size()))
    if height:
        rect.setHeight(min(rect.height(), height))
    scale = image.devicePixelRatio()
    return image.copy(QRect((rect.topLeft().toPointF() * scale).toPoint(), rect.size() * scale))


def _save_shown(app: QApplication, widget: QWidget, path: Path) -> None:
    widget.show()
    _settle(app, 1_500)  # charts and previews are made after the rest is shown
    _save(widget.grab().toImage(), path)
    widget.close()


def _save(image: QImage, path: Path) -> None:
    """Write a picture with its 256 most frequent colours, which makes it a third of the size."""
    image.setDevicePixelRatio(1)
    if not _with_palette(image).save(str(path), quality=0):  # the smallest file
        raise SystemExit(f"{path} cannot be written")
    print(f"{path.name}: {image.width()} x {image.height()}, {path.stat().st_size / 1024:.0f} kB")


def _with_palette(image: QImage) -> QImage:
    """Give each pixel the nearest of the most frequent colours; the palette of Qt is a fixed one."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(plain.constBits(), np.uint32).reshape(plain.height(), plain.width())
    colours, place, counts = np.unique(pixels, return_inverse=True, return_counts=True)
    kept = colours[np.argsort(-counts, kind="stable")[:256]]
    distance = ((_channels(colours)[:, None] - _channels(kept)[None]) ** 2).sum(axis=2)
    indices = distance.argmin(axis=1).astype(np.uint8)[place.reshape(pixels.shape)]
    made = QImage(indices.tobytes(), plain.width(), plain.height(), plain.width(), QImage.Format.Format_Indexed8)
    made.setColorTable(kept.tolist())
    return made.copy()  # owns its pixels


def _channels(colours: npt.NDArray[np.uint32]) -> npt.NDArray[np.int32]:
    """Part colours into red, green and blue, a row each."""
    return np.stack([colours >> 16 & 255, colours >> 8 & 255, colours & 255], axis=1).astype(np.int32)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else _FOLDER)
