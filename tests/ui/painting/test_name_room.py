from itertools import pairwise

import pytest
from PySide6.QtCore import QRectF

from nerinspect.ui.painting.name_room import NameRow

LIMITS = (0.0, 300.0)


def test_a_name_has_room_up_to_the_next_box() -> None:
    boxes = [QRectF(100, 0, 10, 20), QRectF(150, 0, 10, 20)]
    assert NameRow(boxes, LIMITS, is_right_to_left=False).place(boxes[0], 30) == QRectF(100, 0, 50, 20)


def test_a_name_has_room_up_to_the_next_box_on_its_left() -> None:
    boxes = [QRectF(100, 0, 10, 20), QRectF(150, 0, 10, 20)]
    assert NameRow(boxes, LIMITS, is_right_to_left=True).place(boxes[1], 30) == QRectF(110, 0, 50, 20)


def test_a_wide_name_reaches_back_over_the_gap_before_it() -> None:
    boxes = [QRectF(100, 0, 10, 20), QRectF(150, 0, 10, 20), QRectF(165, 0, 10, 20)]
    assert NameRow(boxes, LIMITS, is_right_to_left=False).place(boxes[1], 30) == QRectF(135, 0, 30, 20)


@pytest.mark.parametrize("is_right_to_left", [False, True])
@pytest.mark.parametrize("step", [12, 20, 31, 60])
def test_no_name_lies_over_another_or_leaves_the_limits(step: int, is_right_to_left: bool) -> None:
    boxes = [QRectF(step * number, 0, 10, 20) for number in range(5)]
    row = NameRow(boxes, LIMITS, is_right_to_left)
    rooms = [row.place(box, 30) for box in (boxes[::-1] if is_right_to_left else boxes)]
    names = [room & QRectF(room.right() - 30 if is_right_to_left else room.left(), 0, 30, 20) for room in rooms]
    names.sort(key=QRectF.left)
    assert all(left.right() <= right.left() for left, right in pairwise(names))
    assert all(LIMITS[0] <= room.left() and room.right() <= LIMITS[1] for room in rooms)
