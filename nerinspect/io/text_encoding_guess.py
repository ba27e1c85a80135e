"""Guess the text encoding of bytes; the guess is shown and can be corrected, never made in secret."""

import codecs
import re
from typing import Final, NamedTuple

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray

TEXT_ENCODINGS: Final = (
    *("utf-8", "cp1252", "latin-1", "utf-16", "utf-16-le", "utf-16-be", "cp1250", "iso8859-2", "iso8859-15", "cp1251"),
    *("koi8-r", "cp1253", "cp1254", "cp1255", "cp1256", "gb18030", "big5", "shift_jis", "euc_jp", "euc_kr"),
)
"""Text encodings that are offered; others can be written."""

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8", "begins with the mark of UTF-8"),
    (codecs.BOM_UTF32_LE, "utf-32", "begins with the mark of UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32", "begins with the mark of UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16", "begins with the mark of UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "begins with the mark of UTF-16"),
)
_HEAD: Final = 1 << 14
_DAMAGED: Final = 20
"""A file is damaged UTF-8, and in no other encoding, if not even one in so many of its high bytes fails to fit."""

_UNUSED_IN_CP1252: Final = re.compile(rb"[\x81\x8d\x8f\x90\x9d]")
_CONTROLS: Final = re.compile(rb"[\x80-\x9f]")
_ESCAPED: Final = re.compile("[\udc80-\udcff]")


class TextEncodingGuess(NamedTuple):
    """What a file's bytes seem to be.

    Attributes
    ----------
    codec : str
        Name of the text encoding.
    reason : str
        In a few words.
    """

    codec: str
    reason: str


def guess_text_encoding(data: bytes) -> TextEncodingGuess:
    """Tell which text encoding some bytes are in.

    Parameters
    ----------
    data : bytes
        A whole file.

    Returns
    -------
    TextEncodingGuess
        By its mark, else UTF-8 if all bytes fit or nearly all; else UTF-16 without a mark, Windows-1252 or Latin-1.
    """
    for mark, codec, reason in _MARKS:
        if data.startswith(mark):
            return TextEncodingGuess(codec, reason)
    if data.isascii():
        return _by_nul_if_readable(data) or TextEncodingGuess("utf-8", "ASCII only")
    text = data.decode("utf-8", errors="surrogateescape")
    n_unfit = len(_ESCAPED.findall(text))
    if not n_unfit:
        return _by_nul_if_readable(data) or TextEncodingGuess("utf-8", "every byte fits, no mark")
    if n_unfit * _DAMAGED < int(np.count_nonzero(np.frombuffer(data, dtype=np.uint8) > 0x7F)):
        return TextEncodingGuess("utf-8", "nearly every byte fits: the file is damaged")
    return _by_nul(data) or _western(data)


def undecodable_lines(data: bytes, codec: str) -> AnyIntArray:
    """List the lines, from 1, that hold bytes which do not fit a text encoding."""
    try:
        text = data.decode(codec, errors="surrogateescape")
    except UnicodeError as error:
        end = error.start if isinstance(error, UnicodeDecodeError) else 0
        return np.array([data[:end].decode(codec, errors="replace").count("\n") + 1])
    characters = np.frombuffer(text.encode("utf-32-le", errors="surrogatepass"), dtype="<u4")
    unfit = np.flatnonzero((characters >= 0xDC80) & (characters <= 0xDCFF))
    return np.unique(np.searchsorted(np.flatnonzero(characters == ord("\n")), unfit) + 1)


def _by_nul_if_readable(data: bytes) -> TextEncodingGuess | None:
    """Recognise UTF-16 among what is also UTF-8: only where every byte fits it, too."""
    if (guess := _by_nul(data)) is None:
        return None
    try:
        data.decode(guess.codec)
    except UnicodeDecodeError:
        return None
    return guess


def _by_nul(data: bytes) -> TextEncodingGuess | None:
    """Recognise UTF-16 without a mark: in the texts of alphabets every second byte is mostly NUL."""
    head = np.frombuffer(data[:_HEAD], dtype=np.uint8)
    is_nul = head == 0
    if len(head) < 2 or not is_nul.any():
        return None
    even, odd = float(is_nul[::2].mean()), float(is_nul[1::2].mean())
    if max(even, odd) < 0.4 or min(even, odd) > 0.1:
        return None
    return TextEncodingGuess("utf-16-le" if odd > even else "utf-16-be", "every second byte is NUL")


def _western(data: bytes) -> TextEncodingGuess:
    if not _CONTROLS.search(data):
        return TextEncodingGuess("latin-1", "not UTF-8; a guess, look at the preview")
    if not _UNUSED_IN_CP1252.search(data):
        return TextEncodingGuess("cp1252", "not UTF-8; a guess, look at the preview")
    return TextEncodingGuess("latin-1", "not UTF-8 and hard to guess, look at the preview")
