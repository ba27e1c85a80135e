"""The buckets of an attribute as a filter: how well mentions with such values are found, and how many there are."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget

from nerinspect.analysis.attribute import BUCKET_RANGE, Attribute
from nerinspect.glossary.wording import Wording
from nerinspect.query.bucket_panel_counts import BucketPanelCounts
from nerinspect.query.selection import Selection
from nerinspect.results.attribute_facts import definition_key
from nerinspect.ui.models.bucket_model import BucketModel
from nerinspect.ui.models.bucket_rows import BucketColumn, kept_by
from nerinspect.ui.painting.values_row import ValuesStyle
from nerinspect.ui.panels.bucket_choices import Choice, ChoiceButton
from nerinspect.ui.panels.bucket_view import BucketView
from nerinspect.ui.panels.filter_panel import FilterPanel
from nerinspect.ui.theme import current_theme
from nerinspect.ui.widgets.number_menu import number_menu
from nerinspect.visible import visible

_NUMBERS = range(BUCKET_RANGE[0], BUCKET_RANGE[1] + 1)
_NUMBER_CHOICES = tuple(
    Choice(f"{n} buckets", f"{n}", "How many buckets are wanted; where values are equal, there may be fewer.")
    for n in _NUMBERS
)


class BucketPanel(FilterPanel):
    """Show the buckets of an attribute with F1, and let the user pick what a cell counts.

    Signals
    -------
    rows_picked(object, object)
        A list of names of buckets and the `BucketColumn` of the clicked cells: just what they count is to be kept, or
        to be freed if it is already.
    row_added(object, object)
        A bucket is to be added to the picked ones or taken away, and the column likewise.
    attribute_chosen(str)
        The name of another attribute.
    number_chosen(int)
        Another number of buckets.
    """

    rows_picked = Signal(object, object)
    row_added = Signal(object, object)
    attribute_chosen = Signal(str)
    number_chosen = Signal(int)
    view: BucketView

    def __init__(self, parent: QWidget | None = None) -> None:
        self._model = BucketModel()
        self._counts: BucketPanelCounts | None = None
        self._names: tuple[str, ...] = ()
        view = BucketView(self._model, ValuesStyle(current_theme(), QApplication.font()))
        self._caption = QLabel()
        self._caption.setTextFormat(Qt.TextFormat.PlainText)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(view)
        column.addWidget(self._caption)
        self.chooser = ChoiceButton("Attribute")
        super().__init__("Buckets", "bucket", view, body, parent)
        self.setObjectName("bucket_panel")
        self.section.add_tool(self.chooser)
        self.setTabOrder(self.section.head, self.chooser)
        self.setTabOrder(self.chooser, view.wanted)
        self.setTabOrder(view.wanted, view)
        view.chosen.connect(self._on_chosen)
        view.ranged.connect(self._on_ranged)
        view.wanted.chosen.connect(lambda place: self.number_chosen.emit(_NUMBERS[place]))
        self.chooser.chosen.connect(lambda place: self.attribute_chosen.emit(self._names[place]))
        self._restyle()

    @property
    def caption(self) -> str:
        """What is said below the table: what is counted, if that is not every mention; else empty."""
        return self._caption.text()

    def speak(self, wording: Wording) -> None:
        """Call the two sides so from the next counts on."""
        super().speak(wording)
        self._model.wording = wording

    def show_counts(
        self, attributes: Sequence[Attribute], counts: BucketPanelCounts, picked: Collection[str] = ()
    ) -> None:
        """Show the buckets of one attribute.

        Parameters
        ----------
        attributes : sequence of Attribute
            All that can be chosen.
        counts : BucketPanelCounts
            Members by bucket under the other filters.
        picked : collection of str
            Buckets that the filter names.
        """
        own = counts.own
        self._counts, self._names = counts, tuple(one.name for one in attributes)
        wording = self._model.wording
        choices = tuple(Choice(f"{one.name}, {one.meaning}", one.name, _meaning(one, wording)) for one in attributes)
        self.chooser.set_choices(choices, self._names.index(own.attribute.name))
        self.view.wanted.set_choices(_NUMBER_CHOICES, _NUMBERS.index(own.n_wanted))
        self.view.wanted.setVisible(own.attribute.scale != "name")
        self._model.set_counts(counts, picked)
        caption = _caption(counts)
        self._caption.setText(visible(f"{caption} of A" if caption and wording.is_neutral else caption))
        self._caption.setVisible(bool(self._caption.text()))
        self.view.fit()
        self._leave_room()
        if not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self._model.index(0, 0))

    def _restyle(self) -> None:
        style = ValuesStyle(current_theme(), self.font())
        self.view.restyle(style)
        self.chooser.restyle(style.head_font, style.theme.text)
        self._caption.setFont(style.head_font)
        self._caption.setContentsMargins(round(style.margin), 0, round(style.margin), 0)
        palette = self._caption.palette()
        palette.setColor(QPalette.ColorRole.WindowText, style.theme.text3)
        self._caption.setPalette(palette)
        self._leave_room()

    def _leave_room(self) -> None:
        """Let the chooser say the meaning of the attribute where the title leaves room for it."""
        self.chooser.set_room(self.width() - self.section.title_width)

    def _on_menu_requested(self, index: QModelIndex, place: QPoint) -> None:
        assert self._counts is not None, "what is on show was counted"
        others, column = Selection.from_filter(self._other_filters()), BucketColumn(index.column())
        query = kept_by(others, self._counts, [self._model.rows[index.row()].name], column).text
        menu = number_menu(self.view, index.data(), query, index.data(Qt.ItemDataRole.WhatsThisRole))
        menu.addSeparator()
        menu.addAction("Copy Table", self.view.copy)
        menu.popup(place)

    def _on_chosen(self, index: QModelIndex, is_added: bool) -> None:
        name, column = self._model.rows[index.row()].name, BucketColumn(index.column())
        if is_added:
            self.row_added.emit(name, column)
        else:
            self.rows_picked.emit([name], column)

    def _on_ranged(self, first: QModelIndex, last: QModelIndex) -> None:
        low, high = sorted((first.row(), last.row()))
        names = [row.name for row in self._model.rows[low : high + 1]]
        self.rows_picked.emit(names, BucketColumn(last.column()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the chooser follow the width."""
        super().resizeEvent(event)
        self._leave_room()


def _meaning(attribute: Attribute, wording: Wording) -> str:
    """Say what an attribute is."""
    key = definition_key(attribute)
    return wording.meaning(key) if key else attribute.meaning


def _caption(counts: BucketPanelCounts) -> str:
    """Say what is counted where that is not every mention."""
    if counts.own.attribute.unit == "token":
        return f"counted in tokens: {counts.caption}"
    return "" if counts.base.is_everything else counts.caption
