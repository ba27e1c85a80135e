"""Read a file for the swap test, and the predictions on its sentences as they were and as they are swapped."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from nerinspect.analysis.arranging import runs_together
from nerinspect.analysis.study import Annotation, Prediction, Study, make_study
from nerinspect.analysis.swap import Swapped, swap
from nerinspect.analysis.swap_scores import SwapScores, swap_scores
from nerinspect.corpus.relations import Relations
from nerinspect.corpus.text import Text
from nerinspect.errors import CommandError, NoRelationsError, NothingToSwapError
from nerinspect.io.annotating import annotate
from nerinspect.io.labelled import read_alone
from nerinspect.io.named_predictions import prediction_names
from nerinspect.io.names import parse_named_path
from nerinspect.io.raw import RawFile
from nerinspect.io.reading import read_path
from nerinspect.io.reference_tokens import laid_over_reference, projected
from nerinspect.io.request import LoadRequest
from nerinspect.io.swap_words import left_out_in_words
from nerinspect.progress import Checkpoint, no_checkpoint


@dataclass(frozen=True, eq=False)
class SwapFile:
    """A file and what became of its sentences.

    Attributes
    ----------
    raw : RawFile
        The file.
    annotation : Annotation
        Its mentions and relations.
    swapped : Swapped
        Its sentences with the arguments of a relation exchanged.
    """

    raw: RawFile
    annotation: Annotation
    swapped: Swapped

    @property
    def text(self) -> Text:
        """Its tokens."""
        assert self.raw.text is not None, "labels alone have no relations"
        return self.raw.text


def read_swap(request: LoadRequest, relation_type: str) -> SwapFile:
    """Read the reference of a request and swap the arguments of a relation type.

    Raises
    ------
    NerinspectError
        If the file cannot be read or has no relations, if none is of the type, or if no sentence can be swapped.
    """
    raw, annotation = _read_with_relations(request)
    file = _swapped(raw, annotation, relation_type)
    if not len(file.swapped):
        raise NothingToSwapError(raw.content.path, relation_type, left_out_in_words(file.swapped))
    return file


def read_swaps(request: LoadRequest) -> dict[str, SwapFile]:
    """Read the reference of a request and swap the arguments of each of its relation types.

    Returns
    -------
    dict of str to SwapFile
        By type, by code point; those of which no sentence can be swapped hold none.

    Raises
    ------
    NerinspectError
        If the file cannot be read or has no relations.
    """
    raw, annotation = _read_with_relations(request)
    return {name: _swapped(raw, annotation, name) for name in sorted(relations_of(annotation).type_names())}


def _read_with_relations(request: LoadRequest) -> tuple[RawFile, Annotation]:
    options = request.file_options(request.paths[0], "reference")
    _, raw = read_alone(request.reference, options)
    annotation = annotate(raw, options, "reference")
    relations_of(annotation)
    return raw, annotation


def _swapped(raw: RawFile, annotation: Annotation, relation_type: str) -> SwapFile:
    assert raw.text is not None, "only predictions may be labels alone"
    swapped = swap(raw.text, annotation.mentions, relations_of(annotation), relation_type)
    return SwapFile(raw, annotation, swapped)


def relations_of(annotation: Annotation) -> Relations:
    """Give the relations of a file that must have some.

    Raises
    ------
    NoRelationsError
        If its format has none, or it holds none.
    """
    if annotation.relations is None or not len(annotation.relations):
        raise NoRelationsError(annotation.source.path)
    return annotation.relations


def read_predictions(
    file: SwapFile,
    request: LoadRequest,
    predictions: Sequence[str],
    on_swapped: bool,
    checkpoint: Checkpoint = no_checkpoint,
) -> Study:
    """Read predictions on the sentences of a file, or on those that were swapped.

    Parameters
    ----------
    file : SwapFile
        What they are judged by.
    request : LoadRequest
        How files are read.
    predictions : sequence of str
        `PATH` or `NAME=PATH` each.
    on_swapped : bool
        Whether they stand on the swapped sentences alone.
    checkpoint : Checkpoint
        Called with tokens read and tokens expected.

    Returns
    -------
    Study
        With one prediction or more.

    Raises
    ------
    NerinspectError
        If a file cannot be read, stands on other tokens, or is of a format without relations.
    """
    request = replace(request, predictions=tuple(predictions))
    reference, annotation = _swapped_side(file) if on_swapped else (file.raw, file.annotation)
    found = []
    for argument, (name, run) in zip(predictions, prediction_names(request), strict=True):
        named = parse_named_path(argument)
        options = request.file_options(named.path, "prediction")
        raw = laid_over_reference(reference, read_path(named, options, checkpoint), request.tokens)
        side = annotate(raw, options, "prediction")
        if side.relations is None:
            raise CommandError(f"{named.path} is of a format without relations; name predictions that have them")
        found.append(Prediction(name, run, projected(reference, raw, side) if request.tokens == "project" else side))
    assert reference.text is not None, "labels alone have no relations"
    in_order = [found[place] for place in runs_together([one.system for one in found])]
    return make_study(reference.text, annotation, in_order, checkpoint=checkpoint)


def scores_on(file: SwapFile, study: Study, name: str) -> list[SwapScores]:
    """Score the predictions on a set, `original` or `swapped`, over the sentences that were swapped."""
    swapped = file.swapped
    every = np.arange(len(swapped), dtype=np.int32)
    return swap_scores(study, swapped.relation_type, every if name == "swapped" else swapped.sentence)


def _swapped_side(file: SwapFile) -> tuple[RawFile, Annotation]:
    """Give the swapped sentences as a file and an annotation of their own."""
    swapped = file.swapped
    content = replace(file.raw.content, path=f"{file.raw.content.path} (swapped)")
    raw = RawFile(content, "json", swapped.text, mentions=swapped.mentions, relations=swapped.relations)
    return raw, replace(file.annotation, mentions=swapped.mentions, relations=swapped.relations)
