"""Ids of events: digests that stay the same whatever else is loaded or filtered."""

import hashlib
import json
from collections.abc import Iterable
from functools import partial
from itertools import islice

import numpy as np
import pyarrow as pa
from pyarrow._compute import call_function  # see `corpus/arrays.py`

from nerinspect.corpus.arrays import (
    AnyIntArray,
    IntArray,
    arrow_text,
    as_arrow_mask,
    as_arrow_texts,
    equal_before,
    from_arrow,
    holding,
    joined_with,
    kept_with_owner,
    number_texts,
    numbered_together,
    spread_ranges,
    taken,
    texts_of_runs,
)
from nerinspect.corpus.text import Text, offsets_of, sentence_sums
from nerinspect.events.study import Study, kept_count
from nerinspect.lists.table import Coded, encodable

_DIGITS = 16
_OCTETS = hashlib.sha256().digest_size
_BETWEEN = '","'  # words
_BLANK, _QUOTE, _BACKSLASH = b' "\\'


def equal_sentences_before(text: Text) -> IntArray:
    """Count for each sentence how many sentences with the same tokens stand before it."""
    sums = pa.Array.from_buffers(pa.int64(), text.n_sentences, [None, pa.py_buffer(sentence_sums(text))])
    number = from_arrow(call_function("dictionary_encode", [sums]).indices)
    maybe = np.flatnonzero(np.bincount(number)[number] > 1)  # equal sentences have equal sums: few need be compared
    ids = text.sequence_ids(text.sentence_start[maybe], text.sentence_start[maybe + 1])
    before = np.zeros(text.n_sentences, dtype=np.int32)
    before[maybe] = equal_before(ids)
    return before


class EventIds:
    """Makes the ids of a study's events.

    An id is the first 16 hexadecimal digits of SHA-256 over the compact JSON of system, run, the tokens of the
    sentence, how many equal sentences stand before it, start, end, and the spans of both sides.
    """

    def __init__(self, study: Study) -> None:
        self._text = study.text  # not the study: see `event_ids`
        self._prediction, self._sentence = study.events.prediction, study.event_sentence
        self._before = kept_count(study, "equal sentences", None, partial(equal_sentences_before, study.text))
        sides = [_compact([one.system, one.run])[:-1] for one in study.predictions]
        self._sides = as_arrow_texts([f'{encodable(side)},["' for side in sides])
        self._words = joined_with("", escaped(study.text.vocabulary), arrow_text(_BETWEEN))

    def of(self, events: AnyIntArray, start: AnyIntArray, end: AnyIntArray, readings: Coded) -> pa.StringArray:
        """Make the ids of some events, 16 hexadecimal digits each; positions count in the sentence.

        The readings of both sides are compact JSON. Neighbours in one sentence are quickest.
        """
        alike, example = numbered_together(numbered_together(readings.codes, start)[0], end)
        extents = (number_texts(place[example]) for place in (start, end))
        endings = joined_with(",", *extents, taken(readings.cells, readings.codes[example]))
        each = _as_bytes(joined_with("", endings, arrow_text("]")))
        return self.digests(self._prediction[events], self._sentence[events], map(each.__getitem__, alike.tolist()))

    def digests(self, predictions: AnyIntArray, sentences: AnyIntArray, endings: Iterable[bytes]) -> pa.StringArray:
        """Make ids of what stands in sentences, 16 hexadecimal digits each.

        An ending is the compact JSON of what tells it from all else there, with the bracket that closes the whole.
        Neighbours in one sentence are quickest.
        """
        is_other = (np.diff(predictions) != 0) | (np.diff(sentences) != 0)
        first = np.append(0, np.flatnonzero(is_other) + 1)[: len(sentences)]
        n_alike, ahead, digests = np.diff(np.append(first, len(sentences))).tolist(), iter(endings), []
        prefixes = _as_bytes(self._prefixes(predictions[first], sentences[first]))
        for whole, n in zip(map(hashlib.sha256, prefixes), n_alike, strict=True):
            if n > 1:
                for ending in islice(ahead, n - 1):
                    digest = whole.copy()
                    digest.update(ending)
                    digests.append(digest.digest())
            whole.update(next(ahead))
            digests.append(whole.digest())
        return _in_hexadecimal(digests)

    def _prefixes(self, predictions: AnyIntArray, sentences: AnyIntArray) -> pa.StringArray:
        """Write the part of the JSON that all events of one sentence share."""
        text = self._text
        first, last = text.sentence_start[sentences], text.sentence_start[sentences + 1]
        codes = text.codes[spread_ranges(first, last)]
        words = texts_of_runs(self._words, codes, offsets_of(first, last), _BETWEEN)
        sides, before = taken(self._sides, predictions), number_texts(self._before[sentences])
        return joined_with("", sides, words, arrow_text('"],'), before, arrow_text(","))


def _as_bytes(texts: pa.StringArray) -> list[bytes]:
    found: list[bytes] = texts.view(pa.binary()).to_pylist()
    return found


def _in_hexadecimal(digests: list[bytes]) -> pa.StringArray:
    octets = np.frombuffer(b"".join(digests), dtype=np.uint8).reshape(-1, _OCTETS)[:, : _DIGITS // 2]
    ends = np.arange(0, _DIGITS * len(digests) + 1, _DIGITS, dtype=np.int32)
    return pa.StringArray.from_buffers(len(digests), pa.py_buffer(ends), pa.py_buffer(octets.tobytes().hex().encode()))


@kept_with_owner
def event_ids(study: Study) -> EventIds:
    """Make what the ids of a study's events are made with, once."""
    return EventIds(study)


_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def escaped(texts: pa.StringArray) -> pa.StringArray:
    """Write texts as they stand between the quotes of JSON, with signs beyond ASCII as they are."""
    is_other = holding(texts, lambda signs: (signs < _BLANK) | (signs == _QUOTE) | (signs == _BACKSLASH))
    if not is_other.any():
        return texts
    mask = as_arrow_mask(is_other)
    others = [_compact(text)[1:-1] for text in call_function("filter", [texts, mask]).to_pylist()]
    return call_function("replace_with_mask", [texts, mask, as_arrow_texts(others)])


def in_brackets(texts: pa.Array) -> pa.Array:
    return joined_with("", arrow_text("["), texts, arrow_text("]"))
