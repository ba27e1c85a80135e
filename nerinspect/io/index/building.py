"""Make an index: everything is decided by all of the files, read in shards, aligned, and kept as columns."""

import gzip
import hashlib
import json
import os
import shutil
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import accumulate
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np

from nerinspect import __version__
from nerinspect.attributes.own import with_own_attributes
from nerinspect.errors import CommandError, NoTokensError, OutputError, UnreadableFileError
from nerinspect.events.study import Study
from nerinspect.io.content import STANDARD_INPUT, Bounds, FileBytes
from nerinspect.io.formats.conll import READER as CONLL
from nerinspect.io.formats.conll import LineRules
from nerinspect.io.formats.reader import HEAD_BYTES, RawFile, guess_reader, reader_named
from nerinspect.io.index.columns import Columns, keep
from nerinspect.io.index.counts import count, keep_counts
from nerinspect.io.index.cutting import (
    LinedFile,
    Piece,
    Shard,
    evidence,
    may_be_cut,
    pieces,
    sentences_at,
    shards_at,
    with_rules,
)
from nerinspect.io.index.engines import Engine, TaskError
from nerinspect.io.index.events import ATTRIBUTE, EventPart, attribute_columns, write_part
from nerinspect.io.index.opening import COLUMNS, COUNTS, INDEX, LAYOUT, PLAN, STUDY, is_index, mapped_study
from nerinspect.io.index.shards import ShardColumns, ShardFile, joined, read_shard
from nerinspect.io.index.sides import OwnLines, Side, folder_of, naming_own_lines, several_files, with_own_lines
from nerinspect.io.provenance import study_sources
from nerinspect.io.reading.files import Input, head_of, inputs_of, read_one
from nerinspect.io.reading.interpreting import read_type_changes
from nerinspect.io.reading.loading import refuse_contradictions, study_of_files
from nerinspect.io.request import LoadRequest, parse_named_path
from nerinspect.io.request_changes import prediction_names
from nerinspect.io.signature import signature
from nerinspect.io.writing.whole_files import reason_of
from nerinspect.progress import Checkpoint, no_checkpoint

SHARD_TOKENS: Final = 1_000_000

MOST_BYTES: Final = 1 << 31
"""So large a file may be that cannot be cut."""

_WORK, _EVENTS = "work", "events"
_PIECE_BYTES: Final = 1 << 20
_BYTES_OF_TOKEN: Final = 8
_READ_AT_ONCE: Final = 1 << 22
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
        raise CommandError(f"{request.reference} is an index already; name the files it is to be made of")
    if STANDARD_INPUT in request.paths:
        raise CommandError("an index is made of files; name a file instead of -")
    if request.attribute_tables:
        raise CommandError(
            "tables of attributes are named beside the index, not when it is made; leave out --attributes"
        )
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
            _opened(one, files_of.get(one.file.path), digests, work / f"file{number}")
            for number, one in enumerate(inputs)
        ]
        columns = Columns(target / COLUMNS)
        raws, own_lines, n_shards, n_kept = _read(sides, inputs, work, columns, engine, shard_tokens, checkpoint)
        with naming_own_lines(own_lines):
            study = with_own_lines(study_of_files(request, inputs, names, changes, raws), own_lines)
        del raws
        (target / STUDY).write_text(json.dumps(keep(study, columns, "study")), encoding="utf-8")
        del study, columns  # what is private memory; the same is mapped now
        study = mapped_study(target)
        keep_counts(count(study), target / COUNTS)
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
        raise OutputError(folder, f"{problem}; what was read is kept for the next run", remedy) from None
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
            *(str(target / STUDY), str(target / COLUMNS), tuple(attributes)),
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
            while block := file.read(_READ_AT_ONCE):
                digest.update(block)
                size += len(block)
    except FileNotFoundError:
        raise UnreadableFileError(path, "there is no such file", "check the path") from None
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
        raise CommandError(f"{folder} holds something else; choose a folder that is new or empty")
    for part in (_WORK, COLUMNS, _EVENTS):
        (target / part).mkdir(parents=True, exist_ok=True)
    aside = target / f"{PLAN}.part"
    aside.write_text(json.dumps(plan, indent=1), encoding="utf-8")
    aside.replace(begun)


def _opened(
    one: Input, names: Sequence[str] | None, digests: Mapping[str, Mapping[str, Any]], unpacked: Path
) -> Side | None:
    """Look at a file, or at the several files of these names; None for what cannot be cut.

    Raises
    ------
    UnreadableFileError
        If one of several files cannot be cut: none of them would be read whole.
    """
    path = one.file.path
    if names is None:
        if os.path.isdir(path) or one.file.key is not None:
            return None
        file = _lined(one, path, digests[path], unpacked)
        return None if file is None else Side(path, (file,))
    files = []
    for number, name in enumerate(names):
        file = _lined(one, name, digests[name], unpacked.with_name(f"{unpacked.name}.{number}"))
        if file is None:
            raise UnreadableFileError(
                name,
                "files that are read as one are CoNLL lines with tokens, and this is none",
                "name those that are, such as 'test/*.conll'",
            )
        files.append(file)
    return Side(path, tuple(files))


def _lined(one: Input, path: str, said: Mapping[str, Any], unpacked: Path) -> LinedFile | None:
    """Look at a file of an input; None for one that cannot be cut."""
    place = str(_unpacked(path, unpacked)) if path.endswith(".gz") else os.path.abspath(path)
    with open(place, "rb") as opened:
        head = opened.read(HEAD_BYTES)
    n_bytes = os.path.getsize(place)
    reader = _reader_of(path, head, one)
    if reader is not CONLL or not n_bytes or not may_be_cut(one.options.text_encoding):
        if n_bytes > MOST_BYTES:
            raise UnreadableFileError(
                path, f"{reader.title} of this size cannot be cut into shards", "write it as CoNLL lines in UTF-8"
            )
        return None
    file = LinedFile(
        path, one.role, place, said["sha256"], said["size"], n_bytes, one.options, LineRules(by_tabs=False)
    )
    return None if file.is_labels_alone() else file


def _reader_of(path: str, head: bytes, one: Input) -> Any:  # noqa: ANN401 - a reader
    if one.options.format is not None:
        return reader_named(one.options.format)
    return guess_reader(path, head_of(FileBytes(path, head, "", len(head)), one.options.text_encoding))[0]


def _unpacked(path: str, place: Path) -> Path:
    """Unpack a gzip file beside the index, once."""
    if place.exists():
        return place
    bounds, aside = (
        Bounds(path, os.path.getsize(path), "unpack it by hand if it is to be trusted"),
        place.with_suffix(".part"),
    )
    try:
        with gzip.open(path) as packed, open(aside, "wb") as file:
            while block := packed.read(_READ_AT_ONCE):
                bounds.take(len(block))
                file.write(block)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise UnreadableFileError(path, "this is no whole gzip file", "unpack it by hand, or fetch it again") from None
    return aside.replace(place)


def _read(
    sides: Sequence[Side | None],
    inputs: Sequence[Input],
    work: Path,
    columns: Columns,
    engine: Engine,
    shard_tokens: int,
    checkpoint: Checkpoint,
) -> tuple[list[RawFile], dict[str, OwnLines], int, int]:
    """Read all files, those of lines in shards; give them with the number of shards, and of those read before.

    The lines of sides in several files come by the paths of these.
    """
    cut = {number: side for number, side in enumerate(sides) if side is not None}
    cut = dict(zip(cut, _decided([*cut.values()], engine), strict=True))
    counted = dict(zip(cut, _counted([*cut.values()], shard_tokens, engine), strict=True))
    beside = _beside(counted, inputs)
    groups = [*([beside] if beside else []), *([number] for number in cut if number not in beside)]
    shards: dict[int, list[Shard]] = {}
    for group in groups:
        made = _shards([cut[number] for number in group], [counted[number] for number in group], shard_tokens)
        shards |= dict(zip(group, made, strict=True))

    def place(number: int, shard: int) -> str:
        return str(work / f"file{number}-{shard:06}.npz")

    tasks = [
        [ShardFile(number, shards[number][shard], place(number, shard)) for number in group]
        for group in groups
        for shard in range(len(shards[group[0]]))
    ]
    left = [task for task in tasks if not all(os.path.exists(one.place) for one in task)]
    n_tokens = sum(piece.n_tokens for number in cut for found in counted[number] for piece in found)
    n_bytes = sum(one.shard.stop - one.shard.start for task in tasks for one in task)
    done = n_bytes - sum(one.shard.stop - one.shard.start for task in left for one in task)
    mistakes: list[tuple[int, int, str]] = []
    for place_of_task, found in engine.run(read_shard, left):
        mistakes += [(number, place_of_task, text) for number, text in found]
        done += sum(one.shard.stop - one.shard.start for one in left[place_of_task])
        checkpoint(n_tokens * done // max(n_bytes, 1), n_tokens)
    if mistakes:
        raise TaskError(min(mistakes)[-1])
    raws: list[RawFile] = []
    for number, one in enumerate(inputs):
        if number not in cut:
            raws.append(read_one(one, no_checkpoint))
            continue
        own = [place(number, shard) for shard in range(len(shards[number]))]
        reference = raws[0] if number and number in beside else None
        held = ShardColumns(
            own,
            [place(0, shard) for shard in range(len(own))] if reference else own,
            [not shard.start for shard in shards[number]],
        )
        raws.append(joined(cut[number], held, reference, columns, f"file{number}"))
    own_lines = {side.path: _own_lines(side, counted[number]) for number, side in cut.items() if not side.is_one_file}
    return raws, own_lines, max(len(tasks), 1), len(tasks) - len(left)


Counted: TypeAlias = list[list[Piece]]
"""The pieces of each file of a side."""


def _n_sentences(counted: Counted) -> list[int]:
    return [sum(piece.n_sentences for piece in found) for found in counted]


def _beside(counted: Mapping[int, Counted], inputs: Sequence[Input]) -> list[int]:
    """Choose the sides that are cut at the same sentences: the reference, and predictions with as many."""
    if 0 not in counted:
        return []
    n_sentences = sum(_n_sentences(counted[0]))
    fits = {number: sum(_n_sentences(found)) == n_sentences for number, found in counted.items()}
    return [number for number in counted if not number or (fits[number] and inputs[number].role == "prediction")]


def _shards(sides: Sequence[Side], counted: Sequence[Counted], shard_tokens: int) -> list[list[Shard]]:
    """Cut sides at the same sentences: those chosen in the first one, and where a file of any begins."""
    chosen = {*sentences_at([piece for found in counted[0] for piece in found], shard_tokens)}
    begins = [np.cumsum([0, *_n_sentences(own)]) for own in counted]
    cuts = np.array(sorted(chosen.union(*(own[:-1].tolist() for own in begins))))

    def shards_in(side: Side, own: Counted, begins: np.ndarray) -> Iterator[Shard]:
        at = np.searchsorted(cuts, begins)
        for number, (file, found) in enumerate(zip(side.files, own, strict=True)):
            sentences = cuts[at[number] : at[number + 1]] - begins[number]
            yield from shards_at(file, found, sentences.tolist())

    return [[*shards_in(*one)] for one in zip(sides, counted, begins, strict=True)]


def _own_lines(side: Side, counted: Counted) -> OwnLines:
    n_lines = [sum(piece.n_lines for piece in found) + 1 for found in counted]  # and a blank one behind each
    return OwnLines(side, [0, *accumulate(n_lines[:-1])])


def _decided(sides: Sequence[Side], engine: Engine) -> list[Side]:
    """Decide how the lines of each side are cut."""
    stretches = _stretches(sides)

    def asked(which: Sequence[int], is_asked: bool) -> dict[int, Any]:
        tasks = [(*stretches[one][2:], is_asked) for one in which]
        return {which[number]: found for number, found in engine.run(evidence, tasks)}

    found = asked(range(len(stretches)), False)
    with_tabs = {stretches[number][0] for number, one in found.items() if one.n_with_tab}
    silent = [number for number, one in found.items() if stretches[number][0] in with_tabs and not one.n_token_lines]
    found |= asked(silent, True) if silent else {}
    decided = []
    for number, side in enumerate(sides):
        own = [found[place] for place, stretch in enumerate(stretches) if stretch[0] == number]
        files = with_rules(side.files, own, side.files[0].options.reading.others)
        decided.append(replace(side, files=files))
    return decided


def _counted(sides: Sequence[Side], shard_tokens: int, engine: Engine) -> list[Counted]:
    """Cut each file into pieces, and count what they hold.

    Raises
    ------
    NoTokensError
        If one of several files of a side holds no tokens.
    """
    n_bytes = max(1, min(_PIECE_BYTES, _BYTES_OF_TOKEN * shard_tokens))
    stretches = _stretches(sides)
    found = dict(engine.run(pieces, [(*stretch[2:], n_bytes) for stretch in stretches]))
    counted: list[Counted] = [[[] for _ in side.files] for side in sides]
    for place, (number, file, *_) in enumerate(stretches):
        counted[number][file] += found[place]
    for side, own in zip(sides, counted, strict=True):
        for one, n_sentences in zip(side.files, _n_sentences(own), strict=True):
            if not (n_sentences or side.is_one_file):
                raise NoTokensError(one.path)
    return counted


def _stretches(sides: Sequence[Side]) -> list[tuple[int, int, LinedFile, int, int]]:
    """Give the stretches of all files, with the number of the side and that of the file in it."""
    return [
        (number, place, file, *stretch)
        for number, side in enumerate(sides)
        for place, file in enumerate(side.files)
        for stretch in file.stretches()
    ]
