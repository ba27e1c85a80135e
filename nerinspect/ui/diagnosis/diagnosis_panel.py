"""The diagnosis: which attributes make mentions hard, where systems are weak, where two differ, which documents."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QScrollArea, QStyle, QVBoxLayout, QWidget

from nerinspect.analysis.study import Study
from nerinspect.errors import counted
from nerinspect.io.diagnosis_file import DiagnosisOrigin
from nerinspect.io.request import LoadRequest
from nerinspect.query.selection import Selection
from nerinspect.results.table import Table
from nerinspect.ui.announcing import announce
from nerinspect.ui.diagnosis.bucket_choice import BucketChoice
from nerinspect.ui.diagnosis.diagnosed import Diagnosed
from nerinspect.ui.diagnosis.diagnoser import Diagnoser
from nerinspect.ui.diagnosis.difference_view import DifferenceView
from nerinspect.ui.diagnosis.differences import DIFFERENCES, Differences
from nerinspect.ui.diagnosis.document_rows import DOCUMENTS, DocumentList
from nerinspect.ui.diagnosis.document_table import DocumentTable, documents_text
from nerinspect.ui.diagnosis.heat_map import HEAT_MAP, HeatMap
from nerinspect.ui.diagnosis.heat_view import HeatView
from nerinspect.ui.diagnosis.pictures import DifferencePicture, HeatPicture
from nerinspect.ui.diagnosis.table_rows import (
    ATTRIBUTE_COLUMNS,
    ATTRIBUTE_NAMES,
    ATTRIBUTES,
    EXTREME_COLUMNS,
    EXTREME_NAMES,
    EXTREMES,
    attribute_groups,
    extreme_groups,
)
from nerinspect.ui.overview.base_text import filter_pieces
from nerinspect.ui.overview.copying import COPIED, table_text
from nerinspect.ui.overview.file_saver import FileSaver
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.table_copier import TableCopier
from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.overview.titled import Titled
from nerinspect.ui.overview.top_row import TopRow
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme
from nerinspect.ui.widgets.door_label import Piece
from nerinspect.ui.widgets.progress_strip import ProgressStrip

_MARGIN, _GAP = 18, 28  # at a font of 13 pixels
_MOST_ROWS = 36
_TITLES = (ATTRIBUTES, EXTREMES, DIFFERENCES, HEAT_MAP, DOCUMENTS)
_NO_PREDICTION = "There is no prediction: open one with this reference to see where it fails."


class DiagnosisPanel(QWidget):
    """Diagnose all systems of a study; every score opens the events behind it.

    Nothing is computed while it is hidden.

    Signals
    -------
    query_requested : str
        A query of the query language: the events that a number counts.
    prediction_requested : int
        The events that are asked for next are those of another prediction.
    message_requested : str
        A sentence to show: what was copied or saved.
    warning_requested : str
        A sentence to show: what could not be computed or saved, and why.
    """

    query_requested = Signal(str)
    prediction_requested = Signal(int)
    message_requested = Signal(str)
    warning_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("diagnosis_panel")
        self.setAccessibleName("Diagnosis")
        self._study: Study | None = None
        self._request = LoadRequest("")
        self._prediction, self._selection = 0, Selection()
        self._shown: DiagnosisOrigin | None = None  # of the numbers on screen
        self._diagnoser = Diagnoser(self)
        self._build_ui()
        self._connect()

    def show_study(
        self, study: Study, request: LoadRequest, prediction: int = 0, selection: Selection | None = None
    ) -> None:
        """Show another study, at once or when the page is next shown.

        Parameters
        ----------
        study : Study
            Reference and predictions.
        request : LoadRequest
            How it was loaded.
        prediction : int
            The one on show.
        selection : Selection, optional
            What is selected in all panels; nothing, if left out.
        """
        self._study, self._request = study, request
        self._prediction, self._selection, self._shown = prediction, selection or Selection(), None
        self._diagnoser.forget()
        self._comparison.pair.show_systems(study.systems)
        self._offer_tables()
        self._parts.setVisible(False)
        self._refresh()

    def show_prediction(self, prediction: int) -> None:
        """Rank the documents by another prediction's system."""
        self._prediction = prediction
        self._refresh()

    def show_selection(self, selection: Selection) -> None:
        """Follow another selection, if only what it keeps is counted."""
        self._selection = selection
        self._refresh()

    @property
    def is_complete(self) -> bool:
        """Whether all numbers that were asked for are on show."""
        return self._shown is not None and not self._diagnoser.is_running

    @property
    def spoken_state(self) -> str:
        """Why there is nothing to show; empty if there is."""
        return self._empty.text()

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        for worker in (self._diagnoser, self._saver, self._copier):
            worker.shutdown()

    def _build_ui(self) -> None:
        unit = font_size(self.font()) / 13
        self._margin = round(_MARGIN * unit)
        self._buckets, self._top = BucketChoice(), TopRow((DIFFERENCES, HEAT_MAP))
        self._progress, self._empty = ProgressStrip(), QLabel()
        self._empty.hide()
        self._attributes = NumberTable(
            NumberTableModel(ATTRIBUTE_COLUMNS, ATTRIBUTE_NAMES, ATTRIBUTES, self), most_rows=_MOST_ROWS
        )
        self._extremes = NumberTable(
            NumberTableModel(EXTREME_COLUMNS, EXTREME_NAMES, EXTREMES, self), most_rows=_MOST_ROWS
        )
        self._comparison, self._heat, self._documents = DifferenceView(), HeatView(), DocumentTable()
        self._attribute_part = Titled(ATTRIBUTES, self._attributes)
        self._extreme_part = Titled(EXTREMES, self._extremes)
        self._document_part = Titled(DOCUMENTS, self._documents)
        self._tops, self._bottoms = (QBoxLayout(QBoxLayout.Direction.TopToBottom) for _ in range(2))
        pairs: tuple[tuple[QBoxLayout, tuple[QWidget, ...]], ...] = (
            (self._tops, (self._attribute_part, self._extreme_part)),
            (self._bottoms, (self._heat, self._document_part)),
        )
        for columns, pair in pairs:
            columns.setSpacing(round(_GAP * unit))
            for part in pair:
                columns.addWidget(part, 1)
        self._parts, self._page = QWidget(), QWidget()
        rows = QVBoxLayout(self._parts)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(self._margin)
        rows.addLayout(self._tops)
        rows.addWidget(self._comparison)
        rows.addLayout(self._bottoms)
        page = QVBoxLayout(self._page)
        page.setContentsMargins(self._margin, self._margin, self._margin, self._margin)
        page.setSpacing(self._margin)
        first = QHBoxLayout()
        first.setSpacing(self._margin)
        first.addWidget(self._buckets, alignment=Qt.AlignmentFlag.AlignTop)
        first.addWidget(self._top, 1)
        page.addLayout(first)
        for part in (self._empty, self._parts):
            page.addWidget(part)
        page.addStretch(1)
        self._page.setAutoFillBackground(True)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(self._page)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self._progress)
        outer.addWidget(area, 1)
        self._parts.setVisible(False)
        self._offer_tables()
        self._saver, self._copier = FileSaver(self), TableCopier(self)
        self._restyle()

    def _connect(self) -> None:
        for table in (self._attributes, self._extremes, self._documents):
            table.door_opened.connect(self._on_door_opened)
        for part in (self._comparison, self._heat):
            part.door_opened.connect(self._on_door_opened)
        self._comparison.chosen.connect(self._show_comparison)
        self._heat.chosen.connect(self._show_map)
        self._buckets.chosen.connect(self._refresh)
        self._top.door_opened.connect(self.query_requested)
        self._top.counted_changed.connect(lambda _is_kept: self._refresh())
        self._top.copy_requested.connect(self._on_copy_requested)
        self._top.table_requested.connect(self._on_table_requested)
        self._top.chart_requested.connect(self._on_chart_requested)
        self._documents.copy_requested.connect(self._on_list_copy_requested)
        for told in (self._saver.saved, self._copier.told):
            told.connect(self.message_requested)
        for failed in (self._saver.failed, self._copier.failed, self._diagnoser.failed):
            failed.connect(self.warning_requested)
        self._diagnoser.begun.connect(lambda: self._progress.begin("Diagnosing"))
        self._diagnoser.ended.connect(self._progress.hide)
        self._diagnoser.diagnosed.connect(self._show)
        self._progress.cancelled.connect(self._diagnoser.cancel)
        for table in self._focusable:
            table.installEventFilter(self)

    @property
    def _focusable(self) -> dict[NumberTable, str]:
        """The tables that stay, with their titles."""
        return {
            self._attributes: ATTRIBUTES, self._extremes: EXTREMES,
            self._heat.table: HEAT_MAP, self._documents: DOCUMENTS,
        }  # fmt: skip

    def _restyle(self) -> None:
        """Lay the page on the ground of tables; texts on it keep the roles they have on a window."""
        colours = QPalette()
        colours.setColor(QPalette.ColorRole.Window, current_theme().base)
        self._page.setPalette(colours)
        self._arrange()

    def _arrange(self) -> None:
        """Put two parts beside each other, or below if there is no room."""
        scroll_bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        beside = 2 * self._margin + self._tops.spacing() + scroll_bar
        pairs = (
            (self._tops, (self._attributes, self._extremes)),
            (self._bottoms, (self._heat, self._documents)),
        )
        for columns, tables in pairs:
            least = sum(max(table.minimumWidth(), table.minimumSizeHint().width()) for table in tables)
            is_wide = self.width() >= least + beside
            columns.setDirection(QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom)

    def _refresh(self) -> None:
        """Diagnose what is not diagnosed yet; then it is shown."""
        study = self._study
        if study is None or not self.isVisible():
            return
        has_any = bool(study.predictions)
        self._empty.setText("" if has_any else _NO_PREDICTION)
        self._empty.setVisible(not has_any)
        if has_any:
            origin = self._origin(study)
            self._diagnoser.diagnose(study, origin.base, self._buckets.number, self._system)

    @property
    def _system(self) -> str:
        """The system on show."""
        assert self._study is not None, "a system of it is on show"
        return self._study.predictions[self._prediction].system

    def _origin(self, study: Study) -> DiagnosisOrigin:
        """Say what is to be counted."""
        kept = self._selection if self._top.counted.place else None
        return DiagnosisOrigin(study, self._request, kept, self._buckets.number)

    def _show(self) -> None:
        study, diagnosed, ranking = self._study, self._diagnoser.result, self._diagnoser.ranking
        assert study is not None, "only a study is diagnosed"
        assert diagnosed is not None, "it was just made"
        assert ranking is not None, "it was just made"
        is_first = self._shown is None
        self._shown = self._origin(study)
        is_open = set(map(str, (*study.systems, *(table.attribute.name for table in diagnosed.tables))))
        self._attributes.numbers.set_groups(attribute_groups(diagnosed), is_open if is_first else None)
        self._extremes.numbers.set_groups(extreme_groups(diagnosed, self._prediction), is_open if is_first else None)
        self._say_base(diagnosed)
        self._show_comparison()
        self._heat.show_attributes([table.attribute.name for table in diagnosed.tables])
        self._show_map()
        n_runs = sum(one.system == self._system for one in study.predictions)
        documents = DocumentList(study, ranking, diagnosed.base, self._prediction, n_runs)
        self._documents.show_list(documents)
        self._document_part.set_caption(f"{self._system}, {counted(len(documents), 'document')}, by F1 of each")
        self._parts.setVisible(True)
        self._arrange()
        announce(self, f"{counted(len(diagnosed.tables), 'attribute')}, {counted(len(study.systems), 'system')}")

    def _say_base(self, diagnosed: Diagnosed) -> None:
        """Say over the tables what was counted."""
        shown = self._shown
        assert shown is not None, "numbers are on show"
        n_systems = counted(len(diagnosed.systems), "system")
        self._top.show_summary([Piece(f"{n_systems}, {counted(len(diagnosed.tables), 'attribute')}")])
        self._top.show_filter(filter_pieces(self._selection) if shown.kept is not None else ())
        self._attribute_part.set_caption("mean value ζ, and how F1 goes with it")
        self._extreme_part.set_caption("a click opens the bucket’s events in the system")

    def _show_comparison(self) -> None:
        """Show the chosen pair; nothing if there is no other system."""
        diagnosed = self._diagnoser.result
        if diagnosed is None:
            return
        self._comparison.setVisible(len(diagnosed.systems) > 1)
        if len(diagnosed.systems) > 1:
            self._comparison.show_differences(self._differences(diagnosed))

    def _show_map(self) -> None:
        """Show the chosen attribute."""
        if (diagnosed := self._diagnoser.result) is not None:
            self._heat.show_map(self._heat_map(diagnosed))

    def _differences(self, diagnosed: Diagnosed) -> Differences:
        return Differences(diagnosed, *self._comparison.pair.places, self._prediction)

    def _heat_map(self, diagnosed: Diagnosed) -> HeatMap:
        return HeatMap(diagnosed, self._heat.attribute.currentIndex(), self._prediction)

    def _on_door_opened(self, query: str, prediction: int) -> None:
        if prediction not in (-1, self._prediction):
            self.prediction_requested.emit(prediction)
        self.query_requested.emit(query)

    def _on_copy_requested(self, title: str, form: str) -> None:
        if self._shown is not None:
            systems = self._systems_in(title)
            write = partial(table_text, form=COPIED[form], title=title, origin=self._shown, systems=systems)
            self._copier.copy(self._table(title), write, title, form, self._is_long(title))

    def _on_list_copy_requested(self) -> None:
        self._copier.copy(self._documents.numbers.as_table(), documents_text, DOCUMENTS, is_long=True)

    def _on_table_requested(self, title: str) -> None:
        if self._shown is not None:
            systems, is_long = self._systems_in(title), self._is_long(title)
            self._saver.save_table(self._table(title), title, self._shown, systems, is_long)

    def _on_chart_requested(self, name: str) -> None:
        diagnosed = self._diagnoser.result
        if self._shown is None or diagnosed is None:
            return
        if name == DIFFERENCES and len(diagnosed.systems) == 1:
            self.warning_requested.emit("There is one system; a difference takes two.")
        else:
            picture = (
                HeatPicture(self._heat_map(diagnosed))
                if name == HEAT_MAP
                else DifferencePicture(self._differences(diagnosed))
            )
            self._saver.save_chart(picture, name, self._shown, self._systems_in(name))

    def _is_long(self, title: str) -> bool:
        return title == DOCUMENTS and self._documents.numbers.is_long

    def _table(self, title: str) -> Table:
        diagnosed = self._diagnoser.result
        assert diagnosed is not None, "its tables are on show"
        if title == DIFFERENCES:
            return self._differences(diagnosed).as_table()
        if title == HEAT_MAP:
            return self._heat_map(diagnosed).as_table()
        return next(table for table, name in self._focusable.items() if name == title).numbers.as_table()

    def _systems_in(self, title: str) -> Sequence[str]:
        diagnosed = self._diagnoser.result
        assert diagnosed is not None, "its numbers are on show"
        if title == DOCUMENTS:
            return (self._system,)
        return self._differences(diagnosed).names if title == DIFFERENCES else diagnosed.systems

    def _offer_tables(self, focused: str = "") -> None:
        """Offer to copy and to save the tables, the one that has the focus first."""
        has_pair = self._study is not None and len(self._study.systems) > 1
        titles = [title for title in _TITLES if has_pair or title != DIFFERENCES]
        self._top.offer_tables(sorted(titles, key=lambda title: title != focused))

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Offer the table that has the focus first."""
        if event.type() == QEvent.Type.FocusIn:
            self._offer_tables(next(title for table, title in self._focusable.items() if table is watched))
        return False

    def showEvent(self, event: QShowEvent) -> None:
        """Diagnose what was put off."""
        super().showEvent(event)
        self._refresh()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the first table."""
        self._attributes.setFocus(event.reason())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_saver"):
            self._restyle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the parts beside each other, or below."""
        super().resizeEvent(event)
        self._arrange()
