"""Load a reference, its predictions and training data into a study."""

from collections.abc import Sequence
from dataclasses import replace

from nerinspect.attributes.own import with_own_attributes
from nerinspect.corpus.types import TypeChanges
from nerinspect.errors import CommandError, FileChangedError
from nerinspect.events.segment_events import SIDES, Join, in_memory
from nerinspect.events.study import AnnotatedText, Prediction, Study, make_study
from nerinspect.io.content import STANDARD_INPUT
from nerinspect.io.formats.reader import RawFile
from nerinspect.io.index.opening import is_index, study_of_index
from nerinspect.io.reading.files import Input, inputs_of, naming_options_of, read_all, read_one
from nerinspect.io.reading.interpreting import annotate, read_type_changes, with_changed_types
from nerinspect.io.reading.reference_tokens import laid_over_reference, projected
from nerinspect.io.request import LoadRequest
from nerinspect.io.request_changes import prediction_names
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
    """Refuse a request that nothing can be loaded for, before anything is read."""
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
