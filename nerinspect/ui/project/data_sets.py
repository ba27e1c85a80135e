"""What the page of a project knows of each data set, and how it is read."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from nerinspect.analysis.attributes import attributes_of
from nerinspect.analysis.buckets import BUCKET_RANGE, DEFAULT_BUCKETS, bucketing
from nerinspect.analysis.significance import Significance, friedman
from nerinspect.analysis.study import Study
from nerinspect.errors import DataError, shown
from nerinspect.io.load import load_study
from nerinspect.io.project import DataSet
from nerinspect.io.provenance import study_sources
from nerinspect.io.request import LoadRequest
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.bucket_counts import bucket_counts
from nerinspect.query.bucket_words import bucket_words
from nerinspect.results.data_set import DataSetResult, data_set_result
from nerinspect.settings.schema import Session
from nerinspect.ui.sessions import digests


@dataclass(frozen=True, eq=False)
class BucketedResult:
    """Results of a data set for one number of buckets.

    Attributes
    ----------
    result : DataSetResult
        Scores of its systems, and F1 by bucket.
    tests : mapping of str to Significance
        Friedman's test of each attribute.
    words : mapping of (str, str) to str
        What each bucket holds, by attribute and name.
    """

    result: DataSetResult
    tests: Mapping[str, Significance]
    words: Mapping[tuple[str, str], str]


@dataclass(frozen=True, eq=False)
class ReadDataSet:
    """Results of a data set; the data itself is forgotten.

    Attributes
    ----------
    place : int
        Where it stands in the project.
    request : LoadRequest
        Its files.
    by_number : mapping of int to BucketedResult
        Its results for each number of buckets.
    sources : tuple of mapping
        Its files, as provenance has them.
    digests : tuple of str
        Of its files, as sessions have them.
    n_wanted : int
        The number of buckets on show.
    """

    place: int
    request: LoadRequest
    by_number: Mapping[int, BucketedResult]
    sources: tuple[Mapping[str, Any], ...]
    digests: tuple[str, ...]
    n_wanted: int = DEFAULT_BUCKETS

    def in_buckets(self, n_wanted: int) -> "ReadDataSet":
        """Give its results for another number of buckets."""
        return replace(self, n_wanted=n_wanted)

    def moved(self, place: int, name: str) -> "ReadDataSet":
        """Give its results for another place in the project, maybe under another name."""
        by_number = {
            number: replace(one, result=replace(one.result, name=name)) for number, one in self.by_number.items()
        }
        sources = tuple({**source, "data": name} for source in self.sources)
        return replace(self, place=place, by_number=by_number, sources=sources)

    @property
    def result(self) -> DataSetResult:
        """Scores of its systems, and F1 by bucket."""
        return self.by_number[self.n_wanted].result

    @property
    def tests(self) -> Mapping[str, Significance]:
        """Friedman's test of each attribute."""
        return self.by_number[self.n_wanted].tests

    @property
    def words(self) -> Mapping[tuple[str, str], str]:
        """What each bucket holds, by attribute and name."""
        return self.by_number[self.n_wanted].words

    @property
    def name(self) -> str:
        """As tables call it."""
        return self.result.name

    def first_run(self, system: str | None) -> int | None:
        """Give the number of the first run of a system; None if it is not there."""
        found = self.result.system(system) if system else None
        return found.numbers[0] if found else None

    def session(self, door: "DataSetDoor") -> Session:
        """Describe how the data set looks behind a door."""
        return Session(self.request, door.query, door.prediction, None, self.digests, door.compared)


@dataclass(frozen=True)
class DataSetDoor:
    """What a click on a number opens.

    Attributes
    ----------
    place : int
        The data set.
    query : str or None
        The filter; None for that of new files.
    prediction : int
        The prediction on show.
    compared : int or None
        The one it is compared with.
    view : str
        The page; empty for the events.
    """

    place: int
    query: str | None = None
    prediction: int = 0
    compared: int | None = None
    view: str = ""


def read_data_set(place: int, data_set: DataSet, path: str, checkpoint: Checkpoint = no_checkpoint) -> ReadDataSet:
    """Read a data set and keep its results.

    Parameters
    ----------
    place : int
        Where it stands in the project.
    data_set : DataSet
        Its files.
    path : str
        The project.
    checkpoint : Checkpoint
        Called with tokens read and tokens expected, then with equal numbers while scores are counted.

    Raises
    ------
    NerinspectError
        If it cannot be read, or has no prediction.
    """
    request = data_set.request
    if not request.predictions and len(request.label_columns) == 1:
        problem = f"{shown(data_set.name)} names no prediction"
        raise DataError(path, problem, 'add a line such as predictions = ["pred.conll"]')
    study = load_study(request, checkpoint)

    def counting(done: int, total: int) -> None:
        checkpoint(1, 1)

    result = data_set_result(data_set.name, study, attributes_of(study), DEFAULT_BUCKETS, counting)
    if len(result.systems) > 1:
        import scipy.stats  # noqa: F401 - here, where nobody waits: the tests of pairs need it

    lowest, highest = BUCKET_RANGE
    by_number = {number: _bucketed(study, result, number, counting) for number in range(lowest, highest + 1)}
    sources = tuple({"data": data_set.name, **source} for source in study_sources(study))
    return ReadDataSet(place, request, by_number, sources, digests(study))


def _bucketed(study: Study, result: DataSetResult, n_wanted: int, checkpoint: Checkpoint) -> BucketedResult:
    """Count again in another number of buckets: members are counted by value already, so this takes no time."""
    bucketings = [bucketing(study, table.attribute, n_wanted) for table in result.f1_tables]
    counts = bucket_counts(study, bucketings, checkpoint=checkpoint)
    tables = [
        replace(table, buckets=own.buckets, counts=counted)
        for table, own, counted in zip(result.f1_tables, bucketings, counts, strict=True)
    ]
    words = {
        (own.attribute.name, bucket.name): bucket_words(own, number)
        for own in bucketings
        for number, bucket in enumerate(own.buckets)
    }
    tests = {table.attribute.name: friedman(table.by_run) for table in tables}
    return BucketedResult(replace(result, f1_tables=tuple(tables)), tests, words)
