"""What is derived for an owner is computed once and freed with it."""

import gc
import weakref

import numpy as np

from nerinspect.corpus.arrays import kept_with_owner


class Owner:
    """Stands for a study."""


def test_a_value_is_derived_once_for_each_owner() -> None:
    derived = kept_with_owner(lambda owner: np.zeros(1))
    first, second = Owner(), Owner()
    assert derived(first) is derived(first)
    assert derived(second) is not derived(first)


def test_a_value_is_freed_with_its_owner() -> None:
    derived = kept_with_owner(lambda owner: np.zeros(1))
    owner = Owner()
    value = weakref.ref(derived(owner))
    del owner
    gc.collect()
    assert value() is None
