"""Pictures for print: on white, and as files: PDF, SVG, or PNG at print quality; the dialog that asks how."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from math import ceil
from typing import Final, Protocol

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QHashSeed,
    QIODevice,
    QMarginsF,
    QPoint,
    QRect,
    QRectF,
    QSize,
    QSizeF,
    Qt,
    QTimer,
    QUuid,
)
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QImage,
    QPageSize,
    QPaintDevice,
    QPainter,
    QPaintEvent,
    QPalette,
    QPdfWriter,
    QPixmap,
)
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
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

from nerinspect import __version__
from nerinspect.errors import NerinspectError
from nerinspect.io.writing.pictures import ONE_COLUMN, TWO_COLUMNS, WIDTHS, FigureLook
from nerinspect.quantities import grouped
from nerinspect.ui.kit.layout import dialog_buttons, fill
from nerinspect.ui.kit.screen_text import NameDelegate, tooltip
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, scaled_font, unit_of
from nerinspect.ui.theme.themes import LIGHT

_DOTS_PER_INCH: Final = 300
_DOTS_PER_METRE: Final = round(_DOTS_PER_INCH / 0.0254)
_NO_XML: Final = re.compile(
    rb"[\x00-\x08\x0b\x0c\x0e-\x1f]"
)  # control characters in names, which Qt writes as they are
_FONT: Final = re.compile(rb"\s*font-[a-z]+=\"[^\"]*\"")
_FINER: Final = re.compile(rb"(?<=[ ,MLC])(-?[0-9]+\.[0-9])[0-9]+(?=[ ,\"])")  # than anything that can be seen
_MEDIA_BOX: Final = re.compile(rb"/MediaBox \[[^]]*\]")
_PDF_DATE: Final = re.compile(rb"\(D:[0-9]{14}[^)]*\)")
_PLACE: Final = re.compile(rb"(^|startxref\n)([0-9]{10}|(?<=startxref\n)[0-9]+)( 00000 n|)", re.MULTILINE)
_XMP_DATE: Final = re.compile(rb'(Date=")[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(Z|[+-][0-9]{2}:[0-9]{2})')
_MARGIN: Final = 12  # at a font of 13 pixels


class Picture(QWidget):
    """A picture that paints itself."""

    def __init__(self) -> None:
        super().__init__()
        colours = QPalette()
        colours.setColor(QPalette.ColorRole.Window, LIGHT.base)
        self.setPalette(colours)
        self.setAutoFillBackground(True)
        self.unit = unit_of(self.font())
        self.detail, self.caption = scaled_font(self.font(), DETAIL), scaled_font(self.font(), CAPTION)
        self.bold = scaled_font(self.font(), DETAIL, is_bold=True)

    def fit(self, width: float, height: float) -> None:
        """Be so large, in units and without the margin."""
        self.resize(ceil((width + 2 * _MARGIN) * self.unit), ceil((height + 2 * _MARGIN) * self.unit))

    def draw(self, painter: QPainter) -> None:
        raise NotImplementedError

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(_MARGIN * self.unit, _MARGIN * self.unit)
        self.draw(painter)
        painter.end()

    def rect_at(self, x: float, y: float, width: float, height: float) -> QRectF:
        """Scale a rectangle given in units."""
        return QRectF(x * self.unit, y * self.unit, width * self.unit, height * self.unit)


def advance(font: QFont, text: str) -> float:
    return QFontMetricsF(font).horizontalAdvance(text)


class Drawable(Protocol):
    """What can be saved as a picture."""

    @property
    def systems(self) -> Sequence[str]:
        """The systems in it that can be chosen."""

    @property
    def facts(self) -> Mapping[str, str]:
        """What a record says of it: caption and font; nothing of what has no look of its own."""

    def drawn(self, form: str, look: FigureLook, title: str, description: str, date: datetime | None) -> bytes:
        """Draw it as `pdf`, `svg` or `png`; title, description and date are what the file says of itself."""


@dataclass(frozen=True, eq=False)
class DrawnWidget:
    """A widget in the size and the colours that its picture is to have; need not be on screen."""

    widget: QWidget
    systems: Sequence[str] = ()
    facts: Mapping[str, str] = field(default_factory=dict)

    def drawn(self, form: str, look: FigureLook, title: str, description: str, date: datetime | None) -> bytes:
        said = PictureFacts(title, description, date)
        return drawn_bytes(self._paint, self.widget.size(), self.widget.logicalDpiX(), form, said)

    def _paint(self, painter: QPainter) -> None:
        self.widget.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        self.widget.show()  # lays out what was never shown
        self.widget.render(painter, QPoint())
        self.widget.hide()


@dataclass(frozen=True)
class PictureFacts:
    """What a picture says of itself; PDFs without a date are of the beginning of 2000."""

    title: str
    description: str = ""
    date: datetime | None = None


def drawn_bytes(paint: Callable[[QPainter], None], size: QSize, dots: int, form: str, said: PictureFacts) -> bytes:
    """Draw a picture as `pdf`, `svg` or `png`.

    Parameters
    ----------
    dots : int
        So many of its units make an inch.
    form : str
        What is written; the same picture gives the same bytes.
    """
    return {"pdf": _pdf, "svg": _svg, "png": _png}[form](paint, size, dots, said)


def _svg(paint: Callable[[QPainter], None], size: QSize, dots: int, said: PictureFacts) -> bytes:
    from PySide6.QtSvg import QSvgGenerator  # loaded with the first picture

    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(dots)  # else everything is scaled to 72 dots an inch
    generator.setSize(size)
    generator.setViewBox(QRect(QPoint(0, 0), size))
    generator.setTitle(said.title)
    generator.setDescription(said.description)
    _paint_on(generator, paint)
    svg = b"".join(_FINER.split(_NO_XML.sub(b" ", buffer.data().data())))  # it splits into what stays
    return svg if b"<text" in svg else _FONT.sub(b"", svg)  # Qt names one for everything


def _png(paint: Callable[[QPainter], None], size: QSize, dots: int, _said: PictureFacts) -> bytes:
    scale = _DOTS_PER_INCH / dots
    image = QImage(size * scale, QImage.Format.Format_RGB32)
    image.setDotsPerMeterX(_DOTS_PER_METRE)
    image.setDotsPerMeterY(_DOTS_PER_METRE)
    image.fill(LIGHT.base)
    _paint_on(image, paint, scale)
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(content.data())


def _pdf(paint: Callable[[QPainter], None], size: QSize, dots: int, said: PictureFacts) -> bytes:
    width, height = (72 * length / dots for length in (size.width(), size.height()))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(dots)
    whole = QSizeF(ceil(width), ceil(height))  # Qt knows no others, and its y grows from the lower edge
    writer.setPageSize(QPageSize(whole, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(said.title)
    writer.setCreator(f"nerinspect {__version__}")
    writer.setDocumentId(QUuid.createUuidV5(QUuid(), f"{said.title}\n{said.description}".encode()))
    QHashSeed.setDeterministicGlobalSeed()  # else fonts come in any order
    try:
        _paint_on(writer, paint)
    finally:
        QHashSeed.resetRandomGlobalSeed()
    box = b"/MediaBox [0 %.3f %.3f %d]" % (whole.height() - height, width, whole.height())
    pdf = _MEDIA_BOX.sub(lambda found: box.ljust(len(found[0])), buffer.data().data())
    return _dated(pdf, said.date or datetime(2000, 1, 1, tzinfo=UTC))


def _paint_on(device: QPaintDevice, paint: Callable[[QPainter], None], scale: float = 1.0) -> None:
    painter = QPainter(device)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    paint(painter)
    painter.end()


def _dated(pdf: bytes, date: datetime) -> bytes:
    """Put other dates in a PDF; the places of its objects, which follow them, are counted anew.

    Qt writes the time of the place, in more or fewer bytes.
    """
    short, long = (date.astimezone(UTC).strftime(form).encode() for form in ("(D:%Y%m%d%H%M%SZ)", "%Y-%m-%dT%H:%M:%S"))
    pdf = _XMP_DATE.sub(lambda found: found[1] + long + (b"Z" if found[2] == b"Z" else b"+00:00"), pdf)
    saved = [(found.end(), len(found[0]) - len(short)) for found in _PDF_DATE.finditer(pdf)]

    def moved(found: re.Match[bytes]) -> bytes:
        place = int(found[2]) - sum(saving for end, saving in saved if end <= int(found[2]))
        return found[1] + str(place).encode().zfill(len(found[2]) if found[3] else 0) + found[3]

    head, xref, table = pdf.rpartition(b"\nxref\n")
    return _PDF_DATE.sub(short, head) + xref + _PLACE.sub(moved, table)


_PREVIEW: Final = (420, 320)  # at a font of 13 pixels
_WAIT: Final = 120  # milliseconds, until somebody who types has come to rest
_ROWS: Final = 6


class ChartDialog(QDialog):
    """Ask how a chart is to look.

    `draw`: gives the chart of some systems; None while there is nothing to draw.
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
        self.setWindowTitle("Save chart")
        self._draw = draw
        self.width_box, self.grey, self.title = (
            QDoubleSpinBox(),
            QCheckBox("&Greys and hatching"),
            QLineEdit(look.title),
        )
        self.systems, self._note, self._preview = QListWidget(), QLabel(wordWrap=True), QLabel()
        self._buttons, self.save = dialog_buttons(self, "&Save…")
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
        return FigureLook(self.width_box.value(), self.grey.isChecked(), self.title.text())

    @property
    def chosen(self) -> Drawable | None:
        """The chart with the systems that are ticked; None if there is none."""
        items = [self.systems.item(row) for row in range(self.systems.count())]
        ticked = [item.text() for item in items if item.checkState() == Qt.CheckState.Checked]
        return self._draw(ticked) if ticked or not items else None

    def show_preview(self) -> None:
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
            button.setToolTip(tooltip(f"{grouped(width, 0)} mm"))
            button.clicked.connect(lambda _=False, width=width: self.width_box.setValue(width))
            widths.addWidget(button)
        widths.addStretch(1)
        form = QFormLayout()
        form.addRow("&Width", widths)
        if label := form.labelForField(widths):
            label.setBuddy(self.width_box)  # type: ignore[attr-defined]  # a QLabel
        form.addRow("&Title", self.title)
        form.addRow("", self.grey)
        if len(systems) > 1:
            self._offer(systems)
            form.addRow("S&ystems", self.systems)
        area = QScrollArea()
        area.setWidget(self._preview)
        area.setWidgetResizable(True)
        area.setAccessibleName("Preview")
        self._preview.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        area.setMinimumSize(round((_PREVIEW[0] + 24) * unit), round(_PREVIEW[1] * unit))
        fill(QVBoxLayout(self), form, area, self._note, self._buttons, stretched=area, has_margins=True)
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
