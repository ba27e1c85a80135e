"""The sentence of a place, with how the surface is read most often in a track of its own."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from nerinspect.analysis.consistency import UNLABELLED
from nerinspect.analysis.context import Context, DocumentSentences
from nerinspect.analysis.events import EventTable
from nerinspect.analysis.sentence import Segment, Sentence
from nerinspect.analysis.study import Prediction, Study
from nerinspect.corpus.mentions import Mentions
from nerinspect.encoding.repair import NO_REPAIR
from nerinspect.ui.consistency.surface_list import REFERENCE, SurfaceList

MOST_OFTEN: Final = "most often"
"""Name of the track that says how the surface is read most often."""

_NO_EVENT: Final = -1


@dataclass(frozen=True, eq=False)
class _PlaceSentences(DocumentSentences):
    """The sentences of a document, their tracks named for places."""

    def sentence(self, number: int) -> Sentence:
        """Gather one sentence by its number through the whole file, from 1."""
        sentence = super().sentence(number)
        *tracks, usual = sentence.tracks
        *_, last = tracks
        named = [*tracks[:-1], replace(last, label=last.label.removeprefix("A ")), replace(usual, label=MOST_OFTEN)]
        return replace(sentence, tracks=tuple(named))


def with_usual_readings(surfaces: SurfaceList, surface: int, prediction: int) -> Study:
    """Make a study without events in which one more prediction reads a surface as it is read most often.

    Parameters
    ----------
    surfaces : SurfaceList
        Where the surface was found.
    surface : int
        Its number.
    prediction : int
        The prediction that stands below the reference, unless another one was looked at; -1 for none.

    Returns
    -------
    Study
        Of the reference, of one prediction, if there is any, and of the usual reading.
    """
    study, found = surfaces.study, surfaces.found
    first, stop = found.first_reading[surface : surface + 2].tolist()
    counts = np.diff(found.first_place[first : stop + 1])
    code = int(found.type_codes[first + int(np.argmax(counts))])
    start = np.unique(found.places[found.first_place[first] : found.first_place[stop]])
    if code == UNLABELLED:
        start = start[:0]
    end = start + (found.end[surface] - found.start[surface])
    usual = Mentions(start, end.astype(np.int32), np.full(len(start), code, dtype=np.int32), found.types)
    annotation = replace(study.reference, mentions=usual, repair=NO_REPAIR, labels=None, columns=(), relations=None)
    shown = prediction if surfaces.number == REFERENCE else surfaces.number
    below = study.predictions[shown : shown + 1] if shown >= 0 else ()
    predictions = (*below, Prediction(MOST_OFTEN, 1, annotation))
    return Study(study.text, study.types, study.reference, predictions, EventTable.empty(), annotator=study.annotator)


def context_of_place(study: Study, start: int, end: int) -> Context:
    """Gather what stands around a place.

    Parameters
    ----------
    study : Study
        As `with_usual_readings` makes it.
    start, end : int
        Half-open token positions in the whole text.

    Returns
    -------
    Context
        Framed neutrally, for a place is no event.
    """
    text = study.text
    number = int(text.sentence_of(np.array([start]))[0]) + 1
    first, name = int(text.sentence_start[number - 1]), int(text.document[number - 1])
    same = np.searchsorted(text.document, np.array([name, name + 1], dtype=text.document.dtype)) + 1
    predictions = tuple(range(len(study.predictions)))
    document = _PlaceSentences(study, predictions, name, range(int(same[0]), int(same[1])))
    segment = Segment(_NO_EVENT, "tp", start - first, end - first)
    return Context(segment, document.sentence(number), document)


def event_at(study: Study, prediction: int, sentence: int, start: int, end: int) -> int | None:
    """Find the first event of a prediction that shares a token with a place.

    Parameters
    ----------
    study : Study
        The events.
    prediction : int
        Whose events.
    sentence, start, end : int
        As `PlacePart.place_opened` tells them: the sentence from 1, half-open token positions in it.

    Returns
    -------
    int or None
        Its number in the study; None if neither side marks anything there.
    """
    first = int(study.text.sentence_start[sentence - 1])
    events = study.events_of(prediction)
    found = np.flatnonzero((events.start < first + end) & (events.end > first + start))
    return int(study.event_start[prediction] + found[0]) if len(found) else None
