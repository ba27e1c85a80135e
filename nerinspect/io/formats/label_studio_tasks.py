"""Tasks of Label Studio: their texts, their annotations and predictions, and the regions of these."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from nerinspect.errors import JsonShapeError
from nerinspect.io.formats.json_records import Json, Steps, excerpt, well_formed
from nerinspect.io.formats.span_records import FoundRelation, FoundSpan

ANNOTATIONS: Final = "annotations"
PREDICTIONS: Final = "predictions"

_ANNOTATION_LISTS: Final = ("annotations", "completions")
_ABOUT_RECORDS: Final = ("id", "annotator", "annotation_id", "created_at", "updated_at", "lead_time", "agreement")
_SHAPE: Final = "export the tasks again as JSON, from a project that labels plain text"


class Version(NamedTuple):
    """One annotation of a task, or one prediction.

    Attributes
    ----------
    regions : list
        What is marked.
    steps : tuple of str or int
        What leads to the regions in the record of the task.
    names : tuple of str
        What it may be chosen by.
    """

    regions: list[Json]
    steps: Steps
    names: tuple[str, ...]


class Task(NamedTuple):
    """One record of a file.

    Attributes
    ----------
    number, line : int
        Which record, from 1, and its physical line.
    name : str
        Its id.
    texts : dict of str to str
        The texts it holds, by name.
    versions : list of Version
        Annotations that were not cancelled, then predictions.
    """

    number: int
    line: int
    name: str
    texts: dict[str, str]
    versions: list[Version]

    def called(self, name: str) -> list[Version]:
        """Give the versions that may be chosen by a name."""
        return [version for version in self.versions if name in version.names]


class Regions(NamedTuple):
    """What the regions of a version say.

    Attributes
    ----------
    spans : list of FoundSpan
        Labels of stretches of text.
    relations : list of FoundRelation
        Between them.
    n_unlabelled, n_others : int
        Regions of text without a label, and results that are no regions of text.
    """

    spans: list[FoundSpan]
    relations: list[FoundRelation]
    n_unlabelled: int
    n_others: int


def read_task(path: str, number: int, line: int, record: Json) -> Task:
    """Read a task of a JSON export, or a record of JSON-MIN.

    Raises
    ------
    JsonShapeError
        If it is neither.
    """
    if not isinstance(record, dict):
        raise JsonShapeError(path, f"record {number:,} is no task: {excerpt(record)}", _SHAPE, line)
    data = record.get("data")
    whole = isinstance(data, dict)
    holder = data if isinstance(data, dict) else record
    texts = {name: text for name, text in holder.items() if isinstance(text, str) and name not in _ABOUT_RECORDS}
    versions = list(_versions(record) if whole else _versions_of_minimal(record))
    return Task(number, line, well_formed(str(record.get("id", ""))), texts, versions)


def value_of(region: Json) -> dict[str, Json]:
    """Give the part of a region that holds its position and its labels."""
    value = region.get("value", region) if isinstance(region, dict) else {}
    return value if isinstance(value, dict) else {}


def read_regions(path: str, task: Task, version: Version) -> Regions:
    """Read the labelled stretches of text of a version, and relations between them.

    Raises
    ------
    JsonShapeError
        If a region of text is no span of characters, as in HTML.
    """
    spans: list[FoundSpan] = []
    by_id: dict[object, int] = {}
    n_unlabelled = n_others = 0
    for number, region in enumerate(version.regions):
        value = value_of(region)
        listed = value.get("labels")
        labels = [name for name in listed if isinstance(name, str) and name] if isinstance(listed, list) else []
        kind = region.get("type", "labels") if isinstance(region, dict) else ""
        if kind != "labels" and not (labels and "start" in value):
            n_others += kind != "relation"
            if kind not in ("hypertextlabels", "paragraphlabels"):
                continue
        start, end = value.get("start"), value.get("end")
        if type(start) is not int or type(end) is not int:
            problem = f"record {task.number:,}: this region is no span of characters: {excerpt(value)}"
            raise JsonShapeError(path, problem, _SHAPE, task.line)
        n_unlabelled += not labels
        if isinstance(region.get("id"), str | int):
            by_id.setdefault(region["id"], len(spans) if labels else -1)
        surface = value.get("text")
        given = surface.replace("\\n", "\n") if isinstance(surface, str) else None
        spans += [FoundSpan(start, end, well_formed(name), number, given) for name in labels]
    return Regions(spans, list(_relations(version.regions, by_id)), n_unlabelled, n_others)


def _versions(task: dict[str, Json]) -> Iterator[Version]:
    for field in (*_ANNOTATION_LISTS, PREDICTIONS):
        versions = task.get(field)
        for number, version in enumerate(versions if isinstance(versions, list) else []):
            if not isinstance(version, dict) or version.get("was_cancelled") or version.get("skipped"):
                continue
            regions = version.get("result")
            kind = PREDICTIONS if field == PREDICTIONS else ANNOTATIONS
            names = version.get("model_version") if kind == PREDICTIONS else version.get("completed_by")
            steps = (field, number, "result")
            yield Version(regions if isinstance(regions, list) else [], steps, (kind, *_names(names)))


def _versions_of_minimal(record: dict[str, Json]) -> Iterator[Version]:
    fields = [name for name, value in record.items() if isinstance(value, list) and _holds_regions(value)]
    field = fields[0] if fields else "label"
    regions = record[field] if fields else []
    yield Version(regions, (field,), (ANNOTATIONS, *_names(record.get("annotator"))))


def _holds_regions(value: Sequence[Json]) -> bool:
    return any(isinstance(region, dict) and "start" in region and "labels" in region for region in value)


def _names(owner: Json) -> list[str]:
    """Name an annotator by number and address, a model by its version."""
    values = [owner.get("id"), owner.get("email")] if isinstance(owner, dict) else [owner]
    return [well_formed(str(value)) for value in values if isinstance(value, str | int)]


def _relations(regions: Sequence[Json], by_id: dict[object, int]) -> Iterator[FoundRelation]:
    for item, region in enumerate(regions):
        if not isinstance(region, dict) or region.get("type") != "relation":
            continue
        ends = [region.get(end) for end in ("from_id", "to_id")]
        if region.get("direction") == "left":
            ends.reverse()
        head, tail = (by_id.get(end, -1) if isinstance(end, str | int) else -1 for end in ends)
        labels = region.get("labels")
        for name in labels if isinstance(labels, list) and labels else ["relation"]:
            yield FoundRelation(head, tail, well_formed(str(name)), item)
