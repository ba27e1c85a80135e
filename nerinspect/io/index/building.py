"""Make an index: everything is decided by all of the files, read in shards, aligned, and kept as columns."""

import hashlib
import json
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from nerinspect import __version__
from nerinspect.attributes.own import with_own_attributes
from nerinspect.errors import CommandError, OutputError, UnreadableFileError
from nerinspect.events.study import Study, know_counts
from nerinspect.io.content import STANDARD_INPUT, no_permission
from nerinspect.io.index.columns import Columns, keep
from nerinspect.io.index.counts import ATTRIBUTE, EventPart, attribute_columns, keep_counts, read_counts, write_part
from nerinspect.io.index.engines import Engine
from nerinspect.io.index.opening import COLUMNS, COUNTS, HEURISTIC, INDEX, LAYOUT, PLAN, STUDY, is_index, mapped_study
from nerinspect.io.index.reading import READ_AT_ONCE, opened, read_sides
from nerinspect.io.index.sides import folder_of, naming_own_lines, several_files, with_own_lines
from nerinspect.io.provenance import study_sources
from nerinspect.io.reading.files import inputs_of
from nerinspect.io.reading.interpreting import read_type_changes
from nerinspect.io.reading.loading import refuse_contradictions, study_of_files
from nerinspect.io.request import LoadRequest, parse_named_path, prediction_names
from nerinspect.io.signature import signature
from nerinspect.io.writing.whole_files import reason_of
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.training.retention import RETENTION, with_training

SHARD_TOKENS: Final = 1_000_000

_WORK, _EVENTS = "work", "events"
_EVENTS_IN_PART: Final = 200_000


@dataclass(frozen=True)
class Made:
    """The study of an index, and how many shards it was read in, so many of them before."""

    study: Study
    n_shards: int
    n_kept: int


def build_index(
    request: LoadRequest,
    folder: str,
    engine: Engine,
    shard_tokens: int = SHARD_TOKENS,
    checkpoint: Checkpoint = no_checkpoint,
) -> Made:
    """Make the index of a request in a folder, or go on with one that was begun there.

    Parameters
    ----------
    shard_tokens : int
        How many tokens of the reference a shard has, about.
    checkpoint : callable
        Called with tokens read and tokens in all.

    Raises
    ------
    NerinspectError
        At the first mistake in the files, as `load_study` does; if the folder holds something else.
    """
    refuse_contradictions(request)
    if is_index(request.reference):
        raise CommandError(f"{request.reference} is an index already; name the files to make it from")
    if STANDARD_INPUT in request.paths:
        raise CommandError("an index is made of files; name a file instead of -")
    inputs, names = inputs_of(request, True), prediction_names(_named(request))
    changes = read_type_changes(request.keep_types, request.remove_types, request.map_types)
    target = Path(folder).absolute()
    try:
        files_of = {
            one.file.path: several_files(one.file.path, one.options.format) for one in inputs if not one.file.key
        }
        plan = _plan(request, files_of, shard_tokens)
        _begin(folder, target, plan)
        work = target / _WORK
        digests = {source["path"]: source for source in plan["sources"]}
        sides = [
            opened(one, files_of.get(one.file.path), digests, work / f"file{number}")
            for number, one in enumerate(inputs)
        ]
        columns = Columns(target / COLUMNS)
        raws, own_lines, n_shards, n_kept = read_sides(inputs, sides, work, columns, engine, shard_tokens, checkpoint)
        with naming_own_lines(own_lines):
            study = with_own_lines(study_of_files(request, inputs, names, changes, raws, columns.join), own_lines)
        del raws
        said = {"": keep(study, columns, STUDY)}
        if study.training is not None and RETENTION not in study.systems:
            study = with_training(study, study.training, study.matching, join=columns.join)
            said[HEURISTIC] = keep(study, columns, f"{STUDY}.{RETENTION}")
        del study, columns  # what is private memory; the same is mapped now
        Columns(target / COLUMNS).drop_others(json.dumps(said))
        for ends, one in said.items():
            (target / f"{STUDY}{ends}.json").write_text(json.dumps(one), encoding="utf-8")
            keep_counts(mapped_study(target, ends), target / f"{COUNTS}{ends}")
        study = mapped_study(target)
        know_counts(study, read_counts(target / COUNTS))
        for _ in engine.run(write_part, _parts(target, with_own_attributes(study))):
            pass
        for column in (target / COLUMNS).glob(f"{ATTRIBUTE}.*"):
            column.unlink()
        index = {
            "program": "nerinspect",
            "version": __version__,
            "layout": LAYOUT,
            "shards": n_shards,
            "signature": signature(study_sources(study), {}),
            "options": plan["options"],
            "sources": study_sources(study),
        }
        aside = target / f"{INDEX}.part"
        aside.write_text(json.dumps(index, indent=1), encoding="utf-8")
        aside.replace(target / INDEX)
        shutil.rmtree(work, ignore_errors=True)
    except OSError as error:
        problem, remedy = reason_of(error)
        kept = "; what was read is kept for the next run" if os.path.isdir(target / _WORK) else ""
        raise OutputError(folder, f"{problem}{kept}", remedy) from None
    return Made(study, n_shards, n_kept)


def _parts(target: Path, study: Study) -> list[EventPart]:
    """Cut the events into parts, and put their attributes beside them."""
    columns, attributes = Columns(target / COLUMNS), list[str]()
    n_events = len(study.events)
    for name, values in attribute_columns(study):
        columns.put(f"{ATTRIBUTE}.{len(attributes)}", values)
        attributes.append(name)
    return [
        EventPart(
            *(str(target / f"{STUDY}.json"), str(target / COLUMNS), str(target / COUNTS), tuple(attributes)),
            *(start, min(start + _EVENTS_IN_PART, n_events), str(target / _EVENTS / f"part-{number:05}.parquet")),
        )
        for number, start in enumerate(range(0, max(n_events, 1), _EVENTS_IN_PART))
    ]


def _named(request: LoadRequest) -> LoadRequest:
    """Let predictions that are all files of a folder, `runs/a/*.conll`, be called as the folder is."""

    def named(argument: str) -> str:
        path = parse_named_path(argument).path
        is_folder = path == argument and os.path.basename(path).startswith("*") and not os.path.exists(path)
        return folder_of(path) if is_folder and folder_of(path) != os.curdir else argument

    return replace(request, predictions=tuple(map(named, request.predictions)))


def _plan(request: LoadRequest, files_of: Mapping[str, Sequence[str] | None], shard_tokens: int) -> dict[str, Any]:
    """Say which files and options an index is for."""
    paths = [one for path in dict.fromkeys(request.files) for one in files_of.get(path) or [path]]
    sources = [{"path": path, **_digest(path)} for path in dict.fromkeys(paths)]
    options = json.loads(json.dumps(asdict(request)))
    return {
        "layout": LAYOUT,
        "version": __version__,
        "shard_tokens": shard_tokens,
        "options": options,
        "sources": sources,
    }


def _digest(path: str) -> dict[str, Any]:
    if os.path.isdir(path):
        return {}
    digest, size = hashlib.sha256(), 0
    try:
        with open(path, "rb") as file:
            while block := file.read(READ_AT_ONCE):
                digest.update(block)
                size += len(block)
    except FileNotFoundError:
        raise UnreadableFileError(path, "there is no such file", "check the path") from None
    except PermissionError:
        raise no_permission(path) from None
    return {"sha256": digest.hexdigest(), "size": size}


def _begin(folder: str, target: Path, plan: Mapping[str, Any]) -> None:
    """Make the folder, or make sure that it was begun for the same."""
    begun = target / PLAN
    if target.exists() and not target.is_dir():
        raise CommandError(f"{folder} is a file; name a folder for the index")
    if begun.is_file():
        try:
            before = json.loads(begun.read_bytes())
        except ValueError:
            before = None
        if before != plan:
            raise CommandError(
                f"{folder} is an index of other files, or with other options; choose another folder, or delete this one"
            )
    elif target.is_dir() and any(target.iterdir()):
        raise CommandError(f"{folder} has other files in it; choose a folder that is new or empty")
    for part in (_WORK, COLUMNS, _EVENTS):
        (target / part).mkdir(parents=True, exist_ok=True)
    aside = target / f"{PLAN}.part"
    aside.write_text(json.dumps(plan, indent=1), encoding="utf-8")
    aside.replace(begun)
