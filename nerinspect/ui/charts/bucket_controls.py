"""What is chosen above the large chart of buckets."""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QWidget

from nerinspect.analysis.scores import Measure
from nerinspect.glossary import meaning
from nerinspect.ui.charts.bars import MEASURES
from nerinspect.ui.overview.bucket_scores import BucketScores
from nerinspect.ui.overview.choice import Choice
from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.restyling import is_restyling
from nerinspect.visible import visible


class ChartChoice(QWidget):
    """Let the user choose what the large chart shows.

    Signals
    -------
    changed
        Something else is to be shown.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._attribute, self._wanted = QComboBox(self), ""
        self._attribute.setAccessibleName("Attribute of the large chart")
        self._attribute.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._measure = Choice(
            "The large chart shows", MEASURES, [meaning(measure.lower()) for measure in MEASURES], self
        )
        self._others, self._table = QCheckBox("All systems", self), QCheckBox("Show as table", self)
        self._others.setToolTip("Bars of up to four systems side by side.")
        self._table.setToolTip("The numbers of the chart, below it; each opens its events.")
        self._attribute.activated.connect(self._on_attribute)
        self._measure.chosen.connect(lambda _place: self.changed.emit())
        for box in (self._others, self._table):
            box.toggled.connect(lambda _is_on: self.changed.emit())
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(round(8 * font_size(self.font()) / 13))
        for part in (self._attribute, self._measure, self._others, self._table):
            row.addWidget(part)
        self._restyle()

    @property
    def attribute(self) -> str:
        """Name of the attribute."""
        return self._attribute.currentData() or ""

    @property
    def wanted(self) -> str:
        """Name of the attribute that was chosen last, also if this study has no values of it; empty for none."""
        return self._wanted

    @property
    def measure(self) -> Measure:
        """What is to be drawn: recall where there is no precision, else what was chosen."""
        return "Recall" if self._measure.isHidden() else self.chosen_measure

    @property
    def chosen_measure(self) -> Measure:
        """One of `MEASURES`."""
        return MEASURES[self._measure.place]

    @property
    def has_others(self) -> bool:
        """Whether bars of several systems are wanted."""
        return self._others.isChecked() and not self._others.isHidden()

    @property
    def has_table(self) -> bool:
        """Whether the numbers are wanted as a table."""
        return self._table.isChecked()

    def offer(self, scores: BucketScores, has_others: bool) -> None:
        """Offer the attributes of a study, and other systems; what was chosen stays, if it is among them."""
        if [self._attribute.itemData(place) for place in range(self._attribute.count())] != [*scores.names]:
            self._attribute.clear()
            for one in scores.attributes:
                self._attribute.addItem(visible(f"{one.name}, {one.own.attribute.meaning}"), one.name)
            self.choose_attribute(self._wanted)
        self._others.setVisible(has_others)
        self._measure.setVisible(not scores.base.has_recall_alone)

    def choose_attribute(self, name: str) -> None:
        """Choose an attribute, now or when it is offered; without a signal."""
        self._wanted = name
        self._attribute.setCurrentIndex(max(self._attribute.findData(name), 0))

    def choose_measure(self, measure: str) -> None:
        """Choose a measure, without a signal."""
        self._measure.choose(MEASURES.index(measure) if measure in MEASURES else 0)

    def _on_attribute(self) -> None:
        self._wanted = self.attribute
        self.changed.emit()

    def _restyle(self) -> None:
        for part in (self._attribute, self._others, self._table):
            part.setFont(scaled_font(self.font(), DETAIL))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_table"):
            self._restyle()
