import pytest
from PySide6.QtGui import QFont, QFontMetricsF

from nerinspect.events.context import AS_WRITTEN, ColumnKey, Sentence, TokenValues, Track
from nerinspect.ui.sentence.placed_spans import shown_tokens
from nerinspect.ui.sentence.typesetter import ShownColumn, shown_columns, wider_for_values

POS = TokenValues("pos", ("DT", "NN"))
SURE = TokenValues("sure", ("0.5", "1"))
TRACKS = (
    Track("reference", (), (), "reference", ("O", "O"), (POS,)),
    Track("A flair", (), (), "flair", ("O", "B-LOC"), (POS, SURE)),
)
SENTENCE = Sentence(1, 1, ("a", "b"), TRACKS, ())


def titles(*keys: tuple[str, str]) -> list[str]:
    return [column.title for column in shown_columns(SENTENCE, [ColumnKey(*key) for key in keys])]


@pytest.fixture
def fonts(qapp: object) -> QFontMetricsF:
    font = QFont("Noto Sans")
    font.setPixelSize(20)
    return QFontMetricsF(font)


def test_a_column_has_its_own_name() -> None:
    assert titles(("reference", "pos"), ("flair", "sure")) == ["pos", "sure"]


def test_a_name_of_two_sources_stands_with_theirs() -> None:
    assert titles(("reference", "pos"), ("flair", "pos")) == ["reference: pos", "A flair: pos"]


def test_labels_stand_with_the_name_of_their_source() -> None:
    assert titles(("flair", AS_WRITTEN)) == ["A flair as written"]


def test_columns_of_systems_without_a_track_are_left_out() -> None:
    assert titles(("elmo", "pos"), ("flair", "lemma")) == []


def test_a_blank_is_widened_as_far_as_a_value_needs(fonts: QFontMetricsF) -> None:
    values = ShownColumn("pos", ("ADJECTIVE", "NN"))
    (position, wider), *more = wider_for_values([values], ("a", "b"), shown_tokens(("a", "b")), fonts, fonts, 1).items()
    assert (position, more) == (1, [])
    assert fonts.horizontalAdvance("a ") + wider > fonts.horizontalAdvance("ADJECTIVE")


def test_no_blank_grows_without_end(fonts: QFontMetricsF) -> None:
    values = ShownColumn("gloss", ("x" * 10_000, ""))
    (wider,) = wider_for_values([values], ("a", "b"), shown_tokens(("a", "b")), fonts, fonts, 1).values()
    assert wider < fonts.horizontalAdvance("x" * 20)
