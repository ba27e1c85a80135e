"""Which predictions of a study are word for word those that all decisions of a review were taken about.

Their events stand where they stood, and need not be looked for by their ids, which take their time.
"""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.review.store import ReviewFile

_FACT = "digests"


def digests_fact(study: Study) -> dict[str, Any]:
    """Give what a new review says of the predictions it is about."""
    return {_FACT: [[*prediction, digest] for prediction, digest in study_digests(study).items()]}


def same_predictions(file: ReviewFile, study: Study) -> frozenset[tuple[str, int]]:
    """Name the predictions, by system and run, of which a review knows the text, both readings and all events.

    A decision about any other prediction leaves a mark in the file (see `ReviewFile.decide`): from then on not all
    decisions about it are of one text.
    """
    found = study_digests(study)
    told = file.fact(_FACT, tuple[tuple[str, int, str], ...], ())
    known = {(system, run): digest for system, run, digest in told}
    same = {prediction for prediction, digest in found.items() if known.get(prediction) == digest}
    return frozenset(same - file.strangers())


def study_digests(study: Study) -> dict[tuple[str, int], str]:
    """Make a digest of what decides the events of each prediction, by system and run."""
    text, events = study.text, study.events
    shared = hashlib.sha256()
    for buffer in text.vocabulary.buffers():
        shared.update(buffer or b"")
    _add(shared, (text.codes, text.sentence_start))
    _add_mentions(shared, study.reference.mentions)
    digests = {}
    for number, one in enumerate(study.predictions):
        own, place = shared.copy(), slice(*study.event_start[number : number + 2])
        _add_mentions(own, one.annotation.mentions)
        _add(own, (events.start[place], events.end[place], events.kind[place]))
        digests[one.system, one.run] = own.hexdigest()
    return digests


def _add_mentions(digest: "hashlib._Hash", mentions: Mentions) -> None:
    _add(digest, (mentions.start, mentions.end, mentions.type_codes))
    digest.update(json.dumps(mentions.types).encode())


def _add(digest: "hashlib._Hash", columns: Iterable[AnyIntArray]) -> None:
    for column in columns:
        digest.update(f"{column.dtype} {len(column)} ".encode())
        digest.update(column.tobytes())
