import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QImage, QPainter

from nerinspect.ui.pages.swap.swapped_pair import Argument, PairSentence, SentencePicture
from nerinspect.ui.theme.themes import DARK, LIGHT, Theme, type_styles

TOKENS = ("Ms", "Ada", "Grey", ",", "who", "shot", "Bo", "in", "Ulm", ",", "fled")
FORTH = PairSentence(TOKENS, Argument(1, 3), Argument(6, 7), "Kill")
BACK = PairSentence(TOKENS, Argument(6, 7), Argument(1, 3), "Kill")
RIGHT_TO_LEFT = PairSentence(("דני", "פגש", "את", "רות"), Argument(0, 1), Argument(3, 4), "Meet")


@pytest.fixture
def font(qapp: object) -> QFont:
    return QFont()


def test_the_triple_reads_from_head_to_tail() -> None:
    assert (FORTH.triple, BACK.triple) == ("Ada Grey — Kill → Bo", "Bo — Kill → Ada Grey")


def test_arguments_stand_on_their_words(font: QFont) -> None:
    picture = SentencePicture(FORTH, font)
    picture.lay_out(2000)
    [(line, head)], [(_, tail)] = picture.boxes("head"), picture.boxes("tail")
    assert line == 0
    assert 0 < head.left() < head.right() < tail.left() < tail.right()


def test_an_argument_on_two_lines_has_a_box_on_each(font: QFont) -> None:
    picture = SentencePicture(PairSentence(("Adaline", "Greyfield"), Argument(0, 2), Argument(0, 1), "Kill"), font)
    picture.lay_out(1)
    boxes = picture.boxes("head")
    assert len(boxes) > 1
    assert [number for number, _ in boxes] == sorted({number for number, _ in boxes})


def test_lines_without_arguments_need_less_room(font: QFont) -> None:
    tokens = (*TOKENS, *["word"] * 100)
    heights = [
        SentencePicture(PairSentence(tokens, Argument(1, 3), tail, "Kill"), font).lay_out(600)
        for tail in (Argument(6, 7), Argument(100, 101))
    ]
    assert heights[0] < heights[1]


def test_a_sentence_from_right_to_left_begins_at_the_right(font: QFont) -> None:
    picture = SentencePicture(RIGHT_TO_LEFT, font)
    picture.lay_out(1000)
    [(_, head)], [(_, tail)] = picture.boxes("head"), picture.boxes("tail")
    assert 500 < tail.right() < head.left() < 1000


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("sentence", [FORTH, BACK, RIGHT_TO_LEFT])
@pytest.mark.parametrize("width", [900, 150])
def test_the_direction_makes_the_picture(theme: Theme, sentence: PairSentence, width: int, font: QFont) -> None:
    """The arrow stands at the tail: exchanged arguments look otherwise."""
    turned = PairSentence(sentence.tokens, sentence.tail, sentence.head, sentence.relation_type)
    pictures = []
    for one in (sentence, turned):
        picture = SentencePicture(one, font)
        image = QImage(width, round(picture.lay_out(width)) + 1, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        picture.paint(painter, theme, type_styles(["Per"], theme)["Per"], QPointF(0, 0))
        painter.end()
        pictures.append(image)
    assert pictures[0] != pictures[1]
