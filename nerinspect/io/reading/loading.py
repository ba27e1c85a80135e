"""Load a reference, its predictions and training data, or the files of annotators of one text, into a study."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final

from nerinspect.attributes.own import with_own_attributes
from nerinspect.checking.notices import between_annotators
from nerinspect.corpus.types import TypeChanges
from nerinspect.errors import CommandError, FileChangedError, NerinspectError, shown
from nerinspect.events.segment_events import SIDES, Join, in_memory
from nerinspect.events.study import AnnotatedText, Annotation, Prediction, Study, make_study
from nerinspect.io.content import STANDARD_INPUT
from nerinspect.io.formats.reader import RawFile
from nerinspect.io.index.opening import is_index, study_of_index
from nerinspect.io.reading.files import Input, inputs_of, naming_options_of, read_all, read_one, refuse_index
from nerinspect.io.reading.interpreting import annotate, read_type_changes, with_changed_types
from nerinspect.io.reading.reference_tokens import laid_over_reference, projected
from nerinspect.io.request import RETENTION, LoadRequest, NamedPath, annotator_names, files_of, prediction_names, stem
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.systems.arranging import Arranged, arranged, runs_together
from nerinspect.training.retention import with_training


def load_study(request: LoadRequest, checkpoint: Checkpoint = no_checkpoint, with_others: bool = False) -> Study:
    """Read all files of a request, check, repair and align them; nothing is kept of a request that fails.

    The checkpoint is called with tokens read and tokens expected, maybe from several threads, one at a time. With
    others, columns besides token and label are read as well.

    Raises
    ------
    NerinspectError
        At the first mistake, the reference before the predictions, these in the order given.
    """
    if is_index(request.reference):
        return _with_attributes(study_of_index(request, with_others), request)
    refuse_contradictions(request)
    changes = read_type_changes(request.keep_types, request.remove_types, request.map_types)
    inputs, names = inputs_of(request, with_others), prediction_names(request)
    study = study_of_files(request, inputs, names, changes, read_all(inputs, checkpoint))
    return _with_attributes(study, request)


def study_of_files(
    request: LoadRequest,
    inputs: Sequence[Input],
    names: Sequence[tuple[str, int]],
    changes: TypeChanges,
    files: Sequence[RawFile],
    join: Join = in_memory,
) -> Study:
    """Check, repair and align the files of a request, once they are read; for `join` see `make_study`."""
    columns = inputs[0].options.reading.label_columns
    raw_reference, *raw_files = files
    raw_files = [
        raw if one.role == "training" else laid_over_reference(raw_reference, raw, request.tokens)
        for one, raw in zip(inputs[1:], raw_files, strict=True)
    ]
    text = raw_reference.own_text
    reference = annotate(raw_reference, inputs[0].options, "reference")
    encoding, training = reference.source.encoding or "BIO", None
    merged = request.file_options(inputs[0].file.path, "prediction")
    sides = [annotate(raw_reference, merged, "prediction", place, encoding) for place in range(1, len(columns))]
    for one, raw in zip(inputs[1:], raw_files, strict=True):
        with naming_options_of(one.role):
            side = annotate(raw, one.options, one.role, 0, encoding)
        if one.role == "training":
            training = AnnotatedText(raw.own_text, with_changed_types(side, changes))
        else:
            sides.append(projected(raw_reference, raw, side) if request.tokens == "project" else side)
    reference, *sides = (with_changed_types(side, changes) for side in (reference, *sides))
    given = [Prediction(name, run, side) for (name, run), side in zip(names, sides, strict=True)]
    predictions = [given[place] for place in runs_together([name for name, _ in names])]
    return with_training(
        make_study(text, reference, predictions, join=join), training, request.matching, request.retention
    )


def asks_for_other_columns(*texts: str) -> bool:
    """Tell whether names or queries may ask for other columns of the files, such as `reference:UPOS`."""
    return any(f"{side}:" in text.casefold() for side in SIDES for text in texts)


def load_more_predictions(
    study: Study, request: LoadRequest, n_before: int, checkpoint: Checkpoint = no_checkpoint
) -> Study:
    """Read further predictions and add them to a study, as if everything were loaded together; see `load_study`.

    The request names all predictions, of which the study has the first `n_before`; these are not read again, but the
    reference is, to lay the new files over it. Training data and the study's own attributes stay.

    Raises
    ------
    NerinspectError
        At the first mistake; if the reference is no longer what it was.
    """
    names = [name for name, _ in prediction_names(request)]
    names_before = [name for name, _ in prediction_names(replace(request, predictions=request.predictions[:n_before]))]
    changes = read_type_changes(request.keep_types, request.remove_types, request.map_types)
    new = replace(request, predictions=request.predictions[n_before:], training=None, retention=False)
    refuse_contradictions(new)
    if STANDARD_INPUT in new.paths[:1]:
        raise CommandError(
            "a reference from standard input cannot be read again; open it together with all predictions"
        )
    inputs = inputs_of(new, True)
    raw_reference, *raw_files = read_all(inputs, checkpoint)
    if raw_reference.content.sha256 != study.reference.source.sha256:
        raise FileChangedError(raw_reference.content.path)
    found: list[Arranged | Prediction] = [Arranged(0, "")] * n_before
    for number, place in enumerate(runs_together(names_before)):
        found[place] = Arranged(number, names[place])
    for one, raw, name in zip(inputs[1:], raw_files, names[n_before:], strict=True):
        laid = laid_over_reference(raw_reference, raw, request.tokens)
        side = annotate(laid, one.options, "prediction", 0, study.reference.source.encoding or "BIO")
        side = projected(raw_reference, laid, side) if request.tokens == "project" else side
        found.append(Prediction(name, 1, with_changed_types(side, changes)))
    return arranged(study, found)


def load_training(
    request: LoadRequest, without_mentions: str = "BIO", checkpoint: Checkpoint = no_checkpoint
) -> AnnotatedText:
    """Read the training data of a request alone, with types changed as it says; see `read_labelling`."""
    changes = read_type_changes(request.keep_types, request.remove_types, request.map_types)
    one = next(one for one in inputs_of(request, False) if one.role == "training")
    raw = read_one(one, checkpoint)
    with naming_options_of("training"):
        side = annotate(raw, one.options, "training", 0, without_mentions)
    return AnnotatedText(raw.own_text, with_changed_types(side, changes))


def refuse_contradictions(request: LoadRequest) -> None:
    if request.retention and not request.training:
        raise CommandError("--retention needs --training: the heuristic is made from the training data")
    if request.paths.count(STANDARD_INPUT) > 1:
        raise CommandError("- is given twice, but standard input can be read only once; name a file for one of them")


def _with_attributes(study: Study, request: LoadRequest) -> Study:
    """Give a study the attributes of its files, of packages, and of the tables that are named."""
    if not request.attribute_tables:
        return with_own_attributes(study)
    from nerinspect.io.tables_of_attributes import with_attribute_tables  # not needed where no table is named

    return with_attribute_tables(study, request.attribute_tables)


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
        from nerinspect.io.provenance import source_entry  # files with a reference are read sooner without it

        return [
            source_entry(
                one.source, annotator=name, mentions=len(one.mentions), types=sorted(one.mentions.type_names())
            )
            for name, one in zip(self.names, self.study.annotations, strict=True)
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

    named = list(zip(names_in(study), study.annotations, strict=False))  # the heuristic is no annotator
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
