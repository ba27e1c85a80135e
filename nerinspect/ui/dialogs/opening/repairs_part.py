"""What each repair of a file would change, with the choice of one."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.analysis.repair_effects import RepairEffects, repair_effects
from nerinspect.corpus.type_changes import TypeChanges
from nerinspect.errors import NerinspectError
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.io.file_check import FileCheck
from nerinspect.io.request import LoadRequest
from nerinspect.io.type_map import read_type_changes
from nerinspect.progress import Checkpoint
from nerinspect.ui.dialogs.opening.head import Head
from nerinspect.ui.dialogs.opening.work_queue import Work
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.repair.choices_table import TITLE, ChoicesTable


class RepairsPart(QWidget):
    """Show the table of repairs for a file with invalid transitions; hidden for others.

    Signals
    -------
    method_chosen : str
        The user chose a repair.
    """

    method_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = Head(TITLE)
        self.table = ChoicesTable()
        self.table.method_chosen.connect(self.method_chosen)
        unit = font_size(self.font()) / 13
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(round(4 * unit))
        layout.addWidget(self.head)
        layout.addWidget(self.table)
        self.hide()

    def show_effects(self, effects: RepairEffects | None, in_use: str, name: str, wording: Wording = JUDGED) -> None:
        """Show what each repair would do, in words for a reference or for annotators; None hides the table."""
        self.table.show_effects(effects, in_use, name, has_doors=False, wording=wording)
        is_scored = effects is not None and any(choice.tally is not None for choice in effects.choices)
        against = "" if is_scored else "; there is nothing to compare it with"
        self.head.set_note(f"every number counted on this file{against}; nothing is changed on disk")
        self.setVisible(effects is not None)


def effects_work(check: FileCheck, other: FileCheck | None, base: LoadRequest) -> Work | None:
    """Give the work of trying every repair of a file; None if there is nothing to repair.

    Parameters
    ----------
    check : FileCheck
        The file.
    other : FileCheck or None
        What it is scored against: the reference, or a prediction for the reference.
    base : LoadRequest
        Holds the changes of types.
    """
    labels = next((one for one in check.labels if one.n_invalid), None)
    if labels is None or labels.written is None:
        return None
    written, against = labels.written, None
    if len(check.labels) > 1:
        against = next((one.mentions for one in check.labels if one is not labels), None)
    elif other is not None and other.mentions and not check.n_differing and not other.n_differing:
        is_certain = not (other.n_invalid and other.options.repair == "none")
        against = other.mentions[0] if is_certain else None
    is_reference = check.role == "reference" and labels is check.labels[0]

    def work(checkpoint: Checkpoint) -> RepairEffects:
        changes = _changes(base)
        side = changes.apply(against)[0] if against is not None else None
        return repair_effects(written, side, is_reference, changes, checkpoint)

    return work


def _changes(base: LoadRequest) -> TypeChanges:
    try:
        return read_type_changes(base.keep_types, base.remove_types, base.map_types)
    except NerinspectError:  # told where the types are chosen
        return TypeChanges()
