"""Load a reference, its predictions and training data into a study."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace

from nerinspect.analysis.own_attributes import with_own_attributes
from nerinspect.analysis.retention import with_training
from nerinspect.analysis.study import AnnotatedText, Prediction, Study, make_study
from nerinspect.corpus.text import Text
from nerinspect.errors import CommandError, NerinspectError
from nerinspect.io.annotating import annotate
from nerinspect.io.content import STANDARD_INPUT
from nerinspect.io.names import NamedPath, parse_named_path, stem, system_names
from nerinspect.io.raw import RawFile
from nerinspect.io.reading import read_path
from nerinspect.io.reference_tokens import laid_over_reference, projected
from nerinspect.io.request import FileOptions, LoadRequest, Role
from nerinspect.io.type_map import read_type_changes, with_changed_types
from nerinspect.progress import Cancelled, Checkpoint, no_checkpoint


@dataclass(frozen=True)
class _Input:
    """One file, what it is for and how it is read."""

    file: NamedPath
    role: Role
    options: FileOptions


def load_study(request: LoadRequest, checkpoint: Checkpoint = no_checkpoint, with_others: bool = False) -> Study:
    """Read all files of a request, check, repair and align them.

    Parameters
    ----------
    request : LoadRequest
        Files and options.
    checkpoint : Checkpoint
        Called with tokens read and tokens expected; may be called from several threads, one at a time.
    with_others : bool
        Whether columns besides token and label are read as well.

    Returns
    -------
    Study
        Complete; nothing is kept of a request that fails.

    Raises
    ------
    NerinspectError
        At the first mistake, the reference before the predictions, these in the order given.
    """
    _refuse_contradictions(request)
    changes = read_type_changes(request.keep_types, request.remove_types, request.map_types)
    inputs = _inputs(request, with_others)
    columns = inputs[0].options.reading.label_columns
    files = [one.file for one in inputs if one.role == "prediction"]
    if len(columns) > 1 and files:
        raise CommandError("a merged file holds its predictions: give it alone, or name one --label-column")
    names = _merged_names(inputs[0].file, columns) if len(columns) > 1 else system_names(files)
    raw_reference, *raw_files = _read_all(inputs, checkpoint)
    raw_files = [
        raw if one.role == "training" else laid_over_reference(raw_reference, raw, request.tokens)
        for one, raw in zip(inputs[1:], raw_files, strict=True)
    ]
    text = _text_of(raw_reference)
    reference = annotate(raw_reference, inputs[0].options, "reference")
    encoding, training = reference.source.encoding or "BIO", None
    merged = request.file_options(inputs[0].file.path, "prediction")
    sides = [annotate(raw_reference, merged, "prediction", place, encoding) for place in range(1, len(columns))]
    for one, raw in zip(inputs[1:], raw_files, strict=True):
        with _options_of(one.role):
            side = annotate(raw, one.options, one.role, 0, encoding)
        if one.role == "training":
            training = AnnotatedText(_text_of(raw), with_changed_types(side, changes))
        else:
            sides.append(projected(raw_reference, raw, side) if request.tokens == "project" else side)
    reference, *sides = (with_changed_types(side, changes) for side in (reference, *sides))
    given = [Prediction(name, run, side) for (name, run), side in zip(names, sides, strict=True)]
    systems = list(dict.fromkeys(name for name, _ in names))
    predictions = sorted(given, key=lambda prediction: systems.index(prediction.system))  # runs of a system together
    study = with_training(make_study(text, reference, predictions), training, request.matching, request.retention)
    return _with_attributes(study, request)


def load_training(
    request: LoadRequest, without_mentions: str = "BIO", checkpoint: Checkpoint = no_checkpoint
) -> AnnotatedText:
    """Read the training data of a request alone.

    Parameters
    ----------
    request : LoadRequest
        Names training data.
    without_mentions : str
        The encoding that `auto` takes if there is no mention: that of the reference.
    checkpoint : Checkpoint
        Called with tokens read and tokens expected.

    Returns
    -------
    AnnotatedText
        With its types changed as the request says.

    Raises
    ------
    NerinspectError
        At the first mistake.
    """
    changes = read_type_changes(request.keep_types, request.remove_types, request.map_types)
    one = next(one for one in _inputs(request, False) if one.role == "training")
    raw = _read(one, checkpoint)
    with _options_of("training"):
        side = annotate(raw, one.options, "training", 0, without_mentions)
    return AnnotatedText(_text_of(raw), with_changed_types(side, changes))


def _refuse_contradictions(request: LoadRequest) -> None:
    if request.retention and not request.training:
        raise CommandError("--retention needs --training: the heuristic is made from the training data")
    if request.paths.count(STANDARD_INPUT) > 1:
        raise CommandError("- is given twice, but standard input can be read only once; name a file for one of them")


def _inputs(request: LoadRequest, with_others: bool) -> list[_Input]:
    """List the files of a request: the reference, the predictions, the training data."""
    arguments: list[tuple[str, Role]] = [(request.reference, "reference")]
    arguments += [(argument, "prediction") for argument in request.predictions]
    arguments += [(request.training, "training")] if request.training else []
    inputs = []
    for argument, role in arguments:
        file = parse_named_path(argument)
        options = request.file_options(file.path, role)
        inputs.append(_Input(file, role, replace(options, reading=replace(options.reading, others=with_others))))
    return inputs


def _read_all(inputs: Sequence[_Input], checkpoint: Checkpoint) -> list[RawFile]:
    """Read files side by side; the first mistake in their order ends the rest."""
    progress = _SharedProgress(len(inputs), checkpoint)
    with ThreadPoolExecutor(max_workers=4) as pool:
        waiting = [pool.submit(_read, one, progress.of_file(number)) for number, one in enumerate(inputs)]
        try:
            return [future.result() for future in waiting]
        except BaseException:
            progress.stop()
            for future in waiting:
                future.cancel()
            raise


def _read(one: _Input, checkpoint: Checkpoint) -> RawFile:
    with _options_of(one.role):
        return read_path(one.file, one.options, checkpoint)


@contextmanager
def _options_of(role: Role) -> Iterator[None]:
    """Let mistakes in training data name the options that hold for them."""
    try:
        yield
    except NerinspectError as mistake:
        if role == "training":
            mistake.name_training_options()
        raise


class _SharedProgress:
    """Joins the progress of files that are read side by side."""

    def __init__(self, n_files: int, checkpoint: Checkpoint) -> None:
        self._done, self._total = [0] * n_files, [0] * n_files
        self._checkpoint, self._lock = checkpoint, threading.Lock()
        self._stopped = False

    def of_file(self, number: int) -> Checkpoint:
        def report(done: int, total: int) -> None:
            with self._lock:
                if self._stopped:
                    raise Cancelled
                self._done[number], self._total[number] = done, total
                self._checkpoint(sum(self._done), sum(self._total))

        return report

    def stop(self) -> None:
        self._stopped = True


def _with_attributes(study: Study, request: LoadRequest) -> Study:
    """Give a study the attributes of its files, of packages, and of the tables that are named."""
    if not request.attribute_tables:
        return with_own_attributes(study)
    from nerinspect.io.attribute_table import with_attribute_tables  # not needed where no table is named

    return with_attribute_tables(study, request.attribute_tables)


def _merged_names(file: NamedPath, columns: Sequence[int]) -> list[tuple[str, int]]:
    names = list(file.names) or [f"{stem(file.path)}:{column}" for column in columns[1:]]
    if len(names) != len(columns) - 1:
        raise CommandError(f"{len(names)} names for {len(columns) - 1} predicted columns of {file.path}; give as many")
    return system_names([NamedPath(file.path, (name,)) for name in names])


def _text_of(raw: RawFile) -> Text:
    assert raw.text is not None, "only a prediction may be labels alone"
    return raw.text
