"""The surfaces of one annotation that are read in several ways, ready to be listed, filtered and sorted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.analysis.consistency import UNLABELLED, Inconsistencies, find_inconsistencies
from nerinspect.analysis.study import Annotation, Study
from nerinspect.corpus.arrays import BoolArray, IntArray, as_arrow_texts, from_arrow, mask_from_arrow
from nerinspect.corpus.writing_direction import right_to_left_sentences
from nerinspect.progress import Checkpoint, no_checkpoint

REFERENCE: Final = -1
"""Stands for the reference where predictions are numbered."""


@dataclass(frozen=True)
class Reading:
    """How a surface is read in some of its places.

    Attributes
    ----------
    number : int
        Its place among all readings.
    type : str
        The type; empty where it is unlabelled.
    count : int
        Number of places.
    is_exception : bool
        Whether another reading of the surface is more frequent, or as frequent and listed before.
    """

    number: int
    type: str
    count: int
    is_exception: bool

    @property
    def name(self) -> str:
        """As on screen."""
        return self.type or "unlabelled"


@dataclass(frozen=True, eq=False)
class SurfaceList:
    """Surfaces with several readings.

    Attributes
    ----------
    study : Study
        What they were found in.
    number : int
        Number of the prediction that was looked at, or `REFERENCE`.
    found : Inconsistencies
        The surfaces and their places.
    words : pyarrow.StringArray, shape (n_surfaces,)
        Each surface as its file writes it where it stands first, on one line.
    folded : pyarrow.StringArray, shape (n_surfaces,)
        The same in the form in which upper and lower case are equal.
    """

    study: Study
    number: int
    found: Inconsistencies
    words: pa.StringArray
    folded: pa.StringArray

    def __len__(self) -> int:
        """Count the surfaces."""
        return len(self.found)

    @property
    def annotation(self) -> Annotation:
        """What was looked at."""
        return annotation_of(self.study, self.number)

    def surface(self, surface: int) -> str:
        """Give the words of one surface."""
        return str(self.words[surface].as_py())

    def tokens(self, surface: int) -> str:
        """Give the tokens of one surface joined by a blank, as queries write it."""
        bounds = self.found.start[surface : surface + 1], self.found.end[surface : surface + 1]
        return str(self.study.text.joined(*bounds)[0].as_py())

    def readings(self, surface: int) -> list[Reading]:
        """List the readings of one surface: its types, most frequent first, then the unlabelled places."""
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

    Attributes
    ----------
    words : str
        Words or parts of words that the surface holds, whatever their case.
    has_types : bool
        Only surfaces with several types.
    has_unlabelled : bool
        Only surfaces that are also unlabelled somewhere.
    n_characters, n_places : int
        The least length and the least number of places.
    """

    words: str = ""
    has_types: bool = False
    has_unlabelled: bool = False
    n_characters: int = 1
    n_places: int = 1

    def mask(self, surfaces: SurfaceList) -> BoolArray:
        """Tell which surfaces are listed."""
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
        """Say in words which surfaces are listed; empty if all are."""
        parts = (
            f"holding “{' '.join(self.words.split())}”" if self.words.strip() else "",
            "of several types" if self.has_types else "",
            "also unlabelled" if self.has_unlabelled else "",
            f"of at least {self.n_characters} characters" if self.n_characters > 1 else "",
            f"with at least {self.n_places} places" if self.n_places > 1 else "",
        )
        return ", ".join(part for part in parts if part)


def exceptions(readings: Sequence[Reading]) -> list[Reading]:
    """Give the readings of a surface that are not its most frequent one."""
    return [reading for reading in readings if reading.is_exception]


def annotation_of(study: Study, number: int) -> Annotation:
    """Give a prediction's annotation, or the reference's."""
    return study.reference if number == REFERENCE else study.predictions[number].annotation


def list_surfaces(study: Study, number: int, checkpoint: Checkpoint = no_checkpoint) -> SurfaceList:
    """Find the surfaces of one annotation, and write them out.

    Parameters
    ----------
    study : Study
        Where to look.
    number : int
        Number of the prediction, or `REFERENCE`.
    checkpoint : Checkpoint
        Called as the text is searched.

    Returns
    -------
    SurfaceList
        In the order of `Inconsistencies`.
    """
    right_to_left_sentences(study.text)  # kept: the places will ask for it
    found = find_inconsistencies(study.text, annotation_of(study, number).mentions, checkpoint)
    words = study.text.spelled_each(found.start, found.end)
    return SurfaceList(study, number, found, words, as_arrow_texts([word.casefold() for word in words.to_pylist()]))


SORT_KEYS: Final[dict[str, Callable[[SurfaceList], npt.NDArray[Any]]]] = {
    "surface": lambda surfaces: _text_ranks(surfaces.folded),
    "readings": lambda surfaces: surfaces.found.n_types,
    "places": lambda surfaces: surfaces.found.n_places,
    "unlabelled": lambda surfaces: surfaces.found.n_unlabelled,
    "exceptions": lambda surfaces: surfaces.found.n_exceptions,
    "share": lambda surfaces: surfaces.found.n_exceptions / np.maximum(surfaces.found.n_places, 1),
}
"""What the surfaces can be sorted by: for each key its numbers."""


def _text_ranks(texts: pa.StringArray) -> IntArray:
    ranks = np.empty(len(texts), dtype=np.int32)
    ranks[np.array(sorted(range(len(texts)), key=texts.to_pylist().__getitem__), dtype=np.int64)] = np.arange(
        len(texts)
    )
    return ranks
