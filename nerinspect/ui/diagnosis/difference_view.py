"""The difference of two systems: who is compared, and the bars of every attribute on one axis."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from nerinspect.analysis.attribute import Attribute
from nerinspect.ui.diagnosis.differences import DIFFERENCES, Differences, difference_columns
from nerinspect.ui.diagnosis.pair_words import NOTHING, PairWords
from nerinspect.ui.diagnosis.special_tables import DifferenceTable
from nerinspect.ui.overview.titled import Titled
from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.plain_text import offer_names
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.widgets.door_label import DoorLabel

_GAP, _BETWEEN = 24, 14  # at a font of 13 pixels


class SystemPair(QWidget):
    """Let the user choose systems A and B.

    Signals
    -------
    chosen
        Another pair was chosen.
    """

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.a, self.b = QComboBox(self), QComboBox(self)
        self._wanted = ("", "")
        self._words = [QLabel(text, self) for text in ("A", "minus B")]
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for word, box, letter in zip(self._words, (self.a, self.b), "AB", strict=True):
            box.setAccessibleName(f"System {letter}")
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            box.setMaximumWidth(round(180 * font_size(self.font()) / 13))
            word.setBuddy(box)
            box.activated.connect(self._on_activated)
            row.addWidget(word)
            row.addWidget(box)
        self._restyle()

    @property
    def places(self) -> tuple[int, int]:
        """The places of A and B."""
        return self.a.currentIndex(), self.b.currentIndex()

    @property
    def wanted(self) -> tuple[str, str]:
        """The systems chosen last, whether or not they are on offer; empty if none ever were."""
        return self._wanted

    def want(self, a: str, b: str) -> None:
        """Choose systems, now or when they are on offer; without a signal."""
        self._wanted = a, b
        self.show_systems([self.a.itemData(place) for place in range(self.a.count())])

    def show_systems(self, systems: Sequence[str]) -> None:
        """Offer these systems; those chosen last, or the first two."""
        chosen = [systems.index(name) for name in self._wanted] if {*self._wanted} <= {*systems} else [0, 1]
        for box, place in zip((self.a, self.b), chosen, strict=True):
            box.clear()
            offer_names(box, systems)
            box.setCurrentIndex(min(place, len(systems) - 1))

    def _on_activated(self) -> None:
        self._wanted = self.a.currentData(), self.b.currentData()
        self.chosen.emit()

    def _restyle(self) -> None:
        for part in (*self._words, self.a, self.b):
            part.setFont(scaled_font(self.font(), DETAIL))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_words"):
            self._restyle()


class DifferenceGrid(QWidget):
    """Show the bars of all attributes, in as many columns as have room.

    Signals
    -------
    door_opened : str, int
        The query of a bucket, and the number of the prediction.
    """

    door_opened = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tables: list[DifferenceTable] = []
        self._parts: list[Titled] = []
        self._n_columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        unit = font_size(self.font()) / 13
        self._grid.setHorizontalSpacing(round(_GAP * unit))
        self._grid.setVerticalSpacing(round(_BETWEEN * unit))

    def show_differences(self, differences: Differences) -> None:
        """Show other differences; tables stay where the attributes do."""
        attributes = [table.attribute for table in differences.diagnosed.tables]
        if [one.name for one in attributes] != [table.numbers.title for table in self.tables]:
            self._rebuild(attributes)
        limit = differences.limit
        for number, table in enumerate(self.tables):
            table.set_columns(difference_columns(*differences.names))
            table.numbers.set_groups(differences.rows(number, limit))
        self._place()

    def minimumSizeHint(self) -> QSize:
        """Be content with the width of one table."""
        return QSize(self._widest, super().minimumSizeHint().height())

    @property
    def _widest(self) -> int:
        return max((table.minimumWidth() for table in self.tables), default=0)

    def _rebuild(self, attributes: Sequence[Attribute]) -> None:
        for part in self._parts:
            part.deleteLater()
        self.tables, self._parts, self._n_columns = [], [], 0
        for attribute in attributes:
            table = DifferenceTable(attribute.name, self)
            table.setAccessibleName(f"{DIFFERENCES}: {attribute.name}, {attribute.meaning}")
            table.door_opened.connect(self.door_opened)
            part = Titled(attribute.name, table, parent=self)
            in_tokens = ", counted in tokens" if attribute.unit == "token" else ""
            part.set_caption(("" if attribute.meaning == attribute.name else attribute.meaning) + in_tokens)
            self.tables.append(table)
            self._parts.append(part)

    def _place(self) -> None:
        """Lay the tables out in rows."""
        if not self._parts:
            return
        gap = self._grid.horizontalSpacing()
        most = max(min((self.width() + gap) // (self._widest + gap), len(self._parts)), 1)
        n_columns = ceil(len(self._parts) / ceil(len(self._parts) / most))  # rows of one length
        if n_columns == self._n_columns:
            return
        self._n_columns = n_columns
        for number, part in enumerate(self._parts):
            self._grid.addWidget(part, number // n_columns, number % n_columns)
        for column in range(self._grid.columnCount()):
            self._grid.setColumnStretch(column, int(column < n_columns))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the tables out anew."""
        super().resizeEvent(event)
        self._place()


class DifferenceView(QWidget):
    """Compare two systems.

    Signals
    -------
    chosen
        Another pair was chosen.
    door_opened : str, int
        The query of a bucket or of what one system finds alone, and the number of the prediction.
    """

    chosen = Signal()
    door_opened = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pair, self.grid, self._test = SystemPair(), DifferenceGrid(), DoorLabel()
        self._told = NOTHING
        self._test.setWordWrap(True)
        self._test.hide()
        self.part = Titled(DIFFERENCES, self._test, self.grid, beside=self.pair)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.part)
        self.pair.chosen.connect(self.chosen)
        self.grid.door_opened.connect(self.door_opened)
        self._test.query_requested.connect(lambda query: self.door_opened.emit(query, self._told.predictions[query]))
        self._restyle()

    def show_test(self, told: PairWords) -> None:
        """Say whether the two systems differ at all; nothing if there are no words."""
        self._told = told
        self._test.show_pieces(told.pieces)
        self._test.setVisible(bool(told.pieces))
        QWidget.setTabOrder(self.pair.b, self._test)  # which takes no focus until it has doors

    def show_differences(self, differences: Differences) -> None:
        """Show other differences."""
        a, b = differences.names
        reach = f"; one axis for all, to ±{100 * differences.limit:.2f}" if differences.limit else ""
        self.part.set_caption(
            f"F1 of {a} minus F1 of {b}: bars to the right where {a} is better, to the left where {b} is{reach}"
            if a != b
            else "choose two systems"
        )
        self.grid.show_differences(differences)
        for before, after in pairwise((self.pair.b, *self.grid.tables)):
            QWidget.setTabOrder(before, after)  # tables are made later than what stands below them

    def _restyle(self) -> None:
        self._test.setFont(scaled_font(self.font(), DETAIL))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_test"):
            self._restyle()
