"""Labels inside a column of `name=value|name=value` pairs, as the MISC column of CoNLL-U."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import IntArray
from nerinspect.encoding.labels import LabelColumn, malformation
from nerinspect.errors import NoLabelFieldError

USUAL_NAMES: Final = ("NER", "NE", "Entity", "BIO", "IOB")
"""Fields looked at first, whatever their case."""


def pairs_of(value: str) -> dict[str, str]:
    """Read the pairs of one value; what has no `=` is a name without value."""
    return {name: text for name, _, text in (pair.partition("=") for pair in value.split("|"))} if value != "_" else {}


def label_names(values: Sequence[str]) -> list[str]:
    """List the names whose every value is a well-formed label, one of them not O; the usual ones first."""
    seen: Counter[str] = Counter()
    excluded: set[str] = set()
    for value in values:
        for name, text in pairs_of(value).items():
            if name in excluded:
                continue
            if malformation(text) is None:
                seen[name] += text != "O"
            else:
                excluded.add(name)
    usual = [name.casefold() for name in USUAL_NAMES]
    named = [name for name, count in seen.items() if count and name not in excluded]
    return sorted(named, key=lambda name: usual.index(name.casefold()) if name.casefold() in usual else len(usual))


def choose_name(path: str, values: Sequence[str], asked: str) -> str:
    """Choose the name that holds the labels.

    Parameters
    ----------
    path : str
        The file, for messages.
    values : sequence of str
        The distinct values of the column.
    asked : str
        The name the user gave; empty to find it.

    Returns
    -------
    str
        The name.

    Raises
    ------
    NoLabelFieldError
        If no name, or several unusual ones, hold labels.
    """
    if asked:
        if any(asked in pairs_of(value) for value in values):
            return asked
        known = sorted({name for value in values for name in pairs_of(value)})
        raise NoLabelFieldError(path, f"no MISC field is called {asked}", known[:20])
    found = label_names(values)
    is_usual = found and found[0].casefold() in {name.casefold() for name in USUAL_NAMES}
    if not found or (len(found) > 1 and not is_usual):
        problem = "several MISC fields hold labels" if found else "no MISC field holds labels"
        raise NoLabelFieldError(path, problem, found)
    return found[0]


def misc_column(values: Sequence[str], codes: IntArray, name: str) -> LabelColumn:
    """Take the labels of one name; a token without it is O.

    Parameters
    ----------
    values : sequence of str, shape (n_distinct,)
        The distinct values of the column.
    codes : ndarray of int32, shape (n_tokens,)
        For each token the place of its value.
    name : str
        Which pair holds the label.

    Returns
    -------
    LabelColumn
        One label for each token.
    """
    place: dict[str, int] = {}
    of_value = [place.setdefault(pairs_of(value).get(name, "O"), len(place)) for value in values]
    return LabelColumn(tuple(place), np.array(of_value, dtype=np.int32)[codes])


def with_label(value: str, name: str, label: str) -> str:
    """Write one label into a value, keeping every other pair as it stands."""
    pairs = [] if value == "_" else value.split("|")
    written = f"{name}={label}"
    for number, pair in enumerate(pairs):
        if pair.partition("=")[0] == name:
            pairs[number] = written
            return "|".join(pairs)
    return "|".join([*pairs, written]) if label != "O" else value
