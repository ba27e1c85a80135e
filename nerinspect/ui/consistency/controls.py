"""What stands above the surfaces: what is looked at, which surfaces are listed, how many they are."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLineEdit, QToolButton, QVBoxLayout, QWidget

from nerinspect.glossary import meaning
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.ui.consistency.surface_list import REFERENCE, SurfaceFilter, SurfaceList
from nerinspect.ui.overview.choice import Choice
from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.painting.icons import line_icon
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.door_label import DoorLabel, Piece
from nerinspect.ui.widgets.flow_layout import FlowLayout
from nerinspect.visible import visible

_KINDS: Final = ("all", "several types", "also unlabelled")
_KIND_MEANINGS: Final = ("surface_readings", "several_types", "also_unlabelled")
_LENGTHS: Final = {"any length": 1, "2 characters or more": 2, "3 characters or more": 3, "5 characters or more": 5}
_NUMBERS: Final = {"any number of places": 1, "3 places or more": 3, "5 places or more": 5, "10 places or more": 10}
_EVERYTHING: Final = "everything"


class Controls(QWidget):
    """Let the user choose an annotation and narrow the list of its surfaces.

    Attributes
    ----------
    words : QLineEdit
        Takes words that the surfaces hold.

    Signals
    -------
    annotation_chosen : int
        Number of a prediction, or `REFERENCE`.
    filter_changed : SurfaceFilter
        Other surfaces are to be listed.
    copy_requested, save_requested
        The list is to be copied or saved.
    list_entered
        Enter or Down in the field: on to the list.
    """

    annotation_chosen = Signal(int)
    filter_changed = Signal(object)
    copy_requested = Signal()
    save_requested = Signal()
    list_entered = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filter = SurfaceFilter()
        self._build_ui()
        self._annotation.activated.connect(lambda place: self.annotation_chosen.emit(place - 1))
        self.words.textChanged.connect(self._on_filter_changed)
        self.words.returnPressed.connect(self.list_entered)
        self._kind.chosen.connect(self._on_filter_changed)
        self._length.currentIndexChanged.connect(self._on_filter_changed)
        self._number.currentIndexChanged.connect(self._on_filter_changed)
        self._summary.query_requested.connect(self.clear)
        self._copy.clicked.connect(self.copy_requested)
        self._save.clicked.connect(self.save_requested)

    @property
    def chosen_filter(self) -> SurfaceFilter:
        """Which surfaces are listed."""
        return self._filter

    def show_annotations(self, names: Sequence[str], wording: Wording = JUDGED) -> None:
        """Offer the reference, or the first annotator, and the others behind it, the first chosen."""
        self._annotation.clear()
        self._annotation.addItems([visible(name) for name in names])
        self._annotation.setEnabled(len(names) > 1)
        self._annotation.setToolTip(tooltip(wording.meaning("looked_at")))

    def choose_annotation(self, number: int) -> None:
        """Show another annotation as the chosen one, without a signal."""
        self._annotation.setCurrentIndex(number - REFERENCE)

    def show_counts(self, surfaces: SurfaceList | None, n_listed: int, n_exceptions: int) -> None:
        """Say how many surfaces are listed, and how many of their places are exceptions."""
        has_some = surfaces is not None and n_listed > 0
        self._copy.setEnabled(has_some)
        self._save.setEnabled(has_some)
        if surfaces is None:
            self._summary.show_pieces(())
            return
        n_all, plural = len(surfaces), "" if n_listed == 1 else "s"
        exceptions = Piece(f", {n_exceptions:,} exception{'' if n_exceptions == 1 else 's'}", "", meaning("exceptions"))
        if n_listed == n_all:
            self._summary.show_pieces((Piece(f"{n_listed:,} surface{plural}", is_bold=True), exceptions))
            return
        everything = Piece(f"{n_all:,}", _EVERYTHING, "List all of them: take the filter away.")
        shown = Piece(f"{n_listed:,}", is_bold=True)
        self._summary.show_pieces((shown, Piece(" of "), everything, Piece(f" surface{plural}"), exceptions))

    def clear(self) -> None:
        """List all surfaces again."""
        for part in (self._length, self._number):
            part.setCurrentIndex(0)
        self._kind.choose(0)
        self.words.clear()
        self._on_filter_changed()

    def _build_ui(self) -> None:
        self._label, self._annotation, self.words = QLabel("Annotation"), QComboBox(), QLineEdit()
        self._annotation.setAccessibleName("Annotation that is looked at")
        self._annotation.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._label.setBuddy(self._annotation)
        self.words.setPlaceholderText("Words of the surface")
        self.words.setAccessibleName("List surfaces with these words")
        self.words.setClearButtonEnabled(True)
        self._kind = Choice("Surfaces", _KINDS, [meaning(key) for key in _KIND_MEANINGS])
        self._length, self._number = _combo("Least length", _LENGTHS), _combo("Least number of places", _NUMBERS)
        self._summary = DoorLabel(words="text2", doors="accent")
        self._copy, self._save = _button("Copy"), _button("Save…")
        self._copy.setToolTip("Copy the list as CSV, with the columns of the command line.")
        self._save.setToolTip("Write the list to a file, and beside it where it came from.")
        flow_holder, last = QWidget(), QHBoxLayout()
        flow = FlowLayout(flow_holder)
        first = QWidget()
        row = QHBoxLayout(first)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._label)
        row.addWidget(self._annotation)
        for part in (first, self.words, self._kind, self._length, self._number):
            flow.addWidget(part)
        last.addWidget(self._summary, 1)
        last.addWidget(self._copy)
        last.addWidget(self._save)
        self._rows = QVBoxLayout(self)
        self._rows.addWidget(flow_holder)
        self._rows.addLayout(last)
        self._flow = flow
        self._restyle()

    def _restyle(self) -> None:
        unit = font_size(self.font()) / 13
        small = scaled_font(self.font(), DETAIL)
        self._summary.setFont(small)
        self._rows.setContentsMargins(round(12 * unit), round(8 * unit), round(12 * unit), round(4 * unit))
        self._rows.setSpacing(round(4 * unit))
        self._flow.setContentsMargins(0, 0, 0, 0)
        self._flow.setSpacing(round(8 * unit))
        self.words.setMinimumWidth(round(180 * unit))
        size = round(15 * unit)
        for button, icon in ((self._copy, "copy"), (self._save, "export")):
            button.setFont(small)
            button.setIcon(line_icon(icon, current_theme().text2, size))
            button.setIconSize(QSize(size, size))

    def _on_filter_changed(self) -> None:
        chosen = SurfaceFilter(
            self.words.text(),
            self._kind.place == 1,
            self._kind.place == 2,
            _LENGTHS[self._length.currentText()],
            _NUMBERS[self._number.currentText()],
        )
        if chosen != self._filter:
            self._filter = chosen
            self.filter_changed.emit(chosen)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_flow"):
            self._restyle()


def _combo(name: str, choices: dict[str, int]) -> QComboBox:
    combo = QComboBox()
    combo.addItems(list(choices))
    combo.setAccessibleName(name)
    combo.setToolTip(tooltip(f"{name} of the surfaces that are listed"))
    return combo


def _button(text: str) -> QToolButton:
    button = QToolButton()
    button.setText(text)
    button.setAccessibleName(f"{text.rstrip('…')} the list")
    button.setAutoRaise(True)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return button
