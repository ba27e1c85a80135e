"""Make a review of some files, and open one with its files and decisions."""

import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from nerinspect import __version__
from nerinspect.analysis.study import Study
from nerinspect.errors import CommandError, DataError, shown
from nerinspect.io.absolute_request import lasting_request
from nerinspect.io.annotator_names import annotator_names
from nerinspect.io.annotators import load_sides
from nerinspect.io.content import STANDARD_INPUT
from nerinspect.io.provenance import study_sources
from nerinspect.io.request import FILE_CHOICES, LoadRequest
from nerinspect.io.typed_json import read_dataclass
from nerinspect.review.finding import found_decisions
from nerinspect.review.sameness import digests_fact, same_predictions
from nerinspect.review.store import ReviewFile, create_review, open_review
from nerinspect.review.stored_row import StoredDecision

_REQUEST, _WALKS_AGREEMENT = "request", "walks_agreement"
_MOST_COLUMNS: Final = 2**31


@dataclass(frozen=True, eq=False)
class Review:
    """An open review.

    Attributes
    ----------
    file : ReviewFile
        Where decisions are kept; to be closed.
    request : LoadRequest
        The files it is about, with absolute paths.
    study : Study
        With decisions.
    changed : tuple of str
        Paths of the files that are no longer what they were when the review was made.
    lost : tuple of StoredDecision
        Decisions whose event is no longer there; they stay in the file.
    """

    file: ReviewFile
    request: LoadRequest
    study: Study
    changed: tuple[str, ...]
    lost: tuple[StoredDecision, ...]


def make_review(path: str, request: LoadRequest, study: Study, walks_agreement: bool = False) -> None:
    """Make a review file without decisions.

    Parameters
    ----------
    path : str
        The new file.
    request : LoadRequest
        Which files it is about, and how they are read.
    study : Study
        Loaded from them.
    walks_agreement : bool
        Whether what annotators agree on is to be decided, too, instead of being right.

    Raises
    ------
    CommandError
        If a file is standard input, which cannot be read again.
    DataError
        If there is such a file already, or none can be made.
    """
    if STANDARD_INPUT in request.files:
        raise CommandError("a review opens its files again, and standard input cannot be read twice; name a file")
    facts: dict[str, Any] = {
        "program": "nerinspect",
        "version": __version__,
        _REQUEST: asdict(lasting_request(request)),
    }
    if request.annotators:
        facts[_WALKS_AGREEMENT] = walks_agreement
    create_review(path, facts | digests_fact(study), _sources(study))


def request_of(file: ReviewFile) -> LoadRequest:
    """Read which files a review is about.

    Raises
    ------
    DataError
        If that cannot be read.
    """
    try:
        request: LoadRequest = read_dataclass(LoadRequest, file.facts()[_REQUEST])
    except (TypeError, ValueError, KeyError, RecursionError):
        remedy = "keep it, and open a copy that was kept"
        raise DataError(file.path, "the review does not say which files it is about", remedy) from None
    if wrong := _unusable(request):
        raise DataError(file.path, f"what the review says of its files cannot be: {wrong}", "ask whoever sent it")
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
        return "a path that is no text"
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
    """Open a review and load its files.

    Parameters
    ----------
    path : str
        The review file.
    to_read : bool
        Whether nothing is to be decided.
    with_others : bool
        Whether the other columns of the files are read, too.
    check : callable
        Called with what is to be loaded, before any file is opened; raises if it may not be.

    Raises
    ------
    NerinspectError
        If the review or one of its files cannot be read.
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


def _sources(study: Study) -> list[tuple[str, str, str]]:
    """List role, absolute path and digest of the files of a study."""
    entries = [source for source in study_sources(study) if source["path"]]
    return [(source["role"], os.path.abspath(source["path"]), source["sha256"]) for source in entries]


def changed_sources(file: ReviewFile, study: Study) -> tuple[str, ...]:
    """Name the files of a study that are no longer what they were when its review was made."""
    known = {path: digest for _, path, digest in _sources(study)}
    return tuple(dict.fromkeys(path for _, path, digest in file.sources() if known.get(path, digest) != digest))
