"""Ask how a chart is to look in its file: its width, its systems, greys and a title; with a preview."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from nerinspect.errors import NerinspectError
from nerinspect.io.writing.pictures import ONE_COLUMN, TWO_COLUMNS, WIDTHS, FigureLook
from nerinspect.ui.kit.pages.pictures import Drawable
from nerinspect.ui.kit.screen_text import NameDelegate, tooltip
from nerinspect.ui.theme.fonts import unit_of

_PREVIEW: Final = (420, 320)  # at a font of 13 pixels
_WAIT: Final = 120  # milliseconds, until somebody who types has come to rest
_ROWS: Final = 6


class ChartDialog(QDialog):
    """Ask how a chart is to look.

    Parameters
    ----------
    draw : callable
        Gives the chart of some systems; None while there is nothing to draw.
    """

    def __init__(
        self,
        draw: Callable[[Sequence[str]], Drawable | None],
        systems: Sequence[str],
        look: FigureLook,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("chart_dialog")
        self.setWindowTitle("Save Chart")
        self._draw = draw
        self.width_box, self.grey, self.title = (
            QDoubleSpinBox(),
            QCheckBox("&Greys and hatching"),
            QLineEdit(look.title),
        )
        self.systems, self._note, self._preview = QListWidget(), QLabel(wordWrap=True), QLabel()
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.save = self._buttons.addButton("&Save…", QDialogButtonBox.ButtonRole.AcceptRole)
        self._timer = QTimer(self, singleShot=True, interval=_WAIT)
        self._build_ui(systems, look)
        for changed in (
            self.width_box.valueChanged,
            self.grey.toggled,
            self.title.textChanged,
            self.systems.itemChanged,
        ):
            changed.connect(lambda *_: self._timer.start())
        self._timer.timeout.connect(self.show_preview)
        self.show_preview()

    @property
    def look(self) -> FigureLook:
        """What is chosen."""
        return FigureLook(self.width_box.value(), self.grey.isChecked(), self.title.text())

    @property
    def chosen(self) -> Drawable | None:
        """The chart with the systems that are ticked; None if there is none."""
        items = [self.systems.item(row) for row in range(self.systems.count())]
        ticked = [item.text() for item in items if item.checkState() == Qt.CheckState.Checked]
        return self._draw(ticked) if ticked or not items else None

    def show_preview(self) -> None:
        """Draw the chart as it will look."""
        drawable, problem = self.chosen, ""
        if drawable is None:
            problem = "Tick a system."
        else:
            try:
                picture = QImage.fromData(drawable.drawn("png", self.look, "", "", None))
                width = round(_PREVIEW[0] * unit_of(self.font()))
                self._preview.setPixmap(QPixmap.fromImage(_narrowed(picture, width, self.devicePixelRatioF())))
            except NerinspectError as error:
                problem = f"{error}."
        self._note.setText(problem)
        self._note.setVisible(bool(problem))
        self.save.setEnabled(not problem)

    def _build_ui(self, systems: Sequence[str], look: FigureLook) -> None:
        unit = unit_of(self.font())
        self.width_box.setRange(*WIDTHS)
        self.width_box.setDecimals(1)
        self.width_box.setSuffix(" mm")
        self.width_box.setValue(look.width)
        self.width_box.setAccessibleName("Width")
        self.grey.setChecked(look.grey)
        self.title.setPlaceholderText("none")
        widths = QHBoxLayout()
        widths.addWidget(self.width_box)
        for text, width in (("One column", ONE_COLUMN), ("Two columns", TWO_COLUMNS)):
            button = QPushButton(text)
            button.setAutoDefault(False)  # Enter is for the dialog
            button.setToolTip(tooltip(f"{width:.0f} mm"))
            button.clicked.connect(lambda _=False, width=width: self.width_box.setValue(width))
            widths.addWidget(button)
        widths.addStretch(1)
        form = QFormLayout()
        form.addRow("&Width:", widths)
        if label := form.labelForField(widths):
            label.setBuddy(self.width_box)  # type: ignore[attr-defined]  # a QLabel
        form.addRow("&Title:", self.title)
        form.addRow("", self.grey)
        if len(systems) > 1:
            self._offer(systems)
            form.addRow("S&ystems:", self.systems)
        area = QScrollArea()
        area.setWidget(self._preview)
        area.setWidgetResizable(True)
        area.setAccessibleName("Preview")
        self._preview.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        area.setMinimumSize(round((_PREVIEW[0] + 24) * unit), round(_PREVIEW[1] * unit))
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(area, 1)
        column.addWidget(self._note)
        column.addWidget(self._buttons)
        self.save.setDefault(True)

    def _offer(self, systems: Sequence[str]) -> None:
        self.systems.setItemDelegate(NameDelegate(self.systems))
        self.systems.setAccessibleName("Systems")
        for name in systems:
            item = QListWidgetItem(name, self.systems)
            item.setCheckState(Qt.CheckState.Checked)
        rows = min(len(systems), _ROWS)
        self.systems.setFixedHeight(rows * self.systems.sizeHintForRow(0) + 4 * self.systems.frameWidth())


def _narrowed(picture: QImage, width: int, ratio: float) -> QImage:
    """Give a picture the width of the preview, in the dots of the screen."""
    smooth = Qt.TransformationMode.SmoothTransformation
    narrowed = picture.scaledToWidth(round(width * ratio), smooth)
    narrowed.setDevicePixelRatio(ratio)
    return narrowed
