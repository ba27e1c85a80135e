"""The whole surface of a mention of the event."""

from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.analysis.events import Side
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray, IntArray, as_arrow_texts, from_arrow, mask_from_arrow
from nerinspect.corpus.kept import kept_with_owner
from nerinspect.query.fields.base import Field, Names, Written
from nerinspect.query.mention_columns import MentionColumn, side_column
from nerinspect.query.values import Value, Values


@kept_with_owner
def first_tokens(study: Study) -> dict[Side, MentionColumn]:
    """Give the place in the vocabulary of the first token of each mention; -1 where there is none."""
    codes = study.text.codes
    return {
        "reference": side_column(study, "reference", codes[study.reference.mentions.start], -1),
        "predicted": side_column(study, "predicted", codes[study.predicted.start], -1),
    }


class SurfaceField(Field):
    """A surface, written as its tokens joined by one blank.

    Notes
    -----
    A token may hold blanks itself, and a query cannot say where tokens end: every mention whose tokens give the
    text is found, however it is cut.
    """

    def read(self, written: Written, names: Names) -> Value:
        """Take the text as it is."""
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
    event = np.repeat(events, study.events.n_mentions(side)[events])
    return event, study.text.joined(mentions.start[numbers], mentions.end[numbers])


def _with_surface(study: Study, side: Side, events: IntArray, surface: str) -> IntArray:
    """Keep the events that have a mention of just this surface on a side."""
    event, texts = _surfaces(study, side, events)
    return event[mask_from_arrow(pc.equal(texts, as_arrow_texts([surface])[0]))]


SURFACE = SurfaceField("surface", "whole surface of a mention")
