"""In which direction the sentences of a text run."""

from typing import Final

import numpy as np
import pyarrow.compute as pc

from nerinspect.corpus.arrays import BoolArray, CodeArray, kept_with_owner, mask_from_arrow
from nerinspect.corpus.text import Text

_STRONG: Final = r"\p{L}"


_STRONG_RTL: Final = r"^\P{L}*[\p{Arabic}\p{Hebrew}\p{Syriac}\p{Thaana}\p{Nko}]"


@kept_with_owner
def right_to_left_sentences(text: Text) -> BoolArray:
    """Tell which sentences run from right to left; shape (n_sentences,)."""
    is_rtl = _right_to_left_tokens(text)
    if not (is_rtl == 1).any():
        return np.zeros(text.n_sentences, dtype=bool)
    direction = is_rtl[text.codes]
    strong = np.flatnonzero(direction >= 0)
    first = np.searchsorted(strong, text.sentence_start[:-1])
    position = np.append(strong, text.n_tokens)[first]
    found = position < text.sentence_start[1:]
    is_rtl_sentence: BoolArray = found & (np.append(direction, 0)[position] == 1)
    return is_rtl_sentence


def _right_to_left_tokens(text: Text) -> CodeArray:
    """Give for each distinct token 1 if its first letter runs from right to left, 0 if not, -1 without letters."""
    has_letter = mask_from_arrow(pc.match_substring_regex(text.vocabulary, _STRONG))
    is_rtl = mask_from_arrow(pc.match_substring_regex(text.vocabulary, _STRONG_RTL))
    return np.where(has_letter, is_rtl, -1).astype(np.int8)
