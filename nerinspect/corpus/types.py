"""Types renamed, kept and left out before anything is counted, and what tables call them beside ALL and none."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.corpus.mentions import Mentions, Relations, followed
from nerinspect.quantities import counted, word_for

ALL_TYPES: Final = "ALL"
NO_TYPE: Final = "none"


def type_or_all(name: str | None) -> str:
    """Write a type, or `ALL` without one; a type that is called so has quotes around it."""
    return _told_apart(name, ALL_TYPES)


def type_or_none(name: str | None) -> str:
    """Write a type, or `none` without one; a type that is called so has quotes around it."""
    return _told_apart(name, NO_TYPE)


def notices_of_names(types: Iterable[str]) -> list[str]:
    """Say which types are called like the words for all types, and for none."""
    types = {*types}
    said = {ALL_TYPES: "tables", NO_TYPE: "tables of confusions"}
    meant = {ALL_TYPES: "all types", NO_TYPE: "no mention"}
    return [
        f'a type is called {name}; {said[name]} write it as "{name}", with quotes, since {name} means'
        f" {meant[name]} there"
        for name in said
        if name in types
    ]


def _told_apart(name: str | None, word: str) -> str:
    if not name:
        return word
    return f'"{name}"' if name == word else name


@dataclass(frozen=True, eq=False)
class ChangedMentions:
    """What changes of types made of the mentions of one annotation: those that stayed, and the changes in words.

    `place` says for each mention there was where it is among those that stayed; -1 if it was left out.
    """

    mentions: Mentions
    place: IntArray
    notes: tuple[str, ...]

    @property
    def kept(self) -> IntArray:
        """Places of the mentions that stayed, among those there were."""
        return np.flatnonzero(self.place >= 0).astype(np.int32)

    def relations(self, relations: Relations) -> tuple[Relations, tuple[str, ...]]:
        """Let relations follow their mentions, as `mentions.followed` does, and say in words what was left out."""
        return followed(relations, self.place)


@dataclass(frozen=True)
class TypeChanges:
    """Which types are renamed, then which are kept (if any are named, only these) or left out, by their new names.

    The mapping holds old and new names; every type is renamed at most once.
    """

    keep: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    mapping: tuple[tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.keep or self.remove or self.mapping)

    def apply(self, mentions: Mentions) -> tuple[Mentions, tuple[str, ...]]:
        """Change the types of mentions; give the mentions and, in words, what was done."""
        changed = self.change(mentions)
        return changed.mentions, changed.notes

    def change(self, mentions: Mentions) -> ChangedMentions:
        """Change the types of mentions, which may overlap; those that became equal are one."""
        renamed = dict(self.mapping)
        names = [renamed.get(name, name) for name in mentions.types]
        stays = [(not self.keep or name in self.keep) and name not in self.remove for name in names]
        types = tuple(sorted({name for name, kept in zip(names, stays, strict=True) if kept}))
        place_of = {name: place for place, name in enumerate(types)}
        new_code = np.array([place_of.get(name, -1) for name in names], dtype=np.int32)
        codes = new_code[mentions.type_codes] if names else mentions.type_codes
        kept = np.flatnonzero(codes >= 0)
        order = kept[np.lexsort((codes[kept], mentions.end[kept], mentions.start[kept]))]
        start, end, codes = mentions.start[order], mentions.end[order], codes[order]
        is_new = _differs_from_last(start, end, codes)
        place = np.full(len(mentions), -1, dtype=np.int32)
        place[order] = np.cumsum(is_new) - 1
        notes = list(self._notes(mentions, names, stays))
        if n_equal := len(order) - int(is_new.sum()):
            notes.append(f"{counted(n_equal, 'mention')} equal to another now, counted once")
        return ChangedMentions(Mentions(start[is_new], end[is_new], codes[is_new], types), place, tuple(notes))

    def _notes(self, mentions: Mentions, names: Sequence[str], stays: Sequence[bool]) -> Iterator[str]:
        """Say what becomes of each type that occurs, and which types that were named do not occur."""
        counts = np.bincount(mentions.type_codes, minlength=len(names)).tolist()
        rows = [row for row in zip(mentions.types, names, stays, counts, strict=True) if row[3]]
        for old, new, kept, count in rows:
            if new != old or not kept:
                renamed = f" mapped to {new}" if new != old else ""
                removed = "" if kept else " and removed" if renamed else " removed"
                yield f"type {old}{renamed}{removed}: {counted(count, 'mention')}"
        before, after = {old for old, _, _, _ in rows}, {new for _, new, _, _ in rows}
        named = (
            ("map", [old for old, _ in self.mapping], before),
            ("keep", self.keep, after),
            ("remove", self.remove, after),
        )
        for verb, asked, there in named:
            if missing := [name for name in asked if name not in there]:
                yield f"no mention of {word_for(len(missing), 'type')} {', '.join(missing)} to {verb}"


def _differs_from_last(start: IntArray, end: IntArray, codes: IntArray) -> BoolArray:
    """Tell which of sorted mentions are not equal to the one before."""
    differs = np.ones(len(start), dtype=bool)
    differs[1:] = (start[1:] != start[:-1]) | (end[1:] != end[:-1]) | (codes[1:] != codes[:-1])
    return differs
