"""Ids of events: digests that stay the same whatever else is loaded or filtered."""

import hashlib
import json
from collections.abc import Iterable, Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.corpus.arrays import AnyIntArray, IntArray, arrow_text, as_arrow, kept_with_owner
from nerinspect.corpus.text import Text
from nerinspect.events.study import Study

_DIGITS = 16


def equal_sentences_before(text: Text) -> IntArray:
    """Count for each sentence how many sentences with the same tokens stand before it."""
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
        self._text = study.text  # not the study: see `event_ids`
        self._prediction, self._sentence = study.events.prediction, study.event_sentence
        self._before = equal_sentences_before(study.text)
        self._sides = [_bytes(_compact([one.system, one.run])[:-1]) for one in study.predictions]
        self._tokens = [_bytes(json.dumps(token, ensure_ascii=False)) for token in study.text.vocabulary.to_pylist()]

    def of(
        self, events: AnyIntArray, start: AnyIntArray, end: AnyIntArray, reference: pa.Array, predicted: pa.Array
    ) -> Iterator[str]:
        """Make the ids of some events, 16 hexadecimal digits each; positions count in the sentence.

        Both readings are compact JSON. Neighbours in one sentence are quickest.
        """
        extents = (as_arrow(places).cast(pa.string()) for places in (start, end))
        closed = pc.binary_join_element_wise(predicted, arrow_text("]"), arrow_text(""))
        endings = pc.binary_join_element_wise(*extents, reference, closed, arrow_text(","))
        return self.digests(
            self._prediction[events].tolist(), self._sentence[events].tolist(), endings.cast(pa.binary()).to_pylist()
        )

    def digests(self, predictions: list[int], sentences: list[int], endings: Iterable[bytes]) -> Iterator[str]:
        """Make ids of what stands in sentences, 16 hexadecimal digits each.

        An ending is the compact JSON of what tells it from all else there, with the bracket that closes the whole.
        Neighbours in one sentence are quickest.
        """
        place: tuple[int, int] | None = None
        prefix = hashlib.sha256()
        for prediction, sentence, ending in zip(predictions, sentences, endings, strict=True):
            if place != (prediction, sentence):
                place = prediction, sentence
                prefix = hashlib.sha256(self._prefix(*place))
            digest = prefix.copy()
            digest.update(ending)
            yield digest.hexdigest()[:_DIGITS]

    def _prefix(self, prediction: int, sentence: int) -> bytes:
        """Write the part of the JSON that all events of one sentence share."""
        text = self._text
        first, last = text.sentence_start[sentence : sentence + 2]
        tokens = b",".join(map(self._tokens.__getitem__, text.codes[first:last].tolist()))
        return b"%b,[%b],%d," % (self._sides[prediction], tokens, self._before[sentence])


@kept_with_owner
def event_ids(study: Study) -> EventIds:
    """Make what the ids of a study's events are made with, once."""
    return EventIds(study)


_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _bytes(text: str) -> bytes:
    return text.encode(errors="backslashreplace")


def in_brackets(texts: pa.Array) -> pa.Array:
    """Put texts into square brackets."""
    return pc.binary_join_element_wise(arrow_text("["), texts, arrow_text("]"), arrow_text(""))
