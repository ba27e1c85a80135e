"""Which types to rename, keep and leave out, as the command line and a small JSON file say it."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from nerinspect.analysis.study import Annotation
from nerinspect.corpus.type_changes import TypeChanges
from nerinspect.errors import CommandError, JsonShapeError, shown
from nerinspect.io.content import STANDARD_INPUT, read_content

_SHAPE = 'write an object of lists, such as {"MISC": ["EVENT", "WORK_OF_ART"]}'


def read_type_changes(keep: Sequence[str], remove: Sequence[str], map_path: str = "") -> TypeChanges:
    """Read which types are to change.

    Parameters
    ----------
    keep, remove : sequence of str
        The only types that stay, and types that are left out, both after renaming.
    map_path : str
        A JSON file of old names by new name; empty for none.

    Returns
    -------
    TypeChanges
        What is to be done to every file.

    Raises
    ------
    CommandError
        If a name is empty or `O`, or a type is both kept and left out.
    DataError
        If the file cannot be read, or does not say for each type one new name.
    """
    keep, remove = _names(keep, "--keep-types"), _names(remove, "--remove-types")
    if both := sorted({*keep} & {*remove}):
        raise CommandError(f"type {shown(both[0])} is both kept and left out; name it once")
    return TypeChanges(keep, remove, read_type_map(map_path) if map_path else ())


def read_type_map(path: str) -> tuple[tuple[str, str], ...]:
    """Read a type map: for each old name its new one, in file order.

    Raises
    ------
    CommandError
        If it is standard input, which may be needed for data.
    DataError
        If the file cannot be read, or a type has no name, or two new ones.
    """
    if path == STANDARD_INPUT:
        raise CommandError("a type map cannot come from standard input; name a file")
    content = read_content(path)
    if not content.data.strip():
        raise JsonShapeError(path, "the file is empty", _SHAPE)
    try:
        pairs = json.loads(content.data, object_pairs_hook=_Pairs)
    except json.JSONDecodeError as mistake:
        raise JsonShapeError(path, f"this is no JSON ({mistake.msg})", _SHAPE, mistake.lineno) from None
    except RecursionError:
        raise JsonShapeError(path, "lists are nested too deep", _SHAPE) from None
    except ValueError:
        raise JsonShapeError(path, "it holds too long a number", _SHAPE) from None
    if not isinstance(pairs, _Pairs):
        raise JsonShapeError(path, "the type map is no object", _SHAPE)
    mapping: dict[str, str] = {}
    for new, olds in pairs:
        if not isinstance(olds, list) or isinstance(olds, _Pairs):
            raise JsonShapeError(path, f"{shown(new)} has no list of types behind it", _SHAPE)
        for old in olds:
            _check_name(path, old)
            if mapping.setdefault(old, new) != new:
                problem = f"type {shown(old)} becomes both {shown(mapping[old])} and {shown(new)}"
                raise JsonShapeError(path, problem, "leave one of them")
        _check_name(path, new)
    return tuple(mapping.items())


def with_changed_types(annotation: Annotation, changes: TypeChanges) -> Annotation:
    """Change the types of an annotation; its relations follow, and its source tells what was done."""
    if not changes:
        return annotation
    changed = changes.change(annotation.mentions)
    relations, notes = annotation.relations, changed.notes
    if relations is not None:
        relations, more = changed.relations(relations)
        notes += more
    source = replace(annotation.source, notes=annotation.source.notes + notes)
    return replace(annotation, mentions=changed.mentions, relations=relations, source=source)


class _Pairs(list[tuple[str, Any]]):
    """The members of an object in order, repeated names included."""


def _check_name(path: str, name: object) -> None:
    if not isinstance(name, str):
        raise JsonShapeError(path, f"{shown(json.dumps(name))} is no name of a type", _SHAPE)
    if name in ("", "O"):
        raise JsonShapeError(path, f"{shown(name)} is no name of a type", "name a type, such as PER")


def _names(names: Sequence[str], option: str) -> tuple[str, ...]:
    """Drop blanks around names, and repeated ones."""
    stripped = dict.fromkeys(name.strip() for name in names)
    for name in stripped:
        if name in ("", "O"):
            raise CommandError(f"{option}: {shown(name)} is no name of a type; name types such as PER,LOC")
    return tuple(stripped)
