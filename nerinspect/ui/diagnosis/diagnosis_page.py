"""The parts of the diagnosis below each other: tables, differences, heat map, documents; and how they are copied."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QStyle, QWidget

from nerinspect.analysis.own_attributes import is_file_column
from nerinspect.analysis.retention import RETENTION
from nerinspect.errors import counted
from nerinspect.query.document_ranking import DocumentRanking
from nerinspect.results.table import Table
from nerinspect.ui.diagnosis.diagnosed import Diagnosed
from nerinspect.ui.diagnosis.difference_view import DifferencePicture, DifferenceView
from nerinspect.ui.diagnosis.differences import DIFFERENCES, Differences
from nerinspect.ui.diagnosis.document_rows import DOCUMENTS, DocumentList
from nerinspect.ui.diagnosis.document_table import DocumentTable
from nerinspect.ui.diagnosis.heat_map import HEAT_MAP, HeatMap
from nerinspect.ui.diagnosis.heat_view import HeatPicture, HeatView
from nerinspect.ui.diagnosis.special_tables import DrawnTable
from nerinspect.ui.diagnosis.table_rows import (
    ATTRIBUTE_COLUMNS,
    ATTRIBUTE_NAMES,
    ATTRIBUTES,
    EXTREME_NAMES,
    EXTREMES,
    attribute_groups,
    extreme_columns,
    extreme_groups,
)
from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.overview.titled import Titled
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.widgets.parts_page import PartsPage

TITLES = (ATTRIBUTES, EXTREMES, DIFFERENCES, HEAT_MAP, DOCUMENTS)
"""The tables there are."""

_GAP = 28  # at a font of 13 pixels
_MOST_ROWS = 36


class DiagnosisPage(PartsPage):
    """Show what is known of all systems.

    Parameters
    ----------
    header : QWidget
        Stands above all parts, and is scrolled with them.

    Signals
    -------
    door_opened : str, int
        The query of a number, and the number of the prediction it counts; -1 for the one on show.
    pair_chosen
        Other systems are compared.
    """

    door_opened = Signal(str, int)
    pair_chosen = Signal()

    def __init__(self, header: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(header, parent)
        self._diagnosed: Diagnosed | None = None
        self._ranked: tuple[DocumentRanking | None, int] = None, -1
        self._prediction = 0
        self.attributes = DrawnTable(
            NumberTableModel(ATTRIBUTE_COLUMNS, ATTRIBUTE_NAMES, ATTRIBUTES), most_rows=_MOST_ROWS
        )
        self._extremes = DrawnTable(
            NumberTableModel(extreme_columns(()), EXTREME_NAMES, EXTREMES), most_rows=_MOST_ROWS
        )
        self.comparison, self._heat, self.documents = DifferenceView(), HeatView(), DocumentTable()
        self._tables = {
            ATTRIBUTES: self.attributes, EXTREMES: self._extremes, HEAT_MAP: self._heat.table,
            DOCUMENTS: self.documents,
        }  # fmt: skip
        self._build_ui()
        self._connect()

    def forget(self, systems: Sequence[str]) -> None:
        """Show nothing until other systems are diagnosed."""
        self._diagnosed, self._ranked = None, (None, -1)
        self.comparison.pair.show_systems(systems)
        self.parts.hide()

    def show_diagnosed(self, diagnosed: Diagnosed, ranking: DocumentRanking, prediction: int) -> None:
        """Show all systems, and the documents of the one on show."""
        before, self._diagnosed, self._prediction = self._diagnosed, diagnosed, prediction
        if before is None or before.systems != diagnosed.systems:
            self.comparison.pair.show_systems(diagnosed.systems)
        names = {*diagnosed.systems, *(table.attribute.name for table in diagnosed.tables)}
        self._show_tables(diagnosed, names if before is None else None)
        with_retention = f"; {RETENTION} counts as a system" if RETENTION in diagnosed.systems else ""
        self._attribute_part.set_caption(f"mean value ζ, and how F1 goes with it{with_retention}")
        self._heat.show_attributes([table.attribute.name for table in diagnosed.tables])
        self._show_map()
        self._show_documents(diagnosed, ranking)
        self.parts.show()
        self._arrange()

    @property
    def sizes(self) -> tuple[int, int]:
        """How many systems and attributes the tables show."""
        assert self._diagnosed is not None, "systems were diagnosed"
        return len(self._diagnosed.systems), len(self._diagnosed.tables)

    def table(self, title: str) -> Table:
        """Give all rows of a table."""
        if title == DIFFERENCES:
            return self.differences.as_table()
        if title == HEAT_MAP:
            return self._heat_map.as_table()
        return self._tables[title].numbers.as_table()

    def attributes_in(self, title: str) -> tuple[str, ...]:
        """Name the attributes of a table or chart; none if they are those that are there without asking."""
        assert self._diagnosed is not None, "systems were diagnosed"
        if title == HEAT_MAP:
            return (self._diagnosed.bucketings[self._heat.attribute.currentIndex()].attribute.name,)
        attributes = [own.attribute for own in self._diagnosed.bucketings]
        return tuple(one.name for one in attributes) if any(map(is_file_column, attributes)) else ()

    def picture(self, name: str) -> QWidget:
        """Draw a chart for print."""
        return HeatPicture(self._heat_map) if name == HEAT_MAP else DifferencePicture(self.differences)

    @property
    def differences(self) -> Differences:
        """Those of the chosen pair."""
        assert self._diagnosed is not None, "systems were diagnosed"
        return Differences(self._diagnosed, *self.comparison.pair.places, self._prediction)

    @property
    def _heat_map(self) -> HeatMap:
        assert self._diagnosed is not None, "systems were diagnosed"
        return HeatMap(self._diagnosed, self._heat.attribute.currentIndex(), self._prediction)

    def _build_ui(self) -> None:
        unit = font_size(self.font()) / 13
        self._attribute_part, extreme_part = Titled(ATTRIBUTES, self.attributes), Titled(EXTREMES, self._extremes)
        extreme_part.set_caption("a click opens the bucket’s events in the system")
        self._document_part = Titled(DOCUMENTS, self.documents)
        self._tops, self._bottoms = (QBoxLayout(QBoxLayout.Direction.TopToBottom) for _ in range(2))
        pairs: tuple[tuple[QBoxLayout, tuple[QWidget, ...]], ...] = (
            (self._tops, (self._attribute_part, extreme_part)),
            (self._bottoms, (self._heat, self._document_part)),
        )
        for columns, pair in pairs:
            columns.setSpacing(round(_GAP * unit))
            for part in pair:
                columns.addWidget(part, 1)
        self.rows.addLayout(self._tops)
        self.rows.addWidget(self.comparison)
        self.rows.addLayout(self._bottoms)
        self._arrange()

    def _connect(self) -> None:
        for part in (self.attributes, self._extremes, self.documents, self.comparison, self._heat):
            part.door_opened.connect(self.door_opened)
        self.comparison.chosen.connect(self._on_pair_chosen)
        self._heat.chosen.connect(self._show_map)
        self.watch_tables(self._tables)

    def _arrange(self) -> None:
        """Put two parts beside each other, or below if there is no room."""
        scroll_bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        beside = 2 * self.margin + self._tops.spacing() + scroll_bar
        for columns, wanted in (
            (self._tops, self.attributes.minimumWidth() + self._extremes.minimumWidth()),
            (self._bottoms, self._heat.table.whole_width + self.documents.minimumWidth()),
        ):
            is_wide = self.width() >= wanted + beside
            columns.setDirection(QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom)

    def _show_tables(self, diagnosed: Diagnosed, is_open: Collection[str] | None) -> None:
        """Show all but the heat map and the documents; groups stay open if `is_open` does not name them."""
        self.attributes.numbers.set_groups(attribute_groups(diagnosed), is_open)
        self._extremes.set_columns(extreme_columns(diagnosed.tables))
        self._extremes.numbers.set_groups(extreme_groups(diagnosed, self._prediction), is_open)
        self._show_comparison(diagnosed)

    def _show_comparison(self, diagnosed: Diagnosed) -> None:
        """Show the chosen pair; nothing if there is no other system."""
        has_pair = len(diagnosed.systems) > 1
        self.comparison.setVisible(has_pair)
        if has_pair:
            self.comparison.show_differences(self.differences)

    def _show_documents(self, diagnosed: Diagnosed, ranking: DocumentRanking) -> None:
        """Show the documents of the system on show; another number of buckets leaves them as they are."""
        if (ranking, self._prediction) == self._ranked:
            return
        self._ranked = ranking, self._prediction
        predictions = diagnosed.study.predictions
        system = predictions[self._prediction].system
        n_runs = sum(one.system == system for one in predictions)
        documents = DocumentList(diagnosed.study, ranking, diagnosed.base, self._prediction, n_runs)
        self.documents.show_list(documents)
        self._document_part.set_caption(f"{system}, {counted(len(documents), 'document')}, by F1 of each")

    def _show_map(self) -> None:
        """Show the chosen attribute."""
        if self._diagnosed is not None:
            self._heat.show_map(self._heat_map)
            self._arrange()

    def _on_pair_chosen(self) -> None:
        if self._diagnosed is not None:
            self._show_comparison(self._diagnosed)
            self.pair_chosen.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_bottoms"):
            self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the parts beside each other, or below."""
        super().resizeEvent(event)
        if hasattr(self, "_bottoms"):
            self._arrange()
