"""Words, phrases and regular expressions in the sentence of the event."""

from collections import OrderedDict
from dataclasses import replace
from threading import Lock
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, as_arrow, as_arrow_texts, mask_from_arrow
from nerinspect.corpus.kept import kept_with_owner
from nerinspect.corpus.text import Text
from nerinspect.errors import SlowPatternError
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.fields.base import Field, Names, Written
from nerinspect.query.pattern_search import lines_with
from nerinspect.query.values import Pattern, Phrase, Value, Values

_MOST_KEPT: Final = 64
"""Regular expressions whose sentences are remembered, a byte or two for each sentence."""

_lock: Final = Lock()


@kept_with_owner
def folded_sentences(text: Text) -> pa.StringArray:
    """Join the tokens of each sentence by a blank, in the form in which upper and lower case are equal."""
    tokens = as_arrow_texts([token.casefold() for token in text.vocabulary.to_pylist()])
    return replace(text, vocabulary=tokens).sentences


class SentenceField(Field):
    """Text in the sentence; the field of values that stand without a field name."""

    is_costly = True
    takes_patterns = True

    def read(self, written: Written, names: Names) -> Value:
        """Take a word or phrase as it is; regular expressions are read before."""
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

    def counts(self, study: Study, among: BoolArray) -> dict[Value, int]:
        """List nothing: what can be searched for has no end."""
        return {}


def _contains(text: Text, sentences: AnyIntArray, value: Value) -> BoolArray:
    if isinstance(value, Phrase):
        folded = _taken(folded_sentences(text), sentences)
        return mask_from_arrow(pc.match_substring(folded, value.text.casefold()))
    if isinstance(value, Pattern):
        return search_sentences(text, sentences, value)
    return np.zeros(len(sentences), dtype=bool)


class _Search:
    """In which sentences a regular expression was looked for, and in which of them it is."""

    def __init__(self, n_sentences: int) -> None:
        self.is_searched, self.is_found = np.zeros((2, n_sentences), dtype=bool)
        self.takes_too_long = False


@kept_with_owner
def _searches(text: Text) -> OrderedDict[Pattern, _Search]:
    """Remember the latest searches of a text."""
    return OrderedDict()


def search_sentences(
    text: Text, sentences: AnyIntArray, pattern: Pattern, checkpoint: Checkpoint = no_checkpoint
) -> BoolArray:
    """Tell in which sentences a regular expression is found; what was searched before is remembered.

    Parameters
    ----------
    text : Text
        The text.
    sentences : ndarray of int, shape (n,)
        Numbers of sentences.
    pattern : Pattern
        What to look for.
    checkpoint : Checkpoint, optional
        Called with sentences done and sentences in all.

    Returns
    -------
    ndarray of bool, shape (n,)
        A new array.

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
    try:
        search.is_found[new] = lines_with(pattern, _taken(text.sentences, new).to_pylist(), checkpoint)
    except SlowPatternError:
        search.takes_too_long = True
        raise
    search.is_searched[new] = True
    return search.is_found[sentences]


def _taken(sentences: pa.StringArray, numbers: AnyIntArray) -> pa.StringArray:
    return sentences if len(numbers) == len(sentences) else sentences.take(as_arrow(numbers))


SENTENCE_TEXT = SentenceField("text", "words in the sentence")
