"""A part of the page of repairs: a table that takes all the room there is, under its title."""

from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from nerinspect.ui.overview.titled import Titled


class Part(Titled):
    """Show a widget under a title, as high as there is room for."""

    def __init__(self, title: str, body: QWidget, beside: QWidget | None = None) -> None:
        super().__init__(title, body, beside=beside)
        column = self.layout()
        assert isinstance(column, QVBoxLayout), "parts are laid out below each other"
        if body.sizePolicy().verticalPolicy() == QSizePolicy.Policy.Expanding:
            column.takeAt(column.count() - 1)  # the room that is left is the body's
            column.setStretchFactor(body, 1)
