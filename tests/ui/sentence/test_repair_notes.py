from itertools import pairwise

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF
from pytestqt.qtbot import QtBot

from nerinspect.events.context import RepairMark, TrackSpan
from nerinspect.ui.sentence.placed_spans import PlacedSpan, RepairNote, repair_notes
from nerinspect.ui.sentence.tracks import TrackMetrics


@pytest.fixture(autouse=True)
def _application(qapp: QtBot) -> None:
    """Fonts need an application."""


def span_at(left: float, token: int, track: int = 1) -> PlacedSpan:
    mark = RepairMark(token, f"I-T{token}", f"B-T{token}")
    return PlacedSpan((QRectF(left, 50, 40, 20),), track, TrackSpan(token, token + 1, "ORG"), (mark,))


def notes_of(*placed: PlacedSpan, width: float = 1_000, is_right_to_left: bool = False) -> list[RepairNote]:
    font = QFont()
    font.setPixelSize(11)
    metrics = TrackMetrics.of_fonts(QFont(), font, 13)
    return repair_notes(placed, QFontMetricsF(font), metrics, (0, width), is_right_to_left)


def test_a_note_names_the_label_before_and_after() -> None:
    assert [note.text for note in notes_of(span_at(0, 1))] == ["repaired: I-T1 → B-T1"]


def test_notes_with_room_between_them_stand_apart() -> None:
    assert len(notes_of(span_at(0, 1), span_at(600, 2))) == 2


@pytest.mark.parametrize("is_right_to_left", [False, True])
def test_a_note_that_would_run_into_the_next_speaks_for_both(is_right_to_left: bool) -> None:
    first = 2 if is_right_to_left else 1
    notes = notes_of(span_at(400, 1), span_at(450, 2), is_right_to_left=is_right_to_left)
    assert [note.text for note in notes] == [f"repaired: I-T{first} → B-T{first} and 1 more"]


@pytest.mark.parametrize("step", [20, 60, 110, 150])
def test_no_note_lies_over_another(step: int) -> None:
    notes = notes_of(*(span_at(number * step, number) for number in range(12)), width=12 * step)
    assert all(left.rect.right() < right.rect.left() for left, right in pairwise(notes))


def test_a_note_of_the_reference_stands_above_its_box() -> None:
    note = notes_of(span_at(0, 1, track=0))[0]
    assert note.rect.bottom() < 50


def test_a_note_of_the_prediction_stands_below_its_box() -> None:
    assert notes_of(span_at(0, 1))[0].rect.top() > 70


def test_a_note_ends_within_its_limits() -> None:
    assert notes_of(span_at(960, 1))[0].rect.right() <= 1_000
