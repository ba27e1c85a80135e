"""The format `label-studio`: tasks of Label Studio with their regions of text, as JSON or JSON-MIN."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from nerinspect.errors import JsonShapeError
from nerinspect.io.formats.json_records import Json, Steps, excerpt, first_records, read_records, well_formed
from nerinspect.io.formats.reader import CERTAIN, Guess, ReadOptions
from nerinspect.io.formats.span_records import FoundRelation, FoundSpan, SpanFile, SpanReader, SpanRecord
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted, grouped

ANNOTATIONS: Final = "annotations"
PREDICTIONS: Final = "predictions"

_ANNOTATION_LISTS: Final = ("annotations", "completions")
_ABOUT_RECORDS: Final = ("id", "annotator", "annotation_id", "created_at", "updated_at", "lead_time", "agreement")
_SHAPE: Final = "export the tasks again as JSON, from a project that labels plain text"


class Version(NamedTuple):
    """One annotation of a task, or one prediction: what is marked, what leads there, and what it may be chosen by."""

    regions: list[Json]
    steps: Steps
    names: tuple[str, ...]


class Task(NamedTuple):
    """One record of a file, numbered from 1 and named by its id.

    `texts` are by name; `versions` are annotations that were not cancelled, then predictions.
    """

    number: int
    line: int
    name: str
    texts: dict[str, str]
    versions: list[Version]

    def called(self, name: str) -> list[Version]:
        return [version for version in self.versions if name in version.names]


class Regions(NamedTuple):
    """What the regions of a version say: labels of stretches of text, and relations between them.

    Regions of text without a label are counted, and results that are no regions of text.
    """

    spans: list[FoundSpan]
    relations: list[FoundRelation]
    n_unlabelled: int
    n_others: int


def read_task(path: str, number: int, line: int, record: Json) -> Task:
    if not isinstance(record, dict):
        raise JsonShapeError(path, f"record {grouped(number)} is not a task: {excerpt(record)}", _SHAPE, line)
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
            problem = f"record {grouped(task.number)}: this region is not a span of characters: {excerpt(value)}"
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


class _Chosen(NamedTuple):
    task: Task
    version: Version
    regions: Regions


class LabelStudioReader(SpanReader):
    """Tasks of Label Studio; `#NAME` chooses `predictions`, a model version or an annotator."""

    name = "label-studio"
    title = "Label Studio tasks"
    suffixes = (".json",)
    takes = "text"

    def guess(self, path: str, head: bytes) -> Guess | None:
        text = head.decode(errors="ignore")
        tasks = [task for task in first_records(text) if isinstance(task, dict)]
        lists = (ANNOTATIONS, "completions", PREDICTIONS)
        if any(isinstance(task.get("data"), dict) and any(name in task for name in lists) for task in tasks):
            return Guess(CERTAIN, "by content: tasks with data and annotations, as Label Studio has them")
        if any("annotation_id" in task and "annotator" in task for task in tasks):
            return Guess(CERTAIN, "by content: records with annotator and annotation_id, as Label Studio has them")
        if not tasks and '"completed_by"' in text and '"from_name"' in text:
            return Guess(CERTAIN, "by content: a long task, as Label Studio has them")
        return None

    def parse(self, path: str, text: str, options: ReadOptions, checkpoint: Checkpoint) -> SpanFile:
        places, lines = read_records(path, text)
        numbered = enumerate(zip(places, lines, strict=True), start=1)
        tasks = [read_task(path, number, line, place.value) for number, (place, line) in numbered]
        versions, notes = _chosen_versions(path, tasks, options.key)
        chosen = [_Chosen(task, version, read_regions(path, task, version)) for task, version in versions]
        field = options.token_field or _text_field(path, chosen)
        for one in chosen:
            if field not in one.task.texts:
                problem = f"record {grouped(one.task.number)} has no text called {field}"
                raise JsonShapeError(path, problem, "name the field of the text with --token-field", one.task.line)
        records = [
            SpanRecord(
                task.number,
                task.line,
                task.texts[field],
                regions.spans,
                regions.relations,
                version.steps,
                version.steps,
                task.name,
            )
            for task, version, regions in chosen
        ]
        writer = _RegionWriter([region for task in tasks for version in task.versions for region in version.regions])
        return SpanFile(text, places, records, (*notes, *_notes(chosen)), writer.new_item, _with_labels)


def _chosen_versions(path: str, tasks: Sequence[Task], key: str | None) -> tuple[list[tuple[Task, Version]], list[str]]:
    """Choose the first version of each annotated task that is called so.

    A task without the prediction asked for has no mentions, so that predictions and annotations of a file hold the
    same texts; one without the annotation asked for is left out.
    """
    known = dict.fromkeys(name for task in tasks for version in task.versions for name in version.names)
    name = key or (ANNOTATIONS if ANNOTATIONS in known else PREDICTIONS)
    if key is not None and key not in known:
        problem = f"nothing in the file is called “{key}”; there is {', '.join(known) or 'no annotation'}"
        raise JsonShapeError(path, problem, "name one of these after #")
    is_prediction = any(version.names[0] == PREDICTIONS for task in tasks for version in task.called(name))
    wanted = ANNOTATIONS if is_prediction and ANNOTATIONS in known else name
    chosen: dict[str | int, tuple[Task, Version]] = {}
    without, bare, further = [], [], []
    for task in tasks:
        if not task.called(wanted):
            without.append(task)
            continue
        found, identity = task.called(name), task.name or task.number
        if not found:
            bare.append(task)
        elif identity in chosen or len(found) > 1:
            further.append(task)
        nothing = Version([], (PREDICTIONS, 0, "result"), (PREDICTIONS,))
        chosen.setdefault(identity, (task, found[0] if found else nothing))
    notes = [f"there are no annotations: the {PREDICTIONS} are read"] if name == PREDICTIONS and key is None else []
    others = f"#NAME after the path chooses another: {', '.join(known)}"
    notes += _told(without, f"left out without {wanted}")
    notes += _told(bare, f"without {name}, read without mentions")
    notes += _told(further, f"with several {name}, of which the first is read ({others})")
    return list(chosen.values()), notes


def _told(tasks: Sequence[Task], what: str) -> list[str]:
    return [f"{counted(len(tasks), 'task')} {what}; the first: record {grouped(tasks[0].number)}"] if tasks else []


def _text_field(path: str, chosen: Sequence[_Chosen]) -> str:
    """Find what the text is called: `text`, or the one name whose texts the regions fit."""
    fields = dict.fromkeys(field for one in chosen for field in one.task.texts)
    if "text" in fields or not chosen:
        return "text"
    everywhere = [field for field in fields if all(field in one.task.texts for one in chosen)]
    fitting = [field for field in everywhere if all(_fits(one, field) for one in chosen)]
    if len(fitting) == 1 or len(everywhere) == 1:
        return (fitting or everywhere)[0]
    problem = f"the text may be any of {', '.join(fields)}" if fields else "the tasks have no text"
    raise JsonShapeError(path, problem, "name the field of the text with --token-field", chosen[0].task.line)


def _fits(one: _Chosen, field: str) -> bool:
    text = one.task.texts[field]
    return all(span.surface in text if span.surface else span.end <= len(text) for span in one.regions.spans)


def _notes(chosen: Sequence[_Chosen]) -> Iterator[str]:
    n_unlabelled = sum(one.regions.n_unlabelled for one in chosen)
    n_others = sum(one.regions.n_others for one in chosen)
    if n_unlabelled:
        yield f"{counted(n_unlabelled, 'region')} without a label left out"
    if n_others:
        yield f"{counted(n_others, 'result')} other than regions of text not read"


class _RegionWriter:
    def __init__(self, regions: Sequence[Json]) -> None:
        labelled = [region for region in regions if value_of(region).get("labels")]
        self._pattern = labelled[0] if labelled else {"value": {}, "from_name": "label", "to_name": "text"}

    def new_item(self, record: SpanRecord, start: int, end: int, type_name: str, surface: str) -> Json:
        value = {"start": start, "end": end, "text": surface, "labels": [type_name]}
        if "value" not in self._pattern:
            return value
        names = {name: self._pattern[name] for name in ("from_name", "to_name") if name in self._pattern}
        key = sha256(f"{record.number} {start} {end} {type_name}".encode()).hexdigest()[:10]
        return {"id": key, "type": "labels", "value": value, "origin": "manual", **names}


def _with_labels(region: Json, labels: Sequence[str]) -> Json:
    if "value" not in region:
        return {**region, "labels": list(labels)}
    return {**region, "value": {**region["value"], "labels": list(labels)}}


READER = LabelStudioReader()
