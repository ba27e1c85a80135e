"""The counts of nervaluate 1.2.1, where it follows the definitions that it names."""

from pathlib import Path

import pytest

from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.systems.schemes import OUTCOMES, SCHEMES, SchemeTally, tally_schemes

Counts = tuple[int, int, int, int, int]

BY_NAME = {scheme.name: scheme for scheme in SCHEMES}
PIDGIN = ("masakhaner2-pcm/test.txt", "masakhaner2-pcm/predictions/afroxlmr.run1.txt")
TWEETS = ("wnut17/emerging.test.annotated", "wnut17/submissions/arcada")

OVERALL: dict[tuple[str, str], dict[str, Counts]] = {
    PIDGIN: {
        "strict": (2093, 135, 0, 119, 91),
        "exact": (2123, 105, 0, 119, 91),
        "partial": (2123, 0, 105, 119, 91),
    },
    TWEETS: {
        "strict": (373, 251, 0, 455, 163),
        "exact": (535, 89, 0, 455, 163),
        "partial": (535, 0, 89, 455, 163),
    },
}
BY_TYPE: dict[tuple[str, str], dict[str, Counts]] = {
    PIDGIN: {
        "DATE": (359, 26, 0, 5, 27),
        "LOC": (579, 31, 0, 50, 60),
        "ORG": (550, 25, 0, 83, 36),
        "PER": (605, 10, 0, 24, 11),
    },
    TWEETS: {
        "corporation": (12, 1, 0, 53, 50),
        "creative-work": (14, 9, 0, 119, 21),
        "group": (28, 6, 0, 131, 39),
        "location": (77, 5, 0, 68, 93),
        "person": (228, 22, 0, 179, 137),
        "product": (14, 10, 0, 103, 21),
    },
}
"""By strict and exact; by partial what is incorrect here is partial, by type it is correct."""


def tally_of(data_folder: Path, files: tuple[str, str]) -> SchemeTally:
    reference, predicted = (str(data_folder / name) for name in files)
    return tally_schemes(load_study(LoadRequest(reference, (predicted,), repair="conlleval")), 0)


def counted(tally: SchemeTally, scheme: str, type_name: str | None = None) -> Counts:
    found = tally.counts(BY_NAME[scheme], type_name)
    correct, incorrect, partial, missed, spurious = (getattr(found, outcome) for outcome in OUTCOMES)
    return correct, incorrect, partial, missed, spurious


@pytest.mark.parametrize("files", OVERALL, ids=["pidgin", "tweets"])
def test_all_types_together_are_counted_alike(files: tuple[str, str], data_folder: Path) -> None:
    tally = tally_of(data_folder, files)
    assert {scheme: counted(tally, scheme) for scheme in OVERALL[files]} == OVERALL[files]


@pytest.mark.parametrize("files", BY_TYPE, ids=["pidgin", "tweets"])
def test_each_type_is_counted_alike(files: tuple[str, str], data_folder: Path) -> None:
    tally = tally_of(data_folder, files)
    for name, (correct, other, none, missed, spurious) in BY_TYPE[files].items():
        assert counted(tally, "strict", name) == (correct, other, none, missed, spurious)
        assert counted(tally, "exact", name) == (correct, other, none, missed, spurious)
        assert counted(tally, "partial", name) == (correct, none, other, missed, spurious)
        assert counted(tally, "type", name) == (correct + other, none, none, missed, spurious)


@pytest.mark.parametrize(("files", "more"), [(PIDGIN, 2185 - 2179), (TWEETS, 426 - 425)], ids=["pidgin", "tweets"])
def test_a_mention_of_the_right_type_is_preferred_to_the_first_one(
    files: tuple[str, str], more: int, data_folder: Path
) -> None:
    theirs = {PIDGIN: (2179, 49, 0, 119, 91), TWEETS: (425, 199, 0, 455, 163)}[files]
    correct, incorrect, *others = counted(tally_of(data_folder, files), "type")
    assert (correct - more, incorrect + more, *others) == theirs
