"""Figures: texts of eight points, none cut, none over another, at any width."""

import re
import subprocess
import sys
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from nerinspect.charts.values import BAR, SHORT_SCALE, Bar, Chart, Drawn, Entry, Figure, Grid
from nerinspect.errors import CommandError
from nerinspect.io.writing.pictures import FigureLook, form_of_picture, width_of
from nerinspect.ui.charts.figure import DrawnFigure, FigurePainting

pytestmark = pytest.mark.usefixtures("qapp")


def chart(labels: Sequence[str], n_series: int = 1, title: str = "eLen", note: str = "mention length") -> Chart:
    bars = [
        Bar(label, 0.5, "50.00", count="1,234", shorter="50.0", baseline="9.9")
        for label in labels
        for _ in range(n_series)
    ]
    others = tuple(range(1, n_series))
    return Chart(title, note, tuple(bars), others=others, size=84, distance=12, scale=SHORT_SCALE)


def figure(*charts: Chart) -> Figure:
    names = [f"system {number}" for number in range(max(one.n_series for one in charts))]
    return Figure(charts, tuple(Entry(BAR, name, place) for place, name in enumerate(names)), "F1.", tuple(names))


def painted(drawn: Figure, look: FigureLook) -> FigurePainting:
    painting = FigurePainting(drawn, look)
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painting.paint(painter)
    painter.end()
    return painting


def overlap(one: QRectF, other: QRectF) -> bool:
    both = one.intersected(other)
    return both.width() > 1 and both.height() > 0.3 * one.height()


FIGURES = st.builds(
    figure,
    st.builds(
        chart,
        st.lists(st.sampled_from(["XS", "PER", "creative-work", "a very long name of a type", "ü" * 70]), min_size=1),
        st.integers(1, 4),
        st.sampled_from(["eLen", "an attribute of one's own with a long name"]),
        st.sampled_from(["", "mention length", "what is meant by this attribute, in many words " * 3]),
    ),
    st.builds(chart, st.just(["XS", "S", "L", "XL"]), st.integers(1, 4)),
)


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(FIGURES, st.sampled_from([40.0, 84.0, 174.0]), st.sampled_from(["", "F1 by bucket of two systems " * 5]))
def test_no_text_is_cut_or_written_over_another(drawn: Figure, width: float, title: str) -> None:
    painting = painted(drawn, FigureLook(width, title=title))
    page = QRectF(0, 0, painting.width, painting.height).adjusted(-1, -1, 1, 1)
    assert [text for rect, text in painting.written if not page.contains(rect)] == []
    assert [text for _, text in painting.written if "…" in text] == []
    pairs = combinations(painting.written, 2)
    assert [(a, b) for (one, a), (other, b) in pairs if overlap(one, other)] == []


CELLS = st.sampled_from(
    [
        Drawn("50.00", 0.5, shorter="50.0"),
        Drawn("–", float("nan")),
        Drawn(spread=(-0.1, 0.0, 0.2)),
        Drawn(reach=-0.4),
        Drawn("a long name of a system"),
    ]
)
NAMES = st.sampled_from(["flair", "a very long name of a system, with its version", "ü" * 60])


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    heads = draw(st.lists(NAMES, min_size=1, max_size=6))
    kinds = [draw(CELLS) for _ in heads]
    rows = draw(st.lists(NAMES, min_size=1, max_size=4))
    ends = draw(st.sampled_from([None, ("0", "100")]))
    return Grid(draw(NAMES), draw(NAMES), tuple(heads), tuple((name, tuple(kinds)) for name in rows), (-0.2, 0.3), ends)


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(grids(), min_size=1, max_size=3), st.sampled_from([84.0, 174.0]))
def test_no_text_of_a_grid_is_cut_or_written_over_another(drawn: list[Grid], width: float) -> None:
    painting = painted(Figure(tuple(drawn)), FigureLook(width))
    page = QRectF(0, 0, painting.width, painting.height).adjusted(-1, -1, 1, 1)
    assert [text for rect, text in painting.written if not page.contains(rect)] == []
    assert [text for _, text in painting.written if "…" in text] == []
    pairs = combinations(painting.written, 2)
    assert [(a, b) for (one, a), (other, b) in pairs if overlap(one, other)] == []


@st.composite
def curves(draw: st.DrawFn) -> Grid:
    heads = draw(st.lists(st.integers(0, 10**9), min_size=1, max_size=9, unique=True))
    values = st.sampled_from([float("nan"), 0.5, 0.71, 0.9])
    rows = [(draw(NAMES), [draw(values) for _ in heads]) for _ in range(draw(st.integers(1, 5)))]
    drawn = tuple((name, tuple(Drawn(spread=(one - 0.01, one, one + 0.01)) for one in own)) for name, own in rows)
    limits = (0.4, 1.0)
    return Grid(draw(NAMES), "by size", tuple(map(str, sorted(heads))), drawn, limits, are_curves=True)


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(curves(), st.sampled_from([84.0, 174.0]))
def test_no_text_of_curves_is_cut_or_written_over_another(drawn: Grid, width: float) -> None:
    painting = painted(Figure((drawn,)), FigureLook(width))
    page = QRectF(0, 0, painting.width, painting.height).adjusted(-1, -1, 1, 1)
    assert [text for rect, text in painting.written if not page.contains(rect)] == []
    assert [text for _, text in painting.written if "…" in text] == []
    pairs = combinations(painting.written, 2)
    assert [(a, b) for (one, a), (other, b) in pairs if overlap(one, other)] == []


def test_every_name_and_number_is_written() -> None:
    written = {text for _, text in painted(figure(chart(["XS", "creative-work"])), FigureLook(84)).written}
    assert written >= {"eLen", "mention length", "0", "50", "100", "n", "1,234", "ret.", "9.9", "50.0", "XS"}


def test_numbers_have_two_decimals_where_there_is_room() -> None:
    wide, narrow = (painted(figure(chart(["XS"])), FigureLook(width)).written for width in (174, 84))
    assert {"50.00", "50.0"} & {text for _, text in wide} == {"50.00"}
    assert {"50.00", "50.0"} & {text for _, text in narrow} == {"50.0"}


@pytest.mark.parametrize("form", ["pdf", "svg", "png"])
def test_the_same_figure_is_the_same_bytes(form: str) -> None:
    drawn = DrawnFigure(figure(chart(["XS", "S"], 2), chart(["PER"], 2)))
    assert drawn.drawn(form, FigureLook()) == drawn.drawn(form, FigureLook())


NARROW = """
from PySide6.QtWidgets import QApplication, QLabel
application = QApplication([])
from nerinspect.charts.values import Bar, Chart, Figure
from nerinspect.io.writing.pictures import FigureLook
from nerinspect.ui.charts.figure import DrawnFigure, figure_font
drawn = DrawnFigure(Figure((Chart("eLen", "mention length", (Bar("XS", 0.5, "71.42", count="1,377"),)),)))
before = drawn.drawn("svg", FigureLook(84))
for stretch in (85, 75, 60):
    label, font = QLabel("n 1,377 mention length XS eLen 71.42"), figure_font()
    font.setPixelSize(12)
    font.setStretch(stretch)
    label.setFont(font)
    label.grab()
print(drawn.drawn("svg", FigureLook(84)) == before)
"""


def test_narrow_letters_painted_before_change_nothing() -> None:
    """In a process of its own: what Qt has drawn before, it measures no more."""
    done = subprocess.run([sys.executable, "-c", NARROW], capture_output=True, text=True, timeout=100, check=True)
    assert done.stdout == "True\n"


def test_a_pdf_has_its_fonts_its_width_and_letters_of_eight_and_nine_points() -> None:
    pdf = DrawnFigure(figure(chart(["XS"], 2))).drawn("pdf", FigureLook(84, title="Title"))
    assert len(re.findall(rb"/FontFile2 \d+ 0 R", pdf)) == len(re.findall(rb"/Type /FontDescriptor", pdf)) >= 1
    box = re.search(rb"/MediaBox \[0 [0-9.]+ ([0-9.]+) [0-9]+\]", pdf)
    assert box is not None
    assert float(box[1]) == pytest.approx(84 / 25.4 * 72, abs=0.05)
    heights = {round(rect.height()) for rect, _ in painted(figure(chart(["XS"])), FigureLook(84, title="x")).written}
    assert len(heights) == 2  # the title is larger


def test_places_in_a_pdf_are_right() -> None:
    pdf = DrawnFigure(figure(chart(["XS"]))).drawn("pdf", FigureLook(84))
    table = pdf[pdf.rindex(b"\nxref\n") + 1 :]
    assert int(table.split()[-2]) == len(pdf) - len(table)
    places = [int(place) for place in re.findall(rb"(\d{10}) 00000 n", table)]
    assert all(pdf[place:].startswith(b"%d 0 obj" % number) for number, place in enumerate(places, 1))


def test_an_svg_needs_no_font_and_says_what_it_shows() -> None:
    svg = DrawnFigure(figure(chart(["XS", "<&\x01"]))).drawn("svg", FigureLook(84))
    assert b"<text" not in svg
    assert b"font" not in svg
    assert b"<desc>F1.</desc>" in svg
    renderer = QSvgRenderer(svg)
    assert renderer.isValid()
    assert float(svg.split(b'width="')[1].split(b"mm")[0]) == pytest.approx(84, abs=0.02)


def test_a_png_has_three_hundred_dots_an_inch() -> None:
    image = QImage.fromData(DrawnFigure(figure(chart(["XS"]))).drawn("png", FigureLook(84)))
    assert image.dotsPerMeterX() == 11811
    assert image.width() == pytest.approx(84 / 25.4 * 300, abs=1)


def test_greys_hold_no_colour_and_tell_six_systems_apart() -> None:
    legend = tuple(Entry(BAR, str(number), number, number) for number in range(6))
    drawn = Figure((chart(["XS"], 6),), legend)
    image = QImage.fromData(DrawnFigure(drawn).drawn("png", FigureLook(84, grey=True)))
    pixels = [image.pixelColor(x, y) for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)]
    assert max(colour.hsvSaturation() for colour in pixels) < 30
    seventh = Figure((chart(["XS"], 7),), (*legend, Entry(BAR, "7", 6, 6)))
    with pytest.raises(CommandError, match="greys can distinguish 6 systems, not 7"):
        DrawnFigure(seventh).drawn("png", FigureLook(84, grey=True))


@pytest.mark.parametrize(("text", "width"), [("84mm", 84), ("8.4cm", 84), ("84", 84), ("2in", 50.8), (" 144 pt", 50.8)])
def test_widths_are_read(text: str, width: float) -> None:
    assert width_of(text) == pytest.approx(width)


@pytest.mark.parametrize("text", ["", "wide", "-84mm", "3mm", "nan", "1e3", "2000mm"])
def test_no_width_is_refused(text: str) -> None:
    with pytest.raises(CommandError, match="write 84mm, or 174mm"):
        width_of(text)


def test_other_forms_are_refused() -> None:
    with pytest.raises(CommandError, match="no form of figures is called “jpg”"):
        form_of_picture("chart.jpg")
