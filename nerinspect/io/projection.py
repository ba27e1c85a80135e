"""Carry mentions from one tokenization of a text to another."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text
from nerinspect.errors import counted, shown
from nerinspect.io.mention_order import distinct_mentions
from nerinspect.io.raw import RawFile
from nerinspect.io.visible_text import VisibleText, ensure_same_text


class NotProjected(NamedTuple):
    """A mention that has no place on the tokens of the reference.

    Attributes
    ----------
    line : int or None
        Physical line of its first token in the prediction, if it has one.
    sentence : int
        Its sentence there, from 1.
    surface : str
        Its tokens, joined by a blank.
    type : str
        Its type.
    reason : str
        Why, in words.
    """

    line: int | None
    sentence: int
    surface: str
    type: str
    reason: str

    def __str__(self) -> str:
        """Tell it in one phrase."""
        place = f"sentence {self.sentence:,}" if self.line is None else f"line {self.line:,}"
        return f"{place}, {shown(self.surface)} of type {self.type}: {self.reason}"


@dataclass(frozen=True, eq=False)
class Projection:
    """Mentions of a prediction on the tokens of the reference.

    Attributes
    ----------
    mentions : Mentions
        Those that have a place there; sorted by start, end, type, each once.
    number : ndarray of int32, shape (n_before,)
        For each mention of the prediction its place among `mentions`; -1 if it has none.
    left_out : tuple of NotProjected
        The mentions without a place.
    notes : tuple of str
        What was done, each with how many and the first.
    """

    mentions: Mentions
    number: IntArray
    left_out: tuple[NotProjected, ...]
    notes: tuple[str, ...]


def project(reference: RawFile, prediction: RawFile, mentions: Mentions) -> Projection:
    """Carry the mentions of a prediction to the tokens of a reference that holds the same text.

    Texts are the same if their visible characters are; blanks, tokens and sentences may differ. A mention has a place
    if its first and last characters begin and end tokens of one sentence of the reference.

    Parameters
    ----------
    reference, prediction : RawFile
        Both with text.
    mentions : Mentions
        Of the prediction, over its own tokens; they may overlap.

    Returns
    -------
    Projection
        Every mention is carried over or told as left out.

    Raises
    ------
    TokensDifferError
        If the texts differ; names the first difference with both places.
    """
    ref, pred = VisibleText.of(reference), VisibleText.of(prediction)
    ensure_same_text(ref, pred)
    start, end = pred.start[mentions.start], pred.start[mentions.end]
    first = np.searchsorted(ref.start, start, side="right") - 1
    last = np.searchsorted(ref.start, end, side="left")
    is_whole = (start < end) & (ref.start[first] == start) & (ref.start[last] == end)
    inner_end = np.maximum(last, first + 1) - 1
    stays = is_whole & (ref.text.sentence_of(first) == ref.text.sentence_of(inner_end))
    carried, order = distinct_mentions(first[stays], last[stays], mentions.type_codes[stays], mentions.types)
    number = np.full(len(mentions), -1, dtype=np.int32)
    number[stays] = order
    left_out = tuple(_left_out(pred.text, mentions, np.flatnonzero(~stays), is_whole))
    return Projection(carried, number, left_out, tuple(_notes(ref.text, pred.text, mentions, carried, left_out)))


def _left_out(text: Text, mentions: Mentions, numbers: AnyIntArray, is_whole: BoolArray) -> Iterator[NotProjected]:
    start, end = mentions.start[numbers], mentions.end[numbers]
    surfaces, sentences = text.joined(start, end).to_pylist(), text.sentence_of(start).tolist()
    for number, first, surface, sentence in zip(numbers.tolist(), start.tolist(), surfaces, sentences, strict=True):
        reason = "it crosses the end of a sentence" if is_whole[number] else "it cuts a token"
        type_name = mentions.types[mentions.type_codes[number]]
        yield NotProjected(text.line_of(first), sentence + 1, surface, type_name, f"{reason} of the reference")


def _notes(
    ref: Text, pred: Text, mentions: Mentions, carried: Mentions, left_out: tuple[NotProjected, ...]
) -> Iterator[str]:
    yield (
        f"{counted(len(mentions) - len(left_out), 'mention')} of {len(mentions):,} carried to the reference's tokens"
        f" ({counted(pred.n_tokens, 'token')} here, {ref.n_tokens:,} there)"
    )
    if left_out:
        yield f"{counted(len(left_out), 'mention')} left out, having no place there; the first: {left_out[0]}"
    n_twice = len(mentions) - len(left_out) - len(carried)
    if n_twice:
        yield f"{counted(n_twice, 'mention')} the same as another there, counted once"
