"""Columns derived once for a study and dropped with it."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

Owner = TypeVar("Owner")
Derived = TypeVar("Derived")


def kept_with_owner(derive: Callable[[Owner], Derived]) -> Callable[[Owner], Derived]:
    """Remember what is derived from an immutable owner, for as long as the owner lives.

    Parameters
    ----------
    derive : callable
        Computes the value; the value must not refer to the owner, or neither would ever be freed.

    Returns
    -------
    callable
        Computes at the first call for an owner and remembers after that.
    """
    kept: WeakKeyDictionary[Owner, Derived] = WeakKeyDictionary()

    @wraps(derive)
    def remembered(owner: Owner) -> Derived:
        try:
            return kept[owner]
        except KeyError:
            return kept.setdefault(owner, derive(owner))

    return remembered
