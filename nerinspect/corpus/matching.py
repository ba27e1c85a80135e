"""When two tokens of different texts are the same: as written, or under a wider rule that the user chose."""

import unicodedata
from collections.abc import Callable
from dataclasses import replace
from typing import Final, Literal, TypeAlias

import numpy as np
import pyarrow as pa

from nerinspect.corpus.arrays import as_arrow_texts, from_arrow
from nerinspect.corpus.text import Text

Matching: TypeAlias = Literal["exact", "nfc", "ignore-case", "nfc-ignore-case"]

MATCHINGS: Final[tuple[Matching, ...]] = ("exact", "nfc", "ignore-case", "nfc-ignore-case")
"""How tokens are compared; `exact` unless the user chooses another rule."""


def _composed(token: str) -> str:
    return unicodedata.normalize("NFC", token)


def _composed_and_folded(token: str) -> str:
    return _composed(_composed(unicodedata.normalize("NFD", token)).casefold())


_FOLDINGS: Final[dict[Matching, Callable[[str], str]]] = {
    "nfc": _composed,
    "ignore-case": str.casefold,
    "nfc-ignore-case": _composed_and_folded,
}


def matching_tokens(vocabulary: pa.StringArray, matching: Matching = "exact") -> pa.StringArray:
    """Give each token in the form that is compared.

    Parameters
    ----------
    vocabulary : pyarrow.StringArray, shape (n,)
        Tokens as written.
    matching : str
        One of `MATCHINGS`.

    Returns
    -------
    pyarrow.StringArray, shape (n,)
        The same tokens for `exact`; else composed (NFC), case-folded, or both. Different tokens may become equal.
    """
    if matching == "exact":
        return vocabulary
    return as_arrow_texts([_FOLDINGS[matching](token) for token in vocabulary.to_pylist()])


def over_one_vocabulary(own: Text, other: Text, matching: Matching = "exact") -> tuple[Text, Text]:
    """Write two texts in one vocabulary, so that the same tokens, and only they, have the same code.

    Parameters
    ----------
    own, other : Text
        Each over a vocabulary of its own.
    matching : str
        One of `MATCHINGS`.

    Returns
    -------
    (Text, Text)
        The same sentences and positions; the tokens as they are compared.
    """
    texts = own, other
    parts = [matching_tokens(text.vocabulary, matching) for text in texts]
    shared = pa.concat_arrays(parts).dictionary_encode()
    numbers = np.split(from_arrow(shared.indices), [len(parts[0])])
    first, second = (
        replace(text, vocabulary=shared.dictionary, codes=codes[text.codes])
        for text, codes in zip(texts, numbers, strict=True)
    )
    return first, second
