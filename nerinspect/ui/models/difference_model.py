"""The difference of F1, or of recall, of A and B, for all mentions and by type."""

from collections.abc import Collection
from math import isnan
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt

from nerinspect.analysis.percent import UNDEFINED
from nerinspect.analysis.scores import Measure
from nerinspect.analysis.significance import p_in_words
from nerinspect.glossary import meaning
from nerinspect.ui.models.compared_cells import NO_INDEX, CellRole, ComparedModel, Index

if TYPE_CHECKING:
    from nerinspect.query.comparison import ComparedType

NAME, POINTS, INTERVAL = range(3)
ALL: Final = "all"
_MINUS: Final = "−"


class DifferenceModel(ComparedModel):
    """A row for all counted mentions, then one for each type.

    Attributes
    ----------
    is_stale : bool
        Whether newer numbers are on their way.
    measure : str
        What A and B are compared by.
    """

    titles = ("", "A − B", "95 % interval")

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[ComparedType, ...] = ()
        self._caption = ""
        self._picked: frozenset[object] = frozenset()
        self._names = ("A", "B")
        self.is_stale = False
        self.measure: Measure = "F1"

    @property
    def limits(self) -> tuple[float, float]:
        """Where the axis ends: at the lowest and the highest interval, and never beside zero."""
        numbers = [0.0]
        for row in self._rows:
            spread = row.bootstrap
            numbers += [end for end in (spread.difference, spread.low, spread.high) if end == end]
        return min(numbers), max(numbers)

    def set_rows(
        self, rows: "Collection[ComparedType]", names: tuple[str, str], caption: str, measure: Measure = "F1"
    ) -> None:
        """Show other numbers.

        Parameters
        ----------
        rows : collection of ComparedType
            All mentions, then each type.
        names : tuple of str
            What A and B are called.
        caption : str
            The mentions that are counted.
        measure : str
            What A and B are compared by.
        """
        self.measure = measure
        is_other = [row.type_name for row in rows] != [row.type_name for row in self._rows]
        if is_other:
            self.beginResetModel()
        self._rows, self._names, self._caption, self.is_stale = tuple(rows), names, caption, False
        if is_other:
            self.endResetModel()
        else:
            self.announce()
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, NAME, NAME)

    def set_stale(self) -> None:
        """Dim what is shown: newer numbers are on their way."""
        self.is_stale = True
        self.announce()

    def set_picked(self, picked: Collection[object]) -> None:
        """Mark other types as those that the filter names."""
        self._picked = frozenset(picked)
        self.announce()

    def row(self, place: int) -> "ComparedType":
        """Give what a row says."""
        return self._rows[place]

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Count all mentions and the types."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give what one cell shows; its value is the row."""
        return self._rows[index.row()] if role == CellRole.VALUE else super().data(index, role)

    def text(self, index: Index) -> str:
        """Write name, difference or interval, in points of a hundred."""
        row = self._rows[index.row()]
        match index.column():
            case 1:
                return points_text(row.bootstrap.difference)
            case 2:
                return interval_text(row)
        return row.type_name or ALL

    def is_picked(self, index: Index) -> bool:
        """Tell whether the filter names the type."""
        name = self._rows[index.row()].type_name
        return name is not None and name in self._picked

    def is_dim(self, index: Index) -> bool:
        """Dim what is stale, and what rests on few mentions."""
        return self.is_stale or self._rows[index.row()].is_small

    def spoken(self, index: Index) -> str:
        """Say the whole row."""
        row = self._rows[index.row()]
        small = f", small sample: {row.sample_in_words}" if row.is_small else ""
        points, interval = points_text(row.bootstrap.difference), interval_text(row)
        return f"{row.type_name or 'all mentions'}: A minus B {points}, 95 percent interval {interval}{small}"

    def explained(self, index: Index) -> str:
        """Say both scores, how they were compared and what the interval means."""
        row, spread = self._rows[index.row()], self._rows[index.row()].bootstrap
        (a, b), lines = self._names, [row.type_name] if row.type_name else []
        n_runs = max(len(row.counts_a), len(row.counts_b))
        mean = "Each is the mean over its runs. " if n_runs > 1 else ""
        scores = f"{row.measure} of A, {a}: {_score(row.score_a)}; of B, {b}: {_score(row.score_b)}."
        lines.append(f"{scores} {mean}The difference is taken before rounding.")
        if spread.n_samples:
            lines.append(f"A − B: {points_text(spread.difference)}; 95 % interval {interval_text(row)}.")
            lines.append(f"{p_in_words(spread.p)} over {spread.n_samples:,} samples; {row.sample_in_words}.")
        else:
            lines.append(f"–: {row.measure} of A or of B is undefined, since there are no mentions to score.")
        lines.append(meaning("bootstrap_interval"))
        if row.is_small:
            lines.append(f"small: {meaning('small_sample')}")
        return "\n".join(lines)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Name a column; over the names stands what is counted."""
        if (orientation, section, role) == (Qt.Orientation.Horizontal, NAME, Qt.ItemDataRole.DisplayRole):
            return self._caption
        return super().headerData(section, orientation, role)

    def title_explained(self, section: int) -> str:
        """Say what the numbers are."""
        return meaning("bootstrap_interval") if section == INTERVAL else difference_meaning(self.measure)

    def as_tsv(self) -> str:
        """Write all rows with both scores, as text that a spreadsheet takes."""
        scores = f"{self.measure} A", f"{self.measure} B"
        lines = [["Type", *scores, "A − B", "Low", "High", "p (bootstrap)", "Only A", "Only B", "p (McNemar)"]]
        for row in self._rows:
            spread = row.bootstrap
            numbers = [_score(row.score_a), _score(row.score_b), *map(points_text, (spread.difference, spread.low))]
            numbers += [points_text(spread.high), f"{spread.p:.4g}", str(row.only_a), str(row.only_b)]
            name = " ".join((row.type_name or ALL).split())
            lines.append([name, *numbers, f"{row.mcnemar_p:.4g}"])
        return "".join("\t".join(line) + "\n" for line in lines)


def difference_meaning(measure: Measure) -> str:
    """Say what the difference of F1, or of recall, is."""
    return meaning("f1_difference" if measure == "F1" else "recall_difference")


def points_text(difference: float) -> str:
    """Write a difference of scores in points of a hundred, such as `+4.39`; what rounds to nothing has no sign."""
    if isnan(difference):
        return UNDEFINED
    text = f"{abs(100 * difference):.2f}"
    return text if not float(text) else ("+" if difference > 0 else _MINUS) + text


def interval_text(row: "ComparedType") -> str:
    """Write an interval, such as `3.38 to 5.42`."""
    if not row.bootstrap.n_samples:
        return UNDEFINED
    return " to ".join(points_text(end).removeprefix("+") for end in (row.bootstrap.low, row.bootstrap.high))


def _score(score: float) -> str:
    return UNDEFINED if score != score else f"{100 * score:.2f}"
