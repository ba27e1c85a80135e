"""The part of the overview that scores a prediction by many schemes."""

from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from nerinspect.analysis.schemes_tally import SchemeTally
from nerinspect.analysis.study import Study
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.kept_schemes import tally_kept_schemes
from nerinspect.query.mention_base import MentionBase
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.overview.base_text import RECALL_ALONE
from nerinspect.ui.overview.cells import recall_alone
from nerinspect.ui.overview.doors import doors_to
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.scheme_rows import NAME_COLUMNS, SCHEME_COLUMNS, SCHEMES_TITLE, scheme_groups
from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.overview.titled import Titled

_AT_ONCE: Final = 20_000
"""So many events are looked through without a wait that anybody would notice."""


class Wanted(NamedTuple):
    """What is to be shown: a prediction, its name, the mentions that count, and these in words."""

    study: Study
    base: MentionBase
    prediction: int
    system: str
    counted: str


class SchemesPart(Titled):
    """Show the scores of one prediction by all schemes, counted in the background where there are many events.

    Signals
    -------
    door_opened : str, int
        The query of a number, and the number of the prediction it counts.
    failed : str
        Says why there are no scores.
    """

    door_opened = Signal(str, int)
    failed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.table = NumberTable(NumberTableModel(SCHEME_COLUMNS, NAME_COLUMNS, SCHEMES_TITLE))
        self.table.numbers.setParent(self.table)
        super().__init__(SCHEMES_TITLE, self.table, parent=parent)
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._show)
        self._jobs.failed.connect(lambda error: self.failed.emit(f"The schemes could not be counted: {error!r}."))
        self._said = ""
        self.table.door_opened.connect(self.door_opened)
        self.table.left_out_changed.connect(self._tell)

    def show_scores(self, study: Study, base: MentionBase, prediction: int, system: str, counted: str) -> None:
        """Show other scores.

        Parameters
        ----------
        study : Study
            Reference and predictions.
        base : MentionBase
            The mentions that are counted.
        prediction : int
            The one on show.
        system : str
            What copies call it.
        counted : str
            Which mentions are counted, in words; empty for all.
        """
        wanted = Wanted(study, base, prediction, system, counted)
        count = partial(_counted, wanted)
        if len(study.events) > _AT_ONCE:
            self._jobs.start(count)
        else:
            self._jobs.cancel()
            self._show(count(no_checkpoint))

    def forget(self) -> None:
        """Take back what is under way; it would be of the study before."""
        self._jobs.cancel()

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._jobs.shutdown()

    def _show(self, result: tuple[Wanted, SchemeTally]) -> None:
        wanted, tally = result
        doors = doors_to(wanted.base, wanted.base.types_of(wanted.study))
        columns, groups = SCHEME_COLUMNS, scheme_groups(wanted.system, tally, doors, wanted.prediction)
        measured = "percent; difference of F1 from exact match, in points"
        if wanted.base.has_recall_alone:
            columns, groups = recall_alone(columns, groups)
            measured = f"percent; {RECALL_ALONE}"
        said = (wanted.system, measured, wanted.counted)
        self.table.set_columns(columns)
        self.table.numbers.set_groups(groups)
        self._said = ", ".join(filter(None, said))
        self._tell()

    def _tell(self) -> None:
        """Say what is counted, and which columns have no room."""
        names = ", ".join(self.table.left_out)
        room = f"no room for {names}: widen the window or copy the table" if names else ""
        self.set_caption("; ".join(filter(None, (self._said, room))))


def _counted(wanted: Wanted, checkpoint: Checkpoint) -> tuple[Wanted, SchemeTally]:
    checkpoint(0, 1)
    return wanted, tally_kept_schemes(wanted.study, wanted.prediction, wanted.base)
