"""What training knows of a mention: its surface with its type, its surface alone, or nothing."""

from typing import Final, Literal, TypeAlias

import numpy as np

from nerinspect.corpus.arrays import BoolArray, CodeArray, IntArray, is_member, kept_with_owner
from nerinspect.events.segment_events import SIDES, Side
from nerinspect.events.study import Study
from nerinspect.training.surfaces import surface_ids

Setting: TypeAlias = Literal["typed", "surface"]

SETTINGS: Final[tuple[Setting, ...]] = ("typed", "surface")
"""Whether a mention is seen if its surface is a training mention of its own type, or of any."""

NOVELTIES: Final = ("seen", "unseen-type", "unseen-tokens")
"""What training knows of a mention; the arrays of `novelty` hold places in this tuple."""

SEEN, UNSEEN_TYPE, UNSEEN_TOKENS = range(3)


@kept_with_owner
def novelty(study: Study) -> dict[Side, CodeArray]:
    """Look every mention up in the training data, by its own surface and its own type; without any, none is seen.

    References
    ----------
    Tu and Lignos (2021), TMR: Evaluating NER recall on tough mentions.
    """
    ids, types = surface_ids(study), types_with_training(study)
    is_surface = np.zeros(ids.n_surfaces, dtype=bool)
    is_surface[ids.training] = True
    known = np.sort(ids.training.astype(np.int64) * len(types) + _training_types(study, types))
    answers: dict[Side, CodeArray] = {}
    for side in SIDES:
        mentions, surface = study.mentions_on(side), ids.on(side)
        key = surface.astype(np.int64) * len(types) + mentions.type_codes
        answers[side] = np.where(
            is_member(key, known), SEEN, np.where(is_surface[surface], UNSEEN_TYPE, UNSEEN_TOKENS)
        ).astype(np.int8)
    return answers


def is_seen(study: Study, side: Side, setting: Setting = "typed") -> BoolArray:
    """Tell which mentions of a side are seen: their surface is a training mention of this very type, or of any type.

    References
    ----------
    Taillé et al. (2021), Separating retention from extraction in the evaluation of end-to-end relation extraction.
    """
    places = novelty(study)[side]
    seen: BoolArray = places == SEEN if setting == "typed" else places != UNSEEN_TOKENS
    return seen


def types_with_training(study: Study) -> tuple[str, ...]:
    """Name the types of the study, then those that only training has; one at least, to count by."""
    of_training = study.training.annotation.mentions.types if study.training else ()
    return tuple(dict.fromkeys((*study.types, *of_training))) or ("",)


def _training_types(study: Study, types: tuple[str, ...]) -> IntArray:
    if study.training is None:
        return np.zeros(0, dtype=np.int32)
    return study.training.annotation.mentions.with_types(types).type_codes
