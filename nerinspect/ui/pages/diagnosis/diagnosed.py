"""What is known of all systems by the buckets of all attributes, made behind, and the doors to the events."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isnan
from typing import NamedTuple

from nerinspect.attributes.buckets import Bucketing, bucketing
from nerinspect.attributes.own import charted_attributes
from nerinspect.errors import counted
from nerinspect.events.scores import UNDEFINED
from nerinspect.events.study import Study
from nerinspect.lists.table import Ratio, Value
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.counts.buckets import bucket_doors
from nerinspect.query.counts.diagnosis import DocumentRanking, f1_tables, rank_documents
from nerinspect.query.fields.buckets import BUCKET, bucket_value
from nerinspect.query.filters import Filter, Term, any_of
from nerinspect.query.language.words import bucket_words
from nerinspect.query.rates import MentionBase
from nerinspect.settings.schema import AnalysisChoice
from nerinspect.systems.diagnosis import F1Table
from nerinspect.systems.significance import Significance, friedman
from nerinspect.training.retention import competing_systems
from nerinspect.ui.kit.tables.sheet import RowGroup, score_text


@dataclass(frozen=True, eq=False)
class Diagnosed:
    """F1 of every system in every bucket of every attribute, and what follows from it.

    Attributes
    ----------
    study : Study
        Reference and predictions.
    base : MentionBase
        The mentions that were counted.
    choice : AnalysisChoice
        How many buckets were asked for, and what counts as an attribute and as a system.
    bucketings : tuple of Bucketing
        One for each attribute.
    tables : tuple of F1Table
        The same.
    tests : tuple of Significance
        Friedman's test of each.
    rows : dict of str to list of RowGroup
        Those made of it, for as long as it is kept.
    """

    study: Study
    base: MentionBase
    choice: AnalysisChoice
    bucketings: tuple[Bucketing, ...]
    tables: tuple[F1Table, ...]
    tests: tuple[Significance, ...]
    rows: dict[str, list[RowGroup]] = field(default_factory=dict)

    @property
    def systems(self) -> tuple[str, ...]:
        """Those that were diagnosed."""
        return competing_systems(self.study, self.choice.has_retention)

    @cached_property
    def range_shown(self) -> tuple[float, float]:
        """The lowest and the highest F1 anywhere, moved apart to whole tenths: one scale for all attributes."""
        values = [value for table in self.tables for value in table.by_system.ravel().tolist() if not isnan(value)]
        low, high = min(values, default=0.0), max(values, default=1.0)
        first, last = int(low * 10), min(int(high * 10) + 1, 10)
        return min(first, last - 1) / 10, last / 10

    def words(self, attribute: int, bucket: int) -> str:
        """Say what a bucket holds, such as `eLen L: 3 tokens`."""
        own = self.bucketings[attribute]
        name, held = own.buckets[bucket].name, bucket_words(own, bucket)
        return f"{own.attribute.name} {name}" if held == name else f"{own.attribute.name} {name}: {held}"

    def door(self, attribute: int, *buckets: int) -> Filter:
        """Keep the events with a counted member of either side in one of some buckets."""
        own = self.bucketings[attribute]
        if self.base.is_everything:
            values = (bucket_value(own.attribute.name, own.buckets[place].name, own.n_wanted) for place in buckets)
            return Term(BUCKET.name, tuple(values))
        types = self.base.types_of(self.study) if self.base.named or self.base.excluded else ()
        doors = [bucket_doors(own, place, self.base, types) for place in buckets]
        return any_of(*(side for door in doors for side in (door.reference, door.predicted)))

    def run_of(self, system: int, shown: int) -> int:
        """Choose the run of a system whose events are opened: the one on show, else the first."""
        runs = self.tables[0].runs[system]
        return shown if shown in runs else runs[0]

    def f1(self, attribute: int, system: int, bucket: int) -> Value:
        """Give F1 as copies hold it: of one run a ratio of counts, of several their mean."""
        table = self.tables[attribute]
        value = float(table.by_system[system, bucket])
        if isnan(value):
            return Ratio(0, 0)
        if len(table.runs[system]) > 1:
            return value
        reference, predicted, correct = table.counts[table.runs[system][0], :, bucket].tolist()
        return Ratio(2 * correct, reference + predicted)

    def explain(self, attribute: int, system: int, bucket: int) -> str:
        """Say what a score is taken over, in a sentence."""
        table, unit = self.tables[attribute], self.bucketings[attribute].attribute.unit
        noun = "reference mention" if unit == "mention" else "reference token"
        runs = list(table.runs[system])
        n_reference = table.counts[runs, 0, bucket].mean()
        value = self.f1(attribute, system, bucket)
        text = score_text(value)
        score = f"F1 {text}" if text != UNDEFINED else f"{UNDEFINED}: nothing of this bucket on either side"
        of_runs = f", mean of {len(runs)} runs" if len(runs) > 1 else ""
        said = counted(round(n_reference), noun)
        return f"{self.words(attribute, bucket)}, {said}\n{self.systems[system]}, {score}{of_runs}"


def diagnose(
    study: Study, base: MentionBase, choice: AnalysisChoice, checkpoint: Checkpoint = no_checkpoint
) -> Diagnosed:
    """Score every system in the buckets of all attributes, and test whether buckets differ.

    Parameters
    ----------
    study : Study
        Reference and predictions, at least one that counts as a system.
    base : MentionBase
        The mentions to count.
    choice : AnalysisChoice
        How many buckets for each attribute, and what counts as an attribute and as a system.
    checkpoint : Checkpoint
        Called before each attribute and prediction.
    """
    attributes, n_wanted = charted_attributes(study, choice.has_columns), choice.n_buckets
    bucketings = []
    for place, attribute in enumerate(attributes):
        checkpoint(place, 2 * len(attributes))
        bucketings.append(bucketing(study, attribute, n_wanted))
    tables = f1_tables(study, attributes, n_wanted, base, choice.has_retention, checkpoint)
    tests = tuple(friedman(table.by_run) for table in tables)
    return Diagnosed(study, base, choice, tuple(bucketings), tuple(tables), tests)


class Diagnosis(NamedTuple):
    """All systems that count, and the documents by one of them."""

    diagnosed: Diagnosed
    ranking: DocumentRanking
    system: str


def diagnose_anew(
    study: Study,
    base: MentionBase,
    choice: AnalysisChoice,
    system: str,
    known: Sequence[Diagnosis],
    checkpoint: Checkpoint,
) -> Diagnosis:
    """Diagnose all systems and rank the documents by one of them, as far as that is not known over this base."""
    diagnosed = next((one.diagnosed for one in known if one.diagnosed.choice == choice), None)
    ranking = next((one.ranking for one in known if one.system == system), None)
    runs = [number for number, one in enumerate(study.predictions) if one.system == system]
    return Diagnosis(
        diagnose(study, base, choice, checkpoint) if diagnosed is None else diagnosed,
        rank_documents(study, runs, base, checkpoint) if ranking is None else ranking,
        system,
    )
