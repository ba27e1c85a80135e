"""What is kept of one data set among several: scores of its systems, and F1 by bucket."""

from collections.abc import Sequence
from dataclasses import dataclass

from nerinspect.analysis.attribute import Attribute
from nerinspect.analysis.buckets import DEFAULT_BUCKETS
from nerinspect.analysis.diagnosis import F1Table
from nerinspect.analysis.scores import Counts
from nerinspect.analysis.study import Study
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.f1_tables import f1_tables
from nerinspect.results.systems import SystemRuns, overall_counts, systems_of


@dataclass(frozen=True, eq=False)
class DataSetResult:
    """What tables over data sets need of one of them; the data itself may be forgotten.

    Attributes
    ----------
    name : str
        The data set.
    systems : tuple of SystemRuns
        In the order given.
    counts : tuple of Counts
        Of each prediction over all types.
    f1_tables : tuple of F1Table
        F1 of each system in the buckets of each attribute.
    """

    name: str
    systems: tuple[SystemRuns, ...]
    counts: tuple[Counts, ...]
    f1_tables: tuple[F1Table, ...]

    def system(self, name: str) -> SystemRuns | None:
        """Find a system by its name."""
        return next((system for system in self.systems if system.name == name), None)

    def f1_of(self, system: str) -> float | None:
        """Give the F1 of a system over all types, the mean over its runs; None if it is not there or undefined."""
        found = self.system(system)
        return found.mean_f1 if found else None

    def rank_of(self, system: str) -> int | None:
        """Tell the place of a system by F1, from 1, equal for equal F1; None where it has none."""
        f1 = self.f1_of(system)
        if f1 is None:
            return None
        return 1 + sum(other.mean_f1 is not None and other.mean_f1 > f1 for other in self.systems)


def data_set_result(
    name: str,
    study: Study,
    attributes: Sequence[Attribute],
    n_wanted: int = DEFAULT_BUCKETS,
    checkpoint: Checkpoint = no_checkpoint,
) -> DataSetResult:
    """Keep what tables over data sets need.

    Parameters
    ----------
    name : str
        The data set.
    study : Study
        Its reference and predictions; with training data, if an attribute needs them.
    attributes : sequence of Attribute
        Whose buckets are scored.
    n_wanted : int
        How many buckets for each.
    checkpoint : Checkpoint
        Called before each prediction.
    """
    tables = tuple(f1_tables(study, attributes, n_wanted, checkpoint=checkpoint)) if attributes else ()
    return DataSetResult(name, systems_of(study), overall_counts(study), tables)
