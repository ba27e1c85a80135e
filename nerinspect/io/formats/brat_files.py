"""The files of a brat corpus: each annotation with its text."""

import os
import re
from collections.abc import Iterator, Sequence
from filecmp import cmp
from itertools import combinations, islice
from typing import Final, NamedTuple

from nerinspect.errors import CommandError, UnreadableFileError, counted
from nerinspect.io.content import Content, read_file_bytes
from nerinspect.progress import Checkpoint

_PAIR: Final = re.compile(r"(?P<stem>.+)\.(?P<ending>ann|txt)(?P<packed>\.gz)?", re.DOTALL)
_MOST_LOOKED_AT: Final = 10_000


class Pair(NamedTuple):
    """An annotation and its text; the name is the path inside the folder, without ending."""

    name: str
    annotation: Content
    text: Content


def companion(path: str) -> str | None:
    """Name the file that belongs to an `.ann` or a `.txt`; None if the path ends otherwise."""
    match = _PAIR.fullmatch(path)
    if not match:
        return None
    return f"{match['stem']}.{'txt' if match['ending'] == 'ann' else 'ann'}{match['packed'] or ''}"


def whole_folders(paths: Sequence[str]) -> list[str]:
    """Name folders in the place of their documents, where several of one are named.

    A text whose annotation is named goes; annotations of different texts in one folder are one corpus. Annotations of
    one and the same text are by several annotators and stay.
    """
    named = set(paths)
    alone = [path for path in paths if path.endswith(".ann") or companion(path) not in named]
    folders: dict[str, list[str]] = {}
    for path in alone:
        if path.endswith(".ann") and "=" not in path:
            folders.setdefault(os.path.dirname(path), []).append(path)
    whole = {folder for folder, files in folders.items() if len(files) > 1 and _are_different(files)}
    merged = (os.path.dirname(one) if one in folders.get(os.path.dirname(one), ()) else one for one in alone)
    return list(dict.fromkeys(place if place in whole else one for one, place in zip(alone, merged, strict=True)))


def _are_different(annotations: Sequence[str]) -> bool:
    """Tell whether all annotations are of texts of their own."""
    texts = [path.removesuffix(".ann") + ".txt" for path in annotations]
    try:
        return not any(cmp(one, other, shallow=False) for one, other in combinations(texts, 2))
    except OSError:
        return False  # told when they are read


def read_pair(content: Content) -> Pair:
    """Read the file that belongs to an annotation or a text, in the same text encoding, and give both."""
    other_path = companion(content.path)
    if other_path is None:
        raise CommandError(f"{content.path}: brat is read from an .ann file, its .txt, or a folder; name one of these")
    other = _read(other_path, content.text_encoding, content.path)
    name = os.path.basename(content.path).removesuffix(".gz")
    pair = (other, content) if name.endswith(".txt") else (content, other)
    return Pair(name[: -len(".ann")], *pair)


def read_folder(folder: str, text_encoding: str, checkpoint: Checkpoint) -> tuple[list[Pair], tuple[str, ...]]:
    """Read all annotations in a folder and the folders in it, in order of their names, with notes of what was left out.

    Links that lead out of it are not followed, and names that begin with a dot are passed over.
    """
    root = os.path.join(os.path.realpath(folder), "")
    files = sorted(_files(folder))
    inside = {name for name in files if os.path.realpath(os.path.join(folder, name)).startswith(root)}
    annotated = [name.removesuffix(".ann") for name in files if name.endswith(".ann") and name in inside]
    if not annotated:
        raise UnreadableFileError(folder, "there is no .ann file in this folder", "choose a folder of brat")
    pairs = []
    for number, stem in enumerate(annotated):
        checkpoint(number, len(annotated))
        path, text_path = (os.path.join(folder, stem + ending) for ending in (".ann", ".txt"))
        annotation = _read(path, text_encoding, path)
        text = _read(text_path if f"{stem}.txt" in inside else "", text_encoding, path)
        pairs.append(Pair(stem.replace(os.sep, "/"), annotation, text))
    texts = {f"{stem}.txt" for stem in annotated}
    alone = [name for name in files if name.endswith(".txt") and name in inside and name not in texts]
    links = [name for name in files if name.endswith((".ann", ".txt")) and name not in inside]
    notes = [f"{counted(len(alone), 'text')} without .ann left out; the first: {alone[0]}"] if alone else []
    notes += [f"{counted(len(links), 'link')} out of the folder not followed; the first: {links[0]}"] if links else []
    return pairs, tuple(notes)


def has_annotations(folder: str) -> bool:
    """Tell whether there is an `.ann` among the first files of a folder and the folders in it."""
    return any(name.endswith(".ann") for name in islice(_files(folder), _MOST_LOOKED_AT))


def _files(folder: str) -> Iterator[str]:
    """List the files in a folder by their paths inside it."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in names:
            path = os.path.join(place, name)
            if not name.startswith(".") and os.path.isfile(path):
                yield os.path.relpath(path, folder)


def _read(path: str, text_encoding: str, asked_for: str) -> Content:
    if not os.path.isfile(path):
        name = os.path.basename(companion(asked_for) or path)
        problem = f"there is no {name} beside it"
        raise UnreadableFileError(asked_for, problem, "put the .ann and its .txt into one folder")
    return read_file_bytes(path).as_text(text_encoding)
