"""Load files by annotators of one text, none of which is the reference."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final

from nerinspect.checking.notices import between_annotators
from nerinspect.errors import CommandError, NerinspectError, shown
from nerinspect.events.study import Annotation, Prediction, Study
from nerinspect.io.reading.files import refuse_index
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import RETENTION, LoadRequest, NamedPath, stem
from nerinspect.io.request_changes import annotator_names, files_of
from nerinspect.progress import Checkpoint, no_checkpoint

ROLE: Final = "annotator"

_FOR_ANNOTATORS: Final = (
    (re.compile(r"--(encoding|repair)-reference"), r"--\1"),
    (re.compile("predict again on"), "annotate"),
    (re.compile("a prediction"), "a file"),
    (re.compile(r"name its runs alike \(.*\) or differently"), "name each (A=PATH B=PATH)"),
)
"""What is to be done about a reference and a prediction, and the same said of two annotators."""


@dataclass(frozen=True, eq=False)
class AnnotatedFiles:
    """Annotations of one text on one footing, with the annotators in the order given.

    The first stands where the study has a reference, the others where it has predictions.
    """

    names: tuple[str, ...]
    study: Study

    @property
    def sources(self) -> list[dict[str, Any]]:
        """Describe every file for provenance."""
        from nerinspect.io.provenance import source_entry  # files with a reference are read sooner without it
        from nerinspect.systems.agreement import annotators

        return [
            source_entry(
                one.source, annotator=name, mentions=len(one.mentions), types=sorted(one.mentions.type_names())
            )
            for name, one in zip(self.names, annotators(self.study), strict=True)
        ]


def load_sides(request: LoadRequest, checkpoint: Checkpoint = no_checkpoint, with_others: bool = False) -> Study:
    """Read the files of a request, as annotators or as a reference and predictions; see `load_study`."""
    if request.annotators:
        return load_annotators(request, checkpoint, with_others).study
    return load_study(request, checkpoint, with_others)


def load_annotators(
    request: LoadRequest, checkpoint: Checkpoint = no_checkpoint, with_others: bool = False
) -> AnnotatedFiles:
    """Read the files of annotators, all by the same rules, as `load_study` reads others.

    The reference of the request is the first annotator, or a merged file with all of them. What is chosen for the
    reference alone does not count.

    Raises
    ------
    NerinspectError
        At the first mistake, which speaks of no reference; also if there are fewer than two annotators.
    """
    files = files_of(request)
    first = files[0].path
    for file in files:
        refuse_index(file.path)
    with _speaking_of_annotators(first):
        names = annotator_names(request)
    if len(names) == 1:
        raise CommandError(f"there is only one annotator, {shown(names[0])}, and agreement needs two; name another")
    alike = replace(
        request,
        reference=_unnamed(files[0]),
        predictions=tuple(f"{number}={_unnamed(file)}" for number, file in enumerate(files[1:], 1)),  # kept in order
        repair_reference=request.repair,
        encoding_reference=None,
    )
    with _speaking_of_annotators(first):
        study = load_study(alike, checkpoint, with_others)
    given, heuristic = study.predictions[: len(names) - 1], study.predictions[len(names) - 1 :]
    predictions = [
        Prediction(name, 1, _by_annotator(one.annotation, first)) for name, one in zip(names[1:], given, strict=True)
    ]
    reference = _by_annotator(study.reference, first)
    study = replace(study, reference=reference, predictions=(*predictions, *heuristic), annotator=names[0])
    warnings = [between_annotators(notice, names, first) for notice in study.warnings]
    return AnnotatedFiles(names, replace(study, warnings=(*warnings, *_copies(study))))


def names_in(study: Study) -> tuple[str, ...]:
    """Name the annotators of a study, but not the heuristic; a reference is named after its file."""
    predictions = [one for one in study.predictions if one.system != RETENTION]
    systems = [one.system for one in predictions]
    names = [f"{one.system} run {one.run}" if systems.count(one.system) > 1 else one.system for one in predictions]
    reference = study.annotator or stem(study.reference.source.path)
    return (f"{reference} (reference)" if reference in names else reference, *names)


def _copies(study: Study) -> Iterator[str]:
    from nerinspect.systems.agreement import annotators

    named = list(zip(names_in(study), annotators(study), strict=False))  # the heuristic is no annotator
    for (name, one), (other, its) in combinations(named, 2):
        if (one.source.sha256, one.source.label_column) == (its.source.sha256, its.source.label_column):
            yield f"{name} and {other} are the same file, so they agree in everything."


def _unnamed(file: NamedPath) -> str:
    return file.path if file.key is None else f"{file.path}#{file.key}"


def _by_annotator(annotation: Annotation, first: str) -> Annotation:
    """Say of a source that it is an annotator's, and name the file that stood where a reference does."""
    notes = tuple(note.replace("the reference", first) for note in annotation.source.notes)
    return replace(annotation, source=replace(annotation.source, role=ROLE, notes=notes))


@contextmanager
def _speaking_of_annotators(first: str) -> Iterator[None]:
    """Let mistakes name two files where they speak of reference and prediction, and annotators instead of systems."""
    try:
        yield
    except NerinspectError as mistake:
        problem, sign, remedy = str(mistake).rpartition("; ")
        for pattern, said in _FOR_ANNOTATORS:
            remedy = pattern.sub(said, remedy)
        remedy = remedy.replace("the whole reference", f"the whole of {first}").replace("the reference", first)
        mistake.args = (problem.replace("the system ", "the annotator ") + sign + remedy,)
        raise
