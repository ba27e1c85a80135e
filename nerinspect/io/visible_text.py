"""The visible characters of a file one after the other, whatever its tokens and sentences are."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.corpus.arrays import ByteArray, as_arrow
from nerinspect.corpus.text import Text
from nerinspect.corpus.tokenization import BLANKS
from nerinspect.errors import TokensDifferError, shown
from nerinspect.io.raw import RawFile

_ANY_BLANK = f"[{BLANKS}]"
_BEFORE, _AFTER = 12, 24
"""Characters shown on each side of a difference between texts."""


@dataclass(frozen=True, eq=False)
class VisibleText:
    """The tokens of a file without their blanks, as one run of UTF-8.

    Attributes
    ----------
    path : str
        The file.
    text : Text
        Its tokens.
    data : ndarray of uint8, shape (n_bytes,)
        Their visible characters.
    start : ndarray of int64, shape (n_tokens + 1,)
        Where each token begins in `data`; the last entry is `n_bytes`. Tokens of blanks alone have no extent.
    """

    path: str
    text: Text
    data: ByteArray
    start: npt.NDArray[np.int64]

    @staticmethod
    def of(file: RawFile) -> "VisibleText":
        """Take the blanks out of the tokens of a file."""
        text = file.text
        assert text is not None, "labels alone are laid over the reference before"
        vocabulary = pc.replace_substring_regex(text.vocabulary.cast(pa.large_string()), _ANY_BLANK, "")
        tokens = vocabulary.take(as_arrow(text.codes))
        _, offsets, data = tokens.buffers()
        start = np.frombuffer(offsets, dtype=np.int64, count=len(tokens) + 1)
        visible = np.frombuffer(data or b"", dtype=np.uint8)[: int(start[-1])]
        return VisibleText(file.content.path, text, visible, start)

    def token_at(self, position: int) -> int:
        """Find the token that holds a byte; the last one behind the end."""
        return int(np.searchsorted(self.start, min(position, len(self.data) - 1), side="right")) - 1

    def place_of(self, token: int) -> tuple[int | None, str]:
        """Give the line of a token, and name its place with the file."""
        line = self.text.line_of(token)
        sentence = int(self.text.sentence_of(np.array([token]))[0]) + 1
        return line, f"{self.path}, sentence {sentence:,}" if line is None else f"{self.path}:{line}"


def ensure_same_text(reference: VisibleText, prediction: VisibleText) -> None:
    """Check that two files hold the same visible characters in the same order.

    Raises
    ------
    TokensDifferError
        At the first difference, with both places and the characters around it.
    """
    ref, pred = reference.data, prediction.data
    if np.array_equal(ref, pred):
        return
    n_common = min(len(ref), len(pred))
    differs = ref[:n_common] != pred[:n_common]
    first = int(np.argmax(differs)) if differs.any() else n_common
    while first and first < len(ref) and ref[first] & 0xC0 == 0x80:  # back to the beginning of the character
        first -= 1
    line, _ = prediction.place_of(prediction.token_at(first))
    _, place = reference.place_of(reference.token_at(first))
    raise TokensDifferError(
        prediction.path,
        f"the text differs, blanks left aside: {_around(pred, first)}, but {place} has {_around(ref, first)}",
        "predict again on the reference's own text",
        line,
    )


def holds_same_text(reference: RawFile, prediction: RawFile) -> bool:
    """Tell whether two files hold the same text, blanks aside: then mentions can be carried from one to the other."""
    return np.array_equal(VisibleText.of(reference).data, VisibleText.of(prediction).data)


def _around(data: ByteArray, place: int) -> str:
    """Quote some characters around a byte."""
    before = bytes(data[max(0, place - 4 * _BEFORE) : place]).decode(errors="ignore")[-_BEFORE:]
    after = bytes(data[place : place + 4 * _AFTER]).decode(errors="ignore")[:_AFTER]
    return shown(before + after) + ("" if after else " and no more")
