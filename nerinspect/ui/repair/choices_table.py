"""What each repair would change, side by side, and the choice of one."""

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from nerinspect.analysis.repair_effects import RepairEffects
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.table_model import Index, NumberTableModel
from nerinspect.ui.repair.choice_painting import ChoiceDelegate, ChoiceHead
from nerinspect.ui.repair.choice_rows import NAME_COLUMNS, choice_columns, choice_groups

TITLE = "What each repair would change"


class ChoicesModel(NumberTableModel):
    """Hold one row for each repair, and one for the difference."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(choice_columns("", is_reference=False), NAME_COLUMNS, TITLE, parent)
        self.in_use = ""

    def show_effects(
        self, effects: RepairEffects | None, in_use: str, name: str, has_doors: bool, wording: Wording
    ) -> None:
        """Replace all rows; None empties the table."""
        self.in_use = in_use
        self.columns = choice_columns(name, effects is not None and effects.is_reference, wording)
        self.set_groups(choice_groups(effects, in_use, has_doors, wording) if effects else ())
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.columns) - 1)

    def method(self, row: int) -> str:
        """Name the repair of a row; empty for the difference."""
        return self.place(row).group.key

    def _spoken(self, index: Index) -> str:
        said = super()._spoken(index)
        is_chosen = not index.column() and self.in_use and self.method(index.row()) == self.in_use
        return f"{said}, chosen" if is_chosen else said


class ChoicesTable(NumberTable):
    """Show what each repair of a source does; a click, Enter or Space on a name chooses that repair.

    Signals
    -------
    method_chosen : str
        The user chose another repair than the one in use. The mark follows with the next `show_effects`.
    events_requested : str
        A number of the repair in use was opened: its query.
    differences_requested : str
        A number of another repair, or a difference, was opened: the kind of event it counts; empty if it counts others.
    """

    method_chosen = Signal(str)
    events_requested = Signal(str)
    differences_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._choices = ChoicesModel()
        super().__init__(self._choices, parent)
        self._choices.setParent(self)
        self._choice_delegate, self._head = ChoiceDelegate(self), ChoiceHead(self)
        self._delegate = self._choice_delegate
        self.setItemDelegate(self._delegate)
        self.setHorizontalHeader(self._head)
        self.door_opened.connect(lambda query, _prediction: self.events_requested.emit(query))
        self._has_differences = False
        self._restyle()

    def show_effects(
        self,
        effects: RepairEffects | None,
        in_use: str,
        name: str,
        has_doors: bool = True,
        wording: Wording = JUDGED,
    ) -> None:
        """Show what each repair of a source does.

        Parameters
        ----------
        effects : RepairEffects or None
            The repairs; None empties the table.
        in_use : str
            The repair that is marked as chosen; empty for none.
        name : str
            What the source is called.
        has_doors : bool
            Whether numbers of the repair in use open events, and others lead to what differs.
        wording : Wording
            What the two sides are called.
        """
        choices = effects.choices if effects else ()
        self._choice_delegate.in_use = in_use
        self._choice_delegate.unavailable = frozenset(choice.method for choice in choices if choice.mentions is None)
        self._has_differences = has_doors and effects is not None and bool(effects.differences)
        self._choices.show_effects(effects, in_use, name, has_doors, wording)

    def open(self, index: QModelIndex) -> None:
        """Choose the repair, open the events of a number, or list what differs."""
        method = self._choices.method(index.row())
        if not index.column():
            if method and method != self._choices.in_use and method not in self._choice_delegate.unavailable:
                self.method_chosen.emit(method)
        elif self._choices.cell(index).query:
            super().open(index)
        elif self.is_door(index):
            column = self._choices.columns[index.column()]
            self.differences_requested.emit(column.kind or ("tp" if column.title in ("Correct", "Agreed") else ""))

    def is_door(self, index: QModelIndex) -> bool:
        """Tell whether a click does something."""
        method = self._choices.method(index.row())
        if not index.column():
            return bool(method) and method not in self._choice_delegate.unavailable
        cell = self._choices.cell(index)
        if cell.door is not None:
            return True
        return self._has_differences and cell.value is not None and method != self._choices.in_use
