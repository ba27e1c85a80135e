"""The subsets of tough mentions, and the other types of the surface of a type-confusable one."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, ByteArray, sorted_distinct
from nerinspect.events.kept_counts import kept_column
from nerinspect.events.segment_events import SIDES, Side
from nerinspect.events.study import Study
from nerinspect.training.surfaces import SEEN, UNSEEN_TOKENS, UNSEEN_TYPE, SurfaceIds, novelty, surface_ids


@dataclass(frozen=True, eq=False)
class OtherReading:
    """Another type that the reference gives to the same surface, and the mentions with this reading, ascending."""

    type: str
    mentions: AnyIntArray

    def __len__(self) -> int:
        return len(self.mentions)


def other_readings(study: Study, mention: int) -> list[OtherReading]:
    """Find the other readings of a type-confusable reference mention in the test set, with or without training data.

    The most frequent type stands first, then by code point.
    """
    surface, codes = surface_ids(study).reference, study.reference.mentions.type_codes
    same = np.flatnonzero((surface == surface[mention]) & (codes != codes[mention]))
    found = [(study.types[code], same[codes[same] == code]) for code in np.unique(codes[same])]
    return [OtherReading(*pair) for pair in sorted(found, key=lambda pair: (-len(pair[1]), pair[0]))]


SUBSETS: Final = (
    "all", "seen", "unseen-type", "unseen-tokens", "unseen-any", "tcm-all", "tcm-unseen", "tcm-seen",
)  # fmt: skip
"""The subsets in the order of their definitions."""

NESTED_SUBSETS: Final = (
    ("all", 0), ("seen", 0), ("unseen-any", 0), ("unseen-tokens", 1), ("unseen-type", 1),
    ("tcm-all", 0), ("tcm-seen", 1), ("tcm-unseen", 1),
)  # fmt: skip
"""The subsets in the order of the screen, each with how deep it lies in the ones before it."""


@kept_column("packed subsets")
def packed_subsets(study: Study) -> dict[Side, ByteArray]:
    """Give the subsets of each mention as bits, the first of `SUBSETS` lowest; without training data all are unseen.

    The subsets are defined for reference mentions; a predicted mention is put where its own surface and type would be.

    References
    ----------
    Tu and Lignos (2021), TMR: Evaluating NER recall on tough mentions.
    """
    ids, places = surface_ids(study), novelty(study)
    is_confusable = _confusable(study, ids)
    members = {side: _members(places[side], is_confusable[ids.on(side)]) for side in SIDES}
    return {side: np.packbits(own, axis=0, bitorder="little")[0] for side, own in members.items()}


def subset_members(study: Study, side: Side, mentions: AnyIntArray | slice = slice(None)) -> BoolArray:
    """Tell which of some mentions belong to which subset, a row for each of `SUBSETS`."""
    return np.unpackbits(packed_subsets(study)[side][mentions][None], axis=0, bitorder="little").view(np.bool_)


def is_small(n_mentions: int, n_all: int) -> bool:
    """Tell whether a subset has fewer than 1 % of all mentions, so few that its rates say little."""
    return 100 * n_mentions < n_all


def _confusable(study: Study, ids: SurfaceIds) -> BoolArray:
    """Tell which surfaces are mentions of two or more types in the reference. Shape (n_surfaces,)."""
    n_types = max(len(study.types), 1)
    key = ids.reference.astype(np.int64) * n_types + study.reference.mentions.type_codes
    several: BoolArray = np.bincount(sorted_distinct(key) // n_types, minlength=ids.n_surfaces) > 1
    return several


def _members(places: np.ndarray, is_confusable: BoolArray) -> BoolArray:
    seen, unseen_type, unseen_tokens = (places == place for place in (SEEN, UNSEEN_TYPE, UNSEEN_TOKENS))
    return np.stack(
        [
            np.ones(len(places), dtype=bool),
            seen,
            unseen_type,
            unseen_tokens,
            ~seen,
            is_confusable,
            is_confusable & unseen_tokens,
            is_confusable & ~unseen_tokens,
        ]
    )
