"""In what two signatures differ, in words."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from nerinspect.io.signature import read_signature, signature_differences

_NAMES: Final = {
    "version": "Version of nerinspect",
    "table": "Table",
    "shows": "Table",
    "scheme": "Scheme",
    "kind": "Numbers",
    "attribute": "Attribute",
    "attributes": "Attributes",
    "m": "Number of buckets",
    "matching": "Comparison of surfaces",
    "setting": "Right argument",
    "symmetric": "Symmetric types",
    "samples": "Samples",
    "seed": "Random seed",
    "filter": "Filter",
    "decisions": "Decisions",
    "systems": "Systems shown",
    "counted": "Types that are counted",
    "relation": "Relation type",
    "types": "Types",
    "reference": "Reference",
    "training": "Training data",
}
_FILES: Final = frozenset({"reference", "training"})
_OURS: Final = frozenset(_NAMES) - _FILES


class PartDifference(NamedTuple):
    """A part in which two signatures differ: its name and what differs in words, and both values."""

    part: str
    words: str
    a: str
    b: str


def differences_in_words(one: str, other: str) -> list[PartDifference]:
    """List in what two signatures differ; see `signature_differences`.

    Raises
    ------
    CommandError
        If either is no signature.
    """
    a, b = read_signature(one), read_signature(other)
    return list(_differences(a, b, signature_differences(one, other)))


def _differences(a: dict[str, str], b: dict[str, str], found: list[tuple[str, str, str]]) -> Iterator[PartDifference]:
    for part, in_a, in_b in found:
        name = _NAMES.get(part, part)
        if part in _OURS:
            yield PartDifference(name, "differs", in_a or "none", in_b or "none")
        elif part not in a or part not in b:
            yield PartDifference(name, f"only in {'A' if part in a else 'B'}", in_a or "–", in_b or "–")
        else:
            same_bytes = in_a.partition(" ")[0] == in_b.partition(" ")[0]
            yield PartDifference(name, "the same file, read otherwise" if same_bytes else "another file", in_a, in_b)
