"""What the models of both tables have in common: a head over each column that says what it means."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QObject, Qt

from nerinspect.glossary.wording import JUDGED
from nerinspect.ui.tooltips import tooltip


class HeadedModel(QAbstractTableModel):
    """Head the columns of a table.

    Parameters
    ----------
    titles : sequence of str
        What stands over each column.
    meanings : sequence of str
        For each its name in the glossary.
    right_aligned : sequence of int
        Columns whose head and cells stand at the right.

    Attributes
    ----------
    wording : Wording
        What the two sides of the study are called.
    """

    def __init__(
        self, titles: Sequence[str], meanings: Sequence[str], right_aligned: Sequence[int], parent: QObject | None
    ) -> None:
        super().__init__(parent)
        self._titles, self._meanings, self._right_aligned = titles, meanings, right_aligned
        self.wording = JUDGED

    def alignment(self, column: int) -> Qt.AlignmentFlag:
        """Tell on which side head and cells of a column stand."""
        return Qt.AlignmentFlag.AlignRight if column in self._right_aligned else Qt.AlignmentFlag.AlignLeft

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give the title of a column, or what it means."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._titles[section]
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(self.wording.meaning(self._meanings[section]))
            case Qt.ItemDataRole.TextAlignmentRole:
                return self.alignment(section)
        return None
