"""Make a review of some files, and open one with its files and decisions, and what it knows again of them."""

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from nerinspect import __version__
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.errors import CommandError, DataError, shown
from nerinspect.events.decision import Decision
from nerinspect.events.study import Study
from nerinspect.io.content import STANDARD_INPUT
from nerinspect.io.index.opening import INDEX, is_index
from nerinspect.io.provenance import study_sources
from nerinspect.io.reading.loading import load_sides
from nerinspect.io.request import FILE_CHOICES, LoadRequest, annotator_names, lasting_request, read_dataclass
from nerinspect.review.attaching import OF_RELATIONS, StoredDecision, StoredEvent, attached, found_events
from nerinspect.review.store import ReviewFile, create_review, open_review


class Found(NamedTuple):
    """The decisions of a review, by number of their events in a study.

    Those that are `lost`, whose event is no longer there, stand in the order of the text. Relation events are numbered
    as the study matches relations now.
    """

    decisions: dict[int, Decision]
    relation_decisions: dict[int, Decision]
    lost: list[StoredDecision]

    def fill(self, study: Study) -> None:
        """Put them in the place of all that is decided in a study."""
        study.decisions.fill(self.decisions)
        study.relation_decisions.fill(self.relation_decisions)


def found_decisions(study: Study, file: ReviewFile) -> Found:
    """Find the events that the decisions of a file are about; `file.same` says where they stand as they stood."""
    stored = file.decisions()
    of_relations = [one for one in stored if one.event.kind.startswith(OF_RELATIONS)]
    of_mentions = [one for one in stored if not one.event.is_of_relations] if of_relations else stored
    decisions, lost = attached(study, of_mentions, file.same)
    relation_decisions: dict[int, Decision] = {}
    if of_relations:
        from nerinspect.review.deciding import attached_relations  # few reviews are about relations

        relation_decisions, lost_relations = attached_relations(study, file, of_relations)
        lost += lost_relations
    return Found(decisions, relation_decisions, sorted(lost, key=lambda one: (*one.event[1:6], one.event.event)))


def found_numbers(study: Study, stored: Sequence[StoredEvent]) -> dict[str, int]:
    """Give the numbers of events by their ids, those of relation events among these; none for what is not there."""
    of_mentions = [one for one in stored if not one.is_of_relations]
    found = zip(of_mentions, found_events(study, of_mentions), strict=True)
    numbers = {one.event: number for one, number in found}
    if of_relations := [one for one in stored if one.is_of_relations]:
        from nerinspect.review.deciding import found_relation_events  # few reviews are about relations

        numbers |= {
            one.event: number
            for one, number in zip(of_relations, found_relation_events(study, of_relations), strict=True)
        }
    return {event: number for event, number in numbers.items() if number >= 0}


_FACT = "digests"


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
        own, place = shared.copy(), study.rows_of(number)
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
        digest.update(np.ascontiguousarray(column).data)  # as it lies


_REQUEST, _WALKS_AGREEMENT = "request", "walks_agreement"
_MOST_COLUMNS: Final = 2**31


@dataclass(frozen=True, eq=False)
class Review:
    """An open review, whose file is to be closed.

    `changed` are the paths of files that are no longer what they were when it was made; `lost` decisions, whose event
    is no longer there, stay in the file.
    """

    file: ReviewFile
    request: LoadRequest
    study: Study
    changed: tuple[str, ...]
    lost: tuple[StoredDecision, ...]


def make_review(path: str, request: LoadRequest, study: Study, walks_agreement: bool = False) -> None:
    """Make a review file without decisions about a study loaded from the files of a request.

    `walks_agreement` says that what annotators agree on is to be decided, too, instead of being right.
    """
    if STANDARD_INPUT in request.files:
        raise CommandError("a review opens its files again, and standard input cannot be read twice; name a file")
    facts: dict[str, Any] = {
        "program": "nerinspect",
        "version": __version__,
        _REQUEST: asdict(lasting_request(request)),
        _FACT: [[*prediction, digest] for prediction, digest in study_digests(study).items()],
    }
    if request.annotators:
        facts[_WALKS_AGREEMENT] = walks_agreement
    create_review(path, facts, _sources(study, request))


def request_of(file: ReviewFile) -> LoadRequest:
    """Read which files a review is about."""
    try:
        request: LoadRequest = read_dataclass(LoadRequest, file.facts()[_REQUEST])
    except (TypeError, ValueError, KeyError, RecursionError):
        remedy = "keep it, and open a backup"
        raise DataError(file.path, "the review does not say which files it is about", remedy) from None
    if wrong := _unusable(request):
        raise DataError(
            file.path, f"what the review says about its files cannot be right: {wrong}", "ask whoever sent it"
        )
    return request


def _unusable(request: LoadRequest) -> str:
    """Say what of a request no command line would take; empty if nothing."""
    try:
        for path in request.files:
            if path == STANDARD_INPUT:
                return "standard input, which cannot be read again"
            os.fsencode(path)
            if "\0" in path:
                return f"the path {shown(path)}"
        for encoding in filter(None, (request.encoding, request.encoding_reference, request.encoding_training)):
            FILE_CHOICES["encoding"]("chunk encoding", encoding)
        for path in request.paths:
            request.file_options(path, "prediction")
    except UnicodeEncodeError:
        return "a path that is not text"
    except CommandError as mistake:
        return str(mistake)
    columns = (request.token_column, *request.label_columns, request.training_label_column)
    return next((f"column {one}" for one in columns if abs(one) >= _MOST_COLUMNS), "")


def corrected_annotator(file: ReviewFile) -> str:
    """Name the annotator whose annotation a review corrects, the one who is A in it; empty if there is a reference."""
    request = request_of(file)
    return annotator_names(request)[0] if request.annotators else ""


def walks_agreement(file: ReviewFile) -> bool:
    """Tell whether what annotators agree on is to be decided in a review, too."""
    return file.facts().get(_WALKS_AGREEMENT) is True


def load_review(
    path: str,
    to_read: bool = False,
    with_others: bool = False,
    check: Callable[[Sequence[LoadRequest]], object] = lambda _: None,
) -> Review:
    """Open a review, `to_read` if nothing is to be decided, and load its files, with other columns if these are wanted.

    `check` gets what is to be loaded before any file is opened, and raises if it may not be.
    """
    file = open_review(path, to_read)
    try:
        request = request_of(file)
        check([request])
        study = load_sides(request, with_others=with_others)
        file.same = same_predictions(file, study)
        found = found_decisions(study, file)
        found.fill(study)
        study.decisions.walks_agreement = walks_agreement(file)
        return Review(file, request, study, changed_sources(file, study), tuple(found.lost))
    except BaseException:
        file.close()
        raise


def _sources(study: Study, request: LoadRequest) -> list[tuple[str, str, str]]:
    """List role, path and digest of the files of a study; of an index also the file that says what it is."""
    entries = [source for source in study_sources(study) if source.get("path")]
    found = [(source["role"], os.path.abspath(source["path"]), source["sha256"]) for source in entries]
    if is_index(request.reference):
        path = os.path.abspath(os.path.join(request.reference, INDEX))
        found.append(("index", path, hashlib.sha256(Path(path).read_bytes()).hexdigest()))
    return found


def changed_sources(file: ReviewFile, study: Study) -> tuple[str, ...]:
    """Name the files of a study that are no longer what they were when its review was made."""
    known = {path: digest for _, path, digest in _sources(study, request_of(file))}
    return tuple(dict.fromkeys(path for _, path, digest in file.sources() if known.get(path, digest) != digest))
