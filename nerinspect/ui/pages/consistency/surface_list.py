"""Surfaces annotated in several ways: finding, filtering and sorting them, and the origin of such a list."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import PurePath
from typing import Any, BinaryIO, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.checking.consistency import UNLABELLED, Inconsistencies, find_inconsistencies
from nerinspect.corpus.arrays import BoolArray, IntArray, from_arrow, mask_from_arrow
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import matching_tokens, right_to_left_sentences
from nerinspect.encoding.transitions import NO_REPAIR
from nerinspect.events.context import Context, DocumentSentences, Segment, Sentence
from nerinspect.events.segment_events import EventTable
from nerinspect.events.study import Annotation, Prediction, Study
from nerinspect.io.index.opening import made_with
from nerinspect.io.provenance import command_line, paths_read, provenance, source_entry, write_with_provenance
from nerinspect.io.request import LoadRequest, judged, parse_named_path
from nerinspect.io.writing.origins import TableOrigin
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted, grouped

REFERENCE: Final = -1  # the reference, where predictions are numbered


@dataclass(frozen=True)
class Reading:
    """One annotation of a surface, with its places."""

    number: int  # its index among all annotations
    type: str  # empty for unlabelled
    count: int
    is_exception: bool  # whether another annotation is more frequent, or as frequent and listed before

    @property
    def name(self) -> str:
        return self.type or "unlabelled"


@dataclass(frozen=True, eq=False)
class SurfaceList:
    """Surfaces annotated in several ways."""

    study: Study
    number: int  # number of the prediction, or `REFERENCE`
    found: Inconsistencies
    words: pa.StringArray  # shape (n_surfaces,): as at its first place in the file, on one line

    @cached_property
    def folded(self) -> pa.StringArray:
        """The surfaces case-folded."""
        return matching_tokens(self.words, "ignore-case")

    def __len__(self) -> int:
        return len(self.found)

    @property
    def annotation(self) -> Annotation:
        return annotation_of(self.study, self.number)

    def surface(self, surface: int) -> str:
        return str(self.words[surface].as_py())

    def tokens(self, surface: int) -> str:
        """Return the tokens of a surface joined by a blank, as in queries."""
        bounds = self.found.start[surface : surface + 1], self.found.end[surface : surface + 1]
        return str(self.study.text.joined(*bounds)[0].as_py())

    def readings(self, surface: int) -> list[Reading]:
        """Return its types, most frequent first, then the unlabelled places."""
        first, stop = self.found.first_reading[surface : surface + 2].tolist()
        codes = self.found.type_codes[first:stop].tolist()
        counts = np.diff(self.found.first_place[first : stop + 1]).tolist()
        usual = counts.index(max(counts))
        names = ["" if code == UNLABELLED else self.found.types[code] for code in codes]
        return [
            Reading(first + place, name, count, place != usual)
            for place, (name, count) in enumerate(zip(names, counts, strict=True))
        ]


@dataclass(frozen=True)
class SurfaceFilter:
    """Which surfaces are listed.

    `n_characters` and `n_places` are minimums.
    """

    words: str = ""  # case-insensitive words, or parts of words, in the surface
    has_types: bool = False  # only surfaces with several types
    has_unlabelled: bool = False  # only surfaces that are also unlabelled somewhere
    n_characters: int = 1
    n_places: int = 1

    def mask(self, surfaces: SurfaceList) -> BoolArray:
        found = surfaces.found
        kept = found.n_places >= self.n_places
        if self.has_types:
            kept &= found.n_types > 1
        if self.has_unlabelled:
            kept &= found.n_unlabelled > 0
        if self.n_characters > 1:
            kept &= from_arrow(pc.utf8_length(surfaces.words)) >= self.n_characters
        for word in self.words.casefold().split():
            kept &= mask_from_arrow(pc.match_substring(surfaces.folded, word))
        return kept

    @property
    def description(self) -> str:
        """The filter in words; empty if all surfaces are listed."""
        parts = (
            f"containing “{' '.join(self.words.split())}”" if self.words.strip() else "",
            "of several types" if self.has_types else "",
            "also unlabelled" if self.has_unlabelled else "",
            f"of at least {counted(self.n_characters, 'character')}" if self.n_characters > 1 else "",
            f"with at least {counted(self.n_places, 'place')}" if self.n_places > 1 else "",
        )
        return ", ".join(part for part in parts if part)


def exceptions(readings: Sequence[Reading]) -> list[Reading]:
    """Return all annotations but the most frequent one."""
    return [reading for reading in readings if reading.is_exception]


def annotation_of(study: Study, number: int) -> Annotation:
    return study.reference if number == REFERENCE else study.predictions[number].annotation


def list_surfaces(study: Study, number: int, checkpoint: Checkpoint = no_checkpoint) -> SurfaceList:
    """Find the surfaces of one annotation.

    Parameters
    ----------
    number : int
        A prediction, or `REFERENCE`.

    Returns
    -------
    SurfaceList
        In the order of `Inconsistencies`.
    """
    right_to_left_sentences(study.text)  # cached for the places
    found = find_inconsistencies(study.text, annotation_of(study, number).mentions, checkpoint)
    return SurfaceList(study, number, found, study.text.spelled_each(found.start, found.end))


SORT_KEYS: Final[dict[str, Callable[[SurfaceList], npt.NDArray[Any]]]] = {
    "surface": lambda surfaces: _text_ranks(surfaces.folded),
    "readings": lambda surfaces: surfaces.found.n_types,
    "places": lambda surfaces: surfaces.found.n_places,
    "unlabelled": lambda surfaces: surfaces.found.n_unlabelled,
    "exceptions": lambda surfaces: surfaces.found.n_exceptions,
    "share": lambda surfaces: surfaces.found.n_exceptions / np.maximum(surfaces.found.n_places, 1),
}
"""Numbers to sort by, for each sort key."""


def _text_ranks(texts: pa.StringArray) -> IntArray:
    ranks = np.empty(len(texts), dtype=np.int32)
    ranks[np.array(sorted(range(len(texts)), key=texts.to_pylist().__getitem__), dtype=np.int64)] = np.arange(
        len(texts)
    )
    return ranks


MOST_OFTEN: Final = "most often"  # name of the track with the most frequent annotation
_NO_EVENT: Final = -1


@dataclass(frozen=True, eq=False)
class _PlaceSentences(DocumentSentences):
    def sentence(self, number: int) -> Sentence:
        """Return a sentence by its number in the whole file, from 1."""
        sentence = super().sentence(number)
        *above, last, usual = (track._replace(colour=None) for track in sentence.tracks)  # only systems have colours
        named = *above, last._replace(label=last.label.removeprefix("A ")), usual._replace(label=MOST_OFTEN)
        return sentence._replace(tracks=named)


def with_usual_readings(surfaces: SurfaceList, surface: int, prediction: int) -> Study:
    """Return a study without events, whose last prediction annotates a surface as it usually is.

    Parameters
    ----------
    prediction : int
        The prediction shown below the reference, unless another one is looked at; -1 for none.

    Returns
    -------
    Study
        The reference, one prediction if there is any, and the usual annotation.
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
    """Return the context of a place.

    Parameters
    ----------
    study : Study
        From `with_usual_readings`.
    start, end : int
        Half-open token positions in the whole text.

    Returns
    -------
    Context
        With a neutral frame, because a place is no event.
    """
    text = study.text
    number = int(text.sentence_of(np.array([start]))[0]) + 1
    first, name = int(text.sentence_start[number - 1]), int(text.document[number - 1])
    predictions = tuple(range(len(study.predictions)))
    document = _PlaceSentences(study, predictions, name, text.sentences_in(name))
    segment = Segment(_NO_EVENT, "tp", start - first, end - first)
    return Context(segment, document.sentence(number), document)


def event_at(study: Study, prediction: int, sentence: int, start: int, end: int) -> int | None:
    """Find the first event of a prediction that shares a token with a place.

    Parameters
    ----------
    sentence, start, end : int
        The sentence from 1, half-open token positions in it.

    Returns
    -------
    int or None
        None if neither side has a mention there.
    """
    first = int(study.text.sentence_start[sentence - 1])
    events = study.events_of(prediction)
    found = np.flatnonzero((events.start < first + end) & (events.end > first + start))
    return int(study.event_start[prediction] + found[0]) if len(found) else None


MOST_TELLING_FIRST: Final = "the most informative first"

_KEPT: Final = (
    "format", "token_column", "comments", "token_field", "label_field", "label_names", "spans", "discontinuous",
    "text_encoding", "keep_types", "remove_types", "map_types",
)  # fmt: skip
"""Options that apply to an annotation whether it is a reference or not."""


@dataclass(frozen=True, eq=False)
class SurfacesOrigin(TableOrigin):
    """Origin of a table of surfaces.

    `filter` and `sorting` describe in words which are listed, in which order; empty for all, and for the default order.
    """

    surfaces: SurfaceList
    request: LoadRequest
    n_listed: int
    filter: str = ""
    sorting: str = ""

    kept = None

    @property
    def annotation(self) -> str:
        """`reference` or an annotator, else system and run."""
        surfaces = self.surfaces
        if surfaces.number == REFERENCE:
            return surfaces.study.annotator or "reference"
        prediction = surfaces.study.predictions[surfaces.number]
        if surfaces.study.is_of_annotators:
            return prediction.system
        return f"{prediction.system}, run {prediction.run}"

    @property
    def counted(self) -> str:
        n_all = counted(len(self.surfaces), "surface")
        return f"{grouped(self.n_listed)} of {n_all}, {self.filter}" if self.filter else n_all

    @property
    def data_name(self) -> str:
        return PurePath(self.surfaces.annotation.source.path).stem

    def description(self, systems: Sequence[str]) -> str:
        return f"Annotation {self.annotation}: {self.surfaces.annotation.source.path}; counted: {self.counted}"

    def record(
        self, shown: str, form: str, systems: Sequence[str], has_command: bool, output: str = ""
    ) -> dict[str, Any]:
        """Return the record of a file of these surfaces, whose command writes the same file to `output`."""
        surfaces = self.surfaces
        options = [*([] if form == "csv" else ["--table", form]), *(["--output", output] if output else [])]
        command = command_line("consistency", alone(self.request, surfaces), options)
        details = {
            "table": "consistency",
            "form": form,
            "annotation": self.annotation,
            "surfaces": self.n_listed,
            "filter": self.filter,
            "order": self.sorting or MOST_TELLING_FIRST,
        }
        if differs := self._beyond_command():
            details["command_differs"] = differs
        return provenance(command, [self._source], {**details, "warnings": list(surfaces.study.warnings)})

    def write(
        self,
        output: str,
        write: Callable[[BinaryIO], Any],
        shown: str,
        form: str,
        systems: Sequence[str],
        has_command: bool = True,
    ) -> None:
        record = self.record(shown, form, systems, has_command, output)
        write_with_provenance(output, write, record, self._read)

    @property
    def _source(self) -> dict[str, Any]:
        annotation = self.surfaces.annotation
        return source_entry(annotation.source, annotation=self.annotation, mentions=len(annotation.mentions))

    @property
    def _read(self) -> list[str]:
        return paths_read([self._source], *self.request.files)

    def _beyond_command(self) -> str:
        """Say what the command line does not reproduce; empty if nothing."""
        source, parts = self.surfaces.annotation.source, []
        if self.n_listed != len(self.surfaces):
            parts.append(
                f"lists all {counted(len(self.surfaces), 'surface')}, not the {grouped(self.n_listed)} {self.filter}"
            )
        if self.sorting:
            parts.append(f"lists {MOST_TELLING_FIRST}, not {self.sorting}")
        if self.surfaces.number != REFERENCE:
            tokens = (
                f"; the tokens are those of {self.surfaces.study.annotator or 'the reference'} here"
                if source.notes
                else ""
            )
            taken = "annotator" if self.surfaces.study.is_of_annotators else "prediction"
            parts.append(f"takes this {taken} for a reference{tokens}")
        return f"The command line {'; it '.join(parts)}." if parts else ""


def alone(request: LoadRequest, surfaces: SurfaceList) -> LoadRequest:
    """Return a request that reads one annotation as the reference, and nothing else."""
    request = judged(request) if request.annotators else request
    if surfaces.number != REFERENCE:
        request = made_with(request)
    is_reference, source = surfaces.number == REFERENCE, surfaces.annotation.source
    column = request.label_columns[0] if is_reference else source.label_column
    named = next((one for one in map(parse_named_path, request.predictions) if one.path == source.path), None)
    path = source.path if named is None or named.key is None else f"{source.path}#{named.key}"
    return replace(
        LoadRequest(request.reference if is_reference else path),
        **{name: getattr(request, name) for name in _KEPT},
        encoding=(request.encoding_reference if is_reference else None) or request.encoding,
        repair_reference=request.repair_reference if is_reference else request.repair,
        label_columns=request.label_columns[:1] if column is None else (column,),
        choices=tuple(choice for choice in request.choices if choice[0] == source.path),
    )
