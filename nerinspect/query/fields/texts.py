"""The words in the sentence of an event, and the whole surface of its mentions."""

from collections import OrderedDict
from dataclasses import replace
from functools import partial
from threading import Lock
from typing import Final

import numpy as np
import pyarrow as pa
from pyarrow._compute import MatchSubstringOptions, call_function  # see `corpus/arrays.py`

from nerinspect.attributes.mention_columns import MentionColumn, side_column
from nerinspect.corpus.arrays import (
    AnyIntArray,
    BoolArray,
    IntArray,
    arrow_text,
    as_arrow_texts,
    from_arrow,
    kept_with_owner,
    mask_from_arrow,
    spread_ranges,
    taken,
)
from nerinspect.corpus.text import Text, matching_tokens, offsets_of
from nerinspect.errors import SlowPatternError
from nerinspect.events.segment_events import SIDES, Side
from nerinspect.events.study import Study, kept_column
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.fields.base import Field, Names, Written
from nerinspect.query.language.values import NeededWord, Pattern, Phrase, Value, Values, lines_with, needed_words

_MOST_KEPT: Final = 64  # regular expressions whose sentences are remembered, a byte or two for each sentence

_lock: Final = Lock()


_AT_ONCE: Final = 10_000
"""Sentences whose words are in memory at once; other threads wait while they become strings of Python."""

_TIMES_AS_LONG: Final = 16  # as in a sentence takes a search in words for each word

_FREQUENT: Final = 0.1  # so many of all words, and hardly a sentence lacks one


@kept_with_owner
def _folded(text: Text) -> pa.StringArray:
    return matching_tokens(text.vocabulary, "ignore-case")


class SentenceField(Field):
    """Text in the sentence; the field of values that stand without a field name."""

    about = "mentions"
    is_costly = True
    takes_patterns = True

    def read(self, written: Written, names: Names) -> Value:
        return Phrase(written.text)

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        """Search every sentence once that has an event that matters."""
        sentence = study.event_sentence
        wanted = np.zeros(study.text.n_sentences, dtype=bool)
        wanted[sentence if among is None else sentence[among]] = True
        numbers = np.flatnonzero(wanted)
        found = np.zeros(study.text.n_sentences, dtype=bool)
        for value in values:
            found[numbers] |= _contains(study.text, numbers, value)
        return found[sentence]


def _contains(text: Text, sentences: AnyIntArray, value: Value) -> BoolArray:
    if isinstance(value, Phrase):
        return _with_phrase(text, sentences, value.text.casefold())
    if isinstance(value, Pattern):
        return search_sentences(text, sentences, value)
    return np.zeros(len(sentences), dtype=bool)


def _with_phrase(text: Text, sentences: AnyIntArray, phrase: str) -> BoolArray:
    """Look for each word of a phrase among the distinct tokens, then for the phrase where a sentence has them all.

    Tokens are joined by a blank, so that what stands between two blanks lies in one token.
    """
    found = np.ones(len(sentences), dtype=bool)
    words = phrase.split(" ")
    for word in filter(None, words):
        found[found] = _with_token(text, sentences[found], _with_part(_folded(text), word))
    if len(words) > 1:
        folded, left = replace(text, vocabulary=_folded(text)), np.flatnonzero(found)
        for some in (left[start : start + _AT_ONCE] for start in range(0, len(left), _AT_ONCE)):
            found[some] = _with_part(_joined(folded, sentences[some]), phrase)
    return found


def _with_part(texts: pa.StringArray, part: str) -> BoolArray:
    return mask_from_arrow(call_function("match_substring", [texts], MatchSubstringOptions(part)))


def _with_token(text: Text, sentences: AnyIntArray, is_wanted: BoolArray) -> BoolArray:
    found = np.zeros(len(sentences), dtype=bool)
    for start in range(0, len(sentences), _AT_ONCE):
        some = sentences[start : start + _AT_ONCE]
        first, stop = text.sentence_start[some], text.sentence_start[some + 1]
        is_hit = is_wanted[text.codes[spread_ranges(first, stop)]]
        found[start : start + len(some)] = np.logical_or.reduceat(is_hit, offsets_of(first, stop)[:-1])
    return found


def _with_word(
    text: Text, sentences: AnyIntArray, word: NeededWord, search: "_Search", is_enough: bool, checkpoint: Checkpoint
) -> BoolArray | None:
    """Tell which sentences have a word; None if that takes longer than to search them, or excludes too few of them."""
    start = text.sentence_start
    if word.place is not None:
        codes = text.codes[start[sentences - word.place] + word.place]
        own = np.flatnonzero(np.bincount(codes))
        is_wanted = np.zeros(len(text.vocabulary), dtype=bool)
        is_wanted[own] = _words_with(word.pattern, taken(text.vocabulary, own), checkpoint)
        return is_wanted[codes]
    if word.pattern not in search.words:
        n_tokens = int((start[sentences + 1] - start[sentences]).sum())
        if len(text.vocabulary) * (1 if is_enough else _TIMES_AS_LONG) > n_tokens:
            return None
        search.words[word.pattern] = _words_with(word.pattern, text.vocabulary, checkpoint)
    is_wanted = search.words[word.pattern]
    is_frequent = is_wanted[text.codes[:: max(1, text.n_tokens // _AT_ONCE)]].mean() > _FREQUENT
    return None if is_frequent and not is_enough else _with_token(text, sentences, is_wanted)


def _words_with(pattern: Pattern, words: pa.StringArray, checkpoint: Checkpoint) -> BoolArray:
    if pattern.regex.isalnum() and not pattern.ignores_case:
        return _with_part(words, pattern.regex)
    some = (words.slice(start, _AT_ONCE).to_pylist() for start in range(0, len(words), _AT_ONCE))
    return np.concatenate([np.zeros(0, dtype=bool), *(lines_with(pattern, one, checkpoint) for one in some)])


def _joined(text: Text, sentences: AnyIntArray) -> pa.StringArray:
    return text.joined(text.sentence_start[sentences], text.sentence_start[sentences + 1])


class _Search:
    """In which sentences a regular expression was looked for, and in which of them it is."""

    def __init__(self, n_sentences: int) -> None:
        self.is_searched, self.is_found = np.zeros((2, n_sentences), dtype=bool)
        self.takes_too_long = False
        self.words: dict[Pattern, BoolArray] = {}  # in which of all words is what it needs


@kept_with_owner
def _searches(text: Text) -> OrderedDict[Pattern, _Search]:
    return OrderedDict()


def search_sentences(
    text: Text, sentences: AnyIntArray, pattern: Pattern, checkpoint: Checkpoint = no_checkpoint
) -> BoolArray:
    """Tell in which sentences a regular expression is found; what was searched before is remembered.

    Raises
    ------
    SlowPatternError
        If it takes too long, or did before.
    """
    kept = _searches(text)
    with _lock:
        search = kept.setdefault(pattern, _Search(text.n_sentences))
        kept.move_to_end(pattern)
        if len(kept) > _MOST_KEPT:
            kept.popitem(last=False)
    if search.takes_too_long:
        raise SlowPatternError(str(pattern))
    new = sentences[~search.is_searched[sentences]]
    if not len(new):
        return search.is_found[sentences]
    n_done = len(sentences) - len(new)

    def searching(done: int, _total: int) -> None:
        checkpoint(n_done + done, len(sentences))

    try:
        words, is_enough = needed_words(pattern)
        is_open = np.ones(len(new), dtype=bool)
        for word in words:
            has_word = _with_word(text, new[is_open], word, search, is_enough, lambda *_: searching(0, 1))
            is_enough &= has_word is not None
            is_open[is_open] = True if has_word is None else has_word
        search.is_found[new] = is_open & is_enough
        is_open &= not is_enough
        search.is_searched[new[~is_open]] = True
        left = new[is_open]
        n_done += len(new) - len(left)
        for some in (left[start : start + _AT_ONCE] for start in range(0, len(left), _AT_ONCE)):
            search.is_found[some] = lines_with(pattern, _joined(text, some).to_pylist(), searching)
            n_done += len(some)
            search.is_searched[some] = True
    except SlowPatternError:
        search.takes_too_long = True
        raise
    return search.is_found[sentences]


SENTENCE_TEXT = SentenceField("text", "words in the sentence")


@kept_column("first tokens")
def first_tokens(study: Study) -> dict[Side, MentionColumn]:
    """Give the place in the vocabulary of the first token of each mention; -1 where there is none."""
    codes = study.text.codes
    return {side: side_column(study, side, codes[study.mentions_on(side).start], -1) for side in SIDES}


class SurfaceField(Field):
    """A surface, written as its tokens joined by one blank.

    A token may hold blanks itself, and a query cannot say where tokens end: every mention whose tokens give the
    text is found, however it is cut.
    """

    about = "mentions"

    def read(self, written: Written, names: Names) -> Value:
        return written.text

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        """Look for mentions that begin with a fitting token, then compare those whole."""
        mask = np.zeros(len(study.events), dtype=bool)
        for value in values:
            if not isinstance(value, str):
                continue
            tokens = _possible_first_tokens(study.text.vocabulary, value)
            for side, column in first_tokens(study).items():
                begins = column.has_any(partial(_is_any, wanted=tokens))
                mask[_with_surface(study, side, np.flatnonzero(begins).astype(np.int32), value)] = True
        return mask

    def counts(self, study: Study, among: BoolArray) -> dict[Value, int]:
        """Count by surface; for this the surfaces of all mentions are written out."""
        events, texts = [], []
        for side in first_tokens(study):
            event, text = _surfaces(study, side, np.arange(len(study.events), dtype=np.int32))
            events.append(event)
            texts.append(text)
        encoded = pa.chunked_array(texts, pa.string()).combine_chunks().dictionary_encode()
        codes = from_arrow(encoded.indices).astype(np.int64)
        event = np.concatenate(events).astype(np.int64)
        pairs = np.unique(event * max(len(encoded.dictionary), 1) + codes)
        event, codes = np.divmod(pairs, max(len(encoded.dictionary), 1))
        counts = np.bincount(codes[among[event]], minlength=len(encoded.dictionary))
        return dict(zip(encoded.dictionary.to_pylist(), counts.tolist(), strict=True))


def _possible_first_tokens(vocabulary: pa.StringArray, surface: str) -> IntArray:
    """Find the tokens that a surface can begin with: its stretches from the start to a blank or the end."""
    import pyarrow.compute as pc

    words = surface.split(" ")
    starts = [" ".join(words[:n]) for n in range(1, len(words) + 1)]
    found = pc.is_in(vocabulary, value_set=as_arrow_texts(starts))
    return np.flatnonzero(mask_from_arrow(found)).astype(np.int32)


def _is_any(codes: IntArray, wanted: IntArray) -> BoolArray:
    """Compare with each wanted code; they are few."""
    mask = np.zeros(len(codes), dtype=bool)
    for code in wanted:
        mask |= codes == code
    return mask


def _surfaces(study: Study, side: Side, events: IntArray) -> tuple[IntArray, pa.StringArray]:
    """List the mentions of some events: the event and the tokens joined by a blank."""
    mentions, numbers = study.mentions_on(side), study.events.mentions(side, events)
    event = np.repeat(events, study.events.n_mentions(side, events))
    return event, study.text.joined(mentions.start[numbers], mentions.end[numbers])


def _with_surface(study: Study, side: Side, events: IntArray, surface: str) -> IntArray:
    """Keep the events that have a mention of just this surface on a side."""
    event, texts = _surfaces(study, side, events)
    return event[mask_from_arrow(call_function("equal", [texts, arrow_text(surface)]))]


SURFACE = SurfaceField("surface", "whole surface of a mention").such_as('"New York"')
