"""Where an event stands, and what is told of its sentence."""

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import IntArray
from nerinspect.corpus.kept import kept_with_owner
from nerinspect.query.fields.numbers import NumberField


@kept_with_owner
def event_document(study: Study) -> IntArray:
    """Give the document of each event, from 1."""
    return study.text.document[study.event_sentence]


@kept_with_owner
def event_sentence_number(study: Study) -> IntArray:
    """Give the sentence of each event, counted through the whole file from 1."""
    return study.event_sentence + np.int32(1)


@kept_with_owner
def event_line(study: Study) -> IntArray:
    """Give the line of each event's first token in the reference file; 0 where the format has no lines."""
    return study.text.lines_of(study.events.start)


@kept_with_owner
def event_sentence_length(study: Study) -> IntArray:
    """Count the tokens in the sentence of each event."""
    return np.diff(study.text.sentence_start)[study.event_sentence]


@kept_with_owner
def event_density(study: Study) -> npt.NDArray[np.float64]:
    """Divide reference mentions by tokens in the sentence of each event."""
    text = study.text
    sentence = text.sentence_of(study.reference.mentions.start)
    n_mentions = np.bincount(sentence, minlength=text.n_sentences)
    density: npt.NDArray[np.float64] = n_mentions / np.diff(text.sentence_start)
    return density[study.event_sentence]


DOCUMENT = NumberField("doc", "number of the document", event_document)
SENTENCE = NumberField("sent", "number of the sentence in the file", event_sentence_number)
LINE = NumberField("line", "line of the first token in the reference file", event_line)
