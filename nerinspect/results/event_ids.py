"""Ids of events: digests that stay the same whatever else is loaded or filtered."""

import hashlib
import json
from collections.abc import Iterator

import numpy as np

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, IntArray
from nerinspect.corpus.text import Text
from nerinspect.results.table import Spans

_DIGITS = 16


def equal_sentences_before(text: Text) -> IntArray:
    """Count for each sentence how many sentences with the same tokens stand before it.

    Parameters
    ----------
    text : Text
        All sentences.

    Returns
    -------
    ndarray of int32, shape (n_sentences,)
        0 for the first of its kind.
    """
    ids = text.sequence_ids(text.sentence_start[:-1], text.sentence_start[1:])
    order = np.argsort(ids, kind="stable")
    first = np.searchsorted(ids[order], ids[order])
    before = np.empty(len(ids), dtype=np.int32)
    before[order] = np.arange(len(ids)) - first
    return before


class EventIds:
    """Makes the ids of a study's events.

    An id is the first 16 hexadecimal digits of SHA-256 over the compact JSON of system, run, the tokens of the
    sentence, how many equal sentences stand before it, start, end, and the spans of both sides.
    """

    def __init__(self, study: Study) -> None:
        self._study = study
        self._before = equal_sentences_before(study.text)
        self._tokens = [json.dumps(token, ensure_ascii=False) for token in study.text.vocabulary.to_pylist()]

    def of(
        self, events: AnyIntArray, start: list[int], end: list[int], reference: list[Spans], predicted: list[Spans]
    ) -> Iterator[str]:
        """Make the ids of some events.

        Parameters
        ----------
        events : ndarray of int, shape (n,)
            Event numbers; neighbours in one sentence are quickest.
        start, end : list of int
            Their extents, token positions in the sentence.
        reference, predicted : list of spans
            Their mentions, positions in the sentence.

        Yields
        ------
        str
            16 hexadecimal digits.
        """
        predictions = self._study.events.prediction[events].tolist()
        sentences = self._study.event_sentence[events].tolist()
        place: tuple[int, int] | None = None
        prefix = hashlib.sha256()
        for values in zip(predictions, sentences, start, end, reference, predicted, strict=True):
            if place != values[:2]:
                place = values[:2]
                prefix = hashlib.sha256(self._prefix(*place).encode(errors="backslashreplace"))
            digest = prefix.copy()
            digest.update(_compact(values[2:])[1:].encode())
            yield digest.hexdigest()[:_DIGITS]

    def _prefix(self, prediction: int, sentence: int) -> str:
        """Write the part of the JSON that all events of one sentence share."""
        text, chosen = self._study.text, self._study.predictions[prediction]
        first, last = text.sentence_start[sentence : sentence + 2]
        tokens = ",".join(self._tokens[code] for code in text.codes[first:last].tolist())
        return f"{_compact([chosen.system, chosen.run])[:-1]},[{tokens}],{self._before[sentence]},"


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
