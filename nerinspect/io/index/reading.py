"""Read the files of an index in shards: decided by all of them how, cut, read by an engine, and joined."""

import gzip
import os
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np

from nerinspect.errors import NoTokensError, UnreadableFileError
from nerinspect.io.content import Bounds, FileBytes, bad_gzip
from nerinspect.io.formats.conll import READER as CONLL
from nerinspect.io.formats.conll import LineRules
from nerinspect.io.formats.conllu import column_names
from nerinspect.io.formats.parquet import READER as PARQUET
from nerinspect.io.formats.reader import HEAD_BYTES, RawFile, Reader, guess_reader, reader_named
from nerinspect.io.index.columns import Columns
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
from nerinspect.io.index.parts import FORMATS, Part, joined_parts, parts_of, read_part
from nerinspect.io.index.shards import ShardColumns, ShardFile, joined, read_shard
from nerinspect.io.index.sides import OwnLines, Side
from nerinspect.io.reading.files import Input, head_of, naming_options_of, read_one
from nerinspect.progress import Checkpoint, no_checkpoint

READ_AT_ONCE: Final = 1 << 22  # bytes of a file

MOST_BYTES: Final = 1 << 31  # so large a file may be that cannot be cut

BYTES_OF_TOKEN: Final = 8  # about

_PIECE_BYTES: Final = 1 << 20


def opened(
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
    files: list[LinedFile] = []
    for number, name in enumerate(names):
        file = _lined(one, name, digests[name], unpacked.with_name(f"{unpacked.name}.{number}"))
        if file is None or file.format != (files or [file])[0].format:
            problem = "files that are read as one must be CoNLL lines, CoNLL-U, JSON lines or Parquet with tokens"
            if files and file is not None:
                problem = f"files that are read as one must have one format, and the first is {_title(files[0])}"
            raise UnreadableFileError(name, problem, "name those that are, such as 'test/*.conll'")
        files.append(file)
    if files[0].format == "conllu":
        named = [column_names(file.head()) for file in files]
        for file, names in zip(files, named, strict=True):
            if names != named[0]:
                problem = f"files that are read as one must have the same columns, and {files[0].path} has others"
                raise UnreadableFileError(file.path, problem, "write the columns that all of them have")
    return Side(path, tuple(files))


def _lined(one: Input, path: str, said: Mapping[str, Any], unpacked: Path) -> LinedFile | None:
    """Look at a file of an input; None for one that cannot be cut."""
    place = str(_unpacked(path, unpacked)) if path.endswith(".gz") else os.path.abspath(path)
    with open(place, "rb") as opened:
        head = opened.read(HEAD_BYTES)
    n_bytes = os.path.getsize(place)
    reader = _reader_of(path, head, one)
    is_cut = reader.name in (CONLL.name, *FORMATS)
    if not is_cut or not n_bytes or not (reader.takes == "bytes" or may_be_cut(one.options.text_encoding)):
        if n_bytes > MOST_BYTES:
            raise _uncut(path, reader.title)
        return None
    rules = LineRules(by_tabs=False)
    file = LinedFile(path, one.role, place, said["sha256"], said["size"], n_bytes, one.options, rules, reader.name)
    return None if reader.name == CONLL.name and file.is_labels_alone() else file


def _title(file: LinedFile) -> str:
    return reader_named(file.format).title


def _uncut(path: str, title: str) -> UnreadableFileError:
    return UnreadableFileError(
        path, f"{title} of this size cannot be cut into shards", "write it as CoNLL lines in UTF-8"
    )


def _reader_of(path: str, head: bytes, one: Input) -> Reader:
    if one.options.format is not None:
        return reader_named(one.options.format)
    return guess_reader(path, head_of(FileBytes(path, head, "", len(head)), one.options.text_encoding))[0]


def _unpacked(path: str, place: Path) -> Path:
    """Unpack a gzip file beside the index, once."""
    if place.exists():
        return place
    bounds, aside = (
        Bounds(path, os.path.getsize(path), "unpack it by hand if you trust it"),
        place.with_suffix(".part"),
    )
    try:
        with gzip.open(path) as packed, open(aside, "wb") as file:
            while block := packed.read(READ_AT_ONCE):
                bounds.take(len(block))
                file.write(block)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        with open(path, "rb") as file:
            raise bad_gzip(path, file.read(2)) from None
    return aside.replace(place)


def read_sides(
    inputs: Sequence[Input],
    sides: Sequence[Side | None],
    work: Path,
    columns: Columns,
    engine: Engine,
    shard_tokens: int,
    checkpoint: Checkpoint,
) -> tuple[list[RawFile], dict[str, OwnLines], int, int]:
    """Read all files, those in shards that have a side; what was read before is taken from where it was put.

    With them come the lines of sides in several files, by path, and how many shards there are, and were read before.
    """
    side_of = {number: side for number, side in enumerate(sides) if side is not None}
    parts = _parts(side_of, shard_tokens, work)
    cut = {number: side for number, side in side_of.items() if side.files[0].format == CONLL.name}
    cut = dict(zip(cut, _decided([*cut.values()], engine), strict=True))
    counted = dict(zip(cut, _counted([*cut.values()], shard_tokens, engine), strict=True))
    beside = _beside(counted, inputs)
    groups = [*([beside] if beside else []), *([number] for number in cut if number not in beside)]
    shards: dict[int, list[Shard]] = {}
    for group in groups:
        made = _shards([cut[number] for number in group], [counted[number] for number in group], shard_tokens)
        shards |= dict(zip(group, made, strict=True))
    tasks: list[list[ShardFile | Part]] = [
        [ShardFile(number, shards[number][shard], _place(work, number, shard)) for number in group]
        for group in groups
        for shard in range(len(shards[group[0]]))
    ]
    tasks += [[part] for own in parts.values() for part in own]
    n_tokens = sum(piece.n_tokens for number in cut for found in counted[number] for piece in found)
    n_tokens += sum(own[0].shard.file.n_bytes // BYTES_OF_TOKEN for own in parts.values())
    n_kept, mistakes = _run(tasks, engine, n_tokens, checkpoint)
    files: list[RawFile] = []
    own_lines = {side.path: _own_lines(side, counted[number]) for number, side in cut.items() if not side.is_one_file}
    for number, one in enumerate(inputs):
        name = f"file{number}"
        if number in cut:
            if number in mistakes:
                raise TaskError(mistakes[number])
            own = [_place(work, number, shard) for shard in range(len(shards[number]))]
            reference = files[0] if number and number in beside else None
            of_reference = [_place(work, 0, shard) for shard in range(len(own))] if reference else own
            held = ShardColumns(own, of_reference, [not shard.start for shard in shards[number]])
            files.append(joined(cut[number], held, reference, columns, name))
            continue
        whole = None
        if number in parts and number not in mistakes:
            with naming_options_of(one.role):
                whole = joined_parts(side_of[number], parts[number], columns, name)
        if whole is not None and not side_of[number].is_one_file:
            own_lines[one.file.path] = whole[1]
        files.append(whole[0] if whole else _read_whole(one, parts.get(number), mistakes.get(number)))
    return files, own_lines, max(len(tasks), 1), n_kept


def _place(work: Path, number: int, shard: int) -> str:
    return str(work / f"file{number}-{shard:06}.npz")


def _parts(sides: Mapping[int, Side], shard_tokens: int, work: Path) -> dict[int, list[Part]]:
    """Cut what is cut without a look at other files, if it has several parts."""
    found = {}
    for number, side in sides.items():
        if side.files[0].format == CONLL.name:
            continue
        shards = []
        for file in side.files:
            own = parts_of(file, shard_tokens)
            if len(own) < 2 and file.n_bytes > MOST_BYTES:
                raise _uncut(file.path, _title(file))
            shards += own or [Shard(file, 0, 0, 0)]  # who reads it says why there is none
        if len(shards) > 1 or not side.is_one_file:
            file = side.files[0]
            head = b"" if file.format == PARQUET.name else file.head()[:HEAD_BYTES]
            places = (_place(work, number, shard) for shard in range(len(shards)))
            found[number] = [Part(number, shard, place, head) for shard, place in zip(shards, places, strict=True)]
    return found


def _run(
    tasks: Sequence[Sequence[ShardFile | Part]], engine: Engine, n_tokens: int, checkpoint: Checkpoint
) -> tuple[int, dict[int, str]]:
    """Read shards unless it was done before; give how many were, and the first mistake of each file."""
    left = [task for task in tasks if not all(os.path.exists(one.place) for one in task)]
    n_done, mistakes = len(tasks) - len(left), dict[int, tuple[int, str]]()
    for place, found in engine.run(read_task, left):
        for number, text in found:
            mistakes[number] = min((place, text), mistakes.get(number, (place, text)))
        n_done += 1
        checkpoint(n_tokens * n_done // len(tasks), n_tokens)
    return len(tasks) - len(left), {number: text for number, (_, text) in mistakes.items()}


def read_task(task: Sequence[ShardFile | Part]) -> list[tuple[int, str]]:
    """Read one shard; give the mistakes, each with the number of its file."""
    if isinstance(task[0], Part):
        return [(part.number, text) for part in task if isinstance(part, Part) and (text := read_part(part))]
    return read_shard([one for one in task if isinstance(one, ShardFile)])


def _read_whole(one: Input, parts: Sequence[Part] | None, mistake: str | None) -> RawFile:
    """Read a file that has no parts, or whose mistake is best told by who sees all of it."""
    files = [*dict.fromkeys(part.shard.file for part in parts or ())]
    is_one_file = not files or files[0].path == one.file.path
    for file in [] if is_one_file else files:
        if (mistake or "").startswith((f"{file.path}:", f"{file.path},")) and file.n_bytes <= MOST_BYTES:
            read_one(one._replace(file=replace(one.file, path=file.path)), no_checkpoint)
    if not is_one_file or (files and files[0].n_bytes > MOST_BYTES):
        raise TaskError(mistake or f"{one.file.path}: a list holds texts and numbers; write texts in all records")
    return read_one(one, no_checkpoint)


Counted: TypeAlias = list[list[Piece]]  # the pieces of each file of a side


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
    n_bytes = max(1, min(_PIECE_BYTES, BYTES_OF_TOKEN * shard_tokens))
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
