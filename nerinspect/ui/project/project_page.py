"""The tables over data sets below each other."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from nerinspect.results.project_tables import ProjectTable, notes_on_means, system_names
from nerinspect.results.table import Table
from nerinspect.ui.overview.choice import Choice
from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.overview.titled import Titled
from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.plain_text import offer_names
from nerinspect.ui.project.attribute_rows import (
    ATTRIBUTES,
    MEANINGS,
    MEASURES,
    WINNERS,
    attribute_columns,
    attribute_names,
    attribute_rows,
    winner_columns,
    winner_rows,
)
from nerinspect.ui.project.data_sets import ReadDataSet
from nerinspect.ui.project.score_rows import (
    PAIR_COLUMNS,
    PAIR_NAMES,
    PAIRS,
    SCORES,
    pair_rows,
    score_columns,
    score_rows,
)
from nerinspect.ui.project.tables import Matrix, PairTable
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.widgets.ground import Ground

_MARGIN: Final = 18  # at a font of 13 pixels

TABLES: Final[dict[str, ProjectTable]] = {
    SCORES: "scores", PAIRS: "pairs", ATTRIBUTES: "attributes", WINNERS: "winners",
}  # fmt: skip
"""The tables by title, and what the command line calls them."""

_CAPTIONS: Final = {
    SCORES: "a click opens the data set with the system; the menu of a row renames, moves or removes it",
    PAIRS: "a click shows the data sets that a number counts",
    ATTRIBUTES: "a click opens the diagnosis of the data set",
    WINNERS: "a click opens the bucket in its data set, with the winner and the second side by side",
}
_BEST: Final = "the best of each row in semibold"


class AttributeChoice(QWidget):
    """Let the user choose the attribute whose buckets are shown.

    Signals
    -------
    chosen
        Another attribute was chosen.
    """

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box, self._word = QComboBox(self), QLabel("Attribute", self)
        self.box.setAccessibleName("Attribute")
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._word.setBuddy(self.box)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._word)
        row.addWidget(self.box)
        self.box.activated.connect(self.chosen)
        self._restyle()

    def offer(self, names: Sequence[str]) -> None:
        """Offer these attributes; the one chosen before stays."""
        before = self.box.currentData()
        if list(names) != [self.box.itemData(place) for place in range(self.box.count())]:
            self.box.clear()
            offer_names(self.box, names)
            self.box.setCurrentIndex(max(self.box.findData(before), 0))

    def _restyle(self) -> None:
        for part in (self._word, self.box):
            part.setFont(scaled_font(self.font(), DETAIL))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_word"):
            self._restyle()


class ProjectPage(QScrollArea):
    """Show data sets side by side.

    Parameters
    ----------
    header : QWidget
        Stands above all parts, and is scrolled with them.

    Signals
    -------
    data_set_opened : DataSetDoor
        A number was chosen.
    read_requested : int
        A data set that was not read is to be read after all.
    table_focused : str
        The table of this title has the focus.
    menu_shown : QMenu, int
        A menu is to be shown on a row of the scores; more may be added.
    """

    data_set_opened = Signal(object)
    read_requested = Signal(int)
    table_focused = Signal(str)
    menu_shown = Signal(object, int)

    def __init__(self, header: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._read: list[ReadDataSet] = []
        self._ahead: dict[str, int] = {}
        self.scores, self.pairs = Matrix(SCORES, "Data set"), PairTable()
        self.attributes, self.winners = Matrix(ATTRIBUTES, "Attribute"), Matrix(WINNERS, "Bucket")
        self.measure, self.attribute = Choice("Number", MEASURES, MEANINGS), AttributeChoice()
        self._tables = {
            SCORES: self.scores, PAIRS: self.pairs, ATTRIBUTES: self.attributes, WINNERS: self.winners,
        }  # fmt: skip
        beside = {ATTRIBUTES: self.measure, WINNERS: self.attribute}
        self._parts = {title: Titled(title, table, beside=beside.get(title)) for title, table in self._tables.items()}
        self._build_ui(header)
        for table in (self.scores, self.pairs, self.attributes, self.winners):
            table.data_set_opened.connect(self.data_set_opened)
            table.read_requested.connect(self.read_requested)
            table.installEventFilter(self)
        self.scores.menu_shown.connect(self.menu_shown)
        self.pairs.members_chosen.connect(self._on_members_chosen)
        self.measure.chosen.connect(self._show_attributes)
        self.attribute.chosen.connect(self._show_winners)

    def show_results(self, names: Sequence[str], read: Sequence[ReadDataSet | None], words: Sequence[str]) -> None:
        """Show what is known of all data sets; the parameters are those of `score_rows`."""
        self._read = [one for one in read if one is not None]
        self.scores.show_rows(score_columns(names, self._read), score_rows(names, read, words))
        pairs = pair_rows(self._read, self._ahead)
        self.pairs.show_pairs(pairs)
        self._parts[PAIRS].setVisible(bool(pairs))
        for title in (ATTRIBUTES, WINNERS):
            self._parts[title].setVisible(bool(self._read))
        results = [one.result for one in self._read]
        best = [_BEST] if len(system_names(results)) > 1 else []
        self._parts[SCORES].set_caption("; ".join([_CAPTIONS[SCORES], *best, *notes_on_means(results)]))
        self.attribute.offer(attribute_names(self._read))
        self._show_attributes()
        self._show_winners()

    def table(self, title: str) -> Table:
        """Give all rows of a table, folded ones and others that are not on screen too."""
        if title != PAIRS:
            return self._tables[title].numbers.as_table()
        whole = NumberTableModel(PAIR_COLUMNS, PAIR_NAMES, PAIRS)
        whole.set_groups(pair_rows(self._read))
        return whole.as_table()

    @property
    def offered(self) -> list[str]:
        """The titles of the tables on show."""
        return [title for title, part in self._parts.items() if not part.isHidden()]

    def _on_members_chosen(self, pair: str, which: int) -> None:
        """Show the data sets that a number of a pair counts; the same number folds them away."""
        if self.pairs.fold(pair) and self._ahead.get(pair, 0) == which:
            which, shown = 0, ""
        else:
            shown = pair
        self._ahead[pair] = which
        self.pairs.show_pairs(pair_rows(self._read, self._ahead), shown)

    def _show_attributes(self) -> None:
        measure = self.measure.place
        self.attributes.show_rows(attribute_columns(self._read, measure), attribute_rows(self._read, measure))

    def _show_winners(self) -> None:
        rows = winner_rows(self._read, self.attribute.box.currentData())
        self.winners.show_rows(winner_columns(self._read), rows)

    def _build_ui(self, header: QWidget) -> None:
        margin, page = round(_MARGIN * font_size(self.font()) / 13), Ground()
        whole = QVBoxLayout(page)
        whole.setContentsMargins(margin, margin, margin, margin)
        whole.setSpacing(margin)
        whole.addWidget(header)
        for title, part in self._parts.items():
            part.set_caption(_CAPTIONS[title])
            whole.addWidget(part)
        whole.addStretch(1)
        self.setWidget(page)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Tell which table has the focus."""
        if event.type() == QEvent.Type.FocusIn:
            self.table_focused.emit(next((title for title, table in self._tables.items() if table is watched), ""))
        return False
