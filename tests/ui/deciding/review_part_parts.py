"""What is seen of the part in which people decide, and what it tells."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QPlainTextEdit, QPushButton

from nerinspect.ui.deciding.review_part import ReviewPart
from nerinspect.ui.kit.chips import Chip

Heard = list[tuple[str, object]]


def button(part: ReviewPart, text: str) -> QAbstractButton:
    return next(one for one in part.findChildren(QAbstractButton) if text in (one.text(), one.accessibleName()))


def field(part: ReviewPart) -> QLineEdit:
    found = part.findChild(QLineEdit)
    assert isinstance(found, QLineEdit)
    return found


def note(part: ReviewPart) -> QPlainTextEdit:
    found = part.findChild(QPlainTextEdit)
    assert isinstance(found, QPlainTextEdit)
    return found


def texts(part: ReviewPart) -> list[str]:
    return [label.text() for label in part.findChildren(QLabel) if label.isVisible() and label.text()]


def chosen(part: ReviewPart) -> list[str]:
    return [one.text() for one in part.findChildren(QPushButton) if one.isChecked()]


def chips(part: ReviewPart) -> list[str]:
    return [one.accessibleName() for one in part.findChildren(Chip) if one.isVisible()]


def click(part: ReviewPart, text: str) -> None:
    QTest.mouseClick(button(part, text), Qt.MouseButton.LeftButton)
