"""Small tables whose numbers are doors: each cell knows the query for exactly what it counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from nerinspect.analysis.events import ERROR_KINDS, KIND_NAMES, KINDS
from nerinspect.analysis.percent import percent_text
from nerinspect.analysis.scores import Counts, Tally

Index = QModelIndex | QPersistentModelIndex

QUERY_ROLE: Final = Qt.ItemDataRole.UserRole
"""The query a cell stands for; empty where it is no door."""

KIND_ROLE: Final = Qt.ItemDataRole.UserRole + 1
"""Letters of the event kind whose symbol stands in a cell; empty for none."""

DIM_ROLE: Final = Qt.ItemDataRole.UserRole + 2
"""Whether a cell is written dimly, as zeros in counts are."""

SCORE_HEADERS: Final = ("Type", "Precision", "Recall", "F1", "Reference", "Predicted", "Correct")
KIND_HEADERS: Final = ("Kind", "Events", "Demerits", "Share of demerits")


@dataclass(frozen=True)
class Cell:
    """What one cell shows.

    Attributes
    ----------
    text : str
        As on screen.
    query : str
        What a click asks for.
    tooltip : str
        Why the text is as it is.
    kind : str
        Letters of a kind whose symbol stands before the text.
    is_dim : bool
        Whether it is a zero.
    """

    text: str
    query: str = ""
    tooltip: str = ""
    kind: str = ""
    is_dim: bool = False


class ScoresTableModel(QAbstractTableModel):
    """Hold a few rows of cells; text in the first column, numbers in the others."""

    def __init__(self, headers: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._headers = tuple(headers)
        self._rows: list[list[Cell]] = []

    def set_rows(self, rows: list[list[Cell]]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def cell(self, row: int, column: int) -> Cell:
        """Give one cell."""
        return self._rows[row][column]

    def as_tsv(self) -> str:
        """Write the whole table with its heads, as text that a spreadsheet takes."""
        lines = ["\t".join(self._headers), *("\t".join(cell.text for cell in row) for row in self._rows)]
        return "".join(f"{line}\n" for line in lines)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Count the rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Count the columns."""
        return 0 if parent.isValid() else len(self._headers)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as Qt has it
        """Give what a cell shows, asks for or explains."""
        if not index.isValid():
            return None
        cell = self._rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return cell.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return cell.tooltip or None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(index.column())
        return {QUERY_ROLE: cell.query, KIND_ROLE: cell.kind, DIM_ROLE: cell.is_dim}.get(Qt.ItemDataRole(role))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as Qt has it
        """Give the heads of the columns."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._headers[section]
        return _alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None


def score_rows(tally: Tally) -> list[list[Cell]]:
    """Lay out the scores over all types, then of each type."""
    overall = _score_row("ALL", tally.overall, ("-pred:none", "-ref:none", f"kind:{','.join(KINDS)}", "kind:tp"))
    rows = []
    for name in tally.types:
        value = quoted(name)
        queries = (f"pred:{value}", f"ref:{value}", f"type:{value}", f"kind:tp ref:{value}")
        rows.append(_score_row(name, tally.of_type(name), queries))
    return [overall, *rows]


def kind_rows(tally: Tally) -> list[list[Cell]]:
    """Lay out the events and demerits of each kind, then those that F1 punishes twice, then all."""
    rows = [_kind_row(tally, kind) for kind in KINDS]
    doubly = ("le", "be", "lbe")
    n_demerits = int(sum(tally.kind_demerits[KINDS.index(kind)] for kind in doubly))
    rows.append(
        _sum_row("LE, BE and LBE", "kind:le,be,lbe", sum(map(tally.n_events, doubly)), n_demerits, tally.demerits)
    )
    rows.append(_sum_row("all errors", f"kind:{','.join(ERROR_KINDS)}", tally.n_errors, tally.demerits, tally.demerits))
    return rows


def quoted(value: str) -> str:
    """Write a type as a value of the query language, in double quotes where it needs them."""
    if value and value.lower() != "none" and not any(sign in ' ,:"()\\\t\u00a0' for sign in value):
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _score_row(name: str, counts: Counts, queries: tuple[str, str, str, str]) -> list[Cell]:
    predicted, reference, both, correct = queries
    n_both = counts.reference + counts.predicted
    return [
        Cell(name),
        _ratio(counts.correct, counts.predicted, predicted, "no mention was predicted, so precision is undefined"),
        _ratio(counts.correct, counts.reference, reference, "the reference has no mention, so recall is undefined"),
        _ratio(2 * counts.correct, n_both, both, "neither side has a mention, so F1 is undefined"),
        _count(counts.reference, reference),
        _count(counts.predicted, predicted),
        _count(counts.correct, correct),
    ]


def _kind_row(tally: Tally, kind: str) -> list[Cell]:
    place, query = KINDS.index(kind), f"kind:{kind}"
    n_demerits = int(tally.kind_demerits[place])
    return [
        Cell(f"{kind.upper()}  {KIND_NAMES[kind]}", kind=kind),
        _count(tally.n_events(kind), query),
        _count(n_demerits, query),
        _ratio(n_demerits, tally.demerits, query, "there are no demerits, so there is no share of them"),
    ]


def _sum_row(name: str, query: str, n_events: int, n_demerits: int, all_demerits: int) -> list[Cell]:
    share = _ratio(n_demerits, all_demerits, query, "there are no demerits, so there is no share of them")
    return [Cell(name), _count(n_events, query), _count(n_demerits, query), share]


def _count(count: int, query: str) -> Cell:
    return Cell(f"{count:,}", query, is_dim=not count)


def _ratio(numerator: int, denominator: int, query: str, undefined: str) -> Cell:
    text = percent_text(numerator, denominator)
    return Cell(text, query, f"{numerator:,} / {denominator:,}" if denominator else f"{text}: {undefined}.")


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
