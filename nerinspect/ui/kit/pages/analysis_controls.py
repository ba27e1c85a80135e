"""How pages count: the number of buckets, columns of the files as attributes, the retention heuristic as a system."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QSpinBox, QWidget

from nerinspect.attributes.own import is_file_column
from nerinspect.events.study import BUCKET_RANGE, DEFAULT_BUCKETS, Study
from nerinspect.training.retention import RETENTION
from nerinspect.ui.desk.document import Document
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.theme.fonts import DETAIL, scaled_font


class NumberOfBuckets(Styled, QWidget):
    """Let the user choose the number of buckets.

    Signals
    -------
    chosen : int
        So many are wanted.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label, self._number = QLabel("Buckets", self), QSpinBox(self)
        self._number.setRange(*BUCKET_RANGE)
        self._number.setValue(DEFAULT_BUCKETS)
        self._number.setAccessibleName("Number of buckets")
        self._number.setToolTip("So many buckets for each attribute, where its values can be parted; type has its own.")
        self._label.setBuddy(self._number)
        self._number.valueChanged.connect(self.chosen)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for part in (self._label, self._number):
            row.addWidget(part)

    @property
    def number(self) -> int:
        """How many are wanted."""
        return self._number.value()

    def choose(self, number: int) -> None:
        """Show another number, without a signal."""
        self._number.blockSignals(True)
        self._number.setValue(number)
        self._number.blockSignals(False)

    def _restyle(self) -> None:
        for part in (self._label, self._number):
            part.setFont(scaled_font(self.font(), DETAIL))


class AnalysisControls(Styled, QWidget):
    """Let the user choose what all pages of a window share.

    Parameters
    ----------
    document : Document
        Whose choice they show and change.
    has_attributes : bool
        Whether the page shows attributes; else only the systems are to be chosen.
    """

    def __init__(self, document: Document, has_attributes: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._has_attributes = document, has_attributes
        self._number = NumberOfBuckets(self)
        self._columns, self._retention = QCheckBox("Columns of the files", self), QCheckBox("With retention", self)
        self._columns.setToolTip("Draw and list further columns of the data files as attributes.")
        self._retention.setToolTip(
            "Count the retention heuristic, which knows nothing but the training data, as a system: "
            "in pairs, correlations, tests and charts."
        )
        self._number.chosen.connect(lambda number: self._choose(n_buckets=number))
        self._columns.clicked.connect(lambda is_on: self._choose(has_columns=is_on))
        self._retention.clicked.connect(lambda is_on: self._choose(has_retention=is_on))
        self._number.setVisible(has_attributes)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for part in (self._number, self._columns, self._retention):
            row.addWidget(part)
        self.offer(None)
        self._follow()
        document.analysis_changed.connect(self._follow)

    def offer(self, study: Study | None) -> None:
        """Offer only what a study has."""
        has_columns = study is not None and any(map(is_file_column, study.attributes))
        self._columns.setVisible(self._has_attributes and has_columns)
        self._retention.setVisible(study is not None and RETENTION in study.systems)

    def _choose(self, **changed: Any) -> None:  # noqa: ANN401 - fields of the choice
        self._document.choose_analysis(replace(self._document.analysis, **changed))

    def _follow(self) -> None:
        """Show what was chosen, here or elsewhere."""
        choice = self._document.analysis
        self._number.choose(choice.n_buckets)
        self._columns.setChecked(choice.has_columns)
        self._retention.setChecked(choice.has_retention)

    def _restyle(self) -> None:
        for part in (self._columns, self._retention):
            part.setFont(scaled_font(self.font(), DETAIL))
