"""What tables call a type beside the words that stand for all types, and for none."""

from collections.abc import Iterable
from typing import Final

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
        f'a type is called {name}; {said[name]} write it as "{name}", with quotes, since {name} stands for'
        f" {meant[name]} there"
        for name in said
        if name in types
    ]


def _told_apart(name: str | None, word: str) -> str:
    if not name:
        return word
    return f'"{name}"' if name == word else name
