from itertools import pairwise

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontDatabase, QTextLayout, QTextLine
from pytestqt.qtbot import QtBot

from nerinspect.ui.kit.screen_text import span_boxes, utf16_length
from nerinspect.ui.sentence.placed_spans import ShownTokens, shown_tokens

System = QFontDatabase.WritingSystem


def ensure_font_for(system: QFontDatabase.WritingSystem) -> None:
    if not QFontDatabase.families(system):
        pytest.skip(f"no font covers {system.name}")


@pytest.fixture(autouse=True)
def _application(qapp: QtBot) -> None:
    """Fonts need an application."""


def lay_out(text: str, width: float = 10_000.0) -> QTextLayout:
    font = QFont("Noto Sans")
    font.setPixelSize(20)
    layout = QTextLayout(text, font)
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
    layout.endLayout()
    return layout


def token_boxes(layout: QTextLayout, shown: ShownTokens, token: int) -> list[QRectF]:
    units = shown.units(token, token + 1)
    assert units
    lines = [layout.lineAt(number) for number in range(layout.lineCount())]
    return [box for line in lines for box in span_boxes(line, *units, shown.has_right_to_left)]


def test_positions_count_in_utf16_units() -> None:
    shown = shown_tokens(["👍🏽", "x"])
    assert shown.units(1, 2) == (5, 6)


@pytest.mark.parametrize(("text", "length"), [("abc", 3), ("né", 2), ("青", 1), ("\U0001d518", 2), ("👨‍👩‍👧", 8)])
def test_utf16_units_are_counted(text: str, length: int) -> None:
    assert utf16_length(text) == length


def test_tokens_are_joined_by_a_blank() -> None:
    assert shown_tokens(["New\u00a0York", ","]).text == "New\u00a0York ,"


@pytest.mark.parametrize("sign", ["\n", "\u2028", "\u2029", "\ufdd0", "\ufffc", "\x00", "\t"])
def test_what_the_engine_takes_for_structure_is_shown_as_one_sign(sign: str) -> None:
    shown = shown_tokens([f"a{sign}b"])
    assert len(shown.display) == 3
    assert sign not in shown.display


def test_what_is_copied_keeps_such_signs() -> None:
    assert shown_tokens(["a\u2028b"]).text == "a\u2028b"


def test_a_short_sentence_is_shown_whole() -> None:
    assert not shown_tokens(["a"] * 100, 50, 51).is_cut


def test_of_an_extreme_sentence_the_event_is_shown() -> None:
    shown = shown_tokens(["word"] * 100_000, 70_000, 70_003)
    assert shown.units(70_000, 70_003) is not None


def test_of_an_extreme_sentence_no_more_is_shown_than_allowed() -> None:
    assert utf16_length(shown_tokens(["word"] * 100_000, 70_000, 70_003).text) <= 12_004


@pytest.mark.parametrize("start", [0, 1, 50_000, 99_999])
def test_a_cut_is_marked_on_each_side_where_tokens_are_left_out(start: int) -> None:
    shown = shown_tokens(["word"] * 100_000, start, start + 1)
    marks = shown.text.startswith("…"), shown.text.endswith("…")
    assert marks == (shown.first > 0, shown.last < 100_000)


@pytest.mark.parametrize("start", [0, 1, 50_000, 99_999])
def test_positions_are_right_in_a_cut_sentence(start: int) -> None:
    tokens = [str(number) for number in range(100_000)]
    shown = shown_tokens(tokens, start, start + 1)
    units = shown.units(start, start + 1)
    assert units
    assert shown.text[slice(*units)] == str(start)


def test_a_token_left_out_has_no_place() -> None:
    assert shown_tokens(["word"] * 100_000, 0, 1).units(99_999, 100_000) is None


def test_a_huge_token_is_shortened() -> None:
    assert utf16_length(shown_tokens(["x", "a" * 100_000]).text) < 2_100


def test_boxes_of_neighbouring_tokens_do_not_overlap() -> None:
    ensure_font_for(System.Latin)
    shown = shown_tokens(["The", "Port", "of", "Harwick"])
    boxes = [token_boxes(lay_out(shown.display), shown, token)[0] for token in range(4)]
    assert all(left.right() < right.left() for left, right in pairwise(boxes))


def test_a_left_to_right_box_lies_where_the_cursor_says() -> None:
    ensure_font_for(System.Latin)
    shown = shown_tokens(["The", "Port"])
    layout = lay_out(shown.display)
    box = token_boxes(layout, shown, 1)[0]
    places = [layout.lineAt(0).cursorToX(position, QTextLine.Edge.Leading) for position in (4, 8)]
    assert [box.left(), box.right()] == [place[0] for place in places]  # type: ignore[index]


def test_a_right_to_left_box_lies_where_the_cursor_says() -> None:
    ensure_font_for(System.Arabic)
    shown = shown_tokens(["أعلنت", "شركة", "النور"])
    layout = lay_out(shown.display)
    box = token_boxes(layout, shown, 1)[0]
    places = [layout.lineAt(0).cursorToX(position, QTextLine.Edge.Leading) for position in (6, 10)]
    assert [box.right(), box.left()] == pytest.approx([place[0] for place in places])  # type: ignore[index]


def test_right_to_left_tokens_run_to_the_left() -> None:
    ensure_font_for(System.Hebrew)
    shown = shown_tokens(["דוד", "כהן"])
    layout = lay_out(shown.display)
    first, second = (token_boxes(layout, shown, token)[0] for token in (0, 1))
    assert second.right() < first.left()


def test_a_span_across_directions_is_several_boxes() -> None:
    ensure_font_for(System.Arabic)
    # On the line: said, then from right to left the three Arabic words.
    shown = shown_tokens(["said", "شركة", "النور", "أمس"])
    layout = lay_out(shown.display)
    units = shown.units(0, 2)
    assert units
    assert len(span_boxes(layout.lineAt(0), *units)) == 2


SENTENCES = {
    "english": (System.Latin, "office AVATAR To Wa fl"),
    "arabic": (System.Arabic, "أعلنت شركة النور للطيران أمس في عمّان IBM Israel 12 لا"),
    "hebrew": (System.Hebrew, "דוד כהן נסע לתל אביב עם IBM Israel ביום 12 במאי ."),
    "mixed": (System.Arabic, "The airline Al Nour شركة النور 24 للطيران said أمس في عمّان on Tuesday"),
    "chinese": (System.SimplifiedChinese, "总部 设在 烟台 的 IBM 公司 。"),
    "thai": (System.Thai, "นายก สมชาย ใจดี น้ำมัน"),
    "hindi": (System.Devanagari, "प्रधानमंत्री नरेंद्र मोदी ने नई दिल्ली में"),
    "hindi and arabic": (System.Devanagari, "नई दिल्ली में شركة النور क्षेत्रीय परिषद्"),
    "arabic and hindi": (System.Arabic, "شركة النور क्षेत्रीय परिषद् 12 दिल्ली للطيران"),
    "emoji": (System.Latin, "Great 👍🏽 from 👨‍👩‍👧‍👦 Family 🇮🇹 \U0001d518\U0001d52b e\u0301te\u0301 ."),
}


@pytest.mark.parametrize(("system", "text"), SENTENCES.values(), ids=SENTENCES.keys())
def test_the_boxes_of_a_line_cover_all_of_it(system: QFontDatabase.WritingSystem, text: str) -> None:
    ensure_font_for(system)
    layout = lay_out(text)
    line = layout.lineAt(0)
    boxes = span_boxes(line, 0, utf16_length(text), shown_tokens([text]).has_right_to_left)
    assert sum(box.width() for box in boxes) == pytest.approx(line.naturalTextWidth(), abs=2)


@pytest.mark.parametrize(("system", "text"), SENTENCES.values(), ids=SENTENCES.keys())
def test_no_two_tokens_of_any_script_overlap(system: QFontDatabase.WritingSystem, text: str) -> None:
    ensure_font_for(system)
    shown = shown_tokens(text.split(" "))
    layout = lay_out(shown.display)
    edges = sorted(
        (box.left(), box.right()) for token in range(shown.n_tokens) for box in token_boxes(layout, shown, token)
    )
    assert all(left[1] <= right[0] + 0.6 for left, right in pairwise(edges))


@pytest.mark.parametrize("text", ["Great 👍🏽 from e\u0301te\u0301 .", "总部 设在 烟台", "ใจดี น้ำมัน", "नई दिल्ली में"])
def test_the_short_way_agrees_with_looking_at_each_character(text: str) -> None:
    shown = shown_tokens(text.split(" "))
    layout = lay_out(shown.display)
    line = layout.lineAt(0)
    for token in range(shown.n_tokens):
        units = shown.units(token, token + 1)
        assert units
        short, slow = span_boxes(line, *units, False), span_boxes(line, *units, True)
        assert short[0].getRect() == pytest.approx(slow[0].getRect(), abs=0.6)


def test_a_wrapped_span_has_a_box_on_each_line() -> None:
    ensure_font_for(System.Latin)
    shown = shown_tokens(["Upper", "Skelder", "Strait"])
    layout = lay_out(shown.display, width=120)
    units = shown.units(0, 3)
    assert units
    counts = [len(span_boxes(layout.lineAt(number), *units)) for number in range(layout.lineCount())]
    assert counts == [1] * layout.lineCount() != [1]


def test_the_blank_at_the_end_of_a_line_belongs_to_no_span() -> None:
    assert shown_tokens(["Upper", "Skelder"]).text_on(0, 6) == (0, 5)


def test_an_empty_stretch_has_no_box() -> None:
    layout = lay_out("abc")
    assert span_boxes(layout.lineAt(0), 2, 2) == []


def test_tokens_stand_as_in_their_file_where_it_says_so() -> None:
    shown = shown_tokens(["U", ".", "👍", "ok", "!"], gaps=("", "", "", " ", ""))
    assert shown.text == "U.👍 ok!"
    assert [shown.units(token, token + 1) for token in range(5)] == [(0, 1), (1, 2), (2, 4), (5, 7), (7, 8)]
    assert [shown.token_at(unit) for unit in (0, 1, 2, 4, 5, 7)] == [0, 1, 2, None, 3, 4]
    assert shown_tokens(["a", ",", "b"] * 9, 12, 13, 10, (" ", "", " ") * 9).text == "… , b a, b a …"


def test_lines_break_between_tokens_as_in_their_file() -> None:
    shown = shown_tokens(["New", "York", "a\nb", "c"], gaps=("", "\r\n  ", "\t", "\u3000"))
    assert shown.text == "New\r\n  York\ta\nb\u3000c"
    assert shown.display == "New \u2028  York a\u240ab\u3000c"
    layout = lay_out(shown.display)
    assert [layout.lineAt(number).textStart() for number in range(layout.lineCount())] == [0, 5]
    assert [shown.text_on(0, 5), shown.text_on(5, len(shown.text))] == [(0, 3), (7, len(shown.text))]
    assert [shown.token_at(unit) for unit in (2, 3, 4, 6, 7)] == [0, None, None, None, 1]


def test_a_mention_over_an_empty_line_has_no_box_there() -> None:
    shown = shown_tokens(["New", "York"], gaps=("", "\n\n"))
    assert [shown.text_on(*line) for line in ((0, 4), (4, 5), (5, 9))] == [(0, 3), (5, 3), (5, 9)]
