"""Lay spans of characters on tokens: the common ground of all formats with running text."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text
from nerinspect.errors import NoTokensError, OffBorderError, counted
from nerinspect.io.mention_order import distinct_mentions, join_sentences
from nerinspect.io.passages import CharacterSpan, Fit, JoinedPassages, Passage
from nerinspect.io.read_options import SpanRule

__all__ = ["CharacterSpan", "LaidOut", "Passage", "lay_on_tokens"]


@dataclass(frozen=True, eq=False)
class LaidOut:
    """Passages as tokens and mentions.

    Attributes
    ----------
    text : Text
        Each passage with a token is a document, with its name.
    offsets : ndarray of int32, shape (n_tokens, 2)
        Where each token stands in the characters of its passage, half-open.
    mentions : Mentions
        Sorted by start, end, type; each once.
    mention_of_span : ndarray of int32, shape (n_spans,)
        For each span, in the order given, the number of its mention; -1 if it was left out.
    passage_of_document : ndarray of int32, shape (n_documents,)
        For each document the place of its passage, from 0.
    notes : tuple of str
        What was decided, each with how many and the first.
    """

    text: Text
    offsets: IntArray
    mentions: Mentions
    mention_of_span: IntArray
    passage_of_document: IntArray
    notes: tuple[str, ...]

    @property
    def document_names(self) -> tuple[str, ...]:
        """The names of the documents; empty if none has a name."""
        return self.text.document_names


def lay_on_tokens(path: str, passages: Iterable[Passage], off_border: SpanRule) -> LaidOut:
    """Cut passages into tokens and lay their spans on them.

    Blanks at the ends of a span do not count. A line break inside a span ends no sentence: no mention crosses one.

    Parameters
    ----------
    path : str
        The file, for messages.
    passages : iterable of Passage
        Its documents.
    off_border : str
        What becomes of a span that does not fall on token borders: `exact` (an error), `outward` (widened to whole
        tokens) or `skip` (left out). A span of blanks alone is left out by both.

    Returns
    -------
    LaidOut
        With at least one token.

    Raises
    ------
    CharacterSpanError
        If a span is empty or leaves its text, or tokens given by the format do not cover it.
    OffBorderError
        If the rule is `exact` and a span is off the borders.
    NoTokensError
        If there is no visible character.
    """
    page = JoinedPassages(path, list(passages))
    if not len(page.start):
        raise NoTokensError(path)
    fit = page.fit()
    off = np.flatnonzero(~fit.is_exact)
    if len(off) and off_border not in ("outward", "skip"):
        problem, can_widen = page.cut_by(int(off[0]), fit), bool((fit.first < fit.last)[off].any())
        raise OffBorderError(path, page.spans[off[0]].line, problem, len(off) - 1, can_widen)
    stays = fit.first < fit.last if off_border == "outward" else fit.is_exact
    begins = page.sentence_beginnings()
    n_joined = join_sentences(begins, fit.first[stays], fit.last[stays])
    names, codes = page.types()
    mentions, number = distinct_mentions(fit.first[stays], fit.last[stays], codes[stays], names)
    mention_of_span = np.full(len(stays), -1, dtype=np.int32)
    mention_of_span[stays] = number
    text, passage_of_document = page.as_text(begins)
    return LaidOut(
        text,
        page.offsets(),
        mentions,
        mention_of_span,
        passage_of_document,
        tuple(_notes(page, fit, stays, n_joined, len(number) - len(mentions))),
    )


def _notes(page: JoinedPassages, fit: Fit, stays: BoolArray, n_joined: int, n_twice: int) -> Iterator[str]:
    moved, dropped, trimmed = (np.flatnonzero(mask) for mask in (stays & ~fit.is_exact, ~stays, fit.is_trimmed))
    if len(moved):
        number = int(moved[0])
        whole = page.between(int(fit.first[number]), int(fit.last[number]))
        first = f"{page.cut_by(number, fit)}, widened to {whole}"
        yield f"{counted(len(moved), 'span')} widened to whole tokens; the first: {first}"
    if len(dropped):
        first = page.cut_by(int(dropped[0]), fit)
        yield f"{counted(len(dropped), 'span')} off token borders left out; the first: {first}"
    if len(trimmed):
        number = int(trimmed[0])
        first = f"{page.spans[number].place}, {page.span_text(number)}"
        yield f"{counted(len(trimmed), 'span')} read without the blanks at the ends; the first: {first}"
    if n_joined:
        yield f"{counted(n_joined, 'line break')} inside mentions: the sentences around them are joined"
    if n_twice:
        yield f"{counted(n_twice, 'mention')} given twice, counted once"
