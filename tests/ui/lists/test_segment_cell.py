from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QImage, QPainter

from nerinspect.ui.kit.tables.rows import CellStyle
from nerinspect.ui.lists.cell_drawing import elided_segment, paint_segment
from nerinspect.ui.lists.event_cells import SegmentCell, TypedRange
from nerinspect.ui.theme.themes import DARK, LIGHT, Theme, type_styles

WIDTH, HEIGHT = 240, 30
PORT = SegmentCell(
    "Port of Harwick Authority",
    (TypedRange(0, 25, "ORG"),),
    (TypedRange(0, 15, "LOC"), TypedRange(16, 25, "ORG")),
    is_right_to_left=False,
)
ARABIC = SegmentCell("شركة النور", (TypedRange(0, 10, "ORG"),), (TypedRange(0, 4, "ORG"),), is_right_to_left=True)


@pytest.fixture
def style(qapp: object) -> CellStyle:
    return make_style(LIGHT)


def make_style(theme: Theme) -> CellStyle:
    assert "Noto Sans" in QFontDatabase.families(), "install fonts-noto-core"
    font = QFont("Noto Sans")
    font.setPixelSize(13)
    return CellStyle(theme, type_styles(["LOC", "ORG"], theme), font)


def painted(cell: SegmentCell, style: CellStyle) -> QImage:
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    image.fill(style.theme.base)
    painter = QPainter(image)
    paint_segment(painter, style, QRectF(image.rect()), cell)
    painter.end()
    return image


def run_of(image: QImage, y: int, colour: object) -> tuple[int, int]:
    """Give the first and the last place of a colour in a row of pixels."""
    places = [x for x in range(image.width()) if image.pixelColor(x, y) == colour]
    return places[0], places[-1]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_reference_line_runs_above_the_whole_mention(qapp: object, theme: Theme) -> None:
    style = make_style(theme)
    first, last = run_of(painted(PORT, style), 4, style.types["ORG"].line)
    assert first == 4
    assert last == pytest.approx(4 + QFontMetricsF(style.font).horizontalAdvance(PORT.text), abs=2)


def test_prediction_lines_run_below_their_own_words(style: CellStyle) -> None:
    image, metrics = painted(PORT, style), QFontMetricsF(style.font)
    loc, org = (run_of(image, 25, style.types[name].line) for name in ("LOC", "ORG"))
    assert loc[1] == pytest.approx(4 + metrics.horizontalAdvance(PORT.text[:15]), abs=2)
    assert org[0] == pytest.approx(4 + metrics.horizontalAdvance(PORT.text[:16]), abs=2)


def test_text_from_right_to_left_begins_at_the_right_edge(style: CellStyle) -> None:
    image = painted(ARABIC, style)
    assert run_of(image, 4, style.types["ORG"].line)[1] == pytest.approx(WIDTH - 4, abs=2)
    assert run_of(image, 25, style.types["ORG"].line)[0] > run_of(image, 4, style.types["ORG"].line)[0]


def test_line_covers_an_emoji_outside_the_basic_plane(style: CellStyle) -> None:
    cell = SegmentCell("🎉 Velden", (), (TypedRange(2, 8, "LOC"),), is_right_to_left=False)
    first = run_of(painted(cell, style), 25, style.types["LOC"].line)[0]
    assert first == pytest.approx(4 + QFontMetricsF(style.font).horizontalAdvance("🎉 "), abs=2)


def test_a_fitting_segment_is_left_alone(style: CellStyle) -> None:
    assert elided_segment(PORT, style, 300) is PORT


def test_a_long_segment_loses_its_middle(style: CellStyle) -> None:
    text = elided_segment(PORT, style, 100).text
    first, last = text.split("…")
    assert PORT.text.startswith(first)
    assert PORT.text.endswith(last)


def test_mentions_move_with_the_shortened_text(style: CellStyle) -> None:
    shown = elided_segment(PORT, style, 100)
    place = shown.text.index("…")
    assert [(span.start, span.end) for span in shown.reference] == [(0, len(shown.text))]
    assert shown.predicted[0].end == place + 1


def test_a_segment_without_end_is_shortened_too(style: CellStyle) -> None:
    endless = SegmentCell("x " * 50_000 + "end", (TypedRange(0, 100_003, "ORG"),), (), is_right_to_left=False)
    shown = elided_segment(endless, style, 200)
    assert QFontMetricsF(style.font).horizontalAdvance(shown.text) <= 200


def test_a_type_without_a_style_is_drawn_in_the_colour_of_text(style: CellStyle) -> None:
    cell = SegmentCell("Velden", (TypedRange(0, 6, "NEW"),), (), is_right_to_left=False)
    assert run_of(painted(cell, style), 4, style.theme.text)[0] == 4


def test_a_patterned_line_has_gaps(style: CellStyle) -> None:
    names = [f"T{number}" for number in range(13)]
    styles = type_styles(names, LIGHT)
    dashed = next(name for name in names if styles[name].pen == Qt.PenStyle.DashLine)
    cell = SegmentCell("Velden and more", (TypedRange(0, 15, dashed),), (), is_right_to_left=False)
    image = painted(cell, CellStyle(LIGHT, styles, style.font))
    first, last = run_of(image, 4, styles[dashed].line)
    assert any(image.pixelColor(x, 4) == LIGHT.base for x in range(first, last))


def test_joined_letters_are_elided_in_the_middle(style: CellStyle) -> None:
    first, last = elided_segment(ARABIC, style, 45).text.split("…")
    assert first
    assert last
    assert ARABIC.text.startswith(first)
    assert ARABIC.text.endswith(last)


def rows_of(image: QImage, colour: object) -> list[int]:
    """List the rows of pixels in which a colour stands."""
    return [y for y in range(image.height()) if any(image.pixelColor(x, y) == colour for x in range(image.width()))]


@pytest.mark.parametrize("is_right_to_left", [False, True])
def test_lines_of_mentions_that_overlap_lie_over_each_other(style: CellStyle, is_right_to_left: bool) -> None:
    nested = (TypedRange(0, 15, "ORG"), TypedRange(8, 15, "LOC"))
    text = "بنك إنجلترا هنا" if is_right_to_left else "Bank of England"
    image = painted(SegmentCell(text, nested, (nested[0],), is_right_to_left), style)
    outer, inner = (rows_of(image, style.types[name].line) for name in ("ORG", "LOC"))
    assert max(y for y in outer if y < HEIGHT / 2) < min(inner) <= max(inner) < HEIGHT / 2
    assert len(inner) < len([y for y in outer if y > HEIGHT / 2])  # thinner than the line that lies alone


def test_more_levels_than_there_is_room_for_stay_in_the_row(style: CellStyle) -> None:
    deep = tuple(TypedRange(0, end, "ORG") for end in range(1, 12))
    image = painted(SegmentCell("Bank of England", deep, (), False), style)
    assert max(rows_of(image, style.types["ORG"].line)) < HEIGHT / 2


def test_mentions_that_only_meet_in_the_ellipsis_lie_side_by_side(style: CellStyle) -> None:
    text = "Port " * 40
    apart = (TypedRange(0, 94, "ORG"), TypedRange(105, 199, "LOC"))
    image = painted(SegmentCell(text.strip(), apart, (), False), style)
    assert rows_of(image, style.types["ORG"].line) == rows_of(image, style.types["LOC"].line)


def test_a_second_prediction_has_lines_of_its_own_below_the_first(style: CellStyle) -> None:
    compared = replace(style, n_below=2)
    cell = PORT._replace(predicted=(TypedRange(0, 15, "LOC"),), compared=(TypedRange(16, 25, "ORG"),))
    image = QImage(WIDTH, compared.row_height, QImage.Format.Format_RGB32)
    image.fill(style.theme.base)
    painter = QPainter(image)
    paint_segment(painter, compared, QRectF(image.rect()), cell)
    painter.end()
    rows = {
        name: [y for y in range(image.height() // 2, image.height()) if has_run(image, y, style.types[name].line)]
        for name in ("LOC", "ORG")
    }
    assert max(rows["LOC"]) < min(rows["ORG"]) < image.height()
    loc, org = (run_of(image, rows[name][len(rows[name]) // 2], style.types[name].line) for name in ("LOC", "ORG"))
    assert loc[1] < org[0]


def test_a_cut_segment_keeps_the_lines_of_both_predictions(style: CellStyle) -> None:
    cell = PORT._replace(compared=(TypedRange(0, 25, "ORG"),))
    shown = elided_segment(cell, style, 100)
    assert shown.compared == (TypedRange(0, len(shown.text), "ORG"),)


def has_run(image: QImage, y: int, colour: object) -> bool:
    return any(image.pixelColor(x, y) == colour for x in range(image.width()))
