"""Draw the pictures of the guide from the bundled sample: `.venv/bin/python packaging/guide_pictures.py [FOLDER]`.

Nothing is drawn by hand: each picture is a part of the real window, found by its object name. The same program, Qt and
font give the same files. Needs the font Noto Sans, and no display.
"""

import json
import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_SCALE_FACTOR"] = "2"  # sharp on every screen; the guide shows pictures at half their size

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFont, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

import nerinspect.guide
import nerinspect.ui.pages.overview.charts  # otherwise imported in the background, some time
from nerinspect.events.study import Study
from nerinspect.io.projects import read_project
from nerinspect.io.reading.loading import load_sides, load_study
from nerinspect.io.request import LoadRequest
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.ui.app import make_app
from nerinspect.ui.arcs.relation_sentence import RelationContext
from nerinspect.ui.desk.changing import with_heuristic
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.dialogs.systems_dialog import SystemsDialog
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.opening.open_dialog import OpenDialog
from nerinspect.ui.pages.diagnosis.page import DiagnosisPage
from nerinspect.ui.pages.overview.page import OverviewPage
from nerinspect.ui.pages.overview.schemes import SchemesPart
from nerinspect.ui.pages.project.page import ProjectPage
from nerinspect.ui.platforms import resource_path
from nerinspect.ui.theme.themes import LIGHT, choose_theme
from nerinspect.ui.window.window import MainWindow

_FOLDER = Path(nerinspect.guide.__file__).resolve().parent / "pictures"
_SIZE = QSize(1280, 800)
_TALL = 1100  # with room for all filters
_OVERVIEW = QSize(1400, 1280)  # down to the charts by bucket
_DIAGNOSIS = QSize(1440, 1550)  # the same
_LOW = 396
_UPPER, _WITH_MAP = 512, 566  # what comes first on long pages
_PROJECT = QSize(1280, 500)  # the same
_RELATIONS = QSize(760, 250)
_BLIND = QSize(900, 520)
_EXPORT = QSize(760, 520)
_ALIKE = 14  # of 256 steps in red, green and blue together
_DATA_SETS = ("first", "second", "third")
_DOCUMENT = "-DOCSTART-"
_QUERY, _COMPARED = "kind:le,be,lbe", "right:rich wrong:plain"
_SENTENCE = "Mara Lind , born in Ostby , leads the Veldt office of North Quay ."
_MENTIONS = (("PER", 0, 2), ("LOC", 5, 6), ("LOC", 9, 10), ("ORG", 12, 14))
_REFERENCE_RELATIONS = ((0, "born-in", 1), (0, "works-for", 3), (3, "based-in", 2))
_PREDICTED_RELATIONS = ((0, "born-in", 2), (0, "works-for", 3), (2, "based-in", 3))
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
    window.opener.show(study, request, _QUERY)
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
    export = _find(window, "export_dialog")
    export.resize(_EXPORT)
    _save_shown(app, export, folder / "export.png")
    overview = OverviewPage(window.desk)
    overview.resize(_OVERVIEW)
    overview.look_at(Look(study, request))
    overview.show()
    _settle(app, 1_500)  # charts are made after the rest is shown
    _save(_part(overview, height=_UPPER), folder / "overview.png")
    _save(_part_of(overview, overview.findChild(SchemesPart)), folder / "schemes.png")
    _save(_part(overview, "bucket_charts"), folder / "bucket-charts.png")
    overview.close()
    _save_shown(app, _checked_dialog(app, window, request), folder / "opening.png")
    end_work(overview)
    _save_diagnosis(app, window.desk, study, request, folder / "diagnosis.png")
    for view in ("Consistency", "Repair"):
        window.show_view(view)
        _wait(app, 3)
        _save(_part(window, f"{view.lower()}_panel", height=_LOW), folder / f"{view.lower()}.png")
    window.show_view("Events")
    window.toolbar.search.clear()
    window.document.compare_with(1)
    window.document.select_query(_COMPARED)
    _wait(app, 5)
    _save(_part(window, height=_UPPER), folder / "comparison.png")
    _save(_part(window, "outcome_panel", "difference_panel"), folder / "compared-filters.png")
    window.show_view("Compare")
    _wait(app, 6)
    _save(_part(window, "compare_panel", height=_LOW), folder / "compare.png")
    window.show_view("Events")
    _save_shown(app, SystemsDialog(study, window), folder / "systems.png")
    _save_review(app, window, folder)
    _save_project(app, window.desk, folder / "project.png")
    _save_relations(app, folder / "relations.png")
    _save_annotators(app, folder)


def _save_review(app: QApplication, window: MainWindow, folder: Path) -> None:
    """Draw what a review adds: verdicts, marking, progress, the corrected reference."""
    window.document.compare_with(None)
    window.document.select_query("kind:le,be,lbe")
    with TemporaryDirectory() as made:
        _begin_review(app, window, Path(made, "first.nerinspect"))
        for verdict in ("prediction-wrong", "reference-wrong", "prediction-wrong", "ambiguous", "reference-wrong"):
            window.desk.menus.action(f"verdict_{verdict}").trigger()
            _wait(app, 0.5)
            if verdict == "reference-wrong":
                QTest.keyClick(window.workspace.events.view, Qt.Key.Key_K)
                window.desk.menus.action("take_reading").trigger()
                _wait(app, 0.5)
        window.message.hide()
        _save(_part(window, "review_part"), folder / "review.png")
        _save(_part(window, "events_panel", height=_LOW // 2), folder / "verdicts.png")
        window.desk.menus.action("mark_reading").trigger()
        _wait(app, 1)
        _save(_part(window, "context_panel", "marking_bar"), folder / "marking.png")
        window.document.select_query("kind:le,be,lbe")
        window.desk.menus.action("write_reference").trigger()
        _wait(app, 2)
        dialog = _find(window, "reference_dialog")
        _save(dialog.grab().toImage(), folder / "corrected-reference.png")
        dialog.close()
        window.show_view("Review")
        _wait(app, 3)
        _save(_part(window, "review_panel", height=_LOW), folder / "progress.png")
        window.close()
        _wait(app, 0.5)


def _begin_review(app: QApplication, window: MainWindow, path: Path) -> None:
    reviewing, request = window.reviews.reviewing, window.document.request
    assert request is not None
    reviewing.make(str(path), request)
    window.document.review = reviewing.path
    while reviewing.is_reading:
        _wait(app, 0.02)
    _wait(app, 1)


def _save_annotators(app: QApplication, folder: Path) -> None:
    """Draw the two systems and the reference of the sample as if they were three people."""
    request = LoadRequest("test.conll", ("ben=rich.conll", "cleo=plain.conll"), repair="conlleval", annotators=True)
    window = MainWindow()
    window.resize(_SIZE)
    window.show()
    window.opener.show(load_sides(request), request, "")
    window.show_view("Agreement")
    _wait(app, 4)
    _save(_part(window, "agreement_panel", height=_UPPER), folder / "agreement.png")
    window.show_view("Events")
    with TemporaryDirectory() as made:
        _begin_review(app, window, Path(made, "first.nerinspect"))
        window.resize(_BLIND)
        window.desk.menus.action("blind").trigger()
        _wait(app, 2)
        _save(_part(window, "blind_panel"), folder / "blind.png")
        window.close()
        _wait(app, 0.5)


def _save_relations(app: QApplication, path: Path) -> None:
    """Draw a sentence with the arcs of both sides."""
    with TemporaryDirectory() as made:
        files = [str(Path(made, f"{name}.json")) for name in ("test", "system")]
        entities = [{"type": name, "start": start, "end": end} for name, start, end in _MENTIONS]
        for file, triples in zip(files, (_REFERENCE_RELATIONS, _PREDICTED_RELATIONS), strict=True):
            relations = [{"head": head, "type": name, "tail": tail} for head, name, tail in triples]
            sentence = {"tokens": _SENTENCE.split(), "entities": entities, "relations": relations}
            Path(file).write_text(json.dumps([sentence]), encoding="utf-8")
        study = load_study(LoadRequest(files[0], (files[1],)))
    context = RelationContext()
    context.resize(_RELATIONS)
    context.show_study(study)
    context.show_event(0)
    context.show()
    app.processEvents()  # the sentence takes the focus, and with it a frame and a cursor
    context.view.clearFocus()
    _save_shown(app, context, path)


def _save_project(app: QApplication, desk: Desk, path: Path) -> None:
    """Draw the page of a project: the documents of the sample, parted into data sets."""
    with TemporaryDirectory() as made:
        lines = ['[options]\nrepair = "conlleval"\n']
        for number, name in enumerate(_DATA_SETS):
            for part in ("test", "rich", "plain"):
                documents = Path(f"{part}.conll").read_text(encoding="utf-8").split(_DOCUMENT)[1:]
                n_each = len(documents) // len(_DATA_SETS)
                own = documents[number * n_each : (number + 1) * n_each]
                Path(made, f"{name}-{part}").write_text("".join(_DOCUMENT + one for one in own), encoding="utf-8")
            named = f'predictions = ["rich={name}-rich", "plain={name}-plain"]'
            training = Path("train.conll").absolute()
            lines.append(f'[[data]]\nname = "{name}"\nreference = "{name}-test"\n{named}\ntraining = "{training}"\n')
        project = Path(made, "news.toml")
        project.write_text("".join(lines), encoding="utf-8")
        page = ProjectPage(desk)
        page.resize(_PROJECT)
        page.show()
        page.setFocus()  # hands it to a table: a number in a field would be selected
        page.show_project(read_project(str(project)))
        while page.is_reading:
            _wait(app, 0.02)
        _save_shown(app, page, path)
        end_work(page)


def _save_diagnosis(app: QApplication, desk: Desk, study: Study, request: LoadRequest, path: Path) -> None:
    """Draw the page once everything is computed."""
    page = DiagnosisPage(desk)
    page.resize(_DIAGNOSIS)
    page.look_at(Look(study, request))
    page.show()
    while not page.is_complete or page.is_testing:
        _wait(app, 0.02)
    page.setFocus()
    _settle(app, 1_500)
    _save(_part(page, height=_WITH_MAP), path)
    page.close()
    end_work(page)


def _checked_dialog(app: QApplication, window: MainWindow, request: LoadRequest) -> OpenDialog:
    """Make the opening dialog and wait until all its files are checked."""
    dialog = OpenDialog((), window, request)
    dialog.table.choose(dialog.files.entries[1])
    dialog.resize(1100, 680)
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
    return _part_of(window, *(_find(window, name) for name in names), height=height)


def _part_of(window: QWidget, *parts: QWidget | None, height: int = 0) -> QImage:
    image = window.grab().toImage()
    rect = QRect()
    for part in parts or (window,):
        assert part is not None, "the window has it"
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
    """Write a picture with a palette, which makes it a quarter of the size."""
    image.setDevicePixelRatio(1)
    if not _with_palette(image).save(str(path), quality=0):  # the smallest file
        raise SystemExit(f"{path} cannot be written")
    print(f"{path.name}: {image.width()} x {image.height()}, {path.stat().st_size / 1024:.0f} kB")


def _with_palette(image: QImage) -> QImage:
    """Give each pixel the nearest of some colours that lie apart; the palette of Qt is a fixed one."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(plain.constBits(), np.uint32).reshape(plain.height(), plain.width())
    colours, place, counts = np.unique(pixels, return_inverse=True, return_counts=True)
    kept = _apart(colours, counts)
    distance = ((_channels(colours)[:, None] - _channels(kept)[None]) ** 2).sum(axis=2)
    indices = distance.argmin(axis=1).astype(np.uint8)[place.reshape(pixels.shape)]
    made = QImage(indices.tobytes(), plain.width(), plain.height(), plain.width(), QImage.Format.Format_Indexed8)
    made.setColorTable(kept.tolist())
    return made.copy()  # owns its pixels


def _apart(colours: npt.NDArray[np.uint32], counts: npt.NDArray[np.intp]) -> npt.NDArray[np.uint32]:
    """Choose the most frequent colours of which no two look alike."""
    channels, is_left = _channels(colours), np.ones(len(colours), dtype=bool)
    kept: list[int] = []
    for number in np.argsort(-counts, kind="stable").tolist():
        if is_left[number] and len(kept) < 256:
            kept.append(number)
            is_left &= ((channels - channels[number]) ** 2).sum(axis=1) > _ALIKE**2
    return colours[kept]


def _channels(colours: npt.NDArray[np.uint32]) -> npt.NDArray[np.int32]:
    """Part colours into red, green and blue, a row each."""
    return np.stack([colours >> 16 & 255, colours >> 8 & 255, colours & 255], axis=1).astype(np.int32)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else _FOLDER)
